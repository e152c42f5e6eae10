//! What the amounts of recaps are for, in trades and styles of all kinds.

use pretty_assertions::assert_eq;
use uuid::Uuid;

use super::*;
use crate::pricing::{Cadence, table_from_text};

/// A recap, what the price field then charges ("quantity x price cadence", "?" where a person is asked), and
/// the amounts that are only mentioned.
struct Case {
    recap: &'static str,
    charged: &'static [&'static str],
    mentioned: &'static [(&'static str, MentionReason)],
}

use MentionReason::{
    Competitor, Cost, Counter, Fine, NotOrdered, PastPrice, Restated, Revenue, Salary, Saving, Stock,
    Superseded, TheirBudget,
};

const CASES: [Case; 25] = [
    // Bookbinder, bullets.
    Case {
        recap: "Visit at the parish archive, Fr. Doyle\n- 14 registers need rebinding, two have mould\n- the museum's own workshop quoted them $310 a volume\n- we charge $240 per register, slipcases included\n- mould treatment is a flat $180, Fr. Doyle is fine with that\n- bishop's fund has set aside $5,000 for this\n- digitising is not ours, the diocese does it",
        charged: &["14 x 240 Once ?", "1 x 180 Once ?"],
        mentioned: &[("$310", Competitor), ("$5,000", TheirBudget)],
    },
    // Lift maintenance, transcript.
    Case {
        recap: "Ines: Thanks for making time. How many lifts are we talking about?\nMr Okafor: Three, in two buildings. We pay Norlift £410 a month and they never turn up.\nInes: I'd do all three for £330 a month, call-outs included.\nMr Okafor: Last winter a repair cost us £2,700.\nInes: The first inspection is £450 once. I'll send you the contract tomorrow.\nMr Okafor: Agreed. The residents' fund has £6,000 in it.",
        charged: &["1 x 330 Monthly ?", "1 x 450 Once ?"],
        mentioned: &[("£410", Cost), ("£2,700", PastPrice), ("£6,000", TheirBudget)],
    },
    // Mail with an older quoted one.
    Case {
        recap: "From: Jonas Lind\nTo: Petra Wahl\nSubject: Re: Kiln repair\n\nHi Petra,\n\nthanks for the photos. I can do the new elements for $860, and the controller is another $240. I'll send you the agreement on Monday.\n\nJonas\n\n> On 3 March 2026, Petra Wahl wrote:\n> The shop in town asked for $1,500. We lost $3,000 in orders already.\n> Could you do it for $700?",
        charged: &["1 x 860 Once ?", "1 x 240 Once ?"],
        mentioned: &[("$1,500", Competitor), ("$3,000", Cost), ("$700", Counter)],
    },
    // Summary with sections.
    Case {
        recap: "## Summary\nOak & Iron want a new showroom floor. Revenue was $2.4 million last year.\n\n## Current costs\n- Cleaning of the old floor: $700 a month\n\n## Pricing\n- Floor, supplied and laid: $18,400\n- Sealing: $1,150\n- Underfloor heating, optional: $4,300\n\n## Competitors\n- FloorKing: $21,000",
        charged: &["1 x 18400 Once ?", "1 x 1150 Once ?", "1 x 4300 Once optional ?"],
        mentioned: &[("$2.4 million", Revenue), ("$700", Cost), ("$21,000", Competitor)],
    },
    // Bullets with a price that replaced another one.
    Case {
        recap: "Garden wall, the Petersons\n- my price was $4,900 at first, without the gate it's $4,200, agreed\n- skip hire $260 on top\n- neighbour paid $6,000 for his in 2021\n- city fines $150 a day if the pavement is blocked",
        charged: &["1 x 4200 Once ?", "1 x 260 Once ?"],
        mentioned: &[("$4,900", Superseded), ("$6,000", PastPrice), ("$150", Fine)],
    },
    // A table from a spreadsheet.
    Case {
        recap: "Workshop fit-out, call of 3 May\nThey want the new workshop to be ready by June, and we will fit it out.\n\nItem\tQty\tUnit price\tTotal\nWorkbench\t6\t$420\t$2,520\nTool wall\t2\t$310\t$620\nTotal\t\t\t$3,140\n\nTheir budget\t\t$4,000\t\nOffer from Tooltown\t\t$3,900\t",
        charged: &["6 x 420 Once ?", "2 x 310 Once ?"],
        mentioned: &[
            ("$2,520", Restated),
            ("$620", Restated),
            ("$3,140", Restated),
            ("$4,000", TheirBudget),
            ("$3,900", Competitor),
        ],
    },
    // German bullets: florist.
    Case {
        recap: "Termin Hotel Seeblick, Frau Arnold\n- jede Woche frische Gestecke für die Lobby, 9 Tische im Saal\n- unser Preis: 480 € im Monat für die Lobby, passt ihr\n- Tischgestecke 35 € je Tisch\n- bisheriger Florist nahm 620 € im Monat\n- Budget laut Direktion 12.000 € im Jahr",
        charged: &["1 x 480 Monthly ?", "9 x 35 Once ?"],
        mentioned: &[("620 €", Competitor), ("12.000 €", TheirBudget)],
    },
    // German transcript: piano teacher for a school.
    Case {
        recap: "Clara: Wie viele Kinder sind das?\nHerr Böhm: 12 Kinder, zweimal die Woche. Letztes Jahr haben wir 9.000 Euro bezahlt.\nClara: Ich rechne 45 Euro pro Kind im Monat.\nHerr Böhm: Einverstanden. Der Förderverein gibt 2.000 Euro Zuschuss.\nClara: Ich schicke Ihnen den Vertrag.",
        charged: &["12 x 45 Monthly ?"],
        mentioned: &[("9.000 Euro", PastPrice), ("2.000 Euro", Saving)],
    },
    // French bullets: joiner.
    Case {
        recap: "Visite chez Mme Aubry, notes\n- escalier en chêne : 5 400 € posé, accepté\n- garde-corps 1 150 €\n- le menuisier de Rennes demandait 7 200 €\n- budget : 7 000 €\n- acompte 30 % à la commande",
        charged: &["1 x 5400 Once ?", "1 x 1150 Once ?"],
        mentioned: &[("7 200 €", Competitor), ("7 000 €", TheirBudget)],
    },
    // Spanish bullets: gardener.
    Case {
        recap: "Visita a la comunidad Los Olivos\n- mantenimiento del jardín: 390 € al mes, aceptado\n- poda de 8 palmeras a 55 € cada una\n- el jardinero actual les cobra 450 € al mes\n- multa del ayuntamiento de 600 € por la maleza",
        charged: &["1 x 390 Monthly ?", "8 x 55 Once ?"],
        mentioned: &[("450 €", Competitor), ("600 €", Fine)],
    },
    // No price of ours at all.
    Case {
        recap: "Intro call, Bellweather Books\n- stock on the books $180,000, turnover $900k a year\n- a part-timer earns $17 an hour\n- last year's stocktake cost $4,200\n- they lose about $1,000 a month to theft\n- we talk again in June about a proposal",
        charged: &[],
        mentioned: &[
            ("$180,000", Stock),
            ("$900k", Revenue),
            ("$17", Salary),
            ("$4,200", PastPrice),
            ("$1,000", Cost),
        ],
    },
    // More work that is not ordered, and a price that is still open.
    Case {
        recap: "Podcast studio, notes\n- editing: $95 per episode, 10 episodes, agreed\n- each additional episode $110\n- cover art somewhere between $300 and $400, depends on the illustrator",
        charged: &["10 x 95 Once ?", "1 x 400 Once ?"],
        mentioned: &[("$110", NotOrdered)],
    },
    // The client names a price; the question is left open.
    Case {
        recap: "Notes, Lakeside Camp\n- we quoted $2,300 for the website\n- they asked if we could do it for $1,800 instead, I'll check with Rob\n- camp fee is $640 a week per child",
        charged: &["1 x 2300 Once ?"],
        mentioned: &[("$1,800", Counter)],
    },
    // A transcript with times in which only the buyer gives herself away.
    Case {
        recap: "[00:02] Vera: Hello, can you hear me?\n[00:09] Paul: Loud and clear. Our old choir robes are torn and we need new ones by May.\n[00:30] Paul: How much would that be?\n[00:41] Vera: The robes are 4,800 euros, the collars 950 euros, cleaning 60 euros a month for 6 months.\n[01:02] Paul: Good. Last year we paid 7k for the old ones.",
        charged: &["1 x 4800 Once ?", "1 x 950 Once ?", "1 x 60 Monthly x6 ?"],
        mentioned: &[("7k", PastPrice)],
    },
    // A price beside one for work that is not ordered.
    Case {
        recap: "Hi Rosa,\n\nyour sister wants the garden party filmed from noon till midnight. The package is $2,700 and extra hours are $190 each.\n\nBest\nOmar",
        charged: &["1 x 2700 Once"],
        mentioned: &[("$190", NotOrdered)],
    },
    // Two prices and how they are paid, in one sentence.
    Case {
        recap: "Met with Ada from the pottery. They want to sell online by June. We'll link the till to the shop & train the team, $4.6k fixed + $75/mo, payment half now half on delivery; call me if anything is unclear.",
        charged: &["1 x 4600 Once", "1 x 75 Monthly ?"],
        mentioned: &[],
    },
    // The kind of a thing is no number of things.
    Case {
        recap: "First talk with Lou, head of a clinic. I suggested eight 45-minute lessons for her and a full-day workshop for the nurses. Lessons are $140 each, so 8 x $140, and the workshop is $2,100.",
        charged: &["8 x 140 Once", "1 x 2100 Once"],
        mentioned: &[],
    },
    // Tax without a rate, and a rate for more work.
    Case {
        recap: "Mrs Adeyemi rang about the stove. It smokes and the glass is cracked. I'll fit a new one and sweep the flue. Price is £1.95k incl. VAT, plus £70 per hour for any extra bricklaying.",
        charged: &["1 x 1950 Once"],
        mentioned: &[("£70", NotOrdered)],
    },
    // What is said behind the sentence of a price leaves it to the client.
    Case {
        recap: "Nina: The shoot is $2,900 with the edited photos.\nOle: Good.\nNina: A second day at the mill would be another $740.\nOle: Put that down as a maybe.",
        charged: &["1 x 2900 Once ?", "1 x 740 Once optional ?"],
        mentioned: &[],
    },
    // Prices of one person, numbers of guests and of staff, and a number that answers alone.
    Case {
        recap: "Tasting, Hall family\n- 72 adults, 9 kids\n- adults £31 pp for the four courses\n- 4 waiting staff, £90 each\n- hire of plates £210",
        charged: &["72 x 31 Once", "4 x 90 Once", "1 x 210 Once"],
        mentioned: &[],
    },
    // Money of the client below headings, and in a table without a header of prices.
    Case {
        recap: "# Notes Alder Bakery\n\n## Current spend\n- Flyers: $300 a month\n\n## Other quotes\n- Brightsign: $5,200\n- Lumen & Sons: $4,750\n\n## Our offer\n- Sign above the door: $3,900\n- Window lettering: $480\n\nMarket Square\tturnover\t$410,000\nHarbour\tturnover\t$265,000",
        charged: &["1 x 3900 Once ?", "1 x 480 Once ?"],
        mentioned: &[
            ("$300", Cost),
            ("$5,200", Competitor),
            ("$4,750", Competitor),
            ("$410,000", Revenue),
            ("$265,000", Revenue),
        ],
    },
    // A heading in the writer's own words, and text below the list that is no part of it.
    Case {
        recap: "Call with the sailing school, Monday\n\n- 3 boats, 40 members\n- old agency charged 900 a year\n\nWhat I said I'd do:\n- booking page \u{2013} 3,200\n- upkeep 35 a month\n- crew training (\u{a3}90 a quarter)\n\nTheir budget is around 4k. Not included: photos.",
        charged: &["1 x 3200 Once ?", "1 x 35 Monthly ?", "1 x 90 Quarterly ?"],
        mentioned: &[("900", PastPrice), ("4k", TheirBudget)],
    },
    // A number that names no things, and a rate by people and by months.
    Case {
        recap: "Kiln & Clay, Tuesday\n\nOur prices:\n- handbook \u{a3}6,500\n- workshops for the team leads \u{a3}1,200 a workshop, they'd need three\n- payroll \u{a3}25 per person and month",
        charged: &["1 x 6500 Once", "3 x 1200 Once", "1 x 25 Monthly ?"],
        mentioned: &[],
    },
    // Each line of a list is one of those that the line above offers.
    Case {
        recap: "Bakery, Tuesday\n\nThey need a logo before the opening.\n\nTold her two ways of doing it, she'll pick one:\nA) Starter \u{2013} $1,100\nB) Full kit \u{2013} $2,300",
        charged: &["1 x 1100 Once", "1 x 2300 Once"],
        mentioned: &[],
    },
    // Dictation: what one clause says of an amount is not said of the next.
    Case {
        recap: "so that was the bakery they need someone for the books i said two hundred and eighty pounds a month for the bookkeeping and i said i'd do the rest for a one off four hundred pounds he told me his last accountant charged him two thousand pounds for the lot and she never rang him back we start in january",
        charged: &["1 x 280 Monthly ?", "1 x 400 Once ?"],
        mentioned: &[("two thousand pounds", PastPrice)],
    },
];

