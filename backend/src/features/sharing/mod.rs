//! What a client does with a link: read the frozen proposal, accept, decline or ask for changes.
//!
//! Whoever holds the link is a guest who may reach that one proposal. The end of the journey.

pub mod actions;
pub mod api;
pub mod mails;
pub mod service;
pub(crate) mod store;
