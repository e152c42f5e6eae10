//! The amounts, numbers and terms that any text states: what the figures of a chat, a draft or a recap are
//! checked against.

use std::ops::Range;

use rust_decimal::Decimal;

use super::{
    charge::{self, Charge, Doubt, Role},
    clauses::{Clause, clauses},
    lexicon::{Language, Tag, WordList, lexicon},
    token::{Kind, tokens},
    units::{Is, Unit, one, units, units_at},
    whole::Whole,
};
use crate::{
    money::Currency,
    pricing::{Adjustment, Cadence, Tax},
};

/// Longest `words` of an amount, in characters.
const MAX_WORDS: usize = 500;

/// An amount of money in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatedAmount {
    /// Its value: "4.5k" and "$4,500" are both 4500. Of a range the upper one.
    pub value: Decimal,
    /// The currency beside it.
    pub currency: Option<Currency>,
    /// How often it is charged, if the words say so.
    pub cadence: Option<Cadence>,
    /// As written, with both ends of a range.
    pub text: String,
    /// The bytes of that.
    pub span: Range<usize>,
    /// The words of its clause.
    pub words: String,
    /// What its clause leaves open.
    pub doubts: Vec<Doubt>,
}

impl StatedAmount {
    /// The currency that it names in a workspace that counts in `home`, whose dollars "$" stands for.
    #[must_use]
    pub fn currency_at(&self, home: Currency) -> Option<Currency> {
        self.currency.map(|named| if named == Currency::USD { dollar_at(&self.text, home) } else { named })
    }

    /// Whether the words give one figure, charged in one way.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        is_settled(&self.doubts)
    }
}

/// Whether none of the doubts is about a figure itself. The others are about what surrounds it.
fn is_settled(doubts: &[Doubt]) -> bool {
    let opens = |doubt: &Doubt| {
        matches!(
            doubt,
            Doubt::Figure
                | Doubt::Estimate
                | Doubt::Unconfirmed
                | Doubt::Condition
                | Doubt::Frequency
                | Doubt::Alternative
                | Doubt::Share
        )
    };
    !doubts.iter().any(opens)
}

/// What the dollars of a text are in a workspace that counts in `home`.
pub(crate) fn dollar_at(text: &str, home: Currency) -> Currency {
    let is_us = |unit: &Unit| matches!(unit.is, Is::Money { currency: Some(Currency::USD), .. });
    let is_ours = home.is_written_as_dollar() && !units_at(text, Language::of(text), home).iter().any(is_us);
    if is_ours { home } else { Currency::USD }
}

/// The amounts in any text: figures with a currency, and bare ones that a rate, a tax or a word of money
/// marks.
#[must_use]
pub fn amounts(text: &str) -> Vec<StatedAmount> {
    Sheet::read(text).amounts(false)
}

/// The amounts in a text that is known to be about prices, where "Website 4500" needs no sign.
#[must_use]
pub fn priced(text: &str) -> Vec<StatedAmount> {
    Sheet::read(text).amounts(true)
}

/// The amount in a text that has nothing else and can be read in one way only.
#[must_use]
pub fn only_amount(text: &str) -> Option<(Decimal, Option<Currency>)> {
    let language = Language::of(text);
    let tokens = tokens(text, language);
    match one(&tokens, lexicon(language)) {
        (Is::Money { value, currency, sure: true }, length) if length == tokens.len() => {
            Some((value, currency))
        }
        (Is::Number { number, spelled: false }, length) if length == tokens.len() && !number.ambiguous => {
            Some((number.value, None))
        }
        _ => None,
    }
}

/// A number in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatedNumber {
    /// Its value.
    pub value: Decimal,
    /// Whether it is a percentage.
    pub is_percent: bool,
    /// Whether it can be read in one way only.
    pub sure: bool,
}

/// Every number of a text, in digits or words: amounts, counts, percentages and the parts of dates.
#[must_use]
pub fn numbers(text: &str) -> Vec<StatedNumber> {
    let language = Language::of(text);
    let words = lexicon(language);
    let tokens = tokens(text, language);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = tokens.get(at..).filter(|rest| !rest.is_empty()) {
        let (is, length) = one(rest, words);
        let read = match is {
            Is::Money { value, sure, .. } => Some((value, sure)),
            Is::Number { number, .. } => Some((number.value, !number.ambiguous)),
            Is::Percent(value) => Some((value, true)),
            Is::Garbled => rest.first().and_then(|token| {
                if let Kind::Number(number) = token.kind { Some((number.value, false)) } else { None }
            }),
            // "one"
            Is::Stop => words.spelled(rest).map(|number| (number.value, true)),
            _ => None,
        };
        let is_percent = matches!(is, Is::Percent(_));
        found.extend(read.map(|(value, sure)| StatedNumber { value: value.normalize(), is_percent, sure }));
        at += length;
    }
    found
}

