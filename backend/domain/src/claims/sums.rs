//! Arithmetic over known figures: the sum, difference, product, quotient or share that gives a figure.

use std::fmt;

use rust_decimal::Decimal;

use super::{
    durations::lengths,
    figures::{Figure, Hedge, Measure},
};

/// The most operands of one measure; those of the inputs beyond it are left out.
const OPERANDS_MAX: usize = 48;
/// The most figures of which any selection is added up.
const SELECTED_MAX: usize = 8;
/// The most amounts in a row that are added up.
const RUN_MAX: usize = 12;

/// Where an operand stands. From farther away more values can be formed, so a figure needs more digits to be
/// no coincidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Reach {
    /// In the same sentence.
    Here,
    /// In a sentence next to it.
    Near,
    /// Among the prices, or backed in the document.
    Offer,
    /// In any other input.
    Input,
}

impl Reach {
    fn distance(self) -> u32 {
        match self {
            Self::Here => 0,
            Self::Near => 1,
            Self::Offer => 2,
            Self::Input => 3,
        }
    }
}

/// A known value.
#[derive(Debug, Clone)]
pub(super) struct Operand {
    value: Decimal,
    reach: Reach,
    /// The calculation that gives it, if it is not stated itself, and how many steps it has.
    formula: Option<(String, u32)>,
}

impl Operand {
    pub(super) fn new(value: Decimal, reach: Reach) -> Self {
        Self { value: value.normalize(), reach, formula: None }
    }

    pub(super) fn calculated(value: Decimal, reach: Reach, formula: String, steps: u32) -> Self {
        Self { formula: Some((formula, steps)), ..Self::new(value, reach) }
    }

    fn shown(&self) -> String {
        self.formula.as_ref().map_or_else(|| self.value.to_string(), |(formula, _)| formula.clone())
    }
}

/// The figures that a text may calculate with.
#[derive(Debug, Default, Clone)]
pub(super) struct Operands {
    amounts: Vec<Operand>,
    percents: Vec<Operand>,
    counts: Vec<Operand>,
    /// Lengths of time as counts.
    pub(super) periods: Vec<Operand>,
    /// Numbers that an amount is multiplied with besides: the twelve months of a year.
    pub(super) units: Vec<Operand>,
    minutes: Vec<Operand>,
    months: Vec<Operand>,
    /// What the prices come to in all, by each of their quantities.
    pub(super) totals: Vec<Operand>,
    /// Backed amounts around the figure, in the order of the text.
    pub(super) row: Vec<Decimal>,
    /// How much farther a divisor from another input counts: the words do not say "per".
    pub(super) far: u32,
    /// Whether the words say "middle" or "average".
    pub(super) is_mean: bool,
    /// Whether they add up or compare: "together", "less".
    pub(super) is_total: bool,
    /// Whether the sentence names the whole that a percentage is of.
    pub(super) has_whole: bool,
}

impl Operands {
    /// Adds a value. The nearest of several equal ones counts.
    pub(super) fn add(&mut self, measure: Measure, new: Operand) {
        let list = match measure {
            Measure::Amount => &mut self.amounts,
            Measure::Percent => &mut self.percents,
            Measure::Count => &mut self.counts,
            Measure::Minutes => &mut self.minutes,
            Measure::Months => &mut self.months,
        };
        let has_room = list.len() < OPERANDS_MAX || new.reach < Reach::Input;
        match list.iter_mut().find(|known| known.value == new.value) {
            Some(known) if new.reach < known.reach => *known = new,
            None if new.value > Decimal::ZERO && has_room => list.push(new),
            _ => {}
        }
    }

