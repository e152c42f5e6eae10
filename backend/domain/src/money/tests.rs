//! Rounding, limits, parsing and formatting of amounts.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use pretty_assertions::assert_eq;
use proptest::prelude::*;
use serde::{Deserialize, Serialize};

use super::*;

fn currency(code: &str) -> Currency {
    code.parse().unwrap()
}

fn decimal(text: &str) -> Decimal {
    exact::parse(text).unwrap()
}

#[test]
fn currencies_know_their_minor_digits() {
    for (code, digits) in [("USD", 2), ("EUR", 2), ("JPY", 0), ("KRW", 0), ("KWD", 3), ("BHD", 3), ("chf", 2)]
    {
        assert_eq!(currency(code).minor_digits(), digits, "{code}");
    }
    for unknown in ["", "US", "USDX", "XXX", "€", "US\0"] {
        assert_eq!(unknown.parse::<Currency>(), Err(UnknownCurrency), "{unknown}");
    }
    let codes: Vec<&str> = [NO_MINOR_DIGITS, THREE_MINOR_DIGITS, TWO_MINOR_DIGITS].concat();
    let unique: std::collections::BTreeSet<&&str> = codes.iter().collect();
    assert_eq!(unique.len(), codes.len());
    assert!(codes.iter().all(|code| code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase())));
    assert!(SIGNS.iter().all(|(code, _)| codes.contains(code)));
}

#[test]
fn halves_go_away_from_zero_at_the_minor_unit() {
    for (code, amount, rounded) in [
        ("USD", "0.005", "0.01"),
        ("USD", "-0.005", "-0.01"),
        ("USD", "2.675", "2.68"),
        ("USD", "2.665", "2.67"),
        ("USD", "0.0049", "0.00"),
        ("USD", "-0.004", "0.00"),
        ("USD", "4500", "4500.00"),
        ("JPY", "0.5", "1"),
        ("JPY", "1.5", "2"),
        ("JPY", "2.5", "3"),
        ("KWD", "0.0005", "0.001"),
        ("KWD", "1", "1.000"),
    ] {
        assert_eq!(currency(code).round(decimal(amount)).to_string(), rounded, "{code} {amount}");
    }
}

#[test]
fn amounts_are_written_for_people() {
    for (code, amount, shown) in [
        ("USD", "4500", "$4,500.00"),
        ("USD", "-20", "-$20.00"),
        ("USD", "99999999.99", "$99,999,999.99"),
        ("USD", "0", "$0.00"),
        ("USD", "999.994", "$999.99"),
        ("JPY", "1200", "¥1,200"),
        ("KWD", "1.5", "KWD 1.500"),
        ("CHF", "1234567.5", "CHF 1,234,567.50"),
        ("EUR", "-1000", "-€1,000.00"),
    ] {
        assert_eq!(currency(code).display(decimal(amount)), shown);
    }
    assert_eq!(Currency::USD.display_price(decimal("0.0025")), "$0.0025");
    assert_eq!(Currency::USD.display_price(decimal("120.5000")), "$120.50");
}

#[test]
fn limits_are_those_of_the_column() {
    assert_eq!(MAX_AMOUNT.to_string(), "99999999.99");
    for (amount, decimals, expected) in [
        ("0", 2, Ok(())),
        ("99999999.99", 2, Ok(())),
        ("99999999.9900", 2, Ok(())),
        ("100000000", 2, Err(AmountError::TooLarge)),
        ("99999999.991", 4, Err(AmountError::TooLarge)),
        ("-0.01", 2, Err(AmountError::Negative)),
        ("-0", 2, Ok(())),
        ("1.005", 2, Err(AmountError::TooPrecise)),
        ("1.005", 4, Ok(())),
        ("1.5", 0, Err(AmountError::TooPrecise)),
    ] {
        assert_eq!(check_amount(decimal(amount), decimals), expected, "{amount}");
    }
}

