//! Notification preferences, and the unsubscribe link of a kind.

use proffer::{
    features::notifications::jobs::Notify,
    mail::unsubscribe::{self, Subscription},
};
use proffer_domain::notification::NotificationEvent;
use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};

use super::{PREFERENCES, World, announce, id, kinds, of, of_plan, prefer, unread, workspace};
use crate::support::{
    actor::{ApiResponse, text},
    app::TestApp,
    stories::path_of,
};

/// The address of the unsubscribe page in the one mail to that person with this subject.
async fn mailed_link(app: &TestApp, to: &str, subject: &str) -> String {
    let mail = app.mail_to(to).await;
    assert!(mail.subject.contains(subject), "{}", mail.subject);
    let page = mail.text.split_whitespace().find(|word| word.contains("/unsubscribe?token="));
    page.expect("a link that ends mails of its kind").to_owned()
}

/// Posts like a mail program: without a cookie, an origin or other browser headers.
async fn one_click(app: &TestApp, page: &str) -> ApiResponse {
    let anonymous = app.anonymous();
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let request = http
        .request(Method::POST, unsubscribe::one_click(page))
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body("List-Unsubscribe=One-Click");
    anonymous.send(request).await
}

#[tokio::test]
async fn every_notification_is_sent_by_default() {
    let world = World::new().await;
    let ada = &world.ada;
    let mut all = ada.get(PREFERENCES).await.expect(200);
    for one in all.as_array_mut().unwrap() {
        assert!(one["etag"].is_string());
        one.as_object_mut().unwrap().remove("etag");
    }
    let expected: Vec<Value> = NotificationEvent::ALL
        .iter()
        .map(|kind| json!({ "kind": kind.as_str(), "inApp": true, "byMail": true }))
        .collect();
    assert_eq!(all, json!(expected));
    let chosen = json!([{ "kind": "signed", "inApp": true, "byMail": false }, { "kind": "viewed", "inApp": false, "byMail": false }]);
    let saved = ada.put(PREFERENCES, chosen).await.expect(200);
    assert_eq!(saved, ada.get(PREFERENCES).await.expect(200));
    let ways: Vec<String> = saved
        .as_array()
        .unwrap()
        .iter()
        .map(|one| format!("{} {} {}", text(&one["kind"]), one["inApp"], one["byMail"]))
        .collect();
    assert_eq!(
        ways,
        [
            "viewed false false",
            "changes_requested true true",
            "signed true false",
            "declined true true",
            "expiring true true",
            "expired true true",
            "member_joined true true",
            "trial_ending true true",
            "payment_failed true true",
            "plan_ended true true",
        ]
    );
    // Omitted kinds are unchanged, and a kind can be changed again.
    let viewed = prefer(ada, "viewed", true, false).await[0].clone();
    assert_eq!(
        (&viewed["kind"], &viewed["inApp"], &viewed["byMail"]),
        (&json!("viewed"), &json!(true), &json!(false))
    );
    assert_eq!(ada.put(PREFERENCES, json!([])).await.expect(200)[2], saved[2]);

    let twice = json!([{ "kind": "viewed", "inApp": true, "byMail": true }, { "kind": "viewed", "inApp": false, "byMail": true }]);
    let refused = ada.put(PREFERENCES, twice).await;
    refused.problem(422, "validation_failed");
    assert_eq!(refused.field_messages(), ["[1].kind: Each kind of notification can be listed once"]);
    ada.put(PREFERENCES, json!([{ "kind": "opened", "inApp": true, "byMail": true }]))
        .await
        .problem(422, "invalid_body");
    ada.put(PREFERENCES, json!([{ "kind": "viewed", "inApp": true }])).await.problem(422, "invalid_body");
    assert_eq!(
        ada.get(PREFERENCES).await.expect(200)[0]["byMail"],
        false,
        "a refused choice changes nothing"
    );
    world.app.finish().await;
}

#[tokio::test]
async fn they_are_told_in_the_ways_they_want() {
    let world = World::new().await;
    for (in_app, by_mail) in [(true, false), (false, true), (false, false), (true, true)] {
        let before = unread(&world.ada).await;
        prefer(&world.ada, "declined", in_app, by_mail).await;
        world.announce(NotificationEvent::Declined).await;
        assert_eq!(world.app.mail().await.len(), usize::from(by_mail), "{in_app} {by_mail}");
        assert_eq!(unread(&world.ada).await - before, i64::from(in_app), "{in_app} {by_mail}");
    }
    world.app.finish().await;
}

