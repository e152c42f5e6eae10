//! Finds dates of the work: which sentences connect it to a time, and with which words.

use std::ops::Range;

use super::lexicon::Cue;
use super::segment::spans;
use super::words::{capitalised, normal};
use crate::reading::lexicon::{Language, WordList, month};

/// Separators that split a sentence into clauses.
const CLAUSE_ENDS: [&str; 6] = [", ", "; ", " but ", " – ", " — ", " and "];
/// The prefix of a time that was asked for and not yet agreed. Drafting keeps it.
pub(super) const REQUESTED: &str = "Requested timing:";

/// Whether the normal words of a sentence connect the work to a time: a deadline, `by June`, `in six weeks`;
/// not `per month`, `two weeks ago`, nor the duration of a problem.
pub(crate) fn names_time(words: &str) -> bool {
    let says = |list: WordList| list.stands_in(words);
    if says(WordList::PastSaid) || (says(WordList::Trouble) && !says(WordList::Plan)) {
        return false;
    }
    if says(WordList::TimeSaid) {
        return true;
    }
    let list: Vec<&str> = words.split_whitespace().collect();
    let language = Language::of(words);
    if leads_to_time(&list, language) {
        return true;
    }
    let follows = |at: usize| list.get(at).copied().unwrap_or_default();
    let about_work = list.len() <= 7 || says(WordList::WorkTakes);
    list.windows(2).enumerate().any(|(at, pair)| {
        let [before, word] = pair else {
            return false;
        };
        let digits = before.chars().all(|c| c.is_ascii_digit());
        let number = digits || WordList::SmallNumber.has(before) || *before == "of";
        let leads = matches!(
            *before,
            "by" | "before"
                | "until"
                | "in"
                | "on"
                | "from"
                | "mid"
                | "early"
                | "late"
                | "next"
                | "end"
                | "starting"
                | "start"
                | "of"
                | "this"
                | "after"
        ) || (digits && before.len() <= 2)
            || ordinal(before);
        // "Two days a month" is a frequency; "@ 600" the price of a day.
        let regular = matches!(follows(at + 2), "a" | "per" | "every" | "each");
        let until = at
            .checked_sub(1)
            .is_some_and(|earlier| matches!(follows(earlier), "in" | "within" | "inside" | "a"))
            || at.checked_sub(2).is_some_and(|earlier| matches!(follows(earlier), "in" | "within"));
        // "For three months" is a duration.
        let length =
            at.checked_sub(1).is_some_and(|earlier| matches!(follows(earlier), "for" | "over" | "every"));
        let period = number && !regular && !length && WordList::Period.has(word) && (until || about_work);
        let date = leads && (WordList::DateWord.has(word) || matches!(*word, "q1" | "q2" | "q3" | "q4"));
        // "12 march", "march 12": the day may be on either side.
        let day_after =
            WordList::DateWord.has(before) && *before != "may" && (ordinal(word) || day_of_month(word));
        period || date || day_after
    })
}

/// Whether a sentence names a month.
pub(crate) fn names_month(sentence: &str) -> bool {
    normal(sentence).split_whitespace().any(|word| month(word).is_some())
}

/// "bis Ende März", "antes del verano": a word that leads to a time within two more words, in other languages
/// than English.
fn leads_to_time(words: &[&str], language: Language) -> bool {
    words.iter().enumerate().any(|(at, word)| {
        let near = words.iter().skip(at + 1).take(3);
        Cue::TimeLead.has_in(language, word)
            && near.into_iter().any(|word| Cue::TimeNoun.has_in(language, word))
    })
}

/// A sentence without a last clause that states only a time, which belongs to the timeline: "Replace the tap,
/// next Tuesday morning." `None` if there is none.
pub(crate) fn without_time(sentence: &str) -> Option<String> {
    let bare = sentence.trim_end_matches(['.', '!']);
    let (rest, end) = bare.rsplit_once(", ")?;
    let words = normal(end);
    let list: Vec<&str> = words.split_whitespace().collect();
    let tells = list.len() <= 5
        && names_time(&words)
        && !list.iter().any(|word| matches!(*word, "we" | "i" | "they" | "you" | "it"));
    (tells && rest.contains(' ') && !rest.ends_with("and")).then(|| format!("{rest}."))
}

/// Whether a sentence states only a time: "They want it live by June", "He wants to launch in March".
pub(crate) fn states_only_a_time(text: &str) -> bool {
    const THINGS: [&str; 4] = ["it", "this", "everything", "that"];
    let words = normal(text);
    let list: Vec<&str> = words.split_whitespace().collect();
    list.iter().enumerate().any(|(at, word)| {
        let follows = |step: usize| list.get(at + step).copied().unwrap_or_default();
        let done = (THINGS.contains(word) || *word == "be")
            && (1..=4).any(|step| {
                WordList::Finished.has(follows(step)) && WordList::LeadsToTime.has(follows(step + 1))
            });
        let starts = matches!(*word, "to" | "you" | "we")
            && WordList::StartVerb.has(follows(1))
            && WordList::LeadsToTime.has(follows(2));
        done || starts
    })
}

