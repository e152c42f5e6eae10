//! Words of a clause that have a part in its reading, and words that have none and are asked about.

use uuid::Uuid;

use crate::money::Currency;
use crate::{
    pricing::{Adjustment, Choice, Item, TaxMode},
    reading::{Reading, prices},
};

fn reading(text: &str) -> Reading {
    let mut last = 0_u128;
    prices(text, Currency::USD, &mut || {
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
    is_certain("Identity €5,200. Nice to have: animated logo €780, card €240.");
    is_asked("Nice to have: animated logo €780, card €240.");
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
    is_asked("Payroll £25 per person and month");
    is_asked("Lohn 25 € pro Person und Monat");
}

#[test]
fn an_ordinal_counts_nothing() {
    assert_eq!(
        items("Kaffeemaschine 145 € im Monat, Rückgabe im 37. Monat")
            .first()
            .map(|item| item.quantity.to_string())
            .as_deref(),
        Some("1")
    );
}

#[test]
fn what_is_charged_with_each_choice_is_no_part_of_it() {
    for text in [
        "Either A at £700 or B at £1,450. Whichever they take, hosting is £15 a month.",
        "Choose one: Bronze £120/mo, Silver £210/mo or Gold £340/mo. Setup is £250 whichever you go for.",
    ] {
        let reading = reading(text);
        assert!(reading.is_certain(), "{text}: {:?}", reading.questions);
        let all: Vec<usize> = reading
            .table
            .groups
            .iter()
            .filter(|group| group.choice == Choice::All)
            .map(|group| group.items.len())
            .collect();
        assert_eq!(all, [1], "{text}");
    }
}

/// "quantity x unit price" of each item.
fn charges(text: &str) -> Vec<String> {
    items(text)
        .into_iter()
        .map(|item| format!("{} x {}", item.quantity.normalize(), item.unit_price.normalize()))
        .collect()
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
        (
            "Cocktail 38 € par personne, 65 convives. Location de vaisselle 4,50 € par convive.",
            &["65 x 38", "65 x 4.5"],
        ),
    ] {
        is_certain(text);
        assert_eq!(charges(text), expected);
    }
    assert_eq!(charges("poda de 6 olivos a 35 eur"), ["6 x 35"]);
    is_asked("Pen test, somewhere between 30 and 40 hours at $120.");
    is_asked("80 € par formation, 11 formations si souhaité et étude du jardin : 6 552 €");
}

fn first_quantity(text: &str) -> String {
    items(text).first().map(|item| item.quantity.to_string()).unwrap_or_default()
}

#[test]
fn a_rate_is_multiplied_only_by_its_own_unit_of_time() {
    for (text, quantity) in [
        ("Audit £80 per hour, 6 hours", "6"),
        ("Tagessatz 800 €, 3 Tage", "3"),
        ("Audit 780 € par jour, 5 jours, facture payable à 30 jours", "5"),
        ("Audit: 4 días a 780 €. Pago a 30 días.", "4"),
    ] {
        is_certain(text);
        assert_eq!(first_quantity(text), quantity, "{text}");
    }
    for text in [
        "Audit £80 per hour, 5 days",
        "Tagessatz 800 €, 5 Stunden",
        "£280 per hour, 90 minutes",
        "Audit €780 per day, payable within 30 days",
        "Audit €780 per day, delivered within 10 days",
        "Audit 780 € pro Tag, 14 Tage netto",
        "Audit €780 per day, 30 days' notice",
    ] {
        is_asked(text);
        assert_eq!(first_quantity(text), "1", "{text}");
    }
}

#[test]
fn compounds_and_lengths_count_no_pieces() {
    for (text, quantity) in [
        ("Five-page WordPress site for £2,400", "1"),
        ("10-page brochure £450", "1"),
        ("Three 10-page reports £200 each", "3"),
        ("8 x 2hr sessions £40 each", "8"),
        ("6 x 1hr private sessions, $720 all up", "1"),
    ] {
        is_certain(text);
        assert_eq!(first_quantity(text), quantity, "{text}");
    }
    is_asked("10-session pass, €15 each");
    is_asked("£480 for 8 x 2hr sessions");
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
        "Logo 400 quid, rush fee 100 coz of the deadline",
        "logo 450e\nhosting 12€ par mois",
    ] {
        is_asked(text);
    }
    is_certain("Technical audit up front: £1,200\nRetainer £950 a month");
    assert_eq!(items("Technical audit up front: £1,200\nRetainer £950 a month").len(), 2);
    assert_eq!(items("Grant narrative 26 h x $85, submission $150").len(), 2);
}

