//! Requests about an amount that the user names: a price, a quantity, another item.
//!
//! Every new figure comes from the request; nothing is calculated.

use rust_decimal::Decimal;

use super::EditState;
use super::details::{amount, described};
use super::find::{self, Lookup, item_mut};
use super::request::{Request, name, split_at_last, split_at_phrase};
use super::terms;
use crate::chat::Edit;
use crate::chat::guard::words::names;
use crate::money::Currency;
use crate::pricing::{Cadence, Choice, Group, Item, Origin, PricingTable, totals};
use crate::reading::{
    self,
    amounts::{StatedNumber, amounts, numbers, priced, tags},
    lexicon::Tag,
};
use crate::recap::words::{capitalised, normal};

const SOURCE_MAX: usize = 500;
const CHANGES: [&str; 22] = [
    "change", "set", "make", "update", "raise", "increase", "lower", "reduce", "decrease", "price", "charge",
    "put", "adjust", "bump", "bring", "use", "quantity", "let", "offer", "fix", "correct", "we",
];
const ADDS: [&str; 7] = ["add", "include", "insert", "charge", "put", "append", "give"];

/// Handles a request if it is about the prices.
pub(super) fn answer(desk: &mut EditState<'_>, request: &Request) -> bool {
    terms::answer(desk, request)
        || quantity(desk, request)
        || choice(desk, request)
        || add(desk, request)
        || change(desk, request)
}

/// Stores the prices, unless they cannot be totalled.
#[expect(clippy::needless_pass_by_value, reason = "every caller makes the words for this")]
pub(super) fn settle(desk: &mut EditState<'_>, table: PricingTable, said: String) {
    match totals(&table) {
        Err(error) => {
            let why = error.errors.into_iter().next().map(|error| error.message).unwrap_or_default();
            desk.say(format!("I did not change the prices: {why}."));
        }
        Ok(_) if table == desk.content.pricing => desk.say("The prices say that already."),
        Ok(totals) => {
            let total = format!("{}: {}", totals.total_label, table.currency.display(totals.total_amount));
            desk.edit(Edit::SetPricing(table));
            desk.say(format!("{said} {total}."));
        }
    }
}

fn source(request: &Request) -> String {
    request.raw.chars().take(SOURCE_MAX).collect()
}

pub(super) fn has_items(table: &PricingTable) -> bool {
    table.groups.iter().any(|group| !group.items.is_empty())
}

pub(super) fn no_item(desk: &EditState<'_>) -> String {
    if has_items(&desk.content.pricing) {
        format!("I did not find that item. The prices are:\n\n{}", described(&desk.content.pricing))
    } else {
        "The price table has no items yet. Say \"add $4,500 for the website\", or use **Add pricing details**.".to_owned()
    }
}

/// The only number in digits, or as a word from two on: "one" has too many other meanings.
pub(super) fn only_number(text: &str) -> Option<StatedNumber> {
    let mut found =
        numbers(text).into_iter().filter(|number| number.value != Decimal::ONE || text.contains('1'));
    found.next().filter(|_| found.next().is_none())
}

/// "Set the quantity of workshops to 3", "make it 3 workshops".
fn quantity(desk: &mut EditState<'_>, request: &Request) -> bool {
    let spoken = request.has(&[" quantity ", " quantities ", " number of ", " units "]);
    let counted = request.starts(&CHANGES)
        && desk
            .content
            .pricing
            .groups
            .iter()
            .flat_map(|group| &group.items)
            .any(|item| counts(item, request));
    if !spoken && !counted {
        return false;
    }
    let mut table = desk.content.pricing.clone();
    let tail = split_at_last(&request.raw, " to ").map_or(request.raw.as_str(), |(_, tail)| tail);
    let Some(StatedNumber { value: number, .. }) = only_number(tail).filter(|number| number.sure) else {
        desk.say("Which quantity? For example: \"set the quantity of workshops to 3\".");
        return true;
    };
    let found = target(&table, request);
    match found {
        Lookup::One(item) => {
            let before = item.quantity.normalize();
            if let Some(item) = item_mut(&mut table, item.id) {
                item.quantity = number;
            }
            settle(
                desk,
                table,
                format!(
                    "I changed the quantity of \"{}\" from {before} to {}.",
                    item.name,
                    number.normalize()
                ),
            );
        }
        Lookup::Several(names) => desk.say(format!("Of which one: {}?", names.join(", "))),
        Lookup::None => desk.say(no_item(desk)),
    }
    true
}

