//! Saving prices, from users and integrations, as one change.

use proffer_domain::{
    audit::EventKind,
    field_error::{Check, FieldError, TextField},
    money::Currency,
    pricing::{self, Origin},
    reading::{
        self, Reading, answers,
        edit::{self, Edit, EditError},
    },
    recap::{self, RecapMention, Seller},
};
use proffer_store::TenantTx;
use rust_decimal::Decimal;
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
    features::{
        proposals::{
            pricing_input::PricingTableInput,
            pricing_types::{
                LineChange, MentionedAmount, PriceAnswer, PriceReading, PricingInput, PricingPreview,
                PricingText,
            },
            store::rows::{self, Change},
            types,
        },
        workspaces::service::workspace,
    },
};

/// Text with prices.
const TEXT: TextField = TextField::long("text", "Text", 10_000);
const RECAP: TextField = TextField::long("meetingRecap", "Meeting recap", recap::RECAP_MAX);
const SPEAKER: TextField = TextField::new("ourSpeaker", "Speaker", 200);
/// The most amounts of a recap that are listed.
const MENTIONS_MAX: usize = 50;

/// Saves a complete table over the version that `input` is based on.
pub async fn save(
    app: &App,
    tx: TenantTx,
    principal: &Principal,
    id: Uuid,
    input: PricingInput,
) -> Result<types::Proposal, ProposalError> {
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
    let applied =
        content_change::apply(app, &tx, row, new_content, &author, Cause::Pricing, Change::default()).await?;
    content_change::note(
        app,
        &tx,
        &author,
        &applied,
        EventKind::Edited,
        serde_json::json!({ "changed": ["pricing"] }),
    )
    .await?;
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

/// Reads the prices of a text, without a model, after a change of one line item.
pub async fn read(app: &App, tx: TenantTx, input: PricingText) -> Result<PriceReading, Failure> {
    let home = workspace::currency(&tx).await?;
    // Reading a long recap keeps no connection waiting.
    drop(tx);
    let mut check = Check::new();
    let may_be_empty = input.change.is_some() || input.meeting_recap.is_some();
    let text =
        check.at_least(TEXT, &input.text, usize::from(!may_be_empty), "required", "Text is required".into());
    let recap = check.optional(RECAP, input.meeting_recap);
    let our_speaker = check.optional(SPEAKER, input.our_speaker);
    let text = check.finish(Some(text))?;
    let changed = input.change.map(|change| changed(app, &text, home, change)).transpose()?;
    let text = changed.as_ref().unwrap_or(&text);
    let reading = reading::prices(text, home, &mut || app.new_id());
    let seller = Seller { speaker: our_speaker.as_deref(), currency: home };
    let mentioned = recap.map(|recap| mentioned(app, &recap, seller, text, &reading)).unwrap_or_default();
    let confirm_all = edit::confirm(text, &reading, &mut || app.new_id())
        .map(|(count, text)| PriceAnswer { label: format!("All {count} are right"), text });
    let mut read = PriceReading::from(reading);
    read.mentions.extend(mentioned);
    Ok(PriceReading { text: changed, confirm_all, ..read })
}

/// The amounts of a recap that the price text neither charges nor mentions.
fn mentioned(
    app: &App,
    recap: &str,
    seller: Seller<'_>,
    text: &str,
    reading: &Reading,
) -> Vec<MentionedAmount> {
    let ids = &mut || app.new_id();
    let speakers = recap::speakers(recap);
    let speaker = seller.speaker.filter(|name| speakers.iter().any(|speaker| speaker == name));
    let table = &reading.table;
    let items = table.groups.iter().flat_map(|group| &group.items);
    let amounts =
        items.flat_map(|item| [Some(item.unit_price), item.unit_price.checked_mul(item.quantity)]).flatten();
    let known: Vec<Decimal> =
        amounts.chain(reading.mentions.iter().map(|mention| mention.item.unit_price)).collect();
    let shown = |mention: RecapMention| {
        let (item, currency) = recap::as_item(&mention, table.currency, ids)?;
        if known.contains(&item.unit_price) {
            return None;
        }
        let label = answers::label(&item, currency.unwrap_or(table.currency));
        let charge = PriceAnswer { label, text: edit::charge(text, table, item, currency, ids) };
        Some(MentionedAmount {
            amount: mention.amount,
            words: mention.words,
            message: Some(mention.reason.label().to_owned()),
            reason: Some(mention.reason),
            speaker: mention.speaker,
            charge,
        })
    };
    recap::mentions(recap, Seller { speaker, ..seller })
        .into_iter()
        .filter_map(shown)
        .take(MENTIONS_MAX)
        .collect()
}

/// The text with the change.
fn changed(
    app: &App,
    text: &str,
    home: Currency,
    LineChange { position, item }: LineChange,
) -> Result<String, Failure> {
    let ids = &mut || app.new_id();
    let currency = reading::prices(text, home, ids).table.currency;
    let item = item.map(|item| item.read("change.item", currency, &|| app.new_id())).transpose()?;
    let position = position.map(|position| usize::try_from(position).unwrap_or(usize::MAX));
    let edit = match (position, item) {
        (None, Some(item)) => Edit::Add(item),
        (Some(position), Some(item)) => Edit::Replace(position, item),
        (Some(position), None) => Edit::Remove(position),
        (None, None) => {
            return Err(
                FieldError::new("change", "required", "Please give a position, an item or both").into()
            );
        }
    };
    let refused = |error| match error {
        EditError::NoSuchItem => {
            FieldError::new("change.position", "not_found", "The text has no line item at this position")
        }
        EditError::Unit => {
            FieldError::new("change.item.unit", "invalid", "Please use a shorter unit, for example hour")
        }
    };
    Ok(edit::apply(text, edit, home, ids).map_err(refused)?)
}
