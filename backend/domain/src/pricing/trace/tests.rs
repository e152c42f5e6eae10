//! The amounts found in prose, and the figures of a table that they back.
#![expect(clippy::indexing_slicing, reason = "a test stops at the first surprise")]

use pretty_assertions::assert_eq;
use proptest::prelude::*;
use uuid::Uuid;

use super::*;
use crate::pricing::sum;
use crate::pricing::{Group, table_from_text};

fn briefs(text: &str) -> Vec<String> {
    amounts(text)
        .into_iter()
        .map(|found| {
            assert_eq!(text.get(found.span.clone()), Some(found.text.as_str()));
            let cadence = found.cadence.map(|cadence| format!(" {}", cadence.label())).unwrap_or_default();
            let open = if found.exact { "" } else { " ?" };
            format!("{} [{}]{cadence}{open}", found.value, found.text)
        })
        .collect()
}

#[test]
fn amounts_are_found_in_a_recap() {
    let recap = "Spoke with 3 people on 12 March 2026. Their team of 12 gets 10k visitors and wants 5 pages in 6 weeks. \
                 We agreed on $4,500 for the site, plus hosting for €30 per month. SEO would be around 1.5k. \
                 Budget of 8000 is fixed; they paid 120 per hour before. Growth of 15% expected, deadline 24/7 support.";
    assert_eq!(briefs(recap), ["4500 [$4,500]", "30 [€30] Monthly", "1500 [1.5k] ?", "8000 [8000]", "120 [120]"]);
}

#[test]
fn prose_without_money_has_no_amounts() {
    for text in
        ["", "12 people, 3 offices", "in 2026", "version 2.0", "50% more", "call 555 123 4567", "Room 4500", "5-10 pages", "section 3"]
    {
        assert_eq!(briefs(text), Vec::<String>::new(), "{text}");
    }
}

fn marked(change: impl Fn(&mut Item), sources: &[&str]) -> (bool, Origin, Option<String>) {
    let mut table = table_from_text("Website $4,500", &mut || Uuid::from_u128(1));
    let item = &mut table.groups[0].items[0];
    item.origin = Origin::Assistant;
    item.source = Some("invented".to_owned());
    change(item);
    mark(&mut table, sources);
    let item = table.groups.remove(0).items.remove(0);
    (item.confirmed, item.origin, item.source)
}

#[test]
fn the_same_amount_in_other_words_backs_an_item() {
    for source in ["we said $4,500", "4.5k for the site", "4500 USD", "site: 4500", "$4,500.00", "USD 4,500 one-time"] {
        let (confirmed, origin, words) = marked(|_| {}, &["nothing here", source]);
        assert_eq!((confirmed, origin, words.as_deref()), (true, Origin::User, Some(source)), "{source}");
    }
}

#[test]
fn an_amount_without_a_source_is_unconfirmed() {
    let unbacked = (false, Origin::Assistant, None);
    for source in
        ["", "$4,501", "4500 visitors", "$450", "$4,500 per month", "€4,500", "$4,500-$5,000", "about $4,500", "$3,000-$4,500", "4500%"]
    {
        assert_eq!(marked(|_| {}, &[source]), unbacked, "{source}");
    }
    let source = &["$4,500 for the site"];
    assert!(marked(|_| {}, source).0);
    assert_eq!(marked(|item| item.cadence = Cadence::Monthly, source), unbacked);
    assert_eq!(marked(|item| item.quantity = 3.into(), source), unbacked);
    assert_eq!(marked(|item| item.discount = Some(Adjustment::percent(10.into())), source), unbacked);
    assert_eq!(marked(|item| item.taxes = vec![sum::tests::tax("VAT", "20")], source), unbacked);
}

#[test]
fn other_figures_of_an_item_are_traced_too() {
    assert!(marked(|item| item.quantity = 3.into(), &["3 sites at $4,500 each"]).0);
    assert!(marked(|item| item.taxes = vec![sum::tests::tax("VAT", "20.0")], &["$4,500 plus 20% VAT"]).0);
    assert!(marked(|item| item.discount = Some(Adjustment::amount(500.into())), &["$4,500, less $500"]).0);
}

#[test]
fn catalogue_and_integrations_vouch_for_their_figures() {
    for origin in [Origin::Catalogue, Origin::Api] {
        for confirmed in [true, false] {
            let result = marked(|item| (item.origin, item.confirmed) = (origin, confirmed), &[]);
            assert_eq!(result, (confirmed, origin, Some("invented".to_owned())));
        }
    }
}

#[test]
fn terms_without_a_request_are_removed() {
    let mut table = table_from_text("Website $4,500", &mut || Uuid::from_u128(1));
    table.discount = Some(Adjustment::percent(10.into()));
    table.deposit = Some(Adjustment::percent(50.into()));
    mark(&mut table, &["Website $4,500, 50% upfront"]);
    assert_eq!((table.discount, table.deposit), (None, Some(Adjustment::percent(50.into()))));
}

#[test]
fn a_parsed_table_is_backed_by_its_own_text_and_stays_open_where_it_was() {
    let text = "$4,500 one-time and $300 monthly hosting, SEO $800-$900, 40 hours at $120/hour, 10% off";
    let mut last = 0;
    let mut table = table_from_text(text, &mut || {
        last += 1;
        Uuid::from_u128(last)
    });
    let before = table.clone();
    mark(&mut table, &[text]);
    let state = |table: &PricingTable| -> Vec<bool> {
        let items = |group: &Group| group.items.iter().map(|item| item.confirmed).collect::<Vec<_>>();
        table.groups.iter().flat_map(items).collect()
    };
    assert_eq!(state(&table), [true, true, false, true]);
    assert_eq!(state(&table), state(&before));
    assert_eq!(table.discount, before.discount);
}

proptest! {
    #[test]
    fn no_text_breaks_the_search(text in any::<String>(), source in "[$€0-9.,k %a-z/\n-]{0,60}") {
        for text in [&text, &source] {
            for found in amounts(text) {
                prop_assert_eq!(text.get(found.span.clone()), Some(found.text.as_str()));
                prop_assert!(found.value > Decimal::ZERO);
            }
        }
        let mut table = table_from_text(&source, &mut || Uuid::nil());
        mark(&mut table, &[&text, &source]);
        for item in table.groups.iter().flat_map(|group| &group.items) {
            prop_assert_eq!(item.confirmed, item.source.is_some());
        }
    }
}
