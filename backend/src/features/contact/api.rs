//! The operations and messages of messages to the site's support.

use std::borrow::Cow;

use poem::web::Data;
use poem_openapi::{
    Object, OpenApi,
    payload::Json,
    registry::{MetaSchema, MetaSchemaRef},
    types::{ParseError, ParseFromJSON, ParseResult, ToJSON, Type},
};
use proffer_domain::{
    contact::{ContactInput, RequestType},
    rate_limit::Rule,
};
use serde_json::Value;

use super::service;
use crate::{
    app::App,
    features::Noun,
    http::{caller::Caller, limits, problem::Problem},
    wire::JsonBody,
};

/// The type of a message. Any other text is parsed too, so that the use case can report it as an error of
/// this field.
#[derive(Debug)]
pub struct WantedType(String);

impl Type for WantedType {
    const IS_REQUIRED: bool = true;
    type RawValueType = Self;
    type RawElementValueType = Self;

    fn name() -> Cow<'static, str> {
        "contact_request_type".into()
    }

    fn schema_ref() -> MetaSchemaRef {
        let words = RequestType::ALL.into_iter().map(|kind| Value::from(kind.as_str())).collect();
        MetaSchemaRef::Inline(Box::new(MetaSchema { enum_items: words, ..MetaSchema::new("string") }))
    }

    fn as_raw_value(&self) -> Option<&Self> {
        Some(self)
    }

    fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
        Box::new(self.as_raw_value().into_iter())
    }
}

impl ParseFromJSON for WantedType {
    fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
        let text =
            value.as_ref().and_then(Value::as_str).ok_or_else(|| ParseError::custom("expected a text"))?;
        Ok(Self(text.to_owned()))
    }
}

impl ToJSON for WantedType {
    fn to_json(&self) -> Option<Value> {
        Some(self.0.as_str().into())
    }
}

/// A message to the site's support.
#[derive(Object)]
#[oai(rename = "ContactMessage", rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct MessageInput {
    /// The sender's name, 2 to 100 characters.
    pub name: String,
    /// The reply address, at most 254 characters.
    pub email: String,
    /// The type of the message; `support` by default.
    #[oai(rename = "type")]
    pub kind: Option<WantedType>,
    /// The subject, 5 to 200 characters.
    pub subject: String,
    /// The message, 10 to 5,000 characters.
    pub message: String,
    /// Must be empty. The field is hidden from users; a message that fills it in is dropped as spam.
    pub website: Option<String>,
}

proffer_domain::redact!(MessageInput);

impl From<MessageInput> for ContactInput {
    fn from(input: MessageInput) -> Self {
        let MessageInput { name, email, kind, subject, message, website } = input;
        Self {
            name,
            email,
            kind: kind.map_or_else(|| RequestType::default().as_str().to_owned(), |kind| kind.0),
            subject,
            message,
            website,
        }
    }
}

/// The result of sending a message.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct ContactAnswer {
    /// Whether the message was accepted.
    pub success: bool,
}

/// Messages to the site's support.
pub struct ContactApi;

#[OpenApi(tag = "Noun::Contact")]
impl ContactApi {
    /// Send a message to the site's support, which replies by mail.
    #[oai(path = "/contact", method = "post", operation_id = "sendContactMessage")]
    async fn send(
        &self,
        app: Data<&App>,
        caller: Caller,
        input: JsonBody<MessageInput>,
    ) -> Result<Json<ContactAnswer>, Problem> {
        limits::take(&app, Rule::MessagePerNetwork, &caller.ip).await?;
        service::send(&app, input.0.into()).await?;
        Ok(Json(ContactAnswer { success: true }))
    }
}
