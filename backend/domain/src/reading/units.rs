//! From tokens to what they say of prices: amounts, counts, percentages, phrases of the lexicon, references.

use std::ops::Range;

use rust_decimal::Decimal;

use super::{
    lexicon::{Language, Lexicon, Tag, lexicon},
    token::{Kind, Number, Token, tokens},
};
use crate::money::Currency;

/// A piece of the text with its meaning.
#[derive(Debug, Clone)]
pub struct Unit {
    /// Its bytes in the text.
    pub span: Range<usize>,
    /// Its words in lower case.
    pub lower: String,
    /// What it is.
    pub is: Is,
    /// Whether white space precedes it.
    pub spaced: bool,
    /// Whether a hyphen joins it to the next word: "five-pager".
    pub hyphenated: bool,
    /// Whether its first letter is a capital or it begins with a figure: a sentence may begin here.
    pub opens: bool,
}

/// What a unit is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Is {
    /// An amount of money; `sure` unless its digits or its currency can be read in two ways.
    Money { value: Decimal, currency: Option<Currency>, sure: bool },
    /// A number without a currency.
    Number { number: Number, spelled: bool },
    /// A percentage.
    Percent(Decimal),
    /// A phrase of the lexicon.
    Tag(Tag),
    /// A word without a meaning for prices.
    Word,
    /// A word that names nothing.
    Stop,
    /// Digits and letters that form no figure, a currency without a figure, a change of direction.
    Garbled,
    /// A date, a year, a telephone number, the number of an invoice.
    Reference,
    /// A currency without a figure: "all figures in euros".
    Currency(Currency),
    /// A mark.
    Mark(char),
    /// A line end.
    Break,
}

/// The units of a text.
pub fn units(text: &str, language: Language) -> Vec<Unit> {
    let words = lexicon(language);
    let tokens = tokens(text, language);
    let mut units: Vec<Unit> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let rest = tokens.get(at..).unwrap_or_default();
        let (is, length) = one(rest, words, language);
        let (Some(first), Some(last)) = (rest.first(), rest.get(length - 1)) else { break };
        units.push(Unit {
            span: first.span.start..last.span.end,
            lower: rest.iter().take(length).map(|token| token.lower.as_str()).collect::<Vec<_>>().join(" "),
            is,
            spaced: first.spaced,
            hyphenated: rest.get(length).is_some_and(|next| !next.spaced && next.span.start > last.span.end),
            opens: first.text.starts_with(|c: char| c.is_uppercase() || !c.is_alphanumeric()) || matches!(first.kind, Kind::Number(_)),
        });
        at += length;
    }
    split_figures(&mut units, &tokens);
    references(&mut units, language);
    ranges(&mut units);
    units
}

fn money(value: Decimal, currency: Option<Currency>, sure: bool) -> Is {
    Is::Money { value, currency, sure }
}

