//! The scope of work: a list of the deliverables that the solution names.

use super::frame::{Frame, Line};
use super::phrase::{entries, is_sentence, list, paragraph};
use crate::reading::lexicon::WordList;
use crate::recap::words::{capitalised, voiceless};

/// Words after which a sentence lists what belongs to the work.
const LISTING: [&str; 8] = [
    " including ",
    " includes: ",
    " includes ",
    " include ",
    " covering ",
    " covers ",
    " consisting of ",
    " consists of ",
];
/// Words that end a deliverable and begin why, when or how.
const ENDS: [&str; 19] = [
    ", which ",
    " which ",
    " so that ",
    " so ",
    " because ",
    " while ",
    " since ",
    " before ",
    " by ",
    " until ",
    " within ",
    " when ",
    " if ",
    " as soon ",
    " including ",
    " for $",
    " for €",
    " for £",
    " in the meantime",
];
/// Objects that do not name a deliverable.
const POINTERS: [&str; 14] = [
    "it",
    "them",
    "that",
    "this",
    "these",
    "those",
    "everything",
    "something",
    "all",
    "both",
    "you",
    "us",
    "so",
    "sure",
];
/// More entries are no longer an overview.
const SCOPE_MAX: usize = 20;
/// Fewer entries would only repeat the solution.
const SCOPE_MIN: usize = 2;
/// Longer texts are not list entries.
const WORDS_MAX: usize = 16;

/// The block's HTML; empty if the solution names fewer than two deliverables.
pub(super) fn of(solution: &[String], frame: Frame) -> String {
    let (told, listed): (Vec<&String>, Vec<&String>) =
        solution.iter().partition(|said| is_sentence(said) || first_is_verb(said));
    let mut covered: Vec<String> = Vec::new();
    let mut add = |entry: String| {
        let key = voiceless(&entry);
        if covered.len() < SCOPE_MAX && !covered.iter().any(|known| voiceless(known) == key) {
            covered.push(entry);
        }
    };
    if !told.is_empty() && listed.len() > 1 {
        for entry in entries(&listed) {
            add(entry.to_owned());
        }
    }
    for said in told.iter().take(4 * SCOPE_MAX) {
        deliverables(said).into_iter().chain(listing(said)).for_each(&mut add);
    }
    if covered.len() < SCOPE_MIN {
        return String::new();
    }
    format!("{}{}", paragraph(frame.text(Line::ScopeIntro)), list(&covered))
}

fn first_is_verb(said: &str) -> bool {
    said.split_whitespace().next().is_some_and(|word| WordList::WorkVerb.has(&bare(word)))
}

