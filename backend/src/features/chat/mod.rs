//! The chat about a proposal. A question begins a turn: a short transaction stores it and sets aside what it
//! can cost, a task of its own asks the assistant with no transaction open, and another short one applies the
//! answer to the proposal as it is then.
//!
//! Nobody needs to watch: the task goes on when the client has gone, and whoever asks again with the same id
//! finds the turn, in this process from its events, anywhere else from its row.

pub mod api;
pub mod error;
mod follow;
mod hub;
mod presentation;
mod revert;
mod run_turn;
mod start_turn;
mod turns;

pub use follow::Following;
pub use hub::Turns;
pub use presentation::messages;
pub use revert::{revert, review};
pub use start_turn::ask;
