//! Recaps of different kinds: the expected and the forbidden content of their extractions.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::format_collect,
    reason = "a test stops at the first surprise and may be plain"
)]

use std::collections::HashSet;

use pretty_assertions::assert_eq;
use proptest::prelude::*;

use super::*;
use crate::draft::frame::Line;
use crate::draft::frame::is_open;

mod sorting;

/// One recap, and what its extraction must and must not contain.
pub(crate) struct Case {
    pub(crate) recap: &'static str,
    needs: &'static [&'static str],
    solution: &'static [&'static str],
    price: &'static str,
    timeline: &'static [&'static str],
    nowhere: &'static [&'static str],
}

pub(crate) const CASES: [Case; 10] = [
    // A design agency's prose, with small talk and what the client pays others.
    Case {
        recap: "Great call with Mia from Harbor Dental this morning. The weather was awful and her train was late. Harbor Dental has two practices and their current website is outdated and slow on phones. They struggle with patients who call just to book an appointment, and the front desk can't keep up. Mia wants online booking, a clearer services page and something that looks more modern than the competition. We will design and build a new responsive website with online booking, including copywriting, photography and a booking integration with Dentally. We agreed on $4.5k one-time for the build and $300/mo for hosting and maintenance. They currently pay $120 a month to their old provider. The new site should be live by the end of June, before the summer campaign. I'll send the proposal by Friday. Have a great weekend!",
        needs: &[
            "website is outdated and slow on phones",
            "They struggle with patients",
            "Mia wants online booking",
        ],
        solution: &["We will design and build a new responsive website"],
        price: "$4.5k one-time for the build (to be confirmed)\n$300/mo for hosting and maintenance (to be confirmed)",
        timeline: &["live by the end of June"],
        nowhere: &["weather", "train", "Friday", "weekend"],
    },
    // A plumber's note: abbreviations, initials, an age that is no time limit, a rate.
    Case {
        recap: "Mr. Kowalski rang about the boiler at 14 St. Mary's Rd. It's leaking and there's no hot water on the first floor. He wants it sorted before Christmas. Boiler is approx. 18 years old so repair makes no sense. I'll replace it with a Vaillant ecoTEC, flush the system and fit a new thermostat. Price is £2,850 incl. VAT, plus £95 per hour for any extra pipework. Dog is friendly.",
        needs: &[
            "Mr. Kowalski rang about the boiler at 14 St. Mary's Rd.",
            "It's leaking",
            "Boiler is approx. 18 years old",
        ],
        solution: &["I'll replace it with a Vaillant ecoTEC, flush the system and fit a new thermostat."],
        price: "£2,850 incl. VAT",
        timeline: &["He wants it sorted before Christmas."],
        nowhere: &["Dog"],
    },
    // A lawyer's notes under headings; the sum in dispute is no fee.
    Case {
        recap: "Call notes - Brightwave Ltd.\nAttendees: S. Patel, J. Moore\n\nBackground\nBrightwave licenses software to hospitals. Their largest customer terminated early and refuses to pay the remaining fees of $180,000.\n\nNeeds:\n- advice on whether the termination was valid\n- a demand letter\n- representation if it goes to arbitration\n\nApproach:\n- review the licence agreement and correspondence\n- draft a demand letter\n- negotiate a settlement\n\nFees: fixed fee of $3,500 for the review and letter; $420 per hour for negotiation. Retainer of $2,000 upfront.\nTimeline: letter out within 10 business days\n",
        needs: &[
            "Advice on whether the termination was valid",
            "Representation if it goes to arbitration",
            "licenses software to hospitals",
        ],
        solution: &["Review the licence agreement", "Draft a demand letter", "Negotiate a settlement"],
        price: "Fixed fee of $3,500 for the review and letter (to be confirmed)\n$420 per hour for negotiation\nRetainer of $2,000 upfront.",
        timeline: &["Letter out within 10 business days"],
        nowhere: &["Patel", "Moore", "Call notes"],
    },
    // A chat transcript: times, speakers, fillers, the client's own promise, questions of ours.
    Case {
        recap: "[10:02] Tom: Hey Sara, how are you?\n[10:02] Sara: Good thanks! So, um, our server keeps crashing and nobody here knows how to fix it.\n[10:03] Sara: We have 25 staff and email is down about once a week. We can't go on like this.\n[10:04] Tom: Ouch. How many mailboxes do you have?\n[10:04] Sara: 31. We also need proper backups, the last one was in March.\n[10:06] Tom: OK. We'd migrate everything to Microsoft 365, set up nightly backups and monitor the server around the clock.\n[10:07] Sara: sounds good. What would that cost?\n[10:08] Tom: $1,200 one time for the migration and $18 per user per month.\n[10:09] Sara: We will provide the passwords. It has to be done in 3 weeks, our lease on the server ends then.\n[10:10] Tom: No problem, talk soon!",
        needs: &["Our server keeps crashing", "We also need proper backups", "We can't go on like this."],
        solution: &[
            "We'd migrate everything to Microsoft 365, set up nightly backups and monitor the server around the clock.",
        ],
        price: "$1,200 one time for the migration (to be confirmed)\nMonitor the server: $18 per user per month",
        timeline: &["It has to be done in 3 weeks"],
        nowhere: &[
            "Tom",
            "Sara",
            "10:0",
            "how are you",
            "um,",
            "passwords",
            "mailboxes",
            "sounds good",
            "Ouch",
        ],
    },
    // Everything in one line.
    Case {
        recap: "Sarah needs a logo and business cards for her bakery, I'd do both for $850 by mid March.",
        needs: &["Sarah needs a logo and business cards for her bakery."],
        solution: &["I'd do both by mid March."],
        price: "Logo and business cards: $850 by mid March",
        timeline: &["by mid March."],
        nowhere: &["still to be agreed"],
    },
    // Bare bullets without full sentences.
    Case {
        recap: "* warehouse app\n* staff count stock by hand - takes 2 days every month\n* scanner support (Zebra)\n* sync w/ Xero\n* budget 15-20k\n* go live Q3\n* we build iOS + Android app, weekly demos\n",
        needs: &["Staff count stock by hand", "Scanner support (Zebra)."],
        solution: &["We build iOS + Android app, weekly demos."],
        price: "",
        timeline: &["Go live Q3."],
        nowhere: &["$20,000"],
    },
    // Letters beyond English, a sentence in another language, amounts in euros.
    Case {
        recap: "Gespräch mit Jörg Müller (Bäckerei Müller, Köln). Jörg needs a webshop for Übergrößen aprons and can't handle orders by e-mail any more. Wir bauen den Shop. We will build the shop with PayPal and deliver training for Zoë. Cost: 3.900 € plus 49 € monthly. Launch before Easter.",
        needs: &["Jörg needs a webshop for Übergrößen aprons"],
        solution: &["We will build the shop with PayPal and deliver training for Zoë."],
        price: "3.900 € (to be confirmed)\n49 € monthly",
        timeline: &["Launch before Easter."],
        nowhere: &["$"],
    },
    // No price and no proposal: the extraction says so and invents nothing.
    Case {
        recap: "We met the parish council about the village hall. The roof leaks in two places and the heating is broken. They would like the hall to be usable for weddings again. The committee was split on colours. No decision on money yet, they need to vote first.",
        needs: &["The roof leaks in two places", "usable for weddings again"],
        solution: &["The approach is still to be agreed.", "The roof leaks in two places"],
        price: "",
        timeline: &[],
        nowhere: &["we will", "We will", "$"],
    },
    // A photographer's e-mail, hard-wrapped; a deposit and a price per hour.
    Case {
        recap: "Hi Lena,\n\nLisa and Omar are getting married on 14 September and are looking for\nsomeone who photographs the whole day without posing everybody. They are\nworried about the dark church.\n\nI suggest two photographers for ten hours and an album with 40 pages.\nThe package is $3,200 and extra hours are $250 each. A deposit of $800 is\ndue at booking.\n\nCheers,\nPaul",
        needs: &[
            "looking for someone who photographs the whole day",
            "They are worried about the dark church.",
        ],
        solution: &["I suggest two photographers for ten hours and an album with 40 pages."],
        price: "$3,200\nA deposit of $800 is due at booking.",
        timeline: &["getting married on 14 September"],
        nowhere: &["Cheers", "Lena", "Paul"],
    },
    // Requests put as questions by a labelled client, offers by "Me".
    Case {
        recap: "Client: Could you run our payroll from January? We lose two days a month on it.\nMe: Yes. We can run payroll for all 40 employees and file the tax returns.\nClient: And can you integrate it with BambooHR?\nMe: We can, it has an API. It would be $6 per employee per month, setup is free.\nClient: We made $2M revenue last year so that is fine.",
        needs: &[
            "Could you run our payroll from January?",
            "We lose two days a month on it.",
            "Can you integrate it with BambooHR?",
        ],
        solution: &["We can run payroll for all 40 employees and file the tax returns."],
        price: "Employees and file: 40 x $6 per month (to be confirmed)",
        timeline: &["From January."],
        nowhere: &["$2M", "revenue", "Me:", "Client:"],
    },
];

