//! Backs figures by arithmetic over backed figures of the same block and of the inputs.

use chrono::{Datelike, Days, Months, NaiveDate};
use rust_decimal::Decimal;

use super::{
    dates::Day,
    durations::lengths,
    figures::{Figure, Hedge, Measure, n},
    find::Found,
    kinds::ClaimKind,
    sources::{Backing, Index},
    sums::{Operand, Operands, Reach},
    text::Cut,
};
use crate::reading::lexicon::{Class, Tag};

/// The claims on either side of a figure that it may be calculated from.
const NEIGHBOURS: usize = 40;
/// The most figures of a block for which a formula is searched.
const SEARCHED_MAX: usize = 200;
/// The most backed amounts on either side of a figure that are added up.
const ROW_MAX: usize = 12;

/// The most lengths of time of earlier blocks that a figure is multiplied with.
const PERIODS_MAX: usize = 24;

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
pub(super) fn add(
    cut: &Cut<'_>,
    found: &Found,
    inputs: &mut Inputs<'_>,
    backings: &mut [Option<Backing>],
) -> Vec<bool> {
    let mut derived = vec![false; backings.len()];
    // A total may stand before the figures that it is calculated from.
    for _ in 0..2 {
        let mut searched = 0;
        for (at, claim) in found.claims.iter().enumerate() {
            let Some(figure) = claim
                .figure
                .as_ref()
                .filter(|_| backings.get(at).is_some_and(Option::is_none) && searched < SEARCHED_MAX)
            else {
                continue;
            };
            searched += 1;
            // "by a third" is a change, not a share.
            let is_change = figure.kind == ClaimKind::Percentage
                && figure
                    .range
                    .start
                    .checked_sub(1)
                    .is_some_and(|before| matches!(cut.lower(before), "by" | "um" | "d'un" | "ein"));
            if is_change {
                continue;
            }
            let around = Around { cut, found, backings, index: inputs.index };
            let formula =
                around.operands(inputs, (at, figure)).formula(figure).or_else(|| around.time(figure));
            if let Some((formula, backing)) = formula.zip(backings.get_mut(at)) {
                *backing = Some(inputs.index.calculated(formula));
                derived.iter_mut().skip(at).take(1).for_each(|derived| *derived = true);
            }
        }
    }
    let backed = found.claims.iter().zip(backings).filter(|(_, backing)| backing.is_some());
    for figure in backed.filter_map(|(claim, _)| claim.figure.as_ref()) {
        inputs.earlier.extend(figure.money());
        for (measure, value) in &figure.values {
            match measure {
                Measure::Amount | Measure::Count => {
                    inputs.known.add(*measure, Operand::new(*value, Reach::Offer));
                }
                Measure::Percent => {}
                _ => inputs.known.periods.extend(
                    lengths(*measure, *value).into_iter().map(|count| Operand::new(count, Reach::Offer)),
                ),
            }
        }
        inputs.known.periods.truncate(PERIODS_MAX);
    }
    derived
}

/// What stands around a figure.
struct Around<'a> {
    cut: &'a Cut<'a>,
    found: &'a Found,
    backings: &'a [Option<Backing>],
    index: &'a Index<'a>,
}

