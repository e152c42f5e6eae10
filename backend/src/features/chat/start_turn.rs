//! Starts the turn of a question, or finds the one that was started before.

use std::sync::Arc;

use proffer_domain::{
    chat::{ChatInput as Input, PriorMessage, Speaker as Voice},
    field_error::{Check, TextField},
    rate_limit::Rule,
    settings::SiteSettings,
};
use proffer_store::{TenantTx, violated_constraint};
use sea_orm::ActiveValue::Set;
use uuid::Uuid;

use super::{
    error::ChatError,
    follow::Following,
    hub::Listener,
    run_turn::Question,
    turns::{self, NewTurn, State},
};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object},
    features::{
        assistant::service as assistant,
        chat::{Turns, types::ChatInput},
        clients, companies,
        proposals::{
            ProposalError,
            service::{
                self as proposals, Proposal, content_change, editing,
                messages::{self, NewMessage, Words},
            },
        },
    },
    http::limits,
    site_settings,
};

/// The accepted question.
const MESSAGE: TextField = TextField::long("message", "Message", 4_000);
/// How many earlier messages are sent with a question.
const HISTORY: u64 = 30;

/// Starts or finds a turn, and follows it.
pub async fn ask(
    app: &App,
    member: Member,
    proposal_id: Uuid,
    input: &ChatInput,
) -> Result<Following, ChatError> {
    // Both run concurrently, because the user is waiting: the preparation must not wait for the rate limit.
    let counted = limits::take(app, Rule::AssistantPerPerson, member.principal.user_id.to_string());
    let (counted, tx) = tokio::join!(counted, member.may(Action::Use, Object::Assistant));
    let tx = tx?;
    member.require(Action::Update, Object::Proposals).await?;
    if let Err(problem) = counted {
        // A client that reconnects to an existing turn asks nothing new.
        let Some(id) = input.turn_id else { return Err(problem.into()) };
        let turn = turns::find(&tx, id)
            .await?
            .filter(|turn| is_theirs(turn, &member, proposal_id))
            .ok_or(problem)?;
        drop(tx);
        return Ok(Following::new(app, member, turn));
    }
    let mut check = Check::new();
    let message = check.required(MESSAGE, &input.message);
    let message = check.finish(Some(message))?;
    let settings = site_settings::current(app).await?;
    let row = proposals::find_for_update(&tx, proposal_id).await?.ok_or(ProposalError::NotFound)?;
    let turn_id = input.turn_id.unwrap_or_else(|| app.new_id());
    let mut running = turns::known(&tx, proposal_id, turn_id).await?;
    if let Some(at) = running.iter().position(|turn| turn.id == turn_id) {
        let turn = running.swap_remove(at);
        drop(tx);
        limits::give_back(app, Rule::AssistantPerPerson, member.principal.user_id.to_string()).await;
        return if is_theirs(&turn, &member, proposal_id) {
            Ok(Following::new(app, member, turn))
        } else {
            Err(ChatError::TurnTaken)
        };
    }
    for turn in &running {
        if turns::state_of(app, turn) == State::Running {
            return Err(ChatError::Busy);
        }
        turns::bury(&tx, turn, app.now()).await?;
    }
    editing::refuse_unless_editable(app, &row)?;
    let listener = begin(app, &member, tx, row, TurnRequest { settings, turn_id, message }).await?;
    Ok(Following::live(app, member, proposal_id, turn_id, listener))
}

fn is_theirs(turn: &turns::Turn, member: &Member, proposal_id: Uuid) -> bool {
    turn.proposal_id == proposal_id && turn.asked_by == member.principal.user_id
}

/// The data that starts a turn.
struct TurnRequest {
    settings: Arc<SiteSettings>,
    turn_id: Uuid,
    message: String,
}

/// Stores the question, reserves the maximum cost of the answer, and starts a task for it.
async fn begin(
    app: &App,
    member: &Member,
    tx: TenantTx,
    row: Proposal,
    asked: TurnRequest,
) -> Result<Listener, ChatError> {
    let TurnRequest { settings, turn_id, message } = asked;
    let said = messages::latest(&tx, row.id, HISTORY).await?;
    // Later than all earlier messages, even within one millisecond.
    let at = said.first().map_or_else(
        || app.now(),
        |last| app.now().max(last.created_at + chrono::TimeDelta::milliseconds(1)),
    );
    let input = Input {
        content: content_change::content(&row)?,
        company: companies::service::profile(&tx).await?.unwrap_or_default(),
        client: clients::service::profile(&tx, row.client_id).await?,
        client_context: row.client_context,
        proposed_solution: row.proposed_solution,
        pricing_details: row.pricing_details,
        additional_notes: row.additional_notes,
        history: said.into_iter().rev().map(prior_message).collect(),
        message,
    };
    let max_cost = app.assistant.max_cost_for_chat(&settings, &input);
    let question_id = app.new_id();
    let question = NewMessage {
        workspace_id: Set(tx.workspace_id()),
        id: Set(question_id),
        proposal_id: Set(row.id),
        role: Set("user".to_owned()),
        content: Set(input.message.clone()),
        written_by: Set(Some(member.principal.user_id)),
        created_at: Set(at),
        ..Default::default()
    };
    let turn = NewTurn {
        workspace_id: Set(tx.workspace_id()),
        id: Set(turn_id),
        proposal_id: Set(row.id),
        asked_by: Set(member.principal.user_id),
        question_id: Set(question_id),
        status: Set("running".to_owned()),
        created_at: Set(app.now()),
        updated_at: Set(app.now()),
        ..Default::default()
    };
    turns::insert(&tx, question, turn).await.map_err(|error| match violated_constraint(&error) {
        Some("chat_turns_pkey") => ChatError::TurnTaken,
        _ => error.into(),
    })?;
    tx.about(row.id, &row.title);
    let reserved = assistant::reserve(app, &tx, member.principal.user_id, max_cost.as_ref()).await?;
    let publisher = app.memory.of::<Turns>().begin(tx.workspace_id(), turn_id);
    let listener = publisher.listener();
    let question = Question {
        settings,
        scope: tx.scope(),
        turn_id,
        message_id: question_id,
        proposal_id: row.id,
        input,
        reserved,
    };
    // From here on it continues even if the client disconnects.
    app.tasks.run(question.answer(app.clone(), tx, publisher));
    Ok(listener)
}

/// An earlier message, for the prompt.
fn prior_message(words: Words) -> PriorMessage {
    let who = match (words.role.as_str(), words.sender_name) {
        ("assistant", _) => Voice::Assistant,
        (_, Some(_)) => Voice::Client,
        _ => Voice::Team,
    };
    PriorMessage { who, text: words.content }
}
