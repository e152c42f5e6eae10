//! Small words that decide how others are read.

use super::lexicons;

/// A named list of words. Texts mix languages, so a word counts in whichever language it is listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum WordList {
    /// Joins two words or clauses: "and".
    And,
    /// Joins the parts of a number behind hundreds: "seven hundred and fifty"; other words join them behind tens.
    AndAfterHundreds,
    /// Joins the parts of a number within a word: "zweiundzwanzig".
    AndInCompounds,
    /// Begins another clause, besides "and": "then", "plus".
    NextClause,
    /// Joins a number to the thing that it counts: "500 of".
    Of,
    /// Begins a duration: "for 6 months".
    For,
    /// Says that a duration is fixed: "only 6 months".
    Exactly,
    /// A year as a duration: "for a year".
    OneYear,
    /// A week, as it stands in a frequency: "per week".
    WeekWord,
    /// Begins a clause whose words name the thing: "we agreed that the website".
    That,
    /// An article that makes a price per unit: "280 a session".
    PerUnitArticle,
    /// An article that does so if the work is already named: "translation, 0,12 € le mot".
    NamedPerUnitArticle,
    /// The beginnings of words that number a choice: "option A", "Variante 1".
    OptionStem,
    /// Instalments that may be parts of the work as well: "in two parts".
    WorkPart,
    /// Short forms of "hour".
    HourAbbreviation,
    /// "%" in words.
    Percent,
    /// The first word of a range: "between 4 and 6".
    RangeStart,
    /// What may stick to a figure: "1st", "3x".
    FigureEnding,
    /// Currency codes that in capitals are words more often: "ALL".
    WordLikeCode,
    /// Currencies whose name may end in a full stop: "Fr. 920".
    DottedCurrency,
    /// The beginnings of words for dollars.
    DollarStem,
    /// Taxes that the United States do not have.
    TaxAbroad,
    /// A tax without a name of its own.
    UnnamedTax,
    /// Joins the name of a stage of payment to what precedes it, besides "and": "then", "due".
    StageStart,
    /// Joins the name of a stage of payment to what follows.
    StageEnd,
    /// Begins a line at the head of a mail: "subject".
    MailHead,
    /// Names the author at the head of a mail: "from".
    MailFrom,
    /// Ends the line above a quoted mail: "wrote".
    MailWrote,
    /// A small word within a name: "van".
    NameParticle,
    /// How we say "monthly".
    SayMonthly,
    /// How we say "quarterly".
    SayQuarterly,
    /// How we say "yearly".
    SayYearly,
    /// How we say that the client may leave it out.
    SayOptional,
    /// How we say that a price is not settled.
    SayOpen,
}

impl WordList {
    /// Whether it contains a word or phrase.
    pub fn has(self, word: &str) -> bool {
        lexicons().any(|lexicon| lexicon.lists.get(&self).is_some_and(|list| list.contains(word)))
    }

    /// The length of the entry that a word begins with.
    pub fn prefix_of(self, word: &str) -> Option<usize> {
        let mut entries = lexicons().filter_map(|lexicon| lexicon.lists.get(&self)).flatten();
        entries.find(|entry| word.starts_with(entry.as_str())).map(String::len)
    }
}
