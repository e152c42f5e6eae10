//! Days, months and years: "by 3 May 2027", "2027-05-03", "am 25. und 26. April", "mi-septembre", "Q3".

use std::ops::Range;

use rust_decimal::Decimal;

use super::{find::Evidence, text::Cut};
use crate::reading::{
    lexicon::{Class, bare},
    token::Kind,
};

/// A day with the parts of its date that are given.
#[expect(clippy::struct_field_names, reason = "the day of a day is called so")]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Day {
    pub(super) year: Option<u32>,
    pub(super) month: Option<u32>,
    pub(super) day: Option<u32>,
}

impl Day {
    pub(super) fn written(self) -> String {
        let part = |value: Option<u32>, width: usize| {
            value.map_or_else(|| "-".repeat(width), |value| format!("{value:0width$}"))
        };
        format!("date {} {} {}", part(self.year, 4), part(self.month, 2), part(self.day, 2))
    }

    /// Its value, and the less precise values it also backs.
    fn gives(self) -> Vec<String> {
        let Self { year, month, day } = self;
        let mut all = vec![self];
        all.extend([
            Self { year, month, day: None },
            Self { year: None, month, day },
            Self { year: None, month, day: None },
            Self { year, month: None, day: None },
        ]);
        all.retain(|day| day.year.is_some() || day.month.is_some());
        let mut written: Vec<String> = all.into_iter().map(Self::written).collect();
        written.extend(day.map(|day| format!("day {day}")));
        written.dedup();
        written
    }
}

/// A date in a text.
#[derive(Debug, Clone)]
pub(super) struct Date {
    pub(super) range: Range<usize>,
    pub(super) days: Vec<Day>,
    pub(super) evidence: Evidence,
}

impl Date {
    fn of(range: Range<usize>, days: Vec<Day>) -> Self {
        let needs = days.iter().map(|day| vec![day.written()]).collect();
        Self {
            range,
            evidence: Evidence {
                gives: days.iter().flat_map(|day| day.gives()).collect(),
                needs,
                said: None,
            },
            days,
        }
    }
}

/// The date that begins at a token.
pub(super) fn date(cut: &Cut<'_>, at: usize) -> Option<Date> {
    numeric_day(cut, at)
        .or_else(|| named_day(cut, at))
        .or_else(|| quarter(cut, at))
        .or_else(|| year_alone(cut, at))
}

fn whole(cut: &Cut<'_>, at: usize) -> Option<u32> {
    match cut.at(at)?.kind {
        Kind::Number(number) if number.plain => number.value.try_into().ok(),
        _ => None,
    }
}

fn year(cut: &Cut<'_>, at: usize) -> Option<u32> {
    whole(cut, at)
        .filter(|year| (1900..=2199).contains(year) && cut.at(at).is_some_and(|token| token.text.len() == 4))
}

/// "2027-05-03", "3/5/2027", "03.05.2027", "28.11.".
fn numeric_day(cut: &Cut<'_>, at: usize) -> Option<Date> {
    let token = cut.at(at).filter(|_| cut.is_number(at))?;
    let dotted: Vec<u32> = token.text.split('.').map_while(|part| part.parse().ok()).collect();
    if let [first, second, third] = *dotted.as_slice()
        && third >= 1900
    {
        return either(at..at + 1, first, second, Some(third));
    }
    if let [first, second] = *dotted.as_slice()
        && cut.is_mark(at + 1, &['.'])
        && cut.touches(at + 1)
    {
        return either(at..at + 2, first, second, None);
    }
    let is_joined = (1..=4).all(|step| cut.touches(at + step))
        && [1, 3].iter().all(|step| cut.is_mark(at + step, &['-', '/', '–']));
    if !is_joined {
        return None;
    }
    let (first, second, third) = (whole(cut, at)?, whole(cut, at + 2)?, whole(cut, at + 4)?);
    if (1900..=2199).contains(&first) {
        let real = (1..=12).contains(&second) && (1..=31).contains(&third);
        return real.then(|| {
            Date::of(at..at + 5, vec![Day { year: Some(first), month: Some(second), day: Some(third) }])
        });
    }
    either(at..at + 5, first, second, Some(if third < 100 { 2000 + third } else { third }))
}

/// A numeric date that may be day-first or month-first.
fn either(range: Range<usize>, first: u32, second: u32, year: Option<u32>) -> Option<Date> {
    let made = |day: u32, month: u32| {
        let real = (1..=12).contains(&month)
            && (1..=31).contains(&day)
            && year.is_none_or(|year| (1900..=2199).contains(&year));
        real.then_some(Day { year, month: Some(month), day: Some(day) })
    };
    let mut days: Vec<Day> = [made(first, second), made(second, first)].into_iter().flatten().collect();
    days.dedup();
    if days.is_empty() {
        return None;
    }
    let mut date = Date::of(range, days);
    date.evidence.needs = vec![date.evidence.needs.concat()];
    Some(date)
}

/// The day of a month in digits or words, and the token after it.
fn day_number(cut: &Cut<'_>, at: usize) -> Option<(u32, usize)> {
    let ordinal =
        cut.class(at, Class::Ordinal).and_then(|(length, value)| Some((value.try_into().ok()?, at + length)));
    let spelled = || {
        cut.lexicon
            .spelled(cut.from(at))
            .and_then(|number| Some((u32::try_from(number.value).ok()?, at + number.length)))
    };
    let (day, mut next) = whole(cut, at)
        .map(|day| (day, at + 1))
        .or(ordinal)
        .or_else(spelled)
        .filter(|(day, _)| (1..=31).contains(day))?;
    let suffixed =
        cut.touches(next) && matches!(cut.lower(next), "st" | "nd" | "rd" | "th" | "er" | "º" | "°" | ".");
    next += usize::from(suffixed);
    Some((day, next))
}

