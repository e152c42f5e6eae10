//! Finds the money in a sentence: its pieces, which of them name a price of this offer, and the sentence
//! without its prices.

use std::ops::Range;

use super::cues;
use super::segment::spans;
use super::stated::find;
use super::tidy::tidy;
use super::time::names_time;
use super::words::normal;
use crate::reading::{
    amounts::amounts,
    lexicon::{Language, Tag, WordList, lexicon},
    token::tokens,
    units::{Is, Unit, units},
};

/// Separators that split a sentence into pieces, each with its own money.
const MARKS: [&str; 9] = [", ", "; ", " but ", " while ", " whereas ", " – ", " — ", " - ", " however "];
/// Words between a task and its price.
const LINKS: [&str; 26] = [
    " for around",
    " for about",
    " for a total of",
    " for a flat",
    " for a fixed price of",
    " for roughly",
    " for",
    " at around",
    " at about",
    " at a fixed",
    " at",
    " @",
    " would be",
    " will be",
    " is around",
    " is about",
    " is",
    " comes to",
    " would cost",
    " will cost",
    " costs",
    " costing",
    " =",
    ":",
    " -",
    " (",
];

/// A piece of a sentence and the money in it.
pub(super) struct Piece {
    pub(super) span: Range<usize>,
    /// The amounts that may be prices of this offer, by their bytes in the sentence.
    pub(super) amounts: Vec<Range<usize>>,
}

/// Splits a sentence into pieces with their money. `ours` are amounts that are known to be prices of this
/// offer.
fn pieces(sentence: &str, ours: &[String]) -> Vec<Piece> {
    let language = Language::of(sentence);
    pieces_in(sentence, language, &units(sentence, language), ours)
}

fn pieces_in(sentence: &str, language: Language, units: &[Unit], ours: &[String]) -> Vec<Piece> {
    let mut found: Vec<Range<usize>> =
        (0..units.len()).filter(|at| is_price(units, *at)).map(|at| spanned(units, at)).collect();
    found.extend(ours.iter().filter_map(|amount| place_of(sentence, amount)));
    if units.iter().any(|unit| matches!(unit.is, Is::Money { .. } | Is::Number { .. })) {
        let known: Vec<usize> = found.iter().map(|span| span.start).collect();
        let spans = amounts(sentence).into_iter().map(|amount| amount.span);
        found.extend(spans.filter(|span| !known.contains(&span.start)));
    }
    found.sort_by_key(|span| span.start);
    found.dedup_by(|second, first| second.start < first.end);
    if found.is_empty() {
        return spans(sentence, &MARKS).into_iter().map(|span| Piece { span, amounts: Vec::new() }).collect();
    }
    let others = if ours.is_empty() { other_money(sentence, language) } else { Vec::new() };
    let piece = |span: Range<usize>| {
        let amounts: Vec<Range<usize>> =
            found.iter().filter(|amount| span.contains(&amount.start)).cloned().collect();
        let is_other = others.iter().any(|other| span.contains(other));
        Piece { span, amounts: if is_other { Vec::new() } else { amounts } }
    };
    spans(sentence, &MARKS).into_iter().map(piece).collect()
}

/// "$4,500", "8k", "45/mo"
fn is_price(units: &[Unit], at: usize) -> bool {
    match units.get(at).map(|unit| (unit.is, &unit.lower)) {
        Some((Is::Money { .. }, _)) => true,
        Some((Is::Number { .. }, lower)) => {
            let behind = units.get(at + 1).filter(|unit| !is_time_of_day(lower, &unit.lower));
            lower.ends_with('k')
                || matches!(behind.map(|unit| unit.is), Some(Is::Tag(tag))
                    if (tag.is_cadence() && tag != Tag::Once) || tag == Tag::UnitRate)
        }
        _ => false,
    }
}

/// "9 pm" without a currency is a time, not a monthly price.
fn is_time_of_day(number: &str, behind: &str) -> bool {
    behind == "pm" && number.parse().is_ok_and(|hour: u8| hour <= 12)
}

/// The bytes of an amount and the rate behind it.
fn spanned(units: &[Unit], at: usize) -> Range<usize> {
    let span = |at: usize| units.get(at).map_or(0..0, |unit| unit.span.clone());
    let rated = (at + 1..units.len())
        .take_while(
            |next| matches!(units.get(*next).map(|unit| unit.is), Some(Is::Tag(tag)) if tag.is_cadence()),
        )
        .last();
    span(at).start..span(rated.unwrap_or(at)).end
}

/// Where a sentence speaks of money other than our prices.
fn other_money(sentence: &str, language: Language) -> Vec<usize> {
    let tokens = tokens(sentence, language);
    let is_other = |at: usize| {
        lexicon(language).cues_at(tokens.get(at..).unwrap_or_default()).any(|(cue, _)| cue.is_theirs())
    };
    (0..tokens.len()).filter(|at| is_other(*at)).filter_map(|at| Some(tokens.get(at)?.span.start)).collect()
}

