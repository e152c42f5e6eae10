//! Tests of the document: hostile HTML, stable blocks, pricing, Markdown.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::collections::HashSet;

use pretty_assertions::assert_eq;
use proptest::prelude::*;

use super::*;
use crate::money::Currency;

fn counter() -> impl FnMut() -> Uuid {
    let mut next: u128 = 0xA000;
    move || {
        next += 1;
        Uuid::from_u128(next)
    }
}

fn id(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

fn section(number: u128, kind: BlockKind, title: &str, html: &str) -> Section {
    Section { id: id(number), kind, title: title.to_owned(), html: html.to_owned() }
}

#[test]
fn scripts_and_external_requests_are_removed() {
    for hostile in [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "<svg><script>alert(1)</script></svg>",
        "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
        "<a href=\"javascript:alert(1)\">x</a>",
        "<a href=\"jAvA\tscript:alert(1)\">x</a>",
        "<a href=\"data:text/html,x\">x</a>",
        "<a href=\"//evil.example\">x</a>",
        "<p style=\"background:url(//evil.example)\" id=x onclick=y>x</p>",
        "<style>@import '//evil.example'</style>",
        "<iframe src=//evil.example></iframe>",
        "<form action=//evil.example><input name=a></form>",
        "<link rel=stylesheet href=//evil.example>",
        "<base href=//evil.example>",
        "<meta http-equiv=refresh content='0;url=//evil.example'>",
        "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\"></noscript>",
    ] {
        let cleaned = clean(hostile);
        for forbidden in ["alert", "evil", "<img", "style", "onerror", "onclick", "id=", "<svg", "<math"] {
            assert!(!cleaned.contains(forbidden), "{hostile} left {forbidden}: {cleaned}");
        }
    }
}

#[test]
fn what_is_on_the_allow_list_is_kept_and_nothing_else() {
    let value = |attribute: &str| match attribute {
        "data-block" => id(1).to_string(),
        "data-kind" => "free".to_owned(),
        "href" => "https://a.example/".to_owned(),
        "scope" => "row".to_owned(),
        _ => "2".to_owned(),
    };
    // Where the parser leaves an element as it is.
    let within = |name: &str| match name {
        "caption" | "thead" | "tbody" | "tfoot" => ("<table>", "</table>"),
        "tr" => ("<table><tbody>", "</tbody></table>"),
        "th" | "td" => ("<table><tbody><tr>", "</tr></tbody></table>"),
        _ => ("", ""),
    };
    let known: HashSet<&str> =
        allow_list::ELEMENTS.iter().flat_map(|(_, attributes)| attributes.iter().copied()).collect();
    for (name, attributes) in allow_list::ELEMENTS {
        let (before, after) = within(name);
        for attribute in known.iter().chain(&["id", "style", "title", "onclick"]) {
            let kept =
                clean(&format!("{before}<{name} {attribute}=\"{}\"></{name}>{after}", value(attribute)));
            assert!(kept.contains(&format!("<{name}")), "{name}: {kept}");
            assert_eq!(
                kept.contains(&format!(" {attribute}=\"")),
                attributes.contains(attribute),
                "{name} {attribute}: {kept}"
            );
        }
    }
    // Nothing stands in an embed element.
    for name in allow_list::DROPPED_WHOLE.into_iter().filter(|name| *name != "embed") {
        assert!(!clean(&format!("<p>a</p><{name}>words</{name}>")).contains("words"), "{name}");
    }
    for scheme in allow_list::SCHEMES {
        assert!(clean(&format!("<a href=\"{scheme}:x\">a</a>")).contains(scheme), "{scheme}");
    }
    assert_eq!(clean("<main><img alt=\"x\"><button>a</button></main>"), "a");
}

/// One hostile text per line: known bypasses of other sanitisers.
const HOSTILE: &str = include_str!("../../../tests/hostile.txt");

/// Whether cleaned HTML contains nothing that could run, load, style or name anything: only known tags and
/// attributes.
fn harmless(cleaned: &str) -> bool {
    let mut rest = cleaned;
    while let Some((_, after)) = rest.split_once('<') {
        let Some((tag, following)) = after.split_once('>') else { return false };
        rest = following;
        let mut words = tag.trim_start_matches('/').splitn(2, ' ');
        let (name, attributes) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let known =
            name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()) && !name.is_empty();
        let forbidden = [
            "script", "style", "img", "image", "svg", "math", "form", "input", "iframe", "object", "embed",
            "link", "base", "meta", "template",
        ];
        let names = attributes.split("=\"").map(|part| part.rsplit(['"', ' ']).next().unwrap_or_default());
        let allowed =
            ["class", "data-block", "data-kind", "href", "rel", "start", "scope", "colspan", "rowspan", ""];
        let pairs = attributes.matches("=\"").count();
        if !known || forbidden.contains(&name) || !names.take(pairs).all(|name| allowed.contains(&name)) {
            return false;
        }
        if let Some((_, target)) = attributes.split_once("href=\"")
            && !["http://", "https://", "mailto:"]
                .iter()
                .any(|scheme| target.to_ascii_lowercase().starts_with(scheme))
        {
            return false;
        }
    }
    true
}

