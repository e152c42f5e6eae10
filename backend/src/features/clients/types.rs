//! The messages of clients.

use poem_openapi::{Enum, Object};
use proffer_domain::client_website::ScrapedInfo;
use uuid::Uuid;

use crate::wire::Timestamp;

/// The state of reading a client's website.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Enum, strum::IntoStaticStr, strum::EnumString)]
#[oai(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Enrichment {
    /// There is no website, or it has not been read yet.
    #[default]
    None,
    /// The website is going to be read.
    Waiting,
    /// The website was read.
    Done,
    /// The website could not be read.
    Failed,
}

impl Enrichment {
    /// The word in the database.
    pub fn as_str(self) -> &'static str {
        self.into_str()
    }
}

/// A client.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Client {
    /// The client's id.
    pub id: Uuid,
    /// The company's name.
    pub company_name: String,
    /// The contact's first name.
    pub first_name: String,
    /// The contact's last name.
    pub last_name: String,
    /// The contact's email address.
    pub email: String,
    /// The phone number.
    pub phone: Option<String>,
    /// The postal address.
    pub address: Option<String>,
    /// The website.
    pub website_url: Option<String>,
    /// The URL of the logo.
    pub logo_url: Option<String>,
    /// Notes about the client.
    pub description: Option<String>,
    /// Facts from the website.
    pub scraped_info: Option<ScrapedInfo>,
    /// The state of reading the website.
    pub enrichment: Enrichment,
    /// Why the website could not be read.
    pub enrichment_problem: Option<String>,
    /// When reading the website succeeded or failed.
    pub enriched_at: Option<Timestamp>,
    /// The number of proposals, all of which are deleted together with the client.
    pub proposal_count: i64,
    /// The number of signed proposals.
    pub signed_proposal_count: i64,
    /// The number of proposals that are with the client or accepted, but not signed yet.
    pub open_proposal_count: i64,
    /// When the client was added.
    pub created_at: Timestamp,
    /// When the client was last changed.
    pub updated_at: Timestamp,
    /// Identifies the current state of the record; send it with a change.
    pub etag: String,
}
