//! Taxes: several per item, each by name and rate, added to the prices or included in them.

use std::{borrow::Cow, collections::BTreeMap};

use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};

use super::{
    TaxMode,
    sum::{divide, fraction, in_proportion},
};
use crate::money::exact;

/// A tax on an item.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Tax {
    /// Its name; empty is shown as "Tax".
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Percent.
    #[serde(with = "exact")]
    pub rate: Decimal,
}

/// The sum of one tax: of everything with the same name and rate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TaxTotal {
    /// Its name; empty is shown as "Tax". Omitted if empty, so that totals frozen before taxes had names keep
    /// their hash.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Percent.
    #[serde(with = "exact")]
    pub rate: Decimal,
    /// Added to the prices, or included in them, by the table's tax mode.
    #[serde(with = "exact")]
    pub amount: Decimal,
}

/// The label of a tax with that name.
pub(super) fn shown(name: &str) -> &str {
    let name = name.trim();
    if name.is_empty() { "Tax" } else { name }
}

/// One tax: the lowest rate first, then by name.
pub(super) type Key<'t> = (Decimal, &'t str);

/// The taxes of an item in a normal form, so that equal ones compare equal.
pub(super) fn keys(taxes: &[Tax]) -> Vec<Key<'_>> {
    let mut keys: Vec<Key<'_>> = taxes.iter().map(|tax| (tax.rate.normalize(), tax.name.trim())).collect();
    keys.sort_unstable();
    keys
}

/// The taxes on the discounted amounts of some lines, in minor units.
///
/// If added to the prices, a tax is rounded once, on the sum of its lines. If included in them, the taxes of
/// lines with the same taxes are rounded once together and then distributed among them, so that net and taxes
/// add up exactly to the price.
pub(super) fn taxes<'t, 'l>(
    bases: impl Iterator<Item = (&'l [Key<'t>], i128)>,
    mode: TaxMode,
) -> BTreeMap<Key<'t>, i128>
where
    't: 'l,
{
    let mut taxes: BTreeMap<Key<'t>, i128> = BTreeMap::new();
    match mode {
        TaxMode::Exclusive => {
            for (keys, base) in bases {
                for key in keys {
                    *taxes.entry(*key).or_default() += base;
                }
            }
            for ((rate, _), sum) in &mut taxes {
                let (percent, hundred) = fraction(*rate);
                *sum = divide(*sum * percent, hundred);
            }
        }
        TaxMode::Inclusive => {
            let mut sums: BTreeMap<&'l [Key<'t>], i128> = BTreeMap::new();
            for (keys, base) in bases {
                *sums.entry(keys).or_default() += base;
            }
            for (keys, base) in sums {
                let (percent, hundred) = fraction(keys.iter().map(|(rate, _)| *rate).sum());
                let contained = divide(base * percent, hundred + percent);
                let weights: Vec<i128> = keys
                    .iter()
                    .map(|(rate, _)| fraction(*rate))
                    .map(|(part, whole)| part * (MILLION / whole))
                    .collect();
                // The keys are sorted, so ties are resolved in the same way in any order of the items.
                for (key, share) in keys.iter().zip(in_proportion(contained, &weights, usize::cmp)) {
                    *taxes.entry(*key).or_default() += share;
                }
            }
        }
    }
    taxes
}

/// One hundred percent at the finest possible rate.
const MILLION: i128 = 1_000_000;

/// Reads the taxes of an item, or the single rate of the former format.
pub(super) fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Tax>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Stored<'a> {
        Several(Vec<Tax>),
        Rate(Cow<'a, str>),
    }
    match Option::<Stored<'de>>::deserialize(deserializer)? {
        None => Ok(Vec::new()),
        Some(Stored::Several(taxes)) => Ok(taxes),
        Some(Stored::Rate(rate)) => {
            let rate = exact::parse(&rate)
                .ok_or_else(|| D::Error::custom("expected a percentage as a string, for example \"19\""))?;
            Ok(vec![Tax { name: String::new(), rate }])
        }
    }
}
