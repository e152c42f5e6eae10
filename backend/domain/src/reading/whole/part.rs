//! A clause as part of the whole offer: what it says beside its amount.

use rust_decimal::Decimal;

use crate::reading::{
    charge::{LEAST_SPELLED_AMOUNT, NEAR, is_limit, is_tax_rate, names_time_limit, same_things},
    clauses::Clause,
    lexicon::{Tag, WordList},
    units::{Is, Unit},
};

/// The small words of a sentence, at least.
const LEAST_SMALL_WORDS: usize = 3;

/// A number in words that counts nothing is an amount from here on.
const LEAST_BARE_AMOUNT: Decimal = Decimal::from_parts(20, 0, 0, false, 0);

pub(super) struct Part<'a> {
    pub units: &'a [Unit],
    pub clause: &'a Clause,
}

impl Part<'_> {
    fn is(&self, at: usize) -> Option<Is> {
        self.units.get(at).map(|unit| unit.is)
    }

    /// Its units, each with its number.
    fn each(&self) -> impl Iterator<Item = (usize, &Unit)> {
        self.clause.units.iter().filter_map(|at| Some((*at, self.units.get(*at)?)))
    }

    pub fn has(&self, tag: Tag) -> bool {
        self.each().any(|(_, unit)| unit.is == Is::Tag(tag))
    }

    /// "billed by the hour", "her price by Friday", "something on the price": it speaks of a price that it
    /// does not name.
    pub fn leaves_price_open(&self) -> bool {
        let settles = [
            Tag::Tax,
            Tag::PlusTax,
            Tag::InclTax,
            Tag::NoTax,
            Tag::Total,
            Tag::Free,
            Tag::Discount,
            Tag::Whole,
            Tag::Billed,
        ];
        let is_settled = settles.into_iter().any(|tag| self.has(tag))
            || self.each().any(|(_, unit)| matches!(unit.is, Is::Currency(_) | Is::Percent(_)));
        let is_heading = self.clause.units.len() <= LEAST_SMALL_WORDS;
        // "billed by the hour", and not "invoiced on the 1st, payable within 10 days"
        let is_counted = |at: usize| {
            at.checked_sub(1).is_some_and(|before| matches!(self.is(before), Some(Is::Number { .. })))
        };
        let by_time = || {
            self.each().any(|(at, unit)| matches!(unit.is, Is::Tag(Tag::Hour | Tag::Day)) && !is_counted(at))
        };
        let rate = self.has(Tag::UnitRate) || (self.has(Tag::Billed) && by_time());
        let price = self.has(Tag::PriceWord) && self.is_running();
        // "rush delivery costs extra"
        let extra = self.has(Tag::Extra) && self.names(WordList::CostVerb);
        !is_heading && (rate || extra || (price && !is_settled))
    }

    /// "What does it cost to store the walls?"
    pub fn asks_for_price(&self) -> bool {
        self.clause.amount.is_none() && asks_for_price(self.each().map(|(_, unit)| unit))
    }

    /// Whether a denial stands before a phrase: "no reduction".
    pub fn denies(&self, tag: Tag) -> bool {
        let places = || self.clause.units.iter().copied();
        let denied = |at: usize| self.units.get(at).is_some_and(|unit| WordList::Negation.has(&unit.lower));
        places().any(|at| self.is(at) == Some(Is::Tag(tag)) && (at.saturating_sub(2)..at).any(denied))
    }

    /// Whether costs are charged on as they come.
    pub fn passes_on(&self) -> bool {
        self.has(Tag::PassOn) && !self.includes_costs()
    }

    /// "travel included", "Anfahrt bis 50 km ist inklusive": costs that would be charged on are not, in any
    /// case.
    pub fn includes_costs(&self) -> bool {
        let costs: Vec<usize> =
            self.each().filter(|(_, unit)| unit.is == Is::Tag(Tag::PassOn)).map(|(at, _)| at).collect();
        let [cost] = costs.as_slice() else { return false };
        let is_open = self.has(Tag::Excluded) || self.has(Tag::Condition) || self.names(WordList::Negation);
        self.around(*cost).any(|is| is == Is::Tag(Tag::Free)) && !is_open
    }

    /// "late invoices carry 1.5% interest a month"
    pub fn is_interest_on_late_payment(&self) -> bool {
        self.names(WordList::LatePayment) && self.names(WordList::Interest)
    }

    fn names(&self, list: WordList) -> bool {
        self.each().any(|(_, unit)| list.has(&unit.lower))
    }

    /// Whether it ends with a question mark.
    pub fn is_asked(&self) -> bool {
        self.clause.units.last().and_then(|at| self.is(*at)) == Some(Is::Mark('?'))
    }

    /// The percentages that are no rates of taxes.
    pub fn percentages(&self) -> impl Iterator<Item = (usize, Decimal)> {
        self.each().filter_map(|(at, unit)| match unit.is {
            Is::Percent(share) if !is_tax_rate(self.units, at) => Some((at, share)),
            _ => None,
        })
    }

    /// The same, and the fractions that add up to the whole or are a deposit or balance: "half before I
    /// start, the other half after".
    pub fn shares(&self) -> Vec<(usize, Decimal)> {
        let fractions = fractions(self.units, &self.clause.units);
        if !fractions.is_empty() && self.percentages().next().is_none() {
            return fractions;
        }
        // "40 % a mitad de obra": a half beside percentages that are the whole is none of them.
        let is_whole = self.percentages().fold(Decimal::ZERO, |sum, (_, share)| sum.saturating_add(share))
            == Decimal::ONE_HUNDRED;
        let has_half = !is_whole && (self.has(Tag::Deposit) || self.has(Tag::Balance));
        let shares = self.each().filter_map(|(at, unit)| match unit.is {
            Is::Percent(share) if !is_tax_rate(self.units, at) => Some((at, share)),
            Is::Tag(Tag::Half) if has_half => Some((at, Decimal::from(50))),
            _ => None,
        });
        shares.collect()
    }

    /// The words without a meaning for prices.
    pub fn words(&self) -> Vec<String> {
        self.each().filter(|(_, unit)| unit.is == Is::Word).map(|(_, unit)| unit.lower.clone()).collect()
    }

    /// Whether a number in digits may count what others charge; `is_known` says so of the unit behind it.
    pub fn has_number(&self, is_known: impl Fn(&Unit) -> bool) -> bool {
        let next = |at: usize| self.units.get(at + 1).is_some_and(&is_known);
        // "payable within 30 days"
        let is_limit = |place: usize, at: usize| {
            self.is(at + 1) == Some(Is::Tag(Tag::Day))
                && names_time_limit(self.units, &self.clause.units, place)
        };
        let mut places = self.clause.units.iter().enumerate();
        places.any(|(place, at)| {
            matches!(self.is(*at), Some(Is::Number { spelled: false, .. }))
                && !next(*at)
                && !is_limit(place, *at)
        })
    }

    /// Whether a number in words may be an amount.
    pub fn has_spelled_amount(&self) -> bool {
        self.each().any(|(_, unit)| {
            matches!(unit.is, Is::Number { number, spelled: true }
            if number.value >= LEAST_SPELLED_AMOUNT)
        })
    }

    /// "the newsletter for a hundred and twenty": a number in words that counts nothing.
    pub fn has_bare_spelled_amount(&self) -> bool {
        self.each().any(|(at, unit)| {
            let is_price =
                matches!(unit.is, Is::Number { number, spelled: true } if number.value >= LEAST_BARE_AMOUNT);
            let is_for = at
                .checked_sub(1)
                .and_then(|before| self.units.get(before))
                .is_some_and(|before| WordList::For.has(&before.lower));
            is_price && is_for && matches!(self.is(at + 1), None | Some(Is::Mark(_) | Is::Break))
        })
    }

    /// "about", unless a count or a date follows.
    pub fn is_doubted(&self) -> bool {
        let doubts =
            self.clause.units.iter().enumerate().filter(|(_, at)| self.is(**at) == Some(Is::Tag(Tag::Doubt)));
        let has_choice = self.has(Tag::Either);
        doubts.into_iter().any(|(place, at)| {
            // "ca. 1 Std."
            let mut behind = self.clause.units.iter().skip(place + 1).filter_map(|next| self.is(*next));
            let next = behind.find(|is| *is != Is::Mark('.'));
            let is_near = self.units.get(*at).is_some_and(|unit| WordList::NearDoubt.has(&unit.lower));
            // "eine davon ankreuzen"
            let is_choice =
                has_choice && self.units.get(*at).is_some_and(|unit| WordList::OfWhich.has(&unit.lower));
            let is_open = !is_choice && (!is_near || matches!(next, Some(Is::Percent(_))));
            is_open && !matches!(next, Some(Is::Number { .. } | Is::Reference | Is::Tag(Tag::MonthName)))
        })
    }

    /// Whether it is a sentence rather than a note: "we've had 3 people off sick", not "3 people".
    pub fn is_running(&self) -> bool {
        self.clause.amount.is_none()
            && self.each().filter(|(_, unit)| unit.is == Is::Stop).count() >= LEAST_SMALL_WORDS
    }

    /// Whether it limits what it says of prices or of the things that are charged: "phase 3 is priced after
    /// phase 2".
    pub fn limits(&self, names: &[&str], things: &[&str]) -> bool {
        // "five rooms plus the hallway, which may count as one"
        let is_thing = |unit: &Unit| things.iter().any(|thing| same_things(thing, &unit.lower));
        let is_about = |unit: &Unit| {
            names.contains(&unit.lower.as_str()) || is_thing(unit) || WordList::PriceTalk.has(&unit.lower)
        };
        self.each().any(|(at, _)| is_limit(self.units, at) && !self.is_term(at) && !self.is_deadline(at))
            && self.each().any(|(_, unit)| is_about(unit))
    }

    /// "quote good till 30 November", "10 business days after we get the footage"
    fn is_deadline(&self, at: usize) -> bool {
        let is_time =
            |before: usize| matches!(self.is(before), Some(Is::Tag(Tag::Hour | Tag::Day | Tag::Week)));
        let is_counted =
            || (at.saturating_sub(3)..at).any(|before| matches!(self.is(before), Some(Is::Number { .. })));
        if at.checked_sub(1).is_some_and(is_time) && is_counted() {
            return true;
        }
        let is_date = |at: usize| matches!(self.is(at), Some(Is::Reference | Is::Tag(Tag::MonthName)));
        self.units.get(at).is_some_and(|unit| WordList::Until.has(&unit.lower))
            && (at + 1..at + 3).any(is_date)
    }

    /// "40% when planning goes in": the words around one say when a share is due or a bill is sent.
    fn is_term(&self, at: usize) -> bool {
        let is_term = |is| matches!(is, Is::Percent(_) | Is::Tag(Tag::Deposit | Tag::Balance | Tag::Billed));
        self.around(at).any(is_term) && !self.is_taken_off(at)
    }

    /// What stands around a unit, up to a comma or an amount on either side.
    fn around(&self, at: usize) -> impl Iterator<Item = Is> {
        let open = |other: &&usize| {
            !matches!(self.is(**other), Some(Is::Mark(',' | ';' | '.') | Is::Break | Is::Money { .. }))
        };
        let after = self.clause.units.iter().filter(move |other| **other > at).take(NEAR).take_while(open);
        let before =
            self.clause.units.iter().rev().filter(move |other| **other < at).take(NEAR).take_while(open);
        after.chain(before).filter_map(|other| self.is(*other))
    }

    /// Whether the words around a percentage speak of a discount.
    pub fn is_taken_off(&self, at: usize) -> bool {
        self.around(at).any(|is| is == Is::Tag(Tag::Discount))
    }
}

