//! The pricing engine in worked examples and at its limits.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops at the first surprise")]

use pretty_assertions::assert_eq;

use super::*;
use crate::pricing::{Choice, Group, Milestone, Tax};

pub(in crate::pricing) fn decimal(text: &str) -> Decimal {
    exact::parse(text).unwrap()
}

pub(in crate::pricing) fn item(id: u128, quantity: &str, price: &str, cadence: Cadence) -> Item {
    Item {
        quantity: decimal(quantity),
        cadence,
        ..Item::once(Uuid::from_u128(id), format!("Item {id}"), decimal(price))
    }
}

pub(in crate::pricing) fn tax(name: &str, rate: &str) -> Tax {
    Tax { name: name.to_owned(), rate: decimal(rate) }
}

pub(in crate::pricing) fn table(items: Vec<Item>) -> PricingTable {
    let group = Group { id: Uuid::from_u128(u128::MAX), name: String::new(), choice: Choice::All, items };
    PricingTable { groups: vec![group], ..PricingTable::default() }
}

fn total(table: &PricingTable) -> String {
    totals(table).unwrap().total_amount.to_string()
}

fn refused(table: &PricingTable) -> Vec<(String, &'static str)> {
    let errors = totals(table).unwrap_err().errors;
    errors.into_iter().map(|error| (error.field.into_owned(), error.code)).collect()
}

#[test]
fn the_journeys_table() {
    let table = table(vec![item(1, "1", "4500", Cadence::Once), item(2, "1", "300", Cadence::Monthly)]);
    let totals = totals(&table).unwrap();
    assert_eq!(totals.total_amount.to_string(), "8100.00");
    assert_eq!(totals.total_label, "One-time total plus first year of recurring costs");
    assert_eq!(
        serde_json::to_value(&totals).unwrap(),
        serde_json::json!({
            "lines": [
                {"itemId": Uuid::from_u128(1), "amount": "4500.00", "discount": "0.00"},
                {"itemId": Uuid::from_u128(2), "amount": "300.00", "discount": "0.00"},
            ],
            "cadences": [
                {"cadence": "once", "subtotal": "4500.00", "discount": "0.00", "taxes": [], "total": "4500.00"},
                {"cadence": "monthly", "subtotal": "300.00", "discount": "0.00", "taxes": [], "total": "300.00"},
            ],
            "totalAmount": "8100.00",
            "totalLabel": "One-time total plus first year of recurring costs",
        })
    );
}

#[test]
fn the_first_year_counts_bills_and_stops_at_cycles() {
    for (cadence, cycles, expected) in [
        (Cadence::Once, None, "100.00"),
        (Cadence::Monthly, None, "1200.00"),
        (Cadence::Monthly, Some(6), "600.00"),
        (Cadence::Monthly, Some(24), "1200.00"),
        (Cadence::Quarterly, None, "400.00"),
        (Cadence::Quarterly, Some(3), "300.00"),
        (Cadence::Yearly, None, "100.00"),
        (Cadence::Yearly, Some(5), "100.00"),
    ] {
        let mut line = item(1, "1", "100", cadence);
        line.cycles = cycles;
        assert_eq!(total(&table(vec![line])), expected, "{cadence:?} {cycles:?}");
    }
}

#[test]
fn labels_say_what_the_total_is() {
    let label = |cadences: &[Cadence]| {
        let items = (1..).zip(cadences).map(|(id, cadence)| item(id, "1", "1", *cadence)).collect();
        totals(&table(items)).unwrap().total_label
    };
    assert_eq!(label(&[]), "Total");
    assert_eq!(label(&[Cadence::Once]), "One-time total");
    assert_eq!(label(&[Cadence::Yearly]), "First year of recurring costs");
    assert_eq!(
        label(&[Cadence::Quarterly, Cadence::Once]),
        "One-time total plus first year of recurring costs"
    );
}

