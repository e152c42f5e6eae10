//! The changes since a visitor's last visit.

use proffer_store::TenantTx;

use super::{error::SharingError, service};
use crate::features::proposals::{service::revisions, versions_types::Comparison};

/// Compares the revision that the link shows with an earlier one.
pub async fn since(tx: &TenantTx, number: i32) -> Result<Comparison, SharingError> {
    let (row, sent) = service::load(tx).await?;
    let (revision, _) = sent.ok_or(SharingError::NeverSent)?;
    Ok(revisions::compare(tx, row.id, number, revision.number).await?)
}
