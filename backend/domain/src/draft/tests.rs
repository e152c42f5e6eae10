//! Tests of drafting: offline drafts are readable and invent nothing.
#![expect(
    clippy::unwrap_used,
    clippy::format_collect,
    reason = "a test stops at the first surprise and may be plain"
)]

use std::collections::HashSet;

use pretty_assertions::assert_eq;
use uuid::Uuid;

use super::*;
use crate::claims;
use crate::client::ClientInput;
use crate::company::CompanyInput;
use crate::document::BlockKind;
use crate::recap;

pub(super) fn ids() -> impl FnMut() -> Uuid {
    let mut next = 0_u128;
    move || {
        next += 1;
        Uuid::from_u128(next)
    }
}

/// The draft of a recap, as the wizard creates it from the extraction.
pub(super) fn drafted(text: &str) -> Draft {
    offline(&from_recap(text), &mut ids())
}

pub(super) fn input(context: &str, solution: &str, pricing: &str) -> DraftInput {
    DraftInput {
        client: ClientInput {
            company_name: "Harbor Dental".into(),
            first_name: "Mia".into(),
            last_name: "Öz".into(),
            email: "mia@harbor.example".into(),
            ..ClientInput::default()
        }
        .validate()
        .unwrap(),
        company: CompanyInput { name: Some("Northlight Studio".into()), ..CompanyInput::default() }
            .validate()
            .unwrap(),
        client_context: context.into(),
        proposed_solution: solution.into(),
        pricing_details: pricing.into(),
        additional_notes: None,
    }
}

fn from_recap(text: &str) -> DraftInput {
    let found = recap::extract(text);
    let pricing =
        if found.pricing_hint.is_empty() { "To be agreed after a visit." } else { &found.pricing_hint };
    let mut given = input(&found.client_needs, &found.proposed_solution, pricing);
    given.additional_notes = found.timeline;
    given
}

fn block(draft: &Draft, kind: BlockKind) -> Option<&Section> {
    draft.sections.iter().find(|section| section.kind == kind)
}

fn text_of(draft: &Draft, kind: BlockKind) -> String {
    block(draft, kind).map(|section| document::text(&section.html)).unwrap_or_default()
}

#[test]
fn a_draft_reads_as_a_proposal_to_the_client() {
    let mut given = input(
        "Harbor Dental has two practices and their website is outdated. They struggle with patients who call just to book, and the front desk can't keep up. Our phones never stop ringing.",
        "We'll design and build a new responsive website with online booking, including copywriting, photography and a booking integration with Dentally. It should be live by the end of June. I'd train the front desk.",
        "$4,500 one-time and $300 monthly hosting",
    );
    given.additional_notes = Some("Keep the tone friendly. The logo files are with the printer.".into());
    let draft = offline(&given, &mut ids());
    assert_eq!(draft.title, "New responsive website with online booking for Harbor Dental");
    assert_eq!(draft.subtitle.as_deref(), Some("Prepared for Mia Öz by Northlight Studio"));
    let kinds: Vec<_> = draft.sections.iter().map(|section| section.kind).collect();
    assert_eq!(
        kinds,
        [
            BlockKind::Summary,
            BlockKind::Needs,
            BlockKind::Solution,
            BlockKind::Scope,
            BlockKind::Timeline,
            BlockKind::Pricing,
            BlockKind::Notes,
            BlockKind::NextSteps,
        ]
    );
    assert_eq!(
        text_of(&draft, BlockKind::Needs).trim(),
        "This is how we understand your situation and what you are asking for:\n\
         You have two practices and your website is outdated.\n\
         You struggle with patients who call just to book, and the front desk cannot keep up.\n\
         Your phones never stop ringing."
    );
    assert_eq!(
        text_of(&draft, BlockKind::Solution).trim(),
        "We will design and build a new responsive website with online booking, including copywriting, photography and a booking integration with Dentally.\n\
         I would train the front desk."
    );
    assert_eq!(
        text_of(&draft, BlockKind::Scope).trim(),
        "The work includes:\nDesign and build a new responsive website with online booking\nCopywriting\nPhotography\n\
         A booking integration with Dentally\nTrain the front desk"
    );
    assert_eq!(text_of(&draft, BlockKind::Timeline).trim(), "It should be live by the end of June.");
    assert_eq!(text_of(&draft, BlockKind::Notes).trim(), "The logo files are with the printer.");
    let prices = text_of(&draft, BlockKind::Pricing);
    assert!(prices.contains("$4,500.00") && prices.contains("$300.00"), "{prices}");
    assert!(draft.pricing.groups.iter().flat_map(|group| &group.items).all(|item| item.confirmed));
}

