//! Sources and the lookup of claims in them: by value, not by similarity, except for statements, where most of
//! their words must be found in one sentence.

use std::{
    borrow::Cow,
    collections::{BTreeSet, HashMap},
    ops::Range,
};

use rust_decimal::Decimal;

use super::{
    dates::Day,
    figures::{Figure, Hedge, Measure, Text, figures},
    find::{self, FoundClaim},
    kinds::{ClaimKind, SourceKind},
    quotes, statements,
    sums::{self, Operands},
    text::{Cut, Utf16, excerpt, plain, stem},
};
use crate::{
    document::BlockKind,
    money::Currency,
    pricing::Cadence,
    reading::{lexicon::Language, token::Kind},
};

/// A text that may back claims.
#[derive(Debug, Clone)]
pub struct Source<'a> {
    pub kind: SourceKind,
    /// Its name for people.
    pub label: Cow<'static, str>,
    /// Its words.
    pub text: Cow<'a, str>,
    /// Who typed it, if known.
    pub author: Option<String>,
    /// What its existence backs: an entry in the list of awards makes a company award-winning.
    pub(super) stands_for: &'static str,
    /// The only values that it provides, if a person typed one claim of the text and not the rest.
    pub(super) only: Option<(String, Vec<String>)>,
}

impl<'a> Source<'a> {
    /// An input.
    #[must_use]
    pub fn new(kind: SourceKind, label: impl Into<Cow<'static, str>>, text: impl Into<Cow<'a, str>>) -> Self {
        Self { kind, label: label.into(), text: text.into(), author: None, stands_for: "", only: None }
    }

    /// An entry of the list of certificates ("certif") or awards ("award").
    #[must_use]
    pub fn entry(kind: SourceKind, label: impl Into<Cow<'static, str>>, text: impl Into<Cow<'a, str>>, stands_for: &'static str) -> Self {
        Self { stands_for, ..Self::new(kind, label, text) }
    }
}

/// The source of a claim, with an excerpt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backing {
    pub kind: SourceKind,
    /// Its name for people.
    pub label: String,
    /// The words around it.
    pub excerpt: String,
    /// Where the relevant part begins in the excerpt, in UTF-16 code units.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
    /// Who typed it, if known.
    pub author: Option<String>,
}

/// The most sentences that are compared with a statement.
const COMPARED_MAX: usize = 200;
/// The most amounts that make up a total.
const LINES_MAX: usize = 8;
/// How many words apart an amount and its quantity may be.
const BESIDE: usize = 10;
/// The most figures of one kind that a text may calculate with.
const OPERANDS_MAX: usize = 48;
/// The most figures that are compared with one that the text calls approximate.
const KNOWN_MAX: usize = 2_000;
/// Statements without a cue of their own class are backed by a sentence with that many of ten words.
const SAME_WORDS: usize = 6;
/// With the same class of cue fewer words are enough.
const SAME_CLASS: usize = 4;

/// A sentence of a source.
struct Sentence {
    source: usize,
    span: Range<usize>,
    classes: Vec<&'static str>,
}

/// A figure of a source.
struct Known {
    source: usize,
    span: Range<usize>,
    measure: Measure,
    value: Decimal,
}

/// Sources, indexed for lookup.
pub(super) struct Index<'a> {
    sources: Vec<Source<'a>>,
    /// The positions of each value: at most one per source, sources in order.
    values: HashMap<String, Vec<(usize, Range<usize>)>>,
    sentences: Vec<Sentence>,
    /// The sentences that hold a word.
    by_word: HashMap<String, Vec<usize>>,
    known: Vec<Known>,
    /// The amounts of price texts with the quantities in the same sentence.
    lines: Vec<(Decimal, Vec<Decimal>)>,
    /// How often amounts are charged, in the words of the inputs.
    cadences: Vec<(Decimal, Cadence)>,
    /// The currencies of amounts in the price texts.
    currencies: Vec<(Decimal, Currency)>,
    /// The year of the proposal.
    pub(super) now: Option<u32>,
    /// The years that the sources name.
    pub(super) years: Vec<u32>,
    /// The days and months that they name.
    pub(super) days: Vec<(u32, u32)>,
    /// Days with a length of time in the same sentence: "the 20th; we set up two days before".
    pub(super) moved: Vec<((u32, u32), Decimal)>,
    /// Each source as plain words, in which quotations are looked up.
    plain: Vec<String>,
}

impl<'a> Index<'a> {
    /// `language` is the one of the document, for sources that are too short to tell.
    pub(super) fn new(sources: Vec<Source<'a>>, language: Language) -> Self {
        let mut index = Self {
            sources: Vec::new(),
            values: HashMap::new(),
            sentences: Vec::new(),
            by_word: HashMap::new(),
            known: Vec::new(),
            lines: Vec::new(),
            cadences: Vec::new(),
            currencies: Vec::new(),
            now: None,
            years: Vec::new(),
            days: Vec::new(),
            moved: Vec::new(),
            plain: Vec::new(),
        };
        for (at, source) in sources.iter().enumerate() {
            index.add(at, source, language);
        }
        index.sources = sources;
        index
    }

