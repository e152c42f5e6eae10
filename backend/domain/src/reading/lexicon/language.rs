//! The languages that have a lexicon, and which of them a text is written in.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::lexicon;

/// A language with a lexicon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Language {
    English,
    German,
    French,
    Spanish,
}

/// By how much another language must lead in a sentence.
const CLEAR: usize = 2;

/// How much each word speaks for each language.
static WORDS: LazyLock<HashMap<&'static str, [usize; 4]>> = LazyLock::new(|| {
    let mut words: HashMap<&str, [usize; 4]> = HashMap::new();
    for (at, language) in Language::ALL.into_iter().enumerate() {
        let lexicon = lexicon(language);
        let known = lexicon.words().collect::<HashSet<_>>();
        for word in lexicon.common.iter().map(String::as_str).chain(known) {
            if let Some(count) = words.entry(word).or_default().get_mut(at) {
                *count += 1;
            }
        }
    }
    words
});

impl Language {
    pub(crate) const ALL: [Self; 4] = [Self::English, Self::German, Self::French, Self::Spanish];

    /// The text of its file.
    pub(super) fn file(self) -> &'static str {
        match self {
            Self::English => include_str!("en.txt"),
            Self::German => include_str!("de.txt"),
            Self::French => include_str!("fr.txt"),
            Self::Spanish => include_str!("es.txt"),
        }
    }

    /// The phrases that sentences of a recap are sorted by.
    pub(crate) fn recap_file(self) -> &'static str {
        match self {
            Self::English => include_str!("recap/en.txt"),
            Self::German => include_str!("recap/de.txt"),
            Self::French => include_str!("recap/fr.txt"),
            Self::Spanish => include_str!("recap/es.txt"),
        }
    }

    /// The language of most words and letters of a text; English where nothing tells.
    pub fn of(text: &str) -> Self {
        let counts = Self::counts(text);
        // Of languages with as many words the one whose figures look like these.
        let has_figures = text.contains(|c: char| c.is_ascii_digit());
        let by_figures = if has_figures { Self::by_figures(text) } else { Self::English };
        let first =
            counts.into_iter().find(|(language, _)| *language == by_figures).unwrap_or((by_figures, 0));
        let first = (first.0, first.1 + usize::from(by_figures == Self::English && has_point(text)));
        counts.into_iter().fold(first, |best, other| if other.1 > best.1 { other } else { best }).0
    }

    /// The language of a sentence in a text of this language, if it clearly is another.
    pub(crate) fn left_in(self, sentence: &str) -> Option<Self> {
        let counts = Self::counts(sentence);
        let own = counts.into_iter().find(|(language, _)| *language == self).map_or(0, |(_, count)| count);
        let (language, count) = counts.into_iter().max_by_key(|(_, count)| *count)?;
        (language != self && count >= 2 * own + CLEAR).then_some(language)
    }

    /// How many words and letters of a text speak for each language.
    fn counts(text: &str) -> [(Self, usize); 4] {
        // "EN>FR" names languages and is of none.
        let is_mixed = text.contains(char::is_lowercase);
        let is_code =
            |word: &&str| is_mixed && word.len() == 2 && word.chars().all(|c| c.is_ascii_uppercase());
        let words = text
            .split(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '\u{2019}'))
            .filter(|word| !word.is_empty() && !is_code(word));
        let mut counts = Self::ALL.map(|language| (language, 0));
        for word in words {
            let word = word.to_lowercase().replace('\u{2019}', "'");
            let known = WORDS.get(word.as_str()).copied().unwrap_or_default();
            counts.iter_mut().zip(known).for_each(|((_, count), more)| *count += more);
        }
        let letters: Vec<char> =
            text.chars().filter(|letter| !letter.is_ascii()).flat_map(char::to_lowercase).collect();
        for (language, count) in &mut counts {
            let own = &lexicon(*language).letters;
            *count += 2 * letters.iter().filter(|letter| own.contains(**letter)).count().min(3);
        }
        counts
    }

    /// How figures are grouped where no word tells the language: "1 250 €", "1.250 €", "€1,250".
    fn by_figures(text: &str) -> Self {
        let chars: Vec<char> = text.chars().collect();
        let digit = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
        let behind = |at: usize| {
            at.checked_sub(1).is_some_and(digit)
                || (at >= 2 && chars.get(at - 1) == Some(&' ') && digit(at - 2))
        };
        let grouped = (1..chars.len()).any(|at| {
            chars.get(at).is_some_and(|c| c.is_whitespace())
                && digit(at - 1)
                && (at + 1..at + 4).all(digit)
                && !digit(at + 4)
        });
        let sign_behind = (0..chars.len()).any(|at| chars.get(at) == Some(&'€') && behind(at));
        match (sign_behind, grouped) {
            (true, true) => Self::French,
            (true, false) => Self::German,
            _ => Self::English,
        }
    }
}

/// Whether a figure has a decimal point without a doubt: "0.11", "1,250.50".
fn has_point(text: &str) -> bool {
    let figures = text.split(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ','));
    figures.filter_map(|figure| figure.trim_end_matches(['.', ',']).split_once('.')).any(
        |(whole, fraction)| {
            let is_grouped = whole.split(',').skip(1).all(|group| group.len() == 3) && whole.contains(',');
            (whole == "0" || is_grouped) && (1..=2).contains(&fraction.len()) && !fraction.contains(',')
        },
    )
}
