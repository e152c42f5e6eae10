//! What a backup says of itself.

use std::{
    fs,
    io::{ErrorKind, Write as _},
    path::Path,
};

use anyhow::Context as _;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::files::{self, Facts, damaged};

/// The form of the folder. Another form gets another number, and this program says that it does not know it.
const FORMAT: u32 = 1;
const FILE: &str = "manifest.json";
const SUM: &str = "manifest.json.sha256";

/// `manifest.json`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    /// The form of the folder.
    pub format: u32,
    /// The version of the program that wrote it.
    pub proffer: String,
    /// The last migration of the database.
    pub schema: String,
    /// When the rows were like this.
    pub taken_at: DateTime<Utc>,
    /// The tables.
    pub tables: Vec<Table>,
    /// The objects.
    pub objects: Objects,
}

/// A table's file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Table {
    /// Its name.
    pub name: String,
    /// Its columns, in the order in which the file has them.
    pub columns: Vec<String>,
    /// How many rows.
    pub rows: u64,
    /// The file.
    #[serde(flatten)]
    pub facts: Facts,
}

impl Table {
    /// Where its rows are.
    pub fn file(name: &str) -> String {
        format!("tables/{name}.gz")
    }
}

/// The list of objects.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Objects {
    /// How many.
    pub count: u64,
    /// The list's own file.
    #[serde(flatten)]
    pub facts: Facts,
    /// What rows name and the storage did not have.
    pub missing: Vec<String>,
}

impl Manifest {
    /// The form that this program writes.
    pub fn new(schema: String, taken_at: DateTime<Utc>, tables: Vec<Table>, objects: Objects) -> Self {
        Self { format: FORMAT, proffer: env!("CARGO_PKG_VERSION").to_owned(), schema, taken_at, tables, objects }
    }

    /// Writes it, which makes the folder a backup.
    pub fn write(&self, folder: &Path) -> anyhow::Result<()> {
        let text = format!("{}\n", serde_json::to_string_pretty(self)?);
        let sum = format!("{}  {FILE}\n", hex::encode(Sha256::digest(&text)));
        for (name, text) in [(SUM, sum), (FILE, text)] {
            let mut file = files::create(&folder.join(name))?;
            file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).with_context(|| format!("writing {name}"))?;
        }
        Ok(())
    }

    /// Reads it.
    pub fn read(folder: &Path) -> anyhow::Result<Self> {
        let text = fs::read(folder.join(FILE)).map_err(|error| match error.kind() {
            ErrorKind::NotFound => anyhow::anyhow!("{} holds no backup: it has no {FILE}, which is written last", folder.display()),
            _ => anyhow::anyhow!("{FILE} of the backup cannot be read: {error}"),
        })?;
        let sum = fs::read_to_string(folder.join(SUM)).with_context(|| format!("{SUM} is missing in the backup"))?;
        anyhow::ensure!(sum.split(' ').next() == Some(hex::encode(Sha256::digest(&text)).as_str()), damaged(FILE));
        let Form { format } = serde_json::from_slice(&text).map_err(|_| damaged(FILE))?;
        anyhow::ensure!(
            format == FORMAT,
            "the backup has format {format}, and this program knows format {FORMAT}: use the one that wrote it"
        );
        serde_json::from_slice(&text).map_err(|_| damaged(FILE))
    }

    /// How many rows all tables have.
    pub fn rows(&self) -> u64 {
        self.tables.iter().map(|table| table.rows).sum()
    }
}

#[derive(Deserialize)]
struct Form {
    format: u32,
}