/// The unit that begins with the first token, and its number of tokens.
pub(crate) fn one(rest: &[Token<'_>], words: &Lexicon, language: Language) -> (Is, usize) {
    if let Some((currency, sign_length)) = sign(rest, words, language) {
        // "$4,500", "AUD 95", "CA$3,250"
        let after = rest.get(sign_length..).unwrap_or_default();
        if let Some((value, sure, length)) = quantity(after, words) {
            let tail = after.get(length..).unwrap_or_default();
            let sure = sure && !is_glued(tail, words);
            // "$8,900.00 MXN"
            let named = sign(tail, words, language).filter(|_| rest.first().is_some_and(|token| token.text == "$"));
            if let Some((Some(named), tail_length)) = named
                && first_is_word(tail)
            {
                return (money(value, Some(named), sure), sign_length + length + tail_length);
            }
            let again = sign(tail, words, language).filter(|(named, _)| *named == currency).map_or(0, |(_, length)| length);
            return (money(value, currency, sure && currency.is_some()), sign_length + length + again);
        }
        let is = match currency {
            // Alone these are words more often than currencies.
            Some(currency)
                if first_is_word(rest)
                    && !["ALL", "TOP", "PHP", "PEN", "MAD", "CUP", "SOS", "TRY", "GEL", "COP", "LAK", "FR", "RS"]
                        .contains(&currency_word(rest)) =>
            {
                Is::Currency(currency)
            }
            _ if first_is_word(rest) => Is::Word,
            _ => Is::Garbled,
        };
        return (is, sign_length);
    }
    if let Some((value, sure, length)) = quantity(rest, words) {
        let after = rest.get(length..).unwrap_or_default();
        if let Some((currency, sign_length)) = sign(after, words, language) {
            // "1 800 $ CA"
            let behind = after.get(sign_length).filter(|_| after.first().is_some_and(|token| token.text == "$"));
            let dollar = behind.and_then(|token| match token.text {
                "CA" | "CAD" | "CAN" => "CAD".parse().ok(),
                "US" | "USD" => "USD".parse().ok(),
                "AU" | "AUD" => "AUD".parse().ok(),
                "MX" | "MXN" => "MXN".parse().ok(),
                _ => None,
            });
            if let Some(dollar) = dollar {
                return (money(value, Some(dollar), sure), length + sign_length + 1);
            }
            // "forty-two pounds fifty"
            let trailing = after.get(sign_length..).unwrap_or_default();
            let cents = trailing.first().is_some_and(|token| token.kind == Kind::Word)
                && words.spelled(trailing.get(..1).unwrap_or_default()).is_some_and(|(value, _)| value > Decimal::ONE);
            let sure = sure && !cents;
            return (money(value, currency, sure && currency.is_some()), length + sign_length);
        }
        // "9p a word", "35 ct"
        if let Some(minor) = after.first().filter(|token| token.kind == Kind::Word).and_then(|token| minor_unit(token)) {
            return (money(value / Decimal::ONE_HUNDRED, minor, sure && minor.is_some()), length + 1);
        }
        if after.first().is_some_and(|token| matches!(token.lower.as_str(), "per" | "pro" | "pour" | "por"))
            && after.get(1).is_some_and(|token| matches!(token.lower.as_str(), "cent" | "ciento"))
        {
            return (Is::Percent(value), length + 2);
        }
        if after.first().is_some_and(|token| token.text == "%" || ["percent", "prozent"].contains(&token.lower.as_str())) {
            return (Is::Percent(value), length + 1);
        }
        let spelled = rest.first().is_some_and(|token| token.kind == Kind::Word);
        if !spelled && is_glued(after, words) {
            return (Is::Garbled, length + 1);
        }
        if spelled && words.phrase(rest).is_some_and(|(_, phrase)| phrase > length) {
            return words.phrase(rest).map_or((Is::Word, 1), |(tag, length)| (Is::Tag(tag), length));
        }
        if spelled && value == Decimal::ONE {
            return (Is::Stop, length);
        }
        let plain = match rest.first().map(|token| &token.kind) {
            Some(Kind::Number(number)) => number.plain && length == 1,
            _ => false,
        };
        let cents = matches!(rest.first().map(|token| &token.kind), Some(Kind::Number(number)) if number.cents && length == 1);
        let digits = rest.first().map_or(0, |token| if let Kind::Number(number) = token.kind { number.digits } else { 0 });
        return (Is::Number { number: Number { value, ambiguous: !sure, plain, cents, digits }, spelled }, length);
    }
    if let Some((tag, length)) = words.phrase(rest) {
        return (Is::Tag(tag), length);
    }
    if language == Language::German
        && let Some(tag) = rest.first().and_then(|token| compound(&token.lower))
    {
        return (Is::Tag(tag), 1);
    }
    let Some(first) = rest.first() else { return (Is::Break, 1) };
    let is = match first.kind {
        Kind::Break => Is::Break,
        Kind::Garbled => Is::Garbled,
        Kind::Mark => Is::Mark(first.text.chars().next().unwrap_or(' ')),
        Kind::Word if words.stop.contains(&first.lower) => Is::Stop,
        Kind::Word | Kind::Number(_) => Is::Word,
    };
    (is, 1)
}

/// What a German compound says of prices: "Stammkundenrabatt", "Jahreswartung".
fn compound(word: &str) -> Option<Tag> {
    const ENDS: [(&str, Tag); 10] = [
        ("rabatt", Tag::Discount),
        ("nachlass", Tag::Discount),
        ("bonus", Tag::Discount),
        ("skonto", Tag::Condition),
        ("anzahlung", Tag::Deposit),
        ("budget", Tag::Budget),
        ("umsatz", Tag::Theirs),
        ("stundensatz", Tag::UnitRate),
        ("tagessatz", Tag::UnitRate),
        ("provision", Tag::Success),
    ];
    const BEGINS: [&str; 4] = ["jahres", "monats", "quartals", "wochen"];
    let ends = ENDS.iter().find(|(end, _)| word.ends_with(end) && word.len() > end.len()).map(|(_, tag)| *tag);
    ends.or_else(|| BEGINS.iter().any(|begin| word.starts_with(begin) && word.len() > begin.len() + 2).then_some(Tag::Ongoing))
}

fn currency_word<'t>(rest: &[Token<'t>]) -> &'t str {
    rest.first().map_or("", |token| token.text)
}

