//! The line items in which two pricing tables differ.

use super::{Choice, Item, PricingTable};

/// A line item that was added, changed or removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemChange {
    /// The line item before; none if it was added.
    pub before: Option<Item>,
    /// The line item after; none if it was removed.
    pub after: Option<Item>,
    /// Which line items of its group the client selects.
    pub choice: Choice,
}

/// The line items that differ, in the order of the newer table; removed ones come last.
#[must_use]
pub fn changes(before: &PricingTable, after: &PricingTable) -> Vec<ItemChange> {
    let old = all(before);
    let new = all(after);
    let find = |list: &[(Choice, &Item)], item: &Item| {
        list.iter().find(|(_, other)| other.id == item.id).map(|(_, other)| (*other).clone())
    };
    let kept = new.iter().map(|(choice, item)| ItemChange {
        before: find(&old, item),
        after: Some((*item).clone()),
        choice: *choice,
    });
    let gone = old.iter().filter(|(_, item)| find(&new, item).is_none());
    let gone =
        gone.map(|(choice, item)| ItemChange { before: Some((*item).clone()), after: None, choice: *choice });
    kept.chain(gone).filter(|change| change.before != change.after).collect()
}

fn all(table: &PricingTable) -> Vec<(Choice, &Item)> {
    table.groups.iter().flat_map(|group| group.items.iter().map(|item| (group.choice, item))).collect()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::expect_used, reason = "a test stops at the first surprise")]

    use pretty_assertions::assert_eq;
    use uuid::Uuid;

    use super::*;
    use crate::money::Currency;
    use crate::pricing::table_from_text;

    #[test]
    fn added_changed_and_removed_items_are_found_by_their_id() {
        let mut last = 0_u128;
        let before =
            table_from_text("Website $4,500\nHosting $30 monthly\nLogo $250", Currency::USD, &mut || {
                last += 1;
                Uuid::from_u128(last)
            });
        let mut after = before.clone();
        let mut items = std::mem::take(&mut after.groups.first_mut().expect("a group").items);
        let logo = items.pop().expect("a logo");
        let hosting = items.pop().expect("hosting");
        let dearer = Item { optional: true, ..hosting.clone() };
        let added = Item { id: Uuid::nil(), ..logo.clone() };
        items.extend([added.clone(), dearer.clone()]);
        after.groups.first_mut().expect("a group").items = items;
        let choice = Choice::All;
        assert_eq!(
            changes(&before, &after),
            [
                ItemChange { before: None, after: Some(added), choice },
                ItemChange { before: Some(hosting), after: Some(dearer), choice },
                ItemChange { before: Some(logo), after: None, choice },
            ]
        );
        assert_eq!(changes(&before, &before), []);
    }
}
