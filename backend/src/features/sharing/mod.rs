//! Sending, share links, and the client's side: reading the frozen proposal, choosing, accepting, declining
//! and requesting changes.
//!
//! The holder of a link is a guest with access to that one proposal.

pub mod actions;
pub mod api;
pub mod changes;
pub mod choices;
mod error;
pub mod jobs;
pub mod mails;
pub mod reading;
pub mod reading_api;
pub mod reading_types;
pub mod sending;
pub mod sending_api;
pub mod sending_mails;
pub mod sending_types;
pub mod service;
pub mod signing;
mod store;
pub mod types;
