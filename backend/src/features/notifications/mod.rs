//! Notifications of the team: the list with its unread count, mails, and preferences.

pub mod api;
mod follow;
pub mod jobs;
pub mod service;
mod store;
pub mod types;
