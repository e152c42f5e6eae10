//! Sources and the lookup of claims in them: by value, not by similarity, except for statements, where most
//! of their words must be found in one sentence.

use std::{
    borrow::Cow,
    collections::{BTreeSet, HashMap},
    ops::Range,
};

use rust_decimal::Decimal;

use super::{
    figures::{Text, figures},
    find::{self, FoundClaim},
    kinds::{ClaimKind, SourceKind},
    known::KnownFigures,
    quotes, statements,
    text::{Cut, Utf16, excerpt, plain, stem},
};
use crate::{
    document::BlockKind,
    money::Currency,
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
    pub fn entry(
        kind: SourceKind,
        label: impl Into<Cow<'static, str>>,
        text: impl Into<Cow<'a, str>>,
        stands_for: &'static str,
    ) -> Self {
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
/// Statements without a cue of their own class are backed by a sentence with that many of ten words.
const SAME_WORDS: usize = 6;
/// With the same class of cue fewer words are enough.
const SAME_CLASS: usize = 4;

/// A sentence of a source.
struct Sentence {
    source: usize,
    span: Range<usize>,
    classes: Vec<&'static str>,
    /// How many words it has.
    length: usize,
}

/// Sources, indexed for lookup.
pub(super) struct Index<'a> {
    sources: Vec<Source<'a>>,
    /// The positions of each value: at most one per source, sources in order.
    values: HashMap<String, Vec<(usize, Range<usize>)>>,
    sentences: Vec<Sentence>,
    /// The sentences that hold a word.
    by_word: HashMap<String, Vec<usize>>,
    pub(super) figures: KnownFigures,
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
            figures: KnownFigures::default(),
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
                self.figures.typed(amount, (at, span.clone()));
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
        let is_table = source.kind == SourceKind::Pricing;
        for figure in &found.figures {
            for value in &figure.evidence.gives {
                self.put(value.clone(), at, cut.span(&figure.range));
            }
            // "$4,500" about prices in Australian dollars
            let Some(own) = figure.currency.filter(|own| is_table && own.is_written_as_dollar()) else {
                continue;
            };
            for amount in figure.evidence.gives.iter().filter_map(|value| value.strip_suffix(own.code())) {
                self.put(format!("{amount}{}", Currency::USD), at, cut.span(&figure.range));
            }
        }
        for (value, span) in self.figures.add(cut, &found.figures, (at, source.kind)) {
            self.put(value, at, span);
        }
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
            if cut.lexicon.spelled(cut.from(place)).is_some_and(|number| number.value == Decimal::ONE) {
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
            self.sentences.push(Sentence { source: at, span: span.clone(), classes, length: words.len() });
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
            None if found.kind == ClaimKind::Testimonial => {
                self.value(found).or_else(|| self.quotation(found))
            }
            None => self.value(found).or_else(|| self.figures.nearly(found.figure.as_ref()?)),
        };
        let (source, span) = place?;
        self.backing(source, &span)
    }

    fn value(&self, found: &FoundClaim) -> Option<(usize, Range<usize>)> {
        let (first, others) = found.evidence.needs.split_first()?;
        let mut places: Vec<&(usize, Range<usize>)> =
            first.iter().filter_map(|value| self.values.get(value)).flatten().collect();
        places.sort_by_key(|(source, _)| (self.rank(found.kind, *source), *source));
        let place =
            places.into_iter().find(|(source, _)| others.iter().all(|any| self.has_any(*source, any)))?;
        Some(place.clone())
    }

    fn quotation(&self, found: &FoundClaim) -> Option<(usize, Range<usize>)> {
        let parts: Vec<&str> =
            found.evidence.gives.iter().filter_map(|value| value.strip_prefix("said ")).collect();
        let source = self.plain.iter().position(|plain| parts.iter().all(|part| plain.contains(part)))?;
        Some((source, 0..self.sources.get(source)?.text.len()))
    }

    /// The pricing table is searched first for money and last for anything else.
    fn rank(&self, kind: ClaimKind, source: usize) -> u8 {
        let pricing = self.sources.get(source).is_some_and(|source| source.kind == SourceKind::Pricing);
        u8::from(pricing != (kind == ClaimKind::Amount))
    }

    fn has_any(&self, source: usize, values: &[String]) -> bool {
        values
            .iter()
            .filter_map(|value| self.values.get(value))
            .any(|places| places.binary_search_by_key(&source, |(at, _)| *at).is_ok())
    }

    fn statement(
        &self,
        found: &FoundClaim,
        cue: &str,
        words: &BTreeSet<String>,
    ) -> Option<(usize, Range<usize>)> {
        let named = |source: usize| found.evidence.needs.iter().all(|any| self.has_any(source, any));
        // An identical sentence, from any source.
        let same = found.evidence.gives.iter().filter_map(|value| self.values.get(value)).flatten().next();
        if let Some(place) = same {
            return Some(place.clone());
        }
        let mut shared: HashMap<usize, usize> = HashMap::new();
        for sentence in words
            .iter()
            .filter_map(|word| self.by_word.get(word))
            .flat_map(|sentences| sentences.iter().take(COMPARED_MAX))
        {
            *shared.entry(*sentence).or_default() += 1;
        }
        let fits = |(sentence, shared): (usize, usize)| {
            let sentence = self.sentences.get(sentence)?;
            let is_alike = sentence.classes.contains(&cue);
            let enough = if is_alike { SAME_CLASS } else { SAME_WORDS };
            let is_open = matches!(
                cue,
                "universal" | "certain" | "pledge" | "law" | "never" | "received" | "instant" | "conditional"
            );
            // A short sentence of the source may be said together with other things.
            let is_whole = is_alike && shared > 1 && shared * 10 >= sentence.length * 8;
            let is_shared = (is_alike || is_open) && shared * 10 >= words.len() * enough;
            ((is_shared || is_whole) && named(sentence.source)).then_some((shared, sentence))
        };
        let likely = shared.into_iter().filter_map(fits).max_by_key(|(shared, sentence)| {
            (*shared, std::cmp::Reverse((sentence.source, sentence.span.start)))
        });
        if let Some((_, sentence)) = likely {
            return Some((sentence.source, sentence.span.clone()));
        }
        self.values
            .get(&format!("stands for {cue}"))
            .into_iter()
            .flatten()
            .find(|(source, _)| named(*source))
            .cloned()
    }

    /// A calculation as the backing of a claim.
    pub(super) fn calculated(&self, formula: String) -> Backing {
        let end = u32::try_from(formula.encode_utf16().count()).unwrap_or(u32::MAX);
        let kind = self
            .sources
            .iter()
            .find(|source| source.kind == SourceKind::Pricing)
            .map_or(SourceKind::PricingDetails, |source| source.kind);
        Backing { kind, label: "Calculated".to_owned(), start: 0, end, author: None, excerpt: formula }
    }

    fn backing(&self, source: usize, span: &Range<usize>) -> Option<Backing> {
        let source = self.sources.get(source)?;
        let (words, range) = excerpt(&source.text, span);
        let mut units = Utf16::new(&words);
        let (start, end) = (units.at(range.start), units.at(range.end));
        Some(Backing {
            kind: source.kind,
            label: source.label.to_string(),
            start,
            end,
            author: source.author.clone(),
            excerpt: words,
        })
    }
}
