//! Helpers for comparing words.

use super::lexicon::{Cue, hits};
use crate::reading::lexicon::Language;

/// A sentence in lower case with single spaces around every word, so that ` we will ` finds words and `
/// struggl` finds word beginnings. Apostrophes stay in words; hyphens and slashes separate them.
pub(crate) fn normal(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push(' ');
    for character in text.chars() {
        let character = if character == '’' { '\'' } else { character };
        if character.is_ascii_alphanumeric() || character == '\'' {
            out.push(character.to_ascii_lowercase());
        } else if character.is_alphanumeric() {
            out.extend(character.to_lowercase());
        } else if !out.ends_with(' ') {
            out.push(' ');
        }
    }
    if !out.ends_with(' ') {
        out.push(' ');
    }
    out
}

/// A normal form that is the same in another person's voice: "Our main problem ..." and "Your main problem
/// ...".
pub(crate) fn voiceless(text: &str) -> String {
    let words = normal(text);
    let said = words.split_whitespace().filter_map(|word| {
        Some(match word {
            "also" | "really" | "just" | "the" | "a" | "an" | "please" => return None,
            "we" | "i" | "you" | "they" | "he" | "she" | "us" | "me" | "them" | "him" => "they",
            "our" | "my" | "your" | "their" | "his" | "her" | "its" => "their",
            "am" | "is" | "are" => "are",
            "was" | "were" => "were",
            "has" | "have" => "have",
            "needs" => "need",
            "wants" => "want",
            "can't" | "cannot" => "cannot",
            "don't" | "doesn't" => "don't",
            "we'd" | "i'd" | "you'd" | "they'd" => "they would",
            "we'll" | "i'll" | "you'll" | "they'll" => "they will",
            "we're" | "you're" | "they're" | "i'm" => "they are",
            "we've" | "you've" | "they've" | "i've" => "they have",
            other => other,
        })
    });
    said.collect::<Vec<_>>().join(" ")
}

/// The words of a text with their first bytes.
pub(crate) fn with_positions(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let starts = |at: usize| {
        text.get(..at).is_none_or(|before| before.is_empty() || before.ends_with(char::is_whitespace))
    };
    let begins = text.char_indices().filter(move |(at, c)| !c.is_whitespace() && starts(*at));
    begins.filter_map(|(at, _)| Some((at, text.get(at..)?.split_whitespace().next()?)))
}

/// The thing that a sentence says is needed: "an archive" of "You would like an archive that can be
/// searched".
pub(crate) fn needed_thing(sentence: &str) -> Option<String> {
    let words = each_normal(sentence);
    let list: Vec<&str> = words.iter().map(String::as_str).collect();
    let need = hits(&list).into_iter().find(|hit| hit.cue == Cue::Need)?;
    thing_behind(sentence, &words, need.at + need.length).map(|(thing, _)| thing)
}

/// The thing that an entry of a list introduces: "booking page" of "A booking page that works on a phone".
pub(crate) fn thing(entry: &str) -> Option<String> {
    let words = each_normal(entry);
    words.first().filter(|word| Cue::Indefinite.has_in(Language::of(entry), word))?;
    let (thing, end) = thing_behind(entry, &words, 0)?;
    let is_subject = words.iter().take(end + 1).any(|word| Cue::Finite.has(word));
    (!is_subject).then_some(thing)
}

/// Each word of a text in normal form.
fn each_normal(text: &str) -> Vec<String> {
    text.split_whitespace().map(|word| normal(word).trim().to_owned()).collect()
}

/// The name behind some words of a text, and how many words of it lead to its end.
fn thing_behind(text: &str, words: &[String], after: usize) -> Option<(String, usize)> {
    let language = Language::of(text);
    let skipped = words.get(after..)?.iter().take_while(|word| Cue::NameSkip.has_in(language, word)).count();
    let mut name: Vec<&str> = Vec::new();
    for (word, bare) in text.split_whitespace().zip(words).skip(after + skipped) {
        if Cue::NameEnd.has_in(language, bare)
            || word.starts_with(|c: char| !c.is_alphabetic())
            || name.len() == NAME_WORDS_MAX
        {
            break;
        }
        name.push(word.trim_end_matches(|c: char| !c.is_alphanumeric()));
        if word.ends_with([',', ';', ':', '.', '!', '?']) {
            break;
        }
    }
    while name.last().is_some_and(|last| Cue::Dangling.has_in(language, normal(last).trim())) {
        name.pop();
    }
    let noun = language != Language::German || name.iter().any(|word| word.starts_with(char::is_uppercase));
    let starts = name.first().is_some_and(|word| word.chars().count() > 2);
    let is_name = noun && starts && name.iter().map(|word| word.len()).sum::<usize>() > 3;
    is_name.then(|| (name.join(" "), after + skipped + name.len()))
}

/// The most words of a thing's name.
const NAME_WORDS_MAX: usize = 7;

/// Capitalises the first letter, unless the word has its own spelling (iPhone, eBay).
pub(crate) fn capitalised(text: &str) -> String {
    let first_word = text.split_whitespace().next().unwrap_or_default();
    let own_way = first_word.chars().skip(1).any(char::is_uppercase) || first_word.contains("://");
    let mut chars = text.chars();
    match chars.next() {
        Some(first) if !own_way => first.to_uppercase().chain(chars).collect(),
        _ => text.to_owned(),
    }
}
