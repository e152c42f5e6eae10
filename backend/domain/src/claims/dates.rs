//! Dates and durations: "by 3 May 2027", "in April", "next Monday", "within six weeks", "Q3".

use std::ops::Range;

use rust_decimal::Decimal;

use super::{
    find::{Evidence, Finder, FoundClaim},
    kinds::ClaimKind,
    numbers::figure,
    text::{Cut, Kind},
};

const MONTHS: [&str; 12] =
    ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"];
const SHORT_MONTHS: [(&str, u32); 13] = [
    ("jan", 1),
    ("feb", 2),
    ("mar", 3),
    ("apr", 4),
    ("may", 5),
    ("jun", 6),
    ("jul", 7),
    ("aug", 8),
    ("sep", 9),
    ("sept", 9),
    ("oct", 10),
    ("nov", 11),
    ("dec", 12),
];
const WEEKDAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
/// Words that precede a time.
const BEFORE_TIME: [&str; 26] = [
    "in", "by", "of", "until", "till", "from", "since", "before", "after", "during", "mid", "early", "late", "next", "this", "last",
    "every", "through", "to", "on", "for", "around", "between", "and", "end", "start",
];
/// What can stand between a count and its unit.
const BETWEEN: [&str; 8] = ["working", "business", "full", "calendar", "consecutive", "more", "whole", "additional"];

/// A unit of time: its name, how many of the base it is, and the base.
pub(super) fn unit(lower: &str) -> Option<(&'static str, u32, &'static str)> {
    Some(match lower {
        "minute" | "minutes" | "min" | "mins" => ("minute", 1, "minute"),
        "hour" | "hours" | "hr" | "hrs" | "h" => ("hour", 60, "minute"),
        "day" | "days" => ("day", 1, "day"),
        "week" | "weeks" | "wk" | "wks" => ("week", 7, "day"),
        "fortnight" => ("fortnight", 14, "day"),
        "month" | "months" | "mo" | "mos" => ("month", 1, "month"),
        "quarter" | "quarters" => ("quarter", 3, "month"),
        "year" | "years" | "yr" | "yrs" => ("year", 12, "month"),
        "decade" | "decades" => ("decade", 120, "month"),
        "sprint" | "sprints" => ("sprint", 1, "sprint"),
        _ => return None,
    })
}

/// A day with the parts of its date that are given.
#[expect(clippy::struct_field_names, reason = "the day of a day is called so")]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Day {
    year: Option<u32>,
    month: Option<u32>,
    day: Option<u32>,
}

impl Day {
    fn written(self) -> String {
        let part = |value: Option<u32>, width: usize| value.map_or_else(|| "-".repeat(width), |value| format!("{value:0width$}"));
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
        written.dedup();
        written
    }
}

/// Finds all dates and durations.
pub(super) fn dates(finder: &mut Finder<'_, '_>) {
    let mut at = 0;
    while at < finder.cut.tokens.len() {
        let found = if finder.is_taken(at) { None } else { time_at(finder.cut, at).filter(|(range, _)| finder.is_free(range.clone())) };
        at = match found {
            Some((range, evidence)) => {
                let end = range.end;
                finder.take(ClaimKind::Date, range, evidence);
                end
            }
            None => at + 1,
        };
    }
}

fn time_at(cut: &Cut<'_>, at: usize) -> Option<(Range<usize>, Evidence)> {
    numeric_day(cut, at)
        .or_else(|| named_day(cut, at))
        .or_else(|| numbered_period(cut, at))
        .or_else(|| duration(cut, at))
        .or_else(|| weekday(cut, at))
        .or_else(|| relative(cut, at))
        .or_else(|| year_alone(cut, at))
}

fn whole(cut: &Cut<'_>, at: usize) -> Option<u32> {
    cut.at(at).filter(|token| token.is_number()).and_then(|token| token.text.parse().ok())
}

fn year(cut: &Cut<'_>, at: usize) -> Option<u32> {
    whole(cut, at).filter(|year| (1900..=2199).contains(year) && cut.at(at).is_some_and(|token| token.text.len() == 4))
}