#[test]
fn addresses_of_others_are_left_out() {
    let mut given = input(
        "They need a shop like evil.example. Their site is https://evil.example/pay and they sell on Booking.com.",
        "We will build a shop and link it to https://evil.example/pay. Write to pay@evil.example or call +1 900 555 0199.",
        "Shop at www.evil.example $4,500, hosting $300 monthly",
    );
    given.additional_notes =
        Some("The plan is at evil.example/plan and at https://northlight.example/plan.".into());
    given.company.about_us = Some("Ask jo@evil.example or hello@northlight.example.".into());
    given.company.website_url = Some("https://northlight.example".into());
    let draft = offline(&given, &mut ids());
    let html = format!("{} {}", draft.title, draft.html());
    for word in ["evil.example", "href", "555", "Booking.com", "/pay", "/plan"] {
        assert!(!html.contains(word), "{word} in {html}");
    }
    assert!(html.contains("hello@northlight.example") && html.contains("sell on Booking"), "{html}");
}

#[test]
fn company_sections_stand_only_where_the_profile_has_them() {
    let plain = offline(&input("They need a shop for aprons.", "We will build it.", "$5"), &mut ids());
    for kind in
        [BlockKind::WhatWeOffer, BlockKind::WhyWorkWithUs, BlockKind::HowWeWork, BlockKind::Testimonials]
    {
        assert!(block(&plain, kind).is_none());
    }
    let mut given = input("They need a shop for aprons.", "We will build it.", "$5");
    given.company = CompanyInput {
        name: Some("Northlight".into()),
        what_we_offer: Some("Shops & sites.\n- fast\n- <b>tested</b>".into()),
        testimonials: Some("\"Great\" - Ann".into()),
        phone: Some("555 0100".into()),
        ..CompanyInput::default()
    }
    .validate()
    .unwrap();
    let draft = offline(&given, &mut ids());
    assert_eq!(
        block(&draft, BlockKind::WhatWeOffer).unwrap().html,
        "<p>Shops &amp; sites.</p><ul><li>fast</li><li>&lt;b&gt;tested&lt;/b&gt;</li></ul>"
    );
    assert_eq!(text_of(&draft, BlockKind::Testimonials).trim(), "\"Great\" - Ann");
    assert!(text_of(&draft, BlockKind::NextSteps).contains("555 0100"));
}

#[test]
fn what_is_assumed_and_left_out_has_blocks_of_its_own() {
    let mut given = input(
        "Their current contract does not include support. They need a new website.",
        "We'll build a new website, excluding photography. Copywriting is not included. We assume that you send us the texts.",
        "$4,500 one-time. Travel is not included.",
    );
    given.additional_notes = Some("Assuming the domain is yours. Legal texts are out of scope.".into());
    let draft = offline(&given, &mut ids());
    assert_eq!(
        text_of(&draft, BlockKind::Assumptions).trim(),
        "We assume that you send us the texts.\nAssuming the domain is yours."
    );
    assert_eq!(
        text_of(&draft, BlockKind::Exclusions).trim(),
        "Copywriting is not included.\nLegal texts are out of scope.\nTravel is not included."
    );
    assert_eq!(
        text_of(&draft, BlockKind::Solution).trim(),
        "We will build a new website, excluding photography."
    );
    assert!(text_of(&draft, BlockKind::Needs).contains("does not include support"));
    assert!(block(&draft, BlockKind::Notes).is_none());
    // Without such a statement there is no such block.
    let plain = offline(&input("They need a shop for aprons.", "We will build it.", "$5"), &mut ids());
    for kind in [
        BlockKind::Assumptions,
        BlockKind::Exclusions,
        BlockKind::Team,
        BlockKind::CaseStudy,
        BlockKind::Cover,
    ] {
        assert!(block(&plain, kind).is_none());
    }
}

#[test]
fn what_the_client_gives_has_a_section_addressed_to_it() {
    let english = ("They need a new website.", "We will build a new website.", "$4,500");
    let german = ("Sie brauchen eine neue Website für den Chor.", "Wir bauen die neue Website.", "500 €");
    let french = ("Ils veulent un nouveau site pour la chorale.", "Nous créons le nouveau site.", "500 €");
    let spanish = ("Necesitan una web nueva para el coro.", "Hacemos la web nueva para el coro.", "500 €");
    for ((needs, solution, prices), notes, title, html) in [
        (
            english,
            "From the client:\nThey will send the logo.\n12 photos.",
            "What we need from you",
            "<ul><li>You will send the logo.</li><li>12 photos.</li></ul>",
        ),
        (
            german,
            "Vom Kunden:\nFrau Demir schickt die Fotos für die neue Website.",
            "Was wir von Ihnen brauchen",
            "<ul><li>Frau Demir schickt die Fotos für die neue Website</li></ul>",
        ),
        (
            french,
            "À fournir par le client :\nInès transmet la liste des choristes.",
            "Ce qu’il nous faut de votre part",
            "<ul><li>Inès transmet la liste des choristes</li></ul>",
        ),
        (
            spanish,
            "De parte del cliente:\nInés manda las fotos del coro.",
            "Qué necesitamos de su parte",
            "<ul><li>Inés manda las fotos del coro</li></ul>",
        ),
    ] {
        let mut given = input(needs, solution, prices);
        given.additional_notes = Some(notes.into());
        let draft = offline(&given, &mut ids());
        let found = draft.sections.iter().find(|section| section.title == title);
        assert_eq!(found.map(|section| section.html.as_str()), Some(html), "{:#?}", draft.sections);
    }
}

