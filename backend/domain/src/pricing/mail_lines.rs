//! The totals of a price table as lines of a mail.

use std::collections::HashMap;

use rust_decimal::Decimal;

use super::{Cadence, PricingTable, PricingTotals, label};
use crate::money::Currency;

/// One line for each figure that the client agrees to: every frequency if there are recurring charges, the
/// labelled total, and what is due when.
#[must_use]
pub fn lines(totals: &PricingTotals, currency: Currency) -> Vec<String> {
    let money = |amount| currency.display(amount);
    let mut lines = Vec::new();
    if totals.cadences.iter().any(|sums| sums.cadence != Cadence::Once) {
        lines.extend(
            totals.cadences.iter().map(|sums| format!("{}: {}", sums.cadence.label(), money(sums.total))),
        );
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

/// One line for each charged item, after its discount and before taxes: "Seats, 5: $50.00". `totals` are
/// those of the table.
#[must_use]
pub fn items(table: &PricingTable, totals: &PricingTotals) -> Vec<String> {
    let amounts: HashMap<_, _> =
        totals.lines.iter().map(|line| (line.item_id, line.amount - line.discount)).collect();
    let items = table.groups.iter().flat_map(|group| &group.items);
    items
        .filter_map(|item| {
            let amount = table.currency.display(*amounts.get(&item.id)?);
            let quantity = if item.quantity == Decimal::ONE {
                String::new()
            } else {
                format!(", {}", label::quantity(item))
            };
            let cadence = match item.cadence {
                Cadence::Once => "",
                Cadence::Monthly => " a month",
                Cadence::Quarterly => " a quarter",
                Cadence::Yearly => " a year",
            };
            Some(format!("{}{quantity}: {amount}{cadence}", item.name.trim()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use uuid::Uuid;

    use super::*;
    use crate::money::Currency;
    use crate::pricing::{Adjustment, table_from_text, totals};

    #[test]
    fn items_are_what_is_charged() {
        let mut id = 0;
        let mut table =
            table_from_text("$4,500 one-time and $300 monthly hosting", Currency::USD, &mut || {
                id += 1;
                Uuid::from_u128(id)
            });
        let lines = |table: &PricingTable| items(table, &totals(table).unwrap());
        let before = lines(&table);
        assert!(before.iter().any(|line| line.ends_with(": $4,500.00")), "{before:?}");
        assert!(before.iter().any(|line| line.ends_with(": $300.00 a month")), "{before:?}");
        let item = table.groups.first_mut().and_then(|group| group.items.first_mut()).unwrap();
        (item.name, item.quantity) = (" Seats ".to_owned(), Decimal::new(25, 1));
        item.unit_price = Decimal::TEN;
        item.discount = Some(Adjustment::amount(Decimal::ONE));
        assert!(lines(&table).contains(&"Seats, 2.5: $24.00".to_owned()), "{:?}", lines(&table));
        let item = table.groups.first_mut().and_then(|group| group.items.first_mut()).unwrap();
        item.unit = Some("hour".to_owned());
        assert!(lines(&table).contains(&"Seats, 2.5 hours: $24.00".to_owned()), "{:?}", lines(&table));
        let item = table.groups.first_mut().and_then(|group| group.items.first_mut()).unwrap();
        (item.optional, item.selected) = (true, false);
        assert_eq!(lines(&table).len(), before.len() - 1);
    }
}
