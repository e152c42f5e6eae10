//! Reads amounts in free text, and says of each whether every word of its clause was understood.
//!
//! A reading is certain only if each number, currency, frequency, quantity, choice, condition and term of the
//! clause has a part in it. What is left over, or can be read in two ways, makes it uncertain, with the reason.

mod charge;
mod clauses;
pub(crate) mod lexicon;
mod rows;
pub(crate) mod token;
pub(crate) mod units;

use rust_decimal::Decimal;
use uuid::Uuid;

pub use charge::Doubt;
use charge::{Charge, Role, same_noun};
use clauses::Clause;
use lexicon::{Language, Tag};
use units::{Is, Unit};

use crate::{
    money::Currency,
    pricing::{Adjustment, Cadence, Choice, Group, Item, Milestone, Origin, PricingTable, Tax, TaxMode, totals},
};

/// A price text as it was understood.
#[derive(Debug, Clone)]
pub struct Reading {
    /// The table. Items that are not certain are unconfirmed.
    pub table: PricingTable,
    /// Why a person must look, by item; the nil id for the whole.
    pub doubts: Vec<(Uuid, Doubt)>,
}

impl Reading {
    /// Whether nothing is left to ask.
    pub fn is_certain(&self) -> bool {
        self.doubts.is_empty() && !self.table.groups.is_empty()
    }
}

/// Reads a price text.
pub fn prices(text: &str, ids: &mut dyn FnMut() -> Uuid) -> Reading {
    let language = Language::of(text);
    let (prose, rows) = rows::split(text, language);
    let units = units::units(&prose, language);
    let clauses = clauses::clauses(&units, language);
    let mut charges: Vec<Charge> = clauses.iter().filter_map(|clause| charge::read(&units, clause)).collect();
    let mut whole = Whole::read(&units, &clauses);
    whole.tax = whole.tax.or(rows.tax);
    whole.look_around(&units, &clauses, &mut charges);
    assemble(&prose, &units, charges, rows, whole, ids)
}

/// What the clauses say of the whole offer.
#[derive(Debug, Default)]
struct Whole {
    doubts: Vec<Doubt>,
    discount: Option<Adjustment>,
    deposit: Option<Adjustment>,
    milestones: Vec<(Decimal, String)>,
    tax: Option<Decimal>,
    mode: Option<TaxMode>,
    either: Option<usize>,
}

