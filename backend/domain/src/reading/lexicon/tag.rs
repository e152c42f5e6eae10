//! What the phrases of a lexicon mean for prices.

/// What a phrase means for prices. The name in snake case begins its line in a lexicon's file.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, strum::EnumString, strum::IntoStaticStr,
)]
#[strum(serialize_all = "snake_case")]
pub enum Tag {
    /// Charged a single time: "one-off".
    Once,
    /// One price for everything: "lump sum".
    Flat,
    /// A word for a price: "fee".
    PriceWord,
    /// A part that is no percentage: "a third".
    Fraction,
    /// A person or company other than us: "the client", "they".
    Third,
    /// Us: "we", "our".
    Ours,
    /// A price for each: "for every camera".
    Every,
    /// An article that may stand for "per": "le mot".
    Article,
    /// The header of the column of unit prices: "rate".
    ColPrice,
    /// The header of the column of line totals: "amount".
    ColTotal,
    /// The header of the column of quantities: "qty".
    ColQuantity,
    /// Goes on without a stated frequency: "thereafter".
    Ongoing,
    /// The same price in other words follows: "which is", "that makes".
    Restated,
    /// A number follows that is a quantity: "qty".
    Quantity,
    /// Charged each month: "per month".
    Monthly,
    /// Charged each quarter: "quarterly".
    Quarterly,
    /// Charged each year: "per annum".
    Yearly,
    /// A frequency that a price table does not have: "per week".
    OtherCadence,
    /// A unit follows: "per", "/".
    Per,
    /// The price is that of one thing: "each".
    Each,
    /// A price follows a quantity: "at".
    At,
    /// Multiplies: "x".
    Times,
    /// A result follows: "=".
    Equal,
    /// The price is that of an hour or day: "day rate".
    UnitRate,
    /// A part of a payment: "instalments".
    Instalment,
    /// A word for things that are counted: "pieces".
    CountNoun,
    /// The client may leave it out: "if wanted".
    Optional,
    /// Charged besides: "additional".
    Extra,
    /// The client chooses one: "pick one".
    Either,
    /// So with each choice: "whichever you take".
    AnyCase,
    /// Another amount or thing instead: "or".
    Or,
    /// The amount or number is open: "about".
    Doubt,
    /// It is so only in some case: "if", "waived".
    Condition,
    /// When bills are sent: "invoiced".
    Billed,
    /// Taken off the price: "discount".
    Discount,
    /// Due at the start: "deposit", "on signing".
    Deposit,
    /// Due at the end: "balance", "on delivery".
    Balance,
    /// All that is offered: "the whole package".
    Whole,
    /// A tax: "VAT".
    Tax,
    /// No tax is charged: "not VAT registered".
    NoTax,
    /// The tax is added: "plus VAT".
    PlusTax,
    /// The price contains the tax: "incl. VAT".
    InclTax,
    /// The sum of what is charged: "total".
    Total,
    /// A price that is no longer asked: "normally", "instead of".
    Old,
    /// An amount of the past: "last year".
    Past,
    /// What the client may spend: "budget".
    Budget,
    /// An amount of others: "their current provider", "turnover".
    Theirs,
    /// Costs nothing: "free of charge".
    Free,
    /// Not part of the offer: "not included".
    Excluded,
    /// Costs that are passed on as they come: "travel expenses".
    PassOn,
    /// A share of a result: "commission".
    Success,
    /// The shortest duration of a contract: "minimum term".
    MinimumTerm,
    /// A contract that ends: "for a period of".
    FixedTerm,
    /// What the price contains follows: "covers".
    Covers,
    /// The number beside it names something: "invoice", "phase".
    Reference,
    /// "days".
    Day,
    /// "weeks".
    Week,
    /// "months".
    Month,
    /// "quarters".
    Quarter,
    /// "years".
    Year,
    /// "hours".
    Hour,
    /// "minutes".
    Minute,
    /// The name of a month: "May".
    MonthName,
    /// One of two equal parts: "half".
    Half,
}

impl Tag {
    /// Whether a phrase directly behind an amount belongs to it.
    pub fn qualifies(self) -> bool {
        self.is_cadence()
            || matches!(
                self,
                Self::Each | Self::UnitRate | Self::Optional | Self::PlusTax | Self::InclTax | Self::Tax
            )
    }

    /// Whether a phrase says how often something is charged.
    pub fn is_cadence(self) -> bool {
        matches!(self, Self::Once | Self::Monthly | Self::Quarterly | Self::Yearly | Self::OtherCadence)
    }

    /// Whether it is the header of a column.
    pub(super) fn is_column(self) -> bool {
        matches!(self, Self::ColPrice | Self::ColTotal | Self::ColQuantity)
    }

    /// Whether another tag with the same words is meant first.
    pub(super) fn is_small(self) -> bool {
        matches!(
            self,
            Self::PriceWord
                | Self::Article
                | Self::Third
                | Self::Ours
                | Self::Every
                | Self::Quantity
                | Self::Reference
        )
    }

    /// Whether it may stand in the name of what is charged.
    pub fn names(self) -> bool {
        matches!(
            self,
            Self::PriceWord
                | Self::At
                | Self::Covers
                | Self::Reference
                | Self::Balance
                | Self::Half
                | Self::Extra
                | Self::Instalment
                | Self::CountNoun
                | Self::PassOn
        )
    }

    /// Whether it is a unit of time.
    pub fn is_time(self) -> bool {
        matches!(
            self,
            Self::Day | Self::Week | Self::Month | Self::Quarter | Self::Year | Self::Hour | Self::Minute
        )
    }
}
