//! A signed document with a very long table: it is generated in a separate process, and the worker stays
//! small and continues with its other jobs.

use tokio::time::Instant;

use serde_json::json;

use super::{PATIENCE, all_done};
use crate::{
    running::{of_today, process::Process},
    support::{
        app::TestApp,
        stories::{acceptance, path_of, shared_path_of},
        waiting::until,
    },
};

/// About 575 KB together.
const ROWS: usize = 5_000;
/// The memory that the worker may use in addition to its idle memory.
const GROWTH: u64 = 128 * 1024 * 1024;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "make chaos"]
async fn a_document_with_a_very_long_table_is_made_beside_the_worker() {
    let app = of_today(TestApp::start().await).await;
    let ada = app.owner_with_company("ada").await;
    let drafted = app.drafted_proposal(&ada).await;
    let row = "<tr><td>Harbor works</td><td>Quay walls, bollards and fenders along the basin</td><td>Included</td></tr>";
    let html = format!("{}<table>{}</table>", drafted["htmlContent"].as_str().unwrap(), row.repeat(ROWS));
    let long = ada.change(path_of(&drafted), json!({ "htmlContent": html })).await.expect(200);
    let sent = ada.send_proposal(&long).await;
    let path = shared_path_of(&sent);
    let shared = app.anonymous().get(&path).await.expect(200);
    app.run_jobs().await;
    app.anonymous().post(format!("{path}/action"), acceptance(&shared)).await.expect(200);

    let worker = Process::start("worker", &app.database, &[]).await;
    let (before, begun) = (worker.memory().await, Instant::now());
    let mut most = before;
    until("the document is made", PATIENCE, async || {
        most = most.max(worker.memory().await);
        let state: String = app.database.value("SELECT state FROM jobs WHERE task = 'seal_evidence'").await;
        assert_ne!(state, "failed");
        (state == "done").then_some(())
    })
    .await;
    let grown = most - before;
    println!(
        "{} KB with {ROWS} rows: made in {:.1} s, the worker grew by {} MiB",
        html.len() / 1000,
        begun.elapsed().as_secs_f32(),
        grown >> 20
    );
    assert!(grown <= GROWTH, "{grown} bytes more than before");
    all_done(&app).await;
    worker.stop().await;
    app.finish().await;
}