fn spoken_by(name: &str) -> Seller<'_> {
    Seller { speaker: Some(name), ..Seller::default() }
}

fn charged(recap: &str) -> Vec<String> {
    let hint = extract(recap).pricing_hint;
    let mut last = 0;
    let mut id = || {
        last += 1;
        Uuid::from_u128(last)
    };
    let table = table_from_text(&hint, Currency::USD, &mut id);
    let items = table.groups.iter().flat_map(|group| &group.items);
    items
        .map(|item| {
            let cadence = match item.cadence {
                Cadence::Once => "Once",
                Cadence::Monthly => "Monthly",
                Cadence::Quarterly => "Quarterly",
                Cadence::Yearly => "Yearly",
            };
            let optional = if item.optional { " optional" } else { "" };
            let open = if item.confirmed { "" } else { " ?" };
            let cycles = item.cycles.map(|cycles| format!(" x{cycles}")).unwrap_or_default();
            format!(
                "{} x {} {cadence}{cycles}{optional}{open}",
                item.quantity.normalize(),
                item.unit_price.normalize()
            )
        })
        .collect()
}

#[test]
fn prices_of_ours_are_charged_and_other_money_is_not() {
    let first_line = |case: &Case| case.recap.lines().next().unwrap_or_default();
    let found: Vec<(&str, Vec<String>)> =
        CASES.iter().map(|case| (first_line(case), charged(case.recap))).collect();
    let labelled = |case: &Case| case.charged.iter().map(|line| (*line).to_owned()).collect();
    let expected: Vec<(&str, Vec<String>)> =
        CASES.iter().map(|case| (first_line(case), labelled(case))).collect();
    assert_eq!(found, expected);
}

