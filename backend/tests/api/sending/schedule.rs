//! Scheduled events: reminders to the client, the warning and the expiry, with a clock that is advanced.

use chrono::TimeDelta;
use futures_util::future::join_all;
use proffer::worker::schedule::release_due;
use serde_json::json;

use super::{SendingScene, to_mia};
use crate::support::{
    app::Setup,
    smtp::Verdict,
    stories::{acceptance, shared_path_of},
};

async fn reminders(scene: &SendingScene) -> usize {
    scene.to_client().await.iter().filter(|mail| mail.subject.starts_with("Reminder: ")).count()
}

#[tokio::test]
async fn the_client_is_reminded_after_three_and_seven_days() {
    let scene = SendingScene::sent(&[]).await;
    scene.app.pass(TimeDelta::days(3) - TimeDelta::milliseconds(1));
    assert_eq!(reminders(&scene).await, 0);
    for (days, sent) in [(0, 1), (1, 1), (3, 2), (20, 2)] {
        scene.app.pass(TimeDelta::days(days) + TimeDelta::milliseconds(i64::from(days == 0)));
        scene.ada.get(shared_path_of(&scene.proposal().await)).await.expect(200);
        assert_eq!(reminders(&scene).await, sent, "looking at it stops nothing");
    }
    assert_eq!(scene.kinds().await[2..], ["sent", "reminded", "reminded"]);
    scene.app.finish().await;
}

#[tokio::test]
async fn every_answer_stops_the_reminders() {
    for what in ["changes", "decline", "accept", "resend", "take_back", "switch_off", "revoke", "delete"] {
        let scene = SendingScene::sent(&[]).await;
        let (guest, shared) = (scene.app.anonymous(), shared_path_of(&scene.proposal().await));
        let page = guest.get(&shared).await.expect(200);
        let mut answer = acceptance(&page);
        let expected = match what {
            "changes" | "decline" => {
                answer["action"] = json!(if what == "changes" { "request_changes" } else { "decline" });
                guest.post(format!("{shared}/action"), answer).await.expect(200);
                0
            }
            "accept" => {
                guest.post(format!("{shared}/action"), answer).await.expect(200);
                0
            }
            "resend" => {
                scene.app.pass(TimeDelta::days(2));
                scene.ada.change(scene.path(), json!({ "status": "draft" })).await.expect(200);
                scene.send(to_mia()).await.expect(200);
                scene.app.pass(TimeDelta::days(1));
                assert_eq!(reminders(&scene).await, 0, "the third day counts from the last sending");
                2
            }
            "take_back" => {
                scene.ada.change(scene.path(), json!({ "status": "draft" })).await.expect(200);
                0
            }
            "switch_off" => {
                let proposal =
                    scene.ada.change(scene.path(), json!({ "reminders": false })).await.expect(200);
                assert_eq!((&proposal["reminders"], &proposal["status"]), (&json!(false), &json!("pending")));
                0
            }
            "revoke" => {
                scene.ada.delete(format!("{}/share", scene.path())).await.expect(204);
                0
            }
            _ => {
                scene.ada.delete(scene.path()).await.expect(204);
                0
            }
        };
        for days in [2, 2, 3, 4] {
            scene.app.pass(TimeDelta::days(days));
            scene.app.run_jobs().await;
        }
        assert_eq!(reminders(&scene).await, expected, "{what}");
        scene.app.finish().await;
    }
}

#[tokio::test]
async fn reminders_can_be_switched_off_when_sending_and_on_again_later() {
    let scene = SendingScene::new(&[]).await;
    let mut input = to_mia();
    input["reminders"] = json!(false);
    scene.send(input).await.expect(200);
    scene.app.pass(TimeDelta::days(3));
    assert_eq!(reminders(&scene).await, 0);
    scene.ada.change(scene.path(), json!({ "reminders": true })).await.expect(200);
    scene.app.pass(TimeDelta::days(4));
    assert_eq!(reminders(&scene).await, 1);
    scene.app.finish().await;
}

#[tokio::test]
async fn a_clock_that_jumps_brings_each_thing_once() {
    let scene = SendingScene::new(&[]).await;
    scene
        .ada
        .change(scene.path(), json!({ "validUntil": scene.app.now() + TimeDelta::days(20) }))
        .await
        .expect(200);
    scene.send(to_mia()).await.expect(200);
    scene.app.run_jobs().await;
    scene.app.pass(TimeDelta::days(-400));
    assert_eq!(release_due(&scene.app.app).await.unwrap(), 0, "a clock that jumps back releases nothing");
    scene.app.pass(TimeDelta::days(410));
    assert_eq!(release_due(&scene.app.app).await.unwrap(), 2);
    assert_eq!(release_due(&scene.app.app).await.unwrap(), 0);
    assert_eq!(reminders(&scene).await, 1, "two that are due at once are one mail");
    scene.app.pass(TimeDelta::days(-10));
    assert_eq!(reminders(&scene).await, 1);
    scene.app.pass(TimeDelta::days(10));
    assert_eq!((reminders(&scene).await, scene.told().await.len()), (1, 0));
    scene.app.pass(TimeDelta::days(300));
    scene.app.run_jobs().await;
    assert_eq!(scene.told().await, ["expired"], "of the end, and no longer of its approach");
    assert_eq!(scene.kinds().await[2..], ["edited", "sent", "reminded", "expired"]);
    scene.app.finish().await;
}

