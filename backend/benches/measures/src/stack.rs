//! The environment of a measure: a separate, migrated database, the server's commands on it, and the model's
//! double if needed.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::Context as _;
use proffer_embedded::postgres::{Embedded, Options};
use rand::{SeedableRng as _, rngs::StdRng};
use secrecy::ExposeSecret as _;
use sqlx::{Connection as _, PgConnection};
use tokio::{
    net::TcpStream,
    process::Command,
    time::{sleep, timeout},
};

use super::{
    driver::Driver,
    machine,
    process::{self, Background},
    scratch::Scratch,
    seed::{self, Seeded},
};

/// A key that signs documents.
const SEALING_KEY: &str = concat!(
    "-----BEGIN PRIVATE KEY-----\n",
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgAdfexe3fa0nl5nyX\n",
    "uUPqWm0jtT67TNk4QXFwpaDVZfyhRANCAARKpInREP0BVfNbc0xscsz1s8n9JJxP\n",
    "GGC7LWHul2MDWqJlpjs4fQgalmt7PkQo/I/h1I95n0OjOeBD5uV2meGX\n",
    "-----END PRIVATE KEY-----\n",
);
/// The time limit of a database migration.
const MIGRATION: Duration = Duration::from_mins(2);
/// How long the double may take to start.
const PATIENCE: Duration = Duration::from_secs(10);

/// The database, and the folder of the server's files.
pub struct Stack {
    /// The running database.
    pub database: Embedded,
    binary: PathBuf,
    scratch: Scratch,
}

/// A server in the background.
pub struct Served {
    pub process: Background,
    /// Its address, without a trailing slash.
    pub base: String,
    /// The seconds until it was ready.
    pub took: f64,
}

/// The model's double, in a separate process.
pub struct Model {
    process: Background,
    /// The value of `PROFFER_AI_BASE_URL`.
    pub address: String,
}

/// Runs `work` on a stack that is stopped afterwards in any case.
pub async fn on_stack(
    driver: &Driver,
    purpose: &str,
    work: impl AsyncFnOnce(&Stack) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let scratch = Scratch::new(purpose)?;
    let binaries = std::env::var_os("PROFFER_POSTGRES_BIN").map(PathBuf::from);
    let options = Options { data_dir: scratch.path(), binaries: binaries.as_deref(), durable: true };
    let database =
        Embedded::start(&options, &mut StdRng::seed_from_u64(1)).await.context("starting PostgreSQL")?;
    let stack = Stack { database, binary: driver.binary.clone(), scratch };
    let outcome = async {
        process::output(&mut stack.command("migrate", 0), MIGRATION).await.context("migrating")?;
        work(&stack).await
    };
    let outcome = outcome.await;
    let Stack { database, scratch, .. } = stack;
    let stopped = database.stop().await;
    drop(scratch);
    outcome.and(stopped)
}

impl Stack {
    /// The folder of the server's files.
    pub fn folder(&self) -> &Path {
        self.scratch.path()
    }

    /// The folder of the mails.
    pub fn outbox(&self) -> PathBuf {
        self.folder().join("outbox")
    }

    /// A connection that row-level security does not bind.
    pub async fn admin(&self) -> anyhow::Result<PgConnection> {
        PgConnection::connect(self.database.urls().admin.expose_secret())
            .await
            .context("connecting to the database")
    }

    /// A command of the server with the settings that an operator behind a proxy must set, and defaults for
    /// all others.
    pub fn command(&self, subcommand: &str, port: u16) -> Command {
        let urls = self.database.urls();
        let mut command = process::command(&self.binary);
        command
            .arg(subcommand)
            .env("PROFFER_BIND", format!("127.0.0.1:{port}"))
            .env("PROFFER_DATA_DIR", self.folder());
        command.env("PROFFER_INTERNAL_BIND", "127.0.0.1:0");
        // Load comes from many addresses, which it sets itself.
        command.env("PROFFER_TRUSTED_PROXIES", "1");
        command
            .env("PROFFER_DATABASE_URL", urls.app.expose_secret())
            .env("PROFFER_SYSTEM_DATABASE_URL", urls.system.expose_secret());
        command.env("PROFFER_MIGRATION_DATABASE_URL", urls.owner.expose_secret());
        // Any keys will do: no measure depends on them.
        command.env("PROFFER_SECRET_KEY", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=");
        command.env("PROFFER_SEALING_KEY", SEALING_KEY);
        command
    }

    /// Starts a server, and waits until it is ready. Without a model its assistant is the offline one.
    pub async fn serve(&self, model: Option<&Model>) -> anyhow::Result<Served> {
        let port = process::free_port()?;
        let base = format!("http://127.0.0.1:{port}");
        let mut command = self.command("serve", port);
        if let Some(model) = model {
            model.told_to(&mut command);
        }
        let begun = machine::now();
        let mut process = Background::start(
            &mut command,
            &self.folder().join(format!("serve-{port}.log")),
            "proffer serve",
        )?;
        process.ready(&base).await?;
        Ok(Served { process, base, took: begun.elapsed().as_secs_f64() })
    }

    /// Starts a worker.
    pub fn work(&self, name: &str, model: Option<&Model>) -> anyhow::Result<Background> {
        let mut command = self.command("worker", 0);
        if let Some(model) = model {
            model.told_to(&mut command);
        }
        Background::start(&mut command, &self.folder().join(format!("worker-{name}.log")), "proffer worker")
    }

    /// The accounts of these users with all their data, drafted by the offline assistant, which is free.
    pub async fn seeded<const N: usize>(&self, people: [&str; N]) -> anyhow::Result<[Seeded; N]> {
        let server = self.serve(None).await?;
        let worker = self.work("seed", None)?;
        let mut seeded = Vec::new();
        for person in people {
            seeded.push(seed::seed(&server.base, &self.outbox(), person).await?);
        }
        worker.stop().await?;
        server.process.stop().await?;
        seeded.try_into().ok().context("everybody is seeded")
    }
}

impl Served {
    /// Checks that it is still ready, and stops it.
    pub async fn stop(mut self) -> anyhow::Result<()> {
        self.process.ready(&self.base).await?;
        self.process.stop().await
    }
}

impl Model {
    /// Starts a double that waits for `pause` before each chunk of an answer.
    pub async fn start(stack: &Stack, pause: Duration) -> anyhow::Result<Self> {
        let port = process::free_port()?;
        let own = std::env::current_exe().context("finding this program")?;
        let mut command = process::command(&own);
        command.arg("model-double").arg(port.to_string()).arg(pause.as_millis().to_string());
        let process = Background::start(&mut command, &stack.folder().join("model.log"), "the model double")?;
        let connected = async {
            while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
                sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(PATIENCE, connected).await.context("the model double does not listen")?;
        Ok(Self { process, address: format!("http://127.0.0.1:{port}/v1") })
    }

    fn told_to(&self, command: &mut Command) {
        command
            .env("PROFFER_AI_BASE_URL", &self.address)
            .env("PROFFER_AI_API_KEY", "any")
            .env("PROFFER_AI_MODEL", "gpt-4o-mini");
        command.env("PROFFER_AI_MONTHLY_LIMIT_USD", "1000");
    }

    /// Ends it.
    pub async fn stop(self) -> anyhow::Result<()> {
        self.process.stop().await
    }
}
