//! Phrases with a meaning, found where they begin in a text. A word that ends in * has any ending.

use rustc_hash::FxHashMap as HashMap;

use crate::reading::token::Token;

/// Phrases by their first letter.
#[derive(Debug)]
pub(super) struct Phrases<M>(HashMap<char, Vec<(Vec<String>, M)>>);

impl<M> Default for Phrases<M> {
    fn default() -> Self {
        Self(HashMap::default())
    }
}

impl<M: Copy> Phrases<M> {
    /// Adds a phrase.
    pub fn add(&mut self, phrase: &str, meaning: M) {
        let words = phrase.split_whitespace().map(str::to_owned).collect();
        if let Some(letter) = phrase.chars().next() {
            self.0.entry(letter).or_default().push((words, meaning));
        }
    }

    /// The meanings of the phrases that begin with a letter.
    pub fn of_letter(&self, letter: char) -> impl Iterator<Item = &(Vec<String>, M)> {
        self.0.get(&letter).into_iter().flatten()
    }

    /// The phrases that begin at a token: the meaning and how many tokens they are.
    pub fn at<'l>(&'l self, tokens: &'l [Token<'_>]) -> impl Iterator<Item = (M, usize)> + 'l {
        let whole = tokens.first().and_then(|token| token.lower.chars().next());
        let first = tokens.first().and_then(|token| bare(&token.lower).chars().next());
        let is = |word: &str, token: &Token<'_>| match word.strip_suffix('*') {
            Some(stem) => token.lower.starts_with(stem) || bare(&token.lower).starts_with(stem),
            None => token.lower == word || bare(&token.lower) == word,
        };
        let letters = first.into_iter().chain(whole.filter(|_| whole != first));
        letters
            .flat_map(|letter| self.of_letter(letter))
            .filter(move |(words, _)| words.len() <= tokens.len() && words.iter().zip(tokens).all(|(word, token)| is(word, token)))
            .map(|(words, meaning)| (*meaning, words.len()))
    }
}

/// A French word without the article or pronoun that is joined to it: "l'entretien", "d'or".
pub(crate) fn bare(lower: &str) -> &str {
    match lower.split_once('\'') {
        Some((joined, rest)) if joined.len() <= 2 && !rest.is_empty() && !matches!(rest, "s" | "m" | "re" | "ve" | "ll" | "d" | "t") => {
            rest
        }
        _ => lower,
    }
}
