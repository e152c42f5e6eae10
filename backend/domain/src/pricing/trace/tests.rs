//! The amounts found in prose.

use pretty_assertions::assert_eq;
use proptest::prelude::*;

use super::*;

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

proptest! {
    #[test]
    fn no_text_breaks_the_search(text in any::<String>(), source in "[$€0-9.,k %a-z/\n-]{0,60}") {
        for text in [&text, &source] {
            for found in amounts(text) {
                prop_assert_eq!(text.get(found.span.clone()), Some(found.text.as_str()));
                prop_assert!(found.value > Decimal::ZERO);
            }
        }
    }
}
