//! Saving prices, from users and integrations, as one change.

use proffer_domain::{
    audit::EventKind,
    field_error::{Check, TextField},
    pricing::{self, Origin},
    reading::{self, Reading},
};
use proffer_store::TenantTx;
use uuid::Uuid;

use super::{
    ProposalError,
    content_change::{self, Author, Cause, NewContent},
    editing::{refuse_stale, refuse_unless_editable},
    present,
};
use crate::{
    access::{Credential, Principal},
    app::App,
    failure::Failure,
    features::proposals::{
        pricing_input::PricingTableInput,
        pricing_types::{PricingInput, PricingPreview},
        store::rows::{self, Change},
        types,
    },
};

/// Text with prices.
const TEXT: TextField = TextField::long("text", "Text", 10_000);

/// Saves a complete table over the version that `input` is based on.
pub async fn save(app: &App, tx: TenantTx, principal: &Principal, id: Uuid, input: PricingInput) -> Result<types::Proposal, ProposalError> {
    let row = rows::find_for_update(&tx, id).await?.ok_or(ProposalError::NotFound)?;
    refuse_stale(&tx, &row, input.version).await?;
    refuse_unless_editable(app, &row)?;
    let changes = input.pricing.read(&|| app.new_id())?;
    tx.about(id, &row.title);
    let by = match principal.credential {
        Credential::Session { .. } => Origin::User,
        Credential::Key { .. } => Origin::Api,
    };
    let table = pricing::merge(&super::pricing(&row.pricing)?, changes, by);
    let author = Author::of(principal);
    let new_content = NewContent { pricing: Some(table), ..NewContent::default() };
    let applied = content_change::apply(app, &tx, row, new_content, &author, Cause::Pricing, Change::default()).await?;
    content_change::note(app, &tx, &author, &applied, EventKind::Edited, serde_json::json!({ "changed": ["pricing"] })).await?;
    let proposal = present(app, &tx, id).await?;
    tx.commit().await?;
    Ok(proposal)
}

/// The totals of a table, and its HTML as the client will see it.
pub fn preview(app: &App, input: PricingTableInput) -> Result<PricingPreview, Failure> {
    let table = input.read(&|| app.new_id())?.table;
    let totals = pricing::totals(&table).map_err(|error| error.errors)?;
    Ok(PricingPreview { totals: totals.into(), html: pricing::render::html(&table) })
}

/// Reads the prices of a text, without a model.
pub fn read(app: &App, text: &str) -> Result<Reading, Failure> {
    let mut check = Check::new();
    let text = check.required(TEXT, text);
    let text = check.finish(Some(text))?;
    Ok(reading::prices(&text, &mut || app.new_id()))
}
