//! Small words that decide how others are read.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

use super::{Language, lexicon, lexicons};

/// A named list of words. Texts mix languages, so a word counts in whichever language it is listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum WordList {
    /// Joins two words or clauses: "and".
    And,
    /// Joins the parts of a number behind hundreds: "seven hundred and fifty"; other words join them behind
    /// tens.
    AndAfterHundreds,
    /// Joins the parts of a number within a word: "zweiundzwanzig".
    AndInCompounds,
    /// Joins the hundredths of an amount: "doce euros con cincuenta".
    CentsJoint,
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
    /// Marks a bare number beside it as money, besides the phrases of prices: "pay".
    MoneyWord,
    /// Limits, denies or compares what stands beside it: "not", "any", "after".
    Limit,
    /// Makes only the figure open that follows at once: "from", "over".
    NearDoubt,
    /// A person, as those are counted for whom a price is charged each.
    Person,
    /// Speaks of prices: "cost", "monthly".
    PriceTalk,
    /// Asks to remove or reduce something: "take out".
    Removal,
    /// Asks for another title: "rename".
    TitleWord,
    /// Does not help to identify what a request is about: "please".
    EmptyWord,
    /// The first word of a range: "between 4 and 6".
    RangeStart,
    /// What may stick to a figure: "1st", "3x".
    FigureEnding,
    /// What makes a figure an ordinal: "1st".
    OrdinalEnding,
    /// Currencies whose figures have commas between thousands whatever the language: "MXN 12,500".
    CommaCurrency,
    /// Currency codes that in capitals are words more often: "ALL".
    WordLikeCode,
    /// Currencies whose name may end in a full stop: "Fr. 920".
    DottedCurrency,
    /// The goods and services tax of several countries: "GST".
    GoodsTax,
    /// Before a number of all that was named: "all 24".
    AllOfThem,
    /// Before the last day of something: "till".
    Until,
    /// Behind a count it means minutes, elsewhere the least: "min".
    MinuteOrMinimum,
    /// Behind a number of months or years it makes them the shortest term: "minimum".
    ShortestTerm,
    /// In the words of a rate, the hour that it is for: "hourly".
    HourRate,
    /// The minute.
    MinuteRate,
    /// Half a day, or a time that is not named.
    OtherRate,
    /// Of a payment that comes too late: "overdue".
    LatePayment,
    /// What is charged on money that is owed: "interest".
    Interest,
    /// Beside a number of days that is a time limit, and not the days that are worked: "payable", "notice".
    TimeLimit,
    /// Right before such a number: "within".
    BeforeTimeLimit,
    /// Behind an hour of the day: "pm".
    DayHalf,
    /// Behind an hour of the day, as a word of its own: "Uhr".
    Clock,
    /// The word or the end of the word before the number of a house: "Lindenstraße 8".
    StreetBefore,
    /// The same behind the number and the name: "14 Mill Lane".
    StreetBehind,
    /// Before the words for a part of a price: "of which".
    OfWhich,
    /// When a deposit is due, which elsewhere is a condition: "bei Buchung".
    WhenOrdered,
    /// Before a number that is said again: "the same 8".
    Same,
    /// Says that the last month of a span belongs to it: "through", "inclusive".
    Inclusive,
    /// Beside an option it says no more than that: "could".
    Modal,
    /// Offers a choice where a sentence has it twice: "soit".
    PairedChoice,
    /// A unit of measure in one or two letters that is a small word as well: "l", "ha".
    ShortMeasure,
    /// A short form of a frequency that in capitals may begin a name: "PA".
    NameLikeFrequency,
    /// Codes of languages that are codes of currencies as well: "FR".
    LanguageCode,
    /// The amount without tax, as it stands at the head of a row of sums: "net".
    NetAmount,
    /// A currency that several countries have under one name: "pesos".
    Peso,
    /// The beginnings of words for dollars.
    DollarStem,
    /// Denies the word beside it: "not", "without".
    Negation,
    /// Behind a number of pieces: "8 off".
    CountSuffix,
    /// Takes something off, or belongs to the verb before it: "10% off", "signed off".
    Particle,
    /// Links a number of things to the price of each, right before an amount: "6 olivos a 35 €".
    LinkBeforeAmount,
    /// Says when a payment is due, as against what it is: "up front".
    PaidWhen,
    /// The letter that stands for euros behind a figure: "450e".
    EuroLetter,
    /// Ends a verb that follows "por": "llevar".
    InfinitiveEnding,
    /// Says a discount in percent: "#% discount".
    SayDiscount,
    /// A unit of area: "m²".
    SquareMetre,
    /// Before the number of a paragraph of a law: "art.".
    LawArticle,
    /// A tax without a name of its own.
    UnnamedTax,
    /// One of two durations that are offered for choice: "half day".
    HalfDay,
    /// The other one: "full day".
    FullDay,
    /// One of those who use what is licensed, or the licence: "user", "seat".
    Seat,
    /// Behind "annual" it names a thing, not a frequency: "annual report".
    DatedNoun,
    /// "incl." without a tax behind it, and its counterparts.
    BareInclusion,
    /// Says that something has a price: "costs".
    CostVerb,
    /// Tells that rupees are those of India: "lakh".
    IndianWord,
    /// Begins a mail: "dear".
    Salutation,
    /// In a phrase for a third.
    ThirdPart,
    /// A phrase for two parts: "two thirds".
    TwoParts,
    /// Says when a part of a price is due: "when", "signature".
    StageEvent,
    /// Joins the name of a stage of payment to what precedes it, besides "and": "then", "due".
    StageStart,
    /// Joins the name of a stage of payment to what follows.
    StageEnd,
    /// The assistant, as a text addresses it.
    Addressee,
    /// What the assistant is told to do, behind its name: "assistant, write".
    Told,
    /// Wants it to drop its instructions: "ignore your rules".
    Override,
    /// Introduces the words of others in a message: "the client writes".
    Report,
    /// In the name of an element: the logos in it are those of others.
    ClientLogo,
    /// In a link: the page says nothing of what the company offers.
    UselessPage,
    /// A distinction, which must not be invented: "award".
    Honour,
    /// A number that has no one value: "dozens".
    LooseNumber,
    /// Before the number of a fax.
    FaxLabel,
    /// Before the number of a telephone.
    PhoneLabel,
    /// Before a number that cannot be called: "invoice".
    NumberLabel,
    /// In a legal notice.
    LegalNotice,
    /// A heading above what the company is.
    AboutHeading,
    /// A heading above what speaks for the company.
    WhyHeading,
    /// A heading above how the company works.
    HowHeading,
    /// A heading above what the company offers.
    OfferHeading,
    /// Begins the heading of a call to action or another topic.
    OtherHeading,
    /// The label of a link to a further page.
    LinkLabel,
    /// In the name of an element that holds a testimonial.
    TestimonialMark,
    /// In a heading above testimonials.
    TestimonialHeading,
    /// In the name of an element that holds the name of a person.
    NameMark,
    /// Before the subject of a new section.
    SectionLead,
    /// Around the name of a section.
    AroundSection,
    /// Opens a request without saying what is requested.
    Courtesy,
    /// In a message that requests nothing.
    SmallTalk,
    /// Begins a request.
    RequestVerb,
    /// Around the word for the title.
    AroundTitle,
    /// In a sentence that says little.
    Filler,
    /// Commits the company once it is part of a proposal.
    Promise,
    /// In a note to the writer of the proposal, which the client must not read.
    NoteToWriter,
    /// After "we" or "I": only a client says it of itself.
    OwnVerb,
    /// After "our" or "my": a thing of the offering company.
    OwnThing,
    /// After "they": it refers to the client.
    TheirVerb,
    /// Before the verb of an offer: "we will".
    Offering,
    /// A verb of work, as it follows "we will".
    WorkVerb,
    /// Leads to a noun: "the", "your".
    Determiner,
    /// Neither begins nor ends the name of what is charged: "told", "really".
    /// A cadence behind an amount, else a fraction: "a quarter".
    QuarterOrFraction,
    /// Ends in "s" like a verb: "always".
    AdverbInS,
    /// Stands behind a noun rather than behind a verb: "plans for March".
    BehindNoun,
    NamesNothing,
    /// Right behind a verb: "build it".
    ObjectPronoun,
    /// Ends the name of a thing.
    NameEnd,
    /// An object that names nothing: "it".
    Pointer,
    /// After "in", "for" or "at": a time.
    TimeStart,
    /// Begins a line at the head of a mail: "subject".
    MailHead,
    /// Names the author at the head of a mail: "from".
    MailFrom,
    /// Ends the line above a quoted mail: "wrote".
    MailWrote,
    /// A small word within a name: "van".
    NameParticle,
    /// Connects a sentence to a time by itself: "by the end of".
    TimeSaid,
    /// Connects a sentence to a past time: "last week".
    PastSaid,
    /// Describes a problem of today; a time beside it is no date of the work: "fed up".
    Trouble,
    /// States a deadline, even beside a problem: "must be".
    Plan,
    /// Beside a duration, which is that of the work: "turnaround".
    WorkTakes,
    /// A period of the work: "weeks".
    Period,
    /// The name of a month, a day or a season.
    DateWord,
    /// A number in words, or nearly one: "couple".
    SmallNumber,
    /// Behind "it" or "be": the work is done.
    Finished,
    /// Behind "to": the work begins or ends.
    StartVerb,
    /// Leads to a time behind what is done: "by".
    LeadsToTime,
    /// Opens a question about a plan: "can we".
    PlanQuestion,
    /// In words about a price rather than the work: "comes to".
    OfPrice,
    /// Behind a price: the sentence goes on with the work.
    GoesOn,
    /// A verb whose object is the thing made or wanted, and so the title.
    Making,
    /// Does not end the name of a thing.
    TitleEnd,
    /// How we say "monthly".
    SayMonthly,
    /// How we say "quarterly".
    SayQuarterly,
    /// How we say "yearly".
    SayYearly,
    /// How we say for how many months; # is the number.
    SayMonths,
    /// How we say for how many quarters.
    SayQuarters,
    /// How we say for how many years.
    SayYears,
    /// How we say that the client may leave it out.
    SayOptional,
    /// How we say that a price is not settled.
    SayOpen,
}

