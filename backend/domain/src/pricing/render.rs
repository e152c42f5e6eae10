//! Renders a pricing table as HTML for the proposal's pricing block: one table per frequency, each with its
//! own sums, then the totals.
//!
//! The markup is semantic (captions, scoped headers), carries only `pricing-` classes and no styles, and
//! passes the document sanitiser unchanged.

use std::fmt::Write as _;

use super::{
    AdjustmentKind, Cadence, CadenceTotals, Choice, Group, Item, PricingTable, PricingTotals, label, totals,
};
use crate::money::Currency;

/// Renders the table. Empty if it has no items. A table that cannot be totalled is rendered without sums and
/// says so; it cannot be sent either.
#[must_use]
pub fn html(table: &PricingTable) -> String {
    if table.groups.iter().all(|group| group.items.is_empty()) {
        return String::new();
    }
    let totals = totals(table).ok();
    let mut html = String::from("<div class=\"pricing-tables\">");
    for cadence in Cadence::ALL {
        cadence_table(&mut html, table, cadence, totals.as_ref());
    }
    match &totals {
        Some(totals) => summary(&mut html, table, totals),
        None => html.push_str("<p class=\"pricing-error\">These prices cannot be added up yet.</p>"),
    }
    html.push_str("</div>");
    html
}

fn cadence_table(html: &mut String, table: &PricingTable, cadence: Cadence, totals: Option<&PricingTotals>) {
    let rows: Vec<(&Group, Vec<&Item>)> = table
        .groups
        .iter()
        .map(|group| (group, group.items.iter().filter(|item| item.cadence == cadence).collect()))
        .filter(|(_, items): &(_, Vec<_>)| !items.is_empty())
        .collect();
    if rows.is_empty() {
        return;
    }
    let label = cadence.label();
    let class = label.to_ascii_lowercase();
    push(
        html,
        format_args!(
            "<table class=\"pricing-table pricing-{class}\"><caption>{label}</caption><thead><tr>\
             <th scope=\"col\">Item</th><th scope=\"col\" class=\"pricing-number\">Quantity</th>\
             <th scope=\"col\" class=\"pricing-number\">Price</th><th scope=\"col\" class=\"pricing-number\">Amount</th>\
             </tr></thead><tbody>"
        ),
    );
    for (group, items) in rows {
        group_row(html, group);
        for item in items {
            item_row(html, item, group.choice, table.currency);
        }
    }
    html.push_str("</tbody>");
    if let Some(sums) = totals.and_then(|totals| totals.cadences.iter().find(|sums| sums.cadence == cadence))
    {
        foot(html, table, sums);
    }
    html.push_str("</table>");
}

fn group_row(html: &mut String, group: &Group) {
    let hint = label::hint(group.choice);
    if group.name.trim().is_empty() && hint.is_empty() {
        return;
    }
    html.push_str("<tr class=\"pricing-group\"><th scope=\"rowgroup\" colspan=\"4\">");
    escape(html, group.name.trim());
    if !hint.is_empty() {
        push(html, format_args!(" <small class=\"pricing-note\">{hint}</small>"));
    }
    html.push_str("</th></tr>");
}

fn item_row(html: &mut String, item: &Item, choice: Choice, currency: Currency) {
    let counts = item.counts(choice);
    let class = if counts { "pricing-item" } else { "pricing-item pricing-left-out" };
    push(html, format_args!("<tr class=\"{class}\"><th scope=\"row\">"));
    escape(html, &item.name);
    if let Some(chosen) = label::chosen(item, choice) {
        let class = if item.optional || choice == Choice::Any { " pricing-optional" } else { "" };
        push(html, format_args!(" <small class=\"pricing-note{class}\">{chosen}</small>"));
    }
    if let Some(run) = label::run(item) {
        push(html, format_args!(" <small class=\"pricing-note\">{run}</small>"));
    }
    if let Some(discount) = item.discount {
        push(
            html,
            format_args!(
                " <small class=\"pricing-note\">{} discount</small>",
                label::adjustment(discount, currency)
            ),
        );
    }
    for bears in &item.taxes {
        html.push_str(" <small class=\"pricing-note\">");
        escape(html, &label::tax(bears));
        html.push_str("</small>");
    }
    if !item.confirmed {
        html.push_str(" <mark class=\"pricing-unconfirmed\">Amount to be confirmed</mark>");
    }
    if let Some(description) = item.description.as_deref().filter(|text| !text.trim().is_empty()) {
        html.push_str("<br><span class=\"pricing-description\">");
        escape(html, description);
        html.push_str("</span>");
    }
    html.push_str("</th><td class=\"pricing-number\">");
    escape(html, &label::quantity(item));
    push(
        html,
        format_args!(
            "</td><td class=\"pricing-number\">{}</td><td class=\"pricing-number\">",
            currency.display_price(item.unit_price)
        ),
    );
    html.push_str(&label::amount(item, currency).unwrap_or_default());
    html.push_str("</td></tr>");
}

