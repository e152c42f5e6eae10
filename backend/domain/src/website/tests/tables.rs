//! Small pages, each with the text that must and must not be extracted.

use pretty_assertions::assert_eq;

use super::super::{CompanyFacts, FoundText, Page, next_pages, read};

fn facts(html: &str) -> CompanyFacts {
    read(&[Page { url: "https://www.northbeam.test/".to_owned(), html: html.to_owned() }])
}

fn text(found: Option<&FoundText>) -> Option<&str> {
    found.map(|found| found.text.as_str())
}

#[test]
fn phones_are_told_from_other_numbers() {
    for (html, phone) in [
        ("<p>Tel. 0561 49960-17, Fax 0561 49960-18</p>", Some("0561 49960-17")),
        ("<p>Fax: 0561 49960-18</p>", None),
        ("<p>Tel./Fax: 0561 49960-18</p>", None),
        ("<p>Order no. 4711 0815 99</p>", None),
        ("<p>Call us before 24.12.2025</p>", None),
        ("<p>0117 496 0182</p>", None),
        ("<a href='tel:+441174960182'>Ring us</a>", Some("+441174960182")),
        ("<a href='tel:+441174960182'>0117 496 0182<figure>7</figure></a>", Some("0117 496 0182")),
        ("<p>Fax <a href='tel:+441174960199'>0117 496 0199</a></p>", None),
        ("<p>Fax 0117 496 0199</p><a href='tel:+441174960199'>Ring us</a>", None),
        ("<p hidden>Phone 0117 496 0182</p>", None),
        ("<dl><dt>Fax<dd>0117 496 0199<dt>Phone<dd>0117 496 0182</dl>", Some("0117 496 0182")),
        ("<p>T\u{e9}l. 01 23 45 67 89</p>", Some("01 23 45 67 89")),
        ("<p>Tel\u{e9}fono: 912 345 678</p>", Some("912 345 678")),
        (
            "<script type='application/ld+json'>{\"@type\":\"Dentist\",\"telephone\":\"0117 496 0182\"}</script>",
            Some("0117 496 0182"),
        ),
        (
            "<script type='application/ld+json'>{\"@type\":\"Person\",\"telephone\":\"0117 496 0182\"}</script>",
            None,
        ),
    ] {
        assert_eq!(text(facts(html).phone.as_ref()), phone, "{html}");
    }
}

#[test]
fn testimonials_need_words_and_a_name() {
    for (html, said) in [
        (
            "<blockquote>They did all that we asked for.<cite>Anna Berg</cite></blockquote>",
            Some("\u{201c}They did all that we asked for.\u{201d} \u{2013} Anna Berg"),
        ),
        ("<blockquote>They did all that we asked for.</blockquote>", None),
        ("<blockquote>So good.<cite>Anna Berg</cite></blockquote>", None),
        (
            "<h2>Clients say</h2><p>\u{201e}Sie haben alles gehalten.\u{201c}</p><p>Anna Berg</p>",
            Some("\u{201c}Sie haben alles gehalten.\u{201d} \u{2013} Anna Berg"),
        ),
        (
            "<section class=testimonials><h2>Happy clients</h2><div class=slide><p>Anna Berg</p><p>They did all that we asked for.</p></div></section>",
            Some("\u{201c}They did all that we asked for.\u{201d} \u{2013} Anna Berg"),
        ),
        (
            "<section class=testimonials><h2>Happy clients</h2><p>They did all that we asked for.</p><p>And a little more than that.</p></section>",
            None,
        ),
        ("<p>We like the term \"good enough for now\" a lot.</p>", None),
        ("<div class=testimonial><p>Lorem ipsum dolor sit amet.</p><p>Jane Doe</p></div>", None),
        ("<div class=testimonial hidden><p>They did all that we asked for.</p><p>Anna Berg</p></div>", None),
        (
            "<script type='application/ld+json'>{\"@type\":\"Review\",\"reviewBody\":\"They did all that we asked for.\",\"author\":\"Anna Berg\"}</script><p>Hello.</p>",
            None,
        ),
    ] {
        assert_eq!(text(facts(html).testimonials.as_ref()), said, "{html}");
    }
}

#[test]
fn headings_are_understood_in_four_languages() {
    let page = |heading: &str| {
        facts(&format!(
            "<h1>Northbeam</h1><h2>{heading}</h2><p>These are the words that stand below.</p><h2>More</h2><p>Others.</p>"
        ))
    };
    for heading in ["About us", "\u{dc}ber uns", "Qui sommes-nous", "Qui\u{e9}nes somos"] {
        assert_eq!(
            text(page(heading).about_us.as_ref()),
            Some("These are the words that stand below."),
            "{heading}"
        );
    }
    for heading in ["Why choose us?", "Warum wir?", "Pourquoi nous choisir", "Por qu\u{e9} elegirnos"] {
        assert_eq!(
            text(page(heading).why_work_with_us.as_ref()),
            Some("These are the words that stand below."),
            "{heading}"
        );
    }
    for heading in ["How we work", "So arbeiten wir", "Notre m\u{e9}thode", "C\u{f3}mo trabajamos"] {
        assert_eq!(
            text(page(heading).how_we_work.as_ref()),
            Some("These are the words that stand below."),
            "{heading}"
        );
    }
    for heading in ["Our services", "Unsere Leistungen", "Nos services", "Nuestros servicios"] {
        assert_eq!(
            text(page(heading).what_we_offer.as_ref()),
            Some("These are the words that stand below."),
            "{heading}"
        );
    }
    let other = page("Why do boats leak?");
    assert_eq!(
        (other.about_us, other.why_work_with_us, other.how_we_work, other.what_we_offer),
        (None, None, None, None)
    );
}

#[test]
fn links_to_elsewhere_are_not_followed() {
    let link = |href: &str| {
        let home = Page {
            url: "https://www.northbeam.test/".to_owned(),
            html: format!("<a href=\"{href}\">About us</a>"),
        };
        next_pages(&home, 3)
    };
    for good in ["/about", "https://northbeam.test/about", "about?lang=en", "/about#team"] {
        assert_eq!(link(good).len(), 1, "{good}");
    }
    for bad in [
        "https://other.test/about",
        "/about.pdf",
        "/login/about",
        "/blog/about",
        "/2024/02/about",
        "mailto:about@northbeam.test",
        "tel:123",
        "javascript:about()",
        "#about",
        "/",
        "ftp://northbeam.test/about",
        "/privacy-policy",
        "https://a:b@northbeam.test/about",
    ] {
        assert!(link(bad).is_empty(), "{bad}");
    }
}

#[test]
fn logos_come_the_likeliest_first_and_absolute() {
    let html = "<base href='/assets/'><meta property=og:image content=share.jpg><link rel=icon href=icon.png sizes=32x32>\
                <link rel=apple-touch-icon href=touch.png><a href=/><img src=logo.png alt=Northbeam></a>\
                <div class=clients><img src=other-logo.png alt='Other logo'></div>\
                <script type='application/ld+json'>{\"@type\":\"Organization\",\"logo\":{\"@type\":\"ImageObject\",\"url\":\"/ld.png\"}}</script>";
    let expected = ["ld.png", "assets/logo.png", "assets/touch.png", "assets/icon.png", "assets/share.jpg"];
    assert_eq!(facts(html).logos, expected.map(|path| format!("https://www.northbeam.test/{path}")));
    assert!(
        facts("<img src='data:image/png;base64,x' class=logo><img src='javascript:x' class=logo>")
            .logos
            .is_empty()
    );
}
