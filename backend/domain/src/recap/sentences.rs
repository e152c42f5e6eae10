//! Splits a recap (prose, bullet notes, a chat or a transcript) into independent sentences.

use std::collections::HashSet;

use super::labels::{self, Label, heading, is_role, label, strip_bullet, strip_time};
use super::letter::{Letter, Part};
use super::lexicon::{Cue, hits};
use super::table::{Row, Table, TableLine};
use super::tidy::tidy;
use super::words::{self, normal};
use crate::reading::lexicon::Language;
use crate::recap_file::is_file_heading;

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
    for line in lines(text) {
        let mut topic = line.topic;
        let pieces = if line.row.is_some() { vec![line.text.as_str()] } else { pieces(&line.text) };
        for piece in pieces {
            // "Out of scope. The handbook stays with the attorney."
            if let Some(Some(Topic::Excluded)) = labels::topic(piece) {
                topic = Some(Topic::Excluded);
                continue;
            }
            let tidy = tidy(piece);
            if tidy.chars().any(char::is_alphanumeric) {
                let answer = QuestionReply::of(piece);
                let (speaker, row) = (line.speaker.clone(), line.row.clone());
                out.push(Sentence { speaker, topic, bullet: line.bullet, answer, row, text: tidy });
            }
        }
    }
    out
}

/// The sentences of a line; one that runs on without punctuation is cut where another clause begins.
fn pieces(line: &str) -> Vec<&str> {
    split_line(line).into_iter().flat_map(|piece| if runs_on(piece) { clauses(piece) } else { vec![piece] }).collect()
}

/// A sentence of more words runs on if it has hardly any commas, as dictated text does.
const RUN_ON_MIN: usize = 45;

fn runs_on(piece: &str) -> bool {
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

#[derive(Debug)]
struct Line {
    speaker: Option<String>,
    topic: Option<Topic>,
    bullet: bool,
    text: String,
    row: Option<Row>,
    /// Whether the following text may belong to the same sentence.
    open: bool,
}

/// Joins hard-wrapped lines and removes bullets, times and labels.
fn lines(text: &str) -> Vec<Line> {
    let mut out: Vec<Line> = Vec::new();
    let (mut topic, mut speaker): (Option<Topic>, Option<String>) = (None, None);
    let mut content_since_heading = false;
    let mut speakers: HashSet<String> = HashSet::new();
    let wraps = wraps(text);
    let mut letter = Letter::of(text);
    let mut table = Table::default();
    let role = |line: &str| strip_time(line.trim()).split_once(':').is_some_and(|(head, _)| is_role(head.trim()));
    let roles = text.lines().filter(|line| role(line)).take(3).count() == 3;
    for (at, raw) in text.lines().enumerate() {
        let trimmed = raw.trim();
        let part = letter.part(at, trimmed);
        if trimmed.is_empty() {
            if let Some(last) = out.last_mut() {
                last.open = false;
            }
            if content_since_heading {
                topic = None;
            }
            table = Table::default();
            continue;
        }
        if is_file_heading(trimmed) {
            // The text of another file begins: the turn of the last speaker ends.
            if let Some(last) = out.last_mut() {
                last.open = false;
            }
            (topic, speaker) = (None, None);
            continue;
        }
        if part == Part::Around {
            continue;
        }
        let (bullet, body) = strip_bullet(strip_time(trimmed));
        let row = match table.row(trimmed) {
            TableLine::Row(row) => Some(row),
            TableLine::Head => continue,
            TableLine::Text => None,
        };
        let marked = trimmed.starts_with('#') || (body.starts_with("**") && body.trim_end_matches(':').ends_with("**"));
        let body = body.replace("**", "");
        let body = if body.starts_with('*') { body.replace('*', "") } else { body };
        let found = match (part, &row) {
            (Part::Title | Part::Quoted, _) => Label::None,
            (_, Some(row)) => row.label(),
            _ if marked && (trimmed.starts_with('#') || !body.contains(": ")) => heading(&body),
            _ => label(&body, &|name| speakers.contains(name), roles && !bullet),
        };
        let (explicit, text) = match found {
            Label::Meta => continue,
            Label::Heading => {
                (topic, speaker, content_since_heading) = (None, None, false);
                continue;
            }
            Label::Topic(found, rest) => {
                // A heading applies to the lines under it; a label only to its own line.
                if rest.is_empty() {
                    topic = Some(found);
                    // A heading ends the previous speaker's text.
                    speaker = None;
                    content_since_heading = false;
                    continue;
                }
                if row.is_none() {
                    topic = None;
                }
                (Some(found), rest.to_owned())
            }
            Label::Speaker(name, rest) => {
                speakers.insert(name.clone());
                speaker = Some(name);
                topic = None;
                if rest.is_empty() {
                    continue;
                }
                (None, rest.to_owned())
            }
            Label::None => {
                let starts_low = body.chars().next().is_some_and(char::is_lowercase);
                if let Some(last) = out.last_mut()
                    && last.open
                    && !bullet
                    && row.is_none()
                    && wraps.get(at) == Some(&true)
                    && (starts_low || last.text.len() >= 60)
                {
                    last.text.push(' ');
                    last.text.push_str(&body);
                    last.open = !body.ends_with(['.', '!', '?', ':', ';']);
                    continue;
                }
                (None, body)
            }
        };
        content_since_heading = true;
        let given = match part {
            Part::Title => Some(Topic::Title),
            Part::Quoted => Some(Topic::Quoted),
            _ => explicit.or(topic).or(table.topic),
        };
        out.push(Line { speaker: speaker.clone(), topic: given, bullet, open: !text.ends_with(['.', '!', '?', ':', ';']), text, row });
    }
    out
}

/// Whether each line continues the one before because of a hard wrap: no line of its paragraph has room for
/// the next one's first word. Notes with one thought per line do.
pub(super) fn wraps(text: &str) -> Vec<bool> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut out = vec![false; lines.len()];
    let mut start = 0;
    for end in 0..=lines.len() {
        let ends = lines.get(end).is_none_or(|line| line.is_empty() || strip_bullet(line).0);
        if !ends {
            continue;
        }
        // A list entry may be wrapped too, and so begins a paragraph.
        let paragraph = lines.get(start..end).unwrap_or_default();
        let length = |line: &str| line.chars().count();
        let width = paragraph.iter().map(|line| length(line)).max().unwrap_or_default();
        let enough = if paragraph.len() == 2 { WRAP_MIN_TWO } else { WRAP_MIN };
        let full = |pair: &[&str]| match pair {
            // A sentence may end before the line is full.
            [line, _] if line.ends_with(['.', '!', '?', ':', ';']) => true,
            [line, next] => length(line) + 1 + length(next.split_whitespace().next().unwrap_or_default()) > width,
            _ => false,
        };
        if width >= enough && paragraph.windows(2).all(full) {
            for wrapped in out.iter_mut().take(end).skip(start + 1) {
                *wrapped = true;
            }
        }
        start = if lines.get(end).is_some_and(|line| line.is_empty()) { end + 1 } else { end };
    }
    out
}

