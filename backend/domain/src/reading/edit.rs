//! Writes a change of one line item into a price text. The text around it is kept if the result still reads
//! as the changed table; otherwise the whole table is written out in the strict form.

use uuid::Uuid;

use super::{Doubt, Reading, lexicon::open_marks, prices, written};
use crate::{
    money::Currency,
    pricing::{Choice, Group, Item, Milestone, PricingTable},
};

/// A change of the line items of a price text. Positions count the items of its reading from 0, over all
/// groups.
#[derive(Debug, Clone)]
pub enum Edit {
    /// One more item that is always charged.
    Add(Item),
    /// Another item in the place of one. It keeps the taxes, which belong to the whole text.
    Replace(usize, Item),
    /// One item less.
    Remove(usize),
}

/// Why a change cannot be written into a price text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditError {
    /// The text has no item at this position.
    NoSuchItem,
    /// The strict form has no words for this unit.
    Unit,
}

/// The text that reads as its table with this change. A changed or added item is confirmed. `home` is the
/// currency of the workspace.
pub fn apply(
    text: &str,
    edit: Edit,
    home: Currency,
    ids: &mut dyn FnMut() -> Uuid,
) -> Result<String, EditError> {
    let table = prices(text, home, ids).table;
    apply_to(text, &table, edit, ids)
}

fn apply_to(
    text: &str,
    table: &PricingTable,
    edit: Edit,
    ids: &mut dyn FnMut() -> Uuid,
) -> Result<String, EditError> {
    let (place, changed) = match edit {
        Edit::Add(item) => (None, Some(item)),
        Edit::Replace(position, item) => (Some(find(table, position)?), Some(item)),
        Edit::Remove(position) => (Some(find(table, position)?), None),
    };
    let source = place.and_then(|(group, item)| table.groups.get(group)?.items.get(item)?.source.clone());
    let wanted = with(table, place, changed.as_ref());
    let line = changed.map(|item| written::item_line(&Item { confirmed: true, ..item }, table.currency));
    let kept = match (&source, place) {
        (Some(source), _) => replaced(text, source, line.as_deref()),
        (None, None) => line.map(|line| on_own_line(text.trim_end(), &line, "")),
        (None, Some(_)) => None,
    };
    let mut reads_as_wanted =
        |text: &String| plain(&prices(text, table.currency, ids).table) == plain(&wanted);
    let whole = || written::write(&wanted);
    kept.into_iter()
        .chain(std::iter::once_with(whole))
        .find(|text| reads_as_wanted(text))
        .ok_or(EditError::Unit)
}

/// The text that charges one more item; `table` is its reading. A currency other than the table's is written
/// as it is, so the reading asks.
#[must_use]
pub fn charge(
    text: &str,
    table: &PricingTable,
    item: Item,
    currency: Option<Currency>,
    ids: &mut dyn FnMut() -> Uuid,
) -> String {
    let currency = currency.unwrap_or(table.currency);
    let line = written::item_line(&item, currency);
    let added =
        if currency == table.currency { apply_to(text, table, Edit::Add(item), ids).ok() } else { None };
    added.unwrap_or_else(|| on_own_line(text.trim_end(), &line, ""))
}

/// How many prices only wait to be confirmed, and the text that confirms them. `None` if fewer than two do, or
/// if something is open about the whole text, whose answer confirms all prices.
#[must_use]
pub fn confirm(text: &str, reading: &Reading, ids: &mut dyn FnMut() -> Uuid) -> Option<(usize, String)> {
    if reading.questions.iter().any(|question| question.item.is_none()) {
        return None;
    }
    let waits = |id: Uuid| {
        let mut open = reading.questions.iter().filter(|question| question.item == Some(id)).peekable();
        open.peek().is_some() && open.all(|question| question.doubt == Doubt::Unconfirmed)
    };
    let mut wanted = reading.table.clone();
    let items = wanted.groups.iter_mut().flat_map(|group| &mut group.items);
    let waiting: Vec<&mut Item> = items.filter(|item| waits(item.id)).collect();
    let count = waiting.len();
    for item in waiting {
        item.confirmed = true;
    }
    if count < 2 {
        return None;
    }
    let unmarked = open_marks().fold(text.to_owned(), |text, mark| text.replace(&format!(" ({mark})"), ""));
    let is_wanted = plain(&prices(&unmarked, wanted.currency, ids).table) == plain(&wanted);
    Some((count, if is_wanted { unmarked } else { written::write(&wanted) }))
}

