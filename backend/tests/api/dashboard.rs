//! The dashboard: stored figures that always equal a recount.

use chrono::TimeDelta;
use futures_util::future::join_all;
use proffer_domain::document;
use reqwest::{Method, header};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{
    actor::{json as with_json, text},
    app::TestApp,
    stories::{Owner, acceptance, path_of, pricing, shared_path_of},
};

const CHROME: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";

async fn board(owner: &Owner) -> Value {
    owner.get("/api/dashboard").await.expect(200)
}

/// A summary of the figures: all, with a client, accepted, decided; and the non-empty states with their sums.
fn said(board: &Value) -> (Vec<i64>, Vec<String>) {
    let counts = ["totalProposals", "activeProposals", "wonProposals", "decidedProposals"]
        .map(|name| board[name].as_i64().unwrap());
    assert_eq!(board["wonOfDecided"], board["wonProposals"]);
    let stages = board["pipeline"].as_array().unwrap();
    assert_eq!(
        stages.iter().map(|stage| text(&stage["status"])).collect::<Vec<_>>(),
        ["draft", "pending", "in_review", "accepted", "signed", "rejected", "expired"]
    );
    let filled = stages.iter().filter(|stage| stage["count"] != 0);
    (
        counts.to_vec(),
        filled
            .map(|stage| format!("{} {} {}", text(&stage["status"]), stage["count"], worth(&stage["value"])))
            .collect(),
    )
}

fn worth(values: &Value) -> String {
    let values = values.as_array().unwrap().iter();
    values
        .map(|value| format!("{} {}", text(&value["amount"]), text(&value["currency"])))
        .collect::<Vec<_>>()
        .join(" + ")
}

/// The figures of every workspace, recounted.
async fn recount(app: &TestApp) {
    for (kept, counted) in [
        (
            "SELECT concat_ws(' ', workspace_id, status, currency, count, trim_scale(amount)) FROM proposal_tallies WHERE count <> 0 ORDER BY 1",
            "SELECT concat_ws(' ', workspace_id, status, currency, count(*), trim_scale(sum(total_amount))) FROM proposals
             GROUP BY workspace_id, status, currency ORDER BY 1",
        ),
        (
            "SELECT concat_ws(' ', workspace_id, month, currency, created, won, trim_scale(won_amount)) FROM proposal_months
             WHERE created <> 0 OR won <> 0 ORDER BY 1",
            "SELECT concat_ws(' ', workspace_id, month, currency, sum(created), sum(won), trim_scale(sum(won_amount))) FROM (
                 SELECT workspace_id, month_of(created_at) AS month, currency, 1 AS created, 0 AS won, 0 AS won_amount FROM proposals
                 UNION ALL SELECT workspace_id, month_of(decided_at), currency, 0, 1, total_amount FROM proposals
                           WHERE status IN ('accepted', 'signed')) AS months
             GROUP BY workspace_id, month, currency ORDER BY 1",
        ),
    ] {
        let (kept, counted): (Vec<String>, Vec<String>) = (app.database.values(kept).await, app.database.values(counted).await);
        assert_eq!(kept, counted, "left: kept, right: recounted");
    }
    let nothing = "SELECT count(*) FROM proposal_tallies WHERE count < 0 OR (count = 0 AND amount <> 0)";
    assert_eq!(app.database.value::<i64>(nothing).await, 0);
}

/// The client reads it as a person does.
async fn read(app: &TestApp, sent: &Value, number: u128) {
    let shared = app.anonymous().get(shared_path_of(sent)).await.expect(200);
    let block = document::sections(text(&shared["htmlContent"]))[0].id;
    app.pass(TimeDelta::minutes(1));
    let input = json!({
        "viewId": Uuid::from_u128(1000 + number), "visitorId": Uuid::from_u128(number),
        "revisionNumber": shared["revision"]["number"],
        "visibleMs": 9_000, "interactions": 4, "sections": [{ "blockId": block, "visibleMs": 6_000 }],
    });
    let guest = app.anonymous();
    let request = guest
        .request(Method::POST, &format!("{}/views", shared_path_of(sent)))
        .header(header::USER_AGENT, CHROME);
    guest.send(with_json(request, &input)).await.expect(204);
    // The first report opens it, and a later one says how long it was open.
    app.pass(TimeDelta::minutes(1));
    let request = guest
        .request(Method::POST, &format!("{}/views", shared_path_of(sent)))
        .header(header::USER_AGENT, CHROME);
    let mut later = input;
    later["visibleMs"] = json!(30_000);
    guest.send(with_json(request, &later)).await.expect(204);
}

