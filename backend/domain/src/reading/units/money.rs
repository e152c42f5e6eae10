//! Amounts of money: figures with the sign, code or name of a currency.

use rust_decimal::Decimal;

use super::{
    Is,
    figures::{Figure, is_glued},
    is_word,
};
use crate::{
    money::Currency,
    reading::{
        lexicon::{CurrencyName, Lexicon, PairList, WordList, dollar, minor_unit, named_anywhere},
        token::{Kind, Token},
    },
};

/// The least figure that an "e" behind it makes euros.
const LEAST_EUROS: Decimal = Decimal::from_parts(30, 0, 0, false, 0);

fn money(figure: Figure, name: CurrencyName, sure: bool) -> Is {
    let currency = name.currency();
    let value = figure.value;
    let has_commas = || {
        figure.commas
            && currency.is_some_and(|currency| WordList::CommaCurrency.has(&currency.code().to_lowercase()))
    };
    let sure = sure || has_commas();
    Is::Money { value, currency, sure: sure && currency.is_some() }
}

/// The amount that begins with a currency, or the currency alone: "$4,500", "AUD 95", "CA$3,250".
pub(super) fn after_sign(rest: &[Token<'_>], words: &Lexicon) -> Option<(Is, usize)> {
    let (name, sign_length) = sign(rest, words)?;
    let after = rest.get(sign_length..).unwrap_or_default();
    let Some(figure) = Figure::read(after, words) else { return Some((alone(rest, name), sign_length)) };
    let (value, sure) = thousandths(after, name).map_or((figure.value, figure.sure), |value| (value, true));
    let figure = Figure { value, ..figure };
    let tail = after.get(figure.length..).unwrap_or_default();
    let sure = sure && !is_glued(tail, words);
    let length = sign_length + figure.length;
    // "$8,900.00 MXN"
    let behind = sign(tail, words);
    let is_dollar = rest.first().is_some_and(|token| token.text == "$");
    Some(match behind {
        Some((named @ CurrencyName::One(_), more)) if is_dollar && is_word(tail) => {
            (money(figure, named, sure), length + more)
        }
        Some((same, more)) if same == name => (money(figure, name, sure), length + more),
        _ => (money(figure, name, sure), length),
    })
}

/// A currency without a figure.
fn alone(rest: &[Token<'_>], name: CurrencyName) -> Is {
    let text = rest.first().map_or("", |token| token.text);
    // In capitals these are words more often than currencies.
    let is_word_like = || text.to_uppercase() == text && WordList::WordLikeCode.has(&text.to_lowercase());
    match name {
        _ if !is_word(rest) => Is::Garbled,
        CurrencyName::One(currency) if !is_word_like() => Is::Currency(currency),
        _ => Is::Word,
    }
}

/// The amount of a figure with its currency behind it: "1.250 €", "9p".
pub(super) fn before_sign(figure: Figure, after: &[Token<'_>], words: &Lexicon) -> Option<(Is, usize)> {
    let Figure { value, sure, length, .. } = figure;
    // "x4 £75 each": the sign belongs to the figure behind it.
    let is_sign = after.first().is_some_and(|sign| sign.kind == Kind::Mark && sign.spaced);
    if is_sign && after.get(1).is_some_and(|figure| matches!(figure.kind, Kind::Number(_)) && !figure.spaced)
    {
        return None;
    }
    if let Some((name, sign_length)) = sign(after, words) {
        if let Some(dollar) = dollar_of_country(after, sign_length) {
            return Some((Is::Money { value, currency: Some(dollar), sure }, length + sign_length + 1));
        }
        let behind = sign(after.get(sign_length..).unwrap_or_default(), words);
        if let (CurrencyName::Several, Some((named @ CurrencyName::One(_), more))) = (name, behind) {
            return Some((money(figure, named, sure), length + sign_length + more));
        }
        let behind = after.get(sign_length..).unwrap_or_default();
        if let Some((cents, more)) = cents(behind, words)
            && let Some(value) = value.checked_add(cents)
        {
            let figure = Figure { value, ..figure };
            return Some((money(figure, name, sure), length + sign_length + more));
        }
        // "ten dollars fifty copies"
        let counts = behind
            .get(..1)
            .filter(|trailing| is_word(trailing))
            .and_then(|trailing| words.spelled(trailing))
            .is_some_and(|number| number.value > Decimal::ONE);
        return Some((money(figure, name, sure && !counts), length + sign_length));
    }
    // "450e", and not "2e"
    let euro = after.first().filter(|letter| !letter.spaced && WordList::EuroLetter.has(&letter.lower));
    if euro.is_some() && value >= LEAST_EUROS {
        return Some((money(figure, CurrencyName::of("EUR"), false), length + 1));
    }
    // "9p a word", "35 ct"
    let minor = after.first().filter(|token| token.kind == Kind::Word).and_then(minor_unit)?;
    let figure = Figure { value: value / Decimal::ONE_HUNDRED, ..figure };
    Some((money(figure, minor, sure), length + 1))
}

/// The hundredths in words behind a currency, and their number of tokens: "eighteen pounds forty", "zwölf Euro
/// und fünfzig Cent". What counts a thing is none.
fn cents(behind: &[Token<'_>], words: &Lexicon) -> Option<(Decimal, usize)> {
    let joint = behind
        .first()
        .filter(|joint| WordList::And.has(&joint.lower) || WordList::CentsJoint.has(&joint.lower));
    let skipped = usize::from(joint.is_some());
    let spelled = behind.get(skipped..).filter(|rest| is_word(rest)).and_then(|rest| words.spelled(rest))?;
    let end = skipped + spelled.length;
    let after = behind.get(end..).unwrap_or_default();
    let is_named = after.first().is_some_and(|token| minor_unit(token).is_some());
    let is_plain = spelled.value >= Decimal::TEN
        && joint.is_none_or(|joint| WordList::CentsJoint.has(&joint.lower))
        && after.first().is_none_or(|next| {
            next.kind != Kind::Word || words.stop.contains(&next.lower) || words.phrase(after).is_some()
        });
    let is_cents = spelled.sure && spelled.value < Decimal::ONE_HUNDRED && (is_named || is_plain);
    is_cents.then(|| (spelled.value / Decimal::ONE_HUNDRED, end + usize::from(is_named)))
}

/// "1 800 $ CA"
fn dollar_of_country(after: &[Token<'_>], sign_length: usize) -> Option<Currency> {
    let country = after.get(sign_length).filter(|_| after.first().is_some_and(|token| token.text == "$"))?;
    let code = match country.text {
        "CA" | "CAD" | "CAN" => "CAD",
        "US" | "USD" => "USD",
        "AU" | "AUD" => "AUD",
        "MX" | "MXN" => "MXN",
        _ => return None,
    };
    code.parse().ok()
}

/// "KWD 1.500": a currency with thousandths has three decimals.
fn thousandths(figure: &[Token<'_>], name: CurrencyName) -> Option<Decimal> {
    name.currency().filter(|currency| currency.minor_digits() == 3)?;
    let text = figure.first()?.text;
    let decimals = text.rsplit_once('.').is_some_and(|(_, decimals)| decimals.len() == 3);
    decimals.then(|| text.replace(',', "").parse().ok()).flatten()
}

/// The currency that a sign or word here names, and its number of tokens.
fn sign(rest: &[Token<'_>], words: &Lexicon) -> Option<(CurrencyName, usize)> {
    let first = rest.first()?;
    match first.kind {
        Kind::Mark => {
            let name = match first.text {
                "$" => words.dollar_sign(),
                "€" => CurrencyName::of("EUR"),
                "£" => CurrencyName::of("GBP"),
                "¥" => CurrencyName::of("JPY"),
                "₹" => CurrencyName::of("INR"),
                _ => return None,
            };
            Some((name, 1))
        }
        Kind::Word => named_sign(first, rest, words),
        _ => None,
    }
}

/// The currency that begins with a word: "CA$", "R4 250", "Canadian dollars", "Fr. 920", "euros".
fn named_sign(first: &Token<'_>, rest: &[Token<'_>], words: &Lexicon) -> Option<(CurrencyName, usize)> {
    let next = rest.get(1);
    let is_dollar = |token: &&Token<'_>| token.text == "$";
    if next.filter(is_dollar).is_some_and(|next| !next.spaced) {
        // "u$s"
        let is_spanish =
            first.lower == "u" && rest.get(2).is_some_and(|last| last.lower == "s" && !last.spaced);
        let spanish = is_spanish.then(|| (CurrencyName::of("USD"), 3));
        return spanish.or_else(|| prefixed_dollar(&first.lower).map(|name| (name, 2)));
    }
    // "MXN $18,500"
    let is_code = first.text.len() == 3 && first.text.chars().all(|c| c.is_ascii_uppercase());
    if next.as_ref().is_some_and(is_dollar)
        && is_code
        && rest.get(2).is_some_and(|figure| matches!(figure.kind, Kind::Number(_)))
    {
        return first.text.parse().ok().map(|currency| (CurrencyName::One(currency), 2));
    }
    // "EN>FR 4,300 words", and not "FR. 920"
    let is_capital = first.text == first.text.to_uppercase() && next.is_none_or(|next| next.text != ".");
    if is_capital && WordList::LanguageCode.has(&first.lower) {
        return None;
    }
    // "pesos mexicanos"
    if let Some(code) = next
        .filter(|_| WordList::Peso.has(&first.lower))
        .and_then(|country| PairList::PesoCountry.of(&country.lower))
    {
        return Some((CurrencyName::of(code), 2));
    }
    if first.text == "R" && next.is_some_and(|next| !next.spaced && matches!(next.kind, Kind::Number(_))) {
        return Some((CurrencyName::of("ZAR"), 1));
    }
    let dollars = next.filter(|next| WordList::DollarStem.prefix_of(&next.lower).is_some());
    if let Some(name) = dollars.and_then(|_| dollar(&first.lower)) {
        return Some((name, 2));
    }
    // "dollars canadiens"
    let named = next
        .filter(|_| WordList::DollarStem.prefix_of(&first.lower).is_some())
        .and_then(|country| dollar(&country.lower));
    if let Some(name) = named {
        return Some((name, 2));
    }
    let is_dotted = next.is_some_and(|next| next.text == ".") && WordList::DottedCurrency.has(&first.lower);
    // "Fr. 120" is not English alone.
    let name = words.currency(first).or_else(|| named_anywhere(&first.lower).filter(|_| is_dotted));
    name.map(|name| (name, 1 + usize::from(is_dotted)))
}

/// The dollar of the letters before a "$".
fn prefixed_dollar(letters: &str) -> Option<CurrencyName> {
    let code = match letters {
        "us" => "USD",
        "a" | "au" => "AUD",
        "c" | "ca" => "CAD",
        "nz" => "NZD",
        "hk" => "HKD",
        "s" | "sg" => "SGD",
        "r" => "BRL",
        "mx" => "MXN",
        "ar" => "ARS",
        "cl" => "CLP",
        "col" => "COP",
        "uy" => "UYU",
        _ => return None,
    };
    Some(CurrencyName::of(code))
}
