//! Weights that were learned from labelled recaps by `make weights`: a logistic regression, so that the sum
//! of the weights of what is observed is the logarithm of the odds, in hundredths.

use std::borrow::Cow;
use std::collections::HashMap;

/// What is observed: the name of each observation, and its strength in tenths.
pub type Observations = Vec<(Cow<'static, str>, i32)>;

/// The strength of what is either so or not.
pub(super) const WHOLE: i32 = 10;

/// The weight of each observation.
#[derive(Debug)]
pub(super) struct Weights(HashMap<&'static str, i32>);

impl Weights {
    /// Reads lines such as `if wanted = 163`; those that begin with `#` are comments.
    pub fn parse(file: &'static str) -> Self {
        let lines =
            file.lines().filter(|line| !line.starts_with("# ")).filter_map(|line| line.rsplit_once(" = "));
        Self(lines.filter_map(|(name, weight)| Some((name, weight.parse().ok()?))).collect())
    }

    /// The logarithm of the odds, in hundredths.
    pub fn score(&self, observed: &Observations) -> i32 {
        let weighted = |(name, strength): &(Cow<'static, str>, i32)| self.of(name) * strength;
        observed.iter().map(weighted).sum::<i32>() / WHOLE
    }

    pub fn of(&self, name: &str) -> i32 {
        self.0.get(name).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_weight_is_read() {
        for (file, ours, theirs) in [
            (include_str!("weights.txt"), "ours", "competitor"),
            (include_str!("figures/weights.txt"), "grouped", "size 5"),
        ] {
            let lines = file.lines().filter(|line| !line.starts_with("# ")).count();
            let weights = Weights::parse(file);
            assert!(lines > 0 && weights.0.len() == lines, "{lines} lines, {} weights", weights.0.len());
            assert!(weights.of(ours) > 0 && weights.of(theirs) < 0);
        }
    }
}
