//! Finds dates of the work: which sentences connect it to a time, and with which words.

use std::ops::Range;

use super::lexicon::Cue;
use super::segment::spans;
use super::words::{capitalised, normal};
use crate::reading::lexicon::Language;

/// Connects a sentence to a time by itself.
const STRONG: [&str; 32] = [
    " black friday ",
    " deadline",
    " go live ",
    " going live ",
    " goes live ",
    " asap ",
    " as soon as possible ",
    " timeline ",
    " milestone",
    " urgent",
    " by the end of ",
    " end of the month ",
    " end of the year ",
    " end of month ",
    " end of year ",
    " next month ",
    " next week ",
    " next quarter ",
    " this month ",
    " this week ",
    " this quarter ",
    " turnaround ",
    " kick off ",
    " kickoff ",
    " before the holidays ",
    " before christmas ",
    " before summer ",
    " before the summer ",
    " at the latest ",
    " at the earliest ",
    " over the summer ",
    " tomorrow ",
];
/// Connects a sentence to a past time.
const PAST: [&str; 8] = [
    " ago ",
    " last week ",
    " last month ",
    " last year ",
    " was in ",
    " were in ",
    " since last ",
    " yesterday ",
];
const PERIODS: [&str; 9] = ["day", "days", "week", "weeks", "month", "months", "q1", "q2", "quarter"];
const MONTHS_AND_DAYS: [&str; 40] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "jan",
    "feb",
    "apr",
    "aug",
    "sept",
    "sep",
    "oct",
    "nov",
    "dec",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "spring",
    "summer",
    "autumn",
    "fall",
    "winter",
    "easter",
    "christmas",
    "tue",
    "wed",
    "thu",
    "fri",
    "mon",
];
const NUMBER_WORDS: [&str; 14] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve", "couple", "few",
    "several",
];
/// Describes a problem of today; a time in it describes the present state, not a date of the work.
const TROUBLE: [&str; 30] = [
    " problem",
    " issue",
    " struggl",
    " complain",
    " losing ",
    " lose ",
    " loses ",
    " lost ",
    " broken ",
    " leak",
    " crash",
    " manual",
    " currently ",
    " at the moment ",
    " fails ",
    " failed ",
    " takes us ",
    " take us ",
    " takes them ",
    " spend ",
    " spends ",
    " waste",
    " every ",
    " keeps ",
    " fed up ",
    " frustrat",
    " nobody ",
    " too long ",
    " by hand ",
    " slow ",
];
/// States a deadline, even if a problem is mentioned too.
const PLAN: [&str; 24] = [
    " deadline",
    " launch",
    " live ",
    " ready ",
    " done ",
    " finish",
    " deliver",
    " start",
    " begin",
    " need it ",
    " needs it ",
    " must be ",
    " has to be ",
    " have to be ",
    " need to be ",
    " needs to be ",
    " should be ",
    " wants it ",
    " want it ",
    " sorted ",
    " fixed ",
    " in place ",
    " could you ",
    " can you ",
];
/// Next to these a bare duration ("six weeks") is that of the work.
const WORK_TAKES: [&str; 18] = [
    " take ",
    " takes ",
    " will need ",
    " we need ",
    " i need ",
    " duration ",
    " project ",
    " turnaround ",
    " build",
    " deliver",
    " phase ",
    " sprint",
    " draft",
    " complete",
    " finish",
    " done ",
    " on site ",
    " to set up ",
];
/// Separators that split a sentence into clauses.
const CLAUSE_ENDS: [&str; 6] = [", ", "; ", " but ", " – ", " — ", " and "];
/// Questions about a time, up to what is asked for.
const ASKING: [&str; 20] = [
    "Can we ",
    "Could we ",
    "Can you ",
    "Could you ",
    "Would you be able to ",
    "Are you able to ",
    "Is it possible to ",
    "Would it be possible to ",
    "Could it ",
    "Can it ",
    "Could this ",
    "Can this ",
    "May we ",
    "Should we ",
    "Shall we ",
    "Can I ",
    "Could I ",
    "Do you think we can ",
    "Do you think you can ",
    "Would it work to ",
];
/// The prefix of a time that was asked for and not yet agreed. Drafting keeps it.
pub(super) const REQUESTED: &str = "Requested timing:";

/// Whether the normal words of a sentence connect the work to a time: a deadline, `by June`, `in six weeks`;
/// not `per month`, `two weeks ago`, nor the duration of a problem.
pub(crate) fn names_time(words: &str) -> bool {
    let says = |cues: &[&str]| cues.iter().any(|cue| words.contains(cue));
    if says(&PAST) || (says(&TROUBLE) && !says(&PLAN)) {
        return false;
    }
    if says(&STRONG) {
        return true;
    }
    let list: Vec<&str> = words.split_whitespace().collect();
    let language = Language::of(words);
    if leads_to_time(&list, language) {
        return true;
    }
    let follows = |at: usize| list.get(at).copied().unwrap_or_default();
    let about_work = list.len() <= 7 || says(&WORK_TAKES);
    list.windows(2).enumerate().any(|(at, pair)| {
        let [before, word] = pair else {
            return false;
        };
        let digits = before.chars().all(|c| c.is_ascii_digit());
        let number = digits || NUMBER_WORDS.contains(before) || *before == "of";
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
        let period = number && !regular && !length && PERIODS.contains(word) && (until || about_work);
        let date = leads && (MONTHS_AND_DAYS.contains(word) || matches!(*word, "q1" | "q2" | "q3" | "q4"));
        // "12 march", "march 12": the day may be on either side.
        let day_after =
            MONTHS_AND_DAYS.contains(before) && *before != "may" && (ordinal(word) || day_of_month(word));
        period || date || day_after
    })
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
    const STATES: [&str; 11] = [
        "live",
        "done",
        "ready",
        "sorted",
        "finished",
        "fixed",
        "online",
        "running",
        "up",
        "completed",
        "delivered",
    ];
    const STARTS: [&str; 9] = ["deliver", "launch", "start", "begin", "open", "finish", "go", "move", "get"];
    const THINGS: [&str; 4] = ["it", "this", "everything", "that"];
    const LEADS: [&str; 13] = [
        "in", "on", "by", "before", "mid", "early", "late", "next", "within", "asap", "from", "until", "live",
    ];
    let words = normal(text);
    let list: Vec<&str> = words.split_whitespace().collect();
    list.iter().enumerate().any(|(at, word)| {
        let follows = |step: usize| list.get(at + step).copied().unwrap_or_default();
        let done = (THINGS.contains(word) || *word == "be")
            && (1..=4).any(|step| STATES.contains(&follows(step)) && LEADS.contains(&follows(step + 1)));
        let starts = matches!(*word, "to" | "you" | "we")
            && STARTS.contains(&follows(1))
            && LEADS.contains(&follows(2));
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
    let wish = ASKING.iter().find_map(|opening| {
        question
            .get(..opening.len())
            .filter(|start| start.eq_ignore_ascii_case(opening))
            .and_then(|_| question.get(opening.len()..))
    })?;
    let wish = wish.trim_end_matches(['?', ' ', '.', '!']);
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
