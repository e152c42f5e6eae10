//! Rate limits: counted in the database, shared by all replicas, and answered with the time to wait.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use futures_util::future::join_all;
use proffer::http::limits;
use proffer_domain::rate_limit::{CountedBy, Limit, Rule};
use reqwest::Method;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::support::{
    actor::{Actor, ApiResponse, json as with_json, text},
    app::{Setup, TestApp},
    document::document,
    stories::{Owner, PASSWORD, address, registration},
};

/// What is counted at each operation. Every operation that is public, sends mail, uses the assistant, checks
/// a password or contacts other servers must be listed here.
const COUNTED: &[(&str, &[Rule])] = &[
    ("login", &[Rule::SignInPerNetwork, Rule::SignInPerSender, Rule::SignInPerAccount]),
    ("logout", &[Rule::PagePerNetwork]),
    (
        "register",
        &[Rule::RegisterPerNetwork, Rule::MailPerNetwork, Rule::RegisterPerSender, Rule::RegisterPerTarget],
    ),
    ("verifyEmail", &[Rule::LinkPerNetwork]),
    ("resendVerification", &[Rule::MailPerNetwork, Rule::VerifyPerSender, Rule::VerifyPerTarget]),
    ("forgotPassword", &[Rule::MailPerNetwork, Rule::ResetPerSender, Rule::ResetPerTarget]),
    ("resetPassword", &[Rule::LinkPerNetwork]),
    ("listSignInProviders", &[Rule::PagePerNetwork]),
    ("startSso", &[Rule::ProviderPerNetwork]),
    ("getInvitation", &[Rule::LinkPerNetwork]),
    ("registerByInvitation", &[Rule::LinkPerNetwork]),
    ("inviteMember", &[Rule::MailPerPerson, Rule::InvitePerWorkspace, Rule::InvitePerTarget]),
    ("resendInvitation", &[Rule::MailPerPerson, Rule::InvitePerWorkspace, Rule::InvitePerTarget]),
    ("resendUserVerification", &[Rule::MailPerPerson, Rule::VerifyPerSender]),
    ("testSsoConnection", &[Rule::LookUpPerWorkspace]),
    ("proveSsoDomain", &[Rule::LookUpPerWorkspace]),
    ("changePassword", &[Rule::PasswordPerPerson]),
    ("deleteAccount", &[Rule::PasswordPerPerson]),
    ("extractFromRecap", &[Rule::AssistantPerPerson]),
    ("createProposal", &[Rule::AssistantPerPerson]),
    ("retryDrafting", &[Rule::AssistantPerPerson]),
    ("sendChatMessage", &[Rule::AssistantPerPerson]),
    ("streamChat", &[Rule::AssistantPerPerson]),
    ("readRecapFiles", &[Rule::RecapFilesPerPerson]),
    ("scrapeCompany", &[Rule::SitePerWorkspace]),
    ("streamScrape", &[Rule::SitePerWorkspace]),
    ("readClientWebsite", &[Rule::SitePerWorkspace]),
    ("createUpload", &[Rule::UploadPerPerson]),
    ("createMultipartUpload", &[Rule::UploadPerPerson]),
    ("getUploadParameters", &[Rule::UploadPerPerson]),
    ("getUploadCredentials", &[Rule::UploadPerPerson]),
    ("getSharedLogo", &[Rule::PagePerNetwork]),
    ("getSharedProposal", &[Rule::PagePerNetwork]),
    ("previewChoices", &[Rule::PagePerNetwork]),
    ("getSharedChanges", &[Rule::PagePerNetwork]),
    ("reportReading", &[Rule::PagePerNetwork]),
    ("reportPayment", &[Rule::PagePerNetwork]),
    ("getSite", &[Rule::PagePerNetwork]),
    ("downloadSharedDocument", &[Rule::PagePerNetwork]),
    ("unsubscribe", &[Rule::LinkPerNetwork]),
    ("sendContactMessage", &[Rule::MessagePerNetwork]),
    ("sendProposal", &[Rule::MailPerPerson, Rule::SendPerWorkspace, Rule::SendPerTarget]),
    ("remindClient", &[Rule::MailPerPerson, Rule::SendPerWorkspace, Rule::SendPerTarget]),
    ("sharedProposalAction", &[Rule::AnswerPerNetwork, Rule::AnswerPerLink, Rule::WishPerLink]),
];