fn bare(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

/// The verbs of an offer with their objects: "We will migrate the mailboxes and train the staff." names two
/// deliverables.
fn deliverables(sentence: &str) -> Vec<String> {
    let text = sentence.trim_end_matches(['.', '!', '?']);
    let Some(mut rest) = predicate(text) else { return Vec::new() };
    let mut out = Vec::new();
    loop {
        let end = next_verb(rest);
        let (piece, mark) =
            end.map_or((rest, rest.len()), |(at, next)| (rest.get(..at).unwrap_or(rest), next));
        out.extend(entry(piece));
        match rest.get(mark..).filter(|after| !after.is_empty()) {
            Some(after) => rest = after,
            None => break,
        }
    }
    out
}

/// The text after "we will", or the sentence itself if it begins with a verb of work.
fn predicate(text: &str) -> Option<&str> {
    if first_is_verb(text) {
        return Some(text);
    }
    // `to_ascii_lowercase` keeps every byte position.
    let lower = text.to_ascii_lowercase();
    WordList::Offering
        .entries()
        .filter_map(|offer| {
            let at = lower.find(offer)?;
            let starts = at == 0 || lower.get(..at).is_some_and(|before| before.ends_with(' '));
            let rest = text.get(at + offer.len()..)?.strip_prefix(' ')?;
            (starts && first_is_verb(rest)).then_some((at, rest))
        })
        .min_by_key(|(at, _)| *at)
        .map(|(_, rest)| rest)
}

/// The position of the next verb of the same subject: the end of the words before it, and its own first byte.
/// A verb directly after a verb ("design and build") has the same object.
fn next_verb(text: &str) -> Option<(usize, usize)> {
    text.match_indices([',', ' ']).find_map(|(at, mark)| {
        let rest = text.get(at..)?;
        let joints: &[&str] = if mark == "," {
            &[", and ", ", then ", ", "]
        } else {
            &[" and then ", " and also ", " and ", " & "]
        };
        let joint = joints.iter().find(|joint| rest.starts_with(**joint))?;
        let start = at + joint.len();
        let words_before = text.get(..at)?.split_whitespace().take(2).count();
        let next = text.get(start..)?;
        let follows: Vec<&str> = next.split_whitespace().take(2).collect();
        // "Training and review meetings": a verb begins a new deliverable only if its object has an article,
        // a number or a name.
        let object = follows.get(1).is_some_and(|word| !matches!(*word, "and" | "or" | "of"));
        (words_before >= 2 && first_is_verb(next) && object).then_some((at, start))
    })
}

/// A verb and its object as a list entry, if the object names something.
fn entry(piece: &str) -> Option<String> {
    let end = ENDS.iter().filter_map(|end| piece.find(end)).min().unwrap_or(piece.len());
    let text = piece.get(..end)?.trim_end_matches([',', ' ', ';']);
    let words: Vec<String> = text.split_whitespace().map(bare).collect();
    let object = words
        .iter()
        .skip(1)
        .find(|word| !WordList::WorkVerb.has(word) && !matches!(word.as_str(), "and" | "up" | "or"))?;
    // "Draft concepts would be ready" is a sentence about a draft.
    let finite =
        words.iter().any(|word| matches!(word.as_str(), "is" | "are" | "would" | "will" | "was" | "were"));
    let names = !finite && !POINTERS.contains(&object.as_str());
    (names && (2..=WORDS_MAX).contains(&words.len())).then(|| capitalised(text))
}

/// The entries of a sentence with a list: "including design, hosting and support" has three.
fn listing(sentence: &str) -> Vec<String> {
    let Some(after) = LISTING.iter().find_map(|cue| sentence.split_once(cue).map(|(_, after)| after)) else {
        return Vec::new();
    };
    let entries: Vec<String> = after
        .trim_end_matches(['.', '!'])
        .split([',', ';'])
        .flat_map(|part| part.split(" and "))
        .map(|part| part.trim().trim_start_matches("and ").trim())
        .filter(|part| !part.is_empty())
        .map(capitalised)
        .collect();
    // List entries are short; a long one means that a clause was split wrongly.
    let reads_as_list = entries.len() >= 2
        && entries.iter().all(|item| item.split_whitespace().count() <= 8 && !is_sentence(item));
    if reads_as_list { entries } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn deliverables_are_verbs_with_their_objects() {
        for (sentence, wanted) in [
            (
                "We would migrate everything to Microsoft 365, set up nightly backups and monitor the server around the clock.",
                &["Set up nightly backups", "Monitor the server around the clock"][..],
            ),
            ("We will design and build a new website by June.", &["Design and build a new website"]),
            ("Replace the tap and service the boiler.", &["Replace the tap", "Service the boiler"]),
            ("We could automate it with a small tool.", &[]),
            ("The boiler is old and we will replace the pump.", &["Replace the pump"]),
            (
                "We will write training material and review notes.",
                &["Write training material", "Review notes"],
            ),
            ("The site is fast.", &[]),
        ] {
            assert_eq!(deliverables(sentence), wanted, "{sentence}");
        }
    }

    #[test]
    fn one_deliverable_is_no_list() {
        assert_eq!(of(&["We will build a shop.".to_owned()], Frame::of("")), "");
        assert_eq!(of(&[], Frame::of("")), "");
    }
}
