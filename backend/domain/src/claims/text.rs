//! Splits a text into tokens and sentences with their byte ranges, for the finders of claims. Accepts any
//! text.

use std::ops::Range;

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Letters, perhaps with digits and apostrophes inside.
    Word,
    /// Digits, perhaps with separators inside.
    Number,
    /// Any other character that is not white space.
    Sign(char),
}

/// One piece of text.
#[derive(Debug, Clone)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
    /// As written.
    pub(super) text: &'a str,
    /// In lower case, with straight apostrophes.
    pub(super) lower: String,
    /// The number of its sentence.
    pub(super) sentence: usize,
}

impl Token<'_> {
    pub(super) fn is_sign(&self, sign: char) -> bool {
        self.kind == Kind::Sign(sign)
    }

    pub(super) fn is_number(&self) -> bool {
        self.kind == Kind::Number
    }

    /// A word that begins with a capital letter.
    pub(super) fn is_capitalised(&self) -> bool {
        self.kind == Kind::Word && self.text.chars().next().is_some_and(char::is_uppercase)
    }
}

/// A text split into tokens.
pub(super) struct Cut<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: Vec<Token<'a>>,
    pub(super) sentences: Vec<Range<usize>>,
}

impl<'a> Cut<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let sentences = sentences(text);
        let mut tokens = tokens(text);
        let mut sentence = 0;
        for token in &mut tokens {
            while sentences.get(sentence).is_some_and(|range| range.end <= token.start) {
                sentence += 1;
            }
            token.sentence = sentence;
        }
        Self { text, tokens, sentences }
    }

    pub(super) fn at(&self, at: usize) -> Option<&Token<'a>> {
        self.tokens.get(at)
    }

    /// The token `back` positions before.
    pub(super) fn before(&self, at: usize, back: usize) -> Option<&Token<'a>> {
        at.checked_sub(back).and_then(|at| self.tokens.get(at))
    }

    /// Whether a claim that begins at `start` may extend to `at`: it may cross a line break, but not one
    /// before a capital letter, which begins another entry, as in a list of facts.
    pub(super) fn goes_on(&self, start: usize, at: usize) -> bool {
        let ends = self.at(start).zip(self.at(at));
        ends.is_some_and(|(first, last)| first.sentence == last.sentence || !last.is_capitalised())
    }

    /// The word before, in lower case, if it stands in the same sentence.
    pub(super) fn word_before(&self, at: usize) -> &str {
        let same = |token: &&Token<'_>| self.at(at).is_some_and(|this| this.sentence == token.sentence);
        self.before(at, 1).filter(same).map_or("", |token| token.lower.as_str())
    }

    /// The word at that position, in lower case.
    pub(super) fn lower(&self, at: usize) -> &str {
        self.at(at).map_or("", |token| token.lower.as_str())
    }

    pub(super) fn is_sign(&self, at: usize, sign: char) -> bool {
        self.at(at).is_some_and(|token| token.is_sign(sign))
    }

    /// Whether the token directly follows the one before it.
    pub(super) fn touches(&self, at: usize) -> bool {
        self.before(at, 1).zip(self.at(at)).is_some_and(|(before, token)| before.end == token.start)
    }

    /// Whether the token is the first of its sentence, ignoring opening quotes and bullets.
    pub(super) fn opens(&self, at: usize) -> bool {
        let Some(token) = self.at(at) else { return false };
        let mut back = at;
        while let Some(before) = self.before(back, 1).filter(|before| before.sentence == token.sentence) {
            if !matches!(before.kind, Kind::Sign(_)) || before.is_sign('&') {
                return false;
            }
            // A colon or an opening quote begins a new sentence.
            if matches!(before.kind, Kind::Sign(':' | '"' | '“' | '„' | '«' | '(' | '‘')) {
                return true;
            }
            if matches!(before.kind, Kind::Sign(',' | '/' | '-' | ')' | '”' | '»')) {
                return false;
            }
            back -= 1;
        }
        true
    }

    /// The bytes from the first to the last of those tokens.
    pub(super) fn span(&self, range: &Range<usize>) -> Range<usize> {
        let first = self.at(range.start);
        let last = range.end.checked_sub(1).and_then(|last| self.at(last));
        match first.zip(last) {
            Some((first, last)) if first.start <= last.end => first.start..last.end,
            _ => 0..0,
        }
    }

    /// The sentence around that byte.
    pub(super) fn sentence_at(&self, byte: usize) -> Range<usize> {
        let after = self.sentences.partition_point(|sentence| sentence.end <= byte);
        self.sentences.get(after).cloned().unwrap_or(byte..byte)
    }
}