impl Whole {
    fn read(units: &[Unit], clauses: &[Clause]) -> Self {
        let mut whole = Self::default();
        let tagged = |at: usize| match units.get(at).map(|unit| unit.is) {
            Some(Is::Tag(tag)) => Some(tag),
            _ => None,
        };
        for at in 0..units.len() {
            match units.get(at).map(|unit| unit.is) {
                Some(Is::Tag(Tag::PlusTax)) => whole.mode = Some(TaxMode::Exclusive),
                Some(Is::Tag(Tag::InclTax)) => whole.mode = Some(TaxMode::Inclusive),
                Some(Is::Percent(value)) => {
                    let near = |tags: &[Tag]| (at.saturating_sub(3)..at + 4).filter_map(tagged).any(|tag| tags.contains(&tag));
                    if near(&[Tag::Tax, Tag::PlusTax, Tag::InclTax]) {
                        let around: Vec<&str> =
                            (at.saturating_sub(3)..at + 3).filter_map(|at| units.get(at)).flat_map(|unit| unit.lower.split(' ')).collect();
                        let says = |words: &[&str]| around.iter().any(|word| words.contains(word));
                        if says(&[
                            "incl",
                            "including",
                            "inc",
                            "inkl",
                            "inklusive",
                            "includes",
                            "incluye",
                            "incluido",
                            "dont",
                            "ttc",
                            "tvac",
                            "brutto",
                            "enthält",
                        ]) {
                            whole.mode = Some(TaxMode::Inclusive);
                        } else if says(&["plus", "+", "zzgl", "exkl", "excl", "ex", "más", "ht", "netto"]) {
                            whole.mode = Some(TaxMode::Exclusive);
                        }
                        if whole.tax.is_some_and(|tax| tax != value) {
                            whole.doubts.push(Doubt::Terms);
                        }
                        whole.tax = Some(value);
                    }
                }
                _ => {}
            }
        }
        if units.iter().any(|unit| unit.is == Is::Garbled) {
            whole.doubts.push(Doubt::Figure);
        }
        // A tax of Canada, Australia and others on a bare "$".
        let taxed_abroad = units.iter().any(|unit| unit.lower.split(' ').any(|word| matches!(word, "gst" | "hst" | "pst" | "qst")));
        let bare = units.iter().any(|unit| matches!(unit.is, Is::Money { .. }) && unit.lower.starts_with('$'));
        if taxed_abroad && bare {
            whole.doubts.push(Doubt::Figure);
        }
        for clause in clauses {
            let has = |tag: Tag| clause.units.iter().any(|at| tagged(*at) == Some(tag));
            let percents: Vec<(usize, Decimal)> = clause
                .units
                .iter()
                .filter_map(|at| match units.get(*at)?.is {
                    Is::Percent(value) => Some((*at, value)),
                    Is::Tag(Tag::Half) if has(Tag::Deposit) || has(Tag::Balance) => Some((*at, Decimal::from(50))),
                    _ => None,
                })
                .collect();
            let taxed = has(Tag::Tax) || has(Tag::PlusTax) || has(Tag::InclTax);
            if clause.amount.is_none() {
                whole.either = whole.either.or(has(Tag::Either).then_some(clause.line));
                let doubted = clause.units.iter().enumerate().any(|(place, at)| {
                    let next = clause.units.get(place + 1).and_then(|at| units.get(*at)).map(|unit| unit.is);
                    tagged(*at) == Some(Tag::Doubt) && !matches!(next, Some(Is::Number { .. } | Is::Reference | Is::Tag(Tag::MonthName)))
                });
                if doubted && (has(Tag::PriceWord) || clause.units.len() <= 6) {
                    whole.doubts.push(Doubt::Open);
                }
                if (has(Tag::MinimumTerm) || has(Tag::FixedTerm)) && has(Tag::Or) || has(Tag::Fraction) {
                    whole.doubts.push(Doubt::Terms);
                }
                let spelled = |at: &usize| matches!(units.get(*at).map(|unit| unit.is), Some(Is::Number { number, spelled: true }) if number.value >= Decimal::from(500));
                if clause.units.iter().any(spelled) && clauses.iter().any(|other| other.amount.is_some() && other.line == clause.line) {
                    whole.doubts.push(Doubt::Leftover);
                }
                if has(Tag::Success) || has(Tag::PassOn) {
                    whole.doubts.push(Doubt::Share);
                }
                if has(Tag::Deposit) && percents.is_empty() {
                    whole.doubts.push(Doubt::Terms);
                }
                if has(Tag::Discount) && !percents.is_empty() {
                    if has(Tag::Condition) {
                        whole.doubts.push(Doubt::Condition);
                    } else if let Some((_, value)) = percents.first() {
                        whole.discount = Some(Adjustment::percent(*value));
                        continue;
                    }
                }
            }
            if taxed || (has(Tag::Discount) && clause.amount.is_some()) {
                continue;
            }
            let staged =
                has(Tag::Deposit) || has(Tag::Balance) || percents.iter().map(|(_, share)| *share).sum::<Decimal>() == Decimal::ONE_HUNDRED;
            let series = clauses.iter().filter(|other| other.sentence.abs_diff(clause.sentence) <= 1).flat_map(|other| &other.units);
            let shares: Decimal =
                series.filter_map(|at| if let Is::Percent(value) = units.get(*at)?.is { Some(value) } else { None }).sum();
            if !percents.is_empty() && !staged && shares != Decimal::ONE_HUNDRED {
                if clause.amount.is_none() {
                    whole.doubts.push(Doubt::Share);
                }
                continue;
            }
            if (has(Tag::Deposit) || has(Tag::Balance) || has(Tag::Instalment)) && has(Tag::Or) {
                whole.doubts.push(Doubt::Terms);
            }
            whole.milestones.extend(percents.iter().map(|(at, value)| (*value, stage(units, clause, *at))));
            if has(Tag::Balance) && percents.len() == 1 {
                let rest = Decimal::ONE_HUNDRED - whole.milestones.iter().map(|(share, _)| *share).sum::<Decimal>();
                whole.milestones.push((rest, "balance".to_owned()));
            }
        }
        let sum: Decimal = whole.milestones.iter().map(|(share, _)| *share).sum();
        match whole.milestones.as_slice() {
            [] => {}
            [(share, _)] => {
                whole.deposit = Some(Adjustment::percent(*share));
                whole.milestones.clear();
            }
            _ if sum != Decimal::ONE_HUNDRED => {
                whole.doubts.push(Doubt::Terms);
                whole.milestones.clear();
            }
            _ => {}
        }
        whole
    }

