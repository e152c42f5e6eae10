//! The progress of one drafting as a stream of states.

use std::time::Duration;

use futures_util::{StreamExt, stream, stream::BoxStream};
use proffer_store::RowChanges;
use uuid::Uuid;

use super::state;
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object},
    features::proposals::{
        drafting_types::{DraftingState, DraftingStatus},
        error::ProposalError,
    },
};

/// Without a change event, the row is read again after this long, which bounds the delay of a lost event.
const PATIENCE: Duration = Duration::from_secs(10);

/// The current state, then each change, until drafting is done or has failed. The stream also ends when the
/// server stops, when the proposal is deleted and when the user loses access; a client that still has access
/// can reconnect.
pub async fn follow(
    app: &App,
    member: Member,
    proposal_id: Uuid,
) -> Result<BoxStream<'static, DraftingState>, ProposalError> {
    // The subscription starts before the first query, so that a change in between is noticed.
    let changes = app.change_feed.subscribe(proposal_id);
    let first = look(&member, proposal_id).await?;
    let rest = Following { app: app.clone(), member, proposal_id, changes, last: first.clone() };
    let changes = stream::unfold(rest, |mut following| async move {
        let state = following.next().await?;
        Some((state, following))
    });
    Ok(stream::once(async { first }).chain(changes).boxed())
}

struct Following {
    app: App,
    member: Member,
    proposal_id: Uuid,
    changes: RowChanges,
    last: DraftingState,
}

impl Following {
    /// The next state that differs from the last.
    async fn next(&mut self) -> Option<DraftingState> {
        while !is_final(&self.last) && self.changes.changed(PATIENCE).await {
            match self.look_again().await {
                Ok(state) if state == self.last => {}
                Ok(state) => {
                    self.last = state.clone();
                    return Some(state);
                }
                // The database may be temporarily unavailable; a later query will succeed.
                Err(error) => error.is_transient().then_some(())?,
            }
        }
        None
    }

    /// A stream may stay open longer than a session or a membership lasts, so both are checked again.
    async fn look_again(&mut self) -> Result<DraftingState, ProposalError> {
        self.member = self.member.renewed(&self.app).await?;
        look(&self.member, self.proposal_id).await
    }
}

fn is_final(state: &DraftingState) -> bool {
    matches!(state.status, DraftingStatus::Done | DraftingStatus::Failed)
}

async fn look(member: &Member, proposal_id: Uuid) -> Result<DraftingState, ProposalError> {
    let tx = member.may(Action::Read, Object::Proposals).await?;
    state(&tx, proposal_id).await
}