/// The terms that a text states for a whole offer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StatedTerms {
    /// What is taken off.
    pub discount: Option<Adjustment>,
    /// What is due at the start.
    pub deposit: Option<Adjustment>,
    /// Taxes by name and rate.
    pub taxes: Vec<Tax>,
    /// What the words leave open.
    pub doubts: Vec<Doubt>,
}

impl StatedTerms {
    /// Whether the words give one figure for each term.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        is_settled(&self.doubts)
    }
}

/// The discount, deposit and taxes that a text names, in percent or as amounts.
#[must_use]
pub fn terms(text: &str) -> StatedTerms {
    let sheet = Sheet::read(text);
    let charges: Vec<Charge> = sheet.charges().map(|(_, charge)| charge).collect();
    let whole = Whole::read(text, &sheet.units, &sheet.clauses, &charges, sheet.language);
    let amount = |role: Role| {
        charges
            .iter()
            .find(|charge| charge.role == role)
            .map(|charge| Adjustment::amount(charge.value.normalize()))
    };
    let percent = || {
        whole
            .discount
            .as_ref()
            .or(charges.iter().find_map(|charge| charge.discount.as_ref()))
            .map(|off| off.percent)
    };
    let of_terms = charges.iter().filter(|charge| matches!(charge.role, Role::Discount | Role::Deposit));
    StatedTerms {
        discount: amount(Role::Discount)
            .or_else(|| percent().map(|percent| Adjustment::percent(percent.normalize()))),
        deposit: amount(Role::Deposit).or(whole.deposit),
        doubts: of_terms.flat_map(|charge| &charge.doubts).chain(&whole.doubts).copied().collect(),
        taxes: whole.taxes,
    }
}

/// What a text says of prices: the tags of its phrases.
#[must_use]
pub(crate) fn tags(text: &str) -> Vec<Tag> {
    let tag = |unit: &Unit| if let Is::Tag(tag) = unit.is { Some(tag) } else { None };
    units(text, Language::of(text)).iter().filter_map(tag).collect()
}

/// A text with its units and clauses.
struct Sheet<'t> {
    text: &'t str,
    language: Language,
    units: Vec<Unit>,
    clauses: Vec<Clause>,
}

impl<'t> Sheet<'t> {
    fn read(text: &'t str) -> Self {
        let language = Language::of(text);
        let mut units = units(text, language);
        scaled_ranges(&mut units, language);
        let clauses = clauses(&units, language);
        Self { text, language, units, clauses }
    }

    fn charges(&self) -> impl Iterator<Item = (&Clause, Charge)> {
        self.clauses.iter().filter_map(|clause| Some((clause, charge::read(&self.units, clause)?)))
    }

    fn amounts(&self, bare: bool) -> Vec<StatedAmount> {
        let mut found: Vec<StatedAmount> = self
            .charges()
            .filter(|(_, charge)| bare || self.is_marked(charge.amount))
            .map(|(clause, charge)| self.amount(clause, charge))
            .collect();
        found.sort_by_key(|amount| amount.span.start);
        found
    }

    fn amount(&self, clause: &Clause, charge: Charge) -> StatedAmount {
        let span = self.span(charge.amount);
        let has_once = clause.frequency == Some(Tag::Once)
            || clause.units.iter().any(|at| self.is(*at) == Some(Is::Tag(Tag::Once)));
        let words = self.text.get(charge.span).unwrap_or_default().trim();
        // Outside of price texts "from" and "about" are about an amount more often than they seem.
        let mut doubts = charge.doubts;
        if !doubts.contains(&Doubt::Estimate) && clause.units.iter().any(|at| self.is_vague(*at)) {
            doubts.push(Doubt::Estimate);
        }
        StatedAmount {
            value: charge.value.normalize(),
            currency: charge.currency,
            cadence: Some(charge.cadence).filter(|cadence| *cadence != Cadence::Once || has_once),
            text: self.text.get(span.clone()).unwrap_or_default().to_owned(),
            span,
            words: words.chars().take(MAX_WORDS).collect(),
            doubts,
        }
    }