#[test]
fn options_and_groups_decide_what_counts() {
    let mut optional = item(2, "1", "20", Cadence::Once);
    optional.optional = true;
    optional.selected = false;
    let mut table = table(vec![item(1, "1", "100", Cadence::Once), optional]);
    assert_eq!(total(&table), "100.00");
    table.groups[0].items[1].selected = true;
    assert_eq!(total(&table), "120.00");
    // A required item counts even if it is not selected.
    table.groups[0].items[0].selected = false;
    assert_eq!(total(&table), "120.00");
    table.groups[0].choice = Choice::Any;
    assert_eq!(total(&table), "20.00");
    table.groups[0].choice = Choice::One;
    assert_eq!(total(&table), "20.00");
    table.groups[0].items[0].selected = true;
    assert_eq!(refused(&table), [("groups[0].items".to_owned(), "choose_one")]);
}

#[test]
fn a_document_discount_loses_no_cent() {
    let mut table = table(vec![
        item(3, "1", "33.33", Cadence::Once),
        item(1, "1", "33.33", Cadence::Once),
        item(2, "1", "33.34", Cadence::Once),
    ]);
    table.discount = Some(Adjustment::amount(decimal("10.00")));
    let totals = totals(&table).unwrap();
    // 3.333, 3.333 and 3.334: the remaining cent goes to the largest remainder.
    let discounts: Vec<String> = totals.lines.iter().map(|line| line.discount.to_string()).collect();
    assert_eq!(discounts, ["3.33", "3.33", "3.34"]);
    assert_eq!(totals.total_amount.to_string(), "90.00");
}

#[test]
fn equal_claims_to_the_odd_cent_are_told_apart_by_id_not_by_place() {
    for order in [[1, 2, 3], [3, 2, 1], [2, 3, 1]] {
        let mut table = table(order.map(|id| item(id, "1", "10", Cadence::Once)).to_vec());
        table.discount = Some(Adjustment::amount(decimal("0.10")));
        let larger: Vec<Uuid> = totals(&table)
            .unwrap()
            .lines
            .iter()
            .filter(|line| line.discount == decimal("0.04"))
            .map(|line| line.item_id)
            .collect();
        assert_eq!(larger, [Uuid::from_u128(1)], "{order:?}");
    }
}

#[test]
fn an_amount_comes_off_one_time_charges_before_recurring_ones() {
    let discount = Some(Adjustment::amount(decimal("500")));
    let mut both = table(vec![item(1, "1", "4500", Cadence::Once), item(2, "1", "300", Cadence::Monthly)]);
    both.discount = discount;
    assert_eq!(total(&both), "7600.00");
    let mut recurring =
        table(vec![item(2, "1", "600", Cadence::Monthly), item(3, "1", "1000", Cadence::Yearly)]);
    recurring.discount = discount;
    assert_eq!(total(&recurring), "2200.00");
    // Never below zero.
    let mut small = table(vec![item(1, "1", "100", Cadence::Once)]);
    small.discount = discount;
    assert_eq!(total(&small), "0.00");
}

#[test]
fn taxes_are_rounded_once_per_rate() {
    let line =
        |id, price, rate: &str| Item { taxes: vec![tax("", rate)], ..item(id, "1", price, Cadence::Once) };
    let mut table = table(vec![
        line(1, "0.10", "5"),
        line(2, "0.10", "5.00"),
        line(3, "100", "20"),
        item(4, "1", "1", Cadence::Once),
    ]);
    let taxes = |table: &PricingTable| {
        let totals = totals(table).unwrap();
        let taxes: Vec<String> =
            totals.cadences[0].taxes.iter().map(|tax| format!("{}: {}", tax.rate, tax.amount)).collect();
        (taxes, totals.total_amount.to_string())
    };
    // Half a cent each would be two cents; together it is one.
    assert_eq!(taxes(&table), (vec!["5: 0.01".to_owned(), "20: 20.00".to_owned()], "121.21".to_owned()));
    table.tax_mode = TaxMode::Inclusive;
    assert_eq!(taxes(&table), (vec!["5: 0.01".to_owned(), "20: 16.67".to_owned()], "101.20".to_owned()));
}

#[test]
fn the_deposit_is_a_share_of_what_is_charged_once() {
    let deposit = |items, asked| {
        let mut table = table(items);
        table.deposit = Some(asked);
        totals(&table).unwrap().deposit.unwrap().to_string()
    };
    let both = || vec![item(1, "1", "4500", Cadence::Once), item(2, "1", "300", Cadence::Monthly)];
    assert_eq!(deposit(both(), Adjustment::percent(decimal("50"))), "2250.00");
    assert_eq!(deposit(both(), Adjustment::amount(decimal("1000"))), "1000.00");
    assert_eq!(deposit(both(), Adjustment::amount(decimal("9000"))), "8100.00");
    assert_eq!(
        deposit(vec![item(2, "1", "300", Cadence::Monthly)], Adjustment::percent(decimal("50"))),
        "1800.00"
    );
}

