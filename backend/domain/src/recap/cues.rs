//! Scores a sentence by what it is about: what the client needs, what is proposed, the price, the time, or
//! nothing.

use std::collections::HashMap;

use super::amounts::RecapReading;
use super::lexicon::{Cue, count, hits};
use super::narration::is_errand;
use super::sentences::{Sentence, Topic};
use super::time::names_time;
use super::words::normal;

/// The side of a speaker: writer or client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Client,
    Vendor,
    Unknown,
}

const PHONE_DIGITS: usize = 9;

/// The cues in the words of one sentence.
#[expect(clippy::struct_excessive_bools, reason = "independent observations of one sentence, none a state")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Score {
    pub(crate) needs: u32,
    pub(crate) solution: u32,
    /// Mentions money.
    pub(crate) price: bool,
    /// Mentions a point in time or a duration.
    pub(crate) time: bool,
    /// Contains `we will` or similar, which commits the speaker.
    pub(crate) commits: bool,
    /// Names work.
    pub(crate) work: bool,
    /// Begins with a verb of work, as entries of a list do.
    pub(crate) starts_with_work: bool,
    /// Polite phrases or selling, unless it contains a need.
    pub(crate) idle: bool,
    pub(crate) words: usize,
}

/// Reads the cues of a sentence.
pub(crate) fn score(sentence: &Sentence) -> Score {
    score_text(&sentence.text, sentence.topic)
}

/// The same for a part of a sentence.
pub(crate) fn score_text(text: &str, topic: Option<Topic>) -> Score {
    let words = normal(text);
    let list: Vec<&str> = words.split_whitespace().collect();
    let found = hits(&list);
    let count = |cue: Cue| count(&found, cue);
    let needs_strong = count(Cue::Need);
    let solution_strong = count(Cue::Offer);
    let solution_terse = count(Cue::OfferTerse);
    let errand = count(Cue::Admin) > 0
        || is_errand(&words)
        || (count(Cue::ErrandVerb) > 0 && needs_strong + solution_strong == 0);
    let price = count(Cue::Money) > 0 || topic == Some(Topic::Price);
    let errand = errand || (!price && names_phone(text));
    let work = count(Cue::Work);
    let first = list.first().copied().unwrap_or_default();
    let imperative = u32::from(Cue::Imperative.has(first));
    let hint = |wanted: Topic| if topic == Some(wanted) { 4 } else { 0 };
    Score {
        needs: needs_strong * 3 + count(Cue::Situation) + hint(Topic::Needs),
        solution: solution_strong * 3
            + solution_terse * 2
            + work.min(2)
            + imperative * 2
            + hint(Topic::Solution),
        price,
        time: (names_time(&words) && !errand) || topic == Some(Topic::Timeline),
        commits: solution_strong + solution_terse > 0,
        work: work > 0 || imperative > 0,
        starts_with_work: imperative > 0,
        idle: (count(Cue::SmallTalk) > 0 && needs_strong == 0) || errand,
        words: list.len(),
    }
}

/// Whether a text holds a telephone number: that many digits with only spaces and marks between them.
fn names_phone(text: &str) -> bool {
    let runs = text.split(|c: char| !c.is_ascii_digit() && !" -()/+.".contains(c));
    !text.contains(['$', '€', '£'])
        && runs
            .map(|run| run.chars().filter(char::is_ascii_digit).count())
            .any(|digits| digits >= PHONE_DIGITS)
}

/// Whether the words make a sentence rather than an entry of a list.
pub(crate) fn is_finite(text: &str) -> bool {
    let words = normal(text);
    words.split_whitespace().any(|word| Cue::Finite.has(word))
}

/// The side of a speaker who is named by it: "Me", "Client".
pub(super) fn labelled_side(name: &str) -> Option<Side> {
    match name.to_lowercase().as_str() {
        "client" | "customer" | "prospect" | "lead" | "buyer" | "them" | "owner" => Some(Side::Client),
        "me" | "us" | "we" | "i" | "sales" | "agency" | "consultant" => Some(Side::Vendor),
        _ => None,
    }
}

/// Determines each speaker's side: by the label or the prices, else by who asks and who offers.
pub(super) fn sides<'a>(
    sentences: &'a [(Sentence, Score)],
    reading: &RecapReading,
) -> HashMap<&'a str, Side> {
    let mut tally: HashMap<&str, (u32, u32)> = HashMap::new();
    for (sentence, score) in sentences {
        if let Some(speaker) = &sentence.speaker {
            let (needs, offers) = tally.entry(speaker).or_default();
            *needs += score.needs;
            *offers += if score.commits { score.solution } else { 0 };
        }
    }
    let alone = tally.len() < 2;
    tally
        .into_iter()
        .map(|(name, (needs, offers))| {
            // A single speaker may be the heading of notes: both sides apply.
            let open = alone || needs == offers;
            let by_words = if needs > offers { Side::Client } else { Side::Vendor };
            let known = labelled_side(name).or_else(|| reading.side(name));
            (name, known.unwrap_or(if open { Side::Unknown } else { by_words }))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Score {
        score_text(text, None)
    }

    #[test]
    fn needs_and_offers_are_told_apart() {
        for text in [
            "They need a new site.",
            "I'd like to sell online.",
            "We could not find anyone to build it.",
            "Customers complain about the old app.",
            "Can you connect it to Xero?",
        ] {
            assert!(of(text).needs > of(text).solution, "{text}");
        }
        for text in [
            "We'll build a new site.",
            "I suggest replacing the boiler.",
            "Migrate the mailboxes to the cloud.",
            "No problem, we can integrate that.",
        ] {
            assert!(of(text).solution > of(text).needs, "{text}");
        }
    }

    #[test]
    fn times_are_told_from_rates_and_the_past() {
        for text in [
            "Live by June.",
            "It takes 6 weeks.",
            "Done before Christmas.",
            "Launch in Q3.",
            "Start on 3 March.",
            "As soon as possible.",
            "In a couple of weeks.",
        ] {
            assert!(of(text).time, "{text}");
        }
        for text in [
            "$300 per month.",
            "$300 a month for hosting.",
            "We met two weeks ago.",
            "In business for 12 years.",
            "It may rain.",
            "We lose two days a month on it.",
            "Counting takes 2 days every month.",
        ] {
            assert!(!of(text).time, "{text}");
        }
    }

    #[test]
    fn manners_and_selling_are_idle() {
        for text in [
            "Hi Anna, how are you?",
            "Have a great weekend!",
            "I'll send the proposal by Friday.",
            "Sounds good.",
        ] {
            assert!(of(text).idle, "{text}");
        }
        assert!(!of("Hello, we need a plumber.").idle);
    }
}
