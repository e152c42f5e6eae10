//! A complete server on a loopback port: real HTTP, real pools, real queue; only the clock is stopped and the
//! randomness is reproducible.

use std::{collections::BTreeMap, fs, path::PathBuf, sync::Arc, time::Duration};

use chrono::{DateTime, TimeDelta, Utc};
use graphile_worker::Worker;
use proffer::{
    app::{App, Memory, Parts, Tasks},
    authz::Policy,
    config::Config,
    http::listening,
    jobs::JobContext,
    site,
    telemetry::Metrics,
    worker::{self, schedule},
};
use proffer_adapters::{
    ai::Assistant, clock::Clock, dns::Dns, mail::Mailer, objects::ObjectStore, oidc::Oidc, passwords::Passwords, payments::Payments,
    pdf::Typesetter, random::Rng, secrets::Secrets, web::Web,
};
use proffer_embedded::{objects::Objects, stripe::TestStripe};
use proffer_store::{ChangeFeed, Db, Pool};
use rand::{SeedableRng, rngs::StdRng};
use reqwest::Url;
use secrecy::{ExposeSecret, SecretString};
use tokio::{sync::OnceCell, task::JoinHandle};
use tokio_util::sync::CancellationToken;

use super::{actor::Actor, cluster::Database, log, mailbox::Mail, payments};

/// The start time of every test.
pub const START: &str = "2026-03-02T09:00:00Z";

/// The encryption key of a test's server.
pub const SECRET_KEY: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

/// The shipped rules, for tests that remove some.
pub const RULES: &str = include_str!("../../../../policies/policy.csv");

/// The options of a server; `Setup::default().start()` is the usual one.
pub struct Setup {
    settings: BTreeMap<&'static str, String>,
    rules: String,
    seed: u64,
    database: Option<Arc<Database>>,
    database_port: Option<u16>,
    dev: bool,
    storage: bool,
    payments: bool,
    typesetting: PathBuf,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            settings: BTreeMap::from([
                ("DATABASE_POOL", "4".to_owned()),
                // A busy machine must not make a database look unavailable.
                ("DATABASE_SILENCE_SECONDS", "30".to_owned()),
                ("SECRET_KEY", SECRET_KEY.to_owned()),
                // No test queries the machine's name servers; this port is closed.
                ("DNS_SERVER", "127.0.0.1:9".to_owned()),
            ]),
            rules: RULES.to_owned(),
            seed: 1,
            database: None,
            database_port: None,
            dev: false,
            storage: true,
            payments: false,
            typesetting: env!("CARGO_BIN_EXE_proffer").into(),
        }
    }
}