/// The group and the index of the item at a position.
fn find(table: &PricingTable, position: usize) -> Result<(usize, usize), EditError> {
    let mut places = table
        .groups
        .iter()
        .enumerate()
        .flat_map(|(group, of)| (0..of.items.len()).map(move |item| (group, item)));
    places.nth(position).ok_or(EditError::NoSuchItem)
}

fn with(table: &PricingTable, place: Option<(usize, usize)>, changed: Option<&Item>) -> PricingTable {
    let mut table = table.clone();
    let taxes = table
        .groups
        .iter()
        .flat_map(|group| &group.items)
        .next()
        .map(|item| item.taxes.clone())
        .unwrap_or_default();
    let changed = changed.map(|item| Item { taxes, confirmed: true, ..item.clone() });
    match place {
        Some((group, item)) => {
            if let Some(group) = table.groups.get_mut(group) {
                group.items.splice(item..=item, changed);
            }
        }
        None => match table.groups.iter_mut().find(|group| group.choice == Choice::All) {
            Some(group) => group.items.extend(changed),
            None => {
                table.groups.push(Group {
                    id: Uuid::nil(),
                    name: String::new(),
                    choice: Choice::All,
                    items: changed.into_iter().collect(),
                });
            }
        },
    }
    table.groups.retain(|group| !group.items.is_empty());
    if table.groups.is_empty() {
        return PricingTable { currency: table.currency, ..PricingTable::default() };
    }
    for group in &mut table.groups {
        for (index, item) in group.items.iter_mut().enumerate() {
            item.selected = if group.choice == Choice::One { index == 0 } else { !item.optional };
        }
    }
    table
}

/// The text with the line in the place of these words, if they occur once.
fn replaced(text: &str, words: &str, line: Option<&str>) -> Option<String> {
    let mut found = text.match_indices(words);
    let (start, _) = found.next().filter(|_| found.next().is_none())?;
    let joint = |c: char| matches!(c, ' ' | '\t' | ',' | ';' | '-' | '*' | '\u{2013}' | '\u{2022}');
    let head = text.get(..start)?.trim_end_matches(joint);
    let tail = text.get(start + words.len()..)?.trim_start_matches(|c| joint(c) || c == '.');
    Some(on_own_line(head, line.unwrap_or_default(), tail))
}

fn on_own_line(head: &str, line: &str, tail: &str) -> String {
    let mut text = head.to_owned();
    for part in [line, tail.trim_start_matches(['\r', '\n'])].into_iter().filter(|part| !part.is_empty()) {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(part);
    }
    text
}

/// What a price text can say of a table, for comparing two.
fn plain(table: &PricingTable) -> PricingTable {
    if table.groups.is_empty() {
        return PricingTable::default();
    }
    let item = |item: &Item| Item {
        id: Uuid::nil(),
        description: None,
        quantity_min: None,
        quantity_max: None,
        source: None,
        name: written::name(&item.name),
        ..item.clone()
    };
    let groups = table.groups.iter().map(|group| Group {
        id: Uuid::nil(),
        items: group.items.iter().map(item).collect(),
        ..group.clone()
    });
    let milestones = table.milestones.iter().map(|milestone| Milestone {
        id: Uuid::nil(),
        due: None,
        ..milestone.clone()
    });
    PricingTable { groups: groups.collect(), milestones: milestones.collect(), ..table.clone() }
}

#[cfg(test)]
mod tests;
