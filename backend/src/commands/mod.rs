//! The subcommands: `dev`, `serve`, `worker`, `migrate`, `backup`, `restore`, `admin`, `verify`, and two that print what is generated
//! from the code.

mod admin;
mod backup;
mod dev;
mod runtime;
mod verify;

use std::{path::PathBuf, process::ExitCode};

use anyhow::Context as _;
use clap::Subcommand;

use crate::{
    config::{Config, DatabaseUrls, environment},
    db,
    http::{authz::Policy, spec},
};

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Everything in one process on this machine: PostgreSQL, object storage, server and worker.
    Dev {
        /// The port of the site on 127.0.0.1.
        #[arg(long, default_value_t = 8080)]
        port: u16,
        /// Where the data is kept.
        #[arg(long, default_value = ".proffer")]
        data_dir: PathBuf,
    },
    /// The server: site and API.
    Serve,
    /// The worker: jobs.
    Worker,
    /// What whoever runs the server does to accounts.
    #[command(subcommand)]
    Admin(admin::AdminCommand),
    /// Brings the database to the present schema, as its owner.
    Migrate,
    /// Takes the database and all objects into a folder, while everybody works.
    Backup(backup::BackupArguments),
    /// Brings a backup back into an empty database.
    Restore(backup::RestoreArguments),
    /// Checks a signed document, or the evidence from one, offline.
    Verify {
        /// The sealed PDF, or its evidence.json.
        file: PathBuf,
    },
    /// Prints the API document.
    Openapi,
    /// Prints the permission matrix.
    Matrix,
}

/// Does it, and says how the process ends.
///
/// # Errors
/// With a sentence for whoever typed the command.
pub fn run(command: Command) -> anyhow::Result<ExitCode> {
    if let Command::Verify { file } = &command {
        return Ok(verify::run(file));
    }
    runtime::log_to_stderr();
    let tokio = tokio::runtime::Runtime::new().context("starting the async runtime")?;
    let done = tokio.block_on(async {
        match command {
            Command::Dev { port, data_dir } => Box::pin(dev::run(port, &data_dir)).await,
            Command::Serve => Box::pin(runtime::from_settings(runtime::Parts::SERVER)).await,
            Command::Worker => Box::pin(runtime::from_settings(runtime::Parts::WORKER)).await,
            Command::Admin(command) => admin::run(command).await,
            Command::Migrate => migrate().await,
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
            Command::Verify { .. } => Ok(()),
        }
    });
    done.map(|()| ExitCode::SUCCESS)
}

async fn migrate() -> anyhow::Result<()> {
    Config::from_settings(&environment)?;
    let url = environment("MIGRATION_DATABASE_URL").context("PROFFER_MIGRATION_DATABASE_URL is missing")?;
    db::migrate::run(&url.into()).await?;
    println!("the database is up to date");
    Ok(())
}

/// The database settings of `serve` and `worker`.
fn database_urls() -> anyhow::Result<DatabaseUrls> {
    DatabaseUrls::from_settings(&environment)
}