/// What a sentence says of money.
#[derive(Debug, Clone, Copy)]
pub(super) struct NamedMoney {
    /// It names a price of this offer, and not just any money.
    pub(super) price: bool,
    /// It states a discount, deposit or tax in percent; not that sales are down 30%.
    pub(super) terms: bool,
}

impl NamedMoney {
    pub(super) fn of(sentence: &str) -> Self {
        let language = Language::of(sentence);
        let units = units(sentence, language);
        let has = |is: &dyn Fn(Is) -> bool| units.iter().any(|unit| is(unit.is));
        let is_figure = |is| matches!(is, Is::Money { .. } | Is::Number { .. });
        let names = |piece: &Piece| !piece.amounts.is_empty();
        Self {
            price: has(&is_figure) && pieces_in(sentence, language, &units, &[]).iter().any(names),
            terms: has(&|is| matches!(is, Is::Percent(_) | Is::Tag(Tag::Half)))
                && has(&|is| {
                    matches!(
                        is,
                        Is::Tag(Tag::Deposit | Tag::Discount | Tag::Tax | Tag::PlusTax | Tag::InclTax)
                    )
                }),
        }
    }
}

/// A sentence without its prices: "I'll replace the boiler for $900 by June." becomes "I'll replace the
/// boiler by June.". `None` if nothing about the work remains.
pub(crate) fn without_price(sentence: &str) -> Option<String> {
    without_price_of(sentence, &[])
}

/// The same, if some amounts are known to be prices of this offer.
pub(super) fn without_price_of(sentence: &str, ours: &[String]) -> Option<String> {
    let bare = sentence.trim_end_matches(['.', '!', '?', '…']);
    let mut kept = String::new();
    let mut last_end = 0;
    let mut dropped = false;
    for piece in pieces(bare, ours) {
        let before_mark = slice(bare, last_end..piece.span.start);
        last_end = piece.span.end;
        if piece.amounts.is_empty() {
            let text = slice(bare, piece.span);
            // The text after a price is a list of what it covers, or a statement of its own.
            if !dropped || says_something(text) {
                push(&mut kept, before_mark, text);
            }
            continue;
        }
        dropped = true;
        let (said, drops) = piece_without(bare, &piece);
        dropped &= drops;
        if let Some(said) = said {
            push(&mut kept, before_mark, &said);
        }
    }
    let said = tidy(&kept);
    (said.split_whitespace().count() >= 2 && says_something(&said)).then_some(said)
}

/// A sentence without the clauses that name these amounts.
pub(super) fn without_clauses(sentence: &str, amounts: &[String]) -> Option<String> {
    let bare = without_brackets(sentence.trim_end_matches(['.', '!', '?', '…']), amounts);
    let bare = bare.as_str();
    let named: Vec<Range<usize>> = amounts.iter().filter_map(|amount| place_of(bare, amount)).collect();
    let mut kept = String::new();
    let mut last_end = 0;
    for clause in spans(bare, &MARKS) {
        let mark = slice(bare, last_end..clause.start);
        last_end = clause.end;
        if !named.iter().any(|amount| clause.contains(&amount.start)) {
            push(&mut kept, mark, slice(bare, clause));
        }
    }
    Some(tidy(&kept)).filter(|kept| !kept.is_empty())
}

/// A text without the brackets that hold some of the amounts.
fn without_brackets(text: &str, amounts: &[String]) -> String {
    let mut kept = text.to_owned();
    for amount in amounts {
        let Some(at) = place_of(&kept, amount).map(|place| place.start) else { continue };
        let open = kept.get(..at).and_then(|before| before.rfind('('));
        let close = kept.get(at..).and_then(|behind| behind.find(')')).map(|end| at + end + 1);
        if let Some((open, close)) =
            open.zip(close).filter(|(open, _)| !slice(&kept, *open..at).contains(')'))
        {
            let start = slice(&kept, 0..open).trim_end().len();
            kept.replace_range(start..close, "");
        }
    }
    kept
}

fn place_of(sentence: &str, amount: &str) -> Option<Range<usize>> {
    let at = find(sentence, amount)?;
    Some(at..at + amount.len())
}

fn push(kept: &mut String, mark: &str, text: &str) {
    let text = text.trim();
    if text.is_empty() {
        return;
    }
    if !kept.is_empty() {
        kept.push_str(if mark.is_empty() { ", " } else { mark });
    }
    kept.push_str(text);
}

