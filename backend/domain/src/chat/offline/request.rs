//! Splits a message into single requests, without polite phrases.

use crate::reading::lexicon::WordList;
use crate::recap::words::normal;

/// One request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Request {
    /// As written, without polite phrases.
    pub(super) raw: String,
    /// As [`normal`] words.
    pub(super) words: String,
}

impl Request {
    fn new(text: &str) -> Self {
        let raw = without_manners(text);
        Self { words: normal(&raw), raw }
    }

    /// Whether it begins with one of the words.
    pub(super) fn starts(&self, words: &[&str]) -> bool {
        self.words.split_whitespace().next().is_some_and(|first| words.contains(&first))
    }

    /// Whether it has one of the phrases, written with spaces around.
    pub(super) fn has(&self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| self.words.contains(phrase))
    }

    pub(super) fn is_small_talk(&self) -> bool {
        self.words.split_whitespace().all(|word| WordList::SmallTalk.has(word))
    }

    pub(super) fn asks_for_formal(&self) -> bool {
        let casual = self.has(&[" less formal", " not so formal", " informal", " casual ", " not formal"]);
        let professional =
            self.has(&[" tone ", " sound ", " sounds ", " make it ", " wording ", " language "]);
        let formal = self.has(&[" formal ", " formally ", " more formal"])
            || (professional && self.has(&[" professional ", " businesslike "]));
        formal && (!casual || self.has(&[" less casual "]))
    }

    /// The request without its first word.
    pub(super) fn rest(&self) -> &str {
        self.raw.trim().split_once(char::is_whitespace).map_or("", |(_, rest)| rest.trim())
    }
}

/// Splits around a phrase, ignoring case. The phrase must be ASCII.
pub(super) fn split_at_phrase<'a>(text: &'a str, phrase: &str) -> Option<(&'a str, &'a str)> {
    // Lower-cases ASCII letters alone, so that byte positions in both texts are the same.
    let at = text.to_ascii_lowercase().find(phrase)?;
    Some((text.get(..at)?, text.get(at + phrase.len()..)?))
}

/// The same around its last occurrence.
pub(super) fn split_at_last<'a>(text: &'a str, phrase: &str) -> Option<(&'a str, &'a str)> {
    let at = text.to_ascii_lowercase().rfind(phrase)?;
    Some((text.get(..at)?, text.get(at + phrase.len()..)?))
}

/// The requests of a message, in order.
pub(super) fn split(message: &str) -> Vec<Request> {
    let whole = Request::new(message);
    // The text after a colon is the body of a section or a timeline and may contain anything.
    if message.contains(':')
        && (whole.has(&[" section ", " paragraph ", " chapter ", " timeline ", " block "]))
    {
        return vec![whole];
    }
    let mut pieces = Vec::new();
    for line in message.lines() {
        let mut rest = line;
        while let Some(end) = request_end(rest) {
            let (piece, following) = rest.split_at(end);
            pieces.push(piece);
            rest = following;
        }
        pieces.push(rest);
    }
    let said = |request: &Request| request.words.len() > 1;
    let all: Vec<Request> = pieces.into_iter().map(Request::new).filter(said).collect();
    let asking: Vec<Request> = all.iter().filter(|request| !request.is_small_talk()).cloned().collect();
    if asking.is_empty() { all.into_iter().take(1).collect() } else { asking }
}

/// The end of the first request of a line, if another follows.
fn request_end(line: &str) -> Option<usize> {
    let mut quoted = false;
    for (at, sign) in line.char_indices() {
        let rest = line.get(at..)?;
        match sign {
            '"' | '“' | '”' => quoted = !quoted,
            _ if quoted => {}
            ';' => return Some(at + 1).filter(|end| *end < line.len()),
            '.' | '!' | '?'
                if rest.get(1..).is_some_and(|after| after.starts_with(' ') && after.trim().len() > 1) =>
            {
                return Some(at + 1);
            }
            ' ' | ',' if at > 0 => {
                let lower = rest.to_ascii_lowercase();
                let joined = [" and then ", ", then ", ", and ", " and ", ", "]
                    .iter()
                    .find_map(|joint| lower.strip_prefix(joint));
                let verb = joined.map(|after| {
                    after
                        .trim_start_matches("also ")
                        .trim_start_matches("please ")
                        .split(' ')
                        .next()
                        .unwrap_or_default()
                });
                if verb.is_some_and(|verb| WordList::RequestVerb.has(verb)) {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

fn without_manners(text: &str) -> String {
    let mut rest = text.trim().trim_matches(|c: char| matches!(c, ',' | ';' | '-' | '*' | '•')).trim();
    loop {
        let lower = rest.to_ascii_lowercase();
        let after = WordList::Courtesy
            .opens(&lower)
            .and_then(|length| rest.get(length..))
            .filter(|after| after.starts_with([' ', ',']));
        // The message is only a greeting.
        let Some(after) =
            after.map(|after| after.trim_start_matches([' ', ','])).filter(|after| !after.is_empty())
        else {
            break;
        };
        rest = after;
    }
    for end in [" please", " thanks", " thank you", ", please", ", thanks"] {
        let bare = rest.trim_end_matches(['.', '!', '?', ' ']);
        if bare.to_ascii_lowercase().ends_with(end) {
            rest = bare.get(..bare.len() - end.len()).unwrap_or(bare).trim_end_matches(',');
        }
    }
    // "Could you make it $250?" asks for a change, and not whether $250 is right.
    rest.trim_end_matches(['?', ' ']).to_owned()
}

/// A name as typed in a request, without quotes and the sentence's full stop.
pub(super) fn name(text: &str) -> String {
    let quotes = |c: char| matches!(c, '"' | '“' | '”' | '„' | '«' | '»' | '`');
    let text = text.trim().trim_end_matches(['.', '!', '?']).trim();
    let bare = text.trim_matches(quotes).trim_matches(|c: char| c == '\'' || c == '‘');
    bare.split_whitespace().collect::<Vec<_>>().join(" ")
}
