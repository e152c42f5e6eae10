//! What a text says of the whole offer: taxes, a discount, a deposit or stages of payment, a choice.

use rust_decimal::Decimal;

use super::{
    charge::{Charge, Discount, Doubt, Role, is_tax_rate, same_noun, tax_beside},
    clauses::Clause,
    lexicon::{Language, Tag, WordList, lexicon},
    token::tokens,
    units::{Is, Unit},
};
use crate::pricing::{Adjustment, Cadence, MAX_DECIMALS, Tax, TaxMode};

/// What the clauses say of the whole offer.
#[derive(Debug, Default)]
pub struct Whole {
    pub doubts: Vec<Doubt>,
    pub discount: Option<Discount>,
    pub deposit: Option<Adjustment>,
    pub milestones: Vec<(Decimal, String)>,
    pub taxes: Vec<Tax>,
    pub mode: Option<TaxMode>,
    pub either: Option<usize>,
}

impl Whole {
    pub fn read(text: &str, units: &[Unit], clauses: &[Clause], language: Language) -> Self {
        let mut whole = Self::default();
        let tagged = |at: usize| match units.get(at).map(|unit| unit.is) {
            Some(Is::Tag(tag)) => Some(tag),
            _ => None,
        };
        whole.taxes(text, units, language);
        if units.iter().any(|unit| unit.is == Is::Garbled) {
            whole.doubts.push(Doubt::Figure);
        }
        // "$" with a tax that the United States do not have.
        let abroad = units.iter().any(|unit| unit.lower.split(' ').any(|word| WordList::TaxAbroad.has(word)));
        if abroad && units.iter().any(|unit| matches!(unit.is, Is::Money { .. }) && unit.lower.starts_with('$')) {
            whole.doubts.push(Doubt::Figure);
        }
        let mut spare = Vec::new();
        let off = |clause: &&Clause| !clause.units.iter().any(|at| tagged(*at) == Some(Tag::Discount));
        let shares = clauses.iter().filter(off).flat_map(|clause| &clause.units).filter_map(|at| match units.get(*at)?.is {
            Is::Percent(share) if !is_tax_rate(units, *at) => Some(share),
            _ => None,
        });
        let all_shares: Decimal = shares.sum();
        for clause in clauses {
            let has = |tag: Tag| clause.units.iter().any(|at| tagged(*at) == Some(tag));
            let percents: Vec<(usize, Decimal)> = clause
                .units
                .iter()
                .filter_map(|at| match units.get(*at)?.is {
                    Is::Percent(value) if !is_tax_rate(units, *at) => Some((*at, value)),
                    Is::Tag(Tag::Half) if has(Tag::Deposit) || has(Tag::Balance) => Some((*at, Decimal::from(50))),
                    _ => None,
                })
                .collect();
            if clause.amount.is_none() {
                whole.either = whole.either.or(has(Tag::Either).then_some(clause.line));
                let doubted = clause.units.iter().enumerate().any(|(place, at)| {
                    let next = clause.units.get(place + 1).and_then(|at| units.get(*at)).map(|unit| unit.is);
                    tagged(*at) == Some(Tag::Doubt) && !matches!(next, Some(Is::Number { .. } | Is::Reference | Is::Tag(Tag::MonthName)))
                });
                if doubted {
                    whole.doubts.push(Doubt::Open);
                }
                if (has(Tag::MinimumTerm) || has(Tag::FixedTerm)) && has(Tag::Or) || has(Tag::Fraction) {
                    whole.doubts.push(Doubt::Terms);
                }
                let spelled = |at: &usize| matches!(units.get(*at).map(|unit| unit.is), Some(Is::Number { number, spelled: true }) if number.value >= Decimal::from(500));
                if clause.units.iter().any(spelled) && clauses.iter().any(|other| other.amount.is_some() && other.line == clause.line) {
                    whole.doubts.push(Doubt::Leftover);
                }
                if spare_number(units, clause)
                    && !has(Tag::Covers)
                    && !has(Tag::MinimumTerm)
                    && !has(Tag::FixedTerm)
                    && !has(Tag::Instalment)
                {
                    spare.push(clause.line);
                }
                if has(Tag::Success) || has(Tag::PassOn) {
                    whole.doubts.push(Doubt::Share);
                }
                if has(Tag::Deposit) && percents.is_empty() {
                    whole.doubts.push(Doubt::Terms);
                }
                if has(Tag::Discount) && !percents.is_empty() {
                    if has(Tag::Condition) {
                        whole.doubts.push(Doubt::Condition);
                    } else if let Some((_, value)) = percents.first() {
                        let words = clause.units.iter().filter_map(|at| units.get(*at)).filter(|unit| unit.is == Is::Word);
                        let words = words.map(|unit| unit.lower.clone()).collect();
                        whole.discount = Some(Discount { percent: *value, whole: has(Tag::Whole) || has(Tag::Total), own: false, words });
                        continue;
                    }
                }
            }
            // A percentage that is taken off is no share due.
            let percents: Vec<(usize, Decimal)> = percents.into_iter().filter(|(at, _)| !is_taken_off(units, clause, *at)).collect();
            let staged =
                has(Tag::Deposit) || has(Tag::Balance) || percents.iter().map(|(_, share)| *share).sum::<Decimal>() == Decimal::ONE_HUNDRED;
            if !percents.is_empty() && !staged && all_shares != Decimal::ONE_HUNDRED {
                if clause.amount.is_none() {
                    whole.doubts.push(Doubt::Share);
                }
                continue;
            }
            if (has(Tag::Deposit) || has(Tag::Balance) || has(Tag::Instalment)) && has(Tag::Or) {
                whole.doubts.push(Doubt::Terms);
            }
            whole.milestones.extend(percents.iter().map(|(at, value)| (*value, stage(text, units, clause, *at))));
            if has(Tag::Balance) && percents.len() == 1 {
                let rest = Decimal::ONE_HUNDRED - whole.milestones.iter().map(|(share, _)| *share).sum::<Decimal>();
                whole.milestones.push((rest, String::new()));
            }
        }
        if !spare.is_empty() {
            whole.doubts.push(Doubt::Leftover);
        }
        let sum: Decimal = whole.milestones.iter().map(|(share, _)| *share).sum();
        match whole.milestones.as_slice() {
            [] => {}
            [(share, _)] => {
                whole.deposit = Some(Adjustment::percent(*share));
                whole.milestones.clear();
            }
            _ if sum != Decimal::ONE_HUNDRED => {
                whole.doubts.push(Doubt::Terms);
                whole.milestones.clear();
            }
            _ => {}
        }
        whole
    }

