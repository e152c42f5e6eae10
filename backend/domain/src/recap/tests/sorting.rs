//! What becomes a need and what an exclusion, in recaps of several styles and four languages.
#![expect(clippy::panic, reason = "a test stops at the first surprise")]

use pretty_assertions::assert_eq;

use super::super::needs::NEEDS_MAX;
use super::super::{Extraction, Notice, extract};

struct Case {
    recap: &'static str,
    needs: &'static [&'static str],
    exclusions: &'static [&'static str],
    /// Neither in the needs nor in the solution.
    nowhere: &'static [&'static str],
}

const CASES: [Case; 13] = [
    // Notes of a beekeeper.
    Case {
        recap: "Hotel Aldgate, roof visit, 4 May\n\n- want six hives on the roof, honey for the breakfast room\n- 40 kg a year would do\n- currently buy honey in tubs\n- NOT in: the wooden deck, planting\n- waste honey collection stays with the kitchen, we don't touch it\n- lift is slow\n- Priti sends the fire plan by Friday\n- me: insurance certificate, quote on Monday\n- phone 020 7946 0011",
        needs: &["six hives on the roof", "Currently buy honey in tubs"],
        exclusions: &["The wooden deck, planting", "Waste honey collection stays with the kitchen"],
        nowhere: &["wooden deck", "planting", "Waste honey", "fire plan", "certificate", "7946"],
    },
    // A mail with the client's earlier mail below.
    Case {
        recap: "From: Oleg Brandt\nTo: Maria Lindqvist\nSubject: Re: choir robes\n\nDear Maria,\n\nthank you for the coffee. What we agreed:\n\nYour choir has 52 singers and the old robes are torn at the hem. You want light fabric that survives the washing machine.\n\nThe stoles are not included. They need a gold thread that my mill doesn't spin.\n\nKind regards\nOleg Brandt\nBrandt Tailoring\n\n> On 3 May Maria wrote:\n> We also need 10 music folders, but that is for the church council.",
        needs: &["52 singers", "light fabric that survives the washing machine"],
        exclusions: &["The stoles are not included."],
        nowhere: &["stoles", "gold thread", "coffee", "folders", "Tailoring", "Dear"],
    },
    // A transcript with times behind the names.
    Case {
        recap: "Ines Ferro (09:02): Morning. Can you hear me?\nPaul Okri (09:02): Yes. So, our museum shop has no scanner and we count 3,000 postcards by hand.\nInes Ferro (09:03): We can set up a till with a scanner.\nPaul Okri (09:04): And the ticket desk?\nInes Ferro (09:04): No, the ticket desk runs on the city's own system.\nPaul Okri (09:05): Fine. It must work without internet, the cellar has no signal.\nInes Ferro (09:06): I'll send you the contract tomorrow.",
        needs: &["count 3,000 postcards by hand", "It must work without internet"],
        exclusions: &["The ticket desk runs on the city's own system."],
        nowhere: &["ticket desk", "contract", "hear me"],
    },
    // Dictated without punctuation.
    Case {
        recap: "okay so this was the allotment club they've got a shed with a rotten floor and they want a new one with a ramp because half of them have bad knees I told them two weekends and they were fine with that painting is not on us she has a nephew for that and then he talked about his marrows for ten minutes I need to ring the timber yard",
        needs: &["shed with a rotten floor", "they want a new one with a ramp"],
        exclusions: &["ainting is not on us"],
        nowhere: &["painting"],
    },
    // A table with columns.
    Case {
        recap: "Why\tthe school kitchen fails hygiene inspections, the floor can't be cleaned\t\t\nItem\tQty\tEach\tRemark\nResin floor\t80\t£45\tin August\nWall panels\t24\t£60\twhite\nVentilation\t\t\tnot us, council contractor\nTotal\t\t£5,040\t",
        needs: &["the school kitchen fails hygiene inspections"],
        exclusions: &["Ventilation"],
        nowhere: &["Ventilation", "Remark", "Qty"],
    },
    // A German summary with headings.
    Case {
        recap: "# Zusammenfassung Kletterhalle Nordwand\n\n**Teilnehmer:** Jo Adler, Kim Sommer\n\n## Ausgangslage\n- Die Kundschaft bucht per Telefon, das Büro verliert jeden Tag eine Stunde.\n- Gewünscht ist eine Online-Buchung für 14 Kurse.\n\n## Nicht enthalten\n- Fotos\n- Texte für die Startseite\n\n## Nächste Schritte\n- Kim schickt die Kursliste bis Freitag",
        needs: &["verliert jeden Tag eine Stunde", "Online-Buchung für 14 Kurse"],
        exclusions: &["Fotos.", "Texte für die Startseite."],
        nowhere: &["Fotos", "Texte", "Kursliste", "Adler"],
    },
    // A French visit.
    Case {
        recap: "Visite chez Mme Perrin, jeudi 7 mai\n\n- l'escalier grince et la rampe est cassée\n- veulent un escalier en chêne, 14 marches\n- la peinture, c'est un autre artisan\n- le carrelage n'est pas compris\n- je vous envoie le devis lundi",
        needs: &["la rampe est cassée", "Veulent un escalier en chêne, 14 marches"],
        exclusions: &["La peinture, c'est un autre artisan.", "Le carrelage n'est pas compris."],
        nowhere: &["peinture", "carrelage", "devis lundi"],
    },
    // Spanish notes.
    Case {
        recap: "Reunión con la escuela de danza, martes\n\n- necesitan un suelo nuevo para 2 salas, el viejo se levanta\n- quieren espejos en una pared\n- las barras no entran, las pone el carpintero\n- la música la lleva otra empresa\n- me mandan los planos el viernes",
        needs: &["un suelo nuevo para 2 salas", "espejos en una pared"],
        exclusions: &["Las barras no entran, las pone el carpintero."],
        nowhere: &["barras", "planos"],
    },
    // What was asked about and turned down.
    Case {
        recap: "- the brewery needs labels for 4 beers, matt paper\n- does not want foil, foil cracked on the last run\n- tablet version only, no print\n- caps no",
        needs: &["labels for 4 beers"],
        exclusions: &["Caps no."],
        nowhere: &["foil", "Foil", "no print", "Caps"],
    },
    // More wishes than a proposal repeats.
    Case {
        recap: "- they need a stage\n- they need chairs for 200 guests\n- they need a bar\n- they need lights\n- they need a tent of 300 square metres\n- they need heating\n- they need a cloakroom with 2 attendants\n- they need toilets",
        needs: &["200 guests", "300 square metres"],
        exclusions: &[],
        nowhere: &[],
    },
    // The heading of a list without a mark, and the money of others.
    Case {
        recap: "Notes from the tea house, Tuesday\n\nWhat they are looking for\n- a roof for the terrace that carries snow\n- places for 20 guests\n\n- the carpenter before us asked €9,400 for it\n- they have set aside €8,000\n- they lose about €300 a week in winter because the terrace is empty\n- leave the awning out of it\n- our price: timber frame €4,200, glass cover €2,900",
        needs: &["roof for the terrace that carries snow", "places for 20 guests", "lose about €300 a week"],
        exclusions: &["Leave the awning out of it."],
        nowhere: &["looking for", "9,400", "8,000", "carpenter", "set aside", "awning", "4,200"],
    },
    // A label within a line, and what the sentences beside it say.
    Case {
        recap: "Call with the sailing school, Monday\n\n- runs 3 boats and has 40 members\n- wants members to book online\n\nWhat I said I'd do:\n- a booking page\n\nTheir budget is around 4k. Not included: photos, logo. She sends the member list by Friday.",
        needs: &["wants members to book online"],
        exclusions: &["Photos, logo."],
        nowhere: &["4k", "photos", "Not included"],
    },
    // A transcript: what we say of ourselves, and halves of sentences whose prices were taken out.
    Case {
        recap: "Marta: So how many bicycles do you keep?\nOle: About sixty. We need a rack that fits under the stairs and a lock that kids can open.\nMarta: Sure. I'd build the rack in steel, that's €1,450 installed. If you want it galvanised, that's €280 more. I don't do locks.\nOle: Good. The shop in town wanted €2,600.\nMarta: I'll write it up tonight.",
        needs: &["a rack that fits under the stairs"],
        exclusions: &["I don't do locks."],
        nowhere: &["2,600", "1,450", "280", "If you want it galvanised.", "write it up", "do locks"],
    },
];

