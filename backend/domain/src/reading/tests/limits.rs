//! Texts that name no price, and texts that no person would write.

use pretty_assertions::assert_eq;
use proptest::prelude::*;

use super::*;

#[test]
fn text_without_an_amount_gives_an_empty_table() {
    for text in [
        "",
        "   \n\t",
        "to be discussed",
        "3 pages, 2 rounds of revisions, 12 months",
        "launch in 2026",
        "call +1 555 123 4567 at 10:30",
        "10% off",
        "50% deposit",
        "Phase 1, phase 2",
        "24/7 support",
        "v2.0 of the app",
        "10k users",
        "5-10 pages",
        "on 2026-03-01",
        "$",
        "€ $ £",
        "$0",
        "#42",
        "12345678901234567890",
    ] {
        let table = table(text);
        assert!(table.groups.is_empty(), "{text}: {table:?}");
        assert_eq!((table.discount, table.deposit), (None, None), "{text}");
        assert_eq!(totals(&table).unwrap().total_amount.to_string(), "0.00");
    }
}

#[test]
fn a_figure_beyond_the_limit_is_refused_by_name() {
    let error = totals(&table("Website $999,999,999")).unwrap_err();
    assert_eq!(error.errors[0].field, "groups[0].items[0].unitPrice");
    assert_eq!(error.errors[0].code, "too_large");
}

#[test]
fn long_texts_are_read_in_linear_time() {
    let list = "Item number one for the website $1,250.00 per month for 12 months, ".repeat(1_500);
    assert_eq!(items(&list).len(), 1_500);
    for hostile in [
        "$1 5% ".to_owned() + &"5% off ".repeat(20_000),
        "1 ".repeat(50_000),
        "$".repeat(100_000),
        "a1".repeat(50_000),
        "1,".repeat(50_000),
        "$1 ".repeat(30_000),
        "5% ".repeat(30_000),
        "$1 a / ".repeat(1_500),
        "5% not ".repeat(10_000),
    ] {
        items(&hostile);
    }
}

const WORDS: &[&str] = &[
    "$", "€", "USD", "4,500", "300", "1.500,00", "4.5k", "12", "%", "off", "deposit", "monthly", "per",
    "month", "/", "hour", "hours", "at", "x", "for", "and", ",", ".", "\n", ":", "optional", "total", "-",
    "to", "Website", "hosting", "(", ")", "=", "each", "one-time", "every", "half", "VAT", "(", "+",
    "\u{a0}", "'", "000", "’", "🦀", "a\u{301}", "ﬁ", "İ", "ẞ",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn no_text_breaks_the_reader(text in any::<String>()) {
        holds(&text)?;
    }

    #[test]
    fn no_mixture_of_its_vocabulary_breaks_the_reader(
        words in prop::collection::vec((prop::sample::select(WORDS), any::<bool>()), 0..40)
    ) {
        let text: String = words.iter().flat_map(|(word, space)| [*word, if *space { " " } else { "" }]).collect();
        holds(&text)?;
    }
}

fn holds(text: &str) -> Result<(), TestCaseError> {
    for item in items(text) {
        let source = item.source.unwrap_or_default();
        prop_assert!(!source.is_empty());
        prop_assert!(!item.name.trim().is_empty() && item.name.chars().count() <= 200);
        prop_assert!(item.quantity > Decimal::ZERO);
        prop_assert!(item.cycles.is_none() || item.cadence != Cadence::Once);
    }
    let table = table(text);
    // May be refused for a figure the user wrote, never for one that the parser introduced.
    if let Err(error) = totals(&table) {
        for error in error.errors {
            let by_figure = error.field.ends_with("unitPrice")
                || error.field.ends_with("value")
                || error.field == "totalAmount"
                || error.field == "groups";
            prop_assert!(by_figure, "{:?}", error);
        }
    }
    Ok(())
}
