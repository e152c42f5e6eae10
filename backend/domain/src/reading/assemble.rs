//! From what the clauses say to a price table, the questions about it and the amounts it leaves out.

mod item;
mod payments;

use rust_decimal::Decimal;
use uuid::Uuid;

use item::source;
pub use item::{fallback, is_fallback, item};
use payments::{milestones, payment, stage_of};

use super::{
    Mention, Question, Reading,
    charge::{Charge, Discount, Doubt, Role, same_noun},
    lexicon::WordList,
    rows::Rows,
    settle,
    units::{Is, Unit},
    whole::Whole,
};
use crate::{
    money::Currency,
    pricing::{Adjustment, Cadence, Choice, Group, Item, MAX_MILESTONES, PricingTable, Tax, totals},
};

/// The letters of a word by which a discount names an item, at least.
const LEAST_NAME: usize = 4;

/// A line item on its way into the table.
struct Line {
    item: Item,
    /// The line of the text; none for a row of a table and for what is charged with each choice.
    position: Option<usize>,
    /// Marked as one of several to choose from.
    either: bool,
}

/// Makes the table and what is said of it.
pub fn assemble(
    text: &str,
    units: &[Unit],
    mut charges: Vec<Charge>,
    rows: Rows,
    whole: &Whole,
    home: Currency,
    ids: &mut dyn FnMut() -> Uuid,
) -> Reading {
    let mut doubts: Vec<Doubt> = whole.doubts.iter().chain(&rows.doubts).copied().collect();
    // A sum that is the only amount is the price.
    if rows.items.is_empty() && !charges.iter().any(|charge| matches!(charge.role, Role::Price | Role::Parts))
    {
        for charge in charges.iter_mut().filter(|charge| charge.role == Role::Total) {
            charge.role = Role::Price;
        }
    }
    settle::price_of_parts(&mut charges);
    let proven = settle::net_and_gross(&mut charges, &whole.taxes);
    settle::charges(&mut charges, whole.either.is_some(), &mut doubts);
    doubts.extend((whole.has_both_modes && proven.is_none()).then_some(Doubt::Terms));
    doubts.extend(of_terms(&charges));
    let currency = currency(units, &charges, &rows, &mut doubts).unwrap_or(home);
    let mut questions = Vec::new();
    let mut lines = lines(text, units, &charges, currency, &mut questions, ids);
    let spaced = units.iter().map(|unit| unit.lower.as_str()).collect::<Vec<_>>().join(" ");
    let spaced = format!(" {spaced} ");
    let of_two_durations =
        lines.len() >= 2 && WordList::HalfDay.stands_in(&spaced) && WordList::FullDay.stands_in(&spaced);
    let is_open_choice = are_unmarked_options(&lines)
        || (of_two_durations && !lines.iter().any(|line| line.either || line.item.optional));
    doubts.extend((is_open_choice && whole.either.is_none()).then_some(Doubt::Alternative));
    lines.extend(rows.items.into_iter().map(|row| Line {
        item: Item { id: ids(), ..row },
        position: None,
        either: false,
    }));
    let of = |role: Role| charges.iter().filter(move |charge| charge.role == role);
    let mut table = PricingTable { currency, ..PricingTable::default() };
    table.discount = of(Role::Discount).next_back().map(|charge| Adjustment::amount(charge.value));
    for (index, charge) in of(Role::Price).enumerate() {
        if let Some(discount) = &charge.discount {
            let open = take_off(&mut table, &mut lines, discount, Some(index));
            questions.extend(open.map(|(item, words)| Question {
                item: Some(item),
                doubt: Doubt::Terms,
                words,
            }));
        }
    }
    if let Some(discount) = &whole.discount {
        take_off(&mut table, &mut lines, discount, None);
    }
    table.tax_mode = whole.mode.filter(|_| proven.is_none()).unwrap_or_default();
    let by_figures = proven.filter(|_| whole.taxes.is_empty()).map(|rate| Tax { name: String::new(), rate });
    for line in &mut lines {
        line.item.taxes.clone_from(&whole.taxes);
        line.item.taxes.extend(by_figures.clone());
    }
    let deposit =
        of(Role::Deposit).next_back().map(|charge| Adjustment::amount(charge.value)).or(whole.deposit);
    let parts: Vec<Decimal> = charges.iter().filter_map(|charge| charge.parts).collect();
    table.groups = groups(lines, whole.either.is_some(), ids);
    table.milestones = milestones(&whole.milestones, &parts, &mut doubts, ids);
    if table.milestones.is_empty() {
        let parts = of(Role::Parts).filter(|charge| charge.quantity <= Decimal::from(MAX_MILESTONES));
        let equal = parts.flat_map(|charge| {
            (0..usize::try_from(charge.quantity).unwrap_or_default()).map(|_| charge.value)
        });
        table.milestones = equal
            .enumerate()
            .map(|(index, value)| payment(index, "", Adjustment::amount(value), ids()))
            .collect();
    }
    if table.milestones.is_empty() {
        table.milestones = of(Role::Stage)
            .take(MAX_MILESTONES)
            .enumerate()
            .map(|(index, stage)| stage_of(text, units, stage, index, ids()))
            .collect();
        doubts.extend((of(Role::Stage).count() > MAX_MILESTONES).then_some(Doubt::Terms));
    }
    table.deposit = deposit.filter(|_| table.milestones.is_empty());
    let stated: Vec<Decimal> =
        of(Role::Total).map(|charge| charge.value).chain(rows.totals.iter().copied()).collect();
    if !agrees(&table, &stated) {
        doubts.push(Doubt::Total);
        keep_sums(text, units, &charges, &mut table, ids);
    }
    let mentions = mentions(text, units, &charges, ids);
    // An amount of tax says nothing of the rate.
    if whole.taxes.is_empty() && of(Role::Tax).count() > 0 {
        doubts.push(Doubt::Terms);
    }
    if of(Role::Deposit).count() > 1 {
        doubts.push(Doubt::Terms);
    }
    if table.groups.is_empty() {
        (table.discount, table.deposit) = (None, None);
        table.milestones.clear();
        keep_mentions(text, units, &charges, &mut table, ids);
        doubts.extend((!table.groups.is_empty()).then_some(Doubt::NotOurs));
    }
    doubts.sort_unstable();
    doubts.dedup();
    if !doubts.is_empty() {
        table.groups.iter_mut().flat_map(|group| &mut group.items).for_each(|item| item.confirmed = false);
    }
    questions.extend(doubts.into_iter().map(|doubt| Question { item: None, doubt, words: String::new() }));
    Reading { table, questions, mentions }
}

