//! Idempotency keys: the first answer under a key is given again, whatever it was.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::parameters::Refusal;

/// How long a key is remembered: <https://docs.stripe.com/api/idempotent_requests>.
const SECONDS: i64 = 24 * 60 * 60;

/// A request, as far as a repetition has to match it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct StripeRequest {
    pub(super) method: String,
    pub(super) path: String,
    pub(super) parameters: BTreeMap<String, String>,
}

/// A response.
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
    /// Absent while it is being done.
    answer: Option<StripeResponse>,
}

/// The keys of the last day.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Keys(BTreeMap<String, StoredRequest>);

impl Keys {
    /// Begins what is asked under a key: `None` where it is to be done, else the answer there is already.
    pub(super) fn begin(&mut self, key: &str, asked: &StripeRequest, now: i64) -> Result<Option<StripeResponse>, Refusal> {
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

    /// Keeps the answer under its key.
    pub(super) fn keep(&mut self, key: &str, answer: &StripeResponse) {
        if let Some(kept) = self.0.get_mut(key) {
            kept.answer = Some(answer.clone());
        }
    }

    /// Nothing was done under the key, so it is as if it had not been used.
    pub(super) fn forget(&mut self, key: &str) {
        self.0.remove(key);
    }

    /// What was being done when the program stopped has not been done.
    pub(super) fn forget_unfinished(&mut self) {
        self.0.retain(|_, kept| kept.answer.is_some());
    }
}
