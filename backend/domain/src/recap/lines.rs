//! Splits a recap into lines: joins those that are wrapped, and takes off bullets, times, headings and the
//! names of speakers.

use std::collections::HashSet;

use super::labels::{Label, heading, is_role, label, strip_bullet, strip_time};
use super::letter::{Letter, Part};
use super::sentences::Topic;
use super::table::{Row, Table, TableLine};
use crate::recap_file::is_file_heading;

/// One line of a recap, without its label.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) speaker: Option<String>,
    pub(super) topic: Option<Topic>,
    pub(super) bullet: bool,
    pub(super) text: String,
    pub(super) row: Option<Row>,
    /// Whether the following text may belong to the same sentence.
    open: bool,
}

impl Line {
    /// Appends the rest of a wrapped line.
    fn append(&mut self, rest: &str) {
        self.text.push(' ');
        self.text.push_str(rest);
        self.open = goes_on(rest);
    }
}

/// Whether a sentence may go on after a text.
fn goes_on(text: &str) -> bool {
    !text.ends_with(['.', '!', '?', ':', ';'])
}

/// No line continues the last one.
fn end_last(lines: &mut [Line]) {
    if let Some(last) = lines.last_mut() {
        last.open = false;
    }
}

fn begins_with_role(line: &str) -> bool {
    strip_time(line).split_once(':').is_some_and(|(head, _)| is_role(head.trim()))
}

/// Joins hard-wrapped lines and removes bullets, times and labels.
pub(super) fn lines(text: &str) -> Vec<Line> {
    let mut out: Vec<Line> = Vec::new();
    let (mut topic, mut speaker): (Option<Topic>, Option<String>) = (None, None);
    // Whether the speaker is the label of a list entry, which ends with it.
    let mut speaks_in_entry = false;
    let mut content_since_heading = false;
    let mut speakers: HashSet<String> = HashSet::new();
    let wraps = wraps(text);
    let mut letter = Letter::of(text);
    let mut table = Table::default();
    let all: Vec<&str> = text.lines().map(str::trim).collect();
    let roles = all.iter().filter(|line| begins_with_role(line)).take(3).count() == 3;
    for (at, trimmed) in all.iter().copied().enumerate() {
        let part = letter.part(at, trimmed);
        if trimmed.is_empty() {
            end_last(&mut out);
            if content_since_heading {
                topic = None;
            }
            table = Table::default();
            continue;
        }
        if is_file_heading(trimmed) {
            // The text of another file begins: the turn of the last speaker ends.
            end_last(&mut out);
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
        let marked = trimmed.starts_with('#')
            || (body.starts_with("**") && body.trim_end_matches(':').ends_with("**"));
        let body = body.replace("**", "");
        let body = if body.starts_with('*') { body.replace('*', "") } else { body };
        let found = match (part, &row) {
            (Part::Title | Part::Quoted, _) => Label::None,
            (_, Some(row)) => row.label(),
            _ if marked && (trimmed.starts_with('#') || !body.contains(": ")) => heading(&body),
            _ if !bullet && heads_list(&all, at) => heading(&body),
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
                speaks_in_entry = bullet;
                topic = None;
                if rest.is_empty() {
                    continue;
                }
                (None, rest.to_owned())
            }
            Label::None => {
                if bullet && speaks_in_entry {
                    speaker = None;
                }
                let starts_low = body.chars().next().is_some_and(char::is_lowercase);
                if let Some(last) = out.last_mut()
                    && last.open
                    && !bullet
                    && row.is_none()
                    && wraps.get(at) == Some(&true)
                    && (starts_low || last.text.len() >= 60)
                {
                    last.append(&body);
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
        out.push(Line { speaker: speaker.clone(), topic: given, bullet, open: goes_on(&text), text, row });
    }
    out
}

/// Whether a line is the heading of the list below it, although nothing marks it: "What they are looking
/// for".
fn heads_list(lines: &[&str], at: usize) -> bool {
    let line = lines.get(at).copied().unwrap_or_default();
    let begins = at == 0 || lines.get(at - 1).is_some_and(|before| before.is_empty());
    let entry = lines.get(at + 1).is_some_and(|next| strip_bullet(next).0);
    let is_short = (2..=HEADING_WORDS_MAX).contains(&line.split_whitespace().count());
    begins
        && entry
        && is_short
        && line.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '\'' | '’' | '-' | '&' | ','))
}

/// The most words of a heading that nothing marks.
const HEADING_WORDS_MAX: usize = 6;

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
            [line, next] => {
                length(line) + 1 + length(next.split_whitespace().next().unwrap_or_default()) > width
            }
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
