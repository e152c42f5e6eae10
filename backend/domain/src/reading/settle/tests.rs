//! What the figures of a price text prove: sums, products, taxes and stages; and what they do not, which is
//! asked about.

use rust_decimal::Decimal;
use uuid::Uuid;

use crate::money::Currency;
use crate::{
    pricing::{Cadence, Choice, Item, TaxMode},
    reading::{Doubt, Reading, prices},
};

fn reading(text: &str) -> Reading {
    let mut last = 0_u128;
    prices(text, Currency::USD, &mut || {
        last += 1;
        Uuid::from_u128(last)
    })
}

fn items(reading: &Reading) -> Vec<&Item> {
    reading.table.groups.iter().flat_map(|group| &group.items).collect()
}

/// The quantity and the price of each item of a text that leaves nothing open.
#[track_caller]
fn certain(text: &str) -> Vec<String> {
    let reading = reading(text);
    assert!(reading.is_certain(), "{text}: {:?}", reading.questions);
    items(&reading)
        .iter()
        .map(|item| format!("{} x {}", item.quantity.normalize(), item.unit_price.normalize()))
        .collect()
}

#[track_caller]
fn is_asked(text: &str) {
    assert!(!reading(text).is_certain(), "{text}");
}

fn shares(text: &str) -> Vec<Decimal> {
    reading(text).table.milestones.iter().map(|milestone| milestone.share.value).collect()
}

#[test]
fn an_amount_said_again_is_charged_once() {
    for (text, expected) in [
        ("Safety audit of your 4 depots £3,600, i.e. £900 per depot", vec!["1 x 3600"]),
        ("Stock alerts $1,188 annually (works out to $99 a month)", vec!["1 x 1188"]),
        ("Thesis editing, payable in 4 monthly instalments of $300, i.e. $1,200 in all", vec!["1 x 300"]),
        ("Logo $900. Website $2,100. Total $3,000", vec!["1 x 900", "1 x 2100"]),
    ] {
        assert_eq!(certain(text), expected, "{text}");
    }
}

#[test]
fn a_total_that_is_none_is_asked_about() {
    is_asked(
        "Son 4 farolas de forja a 180 € la unidad y el montaje 95 €, así que en total se te queda en 835 €.",
    );
    is_asked("Logo $900. Website $2,100. Total $3,100");
}

#[test]
fn a_net_and_a_gross_amount_prove_the_rate() {
    let text = "Vermessung 1.600 € netto, das sind 1.904 € brutto";
    assert_eq!(certain(text), ["1 x 1600"]);
    let table = reading(text).table;
    assert_eq!(table.tax_mode, TaxMode::Exclusive);
    let rates: Vec<Decimal> = table
        .groups
        .iter()
        .flat_map(|group| &group.items)
        .flat_map(|item| &item.taxes)
        .map(|tax| tax.rate)
        .collect();
    assert_eq!(rates, [Decimal::from(19)]);
    is_asked("Vermessung 1.600 € netto, das sind 1.950 € brutto");
}

#[test]
fn stages_add_up_to_their_price() {
    assert_eq!(
        certain(
            "Reforma del baño, 2.500 € en total: 1.000 € a la firma, 1.000 € a mitad de obra y 500 € al acabar"
        ),
        ["1 x 2500"]
    );
    let stages = |text: &str| shares(text).iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(
        stages(
            "Reforma del baño, 2.500 € en total: 1.000 € a la firma, 1.000 € a mitad de obra y 500 € al acabar"
        ),
        ["1000", "1000", "500"]
    );
    assert_eq!(stages("App UI £12,000, payable in 3 parts of £4,000"), ["4000", "4000", "4000"]);
    assert_eq!(
        stages("Garden design $3,000: half before I start, the other half when it is done"),
        ["50", "50"]
    );
    assert_eq!(
        stages("Statue $18,000: a third on order, a third at clay stage, a third on delivery"),
        ["33.33", "33.33", "33.34"]
    );
    assert_eq!(stages("Praxis 9.000 €. Zahlung 40/40/20: Start, Entwurf, Abnahme."), ["40", "40", "20"]);
}

