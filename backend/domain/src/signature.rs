//! The record of a signature, and the rules for accepting one.

use std::{borrow::Cow, collections::HashMap, net::IpAddr};

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use uuid::Uuid;

use crate::{
    canonical::{CanonicalError, canonical_json, sha256_hex},
    consent,
    field_error::{Check, FieldError, TextField},
    money::exact,
    pricing::{self, PricingError, PricingTable, PricingTotals, choose},
    revision::Frozen,
    timestamp,
};

/// A message of the specification in its two parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Notice {
    /// The short line above.
    pub title: &'static str,
    /// The sentence below; also the message of the field errors.
    pub message: &'static str,
}

/// Name or e-mail is missing on the shared page.
pub const MISSING_INFORMATION: Notice =
    Notice { title: "Missing Information", message: "Please fill in your name and email" };
/// The typed full name is missing on the shared page.
pub const SIGNATURE_REQUIRED: Notice =
    Notice { title: "Signature Required", message: "Please provide your signature to accept the proposal" };
const REVISION_REQUIRED: &str = "Please send revisionSha256, the hash of the revision that was read";
/// Name or e-mail is missing in the editor's Sign & Approve dialog.
pub const MISSING_SIGNATURE_FIELDS: &str = "Please fill in all signature fields.";

const SENDER_NAME: TextField = TextField::new("senderName", "Name", 200);
pub(crate) const SIGNATURE: TextField = TextField::new("signature", "Signature", 200);
const MESSAGE: TextField = TextField::long("message", "Message", 10_000);
const COMPANY: TextField = TextField::new("company", "Company", 200);
const TITLE: TextField = TextField::new("title", "Title", 200);
const NAME: TextField = TextField::new("name", "Name", 200);
/// The maximum length of a user agent; a longer one is truncated, not refused, since it was not typed.
const MAX_USER_AGENT: usize = 512;

/// The person who acts on the shared page, validated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Sender {
    pub name: String,
    /// E-mail address, in lower case.
    pub email: String,
    /// The reason for a decline, or the request for changes; optional.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

impl Sender {
    /// Validates the fields common to all client actions. Fields: `senderName`, `senderEmail`, `message`.
    pub fn parse(name: &str, email: &str, message: Option<&str>) -> Result<Self, Vec<FieldError>> {
        let mut check = Check::new();
        let sender = parse_sender(&mut check, name, email, message);
        check.finish(sender)
    }
}

fn parse_sender(check: &mut Check, name: &str, email: &str, message: Option<&str>) -> Option<Sender> {
    let name = required(check, SENDER_NAME, name, MISSING_INFORMATION.message);
    let email = required_email(check, "senderEmail", email, MISSING_INFORMATION.message);
    let message = check.optional(MESSAGE, message);
    Some(Sender { name: name?, email: email?, message })
}

/// A text with at least one letter or digit of any script. Spaces and invisible characters alone are not a
/// name.
pub(crate) fn required(
    check: &mut Check,
    field: TextField,
    text: &str,
    message: &'static str,
) -> Option<String> {
    if text.chars().any(char::is_alphanumeric) {
        Some(check.required(field, text))
    } else {
        check.push(FieldError::new(field.name, "required", message));
        None
    }
}

fn required_email(
    check: &mut Check,
    field: &'static str,
    text: &str,
    message: &'static str,
) -> Option<String> {
    if text.trim().is_empty() {
        check.push(FieldError::new(field, "required", message));
        return None;
    }
    check.email(field, text).map(|email| email.as_str().to_owned())
}

/// The input for accepting, not yet validated.
#[derive(Debug, Clone, Copy)]
pub struct AcceptRequest<'a> {
    pub sender_name: &'a str,
    /// E-mail address.
    pub sender_email: &'a str,
    /// Full name, typed as the signature.
    pub signature: &'a str,
    /// An optional message.
    pub message: Option<&'a str>,
    /// The signer's company, if given.
    pub company: Option<&'a str>,
    /// The signer's position, if given.
    pub title: Option<&'a str>,
    /// The hash of the displayed revision.
    pub revision_sha256: &'a str,
    /// The consent text the client agreed to.
    pub consent_id: &'a str,
    /// The client's selection of optional items.
    pub choices: &'a [choose::Choice],
    /// The displayed total; required if there is something to choose.
    pub total_amount: Option<&'a str>,
}

/// What the server knows about the request itself.
#[derive(Debug, Clone)]
pub struct RequestContext {
    /// When; truncated to the millisecond.
    pub at: DateTime<Utc>,
    /// The IP address, if known.
    pub ip: Option<IpAddr>,
    pub user_agent: Option<String>,
    /// The request id in the logs.
    pub request_id: String,
}

impl RequestContext {
    /// The user agent on one line.
    pub(crate) fn browser(&self) -> Option<String> {
        self.user_agent
            .as_deref()
            .map(|text| text.chars().filter(|c| !c.is_control()).take(MAX_USER_AGENT).collect())
    }
}