#[test]
fn known_payloads_are_harmless_and_stay_so() {
    for payload in HOSTILE.lines() {
        for hostile in
            [payload.to_owned(), format!("<p>{payload}"), format!("<table><tr>{payload}"), payload.repeat(3)]
        {
            let cleaned = clean(&hostile);
            assert!(harmless(&cleaned), "{hostile}\nleft {cleaned}");
            assert_eq!(clean(&cleaned), cleaned, "{hostile}");
            let once = normalise(&hostile, &mut counter());
            assert!(harmless(&once), "{hostile}\nleft {once}");
            assert_eq!(normalise(&once, &mut counter()), once, "{hostile}");
            let markdown = markdown(&hostile);
            assert!(harmless(&markdown) && clean(&markdown) == markdown, "{hostile}\nleft {markdown}");
        }
    }
}

#[test]
fn nothing_turns_the_reading_of_an_amount_around() {
    for (written, read) in [
        ("<p>\u{202e}001$\u{202c} due</p>", "<p>001$ due</p>"),
        ("<p>&#x202E;001$&#8236; due</p>", "<p>001$ due</p>"),
        (
            "<p>\u{2066}a\u{2069} \u{2067}b\u{2069} \u{2068}c\u{2069} \u{202a}d \u{202b}e \u{202d}f</p>",
            "<p>a b c d e f</p>",
        ),
        // Right-to-left letters, their marks and emoji joiners are kept.
        ("<p>مرحبا \u{200f}שלום\u{200e} 👩\u{200d}👧</p>", "<p>مرحبا \u{200f}שלום\u{200e} 👩\u{200d}👧</p>"),
    ] {
        assert_eq!(clean(written), read);
        assert_eq!(text(&normalise(written, &mut counter())).trim(), text(read).trim());
    }
    assert_eq!(escape("\u{202e}1\u{2069}"), "1");
    assert_eq!(
        clean("<a href=\"java\u{202e}script:alert(1)\">x</a>"),
        "<a rel=\"noopener noreferrer\">x</a>"
    );
}

#[test]
fn what_a_proposal_needs_stays() {
    let html = "<h3>A</h3><p>b <strong>c</strong> <em>d</em></p><ul><li>e</li></ul>\
                <ol start=\"3\"><li>f</li></ol><table class=\"pricing-table\"><caption>g</caption>\
                <tbody><tr><th scope=\"row\">h</th><td colspan=\"2\">i</td></tr></tbody></table>";
    assert_eq!(clean(html), html);
    assert_eq!(
        clean("<a href=\"https://a.example\" target=_blank class='x pricing-a Pricing-B pricing-<'>t</a>"),
        "<a href=\"https://a.example\" class=\"pricing-a\" rel=\"noopener noreferrer\">t</a>"
    );
}

