//! Valid selections, the messages of refused ones, and properties for any table and any selection.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops at the first surprise")]

use std::collections::HashSet;

use pretty_assertions::assert_eq;
use proptest::{prelude::*, test_runner::FileFailurePersistence};

use super::*;
use crate::{
    money::exact,
    pricing::{PricingTotals, validate},
};

const DESIGN: u128 = 1;
const SEATS: u128 = 2;
const BLOG: u128 = 3;
const SHOP: u128 = 4;
const SMALL: u128 = 5;
const LARGE: u128 = 6;
const HOURS: u128 = 7;
const PAGES: u128 = 8;

fn decimal(text: &str) -> Decimal {
    exact::parse(text).unwrap()
}

fn item(id: u128, name: &str, price: &str, selected: bool) -> Item {
    Item { selected, ..Item::once(Uuid::from_u128(id), name, decimal(price)) }
}

fn ranged(item: Item, quantity: &str, min: Option<&str>, max: Option<&str>) -> Item {
    Item {
        quantity: decimal(quantity),
        quantity_min: min.map(decimal),
        quantity_max: max.map(decimal),
        ..item
    }
}

fn group(id: u128, name: &str, choice: GroupChoice, items: Vec<Item>) -> Group {
    Group { id: Uuid::from_u128(id), name: name.to_owned(), choice, items }
}

/// One item of every kind.
fn example() -> PricingTable {
    let blog = Item { optional: true, ..item(BLOG, "Blog", "100", false) };
    PricingTable {
        groups: vec![
            group(
                101,
                "Work",
                GroupChoice::All,
                vec![
                    item(DESIGN, "Design", "1000", true),
                    ranged(item(SEATS, "Seats", "10", true), "5", Some("2"), Some("20")),
                    blog,
                    ranged(item(HOURS, "Hours", "1", true), "3", Some("3"), None),
                    ranged(item(PAGES, "Pages", "1", true), "4", None, Some("9")),
                ],
            ),
            group(102, "Extras", GroupChoice::Any, vec![item(SHOP, "Shop", "500", true)]),
            group(
                103,
                "Care",
                GroupChoice::One,
                vec![item(SMALL, "Small", "50", true), item(LARGE, "Large", "90", false)],
            ),
        ],
        ..PricingTable::default()
    }
}

fn take(id: u128) -> Choice {
    Choice { item_id: Uuid::from_u128(id), selected: true, quantity: None }
}

fn leave(id: u128) -> Choice {
    Choice { selected: false, ..take(id) }
}

fn count_of(id: u128, quantity: &str) -> Choice {
    Choice { quantity: Some(decimal(quantity)), ..take(id) }
}

#[test]
fn within_what_is_open_a_client_has_what_they_want() {
    let total =
        |choices: &[Choice]| totals(&choose(&example(), choices).unwrap()).unwrap().total_amount.to_string();
    // 1000 design, 50 seats, 3 hours, 4 pages, 500 shop, 50 care.
    for (what, choices, expected) in [
        ("nothing chosen: as the sender set it", vec![], "1607.00"),
        (
            "what stands there already",
            vec![take(DESIGN), take(SHOP), take(SMALL), leave(BLOG), leave(LARGE)],
            "1607.00",
        ),
        ("an optional item is taken", vec![take(BLOG)], "1707.00"),
        ("one of any is left", vec![leave(SHOP)], "1107.00"),
        ("another package, both named", vec![leave(SMALL), take(LARGE)], "1647.00"),
        ("another package, it alone named", vec![take(LARGE)], "1647.00"),
        ("the fewest seats", vec![count_of(SEATS, "2")], "1577.00"),
        ("the most seats", vec![count_of(SEATS, "20.0000")], "1757.00"),
        ("half a seat more", vec![count_of(SEATS, "5.5")], "1612.00"),
        ("the quantity that is fixed", vec![count_of(DESIGN, "1.00")], "1607.00"),
        ("a quantity of what is left", vec![Choice { selected: false, ..count_of(SHOP, "1") }], "1107.00"),
        ("no upper end", vec![count_of(HOURS, "1000")], "2604.00"),
        ("no lower end", vec![count_of(PAGES, "0.5")], "1603.50"),
    ] {
        assert_eq!(total(&choices), expected, "{what}");
    }
    assert_eq!(choose(&example(), &[]).unwrap(), example());
}

#[test]
fn what_is_left_keeps_the_senders_quantity() {
    let mut table = example();
    table.groups[1].items[0] = ranged(item(SHOP, "Shop", "500", true), "2", Some("1"), Some("3"));
    let chosen = choose(&table, &[Choice { selected: false, ..count_of(SHOP, "3") }]).unwrap();
    assert_eq!(chosen.groups[1].items[0].quantity, decimal("2"));
}

