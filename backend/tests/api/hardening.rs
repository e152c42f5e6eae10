//! Security headers, cookie attributes, cross-site requests, and malformed bodies and headers.

use std::time::Duration;

use poem::{Endpoint, handler};
use proffer::{http::bodies::MAX_BODY, site};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use crate::support::{
    actor::{Actor, ApiResponse, json as with_json},
    app::{Setup, TestApp},
    stories::{PASSWORD, address, path_of, registration},
};

fn credentials(name: &str) -> Value {
    json!({ "email": address(name), "password": PASSWORD })
}

fn with_cookie(app: &TestApp, cookie: &str) -> Actor {
    let actor = app.anonymous();
    actor.set_cookie(Some(cookie.to_owned()));
    actor
}

// --- Headers of every answer ---

const DATA: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The directives of a content security policy that restrict sources.
fn sources<'a>(policy: &'a str, kind: &str) -> Option<&'a str> {
    policy.split(';').find_map(|part| part.trim().strip_prefix(kind)).map(str::trim)
}

fn is_hardened(answer: &ApiResponse, is_https: bool) {
    let path = answer.request.split(' ').nth(1).unwrap();
    let policy = answer.header("content-security-policy").unwrap_or_else(|| panic!("no policy: {answer:?}"));
    if path.starts_with("/api/") {
        assert_eq!(policy, DATA, "{answer:?}");
        assert_eq!(answer.header("cache-control"), Some("no-store"), "{answer:?}");
    } else {
        assert_eq!(sources(policy, "default-src"), Some("'none'"), "{answer:?}");
        assert_eq!(
            sources(policy, "script-src"),
            Some("'self'"),
            "no inline script, no other origin: {answer:?}"
        );
        // Only the pages of signed-in users upload to the storage, and the front page sends no requests.
        let connect = sources(policy, "connect-src");
        let is_front = path == "/" && connect.is_none();
        let to_storage = connect.is_some_and(|own| own.starts_with("'self' http://127.0.0.1:"))
            && !path.starts_with("/shared/");
        assert!(is_front || connect == Some("'self'") || to_storage, "{answer:?}");
        let form_action = if is_front { "'none'" } else { "'self'" };
        for (kind, source) in [
            ("base-uri", "'none'"),
            ("form-action", form_action),
            ("frame-ancestors", "'none'"),
            ("img-src", "'self' data:"),
        ] {
            assert_eq!(sources(policy, kind), Some(source), "{answer:?}");
        }
        assert!(answer.header("cache-control").is_some(), "{answer:?}");
    }
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", if path.starts_with("/shared/") { "no-referrer" } else { "same-origin" }),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        assert_eq!(answer.header(name), Some(value), "{name}: {answer:?}");
    }
    for feature in ["camera=()", "microphone=()", "geolocation=()", "payment=()"] {
        assert!(answer.header("permissions-policy").unwrap_or_default().contains(feature), "{answer:?}");
    }
    let https = answer.header("strict-transport-security");
    assert_eq!(https, is_https.then_some("max-age=63072000"), "{answer:?}");
    for name in ["server", "x-powered-by", "access-control-allow-origin"] {
        assert_eq!(answer.header(name), None, "{answer:?}");
    }
    assert!(answer.header("x-request-id").is_some(), "{answer:?}");
}

#[tokio::test]
async fn hosts_below_this_one_keep_to_https_where_that_is_set() {
    for (public_url, expected) in [
        ("https://proffer.example", Some("max-age=63072000; includeSubDomains")),
        ("http://proffer.example", None),
    ] {
        let app = Setup::default().with("PUBLIC_URL", public_url).with("HSTS_SUBDOMAINS", "1").start().await;
        let answer = app.anonymous().get("/api/site").await;
        assert_eq!(answer.header("strict-transport-security"), expected, "{answer:?}");
        app.finish().await;
    }
}

