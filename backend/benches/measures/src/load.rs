//! Load on one address over kept-alive connections: with wrk if it is installed, otherwise with this program,
//! which uses more of the machine and so reports slightly lower figures.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, ensure};
use tokio::{process::Command, task::JoinSet};

use super::{driver::CONNECTIONS, machine, process::output, report::quantile};

/// How long wrk may take in addition to its duration.
const GRACE: Duration = Duration::from_secs(30);

/// The load generator.
pub enum Load {
    /// The program.
    Wrk(PathBuf),
    /// This program.
    Own,
}

/// The result; every answer was a success.
#[derive(Debug, Clone, Copy)]
pub struct Answers {
    /// Answers per second.
    pub rate: f64,
    /// The median response time in milliseconds.
    pub p50: f64,
    /// The 99th percentile.
    pub p99: f64,
}

impl Load {
    /// The best one available.
    pub fn find() -> Self {
        machine::program("wrk").map_or(Self::Own, Self::Wrk)
    }

    /// Its name, for the report.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Wrk(_) => "wrk",
            Self::Own => "the bench's own load (no wrk here)",
        }
    }

    /// Requests `url` with the session of `cookie`, from all connections, for `length`. Every answer must be
    /// a success.
    pub async fn on(&self, url: &str, cookie: &str, length: Duration) -> anyhow::Result<Answers> {
        match self {
            Self::Wrk(program) => {
                let mut command = wrk(program, url, cookie, CONNECTIONS, length);
                read_wrk(&output(&mut command, length + GRACE).await?)
            }
            Self::Own => own(url, cookie, CONNECTIONS, length, true).await,
        }
    }

    /// The same from `connections`, with any status: the answers per second.
    pub async fn press(
        &self,
        url: &str,
        cookie: &str,
        connections: usize,
        length: Duration,
    ) -> anyhow::Result<f64> {
        match self {
            Self::Wrk(program) => {
                rate(&output(&mut wrk(program, url, cookie, connections, length), length + GRACE).await?)
            }
            Self::Own => Ok(own(url, cookie, connections, length, false).await?.rate),
        }
    }
}

fn wrk(program: &Path, url: &str, cookie: &str, connections: usize, length: Duration) -> Command {
    let mut command = Command::new(program);
    command.arg(format!("-t{}", machine::cores().min(connections))).arg(format!("-c{connections}"));
    command.arg(format!("-d{}s", length.as_secs().max(1))).args([
        "--latency",
        "-H",
        &format!("Cookie: {cookie}"),
        url,
    ]);
    command
}

/// wrk's output after a keyword.
fn after<'a>(printed: &'a str, key: &str) -> anyhow::Result<&'a str> {
    let mut lines = printed.lines().map(str::trim);
    lines
        .find_map(|line| line.strip_prefix(key))
        .map(str::trim)
        .with_context(|| format!("no {key} in\n{printed}"))
}

fn rate(printed: &str) -> anyhow::Result<f64> {
    after(printed, "Requests/sec:")?.parse().context("wrk's rate")
}

fn read_wrk(printed: &str) -> anyhow::Result<Answers> {
    for complaint in ["Non-2xx", "Socket errors"] {
        ensure!(
            !printed.lines().any(|line| line.trim().starts_with(complaint)),
            "not every answer was a success:\n{printed}"
        );
    }
    Ok(Answers {
        rate: rate(printed)?,
        p50: milliseconds(after(printed, "50%")?)?,
        p99: milliseconds(after(printed, "99%")?)?,
    })
}

/// Reads `635.00us`, `1.20ms` or `1.01s`.
fn milliseconds(text: &str) -> anyhow::Result<f64> {
    let unit = text.find(|character: char| character.is_ascii_alphabetic()).unwrap_or(text.len());
    let (figure, unit) = text.split_at(unit);
    let factor = match unit {
        "us" => 0.001,
        "ms" => 1.0,
        "s" => 1000.0,
        _ => anyhow::bail!("wrk's time {text:?}"),
    };
    Ok(figure.parse::<f64>().context("wrk's time")? * factor)
}

async fn own(
    url: &str,
    cookie: &str,
    connections: usize,
    length: Duration,
    strict: bool,
) -> anyhow::Result<Answers> {
    let begun = machine::now();
    let mut running = JoinSet::new();
    for _ in 0..connections {
        let client = reqwest::Client::builder().pool_max_idle_per_host(1).build()?;
        let request = client.get(url).header("cookie", cookie).build()?;
        running.spawn(async move {
            let mut times = Vec::new();
            while begun.elapsed() < length {
                let request = request.try_clone().context("a request without a body can be repeated")?;
                let asked = machine::now();
                let answer = client.execute(request).await?;
                ensure!(
                    answer.status().is_success() || !strict,
                    "{} was answered {}",
                    answer.url(),
                    answer.status()
                );
                answer.bytes().await?;
                times.push(asked.elapsed().as_secs_f64() * 1000.0);
            }
            anyhow::Ok(times)
        });
    }
    let times = all(running).await?;
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 answers")]
    let rate = times.len() as f64 / begun.elapsed().as_secs_f64();
    Ok(Answers { rate, p50: quantile(&times, 0.5), p99: quantile(&times, 0.99) })
}

/// The combined results of all tasks, once they have ended.
pub async fn all(mut running: JoinSet<anyhow::Result<Vec<f64>>>) -> anyhow::Result<Vec<f64>> {
    let mut counted = Vec::new();
    while let Some(ended) = running.join_next().await {
        counted.extend(ended??);
    }
    Ok(counted)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failed test should stop at once")]
    use super::*;

    const PRINTED: &str = "Running 2s test @ http://127.0.0.1:1/\n  Latency Distribution\n     50%  635.00us\n     99%    1.01s\n\
        \x20 1097 requests in 2.00s, 9.9MB read\nRequests/sec:    548.62\n";

    #[test]
    fn wrk_is_read_in_its_units() {
        let answers = read_wrk(PRINTED).unwrap();
        assert_eq!(
            [answers.rate, answers.p50, answers.p99].map(|figure| format!("{figure:.3}")),
            ["548.620", "0.635", "1010.000"]
        );
    }

    #[test]
    fn an_answer_that_is_no_success_spoils_the_row() {
        assert!(read_wrk(&format!("{PRINTED}  Non-2xx or 3xx responses: 1\n")).is_err());
        assert!(
            read_wrk(
                &PRINTED
                    .replace("Requests", "Socket errors: connect 0, read 1, write 0, timeout 0\nRequests")
            )
            .is_err()
        );
    }
}
