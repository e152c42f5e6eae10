//! Evidence that holds, and every way of breaking it.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test stops at the first surprise")]

mod builder;
mod fixtures;
mod flips;
mod forgeries;
mod reports;
