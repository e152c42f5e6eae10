//! Taking everything there is into a folder, and bringing it back elsewhere: the rows of the database and what lies in the object
//! storage, of the whole installation.
//!
//! ```text
//! DIR/manifest.json         what is here: format, schema, time, and of each file below how many rows, bytes, and its SHA-256
//! DIR/manifest.json.sha256  the SHA-256 of that, as `sha256sum` writes and checks it
//! DIR/tables/<table>.gz     the rows of a table as `COPY` writes them
//! DIR/objects.jsonl.gz      of each object its key, type, bytes and SHA-256, one line each
//! DIR/objects/<key>         the objects
//! ```
//!
//! Which tables there are, and their columns, is asked of the database's own catalog, so a new one is taken along without a word here.
//! The queue is not: it holds ids of jobs whose rows are, and is filled anew from them ([`restore`]). Nothing of this holds more than a
//! piece of a file in memory. The manifest is written last, so a folder without one is no backup.

mod catalog;
mod check;
mod create;
mod files;
mod manifest;
mod objects;
mod restore;

pub use check::check;
pub use create::back_up;
pub use manifest::Manifest;
pub use restore::{Restored, restore};