async fn answer(app: &TestApp, sent: &Value, action: &str) {
    let path = shared_path_of(sent);
    let shared = app.anonymous().get(&path).await.expect(200);
    let mut input = acceptance(&shared);
    input["action"] = json!(action);
    if action != "accept" {
        input = json!({
            "action": action, "senderName": "Mia Berg", "senderEmail": "mia@harbor.example",
            "message": "And the logo?",
            "revisionSha256": shared["revision"]["sha256"],
        });
    }
    app.anonymous().post(format!("{path}/action"), input).await.expect(200);
}

fn unanswered(board: &Value) -> Vec<String> {
    let rows = board["unanswered"].as_array().unwrap().iter();
    rows.map(|row| format!("{} {} {}", text(&row["id"]), row["views"], text(&row["suggestion"]))).collect()
}

#[tokio::test]
async fn an_empty_workspace_has_figures_too() {
    let (app, ada) = TestApp::with_company().await;
    let board = board(&ada).await;
    assert_eq!(said(&board), (vec![0, 0, 0, 0], Vec::new()));
    assert_eq!((&board["unanswered"], board.get("timeToAcceptance")), (&json!([]), None));
    let months: Vec<&str> =
        board["valueOverTime"].as_array().unwrap().iter().map(|month| text(&month["month"])).collect();
    assert_eq!((months.len(), months[0], months[11]), (12, "2025-04", "2026-03"));
    app.finish().await;
}

#[tokio::test]
async fn every_figure_follows_a_proposal_through_its_life() {
    let (app, ada) = TestApp::with_company().await;
    let eve = app.owner_with_company("eve").await;
    let of_eve = app.drafted_proposal(&eve).await;
    let draft = app.drafted_proposal(&ada).await;
    let id = text(&draft["id"]).to_owned();
    assert_eq!(said(&board(&ada).await), (vec![1, 0, 0, 0], vec!["draft 1 8100.00 USD".to_owned()]));

    let sent = ada.send_proposal(&draft).await;
    let shown = board(&ada).await;
    assert_eq!(said(&shown), (vec![1, 1, 0, 0], vec!["pending 1 8100.00 USD".to_owned()]));
    assert_eq!(unanswered(&shown), Vec::<String>::new(), "nobody has seen it yet");
    recount(&app).await;

    app.pass(TimeDelta::hours(1));
    read(&app, &sent, 1).await;
    let shown = board(&ada).await;
    assert_eq!(unanswered(&shown), [format!("{id} 1 follow_up")]);
    let row = &shown["unanswered"][0];
    assert_eq!(
        (text(&row["sentAt"]), text(&row["clientName"]), text(&row["totalAmount"])),
        ("2026-03-02T09:00:00.000Z", "harbor Dental", "8100.00")
    );
    assert!(text(&row["lastViewedAt"]) > text(&row["sentAt"]));

    answer(&app, &sent, "request_changes").await;
    let shown = board(&ada).await;
    assert_eq!(said(&shown), (vec![1, 1, 0, 0], vec!["in_review 1 8100.00 USD".to_owned()]));
    assert_eq!(unanswered(&shown), [format!("{id} 1 answer_question")]);

    // Edit anyway, another currency, and sent again to the client, who has not seen it yet.
    let draft = ada.change(path_of(&sent), json!({ "status": "draft" })).await.expect(200);
    assert_eq!(said(&board(&ada).await).1, ["draft 1 8100.00 USD"]);
    let mut table = pricing();
    table["currency"] = json!("EUR");
    ada.put(format!("{}/pricing", path_of(&draft)), json!({ "version": draft["version"], "pricing": table }))
        .await
        .expect(200);
    let euros = board(&ada).await;
    assert!(said(&euros).1[0].ends_with(" EUR"), "{euros:#}");
    assert_eq!(euros["totalValue"].as_array().unwrap().len(), 1, "no currency without a proposal");
    recount(&app).await;
    let again = ada.send_proposal(&ada.get(path_of(&draft)).await.expect(200)).await;
    assert_eq!(unanswered(&board(&ada).await), Vec::<String>::new());

    app.pass(TimeDelta::days(1));
    read(&app, &again, 2).await;
    answer(&app, &again, "accept").await;
    let shown = board(&ada).await;
    let (counts, stages) = said(&shown);
    assert_eq!((counts, stages.len()), (vec![1, 0, 1, 1], 1));
    assert!(stages[0].starts_with("signed 1 "), "{stages:?}");
    let march = &shown["valueOverTime"][11];
    assert_eq!((&march["created"], &march["won"]), (&json!(1), &json!(1)));
    assert_eq!(march["wonValue"], shown["totalValue"]);
    let took = &shown["timeToAcceptance"];
    assert_eq!(took["count"], 1);
    assert!((25.0..25.2).contains(&took["medianHours"].as_f64().unwrap()), "from the first sending: {took}");
    assert_eq!(unanswered(&shown), Vec::<String>::new());
    recount(&app).await;

    ada.delete(path_of(&sent)).await.expect(204);
    let shown = board(&ada).await;
    assert_eq!(said(&shown), (vec![0, 0, 0, 0], Vec::new()));
    assert_eq!((&shown["totalValue"], shown.get("timeToAcceptance")), (&json!([]), None));
    recount(&app).await;
    // None of that is visible elsewhere.
    assert_eq!(said(&board(&eve).await), (vec![1, 0, 0, 0], vec!["draft 1 8100.00 USD".to_owned()]));
    eve.delete(format!("/api/clients/{}", text(&of_eve["clientId"]))).await.expect(204);
    assert_eq!(said(&board(&eve).await).0, [0, 0, 0, 0]);
    recount(&app).await;
    app.mail().await;
    app.finish().await;
}

