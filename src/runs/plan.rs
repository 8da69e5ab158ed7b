//! What is known of the runs of a sweep before the first one.

use super::{Choice, Limits, Points, Script};
use crate::diagnostic::{Diagnostic, Standing};
use crate::files::Unreadable;
use crate::session::Session;

/// Most points that are checked between the first and the last one.
const MOST_BETWEEN: usize = 7;

/// Most points that are checked to find results which only some values of the parameters give.
const MOST_FOR_RESULTS: usize = 64;

/// Why a script cannot be run.
pub enum Unfit {
    /// It cannot be read.
    Unreadable(Unreadable),
    /// The values of the parameters do not fit it.
    Values(String),
    /// It has mistakes, which this session of a check has found.
    Mistaken(Box<Session>),
}

impl From<Unreadable> for Unfit {
    fn from(why: Unreadable) -> Self {
        Unfit::Unreadable(why)
    }
}

impl Script {
    /// Checks the script with these parameters as [`Script::check`] does, and makes one run within limits if the check does not reach the
    /// end of the script. Returns the session of the check without failed expectations, which are for the runs to test.
    ///
    /// # Errors
    /// The script cannot be read, or has mistakes.
    pub fn prepare(
        &mut self,
        parameters: &[(String, String)],
        limits: &Limits,
    ) -> Result<Box<Session>, Unfit> {
        let session = self.examine(parameters)?;
        match session.diagnostics.iter().any(Diagnostic::is_fault) {
            true => Err(Unfit::Mistaken(session)),
            false => {
                if session.check.gave_up() {
                    self.try_out(parameters, limits);
                }
                Ok(session)
            }
        }
    }

    /// Prepares the script as [`Script::prepare`] does for a search over the parameters that have a range and are not given: also results of branches
    /// that the default values do not take are known then.
    ///
    /// # Errors
    /// As [`Script::prepare`]. Values that do not fit are for the search to find.
    pub fn prepare_search(
        &mut self,
        given: &[(String, String)],
        limits: &Limits,
    ) -> Result<Box<Session>, Unfit> {
        let mut session = self.prepare(&[], limits)?;
        if let Ok(points) = Points::read(given, &self.parameters, Choice::Grid)
            && !given.is_empty()
        {
            session = self.prepare(&points.point(0), limits)?;
        }
        let ranged = self.parameters.iter().filter(|one| one.range.is_some());
        let searched = ranged.map(|one| (one.name.to_string(), "..".to_owned()));
        let is_given = |name: &str| given.iter().any(|(known, _)| known == name);
        let mut all: Vec<(String, String)> = searched.filter(|(name, _)| !is_given(name)).collect();
        all.extend(given.iter().cloned());
        if let Ok(points) = Points::read(&all, &self.parameters, Choice::Sobol(MOST_FOR_RESULTS, 1))
        {
            self.find_results((0..points.count()).map(|number| points.point(number)));
        }
        Ok(session)
    }

    fn examine(&mut self, parameters: &[(String, String)]) -> Result<Box<Session>, Unfit> {
        let mut session = self.check(parameters)?;
        let is_unmet = |finding: &Diagnostic| finding.standing == Standing::Unmet;
        session.diagnostics.retain(|finding| !is_unmet(finding));
        Ok(Box::new(session))
    }

    /// Reads the points of a sweep and checks the script at some of them: at the first and the last one, and if it has mistakes there
    /// at some between. Returns the session of the first check without mistakes: a mistake at some values is for their runs to find.
    ///
    /// # Errors
    /// The script cannot be read, the values do not fit it, or it has mistakes at all checked points.
    pub fn plan(
        &mut self,
        given: &[(String, String)],
        choice: Choice,
        limits: &Limits,
    ) -> Result<(Points, Box<Session>), Unfit> {
        // The declared parameters are needed to read the values, and the values to check the script with them.
        let with_defaults = self.examine(&[])?;
        let points = Points::read(given, &self.parameters, choice);
        let points = points.map_err(|why| {
            match with_defaults.diagnostics.iter().any(Diagnostic::is_fault) {
                true => Unfit::Mistaken(with_defaults),
                false => Unfit::Values(why),
            }
        })?;
        // The default values may give other results than those of the sweep.
        self.results.clear();
        let last = points.count() - 1;
        let first = self.prepare(&points.point(0), limits);
        if last == 0 {
            return first.map(|session| (points, session));
        }
        let mut found = match (first, self.prepare(&points.point(last), limits)) {
            (Err(_), Ok(session)) => Ok(session),
            (first, _) => first,
        };
        for part in 1..=MOST_BETWEEN {
            let between = part * last / (MOST_BETWEEN + 1);
            if found.is_err()
                && let Ok(session) = self.prepare(&points.point(between), limits)
            {
                found = Ok(session);
            }
        }
        let session = found?;
        let between = MOST_FOR_RESULTS.min(last);
        self.find_results((1..between).map(|part| points.point(part * last / between)));
        Ok((points, session))
    }
}