#[test]
fn a_discount_between_items_may_be_off_its_own() {
    is_asked("UX audit: $2,800\nPrototype: $5,600, 15% off this one as we reuse your system\nTest: $1,900");
}

/// The price, the number and whether it is optional, of each item.
fn brief(text: &str) -> Vec<(String, String, bool)> {
    items(text)
        .iter()
        .map(|item| {
            (item.unit_price.normalize().to_string(), item.quantity.normalize().to_string(), item.optional)
        })
        .collect()
}

#[test]
fn a_flat_price_is_that_of_everything_it_counts() {
    for text in [
        "We'll produce the 90-second explainer video for a flat $5,600.",
        "Replace 50 gal water heater, parts and labor, $2,140 flat",
        "500 flyers £138 the lot",
        "6 x 1hr private sessions, $720 all up",
        "$4,800 for the coaching package (12 sessions, 60 min each)",
        "10er-Karte Nachhilfe (je 60 Min.) 280 €",
    ] {
        let items = brief(text);
        assert!(
            items.len() == 1 && items.iter().all(|(_, quantity, _)| quantity == "1"),
            "{text}: {items:?}"
        );
    }
}

#[test]
fn a_flat_price_asks_for_no_quantity() {
    is_certain("We'll produce the 90-second explainer video for a flat $5,600.");
    is_certain("Replace 50 gal water heater, parts and labor, $2,140 flat");
    is_certain("500 flyers £138 the lot");
}

#[test]
fn figures_prove_which_number_is_the_quantity() {
    assert_eq!(brief("80 x three course dinner @ £46 = £3,680"), [("46".to_owned(), "80".to_owned(), false)]);
    assert_eq!(brief("10 Einzelsitzungen à 60 Min., je 120 €"), [("120".to_owned(), "10".to_owned(), false)]);
    assert_eq!(brief("€22 per dish, all 24"), [("22".to_owned(), "24".to_owned(), false)]);
    assert_eq!(
        brief("Translation, 18,400 words x 0.14 = 2,576.00 EUR"),
        [("0.14".to_owned(), "18400".to_owned(), false)]
    );
    // Who asks for it "is at" the price.
    assert_eq!(brief("For the ten hours I'd be at $3,400"), [("3400".to_owned(), "1".to_owned(), false)]);
}

#[test]
fn a_slash_between_charges_is_no_price_per_unit() {
    is_certain("Logo & brand guide $2,800 / business cards $300 / templates $450");
    is_certain("puesta en marcha 990€ // soporte trimestral 225€");
    assert_eq!(items("Licence $65 / seat, 4 seats").len(), 1);
}

#[test]
fn what_holds_in_any_case_is_no_part_of_a_choice() {
    let plans = "Pick one of the care plans:\nBasic $75/mo\nPremium $260/mo\nSet-up is $200 once, whichever you take.";
    let choices: Vec<(Choice, usize)> =
        reading(plans).table.groups.iter().map(|group| (group.choice, group.items.len())).collect();
    assert!(choices.contains(&(Choice::One, 2)) && choices.contains(&(Choice::All, 1)), "{choices:?}");
    let notice = reading("4 articles per month at £210 each\n30 days notice either way");
    assert!(
        notice.is_certain() && notice.table.groups.iter().all(|group| group.choice == Choice::All),
        "{notice:?}"
    );
    // Without a choice before it, it may begin one.
    is_asked("Set-up is $200, whichever you take");
}

#[test]
fn an_end_without_a_duration_is_asked_about() {
    is_asked("Licence EUR 2,400 per year, ends after year three");
    is_asked("Care from March to November, 680 € a month");
    let year = items("Maintenance at £72 a month, contract runs for one year and ends there");
    assert_eq!(year.first().and_then(|item| item.cycles), Some(12));
}

#[test]
fn questions_and_open_words_are_asked_about() {
    for text in [
        "£5k for the strategy review?",
        "Logo something like $900",
        "Deck $8,900. Lighting, waiting on a number from the electrician",
        "Logo 850 Euro. Dazu der Newsletter für hundertzwanzig.",
        "Clips $700. If there's more than two hours of footage I'd have to add something.",
    ] {
        is_asked(text);
    }
}

