//! Running server and worker, and stopping them in order.

use std::{
    future::Future,
    net::{SocketAddr, TcpListener},
    time::Duration,
};

use anyhow::Context as _;
use proffer_adapters::{
    ai::Assistant,
    clock::Clock,
    dns::Dns,
    limited_process::LimitedProcess,
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
use proffer_store::{self, ChangeFeed, Db};
use tokio_util::sync::CancellationToken;

use crate::{
    app::{App, Memory, Parts as AppParts, Tasks},
    authz::Policy,
    config::{Config, DatabaseUrls, HARD_STOP, INTERNAL_BIND},
    http::listening,
    site::{self, probes},
    telemetry::Metrics,
    worker::{self, schedule},
};

/// How long the last probe may take.
const LAST_PROBE: Duration = Duration::from_secs(1);

/// Which parts this process runs.
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
    #[cfg(feature = "embedded")]
    pub const ALL: Self = Self { server: true, worker: true };
}

/// Resolves at the first SIGINT or SIGTERM.
pub async fn signalled() -> anyhow::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate()).context("listening for SIGTERM")?;
    tokio::select! {
        result = tokio::signal::ctrl_c() => result.context("listening for SIGINT"),
        _ = terminate.recv() => Ok(()),
    }
}

/// Runs `serve` and `worker` with the settings, until a signal.
///
/// # Errors
/// When a setting is invalid, the database does not answer, or its roles are not safe.
pub async fn from_settings(config: Config, urls: &DatabaseUrls, parts: Parts) -> anyhow::Result<()> {
    let internal = config.run.internal_bind.unwrap_or(INTERNAL_BIND);
    let app = build_app(config, urls, Clock::System).await?;
    let public = if parts.server { Some(bind(app.config.bind, "PROFFER_BIND")?) } else { None };
    let sockets = Sockets { public, internal: Some(bind(internal, "PROFFER_INTERNAL_BIND")?) };
    for (port, socket) in [("public", &sockets.public), ("internal", &sockets.internal)] {
        if let Some(socket) = socket {
            tracing::info!(address = %socket.local_addr()?, port, "listening");
        }
    }
    Box::pin(until_told(app, parts, sockets)).await
}

/// Creates an [`App`] with real adapters.
///
/// # Errors
/// When a part cannot be created, or row-level security does not bind a database role.
pub async fn build_app(config: Config, urls: &DatabaseUrls, clock: Clock) -> anyhow::Result<App> {
    let (rng, metrics) = (Rng::Os, Metrics::default());
    let db = Db::connect(&urls.app, &urls.system, config.database_pool, config.database_silence).await?;
    proffer_store::refuse_unsafe_role(db.app()).await?;
    proffer_store::refuse_unsafe_role(db.system()).await?;
    let secret_key = config.secret_key.as_ref();
    let secret_key = secret_key.context(
        "PROFFER_SECRET_KEY is missing: 32 random bytes in base64, as `openssl rand -base64 32` prints them",
    )?;
    let sealing_key = config.seal.key.clone().context(
        "PROFFER_SEALING_KEY is missing: a private key, as `openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256` prints it",
    )?;
    let sealer = Sealer::new(sealing_key, &config.seal.former, config.seal.timestamp_url.clone())?;
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
        typesetter: Typesetter::new(LimitedProcess::own_program()?, config.sealing),
        file_reader: FileReader::new(LimitedProcess::own_program()?),
        passwords: Passwords::new(parallel_hashes, Cost::OWASP, rng.bytes())?,
        dns: Dns::new(config.dns_server)?,
        oidc: Oidc::new(web.clone()),
        secrets: Secrets::from_setting(secret_key)?,
        sealer,
        web,
        change_feed: ChangeFeed::new(),
        process_id: uuid::Uuid::from_bytes(rng.bytes()),
        memory: Memory::default(),
        tasks: Tasks::default(),
        metrics,
        draining: CancellationToken::new(),
        clock,
        config,
        db,
        rng,
    }))
}

/// The sockets of a process.
#[derive(Debug)]
pub struct Sockets {
    /// Site and API.
    pub public: Option<TcpListener>,
    /// Probes and metrics.
    pub internal: Option<TcpListener>,
}

