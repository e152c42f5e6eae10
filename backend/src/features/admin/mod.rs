//! Site administration: the settings of the site, including prompts; the users; and the state of jobs and
//! mails.

pub mod api;
mod error;
mod jobs;
pub mod jobs_api;
mod jobs_store;
pub mod jobs_types;
mod mails;
mod service;
pub mod site_api;
mod store;
pub mod types;
mod users;
pub mod users_api;
mod users_store;
pub mod users_types;