#[test]
fn every_other_wish_is_refused_by_its_field() {
    let unknown = "This item is not part of this proposal";
    let twice = "This item is named twice";
    let one = "Please choose exactly one item of \u{201c}Care\u{201d}";
    let fixed = "The quantity of \u{201c}Design\u{201d} is fixed at 1";
    let seats = "Please choose between 2 and 20 of \u{201c}Seats\u{201d}";
    for (what, choices, expected) in [
        ("an item of another proposal", vec![take(99)], vec![("choices[0].itemId", "unknown_item", unknown)]),
        ("an item twice", vec![take(BLOG), leave(BLOG)], vec![("choices[1].itemId", "duplicate", twice)]),
        (
            "a required item left",
            vec![leave(DESIGN)],
            vec![(
                "choices[0].selected",
                "required_item",
                "\u{201c}Design\u{201d} is part of this proposal and cannot be left out",
            )],
        ),
        ("no package", vec![leave(SMALL)], vec![("choices[0].selected", "choose_one", one)]),
        (
            "neither package",
            vec![leave(SMALL), leave(LARGE)],
            vec![("choices[1].selected", "choose_one", one)],
        ),
        ("both packages", vec![take(LARGE), take(SMALL)], vec![("choices[1].selected", "choose_one", one)]),
        ("too few", vec![count_of(SEATS, "1.9999")], vec![("choices[0].quantity", "out_of_range", seats)]),
        ("too many", vec![count_of(SEATS, "20.0001")], vec![("choices[0].quantity", "out_of_range", seats)]),
        (
            "less than nothing",
            vec![count_of(SEATS, "-5")],
            vec![("choices[0].quantity", "out_of_range", seats)],
        ),
        (
            "too fine",
            vec![count_of(SEATS, "5.00001")],
            vec![("choices[0].quantity", "too_fine", "A quantity has at most 4 decimals")],
        ),
        ("no range", vec![count_of(DESIGN, "2")], vec![("choices[0].quantity", "fixed_quantity", fixed)]),
        (
            "none of what is fixed",
            vec![count_of(DESIGN, "0")],
            vec![("choices[0].quantity", "fixed_quantity", fixed)],
        ),
        (
            "too many of what has no upper end",
            vec![count_of(HOURS, "1000000.5")],
            vec![(
                "choices[0].quantity",
                "out_of_range",
                "Please choose at least 3 of \u{201c}Hours\u{201d}",
            )],
        ),
        (
            "none where there is no lower end",
            vec![count_of(PAGES, "0")],
            vec![(
                "choices[0].quantity",
                "out_of_range",
                "Please choose more than 0 and at most 9 of \u{201c}Pages\u{201d}",
            )],
        ),
        (
            "a bad quantity of what is left",
            vec![Choice { selected: false, ..count_of(SHOP, "7") }],
            vec![(
                "choices[0].quantity",
                "fixed_quantity",
                "The quantity of \u{201c}Shop\u{201d} is fixed at 1",
            )],
        ),
        (
            "everything at once, in the order it was sent",
            vec![take(99), count_of(SEATS, "0"), leave(SMALL), take(BLOG), take(98)],
            vec![
                ("choices[0].itemId", "unknown_item", unknown),
                ("choices[1].quantity", "out_of_range", seats),
                ("choices[2].selected", "choose_one", one),
                ("choices[4].itemId", "unknown_item", unknown),
            ],
        ),
    ] {
        let errors = choose(&example(), &choices).unwrap_err();
        let found: Vec<_> =
            errors.iter().map(|error| (error.field.as_ref(), error.code, error.message.as_ref())).collect();
        assert_eq!(found, expected, "{what}");
    }
    let many: Vec<Choice> = (0..=MAX_ITEMS as u128).map(take).collect();
    assert_eq!(choose(&example(), &many).unwrap_err()[0].code, "too_many");
}

#[test]
fn a_table_that_cannot_be_totalled_is_refused() {
    let mut table = example();
    table.groups[0].items[3].unit_price = decimal("99999");
    let errors = choose(&table, &[count_of(HOURS, "1000000")]).unwrap_err();
    assert_eq!((errors[0].field.as_ref(), errors[0].code), ("choices", "too_large"));
}

