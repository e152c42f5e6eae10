//! Discounts, taxes, deposits, payments and sums.

use pretty_assertions::assert_eq;

use super::*;

#[test]
fn discounts_deposits_and_taxes_are_terms_and_no_items() {
    let percent = |value: i64| Some(Adjustment::percent(value.into()));
    let amount = |value: i64| Some(Adjustment::amount(value.into()));
    for (text, discount, deposit) in [
        ("Website $4,500, 10% off", percent(10), None),
        ("Website $4,500 with a 10% discount", percent(10), None),
        ("Website $4,500, discount of 10%", percent(10), None),
        ("Website $4,500 less 10 percent", percent(10), None),
        ("Website $4,500, $500 off", amount(500), None),
        ("Website $4,500, discount: $500", amount(500), None),
        ("Website $4,500, 50% deposit", None, percent(50)),
        ("Website $4,500, half upfront", None, percent(50)),
        ("Website $4,500. Deposit of $1,000.", None, amount(1_000)),
        ("Website $4,500, $1,000 down payment", None, amount(1_000)),
        ("Website $4,500, 30% deposit of the total, 5% off", percent(5), percent(30)),
    ] {
        let table = table(text);
        assert_eq!((table.discount, table.deposit), (discount, deposit), "{text}");
        assert_eq!(briefs(text), ["Website: 4500"], "{text}");
    }
    let taxed = table("Website €1,000 plus 19% VAT");
    assert_eq!(taxed.tax_mode, TaxMode::Exclusive);
    assert_eq!(taxes(&taxed), ["VAT 19"]);
    assert_eq!(totals(&taxed).unwrap().total_amount.to_string(), "1190.00");
    let contained = table("Website €1,190 including 19% VAT");
    assert_eq!(contained.tax_mode, TaxMode::Inclusive);
    assert_eq!(totals(&contained).unwrap().total_amount.to_string(), "1190.00");
}

fn taxes(table: &PricingTable) -> Vec<String> {
    table.groups[0].items[0].taxes.iter().map(|tax| format!("{} {}", tax.name, tax.rate)).collect()
}

#[test]
fn taxes_are_read_by_name() {
    for (text, mode, expected) in [
        ("Website €1,000 plus 20% VAT", TaxMode::Exclusive, &["VAT 20"][..]),
        ("Website 1.190 €, incl. 19% MwSt", TaxMode::Inclusive, &["MwSt 19"]),
        ("Website 1.000 € zzgl. 19 % MwSt", TaxMode::Exclusive, &["MwSt 19"]),
        ("Website CA$1,000 plus 5% GST and 9.975% QST", TaxMode::Exclusive, &["GST 5", "QST 9.975"]),
        ("Website CA$1,000, GST 5%, QST 9.975%", TaxMode::Exclusive, &["GST 5", "QST 9.975"]),
        ("Website $1,000 plus 8.25% sales tax", TaxMode::Exclusive, &["Sales tax 8.25"]),
        ("Website $1,000 plus 8% tax", TaxMode::Exclusive, &[" 8"]),
    ] {
        let table = table(text);
        assert_eq!(
            (table.tax_mode, taxes(&table)),
            (mode, expected.iter().map(|tax| (*tax).to_owned()).collect()),
            "{text}"
        );
        assert_eq!(briefs(text).len(), 1, "{text}");
        assert!(table.groups[0].items[0].confirmed, "{text}");
    }
    let mixed = table("Website CA$1,000 plus 5% GST, incl. 7% PST");
    assert!(!mixed.groups[0].items[0].confirmed);
}