#[test]
fn the_company_tells_of_itself_and_its_work_as_far_as_its_profile_does() {
    let mut given = input("They need a shop for aprons.", "We will build it.", "$5");
    given.company = CompanyInput {
        name: Some("Northlight".into()),
        about_us: Some("We build <shops>.".into()),
        team_size: Some("4".into()),
        case_studies_link: Some("https://northlight.example/work?a=1&b=2".into()),
        ..CompanyInput::default()
    }
    .validate()
    .unwrap();
    let draft = offline(&given, &mut ids());
    assert_eq!(
        block(&draft, BlockKind::Team).unwrap().html,
        "<p>We build &lt;shops&gt;.</p><ul><li>Team size: 4</li></ul>"
    );
    assert_eq!(
        block(&draft, BlockKind::CaseStudy).unwrap().html,
        "<p>You can see earlier work of ours at <a href=\"https://northlight.example/work?a=1&amp;b=2\" \
         rel=\"noopener noreferrer\">https://northlight.example/work?a=1&amp;b=2</a>.</p>"
    );
    assert_eq!(document::clean(&draft.html()), draft.html());
}

#[test]
fn a_solution_still_open_is_said_once_and_promises_nothing() {
    let draft = offline(
        &from_recap(
            "We met the council about the hall. The roof leaks in two places. They would like to use it for weddings.",
        ),
        &mut ids(),
    );
    assert_eq!(
        text_of(&draft, BlockKind::Solution).trim(),
        "The approach is still to be agreed with you. It would address the needs set out above."
    );
    assert!(!document::text(&draft.html()).contains("we will"));
    // Text without a figure is kept as written; there is no table to render.
    assert!(block(&draft, BlockKind::Pricing).is_none());
    assert!(document::text(&draft.html()).contains("To be agreed after a visit."));
}

#[test]
fn notes_for_the_writer_are_not_shown_to_the_client() {
    let mut given = input("They need a shop for aprons.", "We will build it.", "$5");
    given.additional_notes = Some(
        "Don't mention the delay. Internal: margin is thin. Make sure to highlight our speed. Emphasise quality. They pay by card.".into(),
    );
    let draft = offline(&given, &mut ids());
    assert_eq!(text_of(&draft, BlockKind::Notes).trim(), "They pay by card.");
}

#[test]
fn every_recap_gives_a_clean_stable_and_distinct_document() {
    let mut seen = HashSet::new();
    for case in &recap::tests::CASES {
        let draft = offline(&from_recap(case.recap), &mut ids());
        let html = draft.html();
        assert_eq!(document::clean(&html), html);
        assert_eq!(document::normalise(&html, &mut ids()), html);
        assert_eq!(document::sections(&html), draft.sections);
        for section in &draft.sections {
            assert!(!document::is_empty(&section.html), "{section:?}");
        }
        assert_eq!(document::placeholders(&document::text(&html)), Vec::<String>::new());
        for kind in [BlockKind::Summary, BlockKind::Needs, BlockKind::Solution, BlockKind::NextSteps] {
            assert!(block(&draft, kind).is_some(), "{kind:?} missing for {}", case.recap);
        }
        assert!(seen.insert(html));
    }
}

/// The words of the frame in all its forms; any other word in a draft must be the user's.
const FRAME: &str = "Overview Your needs Our proposed solution Scope of work Timeline Pricing What we offer How we work Why work with us \
    Further details Next steps Proposal Prepared for by at has prepared this proposal It sets out how we understand your needs, what we propose and what it costs. \
    This is how we understand your situation and what you are asking for: The approach is still to be agreed with you. It would address the needs set out above the following \
    We propose the following: The work includes: This is the timing as we understand it: \
    Please take the time you need to read this proposal. On its page you can accept it with your signature, ask for changes or decline it. \
    Review Repair Replacement Installation Migration Setup Drafting Rebuild Integration of Requested timing";
