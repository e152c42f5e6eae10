//! How many a price is charged for, where the recap says it in another sentence: "12 stations ... 85 each".

use rust_decimal::Decimal;

use super::amounts::{RecapAmount, RecapReading};
use crate::{
    pricing::{Item, MAX_QUANTITY},
    reading::{
        charge::{Doubt, same_noun},
        units::{Is, Unit},
    },
};

/// The most numbers that are compared with the nouns of prices.
const COUNTS_MAX: usize = 2_000;

/// A number of things.
pub(super) struct Count {
    /// Its unit.
    at: usize,
    value: Decimal,
    /// The words behind the number, of which one names the things.
    nouns: Vec<String>,
}

/// The numbers of things in the recap.
pub(super) fn counts(units: &[Unit]) -> Vec<Count> {
    // "six 90-minute sessions": a number that a hyphen joins to a word tells the kind of the thing.
    let is_kind = |unit: &Unit| unit.hyphenated && matches!(unit.is, Is::Number { .. });
    let count = |at: usize| {
        let unit = units.get(at).filter(|unit| !is_kind(unit))?;
        let Is::Number { number, .. } = unit.is else { return None };
        let behind = units.get(at + 1..).unwrap_or_default().iter().filter(|unit| !is_kind(unit)).take(4);
        let nouns: Vec<String> = behind
            .take_while(|unit| matches!(unit.is, Is::Word | Is::Stop | Is::Tag(_)))
            .filter(|unit| matches!(unit.is, Is::Word | Is::Tag(_)))
            .map(|unit| unit.lower.clone())
            .collect();
        (!nouns.is_empty() && number.value >= Decimal::ONE && number.value <= MAX_QUANTITY).then_some(Count {
            at,
            value: number.value,
            nouns,
        })
    };
    (0..units.len()).filter_map(count).take(COUNTS_MAX).collect()
}

/// Completes the quantity of an item; false if it stays open.
pub(super) fn settle(item: &mut Item, reading: &RecapReading, amount: &RecapAmount, counts: &[Count]) -> bool {
    let Some(charge) = &amount.charge else { return true };
    // Whose the amount is has been weighed, and the sentences of a recap tell more than prices.
    let open: Vec<Doubt> = charge.doubts.iter().copied().filter(|doubt| !matches!(doubt, Doubt::NotOurs | Doubt::Leftover)).collect();
    let noun = charge.per.as_deref().or(item.unit.as_deref());
    let is_open = charge.per.is_some() || charge.doubts.contains(&Doubt::Quantity);
    if !is_open {
        return open.is_empty();
    }
    let names = charge.name.iter().filter_map(|at| reading.units.get(*at)).map(|unit| unit.lower.as_str());
    // "35 each table"
    let behind = reading.units.get(charge.amount + 1..).unwrap_or_default().iter().take(3);
    let behind = behind.take_while(|unit| matches!(unit.is, Is::Word | Is::Stop | Is::Tag(_))).filter(|unit| unit.is == Is::Word);
    let names = names.chain(behind.map(|unit| unit.lower.as_str()));
    let wanted: Vec<&str> = noun.into_iter().chain(names.filter(|_| noun.is_none())).collect();
    // "360 tour" is a name.
    let fits = |count: &&Count| {
        !charge.name.contains(&count.at) && count.nouns.iter().any(|noun| wanted.iter().any(|wanted| same_noun(noun, wanted)))
    };
    let mut values: Vec<Decimal> = counts.iter().filter(fits).map(|count| count.value).collect();
    values.sort_unstable();
    values.dedup();
    match values.as_slice() {
        [one] => {
            item.quantity = *one;
            open.iter().all(|doubt| *doubt == Doubt::Quantity)
        }
        _ => false,
    }
}
