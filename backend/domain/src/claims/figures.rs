//! Every number of a text, in digits and words: amounts, percentages and shares, multiples, durations, dates,
//! telephone numbers and counts.

use std::ops::Range;

use rust_decimal::Decimal;

use super::{
    dates::{self, Day},
    durations::{duration, time},
    find::Evidence,
    kinds::ClaimKind,
    shares::{multiple, percentage, ratio, share},
    text::Cut,
};
use crate::{
    money::Currency,
    pricing::Cadence,
    reading::{
        lexicon::{Class, Tag},
        token::{Kind, Number},
        units::{Is, one},
    },
};

pub(super) fn n(value: u32) -> Decimal {
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

impl Measure {
    pub(super) fn is_time(self) -> bool {
        matches!(self, Self::Minutes | Self::Months)
    }
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
    /// The stem of the word after it: what is counted.
    pub(super) noun: Option<String>,
    /// Whether it stands alone in a line or cell, and may be an amount.
    pub(super) is_loose: bool,
    /// Whether it claims nothing: the number of a step, "two" in ordinary talk.
    pub(super) is_quiet: bool,
}

impl Figure {
    pub(super) fn new(
        kind: ClaimKind,
        range: Range<usize>,
        values: Vec<(Measure, Decimal)>,
        evidence: Evidence,
    ) -> Self {
        Self {
            range,
            kind,
            evidence,
            values,
            days: Vec::new(),
            currency: None,
            cadence: None,
            hedge: Hedge::Exact,
            noun: None,
            is_loose: false,
            is_quiet: false,
        }
    }

    /// Its amount of money; a figure of a table may leave the currency out.
    pub(super) fn money(&self) -> Option<Decimal> {
        self.of(Measure::Amount).last().or_else(|| self.of(Measure::Count).last().filter(|_| self.is_loose))
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
                figure.noun = cut.stems(figure.range.end..figure.range.end + 1).pop_first();
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
    while let Some(token) =
        cut.at(end).filter(|_| number.len() <= 20 && cut.sentence(end) == cut.sentence(at))
    {
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
    is_telephone.then(|| {
        Figure::new(
            ClaimKind::Number,
            at..end,
            Vec::new(),
            Evidence::exactly(vec![format!("telephone {number}")]),
        )
    })
}

/// The number in digits or words at a token, with the token after it; "one" and "a" are none.
pub(super) fn plain(cut: &Cut<'_>, at: usize) -> Option<(Decimal, usize)> {
    match one(cut.from(at), cut.lexicon) {
        (Is::Number { number, .. }, length) => Some((number.value.normalize(), at + length)),
        _ => None,
    }
}

/// The same, with "one".
pub(super) fn counted(cut: &Cut<'_>, at: usize) -> Option<(Decimal, usize)> {
    plain(cut, at)
        .or_else(|| cut.lexicon.spelled(cut.from(at)).map(|number| (number.value, at + number.length)))
}

pub(super) fn amount(
    cut: &Cut<'_>,
    range: Range<usize>,
    values: &[Decimal],
    currency: Option<Currency>,
) -> Figure {
    let mut evidence = Evidence::default();
    for value in values {
        let value = value.normalize();
        evidence.gives.push(format!("amount {value}"));
        if let Some(code) = currency.map(Currency::code) {
            evidence.gives.push(format!("amount {value} {code}"));
            evidence
                .needs
                .push(vec![format!("amount {value} {code}"), format!("amount {value} of any currency")]);
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
    let mut figure = Figure::new(
        ClaimKind::Amount,
        range,
        values.iter().map(|value| (Measure::Amount, value.normalize())).collect(),
        evidence,
    );
    (figure.currency, figure.cadence) = (currency, cadence);
    figure
}

/// Amounts, percentages and counts.
fn number(cut: &Cut<'_>, at: usize, prices: bool) -> Option<Figure> {
    // "R 410,000"
    if cut.at(at).is_some_and(|token| token.text == "R")
        && let (Is::Number { number, spelled: false }, length) = one(cut.from(at + 1), cut.lexicon)
        && number.value >= n(100)
    {
        return Some(amount(cut, at..at + 1 + length, &[number.value], "ZAR".parse().ok()));
    }
    let (mut is, mut length) = one(cut.from(at), cut.lexicon);
    // In "18 €240" the sign belongs to the second number.
    let sign = at + length - 1;
    if matches!(is, Is::Money { .. })
        && length > 1
        && !cut.touches(sign)
        && cut.touches(sign + 1)
        && cut.is_number(sign + 1)
    {
        (is, length) = one(cut.from(at).get(..length - 1).unwrap_or_default(), cut.lexicon);
    }
    // "two grand pianos"
    if length == 2 && cut.lower(at + 1) == "grand" && cut.is_word(at + 2) {
        (is, _) = one(cut.from(at).get(..1).unwrap_or_default(), cut.lexicon);
    }
    let end = at + length;
    let dash = |end: usize| cut.is_mark(end, &['-', '–', '—']) || cut.is(end, Class::To);
    let second = || dash(end).then(|| one(cut.from(end + 1), cut.lexicon));
    match is {
        Is::Money { value, currency, .. } => Some(match second() {
            Some((
                Is::Money { value: high, .. } | Is::Number { number: Number { value: high, .. }, .. },
                past,
            )) if high > value && cut.touches(end + 1) | !cut.is_mark(end, &['-', '–', '—']) => {
                amount(cut, at..end + 1 + past, &[value, high], currency)
            }
            _ => amount(cut, at..end, &[value], currency),
        }),
        Is::Percent(value) => Some(percentage(at..end, vec![value.normalize()])),
        Is::Number { number, spelled } => match second() {
            Some((Is::Percent(high), past)) => {
                Some(percentage(at..end + 1 + past, vec![number.value.normalize(), high.normalize()]))
            }
            Some((Is::Money { value: high, currency, .. }, past)) => {
                Some(amount(cut, at..end + 1 + past, &[number.value, high], currency))
            }
            Some((Is::Number { number: high, spelled: false }, past))
                if !spelled && cut.touches(end) && number.plain && !high.plain && high.value >= n(1000) =>
            {
                // "70-80k"
                Some(loose_amount(cut, at..end + 1 + past, &[number.value * n(1000), high.value]))
            }
            _ if prices
                || !number.plain
                    && number.value >= n(1000)
                    && cut.at(end - 1).is_some_and(|token| token.lower.ends_with(['k', 'm'])) =>
            {
                Some(loose_amount(cut, at..end, &[number.value]))
            }
            _ => Some(count(cut, at..end, number.value.normalize(), spelled)),
        },
        Is::Garbled if cut.is_number(at) => {
            let text = cut.at(at).map(|token| token.lower.clone()).unwrap_or_default();
            Some(Figure::new(
                ClaimKind::Number,
                at..end,
                Vec::new(),
                Evidence::exactly(vec![format!("number {text}")]),
            ))
        }
        _ => None,
    }
}

/// A number that may be an amount: it backs both.
fn loose_amount(cut: &Cut<'_>, range: Range<usize>, values: &[Decimal]) -> Figure {
    let mut figure = amount(cut, range, values, None);
    figure.evidence.gives.extend(figure.values.iter().map(|(_, value)| format!("number {value}")));
    let counts: Vec<(Measure, Decimal)> =
        figure.values.iter().map(|(_, value)| (Measure::Count, *value)).collect();
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
        let mut evidence = Evidence::exactly(vec![both]);
        evidence.gives.extend([format!("number {value}"), format!("number {second}")]);
        return Figure::new(
            ClaimKind::Number,
            at..past,
            vec![(Measure::Count, value), (Measure::Count, second)],
            evidence,
        );
    }
    let mut evidence = Evidence::exactly(vec![format!("number {value}")]);
    // "20 h" is "8 in the evening".
    let is_hour = cut.is(end, Class::HourWord)
        || (plain(cut, end + 1).is_some_and(|(_, past)| cut.is(past, Class::HourWord)));
    if is_hour && value > n(12) {
        evidence.gives.push(format!("number {}", value - n(12)));
    } else if is_hour {
        evidence.gives.push(format!("number {}", value + n(12)));
    }
    let mut figure = Figure::new(ClaimKind::Number, at..end, vec![(Measure::Count, value)], evidence);
    let line = cut.sentence_at(cut.span(&(at..end)).start);
    let is_alone = cut
        .text
        .get(line.clone())
        .is_some_and(|line| line.trim_end_matches(['.', ')', ':']).chars().all(|c| c.is_ascii_digit()));
    let is_grouped = !spelled
        && value >= n(100)
        && cut.at(at).is_some_and(|token| matches!(token.kind, Kind::Number(number) if !number.plain));
    let is_cell = cut
        .text
        .get(line.clone())
        .is_some_and(|line| line.chars().all(|c| c.is_ascii_digit() || ".,' \u{a0}\u{202f}".contains(c)));
    figure.is_loose = !spelled && is_cell && value >= n(100);
    if is_grouped || figure.is_loose {
        figure.evidence.needs.iter_mut().for_each(|any| any.push(format!("amount {value}")));
    }
    let is_listed = value < n(100)
        && cut.span(&(at..end)).start == line.start
        && (is_alone || (cut.is_mark(end, &['.', ')', ':']) && cut.touches(end)));
    let is_label = cut.is_after(at, Class::Label) && value < n(100)
        || at.checked_sub(1).is_some_and(|before| cut.is_mark(before, &['§']));
    let is_hundred = spelled
        && (value == n(100) || value == n(1000))
        && at.checked_sub(1).is_some_and(|before| cut.lower(before) == "a");
    // "12 × 22 €" is a year of monthly payments.
    let is_year = (value == n(12) || value == n(4)) && cut.is_mark(end, &['×', '*']);
    figure.is_quiet = is_listed
        || is_label
        || is_year
        || is_hundred
        || (spelled && value <= n(3) && !cut.is(end, Class::Measured));
    if cut.touches(end) && matches!(cut.lower(end), "st" | "nd" | "rd" | "th" | "er" | "e" | "º" | "ª") {
        figure.range.end += 1;
        figure.evidence.needs.iter_mut().for_each(|any| any.push(format!("day {value}")));
    }
    figure
}

fn hedge(cut: &Cut<'_>, range: &Range<usize>) -> Hedge {
    // "ca. 40"
    let is_dotted = range.start.checked_sub(1).is_some_and(|before| {
        cut.is_mark(before, &['.']) && cut.sentence(before) == cut.sentence(range.start)
    });
    let range = &(range.start - usize::from(is_dotted)..range.end);
    // "close to a quarter"
    let article = range.start.checked_sub(1).filter(|before| cut.is(*before, Class::Article));
    let is = |class: Class| {
        cut.is_led_by(range.start, class) || article.is_some_and(|article| cut.is_led_by(article, class))
    };
    // "in rounding", "more or less"
    let follows = (range.end..range.end + 8)
        .take_while(|at| cut.sentence(*at) == cut.sentence(range.start))
        .any(|at| {
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
