//! User input for a proposal: the creation wizard and the editor's save, with the spec's messages (section
//! 5).

use chrono::{DateTime, Utc};
use poem_openapi::{Enum, Object};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::design::DesignInput;
use crate::document;
use crate::field_error::{Check, FieldError, TextField, nul};
use crate::money::Currency;
use crate::pricing;
use crate::timestamp::Timestamp;

const HTML_CONTENT: TextField = TextField::long("htmlContent", "Content", HTML_MAX_BYTES);

/// The largest document, in bytes of HTML: 1 MB.
pub const HTML_MAX_BYTES: usize = 1_048_576;

/// The inputs of a new proposal.
#[derive(Debug, Clone, Default, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct ProposalInput {
    /// The client's id.
    pub client_id: String,
    /// The client's needs, at least 10 characters.
    pub client_context: String,
    /// The proposed solution, at least 10 characters.
    pub proposed_solution: String,
    /// The prices as text.
    pub pricing_details: String,
    /// Additional notes.
    pub additional_notes: Option<String>,
}

/// A valid request for a proposal. Texts are trimmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewProposal {
    /// The chosen client; the caller must check that it exists in the workspace.
    pub client_id: Uuid,
    /// What the client needs.
    pub client_context: String,
    /// What is proposed.
    pub proposed_solution: String,
    /// Free text with the prices.
    pub pricing_details: String,
    /// Anything else.
    pub additional_notes: Option<String>,
}

impl ProposalInput {
    /// Checks every field and reports all errors at once.
    pub fn validate(self) -> Result<NewProposal, Vec<FieldError>> {
        let mut check = Check::new();
        let client_id = check.part(
            Uuid::parse_str(self.client_id.trim())
                .map_err(|_| FieldError::new("clientId", "required", "Please select a client")),
        );
        let client_context = check.at_least(
            TextField::long("clientContext", "Client context", 20_000),
            &self.client_context,
            10,
            "too_short",
            "Please provide more context about the client needs".into(),
        );
        let proposed_solution = check.at_least(
            TextField::long("proposedSolution", "Proposed solution", 20_000),
            &self.proposed_solution,
            10,
            "too_short",
            "Please describe your proposed solution".into(),
        );
        let pricing_details = check.at_least(
            TextField::long("pricingDetails", "Pricing", 10_000),
            &self.pricing_details,
            1,
            "required",
            "Please enter the pricing for this proposal".into(),
        );
        check.part(refuse_impossible_prices(&pricing_details));
        let additional_notes = check
            .optional(TextField::long("additionalNotes", "Additional notes", 10_000), self.additional_notes);
        check.finish(client_id.map(|client_id| NewProposal {
            client_id,
            client_context,
            proposed_solution,
            pricing_details,
            additional_notes,
        }))
    }
}

/// Prices above the limit of a total are refused while they can still be corrected, not during drafting.
fn refuse_impossible_prices(pricing_details: &str) -> Result<(), FieldError> {
    let mut count = 0;
    let mut ids = || {
        count += 1;
        Uuid::from_u128(count)
    };
    let table = pricing::table_from_text(pricing_details, Currency::USD, &mut ids);
    pricing::totals(&table).map(drop).map_err(|error| {
        let message = error
            .errors
            .into_iter()
            .next()
            .map_or("These prices cannot be added up".into(), |first| first.message);
        FieldError { field: "pricingDetails".into(), code: "invalid_pricing", message }
    })
}

/// A state that the team can request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum WantedStatus {
    /// Reopen the proposal for editing.
    Draft,
    /// Send the proposal to the client.
    Pending,
}

