//! The environment of the tests: a real server on a real database, its users, and doubles of external
//! services.

pub mod actor;
pub mod app;
pub mod beside;
pub mod cluster;
pub mod dns;
pub mod document;
pub mod events;
pub mod log;
pub mod mailbox;
pub mod model_double;
pub mod operations;
pub mod payments;
pub mod seeded;
pub mod setup;
pub mod slow_line;
pub mod smtp;
pub mod stories;
pub mod tab;
pub mod waiting;
pub mod website;
