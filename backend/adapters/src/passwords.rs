//! Password hashes: argon2id with OWASP's parameters, outside the async threads, with bounded parallelism.

use std::sync::{
    Arc,
    atomic::{AtomicU64, AtomicUsize, Ordering},
};

use argon2::{
    Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version,
    password_hash::phc::{Output, PasswordHash, Salt},
};
use proffer_domain::identity::Password;
use tokio::sync::Semaphore;

/// OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, two passes, one lane.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;

/// A password could not be hashed because of an internal failure.
#[derive(Debug, thiserror::Error)]
#[error("a password could not be hashed: {0}")]
pub struct HashingFailed(String);

impl HashingFailed {
    fn because(cause: impl std::fmt::Display) -> Self {
        Self(cause.to_string())
    }
}

/// Hashes and checks passwords.
#[derive(Debug, Clone)]
pub struct Passwords {
    places: Arc<Semaphore>,
    /// Checked when there is no account, so that both cases take the same time.
    nobody: Arc<str>,
    computed: Arc<AtomicU64>,
    waiting: Arc<AtomicUsize>,
}

impl Passwords {
    /// Computes at most `parallel` hashes at once; each takes 19 MiB. `random` makes the hash that is checked
    /// when there is no account.
    pub fn new(parallel: usize, random: [u8; 48]) -> anyhow::Result<Self> {
        let nobody = nobody(&random).map_err(|error| anyhow::anyhow!("argon2: {error}"))?;
        Ok(Self { places: Arc::new(Semaphore::new(parallel)), nobody: nobody.into(), computed: Arc::default(), waiting: Arc::default() })
    }

    /// The hash to store for a password.
    pub async fn hash(&self, password: &Password, salt: [u8; 16]) -> Result<String, HashingFailed> {
        let password = password.reveal().to_owned();
        self.off_thread(move || hash_now(&password, &salt)).await?.map_err(HashingFailed::because)
    }

    /// Whether a password matches `stored`. Without a stored hash the same work is done, so that the time
    /// does not reveal whether an account exists.
    pub async fn matches(&self, password: &Password, stored: Option<&str>) -> Result<bool, HashingFailed> {
        let password = password.reveal().to_owned();
        let known = stored.is_some();
        let stored = stored.unwrap_or(&self.nobody).to_owned();
        let right = self.off_thread(move || verify_now(&password, &stored)).await?;
        Ok(known && right)
    }

    /// How many hashes have been computed. Tests compare this number instead of times to show that two
    /// requests cost the same.
    pub fn computed(&self) -> u64 {
        self.computed.load(Ordering::Relaxed)
    }

    /// How many calls wait for a free slot.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    async fn off_thread<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, HashingFailed> {
        self.computed.fetch_add(1, Ordering::Relaxed);
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let place = self.places.acquire().await;
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        let _place = place.map_err(HashingFailed::because)?;
        tokio::task::spawn_blocking(work).await.map_err(HashingFailed::because)
    }
}

fn argon2() -> Result<Argon2<'static>, argon2::Error> {
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(MEMORY_KIB, PASSES, 1, None)?))
}

/// A hash that no known password matches. It is random, which spares each start the memory and time of a real
/// hash.
fn nobody(random: &[u8; 48]) -> Result<String, argon2::password_hash::Error> {
    let (salt, output) = random.split_at(16);
    let hash = PasswordHash {
        algorithm: Algorithm::Argon2id.ident(),
        version: Some(Version::V0x13.into()),
        params: argon2()?.params().try_into()?,
        salt: Some(Salt::new(salt)?),
        hash: Some(Output::new(output)?),
    };
    Ok(hash.to_string())
}

fn hash_now(password: &str, salt: &[u8]) -> Result<String, String> {
    let hash = argon2().map_err(|e| e.to_string())?.hash_password_with_salt(password.as_bytes(), salt);
    Ok(hash.map_err(|e| e.to_string())?.to_string())
}

fn verify_now(password: &str, stored: &str) -> bool {
    let (Ok(argon2), Ok(hash)) = (argon2(), PasswordHash::new(stored)) else { return false };
    argon2.verify_password(password.as_bytes(), &hash).is_ok()
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]
mod tests {
    use super::*;

    #[test]
    fn checking_an_unknown_account_takes_as_long_as_checking_a_password() {
        let (nobody, real) = (nobody(&[7; 48]).unwrap(), hash_now("Passw0rdX", &[7; 16]).unwrap());
        let [nobody, real] = [nobody.as_str(), real.as_str()].map(|hash| PasswordHash::new(hash).unwrap());
        assert_eq!((nobody.algorithm, nobody.version, &nobody.params), (real.algorithm, real.version, &real.params));
        assert_eq!((nobody.salt, nobody.hash.map(|hash| hash.len())), (real.salt, real.hash.map(|hash| hash.len())));
        assert!(argon2().unwrap().verify_password(b"Passw0rdX", &nobody).is_err());
    }
}
