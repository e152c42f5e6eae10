//! A client that sends requests as a browser does, and the answers it gets.

use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, Mutex},
};

use reqwest::{Method, RequestBuilder, StatusCode, Url, header};
use serde_json::Value;

use super::{
    document::{document, events},
    log,
};

/// The suffix of the cookie that identifies a known browser.
const DEVICE: &str = "proffer_device";

/// A browser, or a program with a key; clones share the session.
#[derive(Clone)]
pub struct Actor {
    http: reqwest::Client,
    base: Url,
    cookies: Arc<Mutex<BTreeMap<String, String>>>,
    key: Option<String>,
}

impl Actor {
    /// A client without a session.
    pub fn new(http: reqwest::Client, base: Url) -> Self {
        Self { http, base, cookies: Arc::default(), key: None }
    }

    /// A program at the same server, with only a key.
    pub fn program(&self, key: &str) -> Self {
        log::plant(key);
        Self { cookies: Arc::default(), key: Some(key.to_owned()), ..self.clone() }
    }

    /// The same session at another server.
    pub fn at(&self, base: &Url) -> Self {
        Self { base: base.clone(), ..self.clone() }
    }

    /// The other actor, with a copy of this actor's current cookies.
    pub fn carried_to(&self, other: Self) -> Self {
        let cookies = self.cookies.lock().unwrap().clone();
        for value in cookies.values() {
            log::plant(value);
        }
        Self { cookies: Arc::new(Mutex::new(cookies)), ..other }
    }

    /// The cookies as the browser would send them, without the device cookie; usually only that of the
    /// session.
    pub fn cookie(&self) -> Option<String> {
        self.cookie_line(|name| !name.ends_with(DEVICE))
    }

    /// Whether the browser has the cookie of a known browser.
    pub fn device(&self) -> Option<String> {
        self.cookie_line(|name| name.ends_with(DEVICE))
    }

    fn cookie_line(&self, wanted: impl Fn(&str) -> bool) -> Option<String> {
        let cookies = self.cookies.lock().unwrap();
        let pairs: Vec<String> = cookies
            .iter()
            .filter(|(name, _)| wanted(name))
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        Some(pairs.join("; ")).filter(|line| !line.is_empty())
    }

    /// Continues with only that cookie.
    pub fn set_cookie(&self, cookie: Option<String>) {
        let mut cookies = self.cookies.lock().unwrap();
        cookies.clear();
        let pair = cookie
            .and_then(|pair| pair.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned())));
        cookies.extend(pair);
    }

    /// A request with the session and the origin headers, or with only the key, for tests that send something
    /// unusual.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let unsafe_method = !matches!(method, Method::GET | Method::HEAD);
        let mut request = self.http.request(method, self.base.join(path).unwrap());
        if let Some(cookie) = self.cookie_line(|_| true) {
            request = request.header(header::COOKIE, cookie);
        }
        if let Some(key) = &self.key {
            return request.bearer_auth(key);
        }
        if unsafe_method {
            request = request.header("Sec-Fetch-Site", "same-origin");
        }
        request
    }

    /// Sends a request and checks the answer against the document.
    pub async fn send(&self, request: RequestBuilder) -> ApiResponse {
        self.try_send(request).await.unwrap()
    }

    /// Like [`Actor::send`], if the connection may break.
    pub async fn try_send(&self, request: RequestBuilder) -> reqwest::Result<ApiResponse> {
        let request = request.build()?;
        let (method, url) = (request.method().clone(), request.url().clone());
        let mut response = self.http.execute(request).await?;
        let (status, headers) = (response.status(), response.headers().clone());
        // An endless stream is represented by its first event.
        let endless = status.is_success() && url.path() == "/api/notifications/events";
        let body =
            if endless { response.chunk().await?.unwrap_or_default() } else { response.bytes().await? };
        let answer =
            ApiResponse { request: format!("{method} {}", url.path()), status, headers, body: body.to_vec() };
        answer.check(&method, url.path());
        self.keep_cookie(&answer);
        Ok(answer)
    }

    fn keep_cookie(&self, answer: &ApiResponse) {
        for line in answer.headers.get_all(header::SET_COOKIE) {
            let pair = line.to_str().unwrap().split(';').next().unwrap();
            let (name, value) = pair.split_once('=').unwrap();
            let mut cookies = self.cookies.lock().unwrap();
            if value.is_empty() {
                cookies.remove(name);
            } else {
                log::plant(value);
                cookies.insert(name.to_owned(), value.to_owned());
            }
        }
    }

    /// Sends a request with a JSON body, or without one.
    pub async fn call(&self, method: Method, path: &str, body: Option<&Value>) -> ApiResponse {
        let request = self.request(method, path);
        self.send(match body {
            Some(body) => json(request, body),
            None => request,
        })
        .await
    }

    /// Sends a request whose body is a file.
    pub async fn send_bytes(&self, method: Method, path: &str, bytes: Vec<u8>) -> ApiResponse {
        self.send(
            self.request(method, path).header(header::CONTENT_TYPE, "application/octet-stream").body(bytes),
        )
        .await
    }

    /// `GET`
    pub async fn get(&self, path: impl AsRef<str>) -> ApiResponse {
        self.call(Method::GET, path.as_ref(), None).await
    }

    /// `POST` with a JSON body.
    pub async fn post(&self, path: impl AsRef<str>, body: Value) -> ApiResponse {
        self.call(Method::POST, path.as_ref(), Some(&body)).await
    }

    /// `POST` without a body.
    pub async fn post_empty(&self, path: impl AsRef<str>) -> ApiResponse {
        self.call(Method::POST, path.as_ref(), None).await
    }

    /// `PUT` with a JSON body.
    pub async fn put(&self, path: impl AsRef<str>, body: Value) -> ApiResponse {
        self.call(Method::PUT, path.as_ref(), Some(&body)).await
    }

    /// `PUT` of a proposal, starting from its newest version if the caller can read one.
    pub async fn change(&self, path: impl AsRef<str>, mut body: Value) -> ApiResponse {
        let path = path.as_ref();
        let now: Value = serde_json::from_slice(&self.get(path).await.body).unwrap_or_default();
        if let Some(version) = now.get("version") {
            body["version"] = version.clone();
        }
        self.put(path, body).await
    }

    /// `DELETE`
    pub async fn delete(&self, path: impl AsRef<str>) -> ApiResponse {
        self.call(Method::DELETE, path.as_ref(), None).await
    }

    /// Reads a stream of server-sent events to its end.
    pub async fn events(&self, path: impl AsRef<str>) -> Vec<Value> {
        let answer = self.get(path).await;
        assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
        events(&answer.body)
    }
}

