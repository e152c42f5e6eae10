//! The files of a backup: written once, and fully verified when read.

use std::{
    fs::{self, DirBuilder, File, OpenOptions},
    io::{self, BufReader, BufWriter, Read, Write},
    os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _},
    path::{Component, Path, PathBuf},
};

use anyhow::Context as _;
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// The size of one read.
const PIECE: usize = 64 * 1024;

/// The size and hash that identify a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Facts {
    /// Its size.
    pub bytes: u64,
    /// The SHA-256 of its bytes, in hexadecimal.
    pub sha256: String,
}

/// Creates a folder for files that only their owner can read, because they contain confidential data.
pub fn create_folder(path: &Path) -> anyhow::Result<()> {
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(path)
        .with_context(|| format!("cannot create the folder {}", path.display()))
}

/// Creates a file that only its owner can read.
pub fn create(path: &Path) -> anyhow::Result<File> {
    let created = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
    created.with_context(|| format!("cannot write {}", path.display()))
}

/// The path of a listed name in the folder. A name that leads outside it is refused.
pub fn within(folder: &Path, name: &str) -> anyhow::Result<PathBuf> {
    let is_plain =
        !name.is_empty() && Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    anyhow::ensure!(is_plain, "{name:?} cannot be the name of a file");
    Ok(folder.join(name))
}

/// Counts and hashes the data that passes through.
pub struct Hashing<T> {
    inner: T,
    digest: Sha256,
    bytes: u64,
}

impl<T> Hashing<T> {
    /// Wraps a file at its beginning.
    pub fn new(inner: T) -> Self {
        Self { inner, digest: Sha256::new(), bytes: 0 }
    }

    fn count(&mut self, piece: &[u8]) {
        self.digest.update(piece);
        self.bytes += piece.len() as u64;
    }

    /// The size and hash of the data so far.
    pub fn facts(self) -> (T, Facts) {
        (self.inner, Facts { bytes: self.bytes, sha256: hex::encode(self.digest.finalize()) })
    }
}

impl<T: Write> Write for Hashing<T> {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(piece)?;
        self.count(piece.get(..written).unwrap_or_default());
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<T: Read> Read for Hashing<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.count(buffer.get(..read).unwrap_or_default());
        Ok(read)
    }
}

/// A compressed file of lines, opened for writing.
pub struct Writing {
    file: GzEncoder<Hashing<BufWriter<File>>>,
    lines: u64,
}

impl Writing {
    /// Creates the file.
    pub fn create(path: &Path) -> anyhow::Result<Self> {
        Ok(Self {
            file: GzEncoder::new(Hashing::new(BufWriter::new(create(path)?)), Compression::fast()),
            lines: 0,
        })
    }

    /// Writes a chunk, which may end in the middle of a line.
    pub fn write(&mut self, piece: &[u8]) -> anyhow::Result<()> {
        self.lines += lines(piece);
        self.file.write_all(piece).context("writing the backup")
    }

    /// Completes the file; returns its number of lines, size and hash.
    pub fn finish(self) -> anyhow::Result<(u64, Facts)> {
        let (file, facts) = self.file.finish().context("writing the backup")?.facts();
        let file = file.into_inner().map_err(io::IntoInnerError::into_error).context("writing the backup")?;
        file.sync_all().context("writing the backup")?;
        Ok((self.lines, facts))
    }
}

/// A compressed file of lines, opened for reading.
pub struct Reading {
    name: String,
    file: GzDecoder<Hashing<BufReader<File>>>,
    lines: u64,
}

impl Reading {
    /// Opens the file.
    pub fn open(folder: &Path, name: &str) -> anyhow::Result<Self> {
        let file = open(folder, name)?;
        Ok(Self { name: name.to_owned(), file: GzDecoder::new(Hashing::new(BufReader::new(file))), lines: 0 })
    }

    /// The next chunk; `None` at the end.
    pub fn next(&mut self) -> anyhow::Result<Option<Vec<u8>>> {
        let mut piece = vec![0; PIECE];
        let read = self.file.read(&mut piece).map_err(|_| damaged(&self.name))?;
        piece.truncate(read);
        self.lines += lines(&piece);
        Ok((read > 0).then_some(piece))
    }

    /// Checks at the end that the number of lines and the file are those that were written.
    pub fn verify(self, rows: u64, facts: &Facts) -> anyhow::Result<()> {
        let Self { name, file, lines } = self;
        let mut rest = file.into_inner();
        // Data after the compressed part belongs to the file too.
        io::copy(&mut rest, &mut io::sink()).map_err(|_| damaged(&name))?;
        anyhow::ensure!(rest.facts().1 == *facts && lines == rows, damaged(&name));
        Ok(())
    }
}

/// Checks whether an uncompressed file is the one that was written.
pub fn verify(folder: &Path, name: &str, facts: &Facts) -> anyhow::Result<()> {
    let mut file = Hashing::new(open(folder, name)?);
    io::copy(&mut file, &mut io::sink()).map_err(|_| damaged(name))?;
    anyhow::ensure!(file.facts().1 == *facts, damaged(name));
    Ok(())
}

fn open(folder: &Path, name: &str) -> anyhow::Result<File> {
    File::open(within(folder, name)?).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => anyhow::anyhow!("{name} is missing in the backup"),
        _ => anyhow::anyhow!("{name} of the backup cannot be read: {error}"),
    })
}

/// The error message tells the user to look for another copy.
pub fn damaged(name: &str) -> anyhow::Error {
    anyhow::anyhow!("{name} of the backup is damaged: its checksum differs")
}

fn lines(piece: &[u8]) -> u64 {
    // COPY's text format ends each row with a line feed and escapes all others, and so does one-line JSON.
    memchr::memchr_iter(b'\n', piece).count() as u64
}

/// Removes the content of a folder, and keeps the folder.
pub fn clear(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { fs::remove_dir_all(path)? } else { fs::remove_file(path)? }
    }
    Ok(())
}
