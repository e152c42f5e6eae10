//! Sending, share links, and what a client does with one: read the frozen proposal, choose, accept, decline
//! or ask for changes.
//!
//! Whoever holds the link is a guest who may reach that one proposal. The end of the journey.

pub mod actions;
pub mod api;
pub mod changes;
pub mod choices;
pub mod error;
pub mod jobs;
pub mod mails;
pub mod reading;
pub mod reading_api;
pub mod sending;
pub mod sending_api;
pub mod sending_mails;
pub mod service;
pub mod signing;
mod store;
