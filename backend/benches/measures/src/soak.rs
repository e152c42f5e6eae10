//! `make soak`: eight hours of ordinary use in ten minutes, and the growth of memory, connections and rows.
//!
//! All the work of each hour is done, only faster. So growth caused by work is detected, but growth caused by
//! time alone is not. The servers use the machine's clock, so rows for a sweep are backdated by hand.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use anyhow::{Context as _, ensure};
use proffer_domain::retention::{self, DeletedBy, Rule};
use reqwest::Method;
use serde_json::json;
use sqlx::{AssertSqlSafe, PgConnection};
use tokio::time::{interval, sleep};
use uuid::Uuid;

use super::{
    driver::Driver,
    events::Events,
    machine,
    process::Background,
    report::{Figure, Report, raw},
    seed::{Person, Seeded, text},
    stack::{Model, Served, Stack, on_stack},
    trend::slope,
};

/// The simulated time, in minutes.
const MINUTES: u32 = 8 * 60;
/// The hours at the start that do not count, while the process, its pools and its caches warm up.
const WARM_UP: f64 = 2.0;
/// The sampling interval, in minutes.
const LOOK: u32 = 5;
/// The interval of sweeps in minutes; in real use, a sweep runs once a day.
const SWEEP: u32 = 60;
/// The model double's pause before each chunk of an answer.
const PAUSE: Duration = Duration::from_millis(2);
/// The time limit of a sweep.
const PATIENCE: Duration = Duration::from_secs(30);
/// Pages viewed per minute by the team and by clients.
const PAGES: u32 = 40;
const VIEWS: u32 = 4;
/// The interval of questions, drafts and sent proposals, in minutes.
const ASKED: u32 = 10;
const SENT: u32 = 10;
/// The addresses of mails and of clients.
const MAILBOXES: u32 = 12;
const ADDRESSES: u32 = 20;
/// MiB per hour. The allocator's variation is less than this over six hours, and a leak of 400 bytes per
/// request is more: an hour here has 3,000 requests, more than in real use.
const MEMORY: f64 = 1.0;
/// Rows or connections per hour: temporary ones never balance exactly.
const LEVEL: f64 = 2.0;

/// The state at one time.
struct Sample {
    hour: f64,
    memory: [f64; 2],
    connections: f64,
    rows: BTreeMap<String, i64>,
}

/// The whole soak.
pub async fn measure(driver: &Driver, report: &mut Report) -> anyhow::Result<()> {
    on_stack(driver, "soak", async |stack| on(stack, driver.soak, report).await).await
}

async fn on(stack: &Stack, length: Duration, report: &mut Report) -> anyhow::Result<()> {
    println!("\nSoak: {} hours of ordinary use in {:.0} minutes", MINUTES / 60, length.as_secs_f64() / 60.0);
    let model = Model::start(stack, PAUSE).await?;
    let [ada, bea] = stack.seeded(["ada", "bea"]).await?;
    let mut admin = stack.admin().await?;
    // Counts from before the soak do not belong to it.
    sqlx::raw_sql("DELETE FROM rate_limits").execute(&mut admin).await?;
    let server = stack.serve(Some(&model)).await?;
    let worker = stack.work("soak", Some(&model))?;
    let mut team = SimulatedTeam::new(&server.base, &ada, &bea).await?;
    let began: String = sqlx::query_scalar("SELECT now()::text").fetch_one(&mut admin).await?;
    let mut samples = Vec::new();
    let mut minutes = interval(length / MINUTES);
    for minute in 0..=MINUTES {
        minutes.tick().await;
        if minute.is_multiple_of(LOOK) {
            samples.push(look(&mut admin, minute, &server, &worker).await?);
        }
        team.minute(minute).await.with_context(|| format!("minute {minute}"))?;
        if minute % SWEEP == SWEEP / 2 {
            sweep(stack, &mut admin, &began).await?;
        }
    }
    raw(
        "soak",
        format!(
            "{} requests, {} answers of the assistant, {} proposals sent",
            team.asked, team.answers, team.sent
        ),
    );
    tell(&samples, report);
    server.stop().await?;
    worker.stop().await?;
    model.stop().await
}

/// The simulated team, and its progress.
struct SimulatedTeam {
    base: String,
    ada: Person,
    bea: Person,
    proposal: String,
    client: String,
    link: String,
    asked: u32,
    answers: u32,
    sent: u32,
}

