//! The daily root: made for each day that ended, published, and named by the evidence that it covers.

use std::{fs, process::Command};

use chrono::{NaiveDate, TimeDelta};
use pretty_assertions::assert_eq;
use proffer::features::evidence::daily_roots::make;
use proffer_domain::{
    audit::{self, Entry, EventKind, NewEvent},
    daily_root::{DailyRoot, PUBLISHED_AT, PublishedRoots},
    evidence::{Report, Signer, Verdict, verify, verify_file},
    seal::{self, SealingKey},
};
use serde_json::Value;

use super::{CLIENT, known, meddling::meddle, signed};
use crate::{
    sharing::{Link, link},
    support::{
        actor::text,
        app::{SEALING_KEY, Setup, TestApp},
        stories::{acceptance, path_of},
    },
};

/// The days on which `signed()` signs, and around it.
fn march(day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 3, day).unwrap()
}

async fn published(app: &TestApp) -> Vec<DailyRoot> {
    let answer = app.anonymous().get(PUBLISHED_AT).await.expect(200);
    serde_json::from_value(answer["roots"].clone()).unwrap()
}

/// Passes to the next day and makes the root of the day that ended.
async fn next_day(app: &TestApp) -> DailyRoot {
    app.pass(TimeDelta::days(1));
    make(&app.app).await.unwrap().unwrap()
}

async fn report(link: &Link) -> Report {
    let report = verify(link.evidence().await.expect_bytes(200), &known());
    assert_eq!(report.verdict, Verdict::Authentic, "{:#?}", report.lines());
    report
}

/// The last covered event of each daily root in the evidence, and its day.
fn covered(report: &Report) -> Vec<(u32, NaiveDate)> {
    report.daily_roots.iter().map(|covered| (covered.sequence, covered.daily_root.day)).collect()
}

#[tokio::test]
async fn the_root_of_a_day_covers_its_events_and_the_evidence_proves_it() {
    let link = signed().await;
    let app = &link.app;
    app.mail().await;
    let yesterday = make(&app.app).await.unwrap().unwrap();
    assert_eq!((yesterday.day, yesterday.tree_size), (march(1), 0), "nothing had happened on that day");
    assert_eq!(make(&app.app).await.unwrap(), None, "once a day");
    assert_eq!(covered(&report(&link).await), [], "the day of the signing has not ended");

    let before = u32::try_from(link.trail().await.len()).unwrap();
    let today = next_day(app).await;
    assert_eq!((today.day, today.tree_size, &today.previous_hash), (march(2), 1, &yesterday.hash));
    assert_eq!(published(app).await, [today.clone(), yesterday.clone()], "the newest first");
    let one = report(&link).await;
    assert_eq!(covered(&one), [(before, march(2))]);
    assert_eq!(one.daily_roots[0].signer, Signer::Known(known()[0].clone()));
    // A chain without a new event needs no new leaf; one that has grown gets one, and the first stays.
    let grown = next_day(app).await;
    assert_eq!((grown.day, grown.tree_size), (march(3), 1), "a download");
    assert_eq!(next_day(app).await.tree_size, 0);
    assert_eq!(covered(&report(&link).await), [(before, march(2)), (before + 1, march(3))]);

    let answer = app.anonymous().get(format!("{PUBLISHED_AT}?before=2026-03-03")).await.expect(200);
    let earlier: Vec<DailyRoot> = serde_json::from_value(answer["roots"].clone()).unwrap();
    assert_eq!(earlier, [today, yesterday]);
    app.anonymous().get(format!("{PUBLISHED_AT}?before=yesterday")).await.problem(400, "bad_request");
    link.app.finish().await;
}

#[tokio::test]
async fn of_two_workers_one_makes_it_and_a_missed_day_is_made_up_for() {
    let link = signed().await;
    let app = &link.app;
    app.mail().await;
    let mut other = Setup::default().on(app, 2).start().await;
    for server in [app, &other] {
        server.pass(TimeDelta::days(4));
    }
    let (one, another) = tokio::join!(make(&app.app), make(&other.app));
    let made: Vec<DailyRoot> = [one.unwrap(), another.unwrap()].into_iter().flatten().collect();
    assert_eq!(made.len(), 1);
    assert_eq!((made[0].day, made[0].tree_size), (march(5), 1), "the days before are covered too");
    assert_eq!(covered(&report(&link).await).len(), 1);
    assert_eq!(published(&other).await, made);
    other.shut_down().await;
    link.app.finish().await;
}

