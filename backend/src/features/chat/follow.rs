//! A turn as a stream of events, even when another process answers it.

use std::{collections::VecDeque, time::Duration};

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::{StreamExt, stream, stream::BoxStream};
use proffer_store::RowChanges;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{
    error::{ChatError, Unanswered},
    hub::Listener,
    run_turn,
    turns::{self, State, Turn},
};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object},
    failure::Failure,
    features::{
        chat::{
            Turns,
            types::{ChatEvent, ChatEventKind, ChatReply},
        },
        proposals::{
            ProposalError,
            service::{self as proposals},
        },
    },
};

/// Without a notification, the row is read again after this long, which bounds the delay of a lost one.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often access to the turn is checked again.
const RECHECK: TimeDelta = TimeDelta::seconds(1);

/// The subscription of a member to a turn.
pub struct Following {
    app: App,
    member: Member,
    proposal_id: Uuid,
    turn_id: Uuid,
    source: Source,
    checked_at: DateTime<Utc>,
    closing: CancellationToken,
}

enum Source {
    /// This process answers the turn.
    Here(Listener),
    /// Another process answers or answered the turn; only its row is available.
    Row(Box<Row>),
    /// All events have been returned.
    Over,
}

struct Row {
    turn: Turn,
    changes: RowChanges,
    published: u32,
    waiting: VecDeque<ChatEvent>,
}

impl Following {
    /// Follows a stored turn from its first event.
    pub fn new(app: &App, member: Member, turn: Turn) -> Self {
        let (proposal_id, turn_id) = (turn.proposal_id, turn.id);
        let source = match app.memory.of::<Turns>().listen(turn.workspace_id, turn.id) {
            Some(listener) => Source::Here(listener),
            None => Source::Row(Box::new(Row {
                changes: app.change_feed.subscribe(turn.id),
                turn,
                published: 0,
                waiting: VecDeque::new(),
            })),
        };
        Self::at(app, member, proposal_id, turn_id, source)
    }

    /// Follows a turn that starts in this process.
    pub(super) fn live(
        app: &App,
        member: Member,
        proposal_id: Uuid,
        turn_id: Uuid,
        listener: Listener,
    ) -> Self {
        Self::at(app, member, proposal_id, turn_id, Source::Here(listener))
    }

    fn at(app: &App, member: Member, proposal_id: Uuid, turn_id: Uuid, source: Source) -> Self {
        let (checked_at, closing) = (app.now(), app.change_feed.closing());
        Self { app: app.clone(), member, proposal_id, turn_id, source, checked_at, closing }
    }

    /// All events. The stream ends after the last one, when the server stops, when the proposal is deleted,
    /// and when the member loses access; a client that still has access can continue by asking again with the
    /// same id.
    pub fn events(self) -> BoxStream<'static, ChatEvent> {
        stream::unfold(self, |mut following| async move {
            // The stream ends without a reason; internal causes are logged.
            let event = following.next().await.map_err(Unanswered::from).ok().flatten()?;
            Some((event, following))
        })
        .boxed()
    }

    /// The complete answer.
    pub async fn reply(mut self) -> Result<ChatReply, ChatError> {
        loop {
            let event = self.next().await?.ok_or(ChatError::Stopping)?;
            match (event.kind, event.message) {
                (ChatEventKind::Done, Some(message)) => {
                    return Ok(ChatReply {
                        requires_refresh: message.made_changes,
                        updates_applied: message.made_changes,
                        updated_html_content: event.updated_html_content,
                        version: event.version.unwrap_or_default(),
                        message,
                    });
                }
                (ChatEventKind::Failed, _) => {
                    let known =
                        if let Source::Here(listener) = &self.source { listener.failure() } else { None };
                    let stored =
                        || Unanswered::stored(event.code.as_deref(), event.problem.unwrap_or_default());
                    return Err(known.unwrap_or_else(stored).into());
                }
                _ => {}
            }
        }
    }

    /// The next event; `None` after the last one.
    async fn next(&mut self) -> Result<Option<ChatEvent>, ChatError> {
        let closing = self.closing.clone();
        let event = match &mut self.source {
            Source::Here(listener) => closing.run_until_cancelled(listener.next()).await.flatten(),
            Source::Row(_) => self.next_of_row().await?,
            Source::Over => None,
        };
        if event.is_some() {
            self.check().await?;
        }
        if event
            .as_ref()
            .is_some_and(|event| matches!(event.kind, ChatEventKind::Done | ChatEventKind::Failed))
            && matches!(self.source, Source::Row(_))
        {
            self.source = Source::Over;
        }
        Ok(event)
    }

    /// A stream can stay open longer than a session or a membership lasts, so both are checked again from
    /// time to time.
    async fn check(&mut self) -> Result<(), ChatError> {
        if self.app.now() - self.checked_at < RECHECK {
            return Ok(());
        }
        self.member = self.member.renewed(&self.app).await?;
        self.member.require(Action::Read, Object::Proposals).await?;
        self.member.require(Action::Use, Object::Assistant).await?;
        self.checked_at = self.app.now();
        Ok(())
    }

    async fn next_of_row(&mut self) -> Result<Option<ChatEvent>, ChatError> {
        let Source::Row(row) = &mut self.source else { return Ok(None) };
        if row.published == 0 {
            row.waiting.push_back(ChatEvent {
                question_id: Some(row.turn.question_id),
                assistant: Some(self.app.assistant.kind().into()),
                ..ChatEvent::new(ChatEventKind::Started, self.turn_id)
            });
        }
        while row.waiting.is_empty() {
            let tx = self.member.may(Action::Read, Object::Proposals).await?;
            row.turn = turns::find(&tx, self.turn_id).await?.ok_or(ProposalError::NotFound)?;
            match turns::state_of(&self.app, &row.turn) {
                State::Running => {}
                State::Failed { code, message } => {
                    let event = ChatEvent {
                        code: Some(code),
                        problem: Some(message),
                        ..ChatEvent::new(ChatEventKind::Failed, self.turn_id)
                    };
                    row.waiting.push_back(event);
                }
                State::Done(answer) => {
                    let proposal =
                        proposals::find(&tx, self.proposal_id).await?.ok_or(ProposalError::NotFound)?;
                    let answer =
                        answer.ok_or_else(|| Failure::internal("a turn that is done has no answer"))?;
                    let done = run_turn::done(&self.app, &tx, self.turn_id, &proposal, answer).await?;
                    let text = done.message.as_ref().map(|message| message.content.clone());
                    row.waiting
                        .push_back(ChatEvent { text, ..ChatEvent::new(ChatEventKind::Text, self.turn_id) });
                    row.waiting.push_back(done);
                }
            }
            drop(tx);
            if row.waiting.is_empty() {
                if !row.changes.changed(PATIENCE).await {
                    return Ok(None);
                }
                self.member = self.member.renewed(&self.app).await?;
            }
        }
        row.published += 1;
        Ok(row.waiting.pop_front().map(|event| ChatEvent { sequence: row.published, ..event }))
    }
}
