//! Tests of the claims: what is found, what backs it, and bounds on the running time.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops at the first surprise")]

use pretty_assertions::assert_eq;
use proptest::prelude::*;

use super::*;
use crate::money::Currency;
use crate::{company::CompanyInput, pricing};

mod derived;
mod paragraphs;

fn section(id: u128, kind: BlockKind, title: &str, html: &str) -> Section {
    Section { id: Uuid::from_u128(id), kind, title: title.to_owned(), html: html.to_owned() }
}

fn prices(text: &str) -> PricingTable {
    let mut next = 0;
    pricing::table_from_text(text, Currency::USD, &mut || {
        next += 1;
        Uuid::from_u128(next)
    })
}

/// "kind: words" of the claims that are not backed.
fn unbacked(text: &str, sources: Vec<Source<'_>>) -> Vec<String> {
    let block = section(1, BlockKind::Free, "", &document::markdown(text));
    let claims = read([&block], sources, &PricingTable::default());
    claims
        .iter()
        .filter(|claim| claim.backing.is_none())
        .map(|claim| format!("{}: {}", claim.kind.name(), claim.text))
        .collect()
}

fn recap(text: &str) -> Vec<Source<'_>> {
    vec![Source::new(SourceKind::ClientContext, "Client needs", text)]
}

fn one(text: &str, sources: Vec<Source<'_>>) -> Claim {
    let block = section(1, BlockKind::Free, "", &document::markdown(text));
    let mut claims = read([&block], sources, &PricingTable::default());
    assert_eq!(claims.len(), 1, "{claims:#?}");
    claims.remove(0)
}

#[test]
fn a_backed_claim_shows_the_words_around_its_source() {
    let claim = one(
        "It is live by 3 May.",
        recap("They lose bookings every day. It must be online before May 3rd, the day of the fair."),
    );
    let backing = claim.backing.unwrap();
    assert_eq!((backing.kind, backing.label.as_str()), (SourceKind::ClientContext, "Client needs"));
    assert_eq!(
        backing.excerpt,
        "They lose bookings every day. It must be online before May 3rd, the day of the fair."
    );
    let marked: String = backing
        .excerpt
        .chars()
        .skip(backing.start as usize)
        .take((backing.end - backing.start) as usize)
        .collect();
    assert_eq!(marked, "May 3rd");
}

#[test]
fn keys_stay_as_long_as_the_sentence_does() {
    let keys = |html: &str| -> Vec<String> {
        let block = section(1, BlockKind::Free, "Results", html);
        read([&block], Vec::new(), &PricingTable::default()).into_iter().map(|claim| claim.key).collect()
    };
    let before = keys("<p>We grew sales by 40%. We saved 12 hours.</p>");
    let after = keys(
        "<p>New words.</p><p>We grew <strong>sales</strong> by 40%. That is much. We saved 12 hours.</p>",
    );
    assert_eq!(before, after);
    // Accepting one sentence does not accept another with the same figure.
    assert_ne!(keys("<p>We cut costs by 40%.</p>")[0], before[0]);
    let twice = keys("<p>We grew by 40%.</p><p>We grew by 40%.</p>");
    assert_ne!(twice[0], twice[1]);
}

#[test]
fn what_a_person_types_backs_and_what_the_assistant_wrote_does_not_become_theirs() {
    let content = |words: &str| Content {
        title: "T".to_owned(),
        subtitle: None,
        sections: vec![section(1, BlockKind::Free, "Plan", &format!("<p>{words}</p>"))],
        pricing: PricingTable::default(),
    };
    let steps = [
        ("", "We grow sales by 40%.", false),
        ("We grow sales by 40%.", "We grow.", true),
        ("We grow.", "We grow sales by 40%.", true),
        ("We grow sales by 40%.", "We grow sales by 40% within six weeks.", true),
    ];
    let changes: Vec<Change> = steps
        .iter()
        .map(|(before, after, by_person)| Change {
            author: "Ana".to_owned(),
            at: "2026-05-03T09:00:00Z".parse().unwrap(),
            typed: *by_person,
            claims: typed(&content(before), &content(after)),
        })
        .collect();
    let sources = typing(changes);
    let block = section(1, BlockKind::Free, "Plan", "<p>We grow sales by 40% within 6 weeks.</p>");
    let claims = read([&block], sources, &PricingTable::default());
    let seen: Vec<_> = claims
        .iter()
        .map(|claim| (claim.text.as_str(), claim.backing.as_ref().map(|backing| backing.label.as_str())))
        .collect();
    assert_eq!(seen, [("40%", None), ("6 weeks", Some("Typed by Ana on 3 May 2026"))]);
    assert_eq!(claims[1].backing.as_ref().unwrap().author.as_deref(), Some("Ana"));
}