#[test]
fn beside_the_money_of_others_every_price_is_a_question() {
    for case in CASES
        .iter()
        .filter(|case| case.mentioned.iter().any(|(_, reason)| !matches!(reason, Restated | NotOrdered)))
    {
        let found = charged(case.recap);
        assert!(found.iter().all(|line| line.ends_with('?')), "{found:?} from {}", case.recap);
    }
    assert_eq!(
        charged("We charge $4,500 for the shop and $300 a month for hosting, agreed."),
        ["1 x 4500 Once", "1 x 300 Monthly"]
    );
}

#[test]
fn the_currency_that_nobody_names_is_that_of_the_workspace() {
    let choice = "Option A: the basic menu at 450.\nOption B: with drinks, 690.\nShe takes one of the two.";
    for (recap, home, currency, shown) in [
        ("We agreed on $4,500 for the shop.", "AUD", "AUD", "$4,500"),
        ("We agreed on US$4,500 for the shop.", "AUD", "USD", "US$4,500"),
        ("We agreed on 4500 for the shop.", "EUR", "EUR", "4500"),
        ("We agreed on $4,500 for the shop.", "EUR", "USD", "$4,500"),
        (choice, "CHF", "CHF", "CHF 450.00"),
        (&choice.replace("690", "$690").replace("450", "$450"), "NZD", "NZD", "NZD 450.00"),
        (&choice.replace("690", "US$690").replace("450", "US$450"), "NZD", "USD", "USD 450.00"),
    ] {
        let home = home.parse().unwrap_or_default();
        let hint = extract_for(recap, Seller { currency: home, ..Seller::default() }).pricing_hint;
        assert!(hint.contains(shown), "{hint} of {recap}");
        assert_eq!(table_from_text(&hint, home, &mut Uuid::nil).currency.code(), currency, "{hint}");
    }
}

