//! Properties of the pricing engine, checked with ten thousand random tables.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use rust_decimal::RoundingStrategy;

use super::tests::{item, table, tax};
use super::*;
use crate::pricing::{Choice, Group, Milestone, Tax};

/// A figure up to `max`, with up to `scale` decimals.
fn figure(max: i64, scale: u32) -> impl Strategy<Value = Decimal> {
    (0..=scale).prop_flat_map(move |scale| {
        (0..=max * 10_i64.pow(scale)).prop_map(move |units| Decimal::new(units, scale))
    })
}

fn adjustments(digits: u32) -> impl Strategy<Value = Option<Adjustment>> {
    prop_oneof![
        2 => Just(None),
        2 => figure(100, 4).prop_map(|value| Some(Adjustment::percent(value))),
        2 => (0..=200_000_i64).prop_map(move |units| Some(Adjustment::amount(Decimal::new(units, digits)))),
    ]
}

fn lines(digits: u32) -> impl Strategy<Value = Item> {
    let all = vec![
        tax("", "0"),
        tax("VAT", "5"),
        tax("VAT", "7.5"),
        tax("City", "8.8750"),
        tax("", "19"),
        tax("GST", "20.00"),
    ];
    let taxes = prop_oneof![1 => Just(Vec::new()), 2 => prop::sample::subsequence(all, 0..=4)];
    let figures = (
        figure(50, 4),
        figure(5_000, 4),
        prop::sample::select(Cadence::ALL.to_vec()),
        prop::option::of(1..40_u32),
    );
    (any::<u128>(), figures, any::<(bool, bool)>(), adjustments(digits), taxes).prop_map(
        |(id, (quantity, unit_price, cadence, cycles), (optional, selected), discount, taxes)| Item {
            quantity,
            unit_price,
            cycles: cycles.filter(|_| cadence != Cadence::Once),
            optional,
            selected,
            discount,
            taxes,
            ..item(id, "1", "0", cadence)
        },
    )
}

/// A whole split into percentages, perhaps incomplete.
fn milestones() -> impl Strategy<Value = Vec<Milestone>> {
    prop::collection::vec(0..=1_000_000_i64, 1..6).prop_map(|mut cuts| {
        cuts.sort_unstable();
        let mut last = 0;
        (1..)
            .zip(cuts)
            .map(|(id, cut)| {
                let share = Adjustment::percent(Decimal::new(cut - last, 4));
                last = cut;
                Milestone { id: Uuid::from_u128(id), name: format!("Milestone {id}"), due: None, share }
            })
            .collect()
    })
}

fn paid(digits: u32) -> impl Strategy<Value = (Option<Adjustment>, Vec<Milestone>)> {
    prop_oneof![
        adjustments(digits).prop_map(|deposit| (deposit, Vec::new())),
        milestones().prop_map(|milestones| (None, milestones))
    ]
}

fn tables() -> impl Strategy<Value = PricingTable> {
    prop::sample::select(vec!["USD", "JPY", "KWD"]).prop_flat_map(|code| {
        let currency: Currency = code.parse().unwrap();
        let digits = currency.minor_digits();
        let groups = prop::collection::vec(
            (
                any::<u128>(),
                prop::sample::select(vec![Choice::All, Choice::Any]),
                prop::collection::vec(lines(digits), 0..6),
            ),
            0..4,
        );
        (groups, adjustments(digits), paid(digits), any::<bool>()).prop_map(
            move |(groups, discount, (deposit, milestones), inclusive)| PricingTable {
                currency,
                tax_mode: if inclusive { TaxMode::Inclusive } else { TaxMode::Exclusive },
                discount,
                deposit,
                milestones,
                groups: groups
                    .into_iter()
                    .map(|(id, choice, items)| Group {
                        id: Uuid::from_u128(id),
                        name: "Group".to_owned(),
                        choice,
                        items,
                    })
                    .collect(),
            },
        )
    })
}

