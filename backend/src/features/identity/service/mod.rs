//! Use cases of sign-up and sign-in.

pub mod accounts;
pub mod sessions;
mod tokens;
