//! The servers that `proffer dev` brings with it, so that one command is a complete installation: a real
//! PostgreSQL run as a child process and an S3 server inside this process. Neither is a mock, and each can be
//! replaced by its setting. On request there is also a Stripe double, with a payment page where no money
//! moves.
//!
//! All their data lies below `DATA_DIR`: `postgres/` and `objects/`, each with the credentials created at its
//! first start, `secret.key`, which encrypts secrets in the database, and `sealing-key.pem`, which signs
//! documents.

mod account;
mod binaries;
mod home;
pub mod objects;
pub mod postgres;
#[cfg(test)]
mod scratch;
pub mod stripe;

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use anyhow::Context;
use base64::{Engine, engine::general_purpose::STANDARD};
use proffer_domain::seal::SealingKey;
use rand::RngCore;
use secrecy::SecretString;

/// Creates `DATA_DIR` and returns its absolute path with symbolic links resolved. An existing directory keeps
/// its mode.
///
/// The mode is private (0700), or 0711 as root: PostgreSQL refuses to run as root, and its account has to
/// reach the cluster below.
///
/// # Errors
/// When the directory can neither be found nor created, naming it.
pub fn prepare_data_dir(data_dir: &Path) -> anyhow::Result<PathBuf> {
    let mode = if account::effective_uid()? == 0 { 0o711 } else { 0o700 };
    create_dir(data_dir, mode)?;
    data_dir.canonicalize().with_context(|| format!("cannot use the data directory {}", data_dir.display()))
}

/// Creates a directory and its missing parents; an existing one is left as it is.
fn create_dir(dir: &Path, mode: u32) -> anyhow::Result<()> {
    DirBuilder::new()
        .recursive(true)
        .mode(mode)
        .create(dir)
        .with_context(|| format!("cannot create the directory {}", dir.display()))
}

/// A new password: 192 random bits in hexadecimal, which needs no quoting in SQL, URLs or shells.
fn new_secret(rng: &mut (dyn RngCore + Send)) -> String {
    let mut bytes = [0_u8; 24];
    rng.fill_bytes(&mut bytes);
    hex::encode(bytes)
}

/// The key that encrypts secrets in the database, in the form of `PROFFER_SECRET_KEY`; created at the first
/// start.
///
/// # Errors
/// When the file cannot be read or written, naming it.
pub fn secret_key(data_dir: &Path, rng: &mut (dyn RngCore + Send)) -> anyhow::Result<SecretString> {
    kept_key(&data_dir.join("secret.key"), rng, |bytes| Some(STANDARD.encode(bytes)))
}

/// The key that signs documents, in the form of `PROFFER_SEALING_KEY`; created at the first start.
///
/// # Errors
/// When the file cannot be read or written, naming it.
pub fn sealing_key(data_dir: &Path, rng: &mut (dyn RngCore + Send)) -> anyhow::Result<SecretString> {
    kept_key(&data_dir.join("sealing-key.pem"), rng, SealingKey::new_pem)
}

/// The key in that file, which is written at the first start. `make` gives nothing for bytes that are no key.
fn kept_key(
    path: &Path,
    rng: &mut (dyn RngCore + Send),
    make: impl Fn(&[u8; 32]) -> Option<String>,
) -> anyhow::Result<SecretString> {
    match fs::read_to_string(path) {
        Ok(key) => Ok(key.trim().into()),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let key = loop {
                let mut bytes = [0_u8; 32];
                rng.fill_bytes(&mut bytes);
                if let Some(key) = make(&bytes) {
                    break key;
                }
            };
            write_private(path, key.as_bytes())?;
            Ok(key.trim().into())
        }
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

/// Writes a file that only its owner can read. It is complete or absent, even after a crash of the machine.
fn write_private(path: &Path, contents: &[u8]) -> anyhow::Result<()> {
    let unfinished = path.with_extension("new");
    remove_if_there(&unfinished)?;
    let write = || {
        let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&unfinished)?;
        file.write_all(contents)?;
        file.sync_all()?;
        fs::rename(&unfinished, path)
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

/// Removes a file, if it exists.
fn remove_if_there(path: &Path) -> anyhow::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", path.display()))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failed test should stop at once")]
    use std::os::unix::fs::PermissionsExt as _;

    use secrecy::ExposeSecret as _;

    use super::*;
    use proffer_adapters::secrets::Secrets;

    #[test]
    fn the_secret_key_is_made_once_and_read_by_its_owner_alone() {
        let dir = scratch::Scratch::new("secret-key");
        let made = secret_key(&dir, &mut scratch::rng(1)).unwrap();
        let again = secret_key(&dir, &mut scratch::rng(2)).unwrap();
        assert_eq!(made.expose_secret(), again.expose_secret());
        assert!(Secrets::from_setting(&made).is_ok());
        assert_eq!(fs::metadata(dir.join("secret.key")).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn the_sealing_key_is_made_once_and_signs() {
        let dir = scratch::Scratch::new("sealing-key");
        let made = sealing_key(&dir, &mut scratch::rng(1)).unwrap();
        let again = sealing_key(&dir, &mut scratch::rng(2)).unwrap();
        assert_eq!(made.expose_secret(), again.expose_secret());
        assert!(SealingKey::from_pem(made.expose_secret(), "localhost").is_ok());
        assert_eq!(fs::metadata(dir.join("sealing-key.pem")).unwrap().permissions().mode() & 0o777, 0o600);
    }
}
