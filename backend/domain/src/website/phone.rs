//! Finds the company's phone number: never a fax, an order number or a date.

use super::FoundText;
use super::text::{spaced, tidy};
use super::view::{Region, View};
use crate::reading::lexicon::WordList;

/// Fewer digits are an extension, more are not a phone number.
const DIGITS: std::ops::RangeInclusive<usize> = 7..=15;

/// The most numbers of a page; more are a directory.
const NUMBERS_MAX: usize = 300;
const LINKS_MAX: usize = 20;

/// A number on a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Number {
    /// As written.
    pub(super) text: String,
    pub(super) digits: String,
    /// The text before it.
    label: String,
}

/// The phone number of a company.
pub(super) fn find(views: &[View]) -> Option<FoundText> {
    let faxes: Vec<String> = views.iter().flat_map(faxes).collect();
    let good = |text: &str| {
        let digits = digits(text);
        is_phone(text) && !faxes.iter().any(|fax| is_same(fax, &digits))
    };
    let found = |text: &str, view: &View| FoundText { text: text.to_owned(), url: view.url.clone() };
    for view in views {
        let stated = view.items.companies().into_iter().filter_map(|item| view.items.text(item, "telephone"));
        if let Some(text) = stated.into_iter().find(|text| good(text)) {
            return Some(found(text, view));
        }
    }
    for view in views {
        if let Some(text) = linked(view).into_iter().find(|text| good(text)) {
            return Some(found(&text, view));
        }
    }
    for view in views {
        if let Some(number) =
            numbers(view).into_iter().find(|number| number.is_labelled() && good(&number.text))
        {
            return Some(found(&number.text, view));
        }
    }
    None
}

/// The numbers of telephone links, as displayed if possible.
fn linked(view: &View) -> Vec<String> {
    let links = view.links.iter().filter(|link| {
        let region = view.elements.get(link.element).map_or(Region::Content, |element| element.region);
        link.href.starts_with("tel:") && region != Region::Notice
    });
    links
        .take(LINKS_MAX)
        .filter_map(|link| {
            let shown = scan(&link.text).into_iter().next();
            let dialled = link
                .href
                .trim_start_matches("tel:")
                .split([';', '?'])
                .next()
                .unwrap_or_default()
                .replace("%20", " ");
            let number = shown.map_or_else(|| tidy(&dialled), |(range, _)| range.to_owned());
            // A fax number is sometimes linked like a phone number.
            let before = view
                .blocks
                .get(link.block)
                .and_then(|block| block.text.split_once(&number))
                .map_or("", |(before, _)| before);
            let label = spaced(tail(before));
            (!WordList::FaxLabel.stands_in(&label) && !WordList::NumberLabel.stands_in(&label))
                .then_some(number)
        })
        .collect()
}

/// The digits of every fax number on the page.
pub(super) fn faxes(view: &View) -> Vec<String> {
    let stated = view.items.0.iter().filter_map(|item| view.items.text(item, "faxNumber")).map(digits);
    let shown = numbers(view)
        .into_iter()
        .filter(|number| WordList::FaxLabel.stands_in(&number.label))
        .map(|number| number.digits);
    stated.chain(shown).collect()
}

/// Every possible phone number in the page's text, with the text before it.
pub(super) fn numbers(view: &View) -> Vec<Number> {
    let mut found = Vec::new();
    let mut before_block = "";
    for block in &view.blocks {
        if block.region == Region::Notice {
            continue;
        }
        for line in block.text.split('\n') {
            if found.len() > NUMBERS_MAX {
                return found;
            }
            for (text, before) in scan(line) {
                // In tables the label is the cell before.
                let label = if before.trim().is_empty() { tail(before_block) } else { tail(before) };
                found.push(Number { text: text.to_owned(), digits: digits(text), label: spaced(label) });
            }
            before_block = line;
        }
    }
    found
}

impl Number {
    fn is_labelled(&self) -> bool {
        !WordList::FaxLabel.stands_in(&self.label)
            && !WordList::NumberLabel.stands_in(&self.label)
            && WordList::PhoneLabel.stands_in(&self.label)
    }
}

