//! Stripe's amounts: integers in the smallest charged unit, with the currency in lower case.

use rust_decimal::{Decimal, prelude::ToPrimitive as _};

/// Zero-decimal currencies: <https://docs.stripe.com/currencies#zero-decimal>. They differ from ISO 4217:
/// here the króna and the Ugandan shilling have two digits, which are always zero, and the ariary has none.
const WHOLE: [&str; 15] =
    ["BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "VND", "VUV", "XAF", "XOF", "XPF"];
/// Three-decimal currencies: <https://docs.stripe.com/currencies#three-decimal>.
const THOUSANDTHS: [&str; 5] = ["BHD", "JOD", "KWD", "OMR", "TND"];

/// The number of decimal digits.
fn digits(currency: &str) -> u32 {
    let is_in = |codes: &[&str]| codes.iter().any(|code| code.eq_ignore_ascii_case(currency));
    if is_in(&WHOLE) {
        0
    } else if is_in(&THOUSANDTHS) {
        3
    } else {
        2
    }
}

/// The amount of `units` smallest units.
pub(super) fn from_minor(units: i64, currency: &str) -> Decimal {
    Decimal::new(units, digits(currency))
}

/// An amount in smallest units; `None` when it is not an integer number of them.
pub(super) fn to_minor(amount: Decimal, currency: &str) -> Option<i64> {
    let units = amount.checked_mul(Decimal::from(10_u32.pow(digits(currency))))?;
    if units.fract().is_zero() { units.to_i64() } else { None }
}

/// ISO 4217, in upper case.
pub(super) fn code(currency: &str) -> String {
    currency.to_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failed test should stop at once")]
    use super::*;

    #[test]
    fn amounts_have_the_digits_of_their_currency() {
        for (units, currency, amount) in [
            (900, "usd", "9.00"),
            (-450, "eur", "-4.50"),
            (0, "usd", "0.00"),
            (1, "gbp", "0.01"),
            (900, "jpy", "900"),
            (900, "xpf", "900"),
            (900, "mga", "900"),
            (900, "isk", "9.00"),
            (900, "ugx", "9.00"),
            (9000, "kwd", "9.000"),
            (900, "XYZ", "9.00"),
            (i64::MAX, "usd", "92233720368547758.07"),
            (i64::MIN, "jpy", "-9223372036854775808"),
        ] {
            let read = from_minor(units, currency);
            assert_eq!(read.to_string(), amount, "{currency}");
            assert_eq!(to_minor(read, currency), Some(units), "{currency}");
        }
        assert_eq!(to_minor("0.001".parse().unwrap(), "usd"), None);
        assert_eq!(to_minor(Decimal::MAX, "usd"), None);
    }
}
