//! Arithmetic over known figures: sums, products, differences, quotients and percentages that a text states.

use rust_decimal::Decimal;

use super::{
    figures::{Figure, Hedge, Measure},
    kinds::ClaimKind,
};

/// The most figures that are added up in search of a sum.
const OPERANDS_MAX: usize = 12;

/// The figures that a text may calculate with.
#[derive(Debug, Default, Clone)]
pub(super) struct Operands {
    /// Backed amounts of the document, the nearest first.
    pub(super) amounts: Vec<Decimal>,
    /// Figures of the same sentence and its neighbours.
    pub(super) near: Near,
    /// Amounts of the prices.
    pub(super) prices: Vec<Decimal>,
    /// What the prices come to in all, by each of their quantities.
    pub(super) totals: Vec<(Decimal, String)>,
    /// Amounts of any other input.
    pub(super) others: Vec<Decimal>,
    /// Counts and lengths of time of the prices.
    pub(super) counts: Vec<Decimal>,
    /// Counts of any input.
    pub(super) all_counts: Vec<Decimal>,
    pub(super) percents: Vec<Decimal>,
    /// Lengths of time of the inputs.
    pub(super) lengths: Vec<(Measure, Decimal)>,
}

/// Figures of a sentence and its neighbours, and what its words say of a calculation.
#[derive(Debug, Default, Clone)]
pub(super) struct Near {
    pub(super) amounts: Vec<Decimal>,
    /// Counts, and lengths of time as counts.
    pub(super) counts: Vec<Decimal>,
    pub(super) percents: Vec<Decimal>,
    pub(super) lengths: Vec<(Measure, Decimal)>,
    /// Whether the words say "per", "each" or the like.
    pub(super) is_each: bool,
    /// Whether they say "middle" or "average".
    pub(super) is_mean: bool,
    /// Whether they add up or compare: "together", "less".
    pub(super) is_total: bool,
}

/// A value of a formula, with the formula.
type Term = (Decimal, String);
type Fits<'f> = &'f dyn Fn(&Term) -> bool;

impl Operands {
    /// The formula that gives a figure.
    pub(super) fn formula(&self, figure: &Figure) -> Option<String> {
        let [(measure, value)] = *figure.values.as_slice() else { return None };
        let fits: Fits<'_> = &|(result, _): &Term| fits(figure.hedge, value, *result);
        let term = match measure {
            _ if value <= Decimal::ZERO => None,
            Measure::Amount => self.amount(fits),
            Measure::Percent => self.percent(figure.hedge, value),
            Measure::Count if figure.is_loose => self.amount(fits),
            Measure::Count if figure.kind == ClaimKind::Number && matches!(figure.hedge, Hedge::Exact | Hedge::About) => {
                self.count(value, fits)
            }
            Measure::Count => None,
            Measure::Minutes | Measure::Months => self.length(measure, fits),
        }?;
        let sign = if term.0 == value { "=" } else { "\u{2248}" };
        Some(match measure {
            Measure::Minutes | Measure::Months => term.1,
            _ => format!("{} {sign} {value}", term.1),
        })
    }

    fn amount(&self, fits: Fits<'_>) -> Option<Term> {
        let known = unique(self.amounts.iter().filter(|amount| **amount >= Decimal::ONE).chain(&self.prices));
        // "They have 9,000 for it": an input may leave the currency out.
        let large = self.all_counts.iter().filter(|count| **count >= Decimal::from(500));
        let bases = unique(known.iter().chain(&self.others).chain(large));
        let near = unique(self.near.counts.iter().chain(&self.counts));
        let products = products(&near, &terms(&known));
        let find = |terms: &[Term]| terms.iter().find(|term| fits(term)).cloned();
        find(&products)
            .or_else(|| subset(&terms(&self.amounts), fits))
            .or_else(|| subset(&terms(&self.prices), fits))
            .or_else(|| find(&self.totals))
            .or_else(|| subset(&terms(&known), fits))
            .or_else(|| find(&self::products(&near, &products)))
            .or_else(|| find(&self::products(&self.all_counts, &terms(&self.prices))))
            .or_else(|| pairs(&products, &terms(&bases), fits))
            .or_else(|| self.parts(&known, &bases, fits))
    }

