//! Texts of web pages: tidied, compared and cut.

use crate::{reading::lexicon::Language, sentences};

/// Collapses white space to one line, without invisible characters and direction overrides.
pub(super) fn tidy(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()) {
        let start = out.len();
        if !out.is_empty() {
            out.push(' ');
        }
        let kept = out.len();
        out.extend(word.chars().filter(|c| !is_invisible(*c)));
        if out.len() == kept {
            out.truncate(start);
        }
    }
    out
}

/// Like [`tidy`], line by line; empty lines are removed.
pub(super) fn tidy_lines(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(tidy).filter(|line| !line.is_empty()).collect();
    lines.join("\n")
}

fn is_invisible(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}'
        | '\u{feff}' | '\u{fffd}')
}

/// For comparison: one line, lower case, straight quotes and dashes, letters without accents.
pub(super) fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in tidy(text).chars() {
        match character {
            '“' | '”' | '„' | '«' | '»' | '‟' => out.push('"'),
            '‘' | '’' | '‚' | '‛' | '`' | '´' => out.push('\''),
            '–' | '—' | '‒' | '―' | '‐' | '‑' | '−' => out.push('-'),
            'ß' | 'ẞ' => out.push_str("ss"),
            other => out.extend(other.to_lowercase().map(plain_letter)),
        }
    }
    out
}

fn plain_letter(letter: char) -> char {
    match letter {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => 'a',
        'ç' => 'c',
        'è' | 'é' | 'ê' | 'ë' => 'e',
        'ì' | 'í' | 'î' | 'ï' => 'i',
        'ñ' => 'n',
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' => 'o',
        'ù' | 'ú' | 'û' | 'ü' => 'u',
        other => other,
    }
}

/// The words of a text, folded.
pub(super) fn words(text: &str) -> Vec<String> {
    fold(text)
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// The words of a text, folded and with one space around each, for finding whole phrases.
pub(super) fn spaced(text: &str) -> String {
    format!(" {} ", words(text).join(" "))
}

/// Whether a text contains one of the phrases as whole words; `spaced` is the result of [`spaced`].
pub(super) fn has_phrase(spaced: &str, phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| has_words(spaced, phrase))
}

/// Whether the result of [`spaced`] contains these words consecutively.
pub(super) fn has_words(spaced: &str, phrase: &str) -> bool {
    spaced.match_indices(phrase).any(|(at, _)| {
        let before = spaced.get(..at).is_some_and(|text| text.ends_with(' '));
        before && spaced.get(at + phrase.len()..).is_some_and(|text| text.starts_with(' '))
    })
}

/// The sentences of a text, as written; a line end also ends one.
pub(super) fn sentences(text: &str) -> Vec<&str> {
    sentences::sentences(text, Language::of(text)).into_iter().filter_map(|range| text.get(range)).collect()
}

/// At most `max` characters, up to the end of a sentence if there is one in the second half, else of a word.
pub(super) fn cut(text: &str, max: usize) -> &str {
    let Some((limit, _)) = text.char_indices().nth(max) else {
        return text;
    };
    let head = text.get(..limit).unwrap_or_default();
    // One character more, to see whether a sentence ends at the limit.
    let text = text.char_indices().nth(max + 50).and_then(|(end, _)| text.get(..end)).unwrap_or(text);
    let mut best = 0;
    let mut at = 0;
    for sentence in sentences(text) {
        let Some(found) = text.get(at..).and_then(|rest| rest.find(sentence)) else { break };
        at += found + sentence.len();
        if at > limit {
            break;
        }
        best = at;
    }
    if best == 0 {
        best = head.rfind(char::is_whitespace).unwrap_or(limit);
    }
    text.get(..best).unwrap_or_default().trim_end()
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn tidying_keeps_the_words() {
        for (text, tidied) in [
            (" a\n\t b\u{a0}c ", "a b c"),
            ("so\u{ad}ft \u{200b} x", "soft x"),
            ("\u{202e}\u{feff}", ""),
            ("", ""),
            ("a\0b", "a b"),
        ] {
            assert_eq!(tidy(text), tidied, "{text:?}");
        }
        assert_eq!(tidy_lines("a  b \n \n c"), "a b\nc");
    }

    #[test]
    fn folding_makes_spellings_equal() {
        assert_eq!(fold("„Größe“ – L’été"), "\"grosse\" - l'ete");
        assert_eq!(spaced("Über uns!"), " uber uns ");
        assert!(has_phrase(" all about us ", &["about us"]));
        assert!(!has_phrase(" all about useful ", &["about us"]));
    }

    #[test]
    fn a_cut_ends_a_sentence() {
        for (text, max, kept) in [
            ("One two. Three four. Five.", 21, "One two. Three four."),
            ("One two. Three four. Five.", 26, "One two. Three four. Five."),
            ("One two three", 9, "One two"),
            ("Äöüßäöüß", 3, "Äöü"),
            ("", 3, ""),
        ] {
            assert_eq!(cut(text, max), kept, "{text}");
        }
    }
}
