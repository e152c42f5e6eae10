//! Parses the start of a line of notes: times, list marks, headings, names of speakers.

use super::cues::score_text;
use super::fragments::is_negative;
use super::lexicon::Cue;
use super::sentences::Topic;
use super::words::normal;

/// The topics of labels and headings; `None`: lines about the meeting, not the work. Of two in one heading
/// the first counts.
const LABELS: [(Cue, Option<Topic>); 8] = [
    (Cue::LabelExcluded, Some(Topic::Excluded)),
    (Cue::LabelFromClient, Some(Topic::FromClient)),
    (Cue::LabelInternal, Some(Topic::Internal)),
    (Cue::LabelPrice, Some(Topic::Price)),
    (Cue::LabelTimeline, Some(Topic::Timeline)),
    (Cue::LabelSolution, Some(Topic::Solution)),
    (Cue::LabelNeeds, Some(Topic::Needs)),
    (Cue::LabelMeta, None),
];
/// Shorter labels are only headings by themselves: "for us" is also a part of sentences.
const HEADING_LABEL_MIN: usize = 5;
/// The most words of a heading.
const HEADING_WORDS_MAX: usize = 14;

/// Labels of people that are not names.
const ROLES: [&str; 14] = [
    "client",
    "customer",
    "prospect",
    "lead",
    "buyer",
    "me",
    "us",
    "we",
    "sales",
    "agency",
    "consultant",
    "i",
    "them",
    "owner",
];

/// What a line starts with.
pub(super) enum Label<'a> {
    /// A heading or label about the work, and the rest of the line; the label is kept if it explains the
    /// figures after it ("Budget: 8k").
    Topic(Topic, &'a str),
    /// A heading that gives no topic.
    Heading,
    /// A line about the meeting.
    Meta,
    /// A speaker's name, and the rest of the line.
    Speaker(String, &'a str),
    /// Nothing special.
    None,
}

/// Removes `[10:32]`, `[12/03/24, 10:02]`, `00:12:33 -` and the like from the start of a line.
pub(super) fn strip_time(line: &str) -> &str {
    if let Some(rest) = line.strip_prefix(['[', '('])
        && let Some((inside, after)) = rest.split_once([']', ')'])
        && inside.len() <= 30
        && inside.chars().any(|c| c.is_ascii_digit())
        && inside.contains([':', '/', '.'])
        && inside.chars().all(|c| c.is_ascii_digit() || ":/.,- APMapm".contains(c))
    {
        return after.trim_start_matches([' ', '-', '–']);
    }
    let end = line.find(|c: char| !c.is_ascii_digit() && c != ':').unwrap_or(line.len());
    let (clock, after) = line.split_at(end);
    if clock.len() >= 4 && clock.contains(':') && clock.starts_with(|c: char| c.is_ascii_digit()) {
        let after = after.trim_start();
        let after =
            ["AM", "PM", "am", "pm"].iter().find_map(|half| after.strip_prefix(half)).unwrap_or(after);
        return after.trim_start_matches([' ', '-', '–', '|']);
    }
    line
}

/// Removes a list mark or Markdown heading mark from the start of a line; says whether there was one.
pub(super) fn strip_bullet(line: &str) -> (bool, &str) {
    let mut rest = line;
    let mut found = false;
    for _ in 0..3 {
        let marked = rest
            .strip_prefix([
                '-', '*', '•', '–', '—', '·', '►', '▪', '▸', '‣', '◦', '○', '●', '✓', '✔', '+', '>', '→', '#',
            ])
            .filter(|after| after.starts_with([' ', '\t', '#', '>']));
        // "A) Starter"
        let lettered = rest
            .strip_prefix(|c: char| c.is_ascii_uppercase())
            .and_then(|after| after.strip_prefix(')'))
            .filter(|after| after.starts_with(' '));
        let boxed = ["[ ]", "[x]", "[X]"].iter().find_map(|mark| rest.strip_prefix(mark));
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let numbered = rest
            .get(digits..)
            .filter(|_| (1..=2).contains(&digits))
            .and_then(|after| after.strip_prefix(['.', ')']))
            .filter(|after| after.starts_with(' '));
        match marked.or(boxed).or(numbered).or(lettered) {
            Some(after) => {
                found = true;
                rest = after.trim_start();
            }
            None => break,
        }
    }
    (found, rest)
}

/// The topic that a label or heading names, as a whole.
#[expect(clippy::option_option, reason = "none is no label, and a label of none has no topic")]
pub(super) fn topic(head: &str) -> Option<Option<Topic>> {
    let words = normal(head);
    LABELS.iter().find(|(cue, _)| cue.has(words.trim())).map(|(_, topic)| *topic)
}

/// What a label within a line says of the rest of its sentence: that it is left out, or to be given by the
/// client.
pub(super) fn inner(sentence: &str) -> Option<(Topic, &str)> {
    let (head, rest) = sentence.split_once(": ")?;
    let topic = topic(head)??;
    matches!(topic, Topic::Excluded | Topic::FromClient).then_some((topic, rest))
}

/// The topic of a line that is certainly a heading: a label in it, or what its words are about.
pub(super) fn heading(line: &str) -> Label<'_> {
    let words = normal(line);
    let list: Vec<&str> = words.split_whitespace().collect();
    let named = |cue: Cue| {
        (1..=4).any(|length| {
            list.windows(length)
                .any(|part| part.join(" ").chars().count() >= HEADING_LABEL_MIN && cue.has(&part.join(" ")))
        })
    };
    let label = LABELS
        .iter()
        .filter_map(|(cue, topic)| Some((cue, (*topic)?)))
        .find(|(cue, _)| named(**cue))
        .map(|(_, topic)| topic);
    let score = score_text(line, None);
    let said = match () {
        // "What they do not want"
        () if score.needs >= 3 && is_negative(line) => Some(Topic::Excluded),
        () if score.needs >= 3 => Some(Topic::Needs),
        // "What I said I'd do"
        () if score.commits => Some(Topic::Solution),
        () => None,
    };
    match topic(line).flatten().or(label).or(said) {
        Some(topic) => Label::Topic(topic, ""),
        None => Label::Heading,
    }
}

