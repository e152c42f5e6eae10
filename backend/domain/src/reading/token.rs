//! Cuts a text into figures, currency signs, words and marks. One tokenizer for every text with amounts.

use std::ops::Range;

use rust_decimal::Decimal;

use super::lexicon::{Language, lexicon};

/// A piece of the text.
#[derive(Debug, Clone, PartialEq)]
pub struct Token<'t> {
    /// Its bytes in the text.
    pub span: Range<usize>,
    /// As written.
    pub text: &'t str,
    /// Lower case, for comparing.
    pub lower: String,
    /// What it is.
    pub kind: Kind,
    /// Whether white space precedes it.
    pub spaced: bool,
}

/// What a token is.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// A figure.
    Number(Number),
    /// Letters, with digits after the first letter.
    Word,
    /// Digits and letters that form no figure ("3oo"), or an invisible change of direction.
    Garbled,
    /// A single punctuation mark or sign, or "~~".
    Mark,
    /// A line end.
    Break,
}

/// A figure as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number {
    /// Its value in the more likely reading.
    pub value: Decimal,
    /// Its separators can be read in two ways, or in none.
    pub ambiguous: bool,
    /// Whole, without separators and suffix: may be a year, a count or a reference.
    pub plain: bool,
    /// Written with two decimals, as money is.
    pub cents: bool,
    /// The number of digits.
    pub digits: usize,
}

const DIRECTION: [char; 9] = [
    '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}', '\u{2066}', '\u{2067}', '\u{2068}',
    '\u{2069}',
];

/// The digit of a decimal system that prices are written in: ASCII, Arabic-Indic, Extended Arabic-Indic,
/// Devanagari or full width.
fn digit(c: char) -> Option<char> {
    let base = match c {
        '0'..='9' => 0x30,
        '\u{660}'..='\u{669}' => 0x660,
        '\u{6f0}'..='\u{6f9}' => 0x6f0,
        '\u{966}'..='\u{96f}' => 0x966,
        '\u{ff10}'..='\u{ff19}' => 0xff10,
        _ => return None,
    };
    char::from_digit(u32::from(c) - base, 10)
}

/// "4½"
fn vulgar_fraction(c: char) -> Option<Decimal> {
    let hundredths = match c {
        '½' => 50,
        '¼' => 25,
        '¾' => 75,
        _ => return None,
    };
    Some(Decimal::new(hundredths, 2).normalize())
}

fn is_thin(c: char) -> bool {
    matches!(c, '\u{a0}' | '\u{202f}' | '\u{2009}')
}

/// Cuts the text. Hyphens inside words separate them and are no tokens.
pub fn tokens(text: &str, language: Language) -> Vec<Token<'_>> {
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    let mut spaced = true;
    let end_of = |at: usize| chars.get(at).map_or(text.len(), |(byte, _)| *byte);
    let get = |at: usize| chars.get(at).map(|(_, c)| *c);
    while let Some(c) = get(at) {
        let start = at;
        let kind = if c == '\n' {
            at += 1;
            Kind::Break
        } else if DIRECTION.contains(&c) {
            at += 1;
            Kind::Garbled
        } else if c.is_whitespace() {
            spaced = true;
            at += 1;
            continue;
        } else if digit(c).is_some() {
            let (number, next) = figure(&chars, at, language);
            at = next;
            Kind::Number(number)
        } else if c == 'R'
            && get(at + 1).and_then(digit).is_some()
            && !at.checked_sub(1).and_then(get).is_some_and(char::is_alphanumeric)
        {
            // "R4 250": rand
            at += 1;
            Kind::Word
        } else if is_times(&chars, at) {
            // "bouquets x4 75 each"
            at += 1;
            Kind::Word
        } else if is_code(&chars, at) {
            // "USD2,000"
            at += 3;
            Kind::Word
        } else if c.is_alphabetic() {
            at += 1;
            while get(at)
                .is_some_and(|c| c.is_alphanumeric() || is_apostrophe(&chars, at) || is_inner_dot(&chars, at))
            {
                at += 1;
            }
            Kind::Word
        } else if is_inner_hyphen(&chars, at) {
            at += 1;
            continue;
        } else {
            at += if c == '~' && get(at + 1) == Some('~') { 2 } else { 1 };
            Kind::Mark
        };
        let span = end_of(start)..end_of(at);
        let piece = text.get(span.clone()).unwrap_or_default();
        tokens.push(Token {
            span,
            text: piece,
            lower: piece.to_lowercase().replace('\u{2019}', "'"),
            kind,
            spaced,
        });
        spaced = false;
    }
    tokens
}