impl Setup {
    /// With a setting, named without its `PROFFER_` prefix.
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.settings.insert(name, value.into());
        self
    }

    /// With other permissions than the shipped ones.
    pub fn rules(mut self, rules: impl Into<String>) -> Self {
        self.rules = rules.into();
        self
    }

    /// On the database of another server. Its random seed must differ from that one's.
    pub fn on(mut self, other: &TestApp, seed: u64) -> Self {
        self.database = Some(other.database.clone());
        self.seed = seed;
        self
    }

    /// On an existing database, which the test removes. Its random seed must differ from that of the server
    /// that filled it.
    pub fn on_database(mut self, database: Arc<Database>, seed: u64) -> Self {
        self.database = Some(database);
        self.seed = seed;
        self
    }

    /// With the database behind another port.
    pub fn database_port(mut self, port: u16) -> Self {
        self.database_port = Some(port);
        self
    }

    /// As `proffer dev` runs it.
    pub fn dev(mut self) -> Self {
        self.dev = true;
        self
    }

    /// Without object storage.
    pub fn without_storage(mut self) -> Self {
        self.storage = false;
        self
    }

    /// With payments: a double of Stripe with the server's clock that keeps its events until a test delivers
    /// them.
    pub fn payments(mut self) -> Self {
        self.payments = true;
        self
    }

    /// With another program for typesetting signed documents.
    pub fn typesetting(mut self, program: impl Into<PathBuf>) -> Self {
        self.typesetting = program.into();
        self
    }

    /// Starts it.
    pub async fn start(mut self) -> TestApp {
        let logged = log::listen();
        let (owned, database) = match self.database.take() {
            Some(database) => (false, database),
            None => (true, Arc::new(Database::create().await)),
        };
        let socket = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let base: Url = format!("http://{}", socket.local_addr().unwrap()).parse().unwrap();
        let files = database.dir.join(format!("files-{}", self.seed));
        fs::create_dir_all(&files).unwrap();
        self.settings.entry("PUBLIC_URL").or_insert_with(|| base.to_string());
        self.settings.insert("DATA_DIR", files.display().to_string());
        let config = Config::from_settings(&|name| self.settings.get(name).cloned()).unwrap();
        // Servers on one database share the files of their stores, each through a separate store.
        let objects = Objects::start(&database.dir, &config.public_url, &mut StdRng::seed_from_u64(self.seed)).await.unwrap();
        let settings = objects.settings().unwrap();
        let config = Config { dev: self.dev, objects: self.storage.then(|| config.objects.unwrap_or(settings)), ..config };

        let clock = Clock::fixed(START.parse().unwrap());
        let stripe = if self.payments { Some(payments::start(clock.clone())) } else { None };
        let config = Config { stripe: stripe.as_ref().map(TestStripe::settings), ..config };
        let app = self.parts(config, clock, &database).await;
        let stop = CancellationToken::new();
        let system = Pool::single(&database.urls.system).await.unwrap();
        let feed = app.change_feed.spawn(system.clone(), app.db.probe().clone(), stop.clone());
        socket.set_nonblocking(true).unwrap();
        let serving = listening::serve(site::endpoint(&app), socket, stop.clone().cancelled_owned(), Duration::from_secs(5));
        let running = tokio::spawn(async move {
            serving.await.unwrap();
            feed.await.unwrap();
            system.close().await;
        });
        let http = reqwest::Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        TestApp {
            app,
            base,
            database,
            http,
            owns_database: owned,
            outbox: files.join("outbox"),
            stop,
            running: Some(running),
            objects: Some(objects),
            stripe,
            logged,
            worker: OnceCell::new(),
        }
    }

    fn through(&self, url: &SecretString) -> SecretString {
        let mut url = Url::parse(url.expose_secret()).unwrap();
        if let Some(port) = self.database_port {
            url.set_port(Some(port)).unwrap();
        }
        String::from(url).into()
    }

    async fn parts(&self, config: Config, clock: Clock, database: &Database) -> App {
        let (rng, metrics) = (Rng::seeded(self.seed), Metrics::default());
        let (size, silence) = (config.database_pool, config.database_silence);
        let [app_url, system_url] = [&database.urls.app, &database.urls.system].map(|url| self.through(url));
        let web = Web::new(&config.outbound_allow, &config.public_url).unwrap();
        App::new(Parts {
            dns: Dns::new(config.dns_server).unwrap(),
            oidc: Oidc::new(web.clone()),
            secrets: Secrets::from_setting(config.secret_key.as_ref().unwrap()).unwrap(),
            web,
            db: Db::connect(&app_url, &system_url, size, silence).await.unwrap(),
            policy: Policy::from_rules(&self.rules).await.unwrap(),
            assistant: Assistant::from_settings(
                config.ai_base_url.as_ref(),
                config.ai_api_key.as_ref(),
                config.ai_model.as_deref(),
                config.ai_timeout,
            )
            .unwrap(),
            mailer: Mailer::new(&config.mail_from, config.smtp_url.as_ref(), config.outbox()).unwrap(),
            objects: ObjectStore::new(config.objects.as_ref()),
            payments: Payments::new(config.stripe.as_ref()),
            typesetter: Typesetter::new(self.typesetting.clone(), config.sealing),
            passwords: Passwords::new(2, rng.bytes()).unwrap(),
            change_feed: ChangeFeed::new(),
            process_id: uuid::Uuid::from_bytes(rng.bytes()),
            memory: Memory::default(),
            tasks: Tasks::default(),
            metrics,
            draining: CancellationToken::new(),
            clock,
            config,
            rng,
        })
    }
}

