//! Pictures of users: small squares, each with its own address.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use proffer_adapters::pictures;
use uuid::Uuid;

use super::account::{changing, current, own_row};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object},
    features::{
        identity::{IdentityError, store::account, types::CurrentUser},
        objects::jobs::RemoveObjects,
    },
    jobs,
};

/// The storage key of a picture. The version comes from the database, never from a request alone.
pub(super) fn key(user_id: Uuid, version: &str) -> String {
    format!("pictures/{user_id}/{version}.png")
}

fn url(user_id: Uuid, version: &str) -> String {
    format!("/api/pictures/{user_id}/{version}")
}

/// The storage key of a picture's address.
pub(crate) fn key_of(user_id: Uuid, address: &str) -> Option<String> {
    address.strip_prefix(&url(user_id, "")).map(|version| key(user_id, version))
}

/// Stores a new picture.
pub async fn upload(app: &App, member: &Member, file: Vec<u8>) -> Result<CurrentUser, IdentityError> {
    member.require(Action::Update, Object::Account).await?;
    app.objects.is_there()?;
    let picture = pictures::square(file).await?;
    let (user_id, version) = (member.principal.user_id, URL_SAFE_NO_PAD.encode(app.rng.bytes::<16>()));
    let key = key(user_id, &version);
    app.objects.put(&key, "image/png", picture.png).await?;
    if let Err(error) = replace(app, member, Some(url(user_id, &version))).await {
        // No row references the object, so it could never be served or removed later.
        if let Err(cause) = app.objects.delete(&key).await {
            tracing::warn!(error = %cause, %key, "an object that nothing names is left behind");
        }
        return Err(error);
    }
    current(app, member).await
}

/// Removes the picture.
pub async fn remove(app: &App, member: &Member) -> Result<CurrentUser, IdentityError> {
    replace(app, member, None).await?;
    current(app, member).await
}

/// Sets the address of the picture; the previous picture is deleted after the commit.
async fn replace(app: &App, member: &Member, address: Option<String>) -> Result<(), IdentityError> {
    let tx = changing(member).await?;
    let user = own_row(&tx, member).await?;
    account::set_picture(&tx, user.id, address, app.now()).await?;
    if let Some(key) = user.profile_image_url.and_then(|address| key_of(user.id, &address)) {
        jobs::enqueue(app, tx.conn(), member.principal.workspace_id, &RemoveObjects { keys: vec![key] })
            .await?;
    }
    if let Some(entry) = tx.audit_entry() {
        entry.action("change_picture");
    }
    Ok(tx.commit().await?)
}

/// The picture of the user or of a member of the active workspace; any other is not found.
pub async fn read(
    app: &App,
    member: &Member,
    user_id: Uuid,
    version: &str,
) -> Result<Vec<u8>, IdentityError> {
    let tx = member.may_with_accounts(Action::Read, Object::Account).await?;
    let address =
        account::picture(&tx, user_id, member.principal.user_id, member.principal.workspace_id).await?;
    drop(tx);
    if address.is_none_or(|address| address != url(user_id, version)) {
        return Err(IdentityError::NoPicture);
    }
    app.objects.get(&key(user_id, version)).await?.ok_or(IdentityError::NoPicture)
}
