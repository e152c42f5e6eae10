//! Rewrites the user's sentences for the client: small changes of person and form, never of content.

use crate::client::ClientProfile;
use crate::document::escape;
use crate::recap::cues::is_finite;
use crate::recap::words::capitalised;

/// Words after `we` or `I` that only a client says of itself; other sentences may be the writer's.
const OWN_VERBS: [&str; 38] = [
    "would need",
    "would also need",
    "would also like",
    "need",
    "want",
    "have",
    "are",
    "am",
    "was",
    "were",
    "would like",
    "lack",
    "can't",
    "cannot",
    "don't",
    "do not",
    "struggle",
    "currently",
    "use",
    "run",
    "keep",
    "lose",
    "spend",
    "get",
    "hope",
    "wish",
    "also need",
    "also want",
    "really need",
    "really want",
    "just need",
    "just want",
    "require",
    "still",
    "had",
    "never",
    "expect",
    "could not",
];
/// Words after `they` that can only refer to the client.
const THEIR_VERBS: [&str; 20] = [
    "would also like",
    "are losing",
    "are spending",
    "are worried",
    "need",
    "want",
    "would like",
    "are looking",
    "are struggling",
    "struggle",
    "hope",
    "wish",
    "plan",
    "asked for",
    "also need",
    "also want",
    "are interested",
    "require",
    "really need",
    "really want",
];
/// Third person to second.
const SINGULAR_VERBS: [(&str, &str); 22] = [
    ("needs", "need"),
    ("wants", "want"),
    ("is", "are"),
    ("has", "have"),
    ("would like", "would like"),
    ("struggles", "struggle"),
    ("lacks", "lack"),
    ("hopes", "hope"),
    ("wishes", "wish"),
    ("requires", "require"),
    ("expects", "expect"),
    ("runs", "run"),
    ("uses", "use"),
    ("plans", "plan"),
    ("asked", "asked"),
    ("can't", "cannot"),
    ("cannot", "cannot"),
    ("doesn't", "do not"),
    ("does not", "do not"),
    ("also needs", "also need"),
    ("also wants", "also want"),
    ("was", "were"),
];
const CONTRACTIONS: [(&str, &str); 33] = [
    ("you'd", "you would"),
    ("she'd", "she would"),
    ("he'd", "he would"),
    ("you've", "you have"),
    ("we'll", "we will"),
    ("I'll", "I will"),
    ("we'd", "we would"),
    ("I'd", "I would"),
    ("they'd", "they would"),
    ("we're", "we are"),
    ("we've", "we have"),
    ("I'm", "I am"),
    ("I've", "I have"),
    ("they're", "they are"),
    ("they've", "they have"),
    ("they'll", "they will"),
    ("can't", "cannot"),
    ("won't", "will not"),
    ("don't", "do not"),
    ("doesn't", "does not"),
    ("didn't", "did not"),
    ("isn't", "is not"),
    ("aren't", "are not"),
    ("wasn't", "was not"),
    ("couldn't", "could not"),
    ("wouldn't", "would not"),
    ("you'll", "you will"),
    ("you're", "you are"),
    ("hasn't", "has not"),
    ("haven't", "have not"),
    ("it's", "it is"),
    ("there's", "there is"),
    ("that's", "that is"),
];

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
    for (short, long) in CONTRACTIONS {
        let Some(start) = word.get(..short.len()) else {
            continue;
        };
        let rest = word.get(short.len()..).unwrap_or_default();
        if start.eq_ignore_ascii_case(short) && !rest.starts_with(char::is_alphanumeric) {
            let long = if start.starts_with(char::is_uppercase) { capitalised(long) } else { long.to_owned() };
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
        && starts_with_any(rest, &THEIR_VERBS)
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
    let second_person = subjects.iter().filter_map(|subject| after_word(&sentence, subject)).find_map(|rest| {
        SINGULAR_VERBS.iter().find_map(|(third, second)| after_word(rest, third).map(|after| format!("{second} {after}")))
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
    let swaps =
        [("our", "your"), ("my", "your"), ("us", "you"), ("we", "you"), ("I", "you"), ("ours", "yours"), ("me", "you"), ("am", "are")];
    for subject in ["We", "I"] {
        if let Some(rest) = after_word(sentence, subject)
            && starts_with_any(rest, &OWN_VERBS)
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
            && !starts_with_any(rest, &["team", "plan", "approach", "solution", "proposal", "offer", "price"])
        {
            return Some(format!("Your {}", swap(rest, &swaps)));
        }
    }
    None
}

fn after_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    text.strip_prefix(word)?.strip_prefix(' ')
}

fn starts_with_any(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.strip_prefix(word).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric)))
}

/// Replaces whole words, keeping the punctuation after them.
fn swap(text: &str, pairs: &[(&str, &str)]) -> String {
    let words: Vec<String> = text
        .split(' ')
        .map(|word| {
            let bare = word.trim_end_matches(|c: char| !c.is_alphanumeric());
            let tail = word.get(bare.len()..).unwrap_or_default();
            pairs.iter().find(|(from, _)| *from == bare).map_or_else(|| word.to_owned(), |(_, to)| format!("{to}{tail}"))
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
        let dashed = line.strip_prefix(['-', '*', '•', '–']).filter(|rest| rest.starts_with([' ', '\t'])).map(str::trim);
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