/// Rules that do not belong to a single operation.
const ELSEWHERE: &[Rule] = &[Rule::CallPerKey, Rule::WrongKeyPerNetwork];

/// Permissions whose operations send mail or cost money, and their operations that do not.
const COSTLY: &[&str] = &["assistant:use", "team:invite", "proposals:send"];
const CHEAP: &[&str] = &["cancelInvitation"];

const NETWORK: &str = "198.51.100.7";
const TARGET: &str = "target@nobody.example";
const MEMBERSHIP: &str = "019cadc6-9a80-7650-b29d-000000000011";
const TOKEN: &str = "abcdefghijklmnopqrstu";

#[test]
fn every_abusable_operation_is_counted() {
    let counted: BTreeSet<&str> = COUNTED.iter().map(|(id, _)| *id).collect();
    assert_eq!(counted.len(), COUNTED.len(), "an operation stands there twice");
    for operation in &document().operations {
        let costly =
            COSTLY.contains(&operation.permission.as_str()) && !CHEAP.contains(&operation.id.as_str());
        if !operation.signed_in || costly {
            assert!(counted.contains(operation.id.as_str()), "{} needs a limit: see COUNTED", operation.id);
        }
    }
    let met: BTreeSet<Rule> = COUNTED
        .iter()
        .flat_map(|(_, rules)| rules.iter().copied())
        .chain(ELSEWHERE.iter().copied())
        .collect();
    assert_eq!(met, Rule::ALL.iter().copied().collect(), "a rule that nothing is counted by");
}

/// The n-th request to an operation, with as little effect as possible. The counted subject is the same each
/// time, everything else differs.
fn request(operation: &str, rule: Rule, n: u32, owner: &Owner, anonymous: &Actor) -> reqwest::RequestBuilder {
    let operation = document().operation(operation);
    let of_target = matches!(rule.by(), CountedBy::Mail | CountedBy::SenderAndTarget);
    let mail = if of_target { TARGET.to_owned() } else { format!("person{n}@nobody.example") };
    let membership = if of_target { MEMBERSHIP.to_owned() } else { Uuid::from_u128(n.into()).to_string() };
    let network = if matches!(rule.by(), CountedBy::Network | CountedBy::SenderAndTarget) {
        NETWORK.to_owned()
    } else {
        format!("203.0.{}.{}", n / 250, n % 250)
    };
    let body = match operation.id.as_str() {
        "login" => Some(json!({ "email": mail, "password": "short" })),
        "register" => Some(json!({ "email": mail, "password": "short", "firstName": "A", "lastName": "B" })),
        "resendVerification" | "forgotPassword" | "startSso" => Some(json!({ "email": mail })),
        "resetPassword" => Some(json!({ "token": "nothing", "password": "short" })),
        "registerByInvitation" => Some(json!({ "firstName": "A", "lastName": "B", "password": "short" })),
        "inviteMember" => Some(json!({ "email": mail, "role": "member" })),
        "changePassword" => Some(json!({ "currentPassword": "Wrong-Horse-8", "newPassword": "short" })),
        "deleteAccount" => Some(json!({ "email": "another@nobody.example", "password": "Wrong-Horse-8" })),
        "extractFromRecap" => Some(json!({ "meetingRecap": "too short" })),
        "readRecapFiles" => Some(json!({ "files": [] })),
        "createProposal" => Some(json!({
            "clientId": MEMBERSHIP, "clientContext": "", "proposedSolution": "", "pricingDetails": "",
        })),
        "sendChatMessage" | "streamChat" => Some(json!({ "message": "" })),
        "sendProposal" => Some(json!({ "recipientName": "", "recipientEmail": mail })),
        "remindClient" => Some(json!({ "recipientEmail": mail })),
        "previewChoices" => Some(json!({ "revisionSha256": "", "choices": [] })),
        "scrapeCompany" | "streamScrape" => Some(json!({ "websiteUrl": "https://127.0.0.1/" })),
        "createUpload" => Some(json!({ "contentType": "image/svg+xml", "size": 1 })),
        "createMultipartUpload" => Some(json!({ "filename": "logo.svg", "type": "image/svg+xml" })),
        "sendContactMessage" => {
            Some(json!({ "name": "", "email": mail, "type": "", "subject": "", "message": "" }))
        }
        "reportReading" => Some(json!({
            "viewId": MEMBERSHIP, "visitorId": MEMBERSHIP, "visibleMs": 0, "interactions": 0, "sections": [],
        })),
        "sharedProposalAction" => {
            Some(json!({ "action": "decline", "senderName": "Mia", "senderEmail": "mia@nobody.example" }))
        }
        _ => None,
    };
    let path = operation.path_parameters().into_iter().fold(operation.path.clone(), |path, name| {
        let value = match name {
            "memberId" | "userId" => membership.as_str(),
            "token" | "shareToken" => TOKEN,
            _ => MEMBERSHIP,
        };
        path.replace(&format!("{{{name}}}"), value)
    });
    let query = match operation.id.as_str() {
        "getSharedChanges" => "?since=1",
        "unsubscribe" => "?token=nothing",
        "getUploadParameters" => "?type=image/svg%2Bxml",
        _ => "",
    };
    let actor = if operation.signed_in { owner } else { anonymous };
    let request =
        actor.request(operation.method.clone(), &format!("{path}{query}")).header("X-Forwarded-For", network);
    match body {
        Some(body) => with_json(request, &body),
        None => request,
    }
}

