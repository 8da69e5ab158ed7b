//! What a search wants.

use crate::runs::{Grid, Script};
use serde::{Deserialize, Serialize};

/// What a search wants.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Goal {
    /// Names of the results that should be as large as possible.
    pub most: Vec<String>,
    /// Names of the results that should be as small as possible.
    pub least: Vec<String>,
    /// Parts of the descriptions or conditions of expectations that must be met.
    pub keep: Vec<String>,
    /// Features of an archive, each `NAME=A..B:N`.
    pub archive: Vec<String>,
}

impl Goal {
    /// Returns the names of the results, and whether each should be small and not large.
    pub fn aims(&self) -> impl Iterator<Item = (&str, bool)> {
        let most = self.most.iter().map(|name| (name.as_str(), false));
        most.chain(self.least.iter().map(|name| (name.as_str(), true)))
    }

    /// Returns the names of the features of the archive.
    pub fn features(&self) -> impl Iterator<Item = &str> {
        let texts = self.archive.iter();
        texts.map(|text| text.split_once('=').map_or(text.as_str(), |(name, _)| name))
    }

    /// Checks it for a script. Returns the cells of its archive, if it has one.
    ///
    /// # Errors
    /// A sentence on what the script lacks, or on what is wrong.
    pub(super) fn checked(&self, script: &Script) -> Result<Option<Grid>, String> {
        let aims: Vec<&str> = self.aims().map(|(name, _)| name).collect();
        for name in &aims {
            script.result(name)?;
        }
        let names: Vec<&str> = aims.iter().copied().chain(self.features()).collect();
        for (number, name) in names.iter().enumerate() {
            if names[..number].contains(name) {
                return Err(format!("the result `{name}` is named twice"));
            }
            let is_parameter = script.parameters.iter().any(|one| *one.name == **name);
            if is_parameter && names.len() > 1 {
                return Err(format!(
                    "the table would have two columns `{name}`: give the result or the parameter `{name}` another name"
                ));
            }
        }
        for keep in &self.keep {
            let mut all = script.expectations.iter();
            if !all.any(|tested| tested.is_meant_by(keep)) {
                let all = script.expectations.iter();
                let all: Vec<String> = all.map(|one| format!("`{}`", one.name())).collect();
                let help = match all.as_slice() {
                    [] => "it has no `expect`".to_owned(),
                    some => format!("it expects {}", some.join(", ")),
                };
                return Err(format!(
                    "the script has no expectation with `{keep}`; {help}"
                ));
            }
        }
        if self.archive.is_empty() {
            return Ok(None);
        }
        match aims.len() {
            1 => Grid::read(&self.archive, &script.results).map(Some),
            _ => Err(
                "an archive keeps the best of each cell: name one result with --for or --least"
                    .to_owned(),
            ),
        }
    }
}
