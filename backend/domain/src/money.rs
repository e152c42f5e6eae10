//! Money without floats: currencies with their minor digits, the rounding rule, the limits of a figure,
//! parsing and formatting of amounts.

use std::{borrow::Cow, fmt, str::FromStr};

use rust_decimal::{Decimal, RoundingStrategy};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use thiserror::Error;

pub mod exact;

/// Largest figure any line, sum or total may reach: `numeric(10,2)`, the specification's column
/// for `totalAmount`.
pub const MAX_AMOUNT: Decimal = Decimal::from_parts(1_410_065_407, 2, 0, false, 2);

/// ISO 4217 currencies without minor units; sorted, like the other two lists, for binary search.
const NO_MINOR_DIGITS: &[&str] = &[
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF",
    "XPF",
];
/// ISO 4217 currencies with three minor digits.
const THREE_MINOR_DIGITS: &[&str] = &["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"];
/// The remaining circulating ISO 4217 currencies, all with two minor digits.
const TWO_MINOR_DIGITS: &[&str] = &[
    "AED", "AFN", "ALL", "AMD", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BMD", "BND", "BOB",
    "BRL", "BSD", "BTN", "BWP", "BYN", "BZD", "CAD", "CDF", "CHF", "CNY", "COP", "CRC", "CUP", "CVE", "CZK",
    "DKK", "DOP", "DZD", "EGP", "ERN", "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GTQ",
    "GYD", "HKD", "HNL", "HTG", "HUF", "IDR", "ILS", "INR", "IRR", "JMD", "KES", "KGS", "KHR", "KPW", "KYD",
    "KZT", "LAK", "LBP", "LKR", "LRD", "LSL", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRU", "MUR",
    "MVR", "MWK", "MXN", "MYR", "MZN", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "PAB", "PEN", "PGK", "PHP",
    "PKR", "PLN", "QAR", "RON", "RSD", "RUB", "SAR", "SBD", "SCR", "SDG", "SEK", "SGD", "SHP", "SLE", "SOS",
    "SRD", "SSP", "STN", "SVC", "SYP", "SZL", "THB", "TJS", "TMT", "TOP", "TRY", "TTD", "TWD", "TZS", "UAH",
    "USD", "UYU", "UZS", "VES", "WST", "XCD", "XCG", "YER", "ZAR", "ZMW", "ZWG",
];
/// Currencies that are written as "$" at home.
const DOLLARS: &[&str] = &[
    "ARS", "AUD", "BBD", "BMD", "BND", "BSD", "BZD", "CAD", "CLP", "COP", "FJD", "GYD", "HKD", "JMD", "KYD",
    "LRD", "MXN", "NAD", "NZD", "SBD", "SGD", "SRD", "TTD", "USD", "UYU", "XCD",
];
/// Signs written before the figure. Every other currency shows its code ("CHF 1,200.00"), because
/// a bare "$" or "kr" would name several.
const SIGNS: &[(&str, &str)] = &[
    ("USD", "$"),
    ("EUR", "€"),
    ("GBP", "£"),
    ("JPY", "¥"),
    ("INR", "₹"),
    ("KRW", "₩"),
    ("ILS", "₪"),
    ("NGN", "₦"),
    ("PHP", "₱"),
    ("UAH", "₴"),
    ("VND", "₫"),
    ("AUD", "A$"),
    ("CAD", "C$"),
    ("NZD", "NZ$"),
    ("HKD", "HK$"),
    ("SGD", "S$"),
    ("BRL", "R$"),
    ("MXN", "MX$"),
    ("TWD", "NT$"),
];

/// A circulating ISO 4217 currency. Serialised as its three-letter code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Currency {
    code: &'static str,
    minor_digits: u32,
}

impl Currency {
    /// United States dollar: the specification's default.
    pub const USD: Self = Self { code: "USD", minor_digits: 2 };