    /// What a clause leaves to others: the number of a price per unit, the end of a contract.
    fn look_around(&mut self, units: &[Unit], clauses: &[Clause], charges: &mut [Charge]) {
        let spare: Vec<&Clause> = clauses.iter().filter(|clause| clause.amount.is_none()).collect();
        let counts = || {
            spare.iter().flat_map(|clause| clause.units.iter().enumerate().map(move |(place, at)| (*clause, place, *at))).filter_map(
                |(clause, place, at)| {
                    let Is::Number { number, .. } = units.get(at)?.is else { return None };
                    let next = units.get(*clause.units.get(place + 1)?)?;
                    Some((clause, number.value, next))
                },
            )
        };
        for charge in charges.iter_mut() {
            if let Some(per) = charge.per.take() {
                match counts().find(|(_, _, next)| next.is == Is::Word && same_noun(&next.lower, &per)) {
                    Some((_, value, _)) => charge.quantity = value,
                    None => charge.doubts.push(Doubt::Quantity),
                }
            }
        }
        let recurring = charges.iter().filter(|charge| charge.cadence == Cadence::Monthly && charge.role == Role::Price).count();
        for (clause, value, next) in counts() {
            let has = |tag: Tag| clause.units.iter().any(|at| units.get(*at).is_some_and(|unit| unit.is == Is::Tag(tag)));
            if next.is == Is::Tag(Tag::Month) && has(Tag::FixedTerm) && !has(Tag::MinimumTerm) && recurring == 1 {
                for charge in charges.iter_mut().filter(|charge| charge.cadence == Cadence::Monthly) {
                    charge.cycles = u32::try_from(value).ok();
                }
            }
        }
    }
}

/// The words behind a share: "on signing".
fn stage(units: &[Unit], clause: &Clause, at: usize) -> String {
    let behind = clause.units.iter().skip_while(|other| **other <= at);
    let words =
        behind.map_while(|other| units.get(*other).filter(|unit| !matches!(unit.is, Is::Mark(_) | Is::Percent(_) | Is::Money { .. })));
    words.map(|unit| unit.lower.as_str()).collect::<Vec<_>>().join(" ")
}