    /// A share of an amount: per head, in percent, or in the middle of two.
    fn parts(&self, known: &[Decimal], bases: &[Decimal], fits: Fits<'_>) -> Option<Term> {
        let counts = unique(self.near.counts.iter().chain(&self.counts).chain(self.all_counts.iter().filter(|_| self.near.is_each)));
        let amounts: Vec<Term> = terms(known).into_iter().chain(self.totals.iter().cloned()).collect();
        let quotients = amounts.iter().flat_map(|(amount, formula)| {
            let counts = counts.iter().filter(|count| **count > Decimal::ONE);
            counts.filter_map(move |count| Some((amount.checked_div(*count)?, format!("{formula} \u{f7} {count}"))))
        });
        let percents = terms(bases).into_iter().chain(self.totals.iter().cloned()).flat_map(|(amount, formula)| {
            let shares = self.near.percents.iter().chain(&self.percents).filter_map(move |percent| {
                let share = amount.checked_mul(*percent)?.checked_div(Decimal::ONE_HUNDRED)?;
                let of = format!("{percent} % of {formula}");
                Some([
                    (share, of.clone()),
                    (amount - share, format!("{formula} \u{2212} {of}")),
                    (amount + share, format!("{formula} + {of}")),
                ])
            });
            shares.flatten().collect::<Vec<Term>>()
        });
        let means = bases.iter().flat_map(|one| {
            let rest = bases.iter().filter(move |other| *other > one && self.near.is_mean);
            rest.filter_map(move |other| Some((one.checked_add(*other)?.checked_div(Decimal::TWO)?, format!("({one} + {other}) \u{f7} 2"))))
        });
        quotients.chain(percents).chain(means).find(|term| fits(term))
    }

    /// What part of a second figure a first one is, what is left of a hundred percent, or a sum.
    fn percent(&self, hedge: Hedge, value: Decimal) -> Option<Term> {
        let is_close =
            |percent: Decimal| percent.round_dp(value.scale()) == value || (hedge != Hedge::Exact && hedge.allows(value, percent));
        // Two counts give a percentage by chance more often than two amounts.
        let is_exact = |percent: Decimal| {
            percent.round_dp(value.scale()) == value || (hedge != Hedge::Exact && (percent - value).abs() <= Decimal::ONE)
        };
        let ratio = |one: Decimal, other: Decimal| {
            let percent = one.checked_mul(Decimal::ONE_HUNDRED)?.checked_div(other)?;
            let fits = if one.max(other) < Decimal::ONE_HUNDRED { is_exact(percent) } else { is_close(percent) };
            (one != other && fits).then(|| (percent.round_dp(1), format!("{one} \u{f7} {other}")))
        };
        let of = |ones: &[Decimal], others: &[Decimal]| {
            ones.iter().find_map(|one| others.iter().find_map(|other| ratio(*one, *other).or_else(|| ratio(*other, *one))))
        };
        let near = &self.near;
        let rest = || {
            let rest = near.percents.iter().map(|percent| (Decimal::ONE_HUNDRED - percent, format!("100 \u{2212} {percent}")));
            rest.into_iter().find(|(rest, _)| is_close(*rest))
        };
        let pools = [
            (&near.amounts, &self.amounts),
            (&near.amounts, &self.prices),
            (&near.counts, &near.counts),
            (&near.amounts, &self.others),
            (&near.counts, &self.all_counts),
            (&near.percents, &self.percents),
        ];
        let whole = || of(&self.amounts, &self.amounts).filter(|_| near.is_total);
        pools.into_iter().find_map(|(ones, others)| of(ones, others)).or_else(whole).or_else(rest).filter(|_| value < Decimal::ONE_HUNDRED)
    }

    fn count(&self, value: Decimal, fits: Fits<'_>) -> Option<Term> {
        let near = terms(&self.near.counts);
        let products: Vec<Term> =
            near.iter().enumerate().flat_map(|(at, term)| products(&[term.0], near.get(at + 1..).unwrap_or_default())).collect();
        // A kilowatt is a thousand watts.
        let scaled = |(value, formula): &Term| Some((value.checked_div(Decimal::ONE_THOUSAND)?, format!("{formula} \u{f7} 1000")));
        let thousands: Vec<Term> = products.iter().filter_map(scaled).collect();
        // "seven groups of ten" for seventy people
        let parts = self.all_counts.iter().flat_map(|whole| {
            let parts = self.near.counts.iter().filter(|parts| **parts > Decimal::ONE);
            parts.filter_map(move |parts| Some((whole.checked_div(*parts)?, format!("{whole} \u{f7} {parts}"))))
        });
        let known = if self.near.is_total && value >= Decimal::TEN {
            unique(self.near.counts.iter().chain(&self.all_counts))
        } else {
            self.near.counts.clone()
        };
        let found = products.iter().chain(&thousands).find(|term| fits(term)).cloned();
        found
            .or_else(|| parts.filter(|(value, _)| *value > Decimal::ONE).find(|term| fits(term)))
            .or_else(|| pairs(&[], &terms(&known), fits))
            .or_else(|| subset(&near, fits))
    }

