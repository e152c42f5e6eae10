//! `proffer admin`: what whoever runs the server does to accounts.

use anyhow::Context as _;
use clap::Subcommand;

use crate::{config::environment, db::SystemTx, features::identity::service::admins};

/// What to do.
#[derive(Debug, Subcommand)]
pub enum AdminCommand {
    /// Makes somebody a site administrator.
    Grant {
        /// The address of their account.
        email: String,
    },
}

/// Does it.
///
/// # Errors
/// When there is no such account, or the database does not answer.
pub async fn run(command: AdminCommand) -> anyhow::Result<()> {
    let AdminCommand::Grant { email } = command;
    let url = environment("SYSTEM_DATABASE_URL").context("PROFFER_SYSTEM_DATABASE_URL is missing")?;
    let connection = sea_orm::Database::connect(url).await.context("the database does not answer")?;
    let tx = SystemTx::begin(&connection).await?;
    anyhow::ensure!(admins::grant(&tx, &email).await?, "no account has the address {email}; register it first");
    tx.commit().await?;
    connection.close().await?;
    println!("{email} is a site administrator now");
    Ok(())
}
