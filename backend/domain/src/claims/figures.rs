//! Every number of a text, in digits and words: amounts, percentages and shares, multiples, durations, dates,
//! telephone numbers and counts.

use std::ops::Range;

use rust_decimal::Decimal;

use super::{
    dates::{self, Day},
    find::Evidence,
    kinds::ClaimKind,
    text::Cut,
};
use crate::{
    money::Currency,
    pricing::Cadence,
    reading::{
        lexicon::{Class, Language, Tag, bare},
        token::{Kind, Number},
        units::{Is, one},
    },
};

fn n(value: u32) -> Decimal {
    Decimal::from(value)
}

/// What a figure measures. Values of one measure are compared with each other only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Measure {
    Amount,
    Percent,
    Count,
    Minutes,
    Months,
}

/// How exactly a text states a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hedge {
    Exact,
    About,
    Over,
    Under,
}

impl Hedge {
    /// Whether the text may state `said` where the value is `real`.
    pub(super) fn allows(self, said: Decimal, real: Decimal) -> bool {
        let (low, high) = match self {
            Self::Exact => return said == real,
            Self::About => (Decimal::new(92, 2), Decimal::new(108, 2)),
            Self::Over => (n(1), Decimal::new(125, 2)),
            Self::Under => (Decimal::new(8, 1), n(1)),
        };
        real >= said.saturating_mul(low) && real <= said.saturating_mul(high)
    }
}

/// A number of a text with its unit.
#[derive(Debug, Clone)]
pub(super) struct Figure {
    /// Its tokens.
    pub(super) range: Range<usize>,
    pub(super) kind: ClaimKind,
    pub(super) evidence: Evidence,
    /// Its values; two for a range.
    pub(super) values: Vec<(Measure, Decimal)>,
    pub(super) days: Vec<Day>,
    pub(super) currency: Option<Currency>,
    pub(super) cadence: Option<Cadence>,
    pub(super) hedge: Hedge,
    /// Whether it claims nothing: the number of a step, "two" in ordinary talk.
    pub(super) is_quiet: bool,
}

impl Figure {
    fn new(kind: ClaimKind, range: Range<usize>, values: Vec<(Measure, Decimal)>, evidence: Evidence) -> Self {
        Self { range, kind, evidence, values, days: Vec::new(), currency: None, cadence: None, hedge: Hedge::Exact, is_quiet: false }
    }

    /// The values of one measure.
    pub(super) fn of(&self, measure: Measure) -> impl Iterator<Item = Decimal> + '_ {
        self.values.iter().filter(move |(other, _)| *other == measure).map(|(_, value)| *value)
    }
}

/// What a text is, for the figures that depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Text {
    /// A part of the document.
    Document,
    /// An input.
    Input,
    /// An input about prices, in which every number may be an amount.
    Prices,
}

/// The figures of a text, in order.
pub(super) fn figures(cut: &Cut<'_>, text: Text) -> Vec<Figure> {
    let mut found: Vec<Figure> = Vec::new();
    let mut at = 0;
    while at < cut.tokens.len() {
        if let Some(end) = address(cut, at) {
            at = end;
            continue;
        }
        // A duration may run on in the next line: "12" and "years".
        let is_whole = |figure: &Figure| {
            let last = figure.range.end.saturating_sub(1);
            cut.sentence(at) == cut.sentence(last)
                || (figure.kind == ClaimKind::Date && figure.days.is_empty() && !cut.is_capitalised(last))
        };
        let finders = [date, telephone, ratio, share, multiple];
        let figure = finders
            .iter()
            .find_map(|find| find(cut, at).filter(is_whole))
            .or_else(|| duration(cut, at, text).filter(is_whole))
            .or_else(|| number(cut, at, text == Text::Prices))
            .or_else(|| time(cut, at));
        at = match figure {
            Some(mut figure) => {
                figure.hedge = hedge(cut, &figure.range);
                let end = figure.range.end.max(at + 1);
                found.push(figure);
                end
            }
            None => at + 1,
        };
    }
    found
}

/// "https://...", "www...", "a@b.example": where the address ends.
fn address(cut: &Cut<'_>, at: usize) -> Option<usize> {
    if cut.touches(at) {
        return None;
    }
    let mut end = at + 1;
    while cut.touches(end) {
        end += 1;
    }
    let chunk = cut.text.get(cut.span(&(at..end))).unwrap_or_default();
    let is_mail = chunk.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'));
    (is_mail || chunk.contains("://") || chunk.starts_with("www.")).then_some(end)
}