#[tokio::test]
async fn every_answer_is_hardened() {
    for (public_url, is_https) in [("http://proffer.example", false), ("https://proffer.example", true)] {
        let app = Setup::default().with("PUBLIC_URL", public_url).dev().start().await;
        let ada = app.owner_with_company("ada").await;
        let drafted = app.drafted_proposal(&ada).await;
        let anonymous = app.anonymous();
        let expect = async |actor: &Actor, status: u16, method: Method, path: &str, body: Option<Value>| {
            let answer = actor.call(method, path, body.as_ref()).await;
            assert_eq!(answer.status, status, "{answer:?}");
            is_hardened(&answer, is_https);
        };
        let get = Method::GET;
        for (status, path) in [
            (401, "/api/auth/user"),
            (404, "/api/nothing"),
            (404, "/api/shared/proposals/x"),
            (303, "/api/login"),
            (303, "/api/logout"),
            (204, "/livez"),
            (204, "/readyz"),
            (404, "/assets/none.js"),
            (200, "/dev/mail"),
            (404, "/dev/mail/none"),
        ] {
            expect(&anonymous, status, get.clone(), path, None).await;
        }
        let shared = anonymous.get("/shared/V1StGXR8_Z5jdHi6B-myT").await;
        let preload = "</api/shared/proposals/V1StGXR8_Z5jdHi6B-myT>; rel=preload; as=fetch; crossorigin=use-credentials";
        assert_eq!(shared.header("link"), Some(preload));
        assert_eq!(anonymous.get("/shared/V1StGXR8_Z5jdHi6B-my>T").await.header("link"), None);
        for path in ["/", "/clients", "/shared/x"] {
            // 404 if the front end has not been built.
            is_hardened(&anonymous.get(path).await, is_https);
            is_hardened(&anonymous.call(Method::HEAD, path, None).await, is_https);
        }
        expect(&anonymous, 405, Method::PATCH, "/api/clients", None).await;
        expect(&anonymous, 405, Method::OPTIONS, "/api/clients", None).await;
        expect(&anonymous, 422, Method::POST, "/api/register", Some(json!({}))).await;
        expect(&ada, 200, get.clone(), "/api/clients", None).await;
        expect(&ada, 200, get.clone(), &format!("{}/drafting/events", path_of(&drafted)), None).await;
        let crossing = ada.request(Method::POST, "/api/companies").header("Sec-Fetch-Site", "cross-site");
        for (status, request) in [
            (403, crossing),
            (415, ada.request(Method::POST, "/api/companies").body("{}")),
            (413, ada.request(Method::POST, "/api/companies").body(" ".repeat(MAX_BODY + 1))),
        ] {
            // The server may close the connection instead of reading the body.
            if let Ok(answer) = ada.try_send(request).await {
                assert_eq!(answer.status, status, "{answer:?}");
                is_hardened(&answer, is_https);
            }
        }
        for _ in 0..50 {
            anonymous.post("/api/resend-verification", json!({ "email": "one@nobody.example" })).await;
        }
        expect(
            &anonymous,
            429,
            Method::POST,
            "/api/resend-verification",
            Some(json!({ "email": "one@nobody.example" })),
        )
        .await;
        app.database.run("ALTER TABLE clients RENAME TO lost").await;
        expect(&ada, 500, get.clone(), "/api/clients", None).await;
        app.database.run("ALTER TABLE lost RENAME TO clients").await;
        app.run_jobs().await;
        app.finish().await;
    }
}

#[handler]
fn broken() -> String {
    panic!("as a handler might")
}

#[tokio::test]
async fn a_handler_that_breaks_down_answers_like_any_error() {
    let app = TestApp::start().await;
    let answer = site::around(&app.app, broken)
        .get_response(poem::Request::builder().uri_str("/api/broken").finish())
        .await;
    assert_eq!(answer.status(), 500);
    for (name, value) in [
        ("content-type", "application/problem+json"),
        ("content-security-policy", DATA),
        ("cache-control", "no-store"),
        ("x-content-type-options", "nosniff"),
    ] {
        assert_eq!(answer.headers()[name], value);
    }
    let body = answer.into_body().into_string().await.unwrap();
    assert!(body.contains("internal_error") && !body.contains("might"), "{body}");
    app.finish().await;
}

