//! Parses the start of a line of notes: times, list marks, headings, names of speakers.

use super::sentences::Topic;

/// Labels before a colon, or headings, and their topics. `None`: lines about the meeting, not the work.
const LABELS: [(&str, Option<Topic>); 94] = [
    ("next", Some(Topic::Internal)),
    ("next step", Some(Topic::Internal)),
    ("next steps", Some(Topic::Internal)),
    ("todo", Some(Topic::Internal)),
    ("to do", Some(Topic::Internal)),
    ("to-do", Some(Topic::Internal)),
    ("todos", Some(Topic::Internal)),
    ("action items", Some(Topic::Internal)),
    ("actions", Some(Topic::Internal)),
    ("follow up", Some(Topic::Internal)),
    ("follow-up", Some(Topic::Internal)),
    ("want", Some(Topic::Needs)),
    ("wanted", Some(Topic::Needs)),
    ("wish list", Some(Topic::Needs)),
    ("ask", Some(Topic::Needs)),
    ("asks", Some(Topic::Needs)),
    ("issue", Some(Topic::Needs)),
    ("challenge", Some(Topic::Needs)),
    ("offer", Some(Topic::Solution)),
    ("rate", Some(Topic::Price)),
    ("total", Some(Topic::Price)),
    ("money", Some(Topic::Price)),
    ("dates", Some(Topic::Timeline)),
    ("when", Some(Topic::Timeline)),
    ("background", Some(Topic::Needs)),
    ("situation", Some(Topic::Needs)),
    ("current situation", Some(Topic::Needs)),
    ("context", Some(Topic::Needs)),
    ("needs", Some(Topic::Needs)),
    ("need", Some(Topic::Needs)),
    ("client needs", Some(Topic::Needs)),
    ("requirements", Some(Topic::Needs)),
    ("problem", Some(Topic::Needs)),
    ("problems", Some(Topic::Needs)),
    ("the problem", Some(Topic::Needs)),
    ("pain points", Some(Topic::Needs)),
    ("challenges", Some(Topic::Needs)),
    ("goals", Some(Topic::Needs)),
    ("goal", Some(Topic::Needs)),
    ("objectives", Some(Topic::Needs)),
    ("wants", Some(Topic::Needs)),
    ("issues", Some(Topic::Needs)),
    ("must haves", Some(Topic::Needs)),
    ("must-haves", Some(Topic::Needs)),
    ("solution", Some(Topic::Solution)),
    ("proposed solution", Some(Topic::Solution)),
    ("our solution", Some(Topic::Solution)),
    ("proposal", Some(Topic::Solution)),
    ("approach", Some(Topic::Solution)),
    ("our approach", Some(Topic::Solution)),
    ("scope", Some(Topic::Solution)),
    ("scope of work", Some(Topic::Solution)),
    ("deliverables", Some(Topic::Solution)),
    ("plan", Some(Topic::Solution)),
    ("our plan", Some(Topic::Solution)),
    ("services", Some(Topic::Solution)),
    ("what we will do", Some(Topic::Solution)),
    ("what we'll do", Some(Topic::Solution)),
    ("we offer", Some(Topic::Solution)),
    ("price", Some(Topic::Price)),
    ("prices", Some(Topic::Price)),
    ("pricing", Some(Topic::Price)),
    ("budget", Some(Topic::Price)),
    ("cost", Some(Topic::Price)),
    ("costs", Some(Topic::Price)),
    ("fee", Some(Topic::Price)),
    ("fees", Some(Topic::Price)),
    ("quote", Some(Topic::Price)),
    ("investment", Some(Topic::Price)),
    ("rates", Some(Topic::Price)),
    ("payment", Some(Topic::Price)),
    ("timeline", Some(Topic::Timeline)),
    ("deadline", Some(Topic::Timeline)),
    ("schedule", Some(Topic::Timeline)),
    ("timing", Some(Topic::Timeline)),
    ("milestones", Some(Topic::Timeline)),
    ("launch", Some(Topic::Timeline)),
    ("start date", Some(Topic::Timeline)),
    ("attendees", None),
    ("participants", None),
    ("present", None),
    ("date", None),
    ("time", None),
    ("location", None),
    ("subject", None),
    ("meeting", None),
    ("re", None),
    ("from", None),
    ("to", None),
    ("cc", None),
    ("sent", None),
    ("agenda", None),
    ("host", None),
    ("duration", None),
];

