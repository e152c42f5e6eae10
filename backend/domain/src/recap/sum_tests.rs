//! What stated sums prove of the amounts before them.

use pretty_assertions::assert_eq;
use rust_decimal::Decimal;

use super::amounts::{AmountRole, amounts};
use super::sum_search::{Limits, Way, best, product};
use crate::recap::Seller;

/// The amounts of a recap that are charged or taken off, each with its quantity and the months it is due.
fn charged(recap: &str, us: Option<&str>) -> Vec<String> {
    let said = amounts(recap, Seller { speaker: us, ..Seller::default() })
        .into_iter()
        .filter(|amount| matches!(amount.role, AmountRole::Price | AmountRole::Discount));
    said.map(|amount| {
        let (quantity, cycles) =
            amount.charge.map_or((Decimal::ONE, None), |charge| (charge.quantity, charge.cycles));
        let sign = if amount.role == AmountRole::Discount { "-" } else { "" };
        let cycles = cycles.map(|cycles| format!(" x{cycles}")).unwrap_or_default();
        format!("{} x {sign}{}{cycles}", quantity.normalize(), amount.value.normalize())
    })
    .collect()
}

#[test]
fn a_stated_sum_decides_what_it_counts() {
    let cases: [(&str, Option<&str>, &[&str]); 9] = [
        // Bare figures, in digits and in words, that no currency makes amounts.
        (
            "Ted: The cowl is 920 for your height.\nMrs Orr: Okay.\nTed: Fitting it, 610. And the hearth, cut to size, two hundred and forty.\nMrs Orr: My oil was £260 a month this winter.\nTed: Comes to £1,770.",
            Some("Ted"),
            &["1 x 920", "1 x 610", "1 x 240"],
        ),
        // A product in one sentence, the number in another.
        (
            "- 65 guests on the terrace\n- I quoted $38 per guest for the menu = $2,470\n- glasses $310\n- total comes to $2,780",
            None,
            &["65 x 38", "1 x 310"],
        ),
        // An earlier price times the number in the sentence of the product.
        (
            "Brand: Teilfolierung 640 € je Wagen, der Entwurf einmalig 280 €.\nSeiler: Gut. Und insgesamt?\nBrand: Vier mal Teilfolierung sind 2.560 €, mit Entwurf 2.840 € netto.",
            Some("Brand"),
            &["4 x 640", "1 x 280"],
        ),
        // Months that the sum covers.
        (
            "- we agreed on $950 a month from November, 5 months, that makes $4,750 for the season",
            None,
            &["1 x 950 x5"],
        ),
        // Hours of each month, which the sum does not cover.
        (
            "- care plan: 30 hours a month, $40 an hour, so $1,200\n- set-up $300",
            None,
            &["30 x 40", "1 x 300"],
        ),
        // What the words do not call a discount.
        (
            "démolition : 700 €\nmur neuf, 12 mètres à 190 € le mètre\nJe vous enlève 80 €, soit 2 900 € HT.",
            None,
            &["1 x 700", "12 x 190", "1 x -80"],
        ),
        // Payments that repeat the prices.
        (
            "- agreed: setup $6,500 plus data cleanup, 20 hours at $100\n- payments: $4,000 at signature, $4,500 at go-live",
            None,
            &["1 x 6500", "20 x 100"],
        ),
        // Behind the sum stands money that no word gives to anybody.
        (
            "je wagen 710€, entfernen pauschal 350, 6 wagen -> 4.610 netto\nder in Straubing wollte 690 pro auto",
            None,
            &["6 x 710", "1 x 350"],
        ),
        // Two ways to come to the sum prove nothing, but it is said to be one.
        (
            "- site: $500\n- texts: $400\n- logo: $300\n- shop: $200\n- in all $700",
            None,
            &["1 x 500", "1 x 400", "1 x 300", "1 x 200"],
        ),
    ];
    for (recap, us, expected) in cases {
        assert_eq!(charged(recap, us), expected, "{recap}");
    }
}

const LIMITS: Limits = Limits { most: 3, scarce: 2 };

fn way(part: char, adds: i64, deviates: u32) -> Way<char> {
    Way { part, adds: Decimal::from(adds), deviates, is_several: part == 'x' }
}

#[test]
fn the_nearest_assignment_is_taken_only_if_it_is_the_only_one() {
    let one = [(Decimal::ONE, 0)];
    let sum = |ways: &[Vec<Way<char>>], sum: i64| best(ways, Decimal::from(sum), &one, LIMITS);
    let two = [vec![way('-', 0, 2), way('a', 1_300, 0)], vec![way('-', 0, 2), way('b', 450, 0)]];
    assert_eq!(sum(&two, 1_750), Some(vec!['a', 'b']));
    assert_eq!(sum(&two, 1_760), None, "no assignment");
    assert_eq!(sum(&two, 1_300), None, "a single amount is no sum");
    let three = [two.concat(), two.concat(), vec![way('-', 0, 2), way('c', 700, 0)]];
    assert_eq!(sum(&three, 2_000), None, "two assignments");
}

#[test]
fn a_sum_that_chance_may_meet_proves_nothing() {
    let tenth = [(Decimal::ONE, 0), (Decimal::new(9, 1), 1)];
    let ways: Vec<Vec<Way<char>>> =
        (1..=5).map(|at| vec![way('-', 0, 0), way('a', at * 3 + at % 2, 0)]).collect();
    assert_eq!(best(&ways, Decimal::from(16), &tenth, LIMITS), None);
    let ways = [vec![way('-', 0, 0), way('x', 3_240, 1)]];
    assert_eq!(product(&ways, Decimal::from(2_916), &tenth, LIMITS), Some(vec!['x']), "less a tenth");
    assert_eq!(product(&ways, Decimal::from(2_915), &tenth, LIMITS), None);
}
