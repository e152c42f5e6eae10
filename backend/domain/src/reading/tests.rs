//! Free text in, a table and questions out: typical input of freelancers, and text that must not be read as a
//! price.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops at the first surprise")]

mod limits;
mod spelled;
mod terms;

use std::fmt::Write as _;

use pretty_assertions::assert_eq;
use rust_decimal::Decimal;

use super::*;
use crate::pricing::{Adjustment, Cadence, Choice, Item, Origin, TaxMode, totals};

fn ids() -> impl FnMut() -> Uuid {
    let mut last = 0_u128;
    move || {
        last += 1;
        Uuid::from_u128(last)
    }
}

fn table(text: &str) -> PricingTable {
    prices(text, Currency::USD, &mut ids()).table
}

fn items(text: &str) -> Vec<Item> {
    table(text).groups.into_iter().flat_map(|group| group.items).collect()
}

/// "Name: 40 hour x 120 monthly x12 optional ?" with default values left out.
fn brief(item: &Item) -> String {
    let mut text = format!("{}: ", item.name);
    if item.quantity != Decimal::ONE || item.unit.is_some() {
        let unit = item.unit.as_ref().map(|unit| format!("{unit} ")).unwrap_or_default();
        write!(text, "{} {unit}x ", item.quantity).unwrap();
    }
    text += &item.unit_price.to_string();
    if item.cadence != Cadence::Once {
        write!(text, " {}", item.cadence.label().to_lowercase()).unwrap();
    }
    if let Some(cycles) = item.cycles {
        write!(text, " x{cycles}").unwrap();
    }
    if item.optional {
        assert!(!item.selected);
        text += " optional";
    }
    if !item.confirmed {
        text += " ?";
    }
    text
}

fn briefs(text: &str) -> Vec<String> {
    items(text).iter().map(brief).collect()
}

#[track_caller]
fn reads(text: &str, expected: &[&str]) {
    assert_eq!(briefs(text), expected, "{text}");
}

#[test]
fn the_journeys_own_words() {
    let text = "$4,500 one-time and $300 monthly hosting";
    reads(text, &["Project fee: 4500", "Hosting: 300 monthly"]);
    let items = items(text);
    assert_eq!(items[0].source.as_deref(), Some("$4,500 one-time"));
    assert_eq!(items[1].source.as_deref(), Some("$300 monthly hosting"));
    assert!(items.iter().all(|item| item.origin == Origin::User));
    let totals = totals(&table(text)).unwrap();
    assert_eq!(totals.total_amount.to_string(), "8100.00");
}

