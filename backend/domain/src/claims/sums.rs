//! Arithmetic over known figures: sums, products, differences, quotients and percentages that a text states.

use rust_decimal::Decimal;

use super::figures::{Figure, Hedge, Measure};

/// The most figures that are added up in search of a sum.
const OPERANDS_MAX: usize = 12;

/// The figures that a text may calculate with.
#[derive(Debug, Default, Clone)]
pub(super) struct Operands {
    /// Backed amounts of the same block, the nearest first.
    pub(super) amounts: Vec<Decimal>,
    /// Those of the same sentence and its neighbours.
    pub(super) near: Vec<Decimal>,
    /// Counts of the same sentence and its neighbours.
    pub(super) near_counts: Vec<Decimal>,
    /// Percentages of the same sentence and its neighbours.
    pub(super) near_percents: Vec<Decimal>,
    /// Amounts of the prices.
    pub(super) prices: Vec<Decimal>,
    /// Amounts of any other input.
    pub(super) others: Vec<Decimal>,
    /// Counts and lengths of time in the same sentence and its neighbours, and those of the prices.
    pub(super) counts: Vec<Decimal>,
    /// Counts of any input.
    pub(super) all_counts: Vec<Decimal>,
    pub(super) percents: Vec<Decimal>,
    /// Whether the words near by say "per", "each" or the like.
    pub(super) is_each: bool,
    /// Whether they say "middle" or "average".
    pub(super) is_mean: bool,
}

/// A value of a formula, with the formula.
type Term = (Decimal, String);

impl Operands {
    /// The formula that gives a figure.
    pub(super) fn formula(&self, figure: &Figure) -> Option<String> {
        let [(measure, value)] = *figure.values.as_slice() else { return None };
        let fits = |(result, _): &Term| fits(figure.hedge, value, *result);
        let term = match measure {
            Measure::Amount => self.amount(value, &fits)?,
            Measure::Percent => self.percent(figure.hedge, value)?,
            Measure::Count => self.count(&fits)?,
            Measure::Minutes | Measure::Months => return None,
        };
        let sign = if term.0 == value { "=" } else { "\u{2248}" };
        Some(format!("{} {sign} {value}", term.1))
    }

    fn amount(&self, value: Decimal, fits: &dyn Fn(&Term) -> bool) -> Option<Term> {
        let known: Vec<Decimal> = unique(self.amounts.iter().chain(&self.prices));
        let products: Vec<Term> =
            known.iter().flat_map(|amount| self.counts.iter().filter_map(|count| product(*count, (*amount, amount.to_string())))).collect();
        let twice = || products.iter().flat_map(|term| self.counts.iter().filter_map(|count| product(*count, term.clone())));
        let bases = unique(known.iter().chain(&self.others));
        let sum = |terms: &[Term]| subset(terms, fits);
        let plain = |values: &[Decimal]| values.iter().map(|value| (*value, value.to_string())).collect::<Vec<Term>>();
        products
            .iter()
            .find(|term| fits(term))
            .cloned()
            .or_else(|| sum(&plain(&self.amounts)))
            .or_else(|| sum(&plain(&self.prices)))
            .or_else(|| sum(&plain(&known)))
            .or_else(|| twice().find(|term| fits(term)))
            .or_else(|| pairs(&products, &bases, fits))
            .or_else(|| self.parts(&known, &bases, fits))
            .filter(|_| value > Decimal::ZERO)
    }

    /// A share of an amount: per head, in percent, or in the middle of two.
    fn parts(&self, known: &[Decimal], bases: &[Decimal], fits: &dyn Fn(&Term) -> bool) -> Option<Term> {
        let counts: Vec<Decimal> = if self.is_each { unique(self.counts.iter().chain(&self.all_counts)) } else { self.counts.clone() };
        let quotients = known.iter().flat_map(|amount| {
            counts
                .iter()
                .filter(|count| **count > Decimal::ONE)
                .filter_map(move |count| Some((amount.checked_div(*count)?, format!("{amount} \u{f7} {count}"))))
        });
        let percents = bases.iter().flat_map(|amount| {
            self.percents.iter().filter_map(move |percent| {
                let share = amount.checked_mul(*percent)?.checked_div(Decimal::ONE_HUNDRED)?;
                Some((share, format!("{percent} % of {amount}")))
            })
        });
        let means = bases.iter().flat_map(|one| {
            let rest = bases.iter().filter(move |other| *other > one && self.is_mean);
            rest.filter_map(move |other| Some((one.checked_add(*other)?.checked_div(Decimal::TWO)?, format!("({one} + {other}) \u{f7} 2"))))
        });
        quotients.chain(percents).chain(means).find(|term| fits(term))
    }

