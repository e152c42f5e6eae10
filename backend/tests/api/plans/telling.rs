//! Notifications about the end of a plan: when, and to whom.

use chrono::TimeDelta;
use proffer::{
    features::billing::plan_notices::NotifyTrial,
    jobs::{Job, JobContext},
};
use serde_json::json;

use super::{INSTANT, TRIAL, administrator, status, told, workspace};
use crate::support::{
    actor::text,
    app::TestApp,
    mailbox::Mail,
    stories::{Owner, registration},
};

/// The recipient and the subject of every mail.
fn heads(mails: &[Mail]) -> Vec<(String, String)> {
    let mut heads: Vec<_> = mails.iter().map(|mail| (mail.to.clone(), mail.subject.clone())).collect();
    heads.sort();
    heads
}

#[tokio::test]
async fn three_days_before_the_end_and_at_the_end() {
    let (app, ada) = TestApp::with_owner().await;
    app.pass(TimeDelta::days(11) - INSTANT);
    assert!(app.mail().await.is_empty());
    app.pass(INSTANT);
    let mail = app.mail_to(&ada.email).await;
    assert_eq!(mail.subject, "The trial of ada ada Meyer ends on March 16, 2026");
    let link = format!("{}subscription", app.base);
    for words in [
        "Your trial ends soon",
        "The trial of ada ada Meyer ends on March 16, 2026 at 09:00 UTC.",
        "subscribe before then. It costs $9 a month for each member",
        "nothing is charged and nothing is lost",
        "See the subscription",
        &link,
    ] {
        assert!(
            mail.text.contains(words) && mail.html.contains(words),
            "{words} is missing in {}",
            mail.text
        );
    }
    assert_eq!((told(&ada).await, status(&ada).await), (vec!["trial_ending".to_owned()], "trial".to_owned()));

    app.pass(TimeDelta::days(3) - INSTANT);
    assert!(app.mail().await.is_empty());
    app.pass(INSTANT);
    let mail = app.mail_to(&ada.email).await;
    assert_eq!(mail.subject, "The trial of ada ada Meyer has ended");
    for words in [
        "Your trial has ended",
        "ended on March 16, 2026 at 09:00 UTC.",
        "Nothing is lost:",
        "subscribe for $9 a month",
        &link,
    ] {
        assert!(
            mail.text.contains(words) && mail.html.contains(words),
            "{words} is missing in {}",
            mail.text
        );
    }
    assert_eq!(told(&ada).await, ["plan_ended", "trial_ending"]);
    app.pass(TimeDelta::days(20));
    assert!(app.mail().await.is_empty(), "told once");
    app.finish().await;
}

#[tokio::test]
async fn a_repeated_job_warns_no_one_twice() {
    let (app, ada) = TestApp::with_owner().await;
    app.pass(TRIAL);
    let mails = app.mail().await;
    assert_eq!(
        heads(&mails),
        [(ada.email.clone(), "The trial of ada ada Meyer has ended".to_owned())],
        "of an end that is past no warning"
    );
    let job = app
        .database
        .value("SELECT id FROM tests.jobs WHERE task = 'tell_of_trial' AND payload = '{\"ends\": true}'")
        .await;
    let workspace_id = workspace(&ada).parse().unwrap();
    let context = JobContext { app: app.app.clone(), workspace_id, job_id: job, last_attempt: false };
    NotifyTrial { ends: true }.run(&context).await.unwrap();
    assert!(app.mail().await.is_empty());
    app.finish().await;
}

#[tokio::test]
async fn owner_and_admins_are_warned_and_only_the_owner_is_asked_to_pay() {
    let (app, ada) = TestApp::with_owner().await;
    let (bob, eve) = (app.joined(&ada, "bob", "admin").await, app.joined(&ada, "eve", "member").await);
    app.pass(TimeDelta::days(11));
    // They belong to other workspaces.
    app.database
        .run(format!(
            "DELETE FROM jobs WHERE task = 'tell_of_trial' AND workspace_id <> '{}'",
            workspace(&ada)
        ))
        .await;
    let mails = app.mail().await;
    let subject = "The trial of ada ada Meyer ends on March 16, 2026".to_owned();
    assert_eq!(heads(&mails), [(ada.email.clone(), subject.clone()), (bob.email.clone(), subject)]);
    for mail in &mails {
        let asked = if mail.to == bob.email {
            "ask its owner to subscribe before then"
        } else {
            "without a break, subscribe before then"
        };
        assert!(mail.text.contains(asked), "{}", mail.text);
    }
    assert_eq!(told(&eve).await, Vec::<String>::new());
    app.finish().await;
}

