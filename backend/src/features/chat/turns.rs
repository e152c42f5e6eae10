//! Queries of turns, and their state.

use std::time::Duration;

use chrono::{DateTime, Utc};
use proffer_store::{TenantTx, entity::chat_turns};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QueryTrait,
    sea_query::{CommonTableExpression, WithClause},
};
use uuid::Uuid;

use crate::{
    app::App,
    features::proposals::service::messages::{self, NewMessage},
};

pub use chat_turns::{ActiveModel as NewTurn, Model as Turn};

/// A turn may take as long as the model may, plus this for the work before and after.
const GRACE: Duration = Duration::from_secs(30);

/// The code of a turn whose process died.
pub const INTERRUPTED: &str = "assistant_interrupted";
const INTERRUPTED_WORDS: &str =
    "The assistant was interrupted before it had answered. Everything you typed is kept; please ask again.";

/// The state of a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// It is being answered.
    Running,
    /// It is answered by the message with this id.
    Done(Option<Uuid>),
    /// It failed.
    Failed {
        /// The error code.
        code: String,
        /// The message for the user.
        message: String,
    },
}

/// If a running turn started before this time, its process is considered dead.
pub fn abandoned_before(app: &App) -> DateTime<Utc> {
    app.now() - (app.config.ai_timeout + GRACE)
}

/// The state of a turn with this status and start time: one that exceeds the maximum duration has lost its
/// process.
pub fn state(
    status: &str,
    created_at: DateTime<Utc>,
    answer: Option<Uuid>,
    failure: (Option<&str>, Option<&str>),
    limit: DateTime<Utc>,
) -> State {
    let (code, message) = match (status, failure) {
        ("done", _) => return State::Done(answer),
        ("running", _) if created_at >= limit => return State::Running,
        ("running", _) => (INTERRUPTED, INTERRUPTED_WORDS),
        (_, (code, message)) => (code.unwrap_or_default(), message.unwrap_or_default()),
    };
    State::Failed { code: code.to_owned(), message: message.to_owned() }
}

pub fn state_of(app: &App, turn: &Turn) -> State {
    state(
        &turn.status,
        turn.created_at,
        turn.answer_id,
        (turn.code.as_deref(), turn.message.as_deref()),
        abandoned_before(app),
    )
}

/// The turn with this id.
pub async fn find(tx: &TenantTx, id: Uuid) -> Result<Option<Turn>, DbErr> {
    chat_turns::Entity::find_by_id((tx.workspace_id(), id)).one(tx.conn()).await
}

/// The turn with this id, and the running turns of the proposal.
pub async fn known(tx: &TenantTx, proposal_id: Uuid, id: Uuid) -> Result<Vec<Turn>, DbErr> {
    use chat_turns::Column as C;
    let running = Condition::all().add(C::ProposalId.eq(proposal_id)).add(C::Status.eq("running"));
    chat_turns::Entity::find()
        .filter(C::WorkspaceId.eq(tx.workspace_id()))
        .filter(Condition::any().add(C::Id.eq(id)).add(running))
        .all(tx.conn())
        .await
}

/// Stores a turn and its question in one statement, because the user is waiting for the first word.
pub async fn insert(tx: &TenantTx, question: NewMessage, turn: NewTurn) -> Result<(), DbErr> {
    let asked = CommonTableExpression::new().query(messages::adding(question)).table_name("asked").to_owned();
    let begun = chat_turns::Entity::insert(turn).into_query();
    tx.conn().execute(&begun.with(WithClause::new().cte(asked).to_owned())).await?;
    Ok(())
}

/// Marks the turn as answered by this message.
pub async fn finish(tx: &TenantTx, id: Uuid, answer_id: Uuid, now: DateTime<Utc>) -> Result<bool, DbErr> {
    let change = NewTurn {
        status: Set("done".to_owned()),
        answer_id: Set(Some(answer_id)),
        updated_at: Set(now),
        ..Default::default()
    };
    end(tx, id, change).await
}

/// Marks the turn as failed.
pub async fn fail(
    tx: &TenantTx,
    id: Uuid,
    code: &str,
    message: &str,
    now: DateTime<Utc>,
) -> Result<bool, DbErr> {
    let change = NewTurn {
        status: Set("failed".to_owned()),
        code: Set(Some(code.to_owned())),
        message: Set(Some(message.to_owned())),
        updated_at: Set(now),
        ..Default::default()
    };
    end(tx, id, change).await
}

/// Marks a turn whose process died as failed.
pub async fn bury(tx: &TenantTx, turn: &Turn, now: DateTime<Utc>) -> Result<bool, DbErr> {
    fail(tx, turn.id, INTERRUPTED, INTERRUPTED_WORDS, now).await
}

/// Only a running turn can end; returns false if it has ended before, or was deleted.
async fn end(tx: &TenantTx, id: Uuid, change: NewTurn) -> Result<bool, DbErr> {
    let result = chat_turns::Entity::update_many()
        .set(change)
        .filter(chat_turns::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(chat_turns::Column::Id.eq(id))
        .filter(chat_turns::Column::Status.eq("running"))
        .exec(tx.conn())
        .await?;
    Ok(result.rows_affected == 1)
}