fn first_is_word(rest: &[Token<'_>]) -> bool {
    rest.first().is_some_and(|token| token.kind == Kind::Word)
}

/// The currency of a word for hundredths.
fn minor_unit(token: &Token<'_>) -> Option<Option<Currency>> {
    match token.lower.as_str() {
        "p" if !token.spaced => Some("GBP".parse().ok()),
        "pence" => Some("GBP".parse().ok()),
        "ct" | "cent" | "centimes" | "céntimos" => Some("EUR".parse().ok()),
        "cents" => Some(None),
        _ => None,
    }
}

/// "3oo", "900THEN": letters that belong to no figure stick to it.
fn is_glued(after: &[Token<'_>], words: &Lexicon) -> bool {
    const ENDINGS: [&str; 12] = ["x", "st", "nd", "rd", "th", "er", "ème", "e", "h", "s", "ers", "p"];
    after.first().is_some_and(|token| {
        token.kind == Kind::Word
            && !token.spaced
            && !ENDINGS.contains(&token.lower.as_str())
            && words.phrase(after).is_none()
            && words.currency(token).is_none()
    })
}

/// The number that begins here, in digits or words: its value, whether it can be read in one way only, and its
/// number of tokens.
fn quantity(rest: &[Token<'_>], words: &Lexicon) -> Option<(Decimal, bool, usize)> {
    let first = rest.first()?;
    if let Kind::Number(number) = first.kind {
        let (mut value, mut length) = (number.value, 1);
        // "8 grand", "2 million"
        if let Some((factor, 1)) = rest.get(1..).and_then(|after| words.spelled(after.get(..1).unwrap_or_default()))
            && factor >= Decimal::ONE_HUNDRED
        {
            (value, length) = (value.checked_mul(factor)?, 2);
        }
        return Some((value, !number.ambiguous, length));
    }
    words.spelled(rest).map(|(value, length)| (value, true, length))
}

/// The currency that a sign or word here names, and its number of tokens.
fn sign(rest: &[Token<'_>], words: &Lexicon, language: Language) -> Option<(Option<Currency>, usize)> {
    let first = rest.first()?;
    let code = |code: &str| code.parse().ok();
    if first.kind == Kind::Mark {
        let currency = match first.text {
            // In Spanish a bare "$" is as often a peso.
            "$" if matches!(language, Language::Spanish | Language::French) => None,
            "$" => code("USD"),
            "€" => code("EUR"),
            "£" => code("GBP"),
            "¥" => code("JPY"),
            "₹" => code("INR"),
            _ => return None,
        };
        return Some((currency, 1));
    }
    if first.kind != Kind::Word {
        return None;
    }
    if rest.get(1).is_some_and(|next| next.text == "$" && !next.spaced) {
        let dollar = match first.lower.as_str() {
            "us" => "USD",
            "a" | "au" => "AUD",
            "c" | "ca" => "CAD",
            "nz" => "NZD",
            "hk" => "HKD",
            "s" | "sg" => "SGD",
            "r" => "BRL",
            "mx" => "MXN",
            _ => return None,
        };
        return Some((code(dollar), 2));
    }
    // "Fr. 920"
    let dotted = matches!(first.lower.as_str(), "fr" | "sfr" | "rs") && rest.get(1).is_some_and(|next| next.text == ".");
    if first.text == "R" && rest.get(1).is_some_and(|next| !next.spaced && matches!(next.kind, Kind::Number(_))) {
        return Some((code("ZAR"), 1));
    }
    // "US dollars", "Canadian dollars"
    if let Some(next) = rest.get(1).filter(|next| next.lower.starts_with("dollar") || next.lower.starts_with("dólar")) {
        let dollar = match first.lower.as_str() {
            "us" | "u.s" | "american" => "USD",
            "canadian" => "CAD",
            "australian" | "aussie" => "AUD",
            _ => "",
        };
        if !dollar.is_empty() && !next.text.is_empty() {
            return Some((code(dollar), 2));
        }
    }
    words.currency(first).map(|currency| (currency, if dotted { 2 } else { 1 }))
}

/// "R4 250", "1 500": a figure behind another one may be its continuation.
fn split_figures(units: &mut [Unit], tokens: &[Token<'_>]) {
    for pair in tokens.windows(2) {
        let [before, token] = pair else { continue };
        let Kind::Number(number) = token.kind else { continue };
        let ends_in_digit = before.text.ends_with(|c: char| c.is_ascii_digit());
        let continues =
            ends_in_digit && token.spaced && number.digits == 3 || (ends_in_digit && token.spaced && number.digits == 5 && !number.plain);
        if !continues {
            continue;
        }
        for unit in units.iter_mut().filter(|unit| unit.span.contains(&token.span.start) || unit.span.contains(&before.span.start)) {
            match &mut unit.is {
                Is::Money { sure, .. } => *sure = false,
                Is::Number { number, .. } => number.ambiguous = true,
                _ => {}
            }
        }
    }
}

/// Marks dates, years, telephone numbers and the numbers of invoices as references.
fn references(units: &mut [Unit], language: Language) {
    let is = |units: &[Unit], at: usize| units.get(at).map(|unit| unit.is);
    for at in 0..units.len() {
        let Some(Is::Number { number, spelled }) = is(units, at) else { continue };
        let before = at.checked_sub(1).and_then(|before| is(units, before));
        let second = at.checked_sub(2).and_then(|before| is(units, before));
        let after = is(units, at + 1);
        let month = Some(Is::Tag(Tag::MonthName));
        let of = |other: Option<Is>| other == Some(Is::Stop) || matches!(other, Some(Is::Mark('.')));
        let dated = before == month || after == month || (of(after) && is(units, at + 2) == month) || (of(before) && second == month);
        let is_year = number.plain && number.digits == 4 && (1900..=2099).contains(&i64::try_from(number.value).unwrap_or_default());
        let labelled = before == Some(Is::Tag(Tag::Reference))
            || (of(before) && second == Some(Is::Tag(Tag::Reference)))
            || matches!(before, Some(Is::Mark('#')));
        let joined = |other: Option<Is>| matches!(other, Some(Is::Mark('/' | '-' | '(' | ')')) | Some(Is::Reference));
        let text = units.get(at).map(|unit| unit.lower.clone()).unwrap_or_default();
        let crossed = |other: Option<usize>| other.and_then(|other| units.get(other)).is_some_and(|unit| unit.lower == "~~");
        let crossed_out = crossed(at.checked_sub(1)) && crossed(Some(at + 1));
        let dotted = text.matches('.').count();
        let is_date = dotted == 2 || (dotted == 1 && language == Language::German && matches!(after, Some(Is::Mark('.'))));
        let slashed = matches!(after, Some(Is::Mark('/'))) && matches!(is(units, at + 2), Some(Is::Number { .. }))
            || matches!(before, Some(Is::Mark('/'))) && matches!(second, Some(Is::Reference));
        let continues = before == Some(Is::Reference) || (joined(before) && second == Some(Is::Reference));
        let telephone = text.starts_with('0') && number.plain && number.digits > 1;
        if !spelled && (crossed_out || dated || is_year || labelled || is_date || slashed || continues || telephone || number.digits > 9) {
            if let Some(unit) = units.get_mut(at) {
                unit.is = Is::Reference;
            }
        }
    }
}

/// "4-6 weeks", "$10–15": a range has no one value.
fn ranges(units: &mut [Unit]) {
    for at in 0..units.len().saturating_sub(3) {
        let is = |offset: usize| units.get(at + offset).map(|unit| unit.is);
        let between = units.get(at).is_some_and(|unit| matches!(unit.lower.as_str(), "between" | "zwischen" | "entre"));
        let numbers = matches!((is(1), is(3)), (Some(Is::Number { .. }), Some(Is::Number { .. })));
        if between && numbers && is(2) == Some(Is::Stop) {
            for offset in [1, 3] {
                if let Some(unit) = units.get_mut(at + offset) {
                    unit.is = Is::Reference;
                }
            }
        }
    }
    for at in 1..units.len().saturating_sub(1) {
        let [Some(before), Some(mark), Some(after)] = [at - 1, at, at + 1].map(|at| units.get(at)) else { continue };
        let is_dash = matches!(mark.is, Is::Mark('-' | '\u{2013}' | '\u{2014}')) && !mark.spaced && !after.spaced;
        let (low, high) = (before.is, after.is);
        if !is_dash {
            continue;
        }
        let unsure = |is: Is| match is {
            Is::Money { value, currency, .. } => Some(Is::Money { value, currency, sure: false }),
            Is::Number { .. } => Some(Is::Reference),
            _ => None,
        };
        let (low, high) = match (low, high) {
            (Is::Money { currency, .. }, Is::Number { number, .. }) => {
                (unsure(low), Some(Is::Money { value: number.value, currency, sure: false }))
            }
            (Is::Number { number, .. }, Is::Money { currency, .. }) => {
                (Some(Is::Money { value: number.value, currency, sure: false }), unsure(high))
            }
            _ => (unsure(low), unsure(high)),
        };
        if let (Some(low), Some(high)) = (low, high) {
            for (at, is) in [(at - 1, low), (at + 1, high)] {
                if let Some(unit) = units.get_mut(at) {
                    unit.is = is;
                }
            }
        }
    }
}

impl Unit {
    /// Whether it is a figure: "12." at the end of a sentence is no abbreviation.
    pub fn spaced_figure(&self) -> bool {
        matches!(self.is, Is::Number { .. } | Is::Money { .. } | Is::Percent(_))
    }
}
