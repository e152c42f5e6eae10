//! Puts the letters of a page together: spaces, lines and paragraphs follow from the places of the letters.

use kurbo::{Point, Vec2};

/// A gap of this share of the size is a space.
const SPACE: f64 = 0.2;
/// A gap of this share of the size separates columns or cells.
const COLUMN: f64 = 2.0;
/// A step of more than this share of the size away from the base line begins a new line.
const STEP: f64 = 0.6;
/// Lines farther apart than this share of the size belong to different paragraphs.
const PARAGRAPH: f64 = 1.9;
/// A line that ends within this share of the page's text from the right was broken by its width.
const FULL: f64 = 0.88;

/// A letter on a page, with `y` pointing down.
#[derive(Debug, Clone)]
pub(super) struct Letter {
    pub(super) text: String,
    /// Where its base line starts.
    pub(super) origin: Point,
    /// From there to where the next letter starts.
    pub(super) along: Vec2,
    pub(super) size: f64,
}

/// A line of a page.
#[derive(Debug, Default)]
struct Line {
    text: String,
    /// Where it starts and ends, and the size of its letters.
    start: Point,
    end: Point,
    size: f64,
}

/// The lines of a page, in the order in which the file draws them.
#[derive(Debug, Default)]
pub(super) struct Lines(Vec<Line>);

impl Lines {
    pub(super) fn of(letters: &[Letter]) -> Self {
        let mut lines = Self::default();
        let mut before: Option<&Letter> = None;
        for letter in letters {
            // A bold letter may be drawn twice at the same place.
            let again = before.is_some_and(|it| {
                it.text == letter.text && (it.origin - letter.origin).hypot() < it.size * 0.05
            });
            if !again && letter.size > 0.0 && letter.origin.is_finite() {
                lines.add(letter, before);
                before = Some(letter);
            }
        }
        lines
    }

    fn add(&mut self, letter: &Letter, before: Option<&Letter>) {
        let end = letter.origin + letter.along;
        if let (Some(line), Some(before)) = (self.0.last_mut(), before)
            && let Some(gap) = gap(before, letter)
        {
            let is_blank =
                line.text.ends_with(char::is_whitespace) || letter.text.starts_with(char::is_whitespace);
            if gap > COLUMN * letter.size {
                line.text.push('\t');
            } else if gap > SPACE * letter.size && !is_blank {
                line.text.push(' ');
            }
            line.text.push_str(&letter.text);
            line.end = end;
            line.size = line.size.max(letter.size);
        } else {
            self.0.push(Line { text: letter.text.clone(), start: letter.origin, end, size: letter.size });
        }
    }

    /// The text, with the lines of a paragraph joined.
    pub(super) fn text(&self) -> String {
        let lines: Vec<&Line> = self.0.iter().filter(|line| !line.text.trim().is_empty()).collect();
        let left = lines.iter().map(|line| line.start.x).fold(f64::INFINITY, f64::min);
        let right = lines.iter().map(|line| line.end.x).fold(f64::NEG_INFINITY, f64::max);
        let full = left + (right - left) * FULL;
        let mut out = String::new();
        let mut before: Option<&Line> = None;
        for line in lines {
            let text = line.text.trim();
            match before {
                None => {}
                Some(before) => {
                    let step = line.start.y - before.end.y;
                    let is_near = step > 0.0 && step <= PARAGRAPH * before.size.min(line.size);
                    let same_size = (before.size - line.size).abs() < 0.5;
                    if is_near && same_size && before.end.x >= full && !begins_item(text) {
                        join(&mut out);
                    } else {
                        out.push_str(if is_near || step.abs() < STEP * line.size { "\n" } else { "\n\n" });
                    }
                }
            }
            out.push_str(text);
            before = Some(line);
        }
        out.replace('\u{ad}', "")
    }
}

/// The gap between two letters of a line, along its direction; `None` if the second is on another line.
fn gap(before: &Letter, letter: &Letter) -> Option<f64> {
    let length = before.along.hypot();
    let direction = if length > 0.0 { before.along / length } else { Vec2::new(1.0, 0.0) };
    let step = letter.origin - (before.origin + before.along);
    let size = before.size.max(letter.size);
    let (gap, away) = (step.dot(direction), step.cross(direction).abs());
    // A few letters back is kerning or an accent; farther back is a new line at the same height.
    (away <= STEP * size && gap > -2.0 * size).then_some(gap)
}

/// Whether a line begins an entry of a list.
fn begins_item(text: &str) -> bool {
    let mut characters = text.chars();
    let first = characters.next().unwrap_or_default();
    let rest = characters.as_str().trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = first.is_ascii_digit()
        && rest.starts_with(['.', ')'])
        && rest.chars().nth(1).is_some_and(char::is_whitespace);
    matches!(first, '•' | '‣' | '▪' | '◦' | '·' | '-' | '–' | '*' | '☐' | '✓') || is_numbered
}

/// Ends the line before another line of its paragraph: a word that was divided is put together.
fn join(out: &mut String) {
    let divided =
        out.strip_suffix(['-', '\u{2010}', '\u{ad}']).is_some_and(|rest| rest.ends_with(char::is_lowercase));
    if divided {
        out.pop();
    } else {
        out.push(' ');
    }
}
