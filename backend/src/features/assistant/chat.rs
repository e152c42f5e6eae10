//! The chat about a proposal. A question begins a turn: a short transaction stores it and sets aside what it can cost, a task of
//! its own asks the assistant with no transaction open, and another short one applies the answer to the proposal as it is then.
//!
//! Nobody needs to watch: the task goes on when the client has gone, and whoever asks again with the same id finds the turn, in
//! this process from its events, anywhere else from its row.

mod answering;
mod asking;
mod follow;
mod hub;
mod shown;
mod turns;
mod undoing;

pub use asking::ask;
pub use follow::Following;
pub use hub::Turns;
pub use shown::messages;
pub use undoing::{revert, review};
