//! What a person can answer to a question: each answer is the price text with that answer written out.

use rust_decimal::Decimal;
use uuid::Uuid;

use super::{Mention, Question, Reading, charge::Doubt, prices, written};
use crate::{
    money::Currency,
    pricing::{Cadence, Choice, Group, Item, PricingTable},
};

/// An answer to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The words on its button.
    pub label: String,
    /// The price text that takes the place of the present one.
    pub text: String,
}

/// What can be answered to a question of this reading.
#[must_use]
pub fn of_question(reading: &Reading, question: &Question) -> Vec<Answer> {
    let table = &reading.table;
    let Some(id) = question.item else { return of_whole(table, question.doubt) };
    let Some(item) = items(table).find(|item| item.id == id) else { return Vec::new() };
    let answer = |choice: Item| {
        let label = label(&choice, table.currency);
        let mut changed = table.clone();
        for item in changed.groups.iter_mut().flat_map(|group| &mut group.items).filter(|item| item.id == id)
        {
            item.clone_from(&choice);
        }
        Answer { label, text: written::write(&changed) }
    };
    choices(item, question.doubt).into_iter().map(answer).chain(without(table, id)).collect()
}

/// The confirmed items that an item with this doubt may stand for, beginning with the likeliest.
#[must_use]
pub fn choices(item: &Item, doubt: Doubt) -> Vec<Item> {
    let as_read = Item { confirmed: true, ..item.clone() };
    let optional = |optional: bool| Item { optional, selected: !optional, ..as_read.clone() };
    let mut choices = vec![as_read.clone()];
    match doubt {
        Doubt::Quantity if item.quantity != Decimal::ONE => {
            choices.push(Item { quantity: Decimal::ONE, ..as_read });
        }
        Doubt::Frequency | Doubt::Duration => {
            let others = Cadence::ALL.into_iter().filter(|cadence| *cadence != item.cadence);
            choices.extend(others.map(|cadence| Item { cadence, cycles: None, ..as_read.clone() }));
        }
        Doubt::Condition | Doubt::Alternative if !item.optional => choices.push(optional(true)),
        Doubt::NotOurs if item.optional => choices.push(optional(false)),
        _ => {}
    }
    choices
}

/// What is open about an item, by the words that it was read from; `None` if it is confirmed.
#[must_use]
pub fn doubt_of(item: &Item) -> Option<Doubt> {
    let read = |source: &String| {
        prices(source, Currency::USD, &mut Uuid::nil).questions.first().map(|question| question.doubt)
    };
    (!item.confirmed).then(|| item.source.as_ref().and_then(read).unwrap_or(Doubt::Unconfirmed))
}

/// The price text in which a mentioned amount is charged.
#[must_use]
pub fn charge(reading: &Reading, mention: &Mention) -> Answer {
    let mut table = reading.table.clone();
    let item = Item { confirmed: true, optional: false, selected: true, ..mention.item.clone() };
    let label = label(&item, table.currency);
    match table.groups.iter_mut().find(|group| group.choice == Choice::All) {
        Some(group) => group.items.push(item),
        None => table.groups.push(Group {
            id: Uuid::nil(),
            name: String::new(),
            choice: Choice::All,
            items: vec![item],
        }),
    }
    Answer { label, text: written::write(&table) }
}

/// A question about the whole offer: the table is right as it is shown, or an item is left out.
fn of_whole(table: &PricingTable, doubt: Doubt) -> Vec<Answer> {
    let mut sure = table.clone();
    sure.groups.iter_mut().flat_map(|group| &mut group.items).for_each(|item| item.confirmed = true);
    let mut answers =
        vec![Answer { label: "These prices are right".to_owned(), text: written::write(&sure) }];
    if doubt == Doubt::NotOurs {
        sure.groups
            .iter_mut()
            .flat_map(|group| &mut group.items)
            .for_each(|item| (item.optional, item.selected) = (false, true));
        answers = vec![Answer { label: "Charge them".to_owned(), text: written::write(&sure) }];
    }
    answers
}

/// The table without an item, unless nothing would be left.
fn without(table: &PricingTable, id: Uuid) -> Option<Answer> {
    let mut left = table.clone();
    left.groups.iter_mut().for_each(|group| group.items.retain(|item| item.id != id));
    left.groups.retain(|group| !group.items.is_empty());
    (!left.groups.is_empty())
        .then(|| Answer { label: "Leave it out".to_owned(), text: written::write(&left) })
}

fn items(table: &PricingTable) -> impl Iterator<Item = &Item> {
    table.groups.iter().flat_map(|group| &group.items)
}

/// "6 × $600.00 monthly for 12 months, optional".
#[must_use]
pub fn label(item: &Item, currency: Currency) -> String {
    let mut label = format!("{} × {}", item.quantity.normalize(), currency.display_price(item.unit_price));
    let frequency = match item.cadence {
        Cadence::Once => " once",
        Cadence::Monthly => " monthly",
        Cadence::Quarterly => " quarterly",
        Cadence::Yearly => " yearly",
    };
    label.push_str(frequency);
    if let Some(cycles) = item.cycles {
        let periods = match item.cadence {
            Cadence::Quarterly => "quarters",
            Cadence::Yearly => "years",
            _ => "months",
        };
        label.extend([" for ", &cycles.to_string(), " ", periods]);
    }
    if item.optional {
        label.push_str(", optional");
    }
    label
}

impl Doubt {
    /// The question to a person.
    #[must_use]
    pub fn question(self) -> &'static str {
        match self {
            Self::Figure => {
                "The amount or its currency can be read in more than one way. Is it right as shown?"
            }
            Self::Estimate => "This is no firm price: an estimate, a range or a limit. What do you charge?",
            Self::Condition => "This price depends on a condition. Is it always charged?",
            Self::Quantity => "It is not clear how many you charge for. Which is right?",
            Self::Frequency => "It is not clear how often this is charged. Which is right?",
            Self::Alternative => "This may be an alternative to another price. Is it charged?",
            Self::Duration => "It is not clear what the duration means for the bills. Which is right?",
            Self::Share => {
                "This is a share of an amount that is not given, or a cost that you pass on. What do you charge?"
            }
            Self::Leftover => {
                "The text has a number or words that are not part of these prices. Are the prices right?"
            }
            Self::Total => "The total in the text is not the sum of these prices. Are the prices right?",
            Self::Currencies => "The text has more than one currency. Are the prices right?",
            Self::NotOurs => "The text does not say that this is your price. Do you charge it?",
            Self::Terms => "The terms of payment, a discount or a tax are not clear. Are the prices right?",
            Self::Unconfirmed => "This price is not confirmed yet. Is it right?",
        }
    }
}