fn all(extraction: &Extraction) -> String {
    format!(
        "{}\n{}\n{}\n{}",
        extraction.client_needs,
        extraction.proposed_solution,
        extraction.pricing_hint,
        extraction.timeline.as_deref().unwrap_or_default()
    )
}

#[test]
fn recaps_are_sorted() {
    for case in &CASES {
        let found = extract(case.recap);
        let timeline = found.timeline.as_deref().unwrap_or_default();
        for (field, text, wanted) in [
            ("needs", found.client_needs.as_str(), case.needs),
            ("solution", found.proposed_solution.as_str(), case.solution),
            ("timeline", timeline, case.timeline),
        ] {
            for part in wanted {
                assert!(text.contains(part), "{field} lacks {part:?}:\n{found:#?}");
            }
        }
        assert_eq!(timeline.is_empty(), case.timeline.is_empty(), "{found:#?}");
        for part in case.nowhere {
            assert!(!all(&found).contains(part), "{part:?} in {found:#?}");
        }
        assert!(found.client_needs.chars().count() >= 10);
        assert!(found.proposed_solution.chars().count() >= 10);
        // Needs and proposals are kept apart.
        for solution in case.solution {
            let open = is_open(&found.proposed_solution);
            assert!(open || !found.client_needs.contains(solution), "{found:#?}");
        }
    }
}