fn assemble(
    text: &str,
    units: &[Unit],
    mut charges: Vec<Charge>,
    rows: rows::Rows,
    whole: Whole,
    ids: &mut dyn FnMut() -> Uuid,
) -> Reading {
    let mut doubts: Vec<(Uuid, Doubt)> = whole.doubts.iter().map(|doubt| (Uuid::nil(), *doubt)).collect();
    doubts.extend(rows.doubts.iter().map(|doubt| (Uuid::nil(), *doubt)));
    let currencies: Vec<Currency> =
        distinct(charges.iter().filter(|charge| charge.role != Role::Mention).filter_map(|charge| charge.currency).chain(rows.currency));
    if currencies.len() > 1 {
        doubts.push((Uuid::nil(), Doubt::Currencies));
    }
    let named: Vec<Currency> =
        distinct(units.iter().filter_map(|unit| if let Is::Currency(currency) = unit.is { Some(currency) } else { None }));
    // "All figures in Canadian dollars. Concept $4,300."
    let dollars = |currency: Option<&Currency>| currency.is_none_or(|currency| currency.code() == "USD");
    let currencies = match named.as_slice() {
        [one] if currencies.is_empty() || (dollars(currencies.first()) && currencies.len() == 1 && one.code().ends_with('D')) => vec![*one],
        [] => currencies,
        _ => distinct(currencies.into_iter().chain(named.iter().copied())),
    };
    if currencies.len() > 1 && doubts.iter().all(|(_, doubt)| *doubt != Doubt::Currencies) {
        doubts.push((Uuid::nil(), Doubt::Currencies));
    }
    let currency = currencies.first().copied().unwrap_or_default();
    let mut discount = whole.discount;
    let mut deposit = whole.deposit;
    let mut stated: Vec<Decimal> = rows.totals.clone();
    let mut items: Vec<(usize, bool, Item)> = Vec::new();
    // A sum that is the only amount is the price.
    if rows.items.is_empty() && !charges.iter().any(|charge| charge.role == Role::Price) {
        for charge in charges.iter_mut().filter(|charge| charge.role == Role::Total) {
            charge.role = Role::Price;
        }
    }
    settle_choices(&mut charges);
    drop_repeated(&mut charges);
    question_brackets(&mut charges);
    settle_parts(&mut charges, &mut doubts);
    settle_rest(&mut charges, &mut doubts);
    inherit_names(&mut charges);
    if is_sum_of_others(&charges) {
        doubts.push((Uuid::nil(), Doubt::Total));
    }
    let prices = charges.iter().filter(|charge| charge.role == Role::Price).count() + rows.items.len();
    for charge in &charges {
        match charge.role {
            Role::Price => {
                let id = ids();
                let confirmed = charge.doubts.is_empty();
                doubts.extend(charge.doubts.iter().map(|doubt| (id, *doubt)));
                let mut item = item(id, name(text, units, charge), charge, confirmed);
                match charge.discount {
                    Some((percent, true)) => discount = Some(Adjustment::percent(percent)),
                    Some((percent, false)) => item.discount = Some(Adjustment::percent(percent)),
                    None => {}
                }
                items.push((charge.line, charge.either, item));
            }
            Role::Total => stated.push(charge.value),
            Role::Discount => discount = Some(Adjustment::amount(charge.value)),
            Role::Deposit => deposit = Some(Adjustment::amount(charge.value)),
            Role::Parts | Role::Rest => {}
            Role::Mention if prices == 0 => doubts.push((Uuid::nil(), Doubt::NotOurs)),
            Role::Mention => {}
        }
    }
    items.extend(rows.items.into_iter().map(|row| {
        let id = ids();
        (usize::MAX, false, Item { id, ..row })
    }));
    let either = whole.either.is_some();
    let line_of = |index: usize| items.get(index).map(|(line, _, _)| *line);
    let chosen: Vec<bool> = (0..items.len())
        .map(|index| {
            let marked = items.get(index).is_some_and(|(_, marked, _)| *marked);
            let sibling =
                items.iter().enumerate().any(|(other, (line, marked, _))| other != index && *marked && Some(*line) == line_of(index));
            marked || (sibling && !whole.either.is_some()) || either
        })
        .collect();
    let mut table = PricingTable { currency, discount, deposit: None, ..PricingTable::default() };
    if let Some(mode) = whole.mode {
        table.tax_mode = mode;
    }
    let (one, all): (Vec<_>, Vec<_>) = items.into_iter().zip(chosen).partition(|(_, chosen)| *chosen);
    for (choice, items) in [(Choice::All, all), (Choice::One, one)] {
        if items.is_empty() {
            continue;
        }
        let mut items: Vec<Item> = items.into_iter().map(|((_, _, item), _)| item).collect();
        if choice == Choice::One {
            for (index, item) in items.iter_mut().enumerate() {
                item.selected = index == 0;
            }
        }
        if let Some(rate) = whole.tax {
            for item in &mut items {
                item.taxes = vec![Tax { name: String::new(), rate }];
            }
        }
        table.groups.push(Group { id: ids(), name: String::new(), choice, items });
    }
    if whole.milestones.is_empty() {
        table.deposit = deposit;
    } else {
        table.milestones = whole
            .milestones
            .into_iter()
            .map(|(share, name)| Milestone { id: ids(), name, due: None, share: Adjustment::percent(share) })
            .collect();
    }
    let parts: Vec<Decimal> = charges.iter().filter_map(|charge| charge.parts).collect();
    if let [parts] = parts.as_slice() {
        let share = Decimal::ONE_HUNDRED / *parts;
        let count = usize::try_from(*parts).unwrap_or_default();
        if share.scale() <= 4 && table.milestones.is_empty() && count <= crate::pricing::MAX_MILESTONES {
            table.milestones = (0..count)
                .map(|part| Milestone { id: ids(), name: format!("Part {}", part + 1), due: None, share: Adjustment::percent(share) })
                .collect();
        } else {
            doubts.push((Uuid::nil(), Doubt::Terms));
        }
    }
    if !agrees(&table, &stated) {
        doubts.push((Uuid::nil(), Doubt::Total));
    }
    if doubts.iter().any(|(id, _)| id.is_nil()) {
        table.groups.iter_mut().flat_map(|group| &mut group.items).for_each(|item| item.confirmed = false);
    }
    Reading { table, doubts }
}

