//! P1 to P4 and P7 to P11: the server under load, in memory and at its start, on a database of its own.

use std::{path::PathBuf, time::Duration};

use anyhow::{Context as _, ensure};
use proffer::embedded::postgres::{Embedded, Options};
use rand::{SeedableRng as _, rngs::StdRng};
use secrecy::ExposeSecret as _;
use sqlx::{Connection as _, PgConnection};
use tokio::{process::Command, time::sleep};

use super::{
    baseline::Replay,
    capture::{self, Log, Statement},
    driver::{CONNECTIONS, Driver, ROUNDS},
    load::Load,
    machine, pages,
    process::{self, Background},
    report::{Line, Report, Verdict, median, raw},
    saving,
    scale::Scale,
    scratch::Scratch,
    seed::{self, Seeded},
    sign_in,
};

/// A database migration may take so long.
const MIGRATION: Duration = Duration::from_mins(2);
/// Starts that P9 looks at.
const STARTS: usize = 5;
/// How long a started server rests before its memory is read.
const REST: Duration = Duration::from_secs(2);
/// Load before the first row, for connections and plans to be made.
const WARM_UP: Duration = Duration::from_secs(3);

const P1: Read = Read { measure: "P1", what: "GET /api/proposals/{id}, requests/s", least: 0.40, target: ">= 0.40 of pgbench" };
const P2: Read = Read { measure: "P2", what: "GET /api/proposals (20 cards), requests/s", least: 0.35, target: ">= 0.35 of pgbench" };
const LIST: &str = "/api/proposals";

struct Read {
    measure: &'static str,
    what: &'static str,
    least: f64,
    target: &'static str,
}

/// What the measures work on.
struct Bench<'a> {
    driver: &'a Driver,
    scratch: Scratch,
    database: Embedded,
    load: Load,
}

/// All of them.
pub async fn measure(driver: &Driver, report: &mut Report) -> anyhow::Result<()> {
    let scratch = Scratch::new("server")?;
    let binaries = std::env::var_os("PROFFER_POSTGRES_BIN").map(PathBuf::from);
    let options = Options { data_dir: scratch.path(), binaries: binaries.as_deref(), durable: true };
    let database = Embedded::start(&options, &mut StdRng::seed_from_u64(1)).await.context("starting PostgreSQL")?;
    let bench = Bench { driver, scratch, database, load: Load::find() };
    let outcome = bench.all(report).await;
    let Bench { scratch, database, .. } = bench;
    let stopped = database.stop().await;
    drop(scratch);
    outcome.and(stopped)
}

