//! A text split into tokens and sentences, with the word classes of its language, for the finders of claims.
//! Accepts any text.

use std::{collections::BTreeSet, ops::Range};

use rust_decimal::Decimal;

use crate::{
    reading::{
        lexicon::{Class, Language, Lexicon, bare, lexicon},
        token::{self, Kind, Token},
    },
    sentences::{self, trimmed},
};

/// A text split into tokens. Line ends are no tokens: they end sentences.
pub(super) struct Cut<'a> {
    pub(super) text: &'a str,
    pub(super) language: Language,
    pub(super) lexicon: &'static Lexicon,
    pub(super) tokens: Vec<Token<'a>>,
    /// The sentence of each token.
    of: Vec<usize>,
    pub(super) sentences: Vec<Range<usize>>,
    classes: Vec<Vec<(Class, Decimal, usize)>>,
}

impl<'a> Cut<'a> {
    pub(super) fn new(text: &'a str, language: Language) -> Self {
        let lexicon = lexicon(language);
        let mut tokens = token::tokens(text, language);
        let mut after_break = false;
        for token in &mut tokens {
            token.spaced |= after_break;
            after_break = token.kind == Kind::Break;
        }
        tokens.retain(|token| token.kind != Kind::Break);
        let sentences = sentences(text, language);
        let of: Vec<usize> = tokens
            .iter()
            .map(|token| sentences.partition_point(|sentence| sentence.end <= token.span.start))
            .collect();
        let classes = (0..tokens.len())
            .map(|at| lexicon.classes(tokens.get(at..).unwrap_or_default()).collect())
            .collect();
        Self { text, language, lexicon, tokens, of, sentences, classes }
    }

