//! Looking up share links.

use proffer_domain::share_token::ShareToken;
use proffer_store::entity::share_tokens;
use sea_orm::EntityTrait;
use uuid::Uuid;

use crate::{app::App, http::problem::Problem, tokens};

/// The target of a link.
#[derive(Debug, Clone, Copy)]
pub struct Opened {
    /// The tenant.
    pub workspace_id: Uuid,
    /// The one proposal.
    pub proposal_id: Uuid,
}

/// Malformed, unknown, revoked or deleted: the response is the same.
pub fn not_found() -> Problem {
    Problem::not_found(
        "shared_proposal_not_found",
        "The proposal you're looking for doesn't exist or the link has expired",
    )
}

/// Looks up a token as the system role, since no tenant is known yet. Malformed tokens cost no query.
pub async fn open(app: &App, text: &str) -> Result<Opened, Problem> {
    let token: ShareToken = text.parse().map_err(|_| not_found())?;
    let found = share_tokens::Entity::find_by_id(tokens::hash(token.as_str()))
        .one(app.db.system())
        .await?
        .ok_or_else(not_found)?;
    Ok(Opened { workspace_id: found.owner_workspace, proposal_id: found.proposal_id })
}
