//! What an evolution writes, reads and tells after each generation.

use super::genotype::of_version;
use super::population::{Individual, Settings, State};
use super::script::STARTS;
use super::tree::family_tree;
use super::trials::trials;
use crate::files::{Kind, inert_json, sealed};
use crate::record::counted;
use crate::session::columns::cell;
use serde_json::Value;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;

/// Name of the file of the state.
const STATE: &str = "state.json";

/// Returns the kind of a file of an evolution, by its extension.
fn kind_of(name: &str) -> Kind {
    match name.rsplit('.').next() {
        Some("corpus") => Kind::Sealed("`corpus evolve`"),
        Some("svg") => Kind::Picture,
        Some("csv") => Kind::Kept,
        _ => Kind::Genotype,
    }
}

/// Names the options of an evolution that differ from those that are given.
fn others(had: &Value, given: &Value) -> String {
    let all = had.as_object().into_iter().flatten();
    let differing = all.filter(|(name, value)| given.get(name) != Some(*value));
    let told = differing.map(|(name, value)| match value {
        Value::Bool(true) => "`--collide`".to_owned(),
        Value::Bool(false) => "no `--collide`".to_owned(),
        Value::Null => format!("no {name}"),
        Value::Number(_) => format!("{name} {value}"),
        Value::String(word) => format!("{name} `{}`", word.to_lowercase()),
        _ => format!("another {name}"),
    });
    told.collect::<Vec<_>>().join(", ")
}

impl State {
    /// Reads the state of an evolution with these settings; the number of generations may be another one.
    ///
    /// # Errors
    /// Why it does not go on.
    pub fn read(text: &str, settings: Settings) -> Result<Self, String> {
        let state: State = of_version(text, "state of an evolution")?;
        let mut genotypes = state.individuals.iter().map(|one| &one.genotype);
        if let Some(fault) = genotypes.find_map(|genotype| genotype.fault()) {
            return Err(fault);
        }
        let same = Settings {
            schedule: settings.schedule,
            ..state.settings.clone()
        };
        let is_whole = state.lines.is_empty() || state.individuals.len() == settings.population;
        if same == settings && is_whole {
            return Ok(state);
        }
        let values = |settings| serde_json::to_value(settings).unwrap_or_default();
        Err(match others(&values(&same), &values(&settings)) {
            others if others.is_empty() => "a part of its population is missing".to_owned(),
            others => format!("it belongs to an evolution with other options: {others}"),
        })
    }

    /// Returns the files of the last generation: names and texts; none for a file that is left from an earlier one. The state comes
    /// last.
    ///
    /// # Errors
    /// A sentence on why there are none.
    pub fn files(&self) -> Result<Vec<(String, Option<String>)>, String> {
        let mut all = vec![];
        if let Some(champion) = self.champion() {
            let stored = champion.genotype.stored()?;
            all.push((
                "champion.corpus".to_owned(),
                Some(self.as_measured(champion)),
            ));
            all.push(("champion.json".to_owned(), Some(stored)));
            all.push(("tree.svg".to_owned(), Some(family_tree(&self.lines))));
        }
        all.extend(self.archived());
        all.extend(self.kinds());
        let state = serde_json::to_string(self);
        let state =
            state.map_err(|why| format!("the state of the evolution has no text: {why}"))?;
        for (name, text) in &mut all {
            if let (Kind::Sealed(by), Some(text)) = (kind_of(name), text) {
                *text = sealed(text, by);
            }
        }
        all.push((STATE.to_owned(), Some(inert_json(&state) + "\n")));
        Ok(all)
    }

    /// Refuses to write into a folder where that would replace files of others, or creatures that were changed since.
    ///
    /// # Errors
    /// A sentence on the first of them.
    pub fn refuse_others(&self, folder: &Path) -> Result<(), String> {
        let files = self.files()?;
        let names = files.iter().map(|(name, _)| name.as_str());
        let usual = ["champion.corpus", "champion.json", "tree.svg"].into_iter();
        // An earlier state is continued, or refused.
        let mut all = names.chain(usual).filter(|name| *name != STATE);
        all.try_for_each(|name| kind_of(name).refuse_other(&folder.join(name)))
    }