/// Whether one price is what two or more others add up to: most likely it is their sum or their whole.
fn is_sum_of_others(charges: &[Charge]) -> bool {
    let amount = |charge: &Charge| charge.value * charge.quantity;
    charges.iter().enumerate().any(|(at, charge)| {
        let others: Vec<Decimal> = charges.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, other)| amount(other)).collect();
        let prefix = others.get(..at).unwrap_or_default();
        let suffix = others.get(at..).unwrap_or_default();
        charge.role == Role::Price
            && [prefix, suffix].into_iter().any(|side| side.len() >= 2 && side.iter().sum::<Decimal>() == amount(charge))
    })
}

/// "2,160 (1,750 without VAT)": an amount in brackets behind another one is no second charge.
fn question_brackets(charges: &mut [Charge]) {
    for at in 1..charges.len() {
        let sentence = charges.get(at - 1).map(|charge| charge.sentence);
        if let Some(charge) = charges.get_mut(at)
            && charge.bracketed
            && Some(charge.sentence) == sentence
        {
            charge.doubts.push(Doubt::Alternative);
        }
    }
}

/// "65,000 (sixty-five thousand)": an amount said again.
fn drop_repeated(charges: &mut Vec<Charge>) {
    let mut at = 1;
    while at < charges.len() {
        let repeated = match (charges.get(at - 1), charges.get(at)) {
            (Some(before), Some(charge)) => {
                charge.name.is_empty()
                    && (charge.value == before.value || charge.value == before.value * before.quantity)
                    && charge.sentence == before.sentence
                    && charge.quantity == Decimal::ONE
            }
            _ => false,
        };
        if repeated {
            charges.remove(at);
        } else {
            at += 1;
        }
    }
}

/// "Either A at 700 or B at 1,450".
fn settle_choices(charges: &mut [Charge]) {
    for index in 1..charges.len() {
        let begun = charges.get(index - 1).filter(|charge| charge.either).map(|charge| charge.sentence);
        if let Some(charge) = charges.get_mut(index)
            && begun == Some(charge.sentence)
            && charge.doubts.contains(&Doubt::Alternative)
        {
            charge.either = true;
            charge.doubts.retain(|doubt| *doubt != Doubt::Alternative);
        }
    }
}

/// "5,000 for the film, in three payments of 1,500": parts of another amount, which they must add up to; by
/// themselves they are the price.
fn settle_parts(charges: &mut [Charge], doubts: &mut Vec<(Uuid, Doubt)>) {
    for index in 0..charges.len() {
        let Some(parts) = charges.get(index).filter(|charge| charge.role == Role::Parts).cloned() else { continue };
        let whole = charges.iter().take(index).rev().find(|charge| charge.role == Role::Price && charge.sentence == parts.sentence);
        match whole.map(|whole| whole.value * whole.quantity == parts.value * parts.quantity) {
            Some(true) => {}
            Some(false) => doubts.push((Uuid::nil(), Doubt::Total)),
            None => {
                if let Some(charge) = charges.get_mut(index) {
                    charge.role = Role::Price;
                }
            }
        }
    }
}

