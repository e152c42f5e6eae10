//! The assistant backed by a model: one question, one answer parsed into domain types, and one attempt to
//! repair it.

use std::time::Duration;

use async_openai::types::chat::{
    ChatCompletionRequestAssistantMessage, ChatCompletionRequestMessage, ChatCompletionRequestSystemMessage,
    ChatCompletionRequestUserMessage,
};
use proffer_domain::{
    chat::{self, ChatInput, Reply},
    draft::{self, Draft, DraftInput, Stage},
    prompt::{self, Answer, Instructions, Prompt},
    recap::{self, Extraction, Seller},
    settings::SiteSettings,
    usage::{ModelPrice, Reservation, Tokens},
    website::{self, CompanyFacts, Page},
};
use secrecy::SecretString;
use serde_json::Value;
use tracing::Instrument as _;
use url::Url;
use uuid::Uuid;

use super::{
    CallOutcome, MaximumCost,
    chat::{Chat, Question},
    error::AiError,
};
use crate::{random::Rng, span};

/// The token limit of one answer; models that reason first spend most of it on that.
const EXTRACTION_TOKENS: u32 = 8_000;
const DRAFT_TOKENS: u32 = 16_000;
const CHAT_TOKENS: u32 = 12_000;
const WEBSITE_TOKENS: u32 = 10_000;
/// The whole answer is parsed again after this many more bytes, not after every token.
const LOOK_EVERY: usize = 128;
/// Updates are shown at this interval; the first words are shown at once.
const SHOW_EVERY: Duration = Duration::from_millis(30);
/// How much of a rejected answer is quoted back to the model.
const REPAIR_EXCERPT: usize = 24_000;
/// The longest pause in an answer, as a fraction of the whole time limit.
const IDLE_SHARE: u32 = 3;

/// A model behind an OpenAI-compatible endpoint.
#[derive(Debug, Clone)]
pub struct Model {
    chat: Chat,
    limit: Duration,
}

/// One request with its limits.
struct Task<'a> {
    prompt: Prompt,
    instructions: Instructions,
    schema_name: &'a str,
    schema: Value,
    max_tokens: u32,
    look_every: usize,
}

impl Model {
    pub(super) fn new(
        base_url: &Url,
        api_key: Option<&SecretString>,
        model: &str,
        limit: Duration,
    ) -> anyhow::Result<Self> {
        Ok(Self { chat: Chat::new(base_url, api_key, model)?, limit })
    }

    pub(super) fn max_cost_for_extraction(&self, settings: &SiteSettings, recap: &str) -> MaximumCost {
        extraction(settings, recap).max_cost(self.price(settings))
    }

    pub(super) fn max_cost_for_draft(&self, settings: &SiteSettings, input: &DraftInput) -> MaximumCost {
        drafting(settings, input).max_cost(self.price(settings))
    }

    pub(super) fn max_cost_for_chat(&self, settings: &SiteSettings, input: &ChatInput) -> MaximumCost {
        chatting(settings, input).max_cost(self.price(settings))
    }

    pub(super) fn max_cost_for_website(&self, settings: &SiteSettings, pages: &[Page]) -> MaximumCost {
        reading(settings, pages).max_cost(self.price(settings))
    }

    fn price(&self, settings: &SiteSettings) -> ModelPrice {
        settings.prices().price_of(self.chat.model())
    }

    pub(super) async fn extract(
        &self,
        settings: &SiteSettings,
        text: &str,
        seller: Seller<'_>,
    ) -> CallOutcome<Extraction> {
        let task = extraction(settings, &recap::model::with_speaker(text, seller.speaker));
        self.ask(&task, &mut |answer| recap::model::parse_for(answer, text, seller), &mut |_| ()).await
    }

    pub(super) async fn draft(
        &self,
        settings: &SiteSettings,
        input: &DraftInput,
        ids: &mut (dyn FnMut() -> Uuid + Send),
        on_stage: &mut (dyn FnMut(Stage) + Send),
    ) -> CallOutcome<Draft> {
        self.ask(
            &drafting(settings, input),
            &mut |answer| draft::parse_model(answer, input, ids),
            &mut |partial| {
                on_stage(draft::stage_of(partial));
            },
        )
        .await
    }

    pub(super) async fn chat(
        &self,
        settings: &SiteSettings,
        input: &ChatInput,
        ids: &mut (dyn FnMut() -> Uuid + Send),
        on_partial: &mut (dyn FnMut(&Reply) + Send),
    ) -> CallOutcome<Reply> {
        // An answer is parsed repeatedly while it grows; a block that it adds must keep its id.
        let first = ids();
        let mut shown: Option<tokio::time::Instant> = None;
        let task = chatting(settings, input);
        let mut parse = |answer: &str| chat::parse_model(answer, input, &mut counted_from(first));
        let mut look = |so_far: &str| {
            if shown.is_some_and(|at| at.elapsed() < SHOW_EVERY) {
                return;
            }
            let mut partial = chat::partial(so_far, input, &mut counted_from(first));
            // The whole answer is refused once it is complete.
            if task.instructions.are_repeated_in(&partial.written()) {
                return;
            }
            partial.text.truncate(task.instructions.shown(&partial.text).len());
            let has_words = partial != Reply::default();
            // The first words go out at once. An answer that begins with other fields has no words to show
            // yet.
            if has_words || so_far.len() > LOOK_EVERY {
                shown = Some(tokio::time::Instant::now());
            }
            if has_words {
                on_partial(&partial);
            }
        };
        let answer = self.ask(&task, &mut parse, &mut look).await;
        // What arrived since the last update has not been shown.
        if let Ok(reply) = &answer.value {
            on_partial(reply);
        }
        answer
    }

