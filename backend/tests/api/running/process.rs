//! A process of the real binary, with its ports and its log.

use std::{
    fs::File,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
};

use reqwest::Url;
use secrecy::ExposeSecret as _;

use super::PATIENCE;
use crate::support::{
    actor::Actor,
    app::{SEALING_KEY, SECRET_KEY},
    cluster::Database,
    log,
    waiting::until,
};

/// `proffer serve`, `proffer worker` or `proffer dev`; killed if a test ends without [`Process::stop`].
pub struct Process {
    child: Child,
    log: PathBuf,
    http: reqwest::Client,
    /// The address of site and API.
    pub public: Url,
    /// The address of probes and metrics.
    pub internal: Url,
}

impl Process {
    /// Starts it on that database and waits until it is ready.
    pub async fn start(command: &str, database: &Database, settings: &[(&str, String)]) -> Self {
        let [public, internal] = [free_port(), free_port()];
        let log = database.dir.join(format!("{command}-{internal}.log"));
        let usual = [
            ("BIND", format!("127.0.0.1:{public}")),
            ("DRAIN_SECONDS", "1".to_owned()),
            ("DATA_DIR", database.dir.display().to_string()),
            ("DATABASE_URL", database.urls.app.expose_secret().to_owned()),
            ("SYSTEM_DATABASE_URL", database.urls.system.expose_secret().to_owned()),
            ("DATABASE_POOL", "5".to_owned()),
            ("SECRET_KEY", SECRET_KEY.to_owned()),
            ("SEALING_KEY", SEALING_KEY.to_owned()),
        ];
        let mut process = Command::new(env!("CARGO_BIN_EXE_proffer"));
        process.arg(command).env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
        for (name, value) in usual.iter().chain(settings) {
            process.env(format!("PROFFER_{name}"), value);
        }
        Self::ready_as(process, log, [public, internal]).await
    }

    /// `proffer dev` on that data directory, with the PostgreSQL of the tests.
    pub async fn dev(data_dir: &Path) -> Self {
        let [public, internal] = [free_port(), free_port()];
        let mut process = Command::new(env!("CARGO_BIN_EXE_proffer"));
        process.args(["dev", "--port", &public.to_string(), "--data-dir"]).arg(data_dir);
        let log = data_dir.with_extension("log");
        Self::ready_as(process, log, [public, internal]).await
    }

    async fn ready_as(mut process: Command, log: PathBuf, [public, internal]: [u16; 2]) -> Self {
        process
            .stdout(Stdio::null())
            .stderr(File::create(&log).unwrap())
            .env("RUST_LOG", "warn,proffer=trace");
        process.env("PROFFER_INTERNAL_BIND", format!("127.0.0.1:{internal}"));
        let at = |port: u16| Url::parse(&format!("http://127.0.0.1:{port}")).unwrap();
        let http = reqwest::Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .unwrap();
        let process =
            Self { child: process.spawn().unwrap(), log, http, public: at(public), internal: at(internal) };
        until("it is ready", PATIENCE, async || (process.ready().await? == 204).then_some(())).await;
        process
    }

    /// A client of the public port.
    pub fn visitor(&self) -> Actor {
        Actor::new(self.http.clone(), self.public.clone())
    }

    /// A client of the internal port.
    pub fn inside(&self) -> Actor {
        Actor::new(self.http.clone(), self.internal.clone())
    }

    /// The answer of `/readyz` on the internal port, if any.
    pub async fn ready(&self) -> Option<u16> {
        let asked = self.http.get(self.internal.join("/readyz").unwrap()).send().await;
        Some(asked.ok()?.status().as_u16())
    }

    /// Whether the health check of a container succeeds.
    pub async fn passes_health_check(&self) -> bool {
        let mut check = tokio::process::Command::new(env!("CARGO_BIN_EXE_proffer"));
        check.arg("ready").env_clear().env("PROFFER_INTERNAL_BIND", self.internal.authority());
        check.status().await.unwrap().success()
    }

    /// All metrics.
    pub async fn figures(&self) -> String {
        let answer = self.inside().get("/metrics").await;
        assert_eq!(answer.status, 200, "{answer:?}");
        String::from_utf8(answer.body).unwrap()
    }

    /// Ends it like a power failure: no chance to clean up.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// The private memory of the process, in bytes.
    pub async fn memory(&self) -> u64 {
        self.figure("process_resident_memory_bytes").await
    }

    /// One metric without labels.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "what is asked for are counts"
    )]
    pub async fn figure(&self, name: &str) -> u64 {
        let figures = self.figures().await;
        let line = figures.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("{name} is not in\n{figures}")).parse::<f64>().unwrap() as u64
    }

    /// Tells it to stop.
    pub fn terminate(&self) {
        let told = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(told.success());
    }

    /// Waits until it has ended successfully, and returns its log, which must not contain personal data.
    pub async fn ended(self) -> String {
        let (code, log) = self.exit().await;
        assert_eq!(code, Some(0), "{log}");
        assert!(!log.contains("stopped forcibly"), "{log}");
        log::expect_clean(&log, &[]);
        log
    }

    /// Waits until it has ended, and returns its exit code and its log.
    pub async fn exit(mut self) -> (Option<i32>, String) {
        let status = until("it ends", PATIENCE, async || self.has_ended()).await;
        (status.code(), std::fs::read_to_string(&self.log).unwrap())
    }

    /// Its exit status, if it has ended.
    pub fn has_ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().unwrap()
    }

    /// Tells it to stop and waits for that.
    pub async fn stop(self) -> String {
        self.terminate();
        self.ended().await
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Usually it has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}
