//! Transcripts, `.vtt` and `.srt`. Both are cues, a time line followed by text; a speaker is named by a
//! voice tag (`<v Name>`) or by the beginning of a line (`Name: `).

use quick_xml::escape::{resolve_predefined_entity, unescape_with};

use super::{FileText, TranscriptTurn, plain::tidied};

/// The mark of a time line.
const ARROW: &str = "-->";
/// The longest name of a speaker, in characters.
const MAX_NAME: usize = 60;
/// A pause after which words without a speaker begin a new line, if a sentence has ended.
const PAUSE_MS: u32 = 2_000;
/// The length from which they do so without a pause, in bytes.
const LONG_LINE: usize = 400;
/// Words of names that are written in lower case.
const PARTICLES: [&str; 16] =
    ["al", "bin", "da", "de", "del", "den", "der", "di", "du", "el", "la", "le", "ten", "van", "von", "y"];

/// A cue: its times and its lines of text.
struct Cue<'a> {
    start_ms: u32,
    end_ms: u32,
    lines: Vec<&'a str>,
}

/// Who says a piece of text.
#[derive(Debug, PartialEq, Eq)]
enum Voice {
    Named(String),
    /// Another speaker than before, without a name.
    Another,
    /// The same speaker as before.
    Same,
}

/// The turns of a transcript; `None` if it has no cue.
pub(super) fn read(text: &str) -> Option<FileText> {
    let unified = text.replace("\r\n", "\n").replace('\r', "\n");
    let cues = cues(&unified);
    if cues.is_empty() {
        return None;
    }
    let mut said: Vec<(TranscriptTurn, String)> = Vec::new();
    // Live captions show a line again in the next cue, above the new one.
    let mut shown: Vec<String> = Vec::new();
    let mut shown_until = 0;
    for cue in cues {
        let pieces: Vec<(Voice, String)> = cue.lines.iter().flat_map(|line| pieces(line)).collect();
        let repeats = cue.start_ms <= shown_until;
        for (voice, text) in &pieces {
            if !(repeats && *voice == Voice::Same && shown.contains(text)) {
                add(&mut said, &cue, voice, text);
            }
        }
        if !pieces.is_empty() {
            shown = pieces.into_iter().map(|(_, text)| text).collect();
        }
        shown_until = cue.end_ms;
    }
    let lines: Vec<String> = said.iter().map(|(turn, text)| line(turn.speaker.as_deref(), text)).collect();
    Some(FileText { text: lines.join("\n"), turns: said.into_iter().map(|(turn, _)| turn).collect() })
}

fn line(speaker: Option<&str>, text: &str) -> String {
    speaker.map_or_else(|| text.to_owned(), |name| format!("{name}: {text}"))
}

/// Adds words to the last turn, or begins a new one.
fn add(said: &mut Vec<(TranscriptTurn, String)>, cue: &Cue<'_>, voice: &Voice, text: &str) {
    if let Some((turn, before)) = said.last_mut() {
        let goes_on = match voice {
            Voice::Named(name) => turn.speaker.as_ref() == Some(name),
            Voice::Another => false,
            Voice::Same if turn.speaker.is_some() => true,
            Voice::Same => {
                let pause = cue.start_ms.saturating_sub(turn.end_ms) >= PAUSE_MS;
                !(before.ends_with(['.', '?', '!', '…', '”', '"']) && (pause || before.len() >= LONG_LINE))
            }
        };
        if goes_on {
            before.push(' ');
            before.push_str(text);
            turn.end_ms = turn.end_ms.max(cue.end_ms);
            return;
        }
    }
    let speaker = if let Voice::Named(name) = voice { Some(name.clone()) } else { None };
    said.push((TranscriptTurn { speaker, start_ms: cue.start_ms, end_ms: cue.end_ms }, text.to_owned()));
}

/// Splits the text at its time lines. The number or name of a cue, notes and styles are left out.
fn cues(text: &str) -> Vec<Cue<'_>> {
    let lines: Vec<&str> = text.lines().map(|line| line.trim_matches([' ', '\t', '\u{feff}'])).collect();
    let mut begun: Vec<(usize, (u32, u32))> =
        lines.iter().enumerate().filter_map(|(at, line)| Some((at, times(line)?))).collect();
    begun.push((lines.len(), (0, 0)));
    let between = begun.iter().zip(begun.iter().skip(1));
    between
        .map(|(&(at, (start_ms, end_ms)), &(next, _))| {
            let body = lines.get(at + 1..next).unwrap_or_default();
            let body = if next < lines.len() { without_name(body) } else { body };
            let blocks = body.split(|line| line.is_empty()).enumerate();
            let said = blocks
                .filter(|(number, block)| *number == 0 || !is_aside(block))
                .flat_map(|(_, block)| block);
            Cue { start_ms, end_ms, lines: said.copied().collect() }
        })
        .collect()
}

/// The lines between two time lines without the number or name of the second cue.
fn without_name<'a, 'b>(body: &'b [&'a str]) -> &'b [&'a str] {
    match body.split_last() {
        Some((last, before))
            if before.last().is_some_and(|line| line.is_empty()) || is_number_after(last, before) =>
        {
            before
        }
        _ => body,
    }
}

