//! P1 to P4 and P7 to P11: the server under load, in memory and at its start, on a separate database.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use sqlx::PgConnection;
use tokio::time::sleep;

use super::{
    baseline::{Rates, Replay},
    capture::{self, Log, Statement},
    driver::{CONNECTIONS, Driver, ROUNDS, TURNS},
    load::{Answers, Load},
    machine, pages,
    report::{Figure, Line, Report, Verdict, ratios, raw},
    saving,
    scale::Scale,
    seed::Seeded,
    sign_in,
    stack::{Stack, on_stack},
    timing,
};

/// The number of starts for P9.
const STARTS: usize = 5;
/// How long a started server rests before its memory is read.
const REST: Duration = Duration::from_secs(2);
/// The load phase before the first measured one, which warms up connections and plans.
const WARM_UP: Duration = Duration::from_secs(3);

const P1: Read = Read {
    measure: "P1",
    what: "GET /api/proposals/{id}, requests/s",
    least: 0.40,
    target: ">= 0.40 of pgbench",
};
const P2: Read = Read {
    measure: "P2",
    what: "GET /api/proposals (20 cards), requests/s",
    least: 0.35,
    target: ">= 0.35 of pgbench",
};
const LIST: &str = "/api/proposals";

struct Read {
    measure: &'static str,
    what: &'static str,
    least: f64,
    target: &'static str,
}

/// The environment of the measures.
struct Bench<'a> {
    driver: &'a Driver,
    stack: &'a Stack,
    load: Load,
}

/// All measures.
pub async fn measure(driver: &Driver, report: &mut Report) -> anyhow::Result<()> {
    on_stack(driver, "server", async |stack| Bench { driver, stack, load: Load::find() }.all(report).await)
        .await
}

