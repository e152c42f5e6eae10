//! The result of saving a table: the origin of each item's figure, and whether a person has confirmed it.
//! Both are derived from the stored table, never taken from the request.

use std::collections::{HashMap, HashSet};

use uuid::Uuid;

use super::{Item, Origin, PricingTable};

/// The table that a person saves, and what they say about its items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableUpdate {
    /// The table. Origin, source and confirmation of its items are ignored.
    pub table: PricingTable,
    /// The ids of the items they confirm.
    pub confirmed: HashSet<Uuid>,
    /// The ids of the items they leave unconfirmed.
    pub open: HashSet<Uuid>,
}

/// The table to store. `by` is the origin of new figures: a person or an integration.
///
/// - An item whose amount is unchanged keeps its origin and its source, and stays unconfirmed unless it is
///   confirmed by id.
/// - An item whose amount was changed gets the origin `by` and is confirmed.
/// - A new item gets the origin `by` and is confirmed unless it is explicitly left unconfirmed, as an item
///   that was read from text may be.
///
/// The amount is the charge before taxes: adding a tax to every line must not confirm all of them.
#[must_use]
pub fn merge(before: &PricingTable, wish: TableUpdate, by: Origin) -> PricingTable {
    let stored: HashMap<Uuid, &Item> =
        before.groups.iter().flat_map(|group| &group.items).map(|item| (item.id, item)).collect();
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