#[tokio::test]
async fn a_workspace_with_a_plan_gets_no_warning() {
    let (app, ada) = TestApp::with_owner().await;
    let eve = app.register_verified_owner("eve").await;
    app.pays(&ada).await;
    app.database
        .run(format!(
            "INSERT INTO subscriptions (workspace_id, stripe_status, past_due_since, created_at, updated_at)
             VALUES ('{}', 'past_due', '2026-03-12T09:00:00Z', now(), now())",
            workspace(&eve)
        ))
        .await;
    for days in [11, 3] {
        app.pass(TimeDelta::days(days));
        assert_eq!(heads(&app.mail().await), []);
    }
    assert_eq!((told(&ada).await, told(&eve).await), (Vec::new(), Vec::new()));
    app.finish().await;
}

#[tokio::test]
async fn a_plan_that_was_given_and_runs_out_is_told_unless_it_goes_on() {
    let app = TestApp::start().await;
    let root = administrator(&app).await;
    app.pays(&root).await;
    let owners = [
        app.register_verified_owner("ada").await,
        app.register_verified_owner("bea").await,
        app.register_verified_owner("eve").await,
    ];
    let [ada, bea, eve] = &owners;
    let until = app.now() + TimeDelta::days(20);
    let give = async |to: &Owner, input| {
        root.put(format!("/api/admin/workspaces/{}/plan", workspace(to)), input).await.expect(200);
    };
    for owner in &owners {
        give(owner, json!({ "plan": "pro", "until": until, "reason": "A try" })).await;
    }
    give(bea, json!({ "plan": "pro", "until": until + TimeDelta::days(5), "reason": "Longer" })).await;
    give(eve, json!({ "plan": "none", "reason": "Enough" })).await;
    app.pass(TRIAL);
    assert_eq!(
        heads(&app.mail().await),
        [(eve.email.clone(), "The trial of eve eve Meyer has ended".to_owned())]
    );
    app.pass(TimeDelta::days(6));
    let mail = app.mail_to(&ada.email).await;
    assert_eq!(mail.subject, "The free plan of ada ada Meyer has ended");
    assert!(
        mail.text.contains("The free plan of ada ada Meyer ended on March 22, 2026 at 09:00 UTC."),
        "{}",
        mail.text
    );
    app.pass(TimeDelta::days(5));
    assert_eq!(app.mail_to(&bea.email).await.subject, "The free plan of bea bea Meyer has ended");
    assert_eq!(
        (told(ada).await, told(eve).await),
        (vec!["plan_ended".to_owned()], vec!["plan_ended".to_owned()])
    );
    app.finish().await;
}

#[tokio::test]
async fn an_unverified_address_gets_no_warning() {
    let app = TestApp::start().await;
    app.anonymous().post("/api/register", registration("ada")).await.expect(200);
    assert_eq!(app.mail().await.len(), 1, "the link that proves it");
    for days in [11, 3] {
        app.pass(TimeDelta::days(days));
        assert_eq!(heads(&app.mail().await), []);
    }
    app.finish().await;
}

/// Leaving neither starts another trial nor repeats the notification.
#[tokio::test]
async fn a_workspace_that_comes_late_hears_of_what_is_still_ahead() {
    for (days, ahead) in [(10, vec![false, true]), (12, vec![true]), (15, vec![])] {
        let (app, ada) = TestApp::with_owner().await;
        let bob = app.joined(&ada, "bob", "member").await;
        app.pays(&bob).await;
        app.pass(TimeDelta::days(days));
        app.mail().await;
        let team = ada.get("/api/team").await.expect(200);
        let seat = team.as_array().unwrap().iter().find(|mate| mate["email"] == bob.email).unwrap();
        ada.post("/api/workspace/transfer", json!({ "memberId": seat["id"] })).await.expect(200);
        let user = ada.post_empty("/api/workspace/leave").await.expect(200);
        assert_eq!(user["trialEndsAt"], ada.user["trialEndsAt"]);
        let new = text(&user["workspace"]["id"]);
        let jobs = "SELECT (payload ->> 'ends')::boolean FROM tests.jobs WHERE task = 'tell_of_trial'";
        assert_eq!(
            app.database.values::<bool>(format!("{jobs} AND workspace_id = '{new}' ORDER BY run_at")).await,
            ahead,
            "{days}"
        );
        app.mail().await;
        app.finish().await;
    }
}

#[tokio::test]
async fn of_a_workspace_that_is_gone_nothing_is_told_and_a_database_that_refuses_is_asked_again() {
    let (app, ada) = TestApp::with_owner().await;
    app.pass(TimeDelta::days(11));
    app.refuse_writes("jobs").await;
    app.run_jobs().await;
    assert_eq!(app.tried_again("tell_of_trial").await, "retrying");
    app.allow_writes().await;
    app.make_retries_due().await;
    app.mail_to(&ada.email).await;
    assert_eq!(app.tried_again("tell_of_trial").await, "done");

    app.pass(TimeDelta::days(3));
    app.lose_workspace(workspace(&ada)).await;
    assert!(app.mail().await.is_empty());
    assert_eq!(app.outcomes("tell_of_trial").await[1], "done after 1");
    app.finish().await;
}