/// Labels of people that are not names.
const ROLES: [&str; 14] =
    ["client", "customer", "prospect", "lead", "buyer", "me", "us", "we", "sales", "agency", "consultant", "i", "them", "owner"];

/// What a line starts with.
pub(super) enum Label<'a> {
    /// A heading or label about the work, and the rest of the line; the label is kept if it explains the
    /// figures after it ("Budget: 8k").
    Topic(Topic, &'a str),
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
        let after = ["AM", "PM", "am", "pm"].iter().find_map(|half| after.strip_prefix(half)).unwrap_or(after);
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
            .strip_prefix(['-', '*', '•', '–', '—', '·', '►', '▪', '‣', '○', '●', '✓', '✔', '+', '>', '→', '#'])
            .filter(|after| after.starts_with([' ', '\t', '#', '>']));
        let boxed = ["[ ]", "[x]", "[X]"].iter().find_map(|mark| rest.strip_prefix(mark));
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let numbered = rest
            .get(digits..)
            .filter(|_| (1..=2).contains(&digits))
            .and_then(|after| after.strip_prefix(['.', ')']))
            .filter(|after| after.starts_with(' '));
        match marked.or(boxed).or(numbered) {
            Some(after) => {
                found = true;
                rest = after.trim_start();
            }
            None => break,
        }
    }
    (found, rest)
}

/// Parses the text before the first colon (or the whole line, for a heading without one). `known` says who
/// has spoken before: "Hosting: $30/mo" names a price, unless Hosting is a person.
pub(super) fn label<'a>(line: &'a str, known: &dyn Fn(&str) -> bool) -> Label<'a> {
    let (head, rest) = match line.split_once(':') {
        Some((head, rest)) if rest.is_empty() || rest.starts_with([' ', '\t']) => (head.trim(), rest.trim()),
        Some((head, clock)) => return name_and_clock(head, clock),
        None => (line.trim(), ""),
    };
    let lower = head.to_lowercase();
    if let Some((_, topic)) = LABELS.iter().find(|(name, _)| *name == lower) {
        return match topic {
            // The label of a figure is kept: a budget is not a price.
            Some(Topic::Price) if matches!(lower.as_str(), "budget" | "total" | "rate") && !rest.is_empty() => {
                Label::Topic(Topic::Price, line.trim())
            }
            Some(topic) => Label::Topic(*topic, rest),
            None if line.contains(':') => Label::Meta,
            None => Label::None,
        };
    }
    let has_colon = line.contains(':');
    let (name, time_follows) = without_trailing_time(head);
    if (has_colon || time_follows) && is_person(name) && !(is_price(rest) && !known(name) && !is_role(name)) {
        return Label::Speaker(name.to_owned(), rest);
    }
    Label::None
}

/// `Anna Berg 10:32 AM`: transcripts put the time after the name, on a separate line.
fn name_and_clock<'a>(head: &str, clock: &str) -> Label<'a> {
    let name = head.trim_end_matches(|c: char| c.is_ascii_digit());
    let hour_follows = name.len() < head.len();
    let name = name.trim_end_matches([' ', ',', '-', '–', '|']);
    let is_clock = clock.len() <= 9 && clock.chars().all(|c| c.is_ascii_digit() || ": APMapm".contains(c));
    if hour_follows && is_clock && is_person(name) { Label::Speaker(name.to_owned(), "") } else { Label::None }
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

fn is_role(name: &str) -> bool {
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
    is_role(name) || ((1..=3).contains(&words.len()) && name.chars().count() <= 40 && words.iter().all(looks_like_name))
}
