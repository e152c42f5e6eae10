//! The assistant: reads recaps and drafts proposals, with a model behind an OpenAI-compatible endpoint or by rules
//! alone. Neither is a canned answer: what comes out depends on what went in, and every amount in it on the user's words.

mod chat;
mod error;
mod model;

use std::time::Duration;

use anyhow::Context as _;
use proffer_domain::{
    draft::{self, Draft, DraftInput, Stage},
    recap::{self, Extraction},
    usage::{ModelPrice, Reservation, Tokens},
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Rules, without a model.
    Offline,
    /// The configured model.
    Model,
}

impl Kind {
    /// The word in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Offline => "offline",
            Self::Model => "model",
        }
    }
}

/// What came of a call, and what it cost: a call that failed may have cost something too.
#[derive(Debug)]
pub struct Answer<T> {
    /// The answer, or why there is none.
    pub value: Result<T, AiError>,
    /// Tokens used, whatever came of it.
    pub spent: Tokens,
}

impl<T> Answer<T> {
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
    pub fn kind(&self) -> Kind {
        match self {
            Self::Offline => Kind::Offline,
            Self::Model(_) => Kind::Model,
        }
    }

    /// What reading `recap` can cost; none where it is free.
    pub fn bid_for_extraction(&self, recap: &str) -> Option<Bid> {
        match self {
            Self::Offline => None,
            Self::Model(model) => Some(model.bid_for_extraction(recap)),
        }
    }

    /// What drafting from `input` can cost; none where it is free.
    pub fn bid_for_draft(&self, input: &DraftInput) -> Option<Bid> {
        match self {
            Self::Offline => None,
            Self::Model(model) => Some(model.bid_for_draft(input)),
        }
    }

    /// Needs, solution, prices and dates of a recap.
    pub async fn extract(&self, recap: &str) -> Answer<Extraction> {
        match self {
            Self::Offline => Answer::free(recap::extract(recap)),
            Self::Model(model) => model.extract(recap).await,
        }
    }

    /// A proposal. `on_stage` hears of each of the five stages once, in order, when the work has come so far.
    pub async fn draft(
        &self,
        input: &DraftInput,
        ids: &mut (dyn FnMut() -> Uuid + Send),
        on_stage: &mut (dyn FnMut(Stage) + Send),
    ) -> Answer<Draft> {
        let mut stages = Stages { told: 0, on_stage };
        stages.reach(Stage::Analyzing);
        let answer = match self {
            Self::Offline => Answer::free(draft::offline(input, ids)),
            Self::Model(model) => model.draft(input, ids, &mut |stage| stages.reach(stage)).await,
        };
        if answer.value.is_ok() {
            stages.reach(Stage::Finalizing);
        }
        answer
    }
}

/// Tells stages in order. An answer grows by leaps that may pass a short part whole, and one that is being repaired starts
/// again from its beginning; neither leaves a stage out nor goes back.
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
