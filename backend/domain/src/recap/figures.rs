//! Which bare figures of a recap are amounts of money: "I said thirty nine hundred", "3.800 im Jahr".

mod observation;

use std::ops::Range;
use std::sync::LazyLock;

use rust_decimal::Decimal;

use self::observation::{Surroundings, observe};
use super::roles::Evidence;
use super::turns::Turns;
use super::weights::{Observations, Weights};
use crate::reading::{
    charge::Charge,
    lexicon::{Language, Tag, lexicon},
    token::{Number, tokens},
    units::{Is, Unit, one},
};

/// A figure is an amount from this logarithm of the odds on, in hundredths.
const LIKELY: i32 = 100;

static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| Weights::parse(include_str!("figures/weights.txt")));

/// The same where the words behind it say what it counts.
const COUNTING: i32 = 150;

/// A figure of a recap.
#[derive(Debug)]
pub struct Figure {
    pub value: Decimal,
    /// What is observed of it; nothing for one with a currency.
    pub observed: Observations,
}

/// Makes amounts of the figures that stand where a price would.
pub(super) fn promote(units: &mut [Unit], evidence: &Evidence, turns: &Turns, language: Language) {
    for (at, is) in changed(units, evidence, turns, language) {
        if let Some(unit) = units.get_mut(at) {
            unit.is = is;
        }
    }
}

/// The units that mean something else than their words alone say, by their place.
fn changed(units: &[Unit], evidence: &Evidence, turns: &Turns, language: Language) -> Vec<(usize, Is)> {
    let mut all = Vec::new();
    let observe = observed(units, evidence, turns);
    for at in 0..units.len() {
        if let Some(value) = upper_end(units, at, language) {
            all.push((at, Is::Money { value, currency: None, sure: false }));
        }
        let Some(Is::Number { number, spelled }) = units.get(at).map(|unit| unit.is) else { continue };
        let is_of_name = number.plain && language != Language::German && stands_behind_name(units, at);
        let score = WEIGHTS.score(&observe(at));
        let least = if counts(units, at) { COUNTING } else { LIKELY };
        if score > least && !is_of_name {
            all.push((at, Is::Money { value: number.value, currency: None, sure: !number.ambiguous }));
        } else if spelled && number.value >= Decimal::ONE_HUNDRED && !counts(units, at) {
            // A sum may count "three hundred and ten" like "310".
            all.push((at, Is::Number { number, spelled: false }));
        }
    }
    all
}

/// Whether a figure stands behind a word that a capital letter begins in the middle of a sentence: "Microsoft
/// 365". German begins every noun so.
fn stands_behind_name(units: &[Unit], at: usize) -> bool {
    let before = |back: usize| at.checked_sub(back).and_then(|at| units.get(at));
    let follows = before(2).is_some_and(|unit| matches!(unit.is, Is::Word | Is::Stop | Is::Tag(_)));
    before(1).is_some_and(|unit| unit.is == Is::Word && unit.opens && follows)
}

/// The figures of a text outside of its tables.
pub(super) fn all(units: &[Unit], evidence: &Evidence, turns: &Turns) -> Vec<Figure> {
    let observe = observed(units, evidence, turns);
    let figure = |(at, unit): (usize, &Unit)| match unit.is {
        Is::Money { value, .. } | Is::Number { number: Number { value, .. }, .. } => {
            Some(Figure { value, observed: observe(at) })
        }
        _ => None,
    };
    units.iter().enumerate().filter_map(figure).collect()
}

/// What is observed of the figure of each unit that is one.
fn observed<'u>(
    units: &'u [Unit],
    evidence: &'u Evidence,
    turns: &'u Turns,
) -> impl Fn(usize) -> Observations + 'u {
    let names_money = units.iter().any(|unit| matches!(unit.is, Is::Money { .. }));
    move |at| match units.get(at) {
        Some(Unit { is: Is::Number { number, spelled }, span, .. }) => {
            let is_ours_below = evidence.is_ours_below(turns.line_at(span.start));
            observe(number, *spelled, &Surroundings { units, at, evidence, is_ours_below, names_money })
        }
        _ => Observations::new(),
    }
}

