//! What of a text is around the message: salutations, signatures, earlier mails, and the title of notes.

use super::cues::score_text;
use super::labels::strip_bullet;
use super::lexicon::{Cue, hits};
use super::words::normal;
use crate::recap_file::is_file_heading;

/// What a line is part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Body,
    /// A salutation, a signature, or who took part.
    Around,
    Title,
    /// An earlier mail.
    Quoted,
}

/// The most words of such a line.
const SALUTATION_WORDS_MAX: usize = 10;
const SIGNATURE_WORDS_MAX: usize = 7;
const TITLE_WORDS_MAX: usize = 16;
/// The header of a mail has at most this many lines.
const HEADER_LINES_MAX: usize = 6;
/// Who took part is said in the first lines.
const ROSTER_LINES: usize = 6;

/// The state of reading a letter or notes line by line.
pub(super) struct Letter {
    /// Whether lines that begin with ">" are quoted rather than list entries.
    quotes: bool,
    /// The line at which an earlier mail begins that is not marked with ">".
    thread: Option<usize>,
    title: Option<usize>,
    signing: bool,
}

impl Letter {
    pub(super) fn of(text: &str) -> Self {
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let intro = |line: &str| {
            let words = normal(line);
            let list: Vec<&str> = words.split_whitespace().collect();
            list.len() <= 20 && hits(&list).iter().any(|hit| hit.cue == Cue::Quoted)
        };
        let header = |line: &str| {
            matches!(head(line).as_str(), "from" | "von" | "de" | "subject" | "betreff" | "objet" | "asunto")
        };
        let said = lines.iter().any(|line| line.ends_with(':') && intro(line));
        let original = lines.iter().position(|line| line.starts_with("--") && intro(line));
        let mut headers = lines.iter().enumerate().filter(|(_, line)| header(line));
        let first = headers.next().map(|(at, _)| at);
        // A second header after the first mail's text begins an earlier mail, unless another file begins
        // there.
        let second =
            headers.map(|(at, _)| at).find(|at| first.is_some_and(|first| *at > first + HEADER_LINES_MAX));
        let marked = lines.iter().any(|line| line.starts_with('>'));
        let one_mail = !marked && !lines.iter().any(|line| is_file_heading(line));
        let thread = original.or(second).filter(|_| one_mail);
        Self {
            quotes: marked && (said || original.or(first).is_some()),
            thread,
            title: title(&lines),
            signing: false,
        }
    }

    /// What a line is part of; lines come in order.
    pub(super) fn part(&mut self, at: usize, line: &str) -> Part {
        if self.thread.is_some_and(|thread| at >= thread) || (self.quotes && line.starts_with('>')) {
            return Part::Quoted;
        }
        if self.title == Some(at) {
            return Part::Title;
        }
        let words = normal(line);
        let count = words.split_whitespace().count();
        let (bullet, _) = strip_bullet(line);
        if !bullet && Cue::Closing.has(words.trim()) {
            self.signing = true;
            return Part::Around;
        }
        self.signing &= count <= SIGNATURE_WORDS_MAX && !bullet;
        let list: Vec<&str> = words.split_whitespace().take(2).collect();
        let greets = hits(&list).iter().any(|hit| hit.cue == Cue::Greeting && hit.at == 0);
        let addresses = (greets && line.ends_with([',', ':', '!'])) || (names(line) && line.ends_with(','));
        let salutation = !bullet && count <= SALUTATION_WORDS_MAX && addresses;
        let people = line
            .split([',', '·', ';'])
            .filter(|name| names(name) && name.split_whitespace().count() > 1)
            .count();
        let roster =
            !bullet && at < ROSTER_LINES && people > 1 && people + 1 >= line.split([',', '·', ';']).count();
        let intro = self.quotes
            && line.ends_with(':')
            && hits(&words.split_whitespace().collect::<Vec<_>>()).iter().any(|hit| hit.cue == Cue::Quoted);
        // "*Generated automatically.*"
        let aside = line.len() > 2
            && line.starts_with('*')
            && !line.starts_with("**")
            && line.ends_with('*')
            && !bullet;
        if aside || (self.signing && count > 0) || salutation || roster || intro {
            Part::Around
        } else {
            Part::Body
        }
    }
}

/// The label of a mail's header, in lower case.
fn head(line: &str) -> String {
    line.split_once(':').map(|(head, _)| head.trim().to_lowercase()).unwrap_or_default()
}

/// Whether a text is one to four capitalised words.
fn names(text: &str) -> bool {
    let words: Vec<&str> = text.trim().trim_end_matches([',', '!']).split_whitespace().collect();
    (1..=4).contains(&words.len())
        && words.iter().all(|word| {
            word.starts_with(char::is_uppercase)
                && word.chars().all(|c| c.is_alphabetic() || ".'’-".contains(c))
        })
}

/// The first line of notes, if it is no sentence and no entry but what the notes are about.
fn title(lines: &[&str]) -> Option<usize> {
    let at = lines.iter().position(|line| !line.is_empty())?;
    let line = lines.get(at)?;
    let next = lines.iter().skip(at + 1).find(|line| !line.is_empty())?;
    let apart = lines.get(at + 1).is_some_and(|line| line.is_empty()) || strip_bullet(next).0;
    let notes =
        apart && !line.ends_with(['.', '!', '?', ':', ',']) && !line.contains('\t') && !strip_bullet(line).0;
    let score = score_text(line, None);
    let says = score.needs > 0 || score.commits || score.starts_with_work;
    (notes && !says && head(line).is_empty() && score.words <= TITLE_WORDS_MAX).then_some(at)
}
