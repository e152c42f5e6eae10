//! Opening a share link and showing its proposal.

use proffer_domain::{
    consent,
    pricing::{self, PricingTable, PricingTotals},
    proposal::Status,
    proposal_input::Details,
    revision::{CompanySnapshot, Frozen},
    signature::Signature,
};
use proffer_store::TenantTx;

use super::{
    error::SharingError,
    types::{Consent, SharedNotice, SharedProposal},
};
use crate::{
    access::shared_links::not_found,
    app::App,
    failure::Failure,
    features::{
        clients, companies,
        objects::{ObjectsError, service as objects},
        proposals::{
            service::{self as proposals, Proposal, Revision, revisions, snapshot},
            types::{CurrentRevision, RevisionRef},
        },
        team,
    },
};

/// The page shows an outdated revision; the refusal names the current one, so that the page can ask for the
/// changes.
pub fn stale(current: Option<&Revision>) -> SharingError {
    let current =
        current.map(|revision| CurrentRevision { number: revision.number, sha256: revision.sha256.clone() });
    SharingError::StaleRevision(current)
}

/// The proposal of a guest's transaction with the last sent revision, if any.
pub(super) async fn load(tx: &TenantTx) -> Result<(Proposal, Option<(Revision, Frozen)>), Failure> {
    let id = tx.scope().guest_proposal_id.ok_or_else(not_found)?;
    with_revision(tx, proposals::find(tx, id).await?).await
}

/// The same for a response: the row is locked until the transaction ends, so that concurrent responses are
/// processed in order.
pub(super) async fn load_for_update(
    tx: &TenantTx,
) -> Result<(Proposal, Option<(Revision, Frozen)>), Failure> {
    let id = tx.scope().guest_proposal_id.ok_or_else(not_found)?;
    with_revision(tx, proposals::find_for_update(tx, id).await?).await
}

async fn with_revision(
    tx: &TenantTx,
    proposal: Option<Proposal>,
) -> Result<(Proposal, Option<(Revision, Frozen)>), Failure> {
    let proposal = proposal.ok_or_else(not_found)?;
    let revision = match proposal.sent_revision_id {
        Some(id) => proposals::revision(tx, id).await?,
        None => None,
    };
    let frozen = revision.map(|revision| {
        let frozen = revisions::read(&revision)?;
        Ok::<_, Failure>((revision, frozen))
    });
    Ok((proposal, frozen.transpose()?))
}

/// What the client reads: the frozen revision, or a preview if nothing was sent.
pub async fn show(app: &App, tx: &TenantTx, token: &str) -> Result<SharedProposal, SharingError> {
    let (row, sent) = load(tx).await?;
    let status = proposals::status(&row.status, row.valid_until, app.now())?;
    let shown = match &sent {
        Some((_, frozen)) => Content::frozen(frozen, signature(tx, &row).await?.as_ref())?,
        None => Content::preview(tx, &row).await?,
    };
    let notice = match (&sent, status) {
        (None, _) => Some(SharedNotice::Preview),
        (Some(_), Status::Draft) => Some(SharedNotice::BeingEdited),
        _ => None,
    };
    // The current logo, because the frozen one may be deleted and is not accessible to guests.
    let logo = companies::service::logo_id(tx).await?;
    let can_act = notice.is_none() && status.awaits_client();
    let consent =
        sent.as_ref().filter(|_| can_act).and_then(|(_, revision)| consent::find(&revision.consent_id));
    let mut details = shown.details;
    // A new end of the validity is not a new revision.
    details.valid_until = row.valid_until.map(Into::into);
    Ok(SharedProposal {
        title: shown.title,
        subtitle: shown.subtitle,
        status,
        created_at: row.created_at.into(),
        html_content: shown.html,
        design_css: shown.design_css,
        terms_and_conditions: shown.terms,
        total_amount: proposals::total(shown.totals.total_amount, shown.pricing.currency),
        currency: shown.pricing.currency.code().to_owned(),
        pricing: shown.pricing.into(),
        totals: shown.totals.into(),
        company_snapshot: shown.company,
        logo_url: logo.map(|id| format!("/api/shared/proposals/{token}/logo?v={id}")),
        client_name: shown.client_name,
        notice,
        can_act,
        revision: sent.as_ref().map(|(revision, _)| RevisionRef {
            number: revision.number,
            sha256: revision.sha256.clone(),
            sent_at: revision.created_at.into(),
        }),
        consent: consent.map(|consent| Consent { id: consent.id.to_owned(), text: consent.text.to_owned() }),
        countersigns: team::countersigns(tx).await?,
        has_document: status == Status::Signed,
        details,
        signed_at: row.signed_at.map(Into::into),
        signed_by_name: row.signed_by_name,
        decided_at: row.decided_at.map(Into::into),
    })
}

/// The sender's logo.
pub async fn logo(app: &App, tx: TenantTx) -> Result<Vec<u8>, SharingError> {
    let id = companies::service::logo_id(&tx).await?.ok_or(ObjectsError::NoPicture)?;
    Ok(objects::picture(app, tx, id).await?)
}

async fn signature(tx: &TenantTx, row: &Proposal) -> Result<Option<Signature>, Failure> {
    if row.signed_at.is_none() {
        return Ok(None);
    }
    Ok(revisions::signature(tx, row.id).await?.map(|(_, signature)| signature))
}

struct Content {
    title: String,
    subtitle: Option<String>,
    html: String,
    design_css: String,
    terms: Option<String>,
    pricing: PricingTable,
    totals: PricingTotals,
    company: Option<CompanySnapshot>,
    client_name: String,
    details: Details,
}

impl Content {
    /// The content of a revision; once it is signed, with the client's choices.
    fn frozen(frozen: &Frozen, signature: Option<&Signature>) -> Result<Self, Failure> {
        let frozen = frozen.clone();
        let (pricing, html) = match signature {
            Some(signature) => revisions::as_signed(signature, frozen.pricing, frozen.html_content),
            None => (frozen.pricing, frozen.html_content),
        };
        Ok(Self {
            title: frozen.title,
            subtitle: frozen.subtitle,
            html,
            design_css: frozen.brand.and_then(|brand| brand.css).unwrap_or_default(),
            terms: frozen.terms_and_conditions,
            totals: if signature.is_some() {
                pricing::totals(&pricing).map_err(Failure::internal)?
            } else {
                frozen.totals
            },
            pricing,
            company: frozen.company_snapshot,
            client_name: frozen.client_name,
            details: frozen.details,
        })
    }

    async fn preview(tx: &TenantTx, row: &Proposal) -> Result<Self, SharingError> {
        let company = companies::service::profile(tx).await?;
        let brand = companies::design::of_proposal(tx, row.design.as_ref()).await?;
        let pricing = proposals::pricing(&row.pricing)?;
        Ok(Self {
            title: row.title.clone(),
            subtitle: row.subtitle.clone(),
            html: row.html_content.clone(),
            design_css: companies::design::stylesheet(&brand).css.clone(),
            terms: company.as_ref().and_then(|company| company.terms_and_conditions.clone()),
            totals: pricing::totals(&pricing).map_err(Failure::internal)?,
            pricing,
            company: snapshot::shown(row, company.as_ref())?,
            client_name: clients::service::get(tx, row.client_id).await?.company_name,
            details: row.details(),
        })
    }
}