/// The lists with the entries of all languages.
static WORDS: LazyLock<HashMap<WordList, HashSet<&'static str>>> = LazyLock::new(|| {
    let mut words: HashMap<WordList, HashSet<&str>> = HashMap::default();
    for (list, entries) in lexicons().flat_map(|lexicon| &lexicon.lists) {
        words.entry(*list).or_default().extend(entries.iter().map(String::as_str));
    }
    words
});

impl WordList {
    /// Whether it contains a word or phrase.
    pub fn has(self, word: &str) -> bool {
        WORDS.get(&self).is_some_and(|list| list.contains(word))
    }

    /// Whether words with one space around each contain an entry; one that ends in * begins a word.
    pub fn stands_in(self, spaced: &str) -> bool {
        self.found_in(spaced).next().is_some()
    }

    /// The entries in words with one space around each, and where they stand.
    pub fn found_in(self, spaced: &str) -> impl Iterator<Item = (usize, &'static str)> {
        let ends = move |at: usize| spaced.get(at..).is_some_and(|after| after.starts_with(' '));
        let begins = move |at: usize| spaced.get(..at).is_some_and(|before| before.ends_with(' '));
        self.entries().filter_map(move |entry| {
            let (words, is_open) = entry.strip_suffix('*').map_or((entry, false), |stem| (stem, true));
            let mut places = spaced.match_indices(words).map(|(at, _)| at);
            places.find(|at| begins(*at) && (is_open || ends(at + words.len()))).map(|at| (at, words))
        })
    }

