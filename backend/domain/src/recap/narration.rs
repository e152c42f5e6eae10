//! Distinguishes sentences about the work from those about the meeting and the writer's own errands.

use super::words::normal;

/// Beginnings of notes about the meeting itself.
const MEETING: [&str; 44] = [
    " met ",
    " i met ",
    " we met ",
    " spoke ",
    " i spoke ",
    " we spoke ",
    " talked ",
    " i talked ",
    " we talked ",
    " chatted ",
    " i chatted ",
    " had a call ",
    " had a meeting ",
    " had a chat ",
    " had a quick ",
    " had a good ",
    " i had a call ",
    " i had a meeting ",
    " we had a call ",
    " we had a meeting ",
    " just had ",
    " just got off ",
    " got off the ",
    " call with ",
    " call w ",
    " meeting with ",
    " meeting w ",
    " quick call ",
    " quick notes ",
    " quick note ",
    " quick recap ",
    " notes from ",
    " notes on ",
    " call notes ",
    " meeting notes ",
    " recap of ",
    " summary of ",
    " great call ",
    " good call ",
    " great meeting ",
    " phone call ",
    " zoom ",
    " follow up from ",
    " here are my notes ",
];
/// Verbs for what happens to a proposal before it is sent.
const ERRANDS: [&str; 15] = [
    "send", "sent", "email", "mail", "write", "prepare", "draft", "share", "forward", "submit", "finish", "deliver", "get", "put",
    "sending",
];
/// Nouns for what the writer sends after a meeting.
const PAPERS: [&str; 14] = [
    "contract",
    "agreement",
    "proposal",
    "quote",
    "quotation",
    "estimate",
    "offer",
    "recap",
    "minutes",
    "notes",
    "sow",
    "invite",
    "proposals",
    "summary",
];
/// Words allowed between the two.
const BETWEEN: [&str; 19] = [
    "the", "a", "an", "our", "my", "you", "them", "him", "her", "over", "up", "out", "together", "revised", "written", "formal", "updated",
    "detailed", "draft",
];

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
        matches!(first.as_str(), "they" | "he" | "she" | "we" | "their" | "his" | "her" | "it" | "client" | "needs" | "wants")
            .then_some(rest)
    })
}

fn narrates(sentence: &str) -> bool {
    let words = normal(sentence);
    MEETING.iter().any(|cue| words.starts_with(cue))
}

/// Whether a sentence is an errand of the writer's: "Send proposal by Friday", "I'll get them a quote".
pub(super) fn is_errand(words: &str) -> bool {
    let list: Vec<&str> = words.split_whitespace().collect();
    list.iter().enumerate().any(|(at, word)| {
        if !ERRANDS.contains(word) {
            return false;
        }
        let rest = list.get(at + 1..).unwrap_or_default();
        // Sending a contract is an errand, drafting one is work.
        let sends = matches!(*word, "send" | "sent" | "email" | "mail" | "sending" | "forward" | "share");
        let paper = rest.iter().take(5).position(|word| PAPERS.contains(word) && (sends || !matches!(*word, "contract" | "agreement")));
        paper.is_some_and(|paper| {
            let between = rest.get(..paper).unwrap_or_default();
            // One word in between may be a name: "send Eva the quote".
            between.iter().filter(|word| !BETWEEN.contains(word)).count() <= usize::from(between.len() > 1)
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
            ("Spoke to Nina & Theo - wedding on 6 June at Lake House.", Some("wedding on 6 June at Lake House.")),
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
