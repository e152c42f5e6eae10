//! The words of prices, one file a language: `lexicon/*.txt`.

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use rust_decimal::Decimal;

use super::token::{Kind, Token};
use crate::{money::Currency, pricing::TaxMode};

/// A language with a lexicon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    English,
    German,
    French,
    Spanish,
}

impl Language {
    const ALL: [Self; 4] = [Self::English, Self::German, Self::French, Self::Spanish];

    /// Whether a point or comma before three digits separates thousands.
    pub fn groups_with(self, separator: char) -> bool {
        match self {
            Self::English => separator == ',',
            Self::French | Self::German | Self::Spanish => separator == '.',
        }
    }

    /// The words that tell what a text is written in; English where nothing does.
    pub fn of(text: &str) -> Self {
        let lower = text.to_lowercase();
        let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty()).collect();
        let count = |language: Self| {
            let lexicon = lexicon(language);
            let letters = match language {
                Self::English => "",
                Self::German => "äöüß",
                Self::French => "àâèêçîœùû",
                Self::Spanish => "ñ¿¡óíú",
            };
            words.iter().filter(|word| lexicon.common.contains(**word)).count()
                + words.iter().filter(|word| lexicon.phrases.contains_key(**word) || lexicon.stop.contains(**word)).count()
                + 2 * lower.chars().filter(|c| letters.contains(*c)).count().min(3)
        };
        let mut best = (Self::English, count(Self::English));
        if best.1 == 0 {
            best.0 = Self::by_figures(text);
        }
        for language in Self::ALL {
            let found = count(language);
            if found > best.1 {
                best = (language, found);
            }
        }
        best.0
    }
}

impl Language {
    /// How figures are grouped where no word tells the language: "1 250 €", "1.250 €", "€1,250".
    fn by_figures(text: &str) -> Self {
        let chars: Vec<char> = text.chars().collect();
        let digit = |at: usize| chars.get(at).is_some_and(char::is_ascii_digit);
        let behind = |at: usize| at.checked_sub(1).is_some_and(digit) || (at >= 2 && chars.get(at - 1) == Some(&' ') && digit(at - 2));
        let grouped = (1..chars.len())
            .any(|at| chars.get(at).is_some_and(|c| c.is_whitespace()) && digit(at - 1) && (at + 1..at + 4).all(digit) && !digit(at + 4));
        let sign_behind = (0..chars.len()).any(|at| chars.get(at) == Some(&'€') && behind(at));
        match (sign_behind, grouped) {
            (true, true) => Self::French,
            (true, false) => Self::German,
            _ => Self::English,
        }
    }
}

/// What a phrase means for prices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Tag {
    Once,
    Flat,
    PriceWord,
    Fraction,
    Third,
    Ours,
    Every,
    Article,
    ColPrice,
    ColTotal,
    ColQuantity,
    Ongoing,
    Restated,
    Quantity,
    Monthly,
    Quarterly,
    Yearly,
    OtherCadence,
    Per,
    Each,
    At,
    Times,
    Equal,
    UnitRate,
    Instalment,
    CountNoun,
    Optional,
    Extra,
    Either,
    Or,
    Doubt,
    Condition,
    Billed,
    Discount,
    Deposit,
    Balance,
    Whole,
    Tax,
    PlusTax,
    InclTax,
    Total,
    Old,
    Past,
    Budget,
    Theirs,
    Free,
    Excluded,
    PassOn,
    Success,
    MinimumTerm,
    FixedTerm,
    Covers,
    Reference,
    Day,
    Week,
    Month,
    Year,
    Hour,
    Minute,
    MonthName,
    Half,
}

/// The value of a word for a number.
#[derive(Debug, Clone, Copy)]
pub enum NumberWord {
    /// "seven".
    Value(Decimal),
    /// "dozens": no one value.
    Open,
    /// "hundred": multiplies what precedes it.
    Factor(Decimal),
}

/// One language's words.
#[derive(Debug, Default)]
pub struct Lexicon {
    /// Phrases by their first word, the longest first.
    phrases: HashMap<String, Vec<(Vec<String>, Tag)>>,
    /// Words that name nothing.
    pub stop: HashSet<String>,
    /// Words after which a full stop ends no sentence.
    pub abbreviations: HashSet<String>,
    common: HashSet<String>,
    /// The headers of columns.
    pub columns: HashMap<String, Tag>,
    numbers: HashMap<String, NumberWord>,
    currencies: HashMap<String, Option<Currency>>,
    tax_words: HashMap<String, TaxMode>,
}

