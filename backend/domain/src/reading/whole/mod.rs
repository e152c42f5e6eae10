//! What a text says of the whole offer: taxes, a discount, a deposit or stages of payment, a choice.

mod part;

use std::collections::BTreeSet;

use rust_decimal::Decimal;

use part::Part;
pub(crate) use part::asks_for_price;
pub(super) use part::fractions;

use super::{
    charge::{Charge, Discount, Doubt, Role, is_at_event, same_noun, same_things, tax_beside},
    clauses::Clause,
    lexicon::{Language, Tag, WordList, lexicon, names_time},
    token::tokens,
    units::{Is, Unit},
};
use crate::pricing::{Adjustment, Cadence, MAX_DECIMALS, MAX_MILESTONES, MAX_QUANTITY, Tax, TaxMode};

/// The letters of a noun, at least; a shorter word is a unit of measure.
const LEAST_NOUN: usize = 4;

/// What the clauses say of the whole offer.
#[derive(Debug, Default)]
pub struct Whole {
    pub doubts: Vec<Doubt>,
    pub discount: Option<Discount>,
    pub deposit: Option<Adjustment>,
    pub milestones: Vec<(Decimal, String)>,
    pub taxes: Vec<Tax>,
    pub mode: Option<TaxMode>,
    /// Some words say that the tax is included, others that it is added.
    pub has_both_modes: bool,
    pub either: Option<usize>,
}

impl Whole {
    /// Reads what the clauses say beside their amounts.
    pub fn read(
        text: &str,
        units: &[Unit],
        clauses: &[Clause],
        charges: &[Charge],
        language: Language,
    ) -> Self {
        let mut whole = Self::default();
        whole.taxes(text, units, language);
        if units.iter().any(|unit| unit.is == Is::Garbled) {
            whole.doubts.push(Doubt::Figure);
        }
        let words = charges.iter().flat_map(|charge| &charge.name).filter_map(|at| units.get(*at));
        let nouns: Vec<&str> = words
            .filter(|unit| !matches!(unit.is, Is::Stop | Is::Mark(_)))
            .map(|unit| unit.lower.as_str())
            .collect();
        let things: BTreeSet<&str> = charges.iter().filter_map(|charge| charge.unit.as_deref()).collect();
        let things: Vec<&str> = things.into_iter().collect();
        let parts: Vec<Part<'_>> = clauses.iter().map(|clause| Part { units, clause }).collect();
        let due = parts.iter().filter(|part| !part.has(Tag::Discount)).flat_map(Part::percentages);
        let all_due = due.fold(Decimal::ZERO, |sum, (_, share)| sum.saturating_add(share));
        if parts.iter().any(|part| part.clause.amount.is_none() && part.limits(&nouns, &things)) {
            whole.doubts.push(Doubt::Leftover);
        }
        if parts.iter().any(|part| part.denies(Tag::Discount)) {
            whole.doubts.push(Doubt::Terms);
        }
        for part in &parts {
            let is_discount =
                part.clause.amount.is_none() && whole.aside(part, &parts, charges, (&nouns, &things));
            if !is_discount || part.has(Tag::Deposit) {
                whole.stages(text, part, all_due);
            }
        }
        whole.settle_stages();
        whole
    }

