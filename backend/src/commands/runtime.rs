//! Running server and worker, and stopping them in the right order.

use std::{future::Future, sync::Arc, time::Duration};

use anyhow::Context as _;
use poem::Server;
use tokio_util::sync::CancellationToken;

use crate::{
    adapters::{
        ai::Assistant, dns::Dns, mail::Mailer, objects::ObjectStore, oidc::Oidc, passwords::Passwords, payments::Payments,
        secrets::Secrets, web::Web,
    },
    app::{App, Clock, Parts as AppParts, Rng},
    config::{Config, DatabaseUrls, environment},
    db::{self, Db, Feed},
    features::{admin::settings::Settings, assistant::chat::Turns},
    http::{authz::Policy, server},
    jobs::{schedule, worker},
};

/// How long requests under way may take to finish once the server is told to stop.
const DRAIN: Duration = Duration::from_secs(10);

/// Which parts of the product this process is.
#[derive(Debug, Clone, Copy)]
pub struct Parts {
    server: bool,
    worker: bool,
}

impl Parts {
    /// Site and API.
    pub const SERVER: Self = Self { server: true, worker: false };
    /// Jobs.
    pub const WORKER: Self = Self { server: false, worker: true };
    /// Both.
    pub const ALL: Self = Self { server: true, worker: true };
}

/// Logs go to standard error; `RUST_LOG` says how much.
pub fn log_to_stderr() {
    let wanted = std::env::var("RUST_LOG").unwrap_or_else(|_| "warn,proffer=info".to_owned());
    // async-openai logs chunks it cannot decode: a model's answer, which carries clients' words. The reader of Stripe's events complains
    // of each that is of another version of the API, which is as it should be: nothing but its signature is asked of it.
    let filter = tracing_subscriber::EnvFilter::new(format!("{wanted},async_openai=off,stripe_webhook=off"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
}

/// Resolves at the first SIGINT or SIGTERM.
///
/// # Errors
/// When signals cannot be listened for.
pub async fn signalled() -> anyhow::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate()).context("listening for SIGTERM")?;
    tokio::select! {
        result = tokio::signal::ctrl_c() => result.context("listening for SIGINT"),
        _ = terminate.recv() => Ok(()),
    }
}

/// `serve` and `worker`: everything from the settings, until a signal comes.
///
/// # Errors
/// When a setting is wrong, the database does not answer, or its roles are not safe.
pub async fn from_settings(parts: Parts) -> anyhow::Result<()> {
    let config = Config::from_settings(&environment)?;
    anyhow::ensure!(!config.test_payments, "PROFFER_TEST_PAYMENTS is for `proffer dev` alone: nobody pays anything there");
    let app = build_app(config, &super::database_urls()?, Clock::System).await?;
    let stop = CancellationToken::new();
    let socket = if parts.server { Some(bind(&app.config)?) } else { None };
    if parts.server {
        tracing::info!(address = %app.config.bind, "listening");
    }
    let running = run(app, parts, socket, stop.clone());
    tokio::pin!(running);
    tokio::select! {
        result = &mut running => return result,
        signal = signalled() => signal?,
    }
    stop.cancel();
    running.await
}

/// An [`App`] on real parts.
///
/// # Errors
/// When a part cannot be made, or a database role is not one that row-level security holds.
pub async fn build_app(config: Config, urls: &DatabaseUrls, clock: Clock) -> anyhow::Result<App> {
    let rng = Rng::Os;
    let db = Db::connect(&urls.app, &urls.system, config.database_pool).await?;
    db::refuse_unsafe_role(db.app()).await?;
    db::refuse_unsafe_role(db.system()).await?;
    let secret_key = config.secret_key.as_ref();
    let secret_key =
        secret_key.context("PROFFER_SECRET_KEY is missing: 32 random bytes in base64, as `openssl rand -base64 32` prints them")?;
    let web = Web::new(&config.outbound_allow, &config.public_url).context("the outbound client")?;
    let parallel_hashes = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    Ok(App::new(AppParts {
        policy: Policy::shipped().await?,
        assistant: Assistant::from_settings(
            config.ai_base_url.as_ref(),
            config.ai_api_key.as_ref(),
            config.ai_model.as_deref(),
            config.ai_timeout,
        )?,
        mailer: Mailer::new(&config.mail_from, config.smtp_url.as_ref(), config.outbox())?,
        objects: ObjectStore::new(config.objects.as_ref()),
        payments: Payments::new(config.stripe.as_ref()),
        passwords: Passwords::new(parallel_hashes, rng.bytes())?,
        dns: Dns::new(config.dns_server)?,
        oidc: Oidc::new(web.clone()),
        secrets: Secrets::from_setting(secret_key)?,
        web,
        feed: Feed::new(),
        turns: Turns::default(),
        settings: Settings::new(),
        clock,
        config,
        db,
        rng,
    }))
}

/// Takes the address, or says that something else has it.
///
/// # Errors
/// When the address is taken or not this machine's.
pub fn bind(config: &Config) -> anyhow::Result<std::net::TcpListener> {
    let listener = std::net::TcpListener::bind(config.bind).map_err(|error| match error.kind() {
        std::io::ErrorKind::AddrInUse => {
            anyhow::anyhow!("{} is taken by another program; stop it or choose another port", config.bind)
        }
        _ => anyhow::anyhow!("cannot listen on {}: {error}", config.bind),
    })?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// Runs the wanted parts until `stop`, then ends them in order: requests, jobs, pools.
///
/// # Errors
/// When a part fails to start or breaks down.
pub async fn run(app: App, parts: Parts, socket: Option<std::net::TcpListener>, stop: CancellationToken) -> anyhow::Result<()> {
    let listener = parts.server.then(|| app.feed.spawn(app.db.system_pool().clone(), stop.clone()));
    let worker = if parts.worker { Some(Arc::new(worker::build(&app, stopped(stop.clone())).await?)) } else { None };
    let serving = async {
        match socket {
            Some(socket) => serve(&app, socket, stopped(stop.clone())).await,
            None => idle(&stop).await,
        }
    };
    let working = async {
        match &worker {
            Some(worker) => {
                let working = async { worker.run().await.context("the job worker stopped") };
                let (ended, ()) = tokio::join!(ending(working, &stop), schedule::keep(&app, &stop));
                ended
            }
            None => idle(&stop).await,
        }
    };
    // When either ends by itself the other is told to stop as well.
    let (server_end, worker_end) = tokio::join!(ending(serving, &stop), ending(working, &stop));
    app.turns.rest(DRAIN).await;
    if let Some(listener) = listener {
        listener.await.context("the listener")?;
    }
    app.db.close().await;
    server_end.and(worker_end)
}

/// A part that is not wanted: it must not end before the others do.
async fn idle(stop: &CancellationToken) -> anyhow::Result<()> {
    stop.cancelled().await;
    Ok(())
}

async fn ending(part: impl Future<Output = anyhow::Result<()>>, stop: &CancellationToken) -> anyhow::Result<()> {
    let result = part.await;
    stop.cancel();
    result
}

async fn stopped(stop: CancellationToken) {
    stop.cancelled().await;
}

async fn serve(app: &App, socket: std::net::TcpListener, stop: impl Future<Output = ()> + Send + 'static) -> anyhow::Result<()> {
    let acceptor = poem::listener::TcpAcceptor::from_std(socket).context("taking over the socket")?;
    Server::new_with_acceptor(acceptor).run_with_graceful_shutdown(server::endpoint(app), stop, Some(DRAIN)).await.context("serving")
}