    /// The formula that gives a figure.
    pub(super) fn formula(&self, figure: &Figure) -> Option<String> {
        let [(measure, value)] = *figure.values.as_slice() else { return None };
        // A length of time is rounded more freely than money.
        let percent = if measure.is_time() { 8 } else { 2 };
        let parts = lengths(measure, value).into_iter().map(digits).min();
        let digits = parts.unwrap_or_else(|| digits(value));
        let said = Said {
            value,
            hedge: figure.hedge,
            digits,
            percent,
            is_money: measure == Measure::Amount || figure.is_loose,
        };
        let (result, formula) = match measure {
            _ if value <= Decimal::ZERO => None,
            Measure::Count | Measure::Minutes | Measure::Months
                if !said.is_money && !matches!(said.hedge, Hedge::Exact | Hedge::About) =>
            {
                None
            }
            Measure::Percent => self.percent(&said),
            Measure::Count if !figure.is_loose => {
                let times = self.periods.iter().filter(|period| self.is_total && period.reach <= Reach::Near);
                let counts: Vec<Operand> = self.counts.iter().chain(times).cloned().collect();
                self.search(&said, &counts, (&[], &[]))
            }
            Measure::Amount | Measure::Count => {
                // "They have 9,000 for it": an input may leave the currency out.
                let large = self.counts.iter().filter(|count| count.value >= Decimal::from(500));
                let amounts: Vec<Operand> = self.amounts.iter().chain(large).cloned().collect();
                self.search(&said, &amounts, (&self.totals, &self.percents))
            }
            Measure::Minutes => self.search(&said, &self.minutes, (&[], &[])),
            Measure::Months => self.search(&said, &self.months, (&[], &[])),
        }?;
        let sign = if result == value { "=" } else { "\u{2248}" };
        Some(match measure {
            Measure::Minutes | Measure::Months => formula,
            _ => format!("{formula} {sign} {value}"),
        })
    }

    /// Products first, then sums, then the other ways to calculate with two values, then with more.
    fn search(
        &self,
        said: &Said,
        bases: &[Operand],
        (totals, shares): (&[Operand], &[Operand]),
    ) -> Option<(Decimal, String)> {
        let mut terms: Vec<Term<'_>> = bases.iter().map(Term::of).collect();
        terms.sort_by_key(|term| term.one.reach);
        let known = terms.clone();
        let units = self.units.iter().filter(|_| said.is_money);
        let factors: Vec<&Operand> = self
            .counts
            .iter()
            .chain(&self.periods)
            .chain(units)
            .filter(|count| count.value > Decimal::ONE)
            .collect();
        // A kilowatt is a thousand watts.
        let thousand = Operand::new(Decimal::ONE_THOUSAND, Reach::Here);
        let scales = factors.iter().copied().chain((!said.is_money).then_some(&thousand)).collect::<Vec<_>>();
        for term in &known {
            // An amount without a currency in an input is not a price.
            let factors = factors.iter().filter(|_| !(said.is_money && term.one.reach == Reach::Input));
            terms.extend(factors.clone().filter_map(|by| term.with(Op::Times, by)));
            terms.extend(factors.filter_map(|by| said.quotient(term, by, self.far)));
            terms.extend(shares.iter().flat_map(|by| SHARES.iter().filter_map(move |op| term.with(*op, by))));
        }
        for total in totals {
            let total = Term::of(total);
            let near = factors.iter().filter(|factor| factor.reach <= Reach::Near);
            terms.extend(near.filter_map(|by| total.with(Op::Over, by)).chain([total]));
            terms
                .extend(shares.iter().flat_map(|by| SHARES.iter().filter_map(move |op| total.with(*op, by))));
        }
        let fits = |term: &&Term<'_>| said.is(term.value) && said.is_no_chance(term.distance, term.steps);
        let shown = |term: &Term<'_>| (term.value, term.to_string());
        let is_product = |term: &&Term<'_>| term.steps == 1 && matches!(term.by, Some((Op::Times, _)));
        let product = terms.iter().filter(is_product).find(fits).map(shown);
        product
            .or_else(|| self.sum(said, &known))
            .or_else(|| terms.iter().filter(|term| term.steps > 0).find(fits).map(shown))
            .or_else(|| self.mean(said, &known))
            .or_else(|| combined(said, &terms, &scales, self.is_total))
    }

