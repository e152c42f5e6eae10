//! Distinguishes sentences about the work from those about the meeting and the writer's own errands.

use super::lexicon::{Cue, hits};
use super::words::normal;

/// The verb of those who met is one of the first words.
const SPEAKERS_WORDS_MAX: usize = 10;

/// Where the words about the meeting end and those about the work begin: the whole sentence, none of it, or a
/// part ("Met with Bob, he needs a website").
pub(super) fn without_narration(sentence: &str) -> Option<&str> {
    if !narrates(sentence) {
        return Some(sentence);
    }
    // The rest may be about the work if it has its own subject.
    [", ", " - ", " – ", " — ", ": ", " and "].iter().find_map(|mark| {
        let rest = sentence.get(sentence.find(mark)? + mark.len()..)?;
        let words = normal(rest);
        let first = words.split_whitespace().next().map(str::to_owned)?;
        // After a dash or colon the notes begin.
        if !matches!(*mark, ", " | " and ") {
            return (words.split_whitespace().count() >= 3).then_some(rest);
        }
        matches!(
            first.as_str(),
            "they" | "he" | "she" | "we" | "their" | "his" | "her" | "it" | "client" | "needs" | "wants"
        )
        .then_some(rest)
    })
}

fn narrates(sentence: &str) -> bool {
    let words = normal(sentence);
    let start: Vec<&str> = words.split_whitespace().take(6).collect();
    hits(&start).iter().any(|hit| hit.cue == Cue::Meeting && hit.at == 0) || tells_of_several(sentence)
}

/// "Sarah and Ben discussed a new website": several names, then a verb of talking.
fn tells_of_several(sentence: &str) -> bool {
    let is_name = |word: &&str| word.starts_with(char::is_uppercase);
    let mut words = sentence.split_whitespace().take(SPEAKERS_WORDS_MAX).peekable();
    let mut joined = false;
    while let Some(word) = words.next() {
        let joins = matches!(word, "and" | "&") || word.ends_with(',');
        if !(is_name(&word) || joins) {
            return joined && Cue::Talk.has(normal(word).trim());
        }
        joined |= joins && words.peek().is_some_and(is_name);
    }
    false
}

/// Whether a sentence is an errand of the writer's: "Send proposal by Friday", "I'll get them a quote".
pub(super) fn is_errand(words: &str) -> bool {
    let list: Vec<&str> = words.split_whitespace().collect();
    list.iter().enumerate().any(|(at, word)| {
        if !Cue::Errand.has(word) {
            return false;
        }
        let rest = list.get(at + 1..).unwrap_or_default();
        // Sending a contract is an errand, drafting one is work.
        let sends = matches!(*word, "send" | "sent" | "email" | "mail" | "sending" | "forward" | "share");
        let paper = rest
            .iter()
            .take(5)
            .position(|word| Cue::Paper.has(word) && (sends || !matches!(*word, "contract" | "agreement")));
        paper.is_some_and(|paper| {
            let between = rest.get(..paper).unwrap_or_default();
            // One word in between may be a name: "send Eva the quote".
            between.iter().filter(|word| !Cue::Between.has(word)).count() <= usize::from(between.len() > 1)
        })
    })
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn meetings_are_told_from_work() {
        for (sentence, rest) in [
            ("Met with Bob from the bakery.", None),
            ("Quick notes from call w/ Eva (Hartmann):", None),
            ("Spoke to Ana, they need a new site.", Some("they need a new site.")),
            (
                "Spoke to Nina & Theo - wedding on 6 June at Lake House.",
                Some("wedding on 6 June at Lake House."),
            ),
            ("Sarah Lind and Ben discussed a new site for Harborview.", None),
            (
                "Sarah discussed a new site with the board.",
                Some("Sarah discussed a new site with the board."),
            ),
            ("We meet demand by hand.", Some("We meet demand by hand.")),
            ("They need a meeting room.", Some("They need a meeting room.")),
        ] {
            assert_eq!(without_narration(sentence), rest);
        }
    }

    #[test]
    fn errands_are_told_from_work() {
        for text in [
            "Send proposal by Friday.",
            "I'll send Eva the quote.",
            "I'll send contract monday.",
            "Get them a written estimate.",
            "Write up the proposal.",
        ] {
            assert!(is_errand(&normal(text)), "{text}");
        }
        for text in [
            "It sends invoices every night.",
            "Write the grant funding proposal.",
            "Draft a demand letter.",
            "Draft the contract.",
            "They offer to send it.",
        ] {
            assert!(!is_errand(&normal(text)), "{text}");
        }
    }
}
