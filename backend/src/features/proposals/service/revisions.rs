//! Sent revisions: comparing them, and the signed one with the client's choices.

use proffer_domain::{
    document::{compare, patch::Content, replace_pricing},
    pricing::{PricingTable, render},
    revision::Frozen,
    signature::Signature,
};
use proffer_store::TenantTx;
use uuid::Uuid;

use super::ProposalError;
use crate::{
    failure::Failure,
    features::proposals::{
        store::{
            revisions::{self, Revision},
            rows,
        },
        versions_types::Comparison,
    },
};

/// The signature of a proposal and the id of its row, if there is one.
pub async fn signature(tx: &TenantTx, proposal_id: Uuid) -> Result<Option<(Uuid, Signature)>, Failure> {
    let Some(row) = revisions::signature(tx, proposal_id).await? else { return Ok(None) };
    Ok(Some((row.id, serde_json::from_value(row.record).map_err(Failure::internal)?)))
}

/// The content of a revision.
pub fn read(revision: &Revision) -> Result<Frozen, Failure> {
    serde_json::from_str(&revision.canonical).map_err(Failure::internal)
}

/// Prices and document as signed. If the client changed no choices, both are as sent.
pub fn as_signed(signature: &Signature, table: PricingTable, html: String) -> (PricingTable, String) {
    let chosen = signature.chosen(&table);
    if chosen == table {
        return (table, html);
    }
    let html = replace_pricing(&html, &render::html(&chosen));
    (chosen, html)
}

/// Compares the revisions `from` and `to` of a proposal: text, prices, titles and terms. Empty if both are
/// the same; refused if one does not exist.
pub async fn compare(
    tx: &TenantTx,
    proposal_id: Uuid,
    from: i32,
    to: i32,
) -> Result<Comparison, ProposalError> {
    rows::find(tx, proposal_id).await?.ok_or(ProposalError::NotFound)?;
    let (earlier, later) = (numbered(tx, proposal_id, from).await?, numbered(tx, proposal_id, to).await?);
    // Comparing long, different texts is slow, and the client's page requests this.
    Ok(tokio::task::spawn_blocking(move || between(from, to, earlier, later))
        .await
        .map_err(Failure::internal)?)
}

async fn numbered(tx: &TenantTx, proposal_id: Uuid, number: i32) -> Result<Frozen, ProposalError> {
    Ok(read(&revisions::numbered(tx, proposal_id, number).await?.ok_or(ProposalError::RevisionNotFound)?)?)
}

fn between(from: i32, to: i32, earlier: Frozen, later: Frozen) -> Comparison {
    let terms = |frozen: &Frozen| frozen.terms_and_conditions.clone().unwrap_or_default();
    let (old_terms, new_terms) = (terms(&earlier), terms(&later));
    let terms = if old_terms == new_terms { Vec::new() } else { compare::runs(&old_terms, &new_terms) };
    let compared = compare::between(&content(earlier), &content(later));
    Comparison {
        from: from.into(),
        to: to.into(),
        blocks: compared.blocks.into_iter().map(Into::into).collect(),
        pricing: compared.pricing,
        titles: compared.titles,
        terms,
    }
}

fn content(frozen: Frozen) -> Content {
    Content::read(frozen.title, frozen.subtitle, &frozen.html_content, frozen.pricing)
}