fn text(extraction: &Extraction) -> String {
    format!("{}\n{}", extraction.client_needs, extraction.proposed_solution)
}

#[test]
fn what_is_priced_is_proposed_where_nothing_else_is() {
    let notes = "Tea house, Tuesday\n- want a roof for the terrace that carries snow\n- our price: timber frame €4,200\n- oak floor €2,900\n- heating is not ours";
    assert_eq!(extract(notes).proposed_solution, "We propose:\nTimber frame.\nOak floor.");
    let open = "Tea house, Tuesday\n- want a roof for the terrace that carries snow\n- hosting of the guests is 45 a month";
    assert!(extract(open).proposed_solution.starts_with("The approach is still to be agreed."));
}

#[test]
fn needs_are_about_the_client_and_exclusions_stand_apart() {
    for case in &CASES {
        let found = extract(case.recap);
        let exclusions = found.exclusions.clone().unwrap_or_default().to_lowercase();
        let needs = found.client_needs.to_lowercase();
        for part in case.needs {
            assert!(needs.contains(&part.to_lowercase()), "the needs lack {part:?}: {found:#?}");
        }
        for part in case.exclusions {
            assert!(exclusions.contains(&part.to_lowercase()), "the exclusions lack {part:?}: {found:#?}");
        }
        for part in case.nowhere {
            assert!(!text(&found).contains(part), "{part:?} in {found:#?}");
        }
        assert!(found.client_needs.lines().count() <= NEEDS_MAX, "{found:#?}");
        assert_eq!(exclusions.is_empty(), case.exclusions.is_empty(), "{found:#?}");
    }
}

