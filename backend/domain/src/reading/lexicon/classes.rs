//! Classes of words that claims are made of: the lines of the lexicon that begin with "claim".

use rust_decimal::Decimal;

use super::Lexicon;
use crate::reading::token::Token;

/// A class of words that claims are made of; `lexicon/*.txt` has the words in lines that begin with "claim".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub(crate) enum Class {
    Us,
    You,
    About,
    Over,
    Under,
    Middle,
    Fraction,
    Multiple,
    Vague,
    OutOf,
    Ordinal,
    Decade,
    QuarterYear,
    Fortnight,
    Sec,
    Day,
    Working,
    Between,
    HourWord,
    Within,
    BeforeTime,
    Time,
    Season,
    Since,
    Weekday,
    Label,
    Per,
    Guarantee,
    Pledge,
    Free,
    Law,
    Certain,
    Certified,
    Member,
    Award,
    Received,
    Rank,
    Universal,
    Title,
    Ordinary,
    OtherMoney,
    Total,
    Part,
    Compare,
    Century,
    Deadline,
    Never,
    Superlative,
    Both,
    Instant,
    Condition,
    To,
    Article,
    DayBefore,
    Measured,
}

impl Lexicon {
    /// Adds the words of a class; false if there is no such class.
    pub(super) fn class(&mut self, name: &str, list: &str) -> bool {
        let Ok(class) = name.parse::<Class>() else { return false };
        let valued = matches!(class, Class::Fraction | Class::Multiple | Class::Ordinal);
        for entry in list.split('|').map(str::trim) {
            let (phrase, value) = entry.rsplit_once(' ').filter(|_| valued).unwrap_or((entry, "0"));
            self.classes.add(phrase, (class, value.parse().unwrap_or_default()));
        }
        true
    }

    /// The phrases of claims that begin at a token: the class, the number and how many tokens they are.
    pub(crate) fn classes<'l>(
        &'l self,
        tokens: &'l [Token<'_>],
    ) -> impl Iterator<Item = (Class, Decimal, usize)> + 'l {
        self.classes.at(tokens).map(|((class, value), length)| (class, value, length))
    }
}