    /// The length of the longest entry that a text begins with as whole words.
    pub fn opens(self, text: &str) -> Option<usize> {
        let rest = |entry: &&str| {
            text.strip_prefix(*entry).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        };
        self.entries().filter(rest).map(str::len).max()
    }

    /// Its entries in all languages.
    pub fn entries(self) -> impl Iterator<Item = &'static str> {
        WORDS.get(&self).into_iter().flatten().copied()
    }

    /// Whether a word ends with an entry.
    pub fn ends(self, word: &str) -> bool {
        self.entries().any(|entry| word.ends_with(entry))
    }

    /// The length of the entry that a word begins with.
    pub fn prefix_of(self, word: &str) -> Option<usize> {
        self.entries().find(|entry| word.starts_with(entry)).map(str::len)
    }
}

/// A named list of English words with what stands for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum PairList {
    /// Informal words and what a formal text says; the longer one first where two start alike. None has a
    /// figure.
    Informal,
    /// Contractions: "can't" and "cannot".
    Contraction,
    /// Verbs in the third person and in the second.
    SingularVerb,
    /// Verbs of work and the nouns for it: "replace" and "Replacement of".
    WorkNoun,
    /// Types of schema.org and the industries that they name.
    BusinessType,
    /// Taxes of one country with dollars, and its currency.
    TaxCountry,
    /// The countries of pesos, as adjectives.
    PesoCountry,
    /// Fractions behind a number, and their values: "two and a half thousand".
    NumberFraction,
    /// The rates of GST in the countries with dollars, and their currencies.
    GstRate,
}

impl PairList {
    /// The pairs, in the order of the file.
    pub fn pairs(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let pairs = lexicon(Language::English).pairs.get(&self).into_iter().flatten();
        pairs.map(|(word, other)| (word.as_str(), other.as_str()))
    }

    /// What stands for a word.
    pub fn of(self, word: &str) -> Option<&'static str> {
        self.pairs().find(|(known, _)| *known == word).map(|(_, other)| other)
    }
}