fn foot(html: &mut String, table: &PricingTable, sums: &CadenceTotals) {
    let label = sums.cadence.label();
    let money = |amount| table.currency.display(amount);
    html.push_str("<tfoot>");
    foot_row(html, "pricing-subtotal", &format!("{label} subtotal"), &money(sums.subtotal));
    if !sums.discount.is_zero() {
        foot_row(html, "pricing-discount", "Discount", &money(-sums.discount));
    }
    for sum in &sums.taxes {
        let mut name = String::new();
        escape(&mut name, &label::tax_total(sum, table.tax_mode));
        foot_row(html, "pricing-tax", &name, &money(sum.amount));
    }
    if !sums.discount.is_zero() || !sums.taxes.is_empty() {
        foot_row(html, "pricing-total", &format!("{label} total"), &money(sums.total));
    }
    html.push_str("</tfoot>");
}

fn foot_row(html: &mut String, class: &str, name: &str, amount: &str) {
    push(
        html,
        format_args!(
            "<tr class=\"{class}\"><th scope=\"row\" colspan=\"3\">{name}</th><td class=\"pricing-number\">{amount}</td></tr>"
        ),
    );
}

fn summary(html: &mut String, table: &PricingTable, totals: &PricingTotals) {
    let money = |amount| table.currency.display(amount);
    push(
        html,
        format_args!(
            "<dl class=\"pricing-summary\"><dt>{}</dt><dd class=\"pricing-grand-total\">{}</dd>",
            totals.total_label,
            money(totals.total_amount)
        ),
    );
    if let Some((deposit, asked)) = totals.deposit.zip(table.deposit) {
        push(
            html,
            format_args!(
                "<dt>{}</dt><dd class=\"pricing-deposit\">{}</dd>",
                label::deposit(asked),
                money(deposit)
            ),
        );
    }
    html.push_str("</dl>");
    schedule(html, table, totals);
}

/// The milestones with their due dates.
fn schedule(html: &mut String, table: &PricingTable, totals: &PricingTotals) {
    if totals.milestones.is_empty() {
        return;
    }
    html.push_str(
        "<table class=\"pricing-table pricing-schedule\"><caption>Payment schedule</caption><thead><tr>\
         <th scope=\"col\">Milestone</th><th scope=\"col\">Due</th><th scope=\"col\" class=\"pricing-number\">Share</th>\
         <th scope=\"col\" class=\"pricing-number\">Amount</th></tr></thead><tbody>",
    );
    for (asked, milestone) in table.milestones.iter().zip(&totals.milestones) {
        html.push_str("<tr class=\"pricing-milestone\"><th scope=\"row\">");
        escape(html, &milestone.name);
        html.push_str("</th><td>");
        escape(html, milestone.due.as_deref().unwrap_or_default());
        html.push_str("</td><td class=\"pricing-number\">");
        if asked.share.kind == AdjustmentKind::Percent {
            push(html, format_args!("{}%", asked.share.value.normalize()));
        }
        push(
            html,
            format_args!(
                "</td><td class=\"pricing-number\">{}</td></tr>",
                table.currency.display(milestone.amount)
            ),
        );
    }
    html.push_str("</tbody></table>");
}

fn push(html: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = html.write_fmt(text);
}

/// Writes text as the sanitiser would: markup characters escaped, control characters (which HTML does not
/// allow) as spaces.
fn escape(html: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '\u{a0}' => html.push_str("&nbsp;"),
            control if control.is_control() => html.push(' '),
            other => html.push(other),
        }
    }
}

#[cfg(test)]
mod tests;
