//! The settings in use, kept at hand: every call of the assistant asks for them.

use std::sync::{Arc, PoisonError, RwLock};

use chrono::{DateTime, TimeDelta, Utc};
use proffer_domain::settings::SiteSettings;

use super::store;
use crate::{app::App, http::problem::Problem};

/// How old they may be: so long another process may go on with what was changed here.
const FRESH_FOR: TimeDelta = TimeDelta::seconds(30);

/// Reads the settings and remembers them for a while. Whoever changes one makes it forget.
#[derive(Debug, Default)]
pub struct Settings {
    kept: RwLock<Option<(DateTime<Utc>, Arc<SiteSettings>)>>,
}

impl Settings {
    /// Nothing is read before somebody asks.
    pub fn new() -> Self {
        Self::default()
    }

    /// The settings in use: what is stored and active, else the product's own.
    pub async fn current(&self, app: &App) -> Result<Arc<SiteSettings>, Problem> {
        let now = app.now();
        let kept = self.kept.read().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((_, settings)) = kept.filter(|(at, _)| now.signed_duration_since(*at).abs() < FRESH_FOR) {
            return Ok(settings);
        }
        let settings = Arc::new(SiteSettings::stored(store::stored(app.db.system()).await?));
        *self.kept.write().unwrap_or_else(PoisonError::into_inner) = Some((now, Arc::clone(&settings)));
        Ok(settings)
    }

    /// The next one to ask reads them again.
    pub(super) fn forget(&self) {
        *self.kept.write().unwrap_or_else(PoisonError::into_inner) = None;
    }
}
