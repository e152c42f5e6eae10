//! Use cases of the site's settings.

use proffer_domain::settings::{self, DefaultSetting};
use proffer_store::SystemTx;
use sea_orm::{ActiveValue::Set, DbErr};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{
    error::AdminError,
    store::{self, Change, Setting},
    types::{AdminSetting, AdminSettingInput, AdminSettingVersion},
};
use crate::{
    access::Principal,
    app::App,
    failure::{Failure, stale},
    site_settings,
};

/// The fields of a setting that can be changed.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Edited {
    setting_value: String,
    is_active: bool,
}

impl Edited {
    fn of(setting: &Setting) -> Self {
        Self { setting_value: setting.setting_value.clone(), is_active: setting.is_active }
    }
}

/// All settings: known ones in the product's order, then any others.
pub async fn list(tx: &SystemTx) -> Result<Vec<AdminSetting>, Failure> {
    let known: Vec<&str> = settings::defaults().iter().map(|default| default.key).collect();
    let place = |row: &Setting| known.iter().position(|key| *key == row.setting_key).unwrap_or(known.len());
    let mut rows = store::list(tx).await?;
    rows.sort_by_key(place);
    Ok(rows.into_iter().map(shown).collect())
}

/// Changes a setting's value, or deactivates or reactivates it, with immediate effect. An identical value
/// changes nothing.
pub async fn update(
    app: &App,
    tx: SystemTx,
    principal: &Principal,
    key: &str,
    input: AdminSettingInput,
) -> Result<AdminSetting, AdminError> {
    let setting = store::find_for_update(&tx, key).await?.ok_or(AdminError::NoSetting)?;
    settings::check(key, &input.setting_value)?;
    tx.about(setting.id, &setting.setting_name);
    let wanted = Edited {
        setting_value: input.setting_value,
        is_active: input.is_active.unwrap_or(setting.is_active),
    };
    let Edited { setting_value, is_active } =
        stale::merged(input.etag.as_deref(), &Edited::of(&setting), &wanted)?;
    let has_other_value = setting_value != setting.setting_value;
    if !has_other_value && is_active == setting.is_active {
        return Ok(shown(setting));
    }
    if let Some(entry) = tx.audit_entry().filter(|_| is_active != setting.is_active) {
        entry.details(json!({ "isActive": is_active }));
    }
    let change = Change {
        setting_key: Set(setting.setting_key),
        setting_value: Set(setting_value),
        is_active: Set(is_active),
        version: Set(setting.version + i32::from(has_other_value)),
        updated_at: Set(app.now()),
        ..Default::default()
    };
    let setting = store::update(&tx, change).await?;
    if has_other_value {
        store::insert_version(&tx, &setting, Some(principal.user_id), app.now()).await?;
    }
    tx.commit().await?;
    site_settings::forget(app);
    Ok(shown(setting))
}

/// All versions of a setting, newest first.
pub async fn versions(tx: &SystemTx, key: &str) -> Result<Vec<AdminSettingVersion>, AdminError> {
    store::find(tx, key).await?.ok_or(AdminError::NoSetting)?;
    let version = |row: store::Version| AdminSettingVersion {
        version: row.version,
        setting_value: row.setting_value,
        changed_by: row.changed_by,
        created_at: row.created_at.into(),
    };
    Ok(store::versions(tx, key).await?.into_iter().map(version).collect())
}

/// Adds the missing settings. Returns all settings.
pub async fn init_defaults(app: &App, tx: SystemTx) -> Result<Vec<AdminSetting>, Failure> {
    let mut added = Vec::new();
    for default in settings::defaults() {
        let name = default.name;
        if add(app, &tx, default).await? {
            added.push(name);
        }
    }
    let all = list(&tx).await?;
    if added.is_empty() {
        return Ok(all);
    }
    if let Some(entry) = tx.audit_entry() {
        entry.action("init_defaults");
    }
    tx.about("settings", added.join(", "));
    tx.commit().await?;
    site_settings::forget(app);
    Ok(all)
}

async fn add(app: &App, tx: &SystemTx, default: DefaultSetting) -> Result<bool, DbErr> {
    let now = app.now();
    let row = Setting {
        setting_key: default.key.to_owned(),
        id: app.new_id(),
        setting_name: default.name.to_owned(),
        setting_description: Some(default.description.to_owned()),
        setting_value: default.value,
        setting_type: default.kind.word().to_owned(),
        is_active: true,
        version: 1,
        created_at: now,
        updated_at: now,
    };
    let added = store::insert_missing(tx, sea_orm::IntoActiveModel::into_active_model(row.clone())).await?;
    if added {
        store::insert_version(tx, &row, None, now).await?;
    }
    Ok(added)
}

fn shown(row: Setting) -> AdminSetting {
    AdminSetting {
        etag: stale::etag(&Edited::of(&row)),
        id: row.id,
        setting_key: row.setting_key,
        setting_name: row.setting_name,
        setting_description: row.setting_description,
        setting_value: row.setting_value,
        setting_type: row.setting_type,
        is_active: row.is_active,
        version: row.version,
        created_at: row.created_at.into(),
        updated_at: row.updated_at.into(),
    }
}
