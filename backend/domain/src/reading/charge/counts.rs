//! The numbers of things in a clause, and the nouns that they count.

use rust_decimal::Decimal;

use super::ClauseReader;
use crate::reading::{
    lexicon::{Tag, WordList},
    units::{Is, Unit},
};

/// A number of things.
pub(super) struct Count {
    /// Its unit.
    pub at: usize,
    /// Its place in the clause.
    pub place: usize,
    pub value: Decimal,
    /// The noun behind it, and its tag if that is a unit of time, an instalment or a noun of counting.
    pub noun: Option<String>,
    pub tag: Option<Tag>,
    pub bracketed: bool,
    pub hyphenated: bool,
}

impl Count {
    /// Whether it stands neither in brackets nor in a compound: "(2 classes)", "5-page".
    pub(super) fn is_free(&self) -> bool {
        !self.bracketed && !self.hyphenated
    }
}

/// A word for things that are counted, with the kinds of things that it is for: looking those up takes long.
pub struct Noun {
    word: String,
    /// For persons, for a licence or its user, for a unit of area.
    kinds: [bool; 3],
}

impl Noun {
    /// That word, in lower case.
    pub fn new(word: &str) -> Self {
        let is_person = WordList::Person.entries().any(|person| same_noun(word, person));
        Self {
            word: word.to_owned(),
            kinds: [is_person, WordList::Seat.has(word), WordList::SquareMetre.has(word)],
        }
    }

    /// The word.
    pub fn word(&self) -> &str {
        &self.word
    }

    /// Whether both may count the same things: forms of one noun, or two words of a kind.
    pub fn is_same(&self, other: &Self) -> bool {
        same_noun(&self.word, &other.word)
            || self.kinds.into_iter().zip(other.kinds).any(|(one, other)| one && other)
    }
}

/// Whether two words may count the same things.
pub fn same_things(one: &str, other: &str) -> bool {
    Noun::new(one).is_same(&Noun::new(other))
}

/// Whether two words may be forms of one noun: they begin alike, or one is the end of the other:
/// "Normseiten", "Seite".
pub fn same_noun(one: &str, other: &str) -> bool {
    let (one, other) = (one.strip_suffix('s').unwrap_or(one), other.strip_suffix('s').unwrap_or(other));
    // "copies", "copy"
    let is_y = |one: &str, other: &str| {
        one.strip_suffix("ie").is_some_and(|stem| other.strip_suffix('y') == Some(stem))
    };
    if is_y(one, other) || is_y(other, one) {
        return true;
    }
    let letters = |word| str::chars(word).map(without_umlaut);
    // Most words differ at both ends.
    if letters(one).next() != letters(other).next()
        && stem_backwards(one).next() != stem_backwards(other).next()
    {
        return false;
    }
    let (one_length, other_length) = (letters(one).count(), letters(other).count());
    let shorter = one_length.min(other_length);
    let common = letters(one).zip(letters(other)).take_while(|(one, other)| one == other).count();
    let begins = common >= shorter.saturating_sub(2).max(4) && one_length.abs_diff(other_length) <= 3;
    let ends_with = |end, word| {
        let mut word = stem_backwards(word);
        stem_backwards(end).all(|letter| word.next() == Some(letter))
    };
    let ends = shorter >= 5 && (ends_with(one, other) || ends_with(other, one));
    (common == one_length && common == other_length) || begins || ends
}

/// Whether a word beside a number of days in a clause makes them a time limit: "payable within 30 days", "30
/// days' notice".
pub fn names_time_limit(units: &[Unit], clause: &[usize], place: usize) -> bool {
    let unit = |place: usize| clause.get(place).and_then(|at| units.get(*at));
    let joins = |place: &usize| {
        unit(*place)
            .is_some_and(|unit| !matches!(unit.is, Is::Money { .. } | Is::Mark(_)) || unit.lower == "'")
    };
    let names = |place: usize| unit(place).is_some_and(|unit| WordList::TimeLimit.has(&unit.lower));
    (0..place).rev().take(4).take_while(joins).any(names)
        || (place + 2..place + 4).take_while(joins).any(names)
}

