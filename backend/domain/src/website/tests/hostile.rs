//! Hostile pages do not break the reader, and every extracted text is on the page.

use proptest::prelude::*;

use super::super::text::tidy;
use super::super::view::View;
use super::super::{CompanyFacts, FoundText, Page, next_pages, read};

fn page(html: impl Into<String>) -> Page {
    Page { url: "https://example.test/".to_owned(), html: html.into() }
}

#[test]
fn bombs_are_read_to_their_end_and_say_little() {
    let json = |body: String| format!("<script type=\"application/ld+json\">{body}</script>");
    let mut bombs = vec![
        "<div>".repeat(50_000),
        "<b><p>".repeat(75_000),
        "<a href=/about>About".repeat(25_000),
        "<ul><li>".repeat(50_000),
        "<table><tr><td>".repeat(30_000),
        "<svg><template>".repeat(30_000),
        "<blockquote><cite>\"x".repeat(25_000),
        "<h2>Services</h2><p>We do this.</p>".repeat(12_500),
        "<div class=testimonial><p>\u{201c}Four words were said\u{201d}</p>".repeat(7_500),
        "<div itemscope itemtype=\"https://schema.org/Review\" itemprop=review><p itemprop=reviewBody>x"
            .repeat(5_000),
        "0117 496 0182 ".repeat(35_000),
        "\u{201c}".repeat(150_000),
        "a. ".repeat(150_000),
        "<".repeat(250_000),
        "</p>".repeat(125_000),
        format!("<p {}>", "a ".repeat(225_000)),
        format!("<title>{}</title>", "x | ".repeat(125_000)),
        json("[".repeat(72_500)),
        json(format!("[{}1]", "{\"@type\":\"Organization\"},".repeat(2_750))),
        json(format!("{}1{}", "{\"@type\":\"Organization\",\"a\":".repeat(100), "}".repeat(100))),
    ];
    bombs.push("<div class=\"".to_owned() + &"logo ".repeat(100_000));
    bombs.push("<figure>".to_owned() + &"<blockquote>Four words were said</blockquote>".repeat(10_000));
    for bomb in bombs {
        let start = bomb.chars().take(60).collect::<String>();
        let page = page(bomb);
        let facts = read(std::slice::from_ref(&page));
        let said: usize = pieces(&facts).iter().map(|(_, piece)| piece.chars().count()).sum();
        assert!(said < 20_000, "{said} characters of {start}");
        assert!(next_pages(&page, 5).len() <= 5, "{start}");
    }
}

/// Every line of a text, and of a testimonial its words and its name.
fn pieces(facts: &CompanyFacts) -> Vec<(&FoundText, String)> {
    let prose = [
        &facts.name,
        &facts.phone,
        &facts.about_us,
        &facts.why_work_with_us,
        &facts.how_we_work,
        &facts.what_we_offer,
        &facts.description,
    ];
    let mut pieces: Vec<_> = prose
        .into_iter()
        .flatten()
        .flat_map(|found| {
            found.text.lines().filter(|line| !line.is_empty()).map(move |line| (found, tidy(line)))
        })
        .collect();
    if let Some(found) = &facts.testimonials {
        for paragraph in found.text.split("\n\n") {
            let (words, who) = paragraph.rsplit_once("” – ").unwrap();
            pieces.push((found, words.strip_prefix('“').unwrap().to_owned()));
            pieces.push((found, who.to_owned()));
        }
    }
    pieces
}

fn assert_stands_there(pages: &[Page], facts: &CompanyFacts) {
    for (found, piece) in pieces(facts) {
        let page = pages.iter().find(|page| page.url == found.url).unwrap();
        let view = View::new(page);
        let all = tidy(&view.everything());
        // A name in several blocks is joined with commas.
        let stands = all.contains(&piece) || piece.split(", ").all(|part| all.contains(part));
        assert!(stands, "{piece:?} does not stand on {}", page.url);
    }
}

fn fragment() -> impl Strategy<Value = String> {
    let tags = prop::sample::select(vec![
        "<h1>About us</h1>",
        "<h2>Our services</h2>",
        "<h2>Why choose us?</h2>",
        "<h3>How we work</h3>",
        "<p>",
        "</p>",
        "<div>",
        "</div>",
        "<div hidden>",
        "<ul>",
        "<li>",
        "</ul>",
        "<blockquote>",
        "</blockquote>",
        "<cite>",
        "</cite>",
        "<figure>",
        "<figcaption>",
        "<div class=\"testimonial\">",
        "<a href=\"/about\">",
        "</a>",
        "<a href=\"tel:+441174960182\">",
        "<br>",
        "<table><tr><td>",
        "</table>",
        "<footer>",
        "</footer>",
        "<!--",
        "-->",
        "<script>",
        "</script>",
        "<title>",
        "</title>",
        "Fax ",
        "Tel. 0117 496 0182",
        "<div itemscope itemtype=\"https://schema.org/Review\"><p itemprop=\"reviewBody\">",
        "<span itemprop=author>",
        "&lt;b&gt; &amp; &nbsp;",
        "\u{201c}",
        "\u{201d}",
        "- Anna Berg, Berg AG",
        "They did all that we asked for.",
    ]);
    prop_oneof![3 => tags.prop_map(str::to_owned), 1 => "[A-Za-z ,.0-9<>\"'/\u{e4}\u{200b}\u{a0}\n-]{0,40}", 1 => "\\PC{0,20}"]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bytes_never_break_the_reader(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        let page = page(String::from_utf8_lossy(&bytes));
        let facts = read(std::slice::from_ref(&page));
        assert_stands_there(std::slice::from_ref(&page), &facts);
        prop_assert!(next_pages(&page, 5).len() <= 5);
    }

    #[test]
    fn every_extracted_text_is_on_the_page(fragments in prop::collection::vec(fragment(), 0..40)) {
        let page = page(fragments.concat());
        let facts = read(std::slice::from_ref(&page));
        assert_stands_there(std::slice::from_ref(&page), &facts);
        prop_assert!(next_pages(&page, 2).len() <= 2);
    }
}