impl SimulatedTeam {
    async fn new(base: &str, ada: &Seeded, bea: &Seeded) -> anyhow::Result<Self> {
        let mut team = Self {
            base: base.to_owned(),
            ada: Person::seeded(base, ada),
            bea: Person::seeded(base, bea),
            proposal: ada.proposal.clone(),
            client: bea.client.clone(),
            link: String::new(),
            asked: 0,
            answers: 0,
            sent: 0,
        };
        team.send_one(0).await?;
        Ok(team)
    }

    /// The work of one minute.
    async fn minute(&mut self, minute: u32) -> anyhow::Result<()> {
        let proposal = self.proposal.clone();
        let lists = ["/api/proposals", "/api/proposals?search=bakery", "/api/clients"];
        let pages = [proposal.as_str(), "/api/dashboard", "/api/notifications"].into_iter().chain(lists);
        for (path, _) in pages.cycle().zip(0..PAGES) {
            self.ada.ask(Method::GET, path, None).await?;
        }
        self.asked += PAGES;
        self.come_and_go(minute).await?;
        for view in 0..VIEWS {
            self.client_views(minute * VIEWS + view).await?;
        }
        if minute.is_multiple_of(ASKED) {
            let question = json!({ "message": "Tell me more." });
            let answer = self
                .ada
                .send(Method::POST, &format!("{}/chat/stream", self.proposal), Some(question))
                .await?;
            let last = Events::of(answer).last().await?;
            ensure!(
                last.get("kind").is_some_and(|kind| kind == "done"),
                "the assistant's last word was {last}"
            );
            self.answers += 1;
        }
        if minute % ASKED == ASKED / 2 {
            self.bea.drafted(&self.client, usize::try_from(minute)?).await?;
            self.answers += 1;
        }
        if minute.is_multiple_of(SENT) {
            self.send_one(minute / SENT).await?;
        }
        Ok(())
    }

    /// A user signs in and reads; every other one signs out, and the rest leave a session behind.
    async fn come_and_go(&mut self, minute: u32) -> anyhow::Result<()> {
        let mut person = Person::at(&self.base, "");
        person.sign_in("ada@example.org").await?;
        person.ask(Method::GET, "/api/dashboard", None).await?;
        if minute.is_multiple_of(2) {
            person.ask(Method::POST, "/api/logout", None).await?;
        }
        self.asked += 3;
        Ok(())
    }

    /// A client opens and reads the last sent proposal.
    async fn client_views(&mut self, number: u32) -> anyhow::Result<()> {
        let mut client = Person::at(&self.base, format!("10.0.0.{}", number % ADDRESSES + 1));
        let link = format!("/api/shared/proposals/{}", self.link);
        client.ask(Method::GET, &link, None).await?;
        let view = Uuid::from_u128((1 << 100) + u128::from(number));
        let visitor = Uuid::from_u128((2 << 100) + u128::from(number % ADDRESSES));
        let reading = json!({
            "viewId": view, "visitorId": visitor, "visibleMs": 9000, "interactions": 5, "sections": []
        });
        client.ask(Method::POST, &format!("{link}/views"), Some(reading)).await?;
        self.asked += 2;
        Ok(())
    }

    /// A proposal is copied, checked and mailed.
    async fn send_one(&mut self, number: u32) -> anyhow::Result<()> {
        let copy = self.ada.ask(Method::POST, &format!("{}/copy", self.proposal), Some(json!({}))).await?;
        let proposal = format!("/api/proposals/{}", text(&copy, "id")?);
        self.ada.accept(&proposal).await?;
        let to = json!({
            "recipientName": "Bob Baker", "recipientEmail": format!("bob{}@example.org", number % MAILBOXES)
        });
        let sent = self.ada.ask(Method::POST, &format!("{proposal}/send"), Some(to)).await?;
        self.link = text(&sent, "shareToken")?;
        self.asked += 4;
        self.sent += 1;
        Ok(())
    }
}

/// The memory of the servers and the rows of the database.
async fn look(
    admin: &mut PgConnection,
    minute: u32,
    server: &Served,
    worker: &Background,
) -> anyhow::Result<Sample> {
    let resident = |process: &Background| -> anyhow::Result<f64> {
        Ok(machine::memory(process.id()?)
            .context("what a process holds is not known here: there is no /proc")?
            .resident)
    };
    let memory = [resident(&server.process)?, resident(worker)?];
    let tables = "SELECT format('SELECT %L AS name, count(*) AS rows FROM %s', c.oid::regclass, c.oid::regclass) FROM pg_class c
                  WHERE c.relkind = 'r' AND c.relnamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace)";
    let counts: Vec<String> = sqlx::query_scalar(tables).fetch_all(&mut *admin).await?;
    let rows: Vec<(String, i64)> =
        sqlx::query_as(AssertSqlSafe(counts.join(" UNION ALL "))).fetch_all(&mut *admin).await?;
    let connected = "SELECT count(*)::float8 FROM pg_stat_activity WHERE application_name = 'proffer'";
    let connections: f64 = sqlx::query_scalar(connected).fetch_one(&mut *admin).await?;
    let sample =
        Sample { hour: f64::from(minute) / 60.0, memory, connections, rows: rows.into_iter().collect() };
    if minute.is_multiple_of(60) {
        let [server, worker] = memory;
        let rows: i64 = sample.rows.values().sum();
        raw(
            "soak",
            format!(
                "hour {:.0}: server {server:.1} MiB, worker {worker:.1} MiB, {connections} connections, {rows} rows",
                sample.hour
            ),
        );
    }
    Ok(sample)
}

