//! What the allow-list keeps and rejects, and that hostile CSS has no effect.
#![expect(clippy::indexing_slicing, reason = "a test stops at the first surprise")]

use pretty_assertions::assert_eq;
use proptest::prelude::*;

use super::*;

fn kept(css: &str) -> String {
    let Sanitised { css, refusals } = sanitise(css);
    assert_eq!(refusals, [], "{css}");
    css
}

fn left_out(css: &str) -> Vec<&'static str> {
    let sanitised = sanitise(css);
    assert_eq!(sanitised.css, "", "{css}");
    sanitised.refusals.iter().map(|refusal| refusal.message).collect()
}

#[test]
fn honest_css_is_kept_and_scoped() {
    let css = "h2, .doc h3 { COLOR: #036; font-size: 1.5rem; border-bottom: 1px solid var(--doc-line) }
        [data-kind=pricing] td.pricing-number:nth-child(even) > strong { font-variant-numeric: tabular-nums; font-weight: 700 }
        @media (max-width: 600px) { section + section { margin: 10px 0 0 } }
        @media print { p { font-family: georgia, 'Times New Roman', serif } }
        .doc { line-height: 1.5; background: white }";
    assert_eq!(
        kept(css),
        ".doc h2,\n.doc h3 {\n  color: #003366;\n  font-size: 1.5rem;\n  border-bottom: 1px solid var(--doc-line);\n}\n\
         .doc [data-kind=\"pricing\"] td.pricing-number:nth-child(2n+0) > strong {\n  font-variant-numeric: tabular-nums;\n  font-weight: 700;\n}\n\
         @media (max-width: 600px) {\n  .doc section + section {\n    margin: 10px 0 0;\n  }\n}\n\
         @media print {\n  .doc p {\n    font-family: Georgia, \"Times New Roman\", serif;\n  }\n}\n\
         .doc {\n  line-height: 1.5;\n  background: #ffffff;\n}\n"
    );
}

#[test]
fn valid_parts_of_a_rule_are_kept_and_others_reported() {
    let sanitised = sanitise(
        "p, #x, .doc + footer { color: #111; display: none; color: yellow !important; margin: 1rem !important }",
    );
    assert_eq!(sanitised.css, ".doc p {\n  color: #111111;\n  margin: 1rem;\n}\n");
    let pieces: Vec<&str> = sanitised.refusals.iter().map(|refusal| refusal.css.as_str()).collect();
    assert_eq!(
        pieces,
        ["#x", ".doc + footer", "margin: … !important", "display: none;", "color: yellow !important;"]
    );
}

#[test]
fn a_design_can_not_hide_move_or_replace() {
    for declaration in [
        "display:none",
        "visibility:hidden",
        "opacity:0",
        "content:'x'",
        "position:fixed",
        "position:absolute",
        "position:sticky",
        "z-index:9",
        "float:left",
        "clip-path:inset(50%)",
        "clip:rect(0,0,0,0)",
        "transform:scale(0)",
        "filter:opacity(0)",
        "text-indent:-999em",
        "overflow:hidden",
        "height:0",
        "max-height:0",
        "width:0",
        "text-decoration:line-through",
        "order:1",
        "direction:rtl",
        "-webkit-text-fill-color:transparent",
        "color:transparent",
        "text-shadow:0 0 9px red",
        "box-shadow:inset 0 0 0 99px #000",
    ] {
        assert_eq!(left_out(&format!("td {{ {declaration} }}")), [property_hides()], "{declaration}");
    }
    for declaration in [
        "font-size:0",
        "font-size:1px",
        "font-size:0.1rem",
        "font-size:999px",
        "font-size:1e9px",
        "margin:-9px",
        "margin:9999px",
        "padding:1e38px",
        "line-height:0",
        "line-height:99",
        "letter-spacing:-1em",
        "letter-spacing:99px",
        "max-width:1px",
        "border:999px solid red",
        "font-size:0.5em",
        "font-size:10%",
        "font-size:smaller",
        "font-size:calc(1px * 0)",
        "font-size:clamp(0px,0px,0px)",
        "color:white",
        "color:#ffe",
        "color:#fff0",
        "color:rgba(0,0,0,0)",
        "color:var(--doc-paper)",
        "color:var(--x)",
        "background:#000",
        "background:linear-gradient(#000,#000)",
        "background:#fff url(x)",
        "background-image:url(x)",
        "color:hsl(0 0% 100%)",
        "font-family:Wingdings",
        "font-family:inherit",
        "list-style-type:'x'",
        "all:unset",
        "--doc-ink:#fff",
        "animation:x 1s",
    ] {
        assert_eq!(left_out(&format!("td {{ {declaration} }}")).len(), 1, "{declaration}");
    }
}

