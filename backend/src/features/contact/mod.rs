//! Messages to the site's support, from signed-in and anonymous users; they are stored and mailed to the
//! support address.

pub mod api;
pub mod jobs;
mod mails;
pub mod service;
mod store;
