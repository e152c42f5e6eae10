//! Labels of choices, quantities and sums, shared by all outputs: the page, mails, the sealed document.

use rust_decimal::Decimal;

use super::{
    Adjustment, AdjustmentKind, Cadence, Choice, Item, MAX_QUANTITY, Tax, TaxMode, TaxTotal, sum, tax::shown,
};
use crate::money::{Currency, MAX_AMOUNT};

/// The instruction for choosing in a group; empty if all of it is charged.
#[must_use]
pub const fn hint(choice: Choice) -> &'static str {
    match choice {
        Choice::All => "",
        Choice::Any => "Choose any",
        Choice::One => "Choose one",
    }
}

/// Whether an optional item is selected; `None` for a required one.
#[must_use]
pub fn chosen(item: &Item, choice: Choice) -> Option<&'static str> {
    let counts = item.counts(choice);
    if item.optional || choice == Choice::Any {
        Some(if counts { "Optional, included" } else { "Optional, not included" })
    } else {
        (!counts).then_some("Not chosen")
    }
}

/// How long a recurring item runs: "for 12 months".
#[must_use]
pub fn run(item: &Item) -> Option<String> {
    let cycles = item.cycles?;
    let period = match item.cadence {
        Cadence::Once => return None,
        Cadence::Monthly => "month",
        Cadence::Quarterly => "quarter",
        Cadence::Yearly => "year",
    };
    let plural = if cycles == 1 { "" } else { "s" };
    Some(format!("for {cycles} {period}{plural}"))
}

/// A percentage or an amount: "10%", "$20.00".
#[must_use]
pub fn adjustment(adjustment: Adjustment, currency: Currency) -> String {
    match adjustment.kind {
        AdjustmentKind::Percent => format!("{}%", adjustment.value.normalize()),
        AdjustmentKind::Amount => currency.display(adjustment.value),
    }
}

/// A quantity with its unit: "3 hours".
#[must_use]
pub fn quantity(item: &Item) -> String {
    let figure = item.quantity.normalize();
    match item.unit.as_deref() {
        None => figure.to_string(),
        Some(unit) => {
            let plural =
                item.quantity != Decimal::ONE && unit.ends_with(|c: char| c.is_ascii_lowercase() && c != 's');
            format!("{figure} {unit}{}", if plural { "s" } else { "" })
        }
    }
}

/// Quantity x price of an item, selected or not. Figures beyond the limits are refused with the totals and
/// not multiplied here.
#[must_use]
pub fn amount(item: &Item, currency: Currency) -> Option<String> {
    let within = item.quantity.abs() <= MAX_QUANTITY && item.unit_price.abs() <= MAX_AMOUNT;
    within.then(|| currency.display(sum::line_amount(item, currency)))
}

/// A tax on an item: "20% VAT".
#[must_use]
pub fn tax(tax: &Tax) -> String {
    format!("{}% {}", tax.rate.normalize(), shown(&tax.name))
}

/// The sum of a tax: "VAT 20%" if it is added, "Contains 20% VAT" if the prices include it.
#[must_use]
pub fn tax_total(sum: &TaxTotal, mode: TaxMode) -> String {
    let name = shown(&sum.name);
    match mode {
        TaxMode::Exclusive => format!("{name} {}%", sum.rate),
        TaxMode::Inclusive => format!("Contains {}% {name}", sum.rate),
    }
}

/// The label of the deposit: "Deposit due on acceptance (50%)".
#[must_use]
pub fn deposit(asked: Adjustment) -> String {
    let share = match asked.kind {
        AdjustmentKind::Percent => format!(" ({}%)", asked.value.normalize()),
        AdjustmentKind::Amount => String::new(),
    };
    format!("Deposit due on acceptance{share}")
}
