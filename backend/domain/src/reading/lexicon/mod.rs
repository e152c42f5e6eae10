//! The words of prices and of claims, one file a language: `lexicon/*.txt`.
//!
//! A line of a file is a name, a colon and a list. The name is a [`Tag`] (the list is its phrases), a
//! [`WordList`], or one of the names in [`Lexicon::line`]. A new language is a file and a variant of
//! [`Language`].

mod classes;
mod cues;
mod language;
mod numbers;
mod phrases;
mod tag;
mod words;

use std::{cmp::Reverse, sync::LazyLock};

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

pub(crate) use classes::Class;
pub(crate) use cues::MoneyCue;
pub use language::Language;
use numbers::NumberWord;
pub use numbers::Spelled;
use phrases::Phrases;
pub(crate) use phrases::bare;
pub use tag::Tag;
pub use words::{PairList, WordList};

use rust_decimal::Decimal;

use super::token::Token;
use crate::{money::Currency, pricing::TaxMode};

/// The currency that a word or a sign stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CurrencyName {
    /// "euro".
    One(Currency),
    /// "kr": one of several currencies.
    Several,
}

impl CurrencyName {
    /// The currency, if there is only one.
    pub fn currency(self) -> Option<Currency> {
        match self {
            Self::One(currency) => Some(currency),
            Self::Several => None,
        }
    }

    /// From a currency code; "?" stands for several currencies.
    pub fn of(code: &str) -> Self {
        code.parse().map_or(Self::Several, Self::One)
    }
}

/// Phrases by their first word, the longest first.
type ByFirstWord = HashMap<String, Vec<(Vec<String>, Tag)>>;

/// One language's words.
#[derive(Debug, Default)]
pub struct Lexicon {
    phrases: ByFirstWord,
    /// Words that name nothing.
    pub stop: HashSet<String>,
    /// Words after which a full stop ends no sentence: "approx."
    abbreviations: HashSet<String>,
    /// Words after which a full stop ends a sentence only before a capital letter: "3 hrs. Then"
    closing_abbreviations: HashSet<String>,
    /// Frequent words, which tell the language of a text.
    common: HashSet<String>,
    /// Letters that tell the language of a text.
    letters: String,
    /// The marks that separate thousands.
    thousands: String,
    /// The currency of a bare "$".
    dollar_sign: Option<CurrencyName>,
    /// Whether "24.12." is a date.
    pub has_dotted_dates: bool,
    /// Whether "four fifty" is 450.
    says_hundreds_in_pairs: bool,
    /// The headers of columns.
    pub columns: HashMap<String, Tag>,
    numbers: HashMap<String, NumberWord>,
    currencies: HashMap<String, CurrencyName>,
    minor_units: HashMap<String, CurrencyName>,
    dollars: HashMap<String, CurrencyName>,
    tax_words: HashMap<String, TaxMode>,
    /// Beginnings and ends of compounds: "jahres", "rabatt".
    compound_starts: Vec<(String, Tag)>,
    compound_ends: Vec<(String, Tag)>,
    lists: HashMap<WordList, HashSet<String>>,
    pairs: HashMap<PairList, Vec<(String, String)>>,
    /// The numbers of months by name.
    months: HashMap<String, u32>,
    /// The word classes of claims.
    classes: Phrases<(Class, Decimal)>,
    /// What recaps say of amounts.
    cues: Phrases<MoneyCue>,
}

/// A language's words.
pub fn lexicon(language: Language) -> &'static Lexicon {
    static LEXICONS: LazyLock<[Lexicon; 4]> =
        LazyLock::new(|| Language::ALL.map(|language| Lexicon::parse(language.file())));
    let [english, german, french, spanish] = &*LEXICONS;
    match language {
        Language::English => english,
        Language::German => german,
        Language::French => french,
        Language::Spanish => spanish,
    }
}