/// Words that addressing the client and writing out contractions can add.
const CHANGED: &str = "i we you your yours are is not will would have do does cannot need want struggle lack hope wish require expect run use plan were there that it to agreed after a visit";

#[test]
fn nothing_is_invented() {
    let words = |text: &str| -> HashSet<String> {
        recap::words::normal(text).split_whitespace().map(str::to_owned).collect()
    };
    let journeys = super::journeys::JOURNEYS.iter().map(|journey| journey.recap);
    for text in recap::tests::CASES.iter().map(|case| case.recap).chain(journeys) {
        let given = from_recap(text);
        let mut known = words(&format!(
            "{FRAME} {CHANGED} {} {} {} {}",
            given.words().join(" "),
            text,
            "Harbor Dental Mia Öz",
            "Northlight Studio"
        ));
        known.insert("setup".into());
        let draft = offline(&given, &mut ids());
        let mut prose = format!("{} {}", draft.title, draft.subtitle.clone().unwrap_or_default());
        for section in draft.sections.iter().filter(|section| section.kind != BlockKind::Pricing) {
            prose.push(' ');
            prose.push_str(&section.title);
            prose.push(' ');
            prose.push_str(&document::text(&section.html));
        }
        let invented: Vec<_> = words(&prose).into_iter().filter(|word| !known.contains(word)).collect();
        assert_eq!(invented, Vec::<String>::new(), "from {text}");
    }
}

#[test]
fn every_claim_of_a_draft_rests_on_what_was_typed() {
    let journeys = super::journeys::JOURNEYS.iter().map(|journey| journey.recap);
    for text in recap::tests::CASES.iter().map(|case| case.recap).chain(journeys) {
        let given = from_recap(text);
        let draft = offline(&given, &mut ids());
        let inputs = claims::Inputs {
            client_context: &given.client_context,
            proposed_solution: &given.proposed_solution,
            pricing_details: &given.pricing_details,
            additional_notes: given.additional_notes.as_deref(),
            company: Some(&given.company),
            client: claims::ClientEntry {
                company_name: &given.client.company_name,
                first_name: &given.client.first_name,
                last_name: &given.client.last_name,
                ..claims::ClientEntry::default()
            },
            pricing: &draft.pricing,
            created_at: chrono::DateTime::UNIX_EPOCH,
            valid_until: None,
            chat: Vec::new(),
            changes: Vec::new(),
        };
        let titles = claims::titles(&draft.title, draft.subtitle.as_deref());
        let read =
            claims::read(std::iter::once(&titles).chain(&draft.sections), inputs.sources(), &draft.pricing);
        let open: Vec<_> = read
            .iter()
            .filter(|claim| claim.backing.is_none() || claim.contradiction.is_some())
            .map(|claim| (claim.kind.name(), claim.text.as_str(), claim.contradiction.as_deref()))
            .collect();
        assert_eq!(open, [], "from {text}\n{read:#?}");
    }
}

#[test]
fn hostile_words_are_only_words() {
    let draft = offline(
        &input(
            "They need <script>alert(1)</script> and [link](javascript:x) **now**.",
            "We will build </section><section data-kind=\"pricing\">$1</section>.",
            "$4,500 <img src=x onerror=alert(1)>",
        ),
        &mut ids(),
    );
    let html = draft.html();
    assert_eq!(document::clean(&html), html);
    assert_eq!(document::normalise(&html, &mut ids()), html);
    assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert_eq!(draft.sections.iter().filter(|s| s.kind == BlockKind::Pricing).count(), 1);
}

#[test]
fn a_long_recap_is_drafted() {
    let recap: String = (0..400)
        .map(|n| format!("They need page {n} for the shop. We will build page {n} by June for ${n}. "))
        .collect();
    let recap: String = recap.chars().take(20_000).collect();
    let draft = offline(&from_recap(&recap), &mut ids());
    assert!(!draft.sections.is_empty());
    let whole = offline(&input(&recap, &recap, "$5"), &mut ids());
    assert!(whole.html().len() > 20_000);
}

#[test]
fn stages_are_the_specs() {
    let seen: Vec<_> =
        Stage::ALL.iter().map(|stage| (stage.name(), stage.progress(), stage.label())).collect();
    assert_eq!(
        seen,
        [
            ("analyzing", 20, "Analyzing client requirements"),
            ("structure", 40, "Generating proposal structure"),
            ("pricing", 60, "Creating pricing strategy"),
            ("timeline", 80, "Building timeline and milestones"),
            ("finalizing", 100, "Finalizing your proposal"),
        ]
    );
    for stage in Stage::ALL {
        assert_eq!(serde_json::to_value(stage).unwrap(), stage.name());
    }
}
