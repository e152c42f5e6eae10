//! The payments of a price table.

use rust_decimal::Decimal;
use uuid::Uuid;

use super::item::one_line;
use crate::{
    pricing::{Adjustment, MAX_MILESTONES, Milestone},
    reading::{
        charge::{Charge, Doubt},
        units::{Is, Unit},
        whole::capitalised,
    },
};

/// Longest name of a payment, in characters.
const MAX_MILESTONE_NAME: usize = 100;

/// The payments of a schedule: by the stages that the text names, or in equal parts.
pub(super) fn milestones(
    stages: &[(Decimal, String)],
    parts: &[Decimal],
    doubts: &mut Vec<Doubt>,
    ids: &mut dyn FnMut() -> Uuid,
) -> Vec<Milestone> {
    let mut milestone =
        |index: usize, name: &str, share: Decimal| payment(index, name, Adjustment::percent(share), ids());
    if !stages.is_empty() {
        return stages
            .iter()
            .enumerate()
            .map(|(index, (share, name))| milestone(index, name, *share))
            .collect();
    }
    let [parts] = parts else { return Vec::new() };
    let share = Decimal::ONE_HUNDRED.checked_div(*parts).unwrap_or_default();
    match usize::try_from(*parts) {
        Ok(count) if share.scale() <= 4 && (2..=MAX_MILESTONES).contains(&count) => {
            (0..count).map(|index| milestone(index, "", share)).collect()
        }
        _ => {
            doubts.push(Doubt::Terms);
            Vec::new()
        }
    }
}

/// A payment of the schedule; without a name it is numbered.
pub(super) fn payment(index: usize, name: &str, share: Adjustment, id: Uuid) -> Milestone {
    let name =
        if name.is_empty() { format!("Payment {}", index + 1) } else { one_line(name, MAX_MILESTONE_NAME) };
    Milestone { id, name, due: None, share }
}

/// A stage with an amount.
pub(super) fn stage_of(text: &str, units: &[Unit], charge: &Charge, index: usize, id: Uuid) -> Milestone {
    let says = |at: &&usize| units.get(**at).is_some_and(|unit| !matches!(unit.is, Is::Mark(_) | Is::Break));
    let behind = charge.behind.iter().take_while(says);
    let span = behind.fold(None::<std::ops::Range<usize>>, |span, at| {
        let unit = units.get(*at)?.span.clone();
        Some(span.map_or(unit.clone(), |span| span.start..unit.end))
    });
    let words = span.and_then(|span| text.get(span)).unwrap_or_default().trim();
    payment(index, &capitalised(words), Adjustment::amount(charge.value.saturating_mul(charge.quantity)), id)
}