/// A request with a JSON body.
pub fn json(request: RequestBuilder, body: &Value) -> RequestBuilder {
    request.header(header::CONTENT_TYPE, "application/json").body(body.to_string())
}

/// A response, already checked against the OpenAPI document.
#[derive(Clone)]
pub struct ApiResponse {
    /// Method and path of the request.
    pub request: String,
    pub status: StatusCode,
    pub headers: header::HeaderMap,
    /// The bytes of the body.
    pub body: Vec<u8>,
}

impl ApiResponse {
    fn check(&self, method: &Method, path: &str) {
        if !path.starts_with("/api/") {
            return;
        }
        let content_type = self.header("content-type").unwrap_or_default();
        if self.status.is_client_error() || self.status.is_server_error() {
            assert_eq!(content_type, "application/problem+json", "{self:?}");
            let schema = &document().json["components"]["schemas"]["Problem"];
            let faults = document().value_faults(schema, &self.json());
            assert!(faults.is_empty(), "the problem differs from the document: {faults:#?}\n{self:?}");
            assert_eq!(self.json()["status"], self.status.as_u16(), "{self:?}");
            assert_eq!(self.json()["requestId"], self.header("x-request-id").unwrap_or_default(), "{self:?}");
        }
        if let Some(operation) = document().of_request(method, path) {
            let faults = document().faults(operation, self.status, content_type, &self.body);
            assert!(faults.is_empty(), "the answer differs from the document: {faults:#?}\n{self:?}");
        }
    }

    /// A header's text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("not JSON ({error}): {self:?}"))
    }

    /// The body as JSON after the status was the expected one.
    pub fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{self:?}");
        if self.body.is_empty() { Value::Null } else { self.json() }
    }

    /// The body, which is not JSON, after the status was the expected one.
    pub fn expect_bytes(&self, status: u16) -> &[u8] {
        assert_eq!(self.status.as_u16(), status, "{} -> {}", self.request, self.status);
        &self.body
    }

    /// The problem after status and code were the expected ones.
    pub fn problem(&self, status: u16, code: &str) -> Value {
        let problem = self.expect(status);
        assert_eq!(problem["code"], code, "{self:?}");
        problem
    }

    /// The messages of the problem's fields, as `field: message`.
    pub fn field_messages(&self) -> Vec<String> {
        let problem = self.json();
        let fields = problem["errors"].as_array().cloned().unwrap_or_default();
        fields.iter().map(|error| format!("{}: {}", text(&error["field"]), text(&error["message"]))).collect()
    }

    /// The address of the next page of a list.
    pub fn next_page(&self) -> Option<String> {
        let link = self.header("link")?;
        let (target, rest) = link.strip_prefix('<').unwrap().split_once('>').unwrap();
        assert_eq!(rest, "; rel=\"next\"");
        Some(target.to_owned())
    }
}

impl fmt::Debug for ApiResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} -> {} {:?}", self.request, self.status, self.text())
    }
}

/// A JSON text without its quotes.
pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("not a text: {value}"))
}
