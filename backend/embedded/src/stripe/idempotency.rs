//! Idempotency keys: the first response under a key is repeated, including errors.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::parameters::Refusal;

/// How long a key is kept: <https://docs.stripe.com/api/idempotent_requests>.
const SECONDS: i64 = 24 * 60 * 60;

/// The parts of a request that a repeated one must match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct StripeRequest {
    pub(super) method: String,
    pub(super) path: String,
    pub(super) parameters: BTreeMap<String, String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct StripeResponse {
    pub(super) status: u16,
    pub(super) body: Value,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct StoredRequest {
    at: i64,
    asked: StripeRequest,
    /// `None` while the request is in progress.
    answer: Option<StripeResponse>,
}

/// The keys of the last day.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Keys(BTreeMap<String, StoredRequest>);

impl Keys {
    /// Starts a request under a key: `None` if it must be executed, otherwise the stored response.
    pub(super) fn begin(
        &mut self,
        key: &str,
        asked: &StripeRequest,
        now: i64,
    ) -> Result<Option<StripeResponse>, Refusal> {
        self.0.retain(|_, kept| now - kept.at < SECONDS);
        match self.0.get(key) {
            Some(kept) if kept.asked != *asked => Err(Refusal::other_request(key)),
            Some(StoredRequest { answer: None, .. }) => Err(Refusal::key_in_use(key)),
            Some(StoredRequest { answer: Some(answer), .. }) => Ok(Some(answer.clone())),
            None => {
                self.0.insert(key.to_owned(), StoredRequest { at: now, asked: asked.clone(), answer: None });
                Ok(None)
            }
        }
    }

    /// Stores the response under its key.
    pub(super) fn keep(&mut self, key: &str, answer: &StripeResponse) {
        if let Some(kept) = self.0.get_mut(key) {
            kept.answer = Some(answer.clone());
        }
    }

    /// Frees the key, because nothing was done under it.
    pub(super) fn forget(&mut self, key: &str) {
        self.0.remove(key);
    }

    /// Frees the keys of requests that were in progress when the program stopped.
    pub(super) fn forget_unfinished(&mut self) {
        self.0.retain(|_, kept| kept.answer.is_some());
    }
}