#[test]
fn typed_amounts_are_read_or_refused() {
    for (text, amount, code) in [
        ("4500", "4500", None),
        (" $4,500.00 ", "4500.00", Some("USD")),
        ("4.5k", "4500.0", None),
        ("USD 2,000", "2000", Some("USD")),
        ("1.234,56 €", "1234.56", Some("EUR")),
        ("¥1,200", "1200", Some("JPY")),
    ] {
        let (value, named) = parse_amount(text).unwrap();
        assert_eq!(value, decimal(amount), "{text}");
        assert_eq!(named.map(Currency::code), code, "{text}");
    }
    for (text, error) in [
        ("", AmountError::NotAnAmount),
        ("free", AmountError::NotAnAmount),
        ("$5-$10", AmountError::NotAnAmount),
        ("10%", AmountError::NotAnAmount),
        ("$5 and $6", AmountError::NotAnAmount),
        ("about $5", AmountError::NotAnAmount),
        // A thousand and five, or one and half a cent.
        ("$1.005", AmountError::NotAnAmount),
        ("4,5", AmountError::NotAnAmount),
        ("1e308", AmountError::NotAnAmount),
        ("4\u{0}500", AmountError::NotAnAmount),
        ("$100,000,000", AmountError::TooLarge),
        ("$0.2345", AmountError::TooPrecise),
        ("¥1.5", AmountError::TooPrecise),
    ] {
        assert_eq!(parse_amount(text), Err(error), "{text:?}");
    }
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Wire {
    #[serde(with = "exact")]
    amount: Decimal,
    #[serde(default, with = "exact::option")]
    extra: Option<Decimal>,
}

#[test]
fn the_wire_carries_strings_only() {
    let wire: Wire = serde_json::from_str(r#"{"amount":"4500.00"}"#).unwrap();
    assert_eq!(serde_json::to_string(&wire).unwrap(), r#"{"amount":"4500.00","extra":null}"#);
    for refused in [
        "1",
        "1.5",
        "null",
        "true",
        r#""""#,
        r#""1e3""#,
        r#"" 1""#,
        r#""+1""#,
        r#"".5""#,
        r#""1.""#,
        r#""1,000""#,
        r#""NaN""#,
        r#""1\u0000""#,
        r#""١""#,
        r#""1_000""#,
        r#""0.00000000000000000000000000000000001""#,
        r#""99999999999999999999999999999999999""#,
        r#""--1""#,
    ] {
        let json = format!(r#"{{"amount":{refused}}}"#);
        assert!(serde_json::from_str::<Wire>(&json).is_err(), "{refused}");
    }
    assert_eq!(exact::parse("-0").unwrap().to_string(), "0");
}

proptest! {
    #[test]
    fn what_is_shown_reads_back(units in 1_i128..=99_999_999, code in prop::sample::select(vec!["USD", "EUR", "GBP", "CHF", "CAD", "JPY"])) {
        let currency = currency(code);
        let amount = currency.from_minor_units(units).unwrap();
        let (read, named) = parse_amount(&currency.display(amount)).unwrap();
        prop_assert_eq!(read, amount);
        prop_assert_eq!(named, Some(currency));
    }

    #[test]
    fn minor_units_are_exact(units in -9_999_999_999_i128..=9_999_999_999) {
        for code in ["USD", "JPY", "KWD"] {
            let currency = currency(code);
            prop_assert_eq!(currency.minor_units(currency.from_minor_units(units).unwrap()), units);
        }
    }

    #[test]
    fn no_text_breaks_the_readers(text in any::<String>()) {
        let _ = parse_amount(&text);
        let _ = exact::parse(&text);
        let _ = text.parse::<Currency>();
    }
}

#[test]
fn every_code_is_found_in_any_case_and_nothing_else_is() {
    for (codes, minor_digits) in [(NO_MINOR_DIGITS, 0), (TWO_MINOR_DIGITS, 2), (THREE_MINOR_DIGITS, 3)] {
        assert!(codes.is_sorted(), "{codes:?}");
        for code in codes {
            for text in [(*code).to_owned(), code.to_lowercase()] {
                assert_eq!(text.parse(), Ok(Currency { code, minor_digits }), "{text}");
            }
        }
    }
    for text in ["", "US", "USDX", "XXX", "€", "ÄB"] {
        assert_eq!(text.parse::<Currency>(), Err(UnknownCurrency), "{text}");
    }
}