fn is_number_after(last: &str, before: &[&str]) -> bool {
    !before.is_empty() && !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_aside(block: &[&str]) -> bool {
    let first = block.first().and_then(|line| line.split_whitespace().next());
    first.is_some_and(|word| ["NOTE", "STYLE", "REGION"].contains(&word))
}

/// The start and end of a time line, in milliseconds.
fn times(line: &str) -> Option<(u32, u32)> {
    let (start, rest) = line.split_once(ARROW)?;
    let start = clock(start.trim())?;
    let end = clock(rest.split_whitespace().next()?)?;
    Some((start, end.max(start)))
}

/// `01:02:03.456`, `02:03.456` or `01:02:03,456` in milliseconds.
fn clock(text: &str) -> Option<u32> {
    let (whole, fraction) = text.split_once(['.', ',']).unwrap_or((text, "0"));
    let number = |digits: &str| {
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse::<u32>().ok()).flatten()
    };
    let thousandths = number(&format!("{fraction:0<3}"))?;
    let mut parts = whole.split(':');
    let (first, second, third) = (number(parts.next()?)?, number(parts.next()?)?, parts.next());
    let seconds = match third {
        Some(third) => {
            first.checked_mul(3600)?.checked_add(second.checked_mul(60)?)?.checked_add(number(third)?)?
        }
        None => first.checked_mul(60)?.checked_add(second)?,
    };
    if parts.next().is_some() || fraction.len() > 3 {
        return None;
    }
    seconds.checked_mul(1000)?.checked_add(thousandths)
}

/// The pieces of a line, each with its voice and without its tags.
fn pieces(line: &str) -> Vec<(Voice, String)> {
    let mut found = vec![(Voice::Same, String::new())];
    let mut rest = line;
    while let Some(at) = rest.find(['<', '{']) {
        let (before, tagged) = rest.split_at(at);
        push(&mut found, before);
        let Some((tag, after)) = tag(tagged) else {
            // A sign of the text itself, as in "< 5".
            let (sign, after) = tagged.split_at(1);
            push(&mut found, sign);
            rest = after;
            continue;
        };
        if let Some(name) =
            tag.strip_prefix('v').and_then(|rest| rest.find([' ', '\t']).and_then(|at| rest.get(at..)))
        {
            let name = cleaned(name);
            found.push((if name.is_empty() { Voice::Another } else { Voice::Named(name) }, String::new()));
        }
        rest = after;
    }
    push(&mut found, rest);
    let cleaned = found.into_iter().map(|(voice, text)| (voice, cleaned(&text)));
    cleaned
        .map(|(voice, text)| if voice == Voice::Same { voice_at_start(text) } else { (voice, text) })
        .filter(|(_, text)| !text.is_empty())
        .collect()
}

fn push(found: &mut [(Voice, String)], text: &str) {
    if let Some((_, last)) = found.last_mut() {
        last.push_str(text);
    }
}

/// The content of a tag at the start of the text (`<i>`, `</v>`, `<00:01.000>`, `{\an8}`), and what follows.
fn tag(text: &str) -> Option<(&str, &str)> {
    let (inside, after) = match text.strip_prefix('<') {
        Some(inside) => inside.split_once('>')?,
        None => text.strip_prefix('{')?.split_once('}')?,
    };
    let is_tag = if text.starts_with('<') {
        inside.starts_with(|c: char| c == '/' || c.is_ascii_alphanumeric())
    } else {
        inside.starts_with('\\')
    };
    is_tag.then_some((inside, after))
}

/// A text without character references and doubled spaces.
fn cleaned(text: &str) -> String {
    let known = |name: &str| match name {
        "nbsp" => Some(" "),
        "lrm" | "rlm" => Some(""),
        name => resolve_predefined_entity(name),
    };
    let decoded = unescape_with(text, known).unwrap_or(text.into());
    tidied(&decoded).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The voice that the beginning of a line tells: `Name: text`, or a dash or arrows for another speaker.
fn voice_at_start(text: String) -> (Voice, String) {
    if let Some(said) = ["- ", "– ", ">> ", "» "].iter().find_map(|mark| text.strip_prefix(mark)) {
        return match named(said) {
            Some((name, said)) => (Voice::Named(name.to_owned()), said.to_owned()),
            None => (Voice::Another, said.to_owned()),
        };
    }
    match named(&text) {
        Some((name, said)) => (Voice::Named(name.to_owned()), said.to_owned()),
        None => (Voice::Same, text),
    }
}

/// Splits `Dana Reyes: text`. A name is short, and its words begin with a capital letter or a figure.
fn named(text: &str) -> Option<(&str, &str)> {
    let (name, said) = text.split_once(':')?;
    let (name, said) = (name.trim_end(), said.strip_prefix(' ')?.trim_start());
    let is_word = |word: &str| {
        let letters = word.trim_start_matches(['(', '[', '@']);
        PARTICLES.contains(&word)
            || word == "&"
            || letters.starts_with(|c: char| c.is_alphanumeric() && !c.is_lowercase())
    };
    let is_name = name.starts_with(|c: char| c.is_alphabetic() && !c.is_lowercase())
        && name.chars().count() <= MAX_NAME
        && !name.contains(['?', '!', ',', ';', '"'])
        && name.split(' ').count() <= 8
        && name.split(' ').all(is_word);
    (is_name && !said.is_empty()).then_some((name, said))
}
