//! What the first and last words of a sentence say of it: whether it still stands after words were cut out of
//! it ("If you'd like us to come by", "Pintar el portal son"), and whether it denies something.

use super::lexicon::Cue;
use super::words::normal;
use crate::reading::lexicon::Language;

/// Fewer words are a fragment of a sentence.
const WORDS_MIN: usize = 3;

/// Whether what is left of a sentence after words inside a clause were cut out reads as a whole.
pub(super) fn stands_alone(rest: &str) -> bool {
    let words = normal(rest);
    let last = words.split_whitespace().next_back().unwrap_or_default();
    !Cue::Dangling.has_in(Language::of(rest), last) && is_main_clause(rest)
}

/// The same, if whole clauses were cut out.
pub(super) fn is_main_clause(rest: &str) -> bool {
    let language = Language::of(rest);
    let words = normal(rest);
    let list: Vec<&str> = words.split_whitespace().collect();
    let Some(first) = list.first() else { return false };
    let leads = |word: &str| Cue::Subordinate.has_in(language, word);
    let main_follows = || {
        rest.split(", ").skip(1).any(|clause| {
            let words = normal(clause);
            let mut words = words.split_whitespace();
            words.next().is_some_and(|first| !leads(first)) && words.count() + 1 >= WORDS_MIN
        })
    };
    list.len() >= WORDS_MIN && (!leads(first) || main_follows())
}

/// A negation further back belongs to a subordinate clause: "so that they no longer have to call".
const NEGATED_WITHIN: usize = 6;

/// Whether the main clause of a sentence says that something is not so.
pub(super) fn is_negative(sentence: &str) -> bool {
    let language = Language::of(sentence);
    let words = normal(sentence);
    words.split_whitespace().take(NEGATED_WITHIN).any(|word| Cue::Negation.has_in(language, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fragments_are_told_from_sentences() {
        for whole in [
            "We will replace the boiler.",
            "If we find rot, we replace the boards.",
            "New logo with a style guide.",
            "Wir bauen das Regal ab und stellen es wieder hin.",
            "Le logo avec la petite charte.",
        ] {
            assert!(stands_alone(whole), "{whole}");
        }
        for fragment in [
            "If you'd like us to come by and weed.",
            "If we find rotten decking it's.",
            "I asked if.",
            "Depending on how many service areas are covered.",
            "Pintar portal y escalera son.",
            "Si quieren, pero eso lo deciden ustedes.",
            "Wollen zusammen nicht über.",
            "Both for.",
        ] {
            assert!(!stands_alone(fragment), "{fragment}");
        }
    }
}
