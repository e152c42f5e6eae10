//! Which parts of a site are read, and how much of them.

use std::io::Write as _;

use flate2::{
    Compression,
    write::{DeflateEncoder, GzEncoder, ZlibEncoder},
};

use super::*;

fn packed(name: &str, body: &[u8]) -> Vec<u8> {
    answer("200 OK", &[("Content-Type", "text/html"), ("Content-Encoding", name)], body)
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(text).unwrap();
    gzip.finish().unwrap()
}

async fn said(bytes: Vec<u8>) -> Result<String, SiteError> {
    let site = LocalSite::start(vec![("/", bytes)]).await;
    Ok(site.read("/").await?.remove(0).html)
}

fn too_large() -> SiteError {
    SiteError::Unreadable("it is larger than 2 MB".to_owned())
}

#[tokio::test]
async fn requests_name_the_user_agent_and_ask_for_uncompressed_bodies() {
    let site = LocalSite::start(vec![("/", html("<p>Hello"))]).await;
    let mut told = 0;
    let pages = site.web(&[]).site(&site.url("/#top"), 5, &mut || told += 1).await.unwrap();
    assert_eq!(pages, [Page { url: site.url("/").to_string(), html: "<p>Hello".to_owned() }]);
    assert_eq!((told, site.paths()), (1, vec!["/robots.txt".to_owned(), "/".to_owned()]));
    for head in site.asked.lock().unwrap().iter().map(|head| head.to_lowercase()) {
        assert!(head.contains("user-agent: proffer/1 (+https://proffer.example/)\r\n"), "{head}");
        assert!(
            head.contains("accept-encoding: identity\r\n")
                && !head.contains("cookie")
                && !head.contains("referer"),
            "{head}"
        );
    }
}

#[tokio::test]
async fn redirects_are_followed_five_times() {
    let hops = |count: usize| {
        let mut pages: Vec<(String, Vec<u8>)> =
            (0..count).map(|at| (format!("/{at}"), redirect(302, &format!("/{}", at + 1)))).collect();
        pages.push((format!("/{count}"), html("<p>Here")));
        pages
    };
    for (count, is_followed) in [(1, true), (5, true), (6, false)] {
        let pages = hops(count);
        let site =
            LocalSite::start(pages.iter().map(|(path, answer)| (path.as_str(), answer.clone())).collect())
                .await;
        let read = site.read("/0").await;
        if is_followed {
            assert_eq!(read.unwrap().first().unwrap().url, site.url(&format!("/{count}")).to_string());
        } else {
            assert_eq!(
                read.unwrap_err(),
                SiteError::Unreachable("it redirects more than 5 times".to_owned())
            );
        }
    }
    let site =
        LocalSite::start(vec![("/", redirect(301, "/")), ("/none", answer("302 Found", &[], b""))]).await;
    assert_eq!(
        site.read("/").await.unwrap_err(),
        SiteError::Unreachable("it redirects more than 5 times".to_owned())
    );
    assert_eq!(
        site.read("/none").await.unwrap_err(),
        SiteError::Unreachable("it redirects to nowhere".to_owned())
    );
}

#[tokio::test]
async fn a_page_has_an_end() {
    let mut endless = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n".to_vec();
    endless.resize(SIZE + 100_000, b' ');
    assert_eq!(said(endless).await.unwrap_err(), too_large());
    let announced =
        format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\n\r\n<p>", SIZE + 1);
    assert_eq!(said(announced.into_bytes()).await.unwrap_err(), too_large());
    assert_eq!(said(html(&" ".repeat(SIZE))).await.unwrap().len(), SIZE);
    let broken = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 20\r\n\r\n<p>".to_vec();
    assert_eq!(
        said(broken).await.unwrap_err(),
        SiteError::Unreachable("the answer of 127.0.0.1 broke off".to_owned())
    );
}

#[tokio::test]
async fn the_pages_of_a_visit_share_what_may_be_read() {
    let most = "x".repeat(SIZE / 4 * 3);
    let site =
        LocalSite::start(vec![("/a", html(&most)), ("/b", html(&most)), ("/c", html("<p>Small"))]).await;
    let web = site.web(&[]);
    let mut visit = Visit::new(&web, SIZE);
    assert!(visit.page(&site.url("/a")).await.is_ok());
    let second = visit.page(&site.url("/b")).await.unwrap_err();
    assert!(
        matches!(&second, SiteError::Unreadable(why) if why.starts_with("it is larger than 5")),
        "{second:?}"
    );
    assert_eq!(
        visit.page(&site.url("/c")).await.unwrap().1.html,
        "<p>Small",
        "one that announces its size costs nothing"
    );
}