#[test]
fn names_come_from_the_words() {
    reads("Website redesign for $4,500", &["Website redesign: 4500"]);
    reads("$4,500 for the website redesign", &["Website redesign: 4500"]);
    reads("We charge $2,000 for SEO", &["SEO: 2000"]);
    reads("Logo design: $800", &["Logo design: 800"]);
    reads("- Website (5 pages) $4,500\n- Hosting $30/mo", &["Website: 4500", "Hosting: 30 monthly"]);
    reads("a setup fee of $500", &["Setup fee: 500"]);
    reads("$5,000", &["Project fee: 5000"]);
    reads("$300 per month", &["Monthly fee: 300 monthly"]);
    reads("$900 quarterly", &["Quarterly fee: 900 quarterly"]);
    reads("Accounts £90 a quarter", &["Accounts: 90 quarterly"]);
    reads("Accounts (£90 a quarter)", &["Accounts: 90 quarterly"]);
    reads("Website 4500. Logo 300.", &["Website: 4500", "Logo: 300"]);
    reads("Website 4500 at completion, logo 300", &["Website: 4500", "Logo: 300"]);
    reads(
        "Phase 1: Discovery $2,000; Phase 2: Build $6,000",
        &["Phase 1: Discovery: 2000", "Phase 2: Build: 6000"],
    );
    reads("We'd do the roof for 12,400 and gutters for 1,900", &["Roof: 12400", "Gutters: 1900"]);
    reads(
        "$2,500 setup, then $750/mo retainer for SEO, cancel anytime",
        &["Setup: 2500", "Retainer for SEO: 750 monthly"],
    );
    reads(
        "Fixed price 7500 EUR excl. 19% VAT, payable 40% upfront and 60% on delivery",
        &["Project fee: 7500"],
    );
    reads("Brand strategy\n$3,000", &["Brand strategy: 3000"]);
    reads(
        "1. Discovery workshop - $1,500\n2. Prototype - $3,000",
        &["Discovery workshop: 1500", "Prototype: 3000"],
    );
    reads("Website ($4,500) and hosting ($300/mo)", &["Website: 4500", "Hosting: 300 monthly"]);
    reads(
        "$4,500 for design, development, and testing, $300 monthly for hosting",
        &["Design, development, and testing: 4500", "Hosting: 300 monthly"],
    );
    reads(
        "Website design, development and SEO for $4,500, hosting at $300 monthly",
        &["Website design, development and SEO: 4500", "Hosting: 300 monthly"],
    );
    reads(
        "$4,500 for design and development and $300 monthly for hosting and support",
        &["Design and development: 4500", "Hosting and support: 300 monthly"],
    );
    reads("Design $500 development $800", &["Design: 500", "Development: 800"]);
    reads("We agreed that the new e-commerce website would be $12,000", &["E-commerce website: 12000"]);
    reads(
        "Website build: $6,000. Maintenance: $150 per month. Domain: $20 per year.",
        &["Website build: 6000", "Maintenance: 150 monthly", "Domain: 20 yearly"],
    );
    reads("| Website | $4,500 |\n| Hosting | $300/mo |", &["Website: 4500", "Hosting: 300 monthly"]);
}

#[test]
fn figures_are_read_in_every_usual_writing() {
    for (text, value, currency) in [
        ("$4,500", "4500", "USD"),
        ("$4,500.50", "4500.5", "USD"),
        ("$4500", "4500", "USD"),
        ("4.5k", "4500", "USD"),
        ("$4.5K", "4500", "USD"),
        ("$1.2m", "1200000", "USD"),
        ("5 grand", "5000", "USD"),
        ("2 thousand dollars", "2000", "USD"),
        ("USD 2,000", "2000", "USD"),
        ("2000 USD", "2000", "USD"),
        ("USD2,000", "2000", "USD"),
        ("2,000 dollars", "2000", "USD"),
        ("€4.500,00", "4500", "EUR"),
        ("4.500 €", "4500", "EUR"),
        ("1 250 000 €", "1250000", "EUR"),
        ("4\u{202f}500,50 €", "4500.5", "EUR"),
        ("CHF 4'500.–", "4500", "CHF"),
        ("£99.99", "99.99", "GBP"),
        ("₹1,00,000", "100000", "INR"),
        ("¥120,000", "120000", "JPY"),
        ("KWD 1.500", "1.5", "KWD"),
        ("A$900", "900", "AUD"),
        ("US$900", "900", "USD"),
        ("$900 CAD", "900", "CAD"),
        ("5000", "5000", "USD"),
        ("Website 4500", "4500", "USD"),
    ] {
        let table = table(text);
        let items = &table.groups[0].items;
        assert_eq!(items.len(), 1, "{text}");
        assert_eq!(items[0].unit_price.to_string(), value, "{text}");
        assert_eq!(table.currency.code(), currency, "{text}");
        assert!(items[0].confirmed, "{text}");
    }
}

