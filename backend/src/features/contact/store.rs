//! Queries of messages to the site's support.

use chrono::{DateTime, Utc};
use proffer_domain::contact::ContactMessage;
use proffer_store::{SystemTx, entity::contact_messages};
use sea_orm::{ActiveModelTrait as _, ActiveValue::Set, DbErr, EntityTrait as _};
use uuid::Uuid;

pub use proffer_store::entity::contact_messages::Model as StoredMessage;

/// A trigger enqueues the job that mails it.
pub async fn insert(
    tx: &SystemTx,
    id: Uuid,
    message: &ContactMessage,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let row = contact_messages::ActiveModel {
        id: Set(id),
        kind: Set(message.kind.as_str().to_owned()),
        name: Set(message.name.clone()),
        email: Set(message.email.as_str().to_owned()),
        subject: Set(message.subject.clone()),
        message: Set(message.message.clone()),
        mailed_at: Set(None),
        created_at: Set(now),
    };
    contact_messages::Entity::insert(row).exec_without_returning(tx.conn()).await?;
    Ok(())
}

pub async fn find(tx: &SystemTx, id: Uuid) -> Result<Option<StoredMessage>, DbErr> {
    contact_messages::Entity::find_by_id(id).one(tx.conn()).await
}

pub async fn mailed(tx: &SystemTx, id: Uuid, now: DateTime<Utc>) -> Result<(), DbErr> {
    contact_messages::ActiveModel { id: Set(id), mailed_at: Set(Some(now)), ..Default::default() }
        .update(tx.conn())
        .await?;
    Ok(())
}