/// Binds the address of a setting.
///
/// # Errors
/// When the address is taken or not local, naming the setting.
pub fn bind(address: SocketAddr, setting: &str) -> anyhow::Result<TcpListener> {
    let listener = TcpListener::bind(address).map_err(|error| match error.kind() {
        std::io::ErrorKind::AddrInUse => {
            anyhow::anyhow!(
                "{address} is in use by another program; stop it or choose another address with {setting}"
            )
        }
        _ => anyhow::anyhow!("cannot listen on {address} ({setting}): {error}"),
    })?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// Runs the given parts until a signal, and stops them in order. On a signal, the process is not ready at
/// once, accepts requests until load balancers have noticed, and then finishes the requests and jobs in
/// progress.
///
/// # Errors
/// When a part fails to start or breaks down, or does not finish in time.
pub async fn until_told(app: App, parts: Parts, sockets: Sockets) -> anyhow::Result<()> {
    let (stop, draining) = (CancellationToken::new(), app.draining.clone());
    // A worker receives no requests.
    let drain = if parts.server { app.config.run.drain } else { Duration::ZERO };
    let running = run(app, parts, sockets, stop.clone());
    tokio::pin!(running);
    tokio::select! {
        result = &mut running => return result,
        signal = signalled() => signal?,
    }
    tracing::info!(?drain, "stopping: no longer ready");
    draining.cancel();
    let in_order = async {
        let drained = async {
            tokio::time::sleep(drain).await;
            stop.cancel();
        };
        tokio::join!(running, drained).0
    };
    tokio::time::timeout(HARD_STOP, in_order).await.unwrap_or_else(|_| {
        tracing::error!(after = ?HARD_STOP, "stopped forcibly: some work did not finish");
        anyhow::bail!("some work did not finish within {HARD_STOP:?}")
    })
}

/// Runs the given parts until `stop`, then stops them in order: requests, jobs, pools, and probes last.
async fn run(app: App, parts: Parts, sockets: Sockets, stop: CancellationToken) -> anyhow::Result<()> {
    let grace = app.config.run.grace();
    let over = CancellationToken::new();
    let probes = sockets.internal.map(|socket| {
        let (app, over) = (app.clone(), over.clone());
        tokio::spawn(async move {
            listening::serve(probes::endpoint(&app), socket, stopped(over), LAST_PROBE).await
        })
    });
    let listener = parts
        .server
        .then(|| app.change_feed.spawn(app.db.system().clone(), app.db.probe().clone(), stop.clone()));
    let worker = if parts.worker { Some(worker::build(&app, stopped(stop.clone())).await?) } else { None };
    let serving = async {
        match sockets.public {
            Some(socket) => listening::serve(site::endpoint(&app), socket, stopped(stop.clone()), grace)
                .await
                .context("serving"),
            None => idle(&stop).await,
        }
    };
    let working = async {
        match worker {
            Some(worker) => {
                let working = worker::run(worker, &app, &stop);
                let (ended, ()) = tokio::join!(ending(working, &stop), schedule::keep(&app, &stop));
                ended
            }
            None => idle(&stop).await,
        }
    };
    // If either ends on its own, the other is stopped too.
    let (server_end, worker_end) = tokio::join!(ending(serving, &stop), ending(working, &stop));
    app.tasks.finish(grace).await;
    if let Some(listener) = listener {
        listener.await.context("the listener")?;
    }
    app.db.close().await;
    over.cancel();
    let probes_end = match probes {
        Some(probes) => probes.await.context("the internal port")?.context("serving the internal port"),
        None => Ok(()),
    };
    server_end.and(worker_end).and(probes_end)
}

/// Stands in for a part that is not run: it must not end before the others.
async fn idle(stop: &CancellationToken) -> anyhow::Result<()> {
    stop.cancelled().await;
    Ok(())
}

async fn ending(
    part: impl Future<Output = anyhow::Result<()>>,
    stop: &CancellationToken,
) -> anyhow::Result<()> {
    let result = part.await;
    stop.cancel();
    result
}

async fn stopped(stop: CancellationToken) {
    stop.cancelled().await;
}
