//! The database queries of one request, read from the database's own log, so that the baseline always replays
//! what the server currently does.

use std::{fs, path::PathBuf, time::Duration};

use anyhow::{Context as _, bail, ensure};
use sqlx::{Connection as _, PgConnection};
use tokio::time::sleep;

use super::machine;

/// The prefix of log lines while capturing: process id and role.
const PREFIX: &str = "%p|%u|";
/// How long the database may take to write its log.
const PATIENCE: Duration = Duration::from_secs(5);
/// The roles whose statements are captured.
pub const SYSTEM: &str = "proffer_system";
/// The tenant role.
pub const APP: &str = "proffer_app";

/// A captured statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    pub role: String,
    /// Its text, on one line.
    pub sql: String,
    /// The values of `$1` and the following; `None` is NULL.
    pub parameters: Vec<Option<String>>,
}

impl Statement {
    fn ends_transaction(&self) -> bool {
        self.role == APP && matches!(self.sql.as_str(), "ROLLBACK" | "COMMIT")
    }

    /// Its text with each `$n` replaced by the result of `write` for `n` and the value.
    pub fn with_parameters(
        &self,
        mut write: impl FnMut(usize, Option<&str>) -> String,
    ) -> anyhow::Result<String> {
        let mut text = String::new();
        let mut rest = self.sql.as_str();
        while let Some((head, tail)) = rest.split_once('$') {
            let digits = tail.find(|character: char| !character.is_ascii_digit()).unwrap_or(tail.len());
            let (number, tail) = tail.split_at(digits);
            let number: usize = number.parse().with_context(|| format!("no parameter in {}", self.sql))?;
            let value = self.parameters.get(number.wrapping_sub(1));
            let value = value.with_context(|| format!("no value of ${number} in {}", self.sql))?;
            text.push_str(head);
            text.push_str(&write(number, value.as_deref()));
            rest = tail;
        }
        text.push_str(rest);
        Ok(text)
    }

    /// Role and text with the values in place, which is independent of the numbering of parameters.
    fn meaning(&self) -> anyhow::Result<(String, String)> {
        let text = self.with_parameters(|_, value| {
            value.map_or_else(|| "NULL".to_owned(), |value| format!("'{value}'"))
        })?;
        Ok((self.role.clone(), text))
    }
}

/// Whether two runs executed the same statements with the same values.
pub fn same(one: &[Statement], other: &[Statement]) -> anyhow::Result<bool> {
    let meanings = |statements: &[Statement]| {
        statements.iter().map(Statement::meaning).collect::<anyhow::Result<Vec<_>>>()
    };
    Ok(meanings(one)? == meanings(other)?)
}

/// The database while it logs every statement of the server's roles.
pub struct Log {
    admin: PgConnection,
    file: PathBuf,
}

impl Log {
    /// Starts logging; it applies to new connections.
    pub async fn begin(admin: PgConnection, file: PathBuf) -> anyhow::Result<Self> {
        let mut log = Self { admin, file };
        log.run(&format!("ALTER SYSTEM SET log_line_prefix = '{PREFIX}'")).await?;
        for role in [SYSTEM, APP] {
            log.run(&format!("ALTER ROLE {role} SET log_statement = 'all'")).await?;
        }
        log.run("SELECT pg_reload_conf()").await?;
        let begun = machine::now();
        while sqlx::query_scalar::<_, String>("SHOW log_line_prefix").fetch_one(&mut log.admin).await?
            != PREFIX
        {
            ensure!(begun.elapsed() < PATIENCE, "the database does not take up its new settings");
            sleep(Duration::from_millis(10)).await;
        }
        Ok(log)
    }

    /// Stops logging and returns the connection.
    pub async fn end(mut self) -> anyhow::Result<PgConnection> {
        for role in [SYSTEM, APP] {
            self.run(&format!("ALTER ROLE {role} RESET log_statement")).await?;
        }
        self.run("ALTER SYSTEM RESET log_line_prefix").await?;
        self.run("SELECT pg_reload_conf()").await?;
        Ok(self.admin)
    }

    /// Closes the connection.
    pub async fn close(admin: PgConnection) -> anyhow::Result<()> {
        admin.close().await.context("leaving the database")
    }

    async fn run(&mut self, sql: &str) -> anyhow::Result<()> {
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql))
            .execute(&mut self.admin)
            .await
            .with_context(|| sql.to_owned())?;
        Ok(())
    }

    /// The current end of the log.
    pub fn mark(&self) -> anyhow::Result<u64> {
        Ok(fs::metadata(&self.file).with_context(|| format!("reading {}", self.file.display()))?.len())
    }

    /// The statements since `mark`, once a tenant transaction has ended, which happens after the response to
    /// a request.
    pub async fn since(&self, mark: u64) -> anyhow::Result<Vec<Statement>> {
        let begun = machine::now();
        loop {
            let bytes = fs::read(&self.file).context("reading the database's log")?;
            let new = bytes.get(usize::try_from(mark)?..).context("the database's log has shrunk")?;
            let statements = parse(&String::from_utf8_lossy(new))?;
            if statements.iter().any(Statement::ends_transaction) {
                return Ok(statements);
            }
            ensure!(begun.elapsed() < PATIENCE, "the request has run no transaction: {statements:?}");
            sleep(Duration::from_millis(10)).await;
        }
    }
}

