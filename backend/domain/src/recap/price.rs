//! Collects the prices of a recap in the user's own words, one clause per line: `40 hours at $120/hour plus a
//! $250 quarterly support fee`.
//!
//! Only words around the clauses are left out, and only if the price reader still gives the same result: the
//! words of the recap and of the hint come to the same prices. Money that is not a price of this offer
//! (revenue, what the client pays others today) is left out.

use rust_decimal::Decimal;
use uuid::Uuid;

use super::money::{Piece, names_terms, pieces, slice};
use super::sentences::Topic;
use super::time::names_time;
use super::words::{capitalised, normal};
use crate::pricing::{Adjustment, Cadence, TaxMode, table_from_text, trace};

/// Phrases that introduce a price ("We would charge ...").
const SPEAKERS: [&str; 14] = ["we", "i", "they", "it", "that", "this", "he", "she", "you", "we'd", "i'd", "we'll", "i'll", "that's"];
/// Words that continue the introduction; a noun or figure ends it.
const TALK: [&str; 44] = [
    "would",
    "will",
    "can",
    "could",
    "should",
    "may",
    "charge",
    "charges",
    "charged",
    "quote",
    "quoted",
    "agreed",
    "agree",
    "on",
    "to",
    "offer",
    "offered",
    "said",
    "told",
    "them",
    "him",
    "her",
    "us",
    "you",
    "have",
    "has",
    "had",
    "be",
    "is",
    "are",
    "comes",
    "costs",
    "cost",
    "do",
    "suggest",
    "suggested",
    "propose",
    "proposed",
    "that",
    "a",
    "an",
    "the",
    "also",
    "then",
];
/// Pronouns directly before a price.
const POINTING: [&str; 12] = [
    " it for ",
    " it at ",
    " them for ",
    " that for ",
    " this for ",
    " all for ",
    "both for ",
    " everything for ",
    "all of it for ",
    " of them for ",
    " these for ",
    " the lot for ",
];
/// Words for the manner of payment.
const PAYMENT: [&str; 9] = [" minimum ", " payment", " payable ", " upfront ", " up front ", " instal", " half ", " net 30 ", " rest on "];
/// Polite phrases and consent after a price.
const CHATTER: [&str; 18] = [
    " please",
    " thanks",
    " thank you",
    " is ok",
    " is okay",
    " is fine",
    " is good",
    " is great",
    " would be ok",
    " would be fine",
    " works for them",
    " works for us",
    " works",
    " ok",
    " okay",
    " right",
    " if that is ok",
    " if that's ok",
];
/// Words after a price that begin another statement.
const STOPS: [&str; 14] = [
    " which ",
    " because ",
    " so ",
    " if ",
    " when ",
    " as long ",
    " since ",
    " by ",
    " before ",
    " until ",
    " within ",
    " but ",
    " while ",
    " though ",
];
/// A piece next to a price with more words is not an entry of what the price is for.
const LIST_WORDS_MAX: usize = 5;
/// The most clauses of a price hint.
const LINES_MAX: usize = 200;

/// The lines for these sentences, with the topic of their heading. Empty if none has a price.
pub(super) fn hint(sentences: &[(&str, Option<Topic>)]) -> String {
    let mut lines: Vec<(String, ParsedPrices)> = Vec::new();
    let mut terms: Vec<String> = Vec::new();
    for (sentence, topic) in sentences {
        for line in lines_of(sentence, *topic) {
            let reading = ParsedPrices::of(&line);
            if reading.items.is_empty() {
                terms.push(line);
            } else if lines.len() < LINES_MAX {
                add(&mut lines, line, reading);
            }
        }
    }
    let mut out: Vec<&str> = lines.iter().map(|(line, _)| line.as_str()).collect();
    // Terms without a price come last, so that they cannot be taken for the name of one.
    for line in &terms {
        if !out.contains(&line.as_str()) && out.len() < 2 * LINES_MAX {
            out.push(line);
        }
    }
    out.join("\n")
}

