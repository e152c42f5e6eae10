//! The phrases that sentences of a recap are sorted by. `reading/lexicon/recap/*.txt` has them, a file a
//! language; a text may mix languages, so the phrases of all of them count.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use crate::reading::lexicon::Language;

/// What a phrase says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub(super) enum Cue {
    /// States a need explicitly.
    Need,
    /// Describes the client's situation.
    Situation,
    /// States explicitly what the writer's side will do.
    Offer,
    /// States it in the style of notes: "we build the app".
    OfferTerse,
    /// Work that a proposal is made of.
    Work,
    /// Mentions money, with or without a figure.
    Money,
    /// Polite phrases, small talk and the meeting itself.
    SmallTalk,
    /// The next sales steps, which are not part of the work.
    Admin,
    /// The same, unless the sentence also states a need or an offer.
    ErrandVerb,
    /// A verb that makes a bullet without a subject a piece of work.
    Imperative,
    /// The beginning of a note about the meeting itself.
    Meeting,
    /// A verb behind the names of those who met.
    Talk,
    /// A verb for what happens to a proposal before it is sent.
    Errand,
    /// What the writer sends after a meeting.
    Paper,
    /// May stand between the two.
    Between,
    /// Hides the other phrases that begin inside it: "no problem".
    Neutral,
    /// Says that something is not part of the work, or that others do it.
    Exclude,
    /// Stands before the name of a thing and is no part of it.
    NameSkip,
    /// Ends the name of a thing.
    NameEnd,
    /// An article that introduces a thing: "a".
    Indefinite,
    /// Leads to a time, in other languages than English: "bis", "avant".
    TimeLead,
    /// A time after such a word.
    TimeNoun,
    /// Begins an assumption.
    Assume,
    /// A verb or subject that makes words a sentence rather than an entry of a list.
    Finite,
    /// Says that something was asked about and turned down.
    Decline,
    /// The first word of a short clause that leaves something out: "no Android".
    ExcludeLead,
    /// Its last word: "shoes no".
    ExcludeTail,
    /// A verb that leaves something out with a word of `LeftAside` after the thing: "leave the phones out".
    Leave,
    LeftAside,
    /// A word that names nothing by itself: "that's not us".
    Pronoun,
    LabelNeeds,
    LabelSolution,
    LabelExcluded,
    LabelFromClient,
    LabelPrice,
    LabelTimeline,
    LabelInternal,
    /// A label of a line about the meeting, not the work.
    LabelMeta,
    /// Introduces the text of an earlier mail.
    Quoted,
    /// The last line of a letter before its signature.
    Closing,
    /// The first word of a salutation.
    Greeting,
    /// Begins a clause in text without punctuation.
    ClauseStart,
    /// After these words it continues one.
    ClauseKeep,
    /// The first word of a clause that needs another one: "if", "depending".
    Subordinate,
    /// The last word of a clause that was cut off: "for", "is".
    Dangling,
    /// Says that something is not so: "not", "never".
    Negation,
    AnswerYes,
    AnswerNo,
    /// Dropped from the start of a sentence before a comma or a space.
    Filler,
    /// Dropped from the start before a comma.
    FillerComma,
    /// Dropped from the end.
    Manners,
}

struct Phrase {
    words: Vec<&'static str>,
    /// Whether the last word is only the beginning of one.
    open: bool,
    cue: Cue,
}

#[derive(Default)]
struct Phrases {
    /// By the first word.
    whole: HashMap<&'static str, Vec<Phrase>>,
    /// Beginnings of words by their first three letters.
    stems: HashMap<String, Vec<(&'static str, Cue)>>,
    lists: HashMap<Cue, HashSet<&'static str>>,
    /// Small words, which only count in their own language.
    small: HashMap<(Language, Cue), HashSet<&'static str>>,
}

static PHRASES: LazyLock<Phrases> = LazyLock::new(|| {
    let mut phrases = Phrases::default();
    for language in Language::ALL {
        for line in language.recap_file().lines().filter(|line| !line.starts_with('#')) {
            phrases.line(language, line);
        }
    }
    phrases
});

impl Phrases {
    /// Adds a line of a file; false if its name is unknown.
    fn line(&mut self, language: Language, line: &'static str) -> bool {
        let Some((name, list)) = line.split_once(':') else { return false };
        let Ok(cue) = name.parse::<Cue>() else { return false };
        for entry in list.split('|').map(str::trim).filter(|entry| !entry.is_empty()) {
            if matches!(
                cue,
                Cue::ClauseStart
                    | Cue::ClauseKeep
                    | Cue::Subordinate
                    | Cue::Dangling
                    | Cue::Negation
                    | Cue::NameSkip
                    | Cue::NameEnd
                    | Cue::Indefinite
                    | Cue::TimeLead
                    | Cue::TimeNoun
                    | Cue::Filler
            ) {
                self.small.entry((language, cue)).or_default().insert(entry);
                continue;
            }
            let (bare, open) = entry.strip_suffix('*').map_or((entry, false), |bare| (bare, true));
            self.lists.entry(cue).or_default().insert(bare);
            let words: Vec<&'static str> = bare.split(' ').collect();
            match words.as_slice() {
                [stem] if open => self.stems.entry(start(stem)).or_default().push((stem, cue)),
                [first, ..] => self.whole.entry(first).or_default().push(Phrase { words, open, cue }),
                [] => {}
            }
        }
        true
    }
}

fn start(word: &str) -> String {
    word.chars().take(3).collect()
}

impl Cue {
    /// Whether a word or phrase is in its list.
    pub(super) fn has(self, phrase: &str) -> bool {
        PHRASES.lists.get(&self).is_some_and(|list| list.contains(phrase))
    }

