//! The words of prices and of claims, one file a language: `lexicon/*.txt`.

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use rust_decimal::Decimal;

mod classes;

use classes::ClassPhrase;
pub(crate) use classes::{Class, bare};

use super::token::{Kind, Token};
use crate::money::Currency;

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

    /// The separator of thousands.
    pub fn thousands(self) -> char {
        match self {
            Self::English => ',',
            // French groups with spaces; a point or comma before three digits is open.
            Self::French => '\u{202f}',
            Self::German | Self::Spanish => '.',
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
        // A few words without a language, in euros: nothing says how figures are written.
        if best.1 == 0 && text.contains('€') {
            best = (Self::French, 0);
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
    /// The numbers of months by name.
    months: HashMap<String, u32>,
    /// The word classes of claims by first letter.
    classes: HashMap<char, Vec<ClassPhrase>>,
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
                _ if name.starts_with("claim ") => lexicon.class(name.trim_start_matches("claim "), list),
                "currency" => lexicon.currencies.extend(pairs().map(|(word, code)| (word.to_owned(), code.parse().ok()))),
                _ => {
                    let Ok(tag) = name.parse::<Tag>() else { continue };
                    if tag == Tag::MonthName {
                        lexicon.month_names(list);
                    }
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

    /// The first twelve names are the months; each other one is another name of the month that begins alike.
    fn month_names(&mut self, list: &str) {
        let plain = |name: &str| name.replace('ä', "a").replace("br", "b").chars().take(3).collect::<String>();
        let names: Vec<&str> = list.split('|').map(str::trim).collect();
        let full = names.get(..12).unwrap_or_default();
        for name in &names {
            let at =
                full.iter().position(|month| month.starts_with(name)).or_else(|| full.iter().position(|month| plain(month) == plain(name)));
            self.months.extend(at.and_then(|at| u32::try_from(at + 1).ok()).map(|month| ((*name).to_owned(), month)));
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

    /// The longest phrase that begins at a token: its tag and its number of tokens.
    pub fn phrase(&self, tokens: &[Token<'_>]) -> Option<(Tag, usize)> {
        let first = tokens.first()?;
        let candidates = self.phrases.get(&first.lower)?;
        candidates.iter().find_map(|(words, tag)| {
            let fits = tokens.len() >= words.len()
                && words.iter().zip(tokens).all(|(word, token)| token.lower == *word && !matches!(token.kind, Kind::Number(_)));
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
                    // "quatre-vingts"
                    NumberWord::Value(_) if token.lower.starts_with("vingt") && group == Some(Decimal::from(4)) => {
                        group = Some(Decimal::from(80));
                    }
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

    /// Whether it is a unit of time.
    pub fn is_time(self) -> bool {
        matches!(self, Self::Day | Self::Week | Self::Month | Self::Year | Self::Hour | Self::Minute)
    }
}
