//! Runs a turn: asks the assistant and applies its answer to the current proposal.

use std::{collections::HashSet, sync::Arc};

use proffer_domain::{
    chat::{self, ChatInput, Edit, Reply},
    document::{compare, patch::Content},
    pricing::PricingTable,
    settings::SiteSettings,
};
use proffer_store::{Scope, TenantTx};
use sea_orm::ActiveValue::Set;
use uuid::Uuid;

use super::{
    error::{ChatError, Unanswered},
    hub::Publisher,
    presentation,
    price_types::ChatPrices,
    turns,
};
use crate::{
    app::App,
    features::{
        assistant::{
            AssistantError,
            service::{self as assistant, Reserved},
        },
        chat::types::{ChatEvent, ChatEventKind},
        proposals::{
            ProposalError,
            service::{
                self as proposals, Change,
                content_change::{self, AppliedChange, Author, Cause, NewContent},
                messages::{self, NewMessage},
            },
        },
    },
};

/// A stored question, with everything that is needed to answer it.
pub struct Question {
    pub settings: Arc<SiteSettings>,
    pub scope: Scope,
    pub turn_id: Uuid,
    pub message_id: Uuid,
    pub proposal_id: Uuid,
    pub input: ChatInput,
    pub reserved: Option<Reserved>,
}

impl Question {
    /// Commits the question and answers it. Any result is published and stored in the turn's row.
    pub async fn answer(mut self, app: App, asking: TenantTx, publisher: Publisher) {
        if let Err(error) = asking.commit().await {
            return publisher.fail(ChatError::from(error).into());
        }
        publisher.publish(ChatEvent {
            question_id: Some(self.message_id),
            assistant: Some(app.assistant.kind().into()),
            ..ChatEvent::new(ChatEventKind::Started, self.turn_id)
        });
        let answer = self.asked(&app, &publisher).await;
        assistant::settle(&app, self.scope, self.reserved.take(), answer.spent).await;
        let outcome = match answer.value {
            Ok(reply) => self.apply(&app, reply).await,
            Err(error) => Err(AssistantError::from(error).into()),
        };
        match outcome {
            Ok(done) => publisher.publish(done),
            Err(error) => {
                let unanswered = Unanswered::from(error);
                self.give_up(&app, &unanswered).await;
                publisher.fail(unanswered);
            }
        }
    }

    async fn asked(&self, app: &App, publisher: &Publisher) -> proffer_adapters::ai::CallOutcome<Reply> {
        let mut answer_publisher = AnswerPublisher {
            publisher,
            turn_id: self.turn_id,
            asked: &self.input.content.pricing,
            content: self.input.content.clone(),
            words: String::new(),
            edits: 0,
        };
        app.assistant
            .chat(&self.settings, &self.input, &mut || app.new_id(), &mut |partial| {
                answer_publisher.hear(partial);
            })
            .await
    }

    /// Applies the changes of the answer, and stores its message.
    async fn apply(&self, app: &App, reply: Reply) -> Result<ChatEvent, ChatError> {
        let tx = TenantTx::begin(app.db.app(), self.scope).await?;
        let row = proposals::find_for_update(&tx, self.proposal_id).await?.ok_or(ProposalError::NotFound)?;
        let (mut text, edits) = (reply.text, reply.edits);
        let before = row.html_content.clone();
        let now = content_change::content(&row)?;
        let (edits, mut left_out) = if proposals::status(&row.status, row.valid_until, app.now())?
            .is_editable()
        {
            still_meant(edits, &self.input.content, &now)
        } else if edits.is_empty() {
            (edits, Vec::new())
        } else {
            (Vec::new(), vec!["The proposal is no longer a draft, so nothing in it was changed.".to_owned()])
        };
        let (content, impossible) = chat::apply(&edits, &now);
        left_out.extend(impossible.into_iter().map(|reason| format!("{}.", uppercased(&reason))));
        for note in left_out {
            text.push_str("\n\n");
            text.push_str(&note);
        }
        let applied = if edits.is_empty() {
            AppliedChange { row, patch: None }
        } else {
            let new_content = NewContent::content(content);
            content_change::apply(
                app,
                &tx,
                row,
                new_content,
                &Author::assistant(),
                Cause::Chat,
                Change::default(),
            )
            .await?
        };
        let payload = serde_json::json!({ "assistant": app.assistant.kind().as_str(), "turn": self.turn_id });
        content_change::note(app, &tx, &Author::assistant(), &applied, presentation::TRAIL, payload).await?;
        let said = messages::latest(&tx, self.proposal_id, 1).await?;
        let at = said.first().map_or_else(
            || app.now(),
            |last| app.now().max(last.created_at + chrono::TimeDelta::milliseconds(1)),
        );
        let patch_id = applied.patch.as_ref().map(|(id, _)| *id);
        let answer_id = app.new_id();
        let message = NewMessage {
            workspace_id: Set(tx.workspace_id()),
            id: Set(answer_id),
            proposal_id: Set(self.proposal_id),
            role: Set("assistant".to_owned()),
            content: Set(text),
            previous_html_content: Set(patch_id.map(|_| before)),
            made_changes: Set(patch_id.is_some()),
            patch_id: Set(patch_id),
            created_at: Set(at),
            ..Default::default()
        };
        messages::insert(&tx, message).await?;
        if !turns::finish(&tx, self.turn_id, answer_id, app.now()).await? {
            return Err(ChatError::TurnOver);
        }
        let event = done(app, &tx, self.turn_id, &applied.row, answer_id).await?;
        tx.commit().await?;
        Ok(event)
    }

