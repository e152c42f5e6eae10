//! The daily deletion of expired data. The rules are in [`proffer_domain::retention`].
//!
//! It runs per workspace, so that the roles need no rights beyond the workspace they have entered, and in
//! small transactions, so that it blocks no one. What is left when a worker stops is deleted the next day.

use chrono::{DateTime, NaiveDate, Utc};
use proffer_domain::retention::Rule;
use proffer_store::{Scope, SystemTx, TenantTx};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::{
    app::App,
    failure::Failure,
    features::{proposals::service::links, team},
};

/// The number of rows per statement.
const BATCH: u64 = 1000;

/// Deletes expired data, unless that was done today; returns the number of rows.
///
/// # Errors
/// When the database fails; earlier deletions stay committed.
pub async fn sweep(app: &App, stop: &CancellationToken) -> Result<Option<u64>, Failure> {
    let now = app.now();
    if !is_first(app, now.date_naive()).await? {
        return Ok(None);
    }
    let mut gone = 0;
    for &rule in Rule::OF_SITE {
        loop {
            let some = run(app.db.system(), rule, now).await?;
            gone += some;
            if some < BATCH {
                break;
            }
        }
    }
    let mut after = Uuid::nil();
    loop {
        let some = team::workspace_ids(app.db.system(), after).await?;
        let Some(&last) = some.last() else { return Ok(Some(gone)) };
        for workspace_id in some {
            if stop.is_cancelled() {
                return Ok(Some(gone));
            }
            gone += of_workspace(app, workspace_id, now).await?;
        }
        after = last;
    }
}

/// Whether this is the first sweep of the day among all workers.
async fn is_first(app: &App, today: NaiveDate) -> Result<bool, DbErr> {
    let claim = statement("INSERT INTO sweeps (day) VALUES ($1) ON CONFLICT DO NOTHING", [today.into()]);
    Ok(app.db.system().execute_raw(claim).await?.rows_affected() == 1)
}

async fn of_workspace(app: &App, workspace_id: Uuid, now: DateTime<Utc>) -> Result<u64, Failure> {
    let mut gone = 0;
    loop {
        let mut most = 0;
        // The payloads of jobs belong to the workspace: the system role can neither read nor write them.
        let inside = TenantTx::begin(app.db.app(), Scope::workspace(workspace_id)).await?;
        most = run(inside.conn(), Rule::JobContents, now).await?.max(most);
        // Encrypts share tokens from releases that stored them in plain text.
        most = links::encrypt(app, &inside, BATCH).await?.max(most);
        inside.commit().await?;
        let tx = SystemTx::begin(app.db.system()).await?;
        tx.enter_workspace(workspace_id).await?;
        for &rule in Rule::OF_WORKSPACE.iter().filter(|&&rule| rule != Rule::JobContents) {
            let some = run(tx.conn(), rule, now).await?;
            gone += some;
            most = some.max(most);
        }
        tx.commit().await?;
        if most < BATCH {
            return Ok(gone);
        }
    }
}

async fn run(conn: &impl ConnectionTrait, rule: Rule, now: DateTime<Utc>) -> Result<u64, DbErr> {
    let done = conn.execute_raw(statement(sql(rule), [rule.before(now).into(), limit()])).await?;
    Ok(done.rows_affected())
}

fn statement(sql: &str, values: impl IntoIterator<Item = sea_orm::Value>) -> Statement {
    Statement::from_sql_and_values(DbBackend::Postgres, sql, values)
}

fn limit() -> sea_orm::Value {
    i64::try_from(BATCH).unwrap_or(i64::MAX).into()
}

/// The statement of a rule: it covers at most `$2` rows older than `$1`.
const fn sql(rule: Rule) -> &'static str {
    match rule {
        Rule::Session => "DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE expires_at < $1 LIMIT $2)",
        Rule::Link => "DELETE FROM account_tokens WHERE id IN (SELECT id FROM account_tokens WHERE expires_at < $1 LIMIT $2)",
        Rule::SignIn => "DELETE FROM sso_attempts WHERE id IN (SELECT id FROM sso_attempts WHERE expires_at < $1 LIMIT $2)",
        Rule::Message => "DELETE FROM contact_messages WHERE id IN (SELECT id FROM contact_messages WHERE created_at < $1 LIMIT $2)",
        Rule::Sweep => "DELETE FROM sweeps WHERE day IN (SELECT day FROM sweeps WHERE day < $1 LIMIT $2)",
        Rule::JobContents => {
            "UPDATE jobs SET payload = '{}' WHERE workspace_id = app_workspace_id() AND id IN (
                 SELECT id FROM jobs WHERE workspace_id = app_workspace_id() AND (state = 'done' OR state = 'failed' AND created_at < $1)
                                       AND payload <> '{}' LIMIT $2)"
        }
        Rule::Job => {
            "DELETE FROM jobs WHERE workspace_id = app_workspace_id() AND id IN (
                 SELECT j.id FROM jobs j WHERE j.workspace_id = app_workspace_id() AND j.state IN ('done', 'failed') AND j.created_at < $1
                    AND NOT EXISTS (SELECT FROM mails m WHERE m.workspace_id = j.workspace_id AND m.id = j.id) LIMIT $2)"
        }
        Rule::View => {
            "DELETE FROM page_views WHERE workspace_id = app_workspace_id() AND id IN (
                 SELECT id FROM page_views WHERE workspace_id = app_workspace_id() AND at < $1 LIMIT $2)"
        }
        Rule::Notification => {
            "DELETE FROM notifications WHERE workspace_id = app_workspace_id() AND id IN (
                 SELECT id FROM notifications WHERE workspace_id = app_workspace_id() AND created_at < $1 LIMIT $2)"
        }
        Rule::Import => {
            "DELETE FROM client_imports WHERE workspace_id = app_workspace_id() AND id IN (
                 SELECT id FROM client_imports WHERE workspace_id = app_workspace_id() AND finished_at < $1 LIMIT $2)"
        }
    }
}