/// "2027-05-03", "3/5/2027", "03.05.2027".
fn numeric_day(cut: &Cut<'_>, at: usize) -> Option<(Range<usize>, Evidence)> {
    let token = cut.at(at).filter(|token| token.is_number())?;
    let dotted: Vec<Option<u32>> = token.text.split('.').map(|part| part.parse().ok()).collect();
    if let [Some(first), Some(second), Some(third)] = dotted.as_slice()
        && *third >= 1900
        && token.text.len() >= 8
    {
        return Some((at..at + 1, either(*first, *second, *third)?));
    }
    let separator = cut.at(at + 1).map(|token| token.kind).filter(|kind| matches!(kind, Kind::Sign('-' | '/' | '–')))?;
    let joined = (1..=4).all(|step| cut.touches(at + step)) && cut.at(at + 3).is_some_and(|token| token.kind == separator);
    if !joined {
        return None;
    }
    let (first, second, third) = (whole(cut, at)?, whole(cut, at + 2)?, whole(cut, at + 4)?);
    if (1900..=2199).contains(&first) {
        let day = Day {
            year: Some(first),
            month: Some(second).filter(|m| (1..=12).contains(m)),
            day: Some(third).filter(|d| (1..=31).contains(d)),
        };
        day.month.zip(day.day)?;
        return Some((at..at + 5, Evidence { gives: day.gives(), needs: vec![vec![day.written()]], said: None }));
    }
    let year = if third < 100 { 2000 + third } else { third };
    Some((at..at + 5, either(first, second, year)?))
}

/// A numeric date that may be day-first or month-first.
fn either(first: u32, second: u32, year: u32) -> Option<Evidence> {
    let made = |day: u32, month: u32| {
        ((1..=12).contains(&month) && (1..=31).contains(&day) && (1900..=2199).contains(&year)).then_some(Day {
            year: Some(year),
            month: Some(month),
            day: Some(day),
        })
    };
    let days: Vec<Day> = [made(first, second), made(second, first)].into_iter().flatten().collect();
    let needs: Vec<String> = days.iter().map(|day| day.written()).collect();
    (!needs.is_empty()).then(|| Evidence { gives: days.iter().flat_map(|day| day.gives()).collect(), needs: vec![needs], said: None })
}

fn day_number(cut: &Cut<'_>, at: usize) -> Option<(u32, usize)> {
    let day = whole(cut, at).filter(|day| (1..=31).contains(day))?;
    let suffixed = cut.touches(at + 1) && matches!(cut.lower(at + 1), "st" | "nd" | "rd" | "th");
    Some((day, if suffixed { at + 2 } else { at + 1 }))
}

/// The month at that token, and whether its short name needs a number beside it.
fn month(cut: &Cut<'_>, at: usize) -> Option<(u32, bool)> {
    let token = cut.at(at)?;
    let full = MONTHS.iter().zip(1..).find(|(name, _)| **name == token.lower).map(|(_, month)| month);
    match full {
        // "May" and "March" begin sentences, "may" and "march" are verbs.
        Some(month @ (3 | 5)) => Some((month, !token.is_capitalised() || !BEFORE_TIME.contains(&cut.word_before(at)))),
        Some(8) => Some((8, !token.is_capitalised())),
        Some(month) => Some((month, false)),
        None => SHORT_MONTHS.iter().find(|(name, _)| *name == token.lower).map(|(_, month)| (*month, true)),
    }
}

