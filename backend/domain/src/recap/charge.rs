//! What a mentioned amount of a recap would be as a line item, and why it is none, in words.

use uuid::Uuid;

use super::{MentionReason, RecapMention};
use crate::{
    money::Currency,
    pricing::Item,
    reading::{
        lexicon::Language,
        prices,
        units::{Is, units_at},
    },
};

/// The line item that charges a mentioned amount, and the currency that the amount names. `None` if it has no
/// figure. `home` is the currency of the workspace.
#[must_use]
pub fn as_item(
    mention: &RecapMention,
    home: Currency,
    ids: &mut dyn FnMut() -> Uuid,
) -> Option<(Item, Option<Currency>)> {
    let figure = |is| match is {
        Is::Money { value, currency, .. } => Some((value, currency)),
        Is::Number { number, .. } => Some((number.value, None)),
        _ => None,
    };
    let units = units_at(&mention.amount, Language::of(&mention.words), home);
    let (unit_price, currency) = units.into_iter().find_map(|unit| figure(unit.is))?;
    let reading = prices(&mention.words, home, ids);
    let charged = reading.table.groups.into_iter().flat_map(|group| group.items);
    let mut named = charged.chain(reading.mentions.into_iter().map(|mention| mention.item));
    let plain = || Item::once(ids(), "Project fee", unit_price.normalize());
    let item = named.find(|item| item.unit_price == unit_price).unwrap_or_else(plain);
    Some((Item { optional: false, selected: true, confirmed: true, discount: None, ..item }, currency))
}

impl MentionReason {
    /// The reason for a person, as a label.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::TheirBudget => "Their budget",
            Self::Competitor => "Another supplier\u{2019}s price",
            Self::PastPrice => "Paid before",
            Self::Revenue => "Their revenue",
            Self::Saving => "A saving",
            Self::Cost => "A cost of theirs",
            Self::Salary => "A salary",
            Self::Stock => "Value of goods",
            Self::Fine => "A fine",
            Self::Superseded => "Replaced by another price",
            Self::Restated => "Mentioned again",
            Self::Counter => "Asked for by the client",
            Self::NotOrdered => "Not ordered",
            Self::Unclear => "Not clear whose price",
        }
    }
}