/// The key of the counted subject in the table.
fn key(rule: Rule, operation: &str, owner: &Owner) -> String {
    let (person, workspace) = (text(&owner.user["id"]), text(&owner.user["workspace"]["id"]));
    let pair = |sender: &str, target: &str| format!("{sender} {target}");
    let subject = match rule {
        Rule::InvitePerWorkspace
        | Rule::SendPerWorkspace
        | Rule::LookUpPerWorkspace
        | Rule::SitePerWorkspace => workspace.to_owned(),
        Rule::MailPerPerson
        | Rule::AssistantPerPerson
        | Rule::RecapFilesPerPerson
        | Rule::PasswordPerPerson
        | Rule::UploadPerPerson => person.to_owned(),
        Rule::AnswerPerLink | Rule::WishPerLink => TOKEN.to_owned(),
        Rule::InvitePerTarget if operation == "resendInvitation" => pair(workspace, MEMBERSHIP),
        Rule::InvitePerTarget | Rule::SendPerTarget => pair(workspace, TARGET),
        Rule::VerifyPerSender if operation == "resendUserVerification" => pair(person, MEMBERSHIP),
        _ if rule.by() == CountedBy::SenderAndTarget => pair(NETWORK, TARGET),
        _ if rule.by() == CountedBy::Network => NETWORK.to_owned(),
        _ => TARGET.to_owned(),
    };
    hex::encode(Sha256::digest(format!("{}\0{subject}", rule.name())))
}

fn refused(answer: &ApiResponse, rule: Rule) {
    let limit = rule.limit();
    let problem = answer.problem(429, "rate_limited");
    let wait = u32::try_from((limit.interval.num_milliseconds() + 999) / 1000).unwrap();
    assert_eq!(answer.header("retry-after"), Some(wait.to_string().as_str()), "{rule:?}: {answer:?}");
    assert_eq!(problem["message"], rule.message(limit.interval), "{rule:?}");
    assert_eq!(answer.header("cache-control"), Some("no-store"));
}

