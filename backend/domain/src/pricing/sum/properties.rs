//! The pricing engine against ten thousand random tables: what must hold for every one of them.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use rust_decimal::RoundingStrategy;

use super::tests::{decimal, item, table};
use super::*;
use crate::pricing::{Choice, Group};

/// A figure up to `max`, with up to `scale` decimals.
fn figure(max: i64, scale: u32) -> impl Strategy<Value = Decimal> {
    (0..=scale).prop_flat_map(move |scale| (0..=max * 10_i64.pow(scale)).prop_map(move |units| Decimal::new(units, scale)))
}

fn adjustments(digits: u32) -> impl Strategy<Value = Option<Adjustment>> {
    prop_oneof![
        2 => Just(None),
        2 => figure(100, 4).prop_map(|value| Some(Adjustment::percent(value))),
        2 => (0..=200_000_i64).prop_map(move |units| Some(Adjustment::amount(Decimal::new(units, digits)))),
    ]
}

fn lines(digits: u32) -> impl Strategy<Value = Item> {
    let rates = prop::sample::select(vec![None, Some("0"), Some("5"), Some("7.5"), Some("8.8750"), Some("19"), Some("20.00")]);
    let figures = (figure(50, 4), figure(5_000, 4), prop::sample::select(Cadence::ALL.to_vec()), prop::option::of(1..40_u32));
    (any::<u128>(), figures, any::<(bool, bool)>(), adjustments(digits), rates).prop_map(
        |(id, (quantity, unit_price, cadence, cycles), (optional, selected), discount, rate)| Item {
            quantity,
            unit_price,
            cycles: cycles.filter(|_| cadence != Cadence::Once),
            optional,
            selected,
            discount,
            tax_rate: rate.map(decimal),
            ..item(id, "1", "0", cadence)
        },
    )
}

fn tables() -> impl Strategy<Value = PricingTable> {
    prop::sample::select(vec!["USD", "JPY", "KWD"]).prop_flat_map(|code| {
        let currency: Currency = code.parse().unwrap();
        let digits = currency.minor_digits();
        let groups = prop::collection::vec(
            (any::<u128>(), prop::sample::select(vec![Choice::All, Choice::Any]), prop::collection::vec(lines(digits), 0..6)),
            0..4,
        );
        (groups, adjustments(digits), adjustments(digits), any::<bool>()).prop_map(move |(groups, discount, deposit, inclusive)| {
            PricingTable {
                currency,
                tax_mode: if inclusive { TaxMode::Inclusive } else { TaxMode::Exclusive },
                discount,
                deposit,
                groups: groups
                    .into_iter()
                    .map(|(id, choice, items)| Group { id: Uuid::from_u128(id), name: "Group".to_owned(), choice, items })
                    .collect(),
            }
        })
    })
}

/// Rounding written down a second time, on decimals instead of whole numbers.
fn rounded(table: &PricingTable, amount: Decimal) -> Decimal {
    amount.round_dp_with_strategy(table.currency.minor_digits(), RoundingStrategy::MidpointAwayFromZero)
}

fn off(table: &PricingTable, amount: Decimal, discount: Option<Adjustment>) -> Decimal {
    match discount {
        None => Decimal::ZERO,
        Some(Adjustment { kind: AdjustmentKind::Percent, value }) => rounded(table, amount * value / Decimal::ONE_HUNDRED),
        Some(Adjustment { kind: AdjustmentKind::Amount, value }) => value.min(amount),
    }
}

fn counted(table: &PricingTable) -> Vec<&Item> {
    table.groups.iter().flat_map(|group| group.items.iter().filter(|item| item.counts(group.choice))).collect()
}

fn check_sums(table: &PricingTable, totals: &PricingTotals) -> Result<(), TestCaseError> {
    let counted = counted(table);
    prop_assert_eq!(totals.lines.len(), counted.len());
    let first_cadence = counted.iter().map(|item| item.cadence).min();
    for sums in &totals.cadences {
        let lines: Vec<(&Item, &LineTotal)> =
            counted.iter().copied().zip(&totals.lines).filter(|(item, _)| item.cadence == sums.cadence).collect();
        prop_assert!(lines.iter().all(|(item, line)| item.id == line.item_id));
        // Lines sum exactly.
        prop_assert_eq!(lines.iter().map(|(_, line)| line.amount).sum::<Decimal>(), sums.subtotal);
        prop_assert_eq!(lines.iter().map(|(_, line)| line.discount).sum::<Decimal>(), sums.discount);
        let taxes: Decimal = sums.taxes.iter().map(|tax| tax.amount).sum();
        let added = if table.tax_mode == TaxMode::Exclusive { taxes } else { Decimal::ZERO };
        prop_assert_eq!(sums.subtotal - sums.discount + added, sums.total);

        // The document discount is the discount of the whole, and each share is fair to a minor unit.
        let own = |item: &Item, line: &LineTotal| off(table, line.amount, item.discount);
        let net: Decimal = lines.iter().map(|(item, line)| line.amount - own(item, line)).sum();
        let applies = table.discount.filter(|discount| discount.kind == AdjustmentKind::Percent || first_cadence == Some(sums.cadence));
        let document = off(table, net, applies);
        let shares: Decimal = lines.iter().map(|(item, line)| line.discount - own(item, line)).sum();
        prop_assert_eq!(shares, document);
        for (item, line) in &lines {
            prop_assert_eq!(line.amount, rounded(table, item.quantity * item.unit_price));
            prop_assert!(line.discount <= line.amount && line.discount >= Decimal::ZERO);
            if !net.is_zero() {
                let fair = document * (line.amount - own(item, line)) / net;
                prop_assert!((line.discount - own(item, line) - fair).abs() < table.currency.minor_unit());
            }
        }
        // Tax per rate, of what is left.
        for tax in &sums.taxes {
            let base: Decimal =
                lines.iter().filter(|(item, _)| item.tax_rate == Some(tax.rate)).map(|(_, line)| line.amount - line.discount).sum();
            let exact = match table.tax_mode {
                TaxMode::Exclusive => base * tax.rate / Decimal::ONE_HUNDRED,
                TaxMode::Inclusive => base * tax.rate / (Decimal::ONE_HUNDRED + tax.rate),
            };
            prop_assert_eq!(tax.amount, rounded(table, exact));
        }
        let rates = lines.iter().filter_map(|(item, _)| item.tax_rate).collect::<BTreeSet<_>>();
        prop_assert_eq!(sums.taxes.iter().map(|tax| tax.rate).collect::<BTreeSet<_>>(), rates);
    }
    Ok(())
}

