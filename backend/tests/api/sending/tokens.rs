//! The storage of share link tokens: older links, a new key, and waiting mails.

use proffer::worker::sweep::sweep;
use proffer_store::migrate;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::to_mia;
use crate::{
    sharing::link,
    support::{
        actor::text,
        app::{SECRET_KEY, Setup, TestApp},
        stories::{acceptance, path_of},
    },
};

const ANOTHER_KEY: &str = "HxwdHhsaGRgXFhUUExIREA8ODQwLCgkIBwYFBAMCAQA=";

#[tokio::test]
async fn a_link_from_before_tokens_were_encrypted_goes_on_working() {
    let link = link().await;
    link.app.mail().await;
    let token = text(&link.sent["shareToken"]).to_owned();
    assert_eq!(sweep(&link.app.app, &CancellationToken::new()).await.unwrap(), Some(0));
    link.app
        .database
        .run(format!(
            "UPDATE proposals SET share_token = '{token}', share_token_hash = NULL, share_token_sealed = NULL;
             DELETE FROM seaql_migrations WHERE version = '20261125000034_share_token_hashes'"
        ))
        .await;
    migrate::run(&link.app.database.urls.owner).await.unwrap();
    let works = async || {
        link.page().await;
        let same = link.owner.post_empty(format!("{}/share", path_of(&link.sent))).await.expect(200);
        assert_eq!(text(&same["shareToken"]), token);
        let listed = link.owner.get("/api/proposals").await.expect(200);
        assert_eq!(text(&listed[0]["shareToken"]), token);
    };
    works().await;
    // The migration has made the daily clean-up due again, on the same day.
    assert_eq!(sweep(&link.app.app, &CancellationToken::new()).await.unwrap(), Some(0));
    let rows: Vec<Value> = link.app.database.values("SELECT to_jsonb(p) FROM proposals p").await;
    assert!(rows.len() == 1 && !rows[0].to_string().contains(&token), "{rows:?}");
    works().await;
    link.app.finish().await;
}

#[tokio::test]
async fn a_link_outlives_the_key_of_its_token() {
    let link = link().await;
    link.app.mail().await;
    let (path, share) = (path_of(&link.sent), format!("{}/share", path_of(&link.sent)));
    let token = text(&link.sent["shareToken"]);
    let both = Setup::default()
        .on(&link.app, 2)
        .with("SECRET_KEY", format!("{ANOTHER_KEY},{SECRET_KEY}"))
        .start()
        .await;
    assert_eq!(text(&link.owner.at(&both.base).post_empty(&share).await.expect(200)["shareToken"]), token);
    both.finish().await;

    let without = Setup::default().on(&link.app, 3).with("SECRET_KEY", ANOTHER_KEY).start().await;
    let (owner, guest) = (link.owner.at(&without.base), link.guest.at(&without.base));
    guest.get(&link.path).await.expect(200);
    assert_eq!(owner.get(&path).await.expect(200).get("shareToken"), None);
    owner.post_empty(&share).await.problem(409, "link_unreadable");
    owner.change(&path, json!({ "status": "draft" })).await.expect(200);
    owner.change(&path, json!({ "status": "pending" })).await.problem(409, "link_unreadable");
    guest.get(&link.path).await.expect(200);
    let renewed = owner.post_empty(format!("{share}?renew=true")).await.expect(200);
    guest.get(format!("/api/shared/proposals/{}", text(&renewed["shareToken"]))).await.expect(200);
    guest.get(&link.path).await.problem(404, "shared_proposal_not_found");
    without.finish().await;
    link.app.finish().await;
}

#[tokio::test]
async fn a_mail_that_waits_gets_the_link_as_it_is_when_it_is_sent() {
    let (app, ada) = TestApp::with_company().await;
    let proposal = path_of(&app.drafted_proposal(&ada).await);
    ada.post(format!("{proposal}/send"), to_mia()).await.expect(200);
    let renewed = ada.post_empty(format!("{proposal}/share?renew=true")).await.expect(200);
    assert_eq!(app.mail_to(super::CLIENT).await.link(), text(&renewed["url"]));

    // Without a link a reminder is pointless; the mail about a signature is not.
    ada.post(format!("{proposal}/remind"), json!({})).await.expect(200);
    ada.delete(format!("{proposal}/share")).await.expect(204);
    assert!(app.mail().await.is_empty());
    assert_eq!(
        app.expect_failed_job("send_mail").await,
        "the share link was taken back before the mail was sent"
    );

    app.countersigns(&ada, true).await;
    let link = ada.post_empty(format!("{proposal}/share")).await.expect(200);
    let shared = format!("/api/shared/proposals/{}", text(&link["shareToken"]));
    let page = app.anonymous().get(&shared).await.expect(200);
    app.anonymous().post(format!("{shared}/action"), acceptance(&page)).await.expect(200);
    ada.delete(format!("{proposal}/share")).await.expect(204);
    let mails = app.mail().await;
    let mail = mails.iter().find(|mail| mail.to == super::CLIENT).expect("a mail to the client");
    assert!(mail.subject.starts_with("You accepted") && !mail.text.contains("/shared/"), "{}", mail.text);
    app.finish().await;
}
