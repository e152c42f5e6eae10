//! Phrases with a meaning, found where they begin in a text. A word that ends in * has any ending.

use rustc_hash::FxHashMap as HashMap;

use crate::reading::token::Token;

/// The first two letters of a word; a stem has both.
type Start = (Option<char>, Option<char>);

/// Phrases by the start of their first word.
#[derive(Debug)]
pub(super) struct Phrases<M>(HashMap<Start, Vec<(Vec<String>, M)>>);

impl<M> Default for Phrases<M> {
    fn default() -> Self {
        Self(HashMap::default())
    }
}

impl<M: Copy> Phrases<M> {
    /// Adds a phrase.
    pub fn add(&mut self, phrase: &str, meaning: M) {
        let words: Vec<String> = phrase.split_whitespace().map(str::to_owned).collect();
        if let Some(first) = words.first() {
            self.0.entry(start(first)).or_default().push((words, meaning));
        }
    }

    /// The phrases that begin at a token: the meaning and how many tokens they are.
    pub fn at<'l>(&'l self, tokens: &'l [Token<'_>]) -> impl Iterator<Item = (M, usize)> + 'l {
        let forms = |token: &'l Token<'_>| [token.lower.as_str(), bare(&token.lower)];
        let head = tokens.first().map(forms).unwrap_or_default();
        let [whole, first] = head.map(start);
        let starts = std::iter::once(first).chain(Some(whole).filter(|whole| *whole != first));
        starts
            .flat_map(|start| self.0.get(&start).into_iter().flatten())
            .filter(move |(words, _)| {
                words.first().is_some_and(|word| is_one_of(word, head)) && words.len() <= tokens.len()
            })
            .filter(move |(words, _)| {
                words.iter().zip(tokens).skip(1).all(|(word, token)| is_one_of(word, forms(token)))
            })
            .map(|(words, meaning)| (*meaning, words.len()))
    }
}

fn start(word: &str) -> Start {
    let mut letters = word.chars().filter(|letter| *letter != '*');
    (letters.next(), letters.next())
}

/// Whether a word of a phrase is one of these forms of a token.
fn is_one_of(word: &str, forms: [&str; 2]) -> bool {
    match word.strip_suffix('*') {
        Some(stem) => forms.into_iter().any(|form| form.starts_with(stem)),
        None => forms.contains(&word),
    }
}

/// A French word without the article or pronoun that is joined to it: "l'entretien", "d'or".
pub(crate) fn bare(lower: &str) -> &str {
    match lower.split_once('\'') {
        Some((joined, rest))
            if joined.len() <= 2
                && !rest.is_empty()
                && !matches!(rest, "s" | "m" | "re" | "ve" | "ll" | "d" | "t") =>
        {
            rest
        }
        _ => lower,
    }
}
