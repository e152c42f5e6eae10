//! Backs figures by arithmetic over backed figures of the same block and of the inputs.

use chrono::NaiveDate;
use rust_decimal::Decimal;

use super::{
    figures::{Figure, Hedge, Measure},
    find::Found,
    kinds::ClaimKind,
    sources::{Backing, Index},
    sums::Operands,
    text::Cut,
};
use crate::reading::lexicon::Class;

/// The claims on either side of a figure that it may be calculated from.
const NEIGHBOURS: usize = 40;
/// The most figures of a block for which a formula is searched.
const SEARCHED_MAX: usize = 200;

/// The most amounts of the document that a figure is calculated from.
const AMOUNTS_MAX: usize = 12;

/// The most counts of inputs and document.
const COUNTS_MAX: usize = 60;

/// What is known before a block is read.
pub(super) struct Inputs<'i> {
    index: &'i Index<'i>,
    known: Operands,
    /// Backed amounts of earlier blocks, in order.
    earlier: Vec<Decimal>,
}

impl<'i> Inputs<'i> {
    pub(super) fn new(index: &'i Index<'i>) -> Self {
        Self { index, known: index.figures.operands(), earlier: Vec::new() }
    }
}

/// Adds the formula of each figure that has one as its backing. Says which claims were derived so.
pub(super) fn add(cut: &Cut<'_>, found: &Found, inputs: &mut Inputs<'_>, backings: &mut [Option<Backing>]) -> Vec<bool> {
    let mut derived = vec![false; backings.len()];
    // A total may stand before the figures that it is calculated from.
    for _ in 0..2 {
        let mut searched = 0;
        for (at, claim) in found.claims.iter().enumerate() {
            let Some(figure) = claim.figure.as_ref().filter(|_| backings.get(at).is_some_and(Option::is_none) && searched < SEARCHED_MAX)
            else {
                continue;
            };
            searched += 1;
            // "by a third" is a change, not a share.
            let is_change = figure.kind == ClaimKind::Percentage
                && figure.range.start.checked_sub(1).is_some_and(|before| matches!(cut.lower(before), "by" | "um" | "d'un" | "ein"));
            if is_change {
                continue;
            }
            let operands = near(cut, found, inputs, (at, figure), backings);
            let formula = operands.formula(figure).or_else(|| time(cut, found, inputs.index, figure));
            if let Some((formula, backing)) = formula.zip(backings.get_mut(at)) {
                *backing = Some(inputs.index.calculated(formula));
                derived.iter_mut().skip(at).take(1).for_each(|derived| *derived = true);
            }
        }
    }
    let backed = found.claims.iter().zip(backings).filter(|(_, backing)| backing.is_some());
    for figure in backed.filter_map(|(claim, _)| claim.figure.as_ref()) {
        inputs.earlier.extend(figure.money());
        inputs.known.all_counts.extend(figure.of(Measure::Count));
        inputs.known.all_counts.truncate(COUNTS_MAX);
    }
    derived
}

/// The figures of a sentence and its neighbours.
fn neighbours<'f>(cut: &'f Cut<'_>, found: &'f Found, figure: &'f Figure) -> impl Iterator<Item = &'f Figure> {
    let sentence = cut.sentence(figure.range.start);
    let mut from = sentence.saturating_sub(1);
    // The cells of a table are short.
    while from > 0 && sentence < from + 4 && cut.tokens_of(sentence - 1).end - cut.tokens_of(from).start < 14 {
        from -= 1;
    }
    let first = found.figures.partition_point(|other| cut.sentence(other.range.start) < from);
    let near = found.figures.iter().skip(first).take_while(move |other| cut.sentence(other.range.start) <= sentence + 1);
    near.filter(|other| other.range != figure.range)
}

/// What a figure may be calculated from.
fn near(cut: &Cut<'_>, found: &Found, inputs: &Inputs<'_>, (at, figure): (usize, &Figure), backings: &[Option<Backing>]) -> Operands {
    let mut operands = inputs.known.clone();
    let mut amounts: Vec<(usize, Decimal)> = Vec::new();
    for (other, (claim, backing)) in found.claims.iter().zip(backings).enumerate().skip(at.saturating_sub(NEIGHBOURS)).take(2 * NEIGHBOURS)
    {
        let backed = claim.figure.as_ref().filter(|_| backing.is_some() && other != at);
        amounts.extend(backed.and_then(Figure::money).map(|amount| (other.abs_diff(at), amount)));
    }
    amounts.sort_by_key(|(distance, _)| *distance);
    operands.amounts =
        amounts.into_iter().map(|(_, amount)| amount).chain(inputs.earlier.iter().rev().copied()).take(AMOUNTS_MAX).collect();
    let near = &mut operands.near;
    // An invented amount or percentage backs no other one that agrees with it.
    let is_backed = |other: &&Figure| {
        let start = cut.span(&other.range).start;
        let claim = found.claims.partition_point(|claim| claim.span.start < start);
        let is_claim = found.claims.get(claim).is_some_and(|claim| claim.span.start == start);
        !is_claim || backings.get(claim).is_some_and(Option::is_some)
    };
    for other in neighbours(cut, found, figure) {
        if is_backed(&other) || !other.is_loose {
            near.counts.extend(other.values.iter().flat_map(|(measure, value)| lengths(*measure, *value)));
        }
        near.lengths.extend(other.values.iter().filter(|(measure, _)| matches!(measure, Measure::Minutes | Measure::Months)));
        if is_backed(&other) {
            near.percents.extend(other.of(Measure::Percent));
            near.amounts.extend(other.money());
        }
    }
    let sentence = cut.sentence(figure.range.start);
    let has = |class: Class| (sentence.saturating_sub(1)..=sentence).any(|sentence| cut.has_class(sentence, class));
    near.is_each = has(Class::Per);
    near.is_mean = has(Class::Middle);
    near.is_total = has(Class::Total) || has(Class::Compare);
    // "€240 a year" for a monthly price, "the four returns of a year" for a quarterly one.
    if cut.tokens_of(sentence).any(|at| cut.lexicon.time_unit(cut.lower(at)).is_some()) {
        near.counts.extend([12, 4].map(Decimal::from));
    }
    if has(Class::Both) {
        near.counts.push(Decimal::TWO);
    }
    near.counts.truncate(24);
    operands
}

