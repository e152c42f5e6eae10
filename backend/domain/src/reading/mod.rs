//! Reads amounts in free text, and says of each whether every word of its clause was understood.
//!
//! A reading is certain only if each number, currency, frequency, quantity, choice, condition and term of the
//! clause has a part in it. What is left over, or can be read in two ways, makes it uncertain, with the
//! reason.

pub mod amounts;
pub mod answers;
pub(crate) mod assemble;
pub(crate) mod charge;
pub(crate) mod clauses;
pub mod edit;
pub(crate) mod lexicon;
mod rows;
mod settle;
pub(crate) mod token;
pub(crate) mod units;
pub(crate) mod whole;
pub mod written;

use uuid::Uuid;

use charge::Charge;
pub use charge::Doubt;
use lexicon::Language;
pub(crate) use settle::adding_up;
use whole::Whole;

use crate::{
    money::Currency,
    pricing::{Item, PricingTable},
};

/// A price text as it was understood.
#[derive(Debug, Clone)]
pub struct Reading {
    /// The table. Items that are not certain are unconfirmed.
    pub table: PricingTable,
    /// What a person must decide before these prices can be sent.
    pub questions: Vec<Question>,
    /// Amounts that are named and not charged.
    pub mentions: Vec<Mention>,
}

impl Reading {
    /// Whether nothing is left to ask.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        self.questions.is_empty() && !self.table.groups.is_empty()
    }
}

/// Something that the words leave open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// The item it is about; none if it is about the whole offer.
    pub item: Option<Uuid>,
    /// What is open.
    pub doubt: Doubt,
    /// The words it is about; empty if they are the whole text.
    pub words: String,
}

/// An amount that is named and not charged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// The amount as written.
    pub amount: String,
    /// Its clause.
    pub words: String,
    /// The item that it would be if it were charged.
    pub item: Item,
}

/// Reads a price text. `home` is the currency of amounts that name none, and of "$" if it is a dollar.
pub fn prices(text: &str, home: Currency, ids: &mut dyn FnMut() -> Uuid) -> Reading {
    if let Some(reading) = written::read(text, ids) {
        return reading;
    }
    // A control character is no part of a name.
    let text = text.replace(|c: char| c.is_control() && !matches!(c, '\n' | '\t'), " ");
    let text = text.as_str();
    let language = Language::of(text);
    let (prose, rows) = rows::split(text, language, home);
    let units = units::units_at(&prose, language, home);
    let clauses = clauses::clauses(&units, language);
    let mut charges: Vec<Charge> = clauses.iter().filter_map(|clause| charge::read(&units, clause)).collect();
    let mut whole = Whole::read(&prose, &units, &clauses, &charges, language);
    if whole.taxes.is_empty() {
        whole.taxes.clone_from(&rows.taxes);
    }
    whole::look_around(&units, &clauses, &mut charges);
    assemble::assemble(&prose, &units, charges, rows, &whole, home, ids)
}

#[cfg(test)]
mod round_trip;
#[cfg(test)]
mod tests;
