//! The words around an amount as observations: what stands right before it, right behind it, and elsewhere in
//! its sentence. Which of them say whose money it is was learned.

use std::borrow::Cow;

use super::amounts::Place;
use super::weights::{Observations, WHOLE};
use crate::reading::units::{Is, Unit};

/// Words up to this distance count by their side.
const NEAR: usize = 5;
/// Words beyond this distance say nothing.
const FAR: usize = 25;
/// The words of other sentences on either side that may say something of the amount.
const BESIDE: usize = 10;
/// Stands for every figure.
const FIGURE: &str = "#";

/// The words of the sentence of an amount, each once, and those of the sentences beside it unless it is an entry
/// of a list, whose neighbours say other things.
pub(super) fn words(units: &[Unit], place: &Place, is_entry: bool) -> Observations {
    let sentence = &place.sentence;
    let at = units.partition_point(|unit| unit.span.start < place.span.start);
    let before = units.get(..at).unwrap_or_default().iter().rev();
    let behind = units.get(at + 1..).unwrap_or_default().iter();
    let mut words: Vec<String> = Vec::new();
    let mut add = |side: &str, distance: usize, unit: &Unit| {
        let word = word(unit);
        words.push(format!("sentence {word}"));
        if distance < NEAR {
            words.push(format!("{side} {word}"));
        }
    };
    for (distance, unit) in before.take_while(|unit| unit.span.start >= sentence.start).take(FAR).enumerate()
    {
        add("before", distance, unit);
    }
    for (distance, unit) in behind.take_while(|unit| unit.span.end <= sentence.end).take(FAR).enumerate() {
        add("behind", distance, unit);
    }
    let from = units.partition_point(|unit| unit.span.start < sentence.start);
    let until = units.partition_point(|unit| unit.span.start < sentence.end);
    let earlier = units.get(from.saturating_sub(BESIDE)..from).unwrap_or_default();
    let later = units.get(until..(until + BESIDE).min(units.len())).unwrap_or_default();
    for (side, beside) in [("earlier", earlier), ("later", later)] {
        // What stands beside another amount is said of that.
        let names_amount = beside.iter().any(|unit| matches!(unit.is, Is::Money { .. }));
        if !is_entry && !names_amount {
            words.extend(beside.iter().map(|unit| format!("{side} {}", word(unit))));
        }
    }
    words.sort_unstable();
    words.dedup();
    words.into_iter().map(|word| (Cow::Owned(word), WHOLE)).collect()
}

/// A unit as a word.
pub(super) fn word(unit: &Unit) -> &str {
    match unit.is {
        Is::Money { .. } | Is::Number { .. } | Is::Percent(_) | Is::Garbled | Is::Reference => FIGURE,
        Is::Break => "\\n",
        _ => &unit.lower,
    }
}
