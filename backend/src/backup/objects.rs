//! The objects of a backup: each in a file of its own, and a list of them.

use std::{collections::VecDeque, io::Write as _, path::Path};

use anyhow::Context as _;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use proffer_adapters::objects::{ObjectError, ObjectStore};
use serde::{Deserialize, Serialize};

use super::{
    files::{self, Facts, Hashing, Reading, Writing, damaged},
    manifest,
};

/// The file name of the list.
const LIST: &str = "objects.jsonl.gz";
/// How many are transferred at once: most are small, so the network latency dominates.
const AT_ONCE: usize = 8;

/// An object in the list.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Object {
    key: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    content_type: Option<String>,
    /// The size and hash of its file.
    #[serde(flatten)]
    pub facts: Facts,
}

impl Object {
    /// The path of its file in the backup.
    pub fn file(&self) -> String {
        file_of(&self.key)
    }
}

fn file_of(key: &str) -> String {
    format!("objects/{key}")
}

/// Copies all objects. `named` lists the keys that rows reference, one per line; the missing ones are
/// reported.
pub async fn take(folder: &Path, store: &ObjectStore, named: &str) -> anyhow::Result<manifest::Objects> {
    let mut list = Writing::create(&folder.join(LIST))?;
    // Without a storage there are no objects; everything that rows reference is missing.
    if store.is_there().is_ok() {
        let mut from = None;
        loop {
            let page = store.page(from).await?;
            let mut copies = stream::iter(page.keys).map(|key| copy(folder, store, key)).buffered(AT_ONCE);
            while let Some(object) = copies.try_next().await? {
                if let Some(object) = object {
                    list.write(format!("{}\n", serde_json::to_string(&object)?).as_bytes())?;
                }
            }
            from = page.next;
            if from.is_none() {
                break;
            }
        }
    }
    let (count, facts) = list.finish()?;
    let (mut missing, mut keys) = (Vec::new(), Lines::open(folder, named)?);
    while let Some(key) = keys.next()? {
        let key = String::from_utf8(key)?;
        if !files::within(folder, &file_of(&key))?.exists() {
            missing.push(key);
        }
    }
    Ok(manifest::Objects { count, facts, missing })
}

/// Copies one object; `None` if it was deleted after it was listed.
async fn copy(folder: &Path, store: &ObjectStore, key: String) -> anyhow::Result<Option<Object>> {
    let Some(mut stream) = store.read(&key).await? else { return Ok(None) };
    let path = files::within(folder, &file_of(&key))?;
    files::create_folder(path.parent().unwrap_or(folder))?;
    let mut file = Hashing::new(files::create(&path)?);
    while let Some(piece) = stream.next().await? {
        file.write_all(piece.as_ref()).with_context(|| format!("writing {}", path.display()))?;
    }
    Ok(Some(Object { key, content_type: stream.content_type, facts: file.facts().1 }))
}

/// Uploads all objects. Existing ones are overwritten, which is safe because objects never change.
pub async fn put_back(folder: &Path, store: &ObjectStore, list: &manifest::Objects) -> anyhow::Result<()> {
    let mut lines = Lines::open(folder, LIST)?;
    loop {
        let mut some = Vec::with_capacity(AT_ONCE);
        while some.len() < AT_ONCE
            && let Some(line) = lines.next()?
        {
            some.push(object(&line)?);
        }
        if some.is_empty() {
            return lines.file.verify(list.count, &list.facts);
        }
        let put = some.into_iter().map(|object| async move {
            let path = files::within(folder, &object.file())?;
            store
                .put_file(&object.key, object.content_type, &path)
                .await
                .with_context(|| format!("putting {} back", object.key))
        });
        futures_util::future::try_join_all(put).await?;
    }
}

/// Checks whether the backup can be restored with this storage.
pub fn can_take(store: &ObjectStore, list: &manifest::Objects) -> anyhow::Result<()> {
    match store.is_there() {
        Err(ObjectError::NotConfigured) if list.count > 0 => {
            anyhow::bail!(
                "the backup has {} objects and no object storage is set: see PROFFER_S3_ENDPOINT",
                list.count
            )
        }
        _ => Ok(()),
    }
}

/// Calls `look` for each object of the list, and verifies the list.
pub fn each(
    folder: &Path,
    list: &manifest::Objects,
    mut look: impl FnMut(Object) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut lines = Lines::open(folder, LIST)?;
    while let Some(line) = lines.next()? {
        look(object(&line)?)?;
    }
    lines.file.verify(list.count, &list.facts)
}

fn object(line: &[u8]) -> anyhow::Result<Object> {
    serde_json::from_slice(line).map_err(|_| damaged(LIST))
}

/// Reads a file line by line.
struct Lines {
    file: Reading,
    /// Buffered data: whole lines, followed by an incomplete one.
    read: VecDeque<u8>,
}

impl Lines {
    fn open(folder: &Path, name: &str) -> anyhow::Result<Self> {
        Ok(Self { file: Reading::open(folder, name)?, read: VecDeque::new() })
    }

    fn next(&mut self) -> anyhow::Result<Option<Vec<u8>>> {
        loop {
            if let Some(end) = self.read.iter().position(|&byte| byte == b'\n') {
                let mut line: Vec<u8> = self.read.drain(..=end).collect();
                line.pop();
                return Ok(Some(line));
            }
            match self.file.next()? {
                Some(piece) => self.read.extend(piece),
                None => return Ok(None),
            }
        }
    }
}
