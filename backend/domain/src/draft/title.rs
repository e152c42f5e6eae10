//! Names a proposal after the work in it: "New booking website for Harbor Dental".

use super::phrase::is_sentence;
use crate::reading::lexicon::{Language, PairList, WordList};
use crate::recap::cues::score_text;
use crate::recap::words::{self, capitalised};

/// Verbs whose object is the thing made or wanted, and so the title.
const MAKING: [&str; 27] = [
    "build",
    "design",
    "develop",
    "deliver",
    "create",
    "provide",
    "need",
    "needs",
    "want",
    "wants",
    "require",
    "requires",
    "like",
    "for",
    "launch",
    "prepare",
    "suggest",
    "suggested",
    "proposed",
    "recommend",
    "recommended",
    "write",
    "propose",
    "offer",
    "supply",
    "produce",
    "make",
];
const DETERMINERS: [&str; 12] =
    ["a", "an", "the", "their", "our", "your", "my", "his", "her", "its", "some", "someone"];
/// Words a name does not end with.
const DANGLING: [&str; 16] = [
    "and", "or", "with", "for", "to", "of", "in", "on", "at", "the", "a", "an", "from", "their", "our",
    "your",
];
const WORDS_MAX: usize = 8;

/// The work that a sentence names, if any: at most eight of its words.
pub(super) fn work_named(sentence: &str) -> Option<String> {
    let joined = sentence.replace("set up", "setup").replace("Set up", "setup");
    let words: Vec<&str> = joined.split_whitespace().collect();
    words.iter().enumerate().find_map(|(at, verb)| {
        let verb = verb.to_lowercase();
        let before = at
            .checked_sub(1)
            .and_then(|previous| words.get(previous))
            .map(|word| word.to_lowercase())
            .unwrap_or_default();
        let lead = match (PairList::WorkNoun.of(&verb), verb.as_str()) {
            (Some(lead), _) => lead,
            // "for" and "like" introduce a name only in "looking for" and "would like".
            (None, "for") if before != "looking" => return None,
            (None, "like") if before != "would" => return None,
            (None, verb) if MAKING.contains(&verb) => "",
            _ => return None,
        };
        if !is_wish(&verb) && !leads_to_verb(&before) {
            return None;
        }
        let earlier = at
            .checked_sub(2)
            .and_then(|earlier| words.get(earlier))
            .map(|word| word.to_lowercase())
            .unwrap_or_default();
        // "They also need training" names an addition, not the main work.
        if is_wish(&verb) && before == "also" {
            return None;
        }
        let rest = words.get(at + 1..).unwrap_or_default();
        // "Cover the day and deliver a gallery": the second verb is not the main work.
        let second = (before == "and" || before.ends_with(','))
            && !(MAKING.contains(&earlier.as_str()) || PairList::WorkNoun.of(&earlier).is_some());
        if second && !is_wish(&verb) {
            return None;
        }
        // "They want to build trust" is what the client does; "to build a shop" is work.
        let article = rest.first().is_some_and(|word| {
            DETERMINERS.contains(&word.to_lowercase().as_str()) || word.eq_ignore_ascii_case("new")
        });
        if lead.is_empty()
            && before == "to"
            && !article
            && (is_wish(&earlier) || matches!(earlier.as_str(), "hope" | "hopes" | "wish"))
        {
            return None;
        }
        let object = object(rest, !lead.is_empty(), is_wish(&verb))?;
        Some(capitalised(format!("{lead} {object}").trim()))
    })
}

/// A name for work that no verb names: the thing that is needed (English verbs are read above), or an entry
/// that is itself a name.
pub(super) fn subject(sentence: &str) -> Option<String> {
    let (entry, label) = match sentence.split_once(": ") {
        Some((label, _)) => (label, true),
        None => {
            (sentence.split([',', '(', ';', '–']).next().unwrap_or_default().trim_end_matches('.'), false)
        }
    };
    let words = entry.split_whitespace().count();
    let is_name = (1 + usize::from(!label)..=ENTRY_WORDS_MAX).contains(&words)
        && !is_sentence(entry)
        && !entry.contains(|c: char| c.is_ascii_digit());
    let needed =
        if Language::of(sentence) == Language::English { None } else { words::needed_thing(sentence) };
    // "Shower tray cracked" is a trouble, not the work.
    let named = || (is_name && score_text(entry, None).needs == 0).then(|| entry.trim().to_owned());
    needed.or_else(named).map(|name| capitalised(&name))
}

/// Longer entries are rarely names.
const ENTRY_WORDS_MAX: usize = 4;

/// Words of a wish rather than of work.
fn is_wish(verb: &str) -> bool {
    matches!(
        verb,
        "need"
            | "needs"
            | "want"
            | "wants"
            | "require"
            | "requires"
            | "like"
            | "for"
            | "replacing"
            | "migrating"
            | "installing"
            | "moving"
    )
}

