//! Operation: the output of the process, and how it stops. Most tests use the real binary.

mod embedded;
mod poison;
pub mod process;
mod stopping;
mod traces;

use std::time::Duration;

use chrono::{DateTime, Utc};
use poem::{Endpoint as _, Request};
use proffer::site::probes;

use crate::support::{
    app::{Setup, TestApp},
    model_double::{Mode, ModelDouble},
    stories::{path_of, registration},
    waiting::until,
};
use process::Process;

const PATIENCE: Duration = Duration::from_mins(1);

/// A server with the real clock, like a separate process: sessions made here are valid there.
pub async fn app_of_today() -> TestApp {
    of_today(TestApp::start().await).await
}

/// That server with such a clock.
pub async fn of_today(app: TestApp) -> TestApp {
    let today: DateTime<Utc> = app.database.value("SELECT now()").await;
    app.pass(today - app.now());
    app
}

/// Polls until the probe answers so.
async fn until_ready_is(app: &TestApp, status: u16) {
    until(&format!("/readyz is {status}"), PATIENCE, async || {
        (app.anonymous().get("/readyz").await.status == status).then_some(())
    })
    .await;
}

#[tokio::test]
async fn it_lives_and_is_not_ready_while_its_database_is_away() {
    let app = TestApp::start().await;
    app.anonymous().get("/livez").await.expect(204);
    app.anonymous().get("/readyz").await.expect(204);
    let limit = async |connections: i32| {
        let name: String = app.database.value("SELECT current_database()::text").await;
        app.database.run(format!("ALTER DATABASE {name} CONNECTION LIMIT {connections}")).await;
    };
    limit(0).await;
    app.database.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename IN ('proffer_app', 'proffer_system')").await;
    until_ready_is(&app, 503).await;
    let answer = app.anonymous().get("/readyz").await.expect(503);
    assert_eq!(answer["code"], "not_ready");
    app.anonymous().get("/livez").await.expect(204);
    limit(-1).await;
    until_ready_is(&app, 204).await;
    app.finish().await;
}

#[tokio::test]
async fn a_schema_older_than_the_binary_is_not_enough_and_a_newer_one_is() {
    let app = TestApp::start().await;
    until_ready_is(&app, 204).await;
    let newest: String = app.database.value("SELECT max(version)::text FROM seaql_migrations").await;
    app.database.run(format!("DELETE FROM seaql_migrations WHERE version = '{newest}'")).await;
    until_ready_is(&app, 503).await;
    app.database
        .run(format!("INSERT INTO seaql_migrations (version, applied_at) VALUES ('{newest}', 0), ('99991231000001_of_tomorrow', 0)"))
        .await;
    until_ready_is(&app, 204).await;
    app.finish().await;
}

#[tokio::test]
async fn the_health_check_of_a_container_says_what_the_probe_says() {
    let app = TestApp::start().await;
    let process = Process::start("worker", &app.database, &[]).await;
    assert!(process.passes_health_check().await);
    app.database
        .run("DELETE FROM seaql_migrations WHERE version = (SELECT max(version) FROM seaql_migrations)")
        .await;
    until("it is not ready", PATIENCE, async || (process.ready().await? == 503).then_some(())).await;
    assert!(!process.passes_health_check().await);
    process.stop().await;
    app.finish().await;
}

/// The names that dashboards and alerts rely on.
const FIGURES: [&str; 13] = [
    "proffer_http_request_duration_seconds_bucket{",
    "proffer_db_pool_connections{pool=\"app\",state=\"idle\"}",
    "proffer_db_pool_connections{pool=\"system\",state=\"used\"}",
    "proffer_db_pool_max{pool=\"app\"} 5",
    "proffer_password_hashes_waiting 0",
    "proffer_jobs_oldest_seconds ",
    "proffer_jobs_waiting ",
    "# TYPE proffer_webhook_lag_seconds histogram",
    "proffer_event_streams 0",
    "proffer_build_info{version=\"",
    "process_resident_memory_bytes ",
    "process_open_fds ",
    "process_cpu_seconds_total ",
];