fn ordinal(word: &str) -> bool {
    let digits = word.trim_end_matches(char::is_alphabetic);
    digits.len() < word.len()
        && day_of_month(digits)
        && ["st", "nd", "rd", "th"].iter().any(|end| word.ends_with(end))
}

fn day_of_month(word: &str) -> bool {
    word.parse::<u8>().is_ok_and(|day| (1..=31).contains(&day))
}

/// The words of a sentence that state the time, if the sentence is used in full elsewhere: its clause about
/// the time, or from a single clause the text from the last preposition of time.
pub(crate) fn time_part(sentence: &str) -> String {
    let bare = sentence.trim_end_matches(['.', '!', '?', '…']);
    let mut clauses: Vec<Range<usize>> = Vec::new();
    for span in spans(bare, &CLAUSE_ENDS) {
        // "Lisa and Omar are getting married" is one clause.
        let names = bare.get(span.clone()).is_some_and(|clause| clause.starts_with(char::is_uppercase));
        match clauses.last_mut() {
            Some(last) if names => last.end = span.end,
            _ => clauses.push(span),
        }
    }
    let clause =
        clauses.iter().filter_map(|span| bare.get(span.clone())).find(|clause| names_time(&normal(clause)));
    let whole = clause.is_none_or(|clause| clause.len() == bare.len());
    let clause = clause.unwrap_or(bare);
    let told = if whole { phrase(clause).unwrap_or(clause) } else { clause };
    format!("{}.", capitalised(told.trim()))
}

/// "In six weeks" of "They need an app in six weeks": from the last preposition with which the text still
/// states the time.
fn phrase(clause: &str) -> Option<&str> {
    let preposition = |word: &str| {
        matches!(
            word.to_lowercase().as_str(),
            "by" | "before"
                | "until"
                | "in"
                | "on"
                | "from"
                | "within"
                | "starting"
                | "live"
                | "next"
                | "after"
                | "asap"
        )
    };
    let starts: Vec<usize> = std::iter::once(0)
        .chain(clause.match_indices(' ').map(|(at, _)| at + 1))
        .filter(|start| {
            clause.get(*start..).and_then(|rest| rest.split_whitespace().next()).is_some_and(preposition)
        })
        .collect();
    let last = *starts
        .iter()
        .rev()
        .take(6)
        .find(|start| clause.get(**start..).is_some_and(|rest| names_time(&normal(rest))))?;
    // "Before the reorg in April" rather than "in April".
    let bound = |start: usize| {
        let rest = clause.get(start..).unwrap_or_default();
        let binds = rest.split_whitespace().next().is_some_and(|word| {
            matches!(
                word.to_lowercase().as_str(),
                "by" | "before" | "until" | "within" | "after" | "from" | "starting" | "live"
            )
        });
        binds && rest.split_whitespace().take(9).count() <= 8
    };
    let first = starts
        .iter()
        .rev()
        .take(6)
        .copied()
        .filter(|start| *start <= last && bound(*start))
        .min()
        .unwrap_or(last);
    clause.get(first..)
}

/// A question about a time as the plan it asks for: "Can we start in January?" becomes "Start in January."
/// once it was answered with yes, and until then a request. `None` if the question has another form.
pub(super) fn asked(question: &str, agreed: bool) -> Option<String> {
    let opening = WordList::PlanQuestion.opens(&question.to_lowercase())?;
    let wish = question.get(opening..)?.trim_start().trim_end_matches(['?', ' ', '.', '!']);
    if wish.is_empty() {
        return None;
    }
    Some(if agreed { format!("{}.", capitalised(wish)) } else { format!("{REQUESTED} {wish}.") })
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn plans_are_told_from_trouble() {
        for text in [
            "It takes 6 weeks.",
            "They want it live before the trade fair on 12 March.",
            "Building it takes three weeks.",
            "The old site is slow and must be replaced by June.",
            "Handover by the 3rd of May.",
        ] {
            assert!(names_time(&normal(text)), "{text}");
        }
        for text in [
            "Our main problem is that invoices take three days to go out.",
            "They lose orders on Mondays and on Friday.",
            "Every month it takes us two days.",
            "Staff currently spend two weeks on it.",
        ] {
            assert!(!names_time(&normal(text)), "{text}");
        }
    }

    #[test]
    fn the_time_is_taken_out_of_its_sentence() {
        for (sentence, part) in [
            ("They need an inventory app in six weeks.", "In six weeks."),
            ("Could you run our payroll from January?", "From January."),
            (
                "Lisa and Omar are getting married on 14 September and need a photographer.",
                "Lisa and Omar are getting married on 14 September.",
            ),
            (
                "It must be live before the trade fair on 12 March, else we lose it.",
                "It must be live before the trade fair on 12 March.",
            ),
            ("I'd do both by mid March.", "By mid March."),
            ("She wants to build trust before the reorg in April.", "Before the reorg in April."),
        ] {
            assert_eq!(time_part(sentence), part);
        }
    }

    #[test]
    fn questions_become_requests() {
        assert_eq!(asked("Can we start in January?", true).as_deref(), Some("Start in January."));
        assert_eq!(
            asked("Can we start in January?", false).as_deref(),
            Some("Requested timing: start in January.")
        );
        assert_eq!(asked("When is Easter?", true), None);
    }
}