#[test]
fn a_table_says_whether_it_leaves_anything_open() {
    let only = |choice, items: Vec<Item>| PricingTable {
        groups: vec![group(1, "", choice, items)],
        ..PricingTable::default()
    };
    let plain = || item(1, "A", "1", true);
    for (what, table, open) in [
        ("nothing", PricingTable::default(), false),
        ("required items", only(GroupChoice::All, vec![plain()]), false),
        ("an optional one", only(GroupChoice::All, vec![Item { optional: true, ..plain() }]), true),
        ("any of one", only(GroupChoice::Any, vec![plain()]), true),
        ("any of none", only(GroupChoice::Any, vec![]), false),
        ("one of one", only(GroupChoice::One, vec![plain()]), false),
        ("one of two", only(GroupChoice::One, vec![plain(), item(2, "B", "1", false)]), true),
        ("a range", only(GroupChoice::All, vec![ranged(plain(), "1", Some("1"), Some("2"))]), true),
        ("half a range", only(GroupChoice::All, vec![ranged(plain(), "1", None, Some("2"))]), true),
        ("a range of one", only(GroupChoice::All, vec![ranged(plain(), "1", Some("1"), Some("1"))]), false),
    ] {
        assert_eq!(offers_choice(&table), open, "{what}");
    }
}

fn items(first: u128) -> impl Strategy<Value = Vec<Item>> {
    let one = (0..=20_i64, 0..=10_i64, 0..=10_i64, any::<[bool; 4]>(), 0..=9_999_i64).prop_map(
        |(quantity, below, above, [optional, selected, min, max], cents)| {
            let quantity = Decimal::from(quantity);
            Item {
                quantity,
                quantity_min: min.then(|| (quantity - Decimal::from(below)).max(Decimal::ZERO)),
                quantity_max: max.then(|| quantity + Decimal::from(above)),
                optional,
                ..item(0, "Item", &Decimal::new(cents, 2).to_string(), selected)
            }
        },
    );
    prop::collection::vec(one, 0..5).prop_map(move |mut items| {
        for (id, item) in (first..).zip(&mut items) {
            item.id = Uuid::from_u128(id);
        }
        items
    })
}

/// Valid tables of one group of each sort, with ids from 1 on.
fn tables() -> impl Strategy<Value = PricingTable> {
    (items(1), items(11), items(21)).prop_map(|(all, any, mut one)| {
        for (position, item) in one.iter_mut().enumerate() {
            item.selected = position == 0;
        }
        PricingTable {
            groups: vec![
                group(101, "", GroupChoice::All, all),
                group(102, "", GroupChoice::Any, any),
                group(103, "", GroupChoice::One, one),
            ],
            ..PricingTable::default()
        }
    })
}

fn wishes() -> impl Strategy<Value = Vec<Choice>> {
    let wish = (
        prop_oneof![1..5_u128, 11..15_u128, 21..25_u128, Just(99)],
        any::<bool>(),
        prop::option::of(0..=250_i64),
    )
        .prop_map(|(id, selected, tenths)| Choice {
            selected,
            quantity: tenths.map(|tenths| Decimal::new(tenths, 1)),
            ..take(id)
        });
    prop::collection::vec(wish, 0..6)
}

fn charged(totals: &PricingTotals) -> HashSet<Uuid> {
    totals.lines.iter().map(|line| line.item_id).collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 4_000,
        failure_persistence: Some(Box::new(FileFailurePersistence::Off)),
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_selected_table_is_valid(table in tables(), wanted in wishes()) {
        match choose(&table, &wanted) {
            Err(errors) => {
                prop_assert!(!errors.is_empty());
                prop_assert!(errors.iter().all(|error| error.field.starts_with("choices") && !error.message.is_empty()));
            }
            Ok(chosen) => {
                prop_assert!(validate(&chosen).is_ok());
                // Applying the same selection again changes nothing.
                prop_assert_eq!(&choose(&chosen, &wanted).unwrap(), &chosen);
                // Items that are not named are unchanged, except for deselected packages.
                let sums = totals(&chosen).unwrap();
                let named: HashSet<Uuid> = wanted.iter().map(|choice| choice.item_id).collect();
                for (before, after) in table.groups.iter().zip(&chosen.groups) {
                    for (was, is) in before.items.iter().zip(&after.items) {
                        if !named.contains(&was.id) {
                            let gave_way = before.choice == GroupChoice::One && was.selected && !is.selected;
                            prop_assert!(was == is || gave_way);
                        }
                        // Prices and names are the sender's.
                        let sender = Item { quantity: was.quantity, selected: was.selected, ..is.clone() };
                        prop_assert_eq!(&sender, was);
                        prop_assert_eq!(charged(&sums).contains(&is.id), is.counts(after.choice));
                    }
                }
                // The selection is applied.
                for choice in &wanted {
                    prop_assert_eq!(charged(&sums).contains(&choice.item_id), choice.selected);
                }
                // Deselected items cost nothing: without them the totals are the same.
                let mut without = chosen.clone();
                for group in &mut without.groups {
                    let rule = group.choice;
                    group.items.retain(|item| item.counts(rule));
                }
                prop_assert_eq!(totals(&without).unwrap(), sums);
            }
        }
    }
}
