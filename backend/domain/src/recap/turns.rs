//! Who says what in a recap: its lines without times, list marks and names, each with its speaker and
//! section.

use std::collections::HashMap;
use std::mem;
use std::ops::Range;

use super::labels::{strip_bullet, strip_time};
use super::lines::wraps;
use super::sentences::{pieces, runs_on};
use crate::reading::lexicon::{Language, WordList};

/// The longest name of a speaker, in characters.
const NAME_MAX: usize = 40;
/// The most speakers of a transcript.
const SPEAKERS_MAX: usize = 50;

/// A line of the body.
#[derive(Debug, Clone)]
pub(super) struct Line {
    /// Its bytes in the body.
    pub span: Range<usize>,
    /// The index of its speaker or author.
    pub speaker: Option<usize>,
    /// How often it is quoted: the depth of ">" marks.
    pub quoted: usize,
    /// Whether a blank line precedes it.
    pub after_blank: bool,
    /// Whether it had a list mark.
    pub bullet: bool,
    /// Whether it was marked as a heading.
    pub heading: bool,
}

/// A recap as lines of who says what.
#[derive(Debug, Clone, Default)]
pub(super) struct Turns {
    /// The lines, joined by line ends; hard-wrapped lines are one line.
    pub body: String,
    pub lines: Vec<Line>,
    /// The speakers of a transcript, or the authors of a mail thread, in the order of appearance.
    pub names: Vec<String>,
    pub is_transcript: bool,
}

impl Turns {
    /// Whether a name is that of one of the speakers.
    pub fn has_speaker(&self, name: Option<&str>) -> bool {
        name.is_some_and(|name| self.names.iter().any(|known| is_same_name(known, name)))
    }

    /// Takes a recap apart.
    pub fn of(text: &str) -> Self {
        let stripped: Vec<(usize, &str)> = text.lines().map(unquoted).collect();
        let speakers = speakers_of(&stripped);
        let mut turns = Self { is_transcript: !speakers.is_empty(), names: speakers, ..Self::default() };
        let joined = stripped.iter().map(|(_, line)| *line).collect::<Vec<_>>().join("\n");
        let wrapped = wraps(&joined);
        let (mut after_blank, mut speaker) = (true, None);
        // Those who wrote the quoted mails, by the depth of quotation.
        let mut authors: HashMap<usize, usize> = HashMap::new();
        for (at, (quoted, raw)) in stripped.iter().enumerate() {
            let quoted = *quoted;
            let line = raw.trim_matches(|c: char| c == ' ' || c == '\r');
            if line.trim().is_empty() {
                after_blank = true;
                continue;
            }
            let mut body = line;
            let mut begins = after_blank;
            if turns.is_transcript {
                if let Some((name, rest)) = speaker_label(line)
                    && let Some(known) = turns.names.iter().position(|other| other == name)
                {
                    (speaker, body) = (Some(known), rest);
                    begins = true;
                } else if after_blank && speaker.is_some() && is_aside(line) {
                    speaker = None;
                }
            } else {
                if let Some(name) = author(line) {
                    begins = true;
                    let known = turns.names.iter().position(|other| other == name);
                    if known.is_none() {
                        turns.names.push(name.to_owned());
                    }
                    // A line above the first quotation names its author.
                    let depth = if quoted == 0 && line.ends_with(':') { 1 } else { quoted };
                    authors.insert(depth, known.unwrap_or(turns.names.len() - 1));
                }
                speaker = authors.get(&quoted).copied();
            }
            if body.trim().is_empty() {
                continue;
            }
            let heading = body.starts_with('#');
            let (bullet, body) = strip_bullet(strip_time(body));
            let bullet = bullet && !heading;
            let continues = wrapped.get(at) == Some(&true) && !begins && !bullet;
            turns.push(
                body.trim_start_matches(['*', '#', '_']).trim(),
                Line { span: 0..0, speaker, quoted, after_blank, bullet, heading },
                continues,
            );
            after_blank = false;
        }
        turns.cut_dictation();
        turns
    }

