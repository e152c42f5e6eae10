//! What is observed of a phrase that may name a price, and what that says.

use std::collections::HashMap;
use std::sync::LazyLock;

/// How many letters of an ending are compared.
pub const ENDING: usize = 3;
/// Distances from here on are the same.
pub const FAR: usize = 6;

/// Where a phrase stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Side {
    /// Before the amount, in its sentence.
    Before,
    /// Behind the amount, in its sentence.
    Behind,
    /// In a sentence before that.
    Earlier,
}

/// What stands right beside a phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Edge {
    /// The beginning or the end of its sentence or line.
    Border,
    /// A word that is part of the same run of words.
    Word,
    /// The same, if it names nothing: "told".
    Empty,
    /// "the", "your".
    Determiner,
    /// "for".
    For,
    /// "of".
    Of,
    /// "and".
    And,
    /// "we", "she".
    Person,
    /// Another small word.
    Small,
    /// A number.
    Number,
    /// An amount.
    Amount,
    /// "at", "each", "=".
    Link,
    /// Another phrase of the lexicon.
    Phrase,
    Colon,
    Comma,
    Dash,
    Bracket,
    /// Another mark.
    Mark,
}

/// What else a phrase shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Fact {
    OneWord,
    TwoWords,
    ThreeWords,
    MoreWords,
    /// Another amount stands between it and its amount.
    BeyondAnother,
    /// It is behind its amount, and another amount follows.
    LeadsToAnother,
    /// The clause of its amount, read by itself, is named so, or partly so.
    ReadSo,
    ReadPartly,
    /// Its words stand elsewhere in the recap as well.
    SaidAgain,
    SaidOften,
    /// It has a small word within: "for".
    Linked,
    /// An article stands right behind one of its words, as behind a verb: "reads your orders".
    Object,
    /// It has a word of a speaker's name.
    Speaker,
    /// It has a unit of time.
    Time,
    /// It has a word for a price.
    PriceWord,
    /// It ends with a noun, as German spells it, or with no noun.
    EndsWithNoun,
    EndsWithoutNoun,
    /// It begins with a name or is one, where the language writes only names with a capital.
    BeginsWithName,
    Name,
    /// Its first or last word has three letters or fewer.
    ShortFirst,
    ShortLast,
}

/// What is observed of a phrase that may be the name of a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Observation {
    /// What stands to its left.
    Left(Side, Edge),
    /// What stands to its right.
    Right(Side, Edge),
    /// What stands on both sides.
    Between(Side, Edge, Edge),
    /// The last letters of its last word.
    Ending([char; ENDING]),
    /// How many words stand between it and the amount, up to [`FAR`].
    Distance(Side, usize),
    /// Anything else.
    Has(Fact),
}

/// The weights in hundredths, by observation.
pub static WEIGHTS: LazyLock<HashMap<Observation, i32>> = LazyLock::new(|| {
    let lines = include_str!("weights.txt").lines().filter_map(|line| line.split_once(" = "));
    lines.filter_map(|(name, weight)| Some((Observation::parse(name)?, weight.parse().ok()?))).collect()
});

impl Observation {
    pub fn name(self) -> String {
        let beside = |what: &str, side: Side, edge: Edge| {
            format!("{what} {} {}", <&str>::from(side), <&str>::from(edge))
        };
        match self {
            Self::Left(side, edge) => beside("left", side, edge),
            Self::Right(side, edge) => beside("right", side, edge),
            Self::Between(side, left, right) => {
                format!("between {} {} {}", <&str>::from(side), <&str>::from(left), <&str>::from(right))
            }
            Self::Ending(letters) => format!("ending {}", letters.iter().collect::<String>()),
            Self::Distance(side, words) => format!("distance {} {words}", <&str>::from(side)),
            Self::Has(fact) => <&str>::from(fact).to_owned(),
        }
    }

    fn parse(name: &str) -> Option<Self> {
        let parts: Vec<&str> = name.split(' ').collect();
        Some(match parts.as_slice() {
            ["left", side, edge] => Self::Left(side.parse().ok()?, edge.parse().ok()?),
            ["right", side, edge] => Self::Right(side.parse().ok()?, edge.parse().ok()?),
            ["between", side, left, right] => {
                Self::Between(side.parse().ok()?, left.parse().ok()?, right.parse().ok()?)
            }
            ["ending", letters] => Self::Ending(letters.chars().collect::<Vec<_>>().try_into().ok()?),
            ["distance", side, words] => Self::Distance(side.parse().ok()?, words.parse().ok()?),
            [fact] => Self::Has(fact.parse().ok()?),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_weight_is_read() {
        let lines = include_str!("weights.txt").lines().filter(|line| !line.starts_with('#')).count();
        assert!(lines > 0 && WEIGHTS.len() == lines, "{lines} lines, {} weights", WEIGHTS.len());
        assert!(
            WEIGHTS.keys().all(|observation| Observation::parse(&observation.name()) == Some(*observation))
        );
    }
}
