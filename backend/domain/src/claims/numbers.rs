//! Numbers in figures and words, and percentages.

use std::ops::Range;

use rust_decimal::Decimal;

use super::{
    find::{Finder, FoundClaim},
    kinds::ClaimKind,
    text::{Cut, Kind},
};

/// A number and the token where it ends.
#[derive(Debug, Clone)]
pub(super) struct Figure {
    /// Its value in a normal form.
    pub(super) value: String,
    /// Its numeric value, if it is a plain number.
    pub(super) decimal: Option<Decimal>,
    pub(super) end: usize,
}

/// A number in words, from two on: "one" and "a" are usually not numbers.
fn word(lower: &str) -> Option<u32> {
    const SMALL: [&str; 18] = [
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    let small = SMALL.iter().zip(2..).find(|(name, _)| **name == lower).map(|(_, value)| value);
    small.or_else(|| tens(lower))
}

fn tens(lower: &str) -> Option<u32> {
    const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    TENS.iter().zip(2..).find(|(name, _)| **name == lower).map(|(_, ten)| ten * 10)
}

fn unit(lower: &str) -> Option<u32> {
    if lower == "one" { Some(1) } else { word(lower).filter(|value| *value < 10) }
}

fn scale(lower: &str) -> Option<u32> {
    Some(match lower {
        "dozen" => 12,
        "hundred" => 100,
        "thousand" => 1_000,
        "million" => 1_000_000,
        "billion" => 1_000_000_000,
        _ => return None,
    })
}

/// From the fourth character on: the first three entries are ordinary words.
fn ordinal(lower: &str) -> Option<u32> {
    const ORDINALS: [&str; 9] = ["fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"];
    ORDINALS.iter().zip(4..).find(|(name, _)| **name == lower).map(|(_, value)| value)
}

/// The value of digits with separators, or the digits as written if they are not a number ("2.1.3").
fn digits(text: &str) -> (String, Option<Decimal>) {
    let bare: String = text.chars().filter(|c| *c != '\'').collect();
    let commas: Vec<&str> = bare.split(',').collect();
    let grouped = commas.len() > 1 && commas.iter().skip(1).all(|group| group.split('.').next().is_some_and(|whole| whole.len() == 3));
    let dots = bare.matches('.').count();
    let plain = if grouped {
        bare.replace(',', "")
    } else if commas.len() == 2 && dots == 0 {
        bare.replace(',', ".")
    } else if dots > 1 && bare.split('.').skip(1).all(|group| group.len() == 3) {
        bare.replace('.', "")
    } else {
        bare
    };
    match Decimal::from_str_exact(&plain) {
        Ok(value) => (value.normalize().to_string(), Some(value.normalize())),
        Err(_) => (plain, None),
    }
}

/// The number that begins at that token. `one` says whether "one" counts as a number.
pub(super) fn figure(cut: &Cut<'_>, at: usize, one: bool) -> Option<Figure> {
    let token = cut.at(at)?;
    let (mut value, mut decimal, mut end) = match token.kind {
        Kind::Number => {
            let (value, decimal) = digits(token.text);
            (value, decimal, at + 1)
        }
        Kind::Word => {
            let (number, end) = in_words(cut, at, one)?;
            (number.to_string(), Some(Decimal::from(number)), end)
        }
        Kind::Sign(_) => return None,
    };
    let suffix = cut.touches(end).then(|| cut.at(end)).flatten().filter(|_| token.is_number());
    if let Some(suffix) = suffix {
        match (suffix.lower.as_str(), decimal) {
            ("k", Some(known)) => {
                decimal = known.checked_mul(Decimal::ONE_THOUSAND);
                end += 1;
            }
            ("m" | "mm", Some(known)) => {
                decimal = known.checked_mul(Decimal::from(1_000_000));
                end += 1;
            }
            ("st" | "nd" | "rd" | "th", Some(_)) => end += 1,
            _ => {}
        }
    }
    while let Some((scale, known)) = cut.at(end).and_then(|next| scale(&next.lower)).zip(decimal) {
        decimal = known.checked_mul(Decimal::from(scale));
        end += 1;
    }
    if let Some(known) = decimal {
        value = known.normalize().to_string();
    }
    Some(Figure { value, decimal, end })
}

fn in_words(cut: &Cut<'_>, at: usize, one: bool) -> Option<(u32, usize)> {
    let lower = cut.lower(at);
    if let Some(ten) = tens(lower) {
        let joined = cut.is_sign(at + 1, '-') && cut.touches(at + 1);
        let next = if joined { at + 2 } else { at + 1 };
        return Some(unit(cut.lower(next)).map_or((ten, at + 1), |unit| (ten + unit, next + 1)));
    }
    if lower == "a" && scale(cut.lower(at + 1)).is_some() {
        return Some((1, at + 1));
    }
    if lower == "one" && (one || scale(cut.lower(at + 1)).is_some()) {
        return Some((1, at + 1));
    }
    if let Some(value) = word(lower).or_else(|| ordinal(lower)) {
        return Some((value, at + 1));
    }
    let vague = match lower {
        "dozens" => 12,
        "hundreds" => 100,
        "thousands" => 1_000,
        "millions" => 1_000_000,
        _ => return scale(lower).filter(|_| lower != "billion").map(|scale| (scale, at + 1)),
    };
    Some((vague, at + 1))
}

/// A percentage: "30%", "30 percent", "30-40 %".
pub(super) fn percentages(finder: &mut Finder<'_, '_>) {
    for at in 0..finder.cut.tokens.len() {
        if finder.is_taken(at) {
            continue;
        }
        let Some(first) = figure(finder.cut, at, true) else { continue };
        let mut values = vec![first.value.clone()];
        let mut end = first.end;
        let ranged =
            matches!(finder.cut.at(end).map(|token| token.kind), Some(Kind::Sign('-' | '–' | '—'))) || finder.cut.lower(end) == "to";
        if ranged && let Some(second) = figure(finder.cut, end + 1, true).filter(|second| percent_sign(finder.cut, second.end).is_some()) {
            values.push(second.value);
            end = second.end;
        }
        let Some(past) = percent_sign(finder.cut, end) else { continue };
        let gives: Vec<String> = values.iter().map(|value| format!("percent {value}")).collect();
        finder.take(ClaimKind::Percentage, at..past, FoundClaim::exactly(gives));
    }
}

fn percent_sign(cut: &Cut<'_>, at: usize) -> Option<usize> {
    let token = cut.at(at)?;
    match (token.kind, token.lower.as_str()) {
        (Kind::Sign('%' | '％'), _) | (_, "percent" | "pct") => Some(at + 1),
        (_, "per") if cut.lower(at + 1) == "cent" => Some(at + 2),
        _ => None,
    }
}

/// Words after which a number is only a label ("phase 2").
const NUMBERED: [&str; 33] = [
    "phase",
    "step",
    "stage",
    "part",
    "section",
    "option",
    "milestone",
    "chapter",
    "page",
    "figure",
    "table",
    "version",
    "level",
    "tier",
    "round",
    "lot",
    "item",
    "appendix",
    "annex",
    "point",
    "question",
    "package",
    "release",
    "iteration",
    "sprint",
    "module",
    "variant",
    "priority",
    "objective",
    "goal",
    "deliverable",
    "workstream",
    "schedule",
];

/// List numbers, web addresses and telephone numbers: digits that are no claim.
pub(super) fn mask(finder: &mut Finder<'_, '_>) {
    addresses(finder);
    for at in 0..finder.cut.tokens.len() {
        let Some(token) = finder.cut.at(at).filter(|token| token.is_number()) else { continue };
        let leads = finder
            .cut
            .before(at, 1)
            .is_none_or(|before| finder.cut.text.get(before.end..token.start).is_some_and(|gap| gap.contains('\n')));
        let listed = leads
            && token.text.len() <= 2
            && matches!(finder.cut.at(at + 1).map(|next| next.kind), Some(Kind::Sign('.' | ')' | ':')))
            && finder.cut.touches(at + 1)
            && !finder.cut.touches(at + 2);
        let before = finder.cut.word_before(at);
        let numbered = NUMBERED.contains(&before) && token.text.len() <= 2 && super::dates::unit(finder.cut.lower(at + 1)).is_none();
        if listed || numbered {
            finder.mask(at..at + 1);
        }
    }
}

/// "https://...", "www...", "a@b.example".
fn addresses(finder: &mut Finder<'_, '_>) {
    let mut at = 0;
    while let Some(first) = finder.cut.at(at) {
        let start = first.start;
        let mut end = at + 1;
        while finder.cut.touches(end) {
            end += 1;
        }
        let chunk = finder.cut.at(end - 1).and_then(|last| finder.cut.text.get(start..last.end)).unwrap_or_default();
        let mailed = chunk.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'));
        if mailed || chunk.contains("://") || chunk.starts_with("www.") {
            finder.mask(at..end);
        }
        at = end;
    }
}

/// A telephone number: one claim for all its groups.
fn telephone(cut: &Cut<'_>, at: usize) -> Option<(String, usize)> {
    let plus = cut.is_sign(at, '+') && cut.touches(at + 1);
    let mut end = if plus { at + 1 } else { at };
    let mut number = String::new();
    let mut groups = 0;
    while let Some(token) = cut.at(end) {
        match token.kind {
            Kind::Number if token.text.bytes().all(|byte| byte.is_ascii_digit()) => {
                number.push_str(token.text);
                groups += 1;
                end += 1;
            }
            Kind::Sign('-' | '/' | '(' | ')')
                if groups > 0 && cut.at(end + 1).is_some_and(|next| next.is_number() || matches!(next.kind, Kind::Sign('(' | ')'))) =>
            {
                end += 1;
            }
            Kind::Sign('(') if groups == 0 && plus => end += 1,
            _ => break,
        }
        if number.len() > 20 {
            break;
        }
    }
    let long = (7..=17).contains(&number.len());
    (long && groups >= 2 && (plus || (groups >= 3 && number.starts_with('0')))).then_some((number, end))
}

/// Finds every remaining number.
pub(super) fn numbers(finder: &mut Finder<'_, '_>) {
    let mut at = 0;
    while at < finder.cut.tokens.len() {
        let next = number_at(finder, at);
        at = next.max(at + 1);
    }
}

fn number_at(finder: &mut Finder<'_, '_>, at: usize) -> usize {
    if finder.is_taken(at) {
        return at + 1;
    }
    if let Some((number, end)) = telephone(finder.cut, at).filter(|(_, end)| finder.is_free(at..*end)) {
        finder.take(ClaimKind::Number, at..end, FoundClaim::exactly(vec![format!("telephone {number}")]));
        return end;
    }
    let Some(first) = figure(finder.cut, at, false).filter(|figure| finder.is_free(at..figure.end)) else { return at + 1 };
    // "24/7", "9-5" and "1:1" are one token each.
    let joint = finder.cut.at(first.end).map(|token| token.kind);
    let joined =
        matches!(joint, Some(Kind::Sign('/' | ':' | '-' | '–'))) && finder.cut.touches(first.end) && finder.cut.touches(first.end + 1);
    let second = joined.then(|| figure(finder.cut, first.end + 1, false)).flatten().filter(|second| finder.is_free(at..second.end));
    let (range, gives): (Range<usize>, Vec<String>) = match (second, joint) {
        (Some(second), Some(Kind::Sign('/' | ':'))) => (at..second.end, vec![format!("number {}/{}", first.value, second.value)]),
        (Some(second), _) => (at..second.end, vec![format!("number {}", first.value), format!("number {}", second.value)]),
        (None, _) => (at..first.end, vec![format!("number {}", first.value)]),
    };
    let end = range.end;
    finder.take(ClaimKind::Number, range, FoundClaim::exactly(gives));
    end
}