#[test]
fn an_item_bears_several_taxes() {
    let line = |id, price: &str, taxes: &[(&str, &str)]| Item {
        taxes: taxes.iter().map(|(name, rate)| tax(name, rate)).collect(),
        ..item(id, "1", price, Cadence::Once)
    };
    let (gst, qst) = (("GST", "5"), ("QST", "9.975"));
    let mut table = table(vec![
        line(1, "100", &[gst, qst]),
        line(2, "50", &[gst]),
        line(3, "10", &[("GST", "7")]),
        line(4, "1", &[]),
    ]);
    let taxes = |table: &PricingTable| {
        let totals = totals(table).unwrap();
        let taxes: Vec<String> = totals.cadences[0]
            .taxes
            .iter()
            .map(|tax| format!("{} {}: {}", tax.name, tax.rate, tax.amount))
            .collect();
        (taxes.join(", "), totals.total_amount.to_string())
    };
    assert_eq!(taxes(&table), ("GST 5: 7.50, GST 7: 0.70, QST 9.975: 9.98".to_owned(), "179.18".to_owned()));
    table.tax_mode = TaxMode::Inclusive;
    // 100 includes 13.02 of both, 50 includes 2.38 of one.
    assert_eq!(taxes(&table), ("GST 5: 6.73, GST 7: 0.65, QST 9.975: 8.67".to_owned(), "161.00".to_owned()));
    // The included taxes never exceed the price, however each is rounded.
    let four = ["a", "b", "c", "d"].map(|name| (name, "100"));
    table.groups[0].items = vec![line(1, "0.03", &four)];
    assert_eq!(taxes(&table).0, "a 100: 0.01, b 100: 0.01, c 100: 0.00, d 100: 0.00");
}

#[test]
fn a_tax_of_before_taxes_had_names_is_read() {
    let stored = r#"{"id":"00000000-0000-0000-0000-000000000002","name":"Site","unitPrice":"10","taxRate":"7.5","origin":"user"}"#;
    let item: Item = serde_json::from_str(stored).unwrap();
    assert_eq!(item.taxes, [tax("", "7.5")]);
    assert_eq!(serde_json::to_value(&item).unwrap()["taxes"], serde_json::json!([{ "rate": "7.5" }]));
    assert!(serde_json::from_str::<Item>(&stored.replace("\"7.5\"", "7.5")).is_err());
    // Totals frozen at that time keep their hash.
    let frozen = serde_json::json!({ "rate": "7.5", "amount": "0.75" });
    assert_eq!(
        serde_json::to_value(serde_json::from_value::<TaxTotal>(frozen.clone()).unwrap()).unwrap(),
        frozen
    );
}

fn paid(shares: &[Adjustment]) -> Vec<Milestone> {
    let milestone = |(id, share): (u128, &Adjustment)| Milestone {
        id: Uuid::from_u128(id),
        name: format!("M{id}"),
        due: None,
        share: *share,
    };
    (1..).zip(shares).map(milestone).collect()
}

#[test]
fn milestones_share_the_one_time_total_out_to_the_cent() {
    let amounts = |price: &str, shares: &[Adjustment]| {
        let mut table =
            table(vec![item(1, "1", price, Cadence::Once), item(2, "1", "300", Cadence::Monthly)]);
        table.milestones = paid(shares);
        let totals = totals(&table).unwrap();
        totals.milestones.iter().map(|milestone| milestone.amount.to_string()).collect::<Vec<_>>()
    };
    let percent = |value| Adjustment::percent(decimal(value));
    let amount = |value| Adjustment::amount(decimal(value));
    assert_eq!(amounts("4500", &[percent("40"), percent("60")]), ["1800.00", "2700.00"]);
    assert_eq!(
        amounts("100", &[percent("33.3333"), percent("33.3333"), percent("33.3334")]),
        ["33.33", "33.33", "33.34"]
    );
    assert_eq!(amounts("0.01", &[percent("50"), percent("50")]), ["0.01", "0.00"]);
    assert_eq!(amounts("0.05", &[percent("50"), percent("50")]), ["0.03", "0.02"]);
    assert_eq!(amounts("1000", &[amount("250"), percent("50")]), ["250.00", "500.00"]);
    assert_eq!(amounts("0", &[percent("100")]), ["0.00"]);
}