#[test]
fn remarks_that_change_no_price_ask_nothing() {
    for text in [
        "Reroof, 22 squares at $410\n10 yr warranty. Price good for 30 days",
        "Logo £690\nNo VAT, I'm not registered",
        "Logo R8 500. Quote good till 30 Nov.",
        "Bookkeeping Jan-Sept: 18 hrs @ $65",
        "Büroreinigung 2x pro Woche: 420 € im Monat",
        "Steuererklärung 380 Euro, Jahresabschluss 1.450 Euro",
        "Two thousand five hundred dollars for the annual report design",
        "Interpretación 3 jornadas x 420 €\nDietas 3 x 55 €",
    ] {
        is_certain(text);
    }
}

#[test]
fn costs_that_are_included_are_not_passed_on() {
    is_certain("Reportage 1.950 €.\nAnfahrt bis 50 km ist inklusive.");
    is_certain("Taller 1.250 €.\nLas dietas corren de nuestra cuenta.");
    is_asked("Reportage 1.950 €.\nFahrtkosten nach Beleg.");
    is_asked("Reportage 1.950 €.\nReisekosten sind nicht enthalten.");
    is_asked("Reportage 1.950 €.\nReisekosten sind nicht inklusive.");
    is_asked("Atelier 1 250 €.\nFrais de déplacement pas inclus.");
    is_asked("Workshop £900.\nTravel expenses included up to London, hotel at cost.");
    is_asked("Workshop £900.\nTravel expenses aren't included.");
    is_asked("Workshop £900.\nTravel expenses included if it is in London.");
}

#[test]
fn a_day_of_payment_is_no_rate() {
    is_certain("Retainer $1,500 a month. Invoiced on the 1st, payable within 10 days.");
    is_asked("Retainer $1,500 a month. Extra work is billed by the hour.");
    is_asked("Audit: 4 days at €780. Payment as agreed, and the whole of the work takes 12 days.");
}

#[test]
fn a_shortest_term_is_no_estimate() {
    is_certain("SEO retainer $1,800/month. Six-month minimum.");
    is_certain("Entreposage 85 €/mois. Bail de 6 mois au moins.");
    is_asked("SEO retainer $1,800/month, minimum.");
}

#[test]
fn interest_on_late_payments_is_no_share_of_the_price() {
    is_certain("Survey 780 USD. Late invoices carry 1.5% interest a month.");
    is_certain("Gutachten 780 €. Im Verzug fallen 5 % Zinsen an.");
    is_asked("Survey 780 USD. You add 1.5% interest a month.");
    is_asked("Night watch 780 USD. Late shifts carry 25% more.");
    is_asked("Livraison 780 €. En cas de retard, 5 % par semaine.");
}

#[test]
fn what_the_figures_prove_is_no_second_charge() {
    assert_eq!(items("Dacheindeckung 12.060,00 €\nMwSt 19 % 2.291,40 €\nBrutto 14.351,40 €").len(), 1);
    let less = "4 coaching sessions x $150 = $600, less 10% = $540";
    assert_eq!(brief(less), [("150".to_owned(), "4".to_owned(), false)]);
    assert_eq!(reading(less).table.discount, Some(Adjustment::percent(10.into())));
    is_certain("Discovery workshop 1,200\nBuild 5,900\n= £7,100");
    let parts = reading("Coaching, 8 sessions, $1,600 in total, paid in 4 payments of $400");
    assert_eq!(parts.table.milestones.len(), 4);
    let stages = reading(
        "Imagefilm 4.500 €, zahlbar in drei Raten: 1.500 € bei Auftrag, 1.500 € nach dem Dreh, 1.500 € bei Abgabe",
    );
    let items: usize = stages.table.groups.iter().map(|group| group.items.len()).sum();
    assert_eq!((stages.table.milestones.len(), items), (3, 1));
}

#[test]
fn a_table_takes_its_currency_from_any_of_its_cells() {
    let currency = |text: &str| reading(text).table.currency.to_string();
    assert_eq!(
        currency("Item\tQty\tRate\tAmount\nTurf\t85\t$14.50\t$1,232.50\nTotal AUD\t\t\t$1,232.50"),
        "AUD"
    );
    assert_eq!(
        currency("| Room | Scope | S$ |\n| Living | wall | 6,400 |\n| Study | shelving | 2,300 |"),
        "SGD"
    );
    assert_eq!(currency("Entretien : 875 $ par mois. Montants en dollars canadiens."), "CAD");
}

#[test]
fn a_tax_that_is_not_included_comes_on_top() {
    let mode = |text: &str| reading(text).table.tax_mode;
    assert_eq!(mode("Instalación 680 €\nIVA 21 % no incluido"), TaxMode::Exclusive);
    assert_eq!(mode("Instalación 680 €\nIVA 21 % incluido"), TaxMode::Inclusive);
}