    /// "about", unless a number that is no amount of money follows.
    fn is_vague(&self, at: usize) -> bool {
        let counts = |at: usize| {
            matches!(self.is(at), Some(Is::Number { .. } | Is::Reference | Is::Tag(Tag::MonthName)))
        };
        self.is(at) == Some(Is::Tag(Tag::Doubt)) && !counts(at + 1) && !counts(at + 2)
    }

    fn is(&self, at: usize) -> Option<Is> {
        self.units.get(at).map(|unit| unit.is)
    }

    /// The bytes of an amount, from the lower end of its range on: "$3,000-$4,000".
    fn span(&self, at: usize) -> Range<usize> {
        let open = matches!(self.is(at), Some(Is::Money { sure: false, .. }));
        let joins =
            |at: &usize| matches!(self.is(*at), Some(Is::Mark('-' | '\u{2013}' | '\u{2014}') | Is::Stop));
        let low =
            at.checked_sub(2).filter(|low| open && joins(&(low + 1)) && self.is(*low) == Some(Is::Reference));
        let bytes = |at: usize| self.units.get(at).map(|unit| unit.span.clone()).unwrap_or_default();
        bytes(low.unwrap_or(at)).start..bytes(at).end
    }

    /// Whether an amount has a currency, or the words around a bare figure say that it is money.
    fn is_marked(&self, at: usize) -> bool {
        let Some(Is::Number { number, .. }) = self.is(at) else { return true };
        let is_scaled =
            !number.plain && self.units.get(at).is_some_and(|unit| unit.lower.ends_with(['k', 'm']));
        is_scaled || self.has_rate(at) || self.follows_count(at) || self.follows_money(at)
    }

    /// "2 days @ 600", "10 hours of training at 95"; and not "we met at 1400".
    fn follows_count(&self, at: usize) -> bool {
        let mut before = (at.saturating_sub(5)..at).rev().filter_map(|before| self.is(before));
        let first = before.next();
        first == Some(Is::Tag(Tag::Each))
            || (first == Some(Is::Tag(Tag::At))
                && before.any(|is| matches!(is, Is::Tag(tag) if tag.is_time())))
    }

    /// "120 per hour", "3,450 incl. VAT"; and not "12 monthly reports".
    fn has_rate(&self, at: usize) -> bool {
        let Some(Unit { is: Is::Tag(tag), lower, .. }) = self.units.get(at + 1) else { return false };
        let qualifies = tag.qualifies() && *tag != Tag::Optional;
        *tag == Tag::Per || (qualifies && (lower.contains(' ') || self.is(at + 2) != Some(Is::Word)))
    }

    /// "a budget of 8000": a word of money stands before, with nothing but small words between.
    fn follows_money(&self, at: usize) -> bool {
        let before = (at.saturating_sub(3)..at).rev().filter_map(|before| self.units.get(before));
        let mut near =
            before.take_while(|unit| matches!(unit.is, Is::Word | Is::Stop | Is::Tag(_) | Is::Mark(':')));
        near.any(|unit| {
            let is_money = matches!(
                unit.is,
                Is::Tag(
                    Tag::PriceWord
                        | Tag::Budget
                        | Tag::Total
                        | Tag::Deposit
                        | Tag::Balance
                        | Tag::Discount
                        | Tag::Flat
                        | Tag::Billed
                )
            );
            is_money || WordList::MoneyWord.has(&unit.lower)
        })
    }
}

/// "15-20k": a range in thousands is money, unless it counts something.
fn scaled_ranges(units: &mut [Unit], language: Language) {
    let word = |unit: Option<&Unit>| unit.is_some_and(|unit| unit.is == Is::Word);
    for at in 2..units.len() {
        let is = |at: usize| units.get(at).map(|unit| unit.is);
        let is_range = is(at) == Some(Is::Reference)
            && is(at - 2) == is(at)
            && matches!(is(at - 1), Some(Is::Mark('-' | '\u{2013}')));
        let Some(unit) =
            units.get(at).filter(|unit| is_range && unit.lower.ends_with('k') && !word(units.get(at + 1)))
        else {
            continue;
        };
        let read = tokens(&unit.lower, language)
            .into_iter()
            .find_map(|token| if let Kind::Number(number) = token.kind { Some(number.value) } else { None });
        if let (Some(value), Some(unit)) = (read, units.get_mut(at)) {
            unit.is = Is::Money { value, currency: None, sure: false };
        }
    }
}

#[cfg(test)]
mod tests;
