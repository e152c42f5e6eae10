//! `proffer dev`: the whole product in one process, with its own PostgreSQL and object storage.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use rand::{SeedableRng, rngs::StdRng};
use secrecy::ExposeSecret;
use tracing::{instrument::WithSubscriber as _, subscriber::NoSubscriber};

use super::{
    runtime::{self, Parts, Sockets},
    seed,
};
use crate::{
    config::{Config, DatabaseUrls, environment},
    site::dev_clock,
};
use proffer_adapters::{clock::Clock, random::Rng};
use proffer_embedded::{
    objects::Objects,
    postgres,
    stripe::{self, TestStripe, Webhook},
};
use proffer_store;

/// The password of the demo workspace; only this machine can reach it.
const DEMO_PASSWORD: &str = "Look-Around-1";

/// How the installation is started.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The port of the site on 127.0.0.1.
    #[arg(long, default_value_t = 8080)]
    pub port: u16,
    /// Where the data is kept.
    #[arg(long, default_value = ".proffer")]
    pub data_dir: PathBuf,
    /// Adds a demo workspace on the first start.
    #[arg(long)]
    demo: bool,
    /// PostgreSQL does not wait for the disk: for tests, because a crash of the machine can destroy the data.
    #[arg(long)]
    no_fsync: bool,
}

/// Starts everything, prints the addresses, and stops in order on a signal.
///
/// # Errors
/// When the port is taken, PostgreSQL cannot be found or started, or a part fails.
pub async fn run(config: Config, arguments: &Arguments) -> anyhow::Result<()> {
    let (data_dir, mut rng) = (config.data_dir.clone(), StdRng::from_seed(Rng::Os.bytes()));
    let sockets = Sockets {
        public: Some(runtime::bind(config.bind, "--port")?),
        internal: config
            .run
            .internal_bind
            .map(|address| runtime::bind(address, "PROFFER_INTERNAL_BIND"))
            .transpose()?,
    };

    let binaries = environment("POSTGRES_BIN");
    let options = postgres::Options {
        data_dir: &data_dir,
        binaries: binaries.as_deref().map(Path::new),
        durable: !arguments.no_fsync,
    };
    let mut database = postgres::Embedded::start(&options, &mut rng).await.context("starting PostgreSQL")?;
    let objects = Objects::start(&data_dir, &config.public_url, &mut rng)
        .await
        .context("starting the object storage")?;

    let clock = dev_clock::recall(&data_dir)?;
    let payments = if config.test_payments { Some(test_payments(&config, clock.clone())?) } else { None };
    let stripe = payments.as_ref().map(TestStripe::settings).or_else(|| config.stripe.clone());
    let config = Config { objects: Some(objects.settings()?), stripe, ..config };
    let (urls, postgres) =
        (database.urls().clone(), format!("{}  {}", database.version(), database.data_dir().display()));
    let urls = DatabaseUrls { app: urls.app, system: urls.system, owner: urls.owner };
    let serving = Box::pin(serve(config, clock, &urls, &postgres, &objects, sockets, arguments.demo));
    let outcome = tokio::select! {
        // If the database died, that is the cause of the other errors.
        outcome = serving => outcome.map_err(|error| database.death().unwrap_or(error)),
        error = database.keep_running() => Err(error),
    };
    if let Some(payments) = payments {
        payments.stop().await;
    }
    objects.stop().await;
    database.stop().await.context("stopping PostgreSQL")?;
    outcome
}

/// The Stripe double, for trying payments. It reports its events to the server as Stripe would.
fn test_payments(config: &Config, clock: Clock) -> anyhow::Result<TestStripe> {
    let events =
        format!("http://{}/api/stripe/webhook", config.bind).parse().context("the address of the server")?;
    let keep = Some(config.data_dir.join("test-payments.json"));
    TestStripe::start(stripe::Options { port: 0, clock, webhook: Webhook::Post(events), keep })
        .context("starting test payments")
}