/// Its transaction was open over midnight and longer than the making of the root.
#[tokio::test]
async fn an_event_that_comes_too_late_for_its_day_is_covered_by_the_next() {
    let link = signed().await;
    link.app.mail().await;
    next_day(&link.app).await;
    let trail = link.trail().await;
    let last = trail.last().unwrap();
    let at = march(2).and_hms_opt(23, 59, 59).unwrap().and_utc();
    let event = NewEvent {
        proposal_id: last.proposal_id,
        kind: EventKind::Viewed,
        actor: audit::Actor::System,
        at,
        payload: Value::Null,
    };
    link.store(&[audit::append(Some(last), event).unwrap()]).await;
    assert_eq!(covered(&report(&link).await), [(last.sequence, march(2))]);
    assert_eq!(next_day(&link.app).await.tree_size, 1);
    assert_eq!(covered(&report(&link).await), [(last.sequence, march(2)), (last.sequence + 2, march(3))]);
    link.app.finish().await;
}

/// A chain with an earlier beginning and all hashes right, and no sealed document to compare it with.
async fn rewrite(link: &Link) -> Vec<Entry> {
    let mut rewritten: Vec<Entry> = Vec::new();
    for Entry { proposal_id, kind, actor, at, payload, sequence, .. } in link.trail().await {
        let at = if sequence == 1 { at - TimeDelta::minutes(1) } else { at };
        rewritten.push(
            audit::append(rewritten.last(), NewEvent { proposal_id, kind, actor, at, payload }).unwrap(),
        );
    }
    meddle(link, "DELETE FROM audit_events; DELETE FROM sealed_documents").await;
    link.store(&rewritten).await;
    rewritten
}

#[tokio::test]
async fn a_rewritten_chain_is_refused_from_the_daily_root_on() {
    let link = signed().await;
    link.app.mail().await;
    rewrite(&link).await;
    assert_eq!(report(&link).await.daily_roots, [], "before the first root nothing shows it");
    next_day(&link.app).await;
    assert_eq!(covered(&report(&link).await).len(), 1);
    link.app.pass(TimeDelta::days(1));

    let rewritten = rewrite(&link).await;
    let problem = link.evidence().await.problem(409, "evidence_broken");
    assert_eq!(problem["errors"][0]["field"], "dailyRoots", "{problem}");
    assert!(text(&problem["errors"][0]["message"]).contains("was rewritten"), "{problem}");
    // Another leaf does not fit the root, and another root needs the key.
    let head = hex::encode(proffer_domain::daily_root::leaf(&rewritten[rewritten.len() - 2].hash));
    meddle(&link, &format!("UPDATE daily_root_leaves SET leaf = '\\x{head}'")).await;
    let problem = link.evidence().await.problem(409, "evidence_broken");
    assert!(text(&problem["errors"][0]["message"]).contains("does not cover event"), "{problem}");
    meddle(&link, "UPDATE daily_roots SET record = jsonb_set(record, '{treeSize}', '2')").await;
    link.evidence().await.problem(409, "evidence_broken");
    link.app.finish().await;
}

#[tokio::test]
async fn roots_of_several_workspaces_are_append_only() {
    let link = signed().await;
    link.app.mail().await;
    let eve = link.app.owner_with_company("eve").await;
    link.app.sent_proposal(&eve).await;
    link.app.mail().await;
    assert_eq!(next_day(&link.app).await.tree_size, 2);
    for statement in
        ["UPDATE daily_roots SET day = day", "DELETE FROM daily_roots", "DELETE FROM daily_root_leaves"]
    {
        let refused = sqlx::raw_sql(statement).execute(&link.app.database.admin).await;
        assert!(refused.is_err_and(|error| error.to_string().contains("append-only")), "{statement}");
    }
    assert_eq!(covered(&report(&link).await).len(), 1, "one of two leaves");
    link.app.finish().await;
}

