//! What site administrators keep: the settings of the site, prompts among them; who there is; and what became
//! of work and mail.

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
