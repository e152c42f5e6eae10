//! What is observed of a figure without a currency: its shape and size, and what stands around it.

use std::borrow::Cow;

use rust_decimal::Decimal;

use super::super::nearby::word;
use super::super::roles::Evidence;
use super::super::weights::{Observations, WHOLE};
use super::has_money_beside;
use crate::reading::{
    lexicon::MoneyCue,
    token::Number,
    units::{Is, Unit},
};

/// The strength of what says less: a neighbour that is not the next one.
const LESS: i32 = 6;
/// How many units on each side are looked at.
const NEAR: usize = 5;
/// The upper ends of the sizes.
const SIZES: [i64; 8] = [5, 13, 32, 100, 1_000, 10_000, 100_000, i64::MAX];
/// The divisors of round figures.
const ROUND: [i64; 4] = [5, 10, 50, 100];
/// The cues right before a figure that are observed.
const CUES: [MoneyCue; 8] = [
    MoneyCue::Price,
    MoneyCue::Ours,
    MoneyCue::Superseded,
    MoneyCue::Counter,
    MoneyCue::Budget,
    MoneyCue::Past,
    MoneyCue::Cost,
    MoneyCue::Competitor,
];

/// What surrounds a figure.
pub(super) struct Surroundings<'r> {
    pub units: &'r [Unit],
    pub at: usize,
    pub evidence: &'r Evidence,
    /// Whether it stands below a heading of our prices.
    pub is_ours_below: bool,
    /// Whether some amount of the recap has a currency.
    pub names_money: bool,
}

/// What is observed of a figure.
pub(super) fn observe(number: &Number, spelled: bool, around: &Surroundings<'_>) -> Observations {
    let Surroundings { units, at, evidence, is_ours_below, names_money } = *around;
    let value = number.value;
    let size = SIZES.iter().find(|end| value < Decimal::from(**end)).copied().unwrap_or_default();
    let shape = match (spelled, number.plain) {
        (true, _) => "spelled",
        (false, true) => "plain",
        (false, false) => "grouped",
    };
    let is_year = (number.plain || spelled) && value >= Decimal::from(1900) && value <= Decimal::from(2100);
    let start = units.get(at).map_or(0, |unit| unit.span.start);
    let mut all: Observations = [
        (shape, true),
        ("cents", number.cents),
        ("ambiguous", number.ambiguous),
        ("year", is_year),
        ("money beside", has_money_beside(units, at)),
        ("no money", !names_money),
        ("below a heading of ours", is_ours_below),
    ]
    .into_iter()
    .filter(|(_, is_so)| *is_so)
    .map(|(name, _)| (Cow::Borrowed(name), WHOLE))
    .collect();
    let mut add = |name: String, strength: i32| all.push((Cow::Owned(name), strength));
    add(format!("size {size}"), WHOLE);
    add(format!("size {size} {shape}"), WHOLE);
    for divisor in ROUND.into_iter().filter(|divisor| (value % Decimal::from(*divisor)).is_zero()) {
        add(format!("round {divisor}"), WHOLE);
    }
    for cue in CUES.into_iter().filter(|cue| evidence.near_before(start, &[*cue])) {
        add(format!("cue {}", <&str>::from(cue)), WHOLE);
    }
    let before: Vec<&Unit> = units.get(..at).unwrap_or_default().iter().rev().take(NEAR).collect();
    let behind: Vec<&Unit> = units.get(at + 1..).unwrap_or_default().iter().take(NEAR).collect();
    let kinds =
        |side: &[&Unit]| [0, 1].map(|at| side.get(at).map_or_else(|| "end".to_owned(), |unit| kind(unit)));
    let ([last, last_but_one], [next, next_but_one]) = (kinds(&before), kinds(&behind));
    add(format!("next {next}"), WHOLE);
    add(format!("next {next} size {size}"), WHOLE);
    add(format!("last {last}"), WHOLE);
    add(format!("between {last} {next}"), WHOLE);
    add(format!("next {next} {next_but_one}"), LESS);
    add(format!("last {last_but_one} {last}"), LESS);
    for (side, words) in [("before", before), ("behind", behind)] {
        for (distance, unit) in words.into_iter().enumerate() {
            if !matches!(unit.is, Is::Number { .. } | Is::Money { .. }) {
                let place = if distance == 0 { "right " } else { "" };
                add(format!("{place}{side} {}", word(unit)), if distance <= 1 { WHOLE } else { LESS });
            }
        }
    }
    all
}

/// What a unit is, without its words.
fn kind(unit: &Unit) -> String {
    match unit.is {
        Is::Money { .. } => "money".to_owned(),
        Is::Number { .. } => "number".to_owned(),
        Is::Percent(_) => "percent".to_owned(),
        Is::Tag(tag) => <&str>::from(tag).to_owned(),
        Is::Word => "word".to_owned(),
        Is::Stop => "stop".to_owned(),
        Is::Garbled => "garbled".to_owned(),
        Is::Reference => "reference".to_owned(),
        Is::Currency(_) => "currency".to_owned(),
        Is::Mark(mark) => format!("mark {mark}"),
        Is::Break => "break".to_owned(),
    }
}
