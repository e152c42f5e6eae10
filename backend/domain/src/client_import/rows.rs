//! The result for a line: a new client, a change of one, or a reason to skip it.

use std::collections::{HashMap, HashSet};

use poem_openapi::Enum;
use serde::{Deserialize, Serialize};

use super::{Mapping, Row};
use crate::{
    client::{ClientInput, ClientProfile},
    field_error::FieldError,
    identity::Email,
};

/// What to do with a line whose email address an existing client has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr, Enum)]
#[oai(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
#[serde(rename_all = "snake_case")]
pub enum Duplicates {
    /// Skip the line.
    Skip,
    /// Update the client with the non-blank values of the line.
    Update,
    /// Add another client.
    Add,
}

impl Duplicates {
    /// The stored name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    /// The one of that name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Skip, Self::Update, Self::Add].into_iter().find(|known| known.as_str() == name)
    }
}

/// Why a line is skipped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// The first invalid field, if the reason is about a field.
    pub field: Option<String>,
    /// A stable `snake_case` reason.
    pub code: &'static str,
    /// The reason in words, for every invalid field.
    pub message: String,
}

impl Skipped {
    fn invalid(errors: &[FieldError]) -> Self {
        let first = errors.first();
        Self {
            field: first.map(|error| error.field.to_string()),
            code: first.map_or("invalid", |error| error.code),
            message: errors.iter().map(|error| error.message.as_ref()).collect::<Vec<_>>().join("; "),
        }
    }

    fn duplicate(message: String) -> Self {
        Self { field: Some("email".to_owned()), code: "duplicate", message }
    }
}

/// The new values for an existing client. Blank cells are absent and keep the stored value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientChange {
    /// The address by which the client is found.
    pub email: Email,
    /// Name of the client's company.
    pub company_name: Option<String>,
    /// First name of the contact.
    pub first_name: Option<String>,
    /// Last name of the contact.
    pub last_name: Option<String>,
    /// Phone number as typed.
    pub phone: Option<String>,
    /// Postal address.
    pub address: Option<String>,
    /// Full http(s) URL.
    pub website_url: Option<String>,
    /// What the client does.
    pub description: Option<String>,
}

impl ClientChange {
    /// The names may be blank: the client already has some.
    fn read(input: ClientInput) -> Result<Self, Vec<FieldError>> {
        let is_given = |text: &str| !text.trim().is_empty();
        let given = [&input.company_name, &input.first_name, &input.last_name].map(|text| is_given(text));
        let some = |text: String| if is_given(&text) { text } else { "-".to_owned() };
        let profile = ClientInput {
            company_name: some(input.company_name),
            first_name: some(input.first_name),
            last_name: some(input.last_name),
            ..input
        }
        .validate()?;
        let [company_name, first_name, last_name] = given;
        Ok(Self {
            email: profile.email,
            company_name: company_name.then_some(profile.company_name),
            first_name: first_name.then_some(profile.first_name),
            last_name: last_name.then_some(profile.last_name),
            phone: profile.phone,
            address: profile.address,
            website_url: profile.website_url,
            description: profile.description,
        })
    }

    /// Changes a client.
    pub fn apply(self, client: &mut ClientProfile) {
        let texts = [
            (self.company_name, &mut client.company_name),
            (self.first_name, &mut client.first_name),
            (self.last_name, &mut client.last_name),
        ];
        for (new, old) in texts {
            if let Some(new) = new {
                *old = new;
            }
        }
        client.phone = self.phone.or(client.phone.take());
        client.address = self.address.or(client.address.take());
        client.website_url = self.website_url.or(client.website_url.take());
        client.description = self.description.or(client.description.take());
    }
}

/// The result for a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// A client is added.
    Add(ClientProfile),
    /// The client with that address is changed.
    Change(ClientChange),
    /// The line is skipped.
    Skip(Skipped),
}

/// Reads the lines of a file in order.
#[derive(Debug)]
pub struct RowReader {
    mapping: Mapping,
    duplicates: Duplicates,
    /// The imported addresses, each with the line where it first occurred.
    brought: HashMap<String, u32>,
}

impl RowReader {
    /// A reader with this mapping.
    #[must_use]
    pub fn new(mapping: Mapping, duplicates: Duplicates) -> Self {
        Self { mapping, duplicates, brought: HashMap::new() }
    }

    /// The address of a line, if it has one.
    #[must_use]
    pub fn email(&self, row: &Row) -> Option<Email> {
        Email::parse("email", &row.cell(self.mapping.email?)).ok()
    }

    /// Registers a line that this import has already processed, when an import resumes.
    pub fn remember(&mut self, row: &Row) {
        if let Some(email) = self.email(row) {
            self.brought.entry(email.as_str().to_owned()).or_insert(row.line);
        }
    }

    /// The result for the next line; `known` are those of its addresses that existing clients have.
    pub fn read(&mut self, row: &Row, known: &HashSet<String>) -> Outcome {
        if let Some(fault) = row.fault() {
            return Outcome::Skip(fault.clone());
        }
        let outcome = self.outcome(row, known);
        if !matches!(outcome, Outcome::Skip(_)) {
            self.remember(row);
        }
        outcome
    }

    fn outcome(&self, row: &Row, known: &HashSet<String>) -> Outcome {
        let input = self.input(row);
        let email = self.email(row);
        let address = email.as_ref().map(Email::as_str).unwrap_or_default();
        let before = self.brought.get(address);
        let is_there = before.is_some() || known.contains(address);
        let read = match self.duplicates {
            Duplicates::Skip if is_there => {
                return Outcome::Skip(Skipped::duplicate(match before {
                    Some(line) => format!("Line {line} has the same email address"),
                    None => "A client with this email address exists already".to_owned(),
                }));
            }
            Duplicates::Update if is_there => ClientChange::read(input).map(Outcome::Change),
            _ => input.validate().map(Outcome::Add),
        };
        read.unwrap_or_else(|errors| Outcome::Skip(Skipped::invalid(&errors)))
    }

    fn input(&self, row: &Row) -> ClientInput {
        let text = |column: Option<u32>| column.map(|column| row.cell(column).into_owned());
        let required = |column: Option<u32>| text(column).unwrap_or_default();
        let Mapping { company_name, first_name, last_name, email, phone, address, website_url, description } =
            self.mapping;
        let (first_name, last_name) = if first_name.is_some() && first_name == last_name {
            let both = required(first_name);
            let (first, last) = both.trim().rsplit_once(char::is_whitespace).unwrap_or((both.as_str(), ""));
            (first.to_owned(), last.to_owned())
        } else {
            (required(first_name), required(last_name))
        };
        ClientInput {
            company_name: required(company_name),
            first_name,
            last_name,
            email: required(email),
            phone: text(phone),
            address: text(address),
            website_url: text(website_url),
            description: text(description),
        }
    }
}
