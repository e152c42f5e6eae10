//! The rendered table: complete, accessible, escaped, and unchanged by the sanitiser.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops at the first surprise")]

use pretty_assertions::assert_eq;
use proptest::prelude::*;
use rust_decimal::Decimal;
use uuid::Uuid;

use super::*;
use crate::{document, pricing::table_from_text};

fn table(text: &str) -> PricingTable {
    let mut last = 0;
    table_from_text(text, Currency::USD, &mut || {
        last += 1;
        Uuid::from_u128(last)
    })
}

#[test]
fn the_journeys_table_is_drawn_by_frequency() {
    let drawn = html(&table("$4,500 one-time and $300 monthly hosting"));
    let head = "<thead><tr><th scope=\"col\">Item</th><th scope=\"col\" class=\"pricing-number\">Quantity</th>\
                <th scope=\"col\" class=\"pricing-number\">Price</th><th scope=\"col\" class=\"pricing-number\">Amount</th></tr></thead>";
    assert_eq!(
        drawn,
        format!(
            "<div class=\"pricing-tables\">\
             <table class=\"pricing-table pricing-one-time\"><caption>One-time</caption>{head}<tbody>\
             <tr class=\"pricing-item\"><th scope=\"row\">Project fee</th><td class=\"pricing-number\">1</td>\
             <td class=\"pricing-number\">$4,500.00</td><td class=\"pricing-number\">$4,500.00</td></tr></tbody>\
             <tfoot><tr class=\"pricing-subtotal\"><th scope=\"row\" colspan=\"3\">One-time subtotal</th>\
             <td class=\"pricing-number\">$4,500.00</td></tr></tfoot></table>\
             <table class=\"pricing-table pricing-monthly\"><caption>Monthly</caption>{head}<tbody>\
             <tr class=\"pricing-item\"><th scope=\"row\">Hosting</th><td class=\"pricing-number\">1</td>\
             <td class=\"pricing-number\">$300.00</td><td class=\"pricing-number\">$300.00</td></tr></tbody>\
             <tfoot><tr class=\"pricing-subtotal\"><th scope=\"row\" colspan=\"3\">Monthly subtotal</th>\
             <td class=\"pricing-number\">$300.00</td></tr></tfoot></table>\
             <dl class=\"pricing-summary\"><dt>One-time total plus first year of recurring costs</dt>\
             <dd class=\"pricing-grand-total\">$8,100.00</dd></dl></div>"
        )
    );
}

#[test]
fn everything_that_changes_the_price_is_shown() {
    let drawn = html(&table(
        "Website $3,000-$4,000, 40 hours at $120/hour, support $300 monthly for 6 months, domain $20 yearly, reports $90 quarterly, \
         optional SEO $800, 10% off, 50% deposit, plus 20% VAT",
    ));
    for shown in [
        "<caption>One-time</caption>",
        "<caption>Monthly</caption>",
        "<caption>Quarterly</caption>",
        "<caption>Yearly</caption>",
        "Website <small class=\"pricing-note\">20% VAT</small> <mark class=\"pricing-unconfirmed\">Amount to be confirmed</mark>",
        "40 hours</td><td class=\"pricing-number\">$120.00</td><td class=\"pricing-number\">$4,800.00</td>",
        "<small class=\"pricing-note\">for 6 months</small>",
        "SEO <small class=\"pricing-note pricing-optional\">Optional, not included</small>",
        "One-time subtotal</th><td class=\"pricing-number\">$8,800.00</td>",
        "Discount</th><td class=\"pricing-number\">-$880.00</td>",
        "VAT 20%</th><td class=\"pricing-number\">$1,584.00</td>",
        "One-time total</th><td class=\"pricing-number\">$9,504.00</td>",
        "<dt>Deposit due on acceptance (50%)</dt><dd class=\"pricing-deposit\">$4,752.00</dd>",
    ] {
        assert!(drawn.contains(shown), "{shown}\n{drawn}");
    }
    let order: Vec<usize> = Cadence::ALL
        .iter()
        .map(|cadence| drawn.find(&format!("<caption>{}", cadence.label())).unwrap())
        .collect();
    assert!(order.is_sorted());
}

#[test]
fn choices_are_marked() {
    let mut drawn = table("Basic $100, Plus $200");
    drawn.groups[0].name = "Plan".to_owned();
    drawn.groups[0].choice = Choice::One;
    drawn.groups[0].items[0].selected = false;
    let drawn = html(&drawn);
    assert!(drawn.contains(
        "<th scope=\"rowgroup\" colspan=\"4\">Plan <small class=\"pricing-note\">Choose one</small></th>"
    ));
    assert!(
        drawn.contains(
            "<tr class=\"pricing-item pricing-left-out\"><th scope=\"row\">Basic <small class=\"pricing-note\">Not chosen</small>"
        )
    );
    assert!(drawn.contains("<dd class=\"pricing-grand-total\">$200.00</dd>"));
}

#[test]
fn an_empty_table_draws_nothing_and_a_wrong_one_says_so() {
    assert_eq!(html(&PricingTable::default()), "");
    let mut wrong = table("Website $100");
    wrong.groups[0].items[0].unit_price = Decimal::MAX;
    wrong.groups[0].items[0].quantity = Decimal::MAX;
    let drawn = html(&wrong);
    assert!(drawn.contains("<p class=\"pricing-error\">These prices cannot be added up yet.</p>"));
    assert!(!drawn.contains("pricing-grand-total"));
}

#[test]
fn inclusive_tax_is_shown_as_contained() {
    let drawn = html(&table("Website €1,190 including 19% VAT"));
    assert!(drawn.contains("Contains 19% VAT</th><td class=\"pricing-number\">€190.00</td>"));
    assert!(drawn.contains("<dd class=\"pricing-grand-total\">€1,190.00</dd>"));
}

#[test]
fn milestones_are_drawn_as_a_schedule() {
    let drawn =
        html(&table("Website $4,500, 30% upfront, 30% after approval of the design, 40% on delivery"));
    let row = |name: &str, share: &str, amount: &str| {
        format!(
            "<tr class=\"pricing-milestone\"><th scope=\"row\">{name}</th><td></td><td class=\"pricing-number\">{share}</td>\
             <td class=\"pricing-number\">{amount}</td></tr>"
        )
    };
    let rows = [
        row("Upfront", "30%", "$1,350.00"),
        row("After approval of the design", "30%", "$1,350.00"),
        row("On delivery", "40%", "$1,800.00"),
    ];
    assert!(drawn.contains(&rows.concat()), "{drawn}");
    assert_eq!(document::clean(&drawn), drawn);
}

proptest! {
    #[test]
    fn any_text_is_escaped_and_passes_the_sanitiser_unchanged(
        name in any::<String>(), description in any::<String>(), unit in "[<>&\"'a-z]{1,8}", hostile in "(<script>|</table>|<img src=x onerror=1>|&lt;|\u{a0}|\r|\0){0,4}"
    ) {
        let mut table = table("Website $100, optional SEO $50 monthly");
        let item = &mut table.groups[0].items[0];
        item.name = format!("x{name}{hostile}");
        item.description = Some(description);
        item.unit = Some(unit);
        table.groups[0].name = hostile;
        let drawn = html(&table);
        prop_assert!(!drawn.contains("<script") && !drawn.contains("<img") && !drawn.contains(" style="));
        prop_assert_eq!(drawn.matches("</table>").count(), 2);
        prop_assert_eq!(document::clean(&drawn), drawn);
    }
}