    fn add(&mut self, at: usize, source: &Source<'_>, language: Language) {
        if let Some((words, gives)) = &source.only {
            let start = source.text.find(words.as_str()).unwrap_or_default();
            let span = start..(start + words.len()).min(source.text.len());
            for value in gives {
                self.put(value.clone(), at, span.clone());
                let amount = value.strip_prefix("amount ").and_then(|value| value.parse().ok());
                self.known.extend(amount.map(|value| Known { source: at, span: span.clone(), measure: Measure::Amount, value }));
            }
            self.plain.push(String::new());
            return;
        }
        self.plain.push(plain(&source.text));
        let mut languages = match source.kind {
            // The table and the dates are written by this program.
            SourceKind::Pricing | SourceKind::Proposal => vec![Language::English],
            _ => vec![language, Language::of(&source.text)],
        };
        // Few words do not tell a language; the document's counts too.
        languages.dedup();
        for language in languages {
            self.read(at, source, &Cut::new(&source.text, language));
        }
        if !source.stands_for.is_empty() {
            self.put(format!("stands for {}", source.stands_for), at, 0..source.text.len());
        }
    }

    fn read(&mut self, at: usize, source: &Source<'_>, cut: &Cut<'_>) {
        let text = if source.kind == SourceKind::PricingDetails { Text::Prices } else { Text::Input };
        let found = find::claims(cut, BlockKind::Free, 0, text);
        for claim in found.claims.iter().filter(|claim| claim.figure.is_none()) {
            for value in &claim.evidence.gives {
                self.put(value.clone(), at, claim.span.clone());
            }
        }
        for figure in &found.figures {
            self.note(cut, figure, (at, source.kind));
        }
        if text == Text::Prices && self.lines.is_empty() {
            self.lines(cut, &found.figures);
        }
        self.dates(cut, &found.figures, at);
        // The same words in the document are the same claims.
        for figure in figures(cut, Text::Document) {
            for value in figure.evidence.gives {
                self.put(value, at, cut.span(&figure.range));
            }
        }
        for (place, token) in cut.tokens.iter().enumerate().filter(|(_, token)| token.kind == Kind::Word) {
            let bare = token.lower.strip_suffix("'s").unwrap_or(&token.lower);
            self.put(format!("word {bare}"), at, token.span.clone());
            self.put(format!("stem {}", stem(bare)), at, token.span.clone());
            if cut.lexicon.spelled(cut.from(place)).is_some_and(|(value, _)| value == Decimal::ONE) {
                self.put("number 1".to_owned(), at, token.span.clone());
            }
        }
        for (number, span) in cut.sentences.iter().enumerate() {
            if let Some(said) = source.text.get(span.clone()).and_then(quotes::said) {
                self.put(said, at, span.clone());
            }
            let mut classes = statements::classes(cut, number);
            if !source.stands_for.is_empty() {
                classes.push(source.stands_for);
            }
            let words = cut.stems(cut.tokens_of(number));
            for word in &words {
                self.by_word.entry(word.clone()).or_default().push(self.sentences.len());
            }
            self.sentences.push(Sentence { source: at, span: span.clone(), classes });
        }
    }

    fn note(&mut self, cut: &Cut<'_>, figure: &Figure, (source, kind): (usize, SourceKind)) {
        let span = cut.span(&figure.range);
        for value in &figure.evidence.gives {
            self.put(value.clone(), source, span.clone());
        }
        self.known.extend(figure.values.iter().map(|(measure, value)| Known {
            source,
            span: span.clone(),
            measure: *measure,
            value: *value,
        }));
        if kind == SourceKind::PricingDetails {
            self.cadences.extend(figure.of(Measure::Amount).zip(figure.cadence));
            self.currencies.extend(figure.of(Measure::Amount).zip(figure.currency));
        }
        if self.now.is_none() && kind == SourceKind::Proposal {
            self.now = figure.days.iter().find_map(|day| day.year);
        }
        self.years.extend(figure.days.iter().filter_map(|day| day.year));
        let plain = figure.of(Measure::Count).filter_map(|count| u32::try_from(count).ok());
        self.years.extend(plain.filter(|year| (1900..2100).contains(year)));
        self.days.extend(figure.days.iter().filter_map(|day| day.month.zip(day.day)));
    }

