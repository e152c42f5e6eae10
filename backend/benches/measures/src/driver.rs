//! The settings of this run, from the environment variables documented in `.make/bench.sh`.

use std::{env, path::PathBuf, time::Duration};

use anyhow::Context as _;

/// Connections of the load and of pgbench: the default size of the server's pools.
pub const CONNECTIONS: usize = 10;
/// How often each figure is measured; the median counts.
pub const ROUNDS: usize = 3;
/// How often the compared measures alternate in a round, because other load on the machine changes within
/// seconds.
pub const TURNS: u32 = 4;

/// The settings of a run.
pub struct Driver {
    /// The server to measure.
    pub binary: PathBuf,
    /// The checkout, where this is run.
    pub root: PathBuf,
    /// Where cargo builds.
    pub target: PathBuf,
    /// How long a load phase lasts; a baseline phase lasts half as long.
    pub length: Duration,
    /// How long the soak lasts.
    pub soak: Duration,
    /// Whether the fresh clone is to be measured too.
    pub fresh: bool,
    only: Vec<String>,
}

impl Driver {
    /// Reads `PROFFER_BIN`, `ONLY`, `FRESH`, `BENCH_SECONDS` and `SOAK_MINUTES`.
    pub fn from_environment() -> anyhow::Result<Self> {
        let text = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
        let number = |name: &str, otherwise: u64| {
            text(name)
                .map_or(Ok(otherwise), |value| value.parse())
                .with_context(|| format!("{name} is not a number"))
        };
        let own = env::current_exe().context("finding this program")?;
        // <target>/<profile>/<this program>
        let target = own.ancestors().nth(2).context("this program does not lie where cargo puts it")?;
        Ok(Self {
            binary: text("PROFFER_BIN").map_or_else(|| own.with_file_name("proffer"), PathBuf::from),
            root: env::current_dir().context("finding the checkout")?,
            target: target.to_owned(),
            length: Duration::from_secs(number("BENCH_SECONDS", 8)?.clamp(2, 60)),
            // In less time the assistant would be called more often than a user is allowed.
            soak: Duration::from_mins(number("SOAK_MINUTES", 10)?.clamp(6, 45)),
            fresh: text("FRESH").is_some(),
            only: text("ONLY")
                .unwrap_or_default()
                .split([' ', ','])
                .filter(|word| !word.is_empty())
                .map(str::to_owned)
                .collect(),
        })
    }

    /// Whether a measure is selected.
    pub fn wants(&self, measure: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| only == measure)
    }

    /// Whether any of them is selected.
    pub fn wants_any(&self, measures: &[&str]) -> bool {
        measures.iter().any(|measure| self.wants(measure))
    }
}