#[tokio::test]
async fn the_team_is_warned_and_told_of_the_end_once_however_it_was_sent() {
    for by_mail in [true, false] {
        let scene = SendingScene::new(&[]).await;
        let until = scene.app.now() + TimeDelta::days(10);
        scene.ada.change(scene.path(), json!({ "validUntil": until })).await.expect(200);
        if by_mail {
            scene.send(to_mia()).await.expect(200);
        } else {
            scene.ada.send_proposal(&scene.drafted).await;
        }
        scene.app.pass(TimeDelta::days(7) - TimeDelta::milliseconds(1));
        scene.app.run_jobs().await;
        assert!(scene.told().await.is_empty());
        scene.app.pass(TimeDelta::milliseconds(1));
        scene.app.run_jobs().await;
        assert_eq!(scene.told().await, ["expiring"]);
        scene.app.pass(TimeDelta::days(3));
        scene.app.run_jobs().await;
        let stored = "SELECT status FROM proposals";
        assert_eq!(
            scene.app.database.value::<String>(stored).await,
            "pending",
            "good through its last instant"
        );
        scene.app.pass(TimeDelta::milliseconds(1));
        scene.app.run_jobs().await;
        assert_eq!(scene.app.database.value::<String>(stored).await, "expired");

        // A worker that was killed between its work and recording it: the queue runs all of it again.
        twice(&scene).await;
        scene.app.run_jobs().await;
        assert_eq!(scene.told().await, ["expiring", "expired"]);
        assert_eq!(scene.kinds().await.iter().filter(|kind| *kind == "expired").count(), 1);
        assert_eq!(reminders(&scene).await, if by_mail { 2 } else { 0 });
        scene.app.finish().await;
    }
}

/// Enqueues the released events once more, so that two attempts run at once, or one is late.
async fn twice(scene: &SendingScene) {
    release_due(&scene.app.app).await.unwrap();
    scene
        .app
        .database
        .run(
            "SELECT graphile_worker.add_job(task, json_build_object('workspaceId', workspace_id, 'jobId', id))
             FROM jobs WHERE task IN ('expire_proposal', 'warn_of_expiry', 'remind_client') AND state <> 'scheduled'",
        )
        .await;
}

#[tokio::test]
async fn two_attempts_at_once_do_it_once() {
    let scene = SendingScene::new(&[]).await;
    scene
        .ada
        .change(scene.path(), json!({ "validUntil": scene.app.now() + TimeDelta::days(10) }))
        .await
        .expect(200);
    scene.send(to_mia()).await.expect(200);
    for (days, reminded, told) in
        [(3, 1, vec![]), (4, 2, vec!["expiring"]), (4, 2, vec!["expiring", "expired"])]
    {
        scene.app.pass(TimeDelta::days(days));
        twice(&scene).await;
        assert_eq!(
            (reminders(&scene).await, scene.told().await),
            (reminded, told.into_iter().map(str::to_owned).collect())
        );
    }
    assert_eq!(scene.kinds().await[2..], ["edited", "sent", "reminded", "reminded", "expired"]);
    scene.app.finish().await;
}

