//! A site's robots.txt is respected (RFC 9309).

use super::*;

fn rules(text: &str) -> Vec<u8> {
    answer("200 OK", &[("Content-Type", "text/plain")], text.as_bytes())
}

#[tokio::test]
async fn a_page_that_robots_are_kept_from_is_not_asked_for() {
    for (text, may) in [
        ("User-agent: *\nDisallow: /", false),
        ("User-agent: Proffer\nDisallow: /", false),
        ("User-agent: proffer\nDisallow: /page", false),
        ("user-agent: other\nuser-agent: PROFFER\ndisallow: /", false),
        ("User-agent: *\nDisallow: /\n\nUser-agent: Proffer\nDisallow: /private", true),
        ("User-agent: *\nDisallow:\n\nUser-agent: Proffer\nDisallow: /pa*e$", false),
        ("User-agent: *\nDisallow: /\nAllow: /page", true),
        ("User-agent: Googlebot\nDisallow: /", true),
        ("User-agent: *\nDisallow: /pages", true),
        ("<html>Not found</html>", true),
        ("", true),
    ] {
        let site = LocalSite::start(vec![("/robots.txt", rules(text)), ("/page", html("<p>Hello"))]).await;
        let read = site.read("/page").await;
        assert_eq!(read.is_ok(), may, "{text}: {read:?}");
        if !may {
            let why = "the robots.txt of 127.0.0.1 asks programs not to read that page";
            assert_eq!(read.unwrap_err(), SiteError::Refused(why.to_owned()));
            assert_eq!(site.paths(), ["/robots.txt"], "{text}: it was asked for all the same");
            assert!(site.web(&[]).file(&site.url("/page"), 100).await.is_err());
        }
    }
}

#[tokio::test]
async fn without_one_all_may_be_read_and_nothing_while_it_is_not_known() {
    for (status, may) in [
        ("404 Not Found", true),
        ("403 Forbidden", true),
        ("410 Gone", true),
        ("500 Oops", false),
        ("503 Busy", false),
    ] {
        let site =
            LocalSite::start(vec![("/robots.txt", answer(status, &[], b"")), ("/", html("<p>Hello"))]).await;
        let read = site.read("/").await;
        assert_eq!(read.is_ok(), may, "{status}: {read:?}");
        if !may {
            assert!(matches!(read, Err(SiteError::Unreachable(_))), "{status}: {read:?}");
            assert_eq!(site.paths(), ["/robots.txt"]);
        }
    }
    let hung_up = LocalSite::start(vec![("/robots.txt", Vec::new()), ("/", html("<p>Hello"))]).await;
    assert!(matches!(hung_up.read("/").await, Err(SiteError::Unreachable(_))));
    assert_eq!(hung_up.paths().last().map(String::as_str), Some("/robots.txt"));
}

#[tokio::test]
async fn a_host_that_is_redirected_to_has_a_say_of_its_own() {
    let second =
        LocalSite::start(vec![("/robots.txt", rules("User-agent: *\nDisallow: /")), ("/", html("<p>Hello"))])
            .await;
    let first = LocalSite::start(vec![
        ("/robots.txt", rules("User-agent: *\nAllow: /")),
        ("/", redirect(301, second.url("/").as_str())),
    ])
    .await;
    let read = first.web(&[second.port]).site(&first.url("/"), 5, &mut || ()).await;
    assert!(matches!(read, Err(SiteError::Refused(_))), "{read:?}");
    assert_eq!(
        (first.paths(), second.paths()),
        (vec!["/robots.txt".to_owned(), "/".to_owned()], vec!["/robots.txt".to_owned()])
    );
}

#[tokio::test]
async fn a_page_that_is_redirected_to_is_asked_about_too() {
    let site = LocalSite::start(vec![
        ("/robots.txt", rules("User-agent: *\nDisallow: /private")),
        ("/", redirect(302, "/private")),
        ("/private", html("<p>Hello")),
    ])
    .await;
    assert!(matches!(site.read("/").await, Err(SiteError::Refused(_))));
    assert_eq!(site.paths(), ["/robots.txt", "/"], "it is fetched once, and the page not at all");
}

#[tokio::test]
async fn its_own_redirects_are_followed_and_its_length_has_an_end() {
    let moved = LocalSite::start(vec![
        ("/robots.txt", redirect(301, "/robots")),
        ("/robots", rules("User-agent: *\nDisallow: /")),
        ("/", html("<p>Hello")),
    ])
    .await;
    assert!(matches!(moved.read("/").await, Err(SiteError::Refused(_))));
    let circle =
        LocalSite::start(vec![("/robots.txt", redirect(301, "/robots.txt")), ("/", html("<p>Hello"))]).await;
    assert!(circle.read("/").await.is_ok(), "one that never comes is as good as none");
    let long = |rule: &str, at: usize| {
        format!("User-agent: *\n{}{rule}\n{}", "# Hello\n".repeat(at), "# Hello\n".repeat(100_000))
    };
    for (text, may) in [(long("Disallow: /", 10), false), (long("Disallow: /", 80_000), true)] {
        let site = LocalSite::start(vec![("/robots.txt", rules(&text)), ("/", html("<p>Hello"))]).await;
        assert_eq!(site.read("/").await.is_ok(), may, "the first 500 KiB count");
    }
}
