//! pgbench replaying the statements of a request.
//!
//! A request uses two connections, one of each role; a client of pgbench has one. So the statements of each
//! role are replayed separately, both with as many connections as the load has, and the rates are combined:
//! at saturation, the cost of a request is the sum of its parts, `1 / (1/a + 1/b)`. This favours the baseline
//! a little, because the parts do not compete with each other.

use std::{fmt::Write as _, path::PathBuf, time::Duration};

use anyhow::{Context as _, ensure};
use secrecy::{ExposeSecret as _, SecretString};
use tokio::process::Command;
use url::Url;

use super::{
    capture::{APP, SYSTEM, Statement},
    driver::CONNECTIONS,
    machine,
    process::output,
};

/// The time pgbench may take in addition to its duration.
const GRACE: Duration = Duration::from_secs(30);

/// The statements of one role as a script of pgbench.
pub struct Script {
    file: PathBuf,
    variables: Vec<String>,
    url: SecretString,
}

/// Both scripts of a request.
pub struct Replay {
    pgbench: PathBuf,
    system: Script,
    app: Script,
}

/// Transactions per second of each part, and of both one after the other.
#[derive(Debug, Clone, Copy)]
pub struct Rates {
    /// The session look-up.
    pub system: f64,
    /// The tenant transaction.
    pub app: f64,
}

impl Rates {
    /// Both parts, one after the other.
    pub fn whole(self) -> f64 {
        1.0 / (1.0 / self.system + 1.0 / self.app)
    }
}

impl Replay {
    /// Writes the scripts to `folder`, under names that begin with `name`.
    pub fn write(
        pgbench: PathBuf,
        statements: &[Statement],
        system: &SecretString,
        app: &SecretString,
        folder: &std::path::Path,
        name: &str,
    ) -> anyhow::Result<Self> {
        let script = |role: &str, url: &SecretString| {
            let own: Vec<&Statement> = statements.iter().filter(|statement| statement.role == role).collect();
            ensure!(!own.is_empty(), "the request runs nothing as {role}");
            let (text, variables) = script(&own)?;
            let file = folder.join(format!("{name}-{role}.sql"));
            std::fs::write(&file, text).with_context(|| format!("writing {}", file.display()))?;
            Ok(Script { file, variables, url: url.clone() })
        };
        Ok(Self { pgbench, system: script(SYSTEM, system)?, app: script(APP, app)? })
    }

    /// Replays a request once, for its statements to be compared with the server's.
    pub async fn once(&self) -> anyhow::Result<()> {
        for script in [&self.system, &self.app] {
            self.run(script, &["-t", "1", "-c", "1"], GRACE).await?;
        }
        Ok(())
    }

    /// Replays for `length`, each role separately.
    pub async fn rates(&self, length: Duration) -> anyhow::Result<Rates> {
        let (seconds, clients) = (length.as_secs().max(1).to_string(), CONNECTIONS.to_string());
        let threads = machine::cores().min(CONNECTIONS).to_string();
        let options = ["-T", &seconds, "-c", &clients, "-j", &threads];
        Ok(Rates {
            system: tps(&self.run(&self.system, &options, length + GRACE).await?)?,
            app: tps(&self.run(&self.app, &options, length + GRACE).await?)?,
        })
    }

    async fn run(&self, script: &Script, options: &[&str], limit: Duration) -> anyhow::Result<String> {
        let url = Url::parse(script.url.expose_secret()).context("the database's address")?;
        let mut command = Command::new(&self.pgbench);
        // No vacuum of pgbench's own tables, which do not exist; prepared statements, like sqlx.
        command.args(["--no-vacuum", "--protocol=prepared"]).args(options);
        for variable in &script.variables {
            command.args(["-D", variable]);
        }
        command.arg("-f").arg(&script.file);
        command
            .env("PGHOST", url.host_str().unwrap_or_default())
            .env("PGPORT", url.port().unwrap_or(5432).to_string());
        command.env("PGUSER", url.username()).env("PGPASSWORD", url.password().unwrap_or_default());
        command
            .env("PGDATABASE", url.path().trim_start_matches('/'))
            .env("PGSSLMODE", "disable")
            .env("LC_ALL", "C");
        output(&mut command, limit).await
    }
}

/// A script with a variable for each parameter, so that pgbench prepares what sqlx prepares.
fn script(statements: &[&Statement]) -> anyhow::Result<(String, Vec<String>)> {
    let mut text = String::new();
    let mut variables = Vec::new();
    for (number, statement) in statements.iter().enumerate() {
        // pgbench would read it as a variable in any position.
        let colon = statement.sql.replace("::", "").contains(':');
        ensure!(!colon, "a statement with a colon cannot be replayed: {}", statement.sql);
        let sql = statement.with_parameters(|index, value| match value {
            None => "NULL".to_owned(),
            // pgbench has no empty variables.
            Some("") => "''".to_owned(),
            Some(_) => format!(":s{number}p{index}"),
        })?;
        writeln!(text, "{sql};")?;
        for (index, value) in statement.parameters.iter().enumerate() {
            if let Some(value) = value.as_ref().filter(|value| !value.is_empty()) {
                variables.push(format!("s{number}p{}={value}", index + 1));
            }
        }
    }
    Ok((text, variables))
}

/// Reads `tps = 1234.5 (without initial connection time)`, of a run without failures.
fn tps(printed: &str) -> anyhow::Result<f64> {
    let failed = printed.lines().find_map(|line| line.strip_prefix("number of failed transactions: "));
    ensure!(
        failed.is_none_or(|failed| failed.starts_with("0 ")),
        "pgbench's transactions failed:\n{printed}"
    );
    let line = printed.lines().find_map(|line| line.strip_prefix("tps = "));
    let figure = line.and_then(|line| line.split_whitespace().next());
    figure.with_context(|| format!("pgbench said no rate:\n{printed}"))?.parse().context("pgbench's rate")
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failed test should stop at once")]
    use super::*;

    fn statement(sql: &str, parameters: &[Option<&str>]) -> Statement {
        let parameters = parameters.iter().map(|value| value.map(str::to_owned)).collect();
        Statement { role: APP.to_owned(), sql: sql.to_owned(), parameters }
    }

    #[test]
    fn parameters_become_variables_of_their_statement() {
        let begin = statement("BEGIN", &[]);
        let select = statement("SELECT $2::text, $1, $3, $4", &[Some("a b"), Some("c"), Some(""), None]);
        let (text, variables) = script(&[&begin, &select]).unwrap();
        assert_eq!(text, "BEGIN;\nSELECT :s1p2::text, :s1p1, '', NULL;\n");
        assert_eq!(variables, ["s1p1=a b", "s1p2=c"]);
        assert!(script(&[&statement("SELECT 'at 10:30'", &[])]).is_err());
    }

    #[test]
    fn a_rate_with_failures_is_none() {
        let printed =
            "number of failed transactions: 0 (0.000%)\ntps = 6143.5 (without initial connection time)\n";
        assert!((tps(printed).unwrap() - 6143.5).abs() < 0.01);
        assert!(tps(&printed.replace("transactions: 0", "transactions: 3")).is_err());
    }
}