#[tokio::test]
async fn each_limit_is_met_after_exactly_its_burst_and_ends_after_exactly_its_wait() {
    let app = Setup::default().with("TRUSTED_PROXIES", "1").start().await;
    let ada = app.owner_with_company("ada").await;
    // Workspaces without a payment may mail few addresses, which is another limit.
    app.pays(&ada).await;
    app.database.run("UPDATE users SET is_admin = true").await;
    let anonymous = app.anonymous();
    for &rule in Rule::ALL.iter().filter(|rule| !ELSEWHERE.contains(rule)) {
        app.database.run("DELETE FROM rate_limits").await;
        let mut exhausted = BTreeSet::new();
        for (operation, _) in COUNTED.iter().filter(|(_, rules)| rules.contains(&rule)) {
            let key = key(rule, operation, &ada);
            // Another rule of the same operation may be stricter; this sets it aside.
            let others = format!("DELETE FROM rate_limits WHERE key <> decode('{key}', 'hex')");
            let limit = rule.limit();
            let send = async |n: u32| {
                let answer = anonymous.send(request(operation, rule, n, &ada, &anonymous)).await;
                app.database.run(others.clone()).await;
                answer
            };
            // Operations that are counted together are refused together.
            if exhausted.insert(key) {
                for n in 0..limit.burst {
                    assert_ne!(
                        send(n).await.status,
                        429,
                        "{operation} by {rule:?}: request {n} of {}",
                        limit.burst
                    );
                }
            }
            refused(&send(limit.burst).await, rule);
            app.pass(limit.interval - TimeDelta::milliseconds(1));
            send(limit.burst + 1).await.problem(429, "rate_limited");
            app.pass(TimeDelta::milliseconds(1));
            assert_ne!(send(limit.burst + 2).await.status, 429, "{operation} by {rule:?} after its wait");
            refused(&send(limit.burst + 3).await, rule);
        }
    }
    app.mail().await;
    app.finish().await;
}

fn wrong(name: &str) -> Value {
    json!({ "email": address(name), "password": "Wrong-Horse-8" })
}

fn right(name: &str) -> Value {
    json!({ "email": address(name), "password": PASSWORD })
}

/// A request that a proxy forwards for a client at that address.
async fn from(actor: &Actor, forwarded_for: &str, path: &str, body: &Value) -> ApiResponse {
    actor
        .send(with_json(actor.request(Method::POST, path).header("X-Forwarded-For", forwarded_for), body))
        .await
}

fn burst(rule: Rule) -> usize {
    rule.limit().burst.try_into().unwrap()
}

#[tokio::test]
async fn replicas_count_together() {
    let first = TestApp::start().await;
    first.register_verified_owner("ada").await;
    let mut second = Setup::default().on(&first, 2).start().await;
    let guessers = [first.anonymous(), second.anonymous()];
    for n in 0..burst(Rule::SignInPerSender) {
        guessers[n % 2].post("/api/login", wrong("ada")).await.problem(401, "invalid_credentials");
    }
    for guesser in &guessers {
        refused(&guesser.post("/api/login", wrong("ada")).await, Rule::SignInPerSender);
        // Even the right password is not checked, or guessing would continue.
        refused(&guesser.post("/api/login", right("ada")).await, Rule::SignInPerSender);
    }
    second.shut_down().await;
    first.finish().await;
}

#[tokio::test]
async fn of_many_at_once_no_more_get_through() {
    let first = TestApp::start().await;
    let mut second = Setup::default().on(&first, 2).start().await;
    let guessers: Vec<Actor> =
        (0..40).map(|n| if n % 2 == 0 { first.anonymous() } else { second.anonymous() }).collect();
    let answers = join_all(guessers.iter().map(|guesser| guesser.post("/api/login", wrong("nobody")))).await;
    let tried = answers.iter().filter(|answer| answer.status == 401).count();
    let refused = answers.iter().filter(|answer| answer.status == 429).count();
    assert_eq!((tried, refused), (burst(Rule::SignInPerSender), 40 - burst(Rule::SignInPerSender)));
    second.shut_down().await;
    first.finish().await;
}