/// Backdates the rows written since `began` by a day, and lets a separate worker delete them, like a worker
/// started on another day.
async fn sweep(stack: &Stack, admin: &mut PgConnection, began: &str) -> anyhow::Result<()> {
    sqlx::query(
        "UPDATE sessions SET expires_at = now() - interval '2 days' WHERE created_at > $1::timestamptz",
    )
    .bind(began)
    .execute(&mut *admin)
    .await?;
    sqlx::raw_sql("DELETE FROM sweeps").execute(&mut *admin).await?;
    let sweeper = stack.work("sweeper", None)?;
    let started = machine::now();
    let left = "SELECT count(*) FROM sessions WHERE expires_at < now()";
    while sqlx::query_scalar::<_, i64>(left).fetch_one(&mut *admin).await? > 0 {
        ensure!(started.elapsed() < PATIENCE, "old sessions are not taken away");
        sleep(Duration::from_millis(50)).await;
    }
    sweeper.stop().await
}

/// Whether work may leave rows in a table that remain for hours.
fn may_grow(table: &str) -> bool {
    let kept = Rule::OF_SITE
        .iter()
        .chain(Rule::OF_WORKSPACE)
        .any(|rule| rule.table() == table && rule.kept().num_days() > 1);
    kept || retention::OTHERS
        .iter()
        .any(|(other, end)| *other == table && matches!(end, DeletedBy::Workspace | DeletedBy::Owner))
}

/// The slopes, and the verdicts.
fn tell(samples: &[Sample], report: &mut Report) {
    let counted: Vec<&Sample> = samples.iter().filter(|sample| sample.hour >= WARM_UP).collect();
    let trend = |figure: &dyn Fn(&Sample) -> f64| {
        slope(&counted.iter().map(|sample| (sample.hour, figure(sample))).collect::<Vec<_>>())
    };
    let names = ["resident memory of the server, an hour", "resident memory of the worker, an hour"];
    for (place, what) in names.into_iter().enumerate() {
        let held: Vec<f64> = counted.iter().filter_map(|sample| sample.memory.get(place).copied()).collect();
        let slope = trend(&|sample| sample.memory.get(place).copied().unwrap_or_default());
        let figure = Figure::of(&held, 1, " MiB").and(format_args!(", {slope:+.2}"));
        report.add_limit("soak", what, figure, "<= +1 MiB", slope <= MEMORY);
    }
    let slope = trend(&|sample| sample.connections);
    let held: Vec<f64> = counted.iter().map(|sample| sample.connections).collect();
    let figure = Figure::of(&held, 0, "").and(format_args!(", {slope:+.2}"));
    report.add_limit("soak", "connections to the database, an hour", figure, "<= +2", slope <= LEVEL);
    let tables: BTreeSet<&String> = samples.iter().flat_map(|sample| sample.rows.keys()).collect();
    let mut leaking = Vec::new();
    for table in tables {
        #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 rows")]
        let slope = trend(&|sample| sample.rows.get(table).copied().unwrap_or_default() as f64);
        let grows = slope > LEVEL;
        if grows {
            raw(
                "soak",
                format!(
                    "{table}: {slope:+.1} rows an hour{}",
                    if may_grow(table) { "" } else { ", and should not" }
                ),
            );
        }
        if grows && !may_grow(table) {
            leaking.push(table.as_str());
        }
    }
    let figure = Figure::said(if leaking.is_empty() { "none".to_owned() } else { leaking.join(", ") });
    report.add_limit("soak", "tables that grow and keep nothing", figure, "none", leaking.is_empty());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_may_grow_and_what_is_used_up_may_not() {
        assert!(["proposals", "audit_log", "page_views", "jobs"].iter().all(|table| may_grow(table)));
        assert!(
            ["sessions", "rate_limits", "usage_reservations", "graphile_worker._private_jobs"]
                .iter()
                .all(|table| !may_grow(table))
        );
    }
}
