//! Which bare figures of a recap are amounts of money: "I said thirty nine hundred", "3.800 im Jahr".

use std::ops::Range;

use rust_decimal::Decimal;

use super::roles::Evidence;
use crate::reading::{
    charge::Charge,
    lexicon::{Language, MoneyCue, Tag, lexicon},
    token::{Number, tokens},
    units::{Is, Unit, one},
};

/// Makes amounts of the figures that stand where a price would.
pub(super) fn promote(units: &mut [Unit], evidence: &Evidence, language: Language) {
    for at in 0..units.len() {
        if let Some(value) = upper_end(units, at, language)
            && let Some(unit) = units.get_mut(at)
        {
            unit.is = Is::Money { value, currency: None, sure: false };
        }
        let Some(Is::Number { number, spelled }) = units.get(at).map(|unit| unit.is) else { continue };
        let is_money = is_amount(units, at, &number, spelled, evidence);
        let stands_alone = spelled && number.value >= Decimal::ONE_HUNDRED && !counts(units, at);
        let Some(unit) = units.get_mut(at) else { continue };
        if is_money {
            unit.is = Is::Money { value: number.value, currency: None, sure: !number.ambiguous };
        } else if stands_alone {
            // A sum may count "three hundred and ten" like "310".
            unit.is = Is::Number { number, spelled: false };
        }
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

fn is_amount(units: &[Unit], at: usize, number: &Number, spelled: bool, evidence: &Evidence) -> bool {
    let get = |at: usize| units.get(at).map(|unit| unit.is);
    let next = get(at + 1);
    let before = at.checked_sub(1).and_then(get);
    let is_year = number.value >= Decimal::from(1900)
        && number.value <= Decimal::from(2100)
        && (number.plain || spelled);
    // "package 3,450" is no label.
    let labelled = number.plain
        && matches!(before, Some(Is::Tag(Tag::Reference | Tag::Quantity | Tag::MonthName) | Is::Mark('#')));
    if number.value < Decimal::from(5) || is_year || labelled {
        return false;
    }
    let rated = matches!(
        next,
        Some(Is::Tag(
            Tag::Monthly
                | Tag::Quarterly
                | Tag::Yearly
                | Tag::Each
                | Tag::UnitRate
                | Tag::Once
                | Tag::Flat
                | Tag::Per
                | Tag::PlusTax
                | Tag::InclTax
                | Tag::OtherCadence
        ))
    );
    if rated {
        // "from 10 pm"
        return number.value > Decimal::from(12)
            && (!matches!(get(at + 2), Some(Is::Number { .. })) || next != Some(Is::Tag(Tag::Per)));
    }
    if counts(units, at) {
        return false;
    }
    let large = number.value >= Decimal::ONE_HUNDRED;
    let grouped = !number.plain && !spelled && number.value >= Decimal::ONE_THOUSAND;
    let start = units.get(at).map_or(0, |unit| unit.span.start);
    let told = evidence
        .near_before(start, &[MoneyCue::Price, MoneyCue::Ours, MoneyCue::Superseded, MoneyCue::Counter]);
    large && told || grouped && has_money_beside(units, at)
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