#[test]
fn amounts_without_a_currency_are_in_that_of_the_workspace() {
    for (text, home, currency) in [
        ("Website 4500", "EUR", "EUR"),
        ("Website 4500", "USD", "USD"),
        ("Website $4500", "AUD", "AUD"),
        ("Website 4500 dollars", "CAD", "CAD"),
        ("Prix du site : 4 500 $", "CAD", "CAD"),
        ("Página $18,500", "MXN", "MXN"),
        ("Website $4500", "EUR", "USD"),
        ("Website US$4500", "AUD", "USD"),
        ("Website 4500 US dollars", "AUD", "USD"),
        ("Website USD 4500", "AUD", "USD"),
        ("Website CA$4500", "AUD", "CAD"),
        ("Website €4500", "AUD", "EUR"),
        ("| Item | Qty | Price |\n| Website | 1 | $4,500 |\n| Logo | 1 | $500 |", "NZD", "NZD"),
        ("Item | Qty | Price\nWebsite | 1 | 4500\nLogo | 1 | 500", "GBP", "GBP"),
    ] {
        let reading = prices(text, home.parse().unwrap(), &mut ids());
        assert_eq!(reading.table.currency.code(), currency, "{text} in {home}");
        assert_eq!(reading.questions, [], "{text} in {home}");
    }
    for text in ["Website $4,500\nFlights US$900", "Website $4,500\nHotel €900"] {
        let reading = prices(text, "AUD".parse().unwrap(), &mut ids());
        let asked = reading.questions.iter().any(|question| question.doubt == Doubt::Currencies);
        assert!(asked, "{text}: {:?}", reading.questions);
    }
}

#[test]
fn a_mark_is_read_in_the_words_of_every_language() {
    let texts = [
        "Photos of the house $1,350",
        "Fotos des Hauses für die Broschüre 1.350 €",
        "Photos de la maison pour la brochure 1350 €",
        "Fotos de la casa para el folleto 1350 €",
    ];
    for text in texts {
        for mark in ["to be confirmed", "noch offen", "à confirmer", "por confirmar"] {
            let item = table(&format!("{text} ({mark})")).groups[0].items[0].clone();
            assert!(!item.confirmed, "{text} ({mark})");
            assert_eq!(answers::doubt_of(&item), Some(Doubt::Unconfirmed), "{text} ({mark})");
        }
        for mark in ["optional", "en option", "opcional"] {
            let item = table(&format!("{text} ({mark})")).groups[0].items[0].clone();
            assert!(item.optional, "{text} ({mark})");
        }
    }
}

#[test]
fn frequencies_and_lengths() {
    for text in [
        "Support $300/mo",
        "Support $300 per month",
        "Support $300 a month",
        "Support $300 each month",
        "Support $300 monthly",
        "Monthly support $300",
        "Support at $300 every month",
        "Monthly:\n- Support $300",
        "$300/month support",
    ] {
        reads(text, &["Support: 300 monthly"]);
    }
    for text in [
        "Licence $900/year",
        "Licence $900 per year",
        "Licence $900 annually",
        "Licence $900/yr",
        "Licence $900 p.a.",
    ] {
        reads(text, &["Licence: 900 yearly"]);
    }
    for text in [
        "Reports $900 quarterly",
        "Reports $900 per quarter",
        "Reports $900/qtr",
        "Reports $900 every 3 months",
    ] {
        reads(text, &["Reports: 900 quarterly"]);
    }
    reads("Hosting $300 monthly for 12 months", &["Hosting: 300 monthly x12"]);
    // A contract of twelve months, or a support that ends after them?
    reads("12-month support at $300 per month", &["Support: 300 monthly ?"]);
    // A price per year, or one for a licence of a year?
    reads("Annual licence $900", &["Licence: 900 ?"]);
    reads("$1,200 annual", &["Project fee: 1200 ?"]);
    reads("Support $300/mo for a year", &["Support: 300 monthly x12"]);
    reads("Support $300 monthly for six months", &["Support: 300 monthly x6"]);
    reads("Support $900 quarterly for 2 years", &["Support: 900 quarterly x8"]);
    reads("SEO $200 x 6 months", &["SEO: 200 monthly x6"]);
    reads("SEO $200 monthly for 90000 months", &["SEO: 200 monthly ?"]);
    reads("SEO: $1,000/month, min. 3 months", &["SEO: 1000 monthly"]);
    reads("SEO $500 biweekly", &["SEO: 500 ?"]);
    reads("SEO $500 every other month", &["SEO: 500 ?"]);
    reads("Website with monthly reports for $4,500", &["Website: 4500 ?"]);
    reads("One time: Website $500, Logo $300", &["Website: 500", "Logo: 300"]);
    reads("Monthly: Hosting $30, Backups $10", &["Hosting: 30 monthly", "Backups: 10 monthly"]);
}

