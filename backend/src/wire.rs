//! Small pieces of the wire that several nouns share: bodies, CSV files, empty responses.

mod body;
pub mod csv_file;
pub mod form;

use poem_openapi::ApiResponse;
pub use proffer_domain::timestamp::Timestamp;

pub use self::body::{JsonBody, MaybeJson, SignedJson};

/// A deletion succeeded.
#[derive(ApiResponse)]
pub enum Deleted {
    /// It is deleted.
    #[oai(status = 204)]
    Done,
}

/// `path` with the query parameters that have a value.
pub fn query(path: &str, parameters: &[(&str, Option<&str>)]) -> String {
    let given = parameters.iter().filter_map(|(name, value)| value.map(|value| (name, value)));
    let pairs = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(given).finish();
    if pairs.is_empty() { path.to_owned() } else { format!("{path}?{pairs}") }
}