    pub(super) async fn read_website(
        &self,
        settings: &SiteSettings,
        pages: &[Page],
    ) -> CallOutcome<CompanyFacts> {
        self.ask(&reading(settings, pages), &mut |answer| website::model::parse(answer, pages), &mut |_| ())
            .await
    }

    /// Asks, and asks once more with the reasons when the answer is rejected; the time limit covers both
    /// calls.
    async fn ask<T: Answer>(
        &self,
        task: &Task<'_>,
        parse: &mut (dyn FnMut(&str) -> Result<T, Vec<String>> + Send),
        look: &mut (dyn FnMut(&str) + Send),
    ) -> CallOutcome<T> {
        let mut spent = Tokens::default();
        let conversation = self.converse(task, parse, look, &mut spent).instrument(span::outbound("model"));
        let value = tokio::time::timeout(self.limit, conversation).await.unwrap_or_else(|_| {
            tracing::warn!(limit = ?self.limit, "the AI endpoint did not finish within the time limit");
            Err(AiError::Timeout)
        });
        CallOutcome { value, spent }
    }

    async fn converse<T: Answer>(
        &self,
        task: &Task<'_>,
        parse: &mut (dyn FnMut(&str) -> Result<T, Vec<String>> + Send),
        look: &mut (dyn FnMut(&str) + Send),
        spent: &mut Tokens,
    ) -> Result<T, AiError> {
        let mut read = |answer: &str| {
            parse(answer).and_then(|value| {
                let repeats = task.instructions.are_repeated_in(&value.written());
                if repeats { Err(vec![prompt::REPEATED.to_owned()]) } else { Ok(value) }
            })
        };
        let mut messages = vec![system(&task.prompt.system), user(&task.prompt.user)];
        let answer = self.complete(task, &messages, look, spent).await?;
        let reasons = match read(&answer) {
            Ok(value) => return Ok(value),
            Err(reasons) => reasons,
        };
        tracing::warn!(reasons = reasons.len(), "the AI endpoint's answer was refused; asking for a repair");
        messages
            .push(assistant(answer.get(..answer.floor_char_boundary(REPAIR_EXCERPT)).unwrap_or_default()));
        messages.push(user(&prompt::repair(&reasons)));
        let answer = self.complete(task, &messages, look, spent).await?;
        read(&answer).map_err(|reasons| {
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
        let Task { schema_name, schema, max_tokens, look_every, .. } = task;
        let question =
            Question { messages, schema_name, schema, max_tokens: *max_tokens, look_every: *look_every };
        self.chat.complete(&question, self.limit / IDLE_SHARE, look, spent).await
    }
}

impl<'a> Task<'a> {
    fn new(prompt: Prompt, schema_name: &'a str, schema: Value, max_tokens: u32) -> Self {
        let (prompt, instructions) = prompt.marked(&hex::encode(Rng::Os.bytes::<8>()));
        Self { prompt, instructions, schema_name, schema, max_tokens, look_every: LOOK_EVERY }
    }

    /// The maximum cost: a first answer of the full length, and its repair.
    fn max_cost(&self, price: ModelPrice) -> MaximumCost {
        let prompt = self.prompt.system.len() + self.prompt.user.len() + self.schema.to_string().len();
        let most = Reservation::estimate(2 * prompt + REPAIR_EXCERPT, 2 * u64::from(self.max_tokens), price);
        MaximumCost { price, most }
    }
}

fn extraction(settings: &SiteSettings, recap: &str) -> Task<'static> {
    let prompt = recap::model::prompt(settings.prompt(&recap::model::PROMPT), recap);
    Task::new(prompt, recap::model::SCHEMA_NAME, recap::model::schema(), EXTRACTION_TOKENS)
}

fn drafting(settings: &SiteSettings, input: &DraftInput) -> Task<'static> {
    let prompt = draft::model::prompt(
        settings.prompt(&draft::model::PROMPT),
        settings.style_rules(&input.company),
        input,
    );
    Task::new(prompt, draft::model::SCHEMA_NAME, draft::model_schema(), DRAFT_TOKENS)
}

fn chatting(settings: &SiteSettings, input: &ChatInput) -> Task<'static> {
    let prompt = chat::prompt(settings.prompt(&chat::PROMPT), settings.style_rules(&input.company), input);
    Task { look_every: 1, ..Task::new(prompt, chat::SCHEMA_NAME, chat::schema(), CHAT_TOKENS) }
}

fn reading(settings: &SiteSettings, pages: &[Page]) -> Task<'static> {
    let prompt = website::model::prompt(settings.prompt(&website::model::PROMPT), pages);
    Task::new(prompt, website::model::SCHEMA_NAME, website::model::schema(), WEBSITE_TOKENS)
}

/// Consecutive ids from `first`, which is random enough that they do not collide with others.
fn counted_from(first: Uuid) -> impl FnMut() -> Uuid {
    let mut last = first.as_u128();
    move || {
        last = last.wrapping_add(1);
        Uuid::from_u128(last)
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
