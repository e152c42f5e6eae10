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

/// What is the client's in the third person, and in the second.
const OWNERS: [(&str, &str); 4] = [("their", "your"), ("its", "your"), ("his", "your"), ("her", "your")];

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
    if let Some(rest) = second_person.or_else(|| without_subject(&sentence)) {
        return format!("You {}", swap(&rest, &OWNERS));
    }
    let owned = ["Their", "His", "Her"].iter().find_map(|owner| after_word(&sentence, owner));
    owned.map(|rest| format!("Your {rest}")).unwrap_or(sentence)
}

/// The same of what the client is to give: "Sarah to send the logo" becomes "You send the logo".
pub(crate) fn asked_of(sentence: &str, client: &ClientProfile) -> String {
    let full_name = format!("{} {}", client.first_name, client.last_name);
    let names = [full_name.as_str(), client.first_name.as_str(), "Client", "Customer", "He", "She"];
    let errand = |name: &str| {
        let rest = after_word(sentence, name)?;
        after_word(rest, "to").map(str::to_owned).or_else(|| in_second_person(rest))
    };
    match names.into_iter().find_map(errand) {
        Some(errand) => format!("You {}", swap(&errand, &OWNERS)),
        None => addressed(sentence, client),
    }
}

/// A regular verb of the third person, and what follows it, in the second: "send the texts" of "sends the
/// texts".
fn in_second_person(predicate: &str) -> Option<String> {
    let (verb, rest) = predicate.split_once(' ')?;
    let stem = verb.strip_suffix('s').filter(|stem| stem.len() > 2 && !WordList::AdverbInS.has(verb))?;
    // "... and fixes the till": a second verb would keep its form.
    let words: Vec<&str> = rest.split_whitespace().collect();
    let is_second = |words: &[&str]| match words {
        [joint, verb, object] => *joint == "and" && verb.ends_with('s') && WordList::Determiner.has(object),
        _ => false,
    };
    if words.windows(3).any(is_second) {
        return None;
    }
    let stem = match stem.strip_suffix('e') {
        Some(short) if short.len() > 2 && short.ends_with('i') => {
            format!("{}y", short.trim_end_matches('i'))
        }
        Some(short) if ["ss", "x", "zz", "o", "ch", "sh"].iter().any(|end| short.ends_with(end)) => {
            short.to_owned()
        }
        _ => stem.to_owned(),
    };
    Some(format!("{stem} {rest}"))
}

/// A note that leaves out its subject, from the verb on in the second person: "want to sell online" of "Wants
/// to sell online". "Needs and wishes" and "Plans for March" are nouns.
fn without_subject(note: &str) -> Option<String> {
    PairList::SingularVerb.pairs().find_map(|(third, second)| {
        let rest = after_word(note, &capitalised(third))?;
        let next = rest.split_whitespace().next().unwrap_or_default().to_lowercase();
        // "Is slow" and "was told" may be said of a thing.
        let is_of_client = third.ends_with('s') && !matches!(third, "is" | "was");
        let is_verb = !WordList::BehindNoun.has(&next);
        (is_of_client && is_verb).then(|| format!("{second} {rest}"))
    })
}

/// Changes a sentence in the client's own voice to address the client.
fn own_voice(sentence: &str) -> Option<String> {
    // "I need the plans from you" is ours.
    if sentence.contains(" from you") {
        return None;
    }
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

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use pretty_assertions::assert_eq;

    use super::*;
    use crate::client::ClientInput;

    #[test]
    fn notes_about_the_client_address_it() {
        let client = ClientInput {
            company_name: "Nordlys Yoga".to_owned(),
            first_name: "Marit".to_owned(),
            last_name: "Berg".to_owned(),
            email: "marit@nordlys.example".to_owned(),
            ..ClientInput::default()
        };
        let client = client.validate().unwrap();
        for (note, said) in [
            ("Wants people to book and pay online.", "You want people to book and pay online."),
            ("Runs 2 studios in the old town.", "You run 2 studios in the old town."),
            ("Needs and wishes were noted.", "Needs and wishes were noted."),
            ("Plans for March are open.", "Plans for March are open."),
            ("Is slow on a phone.", "Is slow on a phone."),
            ("She uses a diary.", "You use a diary."),
            ("Her teachers should see their own timetable.", "Your teachers should see their own timetable."),
            ("Marit wants a shop.", "You want a shop."),
            ("We need the logo.", "You need the logo."),
            ("I'd need the logo from you.", "I would need the logo from you."),
        ] {
            assert_eq!(addressed(note, &client), said);
        }
        for (note, said) in [
            ("She sends the texts of her teachers.", "You send the texts of your teachers."),
            ("He always replies late.", "He always replies late."),
            ("He carries the stock home.", "You carry the stock home."),
            ("She closes the shop and names a day.", "She closes the shop and names a day."),
            ("She closes the shop on Monday.", "You close the shop on Monday."),
            ("She sends texts and photos by Friday.", "You send texts and photos by Friday."),
            ("She fixes it on Sundays.", "You fix it on Sundays."),
            ("Marit to send the logo.", "You send the logo."),
            ("Marit Berg sends the logo.", "You send the logo."),
            ("Ola sends the logo.", "Ola sends the logo."),
        ] {
            assert_eq!(asked_of(note, &client), said);
        }
    }
}