/// Whether a request counts units of an item ("3 workshops", "20 hours of support") and names no amount of
/// money.
fn counts(item: &Item, request: &Request) -> bool {
    let money =
        amounts(&request.raw).iter().any(|amount| amount.currency.is_some() || amount.cadence.is_some());
    let words: Vec<&str> = request.words.split_whitespace().collect();
    let number = |word: &&str| word.chars().all(|c| c.is_ascii_digit());
    let follows = |at: usize, word: &str| {
        let unit = item
            .unit
            .as_deref()
            .is_some_and(|unit| word.trim_end_matches('s') == unit.trim_end_matches('s').to_lowercase());
        words.get(at).is_some_and(number) && (unit || names(word, &item.name))
    };
    !money && words.windows(2).enumerate().any(|(at, pair)| pair.get(1).is_some_and(|word| follows(at, word)))
}

/// The item that is meant: the named one, or the only one.
fn target(table: &PricingTable, request: &Request) -> Lookup<Item> {
    // "Change the website to $5,000 because hosting went up" names the website first.
    let head = split_at_phrase(&request.raw, " to ").map_or(request.raw.as_str(), |(head, _)| head);
    match find::item(table, head) {
        Lookup::None => {}
        found => return found,
    }
    match find::item(table, &request.raw) {
        Lookup::None => {}
        found => return found,
    }
    let mut items = table.groups.iter().flat_map(|group| &group.items);
    match (items.next(), items.next()) {
        (Some(only), None) => Lookup::One(only.clone()),
        (Some(_), Some(_)) => {
            let unit = |item: &&Item| {
                item.unit
                    .as_deref()
                    .is_some_and(|unit| request.words.contains(&format!(" {}", unit.to_lowercase())))
            };
            let of_unit: Vec<&Item> =
                table.groups.iter().flat_map(|group| &group.items).filter(unit).collect();
            match of_unit.as_slice() {
                [only] => Lookup::One((*only).clone()),
                _ => Lookup::None,
            }
        }
        _ => Lookup::None,
    }
}

/// "Make hosting optional".
fn choice(desk: &mut EditState<'_>, request: &Request) -> bool {
    let optional = request.has(&[" optional "]);
    let required = request.has(&[" required ", " mandatory ", " not optional ", " fixed "]);
    if !(optional || required)
        || !request.starts(&["make", "set", "mark", "change"])
        || request.raw.chars().any(|c| c.is_ascii_digit())
    {
        return false;
    }
    let mut table = desk.content.pricing.clone();
    match target(&table, request) {
        Lookup::One(found) => {
            let optional = !required;
            if let Some(item) = item_mut(&mut table, found.id) {
                item.optional = optional;
            }
            let word = if optional { "optional" } else { "required" };
            settle(desk, table, format!("\"{}\" is {word} now.", found.name));
        }
        Lookup::Several(names) => desk.say(format!("Which one: {}?", names.join(", "))),
        Lookup::None => desk.say(no_item(desk)),
    }
    true
}