    /// A clause without an amount; true if it is a discount.
    fn aside(
        &mut self,
        part: &Part<'_>,
        parts: &[Part<'_>],
        charges: &[Charge],
        (nouns, things): (&[&str], &[&str]),
    ) -> bool {
        self.either = self.either.or(part.has(Tag::Either).then_some(part.clause.line));
        let percents = part.shares();
        let has_term = part.has(Tag::MinimumTerm) || part.has(Tag::FixedTerm);
        let is_aside = part.is_running();
        let names_charged = |noun: &str| nouns.iter().any(|word| same_noun(noun, word));
        let is_settled = charges.iter().all(|charge| charge.per.is_none() && charge.doubts.is_empty());
        let is_unit = |noun: &str| things.iter().any(|unit| same_things(noun, unit));
        let for_persons = charges.iter().any(|charge| charge.each && charge.unit.is_none());
        let is_person =
            |noun: &str| for_persons && WordList::Person.entries().any(|person| same_noun(noun, person));
        let is_thing = |next: &Unit| {
            // "37 m" may be of what is charged by the metre.
            let is_measure = next.lower.chars().count() < LEAST_NOUN;
            next.is == Is::Word
                && !is_measure
                && !names_charged(&next.lower)
                && !is_unit(&next.lower)
                && !is_person(&next.lower)
        };
        let is_known = |next: &Unit| known(charges, next) || ((is_aside || is_settled) && is_thing(next));
        let counts = part.has_number(is_known)
            && !part.has(Tag::Covers)
            && !has_term
            && !part.has(Tag::Instalment)
            && !part.includes_costs();
        let beside_amount = || {
            parts.iter().any(|other| other.clause.amount.is_some() && other.clause.line == part.clause.line)
        };
        let open = [
            // "If there's more than two hours of footage I'd have to add something."
            (Doubt::Estimate, part.is_doubted() || (part.has(Tag::Condition) && part.has(Tag::Doubt))),
            // "Matte or gloss?"
            (Doubt::Alternative, part.has(Tag::Or) && part.is_asked()),
            (Doubt::Terms, has_term && part.has(Tag::Or) || (part.has(Tag::Fraction) && percents.is_empty())),
            (
                Doubt::Leftover,
                counts || part.has_bare_spelled_amount() || (part.has_spelled_amount() && beside_amount()),
            ),
            (Doubt::Estimate, part.leaves_price_open() || part.asks_for_price()),
            (Doubt::Share, part.has(Tag::Success) || part.passes_on()),
            (Doubt::Terms, part.has(Tag::Deposit) && percents.is_empty()),
        ];
        self.doubts.extend(open.into_iter().filter(|(_, is_open)| *is_open).map(|(doubt, _)| doubt));
        let off = percents.iter().find(|(at, _)| part.is_taken_off(*at)).or(percents.first());
        let Some((_, percent)) = off.copied().filter(|_| part.has(Tag::Discount)) else { return false };
        if part.has(Tag::Condition) {
            self.doubts.push(Doubt::Condition);
            return false;
        }
        let whole = part.has(Tag::Whole) || part.has(Tag::Total);
        self.discount = Some(Discount { percent, whole, own: false, words: part.words() });
        true
    }

    /// The shares of a clause that are due at some stage.
    fn stages(&mut self, text: &str, part: &Part<'_>, all_due: Decimal) {
        // A percentage that is taken off is no share due.
        let mut shares = part.shares();
        if shares.len() > MAX_MILESTONES {
            self.doubts.push(Doubt::Terms);
            return;
        }
        shares.retain(|(at, _)| !part.is_taken_off(*at));
        let due = part.has(Tag::Deposit)
            || part.has(Tag::Balance)
            || shares.iter().any(|(at, _)| is_at_event(part.units, *at));
        let sum = shares.iter().fold(Decimal::ZERO, |sum, (_, share)| sum.saturating_add(*share));
        let is_staged = due || sum == Decimal::ONE_HUNDRED || all_due == Decimal::ONE_HUNDRED;
        if !shares.is_empty() && !is_staged {
            if part.clause.amount.is_none() && !part.is_interest_on_late_payment() {
                self.doubts.push(Doubt::Share);
            }
            return;
        }
        if (due || part.has(Tag::Instalment)) && part.has(Tag::Or) {
            self.doubts.push(Doubt::Terms);
        }
        self.milestones
            .extend(shares.iter().map(|(at, share)| (*share, stage(text, part.units, part.clause, *at))));
        let rest = Decimal::ONE_HUNDRED - self.shares_due();
        if let [(at, _)] = shares.as_slice()
            && part.has(Tag::Balance)
            && rest > Decimal::ZERO
        {
            self.milestones.push((rest, rest_stage(text, part.units, part.clause, *at)));
        }
    }

    fn shares_due(&self) -> Decimal {
        self.milestones.iter().map(|(share, _)| *share).sum()
    }

    /// One stage is a deposit; several must add up to the whole.
    fn settle_stages(&mut self) {
        if let [(share, _)] = self.milestones.as_slice() {
            self.deposit = Some(Adjustment::percent(*share));
            self.milestones.clear();
        } else if !self.milestones.is_empty() && self.shares_due() != Decimal::ONE_HUNDRED {
            self.doubts.push(Doubt::Terms);
            self.milestones.clear();
        }
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
                    // "IVA 21 % no incluido"
                    let near: Vec<&str> = near.collect();
                    let is_denied = |place: usize| {
                        place
                            .checked_sub(1)
                            .and_then(|before| near.get(before))
                            .is_some_and(|word| WordList::Negation.has(word))
                    };
                    let said = near
                        .iter()
                        .enumerate()
                        .filter_map(|(place, word)| Some((place, lexicon(language).tax_mode(word)?)));
                    modes.extend(
                        said.map(|(place, mode)| if is_denied(place) { TaxMode::Exclusive } else { mode }),
                    );
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
        self.has_both_modes = modes.iter().any(|mode| Some(*mode) != self.mode);
    }
}

/// Whether the number before a unit is looked for by a price per unit, or is a duration beside prices that
/// depend on none.
fn known(charges: &[Charge], next: &Unit) -> bool {
    let is_unit = |charge: &Charge| {
        [&charge.unit, &charge.per].into_iter().flatten().any(|unit| same_things(&next.lower, unit))
    };
    // "within 10 days" says nothing of what is charged by the metre or the month; "3 years" may be the term
    // of a contract.
    let is_short = matches!(next.is, Is::Tag(Tag::Minute | Tag::Hour | Tag::Day | Tag::Week));
    let timeless = || {
        charges.iter().all(|charge| {
            !is_unit(charge) && !has_time_unit(charge) && (is_short || charge.cadence == Cadence::Once)
        })
    };
    match next.is {
        Is::Word => {
            charges.iter().filter_map(|charge| charge.per.as_deref()).any(|per| same_things(&next.lower, per))
        }
        Is::Tag(tag) => tag.is_time() && timeless(),
        _ => false,
    }
}

/// Whether a price is that of an hour or a day, the number of which may stand elsewhere.
fn has_time_unit(charge: &Charge) -> bool {
    [&charge.unit, &charge.per].into_iter().flatten().any(|unit| names_time(unit))
}

/// What a clause leaves to others: the number of a price per unit, the end of a contract.
pub fn look_around(units: &[Unit], clauses: &[Clause], charges: &mut [Charge]) {
    let spare: Vec<&Clause> = clauses.iter().filter(|clause| clause.amount.is_none()).collect();
    let counts = || {
        spare
            .iter()
            .flat_map(|clause| clause.units.iter().enumerate().map(move |(place, at)| (*clause, place, *at)))
            .filter_map(|(clause, place, at)| {
                let Is::Number { number, .. } = units.get(at)?.is else { return None };
                let next = units.get(*clause.units.get(place + 1)?)?;
                Some((clause, number.value, next))
            })
    };
    for charge in charges.iter_mut() {
        if let Some(per) = charge.per.take() {
            let is_of = |next: &Unit| next.is == Is::Word && same_things(&next.lower, &per);
            let value = counts()
                .find(|(_, _, next)| is_of(next))
                .map(|(_, value, _)| value)
                .or_else(|| only_count(units, clauses, is_of));
            match value {
                Some(value) if value.saturating_mul(charge.quantity) <= MAX_QUANTITY => {
                    charge.quantity *= value;
                }
                _ => charge.doubts.push(Doubt::Quantity),
            }
        }
    }
    let recurring = charges
        .iter()
        .filter(|charge| charge.cadence == Cadence::Monthly && charge.role == Role::Price)
        .count();
    for (clause, value, next) in counts() {
        let has = |tag: Tag| {
            clause.units.iter().any(|at| units.get(*at).is_some_and(|unit| unit.is == Is::Tag(tag)))
        };
        if next.is == Is::Tag(Tag::Month) && has(Tag::FixedTerm) && !has(Tag::MinimumTerm) && recurring == 1 {
            for charge in charges.iter_mut().filter(|charge| charge.cadence == Cadence::Monthly) {
                charge.cycles = u32::try_from(value).ok();
            }
        }
    }
}

/// "38 € par personne, 65 convives ... 4,50 € par convive": the one number in the text that counts some
/// things.
fn only_count(units: &[Unit], clauses: &[Clause], is_of: impl Fn(&Unit) -> bool) -> Option<Decimal> {
    // "1,080 per course, 11 courses if wanted and a survey: 6,552": what is optional there may be the one or
    // the other.
    let is_optional = |clause: &&Clause| {
        clause.units.iter().any(|at| units.get(*at).is_some_and(|unit| unit.is == Is::Tag(Tag::Optional)))
    };
    let places = clauses.iter().filter(|clause| !is_optional(clause)).flat_map(|clause| &clause.units);
    let mut values = places.filter_map(|at| match (units.get(*at)?.is, units.get(at + 1)) {
        (Is::Number { number, .. }, Some(next)) if is_of(next) => Some(number.value),
        _ => None,
    });
    let first = values.next()?;
    values.all(|value| value == first).then_some(first)
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
    let says = |other: &&usize| says_stage(units, **other);
    let behind: Vec<usize> =
        clause.units.iter().filter(|other| **other > at).take_while(says).copied().collect();
    let before: Vec<usize> =
        clause.units.iter().rev().filter(|other| **other < at).take_while(says).copied().collect();
    let name = stage_name(text, units, behind.first().zip(behind.last()));
    if name.is_empty() { stage_name(text, units, before.last().zip(before.first())) } else { name }
}

/// The words that say when the rest is due, behind the share that is due before it: "50% at the start, rest on
/// delivery". Empty if the clause does not say it.
fn rest_stage(text: &str, units: &[Unit], clause: &Clause, at: usize) -> String {
    let is_rest = |other: &&usize| units.get(**other).is_some_and(|unit| unit.is == Is::Tag(Tag::Balance));
    let says = |other: &&usize| says_stage(units, **other);
    let behind = clause.units.iter().filter(|other| **other > at).skip_while(says);
    let words: Vec<usize> = behind.skip_while(|other| !is_rest(other)).take_while(says).copied().collect();
    stage_name(text, units, words.first().zip(words.last()))
}

fn says_stage(units: &[Unit], at: usize) -> bool {
    units
        .get(at)
        .is_some_and(|unit| !matches!(unit.is, Is::Mark(_) | Is::Percent(_) | Is::Money { .. } | Is::Break))
}

fn stage_name(text: &str, units: &[Unit], ends: Option<(&usize, &usize)>) -> String {
    ends.and_then(|(first, last)| text.get(units.get(*first)?.span.start..units.get(*last)?.span.end))
        .map_or_else(String::new, |words| capitalised(trimmed(words)))
}

/// Without the small words at its ends that join it to others.
fn trimmed(words: &str) -> &str {
    let joins = |word: &str| WordList::And.has(word) || WordList::StageStart.has(&word.to_lowercase());
    let mut words = words.trim();
    loop {
        let start = words.split_once(' ').filter(|(word, _)| joins(word)).map(|(_, rest)| rest);
        let end =
            || words.rsplit_once(' ').filter(|(_, word)| WordList::StageEnd.has(word)).map(|(rest, _)| rest);
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