/// How the signature was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// The full name, typed on the shared page.
    TypedName,
    /// Outside the product; the team recorded it.
    GivenElsewhere,
}

/// The evidential class of a signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EvidenceClass {
    /// Signed by the holder of the share link.
    SignedByLink,
    /// The same, and countersigned by the workspace.
    Countersigned,
    /// Recorded by the team. Never printed as a client signature.
    RecordedByTeam,
}

/// One item the client agreed to pay for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Choice {
    /// The item's id.
    pub item_id: Uuid,
    /// How many units.
    #[serde(with = "exact")]
    pub quantity: Decimal,
}

/// The record of a signature. Written once, never changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Signature {
    /// The proposal's id.
    pub proposal_id: Uuid,
    /// The number of the signed revision.
    pub revision_number: u32,
    /// That revision's hash.
    pub revision_sha256: String,
    /// The charged items, in the order of the table.
    pub choices: Vec<Choice>,
    /// SHA-256 of the choices' canonical JSON.
    pub choices_sha256: String,
    /// SHA-256 of the recomputed totals' canonical JSON.
    pub totals_sha256: String,
    /// SHA-256 of the terms; of the empty text if there are none.
    pub terms_sha256: String,
    /// The consent text agreed to; absent if the team recorded the acceptance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consent_id: Option<String>,
    /// Hash of that text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consent_sha256: Option<String>,
    /// How the signature was given.
    pub method: Method,
    /// The typed signature, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub typed_name: Option<String>,
    /// The signer's name.
    pub name: String,
    /// Their e-mail address.
    pub email: String,
    /// Their company, if given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    /// Their position, if given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The message with the signature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The IP address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ip: Option<IpAddr>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user_agent: Option<String>,
    /// When, UTC, to the millisecond.
    #[serde(with = "timestamp")]
    pub signed_at: DateTime<Utc>,
    pub request_id: String,
    /// The evidential class.
    pub evidence_class: EvidenceClass,
}

impl Signature {
    /// The prices of its revision as signed: the recorded items are selected with their quantities, and all
    /// other optional items are not.
    #[must_use]
    pub fn chosen(&self, table: &PricingTable) -> PricingTable {
        let taken: HashMap<Uuid, Decimal> =
            self.choices.iter().map(|choice| (choice.item_id, choice.quantity)).collect();
        let mut table = table.clone();
        for group in &mut table.groups {
            for item in &mut group.items {
                if group.choice != pricing::Choice::All || item.optional {
                    item.selected = taken.contains_key(&item.id);
                }
                item.quantity = taken.get(&item.id).copied().unwrap_or(item.quantity);
            }
        }
        table
    }

    /// SHA-256 of the whole record as canonical JSON, which audit entries and countersignatures refer to.
    pub fn sha256(&self) -> Result<String, CanonicalError> {
        canonical_json(self).map(sha256_hex)
    }
}