fn property_hides() -> &'static str {
    "A design cannot hide, move or replace the content of the proposal."
}

#[test]
fn selectors_stay_inside() {
    for selector in [
        "html",
        "body",
        ":root",
        "*|*",
        "body .doc p",
        ".doc + *",
        ".doc ~ div",
        ".doc.x",
        ".doc:hover",
        "p .doc",
        "#root",
        ".notice",
        "input",
        "[href]",
        "[data-block=x]",
        "[data-kind^=a]",
        "[data-kind=nothing]",
        "p::before",
        "p:before",
        "p::after",
        "p:has(a)",
        "p:not(.x)",
        "p:is(body)",
        ":host",
        "::slotted(x)",
        "p::selection",
        "> p",
        "p >",
        "p > > p",
        "p || p",
        "& p",
        "p::marker p",
        "button",
        "a:visited",
    ] {
        assert_eq!(left_out(&format!("{selector} {{ color: #111 }}")).len(), 1, "{selector}");
    }
    for (selector, written) in [
        ("*", ".doc *"),
        (".doc", ".doc"),
        (".doc>*", ".doc > *"),
        ("P:FIRST-child", ".doc p:first-child"),
        ("li::MARKER", ".doc li::marker"),
    ] {
        assert_eq!(
            kept(&format!("{selector} {{ color: #111 }}")),
            format!("{written} {{\n  color: #111111;\n}}\n")
        );
    }
}

#[test]
fn nothing_is_loaded() {
    for css in [
        "@import 'x.css';",
        "@import url(//evil.example/x.css);",
        "@\\69mport 'x';",
        "@font-face { font-family: x; src: url(x) }",
        "@keyframes x { from { color: red } }",
        "@media (min-width: 1px) { @import 'x'; }",
        "@supports (display: grid) { p { color: #111 } }",
        "@layer x { p { color: #111 } }",
        "@namespace x url(y);",
        "@media (prefers-color-scheme: dark) { p { color: #111 } }",
        "@media print, screen { p { color: #111 } }",
    ] {
        let sanitised = sanitise(css);
        assert_eq!((sanitised.css.as_str(), sanitised.refusals.is_empty()), ("", false), "{css}");
    }
}

const HOSTILE: [&str; 40] = [
    "</style><script>alert(1)</script>",
    "p{color:#111}</style><img src=x onerror=alert(1)>",
    "p{color:#111",
    "p{color:#111}}}}}",
    "p{{{{{{{{{{",
    "((((((((((((((((((((((((((((((((((((((((",
    "p{col/**/or:#111}",
    "p{color/**/:/**/#111/**/}",
    "p{c\\6flor:#111}",
    "p{d\\69splay:none}",
    "p{background:u\\72l(javascript:alert(1))}",
    "p{background:URL('data:image/svg+xml,<svg/>')}",
    "p{width:expression(alert(1))}",
    "p{-moz-binding:url(x)}",
    "p{behavior:url(x)}",
    "@charset \"utf-7\"; p{color:#111}",
    "<!-- p{color:#111} -->",
    "p{unicode-range:U+0-7F}",
    "p{color:#111;;;;color:#222}",
    "p{color:#111 !important}",
    "p{color:var(--doc-ink, url(x))}",
    "p{color:var(--doc-ink,)}",
    "p{color:env(x)}",
    "p{font-size:calc(100px - 99px)}",
    "p{font-size:1e-30px}",
    "p{margin:-0px}",
    "p{margin:1e-40px}",
    "p{border:1px 1px 1px}",
    "\u{0}p{color:#111}\u{0}",
    "p{color:\u{202e}#111}",
    "\u{feff}p{color:#111}",
    "p{color:#111\\}",
    "p{color:\"\n#111}",
    "p{content:attr(href)}",
    "p{&:hover{color:#111}}",
    "p{@media print{color:#111}}",
    "@media print{p{color:#111}",
    "p:nth-child(99999999999n){color:#111}",
    "p{font-family:Georgia,Georgia,Georgia serif}",
    "/* unclosed",
];