    /// Stores the failure in the turn's row. If even that fails, the row is later treated as interrupted.
    async fn give_up(&self, app: &App, unanswered: &Unanswered) {
        let noted = async {
            let tx = TenantTx::begin(app.db.app(), self.scope).await?;
            turns::fail(&tx, self.turn_id, unanswered.code(), unanswered.message(), app.now()).await?;
            tx.commit().await
        };
        if let Err(error) = noted.await {
            tracing::warn!(turn = %self.turn_id, %error, "a failed question could not be noted");
        }
    }
}

/// The last event of a turn, for its answer.
pub async fn done(
    app: &App,
    tx: &TenantTx,
    turn_id: Uuid,
    row: &crate::features::proposals::service::Proposal,
    answer_id: Uuid,
) -> Result<ChatEvent, ChatError> {
    let message = presentation::find(app, tx, row.id, answer_id).await?;
    Ok(ChatEvent {
        updated_html_content: message.made_changes.then(|| row.html_content.clone()),
        version: Some(row.version),
        message: Some(message),
        ..ChatEvent::new(ChatEventKind::Done, turn_id)
    })
}

/// The edits whose targets have not changed since the question was asked, so that no one's later work is
/// overwritten. The names of the others are returned separately.
pub fn still_meant(edits: Vec<Edit>, asked: &Content, now: &Content) -> (Vec<Edit>, Vec<String>) {
    let mut named = HashSet::new();
    let mut left_out = Vec::new();
    let kept = edits
        .into_iter()
        .filter(|edit| {
            let Some(what) = overtaken(edit, asked, now) else { return true };
            if named.insert(what.clone()) {
                left_out.push(format!("{what} was changed while I was writing, so I left it as it is."));
            }
            false
        })
        .collect();
    (kept, left_out)
}

/// The name of what an edit would overwrite, if it has changed since.
fn overtaken(edit: &Edit, asked: &Content, now: &Content) -> Option<String> {
    let block = |id: Uuid| {
        let (then, present) = (asked.section(id), now.section(id));
        let shown =
            present.or(then).map(|section| presentation::quoted(&presentation::named(section.title.clone())));
        shown.filter(|_| then.is_some() && then != present)
    };
    match edit {
        Edit::Replace { block: id, .. } | Edit::Remove { block: id } => block(*id),
        Edit::Move { block: id, .. } if now.section(*id).is_none() => block(*id),
        Edit::SetPricing(_) if asked.pricing != now.pricing => Some("The pricing".to_owned()),
        Edit::SetTitle(_) if asked.title != now.title => Some("The title".to_owned()),
        _ => None,
    }
}

fn uppercased(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map(|first| first.to_uppercase().chain(characters).collect()).unwrap_or_default()
}

/// Publishes an answer while it grows: new text, and each change once it is complete.
struct AnswerPublisher<'a> {
    publisher: &'a Publisher,
    turn_id: Uuid,
    /// The prices when the question was asked.
    asked: &'a PricingTable,
    /// The content with the published changes.
    content: Content,
    words: String,
    edits: usize,
}

impl AnswerPublisher<'_> {
    fn hear(&mut self, partial: &Reply) {
        // A second attempt starts over; its text is shown when it is complete.
        if let Some(more) = partial.text.strip_prefix(&self.words).filter(|more| !more.is_empty()) {
            let event = ChatEvent {
                text: Some(more.to_owned()),
                ..ChatEvent::new(ChatEventKind::Text, self.turn_id)
            };
            self.publisher.publish(event);
            self.words.clone_from(&partial.text);
        }
        for edit in partial.edits.iter().skip(self.edits) {
            self.edits += 1;
            let (after, _) = chat::apply(std::slice::from_ref(edit), &self.content);
            let changed = compare::between(&self.content, &after);
            let pricing = Some(changed.pricing)
                .filter(|runs| !runs.is_empty())
                .and_then(|runs| presentation::shown_pricing(runs, &after));
            let prices = (self.content.pricing != after.pricing)
                .then(|| ChatPrices::between(self.asked, &after.pricing))
                .flatten();
            let change = ChatEvent::new(ChatEventKind::Change, self.turn_id);
            for block in changed.blocks {
                self.publisher.publish(ChatEvent { change: Some(block.into()), ..change.clone() });
            }
            if pricing.is_some() || prices.is_some() {
                self.publisher.publish(ChatEvent { change: pricing, prices, ..change });
            }
            self.content = after;
        }
    }
}
