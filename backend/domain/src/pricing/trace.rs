//! The names under which the recap uses [`crate::reading::amounts`].

pub use crate::reading::amounts::{StatedAmount as FoundAmount, amounts, priced};

/// Whether a text names a discount, a deposit or a tax.
pub(crate) fn names_terms(text: &str) -> bool {
    let terms = crate::reading::amounts::terms(text);
    terms.discount.is_some() || terms.deposit.is_some() || !terms.taxes.is_empty()
}
