//! Rewrites the user's sentences for the client: small changes of person and form, never of content.

use crate::client::ClientProfile;
use crate::document::escape;
use crate::reading::lexicon::{PairList, WordList};
use crate::recap::cues::is_finite;
use crate::recap::words::capitalised;

/// Writes contractions out.
pub(crate) fn formal(sentence: &str) -> String {
    let plain = sentence.replace('’', "'");
    if !plain.contains('\'') {
        return plain;
    }
    let words: Vec<&str> = plain.split(' ').collect();
    let written: Vec<String> = words
        .iter()
        .enumerate()
        .map(|(at, word)| {
            // "It's been" is not "it is been".
            let perfect = matches!(words.get(at + 1), Some(&("been" | "got" | "had")));
            if perfect && word.ends_with("'s") { (*word).to_owned() } else { expanded(word) }
        })
        .collect();
    written.join(" ")
}

pub(crate) fn expanded(word: &str) -> String {
    for (short, long) in PairList::Contraction.pairs() {
        let Some(start) = word.get(..short.len()) else {
            continue;
        };
        let rest = word.get(short.len()..).unwrap_or_default();
        if start.eq_ignore_ascii_case(short) && !rest.starts_with(char::is_alphanumeric) {
            let long =
                if start.starts_with(char::is_uppercase) { capitalised(long) } else { long.to_owned() };
            return format!("{long}{rest}");
        }
    }
    word.to_owned()
}

/// Addresses the client if the sentence is about it or in its voice: "They need a shop." becomes "You need a
/// shop."
pub(crate) fn addressed(sentence: &str, client: &ClientProfile) -> String {
    let sentence = formal(sentence);
    if let Some(said) = own_voice(&sentence) {
        return said;
    }
    if let Some(rest) = after_word(&sentence, "They")
        && WordList::TheirVerb.opens(rest).is_some()
    {
        let rest = swap(rest, &[("their", "your"), ("they", "you"), ("themselves", "yourselves")]);
        return format!("You {rest}");
    }
    let full_name = format!("{} {}", client.first_name, client.last_name);
    let subjects = [
        "The client",
        "The customer",
        "The prospect",
        "Client",
        "Customer",
        client.company_name.as_str(),
        full_name.as_str(),
        client.first_name.as_str(),
        "He",
        "She",
    ];
    let second_person =
        subjects.iter().filter_map(|subject| after_word(&sentence, subject)).find_map(|rest| {
            PairList::SingularVerb
                .pairs()
                .find_map(|(third, second)| after_word(rest, third).map(|after| format!("{second} {after}")))
        });
    match second_person {
        Some(rest) => {
            let owners = [("their", "your"), ("its", "your"), ("his", "your"), ("her", "your")];
            format!("You {}", swap(&rest, &owners))
        }
        None => sentence,
    }
}

/// Changes a sentence in the client's own voice to address the client.
fn own_voice(sentence: &str) -> Option<String> {
    let swaps = [
        ("our", "your"),
        ("my", "your"),
        ("us", "you"),
        ("we", "you"),
        ("I", "you"),
        ("ours", "yours"),
        ("me", "you"),
        ("am", "are"),
    ];
    for subject in ["We", "I"] {
        if let Some(rest) = after_word(sentence, subject)
            && WordList::OwnVerb.opens(rest).is_some()
        {
            let rest = match after_word(rest, "was") {
                Some(after) => format!("were {after}"),
                None => rest.to_owned(),
            };
            return Some(format!("You {}", swap(&rest, &swaps)));
        }
    }
    for owner in ["Our", "My"] {
        if let Some(rest) = after_word(sentence, owner)
            && WordList::OwnThing.opens(rest).is_none()
        {
            return Some(format!("Your {}", swap(rest, &swaps)));
        }
    }
    None
}

fn after_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    text.strip_prefix(word)?.strip_prefix(' ')
}

/// Replaces whole words, keeping the punctuation after them.
fn swap(text: &str, pairs: &[(&str, &str)]) -> String {
    let words: Vec<String> = text
        .split(' ')
        .map(|word| {
            let bare = word.trim_end_matches(|c: char| !c.is_alphanumeric());
            let tail = word.get(bare.len()..).unwrap_or_default();
            pairs
                .iter()
                .find(|(from, _)| *from == bare)
                .map_or_else(|| word.to_owned(), |(_, to)| format!("{to}{tail}"))
        })
        .collect();
    words.join(" ")
}

/// Whether the words make a sentence rather than an entry of a list.
pub(crate) fn is_sentence(text: &str) -> bool {
    is_finite(text)
}

/// One paragraph.
pub(crate) fn paragraph(text: &str) -> String {
    format!("<p>{}</p>", escape(text))
}

/// A list of entries.
pub(crate) fn list<S: AsRef<str>>(entries: &[S]) -> String {
    let mut html = String::from("<ul>");
    for entry in entries {
        html.push_str("<li>");
        html.push_str(&escape(entry.as_ref()));
        html.push_str("</li>");
    }
    html.push_str("</ul>");
    html
}

/// Entries of one list: all with full stops if one of them is a sentence, else all without.
pub(crate) fn entries<S: AsRef<str>>(said: &[S]) -> Vec<&str> {
    let sentences = said.iter().any(|text| is_sentence(text.as_ref()));
    said.iter()
        .map(AsRef::as_ref)
        .map(|text| match text.strip_suffix('.') {
            Some(bare) if !sentences => bare,
            _ => text,
        })
        .collect()
}

/// Text from a multi-line field: lines become paragraphs, dashed lines a list.
pub(crate) fn prose(text: &str) -> String {
    let mut out = String::new();
    let mut entries: Vec<&str> = Vec::new();
    for line in text.lines().map(str::trim) {
        let dashed = line
            .strip_prefix(['-', '*', '•', '–'])
            .filter(|rest| rest.starts_with([' ', '\t']))
            .map(str::trim);
        if let Some(entry) = dashed {
            entries.push(entry);
            continue;
        }
        if !entries.is_empty() {
            out.push_str(&list(&entries));
            entries.clear();
        }
        if !line.is_empty() {
            out.push_str(&paragraph(line));
        }
    }
    if !entries.is_empty() {
        out.push_str(&list(&entries));
    }
    out
}