#[test]
fn milestones_are_refused_beyond_the_total_and_beside_a_deposit() {
    let with = |shares: &[Adjustment]| {
        let mut table = table(vec![item(1, "1", "100", Cadence::Once)]);
        table.milestones = paid(shares);
        table
    };
    let percent = |value| Adjustment::percent(decimal(value));
    let refusal = |field: &str, code| vec![(field.to_owned(), code)];
    assert_eq!(refused(&with(&[percent("50"), percent("50.0001")])), refusal("milestones", "too_large"));
    assert_eq!(
        refused(&with(&[percent("50"), Adjustment::amount(decimal("50.01"))])),
        refusal("milestones", "too_large")
    );
    assert_eq!(refused(&with(&[percent("101")])), refusal("milestones[0].share.value", "invalid_percent"));
    assert_eq!(
        refused(&with(&[Adjustment::amount(Decimal::MAX), percent("1")])),
        refusal("milestones[0].share.value", "too_large")
    );
    assert_eq!(
        refused(&with(
            &paid(&[]).iter().map(|m| m.share).chain((0..21).map(|_| percent("1"))).collect::<Vec<_>>()
        )),
        refusal("milestones", "too_many")
    );
    let mut both = with(&[percent("50")]);
    both.deposit = Some(percent("50"));
    assert_eq!(refused(&both), refusal("deposit", "with_milestones"));
    let mut unnamed = with(&[percent("50"), percent("50")]);
    unnamed.milestones[1].name = " ".to_owned();
    unnamed.milestones[1].id = unnamed.milestones[0].id;
    unnamed.milestones[0].due = Some("d".repeat(201));
    let expected = [
        ("milestones[0].due", "too_long"),
        ("milestones[1].id", "duplicate"),
        ("milestones[1].name", "required"),
    ];
    assert_eq!(refused(&unnamed), expected.map(|(field, code)| (field.to_owned(), code)));
}

#[test]
fn half_a_cent_goes_away_from_zero() {
    for (quantity, price, expected) in [
        ("0.5", "0.01", "0.01"),
        ("3", "0.335", "1.01"),
        ("1", "2.675", "2.68"),
        ("0.3333", "0.0150", "0.00"),
    ] {
        assert_eq!(total(&table(vec![item(1, quantity, price, Cadence::Once)])), expected);
    }
    let mut yen = table(vec![item(1, "0.5", "1", Cadence::Once)]);
    yen.currency = "JPY".parse().unwrap();
    assert_eq!(total(&yen), "1");
    let mut dinar = table(vec![item(1, "0.5", "0.001", Cadence::Once)]);
    dinar.currency = "KWD".parse().unwrap();
    assert_eq!(total(&dinar), "0.001");
}