    /// Several known values added up: any few of the nearest, or a longer row in the text.
    fn sum(&self, said: &Said, known: &[Term<'_>]) -> Option<(Decimal, String)> {
        let is_sure = |parts: usize| said.digits + u32::from(self.is_total) >= if parts > 2 { 2 } else { 1 };
        let added = |parts: &[Decimal]| {
            let sum = parts.iter().try_fold(Decimal::ZERO, |sum, part| sum.checked_add(*part))?;
            let formula = || parts.iter().map(Decimal::to_string).collect::<Vec<_>>().join(" + ");
            (said.is(sum) && is_sure(parts.len())).then(|| (sum, formula()))
        };
        // Any few small numbers give another one.
        let reach = match (said.is_money, self.is_total) {
            (true, _) => Reach::Offer,
            (false, true) => Reach::Near,
            (false, false) => Reach::Here,
        };
        let close = known
            .iter()
            .filter(|term| term.one.reach <= reach && (said.is_money || term.value > Decimal::ONE));
        let close: Vec<Decimal> = close.map(|term| term.value).take(SELECTED_MAX).collect();
        let mut selections: Vec<u32> =
            (0..1_u32 << close.len()).filter(|mask| mask.count_ones() > 1).collect();
        selections.sort_by_key(|mask| mask.count_ones());
        let selected = selections.into_iter().find_map(|mask| {
            let parts: Vec<Decimal> = (0..close.len())
                .filter(|at| mask & (1 << at) != 0)
                .filter_map(|at| close.get(at).copied())
                .collect();
            added(&parts)
        });
        let rows = || {
            (2..=RUN_MAX * usize::from(said.is_money))
                .find_map(|length| self.row.windows(length).find_map(added))
        };
        selected.or_else(rows)
    }

    /// The middle of two values, where the words say so.
    fn mean(&self, said: &Said, known: &[Term<'_>]) -> Option<(Decimal, String)> {
        let means = known.iter().flat_map(|one| {
            known.iter().filter(move |other| other.value > one.value).filter_map(move |other| {
                let mean = one.value.checked_add(other.value)?.checked_div(Decimal::TWO)?;
                said.is(mean).then(|| (mean, format!("({one} + {other}) \u{f7} 2")))
            })
        });
        means.into_iter().find(|_| self.is_mean)
    }

    /// What part of a second figure a first one is, or what is left of a hundred percent.
    fn percent(&self, said: &Said) -> Option<(Decimal, String)> {
        let value = said.value;
        if value >= Decimal::ONE_HUNDRED {
            return None;
        }
        let ratio = |one: &Operand, other: &Operand| {
            let percent = one.value.checked_mul(Decimal::ONE_HUNDRED)?.checked_div(other.value)?;
            // Two small counts give a percentage by chance more often than two amounts.
            let is_small = other.value < Decimal::ONE_HUNDRED;
            let is_close = said.hedge != Hedge::Exact
                && if is_small {
                    percent.saturating_sub(value).abs() <= Decimal::ONE
                } else {
                    said.hedge.allows(value, percent)
                };
            let is_near = one.reach.min(other.reach) <= Reach::Near || self.has_whole;
            let is_round = said.hedge == Hedge::Exact && digits(value) < 2;
            let is_same = if is_round { percent == value } else { percent.round_dp(value.scale()) == value };
            let fits =
                is_near && one.value != Decimal::ONE && one.value < other.value && (is_same || is_close);
            fits.then(|| (percent.round_dp(1), format!("{} \u{f7} {}", one.value, other.value)))
        };
        let of =
            |list: &[Operand]| list.iter().find_map(|one| list.iter().find_map(|other| ratio(one, other)));
        let rest = || {
            let near = self.percents.iter().filter(|percent| percent.reach <= Reach::Near);
            let rests = near.map(|percent| {
                (Decimal::ONE_HUNDRED - percent.value, format!("100 \u{2212} {}", percent.value))
            });
            rests.into_iter().find(|(rest, _)| said.is(*rest))
        };
        of(&self.amounts).or_else(|| of(&self.counts)).or_else(|| of(&self.percents)).or_else(rest)
    }
}

/// A figure that a formula is searched for.
struct Said {
    value: Decimal,
    hedge: Hedge,
    /// The digits that say something: two in "1,500".
    digits: u32,
    /// How far a rounded result may be off.
    percent: u32,
    is_money: bool,
}

impl Said {
    /// Whether a result is what the text says, rounded only to cents or where the text says so.
    fn is(&self, result: Decimal) -> bool {
        let (said, apart) = (self.value, self.value.saturating_sub(result).abs());
        apart.is_zero()
            || (said.scale() == 2 && result.round_dp(2) == said)
            || (self.hedge != Hedge::Exact
                && (result.round_dp(0) == said
                    || self.hedge.allows(said, result)
                        && apart.saturating_mul(Decimal::ONE_HUNDRED)
                            <= said.saturating_mul(self.percent.into())))
    }

    /// The lowest and the highest result that may be what the text says.
    fn range(&self) -> (Decimal, Decimal) {
        let hedged = self.value.saturating_mul(Decimal::new(self.percent.into(), 2)).max(Decimal::ONE);
        let room = if self.hedge == Hedge::Exact { Decimal::new(5, 3) } else { hedged };
        (self.value.saturating_sub(room), self.value.saturating_add(room))
    }

    /// A value divided by a count. Parts of a counted whole are named with either of them: "seven groups of
    /// ten".
    fn quotient<'o>(&self, whole: &Term<'o>, by: &'o Operand, far: u32) -> Option<Term<'o>> {
        let quotient = whole.with(Op::Over, by)?;
        let far = if by.reach == Reach::Input { far } else { 0 };
        let is_part = !self.is_money && by.reach <= Reach::Near && quotient.value.normalize().scale() == 0;
        let distance = if is_part { by.reach.distance() } else { quotient.distance.saturating_add(far) };
        Some(Term { distance, ..quotient })
    }

    /// Whether the figure has enough digits for a calculation with operands so far away.
    fn is_no_chance(&self, distance: u32, steps: u32) -> bool {
        self.digits >= steps + distance / if self.is_money { 5 } else { 2 }
    }
}

fn digits(value: Decimal) -> u32 {
    let digits = value.normalize().mantissa().to_string();
    u32::try_from(digits.trim_end_matches('0').len()).unwrap_or(u32::MAX)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Op {
    Times,
    Over,
    /// A percentage of the value.
    Share,
    /// The value without a percentage of it.
    Less,
    /// The value with a percentage of it.
    More,
}

const SHARES: [Op; 3] = [Op::Share, Op::Less, Op::More];

/// A known value, or what comes of it and a second one.
#[derive(Debug, Clone, Copy)]
struct Term<'o> {
    value: Decimal,
    one: &'o Operand,
    by: Option<(Op, &'o Operand)>,
    /// How far the operands are away in sum.
    distance: u32,
    steps: u32,
}

impl<'o> Term<'o> {
    fn of(one: &'o Operand) -> Self {
        let steps = one.formula.as_ref().map_or(0, |(_, steps)| *steps);
        Self {
            value: one.value,
            one,
            by: None,
            distance: one.reach.distance().saturating_mul(steps.max(1)),
            steps,
        }
    }

    fn with(&self, op: Op, by: &'o Operand) -> Option<Self> {
        let share = || self.value.checked_mul(by.value)?.checked_div(Decimal::ONE_HUNDRED);
        let value = match op {
            Op::Times => self.value.checked_mul(by.value),
            Op::Over => self.value.checked_div(by.value),
            Op::Share => share(),
            Op::Less => self.value.checked_sub(share()?),
            Op::More => self.value.checked_add(share()?),
        }?;
        Some(Self {
            value,
            by: Some((op, by)),
            distance: self.distance.saturating_add(by.reach.distance()),
            steps: self.steps.saturating_add(1),
            ..*self
        })
    }
}

impl fmt::Display for Term<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one = self.one.shown();
        match self.by.map(|(op, by)| (op, by.shown())) {
            None => write!(f, "{one}"),
            Some((Op::Times, by)) => write!(f, "{by} \u{d7} {one}"),
            Some((Op::Over, by)) => write!(f, "{one} \u{f7} {by}"),
            Some((Op::Share, by)) => write!(f, "{by} % of {one}"),
            Some((Op::Less, by)) => write!(f, "{one} \u{2212} {by} % of {one}"),
            Some((Op::More, by)) => write!(f, "{one} + {by} % of {one}"),
        }
    }
}

/// The sum or the difference of two terms, or a third value that multiplies or divides one.
fn combined(
    said: &Said,
    terms: &[Term<'_>],
    factors: &[&Operand],
    is_total: bool,
) -> Option<(Decimal, String)> {
    let mut sorted: Vec<Term<'_>> = terms.to_vec();
    sorted.sort_by_key(|term| term.value);
    let mut factors: Vec<Term<'_>> = factors.iter().map(|factor| Term::of(factor)).collect();
    factors.sort_by_key(|term| term.value);
    let (low, high) = said.range();
    let fits = |(op, one, other): &(char, &Term<'_>, &Term<'_>)| {
        let result = match op {
            '+' => one.value.checked_add(other.value),
            '\u{2212}' => one.value.checked_sub(other.value),
            '\u{d7}' => one.value.checked_mul(other.value),
            _ => one.value.checked_div(other.value),
        }?;
        let steps = one.steps.saturating_add(other.steps).saturating_add(1);
        let distance = one.distance.saturating_add(other.distance);
        // Any two small numbers give a third.
        let is_stated = distance
            <= if !is_total {
                0
            } else if said.digits > 1 {
                3
            } else {
                1
            };
        let is_close = said.is_money || !matches!(op, '+' | '\u{2212}') || is_stated || said.digits > 2;
        let is_sure = is_close && said.is_no_chance(distance, steps - u32::from(is_total && steps == 1));
        let differ =
            !std::ptr::eq(one.one, other.one) && one.value != Decimal::ONE && other.value != Decimal::ONE;
        (differ && is_sure && said.is(result)).then(|| (result, format!("{one} {op} {other}")))
    };
    terms.iter().find_map(|one| {
        let value = one.value;
        let sums = between(&sorted, Some(low.saturating_sub(value)), Some(high.saturating_sub(value)))
            .map(|other| ('+', one, other));
        let differences = between(&sorted, Some(value.saturating_sub(high)), Some(value.saturating_sub(low)));
        let is_product = one.steps > 0 && matches!(one.by, None | Some((Op::Times, _)));
        let products = between(&factors, low.checked_div(value), high.checked_div(value))
            .map(|other| ('\u{d7}', one, other));
        let quotients = between(&factors, value.checked_div(high), value.checked_div(low))
            .map(|other| ('\u{f7}', one, other));
        let several = products.chain(quotients).take_while(|_| is_product);
        sums.chain(differences.map(|other| ('\u{2212}', one, other)))
            .chain(several)
            .find_map(|found| fits(&found))
    })
}

/// The terms with a value between two bounds, of terms in ascending order.
fn between<'s, 'o>(
    sorted: &'s [Term<'o>],
    low: Option<Decimal>,
    high: Option<Decimal>,
) -> impl Iterator<Item = &'s Term<'o>> {
    let (low, high) = low.zip(high).unwrap_or((Decimal::ONE, Decimal::ZERO));
    let first = sorted.partition_point(|term| term.value < low);
    sorted.iter().skip(first).take_while(move |term| term.value <= high)
}
