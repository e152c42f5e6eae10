//! The origin of an item's figure after a save, case by case.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops at the first surprise")]

use pretty_assertions::assert_eq;
use rust_decimal::Decimal;

use super::*;
use crate::pricing::{Adjustment, Cadence, Tax, sum};

fn stored(origin: Origin, confirmed: bool, source: Option<&str>) -> PricingTable {
    let item = Item {
        origin,
        confirmed,
        source: source.map(str::to_owned),
        ..sum::tests::item(1, "2", "100", Cadence::Monthly)
    };
    sum::tests::table(vec![item])
}

fn wish(table: PricingTable) -> TableUpdate {
    TableUpdate { table, confirmed: HashSet::new(), open: HashSet::new() }
}

type Change = fn(&mut Item);

/// Claims in a request that must be ignored.
fn claims(item: &mut Item) {
    item.origin = Origin::Catalogue;
    item.confirmed = true;
    item.source = Some("the client said so".to_owned());
}

#[test]
fn an_unchanged_table_keeps_its_origins() {
    let unchanged: &[Change] = &[
        |_| (),
        claims,
        |item| item.name = "Renamed".to_owned(),
        |item| item.description = Some("More".to_owned()),
        |item| item.quantity = "2.000".parse().unwrap(),
        |item| item.unit_price = "100.0".parse().unwrap(),
        |item| item.taxes = vec![Tax { name: "VAT".to_owned(), rate: Decimal::from(19) }],
        |item| (item.optional, item.selected) = (true, false),
        |item| (item.quantity_min, item.quantity_max) = (Some(Decimal::ONE), Some(Decimal::TEN)),
    ];
    for origin in [Origin::User, Origin::Assistant, Origin::Api, Origin::Catalogue] {
        for (confirmed, source) in [(true, Some("$100")), (false, Some("about $100")), (false, None)] {
            for by in [Origin::User, Origin::Api] {
                for change in unchanged {
                    let before = stored(origin, confirmed, source);
                    let mut wish = wish(before.clone());
                    change(&mut wish.table.groups[0].items[0]);
                    let after = merge(&before, wish, by);
                    let item = &after.groups[0].items[0];
                    assert_eq!(
                        (item.origin, item.confirmed, item.source.as_deref()),
                        (origin, confirmed, source)
                    );
                }
            }
        }
    }
}

#[test]
fn a_changed_amount_is_theirs_and_confirmed() {
    let changes: &[Change] = &[
        |item| item.unit_price = Decimal::from(101),
        |item| item.quantity = Decimal::from(3),
        |item| item.cadence = Cadence::Yearly,
        |item| item.cycles = Some(12),
        |item| item.discount = Some(Adjustment::percent(Decimal::TEN)),
    ];
    for by in [Origin::User, Origin::Api] {
        for change in changes {
            let before = stored(Origin::Assistant, false, Some("about $100"));
            let mut wish = wish(before.clone());
            claims(&mut wish.table.groups[0].items[0]);
            change(&mut wish.table.groups[0].items[0]);
            // An assistant's table that is saved with one figure changed keeps the other items unconfirmed.
            wish.open.insert(Uuid::from_u128(1));
            let after = merge(&before, wish, by);
            let item = &after.groups[0].items[0];
            assert_eq!((item.origin, item.confirmed, item.source.as_deref()), (by, true, None));
        }
    }
}

#[test]
fn a_new_item_is_theirs_and_confirmed_unless_they_leave_it_open() {
    for by in [Origin::User, Origin::Api] {
        for open in [false, true] {
            let mut wish = wish(stored(Origin::Assistant, false, Some("made up")));
            claims(&mut wish.table.groups[0].items[0]);
            if open {
                wish.open.insert(Uuid::from_u128(1));
            }
            let after = merge(&PricingTable::default(), wish, by);
            let item = &after.groups[0].items[0];
            assert_eq!((item.origin, item.confirmed, item.source.as_deref()), (by, !open, None));
        }
    }
}

#[test]
fn an_unchanged_amount_is_confirmed_by_name_and_never_unconfirmed() {
    let before = stored(Origin::Assistant, false, Some("about $100"));
    let mut confirming = wish(before.clone());
    confirming.confirmed.insert(Uuid::from_u128(1));
    let confirmed = merge(&before, confirming, Origin::User);
    let item = &confirmed.groups[0].items[0];
    assert_eq!(
        (item.origin, item.confirmed, item.source.as_deref()),
        (Origin::Assistant, true, Some("about $100"))
    );

    let mut doubting = wish(confirmed.clone());
    doubting.open.insert(Uuid::from_u128(1));
    assert_eq!(merge(&confirmed, doubting, Origin::Api), confirmed);
}

#[test]
fn an_item_keeps_its_history_when_it_moves_to_another_group() {
    let before = stored(Origin::Assistant, false, Some("about $100"));
    let mut moved = before.clone();
    moved.groups[0].id = Uuid::from_u128(99);
    assert_eq!(merge(&before, wish(moved.clone()), Origin::User), moved);
    // Removed items are gone.
    moved.groups.clear();
    assert_eq!(merge(&before, wish(moved.clone()), Origin::User), moved);
}
