//! Splits a recap (prose, bullet notes, a chat or a transcript) into independent sentences.

use super::labels;
use super::lexicon::{Cue, hits};
use super::lines::lines;
use super::table::Row;
use super::tidy::tidy;
use super::words::{self, normal};
use crate::{reading::lexicon::Language, sentences::sentences};

/// The topic that a heading or label gives to the lines under it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Topic {
    /// What the client needs.
    Needs,
    /// What is proposed.
    Solution,
    /// What it costs.
    Price,
    /// When it happens.
    Timeline,
    /// What is not part of the work.
    Excluded,
    /// What the client is to give for the work.
    FromClient,
    /// The writer's next steps, which are not part of the work.
    Internal,
    /// The title of the notes.
    Title,
    /// The text of an earlier mail below the latest one.
    Quoted,
}

/// One sentence with its context. Its labels, bullets and fillers are removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sentence {
    pub(crate) speaker: Option<String>,
    pub(crate) topic: Option<Topic>,
    /// Whether it was a list entry.
    pub(crate) bullet: bool,
    /// Its reply to the previous sentence.
    pub(crate) answer: QuestionReply,
    /// What a row of a table names, without its figures.
    pub(crate) row: Option<Row>,
    pub(crate) text: String,
}

/// Beginnings of a sentence that may answer a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum QuestionReply {
    Yes,
    No,
    Neither,
}

impl QuestionReply {
    fn of(sentence: &str) -> Self {
        let start: String = sentence.chars().take(40).collect();
        let words = normal(&start);
        let list: Vec<&str> = words.split_whitespace().collect();
        let found = hits(&list);
        let begins = |cue: Cue| found.iter().any(|hit| hit.cue == cue && hit.at == 0);
        match (begins(Cue::AnswerYes), begins(Cue::AnswerNo)) {
            (true, _) => Self::Yes,
            (false, true) => Self::No,
            (false, false) => Self::Neither,
        }
    }
}

/// Splits a text into sentences, in order. Blank lines and lines about the meeting are left out.
pub(crate) fn split(text: &str) -> Vec<Sentence> {
    let mut out = Vec::new();
    let language = Language::of(text);
    for line in lines(text) {
        let mut topic = line.topic;
        let pieces = if line.row.is_some() { vec![line.text.as_str()] } else { pieces(&line.text, language) };
        for piece in pieces {
            // "Out of scope. The handbook stays with the attorney."
            if let Some(Some(Topic::Excluded)) = labels::topic(piece) {
                topic = Some(Topic::Excluded);
                continue;
            }
            // "The old one stays. Not included: photos."
            let (own, piece) = labels::inner(piece).map_or((topic, piece), |(own, rest)| (Some(own), rest));
            let tidy = tidy(piece);
            if tidy.chars().any(char::is_alphanumeric) {
                let answer = QuestionReply::of(piece);
                let (speaker, row) = (line.speaker.clone(), line.row.clone());
                out.push(Sentence { speaker, topic: own, bullet: line.bullet, answer, row, text: tidy });
            }
        }
    }
    out
}

/// The sentences of a line; one that runs on without punctuation is cut where another clause begins.
pub(super) fn pieces(line: &str, language: Language) -> Vec<&str> {
    split_line(line, language)
        .into_iter()
        .flat_map(|piece| if runs_on(piece) { clauses(piece) } else { vec![piece] })
        .collect()
}

/// A sentence of more words runs on if it has hardly any commas, as dictated text does.
const RUN_ON_MIN: usize = 45;

/// Whether a text has a sentence that runs on.
pub(super) fn is_dictated(text: &str) -> bool {
    let language = Language::of(text);
    text.lines().flat_map(|line| split_line(line, language)).any(runs_on)
}

pub(super) fn runs_on(piece: &str) -> bool {
    let words = piece.split_whitespace().count();
    words > RUN_ON_MIN && piece.matches([',', ';']).count() * 20 < words
}

