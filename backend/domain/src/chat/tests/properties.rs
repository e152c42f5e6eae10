//! Properties that hold for any message and any edits.

use proptest::prelude::*;

use super::*;
use crate::document::placeholders;
use crate::reading::amounts::{numbers, priced};

fn messages() -> impl Strategy<Value = String> {
    const WORDS: [&str; 60] = [
        "change",
        "set",
        "make",
        "add",
        "remove",
        "rename",
        "move",
        "shorten",
        "include",
        "the",
        "hosting",
        "website",
        "workshops",
        "price",
        "quantity",
        "of",
        "to",
        "for",
        "from",
        "by",
        "before",
        "after",
        "section",
        "about",
        "scope",
        "overview",
        "pricing",
        "timeline",
        "testimonials",
        "formal",
        "tone",
        "discount",
        "deposit",
        "VAT",
        "10%",
        "$250",
        "5k",
        "3",
        "€9",
        "2.5",
        "monthly",
        "optional",
        "and",
        ".",
        ",",
        ":",
        ";",
        "\"",
        "!",
        "?",
        "\n",
        "title",
        "all",
        "everything",
        "What you get",
        "up",
        "end",
        "details",
        "ÄÖ ß",
        "🎉",
    ];
    prop_oneof![
        3 => proptest::collection::vec(proptest::sample::select(&WORDS[..]), 0..14).prop_map(|words| words.join(" ")),
        1 => ".{0,80}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// For any request, the rules change figures only to ones that the message or the pricing details name,
    /// and keep every figure of the text unless its section is removed.
    #[test]
    fn the_rules_invent_no_figure(message in messages()) {
        let input = input(&message);
        let reply = offline(&input, &mut ids());
        let (content, _) = apply(&reply.edits, &input.content);
        let before = figures(&input.content.pricing);
        let mut named: Vec<Decimal> = [&message, &input.pricing_details].into_iter().flat_map(|text| numbers(text)).map(|number| number.value).collect();
        named.extend(priced(&message).into_iter().map(|amount| amount.value));
        named.push(Decimal::ONE);
        if message.to_lowercase().contains("half") { named.push(Decimal::from(50)); }
        for (what, value) in figures(&content.pricing) {
            prop_assert!(before.contains(&(what.clone(), value)) || named.contains(&value), "{what} = {value} after {message:?}");
        }
        prop_assert!(reply.text.trim().len() > 3);
        prop_assert!(placeholders(&reply.text).is_empty());
        for section in &content.sections {
            prop_assert_eq!(document::clean(&section.html), section.html.clone());
            if let Some(old) = input.content.section(section.id) {
                let digits = |html: &str| document::text(html).chars().filter(char::is_ascii_digit).collect::<String>();
                if section.kind != BlockKind::Timeline && !message.contains(':') { prop_assert_eq!(digits(&section.html), digits(&old.html)); }
            }
        }
        pricing::validate(&content.pricing).unwrap();
    }

    /// Any edits on any content: nothing is lost or duplicated except by those edits.
    #[test]
    fn applying_is_total(picks in proptest::collection::vec((0_u8..6, 0_u128..8, 0_u128..8), 0..12)) {
        let start = input("").content;
        let edits: Vec<Edit> = picks.iter().enumerate().map(|(at, (what, a, b))| {
            let (a, b) = (Uuid::from_u128(*a), Uuid::from_u128(*b));
            match what {
                0 => Edit::Replace { block: a, title: Some("T".into()), html: "<p>x</p>".into() },
                1 => Edit::Insert { after: Some(b), section: block(100 + at as u128, BlockKind::Free, "New", "<p>y</p>") },
                2 => Edit::Move { block: a, after: Some(b) },
                3 => Edit::Remove { block: a },
                4 => Edit::Insert { after: None, section: block(a.as_u128(), BlockKind::Pricing, "Prices", "<p>$1</p>") },
                _ => Edit::SetTitle("Another".into()),
            }
        }).collect();
        let (content, left_out) = apply(&edits, &start);
        prop_assert!(left_out.len() <= edits.len());
        let ids: std::collections::HashSet<Uuid> = content.sections.iter().map(|section| section.id).collect();
        prop_assert_eq!(ids.len(), content.sections.len());
        prop_assert!(content.sections.iter().filter(|section| section.kind == BlockKind::Pricing).count() <= 1);
        prop_assert_eq!(&content.pricing, &start.pricing);
    }

    /// A change of tone keeps the names of client, company and items, even if they contain informal words.
    #[test]
    fn names_survive_a_change_of_tone(
        names in proptest::collection::vec("(Super|super|Kids|Docs|a lot of|Let's|Info!|thanks|O’Stuff|Guys & Co)( (Dental|kids|Specs|stuff!|can't)){0,2}", 4),
        words in proptest::collection::vec(proptest::sample::select(&["we can't", "We use", "lots of", "hey", ".", "! ", "and"][..]), 1..6),
    ) {
        let mut input = input("Change tone to formal");
        input.company.name.clone_from(&names[0]);
        input.client.company_name.clone_from(&names[1]);
        input.client.first_name.clone_from(&names[2]);
        input.content.pricing.groups[0].items[0].name.clone_from(&names[3]);
        let text = words.iter().flat_map(|word| names.iter().map(move |name| format!("{word} {name} "))).collect::<String>();
        input.content.sections[0].html = format!("<p>{}</p>", text.replace('&', "&amp;"));
        let reply = offline(&input, &mut ids());
        let (content, _) = apply(&reply.edits, &input.content);
        let (before, after) = (document::text(&input.content.sections[0].html), document::text(&content.sections[0].html));
        for name in &names {
            prop_assert!(after.matches(name.as_str()).count() >= before.matches(name.as_str()).count(), "{name}: {before} became {after}");
        }
    }
}
