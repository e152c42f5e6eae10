//! The manifest of a backup.

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

/// The format version of the folder. An unknown version is refused.
const FORMAT: u32 = 1;
const FILE: &str = "manifest.json";
const SUM: &str = "manifest.json.sha256";

/// The content of `manifest.json`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    /// The format version.
    pub format: u32,
    /// The version of the program that wrote it.
    pub proffer: String,
    /// The last migration of the database.
    pub schema: String,
    /// The time of the snapshot.
    pub taken_at: DateTime<Utc>,
    pub tables: Vec<Table>,
    pub objects: Objects,
}

/// The file of a table.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Table {
    pub name: String,
    /// Its columns, in the order of the file.
    pub columns: Vec<String>,
    /// The number of rows.
    pub rows: u64,
    /// The size and hash of the file.
    #[serde(flatten)]
    pub facts: Facts,
}

impl Table {
    /// The path of a table's file.
    pub fn file(name: &str) -> String {
        format!("tables/{name}.gz")
    }
}

/// The list of objects.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Objects {
    /// The number of objects.
    pub count: u64,
    /// The size and hash of the list.
    #[serde(flatten)]
    pub facts: Facts,
    /// Keys that rows reference and the storage does not have.
    pub missing: Vec<String>,
}

impl Manifest {
    /// A manifest in the current format.
    pub fn new(schema: String, taken_at: DateTime<Utc>, tables: Vec<Table>, objects: Objects) -> Self {
        Self {
            format: FORMAT,
            proffer: env!("CARGO_PKG_VERSION").to_owned(),
            schema,
            taken_at,
            tables,
            objects,
        }
    }

    /// Writes the manifest, which makes the folder a backup.
    pub fn write(&self, folder: &Path) -> anyhow::Result<()> {
        let text = format!("{}\n", serde_json::to_string_pretty(self)?);
        let sum = format!("{}  {FILE}\n", hex::encode(Sha256::digest(&text)));
        for (name, text) in [(SUM, sum), (FILE, text)] {
            let mut file = files::create(&folder.join(name))?;
            file.write_all(text.as_bytes())
                .and_then(|()| file.sync_all())
                .with_context(|| format!("writing {name}"))?;
        }
        Ok(())
    }

    /// Reads and checks the manifest.
    pub fn read(folder: &Path) -> anyhow::Result<Self> {
        let text = fs::read(folder.join(FILE)).map_err(|error| match error.kind() {
            ErrorKind::NotFound => {
                anyhow::anyhow!(
                    "{} contains no complete backup: it has no {FILE}, which is written last",
                    folder.display()
                )
            }
            _ => anyhow::anyhow!("{FILE} of the backup cannot be read: {error}"),
        })?;
        let sum = fs::read_to_string(folder.join(SUM))
            .with_context(|| format!("{SUM} is missing in the backup"))?;
        anyhow::ensure!(
            sum.split(' ').next() == Some(hex::encode(Sha256::digest(&text)).as_str()),
            damaged(FILE)
        );
        let Form { format } = serde_json::from_slice(&text).map_err(|_| damaged(FILE))?;
        anyhow::ensure!(
            format == FORMAT,
            "the backup has format {format}, and this program supports format {FORMAT}: use the release that wrote it"
        );
        serde_json::from_slice(&text).map_err(|_| damaged(FILE))
    }

    /// The number of rows of all tables.
    pub fn rows(&self) -> u64 {
        self.tables.iter().map(|table| table.rows).sum()
    }
}

#[derive(Deserialize)]
struct Form {
    format: u32,
}
