//! Numbers in words: "seven hundred and fifty", "treinta y cinco", "zweiundzwanzig".

use rust_decimal::Decimal;

use super::{Language, Lexicon, PairList, WordList};
use crate::reading::token::{Kind, Token};

/// The value of a word for a number.
#[derive(Debug, Clone, Copy)]
pub enum NumberWord {
    /// "seven".
    Value(Decimal),
    /// "dozens": no one value.
    Open,
    /// "hundred": multiplies what precedes it.
    Factor(Decimal),
    /// "grand": the same, and no number alone.
    OnlyFactor(Decimal),
}

impl NumberWord {
    /// "7", "*100" for a factor, "x1000" for one that is no number alone, "?" for a number that a single
    /// value does not say ("one and a half").
    pub(super) fn parse(value: &str) -> Self {
        let number = |digits: &str| digits.parse().unwrap_or_default();
        match value.split_at_checked(1) {
            Some(("?", "")) => Self::Open,
            Some(("*", factor)) => Self::Factor(number(factor)),
            Some(("x", factor)) => Self::OnlyFactor(number(factor)),
            _ => Self::Value(number(value)),
        }
    }
}

/// A number in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spelled {
    pub value: Decimal,
    /// Its number of tokens.
    pub length: usize,
    /// Whether it can be read in one way only: "nine fifty" may be 950 or 9.50, "two thousand five" 2,005 or
    /// 2,500.
    pub sure: bool,
}

/// A number while its words are read.
#[derive(Default)]
struct Sum {
    /// What thousands and millions have completed.
    done: Decimal,
    /// What the next factor multiplies.
    group: Option<Decimal>,
    /// The last factor of `done`.
    factor: Option<Decimal>,
    is_unsure: bool,
}

impl Sum {
    /// Adds a part; false if it has no one value, or one beyond all bounds.
    fn add(&mut self, part: NumberWord) -> bool {
        self.with(part).is_some()
    }

    fn with(&mut self, part: NumberWord) -> Option<()> {
        match part {
            NumberWord::Open => return None,
            NumberWord::Value(value) => {
                self.group = Some(self.group.unwrap_or_default().checked_add(value)?);
            }
            NumberWord::Factor(factor) if factor == Decimal::ONE_HUNDRED => {
                self.group = Some(self.group.unwrap_or(Decimal::ONE).checked_mul(factor)?);
            }
            NumberWord::OnlyFactor(_) if self.group.is_none() => return None,
            NumberWord::Factor(factor) | NumberWord::OnlyFactor(factor) => {
                let value = self.group.take().unwrap_or(Decimal::ONE).checked_mul(factor)?;
                self.done = self.done.checked_add(value)?;
                self.factor = Some(factor);
            }
        }
        Some(())
    }

    /// Adds a word behind others; false if it begins another number. `pairs` if the language says hundreds in
    /// pairs, and whether tens follow.
    fn append(&mut self, value: Decimal, pairs: Option<bool>) -> bool {
        let Some(group) = self.group else {
            self.group = Some(value);
            return true;
        };
        let is_below = |least: i64, most: i64, value: Decimal| {
            value >= Decimal::from(least) && value < Decimal::from(most)
        };
        // "soixante-dix", "quatre-vingt-onze"
        let twenties = group % Decimal::ONE_HUNDRED;
        let is_twenties =
            (twenties == Decimal::from(60) || twenties == Decimal::from(80)) && is_below(10, 20, value);
        let room = [Decimal::TEN, Decimal::ONE_HUNDRED, Decimal::ONE_THOUSAND]
            .into_iter()
            .find(|room| value < *room);
        let fits = is_twenties || room.is_some_and(|room| group % room == Decimal::ZERO);
        if is_below(10, 100, value) && is_below(0, 100, group) && (pairs.is_some() || !fits) {
            // "four fifty", "zwei fünfzig"
            self.group = Some(group * Decimal::ONE_HUNDRED + value);
            self.is_unsure = true;
        } else if fits {
            self.group = Some(group + value);
        } else if pairs == Some(true) && is_below(1, 10, value) && is_below(10, 100, group) {
            // "twenty-three four fifty"
            self.done += group * Decimal::ONE_THOUSAND;
            self.group = Some(value);
        } else {
            return false;
        }
        true
    }

