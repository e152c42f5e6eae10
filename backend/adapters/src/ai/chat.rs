//! One streamed chat completion over the OpenAI protocol, for any server that implements it. Fields that
//! differ between vendors are parsed leniently, and a slow, verbose or broken server cannot exceed its
//! limits.

use std::time::Duration;

use anyhow::Context as _;
use async_openai::{
    Client,
    config::Config,
    error::OpenAIError,
    middleware::HttpRequestFactory,
    types::chat::{
        ChatCompletionRequestMessage, ChatCompletionStreamOptions, CreateChatCompletionRequest,
        ResponseFormat, ResponseFormatJsonSchema,
    },
};
use futures_util::{Stream, StreamExt, TryStreamExt};
use http;
use proffer_domain::usage::Tokens;
use reqwest::{
    Body, Response, StatusCode,
    header::{AUTHORIZATION, HeaderMap, HeaderValue, RETRY_AFTER},
};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, de::IgnoredAny};
use serde_json::Value;
use url::Url;

use super::error::AiError;

/// How long connecting may take.
const CONNECT_LIMIT: Duration = Duration::from_secs(10);
/// The longest answer, in bytes: several times what a long proposal takes.
const MAX_ANSWER: usize = 256 * 1024;
/// The most bytes read for one answer; every few characters arrive in an envelope of about a hundred bytes.
const MAX_STREAM: usize = 32 * 1024 * 1024;
/// The longest line of the stream: the crate scans an incomplete line again with every packet.
const MAX_LINE: usize = 256 * 1024;
/// The most bytes read of an error response.
const MAX_REFUSAL: usize = 64 * 1024;
/// The endpoint of a model.
#[derive(Clone)]
pub(super) struct Chat {
    client: Client<Endpoint>,
    model: String,
}

/// The input of one completion.
pub(super) struct Question<'a> {
    /// The conversation so far.
    pub messages: &'a [ChatCompletionRequestMessage],
    /// The name of the answer's schema, `[a-z_]+`.
    pub schema_name: &'a str,
    /// The answer's JSON schema.
    pub schema: &'a Value,
    /// The most tokens the answer may take.
    pub max_tokens: u32,
    /// The partial answer is inspected after this many more bytes.
    pub look_every: usize,
}

/// Estimates the tokens of a text of `bytes` bytes. Like the reservation, it estimates high.
fn estimate(bytes: usize) -> u64 {
    u64::try_from(bytes.div_ceil(3)).unwrap_or(u64::MAX)
}

impl Chat {
    /// An endpoint below `base_url`. Nothing is sent yet.
    pub(super) fn new(base_url: &Url, api_key: Option<&SecretString>, model: &str) -> anyhow::Result<Self> {
        let http = reqwest::Client::builder()
            .connect_timeout(CONNECT_LIMIT)
            // The key must not follow a redirect to another host.
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .context("the HTTP client for the AI endpoint")?;
        let client = Client::with_config(Endpoint::new(base_url, api_key)?).with_http_service(
            tower::service_fn(move |request: HttpRequestFactory| {
                let http = http.clone();
                async move { send(&http, request).await }
            }),
        );
        Ok(Self { client, model: model.to_owned() })
    }

    /// The model's name.
    pub(super) fn model(&self) -> &str {
        &self.model
    }

    /// The whole answer to `question`. `look` sees the partial answer from time to time; `idle` is the
    /// longest silence within an answer. `spent` grows by the cost, even when the future is dropped: usage
    /// that the server has not reported is estimated, so that a failed call is not free.
    pub(super) async fn complete(
        &self,
        question: &Question<'_>,
        idle: Duration,
        look: &mut (dyn FnMut(&str) + Send),
        spent: &mut Tokens,
    ) -> Result<String, AiError> {
        let before = *spent;
        let opened = self.client.chat().create_stream_byot(self.request(question)).await;
        let mut chunks: ChunkStream = opened.map_err(|error| failure(&error))?;
        spent.input = before.input + estimate(question.messages.iter().map(bytes_of).sum());

        let mut answer = StreamedAnswer::default();
        let mut looked_at = 0;
        while let Some(chunk) = next(&mut chunks, &answer, idle).await? {
            answer.take(chunk)?;
            *spent = match answer.usage {
                Some(exact) => Tokens {
                    input: before.input + exact.prompt_tokens,
                    output: before.output + exact.completion_tokens,
                },
                None => Tokens { input: spent.input, output: before.output + estimate(answer.text.len()) },
            };
            if answer.text.len() >= looked_at + question.look_every {
                looked_at = answer.text.len();
                look(&answer.text);
            }
        }
        look(&answer.text);
        answer.finish()
    }