/// A figure as a count: "six months" are six, and "two years" are two or twenty-four.
fn lengths(measure: Measure, value: Decimal) -> Vec<Decimal> {
    let parts: &[u32] = match measure {
        Measure::Count => &[1],
        Measure::Months => &[1, 12],
        Measure::Minutes => &[60, 1440, 10080],
        Measure::Amount | Measure::Percent => &[],
    };
    let whole = |part: &u32| {
        value.checked_div(Decimal::from(*part)).map(|value| value.normalize()).filter(|value| value.scale() == 0 && *value > Decimal::ZERO)
    };
    parts.iter().filter_map(whole).collect()
}

/// The formula of a duration: years since, the days between two dates, or the difference of two durations.
fn time(cut: &Cut<'_>, found: &Found, index: &Index<'_>, figure: &Figure) -> Option<String> {
    if let [day] = figure.days.as_slice() {
        return moved(cut, found, index, figure, day.month.zip(day.day)?);
    }
    let [(measure, value)] = *figure.values.as_slice() else { return None };
    if measure == Measure::Months {
        let sentence = cut.tokens_of(cut.sentence(figure.range.start));
        if value == Decimal::from(12)
            && found.figures.iter().any(|other| sentence.contains(&other.range.start) && other.kind == ClaimKind::Amount)
        {
            return Some("12 months = 1 year".to_owned());
        }
        let is_ours = cut.has_class(cut.sentence(figure.range.start), Class::Us);
        if figure.hedge == Hedge::Exact
            && !is_ours
            && ![0, 1].iter().any(|back| cut.is_after(figure.range.start.saturating_sub(*back), Class::Since))
        {
            return None;
        }
        let now = index.figures.now?;
        let since = index.figures.years.iter().find(|year| {
            let months = Decimal::from(now.saturating_sub(**year)).saturating_mul(Decimal::from(12));
            months == value || (figure.hedge != Hedge::Exact && figure.hedge.allows(value, months))
        })?;
        return Some(format!("{now} \u{2212} {since}"));
    }
    if measure != Measure::Minutes {
        return None;
    }
    let date = |(month, day): (u32, u32)| NaiveDate::from_ymd_opt(2001, month, day);
    let here = || neighbours(cut, found, figure).flat_map(|other| &other.days).filter_map(|day| day.month.zip(day.day));
    let between = |one: (u32, u32), other: (u32, u32)| {
        let days = (date(other)? - date(one)?).num_days().abs();
        (Decimal::from(days) * Decimal::from(1440) == value).then(|| format!("{}.{}. \u{2212} {}.{}.", other.1, other.0, one.1, one.0))
    };
    let dated = here().find_map(|one| index.figures.days.iter().find_map(|other| between(one, *other)));
    let lengths = lengths(measure, value);
    dated.or_else(|| {
        let counts: Vec<Decimal> = neighbours(cut, found, figure)
            .flat_map(|other| other.values.iter().flat_map(|(measure, value)| self::lengths(*measure, *value)))
            .take(12)
            .collect();
        counts
            .iter()
            .find_map(|one| counts.iter().find(|other| lengths.contains(&(*one - **other))).map(|other| format!("{one} \u{2212} {other}")))
    })
}

/// The formula of a day that is some days from a given one: "two days before".
fn moved(cut: &Cut<'_>, found: &Found, index: &Index<'_>, figure: &Figure, said: (u32, u32)) -> Option<String> {
    let date = |(month, day): (u32, u32)| NaiveDate::from_ymd_opt(2001, month, day);
    let said = date(said)?;
    let days = |length: Decimal| i64::try_from(length.checked_div(Decimal::from(1440))?.normalize()).ok();
    let stated = neighbours(cut, found, figure).flat_map(|other| other.of(Measure::Minutes).collect::<Vec<_>>());
    let near = stated.flat_map(|length| index.figures.days.iter().map(move |day| (*day, length)));
    let found = near.chain(index.figures.moved.iter().copied()).find(|(day, length)| {
        let apart = date(*day).map(|day| (said - day).num_days().abs());
        apart.is_some_and(|apart| apart > 0 && days(*length) == Some(apart))
    });
    found.map(|((month, day), length)| format!("{day}.{month}. \u{b1} {} days", days(length).unwrap_or_default()))
}
