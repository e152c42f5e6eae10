//! The prices with the client's choices, in the order and wording of [`proffer_domain::pricing::render`].

use proffer_domain::pricing::{
    AdjustmentKind, Cadence, CadenceTotals, Choice, Group, Item, PricingTable, PricingTotals, label,
};
use serde_json::{Value, json};

/// A row with more text than this may break over pages, because it could be taller than one.
const WHOLE_MAX: usize = 900;

/// The tables by frequency, the totals, and the payment schedule. Null when nothing is charged.
pub(super) fn of(table: &PricingTable, totals: &PricingTotals) -> Value {
    let money = |amount| table.currency.display(amount);
    let tables: Vec<Value> =
        Cadence::ALL.into_iter().filter_map(|cadence| cadence_table(table, totals, cadence)).collect();
    if tables.is_empty() {
        return Value::Null;
    }
    let deposit = totals
        .deposit
        .zip(table.deposit)
        .map(|(deposit, asked)| json!({ "name": label::deposit(asked), "amount": money(deposit) }));
    let schedule: Vec<Value> = table
        .milestones
        .iter()
        .zip(&totals.milestones)
        .map(|(asked, milestone)| {
            let share = (asked.share.kind == AdjustmentKind::Percent)
                .then(|| label::adjustment(asked.share, table.currency));
            json!({
                "name": milestone.name, "due": milestone.due, "share": share,
                "amount": money(milestone.amount)
            })
        })
        .collect();
    json!({
        "tables": tables,
        "total": { "name": totals.total_label, "amount": money(totals.total_amount) },
        "deposit": deposit,
        "schedule": schedule,
    })
}

fn cadence_table(table: &PricingTable, totals: &PricingTotals, cadence: Cadence) -> Option<Value> {
    let group = |group: &Group| {
        let items: Vec<Value> = group
            .items
            .iter()
            .filter(|item| item.cadence == cadence)
            .map(|item| item_row(item, group.choice, table))
            .collect();
        let (name, hint) = (group.name.trim(), label::hint(group.choice));
        (!items.is_empty()).then(|| json!({ "name": name, "hint": hint, "items": items }))
    };
    let groups: Vec<Value> = table.groups.iter().filter_map(group).collect();
    let sums = totals
        .cadences
        .iter()
        .find(|sums| sums.cadence == cadence)
        .map(|sums| sums_of(table, sums))
        .unwrap_or_default();
    (!groups.is_empty()).then(|| json!({ "name": cadence.label(), "groups": groups, "sums": sums }))
}

fn item_row(item: &Item, choice: Choice, table: &PricingTable) -> Value {
    let mut notes: Vec<String> = Vec::new();
    notes.extend(label::chosen(item, choice).map(str::to_owned));
    notes.extend(label::run(item));
    notes.extend(
        item.discount.map(|discount| format!("{} discount", label::adjustment(discount, table.currency))),
    );
    notes.extend(item.taxes.iter().map(label::tax));
    if !item.confirmed {
        notes.push("Amount to be confirmed".to_owned());
    }
    let description = item.description.as_deref().map(str::trim).unwrap_or_default();
    json!({
        "name": item.name,
        "taken": item.counts(choice),
        "notes": notes,
        "description": description,
        "quantity": label::quantity(item),
        "price": table.currency.display_price(item.unit_price),
        "amount": label::amount(item, table.currency),
        "whole": item.name.chars().count() + description.chars().count() <= WHOLE_MAX,
    })
}

fn sums_of(table: &PricingTable, sums: &CadenceTotals) -> Vec<Value> {
    let name = sums.cadence.label();
    let row = |name: String, amount, total: bool| {
        json!({
            "name": name, "amount": table.currency.display(amount), "total": total
        })
    };
    let more = !sums.discount.is_zero() || !sums.taxes.is_empty();
    let mut rows = vec![row(format!("{name} subtotal"), sums.subtotal, !more)];
    if !sums.discount.is_zero() {
        rows.push(row("Discount".to_owned(), -sums.discount, false));
    }
    rows.extend(sums.taxes.iter().map(|tax| row(label::tax_total(tax, table.tax_mode), tax.amount, false)));
    if more {
        rows.push(row(format!("{name} total"), sums.total, true));
    }
    rows
}
