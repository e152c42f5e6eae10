//! The messages of the site's settings.

use poem_openapi::Object;
use uuid::Uuid;

use crate::wire::Timestamp;

/// A setting of the site.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct AdminSetting {
    /// The setting's id.
    pub id: Uuid,
    /// The setting's key.
    pub setting_key: String,
    /// The display name.
    pub setting_name: String,
    /// What the setting does.
    pub setting_description: Option<String>,
    /// The current value.
    pub setting_value: String,
    /// The type: `prompt`, `prices`, `template`, `switch` or `claim`.
    pub setting_type: String,
    /// Whether the setting is active.
    pub is_active: bool,
    /// The number of the current version, counted from 1.
    pub version: i32,
    /// When the setting was created.
    pub created_at: Timestamp,
    /// When the setting was last changed.
    pub updated_at: Timestamp,
    /// Identifies the current state of the record; send it with a change.
    pub etag: String,
}

/// A version of a setting.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct AdminSettingVersion {
    /// The version number, counted from 1.
    pub version: i32,
    /// The value of this version.
    pub setting_value: String,
    /// Who wrote it; absent for default values and for deleted users.
    pub changed_by: Option<String>,
    /// When the version was created.
    pub created_at: Timestamp,
}

/// A change of a setting.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, skip_serializing_if_is_none)]
pub struct AdminSettingInput {
    /// The value, 1 to 100,000 characters.
    pub setting_value: String,
    /// Whether the setting is active; unchanged if absent. If it is inactive, the default value applies, and
    /// a claim is not published.
    pub is_active: Option<bool>,
    /// The `etag` of the record that the change is based on. Concurrent changes to other fields are kept; a
    /// conflict in the same field is 409 `stale_record`.
    pub etag: Option<String>,
}
