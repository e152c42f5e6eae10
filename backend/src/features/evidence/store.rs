//! Queries of the records that evidence consists of, and of sealed documents. All of them outlive the
//! proposal.

use std::time::Duration;

use proffer_domain::{
    audit::{Entry, UnknownKind},
    evidence::{Finding, Part, RevisionPart},
    timestamp,
};
use proffer_store::{
    TenantTx,
    entity::{audit_events, countersignatures, revisions, sealed_documents, signatures},
};
use sea_orm::{
    ColumnTrait, ConnectionTrait as _, DbBackend, DbErr, EntityTrait, QueryFilter, QueryOrder,
    SelectExt as _, Statement, sea_query::OnConflict,
};
use serde::de::DeserializeOwned;
use uuid::Uuid;

pub use sealed_documents::{ActiveModel as NewSealed, Model as Sealed};

/// The time for the work before and after typesetting in the transaction that stores the document.
const SLACK: Duration = Duration::from_secs(15);

/// The stored records of a signing.
#[derive(Debug)]
pub struct SigningRecord {
    pub signature: signatures::Model,
    revision: Option<revisions::Model>,
    countersignature: Option<countersignatures::Model>,
    events: Vec<audit_events::Model>,
}

/// The stored records of a proposal's signing, if it was signed.
pub async fn kept(tx: &TenantTx, proposal_id: Uuid) -> Result<Option<SigningRecord>, DbErr> {
    let signature = signatures::Entity::find()
        .filter(signatures::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(signatures::Column::ProposalId.eq(proposal_id))
        .one(tx.conn())
        .await?;
    let Some(signature) = signature else { return Ok(None) };
    let countersignature = countersignatures::Entity::find()
        .filter(countersignatures::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(countersignatures::Column::ProposalId.eq(proposal_id))
        .one(tx.conn())
        .await?;
    let events = audit_events::Entity::find()
        .filter(audit_events::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(audit_events::Column::ProposalId.eq(proposal_id))
        .order_by_asc(audit_events::Column::Sequence)
        .all(tx.conn())
        .await?;
    let revision =
        revisions::Entity::find_by_id((tx.workspace_id(), signature.revision_id)).one(tx.conn()).await?;
    Ok(Some(SigningRecord { signature, revision, countersignature, events }))
}

/// The sealed document of a proposal, if there is one.
pub async fn sealed(tx: &TenantTx, proposal_id: Uuid) -> Result<Option<Sealed>, DbErr> {
    sealed_documents::Entity::find()
        .filter(sealed_documents::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(sealed_documents::Column::ProposalId.eq(proposal_id))
        .one(tx.conn())
        .await
}

pub async fn is_signed(tx: &TenantTx, proposal_id: Uuid) -> Result<bool, DbErr> {
    let signatures = signatures::Entity::find()
        .filter(signatures::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(signatures::Column::ProposalId.eq(proposal_id));
    signatures.exists(tx.conn()).await
}

pub async fn is_sealed(tx: &TenantTx, proposal_id: Uuid) -> Result<bool, DbErr> {
    let documents = sealed_documents::Entity::find()
        .filter(sealed_documents::Column::WorkspaceId.eq(tx.workspace_id()))
        .filter(sealed_documents::Column::ProposalId.eq(proposal_id));
    documents.exists(tx.conn()).await
}

/// Acquires the right to make the sealed document of a proposal until the transaction ends, and allows the
/// transaction to be idle while the document is typeset. Returns false if another process has the right.
pub async fn lock_sealing(tx: &TenantTx, proposal_id: Uuid, time: Duration) -> Result<bool, DbErr> {
    let lock = "SELECT set_config('idle_in_transaction_session_timeout', $1, true),
                       pg_try_advisory_xact_lock(hashtextextended('sealing of ' || $2, 0)) AS locked";
    let idle = format!("{}s", (time + SLACK).as_secs());
    let statement = Statement::from_sql_and_values(
        DbBackend::Postgres,
        lock,
        [idle.into(), proposal_id.to_string().into()],
    );
    let row = tx
        .conn()
        .query_one_raw(statement)
        .await?
        .ok_or_else(|| DbErr::RecordNotFound("the lock".to_owned()))?;
    row.try_get("", "locked")
}

/// Stores a sealed document, unless another one was stored first.
pub async fn keep(tx: &TenantTx, document: NewSealed) -> Result<(), DbErr> {
    let once =
        OnConflict::columns([sealed_documents::Column::WorkspaceId, sealed_documents::Column::ProposalId])
            .do_nothing()
            .to_owned();
    sealed_documents::Entity::insert(document).on_conflict(once).exec_without_returning(tx.conn()).await?;
    Ok(())
}

impl SigningRecord {
    /// Converts the records to the domain types of evidence. A record that cannot be parsed was altered in
    /// the database.
    pub fn read(self) -> Result<proffer_domain::evidence::Material, Finding> {
        let Self { signature, revision, countersignature, events } = self;
        let revision = revision.ok_or_else(|| unreadable(Part::Revision, "The document"))?;
        Ok(proffer_domain::evidence::Material {
            revision: RevisionPart {
                number: u32::try_from(revision.number)
                    .map_err(|_| unreadable(Part::Revision, "The document"))?,
                sha256: revision.sha256,
                sent_at: timestamp::to_milliseconds(revision.created_at),
                canonical: revision.canonical,
            },
            signature: record(signature.record, Part::Signature, "The signature record")?,
            countersignature: countersignature
                .map(|row| record(row.record, Part::Countersignature, "The countersignature"))
                .transpose()?,
            events: events.iter().map(event).collect::<Result<_, _>>()?,
            daily_roots: Vec::new(),
        })
    }
}

fn record<T: DeserializeOwned>(json: serde_json::Value, part: Part, what: &str) -> Result<T, Finding> {
    serde_json::from_value(json).map_err(|_| unreadable(part, what))
}

fn event(row: &audit_events::Model) -> Result<Entry, Finding> {
    let fault = || unreadable(Part::Events, &format!("Event {}", row.sequence));
    Ok(Entry {
        proposal_id: row.proposal_id,
        sequence: u32::try_from(row.sequence).map_err(|_| fault())?,
        previous_hash: row.previous_hash.clone(),
        hash: row.hash.clone(),
        kind: row.kind.parse().map_err(|_: UnknownKind| fault())?,
        actor: serde_json::from_value(row.actor.clone()).map_err(|_| fault())?,
        at: row.at,
        payload: row.payload.clone(),
    })
}

fn unreadable(part: Part, what: &str) -> Finding {
    Finding { part, words: format!("{what} was altered where it is kept and can no longer be read.") }
}