    pub(super) fn at(&self, at: usize) -> Option<&Token<'a>> {
        self.tokens.get(at)
    }

    /// The tokens from one on, to the end of its sentence.
    pub(super) fn from(&self, at: usize) -> &[Token<'a>] {
        let sentence = self.sentence(at);
        let rest = self.of.get(at..).unwrap_or_default();
        let length = rest.partition_point(|of| *of <= sentence);
        self.tokens.get(at..at + length).unwrap_or_default()
    }

    /// The word at that position, in lower case.
    pub(super) fn lower(&self, at: usize) -> &str {
        self.at(at).map_or("", |token| token.lower.as_str())
    }

    /// The number of a token's sentence.
    pub(super) fn sentence(&self, at: usize) -> usize {
        self.of.get(at).copied().unwrap_or(self.sentences.len())
    }

    /// The tokens of a sentence.
    pub(super) fn tokens_of(&self, sentence: usize) -> Range<usize> {
        self.of.partition_point(|of| *of < sentence)..self.of.partition_point(|of| *of <= sentence)
    }

    /// The length and number of the longest phrase of a class that begins at a token and ends in its
    /// sentence.
    pub(super) fn class(&self, at: usize, class: Class) -> Option<(usize, Decimal)> {
        let fits = |length: usize| self.sentence(at + length - 1) == self.sentence(at);
        let found =
            self.classes.get(at)?.iter().filter(|(other, _, length)| *other == class && fits(*length));
        found.map(|(_, value, length)| (*length, *value)).max_by_key(|(length, _)| *length)
    }

    pub(super) fn is(&self, at: usize, class: Class) -> bool {
        self.class(at, class).is_some()
    }

    /// Whether a phrase of the class ends directly before a token, in its sentence.
    pub(super) fn is_after(&self, at: usize, class: Class) -> bool {
        (1..=4.min(at)).any(|back| {
            self.sentence(at - back) == self.sentence(at)
                && self.classes.get(at - back).is_some_and(|found| {
                    found.iter().any(|(other, _, length)| *other == class && *length == back)
                })
        })
    }

    /// The same, where the phrase may also run into the token: "plus d'un quart".
    pub(super) fn is_led_by(&self, at: usize, class: Class) -> bool {
        let reaches = |back: usize| {
            self.classes.get(at - back).is_some_and(|found| {
                found.iter().any(|(other, _, length)| *other == class && *length >= back)
            })
        };
        (1..=4.min(at)).any(|back| self.sentence(at - back) == self.sentence(at) && reaches(back))
    }

    pub(super) fn has_class(&self, sentence: usize, class: Class) -> bool {
        self.tokens_of(sentence).any(|at| self.is(at, class))
    }

    pub(super) fn is_word(&self, at: usize) -> bool {
        self.at(at).is_some_and(|token| token.kind == Kind::Word)
    }

    pub(super) fn is_number(&self, at: usize) -> bool {
        self.at(at).is_some_and(|token| matches!(token.kind, Kind::Number(_)))
    }

    pub(super) fn is_mark(&self, at: usize, marks: &[char]) -> bool {
        self.at(at).is_some_and(|token| {
            token.kind == Kind::Mark && token.text.chars().next().is_some_and(|mark| marks.contains(&mark))
        })
    }

    /// A word that begins with a capital letter.
    pub(super) fn is_capitalised(&self, at: usize) -> bool {
        self.is_word(at)
            && self
                .at(at)
                .is_some_and(|token| bare_text(token.text).chars().next().is_some_and(char::is_uppercase))
    }

    /// Whether the token directly follows the one before it.
    pub(super) fn touches(&self, at: usize) -> bool {
        at > 0
            && self
                .at(at - 1)
                .zip(self.at(at))
                .is_some_and(|(before, token)| before.span.end == token.span.start)
    }

    /// Whether a capital letter at this token says nothing: it begins a sentence, a quotation or what follows
    /// a colon.
    pub(super) fn opens(&self, at: usize) -> bool {
        match at.checked_sub(1).filter(|before| self.sentence(*before) == self.sentence(at)) {
            None => true,
            Some(before)
                if self.is_mark(
                    before,
                    &[':', '"', '\u{201c}', '\u{201e}', '«', '(', '\u{2018}', '¿', '¡', '?', '!', '.'],
                ) =>
            {
                true
            }
            Some(before)
                if self
                    .is_mark(before, &['-', '\u{2013}', '\u{2014}', '*', '\u{2022}', '#', '|', '…', ')']) =>
            {
                self.opens(before)
            }
            // "1. Sketch", "Stage 1 Sketch"
            Some(before) => self.is_number(before) && self.opens(before),
        }
    }

    /// The bytes from the first to the last of those tokens.
    pub(super) fn span(&self, range: &Range<usize>) -> Range<usize> {
        let first = self.at(range.start);
        let last = range.end.checked_sub(1).and_then(|last| self.at(last));
        match first.zip(last) {
            Some((first, last)) if first.span.start <= last.span.end => first.span.start..last.span.end,
            _ => 0..0,
        }
    }

    /// The tokens that those bytes touch.
    pub(super) fn within(&self, span: &Range<usize>) -> Range<usize> {
        self.tokens.partition_point(|token| token.span.end <= span.start)
            ..self.tokens.partition_point(|token| token.span.start < span.end)
    }

    /// The sentence around that byte.
    pub(super) fn sentence_at(&self, byte: usize) -> Range<usize> {
        let after = self.sentences.partition_point(|sentence| sentence.end <= byte);
        self.sentences.get(after).cloned().unwrap_or(byte..byte)
    }

    /// The stems of the words of those tokens that say something: neither grammar nor numbers.
    pub(super) fn stems(&self, range: Range<usize>) -> BTreeSet<String> {
        let grammar = |at: usize| {
            let word = bare(self.lower(at));
            self.lexicon.stop.contains(word)
                || word.chars().count() < 2
                || self.lexicon.spelled(self.from(at)).is_some()
                || [Class::Us, Class::You].iter().any(|class| self.is(at, *class))
        };
        range.filter(|at| self.is_word(*at) && !grammar(*at)).map(|at| stem(self.lower(at))).collect()
    }
}

fn bare_text(text: &str) -> &str {
    text.split_once(['\'', '\u{2019}']).filter(|(joined, _)| joined.len() == 1).map_or(text, |(_, rest)| rest)
}

/// A word without its ending and accents, so that its other forms are found too.
pub(super) fn stem(lower: &str) -> String {
    const ENDINGS: [&str; 27] = [
        "ations", "ation", "ments", "ement", "ement", "ungen", "ings", "ing", "ung", "ées", "ern", "ies",
        "es", "en", "er", "ed", "em", "ée", "és", "os", "as", "s", "e", "n", "a", "o", "y",
    ];
    let word = bare(lower.strip_suffix("'s").unwrap_or(lower));
    let ends = ENDINGS.iter().filter_map(|end| word.strip_suffix(end)).find(|rest| rest.chars().count() >= 4);
    let stem: String = ends.unwrap_or(word).chars().map(plain_letter).take(7).collect();
    stem
}