    /// The three-letter ISO code.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.code
    }

    /// Whether people of its country write it as "$".
    #[must_use]
    pub fn is_written_as_dollar(self) -> bool {
        DOLLARS.contains(&self.code)
    }

    /// Digits of the minor unit: 2 for USD, 0 for JPY, 3 for KWD.
    #[must_use]
    pub fn minor_digits(self) -> u32 {
        self.minor_digits
    }

    /// The smallest payable amount, for example `0.01`.
    #[must_use]
    pub fn minor_unit(self) -> Decimal {
        Decimal::new(1, self.minor_digits)
    }

    /// Rounds to the minor unit, half away from zero, and shows exactly the minor digits (`4500.00`).
    ///
    /// Half away from zero and not "banker's" rounding: it is what a client's calculator, the usual invoice
    /// and PostgreSQL's `round(numeric)` do, so a line that is checked by hand agrees. It also treats a
    /// charge and its credit note alike.
    #[must_use]
    pub fn round(self, amount: Decimal) -> Decimal {
        let mut rounded =
            amount.round_dp_with_strategy(self.minor_digits, RoundingStrategy::MidpointAwayFromZero);
        rounded.rescale(self.minor_digits);
        if rounded.is_zero() {
            rounded.set_sign_positive(true);
        }
        rounded
    }

    /// The amount as a whole number of minor units, rounded as [`Currency::round`] does.
    #[must_use]
    pub fn minor_units(self, amount: Decimal) -> i128 {
        self.round(amount).mantissa()
    }

    /// The amount of that many minor units.
    ///
    /// `None` if the figure does not fit a decimal, far above [`MAX_AMOUNT`].
    #[must_use]
    pub fn from_minor_units(self, units: i128) -> Option<Decimal> {
        Decimal::try_from_i128_with_scale(units, self.minor_digits).ok()
    }

    /// Formats an amount: `$4,500.00`, `-€20.00`, `¥1,200`, `CHF 99.50`.
    #[must_use]
    pub fn display(self, amount: Decimal) -> String {
        let rounded = self.round(amount);
        let sign = if rounded.is_sign_negative() { "-" } else { "" };
        let figure = group_thousands(&rounded.abs().to_string());
        match SIGNS.iter().find(|(code, _)| *code == self.code) {
            Some((_, symbol)) => format!("{sign}{symbol}{figure}"),
            None => format!("{sign}{} {figure}", self.code),
        }
    }

    /// Formats a unit price: like [`Currency::display`], but keeps digits below the minor unit ("$0.0025"),
    /// since a price per piece may be finer than any payable amount.
    #[must_use]
    pub fn display_price(self, price: Decimal) -> String {
        let price = price.normalize();
        if price.scale() <= self.minor_digits {
            return self.display(price);
        }
        let whole = Self { code: self.code, minor_digits: price.scale() };
        whole.display(price)
    }
}

impl Default for Currency {
    fn default() -> Self {
        Self::USD
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code)
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code)
    }
}

/// The text is not a circulating ISO 4217 code.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown currency code")]
pub struct UnknownCurrency;

impl FromStr for Currency {
    type Err = UnknownCurrency;

    /// Accepts the code in any case.
    fn from_str(text: &str) -> Result<Self, UnknownCurrency> {
        let mut code = [0; 3];
        code.copy_from_slice(text.as_bytes().get(..3).filter(|_| text.len() == 3).ok_or(UnknownCurrency)?);
        code.make_ascii_uppercase();
        [(NO_MINOR_DIGITS, 0), (THREE_MINOR_DIGITS, 3), (TWO_MINOR_DIGITS, 2)]
            .iter()
            .find_map(|(codes, minor_digits)| {
                let place = codes.binary_search_by(|known| known.as_bytes().cmp(&code)).ok()?;
                Some(Self { code: codes.get(place)?, minor_digits: *minor_digits })
            })
            .ok_or(UnknownCurrency)
    }
}

impl Serialize for Currency {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code)
    }
}

impl<'de> Deserialize<'de> for Currency {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<'de, str>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// Why a figure is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum AmountError {
    /// Not a figure.
    #[error("Please enter an amount, for example 4,500.00")]
    NotAnAmount,
    /// Beyond [`MAX_AMOUNT`].
    #[error("The amount must be at most 99,999,999.99")]
    TooLarge,
    /// Negative although only a charge is allowed.
    #[error("The amount must not be negative")]
    Negative,
    /// More than the allowed number of decimals.
    #[error("The amount has too many decimals")]
    TooPrecise,
}

impl AmountError {
    /// Stable code for the wire.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::NotAnAmount => "not_an_amount",
            Self::TooLarge => "too_large",
            Self::Negative => "negative",
            Self::TooPrecise => "too_precise",
        }
    }
}

/// Checks that a figure lies in `0..=MAX_AMOUNT`, with at most `decimals` digits after the point.
pub fn check_amount(amount: Decimal, decimals: u32) -> Result<(), AmountError> {
    if amount < Decimal::ZERO {
        return Err(AmountError::Negative);
    }
    if amount > MAX_AMOUNT {
        return Err(AmountError::TooLarge);
    }
    if amount.normalize().scale() > decimals {
        return Err(AmountError::TooPrecise);
    }
    Ok(())
}

/// Parses one amount that a person typed into a field: "4,500", "$4,500.00", "4.5k", "USD 2,000", "1.234,56
/// €". The currency is that of the text, if it names one.
///
/// Ambiguous input is refused, never guessed: several figures, other words, ranges, percentages.
pub fn parse_amount(text: &str) -> Result<(Decimal, Option<Currency>), AmountError> {
    let (amount, currency) = crate::reading::amounts::only_amount(text).ok_or(AmountError::NotAnAmount)?;
    let minor_digits = currency.unwrap_or_default().minor_digits();
    check_amount(amount, minor_digits)?;
    Ok((amount, currency))
}

/// `1234567.50` to `1,234,567.50`.
fn group_thousands(figure: &str) -> String {
    let (whole, fraction) =
        figure.split_once('.').map_or((figure, None), |(whole, fraction)| (whole, Some(fraction)));
    let mut grouped = String::with_capacity(figure.len() + figure.len() / 3);
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    if let Some(fraction) = fraction {
        grouped.push('.');
        grouped.push_str(fraction);
    }
    grouped
}

#[cfg(test)]
mod tests;
