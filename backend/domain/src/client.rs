//! Clients: the fields of the client form, and the validated client.

use serde::{Deserialize, Serialize};

use crate::field_error::{Check, FieldError, TextField};
use crate::identity::Email;

const COMPANY_NAME: TextField = TextField::new("companyName", "Company name", 200);
const FIRST_NAME: TextField = TextField::new("firstName", "First name", 100);
const LAST_NAME: TextField = TextField::new("lastName", "Last name", 100);
const PHONE: TextField = TextField::new("phone", "Phone", 50);
const ADDRESS: TextField = TextField::long("address", "Address", 500);
const WEBSITE: TextField = TextField::new("websiteUrl", "Website", 2048);
const DESCRIPTION: TextField = TextField::long("description", "Description", 5000);

/// What the client form sends, as typed. Company name, both names and e-mail are required (spec, section 5).
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct ClientInput {
    /// Required.
    pub company_name: String,
    /// Required.
    pub first_name: String,
    /// Required.
    pub last_name: String,
    /// Required.
    pub email: String,
    /// Optional; blank counts as absent, like all that follow.
    pub phone: Option<String>,
    /// Postal address.
    pub address: Option<String>,
    /// `https://` is put in front when neither it nor `http://` is there.
    pub website_url: Option<String>,
    /// What the client does.
    pub description: Option<String>,
}

/// A client that satisfies all rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ClientProfile {
    /// Name of the client's company.
    pub company_name: String,
    /// First name of the contact.
    pub first_name: String,
    /// Last name of the contact.
    pub last_name: String,
    /// Where proposals and signed copies are mailed.
    pub email: Email,
    /// Phone number as typed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    /// Postal address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// Full http(s) URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub website_url: Option<String>,
    /// What the client does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

impl ClientInput {
    /// Checks every field and reports all errors at once.
    pub fn validate(&self) -> Result<ClientProfile, Vec<FieldError>> {
        let mut check = Check::new();
        let company_name = check.required(COMPANY_NAME, &self.company_name);
        let first_name = check.required(FIRST_NAME, &self.first_name);
        let last_name = check.required(LAST_NAME, &self.last_name);
        let email = check.email("email", &self.email);
        let phone = check.optional(PHONE, self.phone.as_deref());
        let address = check.optional(ADDRESS, self.address.as_deref());
        let website_url = check.website(WEBSITE, self.website_url.as_deref());
        let description = check.optional(DESCRIPTION, self.description.as_deref());
        check.finish(email.map(|email| ClientProfile {
            company_name,
            first_name,
            last_name,
            email,
            phone,
            address,
            website_url,
            description,
        }))
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use pretty_assertions::assert_eq;

    use super::*;

    fn good() -> ClientInput {
        ClientInput {
            company_name: " Harbor Dental ".into(),
            first_name: "Mia".into(),
            last_name: "Öz".into(),
            email: "Mia@Harbor.example".into(),
            phone: Some("  ".into()),
            website_url: Some("harbor.example".into()),
            ..ClientInput::default()
        }
    }

    #[test]
    fn a_good_client_is_tidied() {
        let client = good().validate().unwrap();
        assert_eq!(client.company_name, "Harbor Dental");
        assert_eq!(client.email.as_str(), "mia@harbor.example");
        assert_eq!(client.phone, None);
        assert_eq!(client.website_url.as_deref(), Some("https://harbor.example"));
    }

    #[test]
    fn every_missing_field_is_named() {
        let errors = ClientInput::default().validate().unwrap_err();
        let seen: Vec<_> = errors.iter().map(|error| (error.field.as_ref(), error.message.as_ref())).collect();
        assert_eq!(
            seen,
            [
                ("companyName", "Company name is required"),
                ("firstName", "First name is required"),
                ("lastName", "Last name is required"),
                ("email", "Invalid email address"),
            ]
        );
    }

    #[test]
    fn optional_fields_are_bounded_too() {
        let errors = ClientInput {
            phone: Some("1".repeat(51)),
            website_url: Some("javascript:alert(1)".into()),
            description: Some("a\0b".into()),
            ..good()
        }
        .validate()
        .unwrap_err();
        let fields: Vec<_> = errors.iter().map(|error| error.field.as_ref()).collect();
        assert_eq!(fields, ["phone", "websiteUrl", "description"]);
    }

    #[test]
    fn unknown_fields_are_refused() {
        assert!(serde_json::from_str::<ClientInput>(r#"{"workspaceId":"x"}"#).is_err());
    }
}
