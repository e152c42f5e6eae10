//! What becomes of a table that somebody saves: whose figure each of its items is then, and which of them somebody stands
//! behind. Decided here from what was stored before, never taken over from what is sent.

use std::collections::{HashMap, HashSet};

use uuid::Uuid;

use super::{Item, Origin, PricingTable};

/// A table as somebody wants it, and what they say of its items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wish {
    /// The table. Origin, source and confirmation of its items mean nothing.
    pub table: PricingTable,
    /// The items they stand behind by name.
    pub confirmed: HashSet<Uuid>,
    /// The items they leave open by name.
    pub open: HashSet<Uuid>,
}

/// The table to store. `by` is the origin of what is new: a person's or an integration's.
///
/// - An item whose amount is the stored one keeps its origin and its source, and stays unconfirmed unless it is confirmed by name.
/// - An item whose amount was changed is theirs, and confirmed by that.
/// - A new item is theirs, and confirmed unless they say by name that it is open, as what was read from words may be.
///
/// The amount is what is charged before taxes: a tax put on every line must not confirm all of them.
#[must_use]
pub fn merge(before: &PricingTable, wish: Wish, by: Origin) -> PricingTable {
    let stored: HashMap<Uuid, &Item> = before.groups.iter().flat_map(|group| &group.items).map(|item| (item.id, item)).collect();
    let mut table = wish.table;
    for item in table.groups.iter_mut().flat_map(|group| &mut group.items) {
        match stored.get(&item.id) {
            Some(known) if same_amount(known, item) => {
                item.origin = known.origin;
                item.source.clone_from(&known.source);
                item.confirmed = known.confirmed || wish.confirmed.contains(&item.id);
            }
            known => {
                item.origin = by;
                item.source = None;
                item.confirmed = known.is_some() || !wish.open.contains(&item.id);
            }
        }
    }
    table
}

fn same_amount(a: &Item, b: &Item) -> bool {
    let figures = |item: &Item| (item.quantity, item.unit_price, item.cadence, item.cycles, item.discount);
    figures(a) == figures(b)
}

#[cfg(test)]
mod tests;