/// Words whose full stop does not end a sentence.
const ABBREVIATIONS: [&str; 26] = [
    "mr", "mrs", "ms", "dr", "prof", "st", "no", "nr", "approx", "incl", "excl", "vs", "e.g", "i.e", "eg", "ie", "etc", "inc", "ltd", "co",
    "corp", "jr", "sr", "dept", "tel", "ca",
];

/// A longer sentence is split between two words, in bytes, so that looking at the sentence of each claim
/// stays cheap.
const SENTENCE_MAX: usize = 1_000;

/// The sentences of a text, trimmed and not empty. A line end always ends one.
pub(super) fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut push = |from: usize, to: usize| {
        let piece = text.get(from..to).unwrap_or_default();
        let trimmed = piece.trim();
        if !trimmed.is_empty() {
            let begin = from + (piece.len() - piece.trim_start().len());
            found.push(begin..begin + trimmed.len());
        }
    };
    let mut word_start = 0;
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let end = at + character.len_utf8();
        match character {
            '\n' | '\r' => {
                push(start, at);
                start = end;
                word_start = end;
            }
            '.' | '!' | '?' | '…' => {
                let mut end = end;
                // Closing quotes and further punctuation belong to the sentence.
                while let Some((next_at, next)) =
                    characters.next_if(|(_, next)| matches!(next, '.' | '!' | '?' | '"' | '”' | '’' | ')' | '»'))
                {
                    end = next_at + next.len_utf8();
                }
                let followed = characters.peek().is_none_or(|(_, next)| next.is_whitespace());
                let word = text.get(word_start..at).unwrap_or_default();
                let abbreviated = character == '.' && is_abbreviation(word) && end == at + 1;
                if followed && !abbreviated {
                    push(start, end);
                    start = end;
                }
            }
            _ if character.is_whitespace() => {
                if at - start > SENTENCE_MAX {
                    push(start, at);
                    start = end;
                }
                word_start = end;
            }
            '(' => word_start = end,
            // Text without spaces is not split into sentences.
            _ if end - start > 2 * SENTENCE_MAX => {
                push(start, end);
                start = end;
            }
            _ => {}
        }
    }
    push(start, text.len());
    found
}

fn is_abbreviation(word: &str) -> bool {
    word.len() <= 6 && {
        let lower = word.to_lowercase();
        ABBREVIATIONS.contains(&lower.as_str()) || (word.chars().count() == 1 && word.chars().all(char::is_uppercase))
    }
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut start = 0;
    while let Some(rest) = text.get(start..).filter(|rest| !rest.is_empty()) {
        let Some(first) = rest.chars().next() else { break };
        if first.is_whitespace() || matches!(first, '\u{200b}'..='\u{200f}' | '\u{ad}' | '\u{2060}' | '\u{feff}') {
            start += first.len_utf8();
            continue;
        }
        let (kind, length) = match first {
            '0'..='9' => (Kind::Number, number_length(rest)),
            _ if first.is_alphabetic() => (Kind::Word, word_length(rest)),
            _ => (Kind::Sign(first), first.len_utf8()),
        };
        let piece = rest.get(..length).unwrap_or(rest);
        tokens.push(Token {
            kind,
            start,
            end: start + piece.len(),
            text: piece,
            lower: piece.to_lowercase().replace('’', "'"),
            sentence: 0,
        });
        start += piece.len().max(1);
    }
    tokens
}

fn word_length(rest: &str) -> usize {
    let mut end = 0;
    let mut characters = rest.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let joins = matches!(character, '\'' | '’') && characters.peek().is_some_and(|(_, next)| next.is_alphabetic());
        // Combining marks belong to the letter before them.
        let mark = matches!(character, '\u{300}'..='\u{36f}' | '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}');
        if !(character.is_alphanumeric() || joins || mark) {
            break;
        }
        end = at + character.len_utf8();
    }
    end.max(1)
}

fn number_length(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let mut end = 0;
    while let Some(byte) = bytes.get(end) {
        let digit_follows = bytes.get(end + 1).is_some_and(u8::is_ascii_digit);
        if !(byte.is_ascii_digit() || (matches!(byte, b'.' | b',' | b'\'') && digit_follows)) {
            break;
        }
        end += 1;
    }
    end.max(1)
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
        } else if !parted && !matches!(character, '\'' | '’' | '\u{200b}'..='\u{200f}' | '\u{ad}' | '\u{2060}' | '\u{feff}') {
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
    let tail = if end == after.len() { cut.trim_end() } else { cut.rsplit_once(' ').map_or(cut, |(rest, _)| rest) };
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
        self.units += self.text.get(self.byte..byte).map_or(0, |part| part.chars().map(char::len_utf16).sum());
        self.byte = byte;
        u32::try_from(self.units).unwrap_or(u32::MAX)
    }
}
