//! Splits free text into words, numbers and signs for the price reader. Accepts any text; every token has its
//! byte range.

use rust_decimal::Decimal;

use super::words;

/// More digits than any price has; longer runs (card numbers, ids) are not numbers.
const MAX_DIGITS: usize = 15;

/// The length in bytes of the longest currency word; longer words need no lookup.
const LONGEST_CURRENCY_WORD: usize = 8;

/// One piece of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind,
    /// First byte.
    pub(super) start: usize,
    /// Byte after the last.
    pub(super) end: usize,
    /// The text as written.
    pub(super) text: &'a str,
    /// In lower case, for lookup.
    pub(super) lower: String,
}

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Letters, perhaps with digits, hyphens, apostrophes or dots inside.
    Word,
    /// A number, after applying `k` or `m`.
    Number {
        value: Decimal,
        /// Whether a `k` or `m` was applied.
        scaled: bool,
    },
    /// Any other character.
    Sign(char),
    /// End of a line or of a bullet.
    Break,
}

impl Token<'_> {
    pub(super) fn is_sign(&self, sign: char) -> bool {
        self.kind == Kind::Sign(sign)
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        self.kind == Kind::Word && self.lower == word
    }

    pub(super) fn number(&self) -> Option<Decimal> {
        match self.kind {
            Kind::Number { value, .. } => Some(value),
            _ => None,
        }
    }
}

/// Cuts the text.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut start = 0;
    while let Some(rest) = text.get(start..).filter(|rest| !rest.is_empty()) {
        let (kind, length) = next(text.get(..start).unwrap_or_default(), rest);
        let piece = rest.get(..length).unwrap_or(rest);
        if let Some(kind) = kind {
            tokens.push(Token { kind, start, end: start + piece.len(), text: piece, lower: piece.to_lowercase().replace('’', "'") });
        }
        start += piece.len().max(1);
    }
    tokens
}

/// The kind (none for white space) and length in bytes of the first token of `rest`.
fn next(before: &str, rest: &str) -> (Option<Kind>, usize) {
    let Some(first) = rest.chars().next() else {
        return (None, 0);
    };
    match first {
        '\n' | '\r' | '•' | '●' | '▪' | '·' => (Some(Kind::Break), first.len_utf8()),
        _ if first.is_whitespace() => (None, first.len_utf8()),
        '0'..='9' => number(before, rest),
        _ if first.is_alphabetic() => (Some(Kind::Word), word_length(rest)),
        _ => (Some(Kind::Sign(first)), first.len_utf8()),
    }
}

fn word_length(rest: &str) -> usize {
    let mut characters = rest.char_indices().peekable();
    let mut end = 0;
    while let Some((at, character)) = characters.next() {
        let after = characters.peek().map(|(_, next)| *next);
        let inside = match character {
            '-' | '\'' | '’' | '.' => after.is_some_and(char::is_alphabetic),
            '&' => at > 0 && after.is_some_and(char::is_alphabetic),
            // "USD2,000" and "Rs500" are a currency and a number.
            '0'..='9' if at <= LONGEST_CURRENCY_WORD => {
                let word = rest.get(..at).unwrap_or_default();
                words::currency_of_word(word, &word.to_lowercase()).is_none()
            }
            _ => character.is_alphanumeric(),
        };
        if !inside {
            break;
        }
        end = at + character.len_utf8();
    }
    end
}

/// Reads a number with its separators and suffix, or the word that only begins with digits
/// ("2nd", "24/7", "2025-01-31").
fn number(before: &str, rest: &str) -> (Option<Kind>, usize) {
    let currency_before = before.chars().next_back().is_some_and(|c| words::currency_of_sign(c).is_some())
        || before
            .trim_end()
            .rsplit(|c: char| !c.is_alphabetic())
            .next()
            .is_some_and(|word| words::currency_of_word(word, &word.to_lowercase()).is_some());
    let (groups, length) = groups(rest, currency_before);
    let after = rest.get(length..).unwrap_or_default();
    let as_word = || (Some(Kind::Word), length + tail_length(after));
    let money = currency_before || currency_follows(after);
    let three_decimals =
        ["KWD", "BHD", "OMR", "JOD", "TND"].iter().any(|code| before.trim_end().ends_with(code) || after.trim_start().starts_with(code));
    let suffix: String = after.chars().take_while(|c| c.is_alphanumeric()).collect();
    let scale = match suffix.as_str() {
        "k" | "K" => Some(1_000),
        "m" | "M" | "mm" | "MM" if currency_before => Some(1_000_000),
        _ => None,
    };
    let dot_groups = money && !three_decimals && scale.is_none();
    let Some(value) = value(&groups, dot_groups) else {
        return as_word();
    };
    if let Some(scale) = scale {
        let kind = Kind::Number { value: value * Decimal::from(scale), scaled: true };
        return (Some(kind), length + suffix.len());
    }
    // A date, a time or a ratio; after a currency sign a slash means "per".
    let mut next = after.chars();
    let joined = next.next().filter(|c| matches!(c, '/' | ':') || (*c == '-' && groups_look_like_a_year(&groups)));
    if joined.is_some() && !currency_before && next.next().is_some_and(|c| c.is_ascii_digit()) {
        return as_word();
    }
    let lower = suffix.to_lowercase();
    let unit_or_nothing = suffix.is_empty()
        || lower == "x"
        || words::time_unit(&lower).is_some()
        || words::cadence_noun(&lower).is_some()
        || words::currency_of_word(&suffix, &lower).is_some();
    if unit_or_nothing { (Some(Kind::Number { value, scaled: false }), length) } else { as_word() }
}

