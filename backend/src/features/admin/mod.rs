//! Site administration: the settings of the site, including prompts; the users; and the state of jobs and
//! mails.

pub mod api;
mod error;
mod jobs;
pub mod jobs_api;
mod jobs_store;
mod mails;
mod service;
pub mod site_api;
mod store;
mod users;
pub mod users_api;
mod users_store;
