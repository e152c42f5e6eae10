//! Tests of the conversion of HTML into blocks.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops at the first surprise")]

use pretty_assertions::assert_eq;

use super::*;

fn free(html: &str) -> Vec<Value> {
    let mut blocks = blocks(&format!("<section data-kind=\"free\">{html}</section>"));
    assert_eq!(blocks.pop(), Some(json!({ "kind": "prices", "heading": "Pricing" })));
    blocks
}

fn paragraph(text: &str) -> Value {
    json!({ "kind": "paragraph", "runs": [{ "text": text }] })
}

#[test]
fn text_is_data() {
    assert_eq!(
        free("<p>#evil $x$ *a* \\ &lt;b&gt; &amp;amp;</p>"),
        [paragraph("#evil $x$ *a* \\ <b> &amp;")]
    );
    assert_eq!(free("<p> a \n  b </p>c"), [paragraph("a b "), paragraph("c")]);
}

#[test]
fn runs_keep_their_looks() {
    let runs = free(
        "<p>a <strong>b<em>c</em></strong><br><a href=\"https://example.com/?a=1&amp;b=2\">d</a> H<sub>2</sub>O</p>",
    );
    let expected = json!([
        { "text": "a " }, { "text": "b", "strong": true }, { "text": "c", "strong": true, "italic": true },
        { "text": "\n" },
        { "text": "d", "href": "https://example.com/?a=1&b=2" }, { "text": " H" },
        { "text": "2", "script": "sub" }, { "text": "O" },
    ]);
    assert_eq!(runs.first().and_then(|block| block.get("runs")), Some(&expected));
}

#[test]
fn headings_go_one_level_deeper_at_a_time() {
    let levels: Vec<Value> = free("<h2>A</h2><h5>b</h5><h6>c</h6><h3>d</h3><h1>e</h1><h2> </h2>")
        .iter()
        .filter_map(|block| block.get("level").cloned())
        .collect();
    assert_eq!(levels, [1, 2, 3, 2, 1].map(Value::from));
}

#[test]
fn tables_are_squared() {
    let table = free(
        "<table><thead><tr><th>a</th><th>b</th><th>c</th></tr></thead><tbody><tr><td rowspan=\"2\">1</td><td colspan=\"2\">2</td></tr>\
         <tr><td>3</td></tr></tbody></table>",
    );
    let table = table.first().unwrap();
    assert_eq!((table.get("columns"), table.get("heads")), (Some(&json!(3)), Some(&json!(1))));
    let widths: Vec<Vec<u64>> = table["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row.as_array().unwrap().iter().map(|cell| cell["columns"].as_u64().unwrap()).collect())
        .collect();
    assert_eq!(widths, [vec![1, 1, 1], vec![1, 2], vec![1, 1, 1]]);
    assert_eq!(table["rows"][2][0]["blocks"], json!([]));
    assert_eq!(table["rows"][2][1]["blocks"], json!([paragraph("3")]));
}

#[test]
fn a_long_list_goes_on_counting_and_a_long_quote_goes_on() {
    let list = free(&format!("<ol start=\"5\">{}</ol>", "<li>a</li>".repeat(pieces::PIECE + 1)));
    let starts: Vec<Value> =
        list.iter().map(|list| json!([list["start"], list["items"].as_array().map(Vec::len)])).collect();
    assert_eq!(starts, [json!([5, pieces::PIECE]), json!([5 + pieces::PIECE, 1])]);
    let quote = free(&format!("<blockquote>{}</blockquote>", "<p>a</p>".repeat(pieces::PIECE + 1)));
    let lengths: Vec<Option<usize>> =
        quote.iter().map(|quote| quote["blocks"].as_array().map(Vec::len)).collect();
    assert_eq!(lengths, [Some(pieces::PIECE), Some(1)]);
}

#[test]
fn what_is_nested_too_deep_is_flattened_and_kept() {
    let deep = format!("{}x{}", "<ul><li>".repeat(40), "</li></ul>".repeat(40));
    let text = Value::Array(free(&deep)).to_string();
    assert_eq!(text.matches("\"list\"").count(), DEPTH_MAX);
    assert_eq!(text.matches("\"x\"").count(), 1);
}

#[test]
fn the_prices_stand_in_their_block() {
    let document = "<section data-kind=\"pricing\"><h2>Cost</h2><p>old</p></section><section data-kind=\"free\"><p>b</p></section>";
    let kinds: Vec<Value> = blocks(document).iter().map(|block| block["kind"].clone()).collect();
    assert_eq!(kinds, ["heading", "prices", "paragraph"]);
    let untitled = blocks("<section data-kind=\"pricing\"><p>old</p></section>");
    assert_eq!(untitled, [json!({ "kind": "prices", "heading": "Pricing" })]);
}