/// An "x" between a space and at most three digits that end there.
fn is_times(chars: &[(usize, char)], at: usize) -> bool {
    let get = |at: usize| chars.get(at).map(|(_, c)| *c);
    let digits = (at + 1..at + 5).take_while(|at| get(*at).and_then(digit).is_some()).count();
    get(at).is_some_and(|c| matches!(c, 'x' | '×'))
        && at.checked_sub(1).and_then(get).is_some_and(|before| before == ' ')
        && (1..=3).contains(&digits)
        && get(at + 1 + digits).is_none_or(char::is_whitespace)
}

/// Three capital letters right before a digit, with no letter before them.
fn is_code(chars: &[(usize, char)], at: usize) -> bool {
    let get = |at: usize| chars.get(at).map(|(_, c)| *c);
    (at..at + 3).all(|at| get(at).is_some_and(|c| c.is_ascii_uppercase()))
        && get(at + 3).and_then(digit).is_some()
        && !at.checked_sub(1).and_then(get).is_some_and(char::is_alphanumeric)
}

fn is_letter(chars: &[(usize, char)], at: usize) -> bool {
    chars.get(at).is_some_and(|(_, c)| c.is_alphabetic())
}

fn is_apostrophe(chars: &[(usize, char)], at: usize) -> bool {
    chars.get(at).is_some_and(|(_, c)| matches!(c, '\'' | '\u{2019}')) && is_letter(chars, at + 1)
}

/// "p.a", "z.B": single letters with dots between.
fn is_inner_dot(chars: &[(usize, char)], at: usize) -> bool {
    let is_dot = chars.get(at).is_some_and(|(_, c)| *c == '.');
    is_dot
        && is_letter(chars, at + 1)
        && !is_letter(chars, at + 2)
        && !at.checked_sub(2).is_some_and(|before| is_letter(chars, before))
}

fn is_inner_hyphen(chars: &[(usize, char)], at: usize) -> bool {
    let joins = |at: usize| chars.get(at).is_some_and(|(_, c)| c.is_alphanumeric());
    chars.get(at).is_some_and(|(_, c)| matches!(c, '-' | '\u{2010}' | '\u{2011}'))
        && joins(at + 1)
        && at.checked_sub(1).is_some_and(joins)
        && (is_letter(chars, at + 1) || at.checked_sub(1).is_some_and(|before| is_letter(chars, before)))
}