#[test]
fn a_transcript_is_certain_once_our_speaker_is_known() {
    let recap = "Ada: The frame is $300, I'll send the quote.\nBen: That works for us, agreed.\nAda: It takes a week.\nBen: Fine.";
    assert!(extract(recap).pricing_hint.contains("to be confirmed"), "{}", extract(recap).pricing_hint);
    let known = extract_for(recap, spoken_by("Ada")).pricing_hint;
    assert!(known.contains("$300") && !known.contains("to be confirmed"), "{known}");
}

#[test]
fn a_stated_sum_proves_quantities_and_is_no_charge_itself() {
    for (recap, expected) in [
        // The number stands in another sentence, the sum is said by the client.
        (
            "Ida: Six sessions then, ninety minutes each. I charge £140 a session.\nRolf: £840. That's fine, agreed.\nIda: I'll send the contract.",
            vec!["6 x 140 Once"],
        ),
        // A unit price, a flat one and their sum.
        (
            "We counted 214 pages. Our fee is 6.50 € per page for the edit and 160 € for the synopsis, agreed. Together that makes 1,551 €.",
            vec!["214 x 6.5 Once", "1 x 160 Once"],
        ),
        // Less a discount.
        (
            "Scope: 40 cut-outs, 5 scenes. We charge £55 per cut-out and £320 per scene, minus 10% on everything, so £3,420, agreed.",
            vec!["40 x 55 Once", "5 x 320 Once"],
        ),
    ] {
        // Whether they are certain is another matter.
        let found: Vec<String> =
            charged(recap).iter().map(|line| line.trim_end_matches(" ?").to_owned()).collect();
        assert_eq!(found, expected, "{recap}");
    }
    // What is taken off in the words of the sum stays.
    let less = extract(
        "Scope:\n- 40 cut-outs\n- 5 lifestyle scenes\nCommercials\n- cut-outs £55/image, we charge per image\n- scenes £320 each\n- minus 10% on the whole order as it's one batch → £3,420, agreed",
    );
    assert!(
        less.pricing_hint.contains("10%") && !less.pricing_hint.contains("3,420"),
        "{}",
        less.pricing_hint
    );
}