#[test]
fn loose_content_becomes_free_blocks() {
    let html = normalise(
        "Hello <b>you</b><section data-kind=\"needs\" data-block=\"nonsense\"><h2>Needs &amp; wants</h2><p>x</p></section><p>end</p>",
        &mut counter(),
    );
    assert_eq!(
        sections(&html),
        [
            section(0xA001, BlockKind::Free, "", "Hello <b>you</b>"),
            section(0xA002, BlockKind::Needs, "Needs & wants", "<p>x</p>"),
            section(0xA003, BlockKind::Free, "", "<p>end</p>"),
        ]
    );
}

#[test]
fn ids_stay_and_doubles_are_renamed() {
    let block = |title: &str| {
        format!("<section data-block=\"{}\" data-kind=\"scope\"><h2>{title}</h2></section>", id(7))
    };
    let html = normalise(&format!("{}{}", block("a"), block("b")), &mut counter());
    let ids: Vec<_> = sections(&html).into_iter().map(|s| s.id).collect();
    assert_eq!(ids, [id(7), id(0xA001)]);
}

#[test]
fn wrapped_and_nested_blocks_are_flattened() {
    let html = normalise(
        "<div><div><section data-kind=\"needs\">a<section data-kind=\"scope\">b</section></section></div>c</div>",
        &mut counter(),
    );
    let found = sections(&html);
    assert_eq!(
        found.iter().map(|s| (s.kind, s.html.as_str())).collect::<Vec<_>>(),
        [(BlockKind::Needs, "ab"), (BlockKind::Free, "c")]
    );
}

#[test]
fn a_heading_with_markup_is_not_flattened() {
    let html = normalise("<section><h2>Our <em>plan</em></h2><p>x</p></section>", &mut counter());
    assert!(html.contains("<h2>Our <em>plan</em></h2><p>x</p>"), "{html}");
}

#[test]
fn only_the_engines_block_looks_like_pricing() {
    let table = "<table class=\"pricing-table\"><tbody><tr><td>$1</td></tr></tbody></table>";
    let html = normalise(
        &format!(
            "{table}<section data-kind=\"pricing\">{table}</section><section data-kind=\"pricing\">{table}</section>"
        ),
        &mut counter(),
    );
    let found = sections(&html);
    assert_eq!(
        found.iter().map(|s| (s.kind, s.html.contains("class="))).collect::<Vec<_>>(),
        [(BlockKind::Free, false), (BlockKind::Pricing, true), (BlockKind::Free, false)]
    );
}

#[test]
fn the_pricing_block_is_replaced_or_added() {
    let with = from_sections(&[
        section(1, BlockKind::Pricing, "Investment", "<p>$999,999</p>"),
        section(2, BlockKind::NextSteps, "Next steps", "<p>x</p>"),
    ]);
    let replaced = replace_pricing(&with, "<p>$10</p>");
    assert_eq!(
        sections(&replaced).first().unwrap(),
        &section(1, BlockKind::Pricing, "Investment", "<p>$10</p>")
    );
    let without = from_sections(&[section(2, BlockKind::NextSteps, "Next steps", "<p>x</p>")]);
    let added = replace_pricing(&without, "<p>$10</p>");
    let kinds: Vec<_> = sections(&added).into_iter().map(|s| s.kind).collect();
    assert_eq!(kinds, [BlockKind::Pricing, BlockKind::NextSteps]);
    assert_eq!(replace_pricing(&added, "<p>$10</p>"), added);
    assert_eq!(normalise(&added, &mut counter()), added);
    assert_eq!(replace_pricing(&without, ""), without);
}

