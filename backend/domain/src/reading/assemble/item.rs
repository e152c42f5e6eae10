//! The line item of a charge: its figures, its name and the words that it comes from.

use uuid::Uuid;

use crate::{
    pricing::{Cadence, Item, Origin},
    reading::{charge::Charge, units::Unit, whole::capitalised},
};

/// Longest `source` kept with an item, in characters.
const MAX_SOURCE: usize = 500;
/// Longest name of an item, in characters.
const MAX_NAME: usize = 200;

/// The item of a charge.
pub fn item(text: &str, units: &[Unit], charge: &Charge, id: Uuid) -> Item {
    Item {
        id,
        name: name(text, units, charge),
        description: None,
        unit: charge.unit.clone(),
        quantity: charge.quantity,
        quantity_min: None,
        quantity_max: None,
        unit_price: charge.value.normalize(),
        cadence: charge.cadence,
        cycles: charge.cycles.filter(|_| charge.cadence != Cadence::Once),
        optional: charge.optional,
        selected: !charge.optional,
        discount: None,
        taxes: Vec::new(),
        origin: Origin::User,
        confirmed: charge.doubts.is_empty(),
        source: Some(source(text, charge)),
    }
}

/// The words of a charge's clause.
pub(super) fn source(text: &str, charge: &Charge) -> String {
    let words = text.get(charge.span.clone()).unwrap_or_default();
    words
        .trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|' | '\u{2022}'))
        .chars()
        .take(MAX_SOURCE)
        .collect()
}

/// The words that name a charge, as written.
fn name(text: &str, units: &[Unit], charge: &Charge) -> String {
    let span = charge
        .name
        .first()
        .and_then(|at| units.get(*at))
        .zip(charge.name.last().and_then(|at| units.get(*at)));
    // "set-up" is one word for a name.
    let rest = |end: usize| text.get(end..).unwrap_or_default();
    let glued = |end: usize| {
        rest(end)
            .strip_prefix('-')
            .map_or(0, |after| after.find(|c: char| !c.is_alphanumeric()).unwrap_or(after.len()) + 1)
    };
    let before = |start: usize| {
        let head = text.get(..start).unwrap_or_default();
        head.strip_suffix('-')
            .map_or(0, |head| head.len() - head.trim_end_matches(char::is_alphanumeric).len() + 1)
    };
    let words = span
        .and_then(|(first, last)| {
            text.get(first.span.start - before(first.span.start)..last.span.end + glued(last.span.end))
        })
        .unwrap_or_default()
        .trim();
    if words.is_empty() { fallback(charge).to_owned() } else { one_line(&capitalised(words), MAX_NAME) }
}

/// A name that spans two lines of the text, in one.
pub(super) fn one_line(name: &str, limit: usize) -> String {
    name.chars().map(|c| if c.is_control() { ' ' } else { c }).take(limit).collect()
}

/// The name of a charge that the words do not name.
pub fn fallback(charge: &Charge) -> &'static str {
    let [hourly, once, monthly, quarterly, yearly] = FALLBACKS;
    match (charge.cadence, charge.unit.as_deref()) {
        (Cadence::Once, Some("hour" | "hours" | "h")) => hourly,
        (Cadence::Once, _) => once,
        (Cadence::Monthly, _) => monthly,
        (Cadence::Quarterly, _) => quarterly,
        (Cadence::Yearly, _) => yearly,
    }
}

/// Whether a name is one of those that the words do not name.
pub fn is_fallback(name: &str) -> bool {
    FALLBACKS.contains(&name)
}

const FALLBACKS: [&str; 5] = ["Hourly work", "Project fee", "Monthly fee", "Quarterly fee", "Yearly fee"];
