//! Failed jobs and their retries, and the status of each mail.

use serde_json::{Value, json};

use super::{NOBODY, administrator, lines, workspace};
use crate::support::{
    actor::text,
    app::{Setup, TestApp},
    smtp::{SmtpPeer, Verdict},
    stories::{Owner, path_of},
};

const JOBS: &str = "/api/admin/jobs";
const MAILS: &str = "/api/admin/mails";

/// Two servers on one database: the jobs of the second use a mail server that answers the first mails as
/// specified.
async fn beside(app: &TestApp, verdicts: &[Verdict]) -> (SmtpPeer, TestApp) {
    let peer = SmtpPeer::start(verdicts).await;
    let away = Setup::default().with("SMTP_URL", peer.url()).on(app, 2).start().await;
    (peer, away)
}

async fn forgets_password(app: &TestApp, who: &Owner) {
    app.anonymous().post("/api/forgot-password", json!({ "email": who.email })).await.expect(200);
}

fn retry(job: &Value) -> String {
    format!("{JOBS}/{}/{}/retry", text(&job["workspaceId"]), text(&job["id"]))
}

#[tokio::test]
async fn work_that_was_given_up_is_done_after_all() {
    let app = TestApp::start().await;
    let root = administrator(&app, "root").await;
    let ada = app.register_verified_owner("ada").await;
    assert_eq!(root.get(JOBS).await.expect(200), json!([]));
    let (peer, mut away) = beside(&app, &[Verdict::Never]).await;
    forgets_password(&app, &ada).await;
    away.run_jobs().await;
    assert_eq!(peer.refused(), [Verdict::Never]);
    away.shut_down().await;

    let failed = root.get(JOBS).await.expect(200);
    let job = &failed[0];
    let at = "2026-03-02T09:00:00.000Z";
    assert_eq!(
        failed,
        json!([{
            "workspaceId": workspace(&ada), "workspaceName": "ada ada Meyer", "id": job["id"],
            "task": "send_mail", "what": "Send a mail",
            "state": "failed", "attempts": 1, "maxAttempts": 12, "lastError": "The mail server refused it or did not answer",
            "createdAt": at, "finishedAt": at,
        }])
    );
    let retried = root.post_empty(retry(job)).await.expect(200);
    assert_eq!(
        (&retried["state"], &retried["attempts"], retried.get("finishedAt")),
        (&json!("retrying"), &json!(0), None)
    );
    assert_eq!(root.get(JOBS).await.expect(200), json!([retried]));
    root.post_empty(retry(job)).await.problem(409, "not_failed");
    let queued: Vec<i16> = app.database.values("SELECT max_attempts FROM graphile_worker.jobs").await;
    assert_eq!(queued, [12], "once, with all its attempts");
    assert_eq!(app.mail_to(&ada.email).await.subject, "Reset your password");
    assert_eq!(root.get(JOBS).await.expect(200), json!([]));
    root.post_empty(retry(job)).await.problem(409, "not_failed");
    assert_eq!(lines(&ada).await, ["site_admin root root Meyer: retry_job Send a mail"]);
    assert_eq!(lines(&root).await, Vec::<String>::new());

    // The workspace is identified by name.
    for nowhere in [
        format!("{JOBS}/{}/{}/retry", workspace(&root), text(&job["id"])),
        format!("{JOBS}/{NOBODY}/{NOBODY}/retry"),
    ] {
        root.post_empty(nowhere).await.problem(404, "job_not_found");
    }
    app.finish().await;
}

#[tokio::test]
async fn work_that_fails_again_is_tried_as_often_as_at_first() {
    let app = TestApp::start().await;
    let root = administrator(&app, "root").await;
    let ada = app.register_verified_owner("ada").await;
    let (_peer, mut away) = beside(&app, &[Verdict::Never, Verdict::Later]).await;
    forgets_password(&app, &ada).await;
    away.run_jobs().await;
    let job = root.get(JOBS).await.expect(200)[0].clone();
    root.post_empty(retry(&job)).await.expect(200);
    away.run_jobs().await;
    away.shut_down().await;
    let waiting = root.get(JOBS).await.expect(200)[0].clone();
    assert_eq!((&waiting["state"], &waiting["attempts"]), (&json!("retrying"), &json!(1)));
    root.post_empty(retry(&job)).await.problem(409, "not_failed");
    app.make_retries_due().await;
    app.mail_to(&ada.email).await;
    app.finish().await;
}