#[test]
fn payments_are_milestones() {
    for (text, expected) in [
        ("Website $4,500, 40% on start, 60% on delivery", &["40 On start", "60 On delivery"][..]),
        ("Website $4,500: 50% at signing and 50% upon completion", &["50 At signing", "50 Upon completion"]),
        (
            "Website $4,500\n30% deposit\n40% after design approval\n30% on launch",
            &["30 Deposit", "40 After design approval", "30 On launch"],
        ),
        (
            "Website $4,500, 25% due on signing, 75% when the site goes live",
            &["25 On signing", "75 When the site goes live"],
        ),
        ("Website $4,500, 50% upfront, 50% on completion", &["50 Upfront", "50 On completion"]),
        ("Website $4,500\n50% at the start, rest on go-live", &["50 At the start", "50 On go-live"]),
        ("Website $4,500, 50% upfront, the balance on completion", &["50 Upfront", "50 On completion"]),
        ("Website 4.500 €, 40 % bei Auftrag, Rest bei Übergabe", &["40 Bei Auftrag", "60 Bei Übergabe"]),
        (
            "Website 4 500 €, 30 % à la commande, solde à la livraison",
            &["30 À la commande", "70 À la livraison"],
        ),
        ("Website 4.500 €, 50 % al inicio, el resto a la entrega", &["50 Al inicio", "50 A la entrega"]),
    ] {
        let table = table(text);
        let read: Vec<String> = table
            .milestones
            .iter()
            .map(|milestone| format!("{} {}", milestone.share.value, milestone.name))
            .collect();
        assert_eq!(read, expected, "{text}");
        assert_eq!(table.deposit, None, "{text}");
        assert_eq!(briefs(text), ["Website: 4500"], "{text}");
        totals(&table).unwrap();
    }
}

#[test]
fn a_discount_is_on_the_items_it_names() {
    let discounts = |text: &str| {
        let table = table(text);
        let items =
            table.groups[0].items.iter().map(|item| item.discount.map(|discount| discount.value.to_string()));
        (items.collect::<Vec<_>>(), table.discount.map(|discount| discount.value.to_string()))
    };
    let ten = || Some("10".to_owned());
    for text in [
        "Website $4,500, hosting $300/mo, 10 % discount on hosting",
        "Website $4,500, hosting $300/mo, 10% off the hosting",
    ] {
        assert_eq!(discounts(text), (vec![None, ten()], None), "{text}");
        assert_eq!(briefs(text), ["Website: 4500", "Hosting: 300 monthly"], "{text}");
    }
    assert_eq!(discounts("10% off the website ($4,500), logo $300"), (vec![ten(), None], None));
    reads("Photos $200, 10% discount on hosting, hosting $30/mo", &["Photos: 200", "Hosting: 30 monthly"]);
    for text in [
        "Website $4,500, hosting $300/mo, 10% off",
        "Website $4,500, hosting $300/mo, 10% off everything",
        "Website $4,500, logo $300, 10% discount for friends",
    ] {
        assert_eq!(discounts(text), (vec![None, None], ten()), "{text}");
    }
}

#[test]
fn sums_and_comparisons_are_not_charged_again() {
    reads("Website $4,500, hosting $300/mo, total $4,800", &["Website: 4500", "Hosting: 300 monthly"]);
    reads("40 hours at $120/hour = $4,800", &["Hourly work: 40 hour x 120"]);
    reads("Website $4,500 instead of $5,000", &["Website: 4500"]);
    reads("They have a budget of around $15k. We quoted $12,000 for the build.", &["Build: 12000"]);
    let spoken = prices(
        "They have a budget of around $15k. We quoted $12,000 for the build.",
        Currency::USD,
        &mut ids(),
    );
    assert_eq!(spoken.mentions[0].amount, "$15k");
    assert_eq!(spoken.mentions[0].words, "They have a budget of around $15k.");
    reads("Total: $5,000", &["Project fee: 5000"]);
    // The text contradicts itself, so a person must check it.
    reads("Website $4,500, logo $500, total $6,000", &["Website: 4500 ?", "Logo: 500 ?"]);
    reads("Website $4,500, logo $500, total $5,000", &["Website: 4500", "Logo: 500"]);
}