/// A language's words.
pub fn lexicon(language: Language) -> &'static Lexicon {
    static LEXICONS: LazyLock<[Lexicon; 4]> = LazyLock::new(|| {
        [
            Lexicon::parse(include_str!("lexicon/en.txt")),
            Lexicon::parse(include_str!("lexicon/de.txt")),
            Lexicon::parse(include_str!("lexicon/fr.txt")),
            Lexicon::parse(include_str!("lexicon/es.txt")),
        ]
    });
    let [english, german, french, spanish] = &*LEXICONS;
    match language {
        Language::English => english,
        Language::German => german,
        Language::French => french,
        Language::Spanish => spanish,
    }
}

impl Lexicon {
    fn parse(text: &str) -> Self {
        let mut lexicon = Self::default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let Some((name, list)) = line.split_once(':') else { continue };
            let words = || list.split_whitespace().map(str::to_owned);
            let pairs = || list.split('|').filter_map(|entry| entry.trim().rsplit_once(' '));
            match name {
                "language" => lexicon.common = words().collect(),
                "stop" => lexicon.stop = words().collect(),
                "abbreviation" => lexicon.abbreviations = words().collect(),
                "tax_added" => lexicon.tax_words.extend(words().map(|word| (word, TaxMode::Exclusive))),
                "tax_included" => lexicon.tax_words.extend(words().map(|word| (word, TaxMode::Inclusive))),
                "number" => {
                    for (word, value) in pairs() {
                        // "?" stands for a number that a single value does not say: "one and a half".
                        let number = match value.strip_prefix('*') {
                            _ if value == "?" => NumberWord::Open,
                            Some(factor) => NumberWord::Factor(factor.parse().unwrap_or_default()),
                            None => NumberWord::Value(value.parse().unwrap_or_default()),
                        };
                        lexicon.numbers.insert(word.to_owned(), number);
                    }
                }
                "currency" => lexicon.currencies.extend(pairs().map(|(word, code)| (word.to_owned(), code.parse().ok()))),
                _ => {
                    let Ok(tag) = name.parse::<Tag>() else { continue };
                    if matches!(tag, Tag::ColPrice | Tag::ColTotal | Tag::ColQuantity) {
                        lexicon.columns.extend(list.split('|').map(|phrase| (phrase.trim().to_owned(), tag)));
                        continue;
                    }
                    for phrase in list.split('|') {
                        let words: Vec<String> = phrase.split_whitespace().map(str::to_owned).collect();
                        if let Some(first) = words.first() {
                            lexicon.phrases.entry(first.clone()).or_default().push((words, tag));
                        }
                    }
                }
            }
        }
        for phrases in lexicon.phrases.values_mut() {
            // Of equal length the phrase that says more of prices comes first.
            phrases.sort_by_key(|(words, tag)| (std::cmp::Reverse(words.len()), tag.is_small()));
        }
        lexicon
    }

    /// Whether a word beside a rate says that the tax is added or included.
    pub fn tax_mode(&self, word: &str) -> Option<TaxMode> {
        self.tax_words.get(word.trim_end_matches('.')).copied()
    }

    /// The longest phrase that begins at a token: its tag and its number of tokens.
    pub fn phrase(&self, tokens: &[Token<'_>]) -> Option<(Tag, usize)> {
        let first = tokens.first()?;
        let candidates = self.phrases.get(&first.lower)?;
        candidates.iter().find_map(|(words, tag)| {
            let fits = tokens.len() >= words.len() && words.iter().zip(tokens).all(|(word, token)| token.lower == *word);
            fits.then_some((*tag, words.len()))
        })
    }

    /// The currency that a word names: `Some(None)` where it names several.
    pub fn currency(&self, token: &Token<'_>) -> Option<Option<Currency>> {
        if let Some(named) = self.currencies.get(&token.lower) {
            return Some(*named);
        }
        let is_code = token.text.len() == 3 && token.text.chars().all(|c| c.is_ascii_uppercase());
        is_code.then(|| token.text.parse().ok()).flatten().map(Some)
    }

    /// The number that the words from a token on spell, and how many tokens they are.
    pub fn spelled(&self, tokens: &[Token<'_>]) -> Option<(Decimal, usize)> {
        let mut sum = Decimal::ZERO;
        let mut group: Option<Decimal> = None;
        let mut used = 0;
        for (at, token) in tokens.iter().enumerate() {
            // "treinta y cinco", "seven hundred and fifty"
            if at > 0
                && matches!(token.lower.as_str(), "y" | "et" | "and" | "und")
                && tokens.get(at + 1).is_some_and(|next| {
                    let joins = match token.lower.as_str() {
                        "and" => group.is_some_and(|group| group >= Decimal::ONE_HUNDRED) || group.is_none(),
                        _ => group.is_some_and(|group| group >= Decimal::TEN && group % Decimal::TEN == Decimal::ZERO),
                    };
                    joins && matches!(self.numbers.get(&next.lower), Some(NumberWord::Value(value)) if *value < Decimal::ONE_HUNDRED && *value > Decimal::ONE)
                })
            {
                continue;
            }
            let parts = match (&token.kind, self.numbers.get(&token.lower)) {
                (Kind::Word, Some(number)) => vec![*number],
                (Kind::Word, None) => match self.compound(&token.lower) {
                    Some(parts) => parts,
                    None => break,
                },
                _ => break,
            };
            for part in parts {
                match part {
                    NumberWord::Open => return None,
                    NumberWord::Value(value) => group = Some(group.unwrap_or_default() + value),
                    NumberWord::Factor(factor) if factor == Decimal::ONE_HUNDRED => {
                        group = Some(group.unwrap_or(Decimal::ONE) * factor);
                    }
                    NumberWord::Factor(factor) => {
                        sum += group.take().unwrap_or(Decimal::ONE) * factor;
                    }
                }
            }
            used = at + 1;
        }
        (used > 0).then(|| (sum + group.unwrap_or_default(), used))
    }

    /// "tausendfünfhundert", "zweiundzwanzig": a word made of number words only.
    fn compound(&self, word: &str) -> Option<Vec<NumberWord>> {
        if word.chars().count() < 7 {
            return None;
        }
        let mut rest = word;
        let mut parts = Vec::new();
        while !rest.is_empty() {
            if let Some(after) = rest.strip_prefix("und").filter(|_| !parts.is_empty()) {
                rest = after;
                continue;
            }
            let (length, number) = self
                .numbers
                .iter()
                .filter(|(known, _)| rest.starts_with(known.as_str()))
                .map(|(known, number)| (known.len(), *number))
                .max_by_key(|(length, _)| *length)?;
            parts.push(number);
            rest = rest.get(length..)?;
        }
        (parts.len() > 1).then_some(parts)
    }
}

impl Tag {
    /// Whether a phrase directly behind an amount belongs to it.
    pub fn qualifies(self) -> bool {
        matches!(
            self,
            Self::Once
                | Self::Monthly
                | Self::Quarterly
                | Self::Yearly
                | Self::OtherCadence
                | Self::Each
                | Self::UnitRate
                | Self::Optional
                | Self::PlusTax
                | Self::InclTax
                | Self::Tax
        )
    }

    /// Whether a phrase says how often something is charged.
    pub fn is_cadence(self) -> bool {
        matches!(self, Self::Once | Self::Monthly | Self::Quarterly | Self::Yearly | Self::OtherCadence)
    }

    /// Whether it matters only where the same words mean nothing else.
    fn is_small(self) -> bool {
        matches!(self, Self::PriceWord | Self::Article | Self::Third | Self::Ours | Self::Every | Self::Quantity | Self::Reference)
    }

    /// Whether it may stand in the name of what is charged.
    pub fn names(self) -> bool {
        matches!(
            self,
            Self::PriceWord
                | Self::At
                | Self::Covers
                | Self::Reference
                | Self::Balance
                | Self::Half
                | Self::Extra
                | Self::Instalment
                | Self::CountNoun
        )
    }

    /// Whether it is a unit of time.
    pub fn is_time(self) -> bool {
        matches!(self, Self::Day | Self::Week | Self::Month | Self::Year | Self::Hour | Self::Minute)
    }
}