fn date(cut: &Cut<'_>, at: usize) -> Option<Figure> {
    let date = dates::date(cut, at)?;
    let mut figure = Figure::new(ClaimKind::Date, date.range, Vec::new(), date.evidence);
    figure.days = date.days;
    Some(figure)
}

/// A telephone number: one claim for all its groups.
fn telephone(cut: &Cut<'_>, at: usize) -> Option<Figure> {
    let plus = cut.is_mark(at, &['+']) && cut.touches(at + 1);
    let mut end = at + usize::from(plus);
    let mut number = String::new();
    let mut groups = 0;
    while let Some(token) = cut.at(end).filter(|_| number.len() <= 20 && cut.sentence(end) == cut.sentence(at)) {
        if matches!(token.kind, Kind::Number(_)) && token.text.bytes().all(|byte| byte.is_ascii_digit()) {
            number.push_str(token.text);
            groups += 1;
        } else if !(cut.is_mark(end, &['(', ')', '-', '/'])
            && (groups > 0 || plus)
            && (cut.is_number(end + 1) || cut.is_mark(end + 1, &['(', ')'])))
        {
            break;
        }
        end += 1;
    }
    let is_long = (7..=17).contains(&number.len());
    let is_telephone = is_long && groups >= 2 && (plus || (groups >= 3 && number.starts_with('0')));
    is_telephone.then(|| Figure::new(ClaimKind::Number, at..end, Vec::new(), Evidence::exactly(vec![format!("telephone {number}")])))
}

/// The number in digits or words at a token, with the token after it; "one" and "a" are none.
fn plain(cut: &Cut<'_>, at: usize) -> Option<(Decimal, usize)> {
    match one(cut.from(at), cut.lexicon, cut.language) {
        (Is::Number { number, .. }, length) => Some((number.value.normalize(), at + length)),
        _ => None,
    }
}

/// The same, with "one".
fn counted(cut: &Cut<'_>, at: usize) -> Option<(Decimal, usize)> {
    plain(cut, at).or_else(|| cut.lexicon.spelled(cut.from(at)).map(|(value, length)| (value, at + length)))
}

/// "four out of five", "neun von zehn", "99 times out of a hundred": a percentage.
fn ratio(cut: &Cut<'_>, at: usize) -> Option<Figure> {
    let (part, mut end) = plain(cut, at)?;
    end += usize::from(matches!(cut.lower(end), "times" | "mal" | "fois" | "veces"));
    let (length, _) = cut.class(end, Class::OutOf)?;
    let article = usize::from(matches!(cut.lower(end + length), "a" | "je" | "cada"));
    let (whole, end) = plain(cut, end + length + article)?;
    let is_share = part > Decimal::ONE && part < whole && unit(cut, end).is_none() && cut.lexicon.month(cut.lower(end)).is_none();
    let percent = is_share.then(|| part.checked_div(whole)?.checked_mul(Decimal::ONE_HUNDRED)).flatten()?.round_dp(2).normalize();
    Some(percentage(at..end, vec![percent]))
}

fn percentage(range: Range<usize>, values: Vec<Decimal>) -> Figure {
    let gives = values.iter().map(|value| format!("percent {value}")).collect();
    Figure::new(ClaimKind::Percentage, range, values.into_iter().map(|value| (Measure::Percent, value)).collect(), Evidence::exactly(gives))
}