    /// The taxes, and whether the prices include them.
    fn taxes(&mut self, text: &str, units: &[Unit], language: Language) {
        let mut modes = Vec::new();
        for (at, unit) in units.iter().enumerate() {
            match unit.is {
                Is::Tag(Tag::PlusTax) => modes.push(TaxMode::Exclusive),
                Is::Tag(Tag::InclTax) => modes.push(TaxMode::Inclusive),
                Is::Percent(rate) => {
                    let Some(named) = tax_beside(units, at) else { continue };
                    let words = |offset: usize| units.get(offset).map_or("", |unit| unit.lower.as_str());
                    let near = (at.saturating_sub(3)..at + 3).flat_map(|offset| words(offset).split(' '));
                    modes.extend(near.filter_map(|word| lexicon(language).tax_mode(word)));
                    let name = units
                        .get(named)
                        .and_then(|unit| text.get(unit.span.clone()))
                        .map_or_else(String::new, |name| tax_name(name, language));
                    if rate > Decimal::ONE_HUNDRED || rate.scale() > MAX_DECIMALS {
                        self.doubts.push(Doubt::Figure);
                        continue;
                    }
                    let tax = Tax { name, rate };
                    if self.taxes.iter().any(|other| other.name == tax.name && other.rate != tax.rate) {
                        self.doubts.push(Doubt::Terms);
                    }
                    if !self.taxes.contains(&tax) {
                        self.taxes.push(tax);
                    }
                }
                _ => {}
            }
        }
        self.mode = modes.first().copied();
        if modes.iter().any(|mode| Some(*mode) != self.mode) {
            self.doubts.push(Doubt::Terms);
        }
    }

