//! The database URLs, and how long a silent database is tolerated.

use std::{ops::RangeInclusive, time::Duration};

use secrecy::SecretString;

use super::reader::SettingsReader;

/// A shorter limit would trip on a busy database; with a longer one, users would have given up waiting.
const SILENCE: RangeInclusive<u64> = 1..=30;

/// The database URL of each role. Only `migrate` needs the owner.
#[derive(Debug, Clone)]
pub struct DatabaseUrls {
    /// The tenant role, `proffer_app`.
    pub app: SecretString,
    /// The system role, `proffer_system`.
    pub system: SecretString,
    /// The owner of the schema.
    pub owner: SecretString,
}

impl DatabaseUrls {
    /// Reads the three database settings.
    ///
    /// # Errors
    /// One message that names all missing settings.
    pub fn from_settings(get: &dyn Fn(&str) -> Option<String>) -> anyhow::Result<Self> {
        let mut reader = SettingsReader::new(get);
        let app = reader.required("DATABASE_URL");
        let system = reader.required("SYSTEM_DATABASE_URL");
        let owner = reader.given("MIGRATION_DATABASE_URL").unwrap_or_default();
        reader.finish()?;
        Ok(Self { app: app.into(), system: system.into(), owner: owner.into() })
    }
}

impl SettingsReader<'_> {
    pub(super) fn database_silence(&mut self) -> Option<Duration> {
        let seconds: u64 = self.parse("DATABASE_SILENCE_SECONDS", "4")?;
        if !SILENCE.contains(&seconds) {
            self.fault(format!(
                "PROFFER_DATABASE_SILENCE_SECONDS must be {} to {}",
                SILENCE.start(),
                SILENCE.end()
            ));
        }
        Some(Duration::from_secs(seconds))
    }
}
