//! Users for whom the assistant is blocked. The system role reads the blocks, because a workspace must not
//! learn which users are blocked.

use proffer_store::entity::assistant_blocks;
use sea_orm::{DbErr, EntityTrait};
use uuid::Uuid;

use crate::app::App;

/// Whether a site administrator has blocked the assistant for this user.
pub async fn is_blocked(app: &App, user_id: Uuid) -> Result<bool, DbErr> {
    Ok(assistant_blocks::Entity::find_by_id(user_id).one(app.db.system()).await?.is_some())
}
