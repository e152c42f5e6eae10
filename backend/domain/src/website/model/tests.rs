#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops at the first surprise")]

use pretty_assertions::assert_eq;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

fn pages() -> Vec<Page> {
    let page = |url: &str, html: &str| Page { url: url.to_owned(), html: html.to_owned() };
    vec![
        page(
            "https://northbeam.test/",
            "<title>Northbeam</title><nav>Menu words</nav><h1>Boat repairs</h1><p>Northbeam repairs wooden boats since 1994. We have repaired 1,200 boats, \
             80% of them on the river.</p><p>Phone 0117 496 0182</p><p>Fax 0117 496 0199</p><p>Order no. 4711 0815 99</p><p hidden>Secret 0117 496 0111</p>",
        ),
        page(
            "https://northbeam.test/voices",
            "<blockquote><p>They saved my father\u{2019}s boat, and they were kind about it.</p><cite>Anna Berg, Berg AG</cite></blockquote>",
        ),
    ]
}

fn parsed(fields: &Value) -> CompanyFacts {
    let mut answer: serde_json::Map<String, Value> =
        FIELDS.iter().map(|name| ((*name).to_owned(), Value::Null)).collect();
    answer.extend(fields.as_object().unwrap().clone());
    parse(&Value::Object(answer).to_string(), &pages()).unwrap()
}

fn text(found: Option<FoundText>) -> Option<String> {
    found.map(|found| found.text)
}

#[test]
fn what_the_pages_back_is_taken() {
    let facts = parsed(&json!({
        "name": { "text": "Northbeam", "page": 1 },
        "phone": { "text": "0117 496 0182", "page": 1 },
        "aboutUs": { "text": "Northbeam repairs wooden boats since 1994. We have repaired 1200 boats.", "page": 1 },
        "testimonials": { "text": "\"They saved my father's boat, and they were kind about it.\" - Anna Berg, Berg AG", "page": 2 },
        "industry": { "text": "Boat repair", "page": 1 },
    }));
    assert_eq!(
        facts.name,
        Some(FoundText { text: "Northbeam".into(), url: "https://northbeam.test/".into() })
    );
    assert_eq!(text(facts.phone).unwrap(), "0117 496 0182");
    assert_eq!(
        text(facts.about_us).unwrap(),
        "Northbeam repairs wooden boats since 1994. We have repaired 1200 boats."
    );
    assert_eq!(facts.testimonials.unwrap().url, "https://northbeam.test/voices");
    assert_eq!(text(facts.industry).unwrap(), "Boat repair");
    assert_eq!((facts.description, facts.logos), (None, Vec::new()));
}

#[test]
fn phones_that_do_not_stand_on_the_page_are_dropped() {
    for (number, page, kept) in [
        ("0117 496 0182", 1, true),
        ("0117-4960182", 1, true),
        ("0117 496 0183", 1, false),
        ("0117 496 0182", 2, false),
        ("0117 496 0182", 0, false),
        ("0117 496 0182", 3, false),
        ("0117 496 0199", 1, false),
        ("0117 496 0111", 1, false),
        ("4960182", 1, false),
        ("Phone 0117 496 0182", 1, false),
        ("1994", 1, false),
    ] {
        assert_eq!(
            parsed(&json!({ "phone": { "text": number, "page": page } })).phone.is_some(),
            kept,
            "{number} on {page}"
        );
    }
}

#[test]
fn sentences_with_figures_or_honours_of_their_own_are_dropped() {
    for (said, kept) in [
        (
            "Northbeam repairs wooden boats since 1994. Northbeam repairs wooden boats since 1984.",
            Some("Northbeam repairs wooden boats since 1994."),
        ),
        ("We have repaired 1,300 boats.", None),
        ("We have repaired 80 boats.", None),
        ("80 % of the boats on the river.", Some("80 % of the boats on the river.")),
        ("90% of the boats on the river.", None),
        ("We repaired wooden boats for twenty years.", None),
        ("Award winning wooden boats.", None),
        ("Certified for boats.", None),
        ("We sell fast motor yachts throughout Europe.", None),
        ("[Company name] repairs wooden boats.", None),
    ] {
        assert_eq!(
            text(parsed(&json!({ "aboutUs": { "text": said, "page": 1 } })).about_us).as_deref(),
            kept,
            "{said}"
        );
    }
}

#[test]
fn testimonials_without_a_source_are_dropped() {
    let real =
        "\u{201c}They saved my father\u{2019}s boat, and they were kind about it.\u{201d} \u{2013} Anna Berg";
    for (said, kept) in [
        (real.to_owned(), Some(real)),
        (format!("{real}\n\n\"They are the best on the river.\" - Anna Berg"), Some(real)),
        (format!("{real}\n\"They are the best on the river.\" - Anna Berg"), Some(real)),
        ("\"They saved my boat, and they were kind.\" - Anna Berg".to_owned(), None),
        ("\"They saved my father's boat\" - Carl Sand".to_owned(), None),
        ("\"They saved my father's boat\"".to_owned(), None),
        ("They saved my father's boat - Anna Berg".to_owned(), None),
    ] {
        assert_eq!(
            text(parsed(&json!({ "testimonials": { "text": said, "page": 2 } })).testimonials).as_deref(),
            kept,
            "{said}"
        );
    }
}

#[test]
fn an_unknown_shape_is_refused() {
    for answer in ["", "[]", "{\"name\": \"x\"}", "{\"extra\": null}"] {
        let reasons = parse(answer, &pages()).unwrap_err();
        assert!(
            reasons.len() == 1 && reasons[0].starts_with("The answer is not the JSON object asked for"),
            "{answer}: {reasons:?}"
        );
    }
}

#[test]
fn the_schema_asks_for_what_is_read() {
    let schema = schema();
    let names: Vec<&str> = schema["properties"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(names, FIELDS);
    assert_eq!(schema["required"], json!(FIELDS));
    let field = &schema["properties"]["phone"]["anyOf"][0];
    assert_eq!(
        (&field["additionalProperties"], &field["required"]),
        (&json!(false), &json!(["text", "page"]))
    );
    assert!(FIELDS.iter().all(|name| PROMPT.text.contains(&format!("- {name}:"))));
}

#[test]
fn the_prompt_has_what_visitors_see_and_no_more() {
    let prompt = prompt(PROMPT.text, &pages());
    for seen in ["repairs wooden boats", "https://northbeam.test/voices", "They saved my father"] {
        assert!(prompt.user.contains(seen), "{seen}");
    }
    for unseen in ["Secret", "Menu words", "<p>"] {
        assert!(!prompt.user.contains(unseen), "{unseen}");
    }
    let long = Page { url: "https://long.test/".into(), html: "<p>Words of a page.</p>".repeat(40_000) };
    assert!(super::prompt(PROMPT.text, &vec![long; 5]).user.chars().count() < TEXT_TOTAL + 5_000);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_answer_breaks_the_parser(answer in "\\PC{0,300}", said in "[\\PC\n]{0,200}", page in 0_usize..4) {
        let _ = parse(&answer, &pages());
        let fields: serde_json::Map<String, Value> = FIELDS.iter().map(|name| ((*name).to_owned(), json!({
            "text": said, "page": page
        }))).collect();
        prop_assert_eq!(parsed(&Value::Object(fields)).phone, None);
    }
}
