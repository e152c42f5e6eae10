//! The vocabulary of the price reader: words for money, time, quantity and doubt. English, in lower case;
//! figures and currency signs are recognised in any language.

use std::{collections::HashSet, sync::LazyLock};

use crate::money::Currency;

use super::Cadence;

fn set(words: &'static str) -> HashSet<&'static str> {
    words.split_ascii_whitespace().collect()
}

/// The currency of a sign. A bare "$" is the US dollar, as everywhere in the product.
pub(super) fn currency_of_sign(sign: char) -> Option<Currency> {
    let code = match sign {
        '$' => "USD",
        '€' => "EUR",
        '£' => "GBP",
        '¥' => "JPY",
        '₹' => "INR",
        '₩' => "KRW",
        '₪' => "ILS",
        '₦' => "NGN",
        '₱' => "PHP",
        '₴' => "UAH",
        '₫' => "VND",
        _ => return None,
    };
    code.parse().ok()
}

/// The dollar that a prefix before "$" denotes: "US$", "A$", "CAD$".
pub(super) fn dollar_of_prefix(prefix: &str) -> Option<Currency> {
    let code = match prefix {
        "us" | "usd" => "USD",
        "a" | "au" | "aud" => "AUD",
        "c" | "ca" | "cad" => "CAD",
        "nz" | "nzd" => "NZD",
        "hk" | "hkd" => "HKD",
        "s" | "sg" | "sgd" => "SGD",
        "r" => "BRL",
        "mx" => "MXN",
        "nt" => "TWD",
        _ => return None,
    };
    code.parse().ok()
}

static CODES: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    set("CAD AUD NZD CHF JPY CNY INR SEK NOK DKK PLN CZK HUF SGD HKD ZAR BRL MXN AED SAR ILS KWD BHD OMR JOD TND THB KRW IDR \
     MYR VND TWD RON BGN UAH NGN KES EGP QAR")
});

/// The currency of a word. Codes count in capitals only, and codes that are English words or abbreviations
/// ("ALL", "TOP", "PHP") not at all.
pub(super) fn currency_of_word(text: &str, lower: &str) -> Option<Currency> {
    let code = match lower {
        "usd" | "dollar" | "dollars" | "bucks" => "USD",
        "eur" | "euro" | "euros" => "EUR",
        "gbp" | "quid" | "sterling" => "GBP",
        "rupees" | "rs" => "INR",
        "francs" => "CHF",
        "yen" => "JPY",
        _ if CODES.contains(text) => text,
        _ => return None,
    };
    code.parse().ok()
}

/// Adjectives and adverbs of frequency.
pub(super) fn cadence_adjective(word: &str) -> Option<Cadence> {
    Some(match word {
        "one-time" | "onetime" | "one-off" | "once" | "once-off" => Cadence::Once,
        "monthly" => Cadence::Monthly,
        "quarterly" => Cadence::Quarterly,
        "yearly" | "annual" | "annually" | "p.a" | "pa" => Cadence::Yearly,
        _ => return None,
    })
}

/// Nouns of a billing period, as in "per month" and "/mo".
pub(super) fn cadence_noun(word: &str) -> Option<Cadence> {
    Some(match word {
        "month" | "months" | "mo" | "mos" | "mth" | "mths" | "mon" => Cadence::Monthly,
        "quarter" | "quarters" | "qtr" | "qtrs" => Cadence::Quarterly,
        "year" | "years" | "yr" | "yrs" | "annum" => Cadence::Yearly,
        _ => return None,
    })
}

static UNSUPPORTED_FREQUENCY: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    set("biweekly bi-weekly fortnightly bimonthly bi-monthly semiannual semi-annual semiannually semi-annually biannual \
     biannually bi-annually biennial")
});

/// Unsupported frequencies; the figure is kept for a person to check.
pub(super) fn is_unsupported_frequency(word: &str) -> bool {
    UNSUPPORTED_FREQUENCY.contains(word)
}

/// The unit of a word for time, singular.
pub(super) fn time_unit(word: &str) -> Option<&'static str> {
    Some(match word {
        "hour" | "hours" | "hr" | "hrs" | "h" | "hourly" => "hour",
        "day" | "days" | "daily" => "day",
        "week" | "weeks" | "wk" | "wks" | "weekly" => "week",
        "sprint" | "sprints" => "sprint",
        "minute" | "minutes" => "minute",
        _ => return None,
    })
}

/// The adverbs among them, which make a figure a rate without "per".
pub(super) fn rate_adverb(word: &str) -> Option<&'static str> {
    matches!(word, "hourly" | "daily" | "weekly").then(|| time_unit(word)).flatten()
}

