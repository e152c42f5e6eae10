//! The unread count as a stream: it is pushed to every tab, and ends with the session.

use chrono::TimeDelta;
use proffer_domain::notification::NotificationEvent;
use serde_json::json;

use super::{READ, World, announce, list, of, prefer, workspace};
use crate::support::{app::Setup, stories::Owner, tab::Tab};

#[tokio::test]
async fn the_count_comes_by_itself_to_every_tab() {
    let world = World::new().await;
    let (app, ada) = (&world.app, &world.ada);
    let elsewhere = app.sign_in("ada").await;
    let mut tabs = [Tab::open(ada).await, Tab::open(ada).await, Tab::open(&elsewhere).await];
    for tab in &mut tabs {
        assert_eq!(tab.next().await.unwrap(), json!({ "unread": 0 }));
    }
    world.announce(NotificationEvent::Viewed).await;
    app.mail().await;
    let newest = list(ada).await.remove(0);
    for tab in &mut tabs {
        assert_eq!(tab.next().await.unwrap(), json!({ "unread": 1, "newest": newest }));
    }
    // Entries read in one tab are no longer counted in the others.
    ada.post(READ, json!({})).await.expect(200);
    for tab in &mut tabs {
        assert_eq!(tab.count().await, 0);
    }
    drop(tabs);
    world.app.finish().await;
}

#[tokio::test]
async fn it_is_told_by_another_server_too() {
    let world = World::new().await;
    let mut second = Setup::default().on(&world.app, 2).start().await;
    let mut tab = Tab::open(&world.ada.at(&second.base)).await;
    assert_eq!(tab.count().await, 0);
    world.announce(NotificationEvent::Signed).await;
    world.app.mail().await;
    assert_eq!(tab.count().await, 1);
    // It ends with its server, so that stopping need not wait for it.
    second.shut_down().await;
    assert_eq!(tab.next().await, None);
    world.app.finish().await;
}

#[tokio::test]
async fn a_stream_carries_only_the_notifications_of_its_user() {
    let world = World::new().await;
    let (app, ada) = (&world.app, &world.ada);
    let bob = app.joined(ada, "bob", "member").await;
    let eve = app.owner_with_company("eve").await;
    let hers = app.drafted_proposal(&eve).await;
    // Ada is also a member of Eve's workspace, and works in her own.
    let token = app.invite(&eve, &ada.email, "admin").await;
    ada.post_empty(format!("/api/invitations/{token}/accept")).await.expect(200);
    app.mail_of_joining("ada").await;
    let switch = async |owner: &Owner| {
        ada.post("/api/workspace/switch", json!({ "workspaceId": workspace(owner) })).await.expect(200)
    };
    switch(ada).await;
    ada.post(READ, json!({})).await.expect(200);
    let (mut adas, mut bobs) = (Tab::open(ada).await, Tab::open(&bob).await);
    assert_eq!((adas.count().await, bobs.count().await), (0, 0));

    // Two events at the same instant are equally new.
    app.pass(TimeDelta::seconds(1));
    // The maker of hers is ada's news by person, of another workspace.
    app.database
        .run(format!(
            "UPDATE proposals SET created_by = '{}' WHERE id = '{}'",
            super::id(&ada.user),
            super::id(&hers)
        ))
        .await;
    announce(app, &eve, of(NotificationEvent::Viewed, &hers)).await;
    app.mail().await;
    world.announce(NotificationEvent::Declined).await;
    app.mail().await;
    let told = adas.next().await.unwrap();
    assert_eq!(
        (&told["unread"], &told["newest"]["kind"]),
        (&json!(1), &json!("declined")),
        "news of another workspace came through"
    );
    let made = app.drafted_proposal(&bob).await;
    announce(app, ada, of(NotificationEvent::Expired, &made)).await;
    app.mail().await;
    let told = bobs.next().await.unwrap();
    assert_eq!((&told["unread"], &told["newest"]["kind"]), (&json!(1), &json!("expired")));

    // The other workspace has another stream.
    switch(&eve).await;
    world.announce(NotificationEvent::Signed).await;
    app.mail().await;
    assert_eq!(adas.next().await, None, "it tells of a workspace that is left");
    assert_eq!(Tab::open(ada).await.count().await, 1);
    world.app.finish().await;
}

#[tokio::test]
async fn it_ends_with_the_session_and_keeps_none_alive() {
    let world = World::new().await;
    let (app, ada) = (&world.app, &world.ada);
    let elsewhere = app.sign_in("ada").await;
    let (mut tab, mut other) = (Tab::open(ada).await, Tab::open(&elsewhere).await);
    assert_eq!((tab.count().await, other.count().await), (0, 0));
    elsewhere.post_empty("/api/logout").await.expect(204);
    world.announce(NotificationEvent::Viewed).await;
    app.mail().await;
    assert_eq!((tab.count().await, other.next().await), (1, None));

    // A hidden tab receives events and does not extend the session.
    let seen = "SELECT max(last_seen_at)::text FROM sessions";
    let before: String = app.database.value(seen).await;
    app.pass(TimeDelta::hours(2));
    world.announce(NotificationEvent::Declined).await;
    app.mail().await;
    assert_eq!(tab.count().await, 2);
    assert_eq!(app.database.value::<String>(seen).await, before);
    world.app.finish().await;
}

#[tokio::test]
async fn what_is_not_listed_is_not_counted() {
    let world = World::new().await;
    let mut tab = Tab::open(&world.ada).await;
    assert_eq!(tab.count().await, 0);
    prefer(&world.ada, "viewed", false, true).await;
    world.announce(NotificationEvent::Viewed).await;
    world.app.mail().await;
    world.announce(NotificationEvent::Signed).await;
    world.app.mail().await;
    let told = tab.next().await.unwrap();
    assert_eq!((&told["unread"], &told["newest"]["kind"]), (&json!(1), &json!("signed")));
    drop(tab);
    world.app.finish().await;
}
