//! Sets up a test's server: the usual settings, a test's changes to them, and the resulting parts.

use std::{collections::BTreeMap, fs, path::PathBuf, sync::Arc, time::Duration};

use proffer::{
    app::{App, Memory, Parts, Tasks},
    authz::Policy,
    config::Config,
    http::listening,
    site,
    telemetry::Metrics,
};
use proffer_adapters::{
    ai::Assistant,
    clock::Clock,
    dns::Dns,
    mail::Mailer,
    objects::ObjectStore,
    oidc::Oidc,
    passwords::{Cost, Passwords},
    payments::Payments,
    pdf::Typesetter,
    random::Rng,
    recap_files::FileReader,
    seal::Sealer,
    secrets::Secrets,
    web::Web,
};
use proffer_embedded::{objects::Objects, stripe::TestStripe};
use proffer_store::{ChangeFeed, Db, Pool};
use rand::{SeedableRng, rngs::StdRng};
use reqwest::Url;
use secrecy::{ExposeSecret, SecretString};
use tokio::sync::OnceCell;
use tokio_util::sync::CancellationToken;

use super::{
    app::TestApp,
    cluster::{self, Database},
    log, payments,
};

/// The time at which every test begins.
pub const START: &str = "2026-03-02T09:00:00Z";

/// The encryption key of a test's server.
pub const SECRET_KEY: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

/// The key with which a test's server signs documents.
pub const SEALING_KEY: &str = concat!(
    "-----BEGIN PRIVATE KEY-----\n",
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgAdfexe3fa0nl5nyX\n",
    "uUPqWm0jtT67TNk4QXFwpaDVZfyhRANCAARKpInREP0BVfNbc0xscsz1s8n9JJxP\n",
    "GGC7LWHul2MDWqJlpjs4fQgalmt7PkQo/I/h1I95n0OjOeBD5uV2meGX\n",
    "-----END PRIVATE KEY-----\n",
);

/// The default policy, for tests that remove rules from it.
pub const RULES: &str = include_str!("../../../../policies/policy.csv");

/// The setup of a server; `Setup::default().start()` starts the usual one.
pub struct Setup {
    settings: BTreeMap<&'static str, String>,
    rules: String,
    seed: u64,
    database: Option<Arc<Database>>,
    template: &'static str,
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
                // A database that is slow because the machine is busy must not count as unavailable.
                ("DATABASE_SILENCE_SECONDS", "30".to_owned()),
                ("SECRET_KEY", SECRET_KEY.to_owned()),
                ("SEALING_KEY", SEALING_KEY.to_owned()),
                // Tests must not query the machine's name servers; nothing listens on this port.
                ("DNS_SERVER", "127.0.0.1:9".to_owned()),
            ]),
            rules: RULES.to_owned(),
            seed: 1,
            database: None,
            template: cluster::TEMPLATE,
            database_port: None,
            dev: false,
            storage: true,
            payments: false,
            typesetting: env!("CARGO_BIN_EXE_proffer").into(),
        }
    }
}

impl Setup {
    /// With a setting, named without its prefix `PROFFER_`.
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.settings.insert(name, value.into());
        self
    }

    /// With another policy than the default one.
    pub fn rules(mut self, rules: impl Into<String>) -> Self {
        self.rules = rules.into();
        self
    }

    /// On the database of another server, with another seed than that server's.
    pub fn on(mut self, other: &TestApp, seed: u64) -> Self {
        self.database = Some(other.database.clone());
        self.seed = seed;
        self
    }

    /// On a copy of that template. The seed must differ from that of the server that filled it.
    pub fn copying(mut self, template: &'static str) -> Self {
        self.template = template;
        self
    }

    /// With that seed for its randomness.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// On an existing database, which the test removes. The seed must differ from that of the server that
    /// filled it.
    pub fn on_database(mut self, database: Arc<Database>, seed: u64) -> Self {
        self.database = Some(database);
        self.seed = seed;
        self
    }

    /// Connects to the database through another port, such as that of a proxy.
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

    /// With payments: a double of Stripe that uses the server's clock and keeps its events until a test
    /// delivers them.
    pub fn payments(mut self) -> Self {
        self.payments = true;
        self
    }

    /// Typesets signed documents with another program.
    pub fn typesetting(mut self, program: impl Into<PathBuf>) -> Self {
        self.typesetting = program.into();
        self
    }

    pub async fn start(mut self) -> TestApp {
        let logged = log::listen();
        let (owned, database) = match self.database.take() {
            Some(database) => (false, database),
            None => (true, Arc::new(Database::copy_of(self.template).await)),
        };
        let socket = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let base: Url = format!("http://{}", socket.local_addr().unwrap()).parse().unwrap();
        let files = database.dir.join(format!("files-{}", self.seed));
        fs::create_dir_all(&files).unwrap();
        self.settings.entry("PUBLIC_URL").or_insert_with(|| base.to_string());
        self.settings.insert("DATA_DIR", files.display().to_string());
        let config = Config::from_settings(&|name| self.settings.get(name).cloned()).unwrap();
        // Servers on one database share the stored files, each through a separate store.
        let objects =
            Objects::start(&database.dir, &config.public_url, &mut StdRng::seed_from_u64(self.seed))
                .await
                .unwrap();
        let settings = objects.settings().unwrap();
        let config = Config {
            dev: self.dev,
            objects: self.storage.then(|| config.objects.unwrap_or(settings)),
            ..config
        };

        let clock = Clock::fixed(START.parse().unwrap());
        let stripe = if self.payments { Some(payments::start(clock.clone())) } else { None };
        let config = Config { stripe: stripe.as_ref().map(TestStripe::settings), ..config };
        let app = self.parts(config, clock, &database).await;
        let stop = CancellationToken::new();
        let system = Pool::single(&database.urls.system).await.unwrap();
        let feed = app.change_feed.spawn(system.clone(), app.db.probe().clone(), stop.clone());
        socket.set_nonblocking(true).unwrap();
        let serving = listening::serve(
            site::endpoint(&app),
            socket,
            stop.clone().cancelled_owned(),
            Duration::from_secs(5),
        );
        let running = tokio::spawn(async move {
            serving.await.unwrap();
            feed.await.unwrap();
            system.close().await;
        });
        // Tests use no TLS, and reading the machine's certificates for each test is slow.
        let http = reqwest::Client::builder()
            .no_proxy()
            .tls_certs_only([])
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .unwrap();
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
            sealer: Sealer::new(
                config.seal.key.clone().unwrap(),
                &config.seal.former,
                config.seal.timestamp_url.clone(),
            )
            .unwrap(),
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
            file_reader: FileReader::new(env!("CARGO_BIN_EXE_proffer").into()),
            passwords: Passwords::new(2, Cost::LOWEST, rng.bytes()).unwrap(),
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
