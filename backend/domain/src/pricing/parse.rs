//! Reads a pricing table from free text: "$4,500 one-time and $300 monthly hosting".
//!
//! Every figure it takes is the user's own, with the words as its source. If the words leave a figure open,
//! the item is unconfirmed, so that a person checks it before the proposal can be sent: ranges, "about" and
//! "from", a rate without a number of hours, an unsupported frequency, a second currency, figures that
//! contradict a stated total.
//!
//! No amount is silently dropped: one that is not a charge, sum, comparison, discount or deposit of this
//! table is kept as an unconfirmed item that is not selected.
//!
//! Of a range ("$3,000-$4,000") the upper figure is taken. A freelancer who names a range sets an upper
//! limit; a signature at the lower end would bind them to less than the work may cost.

use std::ops::Range;

use rust_decimal::Decimal;
use uuid::Uuid;

use super::{
    Adjustment, Cadence, Choice, Group, Item, Milestone, Origin, PricingTable, TaxMode,
    amount::{self, AmountContext},
    clause::{self, Clause, Frequency, clauses},
    naming, quantity, scan,
    scan::Token,
    terms::{Role, Terms, role},
    totals, trace, words,
};
use crate::money::Currency;

/// An item read from a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParsedItem {
    /// The item, of origin [`Origin::User`].
    pub item: Item,
    /// The bytes of the clause it was read from.
    pub span: Range<usize>,
}

/// Reads the items of a text; empty if it names no amount.
pub fn items(text: &str, ids: &mut dyn FnMut() -> Uuid) -> Vec<ParsedItem> {
    PriceTextReader::new(text).read(ids).items
}

/// Reads a whole table: items, currency, document discount, deposit and tax. A table without groups if the
/// text names no amount.
///
/// The table reflects the text: a figure beyond the limits is kept for [`super::totals`] to refuse with its
/// field, rather than silently left out.
pub fn table_from_text(text: &str, ids: &mut dyn FnMut() -> Uuid) -> PricingTable {
    PriceTextReader::new(text).read(ids).into_table(ids)
}

/// The items and terms read from a text.
struct Found {
    items: Vec<ParsedItem>,
    /// Stated sums that may be charges; they are if they differ from the sum of the items.
    open_sums: Vec<ParsedItem>,
    currency: Currency,
    terms: Terms,
    /// Sums the text states.
    totals: Vec<Decimal>,
}

/// A clause that does not say clearly what it charges, as an item for a person to check.
fn set_aside(mut parsed: ParsedItem) -> ParsedItem {
    parsed.item.confirmed = false;
    parsed.item.optional = true;
    parsed.item.selected = false;
    parsed
}

impl Found {
    fn into_table(self, ids: &mut dyn FnMut() -> Uuid) -> PricingTable {
        if self.items.is_empty() {
            return PricingTable { currency: self.currency, ..PricingTable::default() };
        }
        let group = Group {
            id: ids(),
            name: String::new(),
            choice: Choice::All,
            items: self.items.into_iter().map(|parsed| parsed.item).collect(),
        };
        let mut table = PricingTable {
            currency: self.currency,
            tax_mode: if self.terms.inclusive { TaxMode::Inclusive } else { TaxMode::Exclusive },
            discount: self.terms.discount,
            deposit: self.terms.deposit,
            milestones: self.terms.milestones.into_iter().map(|(percent, name)| milestone(ids(), name, percent)).collect(),
            groups: vec![group],
        };
        for (percent, words) in self.terms.item_discounts {
            take_off(&mut table, percent, &words);
        }
        if self.terms.mixed {
            table.groups.iter_mut().flat_map(|group| &mut group.items).for_each(|item| item.confirmed = false);
        }
        if contradicts(&table, &self.totals) {
            let prices = self.open_sums.into_iter().map(|parsed| parsed.item);
            table.groups.iter_mut().for_each(|group| group.items.extend(prices.clone()));
            for item in table.groups.iter_mut().flat_map(|group| &mut group.items) {
                item.confirmed = false;
            }
        }
        table
    }
}

