//! From tokens to what they say of prices: amounts, counts, percentages, phrases of the lexicon, references.

mod context;
mod currencies;
mod figures;
mod money;
mod senses;

use std::ops::Range;

use rust_decimal::Decimal;

use super::{
    lexicon::{Language, Lexicon, Tag, WordList, lexicon},
    token::{Kind, Number, Token, tokens},
};
use crate::money::Currency;

/// A piece of the text with its meaning.
#[derive(Debug, Clone)]
pub struct Unit {
    /// Its bytes in the text.
    pub span: Range<usize>,
    /// Its words in lower case.
    pub lower: String,
    /// What it is.
    pub is: Is,
    /// Whether white space precedes it.
    pub spaced: bool,
    /// Whether a hyphen joins it to the next word: "five-pager".
    pub hyphenated: bool,
    /// Whether its first letter is a capital or it begins with a figure: a sentence may begin here.
    pub opens: bool,
}

/// What a unit is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Is {
    /// An amount of money; `sure` unless its digits or its currency can be read in two ways.
    Money { value: Decimal, currency: Option<Currency>, sure: bool },
    /// A number without a currency.
    Number { number: Number, spelled: bool },
    /// A percentage.
    Percent(Decimal),
    /// A phrase of the lexicon.
    Tag(Tag),
    /// A word without a meaning for prices.
    Word,
    /// A word that names nothing.
    Stop,
    /// Digits and letters that form no figure, a currency without a figure, a change of direction.
    Garbled,
    /// A date, a year, a telephone number, the number of an invoice.
    Reference,
    /// A currency without a figure: "all figures in euros".
    Currency(Currency),
    /// A mark.
    Mark(char),
    /// A line end.
    Break,
}

/// The units of a text.
pub fn units(text: &str, language: Language) -> Vec<Unit> {
    units_at(text, language, Currency::USD)
}

/// The units of a text from a workspace that counts in `home`: if that is a dollar, "$" stands for it.
pub fn units_at(text: &str, language: Language, home: Currency) -> Vec<Unit> {
    let words = lexicon(language);
    let tokens = tokens(text, language);
    let mut units: Vec<Unit> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let rest = tokens.get(at..).unwrap_or_default();
        let (is, length) = one(rest, words);
        let (Some(first), Some(last)) = (rest.first(), rest.get(length - 1)) else { break };
        let hyphenated = rest.get(length).is_some_and(|next| !next.spaced && next.span.start > last.span.end);
        // "CAD-Pläne"
        let is = if hyphenated && matches!(is, Is::Currency(_)) { Is::Word } else { is };
        units.push(Unit {
            span: first.span.start..last.span.end,
            lower: rest.iter().take(length).map(|token| token.lower.as_str()).collect::<Vec<_>>().join(" "),
            is,
            spaced: first.spaced,
            hyphenated,
            opens: first.text.starts_with(|c: char| c.is_uppercase() || !c.is_alphanumeric())
                || matches!(first.kind, Kind::Number(_)),
        });
        at += length;
    }
    context::settle(&mut units, &tokens, words, home);
    units
}

/// The unit that begins with the first token, and its number of tokens.
pub(crate) fn one(rest: &[Token<'_>], words: &Lexicon) -> (Is, usize) {
    money::after_sign(rest, words)
        .or_else(|| figures::figure(rest, words))
        .or_else(|| {
            // "agreed on US$4,500"
            let is_cut =
                |length: usize| rest.get(length).is_some_and(|next| next.text == "$" && !next.spaced);
            let phrase = words.phrase(rest).filter(|(_, length)| !is_cut(*length));
            phrase.map(|(tag, length)| (Is::Tag(tag), length))
        })
        .unwrap_or_else(|| (rest.first().map_or(Is::Break, |first| single(first, words)), 1))
}

/// What a token by itself is.
fn single(token: &Token<'_>, words: &Lexicon) -> Is {
    if let Some(tag) = words.compound(&token.lower) {
        return Is::Tag(tag);
    }
    match token.kind {
        Kind::Break => Is::Break,
        Kind::Garbled => Is::Garbled,
        Kind::Mark => Is::Mark(token.text.chars().next().unwrap_or(' ')),
        Kind::Word
            if words.stop.contains(&token.lower)
                || words.tax_mode(&token.lower).is_some()
                || is_small(&token.lower) =>
        {
            Is::Stop
        }
        Kind::Word | Kind::Number(_) => Is::Word,
    }
}

/// Whether a word joins others or begins a duration: "and", "for", "only".
fn is_small(word: &str) -> bool {
    [WordList::And, WordList::For, WordList::Exactly].into_iter().any(|list| list.has(word))
}

fn is_word(rest: &[Token<'_>]) -> bool {
    rest.first().is_some_and(|token| token.kind == Kind::Word)
}

impl Unit {
    /// Whether it is a figure: "12." at the end of a sentence is no abbreviation.
    pub fn spaced_figure(&self) -> bool {
        matches!(self.is, Is::Number { .. } | Is::Money { .. } | Is::Percent(_))
    }
}
