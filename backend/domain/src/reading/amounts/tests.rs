//! The amounts, numbers and terms found in texts.

use pretty_assertions::assert_eq;
use proptest::prelude::*;

use super::*;

/// Each amount as "value [as written] frequency", with a question mark where the words leave it open.
fn briefs(text: &str, found: Vec<StatedAmount>) -> Vec<String> {
    let brief = |amount: StatedAmount| {
        assert_eq!(text.get(amount.span.clone()), Some(amount.text.as_str()));
        let cadence = amount.cadence.map(|cadence| format!(" {}", cadence.label())).unwrap_or_default();
        let open = if amount.is_exact() { "" } else { " ?" };
        format!("{} [{}]{cadence}{open}", amount.value, amount.text)
    };
    found.into_iter().map(brief).collect()
}

#[test]
fn amounts_are_found_in_any_text() {
    for (text, found) in [
        (
            "Spoke with 3 people on 12 March 2026. Their team of 12 gets 10k visitors and wants 5 pages in 6 weeks. We agreed on \
             $4,500 for the site, plus hosting for €30 per month. SEO would be around 1.5k. Budget of 8000 is fixed; they paid \
             120 per hour before. Growth of 15% expected, deadline 24/7 support.",
            &["4500 [$4,500]", "30 [€30] Monthly", "1500 [1.5k] ?", "8000 [8000] ?", "120 [120]"][..],
        ),
        ("The scaffold costs 640, the render is $3,000-$4,000.", &["640 [640]", "4000 [$3,000-$4,000] ?"]),
        ("Der Anstrich kostet 1.850 €, das Gerüst pauschal 420.", &["1850 [1.850 €]", "420 [420]"]),
        ("La pose est à 75 € par mois.", &["75 [75 €] Monthly"]),
        ("Pruning is 95 per hour and the fee 480 plus VAT.", &["95 [95]", "480 [480]"]),
        ("Two days on the roof @ 450, budget 15-20k.", &["450 [450]", "20000 [15-20k] ?"]),
        ("We can take the fence down for $900 if the ground is dry.", &["900 [$900] ?"]),
    ] {
        assert_eq!(briefs(text, amounts(text)), found, "{text}");
    }
}

#[test]
fn text_without_money_has_no_amounts() {
    for text in [
        "",
        "12 people, 3 offices",
        "in 2026",
        "version 2.0",
        "50% more",
        "call 555 123 4567",
        "Room 4500",
        "5-10 pages",
        "section 3",
        "They want 12 monthly reports.",
        "The barn holds 300.",
    ] {
        assert_eq!(briefs(text, amounts(text)), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn bare_figures_are_amounts_in_a_text_about_prices() {
    for (text, found) in [
        ("Website 4500", &["4500 [4500]"][..]),
        ("Fence 1200, gate 350 optional", &["1200 [1200]", "350 [350]"]),
        ("3 workshops", &[]),
        ("from about 300", &["300 [300] ?"]),
        ("$300 per week", &["300 [$300] ?"]),
    ] {
        assert_eq!(briefs(text, priced(text)), found, "{text}");
    }
}

#[test]
fn numbers_are_found_in_digits_and_words() {
    for (text, found) in [
        ("3 sheds, twelve beds and 9.975% tax", &["3", "12", "9.975%"][..]),
        ("make it 4,5", &["4.5?"]),
        ("on 24 May", &["24"]),
        ("two dozen", &["24"]),
        ("none", &[]),
    ] {
        let brief = |number: StatedNumber| {
            format!(
                "{}{}{}",
                number.value,
                if number.is_percent { "%" } else { "" },
                if number.sure { "" } else { "?" }
            )
        };
        assert_eq!(numbers(text).into_iter().map(brief).collect::<Vec<_>>(), found, "{text}");
    }
}

#[test]
fn terms_are_read_without_prices() {
    let percent = |value: i64| Some(Adjustment::percent(value.into()));
    let amount = |value: i64| Some(Adjustment::amount(value.into()));
    for (text, discount, deposit, taxes) in [
        ("take 12% off", percent(12), None, &[][..]),
        ("a discount of $200", amount(200), None, &[]),
        ("half up front", None, percent(50), &[]),
        ("set the deposit to $750", None, amount(750), &[]),
        ("plus 20% VAT", None, None, &[("VAT", 20)]),
        ("the roof is steep", None, None, &[]),
    ] {
        let found = terms(text);
        assert_eq!((found.discount, found.deposit), (discount, deposit), "{text}");
        let named: Vec<(&str, Decimal)> =
            found.taxes.iter().map(|tax| (tax.name.as_str(), tax.rate)).collect();
        assert_eq!(
            named,
            taxes.iter().map(|(name, rate)| (*name, Decimal::from(*rate))).collect::<Vec<_>>(),
            "{text}"
        );
        assert!(found.is_exact(), "{text}");
    }
    for text in ["a discount of about 10%", "10% off if they pay early"] {
        assert!(!terms(text).is_exact(), "{text}");
    }
}

proptest! {
    #[test]
    fn no_text_breaks_the_search(text in any::<String>(), source in "[$€0-9.,k %a-z/\n-]{0,60}") {
        for text in [&text, &source] {
            for found in amounts(text).into_iter().chain(priced(text)) {
                prop_assert_eq!(text.get(found.span.clone()), Some(found.text.as_str()));
            }
            let (_, _, _) = (numbers(text), terms(text), only_amount(text));
        }
    }
}