    /// Makes each clause of a dictated line a line.
    fn cut_dictation(&mut self) {
        let dictated = |line: &Line| self.body.get(line.span.clone()).is_some_and(runs_on);
        if !self.lines.iter().any(dictated) {
            return;
        }
        let body = mem::take(&mut self.body);
        let language = Language::of(&body);
        for line in mem::take(&mut self.lines) {
            let text = body.get(line.span.clone()).unwrap_or_default();
            let clauses = if runs_on(text) { pieces(text, language) } else { vec![text] };
            for (at, clause) in clauses.into_iter().enumerate() {
                let after_blank = line.after_blank && at == 0;
                self.push(clause.trim(), Line { after_blank, ..line.clone() }, false);
            }
        }
    }

    fn push(&mut self, body: &str, mut line: Line, continues: bool) {
        if let Some(last) = self.lines.last_mut().filter(|last| continues && last.quoted == line.quoted) {
            self.body.push(' ');
            self.body.push_str(body);
            last.span.end = self.body.len();
            return;
        }
        if !self.body.is_empty() {
            self.body.push('\n');
        }
        let start = self.body.len();
        self.body.push_str(body);
        line.span = start..self.body.len();
        self.lines.push(line);
    }

    /// The row of each line, where a blank line takes one, too.
    pub fn rows(&self) -> Vec<usize> {
        let mut row = 0;
        let next = |line: &Line| {
            row += 1 + usize::from(line.after_blank);
            row
        };
        self.lines.iter().map(next).collect()
    }

    /// The index of the line that holds a byte of the body.
    pub fn line_at(&self, byte: usize) -> usize {
        self.lines.partition_point(|line| line.span.end < byte)
    }
}

/// The names of a transcript's speakers, in the order of appearance; empty if the text is no transcript.
#[must_use]
pub fn speakers(text: &str) -> Vec<String> {
    speakers_of(&text.lines().map(unquoted).collect::<Vec<_>>())
}

/// A line without its marks of quotation, and their number.
fn unquoted(line: &str) -> (usize, &str) {
    let mut rest = line.trim_start();
    let mut depth = 0;
    while let Some(after) = rest.strip_prefix('>') {
        rest = after.trim_start_matches(' ');
        depth += 1;
    }
    if depth == 0 { (0, line) } else { (depth, rest) }
}

/// Those who speak in turn: at least two names, of which one speaks again, and most lines are theirs or
/// follow one.
fn speakers_of(lines: &[(usize, &str)]) -> Vec<String> {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    let mut filled = 0;
    for (quoted, line) in lines {
        filled += usize::from(!line.trim().is_empty());
        let Some((name, rest)) = speaker_label(line).filter(|_| *quoted == 0) else { continue };
        let known = counts.iter().position(|(other, _)| *other == name);
        if let Some((_, count)) = known.and_then(|at| counts.get_mut(at)) {
            *count += 1;
        } else if !starts_with_figure(rest) && counts.len() < SPEAKERS_MAX {
            // "Hosting: $30/mo" names a price.
            counts.push((name, 1));
        }
    }
    let again = counts.iter().filter(|(_, count)| *count > 1).count();
    let turns: usize = counts.iter().map(|(_, count)| count).sum();
    let talks =
        (again >= 2 && turns * 4 >= filled) || (again == 1 && counts.len() >= 2 && turns * 3 >= filled * 2);
    if talks { counts.into_iter().map(|(name, _)| name.to_owned()).collect() } else { Vec::new() }
}

fn starts_with_figure(text: &str) -> bool {
    text.trim_start_matches(|c: char| !c.is_alphanumeric()).starts_with(|c: char| c.is_ascii_digit())
}