fn piece_without(sentence: &str, piece: &Piece) -> (Option<String>, bool) {
    let text = slice(sentence, piece.span.clone());
    let mut kept = String::new();
    let mut list_open = true;
    let mut any_named = false;
    let mut mark = "";
    let parts = spans(text, &[" and ", " plus ", " + "]);
    let mut previous_end = 0;
    for part in parts {
        if previous_end > 0 {
            mark = slice(text, previous_end..part.start);
        }
        previous_end = part.end;
        let absolute = piece.span.start + part.start..piece.span.start + part.end;
        let inside: Vec<&Range<usize>> =
            piece.amounts.iter().filter(|amount| absolute.contains(&amount.start)).collect();
        let (Some(first), Some(last)) = (inside.first(), inside.last()) else {
            let words = slice(text, part);
            if kept.is_empty() || !list_open || says_something(words) {
                push(&mut kept, mark, words);
            }
            continue;
        };
        let before = slice(sentence, absolute.start..first.start);
        let after = slice(sentence, last.end.min(absolute.end)..absolute.end);
        let bracketed = before.rfind('(').filter(|at| !slice(before, *at..before.len()).contains(')'));
        let head = without_link(slice(before, 0..bracketed.unwrap_or(before.len())).trim_end());
        let talks = talks_of_price(head);
        let named = bracketed.is_some() && head.split_whitespace().count() >= 2;
        any_named |= named && !talks;
        if talks || !(named || says_work(head)) {
            list_open = true;
            continue;
        }
        let tail = goes_on(after);
        list_open = tail.is_empty();
        push(&mut kept, mark, &format!("{head}{}{tail}", if tail.is_empty() { "" } else { " " }));
    }
    // Words about the price alone ("both for") are dropped.
    ((any_named || says_something(&kept)).then_some(kept), list_open)
}

/// The words before a figure without those that connect them to it.
fn without_link(before: &str) -> &str {
    let mut rest = before.trim_end_matches([' ', '(', '~']);
    while let Some(shorter) = LINKS.iter().find_map(|link| rest.strip_suffix(link)) {
        rest = shorter.trim_end();
    }
    rest
}

/// The part after a figure that is about the work again.
fn goes_on(after: &str) -> &str {
    std::iter::once(0)
        .chain(after.match_indices(' ').map(|(at, _)| at + 1))
        .filter_map(|at| after.get(at..))
        .find(|rest| {
            let first = rest.split_whitespace().next().unwrap_or_default().to_lowercase();
            let next = rest.split_whitespace().nth(1).unwrap_or_default();
            let money = matches!(next, "total" | "all" | "one" | "advance" | "vat" | "VAT" | "full" | "top");
            WordList::GoesOn.has(&first) && !money
        })
        .unwrap_or_default()
        .trim()
}

pub(super) fn talks_of_price(text: &str) -> bool {
    let words = normal(text);
    WordList::OfPrice.stands_in(&words)
}

fn says_work(text: &str) -> bool {
    let score = cues::score_text(text, None);
    let words = text.split_whitespace().count();
    (words >= 3 && (score.commits || score.needs > 0)) || (words >= 2 && score.starts_with_work)
}

fn says_something(text: &str) -> bool {
    let words = normal(text);
    let score = cues::score_text(text, None);
    let count = words.split_whitespace().count();
    !talks_of_price(text)
        && !score.idle
        && (says_work(text)
            || score.starts_with_work
            || score.needs > 0
            || (names_time(&words) && count >= 2)
            || count >= 5)
}

pub(super) fn slice(text: &str, range: Range<usize>) -> &str {
    text.get(range).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn prices_are_taken_out_of_sentences() {
        for (sentence, rest) in [
            ("We would charge 40 hours at $120/hour plus a $250 quarterly support fee.", None),
            ("I'll replace the old boiler for $2,400.", Some("I'll replace the old boiler.")),
            ("I'd do both for $850 by mid March.", Some("I'd do both by mid March.")),
            (
                "Replace the tap and service the boiler, 350 euros all in.",
                Some("Replace the tap and service the boiler."),
            ),
            (
                "We'll design and build a site for $4,500 and host it for $30/mo.",
                Some("We'll design and build a site and host it."),
            ),
            ("They need a site and have a budget of $5k.", Some("They need a site.")),
            (
                "We will build the shop for $4,500 including training.",
                Some("We will build the shop including training."),
            ),
            ("Budget is around 8k, hosting 45/mo is ok.", None),
            ("We agreed on $4.5k one-time for the build and $300/mo for hosting and maintenance.", None),
            ("$4,500 for design, development, and testing.", None),
            (
                "We propose a workshop (1 day, $2,500), a prototype (2 weeks, $7,000).",
                Some("We propose a workshop, a prototype."),
            ),
            ("They lose $500 a week because of it.", Some("They lose $500 a week because of it.")),
        ] {
            assert_eq!(without_price(sentence).as_deref(), rest, "{sentence}");
        }
    }
}