#[tokio::test]
async fn another_date_makes_the_old_plan_void() {
    let scene = SendingScene::new(&[]).await;
    let start = scene.app.now();
    let renew = async |days: i64| {
        let change = json!({ "status": "pending", "validUntil": start + TimeDelta::days(days) });
        scene.ada.change(scene.path(), json!({ "status": "draft" })).await.expect(200);
        scene.ada.change(scene.path(), change).await.expect(200)
    };
    renew(5).await;
    renew(40).await;
    scene.app.pass(TimeDelta::days(20));
    scene.app.run_jobs().await;
    assert!(scene.told().await.is_empty(), "the first date stands for nothing any more");
    assert_eq!(scene.proposal().await["status"], "pending");
    scene.app.pass(TimeDelta::days(18));
    scene.app.run_jobs().await;
    assert_eq!(scene.told().await, ["expiring"]);
    scene.app.pass(TimeDelta::days(3));
    scene.app.run_jobs().await;
    assert_eq!(scene.told().await, ["expiring", "expired"]);

    // An expired proposal can be sent again to the same person, with the same link.
    let before = scene.proposal().await;
    renew(80).await;
    let again = scene.proposal().await;
    assert_eq!((&again["status"], &again["shareToken"]), (&json!("pending"), &before["shareToken"]));
    scene.app.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_workers_release_each_job_once() {
    let scene = SendingScene::sent(&[]).await;
    let other = Setup::default().on(&scene.app, 2).start().await;
    let copies = "INSERT INTO jobs (workspace_id, id, task, payload, state, run_at, max_attempts, created_at)
        SELECT workspace_id, gen_random_uuid(), task, payload, state, run_at, max_attempts, created_at FROM jobs, generate_series(1, 150)
        WHERE state = 'scheduled'";
    scene.app.database.run(copies).await;
    scene.app.pass(TimeDelta::days(3));
    other.pass(TimeDelta::days(3));
    let released = join_all([&scene.app.app, &other.app, &scene.app.app, &other.app].map(release_due)).await;
    let released: u64 = released.into_iter().map(Result::unwrap).sum();
    let queued: i64 = scene
        .app
        .database
        .value("SELECT count(*) FROM graphile_worker.jobs WHERE task_identifier = 'remind_client'")
        .await;
    assert_eq!((released, queued), (151, 151));
    scene
        .app
        .database
        .run("DELETE FROM graphile_worker._private_jobs; DELETE FROM jobs WHERE task = 'remind_client'")
        .await;
    other.finish().await;
    scene.app.finish().await;
}

#[tokio::test]
async fn the_schedule_sees_when_and_whose_and_nothing_of_what() {
    let scene = SendingScene::sent(&[]).await;
    let allowed: Vec<String> = scene
        .app
        .database
        .values(
            "SELECT privilege_type || ' ' || column_name FROM information_schema.column_privileges
             WHERE grantee = 'proffer_system' AND table_schema = 'public' AND table_name = 'jobs' AND privilege_type IN ('SELECT', 'UPDATE')
             ORDER BY privilege_type, column_name",
        )
        .await;
    // Site administrators see only their own descriptions of jobs and mails: neither payload nor last_error.
    let seen = "attempts created_at failure finished_at id mail_kind mail_recipient max_attempts run_at state task workspace_id";
    let written = "attempts finished_at state";
    let list = |privilege: &str, columns: &str| {
        columns.split(' ').map(|column| format!("{privilege} {column}")).collect::<Vec<_>>()
    };
    assert_eq!(allowed, [list("SELECT", seen), list("UPDATE", written)].concat());
    scene.app.finish().await;
}

#[tokio::test]
async fn of_a_proposal_that_is_gone_each_job_ends_at_its_first_attempt() {
    let scene = until_in_days(10).await;
    scene.ada.delete(scene.path()).await.expect(204);
    scene.app.pass(TimeDelta::days(11));
    scene.app.run_jobs().await;
    for (task, jobs) in [("remind_client", 2), ("warn_of_expiry", 1), ("expire_proposal", 1)] {
        assert_eq!(scene.app.outcomes(task).await, vec!["done after 1"; jobs], "{task}");
    }
    assert_eq!((reminders(&scene).await, scene.told().await.len()), (0, 0));
    scene.app.finish().await;
}

#[tokio::test]
async fn a_database_that_refuses_is_asked_again_for_each_of_them() {
    let scene = until_in_days(10).await;
    for (days, task, table) in
        [(3, "remind_client", "mails"), (4, "warn_of_expiry", "jobs"), (4, "expire_proposal", "audit_events")]
    {
        scene.app.refuse_writes(table).await;
        scene.app.pass(TimeDelta::days(days));
        scene.app.run_jobs().await;
        assert_eq!(scene.app.tried_again(task).await, "retrying");
        scene.app.allow_writes().await;
        scene.app.make_retries_due().await;
        scene.app.run_jobs().await;
        assert_eq!(scene.app.tried_again(task).await, "done");
    }
    assert_eq!(
        (reminders(&scene).await, scene.told().await),
        (2, vec!["expiring".to_owned(), "expired".to_owned()])
    );
    scene.app.finish().await;
}

#[tokio::test]
async fn a_permanently_refused_reminder_is_sent_once() {
    for verdict in [Verdict::Never, Verdict::Later] {
        // The first one is the proposal itself.
        let scene = SendingScene::sent(&[Verdict::Take, verdict]).await;
        scene.app.run_jobs().await;
        scene.app.database.run("DELETE FROM mails; DELETE FROM jobs WHERE task = 'send_mail'").await;
        scene.app.pass(TimeDelta::days(3));
        scene.app.run_jobs().await;
        assert_eq!(scene.app.outcomes("remind_client").await[0], "done after 1");
        scene.app.make_retries_due().await;
        assert_eq!(reminders(&scene).await, usize::from(verdict == Verdict::Later));
        if verdict == Verdict::Later {
            assert_eq!(scene.app.tried_again("send_mail").await, "done");
        } else {
            assert_eq!(scene.app.outcomes("send_mail").await, ["failed after 1"]);
            scene.app.expect_failed_job("send_mail").await;
        }
        scene.app.finish().await;
    }
}

/// A sent proposal that is valid for that many days.
async fn until_in_days(days: i64) -> SendingScene {
    let scene = SendingScene::new(&[]).await;
    scene
        .ada
        .change(scene.path(), json!({ "validUntil": scene.app.now() + TimeDelta::days(days) }))
        .await
        .expect(200);
    scene.send(to_mia()).await.expect(200);
    scene.app.run_jobs().await;
    scene
}