/// The figure that begins here, and where it ends.
fn figure(chars: &[(usize, char)], start: usize, language: Language) -> (Number, usize) {
    let get = |at: usize| chars.get(at).map(|(_, c)| *c);
    let digits_from = |mut at: usize| {
        let from = at;
        while get(at).and_then(digit).is_some() {
            at += 1;
        }
        at - from
    };
    let read = |from: usize, length: usize| {
        (from..from + length).filter_map(|at| get(at).and_then(digit)).collect::<String>()
    };
    let first = digits_from(start);
    let mut groups = vec![read(start, first)];
    let mut separators: Vec<char> = Vec::new();
    let mut at = start + first;
    while let Some(c) = get(at) {
        let length = digits_from(at + 1);
        let is_separator = match c {
            '.' | ',' => length > 0,
            '\'' | '\u{2019}' => length == 3,
            _ if is_thin(c) => length == 3,
            ' ' if start > 0 && chars.get(start - 1).is_some_and(|(_, c)| *c == 'R') => length == 3,
            ' ' => {
                length == 3
                    && lexicon(language).groups_with(' ')
                    && groups.last().is_some_and(|group| group.len() <= 3)
            }
            _ => false,
        };
        if !is_separator {
            break;
        }
        separators.push(if c == '.' || c == ',' { c } else { ' ' });
        groups.push(read(at + 1, length));
        at += 1 + length;
    }
    let digits = groups.iter().map(String::len).sum();
    let (value, mut ambiguous) = value(&groups, &separators, language);
    // "R22,50": a comma before the cents of rand.
    let is_rand = start.checked_sub(1).and_then(get) == Some('R');
    if is_rand && separators.last() == Some(&',') && groups.last().is_some_and(|group| group.len() == 2) {
        ambiguous = false;
    }
    let mut plain = separators.is_empty();
    let part = get(at).filter(|_| separators.is_empty()).and_then(vulgar_fraction);
    let value = value + part.unwrap_or_default();
    if part.is_some() {
        (plain, at) = (false, at + 1);
    }
    // "450,-" and "12'400.-"
    if matches!(get(at), Some('.' | ',')) && matches!(get(at + 1), Some('-' | '\u{2013}' | '\u{2014}')) {
        at += 2;
    }
    if get(at) == Some('/') && get(at + 1) == Some('-') {
        at += 2;
    }
    let mut factor = Decimal::ONE;
    let ends_word = |at: usize| !get(at).is_some_and(char::is_alphanumeric);
    match get(at) {
        Some('k' | 'K') if ends_word(at + 1) => (factor, plain, at) = (Decimal::ONE_THOUSAND, false, at + 1),
        Some('M' | 'm')
            if ends_word(at + 1)
                && get(at.wrapping_sub(first + 1))
                    .is_some_and(|c| !c.is_alphanumeric() && !c.is_whitespace()) =>
        {
            (factor, plain, at) = (Decimal::from(1_000_000), false, at + 1);
        }
        _ => {}
    }
    // A thousand written "1.5k" has no thousands separator.
    if factor != Decimal::ONE && separators.len() == 1 && groups.get(1).is_some_and(|group| group.len() < 3) {
        ambiguous = false;
    }
    let cents = factor == Decimal::ONE && value.scale() == 2;
    (Number { value: value * factor, ambiguous, plain, cents, digits }, at)
}

/// The value of digit groups, and whether they can be read in another way or in none.
fn value(groups: &[String], separators: &[char], language: Language) -> (Decimal, bool) {
    let joined = |groups: &[String]| groups.concat();
    let decimal = |whole: &[String], fraction: &str| {
        format!("{}.{fraction}", joined(whole)).parse().unwrap_or_default()
    };
    let whole = || joined(groups).parse().unwrap_or_default();
    let thousands = |groups: &[String]| {
        groups.first().is_some_and(|first| (1..=3).contains(&first.len()))
            && groups.iter().skip(1).all(|group| group.len() == 3)
    };
    let Some((fraction, head)) = groups.split_last() else { return (Decimal::ZERO, true) };
    match separators {
        [] => (whole(), groups.concat().len() > 15),
        [' '] => (whole(), false),
        [one] => {
            let leading_zero = head.first().is_some_and(|first| first == "0");
            match fraction.len() {
                1 | 2 => (decimal(head, fraction), lexicon(language).groups_with(*one) && *one == ','),
                3 if !leading_zero && thousands(groups) => (whole(), !lexicon(language).groups_with(*one)),
                _ => (decimal(head, fraction), !leading_zero),
            }
        }
        [before @ .., last] => {
            let same = before.iter().all(|separator| separator == last);
            let head_is_even = before.iter().all(|separator| Some(separator) == before.first());
            if same {
                // "2,40,000": lakhs.
                let lakhs = fraction.len() == 3
                    && head.iter().skip(1).all(|group| group.len() == 2)
                    && head.first().is_some_and(|first| first.len() <= 2)
                    && *last == ',';
                (whole(), !(thousands(groups) || lakhs))
            } else {
                (
                    decimal(head, fraction),
                    !(head_is_even && thousands(head) && fraction.len() <= 2 && *last != ' '),
                )
            }
        }
    }
}
