//! The assistant: reads recaps, drafts proposals and changes them in a chat, with a model behind an
//! OpenAI-compatible endpoint or with rules alone. Neither returns canned answers: the output depends on the
//! input, and every amount comes from the user's text. The site settings hold the model's instructions and
//! prices.

mod chat;
mod error;
mod model;

use std::time::Duration;

use anyhow::Context as _;
use proffer_domain::{
    chat::{self as conversation, ChatInput, Reply},
    draft::{self, Draft, DraftInput, Stage},
    recap::{self, Extraction, Seller},
    settings::SiteSettings,
    usage::{ModelPrice, Reservation, Tokens},
    website::{self, CompanyFacts, Page},
};
use secrecy::SecretString;
use url::Url;
use uuid::Uuid;

pub use error::AiError;
pub use model::Model;

/// The implementation of the assistant.
#[derive(Debug, Clone)]
pub enum Assistant {
    /// The domain's rules; no configuration, no cost.
    Offline,
    Model(Model),
}

/// Which implementation it is, as the database and the wire name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum AssistantMode {
    /// Rules, without a model.
    Offline,
    /// The configured model.
    Model,
}

impl AssistantMode {
    /// The word in the database.
    pub fn as_str(self) -> &'static str {
        self.into_str()
    }
}

/// The result of a call and its cost; a failed call may also have a cost.
#[derive(Debug)]
pub struct CallOutcome<T> {
    /// The answer, or the error.
    pub value: Result<T, AiError>,
    /// Tokens used, including those of a failed call.
    pub spent: Tokens,
}

impl<T> CallOutcome<T> {
    fn free(value: T) -> Self {
        Self { value: Ok(value), spent: Tokens::default() }
    }
}

/// The maximum cost of a call, reserved before it is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MaximumCost {
    /// The price from which the cost is computed.
    pub price: ModelPrice,
    /// An upper bound.
    pub most: Reservation,
}

impl Assistant {
    /// The model when an endpoint is set, otherwise the rules. Nothing is sent yet.
    ///
    /// # Errors
    /// Names the setting that is invalid.
    pub fn from_settings(
        base_url: Option<&Url>,
        api_key: Option<&SecretString>,
        model: Option<&str>,
        timeout: Duration,
    ) -> anyhow::Result<Self> {
        let Some(base_url) = base_url else { return Ok(Self::Offline) };
        let model = model.context("PROFFER_AI_MODEL is needed together with PROFFER_AI_BASE_URL")?;
        Ok(Self::Model(Model::new(base_url, api_key, model, timeout)?))
    }

    /// Which implementation it is.
    pub fn kind(&self) -> AssistantMode {
        match self {
            Self::Offline => AssistantMode::Offline,
            Self::Model(_) => AssistantMode::Model,
        }
    }

    /// The maximum cost of reading `recap`; `None` when it is free.
    pub fn max_cost_for_extraction(&self, settings: &SiteSettings, recap: &str) -> Option<MaximumCost> {
        match self {
            Self::Offline => None,
            Self::Model(model) => Some(model.max_cost_for_extraction(settings, recap)),
        }
    }

    /// The maximum cost of drafting from `input`; `None` when it is free.
    pub fn max_cost_for_draft(&self, settings: &SiteSettings, input: &DraftInput) -> Option<MaximumCost> {
        match self {
            Self::Offline => None,
            Self::Model(model) => Some(model.max_cost_for_draft(settings, input)),
        }
    }

    /// The maximum cost of answering `input`; `None` when it is free.
    pub fn max_cost_for_chat(&self, settings: &SiteSettings, input: &ChatInput) -> Option<MaximumCost> {
        match self {
            Self::Offline => None,
            Self::Model(model) => Some(model.max_cost_for_chat(settings, input)),
        }
    }

    /// The maximum cost of reading these pages; `None` when it is free.
    pub fn max_cost_for_website(&self, settings: &SiteSettings, pages: &[Page]) -> Option<MaximumCost> {
        match self {
            Self::Offline => None,
            Self::Model(model) => Some(model.max_cost_for_website(settings, pages)),
        }
    }

    /// Needs, solution, prices and dates of a recap.
    pub async fn extract(&self, settings: &SiteSettings, recap: &str) -> CallOutcome<Extraction> {
        self.extract_for(settings, recap, Seller::default()).await
    }

    /// The same, if something is known of who sells.
    pub async fn extract_for(
        &self,
        settings: &SiteSettings,
        recap: &str,
        seller: Seller<'_>,
    ) -> CallOutcome<Extraction> {
        match self {
            Self::Offline => CallOutcome::free(recap::extract_for(recap, seller)),
            Self::Model(model) => model.extract(settings, recap, seller).await,
        }
    }

    /// What a website says about the company. Neither implementation returns facts that the pages do not
    /// support.
    pub async fn read_website(&self, settings: &SiteSettings, pages: &[Page]) -> CallOutcome<CompanyFacts> {
        match self {
            Self::Offline => CallOutcome::free(website::read(pages)),
            Self::Model(model) => model.read_website(settings, pages).await,
        }
    }

    /// Drafts a proposal. `on_stage` is called once for each of the five stages, in order, as the work
    /// reaches it.
    pub async fn draft(
        &self,
        settings: &SiteSettings,
        input: &DraftInput,
        ids: &mut (dyn FnMut() -> Uuid + Send),
        on_stage: &mut (dyn FnMut(Stage) + Send),
    ) -> CallOutcome<Draft> {
        let mut stages = Stages { told: 0, on_stage };
        stages.reach(Stage::Analyzing);
        let answer = match self {
            Self::Offline => CallOutcome::free(draft::offline(input, ids)),
            Self::Model(model) => model.draft(settings, input, ids, &mut |stage| stages.reach(stage)).await,
        };
        if answer.value.is_ok() {
            stages.reach(Stage::Finalizing);
        }
        answer
    }

    /// The answer to a message about a proposal. `on_partial` receives the displayable part of the answer
    /// while it grows, starting with the first words. The final answer may differ when the first attempt was
    /// rejected.
    pub async fn chat(
        &self,
        settings: &SiteSettings,
        input: &ChatInput,
        ids: &mut (dyn FnMut() -> Uuid + Send),
        on_partial: &mut (dyn FnMut(&Reply) + Send),
    ) -> CallOutcome<Reply> {
        match self {
            Self::Offline => {
                let reply = conversation::offline(input, ids);
                on_partial(&reply);
                CallOutcome::free(reply)
            }
            Self::Model(model) => model.chat(settings, input, ids, on_partial).await,
        }
    }
}

/// Reports stages in order. A growing answer may skip over a short section, and a repaired answer starts
/// again from the beginning; in neither case is a stage left out or repeated.
struct Stages<'a> {
    told: usize,
    on_stage: &'a mut (dyn FnMut(Stage) + Send),
}

impl Stages<'_> {
    fn reach(&mut self, stage: Stage) {
        for &passed in Stage::ALL.iter().skip(self.told).take_while(|&&next| next <= stage) {
            self.told += 1;
            (self.on_stage)(passed);
        }
    }
}