#[test]
fn quantities_and_rates() {
    reads("40 hours at $120/hour", &["Hourly work: 40 hour x 120"]);
    reads("40 hours of development at $120/hour", &["Development: 40 hour x 120"]);
    reads("Consulting: 10 hours @ $150", &["Consulting: 10 hour x 150"]);
    reads("Consulting $150 per hour for 10 hours", &["Consulting: 10 hour x 150"]);
    reads("Development $120 x 40 hours", &["Development: 40 hour x 120"]);
    reads("5 landing pages at $400 each", &["Landing pages: 5 x 400"]);
    reads("8 blog posts at $75 per post", &["Blog posts: 8 post x 75"]);
    reads("Licences $10 per user per month for 5 users", &["Licences: 5 user x 10 monthly"]);
    reads("10 hours per month at $100/hour", &["Monthly fee: 10 hour x 100 monthly"]);
    reads("3 x $200", &["Project fee: 3 x 200"]);
    reads("$600 a day for 10 days", &["Project fee: 10 day x 600"]);
    reads("$500 per week for 8 weeks", &["Project fee: 8 week x 500"]);
    reads("2.5 hours at $100/hr", &["Hourly work: 2.5 hour x 100"]);
    reads("$120/hour", &["Hourly work: 1 hour x 120 ?"]);
    reads("Hourly rate $95", &["Hourly work: 1 hour x 95 ?"]);
    reads("40 hours for $4,800", &["Project fee: 4800"]);
}

#[test]
fn counts_beside_a_price_multiply_it_or_are_asked_about() {
    reads("Half-day workshop £600, six of them", &["Workshop: 6 x 600"]);
    reads("15 licences at £12.50 pcm", &["Licences: 15 x 12.5 monthly"]);
    reads("3 translators for 2 days, €380 per translator per day", &["Translators for 2 days: 6 day x 380"]);
    reads("vier Lektionen (80 € pro Lektion)", &["Lektionen: 4 lektion x 80"]);
}

#[test]
fn columns_may_name_frequencies() {
    reads("Module\tSetup\tMonthly\nTill\t$1,200\t$49", &["Till: 1200", "Till: 49 monthly"]);
}

#[test]
fn open_figures_wait_for_a_person() {
    reads("Website $3,000-$4,000", &["Website: 4000 ?"]);
    reads("Website $3,000 – 4,000", &["Website: 4000 ?"]);
    reads("Website $3-4k", &["Website: 4000 ?"]);
    reads("Website between $3,000 and $4,000", &["Website: 4000 ?"]);
    reads("Website from $3,000 to $4,000", &["Website: 4000 ?"]);
    reads("Website from $3,000", &["Website: 3000 ?"]);
    reads("Website around $3,000", &["Website: 3000 ?"]);
    reads("Website up to $3,000", &["Website: 3000 ?"]);
    reads("Website $3,000+", &["Website: 3000 ?"]);
    reads("Website $3,000, hosting €30", &["Website: 3000 ?", "Hosting: 30 ?"]);
    reads("Setup $500 waived", &["Setup: 500 ?"]);
    reads("Budget of $9k", &["Project fee: 9000 optional ?"]);
    reads("Website with 5 pages at $4,500", &["Website with 5 pages: 5 x 4500 ?"]);
    // Payments of more than the total are no schedule; a share of something else is no due date.
    reads("Website $4,500, 80% on start, 60% on delivery", &["Website: 4500 ?"]);
    reads("Website $4,500, 20% on hosting", &["Website: 4500 ?"]);
    reads("Website $4,500, 10% discount if paid in full", &["Website: 4500 ?"]);
    let options = table("Option A: $3k, Option B: $5k");
    assert_eq!(options.groups[0].choice, Choice::One);
    assert_eq!(briefs("Option A: $3k, Option B: $5k"), ["Option A: 3000", "Option B: 5000"]);
}