// --- The session cookie ---

#[tokio::test]
async fn the_cookie_has_these_attributes_and_no_others() {
    for (public_url, name, end) in [
        ("http://proffer.example", "proffer_session", ""),
        ("https://proffer.example", "__Host-proffer_session", "; Secure"),
    ] {
        let app = Setup::default().with("PUBLIC_URL", public_url).start().await;
        let ada = app.register_verified_owner("ada").await;
        let login = ada.post("/api/login", credentials("ada")).await;
        let value = ada.cookie().unwrap().split_once('=').unwrap().1.to_owned();
        assert_eq!(value.len(), 43);
        let expected = format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000{end}");
        assert_eq!(login.header("set-cookie"), Some(expected.as_str()));

        // Under the other name it is a cookie that an attacker has planted.
        let other = if name.starts_with("__Host-") { "proffer_session" } else { "__Host-proffer_session" };
        with_cookie(&app, &format!("{name}={value}")).get("/api/auth/user").await.expect(200);
        with_cookie(&app, &format!("{other}={value}"))
            .get("/api/auth/user")
            .await
            .problem(401, "unauthenticated");
        with_cookie(&app, &format!("{other}=planted; {name}={value}"))
            .get("/api/auth/user")
            .await
            .expect(200);

        let logout = ada.post_empty("/api/logout").await;
        let expected = format!("{name}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0{end}");
        assert_eq!(logout.header("set-cookie"), Some(expected.as_str()));
        app.finish().await;
    }
}

// --- Other sites, and forged headers ---

/// Whether the guard lets a write pass; its handler finds it invalid.
async fn passes(actor: &Actor, request: RequestBuilder) -> bool {
    let answer = actor.send(with_json(request, &json!({ "name": "" }))).await;
    let problem = if answer.status == 403 {
        answer.problem(403, "cross_site_request")
    } else {
        answer.problem(422, "validation_failed")
    };
    problem["status"] == 422
}

#[tokio::test]
async fn a_write_must_come_from_our_own_pages() {
    let site = [
        // If the browser sends this header, it alone decides.
        (&[("Sec-Fetch-Site", "same-origin")][..], true),
        (&[("Sec-Fetch-Site", "same-origin"), ("Origin", "https://evil.example")], true),
        (&[("Sec-Fetch-Site", "same-site")], false),
        (&[("Sec-Fetch-Site", "cross-site")], false),
        (&[("Sec-Fetch-Site", "none")], false),
        (&[("Sec-Fetch-Site", "")], false),
        (&[("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Site", "cross-site")], false),
        (&[("Sec-Fetch-Site", "Same-Origin")], false),
        (&[("Sec-Fetch-Site", "cross-site"), ("Origin", "https://proffer.example")], false),
        // Else the origin.
        (&[("Origin", "https://proffer.example")], true),
        (&[("Origin", "https://proffer.example"), ("Origin", "https://evil.example")], false),
        (&[("Origin", "null")], false),
        (&[("Origin", "")], false),
        (&[("Origin", "http://proffer.example")], false),
        (&[("Origin", "https://proffer.example:8443")], false),
        (&[("Origin", "https://app.proffer.example")], false),
        (&[("Origin", "https://proffer.example.evil.example")], false),
        (&[("Origin", "https://evil.example")], false),
        // An attacker whose name resolves to this server sends matching Host and Origin.
        (&[("Origin", "http://evil.example"), ("Host", "evil.example")], false),
        (
            &[
                ("Origin", "https://evil.example"),
                ("Host", "evil.example"),
                ("X-Forwarded-Host", "proffer.example"),
            ],
            false,
        ),
        (
            &[
                ("Origin", "https://evil.example"),
                ("X-Forwarded-Host", "evil.example"),
                ("X-Forwarded-Proto", "https"),
            ],
            false,
        ),
        // Neither header, with a session: not a current browser, so not a page of ours.
        (&[], false),
        (&[("Referer", "https://proffer.example/settings")], false),
    ];
    let app = Setup::default().with("PUBLIC_URL", "https://proffer.example").start().await;
    let ada = app.owner_with_company("ada").await;
    for method in [Method::POST, Method::PUT] {
        for (headers, passing) in site {
            let url = app.base.join("/api/companies").unwrap();
            let mut request =
                reqwest::Client::new().request(method.clone(), url).header("Cookie", ada.cookie().unwrap());
            for (name, value) in headers {
                request = request.header(*name, *value);
            }
            assert_eq!(passes(&ada, request).await, passing, "{method} with {headers:?}");
        }
    }
    // Deleting and signing out are writes as well.
    for (method, path) in
        [(Method::DELETE, "/api/clients/019cadc6-9a80-7650-b29d-000000000001"), (Method::POST, "/api/logout")]
    {
        let request = reqwest::Client::new()
            .request(method, app.base.join(path).unwrap())
            .header("Cookie", ada.cookie().unwrap());
        ada.send(request.header("Origin", "https://evil.example")).await.problem(403, "cross_site_request");
    }
    ada.get("/api/auth/user").await.expect(200);
    app.finish().await;
}

