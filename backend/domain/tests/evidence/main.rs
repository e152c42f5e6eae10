//! Valid evidence, and every way of tampering with it.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test stops at the first surprise"
)]

mod builder;
mod daily_roots;
mod fixtures;
mod flips;
mod forgeries;
mod merkle;
mod reports;
mod roots;
mod seals;