#[test]
fn figures_tell_the_columns_of_a_table() {
    let rows = "Structural calculations\t8\t£120\t£960\nSite visits\t2\t£180\t£360\nNet\t\t\t£1,320\nVAT 20%\t\t\t£264\nTo pay\t\t\t£1,584";
    assert_eq!(certain(rows), ["8 x 120", "2 x 180"]);
    is_asked(&rows.replace("£1,320", "£1,420"));
    let bars = "Item | Qty | Unit | Total\nRewire | 1 | £2,900 | £2,900\nDownlights | 16 | £45 | £720";
    assert_eq!(certain(bars), ["1 x 2900", "16 x 45"]);
}

#[test]
fn who_charges_no_tax_leaves_nothing_open() {
    for text in [
        "Piano tuning £85 (I'm not VAT registered)",
        "Cours de chant 45 €, TVA non applicable, art. 293 B du CGI",
        "Brautfrisur 220 € (Kleinunternehmer, keine USt. nach § 19 UStG)",
    ] {
        assert_eq!(certain(text).len(), 1, "{text}");
    }
}

#[test]
fn one_named_dollar_is_that_of_every_sign() {
    for (text, code) in [
        ("All figures in Canadian dollars. Interior concept $4,300. Drawings $1,950.", "CAD"),
        ("Basement waterproofing $11,200 plus 13% HST", "CAD"),
        ("Fence $900 plus 10% GST", "AUD"),
        ("Diseño de empaque MXN $18,500.00", "MXN"),
    ] {
        certain(text);
        assert_eq!(reading(text).table.currency.code(), code, "{text}");
    }
    is_asked("Fence $900 plus GST");
}

#[test]
fn a_price_that_is_named_without_its_amount_is_asked_about() {
    for text in [
        "Tax return $390. Answering letters afterwards is billed by the hour.",
        "Press kit $900. Rush delivery costs extra, let's talk",
        "Package S £290, package M £490, package L £790",
        "Van and two men, half day £180, full day £320",
        "£500 onboarding fee waived",
        "£480 for 8 x 1hr sessions",
    ] {
        is_asked(text);
    }
}

#[test]
fn what_the_client_pays_to_others_is_said_of_its_own_amount() {
    let reading = reading("Villa 7 nights £210 each, end cleaning £120, tourist tax payable by you");
    assert!(items(&reading).iter().any(|item| item.unit_price == Decimal::from(120)));
    assert_eq!(certain("Drawings £3,750. Planning fee £258 payable by you to the council."), ["1 x 3750"]);
}

#[test]
fn persons_and_seats_are_counted_in_another_part() {
    assert_eq!(certain("60 guests:\nCanapés £18.90 p.p."), ["60 x 18.9"]);
    assert_eq!(certain("25 Lizenzen, je 9,90 € pro Nutzer im Monat"), ["25 x 9.9"]);
}

#[test]
fn amounts_of_an_unclear_role_are_questions_with_a_reason() {
    let found = reading("Logo $900. Roughly $300 for the rest.");
    assert!(
        found.questions.iter().any(|question| question.doubt == Doubt::Estimate),
        "{:?}",
        found.questions
    );
}

#[test]
fn figures_without_end_are_read_or_asked_about() {
    let large = "9999999999999999999999999999";
    for text in [
        format!("Logo £{large}. Site £{large}. Total £{large}"),
        format!("Depots {large} £{large}, i.e. £{large} per depot"),
        format!("Site £{large} net, that is £{large} gross"),
        format!("Site £{large}: £{large} on signing, £{large} at the end"),
        format!("A\t{large}\t£{large}\t£{large}\nB\t2\t£{large}\t£{large}"),
        format!("Site £900, {large}% now, {large}% later, {large}/{large} in all"),
    ] {
        is_asked(&text);
        let _ = crate::recap::extract(&format!("We charge this, agreed.\n{text}"));
    }
}