/// The name at the start of a turn, and what is said: "Hugo : Merci", "[10:02] Mia (client): Hi", "Teo
/// 0:03".
fn speaker_label(line: &str) -> Option<(&str, &str)> {
    let line = strip_time(line.trim());
    let end = line.find([':', '(', '['])?;
    let head = line.get(..end)?;
    let clock_follows = line.get(end..).is_some_and(|rest| {
        rest.strip_prefix(':').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    });
    let name = if clock_follows { head.trim_end_matches(|c: char| c.is_ascii_digit()) } else { head };
    let mut rest = line.get(name.len()..)?.trim_start();
    let mut name = name.trim_end_matches([' ', ',', '-', '\u{2013}', '|']);
    let mut timed = false;
    loop {
        if let Some((group, after)) =
            rest.strip_prefix(['(', '[']).and_then(|rest| rest.split_once([')', ']']))
        {
            timed |= group.contains(':');
            if name.ends_with(|c: char| c.is_ascii_digit()) && is_name(group) {
                name = group;
            }
            rest = after.trim_start();
        } else if rest.starts_with(|c: char| c.is_ascii_digit()) {
            let clock = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':');
            let clock = ["AM", "PM", "am", "pm"]
                .iter()
                .find_map(|half| clock.trim_start().strip_prefix(half))
                .unwrap_or(clock);
            timed = true;
            rest = clock.trim_start();
        } else {
            break;
        }
    }
    let said = rest.strip_prefix(':').or((timed && rest.is_empty()).then_some(""))?;
    let spaced = said.is_empty() || said.starts_with(char::is_whitespace);
    (spaced && (is_name(name) || is_numbered(name))).then_some((name, said.trim()))
}

/// "Speaker 1"
fn is_numbered(name: &str) -> bool {
    name.rsplit_once(' ').is_some_and(|(word, number)| {
        is_name(word) && !word.contains(' ') && number.chars().all(|c| c.is_ascii_digit())
    })
}

/// One to four words that begin with a capital: "Mme Lacroix", "Beat Zgraggen".
fn is_name(name: &str) -> bool {
    let word = |word: &str| {
        word.starts_with(char::is_uppercase)
            && word.chars().all(|c| c.is_alphabetic() || matches!(c, '.' | '\'' | '\u{2019}' | '-'))
    };
    let words: Vec<&str> = name.split_whitespace().collect();
    (1..=4).contains(&words.len())
        && name.chars().count() <= NAME_MAX
        && words.first().is_some_and(|first| word(first))
        && words.iter().all(|each| word(each) || WordList::NameParticle.has(each))
        && !WordList::MailHead.has(&name.to_lowercase())
}

/// A line behind the talk that is no part of it: "note to self: ...".
fn is_aside(line: &str) -> bool {
    line.starts_with(|c: char| c.is_lowercase())
        && line.split_once(':').is_some_and(|(head, _)| head.split_whitespace().count() <= 4)
}

/// The author that a head line or a line of quotation names: "From: Mia Berg", "On 4 Nov, Tom Hale wrote:".
fn author(line: &str) -> Option<&str> {
    let fits = |name: &&str| !name.is_empty() && name.chars().count() <= NAME_MAX;
    if let Some((head, name)) = line.split_once(':')
        && WordList::MailFrom.has(&head.trim().to_lowercase())
    {
        return name.split(['<', '(', ';', ',']).next().map(str::trim).filter(fits);
    }
    let line = line.trim().strip_suffix(':')?.trim_end();
    let (before, verb) = line.rsplit_once(' ')?;
    if WordList::MailWrote.has(verb)
        || before.rsplit_once(' ').is_some_and(|(_, aux)| WordList::MailWrote.has(&format!("{aux} {verb}")))
    {
        let before = before.strip_suffix(" a").unwrap_or(before);
        return before
            .rsplit(", ")
            .next()
            .map(|name| name.trim_start_matches(|c: char| !c.is_alphabetic()).trim())
            .filter(fits);
    }
    // "Am 15.10. um 18:02 schrieb Holger Thies:"
    let words = || {
        line.match_indices(' ')
            .map(|(at, _)| (line.get(..at).unwrap_or_default(), line.get(at + 1..).unwrap_or_default()))
    };
    words()
        .find(|(head, _)| head.rsplit(' ').next().is_some_and(|verb| WordList::MailWrote.has(verb)))
        .map(|(_, name)| name.trim())
        .filter(fits)
}

/// "Dana" is "Dana Reyes".
pub(super) fn is_same_name(name: &str, other: &str) -> bool {
    let (name, other) = (name.to_lowercase(), other.trim().to_lowercase());
    name == other || name.split_whitespace().next() == other.split_whitespace().next()
}