fn milestone(id: Uuid, name: String, percent: Decimal) -> Milestone {
    Milestone { id, name, due: None, share: Adjustment::percent(percent) }
}

/// Takes a percentage off the items that the words name. If they name none, they describe the whole in other
/// words.
fn take_off(table: &mut PricingTable, percent: Decimal, words: &[String]) {
    let discount = Some(Adjustment::percent(percent));
    let named = |item: &Item| {
        let name = item.name.to_lowercase();
        words.iter().all(|word| name.split(|c: char| !c.is_alphanumeric()).any(|part| part == word))
    };
    let mut items: Vec<&mut Item> =
        table.groups.iter_mut().flat_map(|group| &mut group.items).filter(|item| item.discount.is_none() && named(item)).collect();
    if items.is_empty() {
        table.discount = table.discount.or(discount);
    }
    for item in &mut items {
        item.discount = discount;
    }
}

/// Whether the text states a sum that differs from any sum of the items.
fn contradicts(table: &PricingTable, stated: &[Decimal]) -> bool {
    let Ok(totals) = totals(table) else { return false };
    let lines = || totals.lines.iter().map(|line| line.amount);
    let sums: Vec<Decimal> = totals
        .cadences
        .iter()
        .flat_map(|cadence| [cadence.subtotal, cadence.subtotal - cadence.discount, cadence.total])
        .chain([totals.total_amount, lines().sum()])
        .chain(lines())
        .collect();
    !stated.iter().all(|total| sums.contains(total))
}

struct PriceTextReader<'t> {
    text: &'t str,
    tokens: Vec<Token<'t>>,
}

/// A clause that charges something.
struct Charge {
    clause: Clause,
    frequency: Frequency,
}

impl Charge {
    /// Whether both have the same billing period.
    fn bills_with(&self, other: &Self) -> bool {
        self.frequency.cadence.unwrap_or_default() == other.frequency.cadence.unwrap_or_default()
    }
}

