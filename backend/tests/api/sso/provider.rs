//! A single sign-on provider for tests: it validates requests like a real one, and signs any token it is told
//! to.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard},
};

use base64::{Engine, engine::general_purpose::STANDARD, engine::general_purpose::URL_SAFE_NO_PAD};
use openidconnect::{
    JsonWebKeyId, PrivateSigningKey,
    core::{CoreEdDsaPrivateSigningKey, CoreHmacKey, CoreJwsSigningAlgorithm, CoreRsaPrivateSigningKey},
};
use poem::{
    EndpointExt, Request, Response, Route, Server, handler,
    http::StatusCode,
    listener::TcpAcceptor,
    web::{Data, Form, Query},
};
use proffer_adapters::clock::Clock;
use reqwest::Url;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::task::JoinHandle;

use crate::support::app::TestApp;

/// The client secret of every client.
pub fn secret_of(client_id: &str) -> String {
    format!("hush-{client_id}")
}

/// A signing key.
#[derive(Clone)]
pub enum Key {
    /// Ed25519, derived from that byte; its id is the byte.
    Ed(u8),
    /// RSA, with that algorithm.
    Rsa(CoreJwsSigningAlgorithm),
}

impl Key {
    fn id(&self) -> String {
        match self {
            Self::Ed(byte) => format!("ed-{byte}"),
            Self::Rsa(_) => "rsa".to_owned(),
        }
    }

    fn ed(byte: u8, id: &str) -> CoreEdDsaPrivateSigningKey {
        let der =
            [&[0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20][..], &[byte; 32]]
                .concat();
        let pem =
            format!("-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n", STANDARD.encode(der));
        CoreEdDsaPrivateSigningKey::from_ed25519_pem(&pem, Some(JsonWebKeyId::new(id.to_owned()))).unwrap()
    }

    fn rsa(id: &str) -> CoreRsaPrivateSigningKey {
        CoreRsaPrivateSigningKey::from_pem(include_str!("rsa.pem"), Some(JsonWebKeyId::new(id.to_owned())))
            .unwrap()
    }

    fn public(&self) -> Value {
        match self {
            Self::Ed(byte) => {
                serde_json::to_value(Self::ed(*byte, &self.id()).as_verification_key()).unwrap()
            }
            Self::Rsa(_) => serde_json::to_value(Self::rsa(&self.id()).as_verification_key()).unwrap(),
        }
    }

    fn algorithm(&self) -> CoreJwsSigningAlgorithm {
        match self {
            Self::Ed(_) => CoreJwsSigningAlgorithm::EdDsa,
            Self::Rsa(algorithm) => algorithm.clone(),
        }
    }

    fn sign(&self, message: &[u8]) -> Vec<u8> {
        match self {
            Self::Ed(byte) => Self::ed(*byte, "").sign(&self.algorithm(), message).unwrap(),
            Self::Rsa(algorithm) => Self::rsa("").sign(algorithm, message).unwrap(),
        }
    }
}

/// The signature of a token.
#[derive(Clone)]
pub enum Signing {
    /// With a key, under its own id.
    With(Key),
    /// With a key, under another id.
    Named(Key, &'static str),
    /// Not signed, with `alg` none.
    Nothing,
    /// With the shared secret.
    SharedSecret,
    /// With the published key, as if it were a shared secret.
    PublicKey,
    /// With a key, and altered afterwards.
    Broken(Key),
}

/// The person who signs in next.
#[derive(Clone)]
pub struct Person {
    /// `sub`
    pub subject: String,
    /// The other claims.
    pub claims: Value,
}

impl Person {
    /// A person with a verified address.
    pub fn new(subject: &str, email: &str) -> Self {
        let claims =
            json!({ "email": email, "email_verified": true, "given_name": "Grace", "family_name": "Meyer" });
        Self { subject: subject.to_owned(), claims }
    }

