//! Internal addresses are never reached: not as entered, and not by a redirect, a name, a link, page content
//! or a robots.txt.

use super::{super::super::all_public, *};

const REDIRECTS: [u16; 5] = [301, 302, 303, 307, 308];

/// Our own machine and network in every notation that an attacker may try.
fn inside(port: u16) -> Vec<String> {
    [
        "127.0.0.1",
        "127.1",
        "127.0.1",
        "2130706433",
        "0x7f000001",
        "0x7f.0.0.1",
        "0177.0.0.1",
        "017700000001",
        "0",
        "0.0.0.0",
        "127.0.0.1.",
        "%31%32%37.0.0.1",
        "１２７.0.0.1",
        "localhost",
        "LOCALHOST",
        "[::1]",
        "[::]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
        "169.254.169.254",
        "10.0.0.1",
        "192.168.0.1",
        "172.16.0.1",
        "100.64.0.1",
        "[fd00::1]",
        "[fe80::1]",
    ]
    .iter()
    .flat_map(|host| {
        [
            format!("http://{host}:{port}/"),
            format!("https://{host}:{port}/"),
            format!("http://{host}/"),
            format!("//{host}/"),
        ]
    })
    .collect()
}

fn is_refused(error: &SiteError) -> bool {
    matches!(error, SiteError::Refused(_))
}

#[tokio::test]
async fn nothing_inside_is_visited_as_it_is_typed() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let web = client(&[], Duration::from_secs(10));
    let mut visited = 0;
    for address in inside(silent.local_addr().unwrap().port()) {
        let Ok(url) = address.parse::<Url>() else { continue };
        let mut heard = false;
        let error = web.site(&url, 5, &mut || heard = true).await.unwrap_err();
        assert!(is_refused(&error) && !heard, "{address}: {error:?}");
        let error = web.file(&url, 1000).await.unwrap_err();
        assert!(is_refused(&error.into()), "{address}");
        visited += 1;
    }
    assert!(visited > 80, "only {visited} addresses could be read");
    for address in [
        "ftp://example.com/",
        "file:///etc/passwd",
        "gopher://127.0.0.1:70/",
        "data:text/html,x",
        "http://user:secret@example.com/",
    ] {
        let error = web.site(&address.parse().unwrap(), 5, &mut || ()).await.unwrap_err();
        assert!(matches!(error, SiteError::Refused(_)), "{address}: {error:?}");
    }
    assert!(!was_reached(&silent), "a connection was made");
}

#[tokio::test]
async fn no_redirect_leads_inside() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = silent.local_addr().unwrap().port();
    // Every notation once, and every kind of redirect with some of them.
    let all =
        inside(port).into_iter().chain(["file:///etc/passwd".to_owned(), "ftp://127.0.0.1/".to_owned()]);
    let some = ["127.0.0.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]", "localhost", "169.254.169.254"];
    let some = some.iter().flat_map(|host| REDIRECTS.map(|status| (status, format!("http://{host}/"))));
    for (status, address) in all.map(|address| (302, address)).chain(some) {
        let site = LocalSite::start(vec![("/", redirect(status, &address))]).await;
        let error = site.read("/").await.unwrap_err();
        // What cannot be parsed as an address is reported as a redirect to nowhere.
        let nowhere = error == SiteError::Unreachable("it redirects to nowhere".to_owned());
        assert!(is_refused(&error) || nowhere, "{status} {address}: {error:?}");
        assert_eq!(site.paths(), ["/robots.txt", "/"]);
    }
    assert!(!was_reached(&silent), "a redirect was followed inside");
}

#[tokio::test]
async fn a_redirect_further_on_is_checked_like_the_first() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let inside = format!("http://{}/", silent.local_addr().unwrap());
    let second = LocalSite::start(vec![("/", redirect(307, &inside))]).await;
    let first = LocalSite::start(vec![
        ("/", redirect(308, "/moved")),
        ("/moved", redirect(302, second.url("/").as_str())),
    ])
    .await;
    let error = first.web(&[second.port]).site(&first.url("/"), 5, &mut || ()).await.unwrap_err();
    assert!(matches!(error, SiteError::Refused(_)), "{error:?}");
    let error = first.web(&[second.port]).file(&first.url("/"), 100).await.unwrap_err();
    assert!(matches!(error, WebError::Refused(_)), "{error:?}");
    assert!(!was_reached(&silent), "the third redirect was followed inside");
}