impl<'t> PriceTextReader<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, tokens: scan::tokens(text) }
    }

    fn read(&self, ids: &mut dyn FnMut() -> Uuid) -> Found {
        let amounts = amount::amounts(&self.tokens, AmountContext::Prices);
        let mut terms = Terms::read(&self.tokens);
        let mut charges = Vec::new();
        let mut sums = Vec::new();
        let mut budgets = Vec::new();
        let mut others = Vec::new();
        let mut adjusting = Vec::new();
        for clause in clauses(&self.tokens, amounts) {
            let frequency = clause::frequency(&self.tokens, &clause);
            let charge = Charge { clause, frequency };
            match role(&self.tokens, &charge.clause, &terms) {
                Role::Charge => charges.push(charge),
                Role::Total => sums.push(charge),
                Role::Budget => budgets.push(charge),
                Role::Comparison => others.push(charge),
                adjustment @ (Role::Discount | Role::Deposit) => {
                    let counts = terms.note(adjustment, charge.clause.amount.value);
                    if counts { adjusting.push(charge) } else { others.push(charge) }
                }
            }
        }
        let mut totals: Vec<Decimal> = Vec::new();
        let mut aside = Vec::new();
        if charges.is_empty() && !sums.is_empty() {
            // If the sum is the only amount, it is the price. A second one for the same period is not added.
            for sum in std::mem::take(&mut sums) {
                if charges.iter().any(|charge| charge.bills_with(&sum)) { aside.push(sum) } else { charges.push(sum) }
            }
        } else {
            totals.extend(sums.iter().filter(|sum| sum.clause.amount.exact).map(|sum| sum.clause.amount.value));
        }
        let mut spare = Vec::new();
        // The same for a budget, if nothing else is charged for its period ("budget 8k, hosting 45 a month").
        // Next to a quote it only says what the client can spend.
        for budget in budgets {
            if charges.iter().any(|charge| charge.bills_with(&budget)) { spare.push(budget) } else { charges.push(budget) }
        }
        if charges.is_empty() {
            // There is no price to compare with, to discount or to pay a deposit on.
            aside.append(&mut others);
            aside.append(&mut adjusting);
            (terms.discount, terms.deposit) = (None, None);
        } else {
            let comparison = |charge: &Charge| role(&self.tokens, &charge.clause, &terms) == Role::Comparison;
            others.retain(|charge| !comparison(charge));
            aside.append(&mut others);
        }
        charges.sort_by_key(|charge| charge.clause.amount.tokens.start);
        let currency = charges.iter().chain(&aside).find_map(|charge| charge.clause.amount.currency).unwrap_or_default();
        let mut items: Vec<ParsedItem> = charges.iter().map(|charge| self.item(charge, &terms, currency, ids())).collect();
        items.extend(aside.iter().map(|charge| set_aside(self.item(charge, &terms, currency, ids()))));
        for budget in &spare {
            let mut parsed = set_aside(self.item(budget, &terms, currency, ids()));
            "Budget".clone_into(&mut parsed.item.name);
            items.push(parsed);
        }
        items.sort_by_key(|parsed| parsed.span.start);
        // A sum over a period without other charges may itself be a price.
        let sums = sums.iter().filter(|sum| !charges.iter().any(|charge| charge.bills_with(sum)));
        let open_sums = sums.map(|sum| self.item(sum, &terms, currency, ids())).collect();
        Found { items, open_sums, currency, terms, totals }
    }

    fn item(&self, charge: &Charge, terms: &Terms, currency: Currency, id: Uuid) -> ParsedItem {
        let Charge { clause, frequency } = charge;
        let free_of_terms = |at: usize| !terms.uses(at) && !frequency.used.contains(&at);
        let counts = quantity::counts(&self.tokens, clause, frequency.cadence, &free_of_terms);
        let optional_words: Vec<usize> = clause.region.clone().filter(|at| self.makes_optional(*at)).collect();
        let cadence = frequency.cadence.or(counts.cadence).unwrap_or_default();
        let is_free = |at: usize| free_of_terms(at) && !counts.used.contains(&at) && !optional_words.contains(&at);
        let name = naming::name(&self.tokens, clause, cadence, counts.unit.as_deref(), &is_free);

        let optional = clause.heading.optional || !optional_words.is_empty();
        let doubtful =
            clause.region.clone().filter(|at| is_free(*at)).filter_map(|at| self.tokens.get(at)).any(|token| words::is_doubt(&token.lower));
        let same_currency = clause.amount.currency.is_none_or(|named| named == currency);
        let item = Item {
            id,
            name,
            description: None,
            unit: counts.unit,
            quantity: counts.quantity.unwrap_or(Decimal::ONE),
            quantity_min: None,
            quantity_max: None,
            unit_price: clause.amount.value.normalize(),
            cadence,
            cycles: counts.cycles.filter(|_| cadence != Cadence::Once),
            optional,
            selected: !optional,
            discount: None,
            taxes: terms.taxes.clone(),
            origin: Origin::User,
            confirmed: clause.amount.exact && same_currency && !counts.open && !frequency.doubtful && !doubtful,
            source: Some(trace::source(self.text, &self.tokens, clause)),
        };
        ParsedItem { item, span: trace::span(&self.tokens, &clause.region) }
    }

    /// "optional", "add-on", "if needed".
    fn makes_optional(&self, at: usize) -> bool {
        let is = |at: usize, list: &[&str]| self.tokens.get(at).is_some_and(|token| list.contains(&token.lower.as_str()));
        let wish = &["needed", "desired", "wanted", "required", "interested"];
        let pair = |first: &[&str], second: &[&str]| {
            (is(at, first) && is(at + 1, second)) || (is(at, second) && at.checked_sub(1).is_some_and(|before| is(before, first)))
        };
        // "If they want it".
        let asked = is(at, &["if"])
            && is(at + 1, &["they", "you", "he", "she", "client", "wanted"])
            && is(at + 2, &["want", "wants", "need", "needs", "like", "wish", "wishes"]);
        asked
            || self.tokens.get(at).is_some_and(|token| words::is_optional(&token.lower))
            || pair(&["if"], wish)
            || pair(&["add"], &["on", "ons"])
    }
}

#[cfg(test)]
mod kept_tests;
#[cfg(test)]
mod tests;
