//! Adapters for external systems, one module each, speaking the real protocol. An adapter knows the rules of
//! `proffer-domain`, but neither the database nor the wire of this server: it has its own errors.

pub mod ai;
pub mod clock;
pub mod dns;
pub mod limited_process;
pub mod mail;
pub mod objects;
pub mod oidc;
pub mod passwords;
pub mod payments;
pub mod pdf;
pub mod pictures;
pub mod random;
pub mod recap_files;
pub mod seal;
pub mod secrets;
mod span;
pub mod web;