/// The text directly before, without what belongs to an earlier number.
fn tail(text: &str) -> &str {
    let from =
        text.rfind(|c: char| c.is_ascii_digit() || matches!(c, '·' | '|' | ';')).map_or(0, |at| at + 1);
    let tail = text.get(from..).or_else(|| text.get(from + 1..)).unwrap_or_default();
    let start = tail.char_indices().rev().nth(40).map_or(0, |(at, _)| at);
    tail.get(start..).unwrap_or_default()
}

/// The parts of a line that look like phone numbers, each with the text before it.
fn scan(line: &str) -> Vec<(&str, &str)> {
    let is_part =
        |c: char| c.is_ascii_digit() || matches!(c, ' ' | '\u{a0}' | '(' | ')' | '/' | '.' | '-' | '–' | '‑');
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = line
        .get(from..)
        .and_then(|rest| rest.find(|c: char| c.is_ascii_digit() || matches!(c, '+' | '(')))
        .map(|at| from + at)
    {
        let rest = line.get(start..).unwrap_or_default();
        let first = rest.chars().next().map_or(1, char::len_utf8);
        let length = rest
            .get(first..)
            .and_then(|tail| tail.find(|c: char| !is_part(c)))
            .map_or(rest.len(), |at| at + first);
        from = start + length;
        let text = rest.get(..length).unwrap_or_default().trim_end_matches(|c: char| !c.is_ascii_digit());
        // A part of a word or of a longer code is not a number.
        let joined = line.get(..start).is_some_and(|before| {
            before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '#' | '$' | '€' | '£'))
        });
        if found.len() < NUMBERS_MAX && !joined && DIGITS.contains(&digits(text).len()) {
            found.push((text, line.get(..start).unwrap_or_default()));
        }
    }
    found
}

/// The digits of a text.
pub(super) fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Whether a text is a possible phone number.
pub(super) fn is_phone(text: &str) -> bool {
    let allowed = |c: char| {
        c.is_ascii_digit() || c.is_whitespace() || matches!(c, '+' | '(' | ')' | '/' | '.' | '-' | '–' | '‑')
    };
    let count = digits(text).len();
    text.chars().all(allowed)
        && DIGITS.contains(&count)
        && text.chars().count() <= 40
        && !is_date(text)
        && !is_repeated(text)
}

/// A date, or two years: `24.12.2025`, `2025-01-12`, `2011–2025`.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> =
        text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).collect();
    let year = |part: &str| part.len() == 4 && (part.starts_with("19") || part.starts_with("20"));
    let small = |part: &str, max: u8| {
        part.len() <= 2 && part.parse::<u8>().is_ok_and(|value| (1..=max).contains(&value))
    };
    match parts.as_slice() {
        [a, b] => year(a) && year(b),
        [a, b, c] => {
            (small(a, 31) && small(b, 31) && (year(c) || c.len() == 2))
                || (year(a) && small(b, 12) && small(c, 31))
        }
        [day, month, first, ..] if year(first) => small(day, 31) && small(month, 31),
        [one] => one.len() == 8 && (one.starts_with("19") || one.starts_with("20")),
        _ => false,
    }
}

/// All the same digit: a sample, not a number.
fn is_repeated(text: &str) -> bool {
    let digits = digits(text);
    let first = digits.chars().next();
    digits.chars().all(|c| Some(c) == first)
}

/// Whether two numbers are the same, with or without the country prefix.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.trim_start_matches('0'), other.trim_start_matches('0'));
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    !short.is_empty() && short.len() >= 6 && long.ends_with(short) && long.len() - short.len() <= 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_can_be_dialled_is_a_phone() {
        for (text, good) in [
            ("+44 117 496 0182", true),
            ("(937) 555-0142", true),
            ("0561 / 49 96 0-17", true),
            ("24.12.2025", false),
            ("2025-01-12", false),
            ("12/01/2025", false),
            ("2011–2025", false),
            ("20250112", false),
            ("12345", false),
            ("1234 5678 9012 3456", false),
            ("call me", false),
            ("0000000", false),
        ] {
            assert_eq!(is_phone(text), good, "{text}");
        }
    }

    #[test]
    fn the_prefix_of_a_country_makes_no_other_number() {
        assert!(is_same("441174960182", "01174960182"));
        assert!(!is_same("441174960182", "01174960199"));
    }
}
