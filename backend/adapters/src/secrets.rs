//! What the keys in `SECRET_KEY` are for: secrets that must be read again, encrypted in the database
//! (`XChaCha20-Poly1305`), and values that only need to be recognised (HMAC-SHA256).

use std::{fmt, sync::Arc};

use anyhow::Context as _;
use base64::{Engine, engine::general_purpose::STANDARD};
use chacha20poly1305::{
    KeyInit, XChaCha20Poly1305, XNonce,
    aead::{Aead, Payload},
};
use hmac::{Hmac, Mac as _};
use secrecy::{ExposeSecret, SecretString};
use sha2::Sha256;

/// The format version, the first byte of every ciphertext.
const FORM: u8 = 1;
const NONCE: usize = 24;
/// Separates the hashing key from the cipher key; both are derived from one setting.
const HASHING: &[u8] = b"proffer keyed hash 1";

/// Encrypts and hashes with the first key and decrypts with any, so that keys can be rotated.
#[derive(Clone)]
pub struct Secrets(Arc<Keys>);

struct Keys {
    ciphers: Vec<XChaCha20Poly1305>,
    hashing: Hmac<Sha256>,
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Secrets({} keys)", self.0.ciphers.len())
    }
}

impl Secrets {
    /// Parses the setting: one or more keys of 32 bytes in base64, separated by commas.
    ///
    /// # Errors
    /// Says what is wrong, and never contains the key.
    pub fn from_setting(keys: &SecretString) -> anyhow::Result<Self> {
        const EXPECTED: &str = "must be 32 random bytes in base64, as `openssl rand -base64 32` prints them";
        let decode = |text: &str| STANDARD.decode(text.trim()).ok().context(EXPECTED);
        let read = |text: &str| XChaCha20Poly1305::new_from_slice(&decode(text)?).ok().context(EXPECTED);
        let keys = keys.expose_secret();
        let ciphers = keys.split(',').map(read).collect::<anyhow::Result<_>>()?;
        let first = decode(keys.split(',').next().unwrap_or_default())?;
        let hashing = mac(&first)?.chain_update(HASHING).finalize().into_bytes();
        Ok(Self(Arc::new(Keys { ciphers, hashing: mac(&hashing)? })))
    }

    /// A keyed hash as 64 hexadecimal digits; without the key it can be neither computed nor reversed by
    /// guessing. It differs for each purpose and for each first key.
    pub fn keyed_hash(&self, purpose: &str, bytes: &[u8]) -> String {
        hex::encode(self.keyed_bytes(purpose, bytes))
    }

    /// The same hash as 32 bytes.
    pub fn keyed_bytes(&self, purpose: &str, bytes: &[u8]) -> [u8; 32] {
        self.0
            .hashing
            .clone()
            .chain_update(purpose)
            .chain_update([0])
            .chain_update(bytes)
            .finalize()
            .into_bytes()
            .into()
    }

    /// Encrypts a text; it can be decrypted only with the same `bound_to`.
    pub fn seal(&self, text: &str, bound_to: &[u8], nonce: [u8; NONCE]) -> anyhow::Result<Vec<u8>> {
        let cipher = self.0.ciphers.first().context("there is no key")?;
        let payload = Payload { msg: text.as_bytes(), aad: bound_to };
        let sealed = cipher
            .encrypt(&XNonce::from(nonce), payload)
            .map_err(|_| anyhow::anyhow!("the secret cannot be encrypted"))?;
        Ok([&[FORM][..], &nonce, &sealed].concat())
    }

    /// Decrypts a text; `None` when no key fits, `bound_to` differs, or it was altered.
    pub fn open(&self, stored: &[u8], bound_to: &[u8]) -> Option<SecretString> {
        let (form, rest) = stored.split_first()?;
        let (nonce, sealed) = rest.split_first_chunk::<NONCE>()?;
        if *form != FORM {
            return None;
        }
        let read = |cipher: &XChaCha20Poly1305| {
            cipher.decrypt(&XNonce::from(*nonce), Payload { msg: sealed, aad: bound_to }).ok()
        };
        let text = self.0.ciphers.iter().find_map(read)?;
        Some(String::from_utf8(text).ok()?.into())
    }
}