    /// What a clause leaves to others: the number of a price per unit, the end of a contract.
    pub fn look_around(&mut self, units: &[Unit], clauses: &[Clause], charges: &mut [Charge]) {
        let spare: Vec<&Clause> = clauses.iter().filter(|clause| clause.amount.is_none()).collect();
        let counts = || {
            spare.iter().flat_map(|clause| clause.units.iter().enumerate().map(move |(place, at)| (*clause, place, *at))).filter_map(
                |(clause, place, at)| {
                    let Is::Number { number, .. } = units.get(at)?.is else { return None };
                    let next = units.get(*clause.units.get(place + 1)?)?;
                    Some((clause, number.value, next))
                },
            )
        };
        for charge in charges.iter_mut() {
            if let Some(per) = charge.per.take() {
                match counts().find(|(_, _, next)| next.is == Is::Word && same_noun(&next.lower, &per)) {
                    Some((_, value, _)) => charge.quantity = value,
                    None => charge.doubts.push(Doubt::Quantity),
                }
            }
        }
        let recurring = charges.iter().filter(|charge| charge.cadence == Cadence::Monthly && charge.role == Role::Price).count();
        for (clause, value, next) in counts() {
            let has = |tag: Tag| clause.units.iter().any(|at| units.get(*at).is_some_and(|unit| unit.is == Is::Tag(tag)));
            if next.is == Is::Tag(Tag::Month) && has(Tag::FixedTerm) && !has(Tag::MinimumTerm) && recurring == 1 {
                for charge in charges.iter_mut().filter(|charge| charge.cadence == Cadence::Monthly) {
                    charge.cycles = u32::try_from(value).ok();
                }
            }
        }
    }
}

/// Whether the part of the clause in which a percentage stands speaks of a discount.
fn is_taken_off(units: &[Unit], clause: &Clause, at: usize) -> bool {
    let is = |at: &usize| units.get(*at).map(|unit| unit.is);
    let open = |at: &&usize| !matches!(is(at), Some(Is::Mark(',' | ';') | Is::Break | Is::Money { .. }));
    let after = clause.units.iter().filter(|other| **other > at).take_while(open);
    let before = clause.units.iter().rev().filter(|other| **other < at).take_while(open);
    let mut beside = after.chain(before);
    beside.any(|at| is(at) == Some(Is::Tag(Tag::Discount)))
}

/// Whether a clause without an amount has a number that may count what others charge.
fn spare_number(units: &[Unit], clause: &Clause) -> bool {
    clause.units.iter().any(|at| units.get(*at).is_some_and(|unit| matches!(unit.is, Is::Number { spelled: false, .. })))
}

/// The name of a tax as written, without "plus" and "incl."; empty for a plain "tax".
fn tax_name(words: &str, language: Language) -> String {
    let words: Vec<&str> = words.split_whitespace().collect();
    let named = (0..words.len()).map(|from| words.get(from..).unwrap_or_default().join(" ")).find(|name| {
        let tokens = tokens(name, language);
        lexicon(language).phrase(&tokens) == Some((Tag::Tax, tokens.len()))
    });
    match named {
        Some(name) if WordList::UnnamedTax.has(&name.to_lowercase()) => String::new(),
        Some(name) if name.chars().any(char::is_uppercase) => name,
        Some(name) if name.chars().count() <= 4 => name.to_uppercase(),
        Some(name) => capitalised(&name),
        None => String::new(),
    }
}

/// The words that say when a share is due, those behind it first: "on signing", "deposit".
fn stage(text: &str, units: &[Unit], clause: &Clause, at: usize) -> String {
    let says = |other: &&usize| {
        units.get(**other).is_some_and(|unit| !matches!(unit.is, Is::Mark(_) | Is::Percent(_) | Is::Money { .. } | Is::Break))
    };
    let behind: Vec<usize> = clause.units.iter().filter(|other| **other > at).take_while(says).copied().collect();
    let before: Vec<usize> = clause.units.iter().rev().filter(|other| **other < at).take_while(says).copied().collect();
    let span = |first: &usize, last: &usize| Some(units.get(*first)?.span.start..units.get(*last)?.span.end);
    let of = |first: Option<&usize>, last: Option<&usize>| {
        first.zip(last).and_then(|(first, last)| text.get(span(first, last)?)).map_or_else(String::new, |words| capitalised(trimmed(words)))
    };
    let name = of(behind.first(), behind.last());
    if name.is_empty() { of(before.last(), before.first()) } else { name }
}

/// Without the small words at its ends that join it to others.
fn trimmed(words: &str) -> &str {
    let joins = |word: &str| WordList::And.has(word) || WordList::StageStart.has(word);
    let mut words = words.trim();
    loop {
        let start = words.split_once(' ').filter(|(word, _)| joins(word)).map(|(_, rest)| rest);
        let end = || words.rsplit_once(' ').filter(|(_, word)| WordList::StageEnd.has(word)).map(|(rest, _)| rest);
        match start.or_else(end) {
            Some(rest) => words = rest.trim(),
            None => return words,
        }
    }
}

/// With a capital at its beginning.
pub fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