#[tokio::test]
async fn an_unknown_account_is_counted_like_a_known_one() {
    let app = TestApp::start().await;
    app.register_verified_owner("ada").await;
    let anonymous = app.anonymous();
    let mut last = Vec::new();
    for name in ["ada", "nobody"] {
        for _ in 0..burst(Rule::SignInPerSender) {
            anonymous.post("/api/login", wrong(name)).await.problem(401, "invalid_credentials");
        }
        let mut answer = anonymous.post("/api/login", wrong(name)).await.problem(429, "rate_limited");
        answer.as_object_mut().unwrap().remove("requestId");
        last.push(answer);
    }
    assert_eq!(last[0], last[1]);
    app.finish().await;
}

#[tokio::test]
async fn correct_sign_ins_are_never_refused() {
    let app = TestApp::start().await;
    let ada = app.register_verified_owner("ada").await;
    for _ in 0..burst(Rule::SignInPerSender) + 5 {
        ada.post("/api/login", right("ada")).await.expect(200);
    }
    // A success gives back only its own attempt, so guessing in between gains nothing.
    for _ in 0..burst(Rule::SignInPerSender) {
        ada.post("/api/login", wrong("ada")).await.problem(401, "invalid_credentials");
    }
    ada.post("/api/login", right("ada")).await.problem(429, "rate_limited");
    app.pass(Rule::SignInPerSender.limit().interval);
    ada.post("/api/login", right("ada")).await.expect(200);
    ada.post("/api/login", wrong("ada")).await.problem(401, "invalid_credentials");
    ada.post("/api/login", wrong("ada")).await.problem(429, "rate_limited");
    app.finish().await;
}

#[tokio::test]
async fn a_refused_request_does_no_work() {
    let app = TestApp::start().await;
    let anonymous = app.anonymous();
    anonymous.post("/api/register", registration("ada")).await.expect(200);
    app.run_jobs().await;
    for _ in 0..burst(Rule::VerifyPerSender) {
        anonymous.post("/api/resend-verification", json!({ "email": address("ada") })).await.expect(200);
    }
    assert_eq!(app.mail().await.len(), 1 + burst(Rule::VerifyPerSender));
    for spelling in ["ada@ada.example", " ADA@ada.EXAMPLE "] {
        anonymous
            .post("/api/resend-verification", json!({ "email": spelling }))
            .await
            .problem(429, "rate_limited");
    }
    assert!(app.mail().await.is_empty());
    let tokens: i64 = app.database.value("SELECT count(*) FROM account_tokens").await;
    assert_eq!(usize::try_from(tokens).unwrap(), 1 + burst(Rule::VerifyPerSender));
    app.finish().await;
}

#[tokio::test]
async fn a_forged_forwarding_header_does_not_help() {
    for hops in ["0", "1"] {
        let app = Setup::default().with("TRUSTED_PROXIES", hops).start().await;
        let anonymous = app.anonymous();
        // The last entry is the proxy's own, if there is one.
        let forged = |n: usize| format!("203.0.113.{n}, 198.51.100.7");
        for n in 0..burst(Rule::SignInPerNetwork) {
            from(&anonymous, &forged(n), "/api/login", &wrong(&format!("person{n}")))
                .await
                .problem(401, "invalid_credentials");
        }
        refused(
            &from(&anonymous, &forged(77), "/api/login", &wrong("another")).await,
            Rule::SignInPerNetwork,
        );
        refused(
            &from(&anonymous, "203.0.113.78, 198.51.100.7:4711", "/api/login", &wrong("another")).await,
            Rule::SignInPerNetwork,
        );
        let elsewhere = from(&anonymous, "198.51.100.8", "/api/login", &wrong("another")).await;
        assert_eq!(elsewhere.status.as_u16(), if hops == "0" { 429 } else { 401 }, "{hops} proxies");
        app.finish().await;
    }
}