/// A change of a proposal. Absent fields are not changed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct ProposalUpdate {
    /// The title.
    pub title: Option<String>,
    /// The subtitle; an empty string removes it.
    pub subtitle: Option<String>,
    /// The document as HTML.
    pub html_content: Option<String>,
    /// The version that the change is based on, from the last `GET`. It may be omitted only if nothing but
    /// `htmlContent`, `shareToken` and `status` is sent for a draft that has not changed since it was created
    /// or drafted; otherwise the response is 428 `precondition_required`. If the version is not the newest,
    /// the response is 409 `stale_version`.
    pub version: Option<i64>,
    /// `pending` sends the proposal, `draft` reopens it.
    pub status: Option<WantedStatus>,
    /// A share token chosen by the caller: 21 characters, at least ten of them different.
    pub share_token: Option<String>,
    /// The time until which the proposal can be accepted.
    pub valid_until: Option<Timestamp>,
    /// Whether the client is reminded after three and after seven days.
    pub reminders: Option<bool>,
    /// The proposal's own design.
    pub design: Option<DesignInput>,
    /// True removes the own design, so that the workspace's is used again.
    pub use_workspace_design: Option<bool>,
}

/// The details of a proposal: what is neither its words nor its prices, and is shown beside them. This struct
/// is part of the list, the editor's answer, the shared page and each frozen revision.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Object)]
#[oai(rename = "ProposalDetails", rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase")]
pub struct Details {
    /// The time until which the proposal can be accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid_until: Option<Timestamp>,
}

impl Details {
    /// The names of the details that are not as they were before.
    #[must_use]
    pub fn changed_since(&self, before: &Self) -> Vec<&'static str> {
        let changed = [("validUntil", self.valid_until != before.valid_until)];
        changed.into_iter().filter(|(_, changed)| *changed).map(|(name, _)| name).collect()
    }
}

/// An end of the validity, which must be in the future.
pub fn future(until: DateTime<Utc>, now: DateTime<Utc>) -> Result<Timestamp, FieldError> {
    let refused = || FieldError::new("validUntil", "in_the_past", "The validity must end in the future.");
    if until > now { Ok(Timestamp(until)) } else { Err(refused()) }
}

/// A valid edit. The HTML is limited in size but not cleaned yet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProposalEdit {
    /// New title, trimmed.
    pub title: Option<String>,
    /// `Some(None)` clears the subtitle.
    pub subtitle: Option<Option<String>>,
    /// New content as sent.
    pub html_content: Option<String>,
}

impl ProposalUpdate {
    /// Whether it sets more than the specification's payload, which names no version: content, share token,
    /// state.
    #[must_use]
    pub fn exceeds_specification(&self) -> bool {
        let Self {
            title,
            subtitle,
            html_content: _,
            version: _,
            status: _,
            share_token: _,
            valid_until: _,
            reminders,
            design,
            use_workspace_design,
        } = self;
        let design = design.is_some() || *use_workspace_design == Some(true);
        title.is_some() || subtitle.is_some() || self.names_details() || reminders.is_some() || design
    }

    /// Whether it puts the proposal before its client as it is.
    #[must_use]
    pub fn only_sends(&self) -> bool {
        self.status == Some(WantedStatus::Pending)
            && self.html_content.is_none()
            && !self.exceeds_specification()
    }

    /// Whether it changes a detail.
    #[must_use]
    pub fn names_details(&self) -> bool {
        self.valid_until.is_some()
    }

    /// Puts the details that it names over those that are `stored`, and reports all errors at once.
    pub fn details(&self, stored: &Details, now: DateTime<Utc>) -> Result<Details, Vec<FieldError>> {
        let mut check = Check::new();
        let valid_until =
            self.valid_until.and_then(|until| check.part(future(until.0, now))).or(stored.valid_until);
        check.finish(Some(Details { valid_until }))
    }