#[test]
fn add_ons_are_optional_and_not_selected() {
    reads("Website $4,500, optional SEO package $800", &["Website: 4500", "SEO package: 800 optional"]);
    reads("SEO package $800 (optional)", &["SEO package: 800 optional"]);
    reads("Add-on: Copywriting $500", &["Copywriting: 500 optional"]);
    reads(
        "Website $4,500\nOptional add-ons:\n- SEO $800\n- Photos $300",
        &["Website: 4500", "SEO: 800 optional", "Photos: 300 optional"],
    );
    reads("Album +$420 if they want it", &["Album: 420 optional"]);
    reads("Copywriting $500 if needed", &["Copywriting: 500 optional"]);
}

#[test]
fn other_typical_input_of_freelancers() {
    reads("20 hours at $95/h", &["Hourly work: 20 hour x 95"]);
    reads("Website 1,500.00", &["Website: 1500"]);
    reads("Website 1.500,00 €", &["Website: 1500"]);
    reads("Website 1 500 €", &["Website: 1500"]);
    reads("Website $4,500, optional: SEO $500/mo", &["Website: 4500", "SEO: 500 monthly optional"]);
    reads("Website $4,500, add-on: SEO $500/mo", &["Website: 4500", "SEO: 500 monthly optional"]);
    reads("Hosting $30 monthly for 12 months", &["Hosting: 30 monthly x12"]);
    reads("Website 3.5k", &["Website: 3500"]);
}

#[test]
fn no_amount_is_dropped() {
    reads("budget is around 8k, hosting 45/mo is ok", &["Hosting: 45 monthly"]);
    reads("80 p/m for care plan", &["Care plan: 80 monthly"]);
    reads("4,800 plus VAT for labour", &["Labour: 4800"]);
    reads("45/mo is ok", &["Monthly fee: 45 monthly"]);
    reads("2 days on site @ 600", &["Site: 2 day x 600"]);
    reads("The price was $500", &["Project fee: 500 optional ?"]);
    reads("A deposit of $800 is due at booking", &["Booking: 800 optional ?"]);
    reads("Album $900, deposit $100, second deposit $200", &["Album: 900 ?"]);
    reads("Total $5,000, yearly total $600", &["Project fee: 5000", "Yearly fee: 600 yearly"]);
    reads("Hosting $45 monthly, total $5,000", &["Hosting: 45 monthly ?", "Project fee: 5000 ?"]);
    reads("Hosting $45 monthly, total $540 per year", &["Hosting: 45 monthly"]);
}

#[test]
fn figures_without_a_currency_are_read_line_by_line() {
    reads(
        "Setup 1800 one-off\nSupport 65/user/month x 12 users\nTraining 400 per session",
        &["Setup: 1800", "Support: 12 user x 65 monthly", "Training: 1 session x 400 ?"],
    );
    reads("Package 3,450 incl. VAT", &["Package: 3450"]);
    reads("Hosting $60/mo, rest on delivery", &["Hosting: 60 monthly"]);
    // A dash between spaces separates the name from the price.
    reads("Moving the timetable over \u{2013} $400", &["Moving the timetable: 400"]);
    reads("Moving the timetable over $400", &["Moving the timetable: 400 ?"]);
    reads("40h x 80", &["Hourly work: 40 hour x 80"]);
}

#[test]
fn what_others_ask_and_own_is_not_charged() {
    for text in [
        "Inventory on the books $4.6M",
        "LiDAR firm asked $9,800",
        "Budget: $6,800 one-time and that is firm",
    ] {
        let reading = prices(text, Currency::USD, &mut ids());
        assert!(!reading.is_certain(), "{text}");
        assert_eq!(totals(&reading.table).unwrap().total_amount.to_string(), "0.00", "{text}");
        assert_eq!(reading.mentions.len(), 1, "{text}");
    }
}