/// "3 May 2027", "May 3rd", "Monday, 3 May", "May 2027", "in April", "12-15 March".
fn named_day(cut: &Cut<'_>, start: usize) -> Option<(Range<usize>, Evidence)> {
    let mut at = start;
    if is_weekday(cut.lower(at))
        || matches!(cut.lower(at), "mon" | "tue" | "tues" | "wed" | "thu" | "thur" | "thurs" | "fri" | "sat" | "sun")
    {
        at += 1;
        at += usize::from(cut.is_sign(at, ',') || cut.is_sign(at, '.'));
        at += usize::from(cut.lower(at) == "the");
    }
    let mut days = Vec::new();
    if let Some((day, mut next)) = day_number(cut, at) {
        days.push(day);
        if matches!(cut.at(next).map(|token| token.kind), Some(Kind::Sign('-' | '–' | '.'))) || matches!(cut.lower(next), "to" | "and") {
            if let Some((until, past)) = day_number(cut, next + 1).filter(|(_, past)| month(cut, *past).is_some()) {
                days.push(until);
                next = past;
            } else if cut.is_sign(next, '.') {
                next += 1;
            }
        }
        at = next + usize::from(cut.lower(next) == "of");
    }
    let (month, needs_number) = month(cut, at)?;
    // In "10 May" the number is the day only if at most the word "of" is in between.
    let mut end = at + 1;
    end += usize::from(cut.is_sign(end, '.') && needs_number && cut.touches(end) && whole(cut, end + 1).is_some());
    if days.is_empty()
        && let Some((day, past)) = day_number(cut, end)
        && unit(cut.lower(past)).is_none()
        && !cut.is_sign(past, '%')
    {
        days.push(day);
        end = past;
        if matches!(cut.at(end).map(|token| token.kind), Some(Kind::Sign('-' | '–')))
            && let Some((until, past)) = day_number(cut, end + 1)
        {
            days.push(until);
            end = past;
        }
    }
    let comma = usize::from(cut.is_sign(end, ','));
    let year = year(cut, end + comma);
    if year.is_some() {
        end += comma + 1;
    }
    if days.is_empty() && year.is_none() && (needs_number || at != start) {
        return None;
    }
    let all: Vec<Day> = if days.is_empty() {
        vec![Day { year, month: Some(month), day: None }]
    } else {
        days.iter().map(|day| Day { year, month: Some(month), day: Some(*day) }).collect()
    };
    let gives = all.iter().flat_map(|day| day.gives()).collect();
    Some((start..end, Evidence { gives, needs: all.iter().map(|day| vec![day.written()]).collect(), said: None }))
}

/// "Q3", "Q3 2027", "week 4".
fn numbered_period(cut: &Cut<'_>, at: usize) -> Option<(Range<usize>, Evidence)> {
    let token = cut.at(at)?;
    if matches!(token.text, "Q1" | "Q2" | "Q3" | "Q4") {
        let year = year(cut, at + 1);
        let plain = format!("quarter {}", token.lower);
        let Some(year) = year else { return Some((at..at + 1, FoundClaim::exactly(vec![plain]))) };
        let full = format!("{plain} {year}");
        return Some((at..at + 2, Evidence { gives: vec![full.clone(), plain], needs: vec![vec![full]], said: None }));
    }
    let (name, ..) = unit(&token.lower).filter(|(name, ..)| matches!(*name, "day" | "week" | "month" | "year"))?;
    let mut numbers = vec![whole(cut, at + 1).filter(|number| *number <= 520)?];
    let mut end = at + 2;
    let ranged = matches!(cut.at(end).map(|token| token.kind), Some(Kind::Sign('-' | '–' | '&'))) || matches!(cut.lower(end), "to" | "and");
    if ranged && let Some(last) = whole(cut, end + 1).filter(|number| *number <= 520) {
        numbers.push(last);
        end += 2;
    }
    Some((at..end, FoundClaim::exactly(numbers.iter().map(|number| format!("{name} number {number}")).collect())))
}

/// "six weeks", "6-week", "four to six weeks", "within a day", "half a day".
fn duration(cut: &Cut<'_>, start: usize) -> Option<(Range<usize>, Evidence)> {
    if let Some(found) = single_duration(cut, start) {
        return Some(found);
    }
    let first = figure(cut, start, true)?;
    let mut counts = vec![first.decimal?];
    let mut at = first.end;
    let dash = matches!(cut.at(at).map(|token| token.kind), Some(Kind::Sign('-' | '–' | '—')));
    if (dash || matches!(cut.lower(at), "to" | "or"))
        && let Some(second) = figure(cut, at + 1, true)
    {
        counts.push(second.decimal?);
        at = second.end;
    }
    at += usize::from(cut.is_sign(at, '-') || cut.is_sign(at, '+'));
    let between = BETWEEN.contains(&cut.lower(at));
    let of_work = cut.lower(at);
    at += usize::from(between);
    let (name, size, base) = unit(cut.lower(at)).filter(|_| cut.goes_on(start, at))?;
    let mut evidence = Evidence::default();
    for count in counts {
        // Five working days are a week, but not five days.
        let base_name = if matches!(of_work, "working" | "business") && name == "day" { "working day" } else { base };
        let value = count.checked_mul(Decimal::from(size))?.normalize();
        evidence.gives.push(format!("duration {value} {base_name}"));
        evidence.gives.push(format!("number {}", count.normalize()));
        evidence.needs.push(vec![format!("duration {value} {base_name}")]);
        // A plan of six weeks has a week 4.
        let length = u32::try_from(count).unwrap_or_default().min(104);
        evidence.gives.extend((1..=length).map(|number| format!("{name} number {number}")));
    }
    Some((start..at + 1, evidence))
}

