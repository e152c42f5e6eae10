//! Who may not use the assistant. It is asked by the system role: a workspace has no business with who is
//! blocked elsewhere.

use proffer_store::entity::assistant_blocks;
use sea_orm::{DbErr, EntityTrait};
use uuid::Uuid;

use crate::app::App;

/// Whether a site administrator has blocked the assistant for this person.
///
/// # Errors
/// When the database refuses or does not answer.
pub async fn is_blocked(app: &App, user_id: Uuid) -> Result<bool, DbErr> {
    Ok(assistant_blocks::Entity::find_by_id(user_id).one(app.db.system()).await?.is_some())
}