/// Adds a line, unless it only repeats a price; of two such lines the one with a name is kept.
fn add(lines: &mut Vec<(String, ParsedPrices)>, line: String, reading: ParsedPrices) {
    let again = lines.iter_mut().find(|(_, known)| known.says_again(&reading));
    match again {
        Some(known) if known.1.is_nameless() && !reading.is_nameless() => *known = (line, reading),
        Some(_) => {}
        None => lines.push((line, reading)),
    }
}

/// The result of the price reader for some words.
#[derive(PartialEq)]
struct ParsedPrices {
    items: Vec<PriceFigures>,
    names: Vec<String>,
    discount: Option<Adjustment>,
    deposit: Option<Adjustment>,
    tax: TaxMode,
}

#[derive(PartialEq)]
struct PriceFigures {
    price: Decimal,
    quantity: Decimal,
    unit: Option<String>,
    cadence: Cadence,
    cycles: Option<u32>,
    optional: bool,
    confirmed: bool,
}

impl ParsedPrices {
    fn of(text: &str) -> Self {
        let table = table_from_text(text, &mut Uuid::nil);
        let (discount, deposit, tax) = (table.discount, table.deposit, table.tax_mode);
        let items = table.groups.into_iter().flat_map(|group| group.items);
        let (items, names) = items
            .map(|item| {
                let figures = PriceFigures {
                    price: item.unit_price,
                    quantity: item.quantity,
                    unit: item.unit,
                    cadence: item.cadence,
                    cycles: item.cycles,
                    optional: item.optional,
                    confirmed: item.confirmed,
                };
                (figures, item.name)
            })
            .unzip();
        Self { items, names, discount, deposit, tax }
    }

    fn same_figures(&self, other: &Self) -> bool {
        (&self.items, self.discount, self.deposit, self.tax) == (&other.items, other.discount, other.deposit, other.tax)
    }

    fn is_nameless(&self) -> bool {
        self.names
            .iter()
            .all(|name| matches!(name.as_str(), "Project fee" | "Monthly fee" | "Quarterly fee" | "Yearly fee" | "Hourly work"))
    }

    /// Whether the other price repeats this one: for the same item, or for no named item.
    fn says_again(&self, other: &Self) -> bool {
        self.items.len() == 1 && self.same_figures(other) && (self.names == other.names || self.is_nameless() || other.is_nameless())
    }
}

/// The lines of one sentence: its pieces with a price, and the pieces that belong to them.
fn lines_of(sentence: &str, topic: Option<Topic>) -> Vec<String> {
    let sentence = sentence.trim_end_matches(['.', '!', '?', '…', ' ']);
    let prices = topic == Some(Topic::Price);
    let pieces = pieces(sentence, prices);
    let belongs: Vec<bool> = (0..pieces.len()).map(|at| belongs(sentence, &pieces, at)).collect();
    let mut lines = Vec::new();
    let mut run: &[Piece] = &[];
    let mut start = 0;
    for at in 0..=pieces.len() {
        if belongs.get(at) == Some(&true) {
            run = pieces.get(start..=at).unwrap_or_default();
            continue;
        }
        if !run.is_empty() {
            lines.extend(lines_of_run(sentence, run));
        }
        run = &[];
        start = at + 1;
    }
    lines
}

/// Whether a piece is about the price: it has a price or terms, or it lists what an adjacent price is for.
fn belongs(sentence: &str, pieces: &[Piece], at: usize) -> bool {
    let Some(piece) = pieces.get(at) else { return false };
    let text = slice(sentence, piece.span.clone());
    if piece.other {
        return false;
    }
    if !piece.amounts.is_empty() || names_terms(text) {
        return true;
    }
    // The manner of payment belongs to the payment.
    let priced = |at: usize| pieces.get(at).is_some_and(|piece| !piece.amounts.is_empty());
    let near = (1..=3).any(|step| priced(at + step) || at.checked_sub(step).is_some_and(priced));
    let words = normal(text);
    let list: Vec<&str> = words.split_whitespace().collect();
    let talks =
        list.iter().any(|word| SPEAKERS.contains(word) || matches!(*word, "is" | "are" | "was" | "will" | "would" | "please" | "not"));
    let pays = PAYMENT.iter().any(|cue| words.contains(cue));
    near && (pays || (1..=LIST_WORDS_MAX).contains(&list.len()) && !talks && !names_time(&words))
}