/// "Add $500 for training", "add training at $100 per hour for 5 hours".
fn add(desk: &mut EditState<'_>, request: &Request) -> bool {
    if !request.starts(&ADDS) || request.has(&[" section "]) {
        return false;
    }
    let rest = request.rest();
    let rest = ["an item for ", "an item ", "a line for ", "a line ", "item ", "another "]
        .iter()
        .find_map(|lead| split_at_phrase(rest, lead).filter(|(before, _)| before.is_empty()))
        .map_or(rest, |(_, after)| after);
    let rest = [" to the pricing", " to the prices", " to pricing", " to the price table"]
        .iter()
        .fold(rest, |rest, end| rest.strip_suffix(end).unwrap_or(rest));
    let home = desk.content.pricing.currency;
    let read = reading::prices(rest, home, desk.ids);
    let found: Vec<Item> = read.table.groups.into_iter().flat_map(|group| group.items).collect();
    if found.is_empty() {
        return false;
    }
    if let Some(open) = read.questions.first() {
        let lines: Vec<String> = found
            .iter()
            .map(|item| format!("\"{}\" for {}", item.name, amount(&desk.content.pricing, item)))
            .collect();
        desk.say(format!("I added nothing yet. I read {}. {}", lines.join(" and "), open.doubt.question()));
        return true;
    }
    let mut table = desk.content.pricing.clone();
    let empty = !has_items(&table);
    let currency = priced(rest).iter().find_map(|amount| amount.currency_at(home));
    if let Some(other) = currency.filter(|currency| *currency != table.currency) {
        if !empty {
            desk.say(format!(
                "The prices are in {}; I do not convert {other}. The currency is chosen in the pricing editor.",
                table.currency
            ));
            return true;
        }
        table.currency = other;
    }
    let mut added = Vec::new();
    for found in found {
        let mut item = Item { origin: Origin::User, source: Some(source(request)), ..found };
        item.name = capitalised(&name(&item.name));
        if item.name.is_empty() {
            desk.say("What is it for? For example: \"add $500 for training\".");
            return true;
        }
        added.push(format!("\"{}\" for {}", item.name, amount(&table, &item)));
        match table.groups.iter_mut().rev().find(|group| group.choice == Choice::All) {
            Some(group) => group.items.push(item),
            None => table.groups.push(Group {
                id: (desk.ids)(),
                name: String::new(),
                choice: Choice::All,
                items: vec![item],
            }),
        }
    }
    settle(desk, table, format!("I added {}.", added.join(" and ")));
    true
}

/// "Change hosting to $250", "make the website 5k and the shop 2k".
fn change(desk: &mut EditState<'_>, request: &Request) -> bool {
    let says_price = request.has(&[" price ", " cost ", " costs ", " fee ", " rate ", " total "]);
    let priced = !priced(&request.raw).is_empty() || request.raw.chars().any(|c| c.is_ascii_digit());
    let known = has_items(&desk.content.pricing)
        && !matches!(find::item(&desk.content.pricing, &request.words), Lookup::None);
    let should = request.has(&[" should be ", " should cost ", " must cost ", " costs ", " is now "]);
    let money =
        amounts(&request.raw).iter().any(|amount| amount.currency.is_some()) && request.has(&[" to "]);
    if !priced
        || !(says_price || known || money || request.starts(&["price", "charge"]))
        || !(request.starts(&CHANGES) || should || request.raw.contains(':'))
    {
        return false;
    }
    if request.has(&[" by "])
        && request.starts(&["raise", "increase", "lower", "reduce", "decrease", "bump"])
        && split_at_phrase(&request.raw, " to ").is_none()
    {
        desk.say("I work out no prices. Name the new amount (\"change hosting to $250\"), or a discount (\"add a 10% discount\").");
        return true;
    }
    if request.has(&[" total "]) && matches!(find::item(&desk.content.pricing, &request.words), Lookup::None)
    {
        desk.say("The total is added up from the items. Change an item's amount, or add a discount.");
        return true;
    }
    // "X to 1 and Y to 2": each part names its own item and figure.
    let parts: Vec<&str> = request.raw.split(" and ").collect();
    let own = |part: &&str| {
        part.chars().any(|c| c.is_ascii_digit())
            && !matches!(find::item(&desk.content.pricing, part), Lookup::None)
    };
    let parts = if parts.len() > 1 && parts.iter().all(own) { parts } else { vec![request.raw.as_str()] };
    for part in parts {
        change_one(desk, request, part);
    }
    true
}

