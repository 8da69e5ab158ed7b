//! Which bodies may collide with each other: rules for sets of bodies, and pairs that differ from them.

use super::pairs::{BodyOf, Colliding, in_order};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Whether the bodies of two sets collide with each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CollisionRule {
    /// Whether they collide, or pass through each other.
    pub on: bool,
    /// The sets, each in order.
    pub sides: [Arc<[BodyOf]>; 2],
    /// Whether bodies connected by a joint are meant too.
    pub linked: bool,
}

impl CollisionRule {
    /// Whether it decides about a pair, which may be `linked` by a joint.
    fn is_about(&self, [a, b]: &Colliding, linked: bool) -> bool {
        let [one, two] = &self.sides;
        let has = |side: &[BodyOf], of: &BodyOf| side.binary_search(of).is_ok();
        (self.linked || !linked) && (has(one, a) && has(two, b) || has(one, b) && has(two, a))
    }

    /// Whether it decides about every pair about which `other` decides.
    fn covers(&self, other: &CollisionRule) -> bool {
        let has = |i: usize, of: &[BodyOf]| {
            let side = &self.sides[i];
            of.len() <= side.len() && of.iter().all(|body| side.binary_search(body).is_ok())
        };
        let [one, two] = &other.sides;
        (self.linked || !other.linked) && (has(0, one) && has(1, two) || has(0, two) && has(1, one))
    }
}

/// Which bodies collide with each other. Of several rules about a pair, the last one decides; bodies without a rule pass through each
/// other.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CollisionRules {
    rules: Vec<CollisionRule>,
    /// Pairs for which more was said after all these rules: whether they collide, in order.
    pairs: Vec<(Colliding, bool)>,
}

impl CollisionRules {
    /// Whether no bodies collide.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let rules = self.rules.iter().map(|rule| rule.on);
        !rules
            .chain(self.pairs.iter().map(|(_, on)| *on))
            .any(|on| on)
    }

    /// Returns the number of rules and of pairs that differ from them.
    #[must_use]
    pub fn count(&self) -> usize {
        self.rules.len() + self.pairs.len()
    }

    /// Decides for one pair.
    pub fn set_pair(&mut self, pair: Colliding, on: bool) {
        let pair = in_order(pair);
        match self.pairs.binary_search_by_key(&pair, |(pair, _)| *pair) {
            Ok(i) => self.pairs[i].1 = on,
            Err(i) => self.pairs.insert(i, (pair, on)),
        }
    }

    /// Decides for the pairs of two sets; `is_linked` tells whether a joint connects two bodies.
    pub fn set(&mut self, rule: CollisionRule, is_linked: impl Fn(&Colliding) -> bool) {
        self.pairs
            .retain(|(pair, _)| !rule.is_about(pair, is_linked(pair)));
        self.rules.retain(|old| !rule.covers(old));
        if rule.on || !self.rules.is_empty() {
            self.rules.push(rule);
        }
        if self.is_empty() {
            self.rules.clear();
        }
    }

    /// Whether two bodies collide.
    #[must_use]
    pub fn collide(&self, pair: &Colliding, is_linked: impl Fn(&Colliding) -> bool) -> bool {
        if let Ok(i) = self.pairs.binary_search_by_key(pair, |(pair, _)| *pair) {
            return self.pairs[i].1;
        }
        if self.rules.is_empty() {
            return false;
        }
        let linked = is_linked(pair);
        let mut rules = self.rules.iter().rev();
        rules
            .find(|rule| rule.is_about(pair, linked))
            .is_some_and(|rule| rule.on)
    }

    /// Returns the bodies that some rule lets collide, in order.
    #[must_use]
    pub fn bodies(&self) -> Vec<BodyOf> {
        let rules = self.rules.iter().filter(|rule| rule.on);
        let of_rules = rules.flat_map(|rule| rule.sides.iter().flat_map(|side| side.iter()));
        let pairs = self.pairs.iter().filter(|(_, on)| *on);
        let of_pairs = pairs.flat_map(|(pair, _)| pair.iter());
        let mut all: Vec<BodyOf> = of_rules.chain(of_pairs).copied().collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Returns the reason why rules that were read from a file are wrong, if they are; `has_body` tells which bodies there are.
    #[must_use]
    pub fn fault(&self, has_body: impl Fn(&BodyOf) -> bool) -> Option<&'static str> {
        let sides = || self.rules.iter().flat_map(|rule| &rule.sides);
        let mut bodies = sides().flat_map(|side| side.iter());
        let mut paired = self.pairs.iter().flat_map(|(pair, _)| pair);
        if !bodies.all(&has_body) || !paired.all(&has_body) {
            Some("it lets a body collide that is not in the file")
        } else if !sides().all(|side| side.is_sorted_by(|a, b| a < b))
            || !self.pairs.iter().all(|([a, b], _)| a < b)
            || !self.pairs.is_sorted_by(|(a, _), (b, _)| a < b)
        {
            Some("its pairs of colliding bodies are not in order")
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(body: usize) -> BodyOf {
        BodyOf { corpus: 0, body }
    }

    #[test]
    fn the_last_rule_about_a_pair_decides() {
        let all: Arc<[BodyOf]> = (0..5).map(body).collect();
        let rule = |on| CollisionRule {
            on,
            sides: [Arc::clone(&all), Arc::clone(&all)],
            linked: !on,
        };
        // Bodies 0 and 1 are linked.
        let linked = |pair: &Colliding| *pair == [body(0), body(1)];
        let mut rules = CollisionRules::default();
        let collide = |rules: &CollisionRules, a, b| rules.collide(&[body(a), body(b)], linked);
        assert!(rules.is_empty() && !collide(&rules, 1, 2));
        rules.set(rule(true), linked);
        assert!(collide(&rules, 1, 2) && !collide(&rules, 0, 1));
        rules.set_pair([body(1), body(0)], true);
        rules.set_pair([body(2), body(1)], false);
        assert!(!collide(&rules, 1, 2) && collide(&rules, 0, 1));
        // It says nothing about linked bodies, and so nothing about the first pair.
        rules.set(rule(true), linked);
        assert!(collide(&rules, 1, 2) && collide(&rules, 0, 1));
        assert_eq!((rules.rules.len(), rules.count()), (1, 2));
        let some: Arc<[BodyOf]> = (1..3).map(body).collect();
        let between = |a: &Arc<[BodyOf]>, b: &Arc<[BodyOf]>| CollisionRule {
            on: false,
            sides: [Arc::clone(a), Arc::clone(b)],
            linked: false,
        };
        // The same pairs in another order, and pairs that a later rule covers, are no rules more.
        for sides in [
            between(&some, &some),
            between(&some, &all),
            between(&all, &some),
        ] {
            rules.set(sides, linked);
            assert_eq!(rules.rules.len(), 2);
        }
        rules.set(rule(false), linked);
        assert!(rules.is_empty() && rules == CollisionRules::default());
    }
}
