//! After a new revision: the old page cannot sign, and is told the differences.

use serde_json::{Value, json};

use crate::{
    sharing::{Link, link},
    support::{
        actor::text,
        stories::{acceptance, path_of, shared_path_of},
    },
};

/// Sends again with another word in the document, another title, other prices and other terms.
async fn sent_again(link: &Link) -> Value {
    let path = path_of(&link.sent);
    let draft = link.owner.change(&path, json!({ "status": "draft" })).await.expect(200);
    let html = text(&draft["htmlContent"]).replacen("booking", "reservations", 1);
    let edited = link
        .owner
        .change(&path, json!({ "title": "Now with French", "htmlContent": html }))
        .await
        .expect(200);
    let mut pricing = edited["pricing"].clone();
    pricing["groups"][0]["items"][0]["unitPrice"] = json!("5000");
    let body = json!({ "version": edited["version"], "pricing": pricing });
    let priced = link.owner.put(format!("{path}/pricing"), body).await.expect(200);
    let company = link.owner.get("/api/companies").await.expect(200);
    let terms =
        json!({ "name": company["name"], "termsAndConditions": "ada's terms: payable within 30 days." });
    link.owner.put("/api/companies", terms).await.expect(200);
    link.owner.send_proposal(&priced).await
}

fn run(wording: &str, text: &str) -> Value {
    json!({ "wording": wording, "text": text })
}

/// The added and the removed words.
fn differing(runs: &Value) -> (String, String) {
    let side = |wording: &str| {
        let runs = runs.as_array().unwrap().iter().filter(|run| run["wording"] == wording);
        runs.map(|run| text(&run["text"])).collect::<Vec<_>>().join("|")
    };
    (side("added"), side("removed"))
}

#[tokio::test]
async fn an_old_page_signs_nothing_and_learns_what_is_different() {
    let link = link().await;
    let old = link.page().await;
    let again = sent_again(&link).await;
    for action in ["accept", "decline", "request_changes"] {
        let mut input = acceptance(&old);
        input["action"] = json!(action);
        let stale = link.act(input).await.problem(409, "stale_revision");
        let current = &again["sentRevision"];
        assert_eq!(stale["currentRevision"], json!({ "number": 2, "sha256": current["sha256"] }), "{action}");
    }
    assert_eq!((link.told().await.len(), link.jobs("seal_evidence").await.len()), (0, 0));

    let changes = link.guest.get(format!("{}/changes?since=1", link.path)).await.expect(200);
    assert_eq!((&changes["from"], &changes["to"]), (&json!(1), &json!(2)));
    assert_eq!(
        changes["terms"],
        json!([
            run("same", "ada's terms: payable within "),
            run("removed", "14"),
            run("added", "30"),
            run("same", " days.")
        ])
    );
    let (added, removed) = differing(&changes["titles"]);
    assert!(added.contains("French") && removed.contains("harbor"), "{added} {removed}");
    let (added, removed) = differing(&changes["pricing"]);
    assert!(added.contains("5,000") && removed.contains("4,500"), "{added} {removed}");
    let blocks = changes["blocks"].as_array().unwrap();
    assert!(!blocks.is_empty());
    for block in blocks {
        assert_eq!((&block["change"], block["kind"] == "pricing"), (&json!("changed"), false), "{block}");
        let (added, removed) = differing(&block["runs"]);
        assert!(added.contains("reservations") && removed.contains("booking"), "{added} {removed}");
    }
    // The team sees the same.
    let path = path_of(&link.sent);
    assert_eq!(link.owner.get(format!("{path}/revisions/2/changes")).await.expect(200), changes);
    assert_eq!(link.owner.get(format!("{path}/revisions/2/changes?since=1")).await.expect(200), changes);

    let new = link.page().await;
    link.act(acceptance(&new)).await.expect(200);
    link.app.mail().await;
    link.app.finish().await;
}

#[tokio::test]
async fn nothing_is_different_from_the_same_and_what_was_never_sent_is_not_there() {
    let link = link().await;
    let path = format!("{}/changes", link.path);
    let none = link.guest.get(format!("{path}?since=1")).await.expect(200);
    assert_eq!(none, json!({ "from": 1, "to": 1, "blocks": [], "pricing": [], "titles": [], "terms": [] }));
    for unknown in ["0", "2", "-1", "2147483647"] {
        link.guest.get(format!("{path}?since={unknown}")).await.problem(404, "revision_not_found");
    }
    for malformed in ["", "?since=", "?since=one", "?since=2147483648"] {
        link.guest.get(format!("{path}{malformed}")).await.problem(422, "invalid_parameter");
    }

    let team = format!("{}/revisions", path_of(&link.sent));
    assert_eq!(link.owner.get(format!("{team}/1/changes?since=1")).await.expect(200), none);
    for unknown in ["1/changes", "2/changes", "1/changes?since=0", "-2147483648/changes"] {
        link.owner.get(format!("{team}/{unknown}")).await.problem(404, "revision_not_found");
    }
    for (malformed, part) in [("1/changes?since=none", "since"), ("one/changes?since=1", "number")] {
        let refused = link.owner.get(format!("{team}/{malformed}")).await;
        assert_eq!(
            refused.field_messages(),
            [format!("{part}: This value does not match the documented schema.")]
        );
    }
    link.owner.get("/api/proposals/one/revisions/1/changes?since=1").await.problem(422, "invalid_parameter");
    link.owner.get(format!("{team}/1/changes?since=2")).await.problem(422, "invalid_parameter");
    let missing = "/api/proposals/019cadc6-9a80-7aaa-8aaa-000000000002/revisions/1/changes";
    link.owner.get(missing).await.problem(404, "proposal_not_found");

    // A preview has no side effects.
    let drafted = link.app.drafted_proposal_for(&link.owner, &link.sent["client"]).await;
    let shared = link.owner.post_empty(format!("{}/share", path_of(&drafted))).await.expect(200);
    let preview = shared_path_of(&shared);
    link.guest.get(format!("{preview}/changes?since=1")).await.problem(404, "revision_not_found");
    let totals = json!({ "revisionSha256": "0".repeat(64), "choices": [] });
    let stale = link.guest.post(format!("{preview}/totals"), totals).await.problem(409, "stale_revision");
    assert_eq!(stale.get("currentRevision"), None);
    link.app.finish().await;
}