#[tokio::test]
async fn the_machine_one_sits_at_may_be_called_by_name_or_number() {
    let app = TestApp::start().await;
    let ada = app.register_verified_owner("ada").await;
    let port = app.base.port().unwrap();
    for (origin, passing) in [
        (format!("http://127.0.0.1:{port}"), true),
        (format!("http://localhost:{port}"), true),
        (format!("http://[::1]:{port}"), true),
        (format!("http://localhost:{}", port ^ 1), false),
        (format!("https://localhost:{port}"), false),
        (format!("http://localhost.evil.example:{port}"), false),
    ] {
        let url = app.base.join("/api/companies").unwrap();
        let request = reqwest::Client::new()
            .post(url)
            .header("Cookie", ada.cookie().unwrap())
            .header("Origin", &origin);
        assert_eq!(passes(&ada, request).await, passing, "{origin}");
    }
    app.finish().await;
}

#[tokio::test]
async fn a_forged_host_does_not_redirect() {
    let app = TestApp::start().await;
    let forge = |request: RequestBuilder| {
        request
            .header("Host", "evil.example")
            .header("X-Forwarded-Host", "evil.example")
            .header("X-Forwarded-Proto", "https")
            .header("X-Original-URL", "/evil")
            .header("Forwarded", "host=evil.example;proto=https")
    };
    let anonymous = app.anonymous();
    let register = with_json(anonymous.request(Method::POST, "/api/register"), &registration("ada"));
    anonymous.send(forge(register)).await.expect(200);
    let mail = app.mail_to(&address("ada")).await;
    assert!(mail.link().starts_with(app.base.as_str()), "{}", mail.link());
    assert!(!mail.raw.contains("evil.example"), "{}", mail.raw);
    for path in ["/api/login?returnTo=/clients", "/api/logout"] {
        let answer = anonymous.send(forge(anonymous.request(Method::GET, path))).await;
        assert_eq!(answer.status, 303);
        let location = answer.header("location").unwrap();
        assert!(
            location.starts_with('/') && !location.starts_with("//") && !location.contains("evil.example"),
            "{location}"
        );
    }
    app.finish().await;
}

#[tokio::test]
async fn the_mails_of_embedded_mode_are_shown_under_our_own_name_alone() {
    let app = Setup::default().dev().start().await;
    let anonymous = app.anonymous();
    for (host, status) in [
        ("localhost:5173", 200),
        ("127.0.0.1", 200),
        ("[::1]:8080", 200),
        ("evil.example", 403),
        ("localhost.evil.example", 403),
        ("127.0.0.1.evil.example:8080", 403),
    ] {
        let answer = anonymous.send(anonymous.request(Method::GET, "/dev/mail").header("Host", host)).await;
        assert_eq!(answer.status, status, "{host}");
    }
    app.finish().await;
}