/// A run of pieces in as few words as possible with the same result: trimmed as a whole, else piece by piece,
/// else as written.
fn lines_of_run(sentence: &str, run: &[Piece]) -> Vec<String> {
    let (Some(first), Some(last)) = (run.first(), run.last()) else { return Vec::new() };
    let whole = slice(sentence, first.span.start..last.span.end);
    let values: Vec<Decimal> = run.iter().flat_map(|piece| &piece.amounts).map(|amount| amount.value).collect();
    let trimmed = trimmed(whole);
    if reads(&trimmed, &values) && ParsedPrices::of(&trimmed).same_figures(&ParsedPrices::of(whole)) {
        return vec![capitalised(&trimmed)];
    }
    if reads(whole, &values) {
        return vec![capitalised(whole)];
    }
    // If other figures of the sentence would be read as prices, or some of these would not: each price alone,
    // with the words directly around it.
    run.iter()
        .flat_map(|piece| piece.amounts.iter().map(move |amount| (piece, amount)))
        .take(LINES_MAX)
        .map(|(piece, amount)| {
            let next = piece.amounts.iter().map(|other| other.span.start).find(|start| *start > amount.span.start);
            let previous = piece.amounts.iter().map(|other| other.span.end).rfind(|end| *end <= amount.span.start);
            let before = previous.unwrap_or(piece.span.start)..amount.span.start;
            let after = amount.span.end..next.unwrap_or(piece.span.end);
            let (before, after) = (slice(sentence, before), slice(sentence, after));
            let candidates = [format!("{before}{}{after}", amount.text), format!("{}{after}", amount.text), amount.text.clone()];
            let chosen = candidates.iter().find(|text| reads(text.trim(), &[amount.value])).unwrap_or(&amount.text);
            capitalised(chosen.trim())
        })
        .collect()
}

/// Whether a text about prices yields exactly these amounts.
fn reads(text: &str, values: &[Decimal]) -> bool {
    trace::priced(text).iter().map(|amount| amount.value).eq(values.iter().copied())
}

/// A text about prices without its introduction and what follows.
fn trimmed(text: &str) -> String {
    let mut rest = text.trim();
    let first = |text: &str| text.split_whitespace().next().unwrap_or_default().replace('’', "'").to_lowercase();
    while let Some((_, after)) = rest.split_once(' ').filter(|(word, _)| matches!(*word, "and" | "plus" | "so" | "then" | "also" | "And")) {
        rest = after;
    }
    if SPEAKERS.contains(&first(rest).as_str()) {
        while let Some((_, after)) =
            rest.split_once(' ').filter(|(word, _)| SPEAKERS.contains(&first(word).as_str()) || TALK.contains(&first(word).as_str()))
        {
            rest = after.trim_start();
        }
    }
    // "Build it for $900" does not say what "it" is.
    let figure = rest.find(|c: char| c.is_ascii_digit()).unwrap_or_default();
    let pointed = POINTING.iter().filter_map(|words| slice(rest, 0..figure).rfind(words).map(|at| at + words.len())).max();
    rest = slice(rest, pointed.unwrap_or_default()..rest.len());
    // Only after the last figure.
    let last = rest.rfind(|c: char| c.is_ascii_digit()).unwrap_or_default();
    let end = STOPS.iter().filter_map(|stop| rest.get(last..)?.find(stop).map(|at| last + at)).min().unwrap_or(rest.len());
    let mut rest = slice(rest, 0..end).trim_end_matches([',', ' ', ';', ':']);
    while let Some(shorter) = CHATTER.iter().find_map(|chatter| rest.strip_suffix(chatter)) {
        rest = shorter.trim_end_matches([',', ' ']);
    }
    rest.to_owned()
}
