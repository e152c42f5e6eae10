//! The token of a share link as stored: its hash for the look-up, and the encrypted token for its owner's
//! screens and mails.

use proffer_store::TenantTx;
use sea_orm::ActiveValue::Set;
use secrecy::ExposeSecret as _;
use uuid::Uuid;

use super::ProposalError;
use crate::{
    app::App,
    failure::Failure,
    features::proposals::store::rows::{self, Change, Proposal},
    tokens,
};

/// The token of a proposal's link. `None` if there is no link, or if its key is no longer in `SECRET_KEY`:
/// then the link still works, and the team can create another.
pub fn token(app: &App, row: &Proposal) -> Option<String> {
    read(app, row.id, row.share_token_sealed.as_deref(), row.share_token.as_deref())
}

/// The same from the columns: encrypted, or in plain text as in earlier releases.
pub fn read(app: &App, proposal_id: Uuid, sealed: Option<&[u8]>, clear: Option<&str>) -> Option<String> {
    let Some(sealed) = sealed else { return clear.map(str::to_owned) };
    let opened = app.secrets.open(sealed, &bound_to(proposal_id));
    if opened.is_none() {
        tracing::error!(proposal = %proposal_id, "a share token cannot be read: its key is not in the settings any more");
    }
    opened.map(|token| token.expose_secret().to_owned())
}

/// The token of an existing link.
pub fn readable(app: &App, row: &Proposal) -> Result<String, ProposalError> {
    token(app, row).ok_or(ProposalError::LinkUnreadable)
}

/// The token of a proposal's current link, if both exist.
pub async fn current(app: &App, tx: &TenantTx, proposal_id: Uuid) -> Result<Option<String>, Failure> {
    Ok(rows::find(tx, proposal_id).await?.and_then(|row| token(app, &row)))
}

/// The columns of a token, or of none.
pub fn columns(app: &App, proposal_id: Uuid, token: Option<&str>) -> Result<Change, Failure> {
    let seal = |token| app.secrets.seal(token, &bound_to(proposal_id), app.rng.bytes());
    Ok(Change {
        share_token: Set(None),
        share_token_hash: Set(token.map(tokens::hash)),
        share_token_sealed: Set(token.map(seal).transpose().map_err(Failure::internal)?),
        ..Default::default()
    })
}

/// Encrypts up to `limit` tokens of a workspace that are still stored in clear. Returns their number.
pub async fn encrypt(app: &App, tx: &TenantTx, limit: u64) -> Result<u64, Failure> {
    let mut encrypted = 0;
    for row in rows::with_clear_token(tx, limit).await? {
        rows::update(tx, row.id, columns(app, row.id, row.share_token.as_deref())?).await?;
        encrypted += 1;
    }
    Ok(encrypted)
}

fn bound_to(proposal_id: Uuid) -> Vec<u8> {
    [&b"share token"[..], proposal_id.as_bytes()].concat()
}
