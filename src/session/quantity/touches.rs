//! Whether two bodies touch.

use super::{Measured, NoReading, Reading, Subject};
use crate::diagnostic::quote;
use crate::diagnostic::suggest::nearest;
use crate::session::command::{GROUND, Thing};
use crate::session::{Draft, Session};
use crate::world::Corpus;

/// Some bodies of a running figure.
type Bodies<'a> = (usize, &'a Corpus, Vec<usize>);

impl Session {
    /// Whether a path is a question about a thing, such as `trunk.touches`, that is answered for the names of others.
    #[must_use]
    pub fn is_question(&self, path: &str) -> bool {
        let (_, word) = path.rsplit_once('.').unwrap_or_default();
        let mut all = super::QUANTITIES.iter();
        if let Some(quantity) = all.find(|quantity| quantity.field == word) {
            return quantity.measured == Measured::Question;
        }
        let all = super::QUANTITIES.iter();
        let questions = all.filter(|quantity| quantity.measured == Measured::Question);
        // A misspelt one too, so that its report says so.
        nearest(word, questions.map(|quantity| quantity.field)).is_some()
    }

    /// Answers whether the thing of a path such as `trunk.touches` touches the thing of another name, as of the last
    /// [`Session::observe`].
    ///
    /// # Errors
    /// One of the two does not exist, or its figure is not assembled.
    pub fn touches(&self, path: &str, other: &str) -> Result<Reading, NoReading> {
        let subjects = self.subjects(path);
        let found = subjects.iter().flatten().find_map(|(subject, end)| {
            let (quantity, _) = subject.find(end)?;
            let is_question = quantity.measured == Measured::Question;
            is_question.then(|| self.across(*subject, quantity).0)
        });
        let (owner, _) = path.rsplit_once('.').unwrap_or_default();
        let drafts = &self.here().definitions.drafts;
        let (_, corpus, bodies) = match found {
            Some(Subject::Body(draft, body)) => {
                self.running_bodies(&drafts[draft], Some(body), owner)?
            }
            Some(Subject::Corpus(draft)) => self.running_bodies(&drafts[draft], None, owner)?,
            _ => return Err(super::nothing_to_read(self, path, &subjects)),
        };
        let Some(others) = self.touchable(other)? else {
            let mut touching = bodies
                .iter()
                .filter_map(|b| corpus.observed().bodies.get(*b));
            return Ok(Reading::Flag(touching.any(|body| body.in_contact)));
        };
        let (other, _, meant) = others;
        let mut touching = bodies.iter().flat_map(|body| {
            let world = &self.here().world;
            world.touching(corpus, *body)
        });
        Ok(Reading::Flag(touching.any(|(figure, body)| {
            figure == other && meant.contains(&body)
        })))
    }

    /// Returns the bodies that a name in a question means: a body of the current figure, `figure.body`, a figure; none for the ground.
    fn touchable(&self, name: &str) -> Result<Option<Bodies<'_>>, NoReading> {
        if name == GROUND {
            return Ok(None);
        }
        let definitions = &self.here().definitions;
        if let Some((draft, body)) = self.body_anywhere(definitions.current, name) {
            let draft = &definitions.drafts[draft];
            return self.running_bodies(draft, Some(body), name).map(Some);
        }
        let mut drafts = definitions.drafts.iter();
        if let Some(draft) = drafts.find(|draft| draft.figure.name == name) {
            return self.running_bodies(draft, None, name).map(Some);
        }
        let figures = definitions.drafts.iter().map(|draft| &draft.figure);
        let names = figures.flat_map(|figure| {
            let bodies = figure.bodies.iter();
            let long = bodies.map(move |body| format!("{}.{}", figure.name, body.spec.name));
            long.chain([figure.name.clone()])
        });
        let names = names.chain(self.names(Thing::Body));
        let names: Vec<String> = names.chain([GROUND.to_owned()]).collect();
        let doubts = &self.check.doubts;
        let figure = name.split_once('.').map_or(name, |(figure, _)| figure);
        let covers = |thing, name| doubts.covers(self.place(), thing, name);
        Err(NoReading {
            message: format!("there is no body or figure {}", quote(name)),
            help: match nearest(name, names.iter().map(String::as_str)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => {
                    "name a body of the current figure, `figure.body` of any, a figure, or `ground`"
                        .to_owned()
                }
            },
            follows: covers(Thing::Body, name)
                || covers(Thing::Corpus, figure)
                || doubts.anything(),
        })
    }

    /// Returns a body of a figure, or all, by the numbers of the running world.
    fn running_bodies<'a>(
        &'a self,
        draft: &'a Draft,
        body: Option<usize>,
        name: &str,
    ) -> Result<Bodies<'a>, NoReading> {
        let number = draft.running.unwrap_or(usize::MAX);
        let Some(corpus) = self.here().world.corpora.get(number) else {
            return Err(NoReading {
                message: format!(
                    "what {} touches is not known yet, because `{}` is not assembled",
                    quote(name),
                    draft.figure.name
                ),
                help: "run `corpusinit` before this line".to_owned(),
                follows: draft.is_faulty(),
            });
        };
        let bodies = match body {
            Some(body) => corpus.number_of(body).into_iter().collect(),
            None => (0..corpus.model.bodies()).collect(),
        };
        Ok((number, corpus, bodies))
    }
}