/// Whether words are a question about a price.
pub(crate) fn asks_for_price<'u>(units: impl Iterator<Item = &'u Unit>) -> bool {
    let (mut costs, mut is_asked) = (false, false);
    for unit in units {
        costs |= unit.is == Is::Tag(Tag::PriceWord) || WordList::CostVerb.has(&unit.lower);
        is_asked = unit.is == Is::Mark('?');
    }
    costs && is_asked
}

/// The fractions of a clause in percent, if they add up to the whole: "a third on order, a third at clay
/// stage, a third on delivery".
pub(in crate::reading) fn fractions(units: &[Unit], clause: &[usize]) -> Vec<(usize, Decimal)> {
    let is = |at: usize| units.get(at).map(|unit| unit.is);
    let twelfths = |at: usize| {
        let unit = units.get(at)?;
        let part = match unit.is {
            Is::Tag(Tag::Half) => 6,
            Is::Tag(Tag::Fraction) if WordList::ThirdPart.stands_in(&format!(" {} ", unit.lower)) => 4,
            Is::Tag(Tag::Fraction) => 3,
            _ => return None,
        };
        let count = match at.checked_sub(1).and_then(is) {
            Some(Is::Number { number, spelled: true }) => number.value,
            _ if WordList::TwoParts.has(&unit.lower) => Decimal::TWO,
            _ => Decimal::ONE,
        };
        Some((at, count.saturating_mul(Decimal::from(part))))
    };
    let found: Vec<(usize, Decimal)> = clause.iter().filter_map(|at| twelfths(*at)).collect();
    let whole = Decimal::from(12);
    if found.len() < 2
        || found.iter().fold(Decimal::ZERO, |sum, (_, part)| sum.saturating_add(*part)) != whole
    {
        return Vec::new();
    }
    let mut rest = Decimal::ONE_HUNDRED;
    let last = found.len() - 1;
    let share = |(index, (at, part)): (usize, (usize, Decimal))| {
        let share = if index == last { rest } else { (part * Decimal::ONE_HUNDRED / whole).round_dp(2) };
        rest -= share;
        (at, share)
    };
    found.into_iter().enumerate().map(share).collect()
}