#[test]
fn markdown_becomes_clean_html() {
    assert_eq!(
        markdown("# Plan\n\nWe **build** it.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"),
        "<h3>Plan</h3>\n<p>We <strong>build</strong> it.</p>\n<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody>\n<tr><td>1</td><td>2</td></tr>\n</tbody></table>"
    );
    assert_eq!(
        markdown("![logo](https://evil.example/x.png) [l](javascript:alert(1)) <script>x</script>ok"),
        "<p>logo <a rel=\"noopener noreferrer\">l</a> ok</p>"
    );
    assert_eq!(
        markdown(
            "<section data-kind=\"pricing\"><table class=\"pricing-table\"><tr><td>$1</td></tr></table></section>"
        ),
        "<table><tbody><tr><td>$1</td></tr></tbody></table>"
    );
}

#[test]
fn empty_means_nothing_to_read() {
    for html in ["", "<p> </p>", "<p>&nbsp;<br></p>", "<section data-kind=\"free\"></section>", "\u{200b}"] {
        assert!(is_empty(&clean(html)), "{html}");
    }
    assert!(!is_empty("<p>.</p>"));
}

#[test]
fn unreadable_html_becomes_its_words() {
    let hostile = format!("{}deep &amp; <b>text", "<div>".repeat(5000));
    let cleaned = clean(&hostile);
    assert_eq!(cleaned, "<p>deep &amp;amp; text</p>");
    assert_eq!(clean(&cleaned), cleaned);
}

#[test]
fn a_megabyte_of_hostile_html_is_cleaned_in_time() {
    for unit in
        ["<div>", "<b>", "<li><dd>", "<a b c d e f g h i>", "<table>", "<p>&#0;", "<h1><h2>", "&amp;<"]
    {
        let html = unit.repeat(1_048_576 / unit.len());
        let cleaned = clean(&html);
        assert_eq!(clean(&cleaned), cleaned, "{unit}");
    }
}

#[test]
fn awkward_html_settles() {
    for html in [
        "<p><button><p>x</p></button></p>",
        "<h2><section><h3>x</h3></section></h2>",
        "<section><p><section><p>x",
        "<a href=\"https://a.example\"><div><a href=\"https://b.example\">x</a></div></a>",
        "<table><b><tr><td>x</b></table>y",
        "<ul><section data-kind=needs><li>x</section></ul>",
        "<p>a<section><table><p>b<section>c</table>",
        "<b><section data-kind=scope>x</b>y</section>",
        "<h2>a</h2><section><h2></h2><h2>b</h2></section>",
        "a\r\nb\u{c}c&nbsp;\u{a0}",
    ] {
        let cleaned = clean(html);
        assert_eq!(clean(&cleaned), cleaned, "{html}");
        let once = normalise(html, &mut counter());
        assert_eq!(normalise(&once, &mut counter()), once, "{html}");
        assert_eq!(clean(&once), once, "{html}");
        assert_eq!(from_sections(&sections(&once)), once, "{html}");
    }
}