    /// The sum, difference or multiple of lengths of time.
    fn length(&self, measure: Measure, fits: Fits<'_>) -> Option<Term> {
        let of = |lengths: &[(Measure, Decimal)]| {
            lengths.iter().filter(|(other, _)| *other == measure).map(|(_, value)| *value).collect::<Vec<_>>()
        };
        let (near, all) = (terms(&of(&self.near.lengths)), terms(&of(&self.lengths)));
        let products = products(&self.near.counts, &near);
        let found = products.iter().find(|term| fits(term)).cloned().or_else(|| subset(&near, fits)).or_else(|| pairs(&[], &near, fits));
        found.or_else(|| subset(&all, fits).filter(|_| self.near.is_total))
    }
}

/// Every amount with one of its quantities, added up: the totals that a price list may come to.
pub(super) fn totals(lines: &[(Decimal, Vec<Decimal>)]) -> Vec<Term> {
    const SUMS_MAX: usize = 300;
    let mut sums: Vec<Term> = vec![(Decimal::ZERO, String::new())];
    for (amount, counts) in lines {
        let choices = std::iter::once(Decimal::ONE).chain(counts.iter().copied()).filter_map(|count| {
            let formula = if count == Decimal::ONE { amount.to_string() } else { format!("{count} \u{d7} {amount}") };
            Some((amount.checked_mul(count)?, formula))
        });
        let choices: Vec<Term> = choices.collect();
        let add = |(sum, so_far): &Term, (value, formula): &Term| {
            Some((sum.checked_add(*value)?, if so_far.is_empty() { formula.clone() } else { format!("{so_far} + {formula}") }))
        };
        sums = sums.iter().flat_map(|sum| choices.iter().filter_map(|choice| add(sum, choice))).take(SUMS_MAX).collect();
    }
    sums.retain(|(_, formula)| !formula.is_empty());
    sums
}

fn terms(values: &[Decimal]) -> Vec<Term> {
    values.iter().map(|value| (*value, value.to_string())).collect()
}

fn unique<'d>(values: impl Iterator<Item = &'d Decimal>) -> Vec<Decimal> {
    let mut found: Vec<Decimal> = Vec::new();
    for value in values {
        if !found.contains(value) {
            found.push(*value);
        }
    }
    found.truncate(3 * OPERANDS_MAX);
    found
}

fn products(counts: &[Decimal], terms: &[Term]) -> Vec<Term> {
    let counts = counts.iter().filter(|count| **count > Decimal::ONE);
    counts
        .flat_map(|count| {
            terms.iter().filter_map(move |(value, formula)| Some((count.checked_mul(*value)?, format!("{count} \u{d7} {formula}"))))
        })
        .collect()
}

/// A sum or difference of two terms, of which one or both may be products.
fn pairs(products: &[Term], terms: &[Term], fits: Fits<'_>) -> Option<Term> {
    let sum = |one: &Term, other: &Term| Some((one.0.checked_add(other.0)?, format!("{} + {}", one.1, other.1)));
    let difference = |one: &Term, other: &Term| Some((one.0.checked_sub(other.0)?, format!("{} \u{2212} {}", one.1, other.1)));
    let all: Vec<&Term> = products.iter().chain(terms).collect();
    let sums = all.iter().enumerate().flat_map(|(at, one)| all.iter().skip(at + 1).filter_map(move |other| sum(one, other)));
    let differences = terms.iter().flat_map(|one| terms.iter().filter_map(move |other| difference(one, other)));
    sums.chain(differences).find(|term| fits(term))
}

/// Whether a result is what the text says, rounded only where the text says so or to cents.
fn fits(hedge: Hedge, said: Decimal, result: Decimal) -> bool {
    said == result
        || (said.scale() == 2 && result.round_dp(2) == said)
        || (hedge != Hedge::Exact
            && (result.round_dp(0) == said
                || hedge.allows(said, result)
                    && (said - result).abs().saturating_mul(Decimal::ONE_HUNDRED) <= said.saturating_mul(Decimal::TWO)))
}

/// Two or more of the terms that give a value together.
fn subset(terms: &[Term], fits: Fits<'_>) -> Option<Term> {
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
