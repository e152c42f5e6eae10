//! Finds web addresses, mail addresses and phone numbers in a text, also where they are lightly disguised
//! ("evil[.]example").

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

/// The top-level domains, and names that are reserved for examples and local networks.
static TLDS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| include_str!("tlds.txt").split_whitespace().collect());
/// With these, a host is a host however it is capitalised; with others, "done.It" are two sentences.
const COMMON: [&str; 9] = ["com", "net", "org", "info", "biz", "io", "eu", "example", "test"];
/// Names of products that look like hosts.
const NAMES: [&str; 3] = ["asp.net", "ado.net", "vb.net"];
/// What stands for a dot or an at sign, in lower case.
const DISGUISES: [(&str, char); 12] = [
    (" [dot] ", '.'),
    (" (dot) ", '.'),
    ("[.]", '.'),
    ("(.)", '.'),
    ("{.}", '.'),
    ("[dot]", '.'),
    ("(dot)", '.'),
    ("\u{3002}", '.'),
    ("\u{ff0e}", '.'),
    ("\u{ff61}", '.'),
    ("[at]", '@'),
    ("(at)", '@'),
];
/// How many digits a phone number has.
const PHONE: std::ops::RangeInclusive<usize> = 7..=15;

/// An address in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    /// Its bytes.
    pub(super) span: Range<usize>,
    /// Its normal form, by which it is compared.
    pub(super) address: String,
    /// The bytes after the name, if it is a name and a top-level domain alone: what is left is a plain word.
    pub(super) suffix: Option<Range<usize>>,
}

/// The addresses of a text, in order and without overlaps.
pub(super) fn addresses(text: &str) -> Vec<Found> {
    let folded = Folded::new(text);
    let mut found = Vec::new();
    for (start, token) in split(&folded.text, |c| {
        c.is_whitespace() || "<>\"'`()[]{}|;,\u{201c}\u{201d}\u{201e}\u{ab}\u{bb}\u{2018}\u{2019}".contains(c)
    }) {
        if let Some(mark) = token.find("://") {
            let scheme = token.get(..mark).unwrap_or_default();
            let begin = scheme.rfind(|c: char| !c.is_ascii_alphanumeric()).map_or(0, |at| at + 1);
            let address = trimmed(token.get(begin..).unwrap_or_default());
            if begin < mark && address.len() > mark + 3 - begin {
                found.push(folded.found(start + begin, address, None));
            }
            continue;
        }
        for (at, piece) in split(token, |c| matches!(c, ':' | '=')) {
            let lead = piece.len() - piece.trim_start_matches(|c: char| !c.is_alphanumeric()).len();
            let piece = trimmed(piece.get(lead..).unwrap_or_default());
            match host(piece) {
                Some(suffix) => found.push(folded.found(start + at + lead, piece, suffix)),
                None if is_mail(piece) => found.push(folded.found(start + at + lead, piece, None)),
                None => {}
            }
        }
    }
    let free = |span: &Range<usize>| {
        found.iter().all(|other| other.span.end <= span.start || span.end <= other.span.start)
    };
    let phones: Vec<Found> = phones(text).into_iter().filter(|phone| free(&phone.span)).collect();
    found.extend(phones);
    found.sort_by_key(|found| found.span.start);
    found
}

/// The normal form of a web or mail address: without scheme, `www.` and the slash at the end.
pub(super) fn normal(address: &str) -> String {
    // "mailto:https://" is no scheme.
    let is_scheme = |scheme: &str| scheme.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let bare =
        address.split_once("://").filter(|(scheme, _)| is_scheme(scheme)).map_or(address, |(_, rest)| rest);
    let bare = bare.strip_prefix("mailto:").unwrap_or(bare).trim_end_matches('/');
    let (host, path) = bare.split_at(bare.find(['/', '?', '#']).unwrap_or(bare.len()));
    let host = host.to_lowercase();
    format!("{}{path}", host.strip_prefix("www.").unwrap_or(&host))
}

/// The digits of a phone number, without the zeros that depend on where one calls from.
pub(super) fn digits(phone: &str) -> String {
    let digits: String = phone.chars().filter(char::is_ascii_digit).collect();
    digits.trim_start_matches('0').to_owned()
}

/// A text in which disguised dots and at signs are plain, and characters without width are left out.
struct Folded {
    text: String,
    /// For each byte, its place in the original.
    places: Vec<usize>,
}

