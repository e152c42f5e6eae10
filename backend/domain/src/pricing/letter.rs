//! What a table comes to, in the lines of a mail.

use super::{Cadence, PricingTotals};
use crate::money::Currency;

/// One line for each figure that a client answers for: every frequency where more than the one-time total is charged, the total
/// by its name, and what is due when.
#[must_use]
pub fn lines(totals: &PricingTotals, currency: Currency) -> Vec<String> {
    let money = |amount| currency.display(amount);
    let mut lines = Vec::new();
    if totals.cadences.iter().any(|sums| sums.cadence != Cadence::Once) {
        lines.extend(totals.cadences.iter().map(|sums| format!("{}: {}", sums.cadence.label(), money(sums.total))));
    }
    lines.push(format!("{}: {}", totals.total_label, money(totals.total_amount)));
    lines.extend(totals.deposit.map(|deposit| format!("Deposit due on acceptance: {}", money(deposit))));
    for milestone in &totals.milestones {
        let due = milestone.due.as_deref().map(str::trim).filter(|due| !due.is_empty());
        let due = due.map(|due| format!(" ({due})")).unwrap_or_default();
        lines.push(format!("{}{due}: {}", milestone.name.trim(), money(milestone.amount)));
    }
    lines
}
