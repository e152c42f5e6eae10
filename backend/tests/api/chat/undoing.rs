//! Keeping, refusing and reverting the assistant's changes.

use serde_json::{Value, json};

use super::{World, block};
use crate::support::{
    actor::{ApiResponse, text},
    model_double::Mode,
};

fn id(reply: &Value) -> &str {
    text(&reply["message"]["id"])
}

impl World {
    async fn revert(&self, reply: &Value) -> ApiResponse {
        self.ada.post_empty(format!("{}/chat/{}/revert", self.path, id(reply))).await
    }

    async fn review(&self, reply: &Value, block: Option<&str>, keep: bool) -> ApiResponse {
        let mut body = json!({ "keep": keep });
        if let Some(block) = block {
            body["blockId"] = json!(block);
        }
        self.ada.post(format!("{}/chat/{}/review", self.path, id(reply)), body).await
    }

    async fn says(&self, words: &str) -> bool {
        text(&self.now().await["htmlContent"]).contains(words)
    }

    async fn edit(&self, from: &str, to: &str) {
        let html = text(&self.now().await["htmlContent"]).replace(from, to);
        self.ada.change(&self.path, json!({ "htmlContent": html })).await.expect(200);
    }
}

#[tokio::test]
async fn reverting_one_message_keeps_the_work_of_the_next() {
    let world = World::new(Mode::Normal).await;
    world.ask("Our solution: First words.").await;
    let second = world.ask("Scope of work: Second words.").await;
    world.ask("Overview: Third words.").await;
    let reverted = world.revert(&second).await.expect(200);
    assert_eq!(reverted["conflicts"], json!([]));
    let now = world.now().await;
    assert_eq!((&reverted["htmlContent"], &reverted["version"]), (&now["htmlContent"], &now["version"]));
    assert!(
        world.says("First words.").await
            && world.says("Third words.").await
            && !world.says("Second words.").await
    );
    let landed: String = world
        .app
        .database
        .value("SELECT cause || ' by ' || author_name FROM patches ORDER BY number DESC LIMIT 1")
        .await;
    assert_eq!(landed, "revert by ada ada Meyer");
    assert!(world.messages().await[3]["revertedAt"].is_string());
    world.revert(&second).await.problem(409, "already_reverted");
    world.review(&second, Some(&block(&now, "Scope of work")), false).await.problem(409, "already_reverted");
    world.app.finish().await;
}

#[tokio::test]
async fn what_was_changed_again_stays_and_is_named() {
    let world = World::new(Mode::Normal).await;
    let first = world.ask("Our solution: First words.").await;
    world.ask("Our solution: Second words.").await;
    let before = world.now().await;
    let reverted = world.revert(&first).await.expect(200);
    let conflict = json!([{
        "blockId": block(&before, "Our solution"),
        "title": "Our solution",
        "message": "\u{201c}Our solution\u{201d} was changed again since and stays as it is.",
    }]);
    assert_eq!(reverted["conflicts"], conflict);
    assert_eq!(world.now().await, before, "nothing could be taken out, so nothing changed");
    assert!(world.messages().await[1].get("revertedAt").is_none());
    let refused = world.review(&first, Some(&block(&before, "Our solution")), false).await.expect(200);
    assert_eq!(
        (&refused["conflicts"], &refused["message"]["changes"][0]["review"]),
        (&conflict, &json!("open"))
    );
    world.app.finish().await;
}

