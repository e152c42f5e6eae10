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

/// The cost of one hash of argon2id, with one lane.
#[derive(Debug, Clone, Copy)]
pub struct Cost {
    memory_kib: u32,
    passes: u32,
}

impl Cost {
    /// OWASP Password Storage Cheat Sheet: 19 MiB, two passes.
    pub const OWASP: Self = Self { memory_kib: 19 * 1024, passes: 2 };
    /// The lowest cost that argon2 has, for tests.
    pub const LOWEST: Self = Self { memory_kib: Params::MIN_M_COST, passes: Params::MIN_T_COST };

    fn argon2(self) -> Result<Argon2<'static>, argon2::Error> {
        Ok(Argon2::new(
            Algorithm::Argon2id,
            Version::V0x13,
            Params::new(self.memory_kib, self.passes, 1, None)?,
        ))
    }
}

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
    cost: Cost,
    places: Arc<Semaphore>,
    /// Checked when there is no account, so that both cases take the same time.
    nobody: Arc<str>,
    computed: Arc<AtomicU64>,
    waiting: Arc<AtomicUsize>,
}

impl Passwords {
    /// Computes at most `parallel` hashes at once, each at that cost. `random` makes the hash that is checked
    /// when there is no account.
    pub fn new(parallel: usize, cost: Cost, random: [u8; 48]) -> anyhow::Result<Self> {
        let nobody = nobody(cost, &random).map_err(|error| anyhow::anyhow!("argon2: {error}"))?;
        Ok(Self {
            cost,
            places: Arc::new(Semaphore::new(parallel)),
            nobody: nobody.into(),
            computed: Arc::default(),
            waiting: Arc::default(),
        })
    }

    /// The hash to store for a password.
    pub async fn hash(&self, password: &Password, salt: [u8; 16]) -> Result<String, HashingFailed> {
        let (cost, password) = (self.cost, password.reveal().to_owned());
        self.off_thread(move || hash_now(cost, &password, &salt)).await?.map_err(HashingFailed::because)
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

    async fn off_thread<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, HashingFailed> {
        self.computed.fetch_add(1, Ordering::Relaxed);
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let place = self.places.acquire().await;
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        let _place = place.map_err(HashingFailed::because)?;
        tokio::task::spawn_blocking(work).await.map_err(HashingFailed::because)
    }
}

/// A hash that no known password matches. It is random, which spares each start the memory and time of a real
/// hash.
fn nobody(cost: Cost, random: &[u8; 48]) -> Result<String, argon2::password_hash::Error> {
    let (salt, output) = random.split_at(16);
    let hash = PasswordHash {
        algorithm: Algorithm::Argon2id.ident(),
        version: Some(Version::V0x13.into()),
        params: cost.argon2()?.params().try_into()?,
        salt: Some(Salt::new(salt)?),
        hash: Some(Output::new(output)?),
    };
    Ok(hash.to_string())
}

fn hash_now(cost: Cost, password: &str, salt: &[u8]) -> Result<String, String> {
    let hash = cost.argon2().map_err(|e| e.to_string())?.hash_password_with_salt(password.as_bytes(), salt);
    Ok(hash.map_err(|e| e.to_string())?.to_string())
}

/// A stored hash names the cost that it was made with, which counts.
fn verify_now(password: &str, stored: &str) -> bool {
    PasswordHash::new(stored)
        .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]
mod tests {
    use super::*;

    #[test]
    fn checking_an_unknown_account_takes_as_long_as_checking_a_password() {
        let cost = Cost::OWASP;
        let (nobody, real) =
            (nobody(cost, &[7; 48]).unwrap(), hash_now(cost, "Passw0rdX", &[7; 16]).unwrap());
        let [nobody, real] = [nobody.as_str(), real.as_str()].map(|hash| PasswordHash::new(hash).unwrap());
        assert_eq!(
            (nobody.algorithm, nobody.version, &nobody.params),
            (real.algorithm, real.version, &real.params)
        );
        assert_eq!(
            (nobody.salt, nobody.hash.map(|hash| hash.len())),
            (real.salt, real.hash.map(|hash| hash.len()))
        );
        assert!(cost.argon2().unwrap().verify_password(b"Passw0rdX", &nobody).is_err());
    }
}
