//! Secrets that are handed out once: 32 random bytes, of which the database stores only the hash.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::app::App;

/// A secret and its stored hash.
pub struct Secret {
    /// The text for the user: 43 characters, safe in a URL and a cookie.
    pub text: String,
    /// SHA-256 of the text; enough for a secret of 256 random bits.
    pub hash: Vec<u8>,
}

/// A new secret.
pub fn issue(app: &App) -> Secret {
    let text = URL_SAFE_NO_PAD.encode(app.rng.bytes::<32>());
    let hash = hash(&text);
    Secret { text, hash }
}

/// The secret of a mailed link. It is derived from the link's id and the site's key, so that it can be
/// computed whenever the mail is sent, and is stored in no job and no row: the database has only the id and
/// the hash.
pub fn mailed(app: &App, id: Uuid) -> Secret {
    let text = URL_SAFE_NO_PAD.encode(app.secrets.keyed_bytes("mailed link", id.as_bytes()));
    let hash = hash(&text);
    Secret { text, hash }
}

/// The hash that the database stores for this text.
pub fn hash(text: &str) -> Vec<u8> {
    Sha256::digest(text.as_bytes()).to_vec()
}