/// A running server. End every test with [`TestApp::finish`].
pub struct TestApp {
    /// The server's internals, for state that is not visible over HTTP.
    pub app: App,
    /// The address it listens on.
    pub base: Url,
    /// Its database.
    pub database: Arc<Database>,
    http: reqwest::Client,
    owns_database: bool,
    outbox: PathBuf,
    stop: CancellationToken,
    running: Option<JoinHandle<()>>,
    objects: Option<Objects>,
    stripe: Option<TestStripe>,
    logged: log::Since,
    /// Created when jobs are run for the first time.
    worker: OnceCell<Worker>,
}

impl TestApp {
    /// The usual server.
    pub async fn start() -> Self {
        Setup::default().start().await
    }

    /// A client without a session.
    pub fn anonymous(&self) -> Actor {
        Actor::new(self.http.clone(), self.base.clone())
    }

    /// The time of the server.
    pub fn now(&self) -> DateTime<Utc> {
        self.app.now()
    }

    /// Advances the clock of the server.
    pub fn pass(&self, time: TimeDelta) {
        self.app.clock.advance(time);
    }

    /// A job's context of a workspace, for testing internals.
    pub fn context(&self, workspace_id: uuid::Uuid) -> JobContext {
        JobContext { app: self.app.clone(), workspace_id, job_id: uuid::Uuid::nil(), last_attempt: false }
    }

    /// Runs the due jobs with the real worker: those of the queue, and those of the schedule at the server's
    /// time.
    pub async fn run_jobs(&self) {
        let worker = self.worker.get_or_try_init(|| worker::build(&self.app, std::future::pending())).await.unwrap();
        loop {
            schedule::tick(&self.app).await.unwrap();
            worker.run_once().await.unwrap();
            let due: i64 = self
                .database
                .value("SELECT count(*) FROM graphile_worker.jobs WHERE run_at <= now() AND attempts < max_attempts AND locked_at IS NULL")
                .await;
            if due == 0 {
                return;
            }
        }
    }

    /// Makes the jobs that wait for a retry due now.
    pub async fn make_retries_due(&self) {
        self.database.run("UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now()").await;
    }

    /// Runs the due jobs, then empties the outbox and returns its mails.
    pub async fn mail(&self) -> Vec<Mail> {
        self.run_jobs().await;
        let mut mails: Vec<(PathBuf, Mail)> = fs::read_dir(&self.outbox)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .map(|path| (path.clone(), Mail::read(&fs::read(&path).unwrap())))
            .collect();
        mails.sort_by(|a, b| a.0.cmp(&b.0));
        mails
            .into_iter()
            .map(|(path, mail)| {
                fs::remove_file(path).unwrap();
                mail
            })
            .collect()
    }

    /// The only mail, which must be to that address.
    pub async fn mail_to(&self, address: &str) -> Mail {
        let mut mails = self.mail().await;
        assert_eq!(mails.len(), 1, "one mail was expected: {mails:#?}");
        let mail = mails.remove(0);
        assert_eq!(mail.to, address);
        mail
    }

    /// The state and the number of attempts of that task's jobs, such as `failed after 1`, the oldest first.
    pub async fn outcomes(&self, task: &str) -> Vec<String> {
        self.database
            .values(format!(
                "SELECT state || ' after ' || attempts FROM jobs WHERE task = '{task}' ORDER BY created_at, state, attempts DESC"
            ))
            .await
    }

