//! The contract: the committed document equals the generated one, every operation in it is complete, and all
//! errors have one shape. `support::actor` checks that every answer of any test matches the document.

use std::collections::BTreeSet;

use futures_util::stream;
use proffer::authz::Policy;
use reqwest::{Body, Method};
use serde_json::{Value, json};

use crate::support::{
    actor::{Actor, ApiResponse},
    app::TestApp,
    document::{Operation, document},
    operations::{Call, Files, Ids},
    stories::{Owner, PASSWORD},
};

fn committed(file: &str) -> String {
    let path = format!("{}/../{file}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[tokio::test]
async fn the_committed_document_is_the_codes() {
    let code = proffer::site::spec::document(&Policy::shipped().await.unwrap()).unwrap();
    assert!(committed("openapi/openapi.json") == code, "openapi/openapi.json is out of date: run `make gen`");
}

#[test]
fn every_operation_is_complete() {
    let mut seen = BTreeSet::new();
    for operation in &document().operations {
        let at = format!("{} {}", operation.method, operation.path);
        assert!(!operation.id.is_empty(), "{at} has no operationId");
        assert!(seen.insert(&operation.id), "{} names two operations", operation.id);
        assert_eq!(operation.tags.len(), 1, "{at} must have exactly one tag: {:?}", operation.tags);
        let permission = proffer::http::operations::of(&operation.id)
            .unwrap_or_else(|| panic!("{at} asks for no permission"));
        assert_eq!(operation.permission, format!("{}:{}", permission.object, permission.action));
        // Panics where there is no fixture.
        Call::new(operation, &nothing());
    }
    for permission in proffer::http::operations::ALL {
        assert!(
            document().operations.iter().any(|o| o.id == permission.id),
            "{} is no operation any more",
            permission.id
        );
    }
}

#[tokio::test]
async fn the_addresses_of_a_browser_do_what_the_document_says() {
    let (app, ada) = TestApp::with_company().await;
    let described = |path: &str| {
        let one = &document().json["paths"][path]["get"];
        assert_eq!(
            (&one["x-navigation"], one["responses"].as_object().unwrap().len()),
            (&json!(true), 1),
            "{path}"
        );
        one["responses"]["303"]["headers"]
            .as_object()
            .unwrap()
            .keys()
            .map(|name| name.to_lowercase())
            .collect::<BTreeSet<_>>()
    };
    assert_eq!(described("/api/login"), BTreeSet::from(["location".to_owned()]));
    for (query, to) in [
        ("", "/auth"),
        ("?returnTo=/clients", "/auth?returnTo=%2Fclients"),
        ("?returnTo=%00", "/auth"),
        ("?returnTo=//a.example", "/auth"),
    ] {
        let answer = ada.get(format!("/api/login{query}")).await;
        assert_eq!((answer.status.as_u16(), answer.header("location")), (303, Some(to)), "{query}");
    }
    assert_eq!(described("/api/logout"), BTreeSet::from(["location".to_owned(), "set-cookie".to_owned()]));
    let of_own_page = ada
        .request(Method::GET, "/api/logout")
        .header("sec-fetch-site", "same-origin")
        .header("sec-fetch-mode", "navigate");
    let answer = ada.send(of_own_page).await;
    assert_eq!(
        (answer.status.as_u16(), answer.header("location"), answer.header("set-cookie").is_some()),
        (303, Some("/"), true)
    );
    app.finish().await;
}

#[test]
fn the_check_of_answers_sees_what_it_must() {
    let client = json!({
        "id": "019cadc6-9a80-7650-b29d-7e6741705ac1", "companyName": "Harbor", "firstName": "Mia",
        "lastName": "Berg",
        "email": "mia@harbor.example", "enrichment": "none", "proposalCount": 0, "signedProposalCount": 0,
        "openProposalCount": 0, "etag": "",
        "createdAt": "2026-03-02T09:00:00.000Z", "updatedAt": "2026-03-02T09:00:00.000Z",
    });
    let schema = json!({ "$ref": "#/components/schemas/Client" });
    let faults = |change: fn(&mut Value)| {
        let mut client = client.clone();
        change(&mut client);
        document().value_faults(&schema, &client)
    };
    assert_eq!(faults(|_| ()), Vec::<String>::new());
    assert_eq!(faults(|c| c["phone"] = Value::Null), ["$.phone is null, which the document does not allow"]);
    assert_eq!(faults(|c| drop(c.as_object_mut().unwrap().remove("email"))), ["$.email is missing"]);
    assert_eq!(faults(|c| c["secret"] = json!(1)), ["$.secret is not in the document"]);
    assert_eq!(faults(|c| c["proposalCount"] = json!("0")), ["$.proposalCount has the wrong type: \"0\""]);
    assert_eq!(faults(|c| c["id"] = json!("7")), ["$.id is not a UUID: \"7\""]);
    assert_eq!(faults(|c| c["createdAt"] = json!("2026-03-02T09:00:00+00:00")).len(), 1);
    let card = json!({ "$ref": "#/components/schemas/ProposalStatus" });
    assert_eq!(document().value_faults(&card, &json!("lost")).len(), 1);
}

/// Ids of things that do not exist.
pub fn nothing() -> Ids {
    Ids {
        client: "019cadc6-9a80-7650-b29d-000000000001".to_owned(),
        proposal: "019cadc6-9a80-7650-b29d-000000000002".to_owned(),
        item: "019cadc6-9a80-7650-b29d-000000000003".to_owned(),
        share_token: "abcdefghijklmnopqrstu".to_owned(),
        revision: "0".repeat(64),
        pending: "019cadc6-9a80-7650-b29d-000000000031".to_owned(),
        signed: "019cadc6-9a80-7650-b29d-000000000032".to_owned(),
        signed_token: "abcdefghijklmnopqrstv".to_owned(),
        accepted: "019cadc6-9a80-7650-b29d-000000000033".to_owned(),
        notification: "019cadc6-9a80-7650-b29d-000000000034".to_owned(),
        unsubscribe: "nothing".to_owned(),
        files: Files::nowhere(),
        word: "nobody".to_owned(),
        cursor: String::new(),
        email: "nobody@nowhere.example".to_owned(),
        password: PASSWORD.to_owned(),
        mailed_token: "nothing".to_owned(),
        member: "019cadc6-9a80-7650-b29d-000000000011".to_owned(),
        invitation: "019cadc6-9a80-7650-b29d-000000000012".to_owned(),
        workspace: "019cadc6-9a80-7650-b29d-000000000013".to_owned(),
        session: "019cadc6-9a80-7650-b29d-000000000014".to_owned(),
        identity: "019cadc6-9a80-7650-b29d-000000000015".to_owned(),
        user: "019cadc6-9a80-7650-b29d-000000000016".to_owned(),
        domain: "019cadc6-9a80-7650-b29d-000000000017".to_owned(),
        key: "019cadc6-9a80-7650-b29d-000000000018".to_owned(),
        invitation_token: "nothing".to_owned(),
        picture: "none".to_owned(),
        message: "019cadc6-9a80-7650-b29d-000000000021".to_owned(),
        block: "019cadc6-9a80-7650-b29d-000000000022".to_owned(),
        turn: "019cadc6-9a80-7650-b29d-000000000023".to_owned(),
        claim: "nothing".to_owned(),
        job: "019cadc6-9a80-7650-b29d-000000000024".to_owned(),
    }
}

/// A client that may call the operation.
fn caller_of(owner: &Owner, operation: &Operation, app: &TestApp) -> Actor {
    if operation.signed_in { (**owner).clone() } else { app.anonymous() }
}

#[tokio::test]
async fn unknown_members_of_a_body_are_refused() {
    let (app, ada) = TestApp::with_owner().await;
    let mut checked = 0;
    for operation in &document().operations {
        let mut call = Call::new(operation, &nothing());
        // A list does not have such members itself.
        let Some(body) = call.body.as_mut().filter(|body| body.is_object()) else { continue };
        body["zzUnknown"] = json!(1);
        let answer = call.send(&caller_of(&ada, operation, &app)).await;
        let problem = answer.problem(422, "invalid_body");
        assert_eq!(problem["errors"][0]["field"], "zzUnknown");
        assert!(
            !problem["message"].as_str().unwrap().contains("pars"),
            "the framework's own words: {problem}"
        );
        checked += 1;
    }
    assert!(checked >= 10, "only {checked} operations take a body");
    app.finish().await;
}

#[tokio::test]
async fn every_error_has_one_shape() {
    let app = TestApp::start().await;
    let anonymous = app.anonymous();
    let ada = app.register_verified_owner("ada").await;
    let login = |content_type: Option<&str>, body: &'static str| {
        let request = anonymous.request(Method::POST, "/api/login").body(body);
        match content_type {
            Some(content_type) => request.header("Content-Type", content_type),
            None => request,
        }
    };
    let send = async |request| anonymous.send(request).await;

    anonymous.get("/api/nothing").await.problem(404, "not_found");
    anonymous.post_empty("/api/nothing/at/all").await.problem(404, "not_found");
    anonymous.get("/api/").await.problem(404, "not_found");
    for (method, path) in
        [(Method::PATCH, "/api/clients"), (Method::GET, "/api/register"), (Method::DELETE, "/api/companies")]
    {
        anonymous.call(method, path, None).await.problem(405, "method_not_allowed");
    }
    send(login(Some("application/json"), "{")).await.problem(422, "invalid_body");
    send(login(Some("application/json"), "[]")).await.problem(422, "invalid_body");
    send(login(Some("application/json"), "")).await.problem(422, "invalid_body");
    send(login(Some("application/json"), "{\"email\": [], \"password\": \"x\"}"))
        .await
        .problem(422, "invalid_body");
    send(login(Some("application/json"), "{\"email\": \"a@b.co\"}")).await.problem(422, "invalid_body");
    send(login(Some("text/plain"), "{}")).await.problem(415, "unsupported_media_type");
    send(login(Some("application/x-www-form-urlencoded"), "email=a"))
        .await
        .problem(415, "unsupported_media_type");
    send(login(None, "{}")).await.problem(415, "unsupported_media_type");

    ada.get("/api/clients/not-an-id").await.problem(422, "invalid_parameter");
    ada.get("/api/clients?limit=none").await.problem(422, "invalid_parameter");
    ada.get("/api/clients?limit=0").await.problem(422, "invalid_parameter");
    ada.get("/api/clients?limit=101").await.problem(422, "invalid_parameter");
    ada.get("/api/clients?cursor=!").await.problem(422, "invalid_parameter");
    anonymous.get("/api/clients").await.problem(401, "unauthenticated");
    app.finish().await;
}

#[tokio::test]
async fn a_body_over_the_limit_is_refused_however_it_is_sent() {
    const LIMIT: usize = 2 * 1024 * 1024;
    let (app, ada) = TestApp::with_owner().await;
    let plain = |length: usize| {
        let padding = " ".repeat(length - 2);
        ada.request(Method::POST, "/api/companies")
            .header("Content-Type", "application/json")
            .body(format!("{{{padding}}}"))
    };
    let chunked = |chunks: usize| {
        let parts = stream::iter((0..chunks).map(|_| Ok::<_, std::io::Error>(vec![b' '; 64 * 1024])));
        ada.request(Method::POST, "/api/companies")
            .header("Content-Type", "application/json")
            .body(Body::wrap_stream(parts))
    };
    // Within the limit the body is read, and found invalid.
    ada.send(plain(LIMIT)).await.problem(422, "validation_failed");
    ada.send(chunked(LIMIT / (64 * 1024))).await.problem(422, "invalid_body");
    for request in [plain(LIMIT + 1), chunked(LIMIT / (64 * 1024) + 1)] {
        // The server may close the connection instead of reading the body; it must not have accepted it.
        if let Ok(answer) = ada.try_send(request).await {
            answer.problem(413, "body_too_large");
        }
    }
    ada.get("/api/companies").await.problem(404, "company_not_found");
    app.finish().await;
}

#[tokio::test]
async fn hostile_values_are_refused_or_kept_but_never_break_the_server() {
    let (app, ada) = TestApp::with_company().await;
    let sent = app.sent_proposal(&ada).await;
    let ids = Ids { share_token: sent["shareToken"].as_str().unwrap().to_owned(), ..nothing() };
    let texts = [
        json!("a\u{0}b"),
        json!("x".repeat(200_000)),
        json!("\u{202e}\u{feff}\u{1f468}\u{200d}\u{1f469} ' \" \\ % _ <script>"),
        json!(""),
        json!(-1),
        json!(1e308),
        Value::Null,
        json!({}),
        json!([[[[]]]]),
    ];
    for operation in &document().operations {
        let actor = caller_of(&ada, operation, &app);
        let call = Call::new(operation, &ids);
        for name in call.body.iter().filter_map(Value::as_object).flat_map(|body| body.keys()) {
            for hostile in &texts {
                let mut call = call.clone();
                call.body.as_mut().unwrap()[name] = hostile.clone();
                must_hold(&call.send(&actor).await, &call);
            }
        }
    }
    for path in
        ["/api/clients", "/api/proposals", "/api/verify-email", "/api/audit-log", "/api/audit-log/export"]
    {
        for name in ["search", "cursor", "limit", "token", "actor", "object", "action", "from", "to"] {
            for value in
                ["%00", "a%00b", "%ff%fe", "%", "%25%5F%5c", &"x".repeat(5000), "9999999999999999999999"]
            {
                let call = Call {
                    method: Method::GET,
                    path: format!("{path}?{name}={value}"),
                    body: None,
                    bytes: None,
                };
                must_hold(&call.send(&ada).await, &call);
            }
        }
    }
    for path in ["/api/clients/", "/api/proposals/", "/api/shared/proposals/"] {
        for value in
            ["%00", "%ff", "..", "%2e%2e%2f", &"x".repeat(5000), "00000000-0000-0000-0000-000000000000"]
        {
            let call = Call { method: Method::GET, path: format!("{path}{value}"), body: None, bytes: None };
            must_hold(&call.send(&ada).await, &call);
        }
    }
    app.mail().await;
    app.finish().await;
}

fn must_hold(answer: &ApiResponse, call: &Call) {
    let body = call.body.as_ref().map(|body| body.to_string().chars().take(300).collect::<String>());
    assert!(!answer.status.is_server_error(), "{answer:?} to {} with {body:?}", call.path);
}

#[tokio::test]
async fn every_answer_names_its_request() {
    let app = TestApp::start().await;
    let anonymous = app.anonymous();
    let mut ids = BTreeSet::new();
    for path in
        ["/api/auth/user", "/api/nothing", "/api/shared/proposals/x", "/livez", "/readyz", "/", "/shared/x"]
    {
        let answer = anonymous.get(path).await;
        assert!(ids.insert(answer.header("x-request-id").unwrap().to_owned()), "two requests of one id");
    }
    let forged =
        anonymous.send(anonymous.request(Method::GET, "/api/auth/user").header("X-Request-Id", "mine")).await;
    assert_ne!(forged.header("x-request-id"), Some("mine"));
    app.finish().await;
}
