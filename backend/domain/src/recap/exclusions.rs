//! What a sentence leaves out of the work: "The frame isn't included", "Wiring, NOT us", "iOS only, no
//! Android".

use std::ops::Range;

use super::lexicon::{Cue, Hit, hits};
use super::sentences::{Sentence, Topic};
use super::tidy::tidy;
use super::words::normal;
use crate::document::BlockKind;
use crate::reading::lexicon::Language;

const CLAUSE_MARKS: [&str; 8] = [", ", "; ", " - ", " – ", " — ", " (", ": ", " → "];
/// A clause that begins with "no" or ends with it has at most this many other words.
const SHORT: usize = 3;
/// A thing that is left out has at most this many words.
const NAMED_MAX: usize = 6;
/// A subject of more words is no name that other sentences repeat.
const SUBJECT_WORDS_MAX: usize = 3;

/// What a sentence leaves out.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct LeftOut {
    /// The words before it, if they say something else.
    pub(crate) kept: Option<String>,
    /// What is left out, as a sentence.
    pub(crate) said: String,
    /// The thing that is left out, in [`normal`] form.
    pub(crate) subjects: Vec<String>,
    /// Whether it belongs into the list of exclusions: what was merely declined does not.
    pub(crate) listed: bool,
    /// Whether only the sentence before names the thing: "That's not included."
    pub(crate) refers_back: bool,
}

impl LeftOut {
    /// What a sentence of a recap leaves out, by its heading or its words.
    pub(super) fn of(sentence: &Sentence) -> Option<Self> {
        let text = sentence.text.as_str();
        match sentence.topic {
            Some(Topic::Excluded) => Some(Self {
                kept: None,
                said: text.to_owned(),
                subjects: named_in(text.split([',', ';', '.', '(']).map(normal)),
                listed: true,
                refers_back: false,
            }),
            // "No backups" under a heading "Problems" is no exclusion.
            Some(Topic::Quoted | Topic::Title | Topic::Internal) => None,
            Some(Topic::Needs) => left_out(text).filter(|left| left.listed),
            _ => left_out(text),
        }
    }
}

/// What a sentence leaves out, if anything.
pub(crate) fn left_out(sentence: &str) -> Option<LeftOut> {
    let bare = sentence.trim_end_matches(['.', '!']);
    let spans = clauses(bare);
    let clauses: Vec<&str> = spans.iter().filter_map(|span| bare.get(span.clone())).collect();
    let mut needed = false;
    let (at, found) = clauses.iter().enumerate().find_map(|(at, clause)| {
        let found = clause_leaves_out(clause, needed, at == 0).or_else(|| refusal(&clauses, at));
        let words = normal(clause);
        let list: Vec<&str> = words.split_whitespace().collect();
        needed |= hits(&list).iter().any(|hit| hit.cue == Cue::Need);
        found.map(|found| (at, found))
    })?;
    let clause = clauses.get(at)?;
    let words = normal(clause);
    let list: Vec<&str> = words.split_whitespace().collect();
    let before = names(list.get(..found.at)?);
    let after = names(list.get(found.at + found.length..)?);
    // "Wiring, NOT us": the clause before names the thing.
    let back = before.is_empty() && after.is_empty();
    let start = spans.get(at)?.start;
    let head = bare.get(..start)?.trim_end_matches([' ', ',', ';', '(', '-', '–', '—', ':', '→']);
    let whole = back || head.is_empty();
    let subjects: Vec<String> = match (before.is_empty(), whole && at > 0) {
        (_, true) => normal(head).split(" and ").map(|part| part.trim().to_owned()).collect(),
        (false, _) => before.split(" and ").map(str::to_owned).collect(),
        (true, false) => vec![after],
    };
    Some(LeftOut {
        kept: (!whole).then(|| tidy(head)),
        said: if whole { tidy(sentence) } else { tidy(bare.get(start..)?.trim_end_matches(')')) },
        // "Without paint" says nothing about other sentences with paint.
        subjects: if found.cue == Cue::ExcludeLead { Vec::new() } else { named_in(subjects.into_iter()) },
        listed: found.cue != Cue::Decline && found.cue != Cue::ExcludeLead,
        // "Not included: photos" names them itself.
        refers_back: back && at == 0 && !bare.get(spans.get(at)?.end..)?.starts_with(':'),
    })
}

fn clauses(text: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut start = 0;
    for (at, _) in text.char_indices() {
        let mark = CLAUSE_MARKS
            .iter()
            .find(|mark| at >= start && text.get(at..).is_some_and(|rest| rest.starts_with(**mark)));
        if let Some(mark) = mark {
            out.push(start..at);
            start = at + mark.len();
        }
    }
    out.push(start..text.len());
    out.retain(|span| span.start < span.end);
    out
}