/// "between 6 and 9 grand", "from four to seven thousand": the upper end of a range in hundreds that counts
/// nothing.
fn upper_end(units: &[Unit], at: usize, language: Language) -> Option<Decimal> {
    let is = |at: usize| units.get(at).map(|unit| unit.is);
    let is_range = is(at) == Some(Is::Reference)
        && is(at.checked_sub(2)?) == Some(Is::Reference)
        && is(at - 1) == Some(Is::Stop);
    let counts = matches!(is(at + 1), Some(Is::Word | Is::Percent(_)))
        || matches!(is(at + 1), Some(Is::Tag(tag)) if tag.is_time());
    let unit = units.get(at).filter(|_| is_range && !counts)?;
    match one(&tokens(&unit.lower, language), lexicon(language)).0 {
        Is::Number { number, .. }
            if number.value >= Decimal::ONE_HUNDRED && (!number.plain || number.digits < 4) =>
        {
            Some(number.value)
        }
        _ => None,
    }
}

/// "so um die 1.200 bis 1.600, kommt darauf an": a large figure that measures nothing, in a sentence about an
/// open price.
pub(super) fn is_open(units: &[Unit], charge: &Charge, evidence: &Evidence, sentence: &Range<usize>) -> bool {
    let measures =
        matches!(units.get(charge.amount + 1).map(|unit| unit.is), Some(Is::Word | Is::Tag(Tag::Times)));
    charge.value >= Decimal::ONE_HUNDRED && !measures && evidence.is_open(sentence.clone())
}

/// Whether the unit behind a figure says what it counts or measures.
pub(super) fn counts(units: &[Unit], at: usize) -> bool {
    match units.get(at + 1).map(|unit| unit.is) {
        Some(
            Is::Word
            | Is::Percent(_)
            | Is::Number { .. }
            | Is::Reference
            | Is::Garbled
            | Is::Mark(':' | '%' | '\u{b0}' | '"'),
        ) => true,
        Some(Is::Tag(tag)) => {
            tag.is_time()
                || matches!(tag, Tag::CountNoun | Tag::Instalment | Tag::Times | Tag::MonthName | Tag::Extra)
        }
        _ => false,
    }
}

/// Whether an amount of money stands in the same sentence.
fn has_money_beside(units: &[Unit], at: usize) -> bool {
    let is_open = |unit: &&Unit| !matches!(unit.is, Is::Break | Is::Mark(';' | '?' | '!'));
    let after = units.get(at + 1..).unwrap_or_default().iter().take(30).take_while(is_open);
    let before = units.get(..at).unwrap_or_default().iter().rev().take(30).take_while(is_open);
    after.chain(before).any(|unit| matches!(unit.is, Is::Money { .. }))
}

#[cfg(test)]
mod tests {
    use crate::recap::Seller;
    use pretty_assertions::assert_eq;

    use crate::recap::amounts;

    #[test]
    fn a_figure_is_an_amount_where_a_price_would_stand() {
        for (recap, found) in [
            (
                "Notes:\n- they want the roof surveyed before winter\n- the survey's 165 a building, 4 buildings",
                &["165"][..],
            ),
            (
                "Okay so the glossary set-up is four hundred and fifty, that one she's fine with, and 14 pages of text.",
                &["four hundred and fifty"],
            ),
            (
                "- neue Website für den Verein\n- Bestandsaufnahme vor Ort, alle 3 Standorte: 1.950\n- 22 Seiten",
                &["1.950"],
            ),
            ("- la salle : 190\n- 12 plats à photographier", &["190"]),
            ("We'd migrate everything to Microsoft 365, then train the 31 people who use it.", &[]),
            ("They count 3,000 postcards by hand and open at 9.", &[]),
        ] {
            let read: Vec<String> =
                amounts(recap, Seller::default()).into_iter().map(|amount| amount.text).collect();
            assert_eq!(read, found, "{recap}");
        }
    }
}
