//! A leaked copy of the database: it contains no readable secret, and nothing in it works as one.

use std::collections::BTreeSet;

use reqwest::{Method, Url};
use serde_json::json;

use crate::{
    sso::{World, land, leave, provider::Person},
    support::{
        actor::{Actor, text},
        app::TestApp,
        mailbox::Mail,
        stories::{PASSWORD, acceptance, address, joining, path_of, registration, shared_path_of},
    },
};

const CLIENT: &str = "mia@harbor.example";

/// A scenario through the product, with the secrets issued on the way, and copies of the database at its
/// stages.
struct Journey {
    world: World,
    secrets: Vec<(String, String)>,
    rows: BTreeSet<String>,
}

impl Journey {
    fn app(&self) -> &TestApp {
        &self.world.app
    }

    fn note(&mut self, what: &str, secret: &str) {
        assert!(secret.len() >= 12, "{what} is no secret: {secret}");
        self.secrets.push((what.to_owned(), secret.to_owned()));
    }

    /// Adds each row of each table, including the queue's, as it is now.
    async fn copy(&mut self) {
        let tables: Vec<String> = self
            .app()
            .database
            .values(
                "SELECT format('%I.%I', table_schema, table_name) FROM information_schema.tables WHERE table_type = 'BASE TABLE'
                 AND table_schema NOT IN ('pg_catalog', 'information_schema', 'tests')",
            )
            .await;
        for table in ["public.jobs", "public.share_tokens", "graphile_worker._private_jobs"] {
            assert!(tables.iter().any(|name| name == table), "{table} is not read");
        }
        for table in tables {
            let rows: Vec<String> =
                self.app().database.values(format!("SELECT '{table} ' || t::text FROM {table} t")).await;
            self.rows.extend(rows);
        }
    }

    /// Copies the database while mails and other jobs wait, runs them, copies it again, and records the
    /// mails.
    async fn mail(&mut self) -> Vec<Mail> {
        self.copy().await;
        let mails = self.app().mail().await;
        self.copy().await;
        for mail in &mails {
            for url in mail.text.split_whitespace().filter_map(|word| word.parse::<Url>().ok()) {
                for (name, value) in url.query_pairs() {
                    self.note(&format!("{name} in {:?}", mail.subject), &value);
                }
                if let Some(token) = url.path().strip_prefix("/shared/") {
                    self.note(&format!("the link in {:?}", mail.subject), token);
                }
            }
        }
        mails
    }

    /// The token of the mail to that address.
    async fn mailed(&mut self, to: &str) -> String {
        let mails = self.mail().await;
        mails.iter().find(|mail| mail.to == to).expect("a mail").link_parameter("token")
    }

    fn note_cookies(&mut self, whose: &str, browser: &Actor) {
        for line in [browser.cookie(), browser.device()].into_iter().flatten() {
            for (name, value) in line.split("; ").filter_map(|pair| pair.split_once('=')) {
                self.note(&format!("{whose} cookie {name}"), value);
            }
        }
    }
}

/// Registers, joins, sends, asks, accepts, reminds, shares, creates a key, changes the password, and signs in
/// through single sign-on.
async fn journey() -> (Journey, Actor) {
    let mut journey = Journey { world: World::new().await, secrets: vec![], rows: BTreeSet::new() };
    journey.note("the password", PASSWORD);

    let stranger = journey.app().anonymous();
    stranger.post("/api/register", registration("ada")).await.expect(200);
    journey.note_cookies("the stranger's", &stranger);
    let token = journey.mailed(&address("ada")).await;
    journey.app().anonymous().get(format!("/api/verify-email?token={token}")).await.expect(200);
    let ada = journey.app().sign_in("ada").await;
    journey.note_cookies("ada's", &ada);
    ada.create_company().await;

    ada.post("/api/team/invitations", json!({ "email": address("bob"), "role": "member" })).await.expect(201);
    let token = journey.mailed(&address("bob")).await;
    journey.app().pass(chrono::TimeDelta::seconds(1));
    let bob = journey.app().anonymous();
    bob.post(format!("/api/invitations/{token}/register"), joining("bob")).await.expect(200);
    journey.note_cookies("bob's", &bob);

    let key = ada.post("/api/api-keys", json!({ "name": "Key", "scopes": ["clients:read"] }));
    let key = text(&key.await.expect(201)["key"]).to_owned();
    journey.note("the key", &key);
    journey.note("the secret of the key", &key[27..70]);
    ada.program(&key).get("/api/clients").await.expect(200);

    let drafted = journey.app().drafted_proposal(&ada).await;
    let proposal = path_of(&drafted);
    let preview = ada.post_empty(format!("{proposal}/share")).await.expect(200);
    journey.note("the first share token", text(&preview["shareToken"]));
    let request = ada
        .request(Method::POST, &format!("{proposal}/share?renew=true"))
        .header("Idempotency-Key", "renewed-once");
    let renewed = ada.send(request).await.expect(200);
    journey.note("the renewed share token", text(&renewed["shareToken"]));
    ada.put(&proposal, json!({ "shareToken": "V1StGXR8_Z5jdHi6B-myT" })).await.expect(200);
    journey.note("ada's own share token", "V1StGXR8_Z5jdHi6B-myT");
    ada.post(format!("{proposal}/send"), json!({ "recipientName": "Mia Berg", "recipientEmail": CLIENT }))
        .await
        .expect(200);
    journey.mail().await;
    ada.post(format!("{proposal}/remind"), json!({})).await.expect(200);
    journey.mail().await;

    let guest = journey.app().anonymous();
    let shared = shared_path_of(&ada.get(&proposal).await.expect(200));
    let page = guest.get(&shared).await.expect(200);
    let wish = json!({
        "action": "request_changes", "senderName": "Mia Berg", "senderEmail": CLIENT, "message": "And a shop?"
    });
    guest.post(format!("{shared}/action"), wish).await.expect(200);
    journey.mail().await;
    journey.app().countersigns(&ada, true).await;
    guest.post(format!("{shared}/action"), acceptance(&page)).await.expect(200);
    journey.mail().await;
    ada.post(format!("{proposal}/countersign"), json!({ "signature": "ada Meyer" })).await.expect(200);
    journey.mail().await;

    journey
        .app()
        .anonymous()
        .post("/api/forgot-password", json!({ "email": address("ada") }))
        .await
        .expect(200);
    let token = journey.mailed(&address("ada")).await;
    let reset = journey.app().anonymous();
    reset
        .post("/api/reset-password", json!({ "token": token, "password": "Another-Horse-8" }))
        .await
        .expect(200);
    journey.note("another password", "Another-Horse-8");
    journey.note_cookies("the resetting browser's", &reset);
    journey.mail().await;

    let browser = journey.app().anonymous();
    journey.world.provider.expect(Person::new("grace", "grace@acme.example"));
    let there = leave(&browser, "/api/auth/oidc/acme/start").await;
    let state =
        there.parse::<Url>().unwrap().query_pairs().find(|(name, _)| name == "state").unwrap().1.into_owned();
    journey.note("the state of a sign-in", &state);
    journey.note_cookies("grace's first", &browser);
    journey.copy().await;
    let back = journey.world.provider.agree(&there).await;
    land(&browser, &back).await;
    journey.note_cookies("grace's", &browser);
    journey.mail().await;
    (journey, guest)
}