async fn serve(
    config: Config,
    clock: Clock,
    urls: &DatabaseUrls,
    postgres: &str,
    objects: &Objects,
    sockets: Sockets,
    demo: bool,
) -> anyhow::Result<()> {
    proffer_store::migrate::run(&urls.owner).await?;
    let app = runtime::build_app(config, urls, clock).await?;
    // These calls come from no user, so logging them would only hide more useful lines.
    let made = async {
        if demo {
            seed::administrator(&app, DEMO_PASSWORD).await?;
            seed::demo(&app, DEMO_PASSWORD).await?;
        }
        anyhow::Ok(())
    };
    if let Err(error) = Box::pin(made).with_subscriber(NoSubscriber::default()).await {
        tracing::warn!(error = format!("{error:#}"), "the demo workspace is not complete");
    }
    announce(&app.config, postgres, objects, app.assistant.kind().as_str(), demo);
    Box::pin(runtime::until_told(app, Parts::ALL, sockets)).await
}

/// The settings with defaults for local use: no load balancer, and a log for reading.
///
/// # Errors
/// When a setting is invalid, or the data folder cannot be used.
pub fn settings(port: u16, data_dir: &Path) -> anyhow::Result<Config> {
    let data_dir = proffer_embedded::prepare_data_dir(data_dir)?;
    let mut rng = StdRng::from_seed(Rng::Os.bytes());
    let secret_key = proffer_embedded::secret_key(&data_dir, &mut rng)?;
    let sealing_key = proffer_embedded::sealing_key(&data_dir, &mut rng)?;
    let get = |name: &str| match name {
        "BIND" => Some(format!("127.0.0.1:{port}")),
        "DATA_DIR" => Some(data_dir.display().to_string()),
        "SECRET_KEY" => environment(name).or_else(|| Some(secret_key.expose_secret().to_owned())),
        "SEALING_KEY" => environment(name).or_else(|| Some(sealing_key.expose_secret().to_owned())),
        "DRAIN_SECONDS" => environment(name).or_else(|| Some("0".to_owned())),
        "LOG_FORMAT" => environment(name).or_else(|| Some("text".to_owned())),
        _ => environment(name),
    };
    Ok(Config { dev: true, ..Config::from_settings(&get)? })
}

/// The information that a user needs after `make run`.
fn announce(config: &Config, postgres: &str, objects: &Objects, assistant: &str, demo: bool) {
    let mail = if config.smtp_url.is_some() {
        "sent through PROFFER_SMTP_URL".to_owned()
    } else {
        format!("kept in {}, readable at {}", config.outbox().display(), config.link("/dev/mail"))
    };
    let assistant = match assistant {
        "model" => "the model of PROFFER_AI_BASE_URL",
        _ => "offline rules, no model (set PROFFER_AI_BASE_URL and PROFFER_AI_MODEL for one)",
    };
    let payments = match &config.stripe {
        Some(stripe) if stripe.is_test_page => {
            format!("a test payment page at {}; no money is charged", stripe.api_base)
        }
        Some(_) => "Stripe, with the settings of PROFFER_STRIPE_*".to_owned(),
        None => "not configured (set PROFFER_TEST_PAYMENTS=1 to try them)".to_owned(),
    };
    let sign_in = if demo {
        let (at, owner, administrator) = (config.link("/auth"), seed::EMAIL, seed::ADMIN_EMAIL);
        format!(
            "  Look around at {at} as {owner} with the password {DEMO_PASSWORD},\n  or as {administrator}, who administers the site, with the same password.\n"
        )
    } else {
        String::new()
    };
    println!(
        "\n  Proffer is ready: {}\n\n  Embedded:\n    PostgreSQL {postgres}\n    objects         {} (S3, bucket {})\n    mail            {mail}\n    assistant       {assistant}\n    payments        {payments}\n    time            can be moved forward at {}\n\n{sign_in}  Register at {}; the verification mail is at {}.\n  Ctrl-C stops everything; the data stays.\n",
        config.link("/"),
        objects.endpoint(),
        objects.bucket(),
        config.link("/dev/clock"),
        config.link("/auth?tab=register"),
        config.link("/dev/mail"),
    );
}