    fn request(&self, question: &Question<'_>) -> CreateChatCompletionRequest {
        CreateChatCompletionRequest {
            model: self.model.clone(),
            messages: question.messages.to_vec(),
            response_format: Some(ResponseFormat::JsonSchema {
                json_schema: ResponseFormatJsonSchema {
                    description: None,
                    name: question.schema_name.to_owned(),
                    schema: question.schema.clone(),
                    strict: Some(true),
                },
            }),
            max_completion_tokens: Some(question.max_tokens),
            stream: Some(true),
            stream_options: Some(ChatCompletionStreamOptions {
                include_usage: Some(true),
                include_obfuscation: None,
            }),
            ..Default::default()
        }
    }
}

impl std::fmt::Debug for Chat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Chat")
            .field("base", &self.client.config().base)
            .field("model", &self.model)
            .finish_non_exhaustive()
    }
}

/// The next chunk. Reasoning may take long, so silence counts only after the first word; the caller's limit
/// covers the whole call.
async fn next(
    chunks: &mut ChunkStream,
    so_far: &StreamedAnswer,
    idle: Duration,
) -> Result<Option<Chunk>, AiError> {
    let chunk = if so_far.text.is_empty() {
        chunks.next().await
    } else {
        tokio::time::timeout(idle, chunks.next()).await.map_err(|_| {
            tracing::warn!(
                received = so_far.text.len(),
                "the AI endpoint stopped sending in the middle of its answer"
            );
            AiError::Timeout
        })?
    };
    chunk.transpose().map_err(|error| failure(&error))
}

/// The size of a message, used only for the estimate.
fn bytes_of(message: &ChatCompletionRequestMessage) -> usize {
    serde_json::to_vec(message).map_or(0, |json| json.len())
}

/// The endpoint and its key. The crate's own configuration falls back to environment variables and panics on
/// a key that is not a valid header value.
#[derive(Clone, Debug)]
struct Endpoint {
    base: String,
    key: SecretString,
    headers: HeaderMap,
}

impl Endpoint {
    fn new(base_url: &Url, api_key: Option<&SecretString>) -> anyhow::Result<Self> {
        anyhow::ensure!(
            matches!(base_url.scheme(), "http" | "https") && base_url.has_host(),
            "PROFFER_AI_BASE_URL must be an http or https address, such as https://api.openai.com/v1"
        );
        let mut headers = HeaderMap::new();
        if let Some(key) = api_key {
            let mut value =
                HeaderValue::from_str(&format!("Bearer {}", key.expose_secret())).map_err(|_| {
                    anyhow::anyhow!("PROFFER_AI_API_KEY has characters that are not allowed in a key")
                })?;
            value.set_sensitive(true);
            headers.insert(AUTHORIZATION, value);
        }
        Ok(Self {
            base: base_url.as_str().trim_end_matches('/').to_owned(),
            key: api_key.cloned().unwrap_or_default(),
            headers,
        })
    }
}

