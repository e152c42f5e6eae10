//! Backing up a whole installation into a folder and restoring it elsewhere: the rows of the database and the
//! objects of the storage.
//!
//! ```text
//! DIR/manifest.json         format, schema and time; for each file its number of rows, bytes and SHA-256
//! DIR/manifest.json.sha256  the SHA-256 of the manifest, for `sha256sum`
//! DIR/tables/<table>.gz     the rows of a table in `COPY` format
//! DIR/objects.jsonl.gz      key, type, bytes and SHA-256 of each object, one per line
//! DIR/objects/<key>         the objects
//! ```
//!
//! Tables and columns come from the database's catalog, so new ones are included without changes here. The
//! queue is not included: it holds only ids of jobs whose rows are, and is filled from them ([`restore`]). At
//! most a chunk of a file is held in memory. The manifest is written last, so a folder without one is not a
//! backup.

mod catalog;
mod check;
mod create;
mod files;
mod manifest;
mod objects;
mod restore;

pub use check::check;
pub use create::back_up;
pub use files::within;
pub use manifest::Manifest;
pub use restore::{Restored, restore};