/// The longest phrase that begins with a word, the first of the tokens.
fn longest(phrases: &ByFirstWord, first: &str, tokens: &[Token<'_>]) -> Option<(Tag, usize)> {
    let rest = tokens.get(1..).unwrap_or_default();
    let fits = |words: &[String]| {
        words.len() <= rest.len() && words.iter().zip(rest).all(|(word, token)| token.lower == *word)
    };
    let candidates = phrases.get(first)?;
    candidates.iter().find_map(|(words, tag)| fits(words.get(1..)?).then_some((*tag, words.len())))
}

/// The marks "to be confirmed" and "optional" in the words of each language: a text may be in another one than
/// its price table was written in.
static MARKS: LazyLock<ByFirstWord> = LazyLock::new(|| {
    let mut marks: ByFirstWord = HashMap::default();
    for (list, tag) in [(WordList::SayOpen, Tag::Doubt), (WordList::SayOptional, Tag::Optional)] {
        for said in lexicons().filter_map(|lexicon| lexicon.said(list)) {
            let words: Vec<String> = said.split(' ').map(str::to_owned).collect();
            marks.entry(words.first().cloned().unwrap_or_default()).or_default().push((words, tag));
        }
    }
    marks
});

/// How a text says in each language that a price is not settled: "to be confirmed".
pub fn open_marks() -> impl Iterator<Item = &'static str> {
    lexicons().filter_map(|lexicon| lexicon.said(WordList::SayOpen))
}

/// The lexicons of all languages, for small words that any text may contain.
fn lexicons() -> impl Iterator<Item = &'static Lexicon> {
    Language::ALL.into_iter().map(lexicon)
}

/// The month that a word names in one of the languages.
pub fn month(word: &str) -> Option<u32> {
    lexicons().find_map(|lexicon| lexicon.month(word))
}

/// Whether a word is a unit of time in one of the languages.
pub fn names_time(word: &str) -> bool {
    time_unit(word).is_some()
}

/// The unit of time that a word is in one of the languages.
pub fn time_unit(word: &str) -> Option<Tag> {
    let time = |(words, tag): &(Vec<String>, Tag)| (words.len() == 1 && tag.is_time()).then_some(*tag);
    lexicons().find_map(|lexicon| lexicon.phrases.get(word)?.iter().find_map(time))
}

/// The currency of a word for hundredths: "pence". A single letter must stand right behind its figure: "9p".
pub fn minor_unit(token: &Token<'_>) -> Option<CurrencyName> {
    let glued = !token.spaced || token.lower.chars().count() > 1;
    lexicons().find_map(|lexicon| lexicon.minor_units.get(&token.lower).copied()).filter(|_| glued)
}

/// The currency that a word names in any language.
pub fn named_anywhere(word: &str) -> Option<CurrencyName> {
    lexicons().find_map(|lexicon| lexicon.currencies.get(word).copied())
}

/// The dollar that a word before "dollars" names: "Canadian dollars".
pub fn dollar(country: &str) -> Option<CurrencyName> {
    lexicons().find_map(|lexicon| lexicon.dollars.get(country).copied())
}

impl Lexicon {
    /// Whether a full stop may belong to a word in lower case.
    pub fn is_abbreviation(&self, word: &str) -> bool {
        self.abbreviations.contains(word) || self.closing_abbreviations.contains(word)
    }

    /// Whether a full stop behind a word in lower case ends a sentence if this letter follows.
    pub fn ends_sentence(&self, word: &str, next: char) -> bool {
        !self.abbreviations.contains(word)
            && (next.is_uppercase() || !self.closing_abbreviations.contains(word))
    }