    /// Checks title, subtitle and content, and reports all errors at once.
    pub fn edit(&self) -> Result<ProposalEdit, Vec<FieldError>> {
        let mut check = Check::new();
        let title = self
            .title
            .as_deref()
            .map(|title| check.required(TextField::new("title", "Title", 200), &without_turns(title)));
        let subtitle = self.subtitle.as_deref().map(|subtitle| {
            check.optional(TextField::new("subtitle", "Subtitle", 300), Some(without_turns(subtitle)))
        });
        if let Some(html) = &self.html_content {
            if html.len() > HTML_MAX_BYTES {
                check.push(FieldError::new(HTML_CONTENT.name, "too_long", "Content must be at most 1 MB"));
            } else if html.contains('\0') {
                check.push(nul(HTML_CONTENT));
            } else if !document::is_parsable(html) {
                check.push(FieldError::new(HTML_CONTENT.name, "too_complex", "Content is nested too deeply"));
            }
        }
        check.finish(Some(ProposalEdit { title, subtitle, html_content: self.html_content.clone() }))
    }
}

/// Without direction overrides, as in the document. NUL is kept, so that it is refused.
fn without_turns(line: &str) -> String {
    if line.contains('\0') { line.to_owned() } else { document::plain(line) }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use pretty_assertions::assert_eq;

    use super::*;

    fn good() -> ProposalInput {
        ProposalInput {
            client_id: "018f3c6e-0000-7000-8000-000000000001".into(),
            client_context: "They need a new website".into(),
            proposed_solution: "We will build one for them".into(),
            pricing_details: "$1".into(),
            additional_notes: Some("  ".into()),
        }
    }

    #[test]
    fn an_empty_form_gets_the_specs_four_messages() {
        let errors = ProposalInput::default().validate().unwrap_err();
        let seen: Vec<_> =
            errors.iter().map(|error| (error.field.as_ref(), error.message.as_ref())).collect();
        assert_eq!(
            seen,
            [
                ("clientId", "Please select a client"),
                ("clientContext", "Please provide more context about the client needs"),
                ("proposedSolution", "Please describe your proposed solution"),
                ("pricingDetails", "Please enter the pricing for this proposal"),
            ]
        );
    }

    #[test]
    fn prices_beyond_every_total_are_refused_at_their_field() {
        let impossible = ProposalInput { pricing_details: "$99,000,000 monthly".into(), ..good() };
        let errors = impossible.validate().unwrap_err();
        let seen: Vec<_> = errors.iter().map(|error| (error.field.as_ref(), error.code)).collect();
        assert_eq!(seen, [("pricingDetails", "invalid_pricing")]);
        good().validate().unwrap();
    }

    #[test]
    fn lengths_are_counted_after_trimming() {
        let nine = ProposalInput { client_context: "  123456789    ".into(), ..good() };
        assert_eq!(nine.validate().unwrap_err().len(), 1);
        let ten = ProposalInput { client_context: " 1234567890 ".into(), ..good() };
        let proposal = ten.validate().unwrap();
        assert_eq!(proposal.client_context, "1234567890");
        assert_eq!(proposal.additional_notes, None);
        let long = ProposalInput { pricing_details: "1".repeat(10_001), ..good() };
        assert_eq!(long.validate().unwrap_err().first().unwrap().code, "too_long");
    }

    #[test]
    fn an_edit_is_bounded() {
        let edit = ProposalUpdate {
            title: Some("  ".into()),
            subtitle: Some("s".repeat(301)),
            html_content: Some("x".repeat(HTML_MAX_BYTES + 1)),
            ..ProposalUpdate::default()
        };
        let errors = edit.edit().unwrap_err();
        let seen: Vec<_> =
            errors.iter().map(|error| (error.field.as_ref(), error.message.as_ref())).collect();
        assert_eq!(
            seen,
            [
                ("title", "Title is required"),
                ("subtitle", "Subtitle must be at most 300 characters"),
                ("htmlContent", "Content must be at most 1 MB"),
            ]
        );
        let deep = ProposalUpdate { html_content: Some("<div>".repeat(5000)), ..ProposalUpdate::default() };
        assert_eq!(deep.edit().unwrap_err().first().unwrap().code, "too_complex");
        let cleared = ProposalUpdate { subtitle: Some(" ".into()), ..ProposalUpdate::default() };
        assert_eq!(cleared.edit().unwrap().subtitle, Some(None));
    }
}
