//! The currency of a sign that several currencies share, by what the rest of the text names.

use crate::{
    money::Currency,
    reading::{
        lexicon::{PairList, WordList, dollar},
        token::{Kind, Token},
        units::{Is, Unit},
    },
};

/// "All figures in Canadian dollars. Concept $4,300.", "$11,200 plus HST": the one currency that is named, or
/// that the tax belongs to, is that of every "$". GST is charged in several countries with dollars, but not
/// in the United States. If nothing is named, it is the dollar of the workspace, `home`.
pub(super) fn dollars(units: &mut [Unit], tokens: &[Token<'_>], home: Currency) {
    let home = Some(home).filter(|home| *home != Currency::USD && home.is_written_as_dollar());
    let is_bare_dollar = |unit: &Unit| is_bare_dollar(unit) || (home.is_some() && is_dollar_word(unit));
    if !units.iter().any(is_bare_dollar) {
        return;
    }
    let code = |code: &str| code.parse::<Currency>().ok();
    let by_tax =
        |unit: &Unit| unit.lower.split(' ').find_map(|word| PairList::TaxCountry.of(word)).and_then(code);
    let named = |unit: &Unit| match unit.is {
        Is::Currency(currency) if !is_bare_dollar(unit) => Some(currency),
        // Elsewhere "$450, flights US$900" are of one country.
        Is::Money { currency: Some(currency), .. } if home.is_none() && !is_bare_dollar(unit) => {
            Some(currency)
        }
        _ => by_tax(unit),
    };
    let says_gst = |unit: &Unit| unit.lower.split(' ').any(|word| WordList::GoodsTax.has(word));
    let is_gst = units.iter().any(says_gst);
    let rate = |unit: &Unit| {
        if let Is::Percent(rate) = unit.is {
            PairList::GstRate.of(&rate.normalize().to_string())
        } else {
            None
        }
    };
    let by_rate = units.iter().filter(|_| is_gst).find_map(rate).and_then(code);
    let mut all = units.iter().filter_map(named);
    let currency = match all.next().or(by_rate) {
        Some(first) if first.is_written_as_dollar() && all.all(|other| other == first) => Some(first),
        _ if home.is_some() => home,
        None if is_gst => None,
        _ => return,
    };
    for unit in units.iter_mut().filter(|unit| is_bare_dollar(unit)) {
        if let (Is::Currency(_), Some(currency)) = (unit.is, currency) {
            unit.is = Is::Currency(currency);
        }
        let Some(currency) = currency else {
            if let Is::Money { sure, .. } = &mut unit.is {
                *sure = false;
            }
            continue;
        };
        if let Is::Money { value, .. } = unit.is {
            let is_open = |token: &Token<'_>| matches!(token.kind, Kind::Number(number) if number.ambiguous);
            let has_commas = WordList::CommaCurrency.has(&currency.code().to_lowercase());
            let from = tokens.partition_point(|token| token.span.start < unit.span.start);
            let open =
                tokens.iter().skip(from).take_while(|token| token.span.start < unit.span.end).any(is_open);
            unit.is = Is::Money { value, currency: Some(currency), sure: !open || has_commas };
        }
    }
}

/// "Rs 1.2 lakh": of the countries with rupees, India counts in lakhs and has a GST.
pub(super) fn rupees(units: &mut [Unit]) {
    if !units.iter().any(|unit| unit.lower.starts_with("rs") && matches!(unit.is, Is::Money { .. })) {
        return;
    }
    let is_indian = |unit: &Unit| unit.lower.split(' ').any(|word| WordList::IndianWord.has(word));
    let Some(currency) = "INR".parse().ok().filter(|_| units.iter().any(is_indian)) else { return };
    for unit in units.iter_mut().filter(|unit| unit.lower.starts_with("rs")) {
        if let Is::Money { value, currency: None, .. } = unit.is {
            unit.is = Is::Money { value, currency: Some(currency), sure: true };
        }
    }
}

/// Whether an amount has "$" as its only currency.
fn is_bare_dollar(unit: &Unit) -> bool {
    let marks =
        |c: char| c.is_ascii_digit() || c.is_whitespace() || matches!(c, '$' | '.' | ',' | '\'' | 'k');
    matches!(unit.is, Is::Money { .. }) && unit.lower.contains('$') && unit.lower.chars().all(marks)
}

/// "500 dollars", "forty bucks": dollars of no country.
fn is_dollar_word(unit: &Unit) -> bool {
    let of_country = |word: &str| word == "usd" || dollar(word).is_some();
    let is_us = |currency: Currency| currency == Currency::USD;
    matches!(unit.is, Is::Money { currency: Some(named), .. } | Is::Currency(named) if is_us(named))
        && !unit.lower.split(' ').any(of_country)
}
