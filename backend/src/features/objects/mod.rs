//! Files that people bring, and the pictures made of them.
//!
//! A browser puts a file straight into the object storage, at an address that is signed for it (`uploads`). Nothing of it is
//! served: what uses it reads it, checks it, and makes an object of its own (`objects`), or takes it apart (a file of clients).
//!
//! ```text
//! uploads/{workspace}/{random}     what came; its row is gone once something has taken it over
//! objects/{workspace}/{id}.png     what was made of it
//! ```

pub mod api;
mod error;
pub mod jobs;
pub mod parts;
pub mod parts_api;
pub mod service;
mod store;

pub use self::error::ObjectsError;