impl Bench<'_> {
    async fn all(&self, report: &mut Report) -> anyhow::Result<()> {
        println!(
            "\nThe server: PostgreSQL {}, {CONNECTIONS} connections, load from {}, rows of {} s, medians of {ROUNDS}",
            self.database.version(),
            self.load.name(),
            self.driver.length.as_secs()
        );
        process::output(&mut self.command("migrate", 0), MIGRATION).await.context("migrating")?;
        let seeded = self.seeded().await?;
        let mut admin = PgConnection::connect(self.database.urls().admin.expose_secret()).await?;
        // Plans rest on statistics, and neither their making nor a checkpoint should fall into a row.
        for sql in ["VACUUM (ANALYZE)", "CHECKPOINT"] {
            sqlx::raw_sql(sql).execute(&mut admin).await?;
        }
        if self.driver.wants("P7") {
            sign_in::seed(&mut admin).await?;
            self.signing_in(&seeded, report).await?;
        }
        if self.driver.wants_any(&["P1", "P2", "P8", "P9"]) {
            self.reading(admin, &seeded, report).await?;
        }
        // Last, because what is read above grows by it.
        if self.driver.wants("P10") {
            let (mut server, base, _) = self.serve().await?;
            saving::measure(&base, &seeded, report).await?;
            server.ready(&base).await?;
            server.stop().await?;
        }
        if self.driver.wants("P11") {
            let (mut server, base, _) = self.serve().await?;
            pages::measure(&base, &seeded, report).await?;
            server.ready(&base).await?;
            server.stop().await?;
        }
        // Nothing comes after it: the workspace is a large one then.
        if self.driver.wants_any(&["P3", "P4"]) {
            let mut admin = PgConnection::connect(self.database.urls().admin.expose_secret()).await?;
            let (mut server, base, _) = self.serve().await?;
            let scale = Scale { base: &base, seeded: &seeded, load: &self.load, length: self.driver.length };
            scale.measure(&mut admin, report).await?;
            server.ready(&base).await?;
            server.stop().await?;
        }
        println!("  {}", machine::business().await);
        Ok(())
    }

    /// P7, on a server of its own: what it has held in memory since its start is the flood's.
    async fn signing_in(&self, seeded: &Seeded, report: &mut Report) -> anyhow::Result<()> {
        let (mut server, base, _) = self.serve().await?;
        sign_in::measure(&server, &base, LIST, seeded, &self.load, self.driver.length, report).await?;
        server.ready(&base).await?;
        server.stop().await
    }

    /// P1, P2, P8 and P9.
    async fn reading(&self, admin: PgConnection, seeded: &Seeded, report: &mut Report) -> anyhow::Result<()> {
        let replays = self.replays(admin, seeded).await?;
        let (mut server, base) = self.started(report).await?;
        let idle = idle(&server, report).await?;
        if let Some((one, list)) = replays {
            self.read(&P1, &one, &format!("{base}{}", seeded.proposal), seeded, report).await?;
            loaded(&server, idle, report)?;
            self.read(&P2, &list, &format!("{base}{LIST}"), seeded, report).await?;
        } else {
            for read in [P1, P2] {
                report.not_measured(read.measure, read.what, read.target, "pgbench is missing");
            }
            self.warm_up(&format!("{base}{}", seeded.proposal), seeded).await?;
            loaded(&server, idle, report)?;
        }
        server.ready(&base).await?;
        server.stop().await
    }

    /// A command of the server with the settings that an operator behind a proxy must give, and all others at their defaults.
    fn command(&self, subcommand: &str, port: u16) -> Command {
        let urls = self.database.urls();
        let mut command = process::command(&self.driver.binary);
        command.arg(subcommand).env("PROFFER_BIND", format!("127.0.0.1:{port}")).env("PROFFER_DATA_DIR", self.scratch.path());
        command.env("PROFFER_INTERNAL_BIND", "127.0.0.1:0");
        // P7 comes from many addresses.
        command.env("PROFFER_TRUSTED_PROXIES", "1");
        command.env("PROFFER_DATABASE_URL", urls.app.expose_secret()).env("PROFFER_SYSTEM_DATABASE_URL", urls.system.expose_secret());
        command.env("PROFFER_MIGRATION_DATABASE_URL", urls.owner.expose_secret());
        // Any key will do: nothing that is measured is encrypted.
        command.env("PROFFER_SECRET_KEY", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=");
        command
    }

    /// Starts `proffer serve` and returns it, where it is, and the seconds until it was ready.
    async fn serve(&self) -> anyhow::Result<(Background, String, f64)> {
        let port = process::free_port()?;
        let base = format!("http://127.0.0.1:{port}");
        let begun = machine::now();
        let mut server = Background::start(&mut self.command("serve", port), &self.scratch.path().join("serve.log"), "proffer serve")?;
        server.ready(&base).await?;
        Ok((server, base, begun.elapsed().as_secs_f64()))
    }

    async fn seeded(&self) -> anyhow::Result<Seeded> {
        let (server, base, _) = self.serve().await?;
        let log = self.scratch.path().join("worker.log");
        let worker = Background::start(&mut self.command("worker", 0), &log, "proffer worker")?;
        let seeded = seed::seed(&base, &self.scratch.path().join("outbox")).await?;
        worker.stop().await?;
        server.stop().await?;
        Ok(seeded)
    }

    /// What pgbench is to run for P1 and P2; nothing where there is no pgbench.
    async fn replays(&self, admin: PgConnection, seeded: &Seeded) -> anyhow::Result<Option<(Replay, Replay)>> {
        let Some(pgbench) = machine::program("pgbench") else { return Ok(None) };
        let rows = self.database.data_dir();
        let file = rows.parent().context("the rows lie in no folder")?.join("server.log");
        let log = Log::begin(admin, file).await?;
        let (server, base, _) = self.serve().await?;
        let mut replays = Vec::new();
        for (read, path) in [(&P1, seeded.proposal.as_str()), (&P2, LIST)] {
            let statements = self.watched(&log, &format!("{base}{path}"), seeded).await?;
            for statement in &statements {
                raw(read.measure, format!("{:<15} {}", statement.role, shortened(&statement.sql)));
            }
            let urls = self.database.urls();
            let replay = Replay::write(pgbench.clone(), &statements, &urls.system, &urls.app, self.scratch.path(), read.measure)?;
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

    /// The statements of one request to a server that has run it before; twice the same, so that nothing else is among them.
    async fn watched(&self, log: &Log, url: &str, seeded: &Seeded) -> anyhow::Result<Vec<Statement>> {
        self.load.on(url, &seeded.cookie, WARM_UP).await?;
        let client = reqwest::Client::new();
        let mut runs = Vec::new();
        for _ in 0..2 {
            // The connections of the request before go back to their pools only after its answer.
            sleep(REST).await;
            let mark = log.mark()?;
            client.get(url).header("cookie", &seeded.cookie).send().await?.error_for_status()?.bytes().await?;
            runs.push(log.since(mark).await?);
        }
        let statements = runs.pop().unwrap_or_default();
        let before = runs.pop().unwrap_or_default();
        ensure!(capture::same(&statements, &before)?, "two requests ran different statements: {before:#?} and {statements:#?}");
        Ok(statements)
    }

    /// P9: some starts; the last server stays.
    async fn started(&self, report: &mut Report) -> anyhow::Result<(Background, String)> {
        let mut seconds = Vec::new();
        loop {
            let (server, base, took) = self.serve().await?;
            seconds.push(took);
            raw("P9", format!("start {}: ready after {took:.3} s", seconds.len()));
            if seconds.len() == STARTS {
                let figure = median(&seconds);
                report.add_limit("P9", "start to ready, migrated database", format!("{figure:.3} s"), "<= 0.5 s", figure <= 0.5);
                return Ok((server, base));
            }
            server.stop().await?;
        }
    }

    async fn warm_up(&self, url: &str, seeded: &Seeded) -> anyhow::Result<()> {
        self.load.on(url, &seeded.cookie, WARM_UP).await.map(|_| ())
    }

    /// P1 and P2: the server and pgbench by turns.
    async fn read(&self, read: &Read, replay: &Replay, url: &str, seeded: &Seeded, report: &mut Report) -> anyhow::Result<()> {
        let body = reqwest::Client::new().get(url).header("cookie", &seeded.cookie).send().await?.error_for_status()?.bytes().await?;
        raw(read.measure, format!("an answer has {} bytes", body.len()));
        self.warm_up(url, seeded).await?;
        let (mut served, mut replayed) = (Vec::new(), Vec::new());
        for round in 1..=ROUNDS {
            let rates = replay.rates(self.driver.length / 2).await?;
            let answers = self.load.on(url, &seeded.cookie, self.driver.length).await?;
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
        let (served, replayed) = (median(&served), median(&replayed));
        let ratio = served / replayed;
        report.add(Line {
            measure: read.measure,
            what: read.what,
            measured: format!("{served:.0}/s"),
            baseline: format!("{replayed:.0}/s"),
            ratio: format!("{ratio:.2}"),
            target: read.target,
            verdict: Verdict::of(ratio >= read.least),
        });
        Ok(())
    }
}

/// P8, first half.
async fn idle(server: &Background, report: &mut Report) -> anyhow::Result<bool> {
    sleep(REST).await;
    let what = "resident memory, idle";
    let Some(memory) = machine::memory(server.id()?) else {
        report.not_measured("P8", what, "<= 64 MiB", "this system has no /proc");
        return Ok(false);
    };
    raw("P8", format!("idle: {:.1} MiB, at most {:.1} since its start", memory.resident, memory.peak));
    report.add_limit("P8", what, format!("{:.1} MiB", memory.resident), "<= 64 MiB", memory.resident <= 64.0);
    Ok(true)
}

/// P8, second half.
fn loaded(server: &Background, idle: bool, report: &mut Report) -> anyhow::Result<()> {
    let what = "resident memory, most under P1";
    let Some(memory) = machine::memory(server.id()?).filter(|_| idle) else {
        report.not_measured("P8", what, "<= 200 MiB", "this system has no /proc");
        return Ok(());
    };
    raw("P8", format!("after P1: {:.1} MiB, at most {:.1} since its start", memory.resident, memory.peak));
    report.add_limit("P8", what, format!("{:.1} MiB", memory.peak), "<= 200 MiB", memory.peak <= 200.0);
    Ok(())
}

/// A statement on one line of the report.
fn shortened(sql: &str) -> String {
    const WIDTH: usize = 110;
    let words: String = sql.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.chars().count() <= WIDTH { words } else { words.chars().take(WIDTH).chain(['…']).collect() }
}
