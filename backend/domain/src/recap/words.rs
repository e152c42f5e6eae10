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
    let language = Language::of(sentence);
    let whole: Vec<&str> = sentence.split_whitespace().collect();
    let words: Vec<String> = whole.iter().map(|word| normal(word).trim().to_owned()).collect();
    let list: Vec<&str> = words.iter().map(String::as_str).collect();
    let need = hits(&list).into_iter().find(|hit| hit.cue == Cue::Need)?;
    let after = need.at + need.length;
    let skipped = list.get(after..)?.iter().take_while(|word| Cue::NameSkip.has_in(language, word)).count();
    let mut name: Vec<&str> = Vec::new();
    for (word, bare) in whole.iter().zip(&list).skip(after + skipped) {
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
    let noun = language != Language::German || name.iter().any(|word| word.starts_with(char::is_uppercase));
    let starts = name.first().is_some_and(|word| word.chars().count() > 2);
    (noun && starts && name.iter().map(|word| word.len()).sum::<usize>() > 3).then(|| name.join(" "))
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
