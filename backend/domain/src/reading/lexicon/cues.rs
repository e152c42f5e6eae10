//! The words that say in a recap what an amount is for: the lines of the lexicon that begin with "recap".

use super::Lexicon;
use crate::reading::token::Token;

/// What a phrase says of the amounts beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub(crate) enum MoneyCue {
    /// We name a price: "I said", "our rate".
    Ours,
    /// A word for a price, which may be of either side: "fee", "costs".
    Price,
    /// The other side agrees: "works for her".
    Accepted,
    /// What the client may spend: "set aside".
    Budget,
    /// What another supplier asks: "quoted us".
    Competitor,
    /// What was paid before: "last year".
    Past,
    /// What the client takes: "sales".
    Revenue,
    /// What the client gets back: "rebate".
    Saving,
    /// What the client pays or loses elsewhere: "costs us".
    Cost,
    /// "salary".
    Salary,
    /// The value of goods: "inventory".
    Stock,
    /// "fined".
    Fine,
    /// Any other money of the client: an insured sum, the price of a ticket.
    Other,
    /// The client names another price: "could you do it for".
    Counter,
    /// Our price before another one: "first said".
    Superseded,
    /// Our price takes the place of another: "then it's".
    Replaces,
    /// A price of work that is not ordered: "extra hours".
    NotOrdered,
    /// A part of our price that is due at the start: "to hold the date".
    Deposit,
    /// The total or the same price again follows: "adds up to".
    Restated,
    /// The client decides later: "can decide after".
    Optional,
    /// The client takes one of several: "three packages".
    Choice,
    /// The price is not settled: "depends", "have to ask".
    Open,
    /// Another person or company is meant: "they", "he".
    Them,
    /// What we send after the meeting: "proposal", "contract".
    Deliverable,
    /// Hands something over: "sends", "prepares".
    Sends,
    /// The name of one of us; found, not listed.
    OurName,
    /// The heading of our prices: "Pricing".
    OurSection,
    /// The heading of something else: "Background".
    OtherSection,
    /// The speaker sells: "I'll send you the contract".
    Seller,
    /// The speaker buys: "how much", "our budget".
    Buyer,
}

impl MoneyCue {
    /// Whether it speaks of money that others ask, take, pay or have; a budget is what we are asked to meet.
    pub(crate) fn is_theirs(self) -> bool {
        matches!(
            self,
            Self::Competitor
                | Self::Past
                | Self::Revenue
                | Self::Saving
                | Self::Cost
                | Self::Salary
                | Self::Stock
                | Self::Fine
                | Self::Other
        )
    }
}

impl Lexicon {
    /// Adds the phrases of a cue; false if there is no such cue.
    pub(super) fn cue(&mut self, name: &str, list: &str) -> bool {
        let Ok(cue) = name.parse::<MoneyCue>() else { return false };
        list.split('|').for_each(|phrase| self.cues.add(phrase.trim(), cue));
        true
    }

    /// The cues that begin at a token, and how many tokens they are.
    pub(crate) fn cues_at<'l>(
        &'l self,
        tokens: &'l [Token<'_>],
    ) -> impl Iterator<Item = (MoneyCue, usize)> + 'l {
        self.cues.at(tokens)
    }
}
