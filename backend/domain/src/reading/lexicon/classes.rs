//! Classes of words that claims are made of: the lines of the lexicon that begin with "claim".

use rust_decimal::Decimal;

use super::Lexicon;
use crate::reading::token::Token;

/// A class of words that claims are made of; `lexicon/*.txt` has the words in lines that begin with "claim".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub(crate) enum Class {
    Us,
    You,
    About,
    Over,
    Under,
    Middle,
    Fraction,
    Multiple,
    Vague,
    OutOf,
    Ordinal,
    Decade,
    QuarterYear,
    Fortnight,
    Sec,
    Day,
    Working,
    Between,
    HourWord,
    Within,
    BeforeTime,
    Time,
    Season,
    Since,
    Weekday,
    Label,
    Per,
    Guarantee,
    Pledge,
    Free,
    Law,
    Certain,
    Certified,
    Member,
    Award,
    Received,
    Rank,
    Universal,
    Title,
    Ordinary,
    OtherMoney,
    Total,
    Part,
    Compare,
    Century,
    Deadline,
    Never,
    Superlative,
    Both,
    Instant,
    Condition,
    To,
    Article,
    DayBefore,
    Measured,
}

/// A phrase of a class.
#[derive(Debug)]
pub(super) struct ClassPhrase {
    words: Vec<String>,
    class: Class,
    /// Its number: 50 for "half".
    value: Decimal,
}

impl Lexicon {
    /// Whether a word in lower case is a title before a name: "Dr".
    pub(crate) fn is_title(&self, word: &str) -> bool {
        let phrases = word.chars().next().and_then(|letter| self.classes.get(&letter));
        phrases.is_some_and(|phrases| phrases.iter().any(|phrase| phrase.class == Class::Title && phrase.words == [word]))
    }

    /// Adds the words of a class; false if there is no such class.
    pub(super) fn class(&mut self, name: &str, list: &str) -> bool {
        let Ok(class) = name.parse::<Class>() else { return false };
        let valued = matches!(class, Class::Fraction | Class::Multiple | Class::Ordinal);
        for entry in list.split('|').map(str::trim) {
            let (phrase, value) = entry.rsplit_once(' ').filter(|_| valued).unwrap_or((entry, "0"));
            let words: Vec<String> = phrase.split_whitespace().map(str::to_owned).collect();
            let Some(letter) = phrase.chars().next() else { continue };
            self.classes.entry(letter).or_default().push(ClassPhrase { words, class, value: value.parse().unwrap_or_default() });
        }
        true
    }

    /// The phrases of claims that begin at a token: the class, the number and how many tokens they are.
    pub(crate) fn classes<'l>(&'l self, tokens: &'l [Token<'_>]) -> impl Iterator<Item = (Class, Decimal, usize)> + 'l {
        let first = tokens.first().and_then(|token| bare(&token.lower).chars().next());
        let is = |word: &str, token: &Token<'_>| match word.strip_suffix('*') {
            Some(stem) => token.lower.starts_with(stem) || bare(&token.lower).starts_with(stem),
            None => token.lower == word || bare(&token.lower) == word,
        };
        let phrases = [first, tokens.first().and_then(|token| token.lower.chars().next())];
        let [bare, whole] = phrases;
        let letters = bare.into_iter().chain(whole.filter(|_| whole != bare));
        letters
            .filter_map(|letter| self.classes.get(&letter))
            .flatten()
            .filter(move |phrase| {
                phrase.words.len() <= tokens.len() && phrase.words.iter().zip(tokens).all(|(word, token)| is(word, token))
            })
            .map(|phrase| (phrase.class, phrase.value, phrase.words.len()))
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
