//! `proffer admin`: how the operator manages accounts.

#[cfg(feature = "embedded")]
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Subcommand;
#[cfg(feature = "embedded")]
use proffer_adapters::random::Rng;
#[cfg(feature = "embedded")]
use proffer_embedded::postgres::{Embedded, Options, Urls};
use proffer_store::{Pool, SystemTx};
#[cfg(feature = "embedded")]
use rand::{SeedableRng, rngs::StdRng};
use secrecy::SecretString;

use crate::{config::environment, features::identity::service::admins};

/// The command to run.
#[derive(Debug, Subcommand)]
pub enum AdminCommand {
    /// Makes a user a site administrator.
    Grant {
        /// The mail address of the account, which must be verified.
        email: String,
        /// Uses the data of `proffer dev` in this folder, whether it is running or not.
        #[cfg(feature = "embedded")]
        #[arg(long, value_name = "DIR")]
        data_dir: Option<PathBuf>,
    },
}

/// Runs the command.
///
/// # Errors
/// When the account does not exist, or the database does not answer.
pub async fn run(command: AdminCommand) -> anyhow::Result<()> {
    #[cfg(feature = "embedded")]
    let AdminCommand::Grant { email, data_dir } = command;
    #[cfg(not(feature = "embedded"))]
    let AdminCommand::Grant { email } = command;
    #[cfg(feature = "embedded")]
    if let Some(dir) = data_dir {
        grant_in(&dir, &email).await?;
        println!("{email} is a site administrator now");
        return Ok(());
    }
    let url = environment("SYSTEM_DATABASE_URL").context("PROFFER_SYSTEM_DATABASE_URL is missing")?;
    grant(&url.into(), &email).await?;
    println!("{email} is a site administrator now");
    Ok(())
}

async fn grant(database: &SecretString, email: &str) -> anyhow::Result<()> {
    let pool = Pool::single(database).await?;
    let tx = SystemTx::begin(&pool).await?;
    admins::grant(&tx, email).await?;
    tx.commit().await?;
    pool.close().await;
    Ok(())
}

/// Connects to the database of the `proffer dev` that runs on that folder, or starts it for the duration of
/// the command.
#[cfg(feature = "embedded")]
async fn grant_in(dir: &Path, email: &str) -> anyhow::Result<()> {
    anyhow::ensure!(dir.join("postgres").exists(), "{} holds no data of `proffer dev`", dir.display());
    let dir = proffer_embedded::prepare_data_dir(dir)?;
    if let Some(urls) = Urls::of_running(&dir)? {
        return grant(&urls.system, email).await;
    }
    let binaries = environment("POSTGRES_BIN");
    let options = Options { data_dir: &dir, binaries: binaries.as_deref().map(Path::new), durable: true };
    let server = Embedded::start(&options, &mut StdRng::from_seed(Rng::Os.bytes()))
        .await
        .context("starting PostgreSQL")?;
    let granted = grant(&server.urls().system, email).await;
    server.stop().await.context("stopping PostgreSQL")?;
    granted
}
