//! Lengths of time ("six weeks", "a month and a half", "week 4") and times without a date ("next month").

use std::ops::Range;

use rust_decimal::Decimal;

use super::{
    figures::{Figure, Measure, Text, counted, n, plain},
    find::Evidence,
    kinds::ClaimKind,
    text::Cut,
};
use crate::reading::lexicon::{Class, Language, Tag, bare};

/// A unit of time.
pub(super) struct Unit {
    pub(super) name: &'static str,
    /// In minutes, or in months.
    pub(super) size: Decimal,
    pub(super) measure: Measure,
}

pub(super) fn unit(cut: &Cut<'_>, at: usize) -> Option<Unit> {
    let in_minutes = |name, size: Decimal| Some(Unit { name, size, measure: Measure::Minutes });
    let in_months =
        |name, size: u32| Some(Unit { name, size: Decimal::from(size), measure: Measure::Months });
    let word = bare(cut.lower(at));
    match cut.lexicon.time_unit(word) {
        Some(Tag::Minute) => return in_minutes("minute", n(1)),
        Some(Tag::Hour) => return in_minutes("hour", n(60)),
        Some(Tag::Day) => return in_minutes("day", n(1440)),
        Some(Tag::Week) => return in_minutes("week", n(10080)),
        Some(Tag::Month) => return in_months("month", 1),
        Some(Tag::Year) => return in_months("year", 12),
        _ => {}
    }
    let is = |class: Class| cut.class(at, class).is_some_and(|(length, _)| length == 1);
    if is(Class::Sec) {
        in_minutes("second", Decimal::ONE / n(60))
    } else if is(Class::Fortnight) {
        in_minutes("fortnight", n(20160))
    } else if is(Class::Day) || (is(Class::Working) && cut.language == Language::German) {
        in_minutes("day", n(1440))
    } else if is(Class::QuarterYear) {
        in_months("quarter", 3)
    } else if is(Class::Decade) {
        in_months("decade", 120)
    } else if is(Class::Century) {
        in_months("century", 1200)
    } else {
        // "Drehtage"
        if cut.language == Language::German
            && let Some(day) = ["tage", "tagen", "wochen", "monate", "monaten", "jahre", "jahren"]
                .iter()
                .find(|day| word.ends_with(**day))
        {
            return match cut.lexicon.time_unit(day)? {
                Tag::Week => in_minutes("week", n(10080)),
                Tag::Month => in_months("month", 1),
                Tag::Year => in_months("year", 12),
                _ => in_minutes("day", n(1440)),
            };
        }
        // "Viertelstunde", "Halbjahr"
        let (part, rest) = [("viertel", Decimal::new(25, 2)), ("halb", Decimal::new(5, 1))]
            .iter()
            .find_map(|(part, value)| Some((*value, word.strip_prefix(part)?)))?;
        match cut.lexicon.time_unit(rest)? {
            Tag::Minute => in_minutes("minute", part),
            Tag::Hour => in_minutes("hour", n(60) * part),
            Tag::Year => Some(Unit { name: "year", size: n(12) * part, measure: Measure::Months }),
            _ => None,
        }
    }
}

/// A duration of those lengths, in the measure of the unit.
pub(super) fn timed(range: Range<usize>, lengths: &[Decimal], unit: &Unit) -> Figure {
    let mut evidence = Evidence::default();
    for length in lengths {
        let same = equals(length.normalize(), unit.measure);
        evidence.gives.extend(same.first().cloned());
        evidence.needs.push(same);
    }
    let values = lengths.iter().map(|length| (unit.measure, *length)).collect();
    Figure::new(ClaimKind::Date, range, values, evidence)
}

/// A duration in its normal form, and other durations that people call the same.
fn equals(length: Decimal, measure: Measure) -> Vec<String> {
    let day = n(1440);
    let of = |length: Decimal, size: Decimal, name: &str| {
        let whole = length.checked_div(size)?.normalize();
        (whole.scale() <= 1).then(|| format!("duration {whole} {name}"))
    };
    if measure == Measure::Months {
        let days = [n(30), n(28)]
            .into_iter()
            .filter_map(|days| Some(format!("duration {} day", length.checked_mul(days)?.normalize())));
        return std::iter::once(format!("duration {} month", length.normalize())).chain(days).collect();
    }
    if length < day || length.checked_rem(day).is_none_or(|rest| rest != Decimal::ZERO) {
        return vec![format!("duration {} minute", length.normalize())];
    }
    let months = [n(30), n(28)].into_iter().filter_map(|days| of(length, day * days, "month"));
    of(length, day, "day").into_iter().chain(months).collect()
}

