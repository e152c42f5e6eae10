//! Sources and the lookup of claims in them: by value, not by similarity, except for promises, where most of
//! the sentence must be found.

use std::{borrow::Cow, collections::BTreeSet, collections::HashMap, ops::Range};

use super::{
    find::{self, FoundClaim},
    kinds::{ClaimKind, SourceKind},
    phrases, quotes,
    text::{Cut, Kind, Utf16, excerpt},
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

/// The most sentences with the same cue that are compared with a promise; no company has more.
const CUED_MAX: usize = 200;

/// A sentence of a source that contains a promise.
struct Promise {
    source: usize,
    span: Range<usize>,
    words: BTreeSet<String>,
}

/// Sources, indexed for lookup.
pub(super) struct Index<'a> {
    sources: Vec<Source<'a>>,
    /// The positions of each value: at most one per source, sources in order.
    values: HashMap<String, Vec<(usize, Range<usize>)>>,
    promises: HashMap<&'static str, Vec<Promise>>,
}

impl<'a> Index<'a> {
    pub(super) fn new(sources: Vec<Source<'a>>) -> Self {
        let mut index = Self { sources: Vec::new(), values: HashMap::new(), promises: HashMap::new() };
        for (at, source) in sources.iter().enumerate() {
            index.add(at, source);
        }
        index.sources = sources;
        index
    }

    fn add(&mut self, at: usize, source: &Source<'_>) {
        if let Some((words, gives)) = &source.only {
            let start = source.text.find(words.as_str()).unwrap_or_default();
            let span = start..(start + words.len()).min(source.text.len());
            for value in gives {
                self.put(value.clone(), at, span.clone());
            }
            return;
        }
        let cut = Cut::new(&source.text);
        for found in find::in_source(&cut, source.kind == SourceKind::PricingDetails) {
            for value in found.evidence.gives {
                self.put(value, at, found.span.clone());
            }
        }
        for (place, token) in cut.tokens.iter().enumerate() {
            let span = token.start..token.end;
            if let Some(figure) = super::numbers::figure(&cut, place, true) {
                self.put(format!("number {}", figure.value), at, cut.span(&(place..figure.end)));
            }
            if token.kind == Kind::Word {
                let bare = token.lower.strip_suffix("'s").unwrap_or(&token.lower);
                self.put(format!("word {bare}"), at, span);
            }
        }
        for sentence in &cut.sentences {
            if let Some(said) = source.text.get(sentence.clone()).and_then(quotes::said) {
                self.put(said, at, sentence.clone());
            }
        }
        for (cue, span, words) in phrases::cued(&cut) {
            self.promises.entry(cue).or_default().push(Promise { source: at, span, words });
        }
        if !source.stands_for.is_empty() {
            self.put(format!("stands for {}", source.stands_for), at, 0..source.text.len());
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
        let (source, span) = match &found.evidence.said {
            Some((cue, words)) => self.promise(found, cue, words)?,
            None => self.value(found)?,
        };
        self.backing(source, &span)
    }

    fn value(&self, found: &FoundClaim) -> Option<(usize, Range<usize>)> {
        let (first, others) = found.evidence.needs.split_first()?;
        let mut places: Vec<&(usize, Range<usize>)> = first.iter().filter_map(|value| self.values.get(value)).flatten().collect();
        places.sort_by_key(|(source, _)| (self.rank(found.kind, *source), *source));
        let place = places.into_iter().find(|(source, _)| others.iter().all(|any| self.has_any(*source, any)))?;
        Some(place.clone())
    }

    /// The pricing table is searched first for money and last for anything else.
    fn rank(&self, kind: ClaimKind, source: usize) -> u8 {
        let pricing = self.sources.get(source).is_some_and(|source| source.kind == SourceKind::Pricing);
        u8::from(pricing != (kind == ClaimKind::Amount))
    }

    fn has_any(&self, source: usize, values: &[String]) -> bool {
        values.iter().filter_map(|value| self.values.get(value)).any(|places| places.binary_search_by_key(&source, |(at, _)| *at).is_ok())
    }

    fn promise(&self, found: &FoundClaim, cue: &str, words: &BTreeSet<String>) -> Option<(usize, Range<usize>)> {
        let named = |source: usize| found.evidence.needs.iter().all(|any| self.has_any(source, any));
        // An identical sentence, from any source.
        let same = found.evidence.gives.iter().filter_map(|value| self.values.get(value)).flatten().next();
        if let Some(place) = same {
            return Some(place.clone());
        }
        let likely = self.promises.get(cue).into_iter().flatten().take(CUED_MAX).find(|promise| {
            let shared = words.intersection(&promise.words).count();
            shared * 10 >= words.len() * 7 && named(promise.source)
        });
        if let Some(promise) = likely {
            return Some((promise.source, promise.span.clone()));
        }
        self.values.get(&format!("stands for {cue}")).into_iter().flatten().find(|(source, _)| named(*source)).cloned()
    }

    fn backing(&self, source: usize, span: &Range<usize>) -> Option<Backing> {
        let source = self.sources.get(source)?;
        let (words, range) = excerpt(&source.text, span);
        let mut units = Utf16::new(&words);
        let (start, end) = (units.at(range.start), units.at(range.end));
        Some(Backing { kind: source.kind, label: source.label.to_string(), start, end, author: source.author.clone(), excerpt: words })
    }
}