#[tokio::test]
async fn what_was_declined_is_decided_and_what_has_lapsed_is_expired_at_once() {
    let (app, ada) = TestApp::with_company().await;
    let declined = app.sent_proposal(&ada).await;
    answer(&app, &declined, "decline").await;
    let drafted = app.drafted_proposal(&ada).await;
    ada.change(path_of(&drafted), json!({ "validUntil": app.now() + TimeDelta::days(2) })).await.expect(200);
    let sent = ada.send_proposal(&ada.get(path_of(&drafted)).await.expect(200)).await;
    read(&app, &sent, 1).await;
    let id = text(&sent["id"]);
    assert_eq!(unanswered(&board(&ada).await), [format!("{id} 1 expiring")]);
    ada.delete(format!("{}/share", path_of(&sent))).await.expect(204);
    assert_eq!(unanswered(&board(&ada).await), [format!("{id} 1 renew_link")]);
    assert_eq!(said(&board(&ada).await).0, [2, 1, 0, 1]);
    app.pass(TimeDelta::days(3));
    let before = board(&ada).await;
    assert_eq!(
        said(&before),
        (vec![2, 0, 0, 1], vec!["rejected 1 8100.00 USD".to_owned(), "expired 1 8100.00 USD".to_owned()])
    );
    assert_eq!(unanswered(&before), Vec::<String>::new());
    app.mail().await;
    let status: String = app.database.value(format!("SELECT status FROM proposals WHERE id = '{id}'")).await;
    assert_eq!(status, "expired", "now it is written down");
    assert_eq!(said(&board(&ada).await), said(&before));
    recount(&app).await;
    app.finish().await;
}

