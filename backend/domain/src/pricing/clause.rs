//! Determines for every amount of a text the words about it: its clause, the heading above it, and its
//! frequency.

use std::ops::Range;

use super::{
    Cadence,
    amount::{Amount, ends_clause, touches},
    scan::{Kind, Token},
    words,
};

/// An amount and the tokens around it that are about it only.
#[derive(Debug, Clone)]
pub(super) struct Clause {
    pub(super) amount: Amount,
    pub(super) region: Range<usize>,
    pub(super) heading: Heading,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Heading {
    pub(super) cadence: Option<Cadence>,
    pub(super) optional: bool,
    /// The line directly above, if it has no amount.
    pub(super) name: Range<usize>,
}

/// Divides the tokens among the amounts.
pub(super) fn clauses(tokens: &[Token<'_>], amounts: Vec<Amount>) -> Vec<Clause> {
    let mut clauses = Vec::new();
    let mut heading = Heading::default();
    let mut amounts = amounts.into_iter().peekable();
    for sentence in sentences(tokens) {
        let mut inside = Vec::new();
        while let Some(amount) = amounts.next_if(|amount| amount.tokens.start < sentence.end) {
            inside.push(amount);
        }
        let Some(first) = inside.first() else {
            heading = heading_after(tokens, &sentence, &heading);
            continue;
        };
        let lead = lead(tokens, sentence.start..first.tokens.start, &heading);
        let mut start = sentence.start;
        for (index, amount) in inside.iter().enumerate() {
            let (end, next) = inside.get(index + 1).map_or((sentence.end, sentence.end), |after| boundary(tokens, start, amount, after));
            clauses.push(Clause { amount: amount.clone(), region: start..end, heading: lead.clone() });
            start = next;
        }
        heading.name = 0..0;
    }
    clauses
}

/// Lines, cut further where a sentence ends.
fn sentences(tokens: &[Token<'_>]) -> Vec<Range<usize>> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for (at, token) in tokens.iter().enumerate() {
        if token.kind == Kind::Break || is_stop(tokens, at) {
            if start < at {
                sentences.push(start..at);
            }
            start = at + 1;
        }
    }
    if start < tokens.len() {
        sentences.push(start..tokens.len());
    }
    sentences
}

fn is_stop(tokens: &[Token<'_>], at: usize) -> bool {
    let Some(token) = tokens.get(at) else { return false };
    if !matches!(token.kind, Kind::Sign('.' | '!' | '?')) || tokens.get(at + 1).is_some_and(|_| touches(tokens, at + 1)) {
        return false;
    }
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    // "1." at the start of a line numbers it.
    let numbers_line = before.is_some_and(|before| before.number().is_some())
        && at.checked_sub(2).is_none_or(|earlier| tokens.get(earlier).is_some_and(|token| token.kind == Kind::Break));
    !numbers_line && !before.is_some_and(|before| words::is_abbreviation(&before.lower))
}

/// The information that a line without an amount provides for the lines below it.
fn heading_after(tokens: &[Token<'_>], line: &Range<usize>, before: &Heading) -> Heading {
    let words = tokens.get(line.clone()).unwrap_or_default();
    let announces = words.last().is_some_and(|last| last.is_sign(':')) || words.first().is_some_and(|first| first.is_sign('#'));
    if announces {
        return Heading {
            cadence: words.iter().find_map(|word| words::cadence_adjective(&word.lower)).or_else(|| one_time(words)),
            optional: words.iter().any(|word| words::is_optional(&word.lower) || word.is_word("extras")),
            name: 0..0,
        };
    }
    Heading { name: line.clone(), ..before.clone() }
}

/// The heading that applies to a sentence: its own "Monthly: ..." or the one above it.
fn lead(tokens: &[Token<'_>], before_amount: Range<usize>, above: &Heading) -> Heading {
    let words = tokens.get(before_amount).unwrap_or_default();
    let mut lead = above.clone();
    if let Some(colon) = words.iter().position(|word| word.is_sign(':')) {
        let words = words.get(..colon).unwrap_or_default();
        lead.cadence = words.iter().find_map(|word| words::cadence_adjective(&word.lower)).or_else(|| one_time(words)).or(lead.cadence);
        lead.optional |= words.iter().any(|word| words::is_optional(&word.lower) || word.is_word("extras"));
    }
    lead
}

/// "One time" and "one off" as two words.
fn one_time(words: &[Token<'_>]) -> Option<Cadence> {
    words
        .windows(2)
        .any(|pair| matches!(pair, [one, time] if one.is_word("one") && (time.is_word("time") || time.is_word("off"))))
        .then_some(Cadence::Once)
}

/// Where the words of one amount end and those of the next begin. The strongest separator in between decides;
/// of several equal ones the last if the next amount follows it directly ("$500 for design, tests, $300 for
/// hosting"), else the first ("$500, hosting, mail $300").
fn boundary(tokens: &[Token<'_>], region_start: usize, amount: &Amount, after: &Amount) -> (usize, usize) {
    let gap = amount.tokens.end..after.tokens.start;
    let strength = |at: usize| separator(tokens, at, after.tokens.start);
    let strongest = gap.clone().map(strength).max().unwrap_or(0);
    if strongest > 0 {
        let mut candidates = gap.clone().filter(|at| strength(*at) == strongest);
        let first = candidates.next().unwrap_or(gap.start);
        let last = candidates.next_back().unwrap_or(first);
        let direct = (last + 1..after.tokens.start)
            .filter_map(|at| tokens.get(at))
            .all(|token| words::is_joint(&token.lower) || words::is_edge(&token.lower));
        let at = if direct { last } else { first };
        let keeps_sign = tokens.get(at).is_some_and(|token| token.is_sign('='));
        return (at, if keeps_sign { at } else { at + 1 });
    }
    let names_before = tokens
        .get(region_start..amount.tokens.start)
        .unwrap_or_default()
        .iter()
        .any(|token| token.kind == Kind::Word && !words::is_edge(&token.lower) && !words::is_joint(&token.lower));
    let at = if names_before { gap.start + attached(tokens, &gap) } else { gap.end };
    (at, at)
}

fn separator(tokens: &[Token<'_>], at: usize, next_amount: usize) -> u8 {
    let Some(token) = tokens.get(at) else { return 0 };
    match token.kind {
        Kind::Sign(';' | '|') => 3,
        Kind::Sign(',' | '+' | '=') => 2,
        // A dash between words, not inside one.
        Kind::Sign('—' | '–' | '-') if !touches(tokens, at) => 2,
        // "(deposit $500)" is a separate clause, "hosting ($30)" is not.
        Kind::Sign('(') if at + 1 < next_amount => 2,
        Kind::Word if token.lower == "plus" => 2,
        Kind::Word if matches!(token.lower.as_str(), "and" | "then") => 1,
        Kind::Sign('&') => 1,
        _ => 0,
    }
}

/// How many tokens after an amount certainly belong to it: "/month", "per hour", "monthly", ")".
fn attached(tokens: &[Token<'_>], gap: &Range<usize>) -> usize {
    let mut at = gap.start;
    while at < gap.end {
        let Some(token) = tokens.get(at) else { break };
        if words::cadence_adjective(&token.lower).is_some() || token.is_word("each") || token.is_sign(')') {
            at += 1;
        } else if token.is_sign('/') || matches!(token.lower.as_str(), "per" | "a" | "an") {
            at += 2;
        } else {
            break;
        }
    }
    at.min(gap.end) - gap.start
}

/// The frequency of a clause's amount, from its own words or the heading above.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Frequency {
    pub(super) cadence: Option<Cadence>,
    /// The tokens that state it; they are not part of a name.
    pub(super) used: Vec<usize>,
    /// Whether the words state a frequency that is not supported.
    pub(super) doubtful: bool,
}

/// Determines a clause's frequency: from the nearest words after the amount, else the nearest before.
pub(super) fn frequency(tokens: &[Token<'_>], clause: &Clause) -> Frequency {
    let mut result = Frequency::default();
    let after = clause.amount.tokens.end..clause.region.end;
    // Something included ("with monthly reports") says nothing about the price.
    let cut = after.clone().find(|at| token_opens_detail(tokens, *at)).unwrap_or(after.end);
    let said_after = (after.start..cut).find_map(|at| period_at(tokens, at));
    let before = clause.region.start..clause.amount.tokens.start;
    let open = before.clone().find(|at| token_opens_detail(tokens, *at));
    let said_before = before.clone().rev().filter(|at| open.is_none_or(|open| *at < open)).find_map(|at| period_at(tokens, at));
    let detail_after = (cut..after.end).any(|at| period_at(tokens, at).is_some());
    let detail_before = open.is_some_and(|open| (open..before.end).any(|at| period_at(tokens, at).is_some()));
    match said_after.or(said_before) {
        Some((Ok(cadence), used)) => {
            result.cadence = Some(cadence);
            result.used.extend(used);
        }
        Some((Err(Unsupported), used)) => {
            result.doubtful = true;
            result.used.extend(used);
        }
        None => {
            result.cadence = clause.heading.cadence;
            result.doubtful = result.cadence.is_none() && (detail_after || detail_before);
        }
    }
    result
}

fn token_opens_detail(tokens: &[Token<'_>], at: usize) -> bool {
    tokens.get(at).is_some_and(|token| words::opens_detail(&token.lower) && token.kind == Kind::Word)
}

/// A frequency that the product does not support.
struct Unsupported;

/// The frequency that the tokens from `at` on state, and those tokens.
fn period_at(tokens: &[Token<'_>], at: usize) -> Option<(Result<Cadence, Unsupported>, Range<usize>)> {
    let token = tokens.get(at)?;
    let word = token.lower.as_str();
    if token.kind == Kind::Word && words::is_unsupported_frequency(word) {
        return Some((Err(Unsupported), at..at + 1));
    }
    if token.kind == Kind::Word
        && let Some(cadence) = words::cadence_adjective(word)
    {
        return Some((Ok(cadence), at..at + 1));
    }
    let next = tokens.get(at + 1)?;
    if word == "p" && next.is_sign('/') {
        let cadence = match tokens.get(at + 2)?.lower.as_str() {
            "m" => Cadence::Monthly,
            "a" => Cadence::Yearly,
            _ => return None,
        };
        return Some((Ok(cadence), at..at + 3));
    }
    if word == "one" && (next.is_word("time") || next.is_word("off")) {
        return Some((Ok(Cadence::Once), at..at + 2));
    }
    let links = token.is_sign('/') || matches!(word, "per" | "a" | "each" | "every");
    if !links || (token.is_sign('/') && next.number().is_some()) {
        return None;
    }
    // "for a year" and "in a month" are lengths, not frequencies.
    let length = word == "a"
        && at
            .checked_sub(1)
            .and_then(|before| tokens.get(before))
            .is_some_and(|before| matches!(before.lower.as_str(), "for" | "over" | "in" | "within" | "after" | "of"));
    if length {
        return None;
    }
    if let Some(cadence) = words::cadence_noun(&next.lower) {
        return Some((Ok(cadence), at..at + 2));
    }
    let count = next.number().or_else(|| words::number_word(&next.lower).map(Into::into));
    if word == "every" && next.is_word("other") {
        return Some((Err(Unsupported), at..at + 3));
    }
    let unit = words::cadence_noun(&tokens.get(at + 2)?.lower)?;
    (word == "every").then_some(())?;
    let months = count?
        * rust_decimal::Decimal::from(match unit {
            Cadence::Quarterly => 3,
            Cadence::Yearly => 12,
            Cadence::Monthly | Cadence::Once => 1,
        });
    let cadence = match u32::try_from(months) {
        Ok(1) => Ok(Cadence::Monthly),
        Ok(3) => Ok(Cadence::Quarterly),
        Ok(12) => Ok(Cadence::Yearly),
        _ => Err(Unsupported),
    };
    Some((cadence, at..at + 3))
}

/// Whether the tokens before or after the amount contain a word of that kind, without crossing a comma or
/// bracket and within `reach` tokens.
pub(super) fn near(tokens: &[Token<'_>], clause: &Clause, side: Side, reach: usize, is: impl Fn(&Token<'_>) -> bool) -> Option<usize> {
    let stops = |at: &usize| tokens.get(*at).is_none_or(ends_clause);
    let matches = |at: usize| tokens.get(at).is_some_and(&is);
    match side {
        Side::Before => {
            (clause.region.start..clause.amount.tokens.start).rev().take(reach).take_while(|at| !stops(at)).find(|at| matches(*at))
        }
        Side::After => (clause.amount.tokens.end..clause.region.end).take(reach).take_while(|at| !stops(at)).find(|at| matches(*at)),
    }
}

/// Which side of an amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Before,
    After,
}