#[tokio::test]
async fn no_secret_that_was_handed_out_stands_in_the_database() {
    let (journey, guest) = journey().await;
    for kind in [
        " invites you to ",
        "token in \"Reset",
        "the link in \"Reminder",
        "the link in \"You accepted",
        "token in \"Reminder",
    ] {
        assert!(
            journey.secrets.iter().any(|(what, _)| what.contains(kind)),
            "{kind} is not among {:#?}",
            journey.secrets
        );
    }
    let found: BTreeSet<String> = journey
        .secrets
        .iter()
        .flat_map(|(what, secret)| {
            let bytes = hex::encode(secret);
            let holds = move |row: &&String| row.contains(secret.as_str()) || row.contains(&bytes);
            journey
                .rows
                .iter()
                .filter(holds)
                .map(move |row| format!("{what} in {}", row.split(' ').next().unwrap_or_default()))
        })
        .collect();
    assert_eq!(found, BTreeSet::new());

    // All jobs are done, and their payloads are gone.
    let full: i64 = journey
        .app()
        .database
        .value("SELECT count(*) FROM jobs WHERE state = 'done' AND payload <> '{}'")
        .await;
    assert_eq!(full, 0);
    // The links still work, and their owner can still see them.
    guest.get("/api/shared/proposals/V1StGXR8_Z5jdHi6B-myT").await.expect(200);
    journey.world.app.finish().await;
}

#[tokio::test]
async fn nothing_in_the_database_works_as_a_secret() {
    let (journey, guest) = journey().await;
    let app = journey.app();
    let mut tried = 0;
    for column in [
        "share_tokens.token_hash",
        "proposals.share_token_hash",
        "proposals.share_token_sealed",
        "account_tokens.token_hash",
        "sessions.token_hash",
        "sso_attempts.state_hash",
        "sso_attempts.browser_hash",
        "api_keys.secret_hash",
        "users.registered_in",
    ] {
        let (table, name) = column.split_once('.').unwrap();
        let hex = format!("encode({name}, 'hex')");
        let base64 = format!("translate(encode({name}, 'base64'), '+/' || E'=\\n', '-_')");
        let forms = [hex.clone(), base64.clone(), format!("left({base64}, 21)"), format!("left({hex}, 21)")];
        let values =
            forms.map(|form| format!("SELECT {form} FROM {table} WHERE {name} IS NOT NULL")).join(" UNION ");
        for value in app.database.values::<String>(values).await {
            app.database.run("DELETE FROM rate_limits").await;
            guest
                .get(format!("/api/shared/proposals/{value}"))
                .await
                .problem(404, "shared_proposal_not_found");
            assert_eq!(
                guest.get(format!("/api/verify-email?token={value}")).await.expect(200)["verified"],
                false
            );
            let reset = json!({ "token": value, "password": "Planted-Horse-9" });
            guest.post("/api/reset-password", reset).await.problem(422, "reset_token_invalid");
            let session = app.anonymous();
            session.set_cookie(Some(format!("proffer_session={value}")));
            session.get("/api/auth/user").await.problem(401, "unauthenticated");
            guest.program(&value).get("/api/clients").await.problem(401, "invalid_key");
            tried += 1;
        }
    }
    assert!(tried > 20, "only {tried} values");
    journey.world.app.finish().await;
}
