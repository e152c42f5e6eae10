//! A client's choices, and the resulting totals before a signature.

use proffer_domain::{
    field_error::FieldError,
    money::exact,
    pricing::{self, choose},
};
use proffer_store::TenantTx;
use rust_decimal::Decimal;

use super::{
    error::SharingError,
    reading_types::ChoicesInput,
    service,
    types::{ChoiceInput, ChosenPrices},
};
use crate::{failure::Failure, features::proposals::service as proposals};

/// Computes the totals with the engine that is also used for signing. Nothing is stored.
pub async fn preview(tx: &TenantTx, input: &ChoicesInput) -> Result<ChosenPrices, SharingError> {
    let (_, sent) = service::load(tx).await?;
    let Some((_, frozen)) = sent.as_ref().filter(|(revision, _)| revision.sha256 == input.revision_sha256)
    else {
        return Err(service::stale(sent.as_ref().map(|(revision, _)| revision)));
    };
    let chosen = choose::choose(&frozen.pricing, &read(&input.choices)?)?;
    let totals = pricing::totals(&chosen).map_err(Failure::internal)?;
    Ok(ChosenPrices {
        total_amount: proposals::total(totals.total_amount, chosen.currency),
        pricing: chosen.into(),
        totals: totals.into(),
    })
}

/// Parses the decimals of the choices.
pub fn read(inputs: &[ChoiceInput]) -> Result<Vec<choose::Choice>, Vec<FieldError>> {
    let mut errors = Vec::new();
    let mut quantity = |index: usize, text: &str| -> Option<Decimal> {
        let quantity = exact::parse(text.trim());
        if quantity.is_none() {
            errors.push(FieldError::new(
                format!("choices[{index}].quantity"),
                "not_a_number",
                "Please enter a number, for example 2.5",
            ));
        }
        quantity
    };
    let choices = inputs
        .iter()
        .enumerate()
        .map(|(index, input)| choose::Choice {
            item_id: input.item_id,
            selected: input.selected,
            quantity: input.quantity.as_ref().and_then(|figure| quantity(index, &figure.0)),
        })
        .collect();
    if errors.is_empty() { Ok(choices) } else { Err(errors) }
}
