//! Partial answers, and input that is no answer at all.

use pretty_assertions::assert_eq;
use proptest::{prelude::*, sample::Index};

use super::*;

fn replies() -> impl Strategy<Value = String> {
    prop_oneof![
        ".{1,60}",
        Just("Ein \"Zitat\"\n\t\u{1f389} \\ [x](http://a) <b> ]: ]( \u{7} äöü 価格".to_owned()),
        "[\\]\\(:<\\\\\"\u{1f600}a\n ]{1,40}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// A valid answer cut at any point shows a prefix of the complete result.
    #[test]
    fn a_partial_answer_shows_a_prefix_of_the_complete_one(
        reply in replies(), ascii in any::<bool>(), first in any::<bool>(), cuts in prop::collection::vec(any::<Index>(), 40)
    ) {
        prop_assume!(!shown(&reply).is_empty());
        let input = input("Rewrite the overview and set hosting to $250. Remove the scope.");
        let operations = json!([
            { "op": "replace", "block": id(1), "title": null, "body": format!("Better. {reply}") },
            { "op": "set_pricing_items", "pricing": with_price(&input, "hosting", "250")[0]["pricing"] },
            { "op": "send", "to": "x" },
            { "op": "insert", "kind": "notes", "title": "Notes", "body": "A {note} [with] \"signs\"" },
            { "op": "remove", "block": id(3) }
        ]);
        let mut text = if first { json!({
            "reply": reply, "operations": operations
        }).to_string() } else { json!({ "confidence": 0.75, "operations": operations, "reply": reply, "x": [1, {"y": null}] }).to_string() };
        if ascii {
            // Some endpoints escape every character, including surrogate pairs.
            let mut units = [0; 2];
            text = text.chars().map(|c| if c.is_ascii() { c.to_string() } else { c.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")).collect() }).collect();
        }
        // A generated reply may contain a placeholder.
        let Ok(whole) = parse_model(&text, &input, &mut ids()) else { return Ok(()) };
        let marks: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        for cut in cuts {
            let at = *cut.get(&marks);
            let partial = partial(&text[..at], &input, &mut ids());
            prop_assert!(whole.text.starts_with(&partial.text), "{:?} of {:?}", partial.text, whole.text);
            prop_assert!(whole.edits.starts_with(&partial.edits), "at {at}");
        }
        let end = partial(&text, &input, &mut ids());
        prop_assert_eq!(&end.edits, &whole.edits);
        prop_assert_eq!(end.text, shown(&reply));
    }

    /// No other input causes a panic either.
    #[test]
    fn garbage_is_survived(text in "[\\{\\}\\[\\]\",:\\\\ureplyoations0-9 \u{1f600}ä]{0,80}") {
        let input = input("x");
        let _ = partial(&text, &input, &mut ids());
        let _ = parse_model(&text, &input, &mut ids());
    }
}

#[test]
fn words_are_shown_as_they_arrive() {
    let input = input("Rewrite the overview");
    let text = json!({ "reply": "Better now.", "operations": [] }).to_string();
    let mut shown: Vec<String> =
        text.char_indices().map(|(at, _)| partial(&text[..at], &input, &mut ids()).text).collect();
    shown.dedup();
    // A space at the end waits for the word behind it.
    let expected = [
        "",
        "B",
        "Be",
        "Bet",
        "Bett",
        "Bette",
        "Better",
        "Better n",
        "Better no",
        "Better now",
        "Better now.",
    ];
    assert_eq!(shown, expected);
}

#[test]
fn a_long_answer_is_read_in_proportion() {
    let input = input("Rewrite the overview");
    let long = format!(
        "{{\"reply\":\"{}\",\"operations\":[{}",
        "word \\u00e4 ".repeat(200_000),
        "[[{\"a\":\"\\\"\"}],1],".repeat(50_000)
    );
    let shown = partial(&long, &input, &mut ids());
    assert!(shown.text.len() > 1_000_000);
}