/// "they leak so they want new ones I said ten": the clauses begin with their subjects.
fn clauses(piece: &str) -> Vec<&str> {
    let language = Language::of(piece);
    let mut out = Vec::new();
    let (mut start, mut length) = (0, 0);
    let mut before = String::new();
    for (at, word) in words::with_positions(piece) {
        let lower = word.to_lowercase();
        let bare = lower.split(['\'', '’']).next().unwrap_or_default();
        let begins = [lower.as_str(), bare].iter().any(|word| Cue::ClauseStart.has_in(language, word));
        if begins && length >= 3 && !Cue::ClauseKeep.has_in(language, &before) {
            out.push(piece.get(start..at).unwrap_or_default());
            (start, length) = (at, 0);
        }
        length += 1;
        before = lower;
    }
    out.push(piece.get(start..).unwrap_or_default());
    out
}

/// The sentences of a line and their parts between semicolons.
fn split_line(line: &str, language: Language) -> Vec<&str> {
    let sentences = sentences(line, language).into_iter().filter_map(|range| line.get(range));
    sentences.flat_map(|sentence| sentence.split_inclusive("; ")).map(str::trim).collect()
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    fn texts(recap: &str) -> Vec<String> {
        split(recap).into_iter().map(|s| s.text).collect()
    }

    #[test]
    fn bullets_labels_times_and_fillers_are_taken_off() {
        let found = split(
            "[10:32] Anna: So, um, we need a site\n00:12:33 Bob Ray: yeah we can build it\n- [ ] new logo\n1. **Budget:** 5k\n\nTimeline\n* by June\n\nAttendees: Anna, Bob",
        );
        let seen: Vec<_> = found.iter().map(|s| (s.speaker.as_deref(), s.topic, s.text.as_str())).collect();
        assert_eq!(
            seen,
            [
                (Some("Anna"), None, "We need a site."),
                (Some("Bob Ray"), None, "We can build it."),
                (Some("Bob Ray"), None, "New logo."),
                (Some("Bob Ray"), Some(Topic::Price), "Budget: 5k."),
                (None, Some(Topic::Timeline), "By June."),
            ]
        );
    }

    #[test]
    fn wrapped_lines_are_joined_and_bullets_are_not() {
        assert_eq!(
            texts(
                "The practice has two sites and wants one booking page that works for\nboth of them.\n- first thing\n- second thing"
            ),
            [
                "The practice has two sites and wants one booking page that works for both of them.",
                "First thing.",
                "Second thing.",
            ]
        );
    }

    #[test]
    fn short_lines_are_notes_of_their_own() {
        assert_eq!(
            texts(
                "visited the site\nbathroom: shower tray cracked, tiles coming off, fan not working\nlabour 2 days\nSetup 1800 one-off"
            ),
            [
                "Visited the site.",
                "Bathroom: shower tray cracked, tiles coming off, fan not working.",
                "Labour 2 days.",
                "Setup 1800 one-off."
            ]
        );
    }

    #[test]
    fn a_label_before_a_figure_is_no_speaker() {
        let found = split("Hosting: $30/mo\nPhase 1: Discovery\nTom: hi there\nTom: 5k is fine");
        let seen: Vec<_> = found.iter().map(|s| (s.speaker.as_deref(), s.text.as_str())).collect();
        assert_eq!(
            seen,
            [
                (None, "Hosting: $30/mo."),
                (None, "Phase 1: Discovery."),
                (Some("Tom"), "Hi there."),
                (Some("Tom"), "5k is fine.")
            ]
        );
    }

    #[test]
    fn a_transcript_names_the_speaker_on_a_line_of_its_own() {
        let found = split("Jörg Weiß 10:32 AM\nWir brauchen das bald.\n\nMia Öz 10:33 AM\nSure, that works.");
        let seen: Vec<_> = found.iter().map(|s| (s.speaker.as_deref(), s.text.as_str())).collect();
        assert_eq!(seen, [(Some("Jörg Weiß"), "Wir brauchen das bald."), (Some("Mia Öz"), "That works."),]);
    }

    #[test]
    fn a_label_within_a_line_is_of_its_own_sentence() {
        let found = split("The old one stays. Not included: photos, logo. She sends the list.");
        let seen: Vec<_> = found.iter().map(|s| (s.topic, s.text.as_str())).collect();
        assert_eq!(
            seen,
            [
                (None, "The old one stays."),
                (Some(Topic::Excluded), "Photos, logo."),
                (None, "She sends the list."),
            ]
        );
    }

    #[test]
    fn a_colon_in_a_sentence_is_no_label() {
        assert_eq!(
            texts("The idea is simple: one page. See https://a.example for more."),
            ["The idea is simple: one page.", "See https://a.example for more."]
        );
    }
}
