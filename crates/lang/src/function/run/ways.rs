//! Ways of a function that depend on an unknown value: all are taken.

use super::*;

impl Frame<'_> {
    pub(super) fn choose(
        &self,
        branches: &[(Option<Arc<Expression>>, Vec<Step>)],
    ) -> Outcome<Flow> {
        for (number, (condition, steps)) in branches.iter().enumerate() {
            let holds = match condition {
                Some(condition) => truth(&evaluate(condition, self)?, condition)?,
                None => Some(true),
            };
            match holds {
                Some(true) => return self.steps(steps),
                Some(false) => {}
                None => {
                    let rest = branches.get(number + 1..).unwrap_or_default();
                    return self.both(|| self.steps(steps), || self.choose(rest));
                }
            }
        }
        Ok(Flow::On)
    }

    /// Evaluates two ways of which one will be taken; keeps what is common to them.
    pub(super) fn both(
        &self,
        one: impl FnOnce() -> Outcome<Flow>,
        other: impl FnOnce() -> Outcome<Flow>,
    ) -> Outcome<Flow> {
        let before = self.locals.borrow().clone();
        self.uncertain.set(self.uncertain.get() + 1);
        let first = tolerant(one());
        let after_first = self.locals.replace(before);
        let second = tolerant(other());
        self.uncertain.set(self.uncertain.get() - 1);
        let (first, second) = (first?, second?);
        // Variables after a way that has returned do not count.
        match (&first, &second) {
            (Flow::Returned(_), _) => {}
            (_, Flow::Returned(_)) => {
                self.locals.replace(after_first);
            }
            _ => self.merge(&after_first),
        }
        Ok(match (first, second) {
            (Flow::Returned(a), Flow::Returned(b)) => Flow::Returned(a.or(&b)),
            (Flow::On, Flow::On) => Flow::On,
            (Flow::Returned(a) | Flow::Maybe(a), Flow::On)
            | (Flow::On, Flow::Returned(a) | Flow::Maybe(a)) => Flow::Maybe(a),
            (Flow::Returned(a) | Flow::Maybe(a), Flow::Returned(b) | Flow::Maybe(b)) => {
                Flow::Maybe(a.or(&b))
            }
        })
    }

    /// Keeps what is common to the variables now and after another way.
    pub(super) fn merge(&self, other: &Locals) {
        let common = |a: Option<&Datum>, b: Option<&Datum>| match (a, b) {
            (Some(a), Some(b)) => Some(a.or(b)),
            (Some(only), None) | (None, Some(only)) => Some(only.forgotten()),
            (None, None) => None,
        };
        let mut locals = self.locals.borrow_mut();
        for (slot, other) in locals.slots.iter_mut().zip(&other.slots) {
            *slot = common(slot.as_ref(), other.as_ref());
        }
        let find = |of: &Locals, name: &str| {
            let mut others = of.others.iter();
            others
                .find(|(n, _)| **n == *name)
                .map(|(_, value)| value.clone())
        };
        let names = locals.others.iter().chain(&other.others);
        let mut names: Vec<Arc<str>> = names.map(|(name, _)| Arc::clone(name)).collect();
        names.sort();
        names.dedup();
        let both = names.into_iter().filter_map(|name| {
            let (a, b) = (find(&locals, &name), find(other, &name));
            Some((name, common(a.as_ref(), b.as_ref())?))
        });
        let both = both.collect();
        locals.others = both;
        locals.any |= other.any;
    }

    /// Evaluates the statements of a loop with an unknown number of passes.
    pub(super) fn any_pass(&self, body: &[Step]) -> Outcome<Flow> {
        self.forget_in(body);
        let flow = self.both(|| self.steps(body), || Ok(Flow::On))?;
        self.forget_in(body);
        Ok(flow)
    }

    /// Makes the values of all variables unknown that these statements set.
    pub(super) fn forget_in(&self, steps: &[Step]) {
        for step in steps {
            match step {
                Step::Let(target, _) => self.forget(target),
                Step::Set(slot, _) => {
                    if let Some(name) = self.function.slots.get(usize::from(*slot)) {
                        self.forget_named(name);
                    }
                }
                _ => {}
            }
            step.blocks()
                .into_iter()
                .for_each(|block| self.forget_in(block));
        }
    }

    pub(super) fn forget(&self, target: &Target) {
        match target {
            Target::Name(name) => self.forget_named(name),
            Target::Part(whole, _) => self.forget(whole),
            Target::Spelled(_) => {
                let locals = &mut *self.locals.borrow_mut();
                let slots = locals.slots.iter_mut().flatten();
                let others = locals.others.iter_mut().map(|(_, value)| value);
                for value in slots.chain(others) {
                    *value = value.forgotten();
                }
            }
        }
    }

    pub(super) fn forget_named(&self, name: &str) {
        let known = self.variable(name);
        let value = known.map_or(Datum::Unknown(Unknown::Any), |value| value.forgotten());
        self.set_named(name, value);
    }
}

/// Turns an error that depends on values into an unknown value: it is not known whether the statement runs.
pub(super) fn tolerant(flow: Outcome<Flow>) -> Outcome<Flow> {
    match flow {
        Err(report) if report.standing == Standing::OfValues => {
            Ok(Flow::Returned(Datum::Unknown(Unknown::Any)))
        }
        other => other,
    }
}