/// Parses the text before the first colon (or the whole line, for a heading without one). `known` says who
/// has spoken before: "Hosting: $30/mo" names a price, unless Hosting is a person. `roles` says whether "Me:"
/// is a speaker rather than a list of errands.
pub(super) fn label<'a>(line: &'a str, known: &dyn Fn(&str) -> bool, roles: bool) -> Label<'a> {
    if let Some((name, rest)) = name_with_clock(line) {
        return Label::Speaker(name.to_owned(), rest);
    }
    let (head, rest) = match line.split_once(':') {
        Some((head, rest)) if rest.is_empty() || rest.starts_with([' ', '\t']) => (head.trim(), rest.trim()),
        Some((head, clock)) => return name_and_clock(head, clock),
        None => (line.trim(), ""),
    };
    let lower = head.to_lowercase();
    if let Some(topic) = topic(head).filter(|_| !(roles && is_role(head))) {
        return match topic {
            // The label of a figure is kept: a budget is not a price.
            Some(Topic::Price)
                if matches!(lower.as_str(), "budget" | "total" | "rate") && !rest.is_empty() =>
            {
                Label::Topic(Topic::Price, line.trim())
            }
            Some(topic) => Label::Topic(topic, rest),
            None if line.contains(':') => Label::Meta,
            None => Label::None,
        };
    }
    let has_colon = line.contains(':');
    let (name, time_follows) = without_trailing_time(head);
    if (has_colon || time_follows) && is_person(name) && !(is_price(rest) && !known(name) && !is_role(name)) {
        return Label::Speaker(name.to_owned(), rest);
    }
    if has_colon && rest.is_empty() && head.split_whitespace().count() <= HEADING_WORDS_MAX {
        return heading(head);
    }
    Label::None
}

/// `Anna Berg (10:32): text` and `Speaker 1 (Anna)  0:04`.
fn name_with_clock(line: &str) -> Option<(&str, &str)> {
    let (name, after) = line.split_once('(')?;
    let (inside, rest) = after.split_once(')')?;
    let clock = inside.contains(':') && inside.chars().all(|c| c.is_ascii_digit() || ": APMapm".contains(c));
    if clock && is_person(name.trim()) {
        return Some((name.trim(), rest.strip_prefix(':')?.trim()));
    }
    let number = name.trim().strip_prefix("Speaker ")?;
    let only_clock = rest.chars().all(|c| c.is_ascii_digit() || ": ".contains(c));
    (number.chars().all(|c| c.is_ascii_digit()) && is_person(inside) && only_clock).then_some((inside, ""))
}

/// `Anna Berg 10:32 AM`: transcripts put the time after the name, on a separate line.
fn name_and_clock<'a>(head: &str, clock: &str) -> Label<'a> {
    let name = head.trim_end_matches(|c: char| c.is_ascii_digit());
    let hour_follows = name.len() < head.len();
    let name = name.trim_end_matches([' ', ',', '-', '–', '|']);
    let is_clock = clock.len() <= 9 && clock.chars().all(|c| c.is_ascii_digit() || ": APMapm".contains(c));
    if hour_follows && is_clock && is_person(name) {
        Label::Speaker(name.to_owned(), "")
    } else {
        Label::None
    }
}

/// Removes the time from `Anna Berg 10` and the role from `Anna (client)`.
fn without_trailing_time(head: &str) -> (&str, bool) {
    let bare = head.split('(').next().unwrap_or(head).trim();
    let start = bare.find(|c: char| c.is_ascii_digit()).unwrap_or(bare.len());
    let (name, tail) = bare.split_at(start);
    // "Setup 1800" and "Phase 1" are not names of persons.
    let clock = tail.contains(['.', ':']) || tail.to_lowercase().ends_with('m');
    if tail.is_empty() || !(clock && tail.chars().all(|c| c.is_ascii_digit() || ":. APMapm".contains(c))) {
        return (bare, false);
    }
    (name.trim_end_matches([' ', ',', '-', '–', '|']), true)
}

pub(super) fn is_role(name: &str) -> bool {
    ROLES.contains(&name.to_lowercase().as_str())
}

/// Whether a line continues with a figure directly after its label.
fn is_price(rest: &str) -> bool {
    rest.trim_start_matches(|c: char| !c.is_alphanumeric()).starts_with(|c: char| c.is_ascii_digit())
}

fn is_person(name: &str) -> bool {
    let words: Vec<&str> = name.split_whitespace().collect();
    let looks_like_name = |word: &&str| {
        word.chars().next().is_some_and(char::is_uppercase)
            && word.chars().all(|c| c.is_alphabetic() || matches!(c, '.' | '\'' | '’' | '-'))
    };
    is_role(name)
        || ((1..=3).contains(&words.len()) && name.chars().count() <= 40 && words.iter().all(looks_like_name))
}
