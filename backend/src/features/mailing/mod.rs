//! Mails: completing each with what only then is known, and ending those that a recipient no longer wants.

pub mod api;
pub mod error;
mod notification_mails;
mod notify;
mod send_mail;
mod unsubscribe;