impl Folded {
    fn new(original: &str) -> Self {
        let mut folded = Self {
            text: String::with_capacity(original.len()),
            places: Vec::with_capacity(original.len() + 1),
        };
        let mut rest = original;
        while let Some(first) = rest.chars().next() {
            let place = original.len() - rest.len();
            let starts =
                |words: &str| rest.get(..words.len()).is_some_and(|start| start.eq_ignore_ascii_case(words));
            let spelled = starts(" dot ")
                && COMMON
                    .iter()
                    .any(|tld| rest.get(5..).is_some_and(|after| word(after).eq_ignore_ascii_case(tld)));
            let disguise = DISGUISES.into_iter().find(|(words, _)| starts(words));
            let (length, plain) = match disguise {
                Some((words, plain)) => (words.len(), Some(plain)),
                None if spelled => (" dot ".len(), Some('.')),
                None => (first.len_utf8(), Some(first).filter(|c| !is_invisible(*c))),
            };
            if let Some(plain) = plain {
                folded.text.push(plain);
                folded.places.resize(folded.text.len(), place);
            }
            rest = rest.get(length..).unwrap_or_default();
        }
        folded.places.push(original.len());
        folded
    }

    fn found(&self, start: usize, address: &str, suffix: Option<usize>) -> Found {
        let place = |at: usize| self.places.get(at).copied().unwrap_or_default();
        let end = place(start + address.len());
        Found {
            span: place(start)..end,
            address: normal(address),
            suffix: suffix.map(|at| place(start + at)..end),
        }
    }
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// The first word of a text.
fn word(text: &str) -> &str {
    text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default()
}

/// The parts between separators, each with its place.
fn split(text: &str, is_separator: impl Fn(char) -> bool) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_inclusive(is_separator).map(move |part| {
        let start = at;
        at += part.len();
        (start, part)
    })
}

/// Without the punctuation of the sentence.
fn trimmed(token: &str) -> &str {
    token.trim_end_matches(|c: char| !(c.is_alphanumeric() || matches!(c, '/' | '-' | '_')))
}

/// Whether a text is a host with or without a path. Then the place of the dot behind its name, if the address
/// is a name and a top-level domain alone.
#[expect(clippy::option_option, reason = "a host without such a place is still a host")]
fn host(text: &str) -> Option<Option<usize>> {
    let (host, path) = text.split_at(text.find(['/', '?', '#', '\\']).unwrap_or(text.len()));
    let labels: Vec<&str> = host.split('.').collect();
    let is_label = |label: &&str| !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-');
    let [names @ .., tld] = labels.as_slice() else { return None };
    let name = names.last().filter(|_| labels.iter().all(is_label))?;
    if labels.len() == 4 && labels.iter().all(|label| label.parse::<u8>().is_ok()) {
        return Some(None);
    }
    let lower = tld.to_lowercase();
    if !TLDS.contains(lower.as_str()) && !lower.starts_with("xn--")
        || NAMES.contains(&host.to_lowercase().as_str())
    {
        return None;
    }
    let common = COMMON.contains(&lower.as_str()) || !path.is_empty() || labels.len() > 2;
    // "e.g", "z.B", "a.m": an abbreviation. "done.It": the space between two sentences is missing.
    let abbreviated = names.iter().all(|name| name.chars().count() == 1) && tld.chars().count() <= 2;
    let sentences = tld.starts_with(char::is_uppercase) && name.ends_with(char::is_lowercase);
    if abbreviated || (sentences && !common) {
        return None;
    }
    Some((names.len() == 1 && path.is_empty() && *name != "www").then_some(name.len()))
}

fn is_mail(text: &str) -> bool {
    let parts = text.split_once('@').filter(|(local, _)| !local.is_empty());
    parts
        .and_then(|(_, domain)| domain.rsplit_once('.'))
        .is_some_and(|(_, tld)| tld.len() >= 2 && tld.chars().all(char::is_alphanumeric))
}

/// Numbers that are written like phone numbers: with a country code, with a leading zero, or in the groups of
/// North America. A date, an amount or a quantity is none.
fn phones(text: &str) -> Vec<Found> {
    let is_part = |c: char| {
        c.is_ascii_digit()
            || matches!(
                c,
                ' ' | '\u{a0}' | '\u{202f}' | '(' | ')' | '.' | '-' | '\u{2011}' | '\u{2013}' | '/' | '+'
            )
    };
    let mut found = Vec::new();
    for (at, run) in split(text, |c| !is_part(c)) {
        let run = run.trim_end_matches(|c: char| !c.is_ascii_digit());
        let start = run.find(|c: char| c.is_ascii_digit() || matches!(c, '+' | '(')).unwrap_or(run.len());
        let number = run.get(start..).unwrap_or_default();
        // A digit or a letter just before it belongs to the number.
        let before = text.get(..at + start).unwrap_or_default();
        if is_phone(number)
            && !before
                .ends_with(|c: char| c.is_alphanumeric() || matches!(c, '$' | '\u{20ac}' | '\u{a3}' | ','))
        {
            found.push(Found {
                span: at + start..at + start + number.len(),
                address: digits(number),
                suffix: None,
            });
        }
    }
    found
}

