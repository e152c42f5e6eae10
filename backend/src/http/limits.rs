//! Rate limits, counted in the database, so that all replicas share them. The rules are in the domain.
//!
//! Call [`take`] first in a handler: before a password is hashed, a mail sent or a token looked up. It
//! briefly uses its own connection, so it holds no lock.

use chrono::{DateTime, Utc};
use proffer_domain::rate_limit::{Device, Purpose, Rule, Sender, seconds};
use proffer_store::entity::rate_limits;
use sea_orm::{ColumnTrait, ConnectionTrait, DbBackend, DbErr, EntityTrait, QueryFilter, Statement};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::{caller::Caller, problem::Problem};
use crate::app::App;

/// A single statement, so that concurrent requests cannot exceed the limit. The arithmetic is
/// [`proffer_domain::rate_limit::Limit::take`]; a test compares the two.
///
/// The commit does not wait for the disk: a crash of the database only loses the most recent counts.
const TAKE: &str = "
    INSERT INTO rate_limits (key, arrival_at) VALUES ($1, $2::timestamptz + $3 * interval '1 millisecond')
    ON CONFLICT (key) DO UPDATE SET arrival_at = greatest(rate_limits.arrival_at, $2) + $3 * interval '1 millisecond'
        WHERE greatest(rate_limits.arrival_at, $2) + $3 * interval '1 millisecond' <= $4
    RETURNING arrival_at, set_config('synchronous_commit', 'off', true)";

const GIVE_BACK: &str =
    "UPDATE rate_limits SET arrival_at = arrival_at - $2 * interval '1 millisecond' WHERE key = $1";

/// Expired rows no longer count. Rows that are locked by a count in progress are left for the next time.
const SWEEP: &str = "
    DELETE FROM rate_limits WHERE key IN
        (SELECT key FROM rate_limits WHERE arrival_at <= $1 ORDER BY arrival_at LIMIT 1000 FOR UPDATE SKIP LOCKED)";

/// Counts one request, or returns 429 with the time to wait.
pub async fn take(app: &App, rule: Rule, subject: impl AsRef<str>) -> Result<(), Problem> {
    let (key, now, limit) = (key(rule, subject.as_ref()), app.now(), rule.limit());
    // One new key in 64 deletes up to a thousand expired ones, so the table stays small.
    if key.last().is_some_and(|byte| byte % 64 == 0) {
        app.db.system().execute_raw(statement(SWEEP, [now.into()])).await?;
    }
    let values =
        [key.clone().into(), now.into(), limit.interval.num_milliseconds().into(), limit.latest(now).into()];
    if app.db.system().query_one_raw(statement(TAKE, values)).await?.is_some() {
        return Ok(());
    }
    let wait = limit.take(kept(app, key).await?, now).err().unwrap_or_default();
    tracing::info!(rule = rule.name(), "too many requests");
    Err(Problem::new(poem::http::StatusCode::TOO_MANY_REQUESTS, "rate_limited", rule.message(wait))
        .with_retry_after(seconds(wait)))
}

/// Counts an anonymous request about a mail address, by all rules of that purpose.
pub async fn take_for(
    app: &App,
    purpose: Purpose,
    caller: &Caller,
    device: Option<&Device>,
    mail: &str,
) -> Result<Counted, Problem> {
    let counted = purpose.counted(Sender { network: &caller.ip, device }, mail);
    for (rule, subject) in &counted {
        take(app, *rule, subject).await?;
    }
    Ok(Counted(counted))
}

/// Counts a mail that a member sends to `target`: by user, by workspace, and by target within that workspace,
/// so that other workspaces cannot use up the limit.
pub async fn take_from_team(
    app: &App,
    (person, workspace): (Uuid, Uuid),
    per_workspace: Rule,
    per_target: Rule,
    target: &str,
) -> Result<(), Problem> {
    take(app, Rule::MailPerPerson, person.to_string()).await?;
    take(app, per_workspace, workspace.to_string()).await?;
    take(app, per_target, format!("{workspace} {target}")).await
}

/// The counted rules, to be given back if the request succeeds.
pub struct Counted(Vec<(Rule, String)>);

impl Counted {
    /// Gives all counts back.
    pub async fn give_back(self, app: &App) {
        for (rule, subject) in self.0 {
            give_back(app, rule, subject).await;
        }
    }
}

/// Gives the count of a success back, so that only failures add up. If that fails, the success still stands.
pub async fn give_back(app: &App, rule: Rule, subject: impl AsRef<str>) {
    let values = [key(rule, subject.as_ref()).into(), rule.limit().interval.num_milliseconds().into()];
    if let Err(error) = app.db.system().execute_raw(statement(GIVE_BACK, values)).await {
        tracing::warn!(%error, rule = rule.name(), "a count was not given back");
    }
}

async fn kept(app: &App, key: Vec<u8>) -> Result<Option<DateTime<Utc>>, DbErr> {
    let row =
        rate_limits::Entity::find().filter(rate_limits::Column::Key.eq(key)).one(app.db.system()).await?;
    Ok(row.map(|row| row.arrival_at))
}

/// A hash, so that the table holds no addresses.
fn key(rule: Rule, subject: &str) -> Vec<u8> {
    Sha256::new()
        .chain_update(rule.name())
        .chain_update([0])
        .chain_update(rule.subject(subject).as_bytes())
        .finalize()
        .to_vec()
}

fn statement<const N: usize>(sql: &str, values: [sea_orm::Value; N]) -> Statement {
    Statement::from_sql_and_values(DbBackend::Postgres, sql, values)
}