/// How far a word that begins with digits extends.
fn tail_length(after: &str) -> usize {
    let mut end = 0;
    let mut characters = after.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let joins = matches!(character, '/' | ':' | '-' | '.' | ',') && characters.peek().is_some_and(|(_, next)| next.is_ascii_digit());
        if !character.is_alphanumeric() && !joins {
            break;
        }
        end = at + character.len_utf8();
    }
    end
}

fn groups_look_like_a_year(groups: &[(Option<char>, &str)]) -> bool {
    matches!(groups, [(None, digits)] if digits.len() == 4 && (digits.starts_with("19") || digits.starts_with("20")))
}

fn currency_follows(after: &str) -> bool {
    let after = after.trim_start_matches([' ', '\u{a0}', '\u{202f}']);
    let word: String = after.chars().take_while(|c| c.is_alphabetic()).take(8).collect();
    after.chars().next().is_some_and(|c| words::currency_of_sign(c).is_some())
        || words::currency_of_word(&word, &word.to_lowercase()).is_some()
}

/// The digit groups with the separator before each, and their length in bytes. A plain space separates
/// thousands only in a figure that is money, or "phase 1 500 pages" would contain one number.
fn groups(rest: &str, currency_before: bool) -> (Vec<(Option<char>, &str)>, usize) {
    let mut groups = Vec::new();
    let mut end = 0;
    let mut separator = None;
    loop {
        let tail = rest.get(end..).unwrap_or_default();
        let skip = separator.map_or(0, char::len_utf8);
        let digits = tail.get(skip..).unwrap_or_default();
        let count = digits.bytes().take_while(u8::is_ascii_digit).count();
        let group = digits.get(..count).unwrap_or_default();
        let spaced = matches!(separator, Some(' ' | '\u{a0}' | '\u{202f}' | '\u{2009}'));
        if count == 0 || (spaced && count != 3) {
            break;
        }
        let after = digits.get(count..).unwrap_or_default();
        if separator == Some(' ') && !currency_before && !currency_follows(after) && !groups_go_on(after) {
            break;
        }
        groups.push((separator, group));
        end += skip + count;
        separator = after.chars().next().filter(|c| matches!(c, ',' | '.' | '\'' | '’' | ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}'));
        if separator.is_none() {
            break;
        }
    }
    (groups, end)
}

/// Whether another group of three and a currency follow, as in "1 250 000 €".
fn groups_go_on(after: &str) -> bool {
    let Some(group) = after.strip_prefix(' ') else { return false };
    let count = group.bytes().take_while(u8::is_ascii_digit).count();
    count == 3 && currency_follows(group.get(count..).unwrap_or_default())
}

/// The value of digit groups. `dot_groups`: whether "1.500" is fifteen hundred, as in "1.500 €".
fn value(groups: &[(Option<char>, &str)], dot_groups: bool) -> Option<Decimal> {
    let digits: usize = groups.iter().map(|(_, group)| group.len()).sum();
    if digits > MAX_DIGITS {
        return None;
    }
    let (last, init) = groups.split_last()?;
    let decimal_point = match (last.0, init.len()) {
        (Some(separator @ (',' | '.')), earlier) if earlier > 1 => init.iter().skip(1).all(|(other, _)| *other != Some(separator)),
        (Some(','), _) => !thousands(groups),
        (Some('.'), _) => !(dot_groups && thousands(groups)),
        _ => false,
    };
    let (whole, fraction) = if decimal_point { (init, last.1) } else { (groups, "") };
    if whole.len() > 1 && !thousands(whole) {
        return None;
    }
    let mut text: String = whole.iter().map(|(_, group)| *group).collect();
    if !fraction.is_empty() {
        text.push('.');
        text.push_str(fraction);
    }
    Decimal::from_str_exact(&text).ok()
}

/// Whether the groups form a whole number in thousands ("1,250,000") or in Indian grouping ("12,50,000"): one
/// separator throughout, three digits at the end.
fn thousands(groups: &[(Option<char>, &str)]) -> bool {
    let Some(((_, first), rest)) = groups.split_first() else { return false };
    let Some(((separator, last), middle)) = rest.split_last() else { return false };
    let same = middle.iter().all(|(other, _)| other == separator);
    let western = middle.iter().all(|(_, group)| group.len() == 3);
    let indian = *separator == Some(',') && middle.iter().all(|(_, group)| group.len() == 2);
    (1..=3).contains(&first.len()) && *first != "0" && last.len() == 3 && same && (western || indian)
}