fn is_harmless(css: &str) {
    for word in [
        "<",
        "url",
        "@import",
        "script",
        "expression",
        "position",
        "display",
        "content",
        "\\",
        "\0",
        "!important",
    ] {
        assert!(!css.contains(word), "{word} in {css}");
    }
}

#[test]
fn hostile_css_gets_nowhere() {
    for css in HOSTILE {
        let once = sanitise(css);
        is_harmless(&once.css);
        assert_eq!(sanitise(&once.css), Sanitised { css: once.css.clone(), refusals: Vec::new() }, "{css}");
    }
}

#[test]
fn much_is_refused_and_little_is_listed() {
    let long = sanitise(&"p{color:#111}".repeat(2000));
    assert_eq!((long.css.as_str(), long.refusals[0].message), ("", "CSS must be at most 20 KB."));
    let many = sanitise(&"x{}".repeat(6000));
    assert_eq!(many.refusals.len(), REFUSALS_MAX);
    let deep = format!("p{{color:{}#111{}}}", "(".repeat(9000), ")".repeat(9000));
    assert_eq!(sanitise(&deep).css, "");
}

fn piece() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "p",
        "h2",
        ".doc",
        "*",
        " ",
        ",",
        ">",
        "+",
        "{",
        "}",
        ":",
        ";",
        "(",
        ")",
        "[",
        "]",
        "@media",
        "print",
        "and",
        "color",
        "#123",
        "#fff",
        "margin",
        "1px",
        "-1px",
        "1.23456rem",
        "1e9em",
        "0",
        "border",
        "solid",
        "font-family",
        "Georgia",
        "\"Segoe UI\"",
        "var(--doc-ink)",
        "url(x)",
        "!important",
        "/*",
        "*/",
        "\\",
        "'",
        "<!--",
        "-->",
        "</style>",
        "[data-kind=pricing]",
        ".pricing-number",
        ":nth-child(2n-1)",
        "::marker",
        "background",
        "line-height",
        "1.333333",
        "@import",
        "\n",
        "é",
    ]);
    prop_oneof![8 => words.prop_map(str::to_owned), 1 => "\\PC{0,6}"]
}

fn rule() -> impl Strategy<Value = String> {
    let selector = prop::sample::select(vec![
        "p",
        "h2,h3",
        ".doc td:nth-child(3n - 1)",
        "li::marker",
        "[data-kind=scope] > *",
    ]);
    let declaration = prop::sample::select(vec![
        "color:#123",
        "margin:1.23456px 2e-5em",
        "border:thin solid",
        "border:1px solid navy",
        "font-family:segoe ui,serif",
        "letter-spacing:-0.0449em",
        "line-height:1.4444444",
        "padding:0.0001pt",
        "background:#fafafa",
        "max-width:60.12345ch",
    ]);
    (selector, prop::collection::vec(declaration, 0..5))
        .prop_map(|(selector, lines)| format!("{selector}{{{}}}", lines.join(";")))
}

proptest! {
    #[test]
    fn sanitising_twice_changes_nothing(parts in prop::collection::vec(prop_oneof![3 => piece(), 1 => rule()], 0..40)) {
        let once = sanitise(&parts.concat());
        is_harmless(&once.css);
        let twice = sanitise(&once.css);
        prop_assert_eq!(&twice.css, &once.css);
        prop_assert_eq!(twice.refusals, []);
    }
}