impl Around<'_> {
    /// The figures of a sentence and its neighbours that are backed or claim nothing: an invented one backs
    /// no other that agrees with it.
    fn neighbours(&self, figure: &Figure) -> impl Iterator<Item = &Figure> {
        self.near(figure).filter(|other| self.is_backed(other))
    }

    fn is_backed(&self, figure: &Figure) -> bool {
        let start = self.cut.span(&figure.range).start;
        let claim = self.found.claims.partition_point(|claim| claim.span.start < start);
        let is_claim = self.found.claims.get(claim).is_some_and(|claim| claim.span.start == start);
        !is_claim || self.backings.get(claim).is_some_and(Option::is_some)
    }

    /// The other figures of a sentence and its neighbours.
    fn near(&self, figure: &Figure) -> impl Iterator<Item = &Figure> {
        let Self { cut, found, .. } = self;
        let sentence = cut.sentence(figure.range.start);
        let mut from = sentence.saturating_sub(1);
        // The cells of a table are short.
        while from > 0
            && sentence < from + 4
            && cut.tokens_of(sentence - 1).end - cut.tokens_of(from).start < 14
        {
            from -= 1;
        }
        let first = found.figures.partition_point(|other| cut.sentence(other.range.start) < from);
        let near = found
            .figures
            .iter()
            .skip(first)
            .take_while(move |other| cut.sentence(other.range.start) <= sentence + 1);
        let range = figure.range.clone();
        near.filter(move |other| other.range != range)
    }

    /// What a figure may be calculated from.
    fn operands(&self, inputs: &Inputs<'_>, (at, figure): (usize, &Figure)) -> Operands {
        let mut operands = inputs.known.clone();
        let backed = |(claim, backing): (&'_ super::find::FoundClaim, &Option<Backing>)| {
            claim.figure.as_ref().filter(|_| backing.is_some()).and_then(Figure::money)
        };
        let claims = || self.found.claims.iter().zip(self.backings);
        let before: Vec<Decimal> =
            claims().take(at).skip(at.saturating_sub(NEIGHBOURS)).filter_map(backed).collect();
        let after: Vec<Decimal> =
            claims().skip(at + 1).take(NEIGHBOURS).filter_map(backed).take(ROW_MAX).collect();
        let earlier = inputs.earlier.iter().copied().chain(before);
        let earlier: Vec<Decimal> = earlier.collect::<Vec<_>>().into_iter().rev().take(ROW_MAX).collect();
        operands.row = earlier.into_iter().rev().chain(after).collect();
        for amount in operands.row.clone() {
            operands.add(Measure::Amount, Operand::new(amount, Reach::Offer));
        }
        let sentence = self.cut.sentence(figure.range.start);
        for other in self.near(figure) {
            let reach =
                if self.cut.sentence(other.range.start) == sentence { Reach::Here } else { Reach::Near };
            // In "over five years it is €1,550" the question is about the years, not about the product.
            let is_backed = self.is_backed(other);
            for count in other
                .values
                .iter()
                .filter(|_| !other.is_loose)
                .flat_map(|(measure, value)| lengths(*measure, *value))
            {
                if is_backed { &mut operands.periods } else { &mut operands.units }
                    .push(Operand::new(count, reach));
            }
            if !is_backed {
                continue;
            }
            for (measure, value) in &other.values {
                operands.add(*measure, Operand::new(*value, reach));
            }
            if let Some(amount) = other.money() {
                operands.add(Measure::Amount, Operand::new(amount, reach));
            }
        }
        // "€240 a year" for a monthly price, "the four returns of a year" for a quarterly one.
        for at in self.cut.tokens_of(sentence) {
            let counts: &[u32] = match self.cut.lexicon.time_unit(self.cut.lower(at)) {
                Some(Tag::Year | Tag::Month) => &[12, 4, 52],
                Some(Tag::Week) => &[7, 52],
                Some(Tag::Hour | Tag::Minute) => &[60, 24],
                _ if self.cut.is(at, Class::Both) => &[2],
                _ => &[],
            };
            for count in counts {
                operands.units.push(Operand::new(n(*count), Reach::Here));
            }
        }
        let has = |class: Class| {
            (sentence.saturating_sub(1)..=sentence).any(|sentence| self.cut.has_class(sentence, class))
        };
        operands.has_whole = self.cut.has_class(sentence, Class::Total);
        let is_each = self
            .cut
            .tokens_of(sentence)
            .any(|at| self.cut.is(at, Class::Per) && !self.cut.is(at, Class::Article));
        operands.far = if is_each { 0 } else { 5 };
        operands.is_mean = has(Class::Middle);
        operands.is_total = has(Class::Total) || has(Class::Compare);
        operands
    }

    /// The formula of a duration or a day: years since, the time between two dates, a day some time from
    /// another.
    fn time(&self, figure: &Figure) -> Option<String> {
        if let [day] = figure.days.as_slice() {
            return self.moved(figure, *day);
        }
        let [(measure, value)] = *figure.values.as_slice() else { return None };
        // "twelve months" where the prices are those of a year
        let tokens = self.cut.tokens_of(self.cut.sentence(figure.range.start));
        let is_priced = || {
            self.found
                .figures
                .iter()
                .any(|other| tokens.contains(&other.range.start) && other.kind == ClaimKind::Amount)
        };
        let is_year =
            [(Measure::Months, n(12)), (Measure::Minutes, n(52 * 10080))].contains(&(measure, value));
        if is_year && is_priced() {
            return Some("12 months = 1 year".to_owned());
        }
        match measure {
            Measure::Months => self.since(figure, value).or_else(|| self.apart(figure, measure, value)),
            Measure::Minutes => self.apart(figure, measure, value).or_else(|| self.clock(figure, value)),
            _ => None,
        }
    }

    /// "for twelve years" since 2014.
    fn since(&self, figure: &Figure, months: Decimal) -> Option<String> {
        let cut = self.cut;
        let sentence = cut.sentence(figure.range.start);
        // "ten years of warranty" says nothing of the past.
        let is_promise = [Class::Guarantee, Class::Pledge, Class::Free]
            .iter()
            .any(|class| cut.has_class(sentence, *class));
        if is_promise || months < n(60) {
            return None;
        }
        let now = self.index.figures.now?;
        let is_led =
            [0, 1].iter().any(|back| cut.is_after(figure.range.start.saturating_sub(*back), Class::Since));
        let is_ours = is_led || cut.has_class(sentence, Class::Us);
        let years = if is_ours { &self.index.figures.years } else { &self.index.figures.founded };
        let since = years.iter().find(|year| {
            let passed = n(now.saturating_sub(**year)).saturating_mul(n(12));
            passed == months || (figure.hedge != Hedge::Exact && figure.hedge.allows(months, passed))
        })?;
        Some(format!("{now} \u{2212} {since}"))
    }

    /// The time between a day in the text and one of the inputs.
    fn apart(&self, figure: &Figure, measure: Measure, value: Decimal) -> Option<String> {
        let here: Vec<(u32, u32)> = self
            .neighbours(figure)
            .flat_map(|other| &other.days)
            .filter_map(|day| day.month.zip(day.day))
            .collect();
        let between = |one: (u32, u32), other: (u32, u32)| {
            let days = date(other)?.signed_duration_since(date(one)?).num_days();
            let days = Decimal::from(if days < 0 { days + 365 } else { days });
            let (length, slack) = match measure {
                Measure::Minutes => (value.checked_div(n(1440))?, Decimal::ONE),
                _ => (value.saturating_mul(Decimal::new(304, 1)), n(2)),
            };
            let is_same = days.saturating_sub(length).abs() <= slack
                || (figure.hedge != Hedge::Exact && figure.hedge.allows(length, days));
            (length >= n(2) && is_same)
                .then(|| format!("{}.{}. \u{2212} {}.{}.", other.1, other.0, one.1, one.0))
        };
        let known = || here.iter().chain(&self.index.figures.days);
        here.iter()
            .find_map(|one| known().find_map(|other| between(*one, *other).or_else(|| between(*other, *one))))
    }

    /// "from ten to four, six hours"
    fn clock(&self, figure: &Figure, minutes: Decimal) -> Option<String> {
        let said = lengths(Measure::Minutes, minutes);
        let sentence = self.cut.sentence(figure.range.start);
        let is_time = |other: &&Figure| {
            other.kind == ClaimKind::Date || self.cut.sentence(other.range.start) == sentence
        };
        let all = self.neighbours(figure).filter(is_time).flat_map(|other| &other.values);
        let counts: Vec<Decimal> = all
            .flat_map(|(measure, value)| lengths(*measure, *value))
            .filter(|count| *count <= n(24))
            .take(12)
            .collect();
        counts.iter().find_map(|one| {
            let other = counts.iter().find(|other| said.contains(&(one.saturating_sub(**other))))?;
            Some(format!("{one} \u{2212} {other}"))
        })
    }

    /// "two days before", "in force for three months": a day some time before or after a given one.
    fn moved(&self, figure: &Figure, said: Day) -> Option<String> {
        let month = said.month?;
        let given = || self.index.figures.days.iter().copied();
        let near = self.neighbours(figure).flat_map(|other| other.values.iter().copied());
        let near = near.filter(|(measure, _)| measure.is_time());
        let here: Vec<(u32, u32)> = self
            .neighbours(figure)
            .flat_map(|other| &other.days)
            .filter_map(|day| day.month.zip(day.day))
            .collect();
        let stated =
            near.flat_map(|length| given().chain(here.iter().copied()).map(move |day| (day, length)));
        let is_said = |day: NaiveDate| day.month() == month && said.day.is_none_or(|said| said == day.day());
        let shifted = |day: (u32, u32), (measure, value): (Measure, Decimal)| {
            let start = date(day)?;
            let (later, sooner, unit) = if measure == Measure::Months {
                let months = Months::new(u32::try_from(value.normalize()).ok()?);
                (start.checked_add_months(months)?, start.checked_sub_months(months)?, "months")
            } else {
                let days = Days::new(
                    u64::try_from(value.checked_div(n(1440))?.normalize()).ok().filter(|days| *days > 0)?,
                );
                (start.checked_add_days(days)?, start.checked_sub_days(days)?, "days")
            };
            // What runs for three months from 1 February ends on 30 April.
            let sign = if is_said(later) || is_said(later.pred_opt()?) { '+' } else { '\u{2212}' };
            let length = if measure == Measure::Months { value } else { value.checked_div(n(1440))? };
            (sign == '+' || is_said(sooner))
                .then(|| format!("{}.{}. {sign} {} {unit}", day.1, day.0, length.normalize()))
        };
        stated.chain(self.index.figures.moved.iter().copied()).find_map(|(day, length)| shifted(day, length))
    }
}

/// A day of a year without a leap day.
fn date((month, day): (u32, u32)) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(2001, month, day)
}