/// Whether a sentence states an exclusion or an assumption first, and the words before it.
pub(crate) fn limit(sentence: &str) -> Option<(String, BlockKind)> {
    let words = normal(sentence);
    let list: Vec<&str> = words.split_whitespace().collect();
    let kind = |cue| match cue {
        Cue::Exclude => Some(BlockKind::Exclusions),
        Cue::Assume => Some(BlockKind::Assumptions),
        _ => None,
    };
    let (at, kind) = hits(&list).into_iter().find_map(|hit| Some((hit.at, kind(hit.cue)?)))?;
    Some((list.get(..at)?.join(" "), kind))
}

/// The phrase by which a clause leaves something out.
fn clause_leaves_out(clause: &str, needed: bool, first: bool) -> Option<Hit> {
    let words = normal(clause);
    let list: Vec<&str> = words.split_whitespace().collect();
    let found = hits(&list);
    if let Some(hit) = found.iter().find(|hit| matches!(hit.cue, Cue::Exclude | Cue::Decline)) {
        return Some(*hit);
    }
    if let Some(hit) = left_aside(&found) {
        return Some(hit);
    }
    let language = Language::of(clause);
    // "So no new roof then": fillers count for nothing.
    let begin = list.iter().take_while(|word| Cue::Filler.has_in(language, word)).count();
    found.into_iter().find(|hit| {
        let behind =
            list.len().saturating_sub(hit.at + hit.length + usize::from(list.last() == Some(&"then")));
        let leads = hit.cue == Cue::ExcludeLead && hit.at == begin && (1..=SHORT).contains(&behind);
        let ends = hit.cue == Cue::ExcludeTail && first && (1..=SHORT).contains(&hit.at) && behind == 0;
        !needed && (leads || ends)
    })
}

/// "Leave the phones out of it": the verb, and the words up to the one that completes it.
fn left_aside(found: &[Hit]) -> Option<Hit> {
    let verb = found.iter().find(|hit| hit.cue == Cue::Leave)?;
    let aside = found.iter().find(|hit| {
        hit.cue == Cue::LeftAside && (2..=NAMED_MAX + 1).contains(&hit.at.saturating_sub(verb.at))
    })?;
    let mut whole = *verb;
    (whole.cue, whole.length) = (Cue::Decline, aside.at + aside.length - verb.at);
    Some(whole)
}

/// "Gala: no, volunteers run that": a refusal of what stands before it.
fn refusal(clauses: &[&str], at: usize) -> Option<Hit> {
    let [thing, answer] = clauses.get(..2).filter(|_| at == 1)? else { return None };
    let (thing, answer) = (normal(thing), normal(answer));
    let answer: Vec<&str> = answer.split_whitespace().collect();
    let found =
        hits(&answer).into_iter().find(|hit| hit.cue == Cue::ExcludeTail && hit.length == answer.len());
    found.filter(|_| (1..=SHORT).contains(&thing.split_whitespace().count()))
}

/// The names that other sentences may repeat.
fn named_in(subjects: impl Iterator<Item = String>) -> Vec<String> {
    let subjects = subjects.map(|subject| names(&subject.split_whitespace().collect::<Vec<_>>()));
    subjects.filter(|subject| subject.len() > 3 && subject.split(' ').count() <= SUBJECT_WORDS_MAX).collect()
}

/// The words that name something.
fn names(words: &[&str]) -> String {
    words.iter().copied().filter(|word| !Cue::Pronoun.has(word)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn what_is_left_out_is_told_from_what_is_done() {
        for (sentence, kept, said) in [
            ("The varnish isn't included.", None, "The varnish isn't included."),
            ("Wiring to be done by the uncle, NOT us.", None, "Wiring to be done by the uncle, NOT us."),
            ("Tablet only, no phone.", Some("Tablet only."), "No phone."),
            (
                "The bar belongs to the hotel, we can't touch drinks there.",
                Some("The bar belongs to the hotel."),
                "We can't touch drinks there.",
            ),
            ("Lights no.", None, "Lights no."),
            (
                "Den Garten macht die Schwester, nicht wir.",
                None,
                "Den Garten macht die Schwester, nicht wir.",
            ),
            ("Le transport n'est pas compris.", None, "Le transport n'est pas compris."),
            (
                "El montaje no va incluido, lo hacen ellos.",
                None,
                "El montaje no va incluido, lo hacen ellos.",
            ),
        ] {
            let found = left_out(sentence);
            let (found_kept, found_said) = found.map(|found| (found.kept, found.said)).unwrap_or_default();
            assert_eq!((found_kept.as_deref(), found_said.as_str()), (kept, said), "{sentence}");
        }
        for sentence in [
            "They want natural light, no flash, and a quiet room.",
            "There's no hot water on the first floor.",
            "We have no backups since the server died.",
            "Nobody answers the phone.",
            "Es gibt keine Heizung im zweiten Stock, das stört alle.",
        ] {
            assert_eq!(left_out(sentence), None, "{sentence}");
        }
    }
}
