//! A new member: owner and admins are notified, however the member joins.

use proffer_domain::notification::NotificationEvent;
use serde_json::json;

use super::{kinds, list, workspace};
use crate::{
    sso::{World, provider::Person},
    support::{app::TestApp, stories::address},
};

#[tokio::test]
async fn owner_and_admins_are_notified_when_an_invitation_is_accepted() {
    let (app, ada) = TestApp::with_company().await;
    ada.put("/api/workspace", json!({ "name": "Atelier" })).await.expect(200);
    let bob = app.joined(&ada, "bob", "admin").await;
    let eve = app.joined(&ada, "eve", "member").await;
    assert_eq!(kinds(&ada).await, ["member_joined"; 2]);
    assert_eq!(
        (kinds(&bob).await, kinds(&eve).await),
        (vec!["member_joined".to_owned()], Vec::new()),
        "none of oneself"
    );

    // A person with an account, who clicks twice.
    let zoe = app.register_verified_owner("zoe").await;
    let token = app.invite(&ada, &zoe.email, "member").await;
    app.pass(chrono::TimeDelta::hours(3));
    for _ in 0..2 {
        zoe.post_empty(format!("/api/invitations/{token}/accept")).await.expect(200);
    }
    let mut mails = app.mail().await;
    mails.sort_by(|a, b| a.to.cmp(&b.to));
    let heads: Vec<_> = mails.iter().map(|mail| (mail.to.as_str(), mail.subject.as_str())).collect();
    assert_eq!(
        heads,
        [
            (ada.email.as_str(), "zoe zoe Meyer joined Atelier"),
            (bob.email.as_str(), "zoe zoe Meyer joined Atelier")
        ]
    );
    let said = "zoe zoe Meyer (zoe@zoe.example) joined Atelier as a member on March 2, 2026 at 12:00 UTC.";
    for part in ["Your team has a new member", said, "See your team", &format!("{}settings/team", app.base)] {
        assert!(mails[0].text.contains(part) && mails[0].html.contains(part), "{part}: {mails:#?}");
    }
    let newest = &list(&ada).await[0];
    assert_eq!(
        (&newest["subject"], &newest["actor"], newest.get("proposalId")),
        (&json!("Atelier"), &json!("zoe zoe Meyer"), None)
    );
    app.finish().await;
}

#[tokio::test]
async fn they_are_notified_of_members_who_join_through_the_workspaces_provider() {
    let world = World::new().await;
    let ada = world.app.register_verified_owner("ada").await;
    let acme = world.connected(&ada, "acme.example", json!({})).await;
    assert_eq!(acme, workspace(&ada).to_string());
    for _ in 0..2 {
        world
            .sign_in_through(&acme, Person::new("grace", &address("grace").replace("@grace.", "@acme.")))
            .await;
    }
    let mail = world.app.mail_to(&ada.email).await;
    assert_eq!(mail.subject, "Grace Meyer joined ada ada Meyer");
    assert_eq!(kinds(&ada).await, [NotificationEvent::MemberJoined.as_str()]);
    world.app.finish().await;
}
