//! The recipients of notifications, delivery once, and the list.

use chrono::TimeDelta;
use proffer::{
    features::notifications::jobs::Notify,
    jobs::{Job, JobContext},
};
use proffer_domain::notification::NotificationEvent;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{LIST, READ, UNREAD, World, announce, id, kinds, list, of, of_plan, prefer, unread, workspace};
use crate::support::{
    actor::text,
    stories::{Owner, PASSWORD, path_of},
};

#[tokio::test]
async fn what_happens_to_a_proposal_is_listed_with_its_words() {
    let world = World::new().await;
    let ada = &world.ada;
    assert_eq!((list(ada).await, ada.get(UNREAD).await.expect(200)), (Vec::new(), json!({ "unread": 0 })));
    let happened = world.app.now();
    let news = Notify {
        words: Some("More French, please.".to_owned()),
        ..of(NotificationEvent::ChangesRequested, &world.proposal)
    };
    announce(&world.app, ada, news).await;
    // The queue may be delayed; the time shown is that of the event.
    world.app.pass(TimeDelta::hours(1));
    world.app.mail_to(&ada.email).await;
    let told = list(ada).await;
    let expected = json!([{
        "id": told[0]["id"], "kind": "changes_requested", "proposalId": world.proposal["id"],
        "subject": world.proposal["title"],
        "actor": "Mia Berg", "words": "More French, please.",
        "createdAt": happened.to_rfc3339_opts(chrono::SecondsFormat::Millis, true),
    }]);
    assert_eq!(Value::from(told.clone()), expected);
    assert_eq!(
        ada.get(UNREAD).await.expect(200),
        json!({ "unread": 1, "newest": told[0] }),
        "looking is not reading"
    );
    world.app.finish().await;
}

#[tokio::test]
async fn every_kind_reaches_the_list_and_the_mailbox() {
    let world = World::new().await;
    for kind in NotificationEvent::ALL.into_iter().filter(|kind| *kind != NotificationEvent::MemberJoined) {
        match kind {
            NotificationEvent::TrialEnding
            | NotificationEvent::PaymentFailed
            | NotificationEvent::PlanEnded => {
                announce(&world.app, &world.ada, of_plan(kind, &world.ada)).await
            }
            _ => world.announce(kind).await,
        };
        world.app.pass(TimeDelta::seconds(1));
        world.app.mail_to(&world.ada.email).await;
    }
    assert_eq!(
        kinds(&world.ada).await,
        [
            "plan_ended",
            "payment_failed",
            "trial_ending",
            "expired",
            "expiring",
            "declined",
            "signed",
            "changes_requested",
            "viewed"
        ]
    );
    world.app.finish().await;
}

#[tokio::test]
async fn the_maker_is_told_while_they_belong_to_the_team_and_then_the_owner() {
    let world = World::new().await;
    let (app, ada) = (&world.app, &world.ada);
    let bob = app.joined(ada, "bob", "member").await;
    let before = unread(ada).await;
    let made = app.drafted_proposal(&bob).await;
    announce(app, ada, of(NotificationEvent::Viewed, &made)).await;
    app.mail_to(&bob.email).await;
    assert_eq!((unread(ada).await - before, unread(&bob).await), (0, 1));

    // An action causes no notification for its actor, nor for anyone else instead.
    let own = Notify { except: Some(id(&bob.user)), ..of(NotificationEvent::Expired, &made) };
    announce(app, ada, own).await;
    assert_eq!(app.mail().await.len(), 0);
    assert_eq!((unread(ada).await - before, unread(&bob).await), (0, 1));

    let team = ada.get("/api/team").await.expect(200);
    let seat = team.as_array().unwrap().iter().find(|one| one["email"] == bob.email).unwrap();
    ada.delete(format!("/api/team/{}", text(&seat["id"]))).await.expect(204);
    app.mail().await;
    announce(app, ada, of(NotificationEvent::Declined, &made)).await;
    app.mail_to(&ada.email).await;
    assert_eq!(unread(ada).await - before, 1);
    world.app.finish().await;
}

#[tokio::test]
async fn a_repeated_job_notifies_no_one_twice() {
    let world = World::new().await;
    let (app, ada) = (&world.app, &world.ada);
    let job = world.announce(NotificationEvent::Viewed).await;
    let context =
        JobContext { app: app.app.clone(), workspace_id: workspace(ada), job_id: job, last_attempt: false };
    of(NotificationEvent::Viewed, &world.proposal).run(&context).await.unwrap();
    // The worker was killed before recording it: the job is run again, and by two workers at once.
    let [first, second] = [(); 2].map(|()| of(NotificationEvent::Viewed, &world.proposal).run(&context));
    let (first, second) = tokio::join!(first, second);
    first.unwrap();
    second.unwrap();
    app.mail_to(&ada.email).await;
    assert_eq!(unread(ada).await, 1);
    world.app.finish().await;
}

