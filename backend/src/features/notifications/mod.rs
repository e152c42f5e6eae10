//! What people of the team are told: a list with a count, mails, and what each wants to hear of.

pub mod api;
mod follow;
pub mod jobs;
pub mod service;
mod store;