#[tokio::test]
async fn random_changes_leave_the_figures_what_a_recount_gives() {
    let (app, ada) = TestApp::with_company().await;
    let eve = app.owner_with_company("eve").await;
    for owner in [&ada, &eve] {
        app.accepted_proposal(owner).await;
        app.sent_proposal(owner).await;
    }
    app.mail().await;
    // Copies created, changed and deleted in bulk and one by one, in statements that change many rows or
    // none.
    let picks = "(SELECT id FROM proposals ORDER BY md5(id::text || $1) LIMIT 1 + abs(hashtext($1)) % 7)";
    for seed in 0..60 {
        let picks = picks.replace("$1", &format!("'{seed}'"));
        let statement = match seed % 6 {
            0 | 3 => format!(
                "INSERT INTO proposals SELECT (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'share_token_hash', NULL,
                    'created_at', p.created_at - interval '17 days' * {seed}))).* FROM proposals p WHERE id IN {picks}"
            ),
            1 => format!(
                "UPDATE proposals SET total_amount = {seed}.125, currency = (ARRAY['USD', 'EUR', 'KWD'])[1 + {seed} % 3] WHERE id IN {picks}"
            ),
            2 => format!("UPDATE proposals SET decided_at = decided_at - interval '40 days' WHERE id IN {picks}"),
            4 => format!(
                "UPDATE proposals SET status = CASE status WHEN 'pending' THEN 'in_review' WHEN 'signed' THEN 'accepted' ELSE status END
                 WHERE id IN {picks}"
            ),
            _ => format!("DELETE FROM proposals WHERE id IN (SELECT id FROM proposals ORDER BY md5(id::text || '{seed}') LIMIT 2)"),
        };
        app.database.run(statement).await;
        recount(&app).await;
    }
    assert!(app.database.value::<i64>("SELECT count(*) FROM proposals").await > 5);
    app.finish().await;
}

#[tokio::test]
async fn changes_at_once_neither_lose_a_figure_nor_wait_for_each_other_for_ever() {
    let (app, ada) = TestApp::with_company().await;
    let client = ada.create_client("harbor").await;
    let mut drafts = Vec::new();
    for _ in 0..6 {
        drafts.push(app.drafted_proposal_for(&ada, &client).await);
    }
    let sent = join_all(drafts.iter().map(|draft| ada.send_proposal(draft))).await;
    recount(&app).await;
    // Some are answered while others are returned to draft, and all are deleted from both ends.
    join_all(sent.iter().enumerate().map(|(number, one)| {
        let (app, ada) = (&app, &ada);
        async move {
            match number % 3 {
                0 => answer(app, one, "decline").await,
                1 => drop(ada.change(path_of(one), json!({ "status": "draft" })).await.expect(200)),
                _ => answer(app, one, "request_changes").await,
            }
        }
    }))
    .await;
    recount(&app).await;
    let ids: Vec<&str> = sent.iter().map(|one| text(&one["id"])).collect();
    let backwards: Vec<&str> = ids.iter().rev().copied().collect();
    let deleted =
        join_all([&ids, &backwards].map(|ids| ada.post("/api/proposals/bulk-delete", json!({ "ids": ids }))))
            .await;
    assert!(deleted.iter().all(|answer| answer.status.is_success()), "{deleted:?}");
    assert_eq!(said(&board(&ada).await).0, [0, 0, 0, 0]);
    recount(&app).await;
    app.mail().await;
    app.finish().await;
}

#[tokio::test]
async fn a_guest_sees_no_figures_and_no_role_can_write_them() {
    let (app, ada) = TestApp::with_company().await;
    let sent = app.sent_proposal(&ada).await;
    let workspace = text(&ada.user["workspace"]["id"]);
    for (guest, expected) in [(String::new(), 1), (text(&sent["id"]).to_owned(), 0)] {
        let mut tx = app.database.admin.begin().await.unwrap();
        let enter = format!(
            "SET LOCAL ROLE proffer_app; SELECT set_config('app.workspace_id', '{workspace}', true), set_config('app.guest_proposal_id', '{guest}', true)"
        );
        sqlx::raw_sql(sqlx::AssertSqlSafe(enter)).execute(&mut *tx).await.unwrap();
        let seen: i64 = sqlx::query_scalar("SELECT count(*) FROM proposal_tallies WHERE count <> 0")
            .fetch_one(&mut *tx)
            .await
            .unwrap();
        assert_eq!(seen, expected, "guest {guest:?}");
        let written = sqlx::raw_sql("UPDATE proposal_tallies SET count = 7").execute(&mut *tx).await;
        assert!(written.is_err_and(|error| error.to_string().contains("permission denied")));
    }
    app.mail().await;
    app.finish().await;
}