#[test]
fn prices_are_hinted_with_the_questions_they_leave() {
    let found: Vec<(&str, String)> =
        CASES.iter().map(|case| (case.recap, extract(case.recap).pricing_hint)).collect();
    let expected: Vec<(&str, String)> =
        CASES.iter().map(|case| (case.recap, case.price.to_owned())).collect();
    assert_eq!(found, expected);
}

#[test]
fn different_recaps_give_different_answers() {
    let answers: HashSet<String> = CASES.iter().map(|case| all(&extract(case.recap))).collect();
    assert_eq!(answers.len(), CASES.len());
}

#[test]
fn one_changed_word_changes_the_answer() {
    let recap = "They need a shop for aprons. We will build it for $4,500.";
    let other = recap.replace("aprons", "boots").replace("4,500", "5,400");
    let (first, second) = (extract(recap), extract(&other));
    assert!(second.client_needs.contains("boots") && !second.client_needs.contains("aprons"));
    assert_eq!(first.pricing_hint, "Shop for aprons: $4,500");
    assert_eq!(second.pricing_hint, "Shop: $5,400");
}

#[test]
fn small_talk_alone_gives_nothing() {
    let found = extract("Hi Anna, how are you? Good thanks! The weather was lovely. Talk soon, bye!");
    assert_eq!(found, Extraction::default());
}

