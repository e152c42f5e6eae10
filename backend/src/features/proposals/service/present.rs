//! Converts rows to wire types.

use chrono::{DateTime, Utc};
use proffer_domain::{
    design::Brand,
    money::Currency,
    pricing::{self, PricingTable},
    proposal::Status,
    signature::Signature,
};
use proffer_store::TenantTx;
use rust_decimal::Decimal;
use sea_orm::JsonValue;
use serde::Deserialize as _;
use uuid::Uuid;

use super::{ProposalError, links, revisions};
use crate::{
    app::App,
    failure::Failure,
    features::{
        assistant::service::AssistantKind,
        companies::design,
        proposals::{
            store::{
                cards::Card,
                rows::{self, WorkspaceDesign},
            },
            types::{Proposal, ProposalCard, ProposalClient, RevisionRef},
        },
    },
};

/// The state of a row at `now`.
pub fn status(
    stored: &str,
    valid_until: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Result<Status, Failure> {
    let status: Status = stored.parse().map_err(Failure::internal)?;
    Ok(status.at(now, valid_until))
}

pub fn pricing(json: &JsonValue) -> Result<PricingTable, Failure> {
    PricingTable::deserialize(json).map_err(Failure::internal)
}

pub fn currency(code: &str) -> Result<Currency, Failure> {
    code.parse().map_err(Failure::internal)
}

/// An amount with the currency's decimals.
pub fn total(amount: Decimal, currency: Currency) -> String {
    let mut rounded = currency.round(amount);
    rounded.rescale(currency.minor_digits());
    rounded.to_string()
}

/// A proposal in a list.
pub fn card(app: &App, card: Card) -> Result<ProposalCard, Failure> {
    let status = status(&card.status, card.details.0.valid_until.map(|until| until.0), app.now())?;
    let share_token =
        links::read(app, card.id, card.share_token_sealed.as_deref(), card.share_token.as_deref());
    Ok(ProposalCard {
        details: card.details.0,
        total_amount: total(card.total_amount, currency(&card.currency)?),
        id: card.id,
        client_id: card.client_id,
        title: card.title,
        subtitle: card.subtitle,
        status,
        currency: card.currency,
        share_token,
        created_at: card.created_at.into(),
        updated_at: card.updated_at.into(),
        client: ProposalClient {
            id: card.client_id,
            company_name: card.company_name,
            first_name: card.first_name,
            last_name: card.last_name,
        },
    })
}

/// A complete proposal in its current state.
pub async fn proposal(app: &App, tx: &TenantTx, id: Uuid) -> Result<Proposal, ProposalError> {
    let whole = rows::whole(tx, id).await?.ok_or(ProposalError::NotFound)?;
    let card = self::card(app, Card::of(&whole))?;
    let drafting = whole.drafting.try_into()?;
    let sent_revision = match (whole.revision_number, whole.revision_sha256, whole.revision_created_at) {
        (Some(number), Some(sha256), Some(at)) => Some(RevisionRef { number, sha256, sent_at: at.into() }),
        _ => None,
    };
    let row = whole.proposal;
    let own_design = design::own(row.design.as_ref())?;
    let sheet = design::stylesheet(own_design.as_ref().unwrap_or(&chosen(whole.workspace_design)));
    let (table, html_content) = match whole.signature {
        Some(record) => {
            let signature: Signature = serde_json::from_value(record).map_err(Failure::internal)?;
            revisions::as_signed(&signature, pricing(&row.pricing)?, row.html_content)
        }
        None => (pricing(&row.pricing)?, row.html_content),
    };
    let totals = pricing::totals(&table).map_err(Failure::internal)?;
    Ok(Proposal {
        card,
        pricing: table.into(),
        totals: totals.into(),
        company_snapshot: row
            .company_snapshot
            .map(serde_json::from_value)
            .transpose()
            .map_err(Failure::internal)?,
        assistant: if row.assistant == "model" { AssistantKind::Model } else { AssistantKind::Offline },
        html_content,
        client_context: row.client_context,
        proposed_solution: row.proposed_solution,
        pricing_details: row.pricing_details,
        additional_notes: row.additional_notes,
        signed_at: row.signed_at.map(Into::into),
        client_signature: row.client_signature,
        signed_by_name: row.signed_by_name,
        signed_by_email: row.signed_by_email,
        terms_and_conditions: whole.company_terms,
        recipient_name: row.recipient_name,
        recipient_email: row.recipient_email,
        reminders: row.reminders,
        version: row.version,
        design: own_design.map(Into::into),
        design_css: sheet.css.clone(),
        drafting,
        sent_revision,
    })
}

/// The workspace's design, or the default one.
fn chosen(row: WorkspaceDesign) -> Brand {
    match (row.template_id, row.primary_color, row.layout_style, row.font_family) {
        (Some(template_id), Some(primary_color), Some(layout_style), Some(font_family)) => Brand {
            template_id,
            primary_color,
            secondary_color: row.secondary_color,
            accent_color: row.accent_color,
            layout_style,
            font_family,
            custom_css: row.custom_css,
        },
        _ => Brand::unchosen(),
    }
}
