//! Mails: adding what is known only when they are sent, and unsubscribing.

pub mod api;
mod error;
pub mod notification_mails;
mod notify;
mod send_mail;
mod unsubscribe;
