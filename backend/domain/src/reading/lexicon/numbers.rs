//! Numbers in words: "seven hundred and fifty", "treinta y cinco", "zweiundzwanzig".

use rust_decimal::Decimal;

use super::{Lexicon, WordList};
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

/// A number while its words are read.
#[derive(Default)]
struct Sum {
    /// What thousands and millions have completed.
    done: Decimal,
    /// What the next factor multiplies.
    group: Option<Decimal>,
}

impl Sum {
    /// Adds a part; false if it has no one value.
    fn add(&mut self, part: NumberWord) -> bool {
        match part {
            NumberWord::Open => return false,
            NumberWord::Value(value) => self.group = Some(self.group.unwrap_or_default() + value),
            NumberWord::Factor(factor) if factor == Decimal::ONE_HUNDRED => {
                self.group = Some(self.group.unwrap_or(Decimal::ONE) * factor);
            }
            NumberWord::OnlyFactor(_) if self.group.is_none() => return false,
            NumberWord::Factor(factor) | NumberWord::OnlyFactor(factor) => {
                self.done += self.group.take().unwrap_or(Decimal::ONE) * factor;
            }
        }
        true
    }
}

impl Lexicon {
    /// The number that the words from a token on spell, and how many tokens they are.
    pub fn spelled(&self, tokens: &[Token<'_>]) -> Option<(Decimal, usize)> {
        let mut sum = Sum::default();
        let mut used = 0;
        for (at, token) in tokens.iter().enumerate() {
            if at > 0 && tokens.get(at + 1).is_some_and(|next| self.continues(sum.group, token, next)) {
                continue;
            }
            let parts = match (&token.kind, self.numbers.get(&token.lower)) {
                (Kind::Word, Some(number)) => vec![*number],
                (Kind::Word, None) => match self.number_parts(&token.lower) {
                    Some(parts) => parts,
                    None => break,
                },
                _ => break,
            };
            // "two one-day workshops"
            let is_second =
                |part: &NumberWord| matches!(part, NumberWord::Value(value) if *value < Decimal::TEN);
            let ends_small = sum.group.is_some_and(|group| group > Decimal::ZERO && group < Decimal::TEN);
            if ends_small && parts.first().is_some_and(is_second) {
                break;
            }
            for part in parts {
                // "four fifty", "eleven eighty"
                if let (NumberWord::Value(value), Some(group)) = (part, sum.group)
                    && self.says_hundreds_in_pairs
                    && value >= Decimal::TEN
                    && group < Decimal::ONE_HUNDRED
                {
                    sum.group = Some(group * Decimal::ONE_HUNDRED + value);
                // "quatre-vingts"
                } else if token.lower.starts_with("vingt") && sum.group == Some(Decimal::from(4)) {
                    sum.group = Some(Decimal::from(80));
                } else if !sum.add(part) {
                    return None;
                }
            }
            used = at + 1;
        }
        (used > 0).then(|| (sum.done + sum.group.unwrap_or_default(), used))
    }

    /// What a word behind digits multiplies them by: "8 grand", "2 million".
    pub fn factor(&self, token: &Token<'_>) -> Option<Decimal> {
        if let Some(NumberWord::OnlyFactor(factor)) = self.numbers.get(&token.lower) {
            return Some(*factor);
        }
        self.spelled(std::slice::from_ref(token))
            .map(|(factor, _)| factor)
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