/// Reads `pid|role|LOG:  execute name: SELECT ..` with its `DETAIL:  Parameters: $1 = '..'`.
fn parse(log: &str) -> anyhow::Result<Vec<Statement>> {
    let mut entries: Vec<String> = Vec::new();
    for line in log.lines() {
        match (line.strip_prefix('\t'), entries.last_mut()) {
            (Some(more), Some(entry)) => {
                entry.push(' ');
                entry.push_str(more.trim());
            }
            _ => entries.push(line.to_owned()),
        }
    }
    let mut statements: Vec<Statement> = Vec::new();
    for entry in &entries {
        let mut fields = entry.splitn(3, '|');
        let (Some(_pid), Some(role), Some(said)) = (fields.next(), fields.next(), fields.next()) else {
            continue;
        };
        if role != SYSTEM && role != APP {
            continue;
        }
        let (kind, text) = said.split_once(":  ").unwrap_or((said, ""));
        match kind {
            "LOG" => {
                let (how, sql) =
                    text.split_once(": ").with_context(|| format!("not the log of a statement: {entry}"))?;
                ensure!(
                    how == "statement" || how.starts_with("execute "),
                    "not the log of a statement: {entry}"
                );
                statements.push(Statement {
                    role: role.to_owned(),
                    sql: sql.trim_end_matches(';').trim().to_owned(),
                    parameters: Vec::new(),
                });
            }
            "DETAIL" => {
                let (_, values) =
                    text.split_once(": ").with_context(|| format!("no parameters in {entry}"))?;
                let statement = statements.iter_mut().rfind(|statement| statement.role == role);
                statement.context("parameters of no statement")?.parameters = parameters(values)?;
            }
            _ => bail!("the database said: {entry}"),
        }
    }
    Ok(statements)
}

/// Reads `$1 = 'it''s', $2 = NULL`.
fn parameters(text: &str) -> anyhow::Result<Vec<Option<String>>> {
    let mut values = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (_, value) = rest.split_once(" = ").with_context(|| format!("no parameter in {rest}"))?;
        let Some(quoted) = value.strip_prefix('\'') else {
            rest = value
                .strip_prefix("NULL")
                .with_context(|| format!("no value in {value}"))?
                .trim_start_matches(", ");
            values.push(None);
            continue;
        };
        let mut read = String::new();
        let mut characters = quoted.char_indices();
        let mut end = None;
        while let Some((at, character)) = characters.next() {
            if character != '\'' {
                read.push(character);
            } else if characters.as_str().starts_with('\'') {
                read.push('\'');
                characters.next();
            } else {
                end = Some(at);
                break;
            }
        }
        let end = end.with_context(|| format!("a value without an end: {quoted}"))?;
        rest = quoted.get(end + 1..).unwrap_or_default().trim_start_matches(", ");
        values.push(Some(read));
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failed test should stop at once")]
    use super::*;

    const LOG: &str = "71|proffer_system|LOG:  execute sqlx_s_3: SELECT u.id\n\
        \t         FROM users u WHERE u.hash = $1\n\
        71|proffer_system|DETAIL:  Parameters: $1 = '\\x00ff'\n\
        65||LOG:  checkpoint starting: time\n\
        72|proffer_app|LOG:  statement: BEGIN\n\
        72|proffer_app|LOG:  execute sqlx_s_1: SELECT set_config('a', $1, true), $2, $3\n\
        72|proffer_app|DETAIL:  Parameters: $1 = 'it''s, $9 = ''', $2 = NULL, $3 = ''\n\
        72|proffer_app|LOG:  statement: ROLLBACK\n";

    #[test]
    fn statements_are_read_with_their_values() {
        let statements = parse(LOG).unwrap();
        assert_eq!(
            statements.iter().map(|statement| statement.sql.as_str()).collect::<Vec<_>>(),
            [
                "SELECT u.id FROM users u WHERE u.hash = $1",
                "BEGIN",
                "SELECT set_config('a', $1, true), $2, $3",
                "ROLLBACK",
            ]
        );
        assert_eq!(
            statements.get(2).unwrap().parameters,
            [Some("it's, $9 = '".to_owned()), None, Some(String::new())]
        );
    }

    #[test]
    fn another_value_is_not_the_same() {
        let statements = parse(LOG).unwrap();
        assert!(same(&statements, &parse(LOG).unwrap()).unwrap());
        assert!(!same(&statements, &parse(&LOG.replace("00ff", "01ff")).unwrap()).unwrap());
    }
}