#[test]
fn bounds_are_refused_by_field() {
    type Change = fn(&mut Item);
    let cases: &[(Change, &str, &str)] = &[
        (|item| item.name = "  ".to_owned(), "name", "required"),
        (|item| item.name = "n".repeat(201), "name", "too_long"),
        (|item| item.name = "a\0b".to_owned(), "name", "invalid_characters"),
        (|item| item.unit = Some("h\n".to_owned()), "unit", "invalid_characters"),
        (|item| item.description = Some("a\0".to_owned()), "description", "invalid_characters"),
        (|item| item.taxes = vec![tax("VAT", "19"), tax(" VAT ", "19.0")], "taxes[1].name", "duplicate"),
        (|item| item.taxes = vec![tax("V\tT", "19")], "taxes[0].name", "invalid_characters"),
        (|item| item.taxes = (1..6).map(|rate| tax("VAT", &rate.to_string())).collect(), "taxes", "too_many"),
        (|item| item.description = Some("d".repeat(2_001)), "description", "too_long"),
        (|item| item.unit_price = decimal("-1"), "unitPrice", "negative"),
        (|item| item.unit_price = decimal("100000000"), "unitPrice", "too_large"),
        (|item| item.unit_price = decimal("0.00001"), "unitPrice", "too_precise"),
        (|item| item.unit_price = Decimal::MAX, "unitPrice", "too_large"),
        (|item| item.quantity = decimal("-1"), "quantity", "out_of_range"),
        (|item| item.quantity = decimal("1000001"), "quantity", "out_of_range"),
        (|item| item.quantity = decimal("0.00001"), "quantity", "out_of_range"),
        (|item| item.quantity_min = Some(decimal("2")), "quantity", "out_of_range"),
        (|item| item.quantity_max = Some(decimal("0.5")), "quantity", "out_of_range"),
        (|item| item.taxes = vec![tax("VAT", "100.1")], "taxes[0].rate", "invalid_percent"),
        (|item| item.taxes = vec![tax("VAT", "19"), tax("GST", "-1")], "taxes[1].rate", "invalid_percent"),
        (
            |item| item.discount = Some(Adjustment::percent(decimal("101"))),
            "discount.value",
            "invalid_percent",
        ),
        (|item| item.discount = Some(Adjustment::amount(decimal("0.001"))), "discount.value", "too_precise"),
        (|item| item.cycles = Some(3), "cycles", "not_recurring"),
        (|item| (item.cadence, item.cycles) = (Cadence::Monthly, Some(0)), "cycles", "out_of_range"),
        (|item| (item.cadence, item.cycles) = (Cadence::Monthly, Some(1_201)), "cycles", "out_of_range"),
    ];
    for (change, field, code) in cases {
        let mut table = table(vec![item(1, "1", "1", Cadence::Once), item(2, "1", "1", Cadence::Once)]);
        change(&mut table.groups[0].items[1]);
        assert_eq!(refused(&table), [(format!("groups[0].items[1].{field}"), *code)]);
    }
}

#[test]
fn a_table_is_refused_as_a_whole() {
    let twice = table(vec![item(1, "1", "1", Cadence::Once), item(1, "1", "1", Cadence::Once)]);
    assert_eq!(refused(&twice), [("groups[0].items[1].id".to_owned(), "duplicate")]);

    let line = table(vec![item(1, "2", "99999999", Cadence::Once)]);
    assert_eq!(refused(&line), [("groups[0].items[0].unitPrice".to_owned(), "too_large")]);
    let sum = table(vec![item(1, "1", "99999999", Cadence::Once), item(2, "1", "1", Cadence::Once)]);
    assert_eq!(refused(&sum), [("totalAmount".to_owned(), "too_large")]);
    let year = table(vec![item(1, "1", "9999999.99", Cadence::Monthly)]);
    assert_eq!(refused(&year), [("totalAmount".to_owned(), "too_large")]);
    assert_eq!(total(&table(vec![item(1, "1", "99999999.99", Cadence::Once)])), "99999999.99");

    let many = table((0..501).map(|id| item(id, "1", "1", Cadence::Once)).collect());
    assert_eq!(refused(&many), [("groups".to_owned(), "too_many")]);
    let mut worst =
        table((0..500).map(|id| item(id, "1000000", "99999999.9999", Cadence::Monthly)).collect());
    worst.tax_mode = TaxMode::Inclusive;
    assert_eq!(refused(&worst)[0].1, "too_large");
}

#[test]
fn the_wire_form_is_strict() {
    let minimal = r#"{"currency":"EUR","groups":[{"id":"00000000-0000-0000-0000-000000000001","items":
        [{"id":"00000000-0000-0000-0000-000000000002","name":"Site","unitPrice":"10","origin":"user"}]}]}"#;
    let table: PricingTable = serde_json::from_str(minimal).unwrap();
    assert_eq!(total(&table), "10.00");
    let again: PricingTable = serde_json::from_str(&serde_json::to_string(&table).unwrap()).unwrap();
    assert_eq!(again, table);
    for (from, to) in [
        ("\"10\"", "10"),
        ("\"10\"", "10.5"),
        ("\"EUR\"", "\"EURO\""),
        ("\"name\"", "\"Name\""),
        ("\"user\"", "\"me\""),
    ] {
        assert!(serde_json::from_str::<PricingTable>(&minimal.replacen(from, to, 1)).is_err(), "{to}");
    }
}