impl Bench<'_> {
    async fn all(&self, report: &mut Report) -> anyhow::Result<()> {
        println!(
            "\nThe server: PostgreSQL {}, {CONNECTIONS} connections, load from {}, rows of {} s, medians of {ROUNDS}",
            self.stack.database.version(),
            self.load.name(),
            self.driver.length.as_secs()
        );
        let [seeded] = self.stack.seeded(["ada"]).await?;
        let mut admin = self.stack.admin().await?;
        // Plans depend on statistics, and neither ANALYZE nor a checkpoint should run during a load phase.
        for sql in ["VACUUM (ANALYZE)", "CHECKPOINT"] {
            sqlx::raw_sql(sql).execute(&mut admin).await?;
        }
        if self.driver.wants_any(&["P7", "P15"]) {
            sign_in::seed(&mut admin).await?;
        }
        if self.driver.wants("P7") {
            self.signing_in(&seeded, report).await?;
        }
        if self.driver.wants("P15") {
            let server = self.stack.serve(None).await?;
            timing::measure(&server, report).await?;
            server.stop().await?;
        }
        if self.driver.wants_any(&["P1", "P2"]) {
            self.reading(admin, &seeded, report).await?;
        }
        if self.driver.wants("P8") {
            self.memory(&seeded, report).await?;
        }
        if self.driver.wants("P9") {
            self.starting(report).await?;
        }
        if self.driver.wants("P11") {
            let server = self.stack.serve(None).await?;
            pages::measure(&server.base, &seeded, report).await?;
            server.stop().await?;
        }
        // After the reading measures, because it adds data.
        if self.driver.wants("P10") {
            let server = self.stack.serve(None).await?;
            saving::measure(&server.base, &seeded, report).await?;
            server.stop().await?;
        }
        // The last one, because the workspace is large afterwards.
        if self.driver.wants_any(&["P3", "P4"]) {
            let [few] = self.stack.seeded(["bea"]).await?;
            let server = self.stack.serve(None).await?;
            let scale = Scale {
                base: &server.base,
                few: &few,
                million: &seeded,
                load: &self.load,
                length: self.driver.length,
            };
            scale.measure(&mut self.stack.admin().await?, report).await?;
            server.stop().await?;
        }
        println!("  {}", machine::business().await);
        Ok(())
    }

    /// P7, on a separate server: the peak of its memory since its start is that of the flood.
    async fn signing_in(&self, seeded: &Seeded, report: &mut Report) -> anyhow::Result<()> {
        let server = self.stack.serve(None).await?;
        sign_in::measure(&server, LIST, seeded, &self.load, self.driver.length, report).await?;
        server.stop().await
    }

    /// P1 and P2.
    async fn reading(&self, admin: PgConnection, seeded: &Seeded, report: &mut Report) -> anyhow::Result<()> {
        let Some((one, list)) = self.replays(admin, seeded).await? else {
            for read in [P1, P2] {
                report.not_measured(read.measure, read.what, read.target, "pgbench is missing");
            }
            return Ok(());
        };
        let server = self.stack.serve(None).await?;
        for (read, replay, path) in [(&P1, &one, seeded.proposal.as_str()), (&P2, &list, LIST)] {
            self.read(read, replay, &format!("{}{path}", server.base), seeded, report).await?;
        }
        server.stop().await
    }

    /// The pgbench scripts for P1 and P2; `None` without pgbench.
    async fn replays(
        &self,
        admin: PgConnection,
        seeded: &Seeded,
    ) -> anyhow::Result<Option<(Replay, Replay)>> {
        let Some(pgbench) = machine::program("pgbench") else { return Ok(None) };
        let rows = self.stack.database.data_dir();
        let file = rows.parent().context("the rows lie in no folder")?.join("server.log");
        let log = Log::begin(admin, file).await?;
        let server = self.stack.serve(None).await?;
        let mut replays = Vec::new();
        for (read, path) in [(&P1, seeded.proposal.as_str()), (&P2, LIST)] {
            let statements = self.watched(&log, &format!("{}{path}", server.base), seeded).await?;
            for statement in &statements {
                raw(read.measure, format!("{:<15} {}", statement.role, shortened(&statement.sql)));
            }
            let urls = self.stack.database.urls();
            let replay = Replay::write(
                pgbench.clone(),
                &statements,
                &urls.system,
                &urls.app,
                self.stack.folder(),
                read.measure,
            )?;
            let mark = log.mark()?;
            replay.once().await?;
            let replayed = log.since(mark).await?;
            ensure!(capture::same(&statements, &replayed)?, "pgbench ran something else: {replayed:#?}");
            replays.push(replay);
        }
        server.stop().await?;
        Log::close(log.end().await?).await?;
        let list = replays.pop();
        Ok(replays.pop().zip(list))
    }

    /// The statements of one request to a warmed-up server; run twice to ensure that no others are included.
    async fn watched(&self, log: &Log, url: &str, seeded: &Seeded) -> anyhow::Result<Vec<Statement>> {
        self.load.on(url, &seeded.cookie, WARM_UP).await?;
        let client = reqwest::Client::new();
        let mut runs = Vec::new();
        for _ in 0..2 {
            // The connections of the previous request return to their pools only after its response.
            sleep(REST).await;
            let mark = log.mark()?;
            client
                .get(url)
                .header("cookie", &seeded.cookie)
                .send()
                .await?
                .error_for_status()?
                .bytes()
                .await?;
            runs.push(log.since(mark).await?);
        }
        let statements = runs.pop().unwrap_or_default();
        let before = runs.pop().unwrap_or_default();
        ensure!(
            capture::same(&statements, &before)?,
            "two requests ran different statements: {before:#?} and {statements:#?}"
        );
        Ok(statements)
    }

    /// P9.
    async fn starting(&self, report: &mut Report) -> anyhow::Result<()> {
        let mut seconds = Vec::new();
        for start in 1..=STARTS {
            let server = self.stack.serve(None).await?;
            raw("P9", format!("start {start}: ready after {:.3} s", server.took));
            seconds.push(server.took);
            server.stop().await?;
        }
        let figure = Figure::of(&seconds, 3, " s");
        let met = figure.middle <= 0.5;
        report.add_limit("P9", "start to ready, migrated database", figure, "<= 0.5 s", met);
        Ok(())
    }

    /// P1 and P2: the server and pgbench alternate.
    async fn read(
        &self,
        read: &Read,
        replay: &Replay,
        url: &str,
        seeded: &Seeded,
        report: &mut Report,
    ) -> anyhow::Result<()> {
        let body = reqwest::Client::new()
            .get(url)
            .header("cookie", &seeded.cookie)
            .send()
            .await?
            .error_for_status()?
            .bytes()
            .await?;
        raw(read.measure, format!("an answer has {} bytes", body.len()));
        self.load.on(url, &seeded.cookie, WARM_UP).await?;
        let (mut served, mut replayed) = (Vec::new(), Vec::new());
        for round in 1..=ROUNDS {
            let mut turns = Vec::new();
            for _ in 0..TURNS {
                let rates = replay.rates(self.driver.length / 2 / TURNS).await?;
                turns.push((rates, self.load.on(url, &seeded.cookie, self.driver.length / TURNS).await?));
            }
            let mean =
                |value: fn(&(Rates, Answers)) -> f64| turns.iter().map(value).sum::<f64>() / f64::from(TURNS);
            let rates = Rates { system: mean(|(rates, _)| rates.system), app: mean(|(rates, _)| rates.app) };
            let answers = Answers {
                rate: mean(|(_, answers)| answers.rate),
                p50: mean(|(_, answers)| answers.p50),
                p99: mean(|(_, answers)| answers.p99),
            };
            raw(
                read.measure,
                format!(
                    "round {round}: {:.0} requests/s, p50 {:.2} ms, p99 {:.2} ms; pgbench {:.0} look-ups/s, {:.0} transactions/s, together {:.0}/s",
                    answers.rate,
                    answers.p50,
                    answers.p99,
                    rates.system,
                    rates.app,
                    rates.whole()
                ),
            );
            served.push(answers.rate);
            replayed.push(rates.whole());
        }
        let ratio = Figure::of(&ratios(&served, &replayed), 2, "");
        let verdict = Verdict::of(ratio.middle >= read.least);
        report.add(Line {
            measure: read.measure,
            what: read.what,
            measured: Figure::of(&served, 0, "/s"),
            baseline: Figure::of(&replayed, 0, "/s"),
            ratio,
            target: read.target,
            verdict,
        });
        Ok(())
    }

    /// P8: an idle server, and the same under load; a new one in each round.
    async fn memory(&self, seeded: &Seeded, report: &mut Report) -> anyhow::Result<()> {
        let lines = [
            ("resident memory, idle", "<= 64 MiB", 64.0),
            ("resident memory, most under P1", "<= 200 MiB", 200.0),
        ];
        let mut found = [Vec::new(), Vec::new()];
        for round in 1..=ROUNDS {
            let server = self.stack.serve(None).await?;
            sleep(REST).await;
            let idle = machine::memory(server.process.id()?);
            self.load
                .on(&format!("{}{}", server.base, seeded.proposal), &seeded.cookie, self.driver.length)
                .await?;
            let loaded = machine::memory(server.process.id()?);
            server.stop().await?;
            let Some((idle, loaded)) = idle.zip(loaded) else {
                for (what, target, _) in lines {
                    report.not_measured("P8", what, target, "this system has no /proc");
                }
                return Ok(());
            };
            raw(
                "P8",
                format!(
                    "round {round}: idle {:.1} MiB, under P1 at most {:.1} MiB",
                    idle.resident, loaded.peak
                ),
            );
            let [idles, peaks] = &mut found;
            idles.push(idle.resident);
            peaks.push(loaded.peak);
        }
        for ((what, target, most), values) in lines.into_iter().zip(found) {
            let figure = Figure::of(&values, 1, " MiB");
            let met = figure.middle <= most;
            report.add_limit("P8", what, figure, target, met);
        }
        Ok(())
    }
}

/// A statement on one line of the report.
fn shortened(sql: &str) -> String {
    const WIDTH: usize = 110;
    let words: String = sql.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.chars().count() <= WIDTH { words } else { words.chars().take(WIDTH).chain(['…']).collect() }
}