/// Hostile HTML: tags of all kinds and namespaces, opened, closed, broken and mixed with text, entities and
/// comments.
fn soup() -> impl Strategy<Value = String> {
    let names = prop::sample::select(
        "section div p h1 h2 b a ul li table tr td caption svg math mtext mglyph malignmark annotation-xml foreignObject desc style \
         script title template select option button form pre textarea br img dd dt blockquote frameset body noscript noembed \
         noframes xmp iframe plaintext image p: x-y A SVG"
            .split_whitespace()
            .collect::<Vec<_>>(),
    );
    let attributes = prop_oneof![
        8 => prop::sample::select(vec![
            "",
            "/",
            " data-kind=\"needs\"",
            " data-kind=pricing data-block=\"00000000-0000-0000-0000-000000000007\"",
            " href=\"https://a.example/?a>b&quot;\"",
            " href=javascript:alert(1)",
            " href='java\u{202e}script&#58;x'",
            " class='pricing-x y' id=z style='a:b'",
            " onclick=\"<b>\"",
            " colspan=99999 scope=col start=-1",
            " title='</style><img src=x onerror=alert(1)>'",
            " title=\"-->\" =\">\"",
            " encoding=text/html xlink:href=data:x",
        ])
        .prop_map(str::to_owned),
        1 => (1..4000_usize).prop_map(|length| format!(" title=\"{}\"", "x<".repeat(length))),
        1 => "[^>]{0,20}".prop_map(|junk| format!(" {junk}")),
    ];
    let texts = prop::sample::select(vec![
        "x",
        " ",
        "\n",
        "&amp;",
        "&lt;b&gt;",
        "&lt",
        "&nbsp;",
        "&#x202e;",
        "&#0;",
        "&#13;",
        "&bogus;",
        "&#xD800;",
        "\u{a0}",
        "<",
        ">",
        "\"",
        "<!--",
        "-->",
        "--!>",
        "<!-->",
        "]]>",
        "<![CDATA[",
        "<?x",
        "\0",
        "é",
        "</",
        "\u{202e}",
        "\u{2066}",
        "\u{2069}",
        "\u{200b}",
        "\u{feff}",
        "שלום",
        "👩\u{200d}👧",
        "\r\n",
        "\u{c}",
        "&amp;lt;script&amp;gt;",
    ]);
    let piece = prop_oneof![
        4 => (names.clone(), attributes).prop_map(|(name, attributes)| format!("<{name}{attributes}>")),
        2 => names.clone().prop_map(|name| format!("</{name}>")),
        1 => names.prop_map(|name| format!("<{name}")),
        3 => texts.prop_map(str::to_owned),
        1 => any::<String>(),
        1 => prop::sample::select(HOSTILE.lines().collect::<Vec<_>>()).prop_map(str::to_owned),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn cleaning_twice_changes_nothing(html in soup()) {
        let cleaned = clean(&html);
        prop_assert_eq!(clean(&cleaned), cleaned.clone());
        prop_assert!(harmless(&cleaned), "{}", cleaned);
        prop_assert_eq!(plain(&cleaned), cleaned);
    }

    #[test]
    fn normalising_gives_a_stable_document(html in soup()) {
        let once = normalise(&html, &mut counter());
        prop_assert_eq!(normalise(&once, &mut || Uuid::nil()), once.clone());
        prop_assert_eq!(clean(&once), once.clone());
        prop_assert!(harmless(&once), "{}", once);
        let blocks = sections(&once);
        prop_assert_eq!(from_sections(&blocks), once);
        let mut ids: Vec<_> = blocks.iter().map(|block| block.id).collect();
        ids.sort_unstable();
        ids.dedup();
        prop_assert_eq!(ids.len(), blocks.len());
        prop_assert!(blocks.iter().filter(|block| block.kind == BlockKind::Pricing).count() <= 1);
        prop_assert!(blocks.iter().all(|block| !block.html.contains("<section")));
    }

    #[test]
    fn escaped_text_is_clean_and_reads_back(words in "[^\\x00\\r]*") {
        let html = format!("<p>{}</p>", escape(&words));
        prop_assert_eq!(clean(&html), html.clone());
    }

    #[test]
    fn markdown_is_clean(words in any::<String>()) {
        let html = markdown(&words);
        prop_assert_eq!(clean(&html), html);
    }

    #[test]
    fn hostile_markdown_is_clean(words in soup()) {
        let html = markdown(&words);
        prop_assert!(harmless(&html), "{}", html);
        prop_assert_eq!(clean(&html), html);
    }

    #[test]
    fn a_document_is_rewritten_without_a_change(html in soup()) {
        let html = normalise(&html, &mut counter());
        let content = patch::Content::read(String::new(), None, &html, crate::pricing::table_from_text("$5 once", Currency::USD, &mut || id(99)));
        let written = content.html();
        prop_assert_eq!(normalise(&written, &mut counter()), written.clone());
        let (again, rewritten) = patch::Content::read(String::new(), None, &written, content.pricing).written();
        prop_assert_eq!(rewritten, written);
        prop_assert_eq!(again.sections.iter().filter(|section| section.kind == BlockKind::Pricing).count(), 1);
    }
}
