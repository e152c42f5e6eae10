//! Files without a declared size: the storage accepts them, so they are measured and removed afterwards.

use chrono::TimeDelta;
use reqwest::StatusCode;
use serde_json::json;

use super::{LOGO, UPLOAD, png, put, refused};
use crate::support::{actor::text, app::TestApp};

#[tokio::test]
async fn a_file_of_no_announced_size_is_measured_and_removed() {
    let (app, ada) = TestApp::with_company().await;
    let mut urls = Vec::new();
    for bytes in [vec![0; 10 * 1024 * 1024 + 1], png(40, 40)] {
        let url = text(&ada.post_empty(UPLOAD).await.expect(200)["uploadURL"]).to_owned();
        assert_eq!(put(&url, None, bytes).await, StatusCode::OK);
        urls.push(url);
    }
    app.pass(TimeDelta::minutes(1));
    app.run_jobs().await;
    refused(&ada, &urls[0], "upload_not_found").await;
    // Uploaded again while the address is valid, it is detected again.
    assert_eq!(put(&urls[0], None, vec![0; 10 * 1024 * 1024 + 1]).await, StatusCode::OK);
    assert_eq!(stored(&app).await, 2);
    app.pass(TimeDelta::minutes(15));
    app.run_jobs().await;
    assert_eq!(stored(&app).await, 1);
    ada.put(LOGO, json!({ "logoURL": urls[1] })).await.expect(200);
    app.run_jobs().await;
    app.finish().await;
}

async fn stored(app: &TestApp) -> usize {
    app.app.objects.list("uploads/").await.unwrap().len()
}

#[tokio::test]
async fn a_file_in_parts_is_measured_for_as_long_as_it_waits() {
    let (app, ada) = TestApp::with_company().await;
    let scheduled = async || {
        app.database
            .value::<i64>("SELECT count(*) FROM jobs WHERE task = 'measure_files' AND state = 'scheduled'")
            .await
    };
    ada.post_empty(UPLOAD).await.expect(200);
    app.pass(TimeDelta::minutes(16));
    app.run_jobs().await;
    assert_eq!(scheduled().await, 0, "the address of a whole file has ended");
    let begun = ada
        .post("/api/s3/multipart", json!({ "filename": "clients.csv", "type": "text/csv" }))
        .await
        .expect(200);
    for _ in 0..3 {
        app.pass(TimeDelta::minutes(16));
        app.run_jobs().await;
        assert_eq!(scheduled().await, 1);
    }
    let (upload, key) = (text(&begun["uploadId"]), text(&begun["key"]));
    ada.delete(format!("/api/s3/multipart/{upload}?key={key}")).await.expect(200);
    app.pass(TimeDelta::minutes(16));
    app.run_jobs().await;
    assert_eq!(scheduled().await, 0);
    app.finish().await;
}

#[tokio::test]
async fn files_that_wait_to_be_used_have_a_quota() {
    let (app, ada) = TestApp::with_company().await;
    let begin = json!({ "filename": "clients.csv", "type": "text/csv" });
    for _ in 0..4 {
        ada.post("/api/s3/multipart", begin.clone()).await.expect(200);
    }
    ada.post("/api/s3/multipart", begin.clone()).await.problem(409, "upload_quota");
    ada.post_empty(UPLOAD).await.problem(409, "upload_quota");
    // A day later they are gone, and the space is free.
    app.pass(TimeDelta::hours(25));
    app.run_jobs().await;
    ada.post("/api/s3/multipart", begin).await.expect(200);
    app.finish().await;
}