/// "7,600. Deposit 2,000, the remaining 5,600 on delivery": both must add up to the price; without a deposit what
/// is left is open.
fn settle_rest(charges: &mut [Charge], doubts: &mut Vec<(Uuid, Doubt)>) {
    let sum =
        |role: Role| charges.iter().filter(|charge| charge.role == role).map(|charge| charge.value * charge.quantity).sum::<Decimal>();
    let (rest, deposit) = (sum(Role::Rest), sum(Role::Deposit));
    if rest.is_zero() {
        return;
    }
    let fits = charges.iter().any(|charge| charge.role == Role::Price && charge.value * charge.quantity == rest + deposit)
        || sum(Role::Price) == rest + deposit;
    if deposit.is_zero() || !fits {
        doubts.push((Uuid::nil(), Doubt::Total));
    }
}

/// "SEO audit: before 690, now 490": the new price has the name of the old one.
fn inherit_names(charges: &mut [Charge]) {
    for index in 1..charges.len() {
        let before =
            charges.get(index - 1).filter(|charge| charge.role == Role::Mention).map(|charge| (charge.sentence, charge.name.clone()));
        if let (Some((sentence, name)), Some(charge)) = (before, charges.get_mut(index))
            && charge.name.is_empty()
            && charge.sentence == sentence
        {
            charge.name = name;
        }
    }
}

fn distinct(currencies: impl Iterator<Item = Currency>) -> Vec<Currency> {
    let mut list: Vec<Currency> = currencies.collect();
    list.dedup();
    list.sort_unstable();
    list.dedup();
    list
}

/// Whether every stated sum is one of the table's.
fn agrees(table: &PricingTable, stated: &[Decimal]) -> bool {
    if stated.is_empty() {
        return true;
    }
    let Ok(totals) = totals(table) else { return false };
    let sums: Vec<Decimal> = totals
        .cadences
        .iter()
        .flat_map(|cadence| [cadence.subtotal, cadence.subtotal - cadence.discount, cadence.total])
        .chain([totals.total_amount])
        .chain(totals.lines.iter().map(|line| line.amount))
        .collect();
    stated.iter().all(|total| sums.contains(total))
}

fn item(id: Uuid, name: String, charge: &Charge, confirmed: bool) -> Item {
    Item {
        id,
        name,
        description: None,
        unit: charge.unit.clone(),
        quantity: charge.quantity,
        quantity_min: None,
        quantity_max: None,
        unit_price: charge.value.normalize(),
        cadence: charge.cadence,
        cycles: charge.cycles.filter(|_| charge.cadence != Cadence::Once),
        optional: charge.optional,
        selected: !charge.optional,
        discount: None,
        taxes: Vec::new(),
        origin: Origin::User,
        confirmed,
        source: None,
    }
}

/// The words that name a charge, as written.
fn name(text: &str, units: &[Unit], charge: &Charge) -> String {
    let span = charge.name.first().and_then(|at| units.get(*at)).zip(charge.name.last().and_then(|at| units.get(*at)));
    // "set-up" is one word for a name.
    let rest = |end: usize| text.get(end..).unwrap_or_default();
    let glued =
        |end: usize| rest(end).strip_prefix('-').map_or(0, |after| after.find(|c: char| !c.is_alphanumeric()).unwrap_or(after.len()) + 1);
    let before = |start: usize| {
        let head = text.get(..start).unwrap_or_default();
        head.strip_suffix('-').map_or(0, |head| head.len() - head.trim_end_matches(char::is_alphanumeric).len() + 1)
    };
    let words = span
        .and_then(|(first, last)| text.get(first.span.start - before(first.span.start)..last.span.end + glued(last.span.end)))
        .unwrap_or_default()
        .trim();
    if words.is_empty() {
        return "Project fee".to_owned();
    }
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
