//! The outside world, one adapter each, spoken to over its real protocol.

pub mod ai;
pub mod mail;
pub mod passwords;
