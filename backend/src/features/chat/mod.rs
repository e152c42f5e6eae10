//! The chat about a proposal. A question starts a turn: a short transaction stores it and reserves its
//! maximum cost, a separate task calls the assistant without an open transaction, and another short
//! transaction applies the answer to the current proposal.
//!
//! The task continues when the client disconnects. A repeated request with the same id finds the turn: in
//! this process by its events, in any other by its row.

pub mod api;
mod error;
mod follow;
pub mod hub;
mod presentation;
mod price_types;
mod revert;
mod run_turn;
mod start_turn;
mod turns;
pub mod types;

pub use hub::Turns;
pub use presentation::messages;
pub use revert::{revert, review};
pub use run_turn::still_meant;
pub use start_turn::ask;