    /// The same with another claim; null removes it.
    pub fn with(mut self, name: &str, value: Value) -> Self {
        self.claims[name] = value;
        self
    }
}

struct Code {
    client_id: String,
    redirect_uri: String,
    challenge: String,
    nonce: String,
    person: Person,
}

/// The test's settings.
pub struct Behaviour {
    /// The person who signs in next.
    pub person: Person,
    /// How tokens are signed.
    pub signing: Signing,
    /// The keys it publishes.
    pub keys: Vec<Key>,
    /// Changes the claims of a token before it is signed.
    pub twist: Box<dyn Fn(&mut Value) + Send>,
    /// Changes the discovery document.
    pub description: Box<dyn Fn(&mut Value) + Send>,
    /// The claims about the person are served by the userinfo endpoint, and are not in the token.
    pub apart: bool,
    /// Changes the answer of the userinfo endpoint.
    pub info: Box<dyn Fn(&mut Value) + Send>,
    /// Accepts a code repeatedly.
    pub forgetful: bool,
}

struct Inner {
    base: String,
    clock: Option<Clock>,
    behaviour: Behaviour,
    codes: BTreeMap<String, Code>,
    tokens: BTreeMap<String, Person>,
    issued: usize,
    key_requests: usize,
    token_requests: usize,
}

impl Default for Behaviour {
    fn default() -> Self {
        Self {
            person: Person::new("grace", "grace@acme.example"),
            signing: Signing::With(Key::Ed(1)),
            keys: vec![Key::Ed(1)],
            twist: Box::new(|_| ()),
            description: Box::new(|_| ()),
            apart: false,
            info: Box::new(|_| ()),
            forgetful: false,
        }
    }
}

type Shared = Arc<Mutex<Inner>>;

/// The provider, listening until it is dropped.
pub struct Provider {
    pub issuer: String,
    inner: Shared,
    http: reqwest::Client,
    task: JoinHandle<()>,
}

impl Drop for Provider {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Provider {
    /// A provider that behaves correctly.
    pub fn start() -> Self {
        let socket = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let issuer = format!("http://{}", socket.local_addr().unwrap());
        socket.set_nonblocking(true).unwrap();
        let inner = Arc::new(Mutex::new(Inner {
            base: issuer.clone(),
            clock: None,
            behaviour: Behaviour::default(),
            codes: BTreeMap::new(),
            tokens: BTreeMap::new(),
            issued: 0,
            key_requests: 0,
            token_requests: 0,
        }));
        let routes = Route::new()
            .at("/.well-known/openid-configuration", poem::get(describe))
            .at("/keys", poem::get(keys))
            .at("/authorize", poem::get(authorize))
            .at("/token", poem::post(token))
            .at("/userinfo", poem::get(userinfo))
            .data(inner.clone());
        let server = Server::new_with_acceptor(TcpAcceptor::from_std(socket).unwrap());
        let task = tokio::spawn(async move { server.run(routes).await.unwrap() });
        let http = reqwest::Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .unwrap();
        Self { issuer, inner, http, task }
    }

    /// Its host and port, for `OUTBOUND_ALLOW`.
    pub fn host(&self) -> String {
        self.issuer.strip_prefix("http://").unwrap().to_owned()
    }

    /// The operator's settings for the whole site.
    pub fn setting(&self, id: &str) -> Value {
        json!({
            "id": id, "name": "Acme", "issuer": self.issuer, "clientId": format!("site-{id}"),
            "clientSecret": secret_of(&format!("site-{id}"))
        })
    }

    /// Uses the clock of that server from now on.
    pub fn follow(&self, app: &TestApp) {
        self.lock().clock = Some(app.app.clock.clone());
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap()
    }

    /// Uses these settings from now on.
    pub fn behave(&self, behaviour: Behaviour) {
        self.lock().behaviour = behaviour;
    }

    /// Behaves correctly from now on, for that person.
    pub fn expect(&self, person: Person) {
        self.behave(Behaviour { person, ..Behaviour::default() });
    }

    /// How often its keys were requested.
    pub fn key_requests(&self) -> usize {
        self.lock().key_requests
    }

    /// How often a token was requested.
    pub fn token_requests(&self) -> usize {
        self.lock().token_requests
    }

