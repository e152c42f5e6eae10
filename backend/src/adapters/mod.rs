//! The outside world, one adapter each, spoken to over its real protocol.

pub mod ai;
pub mod dns;
pub mod mail;
pub mod objects;
pub mod oidc;
pub mod passwords;
pub mod payments;
pub mod pdf;
pub mod pictures;
pub mod secrets;
pub mod web;
