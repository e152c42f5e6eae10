//! The line items that an answer changes, as they were understood, with what is open about them.

use poem_openapi::Object;
use proffer_domain::{
    pricing::{self, Choice, ItemChange, PricingTable},
    reading::{Doubt, answers},
};

use crate::features::proposals::pricing::{LineItem, Mirror, ShownTotals};

/// A line item in a response.
type ShownItem = Mirror<pricing::Item, LineItem>;

/// The line items that an answer of the assistant changes.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ChatPrices {
    /// The currency, ISO 4217.
    pub currency: String,
    /// The changed line items.
    pub lines: Vec<ChangedLine>,
    /// The totals with these changes; absent if the prices cannot be added up.
    pub totals: Option<ShownTotals>,
}

/// A changed line item.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct ChangedLine {
    /// The line item before the change; absent if it was added.
    pub before: Option<ShownItem>,
    /// The line item after the change; absent if it was removed.
    pub after: Option<ShownItem>,
    /// Which line items of its group the client selects.
    pub choice: Choice,
    /// What its words leave open; absent if it is confirmed.
    pub question: Option<LineQuestion>,
}

/// Something that the words of a line item leave open.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct LineQuestion {
    /// What is open.
    pub code: Doubt,
    /// The question, as a sentence.
    pub message: String,
    /// Possible answers.
    pub answers: Vec<LineAnswer>,
}

/// An answer to a question about a line item.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct LineAnswer {
    /// The label of its button.
    pub label: String,
    /// The confirmed line item, to be saved in the place of the present one.
    pub item: ShownItem,
}

impl ChatPrices {
    /// What changes between two tables; `None` if no line item does.
    pub fn between(before: &PricingTable, after: &PricingTable) -> Option<Self> {
        let lines: Vec<ChangedLine> =
            pricing::changes(before, after).into_iter().map(|change| line(change, after)).collect();
        (!lines.is_empty()).then(|| Self {
            currency: after.currency.to_string(),
            lines,
            totals: pricing::totals(after).ok().map(Into::into),
        })
    }
}

fn line(ItemChange { before, after, choice }: ItemChange, table: &PricingTable) -> ChangedLine {
    let question = after.as_ref().and_then(|item| {
        let doubt = answers::doubt_of(item)?;
        let answer = |item| LineAnswer { label: answers::label(&item, table.currency), item: item.into() };
        let answers = answers::choices(item, doubt).into_iter().map(answer).collect();
        Some(LineQuestion { code: doubt, message: doubt.question().to_owned(), answers })
    });
    ChangedLine { before: before.map(Into::into), after: after.map(Into::into), choice, question }
}