#[test]
fn very_short_fragments_still_fill_the_fields() {
    let found = extract("Needs\n- new logo\n\nApproach\n- build app");
    assert_eq!(found.client_needs, "The client asked for: New logo.");
    assert_eq!(found.proposed_solution, "Build app.");
    let shorter = extract("Needs\n- new logo\n\nApproach\n- fix app");
    assert_eq!(shorter.proposed_solution, "We propose: Fix app.");
}

#[test]
fn lengths_are_checked() {
    assert_eq!(
        validate(&"x".repeat(49)).unwrap_err().message,
        "Please enter more details about your meeting."
    );
    assert_eq!(validate(&format!("  {}  ", "x".repeat(49))).unwrap_err().code, "recap_too_short");
    assert_eq!(validate(&"ä".repeat(50)).unwrap(), "ä".repeat(50));
    assert!(validate(&"ä".repeat(100_000)).is_ok());
    assert_eq!(validate(&"x".repeat(100_001)).unwrap_err().code, "recap_too_long");
    assert_eq!(validate(&format!("{}\0", "x".repeat(60))).unwrap_err().code, "invalid_characters");
}

#[test]
fn long_recaps_fit_the_fields() {
    for unit in [
        "They need a new site with $5 fields and 3k pages. ",
        "A: we need it\nB: we will build it for $9\n",
        "Name Name: a\n",
        "word ",
        "1 and 2 and $3 and ",
        "- x\n",
        "so and but um ",
        "a.b. c! ",
    ] {
        let recap = unit.repeat(20_000 / unit.len());
        let found = extract(&recap);
        assert!(found.client_needs.chars().count() <= FIELD_MAX);
        assert!(found.proposed_solution.chars().count() <= FIELD_MAX + 100);
    }
    // The same name on every line, and a new one on every line.
    let speakers: String = (0..1_000_u32)
        .map(|n| {
            let name: String = n.to_string().bytes().map(|b| char::from(b + 17)).collect();
            format!("{name}: we need {n} things\n")
        })
        .collect();
    assert!(!extract(&speakers).client_needs.is_empty());
}

proptest! {
    /// Every word of an extraction is in the recap or in the product's own phrases.
    #[test]
    fn no_word_is_invented(picks in prop::collection::vec((0..CASES.len(), any::<prop::sample::Index>()), 1..12)) {
        let recap: String = picks
            .iter()
            .map(|(case, line)| {
                let pieces: Vec<&str> = CASES[*case].recap.split_inclusive(['.', '\n']).collect();
                format!("{}\n", line.get(&pieces))
            })
            .collect();
        let found = extract(&recap);
        let ours = normal_words(&format!("{} requested timing to be confirmed optional x per month per quarter per year each for months project monthly fee deposit discount not confirmed eur usd gbp noch offen à confirmer por confirmar en option opcional", [Line::RecapOpen, Line::RecapRequest, Line::RecapAskedFor, Line::RecapWePropose].map(|line| Frame::of(&recap).text(line)).join(" ")));
        let given = normal_words(&recap);
        for word in normal_words(&all(&found)) {
            // Figures are normalised: 4.5k becomes $4,500.
            let figure = word.chars().all(|c| c.is_ascii_digit());
            prop_assert!(figure || given.contains(&word) || ours.contains(&word), "{} in {:#?} from {}", word, found, recap);
        }
    }

    #[test]
    fn any_text_is_survived(text in any::<String>()) {
        let _ = extract(&text);
    }
}

fn normal_words(text: &str) -> HashSet<String> {
    words::normal(text).split_whitespace().map(str::to_owned).collect()
}
