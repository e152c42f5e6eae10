//! Decides which changes of the prices are accepted: those that the present message asks for, to figures that
//! the team wrote.
//!
//! A figure is accepted if it occurs in the present message, or in a clause about the same item in the prices
//! that the team typed or in its earlier chat messages. The needs and the solution may come from a pasted
//! recap: an amount in them is accepted only for a new item that the message names.

use std::borrow::Cow;
use std::collections::HashSet;

use rust_decimal::Decimal;
use uuid::Uuid;

use super::prose::Backing;
use super::words;
use crate::chat::{ChatInput, Speaker};
use crate::pricing::{Adjustment, Cadence, Group, Item, Origin, PricingTable, Tax};
use crate::prompt::without_reports;
use crate::reading::amounts::{StatedAmount, StatedTerms, numbers, priced, tags, terms};
use crate::reading::lexicon::Tag;
use crate::recap::words::normal;

const SOURCE_MAX: usize = 500;
const CHOICES: [&str; 9] =
    ["optional", "option", "required", "mandatory", "addon", "add", "include", "included", "fixed"];
const ENDLESS: [&str; 7] = ["ongoing", "indefinitely", "cancelled", "canceled", "unlimited", "open", "end"];

/// The accepted price table, and sentences for people about what was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GuardedPrices {
    /// The accepted table.
    pub table: PricingTable,
    /// What was left out.
    pub left_out: Vec<String>,
}

/// Takes from the proposed prices what the team asked for and wrote. Items that the answer does not change
/// keep their origin, source and confirmation.
#[must_use]
pub fn prices(before: &PricingTable, after: PricingTable, input: &ChatInput) -> GuardedPrices {
    if after == *before {
        return GuardedPrices { table: after, left_out: Vec::new() };
    }
    if !words::speaks_of_prices(&input.message, before) {
        let why = "I did not change the prices: your message does not speak of prices.".to_owned();
        return GuardedPrices { table: before.clone(), left_out: vec![why] };
    }
    let mut judge = PriceGuard::new(before, input);
    let table = judge.table(after);
    GuardedPrices { table, left_out: judge.left_out }
}

struct PriceGuard<'a> {
    before: &'a PricingTable,
    message: String,
    tags: Vec<Tag>,
    /// The amounts of the present message.
    present: Vec<StatedAmount>,
    /// Its numbers that can be read in one way only.
    present_numbers: HashSet<Decimal>,
    terms: StatedTerms,
    /// The amounts of the typed prices and of earlier messages.
    told: Vec<StatedAmount>,
    told_terms: StatedTerms,
    /// The amounts of needs, solution and notes.
    context: Vec<StatedAmount>,
    backing: Backing,
    left_out: Vec<String>,
}

