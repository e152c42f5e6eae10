//! Counting outcomes, and holding them against the committed floors.

use std::{collections::BTreeMap, fmt};

use anyhow::Context as _;

use crate::corpus::Half;

/// How many cases of a total hit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    pub hits: usize,
    pub of: usize,
}

impl Count {
    /// Counts one more.
    pub fn add(&mut self, hit: bool) {
        self.hits += usize::from(hit);
        self.of += 1;
    }

    /// Counts all of another one.
    pub fn add_all(&mut self, other: Self) {
        self.hits += other.hits;
        self.of += other.of;
    }

    /// In percent, rounded down; 100 of nothing.
    fn percent(self) -> usize {
        (self.hits * 100).checked_div(self.of).unwrap_or(100)
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>4} of {:>4}  {:>3} %", self.hits, self.of, self.percent())
    }
}

/// What one corpus gave.
pub struct Report {
    /// Its name, which is its folder.
    pub corpus: &'static str,
    /// The figures, in the order they are shown. A name that begins with "wrong" or "false" is better when
    /// lower.
    pub figures: Vec<(&'static str, Count)>,
    /// The share of right cases for each phrasing, style or kind.
    pub kinds: BTreeMap<String, Count>,
    /// The worst cases, the worst first.
    pub worst: Vec<String>,
}

/// The figures that may not get worse, in percent: `floors.toml`, by half, corpus and figure.
pub struct Floors(toml::Table);

impl Floors {
    /// Reads the committed floors.
    pub fn load() -> anyhow::Result<Self> {
        include_str!("../floors.toml").parse().map(Self).context("reading floors.toml")
    }

    /// The figures of a report that are worse than they may be.
    pub fn below(&self, half: Half, report: &Report) -> Vec<String> {
        let limit = |name: &str| self.0.get(half.folder())?.get(report.corpus)?.get(name)?.as_integer();
        let worse = |&(name, count): &(&'static str, Count)| {
            let limit = usize::try_from(limit(name)?).ok()?;
            let lower_is_better = name.starts_with("wrong") || name.starts_with("false");
            let is_worse = if lower_is_better { count.hits > limit } else { count.percent() < limit };
            is_worse.then(|| format!("{} ({}): {name}: {count}, limit {limit}", report.corpus, half.folder()))
        };
        report.figures.iter().filter_map(worse).collect()
    }
}
