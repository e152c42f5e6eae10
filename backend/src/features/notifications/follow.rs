//! How much is unread, as a stream.

use std::time::Duration;

use futures_util::{StreamExt, stream, stream::BoxStream};
use proffer_store::RowChanges;

use super::{api::Unread, service};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object},
    http::problem::Problem,
};

/// Without news the rows are counted again after this long, so that a lost notification costs no more than
/// that, and a session that is over is noticed by then.
const PATIENCE: Duration = Duration::from_secs(30);

/// What is unread now, then each change. It ends when the server stops, when the session is over, and when
/// the person leaves the workspace or works in another one; whoever still may comes back and goes on.
pub async fn follow(app: &App, member: Member) -> Result<BoxStream<'static, Unread>, Problem> {
    // Watching begins before the first look: what changes in between is news.
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
    /// The next state that differs from the last. The person's news of other workspaces wakes it too, and
    /// changes nothing here.
    async fn next(&mut self) -> Option<Unread> {
        while self.changes.changed(PATIENCE).await {
            match self.look_again().await {
                Ok(unread) if unread == self.last => {}
                Ok(unread) => {
                    self.last = unread.clone();
                    return Some(unread);
                }
                // The database may have hiccupped, or be away; a later look will tell.
                Err(problem) if problem.is_transient() => {}
                Err(_) => return None,
            }
        }
        None
    }

    /// A stream may stay open longer than a session or a membership lasts, so both are asked again.
    async fn look_again(&mut self) -> Result<Unread, Problem> {
        self.member = self.member.renewed(&self.app).await?;
        look(&self.member).await
    }
}

async fn look(member: &Member) -> Result<Unread, Problem> {
    let tx = member.may(Action::Read, Object::Notifications).await?;
    Ok(service::unread(&tx, member.principal.user_id).await?)
}