    /// Notes dates that lack the only year of their text, and lengths of time beside dates.
    fn dates(&mut self, cut: &Cut<'_>, figures: &[Figure], source: usize) {
        let mut years = figures.iter().flat_map(|figure| &figure.days).filter_map(|day| day.year);
        let year = years.next().filter(|year| years.all(|other| other == *year));
        for figure in figures {
            for day in figure.days.iter().filter(|day| day.year.is_none() && day.day.is_some()) {
                let full = year.map(|_| Day { year, ..*day }.written());
                full.into_iter().for_each(|value| self.put(value, source, cut.span(&figure.range)));
            }
            let sentence = cut.sentence(figure.range.start);
            let beside = figures.iter().filter(|other| cut.sentence(other.range.start) == sentence).take(8);
            let lengths: Vec<Decimal> = beside.flat_map(|other| other.of(Measure::Minutes).collect::<Vec<_>>()).collect();
            let days = figure.days.iter().filter_map(|day| day.month.zip(day.day));
            self.moved.extend(days.flat_map(|day| lengths.iter().map(move |length| (day, *length))));
        }
    }

    fn put(&mut self, value: String, source: usize, span: Range<usize>) {
        let places = self.values.entry(value).or_default();
        if places.last().is_none_or(|(last, _)| *last != source) {
            places.push((source, span));
        }
    }

    /// The source of a claim, if there is one.
    pub(super) fn trace(&self, found: &FoundClaim) -> Option<Backing> {
        let place = match &found.evidence.said {
            Some((cue, words)) => self.statement(found, cue, words),
            None if found.kind == ClaimKind::Testimonial => self.value(found).or_else(|| self.quotation(found)),
            None => self.value(found).or_else(|| self.nearly(found)),
        };
        let (source, span) = place?;
        self.backing(source, &span)
    }

    fn value(&self, found: &FoundClaim) -> Option<(usize, Range<usize>)> {
        let (first, others) = found.evidence.needs.split_first()?;
        let mut places: Vec<&(usize, Range<usize>)> = first.iter().filter_map(|value| self.values.get(value)).flatten().collect();
        places.sort_by_key(|(source, _)| (self.rank(found.kind, *source), *source));
        let place = places.into_iter().find(|(source, _)| others.iter().all(|any| self.has_any(*source, any)))?;
        Some(place.clone())
    }

    /// A figure that is not exactly the one stated, where the text says "about", "more than" or the like.
    fn nearly(&self, found: &FoundClaim) -> Option<(usize, Range<usize>)> {
        let figure = found.figure.as_ref().filter(|figure| figure.hedge != Hedge::Exact)?;
        let [(measure, said)] = *figure.values.as_slice() else { return None };
        // "about five of a hundred" is a percentage too.
        let is_same = |known: &&Known| {
            known.measure == measure || (known.measure == Measure::Percent && measure == Measure::Count && figure.hedge == Hedge::About)
        };
        let known = self.known.iter().take(KNOWN_MAX).filter(is_same).find(|known| figure.hedge.allows(said, known.value))?;
        Some((known.source, known.span.clone()))
    }

    fn quotation(&self, found: &FoundClaim) -> Option<(usize, Range<usize>)> {
        let parts: Vec<&str> = found.evidence.gives.iter().filter_map(|value| value.strip_prefix("said ")).collect();
        let source = self.plain.iter().position(|plain| parts.iter().all(|part| plain.contains(part)))?;
        Some((source, 0..self.sources.get(source)?.text.len()))
    }

    /// The pricing table is searched first for money and last for anything else.
    fn rank(&self, kind: ClaimKind, source: usize) -> u8 {
        let pricing = self.sources.get(source).is_some_and(|source| source.kind == SourceKind::Pricing);
        u8::from(pricing != (kind == ClaimKind::Amount))
    }

    fn has_any(&self, source: usize, values: &[String]) -> bool {
        values.iter().filter_map(|value| self.values.get(value)).any(|places| places.binary_search_by_key(&source, |(at, _)| *at).is_ok())
    }

    fn statement(&self, found: &FoundClaim, cue: &str, words: &BTreeSet<String>) -> Option<(usize, Range<usize>)> {
        let named = |source: usize| found.evidence.needs.iter().all(|any| self.has_any(source, any));
        // An identical sentence, from any source.
        let same = found.evidence.gives.iter().filter_map(|value| self.values.get(value)).flatten().next();
        if let Some(place) = same {
            return Some(place.clone());
        }
        let mut shared: HashMap<usize, usize> = HashMap::new();
        for sentence in words.iter().filter_map(|word| self.by_word.get(word)).flat_map(|sentences| sentences.iter().take(COMPARED_MAX)) {
            *shared.entry(*sentence).or_default() += 1;
        }
        let fits = |(sentence, shared): (usize, usize)| {
            let sentence = self.sentences.get(sentence)?;
            let is_alike = sentence.classes.contains(&cue);
            let enough = if is_alike { SAME_CLASS } else { SAME_WORDS };
            let is_open = matches!(cue, "universal" | "certain" | "pledge" | "law" | "never" | "received");
            ((is_alike || is_open) && shared * 10 >= words.len() * enough && named(sentence.source)).then_some((shared, sentence))
        };
        let likely = shared
            .into_iter()
            .filter_map(fits)
            .max_by_key(|(shared, sentence)| (*shared, std::cmp::Reverse((sentence.source, sentence.span.start))));
        if let Some((_, sentence)) = likely {
            return Some((sentence.source, sentence.span.clone()));
        }
        self.values.get(&format!("stands for {cue}")).into_iter().flatten().find(|(source, _)| named(*source)).cloned()
    }

