//! User input for a proposal: the creation wizard and the editor's save, with the spec's messages (section
//! 5).

use poem_openapi::{Enum, Object};
use uuid::Uuid;

use crate::design::DesignInput;
use crate::document;
use crate::field_error::{Check, FieldError, TextField, nul};
use crate::pricing;
use crate::timestamp::Timestamp;

const HTML_CONTENT: TextField = TextField::long("htmlContent", "Content", HTML_MAX_BYTES);

/// The largest document, in bytes of HTML: 1 MB.
pub const HTML_MAX_BYTES: usize = 1_048_576;

/// What a new proposal is made from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct ProposalInput {
    /// Whom it is for.
    pub client_id: String,
    /// What the client needs, at least 10 characters.
    pub client_context: String,
    /// The solution, at least 10 characters.
    pub proposed_solution: String,
    /// The prices in words.
    pub pricing_details: String,
    /// Anything else.
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
        let client_id = check
            .part(Uuid::parse_str(self.client_id.trim()).map_err(|_| FieldError::new("clientId", "required", "Please select a client")));
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
        let additional_notes = check.optional(TextField::long("additionalNotes", "Additional notes", 10_000), self.additional_notes);
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
    let table = pricing::table_from_text(pricing_details, &mut ids);
    pricing::totals(&table).map(drop).map_err(|error| {
        let message = error.errors.into_iter().next().map_or("These prices cannot be added up".into(), |first| first.message);
        FieldError { field: "pricingDetails".into(), code: "invalid_pricing", message }
    })
}

/// A state that the team may ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum WantedStatus {
    /// Edit anyway: take it back to work on it.
    Draft,
    /// Send to the client.
    Pending,
}

/// A change to a proposal; every absent field stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct ProposalUpdate {
    /// A new title.
    pub title: Option<String>,
    /// A new subtitle; empty removes it.
    pub subtitle: Option<String>,
    /// New content.
    pub html_content: Option<String>,
    /// The version this change started from, as the last `GET` gave it. It may be left out only where nothing
    /// but `htmlContent`, `shareToken` and `status` is sent for a draft that has not been changed since it
    /// was made or drafted; otherwise that is 428 `precondition_required`. A version that is not the newest
    /// is 409 `stale_version`.
    pub version: Option<i64>,
    /// `pending` sends, `draft` takes back.
    pub status: Option<WantedStatus>,
    /// A share token made by the caller: 21 characters, at least ten of them different.
    pub share_token: Option<String>,
    /// Until when it can be accepted.
    pub valid_until: Option<Timestamp>,
    /// Whether its client is reminded after three and after seven days.
    pub reminders: Option<bool>,
    /// A design of its own.
    pub design: Option<DesignInput>,
    /// True to let go of its own design and use the workspace's again.
    pub use_workspace_design: Option<bool>,
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
            valid_until,
            reminders,
            design,
            use_workspace_design,
        } = self;
        let design = design.is_some() || *use_workspace_design == Some(true);
        title.is_some() || subtitle.is_some() || valid_until.is_some() || reminders.is_some() || design
    }

    /// Whether it puts the proposal before its client as it is.
    #[must_use]
    pub fn only_sends(&self) -> bool {
        self.status == Some(WantedStatus::Pending) && self.html_content.is_none() && !self.exceeds_specification()
    }

    /// Checks title, subtitle and content, and reports all errors at once.
    pub fn edit(&self) -> Result<ProposalEdit, Vec<FieldError>> {
        let mut check = Check::new();
        let title = self.title.as_deref().map(|title| check.required(TextField::new("title", "Title", 200), &without_turns(title)));
        let subtitle = self
            .subtitle
            .as_deref()
            .map(|subtitle| check.optional(TextField::new("subtitle", "Subtitle", 300), Some(without_turns(subtitle))));
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
        let seen: Vec<_> = errors.iter().map(|error| (error.field.as_ref(), error.message.as_ref())).collect();
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
        let seen: Vec<_> = errors.iter().map(|error| (error.field.as_ref(), error.message.as_ref())).collect();
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