/// A single unit without a number: "within a day", "half a day", "half-day".
fn single_duration(cut: &Cut<'_>, at: usize) -> Option<(Range<usize>, Evidence)> {
    let lower = cut.lower(at);
    if lower == "half" {
        let next = at + 1 + usize::from(cut.is_sign(at + 1, '-') || matches!(cut.lower(at + 1), "a" | "an"));
        let (_, size, base) = unit(cut.lower(next)).filter(|_| next > at + 1)?;
        let value = (Decimal::from(size) / Decimal::TWO).normalize();
        return Some((at..next + 1, FoundClaim::exactly(vec![format!("duration {value} {base}")])));
    }
    let ahead = matches!(cut.word_before(at), "within" | "in" | "after" | "for" | "takes" | "take" | "lasts" | "of" | "under" | "about");
    if matches!(lower, "a" | "an") && ahead {
        let next = at + 1 + usize::from(BETWEEN.contains(&cut.lower(at + 1)));
        let (_, size, base) = unit(cut.lower(next)).filter(|(name, ..)| *name != "sprint")?;
        return Some((at..next + 1, FoundClaim::exactly(vec![format!("duration {size} {base}")])));
    }
    None
}

fn is_weekday(lower: &str) -> bool {
    WEEKDAYS.iter().any(|day| lower == *day || lower.strip_suffix('s') == Some(day))
}

fn weekday(cut: &Cut<'_>, at: usize) -> Option<(Range<usize>, Evidence)> {
    let next = usize::from(matches!(cut.lower(at), "next" | "this" | "coming"));
    let lower = cut.lower(at + next);
    is_weekday(lower).then(|| {
        let day = lower.strip_suffix('s').filter(|day| WEEKDAYS.contains(day)).unwrap_or(lower);
        (at..at + next + 1, FoundClaim::exactly(vec![format!("weekday {day}")]))
    })
}

/// "tomorrow", "next week", "end of the year", "by summer".
fn relative(cut: &Cut<'_>, at: usize) -> Option<(Range<usize>, Evidence)> {
    let named = |range: Range<usize>, name: String| Some((range, FoundClaim::exactly(vec![format!("time {name}")])));
    let lower = cut.lower(at);
    match lower {
        "tomorrow" | "tonight" => named(at..at + 1, lower.to_owned()),
        "next" | "this" | "coming" => {
            let what = cut.lower(at + 1);
            let known =
                matches!(what, "week" | "month" | "quarter" | "year" | "spring" | "summer" | "autumn" | "fall" | "winter" | "weekend");
            if known { named(at..at + 2, format!("{lower} {what}")) } else { None }
        }
        "end" if cut.lower(at + 1) == "of" => {
            let the = usize::from(matches!(cut.lower(at + 2), "the" | "this"));
            let what = cut.lower(at + 2 + the);
            if matches!(what, "week" | "month" | "quarter" | "year") { named(at..at + 3 + the, format!("end of {what}")) } else { None }
        }
        "spring" | "summer" | "autumn" | "winter" if matches!(cut.word_before(at), "in" | "by" | "until" | "before" | "early" | "late") => {
            named(at..at + 1, lower.to_owned())
        }
        _ => None,
    }
}

/// A number used as a year: "since 2009", "(2027)", "in 2027".
fn year_alone(cut: &Cut<'_>, at: usize) -> Option<(Range<usize>, Evidence)> {
    let year = year(cut, at)?;
    let led = BEFORE_TIME.contains(&cut.word_before(at)) || cut.word_before(at) == "year" || cut.is_sign(at.wrapping_sub(1), '(');
    let counts = cut
        .at(at + 1)
        .is_some_and(|next| next.kind == Kind::Word && next.text.chars().all(char::is_lowercase) && next.lower.ends_with('s'));
    let day = Day { year: Some(year), month: None, day: None };
    let needs = vec![vec![day.written(), format!("number {year}")]];
    (led && !counts).then(|| (at..at + 1, Evidence { gives: vec![day.written(), format!("number {year}")], needs, said: None }))
}