    /// Whether an input says how often an amount is charged.
    pub(super) fn says(&self, amount: Decimal, cadence: Cadence) -> bool {
        self.cadences.contains(&(amount, cadence))
    }

    /// Whether a price text has an amount in a currency.
    pub(super) fn has(&self, amount: Decimal, currency: Currency) -> bool {
        self.currencies.contains(&(amount, currency))
    }

    /// The figures of the inputs that a text may calculate with.
    pub(super) fn operands(&self) -> Operands {
        let mut operands = Operands { totals: sums::totals(self.lines.get(..LINES_MAX).unwrap_or(&self.lines)), ..Operands::default() };
        for known in &self.known {
            let is_price = self
                .sources
                .get(known.source)
                .is_some_and(|source| matches!(source.kind, SourceKind::Pricing | SourceKind::PricingDetails));
            if matches!(known.measure, Measure::Minutes | Measure::Months) && operands.lengths.len() < OPERANDS_MAX {
                operands.lengths.push((known.measure, known.value));
            }
            let mut note = |list: fn(&mut Operands) -> &mut Vec<Decimal>| {
                let list = list(&mut operands);
                if list.len() < OPERANDS_MAX && !list.contains(&known.value) {
                    list.push(known.value);
                }
            };
            match known.measure {
                Measure::Amount if is_price => note(|operands| &mut operands.prices),
                Measure::Amount => note(|operands| &mut operands.others),
                Measure::Percent => note(|operands| &mut operands.percents),
                Measure::Count | Measure::Months if is_price => {
                    note(|operands| &mut operands.counts);
                    note(|operands| &mut operands.all_counts);
                }
                Measure::Count => note(|operands| &mut operands.all_counts),
                Measure::Minutes | Measure::Months => {}
            }
        }
        operands
    }

    /// Notes the amounts of a price text with the quantities beside them.
    fn lines(&mut self, cut: &Cut<'_>, figures: &[Figure]) {
        for figure in figures.iter().filter(|figure| figure.kind == ClaimKind::Amount && figure.of(Measure::Count).next().is_none()) {
            let sentence = cut.sentence(figure.range.start);
            let beside = figures.iter().filter(|other| other.range != figure.range && cut.sentence(other.range.start) == sentence);
            let counts = beside.filter(|other| other.range.start.abs_diff(figure.range.start) <= BESIDE);
            let mut counts: Vec<Decimal> =
                counts.flat_map(|other| other.of(Measure::Count).chain(other.of(Measure::Months)).collect::<Vec<_>>()).take(3).collect();
            counts.extend(match figure.cadence {
                Some(Cadence::Monthly) => Some(Decimal::from(12)),
                Some(Cadence::Quarterly) => Some(Decimal::from(4)),
                _ => None,
            });
            let pairs: Vec<Decimal> = counts
                .iter()
                .enumerate()
                .flat_map(|(at, one)| counts.iter().skip(at + 1).filter_map(move |other| one.checked_mul(*other)))
                .collect();
            counts.extend(pairs);
            self.lines.extend(figure.of(Measure::Amount).last().map(|amount| (amount, counts)));
        }
    }

    /// A calculation as the backing of a claim.
    pub(super) fn calculated(&self, formula: String) -> Backing {
        let end = u32::try_from(formula.encode_utf16().count()).unwrap_or(u32::MAX);
        let kind =
            self.sources.iter().find(|source| source.kind == SourceKind::Pricing).map_or(SourceKind::PricingDetails, |source| source.kind);
        Backing { kind, label: "Calculated".to_owned(), start: 0, end, author: None, excerpt: formula }
    }

    fn backing(&self, source: usize, span: &Range<usize>) -> Option<Backing> {
        let source = self.sources.get(source)?;
        let (words, range) = excerpt(&source.text, span);
        let mut units = Utf16::new(&words);
        let (start, end) = (units.at(range.start), units.at(range.end));
        Some(Backing { kind: source.kind, label: source.label.to_string(), start, end, author: source.author.clone(), excerpt: words })
    }
}
