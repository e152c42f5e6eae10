//! Milestones: the schedule by which the one-time total is paid.

use std::borrow::Cow;

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    Adjustment, AdjustmentKind, PricingError,
    sum::{divide, fraction, in_proportion},
};
use crate::money::{Currency, exact};

/// A part of the one-time total with its own due date.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Milestone {
    /// Stable id.
    pub id: Uuid,
    /// The condition that makes it due.
    pub name: String,
    /// When it is due, in words: a date, "14 days after launch".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<String>,
    /// Its share of the one-time total.
    pub share: Adjustment,
}

/// The amount of one milestone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MilestoneTotal {
    /// The milestone's id.
    pub milestone_id: Uuid,
    pub name: String,
    /// When it is due, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<String>,
    /// The amount due then.
    #[serde(with = "exact")]
    pub amount: Decimal,
}

/// Divides a one-time total, in minor units, among its milestones. Percentages are rounded together and
/// distributed by largest remainder, so that a hundred percent is exactly the total. Refused if the
/// milestones exceed it.
pub(super) fn amounts(
    milestones: &[Milestone],
    total: i128,
    currency: Currency,
) -> Result<Vec<i128>, PricingError> {
    let percents: Vec<Decimal> = milestones
        .iter()
        .map(|milestone| match milestone.share {
            Adjustment { kind: AdjustmentKind::Percent, value } => value,
            Adjustment { kind: AdjustmentKind::Amount, .. } => Decimal::ZERO,
        })
        .collect();
    let (numerator, denominator) = fraction(percents.iter().copied().sum());
    let by_percent = divide(total * numerator, denominator);
    let weights: Vec<i128> = percents
        .iter()
        .map(|percent| fraction(*percent))
        .map(|(part, whole)| part * (1_000_000 / whole))
        .collect();
    let ids = |a: &usize, b: &usize| {
        milestones
            .get(*a)
            .map(|milestone| milestone.id)
            .cmp(&milestones.get(*b).map(|milestone| milestone.id))
    };
    let shares = in_proportion(by_percent, &weights, ids);
    let amounts: Vec<i128> = milestones
        .iter()
        .zip(shares)
        .map(|(milestone, share)| match milestone.share.kind {
            AdjustmentKind::Percent => share,
            AdjustmentKind::Amount => currency.minor_units(milestone.share.value),
        })
        .collect();
    if amounts.iter().sum::<i128>() > total {
        let total = currency.from_minor_units(total).map_or(Cow::Borrowed("the one-time total"), |total| {
            Cow::Owned(format!("the one-time total of {}", currency.display(total)))
        });
        return Err(PricingError::one(
            "milestones".to_owned(),
            "too_large",
            format!("The milestones come to more than {total}"),
        ));
    }
    Ok(amounts)
}