fn plain_letter(letter: char) -> char {
    match letter {
        'à' | 'â' | 'á' | 'ä' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'í' | 'î' | 'ï' => 'i',
        'ó' | 'ô' | 'ö' => 'o',
        'ú' | 'ù' | 'û' | 'ü' => 'u',
        'ç' => 'c',
        other => other,
    }
}

/// A longer sentence is split between two words, in bytes, so that looking at the sentence of each claim
/// stays cheap.
const SENTENCE_MAX: usize = 1_000;

/// The sentences of a text, trimmed and not empty, none much longer than the maximum.
pub(super) fn sentences(text: &str, language: Language) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for sentence in sentences::sentences(text, language) {
        let mut start = sentence.start;
        while sentence.end - start > SENTENCE_MAX {
            let rest = text.get(start..sentence.end).unwrap_or_default();
            let past = |least: usize| move |(at, _): &(usize, char)| *at > least;
            // Text without spaces is cut between two letters.
            let space = rest.char_indices().filter(|(_, c)| c.is_whitespace()).find(past(SENTENCE_MAX));
            let cut = space
                .filter(|(at, _)| *at <= 2 * SENTENCE_MAX)
                .or_else(|| rest.char_indices().find(past(2 * SENTENCE_MAX)));
            let Some((length, _)) = cut else { break };
            found.extend(trimmed(text, start..start + length));
            start += length;
        }
        found.extend(trimmed(text, start..sentence.end));
    }
    found
}

/// The words of a text in lower case, separated by single spaces, without punctuation: the form in which
/// texts are compared.
pub(super) fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut parted = true;
    for character in text.chars() {
        if character.is_alphanumeric() {
            out.extend(character.to_lowercase());
            parted = false;
        } else if !parted
            && !matches!(character, '\'' | '’' | '\u{200b}'..='\u{200f}' | '\u{ad}' | '\u{2060}' | '\u{feff}')
        {
            out.push(' ');
            parted = true;
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// The words around a span, cut at word boundaries, with the span's position in the result.
pub(super) fn excerpt(text: &str, span: &Range<usize>) -> (String, Range<usize>) {
    const AROUND: usize = 70;
    let before = text.get(..span.start).unwrap_or_default();
    let before = before.rsplit('\n').next().unwrap_or_default();
    let after = text.get(span.end..).unwrap_or_default();
    let after = after.split('\n').next().unwrap_or_default();
    let start = before.char_indices().rev().nth(AROUND).map_or(0, |(at, _)| at);
    let cut = before.get(start..).unwrap_or_default();
    let lead = if start == 0 { cut.trim_start() } else { cut.split_once(' ').map_or(cut, |(_, rest)| rest) };
    let end = after.char_indices().nth(AROUND).map_or(after.len(), |(at, _)| at);
    let cut = after.get(..end).unwrap_or_default();
    let tail =
        if end == after.len() { cut.trim_end() } else { cut.rsplit_once(' ').map_or(cut, |(rest, _)| rest) };
    let said: String = text.get(span.clone()).unwrap_or_default().chars().take(400).collect();
    let opening = if start == 0 { "" } else { "…" };
    let closing = if end == after.len() { "" } else { "…" };
    let begin = opening.len() + lead.len();
    let range = begin..begin + said.len();
    (format!("{opening}{lead}{said}{tail}{closing}"), range)
}

/// The number of UTF-16 code units before each of those bytes. The bytes must be in ascending order.
pub(super) struct Utf16<'a> {
    text: &'a str,
    byte: usize,
    units: usize,
}

impl<'a> Utf16<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, byte: 0, units: 0 }
    }

    pub(super) fn at(&mut self, byte: usize) -> u32 {
        if byte < self.byte {
            *self = Self::new(self.text);
        }
        self.units +=
            self.text.get(self.byte..byte).map_or(0, |part| part.chars().map(char::len_utf16).sum());
        self.byte = byte;
        u32::try_from(self.units).unwrap_or(u32::MAX)
    }
}