#[tokio::test]
async fn what_a_page_says_leads_nowhere() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let inside = format!("http://{}", silent.local_addr().unwrap());
    let page = format!(
        "<head><base href=\"{inside}/\"><meta http-equiv=\"refresh\" content=\"0; url={inside}/\"><link rel=stylesheet href=\"{inside}/a.css\">\
         <script src=\"{inside}/a.js\"></script></head><body><a href=\"{inside}/about\">About us</a> <a href=\"/services\">Services</a>\
         <img src=\"{inside}/logo.png\"><iframe src=\"{inside}/\"></iframe></body>"
    );
    let headers = [("Content-Type", "text/html"), ("Refresh", "0; url=/elsewhere")];
    let site = LocalSite::start(vec![("/", answer("200 OK", &headers, page.as_bytes()))]).await;
    let pages = site.read("/").await.unwrap();
    assert_eq!(pages.first().unwrap().html, page);
    assert!(!site.paths().contains(&"/elsewhere".to_owned()));
    assert!(!was_reached(&silent), "a page's words were followed");
}

#[tokio::test]
async fn a_robots_txt_leads_nowhere_inside() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let to = format!("http://{}/robots.txt", silent.local_addr().unwrap());
    let site = LocalSite::start(vec![("/robots.txt", redirect(301, &to)), ("/", html("<p>Hello"))]).await;
    assert!(matches!(site.read("/").await.unwrap_err(), SiteError::Refused(_)));
    assert_eq!(site.paths(), ["/robots.txt"], "the page was read although nobody knows whether it may be");
    assert!(!was_reached(&silent), "the redirect was followed");
}

/// A name cannot resolve differently for the check and for the connection: the resolver is called once for
/// each connection, its result is checked here, and exactly that result is used to connect.
#[test]
fn a_name_leads_out_with_all_its_addresses_or_not_at_all() {
    let addresses = |all: &[&str]| {
        all.iter().map(|one| (one.parse::<std::net::IpAddr>().unwrap(), 0).into()).collect::<Vec<_>>()
    };
    let public = addresses(&["8.8.8.8", "2606:4700:4700::1111"]);
    assert_eq!(all_public("good.example", public.clone()), Ok(public));
    for bad in [
        &["127.0.0.1"][..],
        &["8.8.8.8", "127.0.0.1"],
        &["10.0.0.1", "8.8.8.8"],
        &["2606:4700:4700::1111", "::1"],
        &["::ffff:127.0.0.1"],
        &["64:ff9b::7f00:1"],
        &["169.254.169.254"],
    ] {
        assert!(matches!(all_public("bad.example", addresses(bad)), Err(WebError::Refused(_))), "{bad:?}");
    }
}

#[test]
fn sites_are_read_at_the_usual_ports_and_services_over_https_alone() {
    let web = client(&["127.0.0.1:4000".to_owned()], Duration::from_secs(1));
    let may = |address: &str| web.check_page(&address.parse().unwrap()).is_ok();
    for good in [
        "https://example.com/",
        "http://example.com/",
        "http://example.com:80/",
        "https://example.com:443/a",
        "http://127.1:4000/",
    ] {
        assert!(may(good), "{good}");
    }
    for bad in [
        "http://example.com:22/",
        "https://example.com:8443/",
        "http://example.com:443/",
        "http://127.0.0.1:4001/",
        "http://127.0.0.1/",
    ] {
        assert!(!may(bad), "{bad}");
    }
    assert!(
        web.check(&"http://example.com/".parse().unwrap()).is_err(),
        "a service was reached over plain http"
    );
}

#[test]
fn a_redirect_never_leaves_https() {
    let from = |from: &str, to: &str| visit::onward(&from.parse().unwrap(), to);
    assert!(matches!(from("https://a.example/", "http://a.example/"), Err(SiteError::Refused(_))));
    assert_eq!(from("http://a.example/", "https://a.example/b").unwrap().as_str(), "https://a.example/b");
    assert_eq!(from("https://a.example/b/c", "../d?e#f").unwrap().as_str(), "https://a.example/d?e#f");
    assert_eq!(from("https://a.example/", "//b.example").unwrap().as_str(), "https://b.example/");
    for nowhere in ["", "http://[", "https://"] {
        assert!(matches!(from("https://a.example/", nowhere), Err(SiteError::Unreachable(_))), "{nowhere:?}");
    }
}