#[tokio::test]
async fn a_packed_page_is_unpacked_to_the_limit() {
    let text = "<p>Guten Tag</p>".repeat(100);
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::best());
    zlib.write_all(text.as_bytes()).unwrap();
    let mut raw = DeflateEncoder::new(Vec::new(), Compression::best());
    raw.write_all(text.as_bytes()).unwrap();
    let (first, second) = text.as_bytes().split_at(800);
    let twice = [gzip(first), gzip(second)].concat();
    let broken = gzip(text.as_bytes()).into_iter().take(40).collect::<Vec<u8>>();
    for (name, body) in [
        ("gzip", gzip(text.as_bytes())),
        ("X-GZip", twice),
        ("identity, gzip", gzip(text.as_bytes())),
        ("deflate", zlib.finish().unwrap()),
        ("deflate", raw.finish().unwrap()),
        ("identity", text.clone().into_bytes()),
    ] {
        assert_eq!(said(packed(name, &body)).await.unwrap(), text, "{name}");
    }
    // 50 megabytes compressed to 50 kilobytes.
    let bomb = gzip(&vec![b' '; 50 * MEGABYTE]);
    assert!(bomb.len() < 100_000);
    assert_eq!(said(packed("gzip", &bomb)).await.unwrap_err(), too_large());
    for (name, body, why) in [
        ("br", &bomb[..], "it has an unsupported compression"),
        ("zstd", &bomb, "it has an unsupported compression"),
        ("gzip, gzip", &bomb, "it has an unsupported compression"),
        ("gzip", b"<p>not packed at all", "its compressed data is damaged"),
        ("gzip", &broken, "its compressed data is damaged"),
        ("deflate", b"<p>not packed at all", "its compressed data is damaged"),
    ] {
        assert_eq!(
            said(packed(name, body)).await.unwrap_err(),
            SiteError::Unreadable(why.to_owned()),
            "{name}"
        );
    }
}

#[tokio::test]
async fn a_site_that_drips_is_not_waited_for() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let server = tokio::spawn(async move {
        loop {
            let (mut peer, _) = listener.accept().await.unwrap();
            tokio::spawn(async move {
                // An answer sent before the request would be ignored.
                let _ = peer.read(&mut [0; 1024]).await;
                let _ = peer.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n").await;
                // A byte from time to time, always before the time limit of a single read.
                while peer.write_all(b" ").await.is_ok() {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            });
        }
    });
    let web = client(&[address.to_string()], Duration::from_secs(1));
    let url: Url = format!("http://{address}/").parse().unwrap();
    let late = "it had not answered in full after 1 seconds".to_owned();
    assert_eq!(web.site(&url, 5, &mut || ()).await.unwrap_err(), SiteError::Timeout(late.clone()));
    assert_eq!(web.file(&url, 100_000).await.unwrap_err(), WebError::Failed(late));
    server.abort();
}

#[tokio::test]
async fn only_pages_of_html_are_read() {
    for (content_type, is_page) in [
        ("text/html", true),
        ("Text/HTML; Charset=utf-8", true),
        ("application/xhtml+xml", true),
        ("text/plain", false),
        ("application/pdf", false),
        ("text/htmlx", false),
        ("image/png; text/html", false),
        ("", false),
    ] {
        let read = said(answer("200 OK", &[("Content-Type", content_type)], b"<p>Hello")).await;
        assert_eq!(read.is_ok(), is_page, "{content_type}: {read:?}");
    }
    assert!(
        matches!(said(answer("200 OK", &[], b"<p>Hello")).await, Err(SiteError::Unreadable(_))),
        "without a type it is nothing"
    );
    for (status, is_absent) in [
        ("403 Forbidden", true),
        ("404 Not Found", true),
        ("410 Gone", true),
        ("422 Unprocessable Entity", true),
        ("408 Request Timeout", false),
        ("425 Too Early", false),
        ("429 Too Many Requests", false),
        ("500 Internal Server Error", false),
        ("503 Service Unavailable", false),
    ] {
        let error = said(answer(status, &[("Content-Type", "text/html")], b"<p>Sorry")).await.unwrap_err();
        let why = format!("127.0.0.1 answers with {status}");
        assert_eq!(error, if is_absent { SiteError::Absent(why) } else { SiteError::Unreachable(why) });
    }
}