// --- Malformed bodies and headers ---

#[tokio::test]
async fn nesting_without_end_is_refused() {
    let app = TestApp::start().await;
    let ada = app.register_verified_owner("ada").await;
    let half = MAX_BODY / 2 - 64;
    for body in [
        "[".repeat(half),
        format!("{}{}", "[".repeat(half), "]".repeat(half)),
        format!("{{\"name\":{}{}}}", "[".repeat(half), "]".repeat(half)),
        format!("{}1{}", "{\"name\":".repeat(half / 9), "}".repeat(half / 9)),
    ] {
        for path in ["/api/companies", "/api/login"] {
            let request =
                ada.request(Method::POST, path).header("Content-Type", "application/json").body(body.clone());
            ada.send(request).await.problem(422, "invalid_body");
        }
    }
    ada.get("/api/auth/user").await.expect(200);
    app.finish().await;
}

/// A separate connection, without any test support.
async fn line(app: &TestApp) -> TcpStream {
    TcpStream::connect(("127.0.0.1", app.base.port().unwrap())).await.unwrap()
}

#[tokio::test]
async fn a_gigabyte_in_pieces_is_not_read() {
    const PIECE: usize = 64 * 1024;
    let app = TestApp::start().await;
    let (mut reader, mut writer) = line(&app).await.into_split();
    let head = "POST /api/login HTTP/1.1\r\nHost: proffer\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";
    writer.write_all(head.as_bytes()).await.unwrap();
    let sending = tokio::spawn(async move {
        let piece = [format!("{PIECE:x}\r\n").as_bytes(), &vec![b' '; PIECE], b"\r\n"].concat();
        let mut sent = 0;
        while sent < 1024 * 1024 * 1024 && writer.write_all(&piece).await.is_ok() {
            sent += PIECE;
        }
        sent
    });
    let mut answer = Vec::new();
    // The server may close the connection instead of reading the body.
    let _ = reader.read_to_end(&mut answer).await;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 413 "), "{answer}");
    // Data beyond the limit was in the buffers of the connection.
    let sent = sending.await.unwrap();
    assert!(sent < 32 * 1024 * 1024, "{sent} bytes were taken");
    app.anonymous().get("/livez").await.expect(204);
    app.finish().await;
}

#[tokio::test]
async fn heads_that_are_too_much_are_refused() {
    let app = TestApp::start().await;
    for head in [
        format!("GET / HTTP/1.1\r\nHost: proffer\r\nX-Long: {}\r\n\r\n", "x".repeat(1024 * 1024)),
        format!("GET / HTTP/1.1\r\nHost: proffer\r\n{}\r\n", "X-Many: x\r\n".repeat(10_000)),
        format!("GET /{} HTTP/1.1\r\nHost: proffer\r\n\r\n", "x".repeat(1024 * 1024)),
        "GET / HTTP/1.1\r\nHost: proffer\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcd".to_owned(),
        "\u{16}\u{3}\u{1}\u{2}nonsense\r\n\r\n".to_owned(),
    ] {
        let (mut reader, mut writer) = line(&app).await.into_split();
        let begin: String = head.chars().take(40).collect();
        let sending = tokio::spawn(async move {
            let _ = writer.write_all(head.as_bytes()).await;
            writer
        });
        let mut answer = Vec::new();
        let ended = tokio::time::timeout(Duration::from_secs(20), reader.read_to_end(&mut answer)).await;
        assert!(ended.is_ok(), "the connection stays open after {begin:?}");
        let answer = String::from_utf8_lossy(&answer).into_owned();
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{begin:?}: {answer}");
        drop(sending.await);
    }
    app.anonymous().get("/livez").await.expect(204);
    app.finish().await;
}
