//! What keeps working after the trial, work started before its end, and the moment of the end.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

use super::{ASSISTANT, CLIENTS, INSTANT, PROPOSALS, TRIAL, status, waits};
use crate::{
    chat::{self, AnswerStream, TURN, TURN_2},
    client_imports,
    support::{
        actor::text,
        app::TestApp,
        model_double::Mode,
        stories::{self, acceptance, path_of, shared_path_of},
    },
};

#[tokio::test]
async fn a_trial_ends_to_the_millisecond_at_any_time_of_the_year() {
    for (registered, ends) in [
        ("2026-12-25T23:59:59.999Z", "2027-01-08T23:59:59.999Z"),
        ("2027-01-31T00:00:00Z", "2027-02-14T00:00:00.000Z"),
        ("2028-02-20T12:00:00Z", "2028-03-05T12:00:00.000Z"),
        ("2028-02-15T12:00:00Z", "2028-02-29T12:00:00.000Z"),
    ] {
        let app = TestApp::start().await;
        app.pass(registered.parse::<DateTime<Utc>>().unwrap() - app.now());
        let ada = app.register_verified_owner("ada").await;
        let shown = async || {
            let shown = ada.get("/api/subscription/status").await.expect(200);
            (
                text(&shown["status"]).to_owned(),
                shown["daysLeft"].as_i64().unwrap(),
                text(&shown["trialEndsAt"]).to_owned(),
            )
        };
        assert_eq!(shown().await, ("trial".to_owned(), 14, ends.to_owned()));
        app.pass(TRIAL - INSTANT);
        assert_eq!(shown().await, ("trial".to_owned(), 1, ends.to_owned()));
        ada.create_client("harbor").await;
        app.pass(INSTANT);
        assert_eq!(shown().await, ("trial_expired".to_owned(), 0, ends.to_owned()));
        waits(&ada.post("/api/clients", stories::client("quay")).await, CLIENTS);
        assert_eq!(ada.get("/api/clients").await.expect(200).as_array().unwrap().len(), 1);
        app.mail().await;
        app.finish().await;
    }
}

#[tokio::test]
async fn what_was_made_is_read_sent_signed_and_taken_out_and_links_keep_working() {
    let (app, ada) = TestApp::with_company().await;
    let (sent, declined) = (app.sent_proposal(&ada).await, app.sent_proposal(&ada).await);
    let drafted = app.drafted_proposal(&ada).await;
    app.pass(TRIAL);
    app.mail().await;
    assert_eq!(status(&ada).await, "trial_expired");

    let guest = app.anonymous();
    let shared = guest.get(shared_path_of(&sent)).await.expect(200);
    guest.post(format!("{}/action", shared_path_of(&sent)), acceptance(&shared)).await.expect(200);
    let no = json!({ "action": "decline", "senderName": "Mia Berg", "senderEmail": "mia@harbor.example" });
    guest.post(format!("{}/action", shared_path_of(&declined)), no).await.expect(200);
    app.mail().await;
    for (proposal, status) in [(&sent, "signed"), (&declined, "rejected")] {
        assert_eq!(ada.get(path_of(proposal)).await.expect(200)["status"], status);
    }
    ada.get(format!("{}/document", path_of(&sent))).await.expect_bytes(200);
    ada.get(format!("{}/evidence", path_of(&sent))).await.expect_bytes(200);

    // A finished draft can be sent; changing it requires a plan.
    waits(
        &ada.change(path_of(&drafted), json!({ "status": "pending", "title": "Another" })).await,
        PROPOSALS,
    );
    ada.post_empty(format!("{}/share", path_of(&drafted))).await.expect(200);
    let now_sent = ada.change(path_of(&drafted), json!({ "status": "pending" })).await.expect(200);
    assert_eq!((&now_sent["status"], &now_sent["title"]), (&json!("pending"), &drafted["title"]));
    guest.get(shared_path_of(&now_sent)).await.expect(200);

    ada.get("/api/clients/export").await.expect_bytes(200);
    ada.get("/api/workspace/export").await.expect_bytes(200);
    ada.delete(path_of(&drafted)).await.expect(204);
    ada.delete(format!("/api/clients/{}", text(&declined["clientId"]))).await.expect(204);
    app.mail().await;
    app.finish().await;
}

#[tokio::test]
async fn an_answer_that_began_in_time_comes_to_its_end_and_the_next_waits() {
    let world = chat::World::new(Mode::Gated).await;
    world.app.pass(TRIAL - INSTANT);
    let ask = |turn: &str| json!({ "message": "Our solution: We build a site that is quick on every phone.", "turnId": turn });
    let mut watching = AnswerStream::ask(&world.ada, &world.path, &ask(TURN)).await;
    watching.until("started").await;
    world.once_asked().await;
    // Long enough for the stream to check its listener again.
    world.app.pass(TimeDelta::minutes(1));
    waits(&world.ada.post("/api/clients", stories::client("quay")).await, CLIENTS);
    world.double.open(1);
    let done = watching.until("done").await;
    assert_eq!(done["message"]["madeChanges"], true);
    assert!(text(&world.now().await["htmlContent"]).contains("quick on every phone"));

    for way in ["chat", "chat/stream"] {
        waits(&world.ada.post(format!("{}/{way}", world.path), ask(TURN_2)).await, ASSISTANT);
    }
    assert_eq!((world.asked(), world.messages().await.len()), (1, 2));
    world.app.mail().await;
    world.app.finish().await;
}

#[tokio::test]
async fn work_that_was_begun_in_time_is_done() {
    let (app, ada) = TestApp::with_company().await;
    let client = ada.create_client("harbor").await;
    app.run_jobs().await;
    let file = "Company,First name,Last name,Email\nQuay,Bo,Berg,bo@quay.example\n";
    app.pass(TRIAL - INSTANT);
    app.mail().await;
    let import = client_imports::begin(&ada, "clients.csv", file).await;
    ada.post(format!("/api/clients/imports/{}/run", text(&import["id"])), stories::import_plan())
        .await
        .expect(200);
    let proposal = ada.start_proposal(&client).await;
    app.pass(INSTANT);
    waits(&ada.post("/api/proposals", stories::proposal(text(&client["id"]))).await, PROPOSALS);
    app.mail().await;
    let proposal = ada.get(format!("/api/proposals/{proposal}")).await.expect(200);
    assert_eq!(proposal["drafting"]["status"], "done");
    let clients = ada.get("/api/clients?search=Quay").await.expect(200);
    assert_eq!(clients[0]["companyName"], "Quay");
    app.finish().await;
}