/// The first year lived through bill by bill, each bill a table of its own.
fn year(table: &PricingTable) -> Decimal {
    let first_cadence = counted(table).iter().map(|item| item.cadence).min();
    let mut sum = Decimal::ZERO;
    for cadence in Cadence::ALL {
        for bill in 0..cadence.bills_per_year() {
            let mut part = table.clone();
            part.discount = part.discount.filter(|discount| discount.kind == AdjustmentKind::Percent || first_cadence == Some(cadence));
            for group in &mut part.groups {
                let choice = group.choice;
                group.items.retain(|item| item.counts(choice) && item.cadence == cadence && item.cycles.is_none_or(|cycles| bill < cycles));
            }
            sum += totals(&part).unwrap().cadences.first().map_or(Decimal::ZERO, |sums| sums.total);
        }
    }
    sum
}

fn check_form(table: &PricingTable, totals: &PricingTotals) -> Result<(), TestCaseError> {
    let json = serde_json::to_value(totals).unwrap();
    let mut open = vec![&json];
    while let Some(value) = open.pop() {
        prop_assert!(!value.is_number());
        open.extend(value.as_array().into_iter().flatten());
        open.extend(value.as_object().into_iter().flat_map(|members| members.values()));
    }
    prop_assert_eq!(totals.total_amount.scale(), table.currency.minor_digits());
    prop_assert_eq!(&serde_json::from_value::<PricingTotals>(json).unwrap(), totals);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 10_000,
        failure_persistence: Some(Box::new(FileFailurePersistence::Off)),
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_table_sums_exactly(table in tables()) {
        let totals = totals(&table).unwrap();
        check_sums(&table, &totals)?;
        check_form(&table, &totals)?;
    }

    #[test]
    fn the_order_of_lines_changes_nothing(
        (table, shuffled) in tables().prop_flat_map(|table| {
            let groups = table.groups.clone();
            let shuffled = groups
                .into_iter()
                .map(|group| Just(group.items.clone()).prop_shuffle().prop_map(move |items| Group { items, ..group.clone() }))
                .collect::<Vec<_>>()
                .prop_shuffle();
            let again = table.clone();
            (Just(table), shuffled.prop_map(move |groups| PricingTable { groups, ..again.clone() }))
        })
    ) {
        let (a, b) = (totals(&table).unwrap(), totals(&shuffled).unwrap());
        prop_assert_eq!(&a.cadences, &b.cadences);
        prop_assert_eq!((a.total_amount, &a.total_label, a.deposit), (b.total_amount, &b.total_label, b.deposit));
        let by_id = |totals: PricingTotals| totals.lines.into_iter().map(|line| (line.item_id, (line.amount, line.discount))).collect::<BTreeMap<_, _>>();
        prop_assert_eq!(by_id(a), by_id(b));
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1_000,
        failure_persistence: Some(Box::new(FileFailurePersistence::Off)),
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_total_is_the_first_year_lived_through(table in tables()) {
        let totals = totals(&table).unwrap();
        prop_assert_eq!(totals.total_amount, year(&table));
        if let Some(deposit) = totals.deposit {
            prop_assert!(deposit >= Decimal::ZERO && deposit <= totals.total_amount);
        }
    }

    /// Any figures at all are added up or refused with a field; nothing overflows.
    #[test]
    fn any_figures_are_summed_or_refused(
        figures in prop::collection::vec((any::<i128>(), 0..=28_u32, any::<i64>(), 0..=18_u32), 1..20)
    ) {
        let items = (1..).zip(&figures).map(|(id, (price, price_scale, quantity, scale))| Item {
            unit_price: Decimal::from_i128_with_scale(*price >> 34, *price_scale),
            quantity: Decimal::new(*quantity, *scale),
            tax_rate: Some(Decimal::new(*quantity, *scale)),
            discount: Some(Adjustment::percent(Decimal::new(*quantity, *scale))),
            ..item(id, "1", "1", Cadence::Monthly)
        });
        if let Err(error) = totals(&table(items.collect())) {
            prop_assert!(!error.errors.is_empty() && error.errors.iter().all(|error| !error.field.is_empty()));
        }
    }
}