#[tokio::test]
async fn a_job_that_fails_half_way_has_notified_no_one() {
    let world = World::new().await;
    let (app, ada) = (&world.app, &world.ada);
    // Its mail cannot be enqueued: what was written before is rolled back too.
    app.database
        .run(
            "CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$;
             CREATE TRIGGER broken BEFORE INSERT ON mails FOR EACH ROW EXECUTE FUNCTION broken()",
        )
        .await;
    world.announce(NotificationEvent::Signed).await;
    app.run_jobs().await;
    assert_eq!(
        app.database.value::<String>("SELECT state FROM jobs WHERE task = 'notify'").await,
        "retrying"
    );
    assert_eq!(unread(ada).await, 0, "listed without its mail");
    app.database.run("DROP TRIGGER broken ON mails").await;
    app.make_retries_due().await;
    app.mail_to(&ada.email).await;
    assert_eq!(unread(ada).await, 1);
    world.app.finish().await;
}

#[tokio::test]
async fn a_job_that_runs_again_mails_once_what_is_not_listed() {
    let world = World::new().await;
    let (app, ada) = (&world.app, &world.ada);
    prefer(ada, "viewed", false, true).await;
    let job = world.announce(NotificationEvent::Viewed).await;
    app.mail_to(&ada.email).await;
    let context =
        JobContext { app: app.app.clone(), workspace_id: workspace(ada), job_id: job, last_attempt: false };
    of(NotificationEvent::Viewed, &world.proposal).run(&context).await.unwrap();
    assert_eq!(app.mail().await.len(), 0);
    assert_eq!((list(ada).await, unread(ada).await), (Vec::new(), 0));
    world.app.finish().await;
}

#[tokio::test]
async fn of_a_proposal_that_is_gone_nothing_is_told() {
    let world = World::new().await;
    world.announce(NotificationEvent::Viewed).await;
    world.ada.delete(path_of(&world.proposal)).await.expect(204);
    assert_eq!(world.app.mail().await.len(), 0);
    assert_eq!(unread(&world.ada).await, 0);
    let state: String =
        world.app.database.value("SELECT state || ' ' || attempts FROM jobs WHERE task = 'notify'").await;
    assert_eq!(state, "done 1");
    world.app.finish().await;
}

async fn some(world: &World, count: i64) {
    for _ in 0..count {
        world.announce(NotificationEvent::Viewed).await;
        world.app.pass(TimeDelta::seconds(1));
    }
    world.app.mail().await;
}

#[tokio::test]
async fn the_list_is_read_page_by_page() {
    let world = World::new().await;
    some(&world, 5).await;
    let all = list(&world.ada).await;
    let (mut next, mut read, mut pages) = (Some(format!("{LIST}?limit=2")), Vec::new(), 0);
    while let Some(path) = next {
        let answer = world.ada.get(&path).await;
        read.extend(answer.expect(200).as_array().unwrap().clone());
        next = answer.next_page();
        pages += 1;
    }
    assert_eq!((pages, read.len(), read), (3, 5, all));
    world.ada.get(format!("{LIST}?limit=0")).await.problem(422, "invalid_parameter");
    world.ada.get(format!("{LIST}?cursor=x")).await.problem(422, "invalid_parameter");
    world.app.finish().await;
}

#[tokio::test]
async fn what_was_read_is_counted_no_more() {
    let world = World::new().await;
    let ada = &world.ada;
    some(&world, 3).await;
    let all = list(ada).await;
    let after = ada
        .post(READ, json!({ "ids": [all[2]["id"], "019cadc6-9a80-7650-b29d-000000000034"] }))
        .await
        .expect(200);
    assert_eq!(after, json!({ "unread": 2, "newest": all[0] }));
    let first = world.app.now();
    world.app.pass(TimeDelta::hours(1));
    assert_eq!(ada.post(READ, json!({ "ids": [] })).await.expect(200)["unread"], 2);
    assert_eq!(ada.post(READ, json!({})).await.expect(200)["unread"], 0);
    let times: Vec<_> = list(ada).await.iter().map(|one| text(&one["readAt"]).to_owned()).collect();
    let text = |at: chrono::DateTime<chrono::Utc>| at.to_rfc3339_opts(chrono::SecondsFormat::Millis, true);
    assert_eq!(
        times,
        [text(world.app.now()), text(world.app.now()), text(first)],
        "what was read before keeps its time"
    );
    let many: Vec<Uuid> = (0..101).map(Uuid::from_u128).collect();
    let refused = ada.post(READ, json!({ "ids": many })).await;
    refused.problem(422, "validation_failed");
    assert_eq!(refused.field_messages(), ["ids: List at most 100, or none for all of them"]);
    world.app.finish().await;
}