/// "Package S 290, package M 490": names that number a choice, where no words say that the client takes one.
fn are_unmarked_options(lines: &[Line]) -> bool {
    let is_option = |line: &&Line| {
        let name = line.item.name.to_lowercase();
        let numbered =
            name.split_once(' ').is_some_and(|(_, number)| !number.is_empty() && number.chars().count() <= 3);
        numbered && WordList::OptionStem.prefix_of(&name).is_some() && !line.either && !line.item.optional
    };
    lines.iter().filter(is_option).count() >= 2
}

/// What is open about an amount that is taken off or due at some stage.
fn of_terms(charges: &[Charge]) -> impl Iterator<Item = Doubt> {
    let terms =
        charges.iter().filter(|charge| matches!(charge.role, Role::Discount | Role::Deposit | Role::Rest));
    let is_open = |doubt: &Doubt| {
        matches!(
            doubt,
            Doubt::Figure
                | Doubt::Estimate
                | Doubt::Unconfirmed
                | Doubt::Condition
                | Doubt::Alternative
                | Doubt::Share
        )
    };
    terms.flat_map(|charge| charge.doubts.iter().copied()).filter(is_open)
}

/// The one currency that is named; several are a doubt.
fn currency(units: &[Unit], charges: &[Charge], rows: &Rows, doubts: &mut Vec<Doubt>) -> Option<Currency> {
    let ours =
        charges.iter().filter(|charge| charge.role != Role::Mention).filter_map(|charge| charge.currency);
    let ours = distinct(ours.chain(rows.currency));
    let named = distinct(
        units
            .iter()
            .filter_map(|unit| if let Is::Currency(currency) = unit.is { Some(currency) } else { None }),
    );
    // "All figures in Canadian dollars. Concept $4,300."
    let a_dollar = |code: &str| code.ends_with('D');
    let all = match (named.as_slice(), ours.as_slice()) {
        ([], _) => ours.clone(),
        ([one], []) => vec![*one],
        ([one], [dollar]) if dollar.code() == "USD" && a_dollar(one.code()) => vec![*one],
        _ => distinct(ours.iter().chain(&named).copied()),
    };
    if all.len() > 1 {
        doubts.push(Doubt::Currencies);
    }
    all.first().or(ours.first()).copied()
}