/// Things sold by the piece, singular, as in "$400 a page".
pub(super) fn piece_unit(word: &str) -> Option<&'static str> {
    const PIECES: &str = "page user seat license licence word article post video photo image session workshop design logo screen revision item \
                          unit person email banner report call location product template campaign visit participant employee piece member \
                          language device site slide";
    PIECES
        .split_ascii_whitespace()
        .find(|piece| word == *piece || word.strip_suffix('s') == Some(piece) || (*piece == "person" && word == "people"))
}

/// Small numbers in words, as in "for twelve months".
pub(super) fn number_word(word: &str) -> Option<u32> {
    Some(match word {
        "one" | "a" | "an" => 1,
        "two" => 2,
        "three" => 3,
        "four" => 4,
        "five" => 5,
        "six" => 6,
        "seven" => 7,
        "eight" => 8,
        "nine" => 9,
        "ten" => 10,
        "eleven" => 11,
        "twelve" => 12,
        "eighteen" => 18,
        "twenty-four" => 24,
        "thirty-six" => 36,
        _ => return None,
    })
}

static MONEY_WORD: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    set("price priced pricing fee fees cost costs costing budget total quote quoted rate charge charging charged pay paying \
     invoice deposit retainer investment package labour labor materials setup hosting")
});

/// Words that mark a bare number next to them as money.
pub(super) fn is_money_word(word: &str) -> bool {
    MONEY_WORD.contains(word)
}

static VAGUE: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    set("approx approximately around about roughly ca circa ~ ≈ < > from starting least minimum min max maximum under over \
     below above between estimated estimate est maybe probably than likely perhaps possibly")
});

/// Words directly before a figure that make it inexact.
pub(super) fn is_vague(word: &str) -> bool {
    VAGUE.contains(word)
}

/// Words that make an item an add-on.
pub(super) fn is_optional(word: &str) -> bool {
    matches!(word, "optional" | "optionally" | "add-on" | "add-ons" | "addon" | "addons" | "upsell" | "nice-to-have")
}

static TAX: LazyLock<HashSet<&str>> = LazyLock::new(|| set("vat tax taxes gst hst pst qst iva mwst tva"));

/// Names of taxes on sales.
pub(super) fn is_tax(word: &str) -> bool {
    TAX.contains(word)
}

/// Words that say prices include something.
pub(super) fn is_inclusive(word: &str) -> bool {
    matches!(word, "incl" | "including" | "includes" | "inclusive" | "included")
}

/// Words that can begin a new item between two amounts.
pub(super) fn is_joint(word: &str) -> bool {
    matches!(word, "and" | "&" | "plus" | "+" | "then" | "also" | "with")
}

static OPENS_DETAIL: LazyLock<HashSet<&str>> =
    LazyLock::new(|| set("with including includes incl which that so because if covering where when who"));

/// Words that begin the descriptive part of a clause.
pub(super) fn opens_detail(word: &str) -> bool {
    OPENS_DETAIL.contains(word)
}

static EDGE: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    set("a an the for of at is are was will be would should could can cost costs costing price priced prices charge charged \
     charges charging comes come runs pay paid paying pays with and plus we i you they he she it \
     there also then to in on from by about around approx approximately roughly only just per each \
     every ea apiece total excl excluding our your their my this these them us as or up between starting agreed said quoted quote \
     which that so billed payable due than have has need needs want wants including ongoing flat fixed all x least \
     do let offer offers offered propose proposed estimated estimate maximum minimum over under say maybe probably likely \
     like but")
});

/// Words that are dropped at the edges of a name.
pub(super) fn is_edge(word: &str) -> bool {
    EDGE.contains(word)
}

static COMPARISON: LazyLock<HashSet<&str>> =
    LazyLock::new(|| set("was normally usually regularly originally worth instead rather save saves saving savings valued value"));

/// Words before a figure that is only mentioned.
pub(super) fn is_comparison(word: &str) -> bool {
    COMPARISON.contains(word)
}

static ABBREVIATION: LazyLock<HashSet<&str>> = LazyLock::new(|| set("approx est incl excl e.g i.e vs no min max ca rs mr mrs ms dr st"));

/// Abbreviations whose dot does not end a sentence.
pub(super) fn is_abbreviation(word: &str) -> bool {
    ABBREVIATION.contains(word)
}

static INTRODUCES_YEAR: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    set("in since by until from q1 q2 q3 q4 spring summer autumn fall winter january february march april may june july august \
     september october november december")
});

/// Words after which four digits are a year.
pub(super) fn introduces_year(word: &str) -> bool {
    INTRODUCES_YEAR.contains(word)
}

static NUMBERED: LazyLock<HashSet<&str>> =
    LazyLock::new(|| set("phase step option version tier package no number page week day month year sprint level part stage milestone"));

/// Words after which a small number is a label: "phase 2".
pub(super) fn is_numbered(word: &str) -> bool {
    NUMBERED.contains(word)
}
