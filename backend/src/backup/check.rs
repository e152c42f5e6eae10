//! Verifying a backup: every file exists and is the one that was written. It needs neither database nor
//! storage.

use std::path::Path;

use super::{
    files::{self, Reading},
    manifest::{Manifest, Table},
    objects,
};

/// Verifies every file of the folder.
///
/// # Errors
/// Names the first file that is missing or damaged.
pub fn check(folder: &Path) -> anyhow::Result<Manifest> {
    let manifest = Manifest::read(folder)?;
    for table in &manifest.tables {
        let mut file = Reading::open(folder, &Table::file(&table.name))?;
        while file.next()?.is_some() {}
        file.verify(table.rows, &table.facts)?;
    }
    objects::each(folder, &manifest.objects, |object| files::verify(folder, &object.file(), &object.facts))?;
    Ok(manifest)
}