/// "six weeks", "6-week", "four to six weeks", "within a day", "a month and a half", "week 4".
pub(super) fn duration(cut: &Cut<'_>, at: usize, text: Text) -> Option<Figure> {
    if let Some(figure) = numbered_unit(cut, at) {
        return Some(figure);
    }
    let (first, mut end) = plain(cut, at).or_else(|| single(cut, at, text != Text::Document))?;
    let mut counts = vec![first];
    if (cut.is_mark(end, &['-', '–', '—']) || cut.is(end, Class::To))
        && let Some((second, past)) = plain(cut, end + 1)
    {
        counts.push(second);
        end = past;
    }
    end += usize::from(cut.is_mark(end, &['+']));
    // "two and a half days"
    let half = end + 1 + usize::from(cut.is(end + 1, Class::Article));
    if cut.is(end, Class::To)
        && cut.class(half, Class::Fraction).is_some_and(|(_, part)| part == n(50))
        && unit(cut, half + 1).is_some()
    {
        for count in &mut counts {
            *count += Decimal::new(5, 1);
        }
        end = half + 1;
    }
    let mut is_working = cut.class(end, Class::Working).is_some() && unit(cut, end + 1).is_some();
    let between = cut
        .class(end, Class::Between)
        .or_else(|| cut.class(end, Class::Working).filter(|_| is_working))
        .map_or(0, |(length, _)| length);
    end += between;
    let unit = unit(cut, end)?;
    // "à dix-huit heures"
    let before = at.checked_sub(1).map_or("", |before| cut.lower(before));
    if cut.language == Language::French
        && unit.name == "hour"
        && matches!(before, "est" | "à" | "vers" | "entre" | "dès" | "jusqu'à" | "et")
    {
        return None;
    }
    let goes_on = cut.sentence(at) == cut.sentence(end) || !cut.is_capitalised(end);
    if !goes_on {
        return None;
    }
    is_working |= cut.is(end, Class::Working) || cut.is(end + 1, Class::Working);
    end += 1 + usize::from(cut.is(end + 1, Class::Working) && !cut.is(end, Class::Working));
    // "a month and a half", "hora y media"
    let half = end + 1 + usize::from(cut.lower(end + 1) == "a");
    if cut.is(end, Class::To) && cut.class(half, Class::Fraction).is_some_and(|(_, part)| part == n(50)) {
        for count in &mut counts {
            *count += Decimal::new(5, 1);
        }
        end = half + 1;
    }
    let lengths: Vec<Decimal> =
        counts.iter().filter_map(|count| Some(count.checked_mul(unit.size)?.round_dp(3))).collect();
    let mut figure = timed(at..end, &lengths, &unit);
    if is_working && unit.name == "day" {
        // Five working days are a week, but not five days.
        figure.evidence = Evidence::exactly(
            counts.iter().map(|count| format!("duration {} working day", count.normalize())).collect(),
        );
    }
    // "the first ten seconds"
    figure.is_quiet = cut.is_after(at, Class::Ordinal);
    // A plan of six weeks has a week 4.
    for count in &counts {
        figure.evidence.gives.push(format!("number {}", count.normalize()));
        // "20 a 22 h"
        if unit.name == "hour" && *count > n(12) && *count <= n(24) {
            figure.evidence.gives.push(format!("number {}", (*count - n(12)).normalize()));
        }
        let length = u32::try_from(*count).unwrap_or_default().min(104);
        figure.evidence.gives.extend((1..=length).map(|number| format!("{} number {number}", unit.name)));
    }
    Some(figure)
}

