//! The subcommands: `dev`, `serve`, `worker`, `ready`, `migrate`, `seed`, `backup`, `restore`, `admin`,
//! `verify`, two that print generated files, and two that server and worker run in a process of their own.

mod admin;
pub mod backup;
#[cfg(feature = "embedded")]
mod dev;
mod ready;
mod runtime;
#[cfg(feature = "embedded")]
mod seed;
mod verify;

use std::{process::ExitCode, time::Duration};

use anyhow::Context as _;
use clap::Subcommand;

use crate::{
    authz::Policy,
    config::{Config, DatabaseUrls, RunSettings, environment},
    site::spec,
    telemetry::Telemetry,
};
use proffer_adapters::{pdf, recap_files};
use proffer_domain::recap_file::FileKind;
use proffer_store;

/// The command to run.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Runs everything in one process on this machine: PostgreSQL, object storage, server and worker.
    #[cfg(feature = "embedded")]
    Dev(dev::Arguments),
    /// Runs the server: site and API.
    Serve,
    /// Runs the worker: jobs.
    Worker,
    /// Succeeds if the local server or worker is ready: the health check of a container.
    Ready,
    /// Manages accounts.
    #[command(subcommand)]
    Admin(admin::AdminCommand),
    /// Migrates the database to the current schema, as its owner.
    Migrate,
    /// Creates a demo workspace, with clients and proposals in every state.
    #[cfg(feature = "embedded")]
    Seed,
    /// Backs up the database and all objects into a folder, while the site is in use.
    Backup(backup::BackupArguments),
    /// Restores a backup into an empty database.
    Restore(backup::RestoreArguments),
    /// Verifies a signed document, or its evidence, offline.
    Verify(verify::VerifyArguments),
    /// Typesets one signed document: evidence in, sealed PDF out. Server and worker run it with these limits.
    #[command(hide = true, name = pdf::COMMAND)]
    Typeset {
        /// Memory limit in bytes.
        memory: u64,
        /// Time limit in seconds.
        seconds: u64,
    },
    /// Reads one file for a recap: its bytes in, its text out. The server runs it with these limits.
    #[command(hide = true, name = recap_files::COMMAND)]
    ReadFile {
        /// The kind of file.
        kind: FileKind,
        /// Memory limit in bytes.
        memory: u64,
        /// Time limit in seconds.
        seconds: u64,
    },
    /// Prints the API document.
    Openapi,
    /// Prints the permission matrix.
    Matrix,
}

/// Runs the command, and returns the exit code of the process.
pub fn run(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Verify(arguments) => Ok(verify::run(arguments)),
        Command::Typeset { memory, seconds } => pdf::run(memory, seconds),
        Command::ReadFile { kind, memory, seconds } => recap_files::run(kind, memory, seconds),
        #[cfg(feature = "embedded")]
        Command::Dev(arguments) => {
            let config = dev::settings(arguments.port, &arguments.data_dir)?;
            watched(&config.run.clone(), Box::pin(dev::run(config, &arguments)))
        }
        Command::Serve => serve(runtime::Parts::SERVER),
        Command::Worker => serve(runtime::Parts::WORKER),
        command => {
            Telemetry::of_command();
            block_on(once(command))
        }
    }
}

/// Runs a short-lived command.
async fn once(command: Command) -> anyhow::Result<()> {
    match command {
        Command::Admin(command) => admin::run(command).await,
        Command::Ready => ready::run().await,
        Command::Migrate => migrate().await,
        #[cfg(feature = "embedded")]
        Command::Seed => Box::pin(seed::run()).await,
        Command::Backup(arguments) => Box::pin(backup::back_up(arguments)).await,
        Command::Restore(arguments) => Box::pin(backup::restore(arguments)).await,
        Command::Openapi => {
            print!("{}", spec::document(&Policy::shipped().await?)?);
            Ok(())
        }
        Command::Matrix => {
            print!("{}", Policy::shipped().await?.matrix());
            Ok(())
        }
        #[cfg(feature = "embedded")]
        Command::Dev { .. } => Ok(()),
        Command::Serve
        | Command::Worker
        | Command::Verify(_)
        | Command::Typeset { .. }
        | Command::ReadFile { .. } => Ok(()),
    }
}

/// Runs a command until a signal, with its logs and traces.
fn serve(parts: runtime::Parts) -> anyhow::Result<ExitCode> {
    let config = Config::from_settings(&environment)?;
    anyhow::ensure!(
        !config.test_payments,
        "PROFFER_TEST_PAYMENTS is only for `proffer dev`: test payments charge nothing"
    );
    let urls = DatabaseUrls::from_settings(&environment)?;
    watched(
        &config.run.clone(),
        Box::pin(async move { Box::pin(runtime::from_settings(config, &urls, parts)).await }),
    )
}

fn watched(
    settings: &RunSettings,
    work: impl Future<Output = anyhow::Result<()>>,
) -> anyhow::Result<ExitCode> {
    let telemetry = Telemetry::start(settings)?;
    let done = block_on(work);
    telemetry.finish();
    done
}

fn block_on(work: impl Future<Output = anyhow::Result<()>>) -> anyhow::Result<ExitCode> {
    let tokio = tokio::runtime::Runtime::new().context("starting the async runtime")?;
    let done = tokio.block_on(work);
    // Tasks still running on other threads have had their time.
    tokio.shutdown_timeout(Duration::from_secs(1));
    done.map(|()| ExitCode::SUCCESS)
}

async fn migrate() -> anyhow::Result<()> {
    Config::from_settings(&environment)?;
    let url = environment("MIGRATION_DATABASE_URL").context("PROFFER_MIGRATION_DATABASE_URL is missing")?;
    proffer_store::migrate::run(&url.into()).await?;
    println!("the database is up to date");
    Ok(())
}