#[tokio::test]
async fn a_change_is_kept_or_refused_and_saying_so_twice_changes_nothing() {
    let world = World::new(Mode::Normal).await;
    let reply = world.ask("Our solution: First words.").await;
    let solution = block(&world.proposal, "Our solution");
    for _ in 0..2 {
        let kept = world.review(&reply, Some(&solution), true).await.expect(200);
        assert_eq!(
            (&kept["message"]["changes"][0]["review"], &kept["version"]),
            (&json!("kept"), &reply["version"])
        );
    }
    let version = reply["version"].as_i64().unwrap();
    for _ in 0..2 {
        let refused = world.review(&reply, Some(&solution), false).await.expect(200);
        assert_eq!(
            (&refused["message"]["changes"][0]["review"], &refused["version"]),
            (&json!("refused"), &json!(version + 1))
        );
        assert_eq!(refused["htmlContent"], world.proposal["htmlContent"]);
    }
    world.review(&reply, Some(&solution), true).await.problem(409, "already_refused");
    world
        .review(&reply, Some("019cadc6-9a80-7650-b29d-000000000001"), true)
        .await
        .problem(404, "change_not_found");
    world.review(&reply, None, false).await.problem(404, "change_not_found");

    // Later edits there belong to their author; a revert of the message does not affect them.
    world.edit("<h2>Our solution</h2>", "<h2>Our solution</h2><p>My own words.</p>").await;
    assert_eq!(world.revert(&reply).await.expect(200)["conflicts"], json!([]));
    assert!(world.says("My own words.").await);
    world.app.finish().await;
}

#[tokio::test]
async fn prices_and_places_are_refused_like_words() {
    let world = World::new(Mode::Normal).await;
    let prices = world.ask("Set the price of hosting to $350").await;
    let moved = world.ask("Move Scope of work to the beginning").await;
    let change = &moved["message"]["changes"][0]["block"];
    assert_eq!(
        (&change["change"], &change["title"]),
        (&json!("moved"), &json!("Scope of work")),
        "{moved:#}"
    );
    let refused = world.review(&prices, None, false).await.expect(200);
    assert_eq!(refused["message"]["pricingReview"], "refused");
    assert_eq!(world.now().await["totalAmount"], world.proposal["totalAmount"]);
    world.review(&moved, Some(&block(&world.proposal, "Scope of work")), false).await.expect(200);
    assert_eq!(world.now().await["htmlContent"], world.proposal["htmlContent"]);
    world.app.finish().await;
}

#[tokio::test]
async fn a_section_that_was_added_goes_again() {
    let world = World::new(Mode::Normal).await;
    let reply = world.ask("Please add a section about training.").await;
    assert_eq!(reply["message"]["changes"][0]["block"]["change"], "added", "{reply:#}");
    assert!(world.says("<h2>Training</h2>").await);
    world.revert(&reply).await.expect(200);
    assert_eq!(world.now().await["htmlContent"], world.proposal["htmlContent"]);

    let gone = world.ask("Remove Scope of work").await;
    assert_eq!(gone["message"]["changes"][0]["block"]["change"], "removed", "{gone:#}");
    world.edit("<h2>Overview</h2>", "<h2>Overview</h2><p>My own words.</p>").await;
    world.revert(&gone).await.expect(200);
    assert!(world.says("<h2>Scope of work</h2>").await && world.says("My own words.").await);
    world.app.finish().await;
}

#[tokio::test]
async fn there_must_be_something_to_revert_and_a_draft_to_revert_it_in() {
    let world = World::new(Mode::Normal).await;
    let words = world.ask("Tell me more.").await;
    world.revert(&words).await.problem(409, "nothing_changed");
    let nothing = json!({ "message": { "id": "019cadc6-9a80-7650-b29d-000000000001" } });
    world.revert(&nothing).await.problem(404, "message_not_found");
    let reply = world.ask("Our solution: First words.").await;
    let other = world.app.drafted_proposal(&world.ada).await;
    let elsewhere = format!("/api/proposals/{}/chat/{}/revert", text(&other["id"]), id(&reply));
    world.ada.post_empty(elsewhere).await.problem(404, "message_not_found");
    world.ada.change(&world.path, json!({ "status": "pending" })).await.expect(200);
    world.revert(&reply).await.problem(409, "invalid_transition");
    let solution = block(&world.proposal, "Our solution");
    world.review(&reply, Some(&solution), false).await.problem(409, "invalid_transition");
    assert!(world.says("First words.").await);
    world.app.mail().await;
    world.app.finish().await;
}