#[test]
fn a_page_is_read_in_its_own_characters() {
    let western = b"<p>Gr\xfc\xdfe \x80";
    let utf16: Vec<u8> =
        [0xff, 0xfe].into_iter().chain("<p>Grüße".encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let with_meta = |meta: &str| [meta.as_bytes(), b"<p>Gr\xfc\xdfe"].concat();
    for (bytes, content_type, text) in [
        ("<p>Grüße".as_bytes().to_vec(), "text/html", "<p>Grüße"),
        (western.to_vec(), "text/html", "<p>Grüße €"),
        (western.to_vec(), "text/html; charset=\"ISO-8859-1\"", "<p>Grüße €"),
        ("<p>Grüße".as_bytes().to_vec(), "text/html;x=y; charset = utf-8", "<p>Grüße"),
        (b"<p>\xcf\xf0\xe8\xe2\xe5\xf2".to_vec(), "text/html; charset=windows-1251", "<p>Привет"),
        (b"<p>\x82\xb1\x82\xf1".to_vec(), "text/html; charset=Shift_JIS", "<p>こん"),
        // A byte order mark takes precedence over any declaration.
        (["\u{feff}<p>Grüße".as_bytes()].concat(), "text/html; charset=iso-8859-1", "<p>Grüße"),
        (utf16, "text/html; charset=utf-8", "<p>Grüße"),
        (b"<p>Gr\xfc\xdfe".to_vec(), "text/html; charset=no-such-thing", "<p>Grüße"),
    ] {
        assert_eq!(text::decoded(&bytes, content_type), text, "{content_type}");
    }
    for meta in [
        "<meta charset=iso-8859-15>",
        "<META  CHARSET = 'latin1' />",
        "<meta http-equiv=\"Content-Type\" content=\"text/html; charset=iso-8859-1\">",
        "<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>",
        "<!-- <meta charset=utf-8> --><meta charset=windows-1252>",
    ] {
        assert_eq!(text::decoded(&with_meta(meta), "text/html"), format!("{meta}<p>Grüße"));
    }
    // The declaration was readable as ASCII, so the page is not in UTF-16.
    assert_eq!(
        text::decoded("<meta charset=utf-16><p>ü".as_bytes(), "text/html"),
        "<meta charset=utf-16><p>ü"
    );
}

#[tokio::test]
async fn the_pages_that_tell_most_are_read_and_no_others() {
    let elsewhere = LocalSite::start(vec![("/about", html("<p>Not ours"))]).await;
    let home = format!(
        "<nav><a href=\"/about\">About us</a> <a href=\"/services\">Services</a> <a href=\"/contact\">Contact</a> <a href=\"/testimonials\">Testimonials\
         </a> <a href=\"/team\">Our team</a> <a href=\"/missing\">About the founder</a> <a href=\"/moved\">About more</a> <a href=\"{}\">About them</a></nav>",
        elsewhere.url("/about")
    );
    let site = LocalSite::start(vec![
        ("/", html(&home)),
        ("/about", html("<p>About")),
        ("/services", html("<p>Services")),
        ("/contact", answer("200 OK", &[("Content-Type", "application/pdf")], b"%PDF")),
        ("/testimonials", redirect(302, elsewhere.url("/about").as_str())),
        ("/team", html("<p>Team")),
        ("/moved", redirect(302, "/about")),
    ])
    .await;
    let pages = site.web(&[elsewhere.port]).site(&site.url("/"), 5, &mut || ()).await.unwrap();
    let urls: Vec<&str> = pages.iter().map(|page| page.url.as_str()).collect();
    assert_eq!(urls.first(), Some(&site.url("/").as_str()));
    for path in ["/about", "/services"] {
        assert!(urls.contains(&site.url(path).as_str()), "{urls:?}");
    }
    assert!(pages.len() <= 5 && site.paths().len() <= 6, "{:?}", site.paths());
    assert!(pages.iter().all(|page| !page.html.contains("Not ours")), "{urls:?}");
    assert_eq!(elsewhere.paths(), Vec::<String>::new(), "another site was read");
    assert_eq!(site.web(&[]).site(&site.url("/"), 1, &mut || ()).await.unwrap().len(), 1);
}

#[test]
fn www_makes_no_other_site() {
    let same = |one: &str, two: &str| Site::of(&one.parse().unwrap()) == Site::of(&two.parse().unwrap());
    assert!(same("https://www.example.com/", "http://example.com/about"));
    assert!(!same("https://example.com/", "https://shop.example.com/"));
    assert!(!same("https://example.com/", "https://example.org/"));
    assert!(!same("http://127.0.0.1:4000/", "http://127.0.0.1:4001/"));
}

#[tokio::test]
async fn a_file_is_fetched_whole_or_not_at_all() {
    let site = LocalSite::start(vec![
        ("/logo", redirect(302, "/logo.png")),
        ("/logo.png", answer("200 OK", &[("Content-Type", "image/png")], &[7; 1000])),
    ])
    .await;
    let web = site.web(&[]);
    assert_eq!(web.file(&site.url("/logo"), 1000).await.unwrap(), [7; 1000]);
    assert_eq!(
        web.file(&site.url("/logo"), 999).await.unwrap_err(),
        WebError::Failed("it is larger than 1 KB".to_owned())
    );
    let missing = web.file(&site.url("/none"), 999).await.unwrap_err();
    assert_eq!(missing, WebError::Failed("127.0.0.1 answers with 404 Not Found".to_owned()));
}