impl<'a> PriceGuard<'a> {
    fn new(before: &'a PricingTable, input: &ChatInput) -> Self {
        let found = |texts: &[Cow<'_, str>]| texts.iter().flat_map(|text| priced(text)).collect::<Vec<_>>();
        // "Could you make it $250?" asks for a change, and not whether $250 is right.
        let own = without_reports(&input.message);
        let message = own.trim_end_matches(['?', ' ']);
        let history = input
            .history
            .iter()
            .filter(|said| said.who == Speaker::Team)
            .map(|said| without_reports(&said.text));
        let told: Vec<Cow<'_, str>> =
            std::iter::once(Cow::Borrowed(input.pricing_details.as_str())).chain(history).collect();
        let mut context = vec![
            Cow::Borrowed(input.proposed_solution.as_str()),
            Cow::Borrowed(input.client_context.as_str()),
        ];
        context.extend(input.additional_notes.as_deref().map(Cow::Borrowed));
        Self {
            before,
            message: normal(&own),
            tags: tags(message),
            present: found(&[Cow::Borrowed(message)]),
            present_numbers: sure_numbers(message).collect(),
            terms: terms(message),
            told: found(&told),
            told_terms: terms(&input.pricing_details),
            context: found(&context),
            backing: Backing::of(input),
            left_out: Vec::new(),
        }
    }

    fn table(&mut self, after: PricingTable) -> PricingTable {
        let old =
            |id: Uuid| self.before.groups.iter().flat_map(|group| &group.items).find(|item| item.id == id);
        let mut groups: Vec<Group> = Vec::new();
        let mut kept = HashSet::new();
        for group in after.groups {
            let mut items = Vec::new();
            for item in group.items {
                match old(item.id).cloned() {
                    // An id that occurs twice counts as no id.
                    Some(old) if kept.insert(item.id) => items.push(self.changed(&old, item)),
                    Some(_) => {}
                    None => items.extend(self.added(item)),
                }
            }
            groups.push(Group { items, ..group });
        }
        self.bring_back(&mut groups, &kept);
        groups.retain(|group| !group.items.is_empty());
        let discount =
            self.adjustment(self.before.discount, after.discount, Tag::Discount, "discount", |terms| {
                terms.discount
            });
        let deposit = self
            .adjustment(self.before.deposit, after.deposit, Tag::Deposit, "deposit", |terms| terms.deposit);
        // A table without items has no currency yet.
        let empty = self.before.groups.iter().all(|group| group.items.is_empty());
        let home = self.before.currency;
        let named = self.present.iter().chain(&self.told).find_map(|amount| amount.currency_at(home));
        let currency = if empty { named.unwrap_or(self.before.currency) } else { self.before.currency };
        PricingTable {
            currency,
            discount,
            deposit,
            groups,
            tax_mode: self.before.tax_mode,
            milestones: self.before.milestones.clone(),
        }
    }

    fn has_word(&self, list: &[&str]) -> bool {
        self.message.split(' ').any(|word| list.contains(&word))
    }

    fn says(&self, tag: Tag) -> bool {
        self.tags.contains(&tag)
    }

    fn changed(&mut self, old: &Item, new: Item) -> Item {
        let priced = new.unit_price == old.unit_price && new.cadence == old.cadence;
        let others = new.quantity == old.quantity
            && new.cycles == old.cycles
            && new.discount == old.discount
            && new.taxes == old.taxes
            && new.optional == old.optional;
        let words = self.plain_words(Some(old), &new);
        if priced && others {
            return Item { name: words.0, description: words.1, unit: new.unit, ..old.clone() };
        }
        let behind = if priced { None } else { self.behind(old, &new) };
        let wrong = if !priced && behind.is_none() {
            Some(format!("the price {}", self.before.currency.display_price(new.unit_price)))
        } else {
            self.unbacked(old, &new)
        };
        if let Some(what) = wrong {
            self.left_out.push(format!(
                "I did not change the prices of \"{}\": nobody on your team has written {what}.",
                old.name
            ));
            return old.clone();
        }
        let item = Item {
            name: words.0,
            description: words.1,
            unit: new.unit,
            quantity: new.quantity,
            unit_price: new.unit_price,
            cadence: new.cadence,
            cycles: new.cycles,
            optional: new.optional,
            selected: if new.optional == old.optional { old.selected } else { !new.optional || old.selected },
            discount: new.discount,
            taxes: new.taxes,
            ..old.clone()
        };
        match behind {
            Some((exact, source)) => {
                Item { origin: Origin::User, confirmed: exact, source: Some(source), ..item }
            }
            None => item,
        }
    }

    fn added(&mut self, new: Item) -> Option<Item> {
        let nothing = Item {
            quantity: Decimal::ONE,
            cycles: None,
            discount: None,
            taxes: Vec::new(),
            optional: new.optional,
            ..new.clone()
        };
        let behind = self.behind_new(&new);
        let common = self.common_taxes();
        let wrong = if behind.is_none() {
            Some(format!("the price {}", self.before.currency.display_price(new.unit_price)))
        } else {
            self.unbacked(
                &Item { taxes: if new.taxes == common { common } else { Vec::new() }, ..nothing },
                &new,
            )
        };
        let (name, description) = self.plain_words(None, &new);
        match (behind, wrong) {
            (Some((exact, source)), None) => Some(Item {
                name,
                description,
                quantity_min: None,
                quantity_max: None,
                origin: Origin::User,
                confirmed: exact,
                source: Some(source),
                ..new
            }),
            (_, what) => {
                let what = what.unwrap_or_default();
                self.left_out.push(format!(
                    "I did not add \"{name}\" to the prices: nobody on your team has written {what} for it."
                ));
                None
            }
        }
    }

    /// Items that the answer leaves out although the team did not ask for it.
    fn bring_back(&mut self, groups: &mut Vec<Group>, kept: &HashSet<Uuid>) {
        let asked = words::asks_to_remove(&self.message);
        let everything = words::names_everything(&self.message);
        for group in &self.before.groups {
            for (place, item) in group.items.iter().enumerate() {
                if kept.contains(&item.id)
                    || (asked && (everything || words::names(&self.message, &item.name)))
                {
                    continue;
                }
                self.left_out.push(format!(
                    "I did not take \"{}\" out of the prices: your message does not ask for that.",
                    item.name
                ));
                match groups.iter_mut().find(|other| other.id == group.id) {
                    Some(other) => {
                        let place = place.min(other.items.len());
                        other.items.insert(place, item.clone());
                    }
                    None => groups.push(Group { items: vec![item.clone()], ..group.clone() }),
                }
            }
        }
    }

    /// The words behind a new price of an item, and whether they name one figure.
    fn behind(&self, old: &Item, new: &Item) -> Option<(bool, String)> {
        if new.unit_price == old.unit_price && self.names_cadence(new.cadence) {
            return Some((
                old.confirmed,
                old.source.clone().unwrap_or_else(|| self.message.trim().chars().take(SOURCE_MAX).collect()),
            ));
        }
        let fits =
            |amount: &StatedAmount| self.is(amount, new) && amount.cadence.unwrap_or_default() == new.cadence;
        let spoken = |amount: &StatedAmount| {
            fits(amount) || (self.is(amount, new) && amount.cadence.is_none() && new.cadence == old.cadence)
        };
        let present = self.present.iter().find(|amount| spoken(amount));
        let told = || self.told.iter().find(|amount| fits(amount) && words::names(&amount.words, &old.name));
        let free = new.unit_price.is_zero() && self.says(Tag::Free) && words::names(&self.message, &old.name);
        // A message with one name and one figure, however it is phrased.
        let plain = self.present.is_empty()
            && self.present_numbers.contains(&new.unit_price.normalize())
            && new.unit_price >= Decimal::TEN
            && new.cadence == old.cadence
            && words::names(&self.message, &old.name)
            && !self.has_word(&["quantity", "hours", "units", "days"]);
        let spoken = present.or_else(told).map(behind_amount);
        spoken.or_else(|| (free || plain).then(|| (true, source(&self.message))))
    }

    fn behind_new(&self, new: &Item) -> Option<(bool, String)> {
        let fits =
            |amount: &StatedAmount| self.is(amount, new) && amount.cadence.unwrap_or_default() == new.cadence;
        let spoken =
            |amount: &StatedAmount| self.is(amount, new) && (fits(amount) || self.names_cadence(new.cadence));
        let of_it = |words: &str| words::names(words, &new.name);
        let present = self.present.iter().find(|amount| spoken(amount));
        let told = || self.told.iter().find(|amount| fits(amount) && of_it(&amount.words));
        let named = of_it(&self.message);
        let context = || self.context.iter().find(|amount| named && fits(amount) && of_it(&amount.words));
        let free = new.unit_price.is_zero() && self.says(Tag::Free) && named;
        present
            .or_else(told)
            .or_else(context)
            .map(behind_amount)
            .or_else(|| free.then(|| (true, source(&self.message))))
    }

    fn is(&self, amount: &StatedAmount, item: &Item) -> bool {
        let currency = amount
            .currency_at(self.before.currency)
            .is_none_or(|named| named == self.before.currency || self.before.groups.is_empty());
        amount.value == item.unit_price.normalize() && currency
    }

    fn names_cadence(&self, cadence: Cadence) -> bool {
        match cadence {
            Cadence::Once => self.says(Tag::Once) || self.has_word(&["once", "single"]),
            Cadence::Monthly => self.says(Tag::Monthly) || self.says(Tag::Month),
            Cadence::Quarterly => self.says(Tag::Quarterly) || self.has_word(&["quarter", "quarters"]),
            Cadence::Yearly => self.says(Tag::Yearly) || self.says(Tag::Year),
        }
    }

    /// The first changed figure other than the price that the team did not write.
    fn unbacked(&self, old: &Item, new: &Item) -> Option<String> {
        let numbers_of_it = || {
            let of_it = self.told.iter().filter(|amount| words::names(&amount.words, &old.name));
            of_it.flat_map(|amount| sure_numbers(&amount.words)).collect::<HashSet<_>>()
        };
        let quantity = new.quantity.normalize();
        if new.quantity != old.quantity
            && !self.present_numbers.contains(&quantity)
            && !numbers_of_it().contains(&quantity)
        {
            return Some(format!("the quantity {quantity}"));
        }
        if let Some(cycles) = new.cycles.filter(|_| new.cycles != old.cycles) {
            let count = Decimal::from(cycles);
            if !self.present_numbers.contains(&count) && !numbers_of_it().contains(&count) {
                return Some(format!("{cycles} payments"));
            }
        }
        if new.cycles.is_none()
            && old.cycles.is_some()
            && new.cadence == old.cadence
            && !self.has_word(&ENDLESS)
        {
            return Some("that it goes on without an end".to_owned());
        }
        if new.discount != old.discount {
            let backed = match new.discount {
                Some(discount) => self.says_adjustment(discount, Tag::Discount),
                None => self.says(Tag::Discount) && words::asks_to_remove(&self.message),
            };
            if !backed {
                return Some("that discount".to_owned());
            }
        }
        if !self.backs_taxes(&old.taxes, &new.taxes) {
            return Some("that tax".to_owned());
        }
        let choice = new.optional != old.optional && !self.has_word(&CHOICES);
        choice.then(|| {
            if new.optional { "that it is optional".to_owned() } else { "that it is required".to_owned() }
        })
    }

    fn says_adjustment(&self, adjustment: Adjustment, tag: Tag) -> bool {
        // "Reduce it by 10%"
        let reduces = tag == Tag::Discount && words::asks_to_remove(&self.message);
        (self.says(tag) || reduces)
            && self.terms.is_exact()
            && self.present_numbers.contains(&adjustment.value.normalize())
    }

    fn adjustment(
        &mut self,
        old: Option<Adjustment>,
        new: Option<Adjustment>,
        tag: Tag,
        name: &str,
        of: fn(&StatedTerms) -> Option<Adjustment>,
    ) -> Option<Adjustment> {
        if old == new {
            return old;
        }
        let backed = match new {
            Some(adjustment) => {
                let stated = |terms: &StatedTerms| terms.is_exact() && of(terms) == Some(adjustment);
                stated(&self.terms) || self.says_adjustment(adjustment, tag) || stated(&self.told_terms)
            }
            None => self.says(tag) && words::asks_to_remove(&self.message),
        };
        if backed {
            return new;
        }
        self.left_out.push(format!("I did not change the {name}: nobody on your team has written it."));
        old
    }

    /// Whether the team wrote every new tax, and asked for removal if a tax is removed without a replacement.
    fn backs_taxes(&self, old: &[Tax], new: &[Tax]) -> bool {
        let says = [Tag::Tax, Tag::PlusTax, Tag::InclTax].into_iter().any(|tag| self.says(tag));
        let told = |tax: &Tax| {
            self.told_terms.taxes.iter().any(|told| told.rate.normalize() == tax.rate.normalize())
        };
        let written = |tax: &Tax| says && self.present_numbers.contains(&tax.rate.normalize()) || told(tax);
        let mut fresh = new.iter().filter(|tax| !old.contains(tax)).peekable();
        let gone = old.iter().any(|tax| !new.contains(tax));
        let replaced = fresh.peek().is_some();
        fresh.all(written) && (!gone || says && (replaced || words::asks_to_remove(&self.message)))
    }

    /// The taxes that all items have.
    fn common_taxes(&self) -> Vec<Tax> {
        let mut taxes = self.before.groups.iter().flat_map(|group| &group.items).map(|item| &item.taxes);
        let first = taxes.next().cloned().unwrap_or_default();
        if taxes.all(|taxes| *taxes == first) { first } else { Vec::new() }
    }

    /// Name and description, without anything that the team did not write.
    fn plain_words(&self, old: Option<&Item>, new: &Item) -> (String, Option<String>) {
        let name = match old {
            Some(old) if self.backing.unbacked(&new.name).is_some() => old.name.clone(),
            _ => new.name.clone(),
        };
        let description = match &new.description {
            Some(text) if self.backing.unbacked(text).is_some() => {
                old.and_then(|old| old.description.clone())
            }
            other => other.clone(),
        };
        (name, description)
    }
}

/// Whether an amount is exact, and its words.
fn behind_amount(amount: &StatedAmount) -> (bool, String) {
    (amount.is_exact(), source(&amount.words))
}

fn sure_numbers(text: &str) -> impl Iterator<Item = Decimal> {
    numbers(text).into_iter().filter(|number| number.sure).map(|number| number.value)
}

fn source(words: &str) -> String {
    words.trim().chars().take(SOURCE_MAX).collect()
}
