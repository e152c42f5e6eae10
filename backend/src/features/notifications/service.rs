//! Sending notifications, and the list of a user's notifications.

use proffer_domain::{
    field_error::FieldError,
    notification::{self, Channels, NotificationEvent},
};
use proffer_store::TenantTx;
use sea_orm::ConnectionTrait;
use uuid::Uuid;

use super::{
    jobs::Notify,
    store,
    types::{Notification, NotificationPreference, Unread},
};
use crate::{
    app::App,
    failure::{Failure, stale},
    http::paging::{Cursor, Page},
    jobs,
};

pub use super::store::{NewRow, insert, prefer, ways};

/// The most notifications that are marked as read by id at once: a page of the list.
const READ_MAX: usize = 100;

/// Enqueues the notification in the transaction of its cause: a job determines the recipients and channels,
/// and notifies each once.
pub async fn announce(app: &App, tx: &TenantTx, news: Notify) -> Result<(), Failure> {
    announce_on(app, tx.conn(), tx.workspace_id(), news).await
}

/// The same for a transaction of the system role that has entered the workspace.
pub async fn announce_on(
    app: &App,
    conn: &impl ConnectionTrait,
    workspace_id: Uuid,
    news: Notify,
) -> Result<(), Failure> {
    jobs::enqueue(app, conn, workspace_id, &news).await?;
    Ok(())
}

/// A page of the user's notifications, newest first.
pub async fn list(
    tx: &TenantTx,
    user_id: Uuid,
    page: Page,
) -> Result<(Vec<Notification>, Option<Cursor>), Failure> {
    let (rows, next) = store::list(tx, user_id, page).await?;
    Ok((rows.into_iter().map(shown).collect::<Result<_, _>>()?, next))
}

/// The number of the user's unread notifications.
pub async fn unread(tx: &TenantTx, user_id: Uuid) -> Result<Unread, Failure> {
    let newest = store::list(tx, user_id, Page { limit: 1, after: None }).await?.0.pop();
    Ok(Unread { unread: store::unread(tx, user_id).await?, newest: newest.map(shown).transpose()? })
}

/// Marks the given or all notifications of the user as read. Those of other users are ignored.
pub async fn read(app: &App, tx: TenantTx, user_id: Uuid, ids: Option<Vec<Uuid>>) -> Result<Unread, Failure> {
    if ids.as_ref().is_some_and(|ids| ids.len() > READ_MAX) {
        let message = format!("List at most {READ_MAX}, or none for all of them");
        return Err(FieldError::new("ids", "too_many", message).into());
    }
    store::mark_read(&tx, user_id, ids, app.now()).await?;
    let unread = unread(&tx, user_id).await?;
    if let Some(entry) = tx.audit_entry() {
        entry.action("read");
    }
    tx.commit().await?;
    Ok(unread)
}

/// The user's preferences, all kinds in a fixed order.
pub async fn preferences(tx: &TenantTx, user_id: Uuid) -> Result<Vec<NotificationPreference>, Failure> {
    let chosen = store::preferences(tx, user_id).await?;
    Ok(notification::preferences(&chosen).into_iter().map(|(kind, ways)| preference(kind, ways)).collect())
}

fn preference(kind: NotificationEvent, ways: Channels) -> NotificationPreference {
    NotificationPreference {
        kind,
        in_app: ways.in_app,
        by_mail: ways.by_mail,
        etag: Some(stale::etag(&ways)),
    }
}

/// Saves the user's preferences; kinds that are not listed are not changed.
pub async fn save_preferences(
    app: &App,
    tx: TenantTx,
    user_id: Uuid,
    input: &[NotificationPreference],
) -> Result<Vec<NotificationPreference>, Failure> {
    let chosen: Vec<_> =
        input.iter().map(|one| (one.kind, Channels { in_app: one.in_app, by_mail: one.by_mail })).collect();
    notification::choices(&chosen)?;
    store::lock_preferences(&tx, user_id).await?;
    for ((kind, wanted), one) in chosen.into_iter().zip(input) {
        let ways = stale::merged(one.etag.as_deref(), &store::ways(&tx, user_id, kind).await?, &wanted)?;
        store::prefer(&tx, user_id, kind, ways, app.now()).await?;
    }
    let all = preferences(&tx, user_id).await?;
    tx.commit().await?;
    Ok(all)
}

fn shown(row: store::Row) -> Result<Notification, Failure> {
    Ok(Notification {
        id: row.id,
        kind: row.kind.parse::<NotificationEvent>().map_err(Failure::internal)?,
        proposal_id: row.proposal_id,
        subject: row.subject,
        actor: row.actor,
        words: row.words,
        created_at: row.created_at.into(),
        read_at: row.read_at.map(Into::into),
    })
}