/// An independent implementation of rounding, on decimals instead of whole numbers.
fn rounded(table: &PricingTable, amount: Decimal) -> Decimal {
    amount.round_dp_with_strategy(table.currency.minor_digits(), RoundingStrategy::MidpointAwayFromZero)
}

fn off(table: &PricingTable, amount: Decimal, discount: Option<Adjustment>) -> Decimal {
    match discount {
        None => Decimal::ZERO,
        Some(Adjustment { kind: AdjustmentKind::Percent, value }) => {
            rounded(table, amount * value / Decimal::ONE_HUNDRED)
        }
        Some(Adjustment { kind: AdjustmentKind::Amount, value }) => value.min(amount),
    }
}

fn counted(table: &PricingTable) -> Vec<&Item> {
    table
        .groups
        .iter()
        .flat_map(|group| group.items.iter().filter(|item| item.counts(group.choice)))
        .collect()
}

fn check_sums(table: &PricingTable, totals: &PricingTotals) -> Result<(), TestCaseError> {
    let counted = counted(table);
    prop_assert_eq!(totals.lines.len(), counted.len());
    let first_cadence = counted.iter().map(|item| item.cadence).min();
    for sums in &totals.cadences {
        let lines: Vec<(&Item, &LineTotal)> = counted
            .iter()
            .copied()
            .zip(&totals.lines)
            .filter(|(item, _)| item.cadence == sums.cadence)
            .collect();
        prop_assert!(lines.iter().all(|(item, line)| item.id == line.item_id));
        // Lines sum exactly.
        prop_assert_eq!(lines.iter().map(|(_, line)| line.amount).sum::<Decimal>(), sums.subtotal);
        prop_assert_eq!(lines.iter().map(|(_, line)| line.discount).sum::<Decimal>(), sums.discount);
        let taxes: Decimal = sums.taxes.iter().map(|tax| tax.amount).sum();
        let added = if table.tax_mode == TaxMode::Exclusive { taxes } else { Decimal::ZERO };
        prop_assert_eq!(sums.subtotal - sums.discount + added, sums.total);

        // The document discount equals the discount on the whole, and each share is correct to a minor unit.
        let own = |item: &Item, line: &LineTotal| off(table, line.amount, item.discount);
        let net: Decimal = lines.iter().map(|(item, line)| line.amount - own(item, line)).sum();
        let applies = table.discount.filter(|discount| {
            discount.kind == AdjustmentKind::Percent || first_cadence == Some(sums.cadence)
        });
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
        // Taxes on the discounted amounts.
        let left = |line: &LineTotal| line.amount - line.discount;
        let bears = |item: &Item, tax: &TaxTotal| {
            item.taxes.iter().any(|one| one.rate == tax.rate && one.name == tax.name)
        };
        match table.tax_mode {
            TaxMode::Exclusive => {
                for tax in &sums.taxes {
                    let base: Decimal =
                        lines.iter().filter(|(item, _)| bears(item, tax)).map(|(_, line)| left(line)).sum();
                    prop_assert_eq!(tax.amount, rounded(table, base * tax.rate / Decimal::ONE_HUNDRED));
                }
            }
            TaxMode::Inclusive => {
                // The taxes included in lines with the same taxes add up to the price together with the net
                // amount.
                let mut alike: BTreeMap<BTreeSet<(&str, Decimal)>, Decimal> = BTreeMap::new();
                for (item, line) in &lines {
                    let taxes = item.taxes.iter().map(|tax| (tax.name.as_str(), tax.rate)).collect();
                    *alike.entry(taxes).or_default() += left(line);
                }
                let rate =
                    |taxes: &BTreeSet<(&str, Decimal)>| taxes.iter().map(|(_, rate)| *rate).sum::<Decimal>();
                let contained = alike.iter().map(|(taxes, base)| {
                    rounded(table, base * rate(taxes) / (Decimal::ONE_HUNDRED + rate(taxes)))
                });
                prop_assert_eq!(contained.sum::<Decimal>(), taxes);
                for tax in &sums.taxes {
                    let bearing =
                        || alike.iter().filter(|(taxes, _)| taxes.contains(&(tax.name.as_str(), tax.rate)));
                    let fair: Decimal = bearing()
                        .map(|(taxes, base)| base * tax.rate / (Decimal::ONE_HUNDRED + rate(taxes)))
                        .sum();
                    let tolerance = table.currency.minor_unit() * Decimal::from(2 * bearing().count());
                    prop_assert!((tax.amount - fair).abs() < tolerance, "{} is not {}", tax.amount, fair);
                }
            }
        }
        let borne = lines
            .iter()
            .flat_map(|(item, _)| &item.taxes)
            .map(|tax| (tax.rate, tax.name.as_str()))
            .collect::<BTreeSet<_>>();
        prop_assert!(sums.taxes.iter().map(|tax| (tax.rate, tax.name.as_str())).eq(borne));
    }
    Ok(())
}