/// The month at that token, and whether the word alone may be another one.
fn month(cut: &Cut<'_>, at: usize) -> Option<(u32, bool)> {
    let token = cut.at(at)?;
    let month = cut.lexicon.month(bare(&token.lower))?;
    let is_short = token.lower.chars().count() <= 4
        && !matches!(
            token.lower.as_str(),
            "june" | "july" | "juni" | "juli" | "märz" | "mars" | "juin" | "août"
        );
    // "May", "March" and "August" begin sentences, and are verbs and adjectives too.
    let is_verb = matches!(token.lower.as_str(), "may" | "march" | "august" | "mai")
        && !(cut.is_capitalised(at) && cut.is_after(at, Class::BeforeTime));
    let is_short = is_short && !(cut.is_capitalised(at) && cut.is_after(at, Class::BeforeTime));
    Some((
        month,
        if matches!(token.lower.as_str(), "may" | "mai" | "march" | "august") { is_verb } else { is_short },
    ))
}

/// "3 May 2027", "May 3rd", "Monday, 3 May", "May 2027", "in April", "12-15 March", "el uno de febrero".
fn named_day(cut: &Cut<'_>, start: usize) -> Option<Date> {
    let is = |at: usize, words: &[&str]| words.contains(&cut.lower(at));
    let mut at = start;
    if let Some((length, _)) = cut.class(at, Class::Weekday) {
        at += length;
        at += usize::from(cut.is_mark(at, &[',', '.']));
        at += usize::from(is(at, &["the", "am", "dem", "den", "der", "le", "el"]));
    }
    let mut days = Vec::new();
    if let Some((day, mut next)) = day_number(cut, at) {
        days.push(day);
        let joined = cut.is_mark(next, &['-', '–', '/']) || cut.is(next, Class::To);
        let skip = next
            + 1
            + usize::from(
                joined && is(next + 1, &["zum", "le", "el", "the", "del", "du", "au", "den", "dem", "vom"]),
            );
        if let Some((until, past)) = day_number(cut, skip).filter(|(_, past)| {
            joined && month(cut, past + usize::from(is(*past, &["of", "de", "of the"]))).is_some()
        }) {
            days.push(until);
            next = past;
        }
        at = next + usize::from(is(next, &["of", "de", "del"]));
    }
    let (month, needs_number) = month(cut, at)?;
    let mut end = at + 1;
    if days.is_empty()
        && cut.is_number(end + usize::from(cut.is_mark(end, &['.'])))
        && let Some((day, past)) = day_number(cut, end + usize::from(cut.is_mark(end, &['.'])))
        && cut.lexicon.time_unit(cut.lower(past)).is_none()
        && !cut.is_mark(past, &['%'])
    {
        days.push(day);
        end = past;
        if cut.is_mark(end, &['-', '–'])
            && let Some((until, past)) = day_number(cut, end + 1)
        {
            days.push(until);
            end = past;
        }
    }
    let gap = usize::from(cut.is_mark(end, &[',']) || is(end, &["de", "del", "of"]));
    let year = year(cut, end + gap);
    if year.is_some() {
        end += gap + 1;
    }
    if days.is_empty() && year.is_none() && (needs_number || at != start) {
        return None;
    }
    let one = |day: Option<u32>| Day { year, month: Some(month), day };
    let all =
        if days.is_empty() { vec![one(None)] } else { days.into_iter().map(|day| one(Some(day))).collect() };
    Some(Date::of(start..end, all))
}

/// "Q3", "Q3 2027".
fn quarter(cut: &Cut<'_>, at: usize) -> Option<Date> {
    let token = cut.at(at).filter(|token| matches!(token.text, "Q1" | "Q2" | "Q3" | "Q4"))?;
    let plain = format!("quarter {}", token.lower);
    let year = year(cut, at + 1);
    let full = year.map_or_else(|| plain.clone(), |year| format!("{plain} {year}"));
    let evidence = Evidence { gives: vec![full.clone(), plain], needs: vec![vec![full]], said: None };
    Some(Date { range: at..at + 1 + usize::from(year.is_some()), days: Vec::new(), evidence })
}

/// A number used as a year: "since 2009", "(2027)".
fn year_alone(cut: &Cut<'_>, at: usize) -> Option<Date> {
    let year = year(cut, at)?;
    let led = cut.is_after(at, Class::BeforeTime)
        || at
            .checked_sub(1)
            .is_none_or(|before| cut.is_mark(before, &['(', ',', '·']) || cut.is_capitalised(before));
    let counted = cut.is_word(at + 1) && !cut.is_capitalised(at + 1) && cut.touches(at + 1);
    if !led || counted {
        return None;
    }
    let mut date = Date::of(at..at + 1, vec![Day { year: Some(year), month: None, day: None }]);
    let number = format!("number {}", Decimal::from(year));
    date.evidence.gives.push(number.clone());
    date.evidence.needs.iter_mut().for_each(|any| any.push(number.clone()));
    Some(date)
}