/// Whether the word after this one can be a verb: "we build" and "to repair", but not "the build" or "so
/// repair makes".
fn leads_to_verb(before: &str) -> bool {
    before.ends_with(',')
        || matches!(
            before,
            "" | "we"
                | "i"
                | "will"
                | "we'll"
                | "i'll"
                | "we'd"
                | "i'd"
                | "to"
                | "and"
                | "can"
                | "would"
                | "could"
                | "should"
                | "must"
                | "or"
                | "then"
                | "please"
        )
}

/// The words that name the object of a verb. `keep_the` keeps a leading "the"; a wish for something `to`
/// happen names nothing.
fn object(words: &[&str], keep_the: bool, wish: bool) -> Option<String> {
    let mut name: Vec<&str> = Vec::new();
    let mut article = "";
    let mut rest = words.iter().peekable();
    while let Some(word) = rest.next() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '&');
        let lower = bare.to_lowercase();
        if name.is_empty() && DETERMINERS.contains(&lower.as_str()) {
            article = if keep_the && lower == "the" { "the " } else { "" };
            continue;
        }
        if !name.is_empty() && word.starts_with('(') {
            break;
        }
        if name.is_empty() && WordList::Pointer.has(&lower) {
            return None;
        }
        let sum = word.starts_with(|c: char| !c.is_alphanumeric() && c != '(' && c != '"');
        let numbered = word.starts_with(|c: char| c.is_ascii_digit()) || WordList::TimeStart.has(&lower);
        // "Six 90-minute sessions" are sessions; of mailboxes that are moved the number is part of the name.
        if name.is_empty() && !keep_the && numbered {
            continue;
        }
        let count = name.is_empty() && numbered;
        let next = rest.peek().map(|next| next.to_lowercase()).unwrap_or_default();
        let next = next.trim_end_matches(|c: char| !c.is_alphanumeric());
        // "... the tap and service the boiler": a word before an article is a verb.
        let then = rest.clone().nth(1).map(|word| word.to_lowercase()).unwrap_or_default();
        let clause_follows = lower == "and"
            && (starts_clause(next)
                || DETERMINERS.contains(&then.as_str())
                || WordList::Pointer.has(then.trim_end_matches('.')));
        let time_follows = matches!(lower.as_str(), "in" | "for" | "at")
            && (WordList::TimeStart.has(next) || next.starts_with(|c: char| !c.is_alphabetic()));
        if lower == "to" && !keep_the {
            if wish {
                return None;
            }
            break;
        }
        if bare.is_empty() || sum || count || clause_follows || time_follows || WordList::NameEnd.has(&lower)
        {
            break;
        }
        name.push(bare);
        if word.ends_with([',', ';', ':', '.', '!', '?']) || name.len() == WORDS_MAX {
            break;
        }
    }
    while name.last().is_some_and(|word| DANGLING.contains(&word.to_lowercase().as_str())) {
        name.pop();
    }
    let letters: usize = name.iter().map(|word| word.chars().count()).sum();
    (letters >= 3).then(|| format!("{article}{}", name.join(" ")))
}

fn starts_clause(word: &str) -> bool {
    WordList::NameEnd.has(word)
        || MAKING.contains(&word)
        || PairList::WorkNoun.of(word).is_some()
        || matches!(word, "set" | "add" | "connect" | "run" | "test" | "support" | "handle")
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn work_is_named_from_the_sentence() {
        for (sentence, name) in [
            (
                "We will build a new website with online booking, live by June.",
                Some("New website with online booking"),
            ),
            (
                "They need an inventory app for the warehouse in six weeks.",
                Some("Inventory app for the warehouse"),
            ),
            ("I'll replace the old boiler for $2,400.", Some("Replacement of the old boiler")),
            ("We'll migrate 12 mailboxes to Microsoft 365.", None),
            (
                "We will migrate their mailboxes to Microsoft 365 and train the staff.",
                Some("Migration of mailboxes to Microsoft 365"),
            ),
            ("We will do it for them.", None),
            ("They are looking for a lawyer who knows leases.", Some("Lawyer")),
            ("Set up monitoring.", Some("Setup of monitoring")),
            ("We design and build it.", None),
            ("It is old so repair makes no sense.", None),
            ("They would like the hall to be usable again.", None),
            ("We will create a shop to sell aprons.", Some("Shop")),
            ("Replace the tap and service the boiler.", Some("Replacement of the tap")),
            ("I would cover the day and deliver an online gallery.", None),
            ("We'd edit 4 episodes a month, write show notes and publish them.", None),
            ("She wants to build trust in the team.", None),
            ("I would design the logo (3 concepts).", Some("Logo")),
            ("We would also need training for 4 people.", None),
        ] {
            assert_eq!(work_named(sentence).as_deref(), name, "{sentence}");
        }
    }
}