/// Why a signature is refused.
#[derive(Debug, Error)]
pub enum SigningError {
    /// The input is invalid; lists the fields.
    #[error("the request is incomplete")]
    Fields(Vec<FieldError>),
    /// The client saw another revision than the current one: 409 `stale_revision`.
    #[error("the proposal has changed since this page was opened")]
    StaleRevision,
    /// The consent text is not the revision's.
    #[error("the consent does not belong to this revision")]
    OtherConsent,
    /// The selection has another total than the one displayed: 409 `totals_mismatch`.
    #[error("the client saw another total")]
    OtherTotal {
        /// The correct total.
        total_amount: Decimal,
    },
    /// The frozen totals do not match the frozen prices.
    #[error("the totals do not follow from the prices")]
    TotalsMismatch,
    /// The frozen prices cannot be totalled.
    #[error("the prices cannot be totalled: {0}")]
    Pricing(#[from] PricingError),
    /// The record has no canonical form.
    #[error(transparent)]
    Canonical(#[from] CanonicalError),
}

/// Creates the client's signature of the revision with hash `sha256`, or says why not. Whether the proposal
/// may be accepted is decided by [`crate::proposal::transition`].
pub fn sign(
    request: &AcceptRequest<'_>,
    revision: &Frozen,
    sha256: &str,
    circumstances: &RequestContext,
) -> Result<Signature, SigningError> {
    let mut check = Check::new();
    let sender = parse_sender(&mut check, request.sender_name, request.sender_email, request.message);
    let typed_name = required(&mut check, SIGNATURE, request.signature, SIGNATURE_REQUIRED.message);
    if request.revision_sha256.is_empty() {
        check.push(FieldError::new("revisionSha256", "required", REVISION_REQUIRED));
    }
    let company = check.optional(COMPANY, request.company);
    let title = check.optional(TITLE, request.title);
    let (sender, typed_name) = check.finish(sender.zip(typed_name)).map_err(SigningError::Fields)?;

    if request.revision_sha256 != sha256 {
        return Err(SigningError::StaleRevision);
    }
    let consent = consent::find(request.consent_id)
        .filter(|consent| consent.id == revision.consent_id)
        .ok_or(SigningError::OtherConsent)?;
    refuse_unless_sound(revision)?;
    let chosen = choose::choose(&revision.pricing, request.choices).map_err(SigningError::Fields)?;
    let totals = pricing::totals(&chosen)?;
    refuse_other_total(request.total_amount, &chosen, &totals)?;
    let record = Signature {
        consent_id: Some(consent.id.to_owned()),
        consent_sha256: Some(consent.sha256()),
        method: Method::TypedName,
        typed_name: Some(typed_name),
        company,
        title,
        evidence_class: EvidenceClass::SignedByLink,
        ..bare(sender, revision, sha256, (&chosen, &totals), circumstances)?
    };
    Ok(record)
}

/// If the frozen totals do not match the frozen prices, the revision cannot be relied on.
fn refuse_unless_sound(revision: &Frozen) -> Result<(), SigningError> {
    if pricing::totals(&revision.pricing)? == revision.totals {
        Ok(())
    } else {
        Err(SigningError::TotalsMismatch)
    }
}

/// A client signs only for the displayed amount. If there is nothing to choose, the revision's hash
/// identifies it.
fn refuse_other_total(
    shown: Option<&str>,
    chosen: &PricingTable,
    totals: &PricingTotals,
) -> Result<(), SigningError> {
    let fault =
        |code, message| Err(SigningError::Fields(vec![FieldError::new("totalAmount", code, message)]));
    match shown.map(|text| exact::parse(text.trim())) {
        None if choose::offers_choice(chosen) => fault("required", "Please say what your choices come to"),
        Some(None) => fault("not_a_number", "Please send the total as a number, for example 4500.00"),
        Some(Some(shown)) if shown != totals.total_amount => {
            Err(SigningError::OtherTotal { total_amount: totals.total_amount })
        }
        None | Some(Some(_)) => Ok(()),
    }
}

/// Records an acceptance given outside the product (the editor's Sign & Approve). Fields: `name`, `email`.
pub fn record(
    name: &str,
    email: &str,
    revision: &Frozen,
    sha256: &str,
    circumstances: &RequestContext,
) -> Result<Signature, SigningError> {
    let mut check = Check::new();
    let name = required(&mut check, NAME, name, MISSING_SIGNATURE_FIELDS);
    let email = required_email(&mut check, "email", email, MISSING_SIGNATURE_FIELDS);
    let (name, email) = check.finish(name.zip(email)).map_err(SigningError::Fields)?;
    let sender = Sender { name, email, message: None };
    refuse_unless_sound(revision)?;
    bare(sender, revision, sha256, (&revision.pricing, &revision.totals), circumstances)
}

/// A record without consent or typed name, because the team cannot vouch for them.
fn bare(
    sender: Sender,
    revision: &Frozen,
    sha256: &str,
    (chosen, totals): (&PricingTable, &PricingTotals),
    circumstances: &RequestContext,
) -> Result<Signature, SigningError> {
    let choices = charged(chosen);
    Ok(Signature {
        proposal_id: revision.proposal_id,
        revision_number: revision.number,
        revision_sha256: sha256.to_owned(),
        choices_sha256: sha256_hex(canonical_json(&choices)?),
        choices,
        totals_sha256: sha256_hex(canonical_json(totals)?),
        terms_sha256: revision.terms_sha256(),
        consent_id: None,
        consent_sha256: None,
        method: Method::GivenElsewhere,
        typed_name: None,
        name: sender.name,
        email: sender.email,
        company: None,
        title: None,
        message: sender.message,
        ip: circumstances.ip,
        user_agent: circumstances.browser(),
        signed_at: timestamp::to_milliseconds(circumstances.at),
        request_id: circumstances.request_id.clone(),
        evidence_class: EvidenceClass::RecordedByTeam,
    })
}

/// The charged items of a table, as a signature records them.
#[must_use]
pub fn charged(table: &PricingTable) -> Vec<Choice> {
    table
        .groups
        .iter()
        .flat_map(|group| group.items.iter().filter(|item| item.counts(group.choice)))
        .map(|item| Choice { item_id: item.id, quantity: item.quantity })
        .collect()
}

/// The single message for a list of signing errors: the specification's, name and e-mail first.
#[must_use]
pub fn notice(errors: &[FieldError]) -> Option<Notice> {
    [MISSING_INFORMATION, SIGNATURE_REQUIRED]
        .into_iter()
        .find(|notice| errors.iter().any(|error| error.message == Cow::Borrowed(notice.message)))
}

#[cfg(test)]
mod tests;