#[test]
fn the_words_say_which_part_of_a_price_is_due() {
    for text in [
        "Gesamtpreis 3.400 € für den Schrank, davon 1.000 € Anzahlung bei Bestellung",
        "Total fee €3,400, of which 30% with the order, 70% on handover",
        "Rapport 1 800 €, dont 500 € à la signature et 1 300 € sur remise du rapport",
    ] {
        assert_eq!(certain(text).len(), 1, "{text}");
    }
    is_asked("Schrank 3.400 €, davon ist noch nichts fix");
}

#[test]
fn a_word_said_twice_offers_a_choice() {
    let reading = reading("Soit une captation simple à 900 €, soit une captation multicaméra à 1 850 €");
    assert!(reading.is_certain(), "{:?}", reading.questions);
    assert_eq!(reading.table.groups.first().map(|group| group.choice), Some(Choice::One));
}

#[test]
fn a_frequency_behind_three_alternatives_is_that_of_all() {
    let reading = reading("Bronze €49, Silver €89 or Gold €149 per month; choose your plan");
    assert!(reading.is_certain(), "{:?}", reading.questions);
    assert!(items(&reading).iter().all(|item| item.cadence == Cadence::Monthly));
    is_asked("Logo €49 or Gold €149 per month; choose one");
}

#[test]
fn numbers_of_addresses_and_times_are_no_prices() {
    for text in [
        "Portraits, 12 Personen à 95 €\nTermin 14.05. ab 9 Uhr, Lindenstr. 8 in Kassel",
        "Reforma 3.200 € en la calle Mayor 18. Tel. 612 555 094",
        "House sitting £140, 14 Mill Lane, 5-26 July",
        "Support €600 once off. Helpdesk 8.30 - 18.00 Mon to Fri",
        "Formule matin (9h-12h30) : 420 €",
        "Logo $900. Delivery 10 business days after we get the brief.",
    ] {
        assert_eq!(certain(text).len(), 1, "{text}");
    }
}

#[test]
fn a_total_that_is_less_than_another_price_is_a_price() {
    assert_eq!(
        certain("Catering para 80 invitados a 27 € por persona, la barra libre 900 € en total"),
        ["80 x 27", "1 x 900"]
    );
    assert_eq!(
        certain("The booking app is $18,500 all in. Hosting is $95 per month."),
        ["1 x 18500", "1 x 95"]
    );
    is_asked("Logo 900 €, Website 2.100 €, zusammen 3.100 €");
}

#[test]
fn a_figure_with_cents_or_a_word_of_price_needs_no_sign() {
    assert_eq!(certain("Umbau 22 h x 85 €\nLogo pauschal 450"), ["22 x 85", "1 x 450"]);
    assert_eq!(certain("Umzug 1.640,00\nKartons 90,00\nsumme 1.730,00 EUR"), ["1 x 1640", "1 x 90"]);
    is_asked("Umbau 900 €\nKartons 450");
    is_asked("$300 a month for hosting (to be confirmed)");
}

#[test]
fn counts_stand_in_many_places() {
    for (text, expected) in [
        ("2 certified copies, €35 a copy", "2 x 35"),
        ("Retouche de 20 images, 12 € l'image", "20 x 12"),
        ("4 blog posts (900 words or so) @ £175 each", "4 x 175"),
        ("Bridesmaid bouquets x4 £75 each", "4 x 75"),
        ("Bridesmaids 4 x 75\nall in GBP", "4 x 75"),
        ("Nine yoga classes at £130 per class", "9 x 130"),
        ("3 half-days, $450 per half-day", "3 x 450"),
        ("Levantamiento 2.5 ha $18,500 MXN", "1 x 18500"),
        ("Chauffe-eau 200 L, pose comprise : 1 150 €", "1 x 1150"),
        ("Für neun Monate je 380 Euro monatlich", "1 x 380"),
    ] {
        assert_eq!(certain(text), [expected], "{text}");
    }
}

#[test]
fn two_months_span_the_bills() {
    for text in [
        "Betreuung von März bis einschließlich November, monatlich 680 €",
        "Gestión 300 €/mes (abril–diciembre, 9 meses)",
    ] {
        assert_eq!(items(&reading(text)).first().and_then(|item| item.cycles), Some(9), "{text}");
    }
    is_asked("Betreuung März bis November, monatlich 680 €");
}
