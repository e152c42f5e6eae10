//! The messages of reading recaps.

use poem_openapi::Object;
use proffer_domain::recap;

use crate::features::assistant::service::AssistantKind;

/// A meeting recap to extract from.
#[derive(Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct RecapInput {
    /// The pasted recap, 50 to 100,000 characters.
    pub meeting_recap: String,
    /// The speaker on the team's side: one of the `speakers` of an earlier extraction. Any other name is
    /// ignored.
    pub our_speaker: Option<String>,
}

proffer_domain::redact!(RecapInput);

/// The content of a recap.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct RecapExtraction {
    /// The client's needs.
    pub client_needs: String,
    /// The proposed solution.
    pub proposed_solution: String,
    /// What the recap says about prices; empty if nothing.
    pub pricing_hint: String,
    /// What the recap says about dates and durations.
    pub timeline: Option<String>,
    /// What is not part of the work, one sentence per line under a heading. As additional notes of a proposal
    /// it becomes the section of what is not included.
    pub exclusions: Option<String>,
    /// What the client is to give for the work, likewise.
    pub from_client: Option<String>,
    /// Set if the recap says too little to go on with.
    pub notice: Option<RecapNotice>,
    /// The names of the speakers of a transcript, in the order of appearance; empty if the recap is none.
    pub speakers: Vec<String>,
    /// The assistant that read the recap.
    pub assistant: AssistantKind,
}

/// What is to be told about an extraction.
#[derive(Object)]
pub struct RecapNotice {
    /// What it is about.
    pub code: recap::Notice,
    /// The sentence to show.
    pub message: String,
}

impl From<recap::Notice> for RecapNotice {
    fn from(code: recap::Notice) -> Self {
        Self { code, message: code.message().to_owned() }
    }
}

proffer_domain::redact!(RecapExtraction);