#[test]
fn moving_words_is_not_typing_them() {
    let content = |first: &str, second: &str| Content {
        title: "T".to_owned(),
        subtitle: None,
        sections: vec![section(1, BlockKind::Free, "", first), section(2, BlockKind::Free, "", second)],
        pricing: PricingTable::default(),
    };
    let before = content("<p>A 40% rise.</p>", "<p>b</p>");
    assert_eq!(typed(&before, &content("<p>a</p>", "<p>A 40% rise, at last.</p>")), Vec::new());
    assert_eq!(typed(&before, &content("<p>A 40% rise.</p>", "<p>A 41% rise.</p>")).len(), 1);
}

#[test]
fn a_model_may_add_and_never_remove() {
    let block = section(1, BlockKind::Free, "", "<p>We grow sales by 40%. We win it.</p>");
    let rules = read([&block], Vec::new(), &PricingTable::default());
    let backing = Backing {
        kind: SourceKind::Chat,
        label: "x".into(),
        excerpt: "x".into(),
        start: 0,
        end: 1,
        author: None,
    };
    let over = Claim { backing: Some(backing.clone()), kind: ClaimKind::Number, ..rules[0].clone() };
    let more = Claim {
        key: "m".into(),
        text: "win".into(),
        start: 26,
        end: 29,
        backing: Some(backing),
        ..rules[0].clone()
    };
    let both = with_additions(rules.clone(), vec![over, more]);
    assert!(rules.iter().all(|claim| both.contains(claim)), "{both:#?}");
    let added: Vec<&Claim> = both.iter().filter(|claim| !rules.contains(claim)).collect();
    assert_eq!(added.len(), 1);
    assert_eq!((added[0].text.as_str(), &added[0].backing), ("win", &None));
}

#[test]
fn a_long_text_is_read_in_linear_time() {
    // Each of these texts repeats the worst case of one rule; a quadratic rule would make this test take
    // minutes.
    for piece in [
        "We guarantee 40% by 3 May for $5,000 to Anna Berg. ",
        "guarantee always ",
        "\"",
        "Ann Berg & ",
        "1.",
        "a",
        "1 ",
        "[",
        "“So he said to me\n",
    ] {
        let text = piece.repeat(100_000 / piece.len());
        let block = section(1, BlockKind::Free, "", &format!("<p>{}</p>", document::escape(&text)));
        let sources = recap("We guarantee 41% by 4 May for $5,001 to Anna Bach, always.");
        let claims = read([&block], sources, &prices("Hosting $300 monthly"));
        assert!(claims.len() < 100_000);
    }
}

const PIECES: [&str; 36] = [
    "We",
    " ",
    "guarantee",
    "40%",
    " 3 May 2027",
    "$4,500",
    " a month",
    ".",
    "\n",
    "“So he said to us”",
    "\"",
    "Anna",
    " Berg",
    " GmbH",
    "ISO 27001",
    "99.9% uptime",
    "six",
    "-",
    "week",
    "s",
    "24/7",
    "24",
    "/",
    "é",
    "😀",
    "\u{a0}",
    "\u{300}",
    "İ",
    "ß",
    "1.2.3",
    "1,000",
    "k",
    "half a day",
    "Q3",
    "+49 30 1234567",
    "within",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn offsets_are_the_claims_words(parts in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..40), kind in prop::sample::select(BlockKind::ALL.to_vec()), title in ".{0,12}") {
        let text: String = parts.concat();
        let html = document::markdown(&text);
        let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        let block = section(1, kind, &title, &html);
        let plain: Vec<u16> = text_of(&block).encode_utf16().collect();
        let sources = || recap("We guarantee 40% by 3 May 2027, Anna Berg");
        let table = prices("Hosting $4,500 a month");
        let claims = read([&block], sources(), &table);
        let mut end = 0;
        for claim in &claims {
            prop_assert!(claim.start >= end && claim.end > claim.start);
            end = claim.end;
            let words = String::from_utf16(&plain[claim.start as usize..claim.end as usize]).unwrap();
            prop_assert_eq!(&words, &claim.text);
            let sentence = text_of(&block)[claim.sentence.clone()].to_owned();
            prop_assert!(!sentence.is_empty());
        }
        let keys: HashSet<&String> = claims.iter().map(|claim| &claim.key).collect();
        prop_assert_eq!(keys.len(), claims.len());
        prop_assert_eq!(read([&block], sources(), &table), claims);
    }

    #[test]
    fn what_a_text_claims_a_text_with_the_same_words_backs(parts in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..30)) {
        let text = parts.concat();
        let block = section(1, BlockKind::Free, "", &format!("<p>{}</p>", document::escape(&text).replace('\n', "</p><p>")));
        let plain = document::text(&block.html);
        let claims = read([&block], recap(&plain), &PricingTable::default());
        for claim in claims {
            prop_assert!(claim.backing.is_some(), "{} {:?} in {:?}", claim.kind.name(), claim.text, plain);
        }
    }

    #[test]
    fn any_text_is_accepted(text in "\\PC{0,200}") {
        let block = section(1, BlockKind::Testimonials, "", &format!("<p>{}</p>", document::escape(&text)));
        let _ = read([&block], recap(&text), &prices(&text));
    }
}