#[test]
fn a_time_of_day_is_no_price() {
    let found = extract(
        "Client requirements\n- Customers should pause the milk themselves before 9 pm\n- A route sheet each morning",
    );
    assert_eq!(
        found.client_needs.lines().next(),
        Some("Customers should pause the milk themselves before 9 pm.")
    );
}

#[test]
fn a_recap_without_anything_usable_says_so() {
    let found = extract("Hi Anna, how are you? Good thanks! The weather was lovely. Talk soon, bye!");
    let Some(notice) = found.notice() else { panic!("{found:#?}") };
    assert_eq!(notice, Notice::NothingFound);
    assert!(notice.message().contains("says nothing"));
    assert_eq!(extract("They need a shop for aprons. We will build it for $4,500.").notice(), None);
}

#[test]
fn what_the_client_gives_is_listed() {
    for (recap, listed) in [
        (
            "Choir, first call\n\n- they need a website for the choir, 40 singers\n- concert dates change every week\n\nNext steps\n- Priti sends the fire plan by Friday\n- me: quote on Monday",
            "Priti sends the fire plan by Friday.",
        ),
        (
            "- need a website for the choir\n\nWhat we need from them:\n- 12 photos\n- the hymn list",
            "12 photos.\nThe hymn list.",
        ),
        (
            "- need a website for the choir\n\nWhat we need from them:\n- 12 photos (the old ones cost them £2,500)\n- the hymn list",
            "12 photos.\nThe hymn list.",
        ),
        (
            "# Chor Nordheim\n\n## Bedarf\n- brauchen eine neue Website\n- 40 Mitglieder\n\n## Nächste Schritte\n- Frau Demir schickt Fotos des Teams\n- wir: Angebot bis Montag",
            "Frau Demir schickt Fotos des Teams.",
        ),
        (
            "- veulent un nouveau site pour la chorale\n- 40 choristes\n\nActions\n- Inès transmet la liste des choristes\n- nous : devis lundi",
            "Inès transmet la liste des choristes.",
        ),
        (
            "- necesitan una web nueva para el coro\n- son 40 voces\n- nos mandan las fotos el lunes\n- yo: presupuesto el martes",
            "Nos mandan las fotos el lunes.",
        ),
    ] {
        let found = extract(recap).from_client.unwrap_or_default();
        assert_eq!(found.split_once('\n').map(|(_, listed)| listed), Some(listed), "{recap}");
    }
}

#[test]
fn what_we_give_and_how_they_work_is_not() {
    for recap in [
        "They need a website for the choir. I'll send them two designs on Monday.",
        "They need a website for the choir. She sends her feedback on Monday.",
        "They need a website for the choir, with a form that sends us the names.",
        "They need a website for the choir. Check the names before you send anything.",
    ] {
        assert_eq!(extract(recap).from_client, None, "{recap}");
    }
}