#[tokio::test]
async fn the_link_of_a_mail_ends_its_kind_and_no_other() {
    let world = World::new().await;
    let (app, ada) = (&world.app, &world.ada);
    world.announce(NotificationEvent::Viewed).await;
    let page = mailed_link(app, &ada.email, "opened").await;

    // The page requires a click: a program that opens links does not unsubscribe.
    let looked = reqwest::Client::builder()
        .no_proxy()
        .build()
        .unwrap()
        .get(unsubscribe::one_click(&page))
        .send()
        .await
        .unwrap();
    assert_eq!(looked.status(), StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(ada.get(PREFERENCES).await.expect(200)[0]["byMail"], true);

    for _ in 0..2 {
        let answer = one_click(app, &page).await.expect(200);
        assert_eq!(answer, json!({ "message": "You will get no more mails when a proposal is viewed." }));
    }
    let all = ada.get(PREFERENCES).await.expect(200);
    let mailed: Vec<bool> =
        all.as_array().unwrap().iter().map(|one| one["byMail"].as_bool().unwrap()).collect();
    assert_eq!(mailed, [false, true, true, true, true, true, true, true, true, true]);
    assert!(all.as_array().unwrap().iter().all(|one| one["inApp"] == true), "the list stays");
    world.announce(NotificationEvent::Viewed).await;
    assert_eq!(app.mail().await.len(), 0);
    world.announce(NotificationEvent::Declined).await;
    app.mail_to(&ada.email).await;
    assert_eq!(kinds(ada).await.len(), 3);
    let log: Vec<String> = app
        .database
        .values("SELECT actor_kind || ' ' || actor_name || ' ' || action || ' ' || target_name FROM audit_log WHERE action = 'unsubscribe'")
        .await;
    assert_eq!(log, ["person ada ada Meyer unsubscribe a proposal is viewed"; 2]);
    world.app.finish().await;
}

#[tokio::test]
async fn the_mails_about_the_plan_can_be_ended_too() {
    let world = World::new().await;
    let (app, ada) = (&world.app, &world.ada);
    for (kind, subject, when) in [
        (NotificationEvent::TrialEnding, "ends on", "the trial is about to end"),
        (NotificationEvent::PaymentFailed, "A payment for", "a payment fails"),
        (NotificationEvent::PlanEnded, "has ended", "the trial or the subscription has ended"),
    ] {
        announce(app, ada, of_plan(kind, ada)).await;
        let page = mailed_link(app, &ada.email, subject).await;
        let answer = one_click(app, &page).await.expect(200);
        assert_eq!(answer["message"], format!("You will get no more mails when {when}."));
        announce(app, ada, of_plan(kind, ada)).await;
        assert_eq!(app.mail().await.len(), 0);
    }
    assert_eq!(kinds(ada).await.len(), 6, "the list stays");
    world.app.finish().await;
}

#[tokio::test]
async fn the_link_decides_and_not_the_session() {
    let world = World::new().await;
    let (app, ada) = (&world.app, &world.ada);
    let bob = app.joined(ada, "bob", "admin").await;
    world.announce(NotificationEvent::Viewed).await;
    // Bob's browser, in which Ada reads her mail.
    let path = unsubscribe::one_click(&mailed_link(app, &ada.email, "opened").await);
    bob.post_empty(path.trim_start_matches(app.base.as_str().trim_end_matches('/'))).await.expect(200);
    assert_eq!(
        (
            &ada.get(PREFERENCES).await.expect(200)[0]["byMail"],
            &bob.get(PREFERENCES).await.expect(200)[0]["byMail"]
        ),
        (&json!(false), &json!(true))
    );
    world.app.finish().await;
}

#[tokio::test]
async fn no_other_token_ends_anything() {
    let world = World::new().await;
    let (app, ada) = (&world.app, &world.ada);
    let own = Subscription::Notifications {
        workspace_id: workspace(ada),
        user_id: id(&ada.user),
        kind: NotificationEvent::Viewed,
    };
    let link = unsubscribe::link(&app.app, &own);
    let good = link.split_once("token=").unwrap().1.to_owned();
    assert_eq!(unsubscribe::open(&app.app, &good), Some(own.clone()));
    assert!(!good.contains(&id(&ada.user).to_string()));
    let altered = format!("{}{}", if good.starts_with('A') { "B" } else { "A" }, &good[1..]);
    // Made elsewhere, with another key.
    let sealed = proffer_adapters::secrets::Secrets::from_setting(
        &"HxwbGhkYFxYVFBMSERAPDg0MCwoJCAcGBQQDAgEAAAE=".to_owned().into(),
    )
    .unwrap()
    .seal(&serde_json::to_string(&own).unwrap(), b"unsubscribe", [7; 24])
    .unwrap();
    let stranger = base64::Engine::encode(&base64::engine::general_purpose::URL_SAFE_NO_PAD, sealed);
    // A secret of the site for another purpose.
    let other =
        app.app.secrets.seal(&serde_json::to_string(&own).unwrap(), b"something else", [7; 24]).unwrap();
    let other = base64::Engine::encode(&base64::engine::general_purpose::URL_SAFE_NO_PAD, other);
    for token in ["", "x", "%00", &good[..good.len() - 4], &altered, &stranger, &other] {
        let answer =
            app.anonymous().post_empty(format!("/api/notifications/unsubscribe?token={token}")).await;
        answer.problem(404, "unsubscribe_link_invalid");
    }
    assert_eq!(ada.get(PREFERENCES).await.expect(200)[0]["byMail"], true);
    world.app.finish().await;
}

#[tokio::test]
async fn another_site_cannot_trigger_the_one_click_unsubscription() {
    let world = World::new().await;
    let link = unsubscribe::link(
        &world.app.app,
        &Subscription::Notifications {
            workspace_id: workspace(&world.ada),
            user_id: id(&world.ada.user),
            kind: NotificationEvent::Viewed,
        },
    );
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let request =
        http.request(Method::POST, unsubscribe::one_click(&link)).header("Origin", "https://evil.example");
    world.app.anonymous().send(request).await.problem(403, "cross_site_request");
    world.app.finish().await;
}

#[tokio::test]
async fn a_client_is_reminded_no_more_of_that_proposal() {
    let world = World::new().await;
    let (app, ada) = (&world.app, &world.ada);
    let other = app.drafted_proposal(ada).await;
    let link = unsubscribe::link(
        &app.app,
        &Subscription::Reminders { workspace_id: workspace(ada), proposal_id: id(&world.proposal) },
    );
    for _ in 0..2 {
        let answer = one_click(app, &link).await.expect(200);
        assert_eq!(answer, json!({ "message": "You will get no more reminders about this proposal." }));
    }
    let reminded = async |proposal: &Value| {
        app.database
            .value::<bool>(format!("SELECT reminders FROM proposals WHERE id = '{}'", text(&proposal["id"])))
            .await
    };
    assert_eq!((reminded(&world.proposal).await, reminded(&other).await), (false, true));
    let after = ada.get(path_of(&world.proposal)).await.expect(200);
    assert_eq!(
        (&after["version"], &after["updatedAt"]),
        (&world.proposal["version"], &world.proposal["updatedAt"])
    );
    // No reminders are sent about deleted data.
    ada.delete(path_of(&world.proposal)).await.expect(204);
    one_click(app, &link).await.expect(200);
    world.app.finish().await;
}

#[tokio::test]
async fn a_former_member_is_told_that_they_get_no_more_mail() {
    let world = World::new().await;
    let (app, ada) = (&world.app, &world.ada);
    let bob = app.joined(ada, "bob", "member").await;
    let made = app.drafted_proposal(&bob).await;
    announce(app, ada, Notify { ..of(NotificationEvent::Expired, &made) }).await;
    let link = mailed_link(app, &bob.email, "expired").await;
    app.database
        .run(format!("UPDATE team_members SET status = 'removed' WHERE user_id = '{}'", id(&bob.user)))
        .await;
    let answer = one_click(app, &link).await.expect(200);
    assert_eq!(answer["message"], "You will get no more mails when a proposal has expired.");
    assert_eq!(app.database.value::<i64>("SELECT count(*) FROM notification_preferences").await, 0);
    world.app.finish().await;
}