#[test]
fn figures_prove_what_repeats_a_price() {
    for (recap, expected) in [
        ("We charge £35 an hour, 8 sessions of coaching at £195 each, so £1,560 for the block.", vec!["195"]),
        (
            "Our price: sign £1,650, projecting sign £420, vinyl £425, plus 20% VAT, so £2,994 all in.",
            vec!["1650", "420", "425"],
        ),
    ] {
        let values = charged(recap);
        assert!(values.iter().all(|line| !line.contains("1560") && !line.contains("2994")), "{values:?}");
        assert!(expected.iter().all(|value| values.iter().any(|line| line.contains(value))), "{values:?}");
    }
}

#[test]
fn rows_below_a_header_of_their_costs_are_not_charged() {
    let recap = "| What they pay now | per month |\n|---|---|\n| Hosting | £310 |\n| Email | £85 |\n\nWe charge £900 for the move, agreed.";
    assert_eq!(charged(recap), ["1 x 900 Once ?"]);
}

#[test]
fn other_money_is_mentioned_with_its_reason() {
    for case in &CASES {
        let mentions = mentions(case.recap, Seller::default());
        for (amount, reason) in case.mentioned {
            let found = mentions.iter().find(|mention| mention.amount == *amount);
            assert_eq!(found.map(|mention| mention.reason), Some(*reason), "{amount} in {}", case.recap);
        }
    }
}

#[test]
fn speakers_are_those_of_a_transcript() {
    assert_eq!(speakers(CASES[1].recap), ["Ines", "Mr Okafor"]);
    assert_eq!(
        speakers(
            "[10:02] Mia (client): Hi\n[10:03] Jo: Hello\n[10:04] Mia (client): We need a site\n[10:05] Jo: Sure"
        ),
        ["Mia", "Jo"]
    );
    assert_eq!(
        speakers("Teo  0:03\nHello all.\n\nNadia  0:12\nHi.\n\nTeo  0:31\nHow many?\n\nNadia  0:40\nTen."),
        ["Teo", "Nadia"]
    );
    assert_eq!(speakers("Website: 4500\nHosting: 30\nTraining: 900"), Vec::<String>::new());
    assert_eq!(speakers(CASES[3].recap), Vec::<String>::new());
}

#[test]
fn the_speaker_on_our_side_decides_whose_price_it_is() {
    let recap =
        "Ada: The frame is $300.\nBen: The lens is $500.\nAda: It takes a week.\nBen: It takes a day.";
    assert!(extract_for(recap, spoken_by("Ada")).pricing_hint.contains("$300"));
    assert!(!extract_for(recap, spoken_by("Ada")).pricing_hint.contains("$500"));
    assert!(extract_for(recap, spoken_by("Ben")).pricing_hint.contains("$500"));
    assert!(
        mentions(recap, spoken_by("Ben"))
            .iter()
            .any(|mention| mention.amount == "$300" && mention.speaker.as_deref() == Some("Ada"))
    );
}

#[test]
fn prices_in_two_currencies_keep_their_own() {
    let hint = extract("Notes, choir tour\n- we charge €2,400 for the bus\n- our fee for the guide in Boston is $650, agreed").pricing_hint;
    assert!(hint.contains("€2,400") && hint.contains("$650"), "{hint}");
    // The currency of the prices, not the one that most amounts name.
    let hint =
        extract("They paid $900 and $1,100 to two tuners last year and lost $400. We charge £350 for the organ, agreed.").pricing_hint;
    assert!(hint.contains("£350") && !hint.contains('$'), "{hint}");
}
