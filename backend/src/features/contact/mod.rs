//! Writing to the site's support. Anybody may, signed in or not; what they write is kept and mailed to the
//! support address.

pub mod api;
pub mod jobs;
mod mails;
pub mod service;
mod store;