    fn parse(text: &str) -> Self {
        let mut lexicon = Self::default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            if let Some((name, list)) = line.split_once(':') {
                lexicon.line(name, list.trim());
            }
        }
        for phrases in lexicon.phrases.values_mut() {
            // Of equal length the phrase that says more of prices comes first.
            phrases.sort_by_key(|(words, tag)| (Reverse(words.len()), tag.is_small()));
        }
        lexicon
    }

    /// Adds a line of a file; false if its name is unknown.
    fn line(&mut self, name: &str, list: &str) -> bool {
        let words = || list.split_whitespace().map(str::to_owned);
        let entries = || list.split('|').map(str::trim);
        let pairs = || entries().filter_map(|entry| entry.rsplit_once(' '));
        let currencies = || pairs().map(|(word, code)| (word.to_owned(), CurrencyName::of(code)));
        let tags = || pairs().filter_map(|(part, tag)| Some((part.to_owned(), tag.parse().ok()?)));
        match name {
            "language" => self.common = words().collect(),
            "letters" => list.clone_into(&mut self.letters),
            "thousands" => {
                self.thousands =
                    list.split_whitespace().map(|mark| if mark == "space" { " " } else { mark }).collect();
            }
            "dollar_sign" => self.dollar_sign = Some(CurrencyName::of(list)),
            "dotted_dates" => self.has_dotted_dates = list == "yes",
            "hundreds_in_pairs" => self.says_hundreds_in_pairs = list == "yes",
            "stop" => self.stop = words().collect(),
            "abbreviation" => self.abbreviations = words().collect(),
            "closing_abbreviation" => self.closing_abbreviations = words().collect(),
            "tax_added" => self.tax_words.extend(words().map(|word| (word, TaxMode::Exclusive))),
            "tax_included" => self.tax_words.extend(words().map(|word| (word, TaxMode::Inclusive))),
            "number" => {
                self.numbers.extend(pairs().map(|(word, value)| (word.to_owned(), NumberWord::parse(value))));
            }
            "currency" => self.currencies.extend(currencies()),
            "minor_unit" => self.minor_units.extend(currencies()),
            "dollar" => self.dollars.extend(currencies()),
            "compound_start" => self.compound_starts.extend(tags()),
            "compound_end" => self.compound_ends.extend(tags()),
            _ => {
                if let Some(class) = name.strip_prefix("claim ") {
                    return self.class(class, list);
                } else if let Some(cue) = name.strip_prefix("recap ") {
                    return self.cue(cue, list);
                } else if let Ok(list) = name.parse::<WordList>() {
                    self.lists.entry(list).or_default().extend(entries().map(str::to_owned));
                } else if let Ok(list) = name.parse::<PairList>() {
                    let halves = entries().filter_map(|entry| entry.split_once(" > "));
                    self.pairs.insert(
                        list,
                        halves.map(|(word, other)| (word.to_owned(), other.to_owned())).collect(),
                    );
                } else if let Ok(tag) = name.parse::<Tag>() {
                    if tag == Tag::MonthName {
                        self.month_names(list);
                    }
                    self.tagged(tag, entries());
                } else {
                    return false;
                }
            }
        }
        true
    }

    fn tagged<'t>(&mut self, tag: Tag, phrases: impl Iterator<Item = &'t str>) {
        for phrase in phrases {
            if tag.is_column() {
                self.columns.insert(phrase.to_owned(), tag);
                continue;
            }
            let words: Vec<String> = phrase.split_whitespace().map(str::to_owned).collect();
            if let Some(first) = words.first() {
                self.phrases.entry(first.clone()).or_default().push((words, tag));
            }
        }
    }

    /// The first twelve names are the months; each other one is another name of the month that begins alike.
    fn month_names(&mut self, list: &str) {
        let plain =
            |name: &str| name.replace('ä', "a").replace("br", "b").chars().take(3).collect::<String>();
        let names: Vec<&str> = list.split('|').map(str::trim).collect();
        let full = names.get(..12).unwrap_or_default();
        for name in &names {
            let at = full
                .iter()
                .position(|month| month.starts_with(name))
                .or_else(|| full.iter().position(|month| plain(month) == plain(name)));
            self.months.extend(
                at.and_then(|at| u32::try_from(at + 1).ok()).map(|month| ((*name).to_owned(), month)),
            );
        }
    }

    /// The month that a word in lower case names.
    pub(crate) fn month(&self, word: &str) -> Option<u32> {
        self.months.get(word).copied()
    }

    /// The unit of time that a word in lower case names.
    pub(crate) fn time_unit(&self, word: &str) -> Option<Tag> {
        let phrases = self.phrases.get(word)?;
        phrases.iter().find(|(words, tag)| words.len() == 1 && tag.is_time()).map(|(_, tag)| *tag)
    }

    /// The words in lower case that begin a phrase, name nothing or are numbers, some of them several times.
    fn words(&self) -> impl Iterator<Item = &str> {
        let words = self.phrases.keys().chain(&self.stop).chain(self.numbers.keys());
        words.map(String::as_str)
    }

    /// The words of a list that has one entry.
    pub(crate) fn said(&self, list: WordList) -> Option<&str> {
        self.lists.get(&list)?.iter().next().map(String::as_str)
    }

    /// Whether a mark before three digits separates thousands.
    pub fn groups_with(&self, separator: char) -> bool {
        self.thousands.contains(separator)
    }

    /// The currency of a bare "$".
    pub fn dollar_sign(&self) -> CurrencyName {
        self.dollar_sign.unwrap_or(CurrencyName::Several)
    }

    /// Whether a word beside a rate says that the tax is added or included.
    pub fn tax_mode(&self, word: &str) -> Option<TaxMode> {
        self.tax_words.get(word.trim_end_matches('.')).copied()
    }

    /// The longest phrase that begins at a token: its tag and its number of tokens. The marks that are written
    /// behind a price are read in every language.
    pub fn phrase(&self, tokens: &[Token<'_>]) -> Option<(Tag, usize)> {
        let first = tokens.first()?.lower.as_str();
        // "d'acompte"
        let own = longest(&self.phrases, first, tokens)
            .or_else(|| longest(&self.phrases, bare(first), tokens).filter(|_| bare(first) != first));
        let length = own.map_or(0, |(_, length)| length);
        // "à" and "à confirmer"
        longest(&MARKS, first, tokens).filter(|(_, longer)| *longer > length).or(own)
    }

    /// What a compound says of prices: "Stammkundenrabatt", "Jahreswartung".
    pub fn compound(&self, word: &str) -> Option<Tag> {
        let end =
            self.compound_ends.iter().find(|(end, _)| word.ends_with(end.as_str()) && word.len() > end.len());
        // "Jahresabschluss" names a thing.
        let is_thing = |start: &str| {
            word.strip_prefix(start).is_none_or(|thing| thing.len() <= 2 || WordList::DatedNoun.has(thing))
        };
        let start = || self.compound_starts.iter().find(|(start, _)| !is_thing(start));
        end.or_else(start).map(|(_, tag)| *tag)
    }

    /// The currency that a word names.
    pub fn currency(&self, token: &Token<'_>) -> Option<CurrencyName> {
        if let Some(named) = self.currencies.get(&token.lower) {
            return Some(*named);
        }
        let is_code = token.text.len() == 3 && token.text.chars().all(|c| c.is_ascii_uppercase());
        is_code.then(|| token.text.parse().ok()).flatten().map(CurrencyName::One)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_every_file_has_a_known_name() {
        for language in Language::ALL {
            let lines = language.file().lines().filter(|line| !line.starts_with('#'));
            for line in lines {
                let (name, list) = line.split_once(':').unwrap_or_default();
                assert!(Lexicon::default().line(name, list.trim()), "{language:?}: {line}");
                assert!(
                    name.parse::<Tag>().is_err() || name.parse::<WordList>().is_err(),
                    "{name} is a tag and a list"
                );
            }
        }
    }

    #[test]
    fn every_part_of_a_compound_has_a_known_tag() {
        let mut lexicon = Lexicon::default();
        lexicon.line("compound_end", "rabatt discount | skonto unknown");
        assert_eq!(lexicon.compound_ends, [("rabatt".to_owned(), Tag::Discount)]);
        let german = lexicon_file(Language::German, "compound_end");
        assert_eq!(super::lexicon(Language::German).compound_ends.len(), german);
    }

    fn lexicon_file(language: Language, name: &str) -> usize {
        let entries = language
            .file()
            .lines()
            .filter_map(|line| line.split_once(':'))
            .filter(|(other, _)| *other == name);
        entries.map(|(_, list)| list.split('|').count()).sum()
    }
}
