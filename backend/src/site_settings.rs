//! The settings of the site administrators. Every call of the assistant needs them, so they are cached.

use std::sync::{Arc, PoisonError, RwLock};

use chrono::{DateTime, TimeDelta, Utc};
use proffer_domain::settings::{SiteSettings, Stored};
use proffer_store::entity::admin_settings;
use sea_orm::{DbErr, EntityTrait, QuerySelect};

use crate::app::App;

/// The lifetime of the cache: another process may use old settings for this long.
const FRESH_FOR: TimeDelta = TimeDelta::seconds(30);

#[derive(Debug, Default)]
struct Cache(RwLock<Option<(DateTime<Utc>, Arc<SiteSettings>)>>);

/// The current settings: the stored and active ones, otherwise the defaults.
pub async fn current(app: &App) -> Result<Arc<SiteSettings>, DbErr> {
    let (cache, now) = (app.memory.of::<Cache>(), app.now());
    let cached = cache.0.read().unwrap_or_else(PoisonError::into_inner).clone();
    if let Some((_, settings)) = cached.filter(|(at, _)| now.signed_duration_since(*at).abs() < FRESH_FOR) {
        return Ok(settings);
    }
    let settings = Arc::new(SiteSettings::stored(stored(app).await?));
    *cache.0.write().unwrap_or_else(PoisonError::into_inner) = Some((now, Arc::clone(&settings)));
    Ok(settings)
}

/// Clears the cache after a change, so that [`current`] reads the settings again.
pub fn forget(app: &App) {
    *app.memory.of::<Cache>().0.write().unwrap_or_else(PoisonError::into_inner) = None;
}

async fn stored(app: &App) -> Result<Vec<Stored>, DbErr> {
    use admin_settings::Column as C;
    let query =
        admin_settings::Entity::find().select_only().columns([C::SettingKey, C::SettingValue, C::IsActive]);
    let rows: Vec<(String, String, bool)> = query.into_tuple().all(app.db.system()).await?;
    Ok(rows.into_iter().map(|(key, value, is_active)| Stored { key, value, is_active }).collect())
}