impl Config for Endpoint {
    fn headers(&self) -> HeaderMap {
        self.headers.clone()
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    fn query(&self) -> Vec<(&str, &str)> {
        Vec::new()
    }

    fn api_base(&self) -> &str {
        &self.base
    }

    fn api_key(&self) -> &SecretString {
        &self.key
    }
}

type ChunkStream = std::pin::Pin<Box<dyn Stream<Item = Result<Chunk, OpenAIError>> + Send>>;

/// A chunk of an answer, reduced to the fields that are used.
#[derive(Debug, Deserialize)]
struct Chunk {
    choices: Option<Vec<Choice>>,
    usage: Option<Usage>,
    error: Option<IgnoredAny>,
}

#[derive(Debug, Deserialize)]
struct Choice {
    delta: Option<Delta>,
    finish_reason: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Delta {
    content: Option<String>,
    refusal: Option<String>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
struct Usage {
    #[serde(default)]
    prompt_tokens: u64,
    #[serde(default)]
    completion_tokens: u64,
}

/// An answer while it is being streamed.
#[derive(Debug, Default)]
struct StreamedAnswer {
    text: String,
    refused: bool,
    finish_reason: Option<String>,
    usage: Option<Usage>,
}

impl StreamedAnswer {
    fn take(&mut self, chunk: Chunk) -> Result<(), AiError> {
        if chunk.error.is_some() {
            tracing::warn!("the AI endpoint broke off with an error in its stream");
            return Err(AiError::Unavailable);
        }
        self.usage = chunk.usage.or(self.usage);
        for choice in chunk.choices.into_iter().flatten().take(1) {
            if let Some(delta) = choice.delta {
                self.refused |= delta.refusal.is_some_and(|words| !words.is_empty());
                self.text.push_str(delta.content.as_deref().unwrap_or_default());
            }
            self.finish_reason = choice.finish_reason.or(self.finish_reason.take());
        }
        if self.text.len() > MAX_ANSWER {
            tracing::warn!(limit = MAX_ANSWER, "the AI endpoint's answer is longer than the limit");
            return Err(AiError::Nonsense);
        }
        Ok(())
    }

    fn finish(self) -> Result<String, AiError> {
        match self.finish_reason.as_deref() {
            None => {
                tracing::warn!(received = self.text.len(), "the AI endpoint's answer broke off");
                Err(AiError::Unavailable)
            }
            Some("content_filter") => Err(declined()),
            Some(_) if self.refused => Err(declined()),
            // An answer cut at the token limit fails to parse, and its repair asks for a shorter one.
            Some(_) => Ok(self.text),
        }
    }
}

fn declined() -> AiError {
    tracing::warn!("the AI endpoint declined to answer");
    AiError::Declined
}

/// An answer with an error status.
#[derive(Debug, thiserror::Error)]
#[error("the AI endpoint answered {status}")]
struct Refusal {
    status: StatusCode,
    retry_after: Option<Duration>,
    kind: Option<String>,
    code: Option<String>,
}

/// Sends once. The crate's own transport tries four times and waits as long as `Retry-After` says; here the
/// job or the user decides about retries, because they know the time limit and the quota.
async fn send(http: &reqwest::Client, request: HttpRequestFactory) -> Result<Response, OpenAIError> {
    let response = http.execute(request.build().await?).await?;
    if response.status().is_success() {
        return Ok(capped(response));
    }
    // The error is built here because the crate logs the bodies of error responses, which repeat the prompt.
    Err(OpenAIError::Boxed(Box::new(refusal(response).await)))
}

/// Limits the response to [`MAX_STREAM`] and [`MAX_LINE`], because the crate reads ahead into memory.
fn capped(response: Response) -> Response {
    let (mut all, mut line) = (0, 0);
    let body = response.bytes_stream().map_err(std::io::Error::other).and_then(move |bytes| {
        all += bytes.len();
        line =
            bytes.iter().rposition(|&byte| byte == b'\n').map_or(line + bytes.len(), |end| bytes.len() - end);
        let fits = all <= MAX_STREAM && line <= MAX_LINE;
        std::future::ready(if fits {
            Ok(bytes)
        } else {
            Err(std::io::Error::other("the answer is too long"))
        })
    });
    http::Response::new(Body::wrap_stream(body)).into()
}

async fn refusal(mut response: Response) -> Refusal {
    #[derive(Deserialize)]
    struct Envelope {
        error: Words,
    }
    #[derive(Deserialize)]
    struct Words {
        r#type: Option<Value>,
        code: Option<Value>,
    }
    let mut body = Vec::new();
    while body.len() < MAX_REFUSAL
        && let Ok(Some(bytes)) = response.chunk().await
    {
        body.extend_from_slice(&bytes);
    }
    let words = serde_json::from_slice::<Envelope>(&body).ok().map(|envelope| envelope.error);
    let word =
        |value: Option<&Value>| value.and_then(Value::as_str).map(|text| text.chars().take(60).collect());
    Refusal {
        status: response.status(),
        retry_after: response
            .headers()
            .get(RETRY_AFTER)
            .and_then(|value| value.to_str().ok()?.parse().ok())
            .map(Duration::from_secs),
        kind: word(words.as_ref().and_then(|words| words.r#type.as_ref())),
        code: word(words.as_ref().and_then(|words| words.code.as_ref())),
    }
}

/// What an error means for the question. Only statuses and codes are logged; the server's messages may quote
/// the prompt.
fn failure(error: &OpenAIError) -> AiError {
    match error {
        OpenAIError::Boxed(boxed) => match boxed.downcast_ref::<Refusal>() {
            Some(refusal) => judged(refusal),
            None => unexplained("transport"),
        },
        OpenAIError::Reqwest(error) => {
            let reason =
                if error.is_connect() { "it cannot be connected to" } else { "the connection broke" };
            tracing::warn!(reason, "the AI endpoint gave no answer");
            AiError::Unavailable
        }
        OpenAIError::StreamError(_) => unexplained("the stream broke"),
        OpenAIError::JSONDeserialize(..) => unexplained("a chunk of its stream is not JSON"),
        _ => unexplained("the request could not be made"),
    }
}

fn unexplained(reason: &'static str) -> AiError {
    tracing::warn!(reason, "the AI endpoint gave no answer");
    AiError::Unavailable
}

fn judged(refusal: &Refusal) -> AiError {
    let Refusal { status, retry_after, kind, code } = refusal;
    tracing::warn!(%status, kind = kind.as_deref(), code = code.as_deref(), "the AI endpoint refused");
    // OpenAI answers 429 both when it is busy and when the account has no credit left; a retry helps only in
    // the first case.
    let no_money = [kind, code].into_iter().flatten().any(|word| word == "insufficient_quota");
    match status.as_u16() {
        429 if no_money => AiError::Misconfigured,
        429 => AiError::Busy { retry_after: *retry_after },
        408 | 500.. => AiError::Unavailable,
        _ => AiError::Misconfigured,
    }
}