fn is_phone(number: &str) -> bool {
    let groups: Vec<&str> =
        number.split(|c: char| !c.is_ascii_digit()).filter(|group| !group.is_empty()).collect();
    let lengths: Vec<usize> = groups.iter().map(|group| group.len()).collect();
    if !PHONE.contains(&lengths.iter().sum()) {
        return false;
    }
    let year = |group: &&str| group.len() == 4 && (group.starts_with("19") || group.starts_with("20"));
    let dated = groups.iter().all(|group| group.len() <= 2 || year(group)) && !number.starts_with('+');
    let french = lengths == [2; 5] && number.starts_with('0');
    let zero = groups.first().is_some_and(|first| first.starts_with('0') && *first != "0");
    let american = matches!(lengths.as_slice(), [3, 3, 4] | [1, 3, 3, 4]);
    (number.starts_with('+') || zero || american) && (!dated || french)
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn addresses_are_found_as_they_are_written() {
        for (text, found) in [
            ("Visit https://Evil.example/Pay?x=1, then call.", &["https://Evil.example/Pay?x=1"][..]),
            ("See hxxps://evil.example!", &["hxxps://evil.example"]),
            ("url=http://localhost:8080/a", &["http://localhost:8080/a"]),
            ("visit evil.example.", &["evil.example"]),
            ("Go to www.evil.co.uk/pay.", &["www.evil.co.uk/pay"]),
            ("Link:pay-now.top and (bit.ly/3xY)", &["pay-now.top", "bit.ly/3xY"]),
            (
                "evil[.]example, evil(dot)com, evil dot com",
                &["evil[.]example", "evil(dot)com", "evil dot com"],
            ),
            ("ev\u{200b}il.example and evil\u{3002}com", &["ev\u{200b}il.example", "evil\u{3002}com"]),
            ("Write to pay@evil.example or mailto:x.y@evil.co", &["pay@evil.example", "x.y@evil.co"]),
            ("attacker(at)evil.example", &["attacker(at)evil.example"]),
            ("server 203.0.113.7 and https://203.0.113.7/x", &["203.0.113.7", "https://203.0.113.7/x"]),
            ("Call +1 900 555 0199 now", &["+1 900 555 0199"]),
            (
                "Call (900) 555-0199, 900-555-0199 or 1-900-555-0199.",
                &["(900) 555-0199", "900-555-0199", "1-900-555-0199"],
            ),
            ("Ruf an: 030/1234567, 0171-1234567", &["030/1234567", "0171-1234567"]),
            ("T\u{e9}l. 06 12 34 56 78", &["06 12 34 56 78"]),
            ("EVIL.COM and Evil.Com", &["EVIL.COM", "Evil.Com"]),
        ] {
            let seen: Vec<_> =
                addresses(text).into_iter().map(|found| text.get(found.span).unwrap_or_default()).collect();
            assert_eq!(seen, found, "{text}");
        }
    }

    #[test]
    fn other_words_and_numbers_are_no_addresses() {
        for text in [
            "We built it with Node.js and ASP.NET, e.g. for two shops, i.e. yours.",
            "It is done.It works.We are glad.",
            "Am 01.12.2026 um 09.00-17.00 Uhr, z.B. am 24.12.",
            "From 2026-11-26 to 2027-01-15, 01/12/2026-31/12/2026",
            "$1,200,000.00, 4 500 000, 12.500,00 EUR and 0.5 percent",
            "100-1200 people, version 1.2.3, 24/7, and/or, 16:9, a.m.",
            "ISO 27001, order 4711-2, 612 345 678 records",
            "@northlight wrote: ok...yes",
            "",
        ] {
            assert_eq!(addresses(text), [], "{text}");
        }
    }

    #[test]
    fn the_same_address_has_one_form() {
        for (one, other) in [
            ("https://www.Northlight.example/", "northlight.example"),
            ("http://northlight.example/Work", "https://NORTHLIGHT.example/Work/"),
            ("mailto:Mia@harbor.example", "mia@harbor.example"),
        ] {
            assert_eq!(normal(one), normal(other));
        }
        assert_ne!(normal("bit.ly/a"), normal("bit.ly/A"));
        assert_ne!(normal("mailto:https://northlight.example"), "northlight.example");
        assert_eq!(digits("0049 30 1234567"), digits("+49 (30) 123 45 67"));
    }
}
