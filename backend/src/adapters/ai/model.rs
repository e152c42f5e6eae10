//! The assistant that asks a model: one question, one answer parsed into domain types, one attempt at repairing it.

use std::time::Duration;

use async_openai::types::chat::{
    ChatCompletionRequestAssistantMessage, ChatCompletionRequestMessage, ChatCompletionRequestSystemMessage,
    ChatCompletionRequestUserMessage,
};
use proffer_domain::{
    draft::{self, Draft, DraftInput, Stage},
    prompt::{self, Prompt},
    recap::{self, Extraction},
    usage::{ModelPrice, Reservation, Tokens, price_of},
};
use secrecy::SecretString;
use serde_json::Value;
use url::Url;
use uuid::Uuid;

use super::{
    Answer, Bid,
    chat::{Chat, Question},
    error::AiError,
};

/// The most tokens one answer may take; models that think before they write need most of it for that.
const EXTRACTION_TOKENS: u32 = 8_000;
const DRAFT_TOKENS: u32 = 16_000;
/// How much of a refused answer is shown to the model again.
const REPAIR_EXCERPT: usize = 24_000;
/// An answer may pause for this share of the whole time limit.
const IDLE_SHARE: u32 = 3;

/// A model behind an OpenAI-compatible endpoint.
#[derive(Debug, Clone)]
pub struct Model {
    chat: Chat,
    limit: Duration,
}

/// One kind of task.
struct Task<'a> {
    prompt: Prompt,
    schema_name: &'a str,
    schema: Value,
    max_tokens: u32,
}

impl Model {
    pub(super) fn new(base_url: &Url, api_key: Option<&SecretString>, model: &str, limit: Duration) -> anyhow::Result<Self> {
        Ok(Self { chat: Chat::new(base_url, api_key, model)?, limit })
    }

    pub(super) fn bid_for_extraction(&self, recap: &str) -> Bid {
        extraction(recap).bid(self.price())
    }

    pub(super) fn bid_for_draft(&self, input: &DraftInput) -> Bid {
        drafting(input).bid(self.price())
    }

    fn price(&self) -> ModelPrice {
        price_of(self.chat.model())
    }

    pub(super) async fn extract(&self, text: &str) -> Answer<Extraction> {
        self.ask(&extraction(text), &mut |answer| recap::model::parse(answer, text), &mut |_| ()).await
    }

    pub(super) async fn draft(
        &self,
        input: &DraftInput,
        ids: &mut (dyn FnMut() -> Uuid + Send),
        on_stage: &mut (dyn FnMut(Stage) + Send),
    ) -> Answer<Draft> {
        self.ask(&drafting(input), &mut |answer| draft::parse_model(answer, input, ids), &mut |partial| {
            on_stage(draft::stage_of(partial));
        })
        .await
    }

    /// Asks, and once more with the reasons where the answer was refused; the time limit is for both together.
    async fn ask<T>(
        &self,
        task: &Task<'_>,
        parse: &mut (dyn FnMut(&str) -> Result<T, Vec<String>> + Send),
        look: &mut (dyn FnMut(&str) + Send),
    ) -> Answer<T> {
        let mut spent = Tokens::default();
        let conversation = self.converse(task, parse, look, &mut spent);
        let value = tokio::time::timeout(self.limit, conversation).await.unwrap_or_else(|_| {
            tracing::warn!(limit = ?self.limit, "the AI endpoint did not finish within the time limit");
            Err(AiError::Timeout)
        });
        Answer { value, spent }
    }

    async fn converse<T>(
        &self,
        task: &Task<'_>,
        parse: &mut (dyn FnMut(&str) -> Result<T, Vec<String>> + Send),
        look: &mut (dyn FnMut(&str) + Send),
        spent: &mut Tokens,
    ) -> Result<T, AiError> {
        let mut messages = vec![system(&task.prompt.system), user(&task.prompt.user)];
        let answer = self.complete(task, &messages, look, spent).await?;
        let reasons = match parse(&answer) {
            Ok(value) => return Ok(value),
            Err(reasons) => reasons,
        };
        tracing::warn!(reasons = reasons.len(), "the AI endpoint's answer was refused; asking for a repair");
        messages.push(assistant(answer.get(..answer.floor_char_boundary(REPAIR_EXCERPT)).unwrap_or_default()));
        messages.push(user(&prompt::repair(&reasons)));
        let answer = self.complete(task, &messages, look, spent).await?;
        parse(&answer).map_err(|reasons| {
            tracing::warn!(reasons = reasons.len(), "the AI endpoint's repaired answer was refused too");
            AiError::Nonsense
        })
    }

    async fn complete(
        &self,
        task: &Task<'_>,
        messages: &[ChatCompletionRequestMessage],
        look: &mut (dyn FnMut(&str) + Send),
        spent: &mut Tokens,
    ) -> Result<String, AiError> {
        let question = Question { messages, schema_name: task.schema_name, schema: &task.schema, max_tokens: task.max_tokens };
        self.chat.complete(&question, self.limit / IDLE_SHARE, look, spent).await
    }
}

impl Task<'_> {
    /// What it can cost at the most: a first answer as long as allowed, and its repair.
    fn bid(&self, price: ModelPrice) -> Bid {
        let prompt = self.prompt.system.len() + self.prompt.user.len() + self.schema.to_string().len();
        let most = Reservation::estimate(2 * prompt + REPAIR_EXCERPT, 2 * u64::from(self.max_tokens), price);
        Bid { price, most }
    }
}

fn extraction(recap: &str) -> Task<'static> {
    Task {
        prompt: recap::model::prompt(recap::model::PROMPT.text, recap),
        schema_name: recap::model::SCHEMA_NAME,
        schema: recap::model::schema(),
        max_tokens: EXTRACTION_TOKENS,
    }
}

fn drafting(input: &DraftInput) -> Task<'static> {
    Task {
        prompt: draft::model::prompt(draft::model::PROMPT.text, input),
        schema_name: draft::model::SCHEMA_NAME,
        schema: draft::model_schema(),
        max_tokens: DRAFT_TOKENS,
    }
}

fn system(text: &str) -> ChatCompletionRequestMessage {
    ChatCompletionRequestSystemMessage { content: text.into(), name: None }.into()
}

fn user(text: &str) -> ChatCompletionRequestMessage {
    ChatCompletionRequestUserMessage { content: text.into(), name: None }.into()
}

fn assistant(text: &str) -> ChatCompletionRequestMessage {
    ChatCompletionRequestAssistantMessage { content: Some(text.into()), ..Default::default() }.into()
}
