//! The messages of reading recaps.

use poem_openapi::Object;

use crate::features::assistant::service::AssistantKind;

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
    /// The names of the speakers of a transcript, in the order of appearance; empty if the recap is none.
    pub speakers: Vec<String>,
    /// The assistant that read the recap.
    pub assistant: AssistantKind,
}

proffer_domain::redact!(RecapExtraction);