#[tokio::test]
async fn one_customers_many_addresses_are_one_place() {
    let app = Setup::default().with("TRUSTED_PROXIES", "1").start().await;
    let anonymous = app.anonymous();
    for n in 0..burst(Rule::SignInPerNetwork) {
        let answer = from(
            &anonymous,
            &format!("2001:db8:1:2:{n:x}::{n:x}"),
            "/api/login",
            &wrong(&format!("person{n}")),
        )
        .await;
        answer.problem(401, "invalid_credentials");
    }
    from(&anonymous, "2001:db8:1:2:ffff::1", "/api/login", &wrong("another"))
        .await
        .problem(429, "rate_limited");
    from(&anonymous, "2001:db8:1:3::1", "/api/login", &wrong("another"))
        .await
        .problem(401, "invalid_credentials");
    app.finish().await;
}

#[tokio::test]
async fn wrong_keys_are_counted_and_do_not_stop_a_session() {
    let app = TestApp::start().await;
    let ada = app.register_verified_owner("ada").await;
    let with_key = async |key: &str| {
        ada.send(ada.request(Method::GET, "/api/clients").header("Authorization", format!("Bearer {key}")))
            .await
    };
    for n in 0..burst(Rule::WrongKeyPerNetwork) {
        with_key(&format!("guess{n}")).await.problem(401, "invalid_key");
    }
    refused(&with_key("one more").await, Rule::WrongKeyPerNetwork);
    ada.get("/api/clients").await.expect(200);
    app.finish().await;
}

#[tokio::test]
async fn a_key_in_a_hurry_is_slowed_down_and_no_other() {
    let app = TestApp::start().await;
    let ada = app.owner_with_company("ada").await;
    let (fast, slow) = (ada.program_with(&["clients:read"]).await, ada.program_with(&["clients:read"]).await);
    for _ in 0..burst(Rule::CallPerKey) {
        fast.get("/api/clients").await.expect(200);
    }
    refused(&fast.get("/api/clients").await, Rule::CallPerKey);
    slow.get("/api/clients").await.expect(200);
    ada.get("/api/clients").await.expect(200);
    app.finish().await;
}

#[tokio::test]
async fn the_table_holds_no_names_and_does_not_grow_for_ever() {
    let app = TestApp::start().await;
    let anonymous = app.anonymous();
    anonymous.post("/api/login", wrong("nobody")).await.problem(401, "invalid_credentials");
    let kept: Vec<String> =
        app.database.values("SELECT length(key) || ' ' || arrival_at FROM rate_limits").await;
    assert_eq!(kept.len(), 3);
    assert!(kept.iter().all(|row| row.starts_with("32 ")), "{kept:?}");

    for n in 0..400 {
        limits::take(&app.app, Rule::AnswerPerLink, format!("old{n}")).await.unwrap();
    }
    app.pass(TimeDelta::hours(1));
    for n in 0..400 {
        limits::take(&app.app, Rule::AnswerPerLink, format!("new{n}")).await.unwrap();
    }
    assert_eq!(
        app.database.value::<i64>("SELECT count(*) FROM rate_limits").await,
        400,
        "all that is old is gone, all that counts is there"
    );
    app.finish().await;
}

/// Compares the SQL statement with the domain's arithmetic, over random requests, pauses and returns.
#[tokio::test]
async fn the_database_counts_as_the_domain_does() {
    let app = TestApp::start().await;
    let rules = [Rule::PasswordPerPerson, Rule::PagePerNetwork, Rule::CallPerKey];
    let mut kept = [None; 3];
    for step in 0..600_u32 {
        let [which, rest, ..] = app.app.rng.bytes::<4>();
        let which = usize::from(which) % rules.len();
        let (rule, limit): (Rule, Limit) = (rules[which], rules[which].limit());
        app.pass(limit.interval * i32::from(rest % 8) / 6);
        let expected = limit.take(kept[which], app.now());
        let taken = limits::take(&app.app, rule, "a subject").await;
        assert_eq!(taken.is_ok(), expected.is_ok(), "step {step} of {rule:?}");
        kept[which] = expected.ok().or(kept[which]);
        if taken.is_ok() && rest > 250 {
            limits::give_back(&app.app, rule, "a subject").await;
            kept[which] = kept[which].map(|at| at - limit.interval);
        }
    }
    app.finish().await;
}
