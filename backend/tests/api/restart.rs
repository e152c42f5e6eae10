//! The real binary, killed in the middle of drafting and restarted: the proposal is drafted exactly once.

use std::{
    net::TcpListener,
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};

use reqwest::Url;
use secrecy::ExposeSecret;
use serde_json::json;

use crate::support::{
    actor::Actor,
    app::{SEALING_KEY, SECRET_KEY},
    cluster::Database,
    mailbox::Mail,
    model_double::{Mode, ModelDouble},
    stories::{PASSWORD, address, client, proposal, registration},
    waiting::until,
};

const PATIENCE: Duration = Duration::from_mins(1);

/// `proffer serve` and `proffer worker`, ended by SIGKILL.
struct Installation {
    processes: Vec<Child>,
}

impl Installation {
    fn start(database: &Database, port: u16, model: &ModelDouble) -> Self {
        let start = |command: &str| {
            let mut process = Command::new(env!("CARGO_BIN_EXE_proffer"));
            process.arg(command).stdout(Stdio::null()).stderr(Stdio::null());
            process.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
            for (name, value) in [
                ("BIND", format!("127.0.0.1:{port}")),
                ("INTERNAL_BIND", "127.0.0.1:0".to_owned()),
                ("DATA_DIR", database.dir.display().to_string()),
                ("DATABASE_URL", database.urls.app.expose_secret().to_owned()),
                ("SYSTEM_DATABASE_URL", database.urls.system.expose_secret().to_owned()),
                ("DATABASE_POOL", "5".to_owned()),
                ("SECRET_KEY", SECRET_KEY.to_owned()),
                ("SEALING_KEY", SEALING_KEY.to_owned()),
                ("AI_BASE_URL", model.base_url()),
                ("AI_API_KEY", "secret".to_owned()),
                ("AI_MODEL", "gpt-4o-mini".to_owned()),
            ] {
                process.env(format!("PROFFER_{name}"), value);
            }
            process.spawn().unwrap()
        };
        Self { processes: vec![start("serve"), start("worker")] }
    }

    /// SIGKILL: no chance to clean up.
    fn kill(&mut self) {
        for process in &mut self.processes {
            process.kill().unwrap();
            process.wait().unwrap();
        }
        self.processes.clear();
    }
}

impl Drop for Installation {
    fn drop(&mut self) {
        self.kill();
    }
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn actor(port: u16) -> Actor {
    let http =
        reqwest::Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    Actor::new(http, Url::parse(&format!("http://127.0.0.1:{port}")).unwrap())
}

async fn ready(actor: &Actor) {
    until("the server is ready", PATIENCE, async || {
        let answer = actor.try_send(actor.request(reqwest::Method::GET, "/readyz")).await.ok()?;
        answer.status.is_success().then_some(())
    })
    .await;
}

/// The token of the verification mail that the worker writes, in that data directory.
pub async fn mailed_token(data_dir: &Path) -> String {
    until("the verification mail is written", PATIENCE, async || {
        let mut files = std::fs::read_dir(data_dir.join("outbox")).ok()?;
        let path = files.find_map(|file| {
            file.ok().map(|file| file.path()).filter(|path| path.extension().is_some_and(|end| end == "eml"))
        })?;
        Some(Mail::read(&std::fs::read(path).ok()?).link_parameter("token"))
    })
    .await
}

#[tokio::test]
async fn a_draft_interrupted_by_a_kill_is_finished_after_the_restart() {
    let database = Database::create().await;
    let port = free_port();
    let silent = ModelDouble::start(Mode::Hang).await.unwrap();
    let mut first = Installation::start(&database, port, &silent);
    let ada = actor(port);
    ready(&ada).await;
    ada.post("/api/register", registration("ada")).await.expect(200);
    let token = mailed_token(&database.dir).await;
    ada.get(format!("/api/verify-email?token={token}")).await.expect(200);
    ada.post("/api/login", json!({ "email": address("ada"), "password": PASSWORD })).await.expect(200);
    let added = ada.post("/api/clients", client("harbor")).await.expect(201);
    let started = ada.post("/api/proposals", proposal(added["id"].as_str().unwrap())).await.expect(201);
    let path = format!("/api/proposals/{}", started["id"].as_str().unwrap());
    until("the model is asked", PATIENCE, async || (!silent.asked().is_empty()).then_some(())).await;
    assert_eq!(ada.get(format!("{path}/drafting")).await.expect(200)["status"], "running");
    first.kill();

    let good = ModelDouble::start(Mode::Normal).await.unwrap();
    let mut second = Installation::start(&database, port, &good);
    ready(&ada).await;
    // The session, the typed text and the progress are still there.
    let waiting = ada.get(&path).await.expect(200);
    assert_eq!(
        (&waiting["pricingDetails"], &waiting["htmlContent"]),
        (&json!("$4,500 one-time and $300 monthly hosting"), &json!(""))
    );
    let events = tokio::time::timeout(PATIENCE, ada.events(format!("{path}/drafting/events"))).await.unwrap();
    assert_eq!(events.last().unwrap()["status"], "done", "{events:#?}");

    let drafted = ada.get(&path).await.expect(200);
    assert_eq!(
        (&drafted["version"], &drafted["assistant"], &drafted["totalAmount"]),
        (&json!(2), &json!("model"), &json!("8100.00"))
    );
    assert_eq!((silent.asked().len(), good.asked().len()), (1, 1));
    let trail: Vec<String> = database.values("SELECT kind FROM audit_events ORDER BY sequence").await;
    assert_eq!(trail, ["created", "drafted"]);
    until("the job is noted as done", PATIENCE, async || {
        let open: i64 =
            database.value("SELECT count(*) FROM jobs WHERE state NOT IN ('done', 'scheduled')").await;
        (open == 0).then_some(())
    })
    .await;
    second.kill();
    database.remove().await;
}