    /// Returns the table of the species.
    fn kinds(&self) -> Option<(String, Option<String>)> {
        self.settings.species?;
        let mut table = "species,since,members,best,champion\n".to_owned();
        for kind in &self.species {
            let members = self.individuals.iter().enumerate();
            let members = members.filter(|(_, one)| one.species == Some(kind.number));
            let mut best: Option<(usize, f64)> = None;
            let mut count = 0;
            for (number, fitness) in members.filter_map(|(i, one)| Some((i, one.fitness?))) {
                count += 1;
                if best.is_none_or(|(_, other)| fitness > other) {
                    best = Some((number, fitness));
                }
            }
            let (champion, best) = best.unwrap_or_default();
            let (number, since) = (kind.number, kind.since);
            table += &format!("{number},{since},{count},{},{champion}\n", cell(best));
        }
        Some(("species.csv".to_owned(), Some(table)))
    }

    /// Returns the files of the archive: its table, and the creature of each cell.
    fn archived(&self) -> Vec<(String, Option<String>)> {
        let Some(grid) = &self.settings.archive else {
            return vec![];
        };
        let elites = self.settings.elites(&self.individuals);
        let mut rows = BTreeMap::new();
        let mut all = vec![];
        for number in 0..grid.count() {
            let elite = elites
                .get(&number)
                .map(|elite| (elite, &self.individuals[*elite]));
            if let Some((elite, one)) = elite {
                let fitness = one.fitness.map(cell).unwrap_or_default();
                rows.insert(number, vec![elite.to_string(), fitness]);
            }
            let text = elite.map(|(_, one)| self.as_measured(one));
            all.push((format!("cell-{number}.corpus"), text));
        }
        let head = |name: &str, unit: &str| (name.to_owned(), unit.to_owned());
        let heads = [head("kept", "#"), head("fitness", "1")];
        all.push(("archive.csv".to_owned(), Some(grid.table(&heads, &rows))));
        all
    }

    /// Returns the script of a creature, with the parameters of the first trial of the last generation as default values. It says which
    /// creature it is, also while it is shown.
    fn as_measured(&self, one: &Individual) -> String {
        let script = self.settings.script(&one.genotype);
        let generation = self.lines.len().saturating_sub(1);
        let trials = trials(&self.settings, generation);
        let given = trials.first().map_or(&[][..], Vec::as_slice);
        let fitness = one.fitness.unwrap_or(0.0);
        let line = |line: &str| {
            let is_of =
                |(name, _): &&(String, String)| line.starts_with(&format!("param {name} ="));
            match given.iter().find(is_of) {
                Some((name, value)) if name != "law" => format!("param {name} = {value}\n"),
                _ if line == STARTS => {
                    format!("print generation {generation}, fitness {fitness:.4}\n\n{line}\n")
                }
                _ => format!("{line}\n"),
            }
        };
        let lines: String = script.lines().map(line).collect();
        let count = counted(trials.len() as u64, "trial");
        format!(
            "# A creature of generation {generation}, as in its first trial. The worst of {count} has given it the fitness {fitness:.4}.\n\n{lines}"
        )
    }

    /// Tells the outcome of the last generation.
    #[must_use]
    pub fn told(&self) -> String {
        let Some(line) = self.lines.last() else {
            return "no generation was measured".to_owned();
        };
        let mut told = format!(
            "generation {}: best {:.3}, mean {:.3}, {}",
            self.lines.len() - 1,
            line.best,
            line.mean,
            counted(line.faults.values().sum::<usize>() as u64, "fault"),
        );
        let mut faults: Vec<_> = line.faults.iter().collect();
        faults.sort_by_key(|(_, count)| Reverse(**count));
        let faults: Vec<String> = { faults.iter().take(4) }
            .map(|(why, count)| format!("{why}: {count}"))
            .collect();
        if let Some(grid) = &self.settings.archive {
            let filled = self.settings.elites(&self.individuals).len();
            told += &format!(", {filled} of {} cells", grid.count());
        }
        if self.settings.species.is_some() {
            told += &format!(", {} species", self.species.len());
        }
        if !faults.is_empty() {
            told += &format!(" ({})", faults.join(", "));
        }
        told
    }
}