/// "half an hour" is a duration, "half of our clients", "by a third" and "three quarters of them" are
/// percentages; "the second half" and "per quarter" are neither.
fn share(cut: &Cut<'_>, at: usize) -> Option<Figure> {
    let counted = counted(cut, at).filter(|(_, end)| cut.is(*end, Class::Fraction));
    let (times, place) = counted.unwrap_or((Decimal::ONE, at));
    let (length, part) = cut.class(place, Class::Fraction)?;
    let mut end = place + length;
    let percent = times.checked_mul(part)?.normalize();
    let article = |word: &str| matches!(bare(word), "a" | "an" | "of" | "de" | "d" | "einer" | "eines");
    let mut next = end;
    while next < end + 2 && article(cut.lower(next)) {
        next += 1;
    }
    // "half of the year" is a time.
    let is_time = matches!(cut.lower(next), "the" | "des" | "del" | "der" | "l") && unit(cut, next + 1).is_some();
    if let Some(unit) = unit(cut, next).filter(|_| cut.sentence(next) == cut.sentence(at) && !cut.is(place, Class::Between)) {
        let value = unit.size.checked_mul(percent)?.checked_div(Decimal::ONE_HUNDRED)?.round_dp(3);
        return Some(timed(at..next + 1, &[value], &unit));
    }
    // "a quarter of a million pounds"
    if let (Is::Money { value, currency, .. }, length) = one(cut.from(next), cut.lexicon, cut.language)
        && next > end
    {
        let value = value.checked_mul(percent)?.checked_div(Decimal::ONE_HUNDRED)?.normalize();
        return Some(amount(cut, at..next + length, &[value], currency));
    }
    let before = at.checked_sub(1).map_or("", |before| cut.lower(before));
    let is_ordinal = cut.is_after(place, Class::Ordinal)
        || cut.is_after(at, Class::Ordinal)
        || matches!(before, "other" | "next" | "last" | "this" | "each" | "per" | "every");
    let of = matches!(
        cut.lower(end),
        "of" | "the"
            | "our"
            | "der"
            | "des"
            | "von"
            | "vom"
            | "du"
            | "de"
            | "del"
            | "more"
            | "less"
            | "mehr"
            | "weniger"
            | "über"
            | "unter"
    ) || cut.lower(end).starts_with("d'")
        || cut.is(end, Class::Us)
        || cut.is(end, Class::You);
    let by = matches!(before, "by" | "um" | "d'un" | "un" | "ein" | "une" | "eine" | "die" | "la") && times == Decimal::ONE
        || ["d'un", "d'une"].iter().any(|one| cut.lower(place) == *one);
    let is_named = counted.is_some() && times > Decimal::ONE;
    // "crecerán un tercio"; "a third reader" is an ordinal, and "un cuarto" a room.
    let is_noun = cut.is_word(end) && !cut.lexicon.stop.contains(cut.lower(end)) && cut.sentence(end) == cut.sentence(at);
    let by = by || (counted.is_some() && times == Decimal::ONE && !is_noun && part != n(25));
    let is_quarter = part == n(25) && !is_named;
    let claims = !is_ordinal && !is_time && (is_named || of || (by && !(is_quarter && cut.language == Language::English)));
    end = end.max(at + 1);
    let mut figure = percentage(at..end, vec![percent]);
    figure.is_quiet = !claims;
    Some(figure)
}

/// "doubled", "twice as often".
fn multiple(cut: &Cut<'_>, at: usize) -> Option<Figure> {
    let (length, times) = cut.class(at, Class::Multiple)?;
    let evidence = Evidence::exactly(vec![format!("multiple {times}")]);
    Some(Figure::new(ClaimKind::Percentage, at..at + length, Vec::new(), evidence))
}

/// A unit of time.
struct Unit {
    name: &'static str,
    /// In minutes, or in months.
    size: Decimal,
    measure: Measure,
}

fn unit(cut: &Cut<'_>, at: usize) -> Option<Unit> {
    let in_minutes = |name, size: Decimal| Some(Unit { name, size, measure: Measure::Minutes });
    let in_months = |name, size: u32| Some(Unit { name, size: Decimal::from(size), measure: Measure::Months });
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
            && let Some(day) = ["tage", "tagen", "wochen", "monate", "monaten", "jahre", "jahren"].iter().find(|day| word.ends_with(**day))
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
fn timed(range: Range<usize>, lengths: &[Decimal], unit: &Unit) -> Figure {
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
        let days = [n(30), n(28)].into_iter().filter_map(|days| Some(format!("duration {} day", length.checked_mul(days)?.normalize())));
        return std::iter::once(format!("duration {} month", length.normalize())).chain(days).collect();
    }
    if length < day || length.checked_rem(day).is_none_or(|rest| rest != Decimal::ZERO) {
        return vec![format!("duration {} minute", length.normalize())];
    }
    let months = [n(30), n(28)].into_iter().filter_map(|days| of(length, day * days, "month"));
    of(length, day, "day").into_iter().chain(months).collect()
}