#[tokio::test]
async fn failed_work_is_listed_newest_first_page_by_page() {
    let app = TestApp::start().await;
    let root = administrator(&app, "root").await;
    let ada = app.register_verified_owner("ada").await;
    let insert = |n: i32, state: &str| {
        format!(
            "INSERT INTO jobs (workspace_id, id, task, payload, state, created_at, failure)
             VALUES ('{}', '019cadc6-9a80-7aaa-8aaa-0000000001{n:02}', 'tell_of_trial', '{{}}', '{state}', '2026-03-02T0{}:00:00Z', 'It broke')",
            workspace(&ada),
            n / 2
        )
    };
    for (n, state) in [(1, "failed"), (2, "retrying"), (3, "failed"), (4, "done"), (5, "failed")] {
        app.database.run(insert(n, state)).await;
    }
    let (mut seen, mut next) = (Vec::new(), Some(format!("{JOBS}?limit=2")));
    while let Some(path) = next {
        let page = root.get(&path).await;
        let jobs = page.expect(200);
        seen.extend(jobs.as_array().unwrap().iter().map(|job| text(&job["id"])[34..].to_owned()));
        assert!(
            jobs.as_array()
                .unwrap()
                .iter()
                .all(|job| job["what"] == "Notify of the end of the trial" && job["lastError"] == "It broke")
        );
        next = page.next_page();
    }
    assert_eq!(seen, ["05", "03", "02", "01"]);
    app.database.run("DELETE FROM jobs WHERE task = 'tell_of_trial'").await;
    app.finish().await;
}

/// Kind, recipient and state of each mail.
fn told(mails: &Value) -> Vec<[&str; 3]> {
    mails
        .as_array()
        .unwrap()
        .iter()
        .map(|mail| ["kind", "recipient", "state"].map(|field| text(&mail[field])))
        .collect()
}

#[tokio::test]
async fn the_log_of_mails_says_what_each_was_for_and_where_it_is() {
    let app = TestApp::start().await;
    let root = administrator(&app, "root").await;
    app.pass(chrono::TimeDelta::seconds(1));
    let ada = app.owner_with_company("ada").await;
    app.pass(chrono::TimeDelta::seconds(1));
    let drafted = app.drafted_proposal(&ada).await;
    let letter = json!({ "recipientName": "Mia Berg", "recipientEmail": "mia@harbor.example" });
    ada.post(format!("{}/send", path_of(&drafted)), letter).await.expect(200);
    app.mail().await;
    app.pass(chrono::TimeDelta::seconds(1));
    let (_peer, mut away) = beside(&app, &[Verdict::Never, Verdict::Later]).await;
    // Its time limit starts with the first attempt.
    away.pass(chrono::TimeDelta::seconds(3));
    forgets_password(&app, &ada).await;
    away.run_jobs().await;
    app.pass(chrono::TimeDelta::seconds(1));
    away.pass(chrono::TimeDelta::seconds(1));
    forgets_password(&app, &root).await;
    away.run_jobs().await;
    away.shut_down().await;
    app.pass(chrono::TimeDelta::seconds(1));
    ada.post("/api/team/invitations", json!({ "email": "bob@quay.example", "role": "member" }))
        .await
        .expect(201);

    let all = root.get(MAILS).await.expect(200);
    assert_eq!(
        told(&all),
        [
            ["Invitation to a team", "b…@quay.example", "queued"],
            ["Reset your password", "r…@root.example", "retrying"],
            ["Reset your password", "a…@ada.example", "failed"],
            ["Proposal to a client", "m…@harbor.example", "sent"],
            ["Verify your email", "a…@ada.example", "sent"],
            ["Verify your email", "r…@root.example", "sent"],
        ]
    );
    assert_eq!(
        (&all[2]["attempts"], &all[2]["lastError"]),
        (&json!(1), &json!("The mail server refused it or did not answer"))
    );
    assert_eq!((all[2].get("sentAt"), &all[5]["sentAt"]), (None, &json!("2026-03-02T09:00:00.000Z")));
    assert_eq!(
        (&all[3]["workspaceId"], &all[3]["workspaceName"]),
        (&json!(workspace(&ada)), &json!("ada ada Meyer"))
    );

    let listed = async |query: &str| {
        let mails = root.get(format!("{MAILS}?{query}")).await.expect(200);
        told(&mails).into_iter().map(|[kind, recipient, _]| format!("{kind} {recipient}")).collect::<Vec<_>>()
    };
    for (query, expected) in [
        ("state=queued", &["Invitation to a team b…@quay.example"][..]),
        ("state=retrying", &["Reset your password r…@root.example"]),
        ("state=failed", &["Reset your password a…@ada.example"]),
        ("search=QUAY.ex", &["Invitation to a team b…@quay.example"]),
        ("search=root%20Mey", &["Reset your password r…@root.example", "Verify your email r…@root.example"]),
        ("search=root&state=sent", &["Verify your email r…@root.example"]),
        // The hidden part is not searched either, and wildcard characters are literal.
        ("search=bob", &[]),
        ("search=%25", &[]),
        ("search=%00", &[]),
    ] {
        assert_eq!(listed(query).await, expected, "{query}");
    }
    root.get(format!("{MAILS}?state=lost")).await.problem(422, "invalid_parameter");
    let mut pages = Vec::new();
    let mut next = Some(format!("{MAILS}?search=ada&state=sent&limit=1"));
    while let Some(path) = next {
        let page = root.get(&path).await;
        pages.push(text(&page.expect(200)[0]["kind"]).to_owned());
        next = page.next_page();
    }
    assert_eq!(pages, ["Proposal to a client", "Verify your email"]);
    app.make_retries_due().await;
    app.mail().await;
    app.expect_failed_job("send_mail").await;
    app.finish().await;
}