#[tokio::test]
async fn metrics_and_log_hold_only_operations_and_the_ids_of_callers() {
    let app = app_of_today().await;
    let ada = app.owner_with_company("ada").await;
    let proposal = app.drafted_proposal(&ada).await;
    let process = Process::start("serve", &app.database, &[]).await;
    let there = ada.at(&process.public);
    there.get(path_of(&proposal)).await.expect(200);
    there.get("/api/proposals/019cadc6-0000-7000-8000-00000000dead").await.expect(404);
    there.get("/api/made-up-path?token=made-up-query").await.expect(404);

    let text = process.figures().await;
    for name in FIGURES {
        assert!(text.contains(name), "{name} is not in\n{text}");
    }
    let count = |operation: &str, status: &str| {
        let wanted = format!("operation=\"{operation}\",method=\"GET\",status=\"{status}\"");
        text.lines().any(|line| {
            line.starts_with("proffer_http_request_duration_seconds_count") && line.contains(&wanted)
        })
    };
    assert!(count("getProposal", "200") && count("getProposal", "404"), "{text}");
    assert!(text.ends_with("# EOF\n"));
    let id = path_of(&proposal).rsplit('/').next().unwrap().to_owned();
    for secret in [id.as_str(), "dead", "made-up", "ada"] {
        assert!(!text.contains(secret), "{secret} is in\n{text}");
    }
    // They are not accessible on the public port, regardless of what a page there requests.
    let public = app.anonymous().at(&process.public).get("/metrics").await;
    assert!(!String::from_utf8_lossy(&public.body).contains("proffer_"), "{public:?}");

    let log = process.stop().await;
    let line = log.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let answered: Vec<_> =
        line.filter(|line| line["message"] == "answered" && line["operation"] == "getProposal").collect();
    assert_eq!(answered.len(), 2, "{log}");
    let line = &answered[0];
    assert_eq!(
        (&line["route"], &line["method"], &line["status"]),
        (&"/api/proposals/{id}".into(), &"GET".into(), &200.into()),
        "{line}"
    );
    assert_eq!(
        (&line["user"], &line["workspace"]),
        (&ada.user["id"], &ada.user["workspace"]["id"]),
        "{line}"
    );
    assert!(line["request"].is_string() && line["duration_ms"].is_number(), "{line}");
    assert!(!log.contains(&id) && !log.contains("made-up"), "{log}");
    app.finish().await;
}

#[tokio::test]
async fn a_worker_answers_probes_and_scrapes_of_its_work_and_nothing_else() {
    let app = app_of_today().await;
    app.anonymous().post("/api/register", registration("ada")).await.expect(200);
    let process = Process::start("worker", &app.database, &[]).await;
    let client = process.inside();
    client.get("/livez").await.expect(204);
    let done = "proffer_jobs_total{task=\"send_mail\",result=\"done\"} 1";
    let text = until("the mail is sent", PATIENCE, async || {
        Some(process.figures().await).filter(|text| text.contains(done))
    })
    .await;
    assert!(text.contains("proffer_mail_total{result=\"handed_over\"} 1"), "{text}");
    assert!(text.contains("proffer_job_duration_seconds_count{task=\"send_mail\"} 1"), "{text}");
    client.get("/").await.expect(404);
    client.get("/api/site").await.expect(404);
    process.stop().await;
    app.finish().await;
}

#[tokio::test]
async fn what_the_model_was_used_for_is_counted_as_it_is_booked() {
    let double = ModelDouble::start(Mode::Normal).await.unwrap();
    let setup = Setup::default()
        .with("AI_BASE_URL", double.base_url())
        .with("AI_API_KEY", "secret")
        .with("AI_MODEL", "gpt-4o-mini");
    let (app, ada) = setup.start_with_company().await;
    app.drafted_proposal(&ada).await;
    let answer =
        probes::endpoint(&app.app).call(Request::builder().uri_str("/metrics").finish()).await.unwrap();
    let text = answer.into_body().into_string().await.unwrap();
    let booked: i64 = app.database.value("SELECT sum(input_tokens_used)::int8 FROM user_usage").await;
    let counted = format!("proffer_model_tokens_total{{model=\"gpt-4o-mini\",kind=\"prompt\"}} {booked}\n");
    assert!(booked > 0 && text.contains(&counted), "{counted} is not in\n{text}");
    assert!(text.contains("proffer_model_cost_usd_total{model=\"gpt-4o-mini\"} 0."), "{text}");
    app.finish().await;
}
