//! Where the sentences of a text end: the one rule for recaps, claims, websites and the chat.
//!
//! The sentence rule of Unicode (UAX #29) is not used: it ends a sentence behind every abbreviation and none
//! before a lower-case letter, which typed notes and dictation begin sentences with.

use std::ops::Range;

use crate::reading::lexicon::{Language, lexicon};

/// The sentences of a text of this language, in bytes, trimmed and not empty. A line end always ends one;
/// closing quotes and brackets belong to the sentence.
pub(crate) fn sentences(text: &str, language: Language) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let mut end = at + character.len_utf8();
        let ends = match character {
            '\n' | '\r' => true,
            '.' | '!' | '?' | '…' => {
                let closing =
                    |c: &char| matches!(c, '.' | '!' | '?' | '…' | '"' | '”' | '“' | '’' | '\'' | ')' | '»');
                while let Some((next_at, next)) = characters.next_if(|(_, next)| closing(next)) {
                    end = next_at + next.len_utf8();
                }
                let is_alone = character == '.' && end == at + 1;
                let behind = text.get(end..).unwrap_or_default().trim_start();
                // "Cutlery (reusable!) 410"
                let is_aside = text.get(at..end).is_some_and(|ends| ends.ends_with(')'))
                    && !text.get(start..at).unwrap_or_default().trim_start().starts_with('(')
                    && behind.starts_with(|c: char| c.is_ascii_digit() || c.is_lowercase());
                characters.peek().is_none_or(|(_, next)| next.is_whitespace())
                    && !is_aside
                    && !(is_alone
                        && is_inside(
                            text.get(start..at).unwrap_or_default(),
                            text.get(end..).unwrap_or_default(),
                            language,
                        ))
            }
            _ => false,
        };
        if ends {
            found.extend(trimmed(text, start..end));
            start = end;
        }
    }
    found.extend(trimmed(text, start..text.len()));
    found
}

/// A range without the white space around its text; none if nothing is left.
pub(crate) fn trimmed(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let piece = text.get(range.clone())?;
    let kept = piece.trim();
    let start = range.start + (piece.len() - piece.trim_start().len());
    (!kept.is_empty()).then_some(start..start + kept.len())
}

/// Whether the full stop between the two parts of a text ends no sentence: behind an abbreviation, an
/// initial, the number of a list entry or a day.
fn is_inside(before: &str, after: &str, language: Language) -> bool {
    let word =
        before.rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '/')).next().unwrap_or_default();
    let lower = word.to_lowercase();
    let Some(next) = after.chars().find(|c| *c == '\n' || !c.is_whitespace()).filter(|c| *c != '\n') else {
        return false;
    };
    let after = after.trim_start();
    let lexicon = lexicon(language);
    let is_initial = word.chars().count() == 1 && word.chars().all(char::is_uppercase);
    let is_number = !word.is_empty() && word.len() <= 2 && word.chars().all(|c| c.is_ascii_digit());
    if is_number {
        return before.trim() == word || is_day(after, language);
    }
    match lower.as_str() {
        "no" => next.is_ascii_digit(),
        _ => is_initial || !lexicon.ends_sentence(&lower, next),
    }
}

/// "Mai", "und 26. April", "große Termin": what follows makes the number before it a day or an ordinal
/// number.
fn is_day(after: &str, language: Language) -> bool {
    let lexicon = lexicon(language);
    let word: String = after.chars().take_while(|c| c.is_alphabetic()).collect();
    lexicon.month(&word.to_lowercase()).is_some()
        || (lexicon.has_dotted_dates && word.starts_with(char::is_lowercase))
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn sentences_end_where_a_reader_ends_them() {
        for (language, text, expected) in [
            (
                Language::English,
                "We met Dr. Hale. He said \"Go.\" Then 3.5 m\nEnd",
                vec!["We met Dr. Hale.", "He said \"Go.\"", "Then 3.5 m", "End"],
            ),
            (
                Language::English,
                "Dr. A. Lee of Acme Inc. pays $4.5k, e.g. for v2.0. It starts at 9 a.m. Monday works. Room no. 4 is wet.",
                vec![
                    "Dr. A. Lee of Acme Inc. pays $4.5k, e.g. for v2.0.",
                    "It starts at 9 a.m.",
                    "Monday works.",
                    "Room no. 4 is wet.",
                ],
            ),
            (
                Language::English,
                "we said no. they have 12. it stays",
                vec!["we said no.", "they have 12.", "it stays"],
            ),
            (
                Language::English,
                "1. Sketch the page. 2. Build it.",
                vec!["1. Sketch the page.", "2. Build it."],
            ),
            (
                Language::English,
                "Really?! Wait... (It is.) Done",
                vec!["Really?!", "Wait...", "(It is.)", "Done"],
            ),
            (
                Language::English,
                "Plates (reusable!) 410 flat. Menu £95 pp. incl. drinks",
                vec!["Plates (reusable!) 410 flat.", "Menu £95 pp. incl. drinks"],
            ),
            (
                Language::German,
                "Buffet 31,50 p. P., Dessert 4,80 p. P.\nDanach Kaffee",
                vec!["Buffet 31,50 p. P., Dessert 4,80 p. P.", "Danach Kaffee"],
            ),
            (
                Language::German,
                "Am 25. und 26. April, z. B. vormittags. Es sind 12. Danach ca. 8 Std. Arbeit.",
                vec![
                    "Am 25. und 26. April, z. B. vormittags.",
                    "Es sind 12.",
                    "Danach ca. 8 Std.",
                    "Arbeit.",
                ],
            ),
            (
                Language::French,
                "Le 3. mai, réf. 12. Puis M. Roux env. 4 h. Fin",
                vec!["Le 3. mai, réf. 12.", "Puis M. Roux env. 4 h.", "Fin"],
            ),
            (
                Language::Spanish,
                "Con la Sra. Gil aprox. 3 uds. cada mes",
                vec!["Con la Sra. Gil aprox. 3 uds. cada mes"],
            ),
            (Language::English, " \n ", vec![]),
        ] {
            let found: Vec<&str> =
                sentences(text, language).into_iter().filter_map(|range| text.get(range)).collect();
            assert_eq!(found, expected);
        }
    }
}