/// "six weeks", "6-week", "four to six weeks", "within a day", "a month and a half", "week 4".
fn duration(cut: &Cut<'_>, at: usize, text: Text) -> Option<Figure> {
    if let Some(figure) = numbered_unit(cut, at) {
        return Some(figure);
    }
    let (first, mut end) = plain(cut, at).or_else(|| single(cut, at, text != Text::Document))?;
    let mut counts = vec![first];
    if (cut.is_mark(end, &['-', '–', '—']) || matches!(cut.lower(end), "to" | "or" | "bis" | "oder" | "à" | "ou" | "a" | "o" | "und"))
        && let Some((second, past)) = plain(cut, end + 1)
    {
        counts.push(second);
        end = past;
    }
    end += usize::from(cut.is_mark(end, &['+']));
    let mut is_working = cut.class(end, Class::Working).is_some() && unit(cut, end + 1).is_some();
    let between =
        cut.class(end, Class::Between).or_else(|| cut.class(end, Class::Working).filter(|_| is_working)).map_or(0, |(length, _)| length);
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
    if matches!(cut.lower(end), "and" | "y" | "et") && cut.class(half, Class::Fraction).is_some_and(|(_, part)| part == n(50)) {
        for count in &mut counts {
            *count += Decimal::new(5, 1);
        }
        end = half + 1;
    }
    let lengths: Vec<Decimal> = counts.iter().filter_map(|count| Some(count.checked_mul(unit.size)?.round_dp(3))).collect();
    let mut figure = timed(at..end, &lengths, &unit);
    if is_working && unit.name == "day" {
        // Five working days are a week, but not five days.
        figure.evidence = Evidence::exactly(counts.iter().map(|count| format!("duration {} working day", count.normalize())).collect());
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
        || cut.lexicon.spelled(cut.from(at)).is_some_and(|(value, length)| value == Decimal::ONE && length == 1);
    let next =
        at + 1 + usize::from(cut.class(at + 1, Class::Between).is_some_and(|(length, _)| length == 1) || cut.is(at + 1, Class::Working));
    let is_half =
        matches!(cut.lower(next + 1), "and" | "y" | "et") && (cut.is(next + 2, Class::Fraction) || cut.is(next + 3, Class::Fraction));
    let is_share = cut.is(next, Class::Fraction) && cut.lower(next + 1) == "of";
    (is_one
        && !is_share
        && unit(cut, next).is_some()
        && (is_half || always || cut.is_after(at, Class::Within) || cut.is_after(at, Class::Under) || cut.is_after(at, Class::Over)))
    .then_some((Decimal::ONE, at + 1))
}

/// "week 4", "weeks 2 to 5", "Tag 3".
fn numbered_unit(cut: &Cut<'_>, at: usize) -> Option<Figure> {
    let unit = unit(cut, at).filter(|unit| matches!(unit.name, "day" | "week" | "month" | "year") && !cut.is_number(at.wrapping_sub(1)))?;
    if at.checked_sub(1).is_some_and(|before| cut.is(before, Class::Per)) {
        return None;
    }
    let (first, mut end) =
        counted(cut, at + 1).filter(|(number, _)| number.scale() == 0 && *number <= n(520) && *number > Decimal::ZERO)?;
    let is_unit_next = self::unit(cut, end).is_some();
    if is_unit_next || cut.is_mark(end, &['%', '€', '$', '£']) || cut.sentence(at) != cut.sentence(at + 1) {
        return None;
    }
    let mut numbers = vec![first];
    if (cut.is_mark(end, &['-', '–', '&']) || matches!(cut.lower(end), "to" | "and" | "bis" | "und" | "à" | "et" | "a" | "y"))
        && let Some((last, past)) = plain(cut, end + 1).filter(|(number, _)| *number <= n(520) && number.scale() == 0)
    {
        numbers.push(last);
        end = past;
    }
    let gives: Vec<String> = numbers.iter().map(|number| format!("{} number {number}", unit.name)).collect();
    let mut figure =
        Figure::new(ClaimKind::Date, at..end, numbers.iter().map(|number| (Measure::Count, *number)).collect(), Evidence::exactly(gives));
    figure.is_quiet = numbers.iter().all(|number| *number <= n(2));
    Some(figure)
}

fn amount(cut: &Cut<'_>, range: Range<usize>, values: &[Decimal], currency: Option<Currency>) -> Figure {
    let mut evidence = Evidence::default();
    for value in values {
        let value = value.normalize();
        evidence.gives.push(format!("amount {value}"));
        if let Some(code) = currency.map(Currency::code) {
            evidence.gives.push(format!("amount {value} {code}"));
            evidence.needs.push(vec![format!("amount {value} {code}"), format!("amount {value} of any currency")]);
        } else {
            evidence.gives.push(format!("amount {value} of any currency"));
            evidence.needs.push(vec![format!("amount {value}")]);
        }
    }
    let cadence = match cut.lexicon.phrase(cut.from(range.end)) {
        Some((Tag::Monthly, _)) => Some(Cadence::Monthly),
        Some((Tag::Quarterly, _)) => Some(Cadence::Quarterly),
        Some((Tag::Yearly, _)) => Some(Cadence::Yearly),
        _ => None,
    };
    let mut figure =
        Figure::new(ClaimKind::Amount, range, values.iter().map(|value| (Measure::Amount, value.normalize())).collect(), evidence);
    (figure.currency, figure.cadence) = (currency, cadence);
    figure
}

/// Amounts, percentages and counts.
fn number(cut: &Cut<'_>, at: usize, prices: bool) -> Option<Figure> {
    // "R 410,000"
    if cut.at(at).is_some_and(|token| token.text == "R")
        && let (Is::Number { number, spelled: false }, length) = one(cut.from(at + 1), cut.lexicon, cut.language)
        && number.value >= n(100)
    {
        return Some(amount(cut, at..at + 1 + length, &[number.value], "ZAR".parse().ok()));
    }
    let (mut is, mut length) = one(cut.from(at), cut.lexicon, cut.language);
    // In "18 €240" the sign belongs to the second number.
    let sign = at + length - 1;
    if matches!(is, Is::Money { .. }) && length > 1 && !cut.touches(sign) && cut.touches(sign + 1) && cut.is_number(sign + 1) {
        (is, length) = one(cut.from(at).get(..length - 1).unwrap_or_default(), cut.lexicon, cut.language);
    }
    // "two grand pianos"
    if length == 2 && cut.lower(at + 1) == "grand" && cut.is_word(at + 2) {
        (is, _) = one(cut.from(at).get(..1).unwrap_or_default(), cut.lexicon, cut.language);
    }
    let end = at + length;
    let dash = |end: usize| cut.is_mark(end, &['-', '–', '—']) || matches!(cut.lower(end), "to" | "bis" | "à" | "a");
    let second = || dash(end).then(|| one(cut.from(end + 1), cut.lexicon, cut.language));
    match is {
        Is::Money { value, currency, .. } => Some(match second() {
            Some((Is::Money { value: high, .. } | Is::Number { number: Number { value: high, .. }, .. }, past))
                if high > value && cut.touches(end + 1) | !cut.is_mark(end, &['-', '–', '—']) =>
            {
                amount(cut, at..end + 1 + past, &[value, high], currency)
            }
            _ => amount(cut, at..end, &[value], currency),
        }),
        Is::Percent(value) => Some(percentage(at..end, vec![value.normalize()])),
        Is::Number { number, spelled } => match second() {
            Some((Is::Percent(high), past)) => Some(percentage(at..end + 1 + past, vec![number.value.normalize(), high.normalize()])),
            Some((Is::Money { value: high, currency, .. }, past)) => Some(amount(cut, at..end + 1 + past, &[number.value, high], currency)),
            Some((Is::Number { number: high, spelled: false }, past))
                if !spelled && cut.touches(end) && number.plain && !high.plain && high.value >= n(1000) =>
            {
                // "70-80k"
                Some(loose_amount(cut, at..end + 1 + past, &[number.value * n(1000), high.value]))
            }
            _ if prices
                || !number.plain && number.value >= n(1000) && cut.at(end - 1).is_some_and(|token| token.lower.ends_with(['k', 'm'])) =>
            {
                Some(loose_amount(cut, at..end, &[number.value]))
            }
            _ => Some(count(cut, at..end, number.value.normalize(), spelled)),
        },
        Is::Garbled if cut.is_number(at) => {
            let text = cut.at(at).map(|token| token.lower.clone()).unwrap_or_default();
            Some(Figure::new(ClaimKind::Number, at..end, Vec::new(), Evidence::exactly(vec![format!("number {text}")])))
        }
        _ => None,
    }
}

/// A number that may be an amount: it backs both.
fn loose_amount(cut: &Cut<'_>, range: Range<usize>, values: &[Decimal]) -> Figure {
    let mut figure = amount(cut, range, values, None);
    figure.evidence.gives.extend(figure.values.iter().map(|(_, value)| format!("number {value}")));
    let counts: Vec<(Measure, Decimal)> = figure.values.iter().map(|(_, value)| (Measure::Count, *value)).collect();
    figure.values.retain(|(_, value)| *value >= n(100));
    figure.values.extend(counts);
    figure
}

fn count(cut: &Cut<'_>, range: Range<usize>, value: Decimal, spelled: bool) -> Figure {
    let Range { start: at, end } = range;
    // "24/7" and "1:1" are one number.
    if cut.is_mark(end, &['/', ':'])
        && cut.touches(end)
        && cut.touches(end + 1)
        && let Some((second, past)) = plain(cut, end + 1)
    {
        let both = format!("number {value}/{second}");
        return Figure::new(
            ClaimKind::Number,
            at..past,
            vec![(Measure::Count, value), (Measure::Count, second)],
            Evidence::exactly(vec![both]),
        );
    }
    let mut evidence = Evidence::exactly(vec![format!("number {value}")]);
    // "20 h" is "8 in the evening".
    let is_hour = cut.is(end, Class::HourWord) || (plain(cut, end + 1).is_some_and(|(_, past)| cut.is(past, Class::HourWord)));
    if is_hour && value > n(12) {
        evidence.gives.push(format!("number {}", value - n(12)));
    } else if is_hour {
        evidence.gives.push(format!("number {}", value + n(12)));
    }
    let mut figure = Figure::new(ClaimKind::Number, at..end, vec![(Measure::Count, value)], evidence);
    let line = cut.sentence_at(cut.span(&(at..end)).start);
    let is_alone =
        cut.text.get(line.clone()).is_some_and(|line| line.trim_end_matches(['.', ')', ':']).chars().all(|c| c.is_ascii_digit()));
    let is_listed = value < n(100)
        && cut.span(&(at..end)).start == line.start
        && (is_alone || (cut.is_mark(end, &['.', ')', ':']) && cut.touches(end)));
    let is_label = cut.is_after(at, Class::Label) && value < n(100) || at.checked_sub(1).is_some_and(|before| cut.is_mark(before, &['§']));
    let is_hundred = spelled && (value == n(100) || value == n(1000)) && at.checked_sub(1).is_some_and(|before| cut.lower(before) == "a");
    // "12 × 22 €" is a year of monthly payments.
    let is_year = (value == n(12) || value == n(4)) && cut.is_mark(end, &['×', '*']);
    figure.is_quiet = is_listed || is_label || is_year || is_hundred || (spelled && value <= n(3));
    if cut.touches(end) && matches!(cut.lower(end), "st" | "nd" | "rd" | "th" | "er" | "e" | "º" | "ª") {
        figure.range.end += 1;
    }
    figure
}

/// "scores of", "tomorrow", "end of the year", "in spring".
fn time(cut: &Cut<'_>, at: usize) -> Option<Figure> {
    let named = |class: Class| cut.class(at, class).map(|(length, _)| at..at + length);
    let is_rhythm = |range: &Range<usize>| unit(cut, range.end).is_some() || cut.is(range.end, Class::Weekday);
    if let Some(range) = named(Class::Vague).filter(|range| !is_rhythm(range)) {
        return Some(Figure::new(ClaimKind::Number, range, Vec::new(), Evidence::exactly(vec!["many".to_owned()])));
    }
    let range = named(Class::Time).or_else(|| named(Class::Season).filter(|_| cut.is_after(at, Class::Deadline)))?;
    let said: Vec<&str> = range.clone().map(|at| cut.lower(at)).filter(|word| !matches!(*word, "the" | "this")).collect();
    Some(Figure::new(ClaimKind::Date, range, Vec::new(), Evidence::exactly(vec![format!("time {}", said.join(" "))])))
}

fn hedge(cut: &Cut<'_>, range: &Range<usize>) -> Hedge {
    // "close to a quarter"
    let article = range.start.checked_sub(1).filter(|before| matches!(cut.lower(*before), "a" | "an" | "the"));
    let is = |class: Class| cut.is_led_by(range.start, class) || article.is_some_and(|article| cut.is_led_by(article, class));
    // "in rounding", "more or less"
    let follows = (range.end..range.end + 8).take_while(|at| cut.sentence(*at) == cut.sentence(range.start)).any(|at| {
        cut.class(at, Class::About).is_some_and(|(length, _)| length > 1)
            || cut.lower(at).starts_with("round")
            || cut.lower(at).starts_with("arrond")
            || cut.lower(at).starts_with("gerundet")
    });
    if is(Class::About) || follows {
        Hedge::About
    } else if is(Class::Over) {
        Hedge::Over
    } else if is(Class::Under) {
        Hedge::Under
    } else {
        Hedge::Exact
    }
}