fn distinct(currencies: impl Iterator<Item = Currency>) -> Vec<Currency> {
    let mut list: Vec<Currency> = Vec::new();
    for currency in currencies {
        if !list.contains(&currency) {
            list.push(currency);
        }
    }
    list
}

fn lines(
    text: &str,
    units: &[Unit],
    charges: &[Charge],
    currency: Currency,
    questions: &mut Vec<Question>,
    ids: &mut dyn FnMut() -> Uuid,
) -> Vec<Line> {
    let mut lines = Vec::new();
    // What costs nothing is not in the table.
    for charge in charges.iter().filter(|charge| charge.role == Role::Price && !charge.value.is_zero()) {
        let item = item(text, units, charge, ids());
        let other = charge.currency.is_some_and(|named| named != currency).then_some(Doubt::Currencies);
        for doubt in charge.doubts.iter().copied().chain(other) {
            questions.push(Question {
                item: Some(item.id),
                doubt,
                words: item.source.clone().unwrap_or_default(),
            });
        }
        lines.push(Line {
            item,
            position: Some(charge.line).filter(|_| !charge.any_case),
            either: charge.either,
        });
    }
    lines
}

/// A percentage is taken off the item whose amount it stands with, else off the items that its words name,
/// else off the whole. Returns the item that it may be off where that is open, and its words.
fn take_off(
    table: &mut PricingTable,
    lines: &mut [Line],
    discount: &Discount,
    index: Option<usize>,
) -> Option<(Uuid, String)> {
    let off = Some(Adjustment::percent(discount.percent));
    let named = |item: &Item| {
        let name = item.name.to_lowercase();
        let says = |word: &String| name.split(|c: char| !c.is_alphanumeric()).any(|part| part == word);
        !discount.words.is_empty() && discount.words.iter().all(says)
    };
    let mentioned = |item: &Item| {
        let name = item.name.to_lowercase();
        let mut words =
            name.split(|c: char| !c.is_alphanumeric()).filter(|part| part.chars().count() >= LEAST_NAME);
        words.any(|part| discount.words.iter().any(|word| same_noun(word, part)))
    };
    let chosen: Vec<usize> = match index.filter(|_| discount.own) {
        _ if discount.whole || lines.len() == 1 => Vec::new(),
        Some(own) => vec![own],
        None => {
            let of = |fits: &dyn Fn(&Item) -> bool| -> Vec<usize> {
                lines.iter().enumerate().filter(|(_, line)| fits(&line.item)).map(|(at, _)| at).collect()
            };
            let exact = of(&named);
            // "15 % off, only on the report"
            let touched = of(&mentioned);
            if exact.is_empty() && touched.len() == 1 { touched } else { exact }
        }
    };
    if chosen.is_empty() {
        table.discount = off;
        // "Prototype $5,600, 15% off this one" before other items: the comma may part it from its own.
        if let Some(own) = index.filter(|own| !discount.whole && own + 1 < lines.len())
            && let Some(line) = lines.get_mut(own)
        {
            line.item.confirmed = false;
            return Some((line.item.id, line.item.source.clone().unwrap_or_default()));
        }
    }
    for at in chosen {
        if let Some(line) = lines.get_mut(at) {
            line.item.discount = off;
        }
    }
    None
}