/// "within a day", "an hour and a half": one of a unit.
fn single(cut: &Cut<'_>, at: usize, always: bool) -> Option<(Decimal, usize)> {
    let is_one = matches!(cut.lower(at), "a" | "an")
        || cut
            .lexicon
            .spelled(cut.from(at))
            .is_some_and(|number| number.value == Decimal::ONE && number.length == 1);
    let next = at
        + 1
        + usize::from(
            cut.class(at + 1, Class::Between).is_some_and(|(length, _)| length == 1)
                || cut.is(at + 1, Class::Working),
        );
    let is_half = cut.is(next + 1, Class::To)
        && (cut.is(next + 2, Class::Fraction) || cut.is(next + 3, Class::Fraction));
    let is_share = cut.is(next, Class::Fraction) && cut.lower(next + 1) == "of";
    (is_one
        && !is_share
        && unit(cut, next).is_some()
        && (is_half
            || always
            || cut.is_after(at, Class::Within)
            || cut.is_after(at, Class::Under)
            || cut.is_after(at, Class::Over)))
    .then_some((Decimal::ONE, at + 1))
}

/// "week 4", "weeks 2 to 5", "Tag 3".
fn numbered_unit(cut: &Cut<'_>, at: usize) -> Option<Figure> {
    let unit = unit(cut, at).filter(|unit| {
        matches!(unit.name, "day" | "week" | "month" | "year") && !cut.is_number(at.wrapping_sub(1))
    })?;
    if at.checked_sub(1).is_some_and(|before| cut.is(before, Class::Per)) {
        return None;
    }
    let (first, mut end) = counted(cut, at + 1)
        .filter(|(number, _)| number.scale() == 0 && *number <= n(520) && *number > Decimal::ZERO)?;
    let is_unit_next = self::unit(cut, end).is_some();
    if is_unit_next || cut.is_mark(end, &['%', '€', '$', '£']) || cut.sentence(at) != cut.sentence(at + 1)
    {
        return None;
    }
    let mut numbers = vec![first];
    if (cut.is_mark(end, &['-', '–', '&']) || cut.is(end, Class::To))
        && let Some((last, past)) =
            plain(cut, end + 1).filter(|(number, _)| *number <= n(520) && number.scale() == 0)
    {
        numbers.push(last);
        end = past;
    }
    let gives: Vec<String> = numbers.iter().map(|number| format!("{} number {number}", unit.name)).collect();
    let mut figure = Figure::new(
        ClaimKind::Date,
        at..end,
        numbers.iter().map(|number| (Measure::Count, *number)).collect(),
        Evidence::exactly(gives),
    );
    figure.is_quiet = numbers.iter().all(|number| *number <= n(2));
    Some(figure)
}

/// "scores of", "tomorrow", "end of the year", "in spring".
pub(super) fn time(cut: &Cut<'_>, at: usize) -> Option<Figure> {
    let named = |class: Class| cut.class(at, class).map(|(length, _)| at..at + length);
    let is_rhythm =
        |range: &Range<usize>| unit(cut, range.end).is_some() || cut.is(range.end, Class::Weekday);
    if let Some(range) = named(Class::Vague).filter(|range| !is_rhythm(range)) {
        return Some(Figure::new(
            ClaimKind::Number,
            range,
            Vec::new(),
            Evidence::exactly(vec!["many".to_owned()]),
        ));
    }
    let range =
        named(Class::Time).or_else(|| named(Class::Season).filter(|_| cut.is_after(at, Class::Deadline)))?;
    let said: Vec<&str> =
        range.clone().map(|at| cut.lower(at)).filter(|word| !matches!(*word, "the" | "this")).collect();
    Some(Figure::new(
        ClaimKind::Date,
        range,
        Vec::new(),
        Evidence::exactly(vec![format!("time {}", said.join(" "))]),
    ))
}

/// A figure as a count: "six months" are six, and "two years" are two or twenty-four.
pub(super) fn lengths(measure: Measure, value: Decimal) -> Vec<Decimal> {
    let parts: &[u32] = match measure {
        Measure::Count => &[1],
        Measure::Months => &[1, 12],
        // "250 minutes", "six hours"
        Measure::Minutes if value < Decimal::from(600) => &[1, 60],
        Measure::Minutes => &[60, 1440, 10080],
        Measure::Amount | Measure::Percent => &[],
    };
    let whole = |part: &u32| {
        value
            .checked_div(Decimal::from(*part))
            .map(|value| value.normalize())
            .filter(|value| value.scale() == 0 && *value > Decimal::ZERO)
    };
    parts.iter().filter_map(whole).collect()
}