#[tokio::test]
async fn a_root_of_a_former_key_stays_known() {
    let link = signed().await;
    link.app.mail().await;
    next_day(&link.app).await;
    report(&link).await;
    let former = SealingKey::from_pem(SEALING_KEY, "proffer.example").unwrap().public();
    let next = SealingKey::new_pem(&[3; 32]).unwrap();
    let setup = Setup::default()
        .on(&link.app, 2)
        .with("SEALING_KEY", next)
        .with("SEALING_OLD_KEYS", former.to_pem().unwrap());
    let rotated = setup.start().await;
    rotated.pass(TimeDelta::days(2));
    make(&rotated.app).await.unwrap().unwrap();
    let keys = rotated.anonymous().get(seal::PUBLISHED_AT).await.expect(200)["keys"].clone();
    let keys: Vec<_> =
        keys.as_array().unwrap().iter().map(|key| text(&key["fingerprint"]).parse().unwrap()).collect();
    let owner = rotated.sign_in("ada").await;
    let evidence = owner.get(format!("{}/evidence", path_of(&link.sent))).await;
    let report = verify_file(evidence.expect_bytes(200), &keys);
    assert_eq!(report.verdict, Verdict::Authentic);
    let signers: Vec<_> = report.daily_roots.iter().map(|covered| covered.signer.clone()).collect();
    assert_eq!(signers, [Signer::Known(keys[1].clone()), Signer::Known(keys[0].clone())]);
    rotated.finish().await;
    link.app.finish().await;
}

#[tokio::test]
async fn mails_of_a_signature_name_the_newest_root_and_the_command_compares_it() {
    let link = link().await;
    link.app.mail().await;
    let root = next_day(&link.app).await;
    link.act(acceptance(&link.page().await)).await.expect(200);
    let mails = link.app.mail().await;
    let mail = mails.iter().find(|mail| mail.to == CLIENT).unwrap();
    assert!(
        mail.text.contains(&format!("Its daily root of March 2, 2026 is {} (SHA-256).", root.hash)),
        "{}",
        mail.text
    );
    assert!(text(&link.queued("notify").await[0]["words"]).contains(&root.hash), "the team is told it too");
    let later = next_day(&link.app).await;

    let dir = link.app.database.dir.clone();
    let file = |name: &str, bytes: &[u8]| {
        let path = dir.join(name);
        fs::write(&path, bytes).unwrap();
        path
    };
    let evidence = file("evidence.json", link.evidence().await.expect_bytes(200));
    let list = link.app.anonymous().get(PUBLISHED_AT).await;
    let roots = file("roots.json", &list.body);
    let check = |arguments: &[&str]| {
        let key = known()[0].to_string();
        let mut command = Command::new(env!("CARGO_BIN_EXE_proffer"));
        let output = command
            .args(["verify", "--fingerprint", &key])
            .args(arguments)
            .arg(&evidence)
            .env_clear()
            .output()
            .unwrap();
        (output.status.code().unwrap(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
    };
    let with_roots = ["--roots", roots.to_str().unwrap()];
    let (code, printed) = check(&[&with_roots[..], &["--root", &later.hash]].concat());
    assert_eq!(code, 0, "{printed}");
    assert!(printed.contains("The daily roots in this file are among the published ones."), "{printed}");
    assert!(printed.contains("You received the daily root of March 3, 2026: the events up to"), "{printed}");
    let (code, printed) = check(&[&with_roots[..], &["--root", &"0".repeat(64)]].concat());
    assert_eq!(
        (code, printed.contains("None of the published daily roots given has the SHA-256 000")),
        (1, true),
        "{printed}"
    );
    let altered = file(
        "altered.json",
        String::from_utf8(list.body.clone())
            .unwrap()
            .replace("\"treeSize\": 1", "\"treeSize\": 2")
            .as_bytes(),
    );
    let (code, printed) = check(&["--roots", altered.to_str().unwrap()]);
    assert_eq!((code, printed.contains("that was altered")), (2, true), "{printed}");
    assert!(PublishedRoots::from_json([std::str::from_utf8(&list.body).unwrap()]).is_ok());
    link.app.finish().await;
}
