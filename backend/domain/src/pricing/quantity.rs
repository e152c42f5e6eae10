//! Reads the quantity that a price is multiplied by, and the number of times a recurring price is charged.

use std::ops::Range;

use rust_decimal::Decimal;

use super::{
    Cadence, MAX_CYCLES, MAX_DECIMALS, MAX_QUANTITY,
    clause::Clause,
    scan::{Kind, Token},
    words,
};

/// The multipliers of a clause's amount.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Absent means one.
    pub(super) quantity: Option<Decimal>,
    /// The unit, singular.
    pub(super) unit: Option<String>,
    pub(super) cycles: Option<u32>,
    /// "$200 x 12 months" implies the cadence by its length.
    pub(super) cadence: Option<Cadence>,
    /// The price is a rate without a quantity; or the number makes no sense.
    pub(super) open: bool,
    /// The tokens they were read from.
    pub(super) used: Vec<usize>,
}

/// Reads a clause's multipliers. `cadence` is the one that the clause states; `is_free` selects the tokens
/// without another meaning.
pub(super) fn counts(tokens: &[Token<'_>], clause: &Clause, cadence: Option<Cadence>, is_free: &dyn Fn(usize) -> bool) -> Counts {
    let mut counts = Counts::default();
    let rate = rate(tokens, clause, &mut counts);
    read_cycles(tokens, clause, cadence, &mut counts);
    let taken: Vec<usize> = counts.used.clone();
    let numbers: Vec<(usize, Decimal)> = clause
        .region
        .clone()
        .filter(|at| !clause.amount.tokens.contains(at) && !taken.contains(at) && is_free(*at))
        .filter_map(|at| Some((at, tokens.get(at)?.number()?)))
        .collect();
    let found = match &rate {
        Rate::Per(unit) => numbers.iter().find_map(|(at, number)| {
            let noun = (at + 1..at + 4).find(|noun| tokens.get(*noun).is_some_and(|token| counts_unit(token, unit)))?;
            // "40 hours" is no name, "8 blog posts" is one.
            let used = if words::time_unit(unit).is_some() { at + 1..noun + 1 } else { at + 1..at + 1 };
            Some((*number, used, *at, Some(unit.clone())))
        }),
        Rate::Each => numbers
            .iter()
            .rfind(|(at, _)| *at < clause.amount.tokens.start)
            .map(|(at, number)| (*number, at + 1..at + 1, *at, unit_at(tokens, at + 1))),
        Rate::None => None,
    }
    .or_else(|| linked(tokens, clause, &numbers));
    match found {
        Some((number, unit_tokens, at, unit)) => {
            let number = number.normalize();
            if number <= MAX_QUANTITY && number.scale() <= MAX_DECIMALS && !number.is_zero() {
                counts.quantity = Some(number);
            } else {
                counts.open = true;
            }
            counts.unit = counts.unit.or(unit);
            counts.used.push(at);
            counts.used.extend(unit_tokens);
        }
        None => counts.open |= rate != Rate::None,
    }
    counts
}

#[derive(PartialEq, Eq)]
enum Rate {
    /// A price for everything together.
    None,
    /// "$400 each".
    Each,
    /// "$120 per hour".
    Per(String),
}

/// Whether the amount is a unit price, according to what follows it ("/hour", "per user", "a page", "each",
/// "hourly") or an "hourly" before it.
fn rate(tokens: &[Token<'_>], clause: &Clause, counts: &mut Counts) -> Rate {
    let mut rate = Rate::None;
    let mut at = clause.amount.tokens.end;
    while let Some(token) = tokens.get(at).filter(|_| at < clause.region.end) {
        let next = tokens.get(at + 1).filter(|next| next.kind == Kind::Word && at + 1 < clause.region.end);
        let word = token.lower.as_str();
        if matches!(word, "each" | "ea" | "apiece") && next.is_none_or(|next| words::cadence_noun(&next.lower).is_none()) {
            rate = Rate::Each;
            counts.used.push(at);
            at += 1;
        } else if let Some(unit) = words::rate_adverb(word) {
            rate = Rate::Per(unit.to_owned());
            counts.used.push(at);
            at += 1;
        } else if let Some(next) = next.filter(|_| token.is_sign('/') || matches!(word, "per" | "a" | "an")) {
            if words::cadence_noun(&next.lower).is_none() {
                let known = words::time_unit(&next.lower).or_else(|| words::piece_unit(&next.lower)).map(str::to_owned);
                let free = (word == "per" || token.is_sign('/')).then(|| next.lower.chars().take(40).collect());
                let Some(unit) = known.or(free) else { break };
                rate = Rate::Per(unit);
                counts.used.extend([at, at + 1]);
            }
            at += 2;
        } else {
            break;
        }
    }
    if rate == Rate::None {
        let adverb = (clause.region.start..clause.amount.tokens.start)
            .find_map(|at| Some((at, tokens.get(at).filter(|token| token.is_word("hourly") || token.is_word("daily"))?)));
        if let Some((at, unit)) = adverb.and_then(|(at, token)| Some((at, words::rate_adverb(&token.lower)?))) {
            rate = Rate::Per(unit.to_owned());
            counts.used.push(at);
        }
    }
    if let Rate::Per(unit) = &rate {
        counts.unit = Some(unit.clone());
    }
    rate
}

fn counts_unit(token: &Token<'_>, unit: &str) -> bool {
    token.kind == Kind::Word
        && (words::time_unit(&token.lower) == Some(unit)
            || words::piece_unit(&token.lower) == Some(unit)
            || token.lower == unit
            || token.lower.strip_suffix('s') == Some(unit))
}

fn unit_at(tokens: &[Token<'_>], at: usize) -> Option<String> {
    let token = tokens.get(at)?;
    words::time_unit(&token.lower).or_else(|| words::piece_unit(&token.lower)).map(str::to_owned)
}

/// A number, the tokens of its unit, its own token, and the unit.
type Linked = (Decimal, Range<usize>, usize, Option<String>);

/// "40 hours at $120", "3 x $200", "$200 x 3 pages". With "at" only time is counted: "a site with
/// 5 pages at $4,500" has one price.
fn linked(tokens: &[Token<'_>], clause: &Clause, numbers: &[(usize, Decimal)]) -> Option<Linked> {
    let times = |at: usize| tokens.get(at).is_some_and(|token| matches!(token.lower.as_str(), "x" | "×" | "*"));
    let amount = &clause.amount.tokens;
    if let Some(link) = amount.start.checked_sub(1).filter(|link| *link >= clause.region.start) {
        let (by_time, by_anything) = tokens.get(link).map(|token| (token.is_word("at"), times(link) || token.is_sign('@')))?;
        if let Some((at, number)) = numbers.iter().rfind(|(at, _)| *at < link && link - at <= 4) {
            // "2 days on site": the unit of time directly after the number is what it counts.
            let time = (at + 1..link).find(|noun| tokens.get(*noun).is_some_and(|token| words::time_unit(&token.lower).is_some()));
            let noun = time.or_else(|| (at + 1..link).rev().find(|noun| unit_at(tokens, *noun).is_some()));
            let noun = noun.and_then(|noun| Some((noun, unit_at(tokens, noun)?)));
            let is_time =
                noun.as_ref().is_some_and(|(noun, _)| tokens.get(*noun).is_some_and(|token| words::time_unit(&token.lower).is_some()));
            if by_anything || (by_time && is_time) {
                let used = noun.as_ref().map_or(link..link + 1, |(noun, _)| if is_time { *noun..noun + 1 } else { link..link + 1 });
                return Some((*number, used, *at, noun.map(|(_, unit)| unit)));
            }
        }
    }
    let (at, number) = numbers.iter().find(|(at, _)| *at == amount.end + 1).filter(|_| times(amount.end))?;
    Some((*number, amount.end..amount.end + 1, *at, unit_at(tokens, at + 1)))
}

/// "for 12 months", "12-month", "x 6 months", "for a year".
fn read_cycles(tokens: &[Token<'_>], clause: &Clause, cadence: Option<Cadence>, counts: &mut Counts) {
    for at in clause.region.clone() {
        if clause.amount.tokens.contains(&at) {
            continue;
        }
        let before = at.checked_sub(1).filter(|before| *before >= clause.region.start).and_then(|before| tokens.get(before));
        let introduced = before.is_some_and(|before| matches!(before.lower.as_str(), "for" | "over" | "x" | "×" | "*"));
        let Some(token) = tokens.get(at) else { continue };
        let number = token.number().or_else(|| introduced.then(|| words::number_word(&token.lower)).flatten().map(Decimal::from));
        let hyphen = usize::from(tokens.get(at + 1).is_some_and(|next| next.is_sign('-')));
        let noun = at + 1 + hyphen;
        let period = tokens.get(noun).filter(|_| noun < clause.region.end).and_then(|token| words::cadence_noun(&token.lower));
        let (Some(number), Some(period)) = (number, period) else { continue };
        // "the first 3 months", "after 2 years", "min. 6 months" and "every 3 months" are not durations of a
        // contract.
        let abbreviated =
            at.checked_sub(2).and_then(|earlier| tokens.get(earlier)).filter(|_| before.is_some_and(|before| before.is_sign('.')));
        let other = abbreviated.or(before).is_some_and(|before| {
            matches!(
                before.lower.as_str(),
                "first" | "minimum" | "min" | "least" | "after" | "within" | "in" | "every" | "past" | "next" | "last" | "per" | "/"
            )
        });
        if other {
            continue;
        }
        let multiplied = before.is_some_and(|before| matches!(before.lower.as_str(), "x" | "×" | "*"));
        let cadence = match cadence {
            Some(Cadence::Once) => continue,
            Some(cadence) => cadence,
            None if multiplied => *counts.cadence.insert(period),
            None => continue,
        };
        match cycles(number, period, cadence) {
            Some(cycles) => counts.cycles = Some(cycles),
            None => counts.open = true,
        }
        counts.used.extend(at - usize::from(introduced)..=noun);
        return;
    }
}

fn cycles(number: Decimal, period: Cadence, cadence: Cadence) -> Option<u32> {
    let months = |cadence| match cadence {
        Cadence::Once | Cadence::Monthly => 1,
        Cadence::Quarterly => 3,
        Cadence::Yearly => 12,
    };
    let length = number.checked_mul(Decimal::from(months(period)))?;
    let cycles = length / Decimal::from(months(cadence));
    cycles.is_integer().then(|| u32::try_from(cycles).ok()).flatten().filter(|cycles| (1..=MAX_CYCLES).contains(cycles))
}