/// The first year simulated bill by bill, each bill as a separate table.
fn year(table: &PricingTable) -> Decimal {
    let first_cadence = counted(table).iter().map(|item| item.cadence).min();
    let mut sum = Decimal::ZERO;
    for cadence in Cadence::ALL {
        for bill in 0..cadence.bills_per_year() {
            let mut part = table.clone();
            part.discount = part.discount.filter(|discount| {
                discount.kind == AdjustmentKind::Percent || first_cadence == Some(cadence)
            });
            for group in &mut part.groups {
                let choice = group.choice;
                group.items.retain(|item| {
                    item.counts(choice)
                        && item.cadence == cadence
                        && item.cycles.is_none_or(|cycles| bill < cycles)
                });
            }
            sum += totals(&part).unwrap().cadences.first().map_or(Decimal::ZERO, |sums| sums.total);
        }
    }
    sum
}

fn check_milestones(table: &PricingTable, totals: &PricingTotals) -> Result<(), TestCaseError> {
    let once = totals
        .cadences
        .iter()
        .find(|sums| sums.cadence == Cadence::Once)
        .map_or(Decimal::ZERO, |sums| sums.total);
    let percent: Decimal = table.milestones.iter().map(|milestone| milestone.share.value).sum();
    let sum: Decimal = totals.milestones.iter().map(|milestone| milestone.amount).sum();
    // A hundred percent is exactly the total.
    prop_assert_eq!(sum, rounded(table, once * percent / Decimal::ONE_HUNDRED));
    for (asked, milestone) in table.milestones.iter().zip(&totals.milestones) {
        prop_assert_eq!(asked.id, milestone.milestone_id);
        let fair = once * asked.share.value / Decimal::ONE_HUNDRED;
        prop_assert!((milestone.amount - fair).abs() < table.currency.minor_unit() * Decimal::TWO);
    }
    Ok(())
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
        check_milestones(&table, &totals)?;
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

    /// Any figures are totalled or refused with a field; nothing overflows.
    #[test]
    fn any_figures_are_summed_or_refused(
        figures in prop::collection::vec((any::<i128>(), 0..=28_u32, any::<i64>(), 0..=18_u32), 1..20)
    ) {
        let items = (1..).zip(&figures).map(|(id, (price, price_scale, quantity, scale))| Item {
            unit_price: Decimal::from_i128_with_scale(*price >> 34, *price_scale),
            quantity: Decimal::new(*quantity, *scale),
            taxes: vec![Tax { name: String::new(), rate: Decimal::new(*quantity, *scale) }],
            discount: Some(Adjustment::percent(Decimal::new(*quantity, *scale))),
            ..item(id, "1", "1", Cadence::Monthly)
        });
        if let Err(error) = totals(&table(items.collect())) {
            prop_assert!(!error.errors.is_empty() && error.errors.iter().all(|error| !error.field.is_empty()));
        }
    }
}