/// The figure that a request names last, with its frequency and currency, and whether it can be read in one
/// way only.
fn figure(text: &str, home: Currency) -> Option<(Decimal, Option<Cadence>, Option<Currency>, bool)> {
    let tail = ["should be ", "should cost ", " to ", " costs ", " at ", ": ", " is now "]
        .iter()
        .find_map(|joint| split_at_last(text, joint))
        .map_or(text, |(_, tail)| tail);
    let spoken = [tail, text].into_iter().find_map(|text| match priced(text).as_slice() {
        [only] => Some((only.value, only.cadence, only.currency_at(home), only.is_exact())),
        _ => None,
    });
    let settled = || !tags(tail).iter().any(|tag| matches!(tag, Tag::Doubt | Tag::Condition));
    spoken.or_else(|| only_number(tail).map(|number| (number.value, None, None, number.sure && settled())))
}

fn change_one(desk: &mut EditState<'_>, request: &Request, part: &str) {
    let mut table = desk.content.pricing.clone();
    let piece = Request { raw: part.to_owned(), words: normal(part) };
    let found = match target(&table, &piece) {
        Lookup::One(item) => item,
        Lookup::Several(names) => return desk.say(format!("Which one do you mean: {}?", names.join(", "))),
        Lookup::None => return desk.say(no_item(desk)),
    };
    let Some((value, cadence, currency, exact)) = figure(part, table.currency) else {
        return desk.say(format!(
            "Which amount shall \"{}\" have? For example: \"change {} to $250\".",
            found.name, found.name
        ));
    };
    if !exact {
        return desk.say(format!(
            "Name one figure for \"{}\" that can be read in one way, such as 4,500.00, without \"about\", a range or a condition, and charged \
             once, monthly, quarterly or yearly: the client signs exactly that.",
            found.name
        ));
    }
    if let Some(other) = currency.filter(|currency| *currency != table.currency) {
        return desk.say(format!(
            "The prices are in {}; I do not convert {other}. The currency is chosen in the pricing editor.",
            table.currency
        ));
    }
    // "Change workshops to 3" may set the quantity.
    let small = currency.is_none()
        && cadence.is_none()
        && value < Decimal::from(20)
        && found.unit_price >= value * Decimal::TEN;
    if small && !piece.has(&[" price ", " cost ", " costs ", " fee ", " rate "]) {
        return desk.say(format!(
            "Do you mean the price or the quantity? Say \"set the price of {name} to {value}\" or \"set the quantity of {name} to {value}\".",
            name = found.name
        ));
    }
    let before = amount(&table, &found);
    let Some(item) = item_mut(&mut table, found.id) else { return };
    item.unit_price = value;
    item.cadence = cadence.unwrap_or(item.cadence);
    if item.cadence == Cadence::Once {
        item.cycles = None;
    }
    (item.origin, item.confirmed, item.source) = (Origin::User, true, Some(source(request)));
    let now = item.clone();
    let now = amount(&table, &now);
    settle(desk, table, format!("I changed \"{}\" from {before} to {now}.", found.name));
}

/// "Remove hosting", where that is an item.
pub(super) fn remove_item(desk: &mut EditState<'_>, what: &str) {
    let mut table = desk.content.pricing.clone();
    let Lookup::One(item) = find::item(&table, what) else { return desk.say(no_item(desk)) };
    for group in &mut table.groups {
        group.items.retain(|other| other.id != item.id);
        // A group with a required choice must keep one chosen item.
        if group.choice == Choice::One
            && !group.items.iter().any(|item| item.selected)
            && let Some(first) = group.items.first_mut()
        {
            first.selected = true;
        }
    }
    table.groups.retain(|group| !group.items.is_empty());
    settle(desk, table, format!("I took \"{}\" out of the prices.", item.name));
}
