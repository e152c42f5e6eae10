//! The number of unread notifications as a stream.

use std::time::Duration;

use futures_util::{StreamExt, stream, stream::BoxStream};
use proffer_store::RowChanges;

use super::{service, types::Unread};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object},
    http::problem::Problem,
};

/// Without a change event, the rows are counted again after this long, which bounds the delay of a lost event
/// and of noticing an ended session.
const PATIENCE: Duration = Duration::from_secs(30);

/// The current number of unread notifications, then each change. The stream ends when the server stops, when
/// the session ends, and when the user leaves the workspace or switches to another; a client that still has
/// access can reconnect.
pub async fn follow(app: &App, member: Member) -> Result<BoxStream<'static, Unread>, Problem> {
    // The subscription starts before the first query, so that a change in between is noticed.
    let changes = app.change_feed.subscribe(member.principal.user_id);
    let first = look(&member).await?;
    let rest = Following { app: app.clone(), member, changes, last: first.clone() };
    let changes = stream::unfold(rest, |mut following| async move {
        let unread = following.next().await?;
        Some((unread, following))
    });
    Ok(stream::once(async { first }).chain(changes).boxed())
}

struct Following {
    app: App,
    member: Member,
    changes: RowChanges,
    last: Unread,
}

impl Following {
    /// The next state that differs from the last. Changes in the user's other workspaces wake it too, without
    /// an effect here.
    async fn next(&mut self) -> Option<Unread> {
        while self.changes.changed(PATIENCE).await {
            match self.look_again().await {
                Ok(unread) if unread == self.last => {}
                Ok(unread) => {
                    self.last = unread.clone();
                    return Some(unread);
                }
                // The database may be temporarily unavailable; a later query will succeed.
                Err(problem) if problem.is_transient() => {}
                Err(_) => return None,
            }
        }
        None
    }

    /// A stream may stay open longer than a session or a membership lasts, so both are checked again.
    async fn look_again(&mut self) -> Result<Unread, Problem> {
        self.member = self.member.renewed(&self.app).await?;
        look(&self.member).await
    }
}

async fn look(member: &Member) -> Result<Unread, Problem> {
    let tx = member.may(Action::Read, Object::Notifications).await?;
    Ok(service::unread(&tx, member.principal.user_id).await?)
}
