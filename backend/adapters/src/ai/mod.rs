//! The assistant: reads recaps, drafts proposals and changes them in a chat, with a model behind an
//! OpenAI-compatible endpoint or by rules alone. Neither is a canned answer: what comes out depends on what
//! went in, and every amount in it on the user's words. What a model is told to do, and what it costs, stands
//! in the settings of the site.

mod chat;
mod error;
mod model;

use std::time::Duration;

use anyhow::Context as _;
use proffer_domain::{
    chat::{self as conversation, ChatInput, Partial, Reply},
    draft::{self, Draft, DraftInput, Stage},
    recap::{self, Extraction},
    settings::SiteSettings,
    usage::{ModelPrice, Reservation, Tokens},
    website::{self, CompanyFacts, Page},
};
use secrecy::SecretString;
use url::Url;
use uuid::Uuid;

pub use error::AiError;
pub use model::Model;

/// Who does the assistant's work.
#[derive(Debug, Clone)]
pub enum Assistant {
    /// The domain's rules; needs nothing and costs nothing.
    Offline,
    /// A model.
    Model(Model),
}

/// Which of the two, as rows and the wire call it.
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

/// The result of a call and its cost: a failed call may have a cost too.
#[derive(Debug)]
pub struct CallOutcome<T> {
    /// The answer, or why there is none.
    pub value: Result<T, AiError>,
    /// Tokens used, also by a failed call.
    pub spent: Tokens,
}

impl<T> CallOutcome<T> {
    fn free(value: T) -> Self {
        Self { value: Ok(value), spent: Tokens::default() }
    }
}

/// The most that a call can cost, to be set aside before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bid {
    /// By which its cost is reckoned.
    pub price: ModelPrice,
    /// An upper bound.
    pub most: Reservation,
}

impl Assistant {
    /// The model, where an endpoint is set; else the rules. Nothing is sent yet.
    ///
    /// # Errors
    /// With the setting that cannot be used.
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

    /// Which of the two it is.
    pub fn kind(&self) -> AssistantMode {
        match self {
            Self::Offline => AssistantMode::Offline,
            Self::Model(_) => AssistantMode::Model,
        }
    }

    /// What reading `recap` can cost; none where it is free.
    pub fn bid_for_extraction(&self, settings: &SiteSettings, recap: &str) -> Option<Bid> {
        match self {
            Self::Offline => None,
            Self::Model(model) => Some(model.bid_for_extraction(settings, recap)),
        }
    }

    /// What drafting from `input` can cost; none where it is free.
    pub fn bid_for_draft(&self, settings: &SiteSettings, input: &DraftInput) -> Option<Bid> {
        match self {
            Self::Offline => None,
            Self::Model(model) => Some(model.bid_for_draft(settings, input)),
        }
    }

    /// What answering `input` can cost; none where it is free.
    pub fn bid_for_chat(&self, settings: &SiteSettings, input: &ChatInput) -> Option<Bid> {
        match self {
            Self::Offline => None,
            Self::Model(model) => Some(model.bid_for_chat(settings, input)),
        }
    }

    /// What reading those pages of a website can cost; none where it is free.
    pub fn bid_for_website(&self, settings: &SiteSettings, pages: &[Page]) -> Option<Bid> {
        match self {
            Self::Offline => None,
            Self::Model(model) => Some(model.bid_for_website(settings, pages)),
        }
    }

    /// Needs, solution, prices and dates of a recap.
    pub async fn extract(&self, settings: &SiteSettings, recap: &str) -> CallOutcome<Extraction> {
        match self {
            Self::Offline => CallOutcome::free(recap::extract(recap)),
            Self::Model(model) => model.extract(settings, recap).await,
        }
    }

    /// What the pages of a website say of the company. What the pages do not back is in neither's answer.
    pub async fn read_website(&self, settings: &SiteSettings, pages: &[Page]) -> CallOutcome<CompanyFacts> {
        match self {
            Self::Offline => CallOutcome::free(website::read(pages)),
            Self::Model(model) => model.read_website(settings, pages).await,
        }
    }

    /// A proposal. `on_stage` hears of each of the five stages once, in order, when the work has come so far.
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

    /// The answer to a message about a proposal. `on_partial` sees what can be shown of it while it grows,
    /// its first words at once; the whole answer comes at the end and may differ, where the first attempt
    /// could not be used.
    pub async fn chat(
        &self,
        settings: &SiteSettings,
        input: &ChatInput,
        ids: &mut (dyn FnMut() -> Uuid + Send),
        on_partial: &mut (dyn FnMut(&Partial) + Send),
    ) -> CallOutcome<Reply> {
        match self {
            Self::Offline => {
                let Reply { text, edits } = conversation::offline(input, ids);
                on_partial(&Partial { text: text.clone(), edits: edits.clone() });
                CallOutcome::free(Reply { text, edits })
            }
            Self::Model(model) => model.chat(settings, input, ids, on_partial).await,
        }
    }
}

/// Tells stages in order. An answer grows by leaps that may pass a short part whole, and one that is being
/// repaired starts again from its beginning; neither leaves a stage out nor goes back.
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
