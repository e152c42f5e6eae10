//! Deletion after the retention periods, with a clock that is advanced; and data that is never deleted.

use std::collections::{BTreeMap, BTreeSet};

use chrono::TimeDelta;
use proffer::worker::sweep::sweep;
use proffer_domain::retention::{OTHERS, Rule};
use tokio_util::sync::CancellationToken;

use crate::{
    contact,
    support::{
        app::{Setup, TestApp},
        cluster::Database,
    },
    tenancy::world::{A, B, checksums, read, tables, tenant},
};

#[tokio::test]
async fn of_every_table_it_is_known_how_its_rows_end() {
    let database = Database::create().await;
    let tables: Vec<String> = database
        .values(
            "SELECT relname::text FROM pg_class
             WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname <> 'seaql_migrations'",
        )
        .await;
    let known = Rule::OF_SITE.iter().chain(Rule::OF_WORKSPACE).map(|rule| rule.table());
    let known: BTreeSet<&str> = known.chain(OTHERS.iter().map(|(table, _)| *table)).collect();
    assert_eq!(
        tables.iter().map(String::as_str).collect::<BTreeSet<_>>(),
        known,
        "left: tables, right: domain/src/retention.rs"
    );
    database.remove().await;
}

async fn swept(app: &TestApp) -> Option<u64> {
    sweep(&app.app, &CancellationToken::new()).await.unwrap()
}

/// The number of rows with a retention period.
async fn left(app: &TestApp) -> BTreeMap<&'static str, i64> {
    let mut left = BTreeMap::new();
    for (what, query) in [
        ("sessions", "SELECT count(*) FROM sessions"),
        ("links", "SELECT count(*) FROM account_tokens"),
        ("sign-ins", "SELECT count(*) FROM sso_attempts"),
        ("messages", "SELECT count(*) FROM contact_messages"),
        ("jobs with contents", "SELECT count(*) FROM jobs WHERE state <> 'scheduled' AND payload <> '{}'"),
        ("mails", "SELECT count(*) FROM mails JOIN jobs USING (workspace_id, id)"),
        (
            "other jobs",
            "SELECT count(*) FROM jobs WHERE state <> 'scheduled' AND id NOT IN (SELECT id FROM mails)",
        ),
        ("scheduled", "SELECT count(*) FROM jobs WHERE state = 'scheduled' AND payload <> '{}'"),
        ("views", "SELECT count(*) FROM page_views"),
        ("notifications", "SELECT count(*) FROM notifications"),
        ("imports", "SELECT count(*) FROM client_imports WHERE finished_at IS NOT NULL"),
        ("imports that wait", "SELECT count(*) FROM client_imports WHERE finished_at IS NULL"),
    ] {
        left.insert(what, app.database.value(query).await);
    }
    left
}

#[tokio::test]
async fn everything_goes_when_its_time_has_come_and_not_before() {
    let app = TestApp::start().await;
    let a = tenant(&app, A).await;
    tenant(&app, B).await;
    read(&app, &a.ids.share_token).await;
    app.anonymous().post("/api/contact", contact::message()).await.expect(200);
    app.mail().await;
    app.database
        .run(format!(
            "INSERT INTO sso_attempts (id, state_hash, browser_hash, nonce, pkce_verifier, provider, return_to, created_at, expires_at)
             VALUES (gen_random_uuid(), 'a', 'b', 'c', 'd', 'acme', '/', '{0}', '{0}')",
            app.now().to_rfc3339()
        ))
        .await;
    app.database
        .run(format!(
            "INSERT INTO jobs (workspace_id, id, task, payload, state, created_at) SELECT '{0}', gen_random_uuid(), 'notify', '{{\"words\": \"a\"}}', state, '{1}'
             FROM unnest(ARRAY['done', 'failed']) state",
            a.workspace,
            app.now().to_rfc3339()
        ))
        .await;
    let mut before = left(&app).await;
    assert!(before.values().all(|&count| count > 0), "{before:?}");
    let stays: BTreeMap<_, _> = tables(&app, &a)
        .await
        .into_iter()
        .filter(|(table, _)| OTHERS.iter().any(|(other, _)| other == table))
        .collect();
    // Skipped lines of a file are deleted with its import.
    let stays: BTreeMap<_, _> =
        stays.into_iter().filter(|(table, _)| table != "client_import_rows").collect();
    let kept = checksums(&app, &stays).await;
    assert_eq!(swept(&app).await, Some(0));
    // The payload of a completed job has no retention period; an older server left this one.
    *before.get_mut("jobs with contents").unwrap() -= 1;
    assert_eq!(left(&app).await, before);
    assert_eq!(swept(&app).await, None, "once a day");

    let start = app.now();
    let days = |days: i64| start + TimeDelta::days(days);
    let mut gone = BTreeSet::new();
    // Everything was created some seconds before the start, or ends within 31 days after it.
    for (day, what) in [
        (2, vec!["sign-ins"]),
        (62, vec!["sessions", "links"]),
        (89, vec![]),
        (90, vec!["jobs with contents", "imports"]),
        (179, vec![]),
        (180, vec!["other jobs"]),
        (364, vec![]),
        (365, vec!["notifications", "messages"]),
        (729, vec![]),
        (731, vec!["views"]),
    ] {
        app.pass(days(day) + TimeDelta::minutes(1) - app.now());
        assert!(swept(&app).await.is_some());
        gone.extend(what);
        let left = left(&app).await;
        for (what, count) in &left {
            let expected = if gone.contains(what) { 0 } else { before[what] };
            assert_eq!(*count, expected, "{what} after {day} days");
        }
    }
    assert_eq!(checksums(&app, &stays).await, kept);
    assert_eq!(
        app.database.value::<i64>("SELECT count(*) FROM sweeps").await,
        2,
        "of the days it was done those of the last month"
    );
    app.mail().await;
    app.finish().await;
}

/// Of two workers one does it, and a worker that is stopping leaves the rest to the next day.
#[tokio::test]
async fn one_worker_sweeps_in_a_day() {
    let app = TestApp::start().await;
    app.owner_with_company("ada").await;
    let mut other = Setup::default().on(&app, 2).start().await;
    let (first, second) = tokio::join!(swept(&app), swept(&other));
    assert_eq!([first, second].iter().filter(|swept| swept.is_some()).count(), 1, "{first:?} {second:?}");
    app.pass(TimeDelta::days(400));
    let jobs = "SELECT count(*) FROM jobs WHERE state = 'done'";
    let done: i64 = app.database.value(jobs).await;
    assert!(done > 0);
    let stopped = CancellationToken::new();
    stopped.cancel();
    sweep(&app.app, &stopped).await.unwrap();
    assert_eq!(app.database.value::<i64>(jobs).await, done);
    app.pass(TimeDelta::days(1));
    swept(&app).await;
    assert_eq!(app.database.value::<i64>(jobs).await, 0);
    app.mail().await;
    other.shut_down().await;
    app.finish().await;
}