    /// What part of a second figure a first one is.
    fn percent(&self, hedge: Hedge, value: Decimal) -> Option<Term> {
        let ratio = |one: Decimal, other: Decimal| {
            let percent = one.checked_mul(Decimal::ONE_HUNDRED)?.checked_div(other)?;
            let is_close = percent.round_dp(value.scale()) == value || (hedge != Hedge::Exact && (percent - value).abs() <= Decimal::ONE);
            (one != other && is_close).then(|| (percent.round_dp(1), format!("{one} \u{f7} {other}")))
        };
        let of = |ones: &[Decimal], others: &[Decimal]| {
            ones.iter().find_map(|one| others.iter().find_map(|other| ratio(*one, *other).or_else(|| ratio(*other, *one))))
        };
        let found = of(&self.near, &self.amounts).or_else(|| of(&self.near, &self.prices)).or_else(|| of(&self.counts, &self.counts));
        found
            .or_else(|| of(&self.near, &self.others))
            .or_else(|| of(&self.near_counts, &self.all_counts))
            .or_else(|| of(&self.near_percents, &self.percents))
            .filter(|_| value < Decimal::ONE_HUNDRED)
    }

    fn count(&self, fits: &dyn Fn(&Term) -> bool) -> Option<Term> {
        let thousand = Decimal::ONE_THOUSAND;
        let products =
            self.counts.iter().flat_map(|one| self.counts.iter().filter_map(move |other| product(*one, (*other, other.to_string()))));
        // A kilowatt is a thousand watts.
        let scaled = |(value, formula): Term| {
            [(value, formula.clone()), (value.checked_div(thousand).unwrap_or_default(), format!("{formula} \u{f7} 1000"))]
        };
        // "seven groups of ten" for seventy people
        let parts = self.all_counts.iter().flat_map(|whole| {
            self.near_counts.iter().filter_map(move |parts| Some((whole.checked_div(*parts)?, format!("{whole} \u{f7} {parts}"))))
        });
        products.flat_map(scaled).chain(parts.filter(|(value, _)| *value > Decimal::ONE)).find(|term| fits(term))
    }
}

/// A sum or difference of two terms, of which one may be a product.
fn pairs(products: &[Term], bases: &[Decimal], fits: &dyn Fn(&Term) -> bool) -> Option<Term> {
    let terms: Vec<Term> = bases.iter().map(|base| (*base, base.to_string())).collect();
    let sums = products.iter().flat_map(|one| {
        let rest = terms.iter().chain(products.iter().filter(move |other| other.1 != one.1));
        rest.filter_map(move |other| Some((one.0.checked_add(other.0)?, format!("{} + {}", one.1, other.1))))
    });
    let differences = terms.iter().flat_map(|one| {
        terms.iter().filter_map(move |other| Some((one.0.checked_sub(other.0)?, format!("{} \u{2212} {}", one.1, other.1))))
    });
    sums.chain(differences).find(|term| fits(term))
}

fn unique<'d>(values: impl Iterator<Item = &'d Decimal>) -> Vec<Decimal> {
    let mut found: Vec<Decimal> = Vec::new();
    for value in values {
        if !found.contains(value) {
            found.push(*value);
        }
    }
    found.truncate(4 * OPERANDS_MAX);
    found
}

fn product(count: Decimal, (amount, formula): Term) -> Option<Term> {
    (count > Decimal::ONE).then(|| Some((count.checked_mul(amount)?, format!("{count} \u{d7} {formula}")))).flatten()
}

/// Whether a result is what the text says, rounded only where the text says so or to the digits it shows.
fn fits(hedge: Hedge, said: Decimal, result: Decimal) -> bool {
    said == result
        || (said.scale() == 2 && result.round_dp(2) == said)
        || (hedge != Hedge::Exact
            && (result.round_dp(0) == said
                || hedge.allows(said, result) && (said - result).abs() * Decimal::ONE_HUNDRED <= said * Decimal::TWO))
}

/// Two or more of the terms that give a value together.
fn subset(terms: &[Term], fits: &dyn Fn(&Term) -> bool) -> Option<Term> {
    let terms = terms.get(..terms.len().min(OPERANDS_MAX))?;
    let chosen = |mask: u32| terms.iter().enumerate().filter(move |(at, _)| mask & (1 << at) != 0).map(|(_, term)| term);
    let mut masks: Vec<u32> = (0..1_u32 << terms.len()).filter(|mask| mask.count_ones() > 1).collect();
    masks.sort_by_key(|mask| mask.count_ones());
    masks.into_iter().find_map(|mask| {
        let sum: Decimal = chosen(mask).try_fold(Decimal::ZERO, |sum, term| sum.checked_add(term.0))?;
        let formula = || chosen(mask).map(|term| term.1.as_str()).collect::<Vec<_>>().join(" + ");
        fits(&(sum, String::new())).then(|| (sum, formula()))
    })
}
