//! Queries of turns, and how far each is.

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

/// A turn may take as long as the model may, and this much longer for what comes before and after.
const GRACE: Duration = Duration::from_secs(30);

/// The code of a turn whose process ended before it did.
pub const INTERRUPTED: &str = "assistant_interrupted";
const INTERRUPTED_WORDS: &str = "The assistant was interrupted before it had answered. Everything you typed is kept; please ask again.";

/// How far a turn is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// It is being answered.
    Running,
    /// The answer is the message of that id.
    Done(Option<Uuid>),
    /// There is no answer.
    Failed {
        /// Why, for programs.
        code: String,
        /// Why, for people.
        message: String,
    },
}

/// The moment before which a turn must have begun for its process to be taken for dead.
pub fn abandoned_before(app: &App) -> DateTime<Utc> {
    app.now() - (app.config.ai_timeout + GRACE)
}

/// How far a turn is that has that status and began then: one that runs longer than any can has lost its
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

/// How far that turn is.
pub fn state_of(app: &App, turn: &Turn) -> State {
    state(&turn.status, turn.created_at, turn.answer_id, (turn.code.as_deref(), turn.message.as_deref()), abandoned_before(app))
}

/// The turn of that id.
pub async fn find(tx: &TenantTx, id: Uuid) -> Result<Option<Turn>, DbErr> {
    chat_turns::Entity::find_by_id((tx.workspace_id(), id)).one(tx.conn()).await
}

/// The turn of that id, and those that are running at that proposal.
pub async fn known(tx: &TenantTx, proposal_id: Uuid, id: Uuid) -> Result<Vec<Turn>, DbErr> {
    use chat_turns::Column as C;
    let running = Condition::all().add(C::ProposalId.eq(proposal_id)).add(C::Status.eq("running"));
    chat_turns::Entity::find()
        .filter(C::WorkspaceId.eq(tx.workspace_id()))
        .filter(Condition::any().add(C::Id.eq(id)).add(running))
        .all(tx.conn())
        .await
}

/// Stores a turn and the question that begins it, in one statement: somebody waits for the first word.
pub async fn insert(tx: &TenantTx, question: NewMessage, turn: NewTurn) -> Result<(), DbErr> {
    let asked = CommonTableExpression::new().query(messages::adding(question)).table_name("asked").to_owned();
    let begun = chat_turns::Entity::insert(turn).into_query();
    tx.conn().execute(&begun.with(WithClause::new().cte(asked).to_owned())).await?;
    Ok(())
}

/// It is answered by that message.
pub async fn finish(tx: &TenantTx, id: Uuid, answer_id: Uuid, now: DateTime<Utc>) -> Result<bool, DbErr> {
    let change = NewTurn { status: Set("done".to_owned()), answer_id: Set(Some(answer_id)), updated_at: Set(now), ..Default::default() };
    end(tx, id, change).await
}

/// There is no answer.
pub async fn fail(tx: &TenantTx, id: Uuid, code: &str, message: &str, now: DateTime<Utc>) -> Result<bool, DbErr> {
    let change = NewTurn {
        status: Set("failed".to_owned()),
        code: Set(Some(code.to_owned())),
        message: Set(Some(message.to_owned())),
        updated_at: Set(now),
        ..Default::default()
    };
    end(tx, id, change).await
}

/// The turns of a proposal whose process died are over.
pub async fn bury(tx: &TenantTx, turn: &Turn, now: DateTime<Utc>) -> Result<bool, DbErr> {
    fail(tx, turn.id, INTERRUPTED, INTERRUPTED_WORDS, now).await
}

/// Only a running turn ends; false where it has ended before, or is gone.
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
