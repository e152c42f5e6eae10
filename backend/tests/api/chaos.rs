//! Faults and load: what is unavailable, killed, slow or overloaded, the errors in the meantime, and that
//! everything is intact afterwards. The slow tests run only with `make chaos`.

mod database;
mod failover;
mod flood;
mod line;
mod outside;
mod replicas;
mod sealing;
mod slow;
mod stopping;
mod users;
mod worker;

use std::time::Duration;

use proffer::{features::notifications::jobs::Notify, jobs, mail::SendMail};
use proffer_adapters::mail::MailContent;
use proffer_domain::notification::NotificationEvent;
use serde_json::Value;
use uuid::Uuid;

use crate::support::{actor::text, app::TestApp, stories::Owner, waiting::until};

/// The longest time for an automatic follow-up.
const PATIENCE: Duration = Duration::from_mins(2);
/// The number of jobs that a worker runs at once; jobs that were running when it ended may be run again.
const AT_ONCE: usize = 8;

fn workspace(owner: &Owner) -> Uuid {
    text(&owner.user["workspace"]["id"]).parse().unwrap()
}

/// Enqueues that many mails, each to another recipient.
async fn enqueue_mails(app: &TestApp, owner: &Owner, number: usize) {
    let tx = app.context(workspace(owner)).tx().await.unwrap();
    for n in 0..number {
        let content = MailContent {
            subject: format!("Letter {n}"),
            heading: "Hello".to_owned(),
            ..MailContent::default()
        };
        let mail = SendMail { to: format!("person{n}@harbor.example"), content, ..SendMail::default() };
        jobs::enqueue(&app.app, tx.conn(), workspace(owner), &mail).await.unwrap();
    }
    tx.commit().await.unwrap();
}

/// Enqueues that many notifications of a proposal for its creator: each must become one list entry and one
/// mail.
async fn enqueue_news(app: &TestApp, owner: &Owner, proposal: &Value, number: usize) {
    let tx = app.context(workspace(owner)).tx().await.unwrap();
    for n in 0..number {
        let news = Notify {
            kind: NotificationEvent::Viewed,
            proposal_id: Some(text(&proposal["id"]).parse().unwrap()),
            subject: format!("Proposal {n}"),
            actor: Some("Mia Berg".to_owned()),
            words: None,
            except: None,
            with_document: false,
        };
        jobs::enqueue(&app.app, tx.conn(), workspace(owner), &news).await.unwrap();
    }
    tx.commit().await.unwrap();
}

/// Waits until every due job is done; a failed job fails the test.
async fn all_done(app: &TestApp) {
    until("every job is done", PATIENCE, async || {
        let open: i64 =
            app.database.value("SELECT count(*) FROM jobs WHERE state NOT IN ('done', 'scheduled')").await;
        let queued: i64 = app.database.value("SELECT count(*) FROM graphile_worker.jobs").await;
        (open + queued == 0).then_some(())
    })
    .await;
}