    /// The state of the first job of that task, if it was tried more than once or will be.
    pub async fn tried_again(&self, task: &str) -> String {
        // On a slow machine the pause before the next attempt passes by itself, so the number is meaningless.
        let state = format!(
            "SELECT state FROM jobs WHERE task = '{task}' AND (attempts > 1 OR state = 'retrying') ORDER BY created_at, id LIMIT 1"
        );
        self.database.value(state).await
    }

    /// Makes all writes to that table fail, as if the disk were full.
    pub async fn refuse_writes(&self, table: &str) {
        let refuse = "CREATE FUNCTION refuse_for_now() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now'; END $$";
        let on = format!("CREATE TRIGGER not_now BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION refuse_for_now()");
        self.database.run(format!("{refuse}; {on}")).await;
    }

    /// Undoes that.
    pub async fn allow_writes(&self) {
        self.database.run("DROP FUNCTION refuse_for_now CASCADE").await;
    }

    /// Deletes a workspace but not its jobs and its team, as for a job that was running when the workspace
    /// was deleted.
    pub async fn lose_workspace(&self, workspace_id: &str) {
        let lose = format!("DELETE FROM workspaces WHERE workspace_id = '{workspace_id}'");
        self.database.run(format!("BEGIN; SET LOCAL session_replication_role = replica; {lose}; COMMIT")).await;
    }

    /// Checks that one job of that task failed permanently, and removes it from the list of failures.
    pub async fn expect_failed_job(&self, task: &str) -> String {
        let failed: Vec<String> =
            self.database.values(format!("SELECT last_error FROM jobs WHERE state = 'failed' AND task = '{task}'")).await;
        assert_eq!(failed.len(), 1, "failed jobs: {failed:?}");
        self.database.run(format!("DELETE FROM jobs WHERE state = 'failed' AND task = '{task}'")).await;
        failed.into_iter().next().unwrap()
    }

    /// Stops the server and removes its database. A remaining job fails the test, as does a secret in the
    /// log; jobs scheduled for later are allowed.
    pub async fn finish(mut self) {
        if self.owns_database {
            let left: Vec<String> = self
                .database
                .values(format!(
                    "SELECT task || ' is ' || state || coalesce(': ' || last_error, '') FROM jobs
                     WHERE state <> 'done' AND NOT (state = 'scheduled' AND run_at > '{}')",
                    self.now().to_rfc3339()
                ))
                .await;
            let queued: i64 = self.database.value("SELECT count(*) FROM graphile_worker.jobs").await;
            assert!(left.is_empty() && queued == 0, "jobs are left behind: {left:?}, {queued} in the queue");
        }
        self.shut_down().await;
        if self.owns_database {
            self.database.remove().await;
        }
        self.logged.expect_clean();
    }

    /// The double of Stripe, for a server with payments.
    pub fn stripe(&self) -> &TestStripe {
        self.stripe.as_ref().unwrap()
    }

    /// Stops only the object storage.
    pub async fn stop_objects(&mut self) {
        if let Some(objects) = self.objects.take() {
            objects.stop().await;
        }
    }

    /// The keys of all stored objects.
    pub fn stored_objects(&self) -> Vec<String> {
        let root = self.database.dir.join("objects/data/proffer");
        let (mut found, mut folders) = (Vec::new(), vec![root.clone()]);
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
                if entry.is_dir() {
                    folders.push(entry);
                } else {
                    found.push(entry.strip_prefix(&root).unwrap().display().to_string());
                }
            }
        }
        found.sort();
        found
    }

    /// Stops the server and leaves its database to others.
    pub async fn shut_down(&mut self) {
        self.stop.cancel();
        if let Some(running) = self.running.take() {
            running.await.unwrap();
            self.app.db.close().await;
        }
        self.stop_objects().await;
        if let Some(stripe) = self.stripe.take() {
            stripe.stop().await;
        }
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        assert!(self.running.is_none() || std::thread::panicking(), "a test must end with finish(), which looks for jobs left behind");
    }
}
