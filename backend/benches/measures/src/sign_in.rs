//! P7: a flood of sign-ins. How many of those that the CPU could hash the server processes, how much longer
//! other requests wait meanwhile, and the memory used.
//!
//! Every request is for another user at another address, so none reaches a limit: the work itself is
//! measured.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use anyhow::{Context as _, ensure};
use proffer_adapters::passwords::{Cost, Passwords};
use proffer_domain::identity::Password;
use serde_json::json;
use sqlx::PgConnection;
use tokio::{task::JoinSet, time::sleep};

use super::{
    driver::{CONNECTIONS, ROUNDS, TURNS},
    load::{Answers, Load, all},
    machine,
    report::{Figure, Line, Report, Verdict, median, quantile, ratios, raw},
    seed::{PASSWORD, Seeded},
    stack::Served,
};

/// Concurrent sign-ins: many more than processors, so that they queue.
const FLOOD: usize = 32;
/// The users who sign in, in turn.
pub const PEOPLE: u32 = 500;
/// The number of hashes for the median.
const HASHES: usize = 9;
/// How long the flood runs before other requests are measured.
const RISE: Duration = Duration::from_secs(1);

/// Copies of the seeded user, each with a workspace; they only sign in.
pub async fn seed(admin: &mut PgConnection) -> anyhow::Result<()> {
    let person = |what: &str| format!("md5('{what}' || n)::uuid");
    let (user, workspace, member) = (person("user"), person("workspace"), person("member"));
    let copies = format!(
        "INSERT INTO users (id, email, password_hash, first_name, last_name, email_verified, created_at, updated_at)
             SELECT {user}, 'flood' || n || '@example.org', password_hash, first_name, last_name, true, created_at, updated_at
             FROM users, generate_series(1, {PEOPLE}) n WHERE email = 'ada@example.org';
         INSERT INTO workspaces (workspace_id, name, owner_id, trial_ends_at, created_at, updated_at)
             SELECT {workspace}, 'Flood ' || n, {user}, now() + interval '1 day', now(), now() FROM generate_series(1, {PEOPLE}) n;
         INSERT INTO team_members (workspace_id, id, user_id, role, invited_email, created_at, updated_at)
             SELECT {workspace}, {member}, {user}, 'owner', 'flood' || n || '@example.org', now(), now()
             FROM generate_series(1, {PEOPLE}) n;
         ANALYZE users, workspaces, team_members;"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(copies)).execute(admin).await.context("people for the flood")?;
    Ok(())
}

/// The whole measure, on a server that trusts one proxy.
pub async fn measure(
    server: &Served,
    list: &str,
    seeded: &Seeded,
    load: &Load,
    length: Duration,
    report: &mut Report,
) -> anyhow::Result<()> {
    println!("\nSign-ins: {FLOOD} at once of {PEOPLE} people, each request from another address");
    let base = &server.base;
    let list = format!("{base}{list}");
    flood(base, RISE).await?;
    load.on(&list, &seeded.cookie, RISE).await?;
    let (mut rates, mut possible, mut alone, mut beside) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for round in 1..=ROUNDS {
        let (mut hashes, mut floods) = (Vec::new(), Vec::new());
        for _ in 0..TURNS {
            hashes.push(one_hash().await?);
            floods.push(flood(base, length / TURNS).await?);
        }
        let hash = hashes.iter().sum::<f64>() / f64::from(TURNS);
        #[expect(clippy::cast_precision_loss, reason = "a handful of processors")]
        let could = machine::cores() as f64 / hash;
        let mean = |value: fn(&Answers) -> f64| floods.iter().map(value).sum::<f64>() / f64::from(TURNS);
        let rate = mean(|done| done.rate);
        raw(
            "P7",
            format!(
                "round {round}: {rate:.1} sign-ins/s, p50 {:.0} ms, p99 {:.0} ms; one hash {:.1} ms, so {could:.1}/s could be",
                mean(|done| done.p50),
                mean(|done| done.p99),
                hash * 1000.0
            ),
        );
        let quiet = load.on(&list, &seeded.cookie, length).await?;
        let (flooded, read) = tokio::try_join!(flood(base, length + RISE * 2), async {
            sleep(RISE).await;
            load.on(&list, &seeded.cookie, length).await
        })?;
        raw(
            "P7",
            format!(
                "round {round}: list from {CONNECTIONS} connections p99 {:.1} ms alone, {:.1} ms beside {:.1} sign-ins/s",
                quiet.p99, read.p99, flooded.rate
            ),
        );
        rates.push(rate);
        possible.push(could);
        alone.push(quiet.p99);
        beside.push(read.p99);
    }
    let share = Figure::of(&ratios(&rates, &possible), 2, "");
    let verdict = Verdict::of(share.middle >= 0.85);
    report.add(Line {
        measure: "P7",
        what: "sign-ins/s",
        measured: Figure::of(&rates, 1, "/s"),
        baseline: Figure::of(&possible, 1, "/s"),
        ratio: share,
        target: ">= 0.85 of cores / one hash",
        verdict,
    });
    let times = Figure::of(&ratios(&beside, &alone), 1, "");
    let verdict = Verdict::of(times.middle <= 5.0);
    report.add(Line {
        measure: "P7",
        what: "list p99 during a sign-in flood",
        measured: Figure::of(&beside, 1, " ms"),
        baseline: Figure::of(&alone, 1, " ms"),
        ratio: times,
        target: "<= 5 times alone",
        verdict,
    });
    let (what, target) = ("resident memory, most under the flood", "< 512 MiB");
    match machine::memory(server.process.id()?) {
        Some(memory) => {
            report.add_limit("P7", what, Figure::of(&[memory.peak], 1, " MiB"), target, memory.peak < 512.0);
        }
        None => report.not_measured("P7", what, target, "this system has no /proc"),
    }
    Ok(())
}

/// The seconds for one hash on this machine without other load.
async fn one_hash() -> anyhow::Result<f64> {
    let passwords = Passwords::new(1, Cost::OWASP, [7; 48])?;
    let password = Password::typed(PASSWORD).map_err(|error| anyhow::anyhow!("{error:?}"))?;
    let mut seconds = Vec::new();
    for _ in 0..HASHES {
        let begun = machine::now();
        passwords.matches(&password, None).await?;
        seconds.push(begun.elapsed().as_secs_f64());
    }
    Ok(median(&seconds))
}

/// Signs users in for `length`; every response must be successful.
async fn flood(base: &str, length: Duration) -> anyhow::Result<Answers> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let base: Arc<str> = base.into();
    let begun = machine::now();
    let mut people = JoinSet::new();
    for _ in 0..FLOOD {
        let (base, client) = (base.clone(), reqwest::Client::builder().pool_max_idle_per_host(1).build()?);
        people.spawn(async move {
            let mut times = Vec::new();
            while begun.elapsed() < length {
                let number = NEXT.fetch_add(1, Ordering::Relaxed);
                let [_, a, b, c] = number.to_be_bytes();
                let who = json!({
                    "email": format!("flood{}@example.org", number % PEOPLE + 1), "password": PASSWORD
                });
                let asked = machine::now();
                let request = client
                    .post(format!("{base}/api/login"))
                    .header("x-forwarded-for", format!("10.{a}.{b}.{c}"));
                let answer =
                    request.header("content-type", "application/json").body(who.to_string()).send().await?;
                let status = answer.status();
                ensure!(status.is_success(), "a sign-in was answered {status}: {}", answer.text().await?);
                answer.bytes().await?;
                times.push(asked.elapsed().as_secs_f64() * 1000.0);
            }
            anyhow::Ok(times)
        });
    }
    let times = all(people).await?;
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 sign-ins")]
    let rate = times.len() as f64 / begun.elapsed().as_secs_f64();
    Ok(Answers { rate, p50: quantile(&times, 0.5), p99: quantile(&times, 0.99) })
}