/// The letters of a word without a German ending, from the last one.
fn stem_backwards(word: &str) -> impl Iterator<Item = char> {
    word.trim_end_matches('n').trim_end_matches('e').chars().rev().map(without_umlaut)
}

fn without_umlaut(c: char) -> char {
    match c {
        'ä' | 'á' => 'a',
        'é' => 'e',
        'í' => 'i',
        'ö' | 'ó' => 'o',
        'ü' | 'ú' => 'u',
        _ => c,
    }
}

/// "hours", "hrs" and "h" as the unit of a quantity.
pub(super) fn singular(noun: &str) -> String {
    if WordList::HourAbbreviation.has(noun) {
        return "hour".to_owned();
    }
    noun.strip_suffix('s').filter(|stem| stem.len() > 2 && !stem.ends_with('s')).unwrap_or(noun).to_owned()
}

impl ClauseReader<'_> {
    /// The numbers of things in the clause.
    pub(super) fn counts(&self) -> Vec<Count> {
        let counts =
            |place: &usize| *place != self.place && !self.is_length(*place) && !self.is_time_limit(*place);
        self.places().filter(counts).filter_map(|place| self.count(place)).collect()
    }

    fn count(&self, place: usize) -> Option<Count> {
        let Some(Is::Number { number, .. }) = self.is(place).filter(|_| !self.is_rhythm(place)) else {
            return None;
        };
        let at = *self.clause.units.get(place)?;
        let hyphenated = self.units.get(at).is_some_and(|unit| unit.hyphenated);
        let (noun, tag) = if hyphenated {
            self.in_compound(place)
        } else if self.is_length(place + 2) {
            self.counted(place + 3)
        } else {
            self.counted(place)
        };
        Some(Count {
            at,
            place,
            value: number.value,
            noun,
            tag,
            bracketed: self.in_brackets(place),
            hyphenated,
        })
    }

    /// "6 x 1hr sessions", "8 x 90-minute sessions": how long each lasts. In "8 x 2 hours at £40" it may be a
    /// factor.
    fn is_length(&self, place: usize) -> bool {
        let is_number = |place: usize| matches!(self.is(place), Some(Is::Number { .. }));
        let is_joined = |place: usize| self.unit(place).is_some_and(|unit| !unit.spaced);
        let is_factor = |back: usize| place.checked_sub(back).is_some_and(is_number);
        is_number(place)
            && (self.is_time(place + 1) && is_joined(place + 1) && self.is_word(place + 2))
            && (self.tag_before(place) == Some(Tag::Times) && is_factor(2))
    }

    /// "€780 per day, payable within 30 days": the days are a time limit, and not worked.
    fn is_time_limit(&self, place: usize) -> bool {
        let is_within = place > self.place && WordList::BeforeTimeLimit.has(self.word_before(place));
        self.tag(place + 1) == Some(Tag::Day)
            && (is_within || names_time_limit(self.units, &self.clause.units, place))
    }

    /// "2x pro Woche: 420 € im Monat" says how often the work is done; "12 x monatlich 210 €" does not.
    fn is_rhythm(&self, place: usize) -> bool {
        let is_cadence = |place: usize| self.tag(place).is_some_and(Tag::is_cadence);
        let has_own = || (self.place + 1..self.clause.units.len()).any(is_cadence);
        place < self.place && self.tag(place + 1) == Some(Tag::Times) && is_cadence(place + 2) && has_own()
    }

    /// The noun behind a number: "4 halbe Tage", "three equal payments", "six of the half-day workshops".
    fn counted(&self, place: usize) -> (Option<String>, Option<Tag>) {
        // "2.5 ha", "200 L"
        if WordList::ShortMeasure.has(self.word(place + 1)) {
            return (Some(self.word(place + 1).to_owned()), None);
        }
        let mut noun = None;
        for next in place + 1..place + 5 {
            match self.is(next) {
                Some(Is::Word) => noun = Some(self.word(next).to_owned()),
                Some(Is::Tag(tag)) if tag.is_time() || matches!(tag, Tag::Instalment | Tag::CountNoun) => {
                    return (Some(self.word(next).to_owned()), Some(tag));
                }
                Some(Is::Tag(Tag::Monthly | Tag::Half)) => {}
                Some(Is::Stop) if noun.is_none() => {}
                _ => break,
            }
        }
        (noun, None)
    }

    /// The noun of a compound: "five-page website", "a 10-page brochure".
    fn in_compound(&self, place: usize) -> (Option<String>, Option<Tag>) {
        match self.is(place + 1) {
            Some(Is::Word | Is::Tag(Tag::Reference)) => (Some(self.word(place + 1).to_owned()), None),
            _ => self.counted(place),
        }
    }

    /// "about", "at least" before a number.
    pub(super) fn is_doubted(&self, place: usize) -> bool {
        (1..=2).any(|back| place.checked_sub(back).is_some_and(|before| self.tag(before) == Some(Tag::Doubt)))
    }

    /// "six of them"
    pub(super) fn of_them(&self, place: usize) -> bool {
        WordList::Of.has(self.word(place + 1)) && self.tag(place + 2) == Some(Tag::Third)
    }

    /// "x" on either side of a count.
    pub(super) fn times(&self, place: usize) -> bool {
        let noun = |next: &usize| {
            matches!(self.is(*next), Some(Is::Word | Is::Stop | Is::Mark('.'))) || self.is_time(*next)
        };
        let noun = (place + 1..place + 5).take_while(noun).count();
        self.tag_before(place) == Some(Tag::Times) || self.tag(place + 1 + noun) == Some(Tag::Times)
    }

    /// The noun of "per word", "/page", "an hour": of several words the one that is counted, else the last.
    pub(super) fn per_noun(&self, counts: &[Count]) -> Option<String> {
        // "310 for every camera"
        if let Some(every) = self.find(Tag::Every).filter(|every| self.is_word(every + 1)) {
            return Some(self.word(every + 1).to_owned());
        }
        let is_noun = |place: usize| {
            self.is_word(place) || self.is_time(place) || self.tag(place) == Some(Tag::Reference)
        };
        // "12 € l'image"
        let joined = self.word(self.place + 1);
        if let Some(noun) = joined.strip_prefix("l'").filter(|_| self.is_word(self.place + 1)) {
            return Some(noun.to_owned());
        }
        if self.has_per_unit_article() && is_noun(self.place + 2) {
            return Some(self.word(self.place + 2).to_owned());
        }
        let is_per = |place: &usize| self.tag(*place) == Some(Tag::Per);
        // "$250 | One image per person"
        let is_joined = |place: &usize| !matches!(self.is(*place), Some(Is::Mark('|' | ';' | '\u{2022}')));
        let mut behind =
            (self.place + 1..(self.place + 4).min(self.clause.units.len())).take_while(is_joined);
        // "price per illustration: 130"
        let mut before =
            (1..self.place).rev().filter(|place| self.tag_before(*place) == Some(Tag::PriceWord));
        let place = behind.find(is_per).or_else(|| before.find(is_per))?;
        // "por el diseño" is no price per unit.
        let mut nouns =
            (place + 1..place + 3).take_while(|place| is_noun(*place)).map(|place| self.word(place));
        let is_counted = |noun: &&str| {
            counts.iter().filter_map(|count| count.noun.as_deref()).any(|counted| same_noun(counted, noun))
        };
        // "por llevar la contabilidad"
        let is_verb = |noun: &&str| {
            WordList::InfinitiveEnding.ends(noun)
                && matches!(self.is(place + 2), Some(Is::Stop | Is::Tag(Tag::Article)))
        };
        let first = nouns.next().filter(|noun| !is_verb(noun))?;
        let last = nouns.last().unwrap_or(first);
        Some([last, first].into_iter().find(is_counted).unwrap_or(last).to_owned())
    }

    /// "280 a session"; "translation, 0,12 € le mot"
    fn has_per_unit_article(&self) -> bool {
        let first = self.word(self.place + 1);
        let names =
            self.tag(self.place + 1) == Some(Tag::Article) || WordList::NamedPerUnitArticle.has(first);
        // "a 0,12 € la palabra"
        let is_linked = self.tag_before(self.place) == Some(Tag::At)
            || WordList::LinkBeforeAmount.has(self.word_before(self.place));
        WordList::PerUnitArticle.has(first) || (names && (is_linked || self.has_word_before(self.place)))
    }
}
