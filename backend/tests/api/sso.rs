//! Single sign-on with a test provider: the site's, and a workspace's own.

pub mod provider;
mod settings;
mod site;
mod workspace;
mod wrong;

use reqwest::{Method, Url};
use serde_json::{Value, json};

use self::provider::{Person, Provider, secret_of};
use crate::support::{
    actor::{Actor, ApiResponse, text},
    app::{Setup, TestApp},
    dns::NameServer,
    stories::Owner,
};

/// A server with a provider for the whole site, which workspaces use too, and a name server.
pub struct World {
    pub app: TestApp,
    pub provider: Provider,
    pub dns: NameServer,
}

impl World {
    pub async fn new() -> Self {
        Self::with(Setup::default()).await
    }

    pub async fn with(setup: Setup) -> Self {
        let (provider, dns) = (Provider::start(), NameServer::start().await);
        let app = setup
            .with("OIDC_PROVIDERS", json!([provider.setting("acme")]).to_string())
            .with("OUTBOUND_ALLOW", provider.host())
            .with("DNS_SERVER", dns.address.to_string())
            .start()
            .await;
        provider.follow(&app);
        Self { app, provider, dns }
    }

    /// A fresh browser that signs in through the site's provider; the final address, and the browser.
    pub async fn sign_in(&self, person: Person) -> (Actor, String) {
        self.provider.expect(person);
        let browser = self.app.anonymous();
        let landed = self.go(&browser, "/api/auth/oidc/acme/start").await;
        (browser, landed)
    }

    /// The same through a workspace's own provider.
    pub async fn sign_in_through(&self, workspace: &str, person: Person) -> (Actor, String) {
        self.provider.expect(person);
        let browser = self.app.anonymous();
        let landed = self.go(&browser, &format!("/api/auth/sso/{workspace}/start")).await;
        (browser, landed)
    }

    /// From there to the provider and back; returns the final path.
    pub async fn go(&self, browser: &Actor, start: &str) -> String {
        let back = self.provider.agree(&leave(browser, start).await).await;
        land(browser, &back).await
    }

    /// All accounts: a refused sign-in changes none of them.
    pub async fn census(&self) -> String {
        let counts = ["users", "workspaces", "team_members", "identities", "sessions", "audit_log"].map(|table| {
            format!("SELECT '{table}' AS name, count(*)::text || md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS rows FROM {table} t")
        });
        self.app
            .database
            .value(format!(
                "SELECT string_agg(name || ' ' || rows, E'\\n' ORDER BY name) FROM ({}) t",
                counts.join(" UNION ALL ")
            ))
            .await
    }

    /// Verifies a domain for that workspace, as a site administrator would.
    pub async fn prove(&self, owner: &Actor, domain: &str) -> String {
        let added = owner.post("/api/sso/domains", json!({ "domain": domain })).await.expect(201);
        self.dns.add(text(&added["recordName"]), text(&added["recordValue"])).await;
        owner.post_empty(format!("/api/sso/domains/{}/prove", text(&added["id"]))).await.expect(200);
        text(&added["id"]).to_owned()
    }

    /// A workspace of that owner with that domain and an enabled connection to the provider.
    pub async fn connected(&self, owner: &Owner, domain: &str, changes: Value) -> String {
        self.prove(owner, domain).await;
        owner.put("/api/sso", connection(&self.provider, &owner.name, changes)).await.expect(200);
        text(&owner.user["workspace"]["id"]).to_owned()
    }
}

/// An admin's input, with those changes.
pub fn connection(provider: &Provider, client_id: &str, changes: Value) -> Value {
    let mut input = json!({
        "issuer": provider.issuer, "clientId": client_id, "clientSecret": secret_of(client_id),
        "enabled": true, "enforced": false, "addsMembers": true, "defaultRole": "member",
    });
    let Value::Object(changes) = changes else { panic!("not an object: {changes}") };
    for (name, value) in changes {
        input[name] = value;
    }
    input
}

/// The redirect target of an answer.
pub fn location(answer: &ApiResponse) -> String {
    assert_eq!(answer.status, 303, "{answer:?}");
    answer.header("location").unwrap().to_owned()
}

/// Like the sign-in screen's button: a navigation from one of our own pages. Returns the provider's address.
pub async fn leave(browser: &Actor, start: &str) -> String {
    let request = browser.request(Method::GET, start).header("Sec-Fetch-Site", "same-origin");
    location(&browser.send(request).await)
}

/// The callback from the provider.
pub async fn land(browser: &Actor, back: &Url) -> String {
    let path = format!("{}?{}", back.path(), back.query().unwrap_or_default());
    let request = browser.request(Method::GET, &path).header("Sec-Fetch-Site", "cross-site");
    location(&browser.send(request).await)
}

/// The final path of a refused sign-in.
pub fn refused(code: &str) -> String {
    format!("/auth?ssoError={code}")
}