fn mac(key: &[u8]) -> anyhow::Result<Hmac<Sha256>> {
    <Hmac<Sha256> as hmac::Mac>::new_from_slice(key).context("the key cannot be used for hashing")
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a failed test should stop at once")]
    use super::*;

    fn key(byte: u8) -> String {
        STANDARD.encode([byte; 32])
    }

    fn secrets(keys: &[u8]) -> Secrets {
        let text: Vec<String> = keys.iter().copied().map(key).collect();
        Secrets::from_setting(&text.join(", ").into()).unwrap()
    }

    fn read(secrets: &Secrets, stored: &[u8], bound_to: &[u8]) -> Option<String> {
        secrets.open(stored, bound_to).map(|text| text.expose_secret().to_owned())
    }

    #[test]
    fn a_secret_is_read_by_its_key_for_what_it_is_bound_to() {
        let stored = secrets(&[1]).seal("hush", b"workspace", [7; NONCE]).unwrap();
        assert!(!stored.windows(4).any(|part| part == b"hush"));
        assert_eq!(read(&secrets(&[1]), &stored, b"workspace").as_deref(), Some("hush"));
        assert_eq!(read(&secrets(&[1]), &stored, b"another"), None);
        assert_eq!(read(&secrets(&[2]), &stored, b"workspace"), None);
        for at in 0..stored.len() {
            let mut altered = stored.clone();
            altered[at] ^= 1;
            assert_eq!(read(&secrets(&[1]), &altered, b"workspace"), None, "byte {at}");
        }
        for short in [&[][..], &stored[..10], &stored[..25]] {
            assert_eq!(read(&secrets(&[1]), short, b"workspace"), None);
        }
    }

    #[test]
    fn the_first_key_writes_and_every_key_reads() {
        let old = secrets(&[1]).seal("hush", b"w", [7; NONCE]).unwrap();
        let both = secrets(&[2, 1]);
        assert_eq!(read(&both, &old, b"w").as_deref(), Some("hush"));
        let new = both.seal("hush", b"w", [8; NONCE]).unwrap();
        assert_eq!(read(&secrets(&[2]), &new, b"w").as_deref(), Some("hush"));
        assert_eq!(read(&secrets(&[1]), &new, b"w"), None);
    }

    #[test]
    fn a_hash_depends_on_the_key_the_purpose_and_the_bytes() {
        let hash = secrets(&[1]).keyed_hash("network", b"192.0.2.7");
        assert!(hash.len() == 64 && hash.bytes().all(|digit| digit.is_ascii_hexdigit()), "{hash}");
        assert_eq!(secrets(&[1, 2]).keyed_hash("network", b"192.0.2.7"), hash, "the first key hashes");
        for other in [
            secrets(&[2, 1]).keyed_hash("network", b"192.0.2.7"),
            secrets(&[1]).keyed_hash("visitor", b"192.0.2.7"),
            secrets(&[1]).keyed_hash("network", b"192.0.2.8"),
            secrets(&[1]).keyed_hash("networ", b"k\x00192.0.2.7"),
        ] {
            assert_ne!(other, hash);
        }
    }

    #[test]
    fn a_key_that_is_none_is_refused_and_not_repeated() {
        for bad in [
            "",
            "secret-in-words",
            &STANDARD.encode([1; 31]),
            &format!("{},", key(1)),
            &format!("{},short", key(1)),
        ] {
            let said = Secrets::from_setting(&bad.to_owned().into()).unwrap_err().to_string();
            assert!(said.contains("32 random bytes") && !said.contains("secret-in-words"), "{said}");
        }
    }
}
