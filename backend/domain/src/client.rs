//! Clients: the fields of the client form, and the validated client.

use poem_openapi::Object;
use serde::{Deserialize, Serialize};

use crate::field_error::{Check, FieldError, TextField};
use crate::identity::Email;

/// The data of a client.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase", default)]
pub struct ClientInput {
    /// The company's name; required.
    pub company_name: String,
    /// The contact's first name; required.
    pub first_name: String,
    /// The contact's last name; required.
    pub last_name: String,
    /// The contact's email address; required.
    pub email: String,
    /// The phone number.
    pub phone: Option<String>,
    /// The postal address.
    pub address: Option<String>,
    /// The website; `https://` is added if there is no scheme.
    pub website_url: Option<String>,
    /// Notes about the client.
    pub description: Option<String>,
}

/// A change of a client. Absent fields are not changed; an empty string clears an optional field.
#[derive(Clone, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct ClientUpdate {
    /// The company's name.
    pub company_name: Option<String>,
    /// The contact's first name.
    pub first_name: Option<String>,
    /// The contact's last name.
    pub last_name: Option<String>,
    /// The contact's email address.
    pub email: Option<String>,
    /// The phone number.
    pub phone: Option<String>,
    /// The postal address.
    pub address: Option<String>,
    /// The website; `https://` is added if there is no scheme.
    pub website_url: Option<String>,
    /// Notes about the client.
    pub description: Option<String>,
    /// The `etag` of the record that the change is based on. Concurrent changes to other fields are kept; a
    /// conflict in the same field is 409 `stale_record`.
    pub etag: Option<String>,
}

crate::redact!(ClientInput, ClientUpdate);

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
    pub phone: Option<String>,
    /// Postal address.
    pub address: Option<String>,
    /// Full http(s) URL.
    pub website_url: Option<String>,
    /// What the client does.
    pub description: Option<String>,
}

impl ClientInput {
    /// Checks every field and reports all errors at once.
    pub fn validate(self) -> Result<ClientProfile, Vec<FieldError>> {
        let mut check = Check::new();
        let company_name =
            check.required(TextField::new("companyName", "Company name", 200), &self.company_name);
        let first_name = check.required(TextField::new("firstName", "First name", 100), &self.first_name);
        let last_name = check.required(TextField::new("lastName", "Last name", 100), &self.last_name);
        let email = check.email("email", &self.email);
        let phone = check.optional(TextField::new("phone", "Phone", 50), self.phone);
        let address = check.optional(TextField::long("address", "Address", 500), self.address);
        let website_url = check.website(TextField::new("websiteUrl", "Website", 2048), self.website_url);
        let description =
            check.optional(TextField::long("description", "Description", 5000), self.description);
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
        let seen: Vec<_> =
            errors.iter().map(|error| (error.field.as_ref(), error.message.as_ref())).collect();
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
}