    /// The same in one language, for small words.
    pub(super) fn has_in(self, language: Language, word: &str) -> bool {
        PHRASES.small.get(&(language, self)).is_some_and(|list| list.contains(word))
    }

    /// Every small word of one language in its list.
    pub(super) fn words_in(self, language: Language) -> impl Iterator<Item = &'static str> {
        PHRASES.small.get(&(language, self)).into_iter().flatten().copied()
    }

    /// Every phrase in its list.
    pub(super) fn phrases(self) -> impl Iterator<Item = &'static str> {
        PHRASES.lists.get(&self).into_iter().flatten().copied()
    }
}

/// A phrase found in a list of words.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hit {
    pub(super) cue: Cue,
    /// Its first word.
    pub(super) at: usize,
    /// Its number of words.
    pub(super) length: usize,
    text: &'static str,
}

/// The phrases in words of [`normal`](super::words::normal) form. Of those that begin at the same word only
/// the longest counts.
pub(super) fn hits(words: &[&str]) -> Vec<Hit> {
    let mut out: Vec<Hit> = Vec::new();
    let mut hidden = 0;
    for (at, word) in words.iter().enumerate() {
        if at < hidden {
            continue;
        }
        let mut here: Vec<Hit> = Vec::new();
        for phrase in PHRASES.whole.get(word).into_iter().flatten() {
            let length = phrase.words.len();
            let fits = words.get(at..at + length).is_some_and(|found| {
                phrase.words.iter().zip(found).enumerate().all(|(place, (part, word))| {
                    if phrase.open && place + 1 == length { word.starts_with(part) } else { word == part }
                })
            });
            if fits {
                here.push(Hit {
                    cue: phrase.cue,
                    at,
                    length,
                    text: phrase.words.last().copied().unwrap_or_default(),
                });
            }
        }
        let longest = here.iter().map(|hit| hit.length).max().unwrap_or(1);
        here.retain(|hit| hit.length == longest);
        if longest == 1 {
            let stems = PHRASES.stems.get(&start(word)).into_iter().flatten();
            here.extend(stems.filter(|(stem, _)| word.starts_with(stem)).map(|(stem, cue)| Hit {
                cue: *cue,
                at,
                length: 1,
                text: stem,
            }));
        }
        if here.iter().any(|hit| hit.cue == Cue::Neutral) {
            hidden = at + longest;
            continue;
        }
        out.extend(here);
    }
    out
}

/// How many different phrases of a kind were found.
pub(super) fn count(hits: &[Hit], cue: Cue) -> u32 {
    let different: HashSet<(&str, usize)> =
        hits.iter().filter(|hit| hit.cue == cue).map(|hit| (hit.text, hit.length)).collect();
    u32::try_from(different.len()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_every_file_has_a_known_name() {
        for language in Language::ALL {
            for line in language.recap_file().lines().filter(|line| !line.starts_with('#')) {
                assert!(Phrases::default().line(language, line), "{language:?}: {line}");
            }
        }
    }

    #[test]
    fn the_longest_phrase_at_a_word_counts() {
        let words = ["no", "problem", "i", "would", "like", "struggling"];
        let found: Vec<(Cue, usize)> = hits(&words).iter().map(|hit| (hit.cue, hit.at)).collect();
        assert!(!found.iter().any(|(cue, at)| *cue == Cue::Need && *at < 2), "{found:?}");
        assert!(found.contains(&(Cue::Need, 3)) && found.contains(&(Cue::Need, 5)), "{found:?}");
    }
}