    /// The person's part: signs in at the provider and consents. Returns the address of the callback.
    pub async fn agree(&self, url: &str) -> Url {
        let answer = self.http.get(url).send().await.unwrap();
        assert_eq!(answer.status().as_u16(), 303, "{}", answer.text().await.unwrap());
        answer.headers()["location"].to_str().unwrap().parse().unwrap()
    }
}

fn json_answer(status: StatusCode, body: &Value) -> Response {
    Response::builder().status(status).content_type("application/json").body(body.to_string())
}

#[handler]
fn describe(Data(shared): Data<&Shared>) -> Response {
    let inner = shared.lock().unwrap();
    let base = &inner.base;
    let mut description = json!({
        "issuer": base,
        "authorization_endpoint": format!("{base}/authorize"),
        "token_endpoint": format!("{base}/token"),
        "userinfo_endpoint": format!("{base}/userinfo"),
        "jwks_uri": format!("{base}/keys"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256", "PS256", "EdDSA", "HS256", "none"],
        "something_new": { "of": "a later standard" },
    });
    (inner.behaviour.description)(&mut description);
    json_answer(StatusCode::OK, &description)
}

#[handler]
fn keys(Data(shared): Data<&Shared>) -> Response {
    let mut inner = shared.lock().unwrap();
    inner.key_requests += 1;
    let keys: Vec<Value> = inner.behaviour.keys.iter().map(Key::public).collect();
    json_answer(StatusCode::OK, &json!({ "keys": keys }))
}

#[handler]
fn authorize(Data(shared): Data<&Shared>, Query(query): Query<BTreeMap<String, String>>) -> Response {
    let mut inner = shared.lock().unwrap();
    assert_eq!(query["response_type"], "code");
    assert_eq!(query["code_challenge_method"], "S256");
    assert_eq!(query["scope"], "openid email profile");
    inner.issued += 1;
    let code = format!("code-{}", inner.issued);
    let grant = Code {
        client_id: query["client_id"].clone(),
        redirect_uri: query["redirect_uri"].clone(),
        challenge: query["code_challenge"].clone(),
        nonce: query["nonce"].clone(),
        person: inner.behaviour.person.clone(),
    };
    let mut back: Url = grant.redirect_uri.parse().unwrap();
    inner.codes.insert(code.clone(), grant);
    back.query_pairs_mut().append_pair("state", &query["state"]).append_pair("code", &code);
    Response::builder().status(StatusCode::SEE_OTHER).header("location", back.as_str()).finish()
}

#[handler]
fn token(
    Data(shared): Data<&Shared>,
    request: &Request,
    Form(form): Form<BTreeMap<String, String>>,
) -> Response {
    let mut inner = shared.lock().unwrap();
    inner.token_requests += 1;
    let refused = |error: &str| {
        json_answer(
            StatusCode::BAD_REQUEST,
            &json!({ "error": error, "error_description": "no, and no words of ours" }),
        )
    };
    let client = match request.header("authorization").and_then(|value| value.strip_prefix("Basic ")) {
        Some(basic) => {
            let pair = String::from_utf8(STANDARD.decode(basic).unwrap()).unwrap();
            let (id, secret) = pair.split_once(':').unwrap();
            (id.to_owned(), secret.to_owned())
        }
        None => (form["client_id"].clone(), form["client_secret"].clone()),
    };
    if client.1 != secret_of(&client.0) {
        return json_answer(StatusCode::UNAUTHORIZED, &json!({ "error": "invalid_client" }));
    }
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(form["code_verifier"].as_bytes()));
    let Some(code) = inner.codes.remove(&form["code"]) else { return refused("invalid_grant") };
    if code.challenge != challenge || code.redirect_uri != form["redirect_uri"] || code.client_id != client.0
    {
        return refused("invalid_grant");
    }
    let id_token = inner.id_token(&code, &client.1);
    let access_token = format!("access-{}", inner.issued);
    inner.tokens.insert(access_token.clone(), code.person.clone());
    if inner.behaviour.forgetful {
        inner.codes.insert(form["code"].clone(), code);
    }
    let answer = json!({
        "access_token": access_token, "token_type": "Bearer", "expires_in": 300, "id_token": id_token
    });
    json_answer(StatusCode::OK, &answer)
}

#[handler]
fn userinfo(Data(shared): Data<&Shared>, request: &Request) -> Response {
    let inner = shared.lock().unwrap();
    let bearer = request.header("authorization").and_then(|value| value.strip_prefix("Bearer ")).unwrap();
    let person = &inner.tokens[bearer];
    let mut claims = json!({ "sub": person.subject });
    add(&mut claims, &person.claims);
    (inner.behaviour.info)(&mut claims);
    json_answer(StatusCode::OK, &claims)
}

fn add(claims: &mut Value, more: &Value) {
    for (name, value) in more.as_object().unwrap().iter().filter(|(_, value)| !value.is_null()) {
        claims[name] = value.clone();
    }
}

impl Inner {
    fn id_token(&self, code: &Code, client_secret: &str) -> String {
        let now = self.clock.as_ref().expect("the provider follows a server's clock").now().timestamp();
        let mut claims = json!({
            "iss": self.base, "sub": code.person.subject, "aud": code.client_id, "iat": now, "exp": now + 300,
            "nonce": code.nonce,
        });
        if !self.behaviour.apart {
            add(&mut claims, &code.person.claims);
        }
        (self.behaviour.twist)(&mut claims);
        let algorithm = |key: &Key| serde_json::to_value(key.algorithm()).unwrap();
        let header = match &self.behaviour.signing {
            Signing::With(key) | Signing::Broken(key) => json!({ "alg": algorithm(key), "kid": key.id() }),
            Signing::Named(key, id) => json!({ "alg": algorithm(key), "kid": id }),
            Signing::Nothing => json!({ "alg": "none" }),
            Signing::SharedSecret | Signing::PublicKey => json!({ "alg": "HS256" }),
        };
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let message = format!("{}.{}", part(&header), part(&claims));
        let hmac = |secret: &str| {
            CoreHmacKey::new(secret).sign(&CoreJwsSigningAlgorithm::HmacSha256, message.as_bytes()).unwrap()
        };
        let signature = match &self.behaviour.signing {
            Signing::With(key) | Signing::Named(key, _) => key.sign(message.as_bytes()),
            Signing::Broken(key) => {
                let mut signature = key.sign(message.as_bytes());
                signature[10] ^= 1;
                signature
            }
            Signing::Nothing => Vec::new(),
            Signing::SharedSecret => hmac(client_secret),
            Signing::PublicKey => hmac(&self.behaviour.keys[0].public()["x"].to_string()),
        };
        format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature))
    }
}
