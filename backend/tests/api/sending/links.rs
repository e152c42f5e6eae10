//! A revoked or replaced link no longer works, and the proposal is unchanged.

use serde_json::{Value, json};

use super::{CLIENT, SendingScene};
use crate::support::{
    actor::text,
    stories::{acceptance, shared_path_of},
};

#[tokio::test]
async fn a_renewed_link_replaces_the_old_one_and_can_be_signed() {
    let scene = SendingScene::sent(&[]).await;
    let guest = scene.app.anonymous();
    let old = shared_path_of(&scene.proposal().await);
    let share = format!("{}/share", scene.path());
    let same = scene.ada.post_empty(&share).await.expect(200);
    assert_eq!(
        format!("/api/shared/proposals/{}", text(&same["shareToken"])),
        old,
        "sharing again gives the same link"
    );

    let renewed = scene.ada.post_empty(format!("{share}?renew=true")).await.expect(200);
    assert!(text(&renewed["url"]).ends_with(text(&renewed["shareToken"])));
    let new = format!("/api/shared/proposals/{}", text(&renewed["shareToken"]));
    assert_ne!(new, old);
    guest.get(&old).await.problem(404, "shared_proposal_not_found");
    let page = guest.get(&new).await.expect(200);
    guest.post(format!("{old}/action"), acceptance(&page)).await.problem(404, "shared_proposal_not_found");
    assert_eq!(guest.post(format!("{new}/action"), acceptance(&page)).await.expect(200)["status"], "signed");

    // A signed proposal keeps its signature if the link is revoked.
    scene.ada.delete(&share).await.expect(204);
    guest.get(&new).await.problem(404, "shared_proposal_not_found");
    let signed = scene.proposal().await;
    assert_eq!(
        (&signed["status"], &signed["signedByName"], signed.get("shareToken")),
        (&json!("signed"), &json!("Mia Berg"), None)
    );
    let another = scene.ada.post_empty(&share).await.expect(200);
    assert_eq!(
        guest.get(format!("/api/shared/proposals/{}", text(&another["shareToken"]))).await.expect(200)["status"],
        "signed"
    );
    let kinds = scene.kinds().await;
    assert_eq!(kinds[2..], ["sent", "shared", "signed", "link_revoked", "shared"]);
    scene.app.run_jobs().await;
    scene.app.finish().await;
}

#[tokio::test]
async fn a_revoked_link_is_like_one_that_never_was_until_there_is_another() {
    let scene = SendingScene::sent(&[]).await;
    let guest = scene.app.anonymous();
    let old = shared_path_of(&scene.proposal().await);
    let share = format!("{}/share", scene.path());
    let essence = async |path: &str| {
        let mut problem = guest.get(path).await.problem(404, "shared_proposal_not_found");
        problem.as_object_mut().unwrap().remove("requestId");
        problem
    };
    let never: Value = essence("/api/shared/proposals/V1StGXR8_Z5jdHi6B-myT").await;
    for _ in 0..2 {
        scene.ada.delete(&share).await.expect(204);
        assert_eq!(essence(&old).await, never);
    }
    assert_eq!(scene.kinds().await[2..], ["sent", "link_revoked"], "a link is taken back once");
    let waiting = scene.proposal().await;
    assert_eq!(
        (&waiting["status"], &waiting["recipientEmail"]),
        (&json!("pending"), &json!(CLIENT)),
        "the proposal stays what it is"
    );
    let log: Vec<String> = scene
        .app
        .database
        .values("SELECT action FROM audit_log WHERE action LIKE '%link' ORDER BY at, id")
        .await;
    assert_eq!(log, ["revoke_link", "revoke_link"]);

    let again = scene.ada.post_empty(&share).await.expect(200);
    let new = format!("/api/shared/proposals/{}", text(&again["shareToken"]));
    assert_eq!(essence(&old).await, never);
    let page = guest.get(&new).await.expect(200);
    assert_eq!(page["canAct"], true);
    guest.post(format!("{new}/action"), acceptance(&page)).await.expect(200);
    scene.app.run_jobs().await;
    scene.app.finish().await;
}
