//! Messages to the site's support: the fields of the contact form, and the validated message.

use crate::{
    field_error::{Check, FieldError, TextField},
    identity::Email,
};

const NAME: TextField = TextField::new("name", "Name", 100);
const EMAIL: TextField = TextField::new("email", "Email", 254);
const SUBJECT: TextField = TextField::new("subject", "Subject", 200);
const MESSAGE: TextField = TextField::long("message", "Message", 5000);

/// What a message is about.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum RequestType {
    /// Something does not work.
    #[default]
    Support,
    /// A feature request.
    Feature,
    /// A question about an account.
    Account,
}

impl RequestType {
    /// All of them, in the order of the form.
    pub const ALL: [Self; 3] = [Self::Support, Self::Feature, Self::Account];

    /// The name on the wire and in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// Its label in the form (spec, section 4).
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Support => "Contact Support",
            Self::Feature => "Feature Request",
            Self::Account => "Account Help",
        }
    }

    /// The type of that name.
    #[must_use]
    pub fn named(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// What the contact form sends, as typed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ContactInput {
    /// The sender's name.
    pub name: String,
    /// The sender's address.
    pub email: String,
    /// One of the three types.
    pub kind: String,
    pub subject: String,
    pub message: String,
    /// A hidden field that people leave empty.
    pub website: Option<String>,
}

/// A message that satisfies all rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContactMessage {
    /// The sender's name; one line.
    pub name: String,
    /// The sender's address.
    pub email: Email,
    /// The type.
    pub kind: RequestType,
    /// The subject; one line.
    pub subject: String,
    pub message: String,
}

impl ContactInput {
    /// Programs fill in every field; people leave a hidden one empty.
    #[must_use]
    pub fn is_by_a_program(&self) -> bool {
        self.website.as_deref().is_some_and(|text| !text.trim().is_empty())
    }

    /// Checks every field and reports all errors at once, with the messages of the form (spec, section 5).
    ///
    /// # Errors Every field that is wrong.
    pub fn validate(&self) -> Result<ContactMessage, Vec<FieldError>> {
        const SHORT: &str = "too_short";
        let mut check = Check::new();
        let name = check.at_least(NAME, &self.name, 2, SHORT, "Name must be at least 2 characters".into());
        let email = check.part(address(&self.email));
        let kind = RequestType::named(&self.kind);
        let kind = check
            .part(kind.ok_or_else(|| FieldError::new("type", "invalid", "Please select a request type")));
        let subject =
            check.at_least(SUBJECT, &self.subject, 5, SHORT, "Subject must be at least 5 characters".into());
        let message = check.at_least(
            MESSAGE,
            &self.message,
            10,
            SHORT,
            "Message must be at least 10 characters".into(),
        );
        check.finish(email.zip(kind).map(|(email, kind)| ContactMessage {
            name,
            email,
            kind,
            subject,
            message,
        }))
    }
}

/// The form has its own message for an invalid address.
fn address(text: &str) -> Result<Email, FieldError> {
    if text.trim().chars().count() > EMAIL.max {
        return Err(crate::field_error::too_long(EMAIL));
    }
    Email::parse(EMAIL.name, text)
        .map_err(|error| FieldError { message: "Please enter a valid email address".into(), ..error })
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use pretty_assertions::assert_eq;

    use super::*;

    fn good() -> ContactInput {
        ContactInput {
            name: " Mia Berg ".into(),
            email: "Mia@Harbor.example".into(),
            kind: "feature".into(),
            subject: "Another language".into(),
            message: "Could proposals be\r\nin Danish?".into(),
            website: None,
        }
    }

    #[test]
    fn a_good_message_is_tidied() {
        let message = good().validate().unwrap();
        assert_eq!((message.name.as_str(), message.email.as_str()), ("Mia Berg", "mia@harbor.example"));
        assert_eq!(
            (message.kind, message.message.as_str()),
            (RequestType::Feature, "Could proposals be\r\nin Danish?")
        );
    }

    #[test]
    fn everything_wrong_is_said_in_the_words_of_the_form() {
        let said = |input: ContactInput| -> Vec<String> {
            let errors = input.validate().err().unwrap_or_default();
            errors
                .into_iter()
                .map(|error| format!("{} {}: {}", error.field, error.code, error.message))
                .collect()
        };
        let short = ContactInput {
            name: " M ".into(),
            subject: "Four".into(),
            message: "Nine more".into(),
            ..ContactInput::default()
        };
        assert_eq!(
            said(short),
            [
                "name too_short: Name must be at least 2 characters",
                "email invalid: Please enter a valid email address",
                "type invalid: Please select a request type",
                "subject too_short: Subject must be at least 5 characters",
                "message too_short: Message must be at least 10 characters",
            ]
        );
        let long = ContactInput {
            name: "ö".repeat(101),
            email: format!("{}@harbor.example", "m".repeat(240)),
            subject: "s".repeat(201),
            message: "m".repeat(5001),
            ..good()
        };
        assert_eq!(
            said(long),
            [
                "name too_long: Name must be at most 100 characters",
                "email too_long: Email must be at most 254 characters",
                "subject too_long: Subject must be at most 200 characters",
                "message too_long: Message must be at most 5,000 characters",
            ]
        );
        let broken = ContactInput {
            name: "Mia\r\nBcc: all@nobody.example".into(),
            subject: "Hello\nTo: you".into(),
            ..good()
        };
        assert_eq!(
            said(broken),
            [
                "name invalid_characters: Name must be a single line of text",
                "subject invalid_characters: Subject must be a single line of text",
            ]
        );
        for email in ["mia", "mia@harbor.example\r\nBcc: all@nobody.example", "Mia <mia@harbor.example>"] {
            assert_eq!(
                said(ContactInput { email: email.into(), ..good() }),
                ["email invalid: Please enter a valid email address"]
            );
        }
        assert_eq!(
            said(ContactInput { kind: "Support".into(), ..good() }),
            ["type invalid: Please select a request type"]
        );
    }

    #[test]
    fn a_sender_that_fills_in_the_hidden_field_is_a_program() {
        for (website, program) in
            [(None, false), (Some(""), false), (Some("  "), false), (Some("https://spam.example"), true)]
        {
            assert_eq!(
                ContactInput { website: website.map(str::to_owned), ..good() }.is_by_a_program(),
                program,
                "{website:?}"
            );
        }
    }
}