/// Everything that is charged, and the items of which the client takes one.
fn groups(lines: Vec<Line>, all_either: bool, ids: &mut dyn FnMut() -> Uuid) -> Vec<Group> {
    let marked: Vec<Option<usize>> =
        lines.iter().filter(|line| line.either).map(|line| line.position).collect();
    // "Either A or B. Whichever they take, C is on top": the words say which lines are the choice.
    let all_either = all_either && marked.is_empty();
    let (one, all): (Vec<Line>, Vec<Line>) = lines.into_iter().partition(|line| {
        all_either || line.either || (line.position.is_some() && marked.contains(&line.position))
    });
    let mut groups = Vec::new();
    for (choice, lines) in [(Choice::All, all), (Choice::One, one)] {
        let mut items: Vec<Item> = lines.into_iter().map(|line| line.item).collect();
        if choice == Choice::One {
            items.iter_mut().enumerate().for_each(|(index, item)| item.selected = index == 0);
        }
        if !items.is_empty() {
            groups.push(Group { id: ids(), name: String::new(), choice, items });
        }
    }
    groups
}

/// Whether every stated sum is one of the table's.
fn agrees(table: &PricingTable, stated: &[Decimal]) -> bool {
    if stated.is_empty() {
        return true;
    }
    let Ok(totals) = totals(table) else { return false };
    let lines = || totals.lines.iter().map(|line| line.amount);
    let sums: Vec<Decimal> = totals
        .cadences
        .iter()
        .flat_map(|cadence| [cadence.subtotal, cadence.subtotal - cadence.discount, cadence.total])
        .chain([totals.total_amount, lines().sum()])
        .chain(lines())
        .collect();
    stated.iter().all(|total| sums.contains(total))
}

/// A stated sum of a period without other charges may itself be a price.
fn keep_sums(
    text: &str,
    units: &[Unit],
    charges: &[Charge],
    table: &mut PricingTable,
    ids: &mut dyn FnMut() -> Uuid,
) {
    let taken: Vec<Cadence> =
        table.groups.iter().flat_map(|group| &group.items).map(|item| item.cadence).collect();
    let sums = charges.iter().filter(|charge| charge.role == Role::Total && !taken.contains(&charge.cadence));
    let sums: Vec<Item> =
        sums.map(|charge| Item { confirmed: false, ..item(text, units, charge, ids()) }).collect();
    if let Some(group) = table.groups.first_mut() {
        group.items.extend(sums);
    }
}

fn mentions(text: &str, units: &[Unit], charges: &[Charge], ids: &mut dyn FnMut() -> Uuid) -> Vec<Mention> {
    let mentioned = charges.iter().filter(|charge| charge.role == Role::Mention);
    mentioned
        .map(|charge| {
            let amount =
                units.get(charge.amount).and_then(|unit| text.get(unit.span.clone())).unwrap_or_default();
            Mention {
                amount: amount.to_owned(),
                words: source(text, charge),
                item: item(text, units, charge, ids()),
            }
        })
        .collect()
}

/// Where nothing is charged, the amounts that are named stay in the table, for a person to charge or remove.
fn keep_mentions(
    text: &str,
    units: &[Unit],
    charges: &[Charge],
    table: &mut PricingTable,
    ids: &mut dyn FnMut() -> Uuid,
) {
    let aside = charges.iter().filter(|charge| charge.role != Role::Parts && !charge.value.is_zero());
    let items: Vec<Item> = aside
        .map(|charge| Item {
            confirmed: false,
            optional: true,
            selected: false,
            ..item(text, units, charge, ids())
        })
        .collect();
    if !items.is_empty() {
        table.groups.push(Group { id: ids(), name: String::new(), choice: Choice::All, items });
    }
}