#[tokio::test]
async fn a_colleague_sees_and_changes_nothing_of_mine() {
    let world = World::new().await;
    let bob = world.app.joined(&world.ada, "bob", "admin").await;
    some(&world, 2).await;
    let mine = list(&world.ada).await;
    let before = unread(&world.ada).await;
    assert_eq!((list(&bob).await, unread(&bob).await), (Vec::new(), 0));
    assert_eq!(bob.post(READ, json!({ "ids": [mine[0]["id"]] })).await.expect(200), json!({ "unread": 0 }));
    assert_eq!(bob.post(READ, json!({})).await.expect(200), json!({ "unread": 0 }));
    prefer(&bob, "viewed", false, false).await;
    assert_eq!((list(&world.ada).await, unread(&world.ada).await), (mine, before));
    some(&world, 1).await;
    assert_eq!(unread(&world.ada).await, before + 1, "a colleague's choice is not mine");
    world.app.finish().await;
}

#[tokio::test]
async fn two_workspaces_do_not_mix() {
    let world = World::new().await;
    let (app, ada) = (&world.app, &world.ada);
    let eve = app.owner_with_company("eve").await;
    let hers = app.drafted_proposal(&eve).await;
    // Ada is a member of both.
    let token = app.invite(&eve, &ada.email, "admin").await;
    ada.post_empty(format!("/api/invitations/{token}/accept")).await.expect(200);
    app.mail_of_joining("ada").await;
    assert_eq!(kinds(&eve).await, ["member_joined"]);
    announce(app, &eve, of(NotificationEvent::Declined, &hers)).await;
    app.mail_to(&eve.email).await;
    world.announce(NotificationEvent::Viewed).await;
    app.mail_to(&ada.email).await;
    let switch = async |owner: &Owner| {
        ada.post("/api/workspace/switch", json!({ "workspaceId": workspace(owner) })).await.expect(200)
    };
    switch(&eve).await;
    prefer(ada, "viewed", true, false).await;
    assert_eq!((kinds(ada).await, unread(ada).await), (Vec::<String>::new(), 0));
    assert_eq!(ada.post(READ, json!({})).await.expect(200)["unread"], 0);
    switch(ada).await;
    assert_eq!((kinds(ada).await, unread(ada).await), (vec!["viewed".to_owned()], 1));
    world.announce(NotificationEvent::Viewed).await;
    app.mail_to(&ada.email).await;
    world.app.finish().await;
}

#[tokio::test]
async fn a_program_has_no_notifications() {
    let world = World::new().await;
    let program = world.ada.program_with(&["proposals:read", "proposals:write"]).await;
    for path in [LIST, UNREAD, super::PREFERENCES, "/api/notifications/events"] {
        program.get(path).await.problem(403, "forbidden");
        world.app.anonymous().get(path).await.problem(401, "unauthenticated");
    }
    program.post(READ, json!({})).await.problem(403, "forbidden");
    world.app.finish().await;
}

#[tokio::test]
async fn they_go_out_with_the_account_and_end_with_it() {
    let world = World::new().await;
    let (app, ada) = (&world.app, &world.ada);
    let bob = app.joined(ada, "bob", "member").await;
    let made = app.drafted_proposal(&bob).await;
    announce(app, ada, of(NotificationEvent::Viewed, &made)).await;
    prefer(&bob, "declined", true, false).await;
    app.mail().await;
    let answer = bob.get("/api/account/export").await;
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(answer.expect_bytes(200))).unwrap();
    let account: Value = serde_json::from_reader(archive.by_name("account.json").unwrap()).unwrap();
    assert_eq!(account["notifications"].as_array().unwrap().len(), 1, "his alone: {account:#}");
    assert_eq!(
        (&account["notifications"][0]["kind"], &account["notifications"][0]["subject"]),
        (&json!("viewed"), &made["title"])
    );
    let preferences = account["notificationPreferences"].as_array().unwrap();
    assert_eq!(preferences.len(), 1);
    assert_eq!((&preferences[0]["kind"], &preferences[0]["byMail"]), (&json!("declined"), &json!(false)));

    let rows = format!(
        "SELECT (SELECT count(*) FROM notifications WHERE user_id = '{0}') + (SELECT count(*) FROM notification_preferences WHERE user_id = '{0}')",
        id(&bob.user)
    );
    assert_eq!(app.database.value::<i64>(rows.clone()).await, 2);
    bob.post("/api/account/delete", json!({ "email": bob.email, "password": PASSWORD })).await.expect(204);
    assert_eq!(app.database.value::<i64>(rows).await, 0);
    app.mail().await;
    world.app.finish().await;
}

#[tokio::test]
async fn what_a_workspace_that_is_gone_refuses_is_given_up_at_once() {
    let world = World::new().await;
    let app = &world.app;
    announce(app, &world.ada, of_plan(NotificationEvent::TrialEnding, &world.ada)).await;
    app.lose_workspace(&workspace(&world.ada).to_string()).await;
    app.run_jobs().await;
    app.make_retries_due().await;
    app.run_jobs().await;
    assert_eq!(app.outcomes("notify").await, ["failed after 1"]);
    assert_eq!(app.expect_failed_job("notify").await, "unauthenticated");
    world.app.finish().await;
}
