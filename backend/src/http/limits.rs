//! Counting what is asked for, in the database, so that all replicas count together. The rules are the
//! domain's.
//!
//! Call [`take`] first thing in a handler: before a password is hashed, a mail sent, a token looked up. It
//! takes a connection of its own for a moment, so nothing is locked meanwhile.

use chrono::{DateTime, Utc};
use proffer_domain::rate_limit::{Device, Purpose, Rule, Sender, seconds};
use proffer_store::entity::rate_limits;
use sea_orm::{ColumnTrait, ConnectionTrait, DbBackend, DbErr, EntityTrait, QueryFilter, Statement};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::{caller::Caller, problem::Problem};
use crate::app::App;

/// One statement, so that of many at once no more than the limit get through. The arithmetic is
/// [`proffer_domain::rate_limit::Limit::take`]; a test holds the two together.
///
/// Nobody waits for the disk: what a crash of the database forgets are the counts of its last moments.
const TAKE: &str = "
    INSERT INTO rate_limits (key, arrival_at) VALUES ($1, $2::timestamptz + $3 * interval '1 millisecond')
    ON CONFLICT (key) DO UPDATE SET arrival_at = greatest(rate_limits.arrival_at, $2) + $3 * interval '1 millisecond'
        WHERE greatest(rate_limits.arrival_at, $2) + $3 * interval '1 millisecond' <= $4
    RETURNING arrival_at, set_config('synchronous_commit', 'off', true)";

const GIVE_BACK: &str = "UPDATE rate_limits SET arrival_at = arrival_at - $2 * interval '1 millisecond' WHERE key = $1";

/// Those whose time has passed count for nothing. Rows that are being counted just now are left to the next
/// time.
const SWEEP: &str = "
    DELETE FROM rate_limits WHERE key IN
        (SELECT key FROM rate_limits WHERE arrival_at <= $1 ORDER BY arrival_at LIMIT 1000 FOR UPDATE SKIP LOCKED)";

/// Counts one, or answers 429 with how long to wait.
pub async fn take(app: &App, rule: Rule, subject: impl AsRef<str>) -> Result<(), Problem> {
    let (key, now, limit) = (key(rule, subject.as_ref()), app.now(), rule.limit());
    // One new key in 64 takes up to a thousand old ones away, so the table holds little more than what
    // counts.
    if key.last().is_some_and(|byte| byte % 64 == 0) {
        app.db.system().execute_raw(statement(SWEEP, [now.into()])).await?;
    }
    let values = [key.clone().into(), now.into(), limit.interval.num_milliseconds().into(), limit.latest(now).into()];
    if app.db.system().query_one_raw(statement(TAKE, values)).await?.is_some() {
        return Ok(());
    }
    let wait = limit.take(kept(app, key).await?, now).err().unwrap_or_default();
    tracing::info!(rule = rule.name(), "too many requests");
    Err(Problem::new(poem::http::StatusCode::TOO_MANY_REQUESTS, "rate_limited", rule.message(wait)).with_retry_after(seconds(wait)))
}

/// Counts what somebody who is not signed in asks for about a mail address, by all rules of that purpose.
pub async fn take_for(app: &App, purpose: Purpose, caller: &Caller, device: Option<&Device>, mail: &str) -> Result<Counted, Problem> {
    let counted = purpose.counted(Sender { network: &caller.ip, device }, mail);
    for (rule, subject) in &counted {
        take(app, *rule, subject).await?;
    }
    Ok(Counted(counted))
}

/// Counts a mail that somebody signed in sends to `target`: by person, by workspace, and by target of that
/// workspace alone, so that nobody outside of it uses up what it needs.
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

/// What was counted, to be given back should it succeed.
pub struct Counted(Vec<(Rule, String)>);

impl Counted {
    /// Gives all of it back.
    pub async fn give_back(self, app: &App) {
        for (rule, subject) in self.0 {
            give_back(app, rule, subject).await;
        }
    }
}

/// Takes the count of a success back, so that only failures add up. What was done stays done if that fails.
pub async fn give_back(app: &App, rule: Rule, subject: impl AsRef<str>) {
    let values = [key(rule, subject.as_ref()).into(), rule.limit().interval.num_milliseconds().into()];
    if let Err(error) = app.db.system().execute_raw(statement(GIVE_BACK, values)).await {
        tracing::warn!(%error, rule = rule.name(), "a count was not given back");
    }
}

async fn kept(app: &App, key: Vec<u8>) -> Result<Option<DateTime<Utc>>, DbErr> {
    let row = rate_limits::Entity::find().filter(rate_limits::Column::Key.eq(key)).one(app.db.system()).await?;
    Ok(row.map(|row| row.arrival_at))
}

/// A hash, so that the table holds nobody's address.
fn key(rule: Rule, subject: &str) -> Vec<u8> {
    Sha256::new().chain_update(rule.name()).chain_update([0]).chain_update(rule.subject(subject).as_bytes()).finalize().to_vec()
}

fn statement<const N: usize>(sql: &str, values: [sea_orm::Value; N]) -> Statement {
    Statement::from_sql_and_values(DbBackend::Postgres, sql, values)
}
