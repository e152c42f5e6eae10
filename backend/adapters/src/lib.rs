//! The outside world, one adapter each, spoken to over its real protocol. An adapter knows the rules of
//! `proffer-domain` and neither the rows nor the wire of this server: its errors are its own.

pub mod ai;
pub mod clock;
pub mod dns;
pub mod mail;
pub mod objects;
pub mod oidc;
pub mod passwords;
pub mod payments;
pub mod pdf;
pub mod pictures;
pub mod random;
pub mod secrets;
mod span;
pub mod web;