/// Lines are wrapped at no fewer characters than these; with two lines only, the limit is higher.
const WRAP_MIN: usize = 40;
const WRAP_MIN_TWO: usize = 60;

/// Never the end of a sentence.
const ABBREVIATIONS: [&str; 16] =
    ["mr", "mrs", "ms", "dr", "prof", "e.g", "i.e", "vs", "approx", "eg", "ie", "ca", "incl", "excl", "st", "dept"];
/// The end of a sentence only before a capital letter.
const MAYBE_ENDS: [&str; 20] =
    ["inc", "ltd", "co", "corp", "ave", "jr", "sr", "p.m", "a.m", "u.s", "u.k", "min", "max", "sq", "hr", "hrs", "mo", "yr", "etc", "est"];

/// Splits one line at the ends of its sentences; decimals, abbreviations and initials do not end one.
fn split_line(line: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    for (at, character) in line.char_indices() {
        if !matches!(character, '.' | '!' | '?' | '…' | ';') || at < start {
            continue;
        }
        let end = at + character.len_utf8();
        let after = line.get(end..).unwrap_or_default();
        let closing = after.len() - after.trim_start_matches(['"', '”', '\'', ')', '’']).len();
        let following = after.get(closing..).unwrap_or_default();
        let next = following.trim_start().chars().next();
        if !following.is_empty() && !following.starts_with(char::is_whitespace) {
            continue;
        }
        if character == '.' && !ends_here(line.get(start..at).unwrap_or_default(), next) {
            continue;
        }
        out.push(line.get(start..end + closing).unwrap_or_default());
        start = end + closing;
    }
    out.push(line.get(start..).unwrap_or_default());
    out
}

fn ends_here(before: &str, next: Option<char>) -> bool {
    let word = before.rsplit(|c: char| c.is_whitespace() || c == '(' || c == '/').next().unwrap_or_default();
    let lower = word.to_lowercase();
    let capital_follows = next.is_none_or(char::is_uppercase);
    let initial = word.chars().count() == 1 && word.chars().all(char::is_uppercase);
    if ABBREVIATIONS.contains(&lower.as_str()) || (initial && next.is_some()) {
        next.is_none()
    } else if MAYBE_ENDS.contains(&lower.as_str()) {
        capital_follows
    } else if lower == "no" {
        !next.is_some_and(|c| c.is_ascii_digit())
    } else {
        true
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    fn texts(recap: &str) -> Vec<String> {
        split(recap).into_iter().map(|s| s.text).collect()
    }

    #[test]
    fn decimals_abbreviations_and_initials_do_not_end_a_sentence() {
        assert_eq!(
            texts("Dr. A. Lee of Acme Inc. pays $4.5k, e.g. for v2.0. It starts at 9 a.m. Monday works. Room no. 4 is wet."),
            ["Dr. A. Lee of Acme Inc. pays $4.5k, e.g. for v2.0.", "It starts at 9 a.m.", "Monday works.", "Room no. 4 is wet.",]
        );
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
            texts("The practice has two sites and wants one booking page that works for\nboth of them.\n- first thing\n- second thing"),
            ["The practice has two sites and wants one booking page that works for both of them.", "First thing.", "Second thing.",]
        );
    }

    #[test]
    fn short_lines_are_notes_of_their_own() {
        assert_eq!(
            texts("visited the site\nbathroom: shower tray cracked, tiles coming off, fan not working\nlabour 2 days\nSetup 1800 one-off"),
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
            [(None, "Hosting: $30/mo."), (None, "Phase 1: Discovery."), (Some("Tom"), "Hi there."), (Some("Tom"), "5k is fine.")]
        );
    }

    #[test]
    fn a_transcript_names_the_speaker_on_a_line_of_its_own() {
        let found = split("Jörg Weiß 10:32 AM\nWir brauchen das bald.\n\nMia Öz 10:33 AM\nSure, that works.");
        let seen: Vec<_> = found.iter().map(|s| (s.speaker.as_deref(), s.text.as_str())).collect();
        assert_eq!(seen, [(Some("Jörg Weiß"), "Wir brauchen das bald."), (Some("Mia Öz"), "That works."),]);
    }

    #[test]
    fn a_colon_in_a_sentence_is_no_label() {
        assert_eq!(
            texts("The idea is simple: one page. See https://a.example for more."),
            ["The idea is simple: one page.", "See https://a.example for more."]
        );
    }
}