    fn ends_with_four(&self) -> bool {
        self.group.is_some_and(|group| group % Decimal::ONE_HUNDRED == Decimal::from(4))
    }

    /// Adds a fraction: "two and a half thousand", "two million and a half". `before` is the factor behind it.
    fn fraction(&mut self, fraction: Decimal, before: bool) -> bool {
        match (self.group, self.factor) {
            (Some(group), _) if before => self.group = Some(group + fraction),
            (None, Some(factor)) if !before => self.done += factor * fraction,
            _ => return false,
        }
        true
    }
}

impl Lexicon {
    /// The number that the words from a token on spell.
    pub fn spelled(&self, tokens: &[Token<'_>]) -> Option<Spelled> {
        let mut sum = Sum::default();
        let (mut at, mut used) = (0, 0);
        let mut is_joined = false;
        while let Some(token) = tokens.get(at) {
            let rest = tokens.get(at..).unwrap_or_default();
            if let Some((fraction, length)) = fraction(rest).filter(|_| at > 0) {
                let before = rest.get(length).is_some_and(|next| self.is_factor(next));
                if !sum.fraction(fraction, before) {
                    break;
                }
                at += length;
                used = if before { used } else { at };
                continue;
            }
            if at > 0 && rest.get(1).is_some_and(|next| self.continues(sum.group, token, next)) {
                (at, is_joined) = (at + 1, true);
                continue;
            }
            let Some(parts) = self.parts(token) else { break };
            // "two one-day workshops"
            let is_second =
                |part: &NumberWord| matches!(part, NumberWord::Value(value) if *value < Decimal::TEN);
            let ends_small = sum.group.is_some_and(|group| group > Decimal::ZERO && group < Decimal::TEN);
            if ends_small && parts.first().is_some_and(is_second) {
                break;
            }
            let added = match parts.as_slice() {
                // "quatre-vingts"
                [_] if token.lower.starts_with("vingt") && sum.ends_with_four() => {
                    sum.group = sum.group.map(|group| group + Decimal::from(80 - 4));
                    true
                }
                [NumberWord::Value(value)] => {
                    let tens_follow = || rest.get(1).is_some_and(|next| self.is_tens(next));
                    sum.append(*value, self.says_hundreds_in_pairs.then(tens_follow))
                }
                parts if !parts.iter().all(|part| sum.add(*part)) => return None,
                _ => true,
            };
            if !added {
                break;
            }
            // "two thousand five", and not "a thousand and five"
            let is_short = !is_joined
                && at > 0
                && matches!(parts.as_slice(), [NumberWord::Value(value)]
                if *value > Decimal::ONE && *value < Decimal::TEN && sum.group == Some(*value));
            at += 1;
            let ends = tokens.get(at).is_none_or(|next| self.parts(next).is_none());
            if is_short && ends && sum.factor == Some(Decimal::ONE_THOUSAND) {
                sum.group = sum.group.map(|group| group * Decimal::ONE_HUNDRED);
                sum.is_unsure = true;
            }
            (used, is_joined) = (at, false);
        }
        let value = sum.done.checked_add(sum.group.unwrap_or_default())?;
        (used > 0).then_some(Spelled { value, length: used, sure: !sum.is_unsure })
    }

    /// The parts of a word for a number; German compounds are read in every language.
    fn parts(&self, token: &Token<'_>) -> Option<Vec<NumberWord>> {
        if token.kind != Kind::Word {
            return None;
        }
        let compound = || {
            self.number_parts(&token.lower)
                .or_else(|| super::lexicon(Language::German).number_parts(&token.lower))
        };
        self.numbers.get(&token.lower).map(|number| vec![*number]).or_else(compound)
    }

    fn is_tens(&self, token: &Token<'_>) -> bool {
        let tens = Decimal::TEN..Decimal::ONE_HUNDRED;
        matches!(self.numbers.get(&token.lower), Some(NumberWord::Value(value)) if tens.contains(value))
    }

    /// Whether a word multiplies a number by a thousand or more.
    fn is_factor(&self, token: &Token<'_>) -> bool {
        let is_large = |factor: Decimal| factor >= Decimal::ONE_THOUSAND;
        match self.numbers.get(&token.lower) {
            Some(NumberWord::Factor(factor) | NumberWord::OnlyFactor(factor)) => is_large(*factor),
            _ => false,
        }
    }

    /// "2 and a half thousand": the value of a number in digits with the words behind it, and how many these
    /// are.
    pub fn with_fraction(&self, digits: Decimal, behind: &[Token<'_>]) -> Option<(Decimal, usize)> {
        let (fraction, length) = fraction(behind)?;
        let factor = behind.get(length).filter(|token| self.is_factor(token))?;
        let value = digits.checked_add(fraction)?.checked_mul(self.factor(factor)?)?;
        Some((value, length + 1))
    }

    /// What a word behind digits multiplies them by: "8 grand", "2 million".
    pub fn factor(&self, token: &Token<'_>) -> Option<Decimal> {
        if let Some(NumberWord::OnlyFactor(factor)) = self.numbers.get(&token.lower) {
            return Some(*factor);
        }
        self.spelled(std::slice::from_ref(token))
            .map(|factor| factor.value)
            .filter(|factor| *factor >= Decimal::ONE_HUNDRED)
    }

    /// Whether an "and" continues the number: "treinta y cinco", "seven hundred and fifty".
    fn continues(&self, group: Option<Decimal>, and: &Token<'_>, next: &Token<'_>) -> bool {
        let joins = if WordList::AndAfterHundreds.has(&and.lower) {
            group.is_none_or(|group| group >= Decimal::ONE_HUNDRED)
        } else {
            WordList::And.has(&and.lower)
                && group.is_some_and(|group| group >= Decimal::TEN && group % Decimal::TEN == Decimal::ZERO)
        };
        let small = |value: &Decimal| *value > Decimal::ONE && *value < Decimal::ONE_HUNDRED;
        joins && matches!(self.numbers.get(&next.lower), Some(NumberWord::Value(value)) if small(value))
    }

    /// "tausendfünfhundert", "zweiundzwanzig": a word made of number words only.
    fn number_parts(&self, word: &str) -> Option<Vec<NumberWord>> {
        if word.chars().count() < 7 {
            return None;
        }
        let mut rest = word;
        let mut parts = Vec::new();
        while !rest.is_empty() {
            if let Some(after) = WordList::AndInCompounds
                .prefix_of(rest)
                .and_then(|and| rest.get(and..))
                .filter(|_| !parts.is_empty())
            {
                rest = after;
                continue;
            }
            let (length, number) = self
                .numbers
                .iter()
                .filter(|(known, _)| rest.starts_with(known.as_str()))
                .map(|(known, number)| (known.len(), *number))
                .max_by_key(|(length, _)| *length)?;
            parts.push(number);
            rest = rest.get(length..)?;
        }
        (parts.len() > 1).then_some(parts)
    }
}

/// The fraction that begins at a token, and its number of tokens: "and a half".
fn fraction(tokens: &[Token<'_>]) -> Option<(Decimal, usize)> {
    let said = |words: &str| {
        let mut rest = tokens.iter();
        words.split(' ').all(|word| rest.next().is_some_and(|token| token.lower == word))
    };
    let (words, value) = PairList::NumberFraction.pairs().find(|(words, _)| said(words))?;
    Some((value.parse().ok()?, words.split(' ').count()))
}
