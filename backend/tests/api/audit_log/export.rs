//! The export of the audit log as a table.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::json;

use super::{fill, log, told};
use crate::support::{actor::json as with_json, app::TestApp, stories::client};

#[tokio::test]
async fn the_log_can_be_taken_away_as_a_table() {
    let (app, ada) = TestApp::with_company().await;
    let evil = |name: &str| {
        let mut input = client("harbor");
        input["companyName"] = json!(name);
        with_json(ada.request(Method::POST, "/api/clients"), &input)
            .header("User-Agent", "+cmd|' /C calc'!A0")
    };
    for name in
        ["=HYPERLINK(\"https://evil.example\";\"Click\")", "@SUM(1+1)*cmd", "-2+3", "Quay, \"Pier\" & Söhne"]
    {
        app.pass(TimeDelta::seconds(1));
        ada.send(evil(name)).await.expect(201);
    }
    let answer = ada.get("/api/audit-log/export?object=clients").await;
    assert_eq!(answer.status, 200);
    assert!(answer.header("content-type").unwrap().starts_with("text/csv"), "{answer:?}");
    assert_eq!(
        answer.header("content-disposition"),
        Some("attachment; filename=\"proffer-audit-log-2026-03-02.csv\"")
    );
    let file = answer.text();
    assert!(
        file.contains("\"Quay, \"\"Pier\"\" & Söhne\"")
            && file.lines().next().unwrap().starts_with("Time (UTC),Actor,"),
        "{file}"
    );
    assert!(file.ends_with("\r\n"));

    let mut reader = csv::Reader::from_reader(answer.body.as_slice());
    let column =
        |headers: &csv::StringRecord, name: &str| headers.iter().position(|header| header == name).unwrap();
    let headers = reader.headers().unwrap().clone();
    let records: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let of = |name: &str| {
        records.iter().map(|record| record[column(&headers, name)].to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(
        of("Target"),
        [
            "Quay, \"Pier\" & Söhne",
            "'-2+3",
            "'@SUM(1+1)*cmd",
            "'=HYPERLINK(\"https://evil.example\";\"Click\")"
        ]
    );
    assert_eq!(of("Time (UTC)")[0], "2026-03-02T09:00:04.000Z");
    assert!(of("User agent").iter().all(|agent| agent == "'+cmd|' /C calc'!A0"), "{records:?}");
    for record in &records {
        assert!(record.iter().all(|cell| !cell.starts_with(['=', '+', '-', '@', '\t', '\r'])), "{record:?}");
    }
    // The export itself is recorded.
    let exports = log(&ada, "?object=audit_log").await;
    assert_eq!(exports.iter().map(told).collect::<Vec<_>>(), ["person ada ada Meyer: export audit_log -"]);
    app.finish().await;
}

#[tokio::test]
async fn a_file_lacks_no_line_and_too_many_are_refused() {
    let (app, ada) = TestApp::with_owner().await;
    fill(&app, &ada, 4_001).await;
    let file = ada.get("/api/audit-log/export?object=clients").await;
    let names: BTreeSet<String> = csv::Reader::from_reader(file.body.as_slice())
        .records()
        .map(|record| record.unwrap()[1].to_owned())
        .collect();
    assert_eq!(names.len(), 4_001);

    fill(&app, &ada, 96_000).await;
    let answer = ada.get("/api/audit-log/export?object=clients").await;
    answer.problem(422, "validation_failed");
    assert_eq!(
        answer.field_messages(),
        ["from: There are more than 100,000 entries. Choose a shorter period."]
    );
    let fewer = ada.get("/api/audit-log/export?object=clients&to=2026-01-01T00:00:00.010Z").await;
    assert_eq!(fewer.text().lines().count(), 1 + 2 * 9);
    app.finish().await;
}
