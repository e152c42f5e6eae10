//! Words of a clause that have a part in its reading, and words that have none and are asked about.

use uuid::Uuid;

use crate::{
    pricing::{Choice, Item},
    reading::{Reading, prices},
};

fn reading(text: &str) -> Reading {
    let mut last = 0_u128;
    prices(text, &mut || {
        last += 1;
        Uuid::from_u128(last)
    })
}

fn items(text: &str) -> Vec<Item> {
    reading(text).table.groups.into_iter().flat_map(|group| group.items).collect()
}

#[track_caller]
fn is_certain(text: &str) {
    let reading = reading(text);
    assert!(reading.is_certain(), "{text}: {:?}", reading.questions);
}

#[track_caller]
fn is_asked(text: &str) {
    assert!(!reading(text).is_certain(), "{text}");
}

#[test]
fn words_that_limit_or_deny_are_asked_about() {
    for text in [
        "Logo $900, not before we have talked",
        "Logo $900, VAT may apply",
        "Logo 900 €, aber das kann sich ändern",
        "Logo 900 €, mais pas cette fois",
        "Logo 900 €, pero puede cambiar",
        "Charged £2,100 for the last one",
        "Phase 1: research $4,000\nPhase 2: rollout, priced after phase 1",
    ] {
        is_asked(text);
    }
    is_certain("Logo $900, 40% now, 60% after approval");
}

#[test]
fn about_and_from_are_about_what_follows_them() {
    is_certain("Ghostwriter from our network, $1,950");
    is_certain("Thanks for the chat about the office. Logo $900.");
    is_asked("Logo from about $900");
    is_asked("Logo $900, about 10% off");
    is_asked("Prices start at $85 for a logo");
}

#[test]
fn what_leads_a_list_may_be_meant_for_each_of_its_items() {
    is_certain("Identity €5,200. Nice to have: animated logo €780.");
    is_asked("Identity €5,200. Nice to have: animated logo €780, card €240.");
}

#[test]
fn an_open_discount_is_asked_about() {
    is_asked("Drawings €2,950. If you sign this month we knock €300 off.");
    is_certain("Drawings €2,950. We knock €300 off.");
}

#[test]
fn an_amount_of_tax_in_brackets_is_not_charged_again() {
    assert_eq!(items("Handbook £3,000. VAT @ 20% added (£600).").len(), 1);
}

#[test]
fn persons_are_counted_where_a_price_is_for_each_of_them() {
    is_certain("Catering for 80 guests at £27 per person");
    is_asked("12 wine tastings at £29 per person");
}

#[test]
fn an_ordinal_counts_nothing() {
    assert_eq!(
        items("Kaffeemaschine 145 € im Monat, Rückgabe im 37. Monat").first().map(|item| item.quantity.to_string()).as_deref(),
        Some("1")
    );
}

#[test]
fn what_follows_a_complete_choice_is_asked_about() {
    let reading = reading("Either A at £700 or B at £1,450. Whichever they take, hosting is £15 a month.");
    assert!(!reading.is_certain());
    assert!(reading.table.groups.iter().any(|group| group.choice == Choice::One));
}

/// "quantity x unit price" of each item.
fn charges(text: &str) -> Vec<String> {
    items(text).into_iter().map(|item| format!("{} x {}", item.quantity.normalize(), item.unit_price.normalize())).collect()
}

#[test]
fn off_takes_something_off_only_behind_an_amount() {
    let signed = reading("Film £4,200\n40 percent when you book, rest when you have signed off");
    assert_eq!(signed.table.discount, None, "{signed:?}");
    assert!(reading("Film £4,200, 10% off").table.discount.is_some());
}

#[test]
fn factors_multiply_and_a_number_elsewhere_counts_what_is_priced_by_the_piece() {
    for (text, expected) in [
        ("3 interpreters x 2 days x EUR 780", ["6 x 780"].as_slice()),
        ("Cocktail 38 € par personne, 65 convives. Location de vaisselle 4,50 € par convive.", &["65 x 38", "65 x 4.5"]),
    ] {
        is_certain(text);
        assert_eq!(charges(text), expected);
    }
    assert_eq!(charges("poda de 6 olivos a 35 eur"), ["6 x 35"]);
    is_asked("Pen test, somewhere between 30 and 40 hours at $120.");
    is_asked("80 € par formation, 11 formations si souhaité et étude du jardin : 6 552 €");
}

#[test]
fn quarters_are_a_duration() {
    let cycles = |text: &str| items(text).first().and_then(|item| item.cycles);
    assert_eq!(cycles("Shooting produits : 320 euros par trimestre, pendant 2 trimestres."), Some(2));
    assert_eq!(cycles("Maintenance: £72 a month for one year"), Some(12));
}

#[test]
fn no_priced_line_is_dropped_for_a_word_of_the_money_of_others() {
    for text in [
        "Grant narrative 26 h x $85, submission $150",
        "Budget annex $500\nSubmission $150",
        "Payroll set-up: $1,850\nPayroll run: $24 per employee, currently 31 employees",
        "Technical audit up front: £1,200\nRetainer £950 a month",
        "Logo 400 quid, rush fee 100 coz of the deadline",
        "logo 450e\nhosting 12€ par mois",
    ] {
        is_asked(text);
    }
    assert_eq!(items("Grant narrative 26 h x $85, submission $150").len(), 2);
}

#[test]
fn a_discount_between_items_may_be_off_its_own() {
    is_asked("UX audit: $2,800\nPrototype: $5,600, 15% off this one as we reuse your system\nTest: $1,900");
}
