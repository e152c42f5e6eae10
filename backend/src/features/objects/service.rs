//! Use cases of files and pictures, for this feature's API and for other features.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, Utc};
use proffer_adapters::{
    objects::{Fetched, ObjectStore, parts_name},
    pictures as making,
};
use proffer_domain::{
    rate_limit::Rule,
    upload::{DeclaredFile, counted, has_room},
};
use proffer_store::{Scope, TenantTx};
use uuid::Uuid;

use super::{
    error::ObjectsError,
    jobs::{KEPT, MEASURED_AFTER, MeasureFiles, SweepFiles},
    store,
    types::{self, UploadInput},
};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object},
    failure::Failure,
    features::objects::jobs::RemoveObjects,
    http::limits,
    jobs,
};

/// The prefix of picture addresses.
const PATH: &str = "/api/objects/";

/// The purpose of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum PictureKind {
    /// The company's logo.
    CompanyLogo,
    /// A client's logo, found on the client's website.
    ClientLogo,
}

impl PictureKind {
    fn word(self) -> &'static str {
        self.into_str()
    }
}

/// A stored picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPicture {
    /// The id of its row.
    pub id: Uuid,
    /// The address, `/api/objects/{id}`.
    pub path: String,
    /// The width in pixels.
    pub width: i32,
    /// The height in pixels.
    pub height: i32,
}

/// An uploaded file.
#[derive(Debug, Clone)]
pub struct Uploaded {
    /// The id of its row in `uploads`.
    pub id: Uuid,
    /// The key in the storage.
    pub key: String,
    /// The content.
    pub bytes: Vec<u8>,
}

/// The key prefix of a workspace's uploads.
pub(super) fn uploads_prefix(workspace_id: Uuid) -> String {
    format!("uploads/{workspace_id}/")
}

/// The key of a picture.
pub(crate) fn object_key(workspace_id: Uuid, id: Uuid) -> String {
    format!("objects/{workspace_id}/{id}.png")
}

fn address(id: Uuid) -> String {
    format!("{PATH}{id}")
}

fn id_of(path: &str) -> Option<Uuid> {
    let id: Uuid = path.strip_prefix(PATH)?.parse().ok()?;
    // Only the canonical spelling of an id is accepted, so that each picture has one address.
    (address(id) == path).then_some(id)
}

/// Creates a presigned URL for one file, within the limits.
pub async fn create(
    app: &App,
    member: &Member,
    input: Option<UploadInput>,
) -> Result<types::Upload, ObjectsError> {
    member.require(Action::Create, Object::Objects).await?;
    limits::take(app, Rule::UploadPerPerson, member.principal.user_id.to_string()).await?;
    let input = input.unwrap_or_default();
    let announced = DeclaredFile::parse(input.content_type.as_deref(), input.size)?;
    let (key, upload_url) = sign(app, member, &announced).await?;
    let tx = member.may(Action::Create, Object::Objects).await?;
    begin(app, tx, member, key, announced, None).await?;
    let expires_at = app.now() + chrono::TimeDelta::seconds(ObjectStore::ADDRESS_SECONDS.into());
    Ok(types::Upload { upload_url, expires_at: expires_at.into() })
}

/// A new key, and the presigned URL for the declared file.
pub(super) async fn sign(
    app: &App,
    member: &Member,
    announced: &DeclaredFile,
) -> Result<(String, String), ObjectsError> {
    let key = new_key(app, member.principal.workspace_id);
    let address = app.objects.sign_put(&key, announced.content_type.as_deref(), announced.size).await?;
    Ok((key, address))
}

/// A key that cannot be guessed.
pub(super) fn new_key(app: &App, workspace_id: Uuid) -> String {
    format!("{}{}", uploads_prefix(workspace_id), URL_SAFE_NO_PAD.encode(app.rng.bytes::<24>()))
}

/// Records an expected file, and schedules its deletion if it is not used.
pub(super) async fn begin(
    app: &App,
    tx: TenantTx,
    member: &Member,
    key: String,
    announced: DeclaredFile,
    multipart_id: Option<String>,
) -> Result<(), ObjectsError> {
    let user_id = member.principal.user_id;
    let (of_person, of_workspace) =
        store::waiting(&tx, user_id, (counted(None, false), counted(None, true))).await?;
    if !has_room(of_person, of_workspace, counted(announced.size, multipart_id.is_some())) {
        return Err(ObjectsError::QuotaReached);
    }
    let (id, now) = (app.new_id(), app.now());
    let is_bounded = announced.size.is_some();
    let upload = store::Upload {
        workspace_id: tx.workspace_id(),
        id,
        created_by: user_id,
        object_key: key,
        content_type: announced.content_type,
        byte_size: announced.size,
        multipart_id,
        created_at: now,
        expires_at: now + KEPT,
    };
    store::insert_upload(&tx, upload).await?;
    jobs::enqueue_at(app, tx.conn(), tx.workspace_id(), &SweepFiles {}, now + KEPT).await?;
    if !is_bounded {
        measure_later(app, &tx, now).await?;
    }
    tx.about(id, "a file");
    Ok(tx.commit().await?)
}

/// Schedules the measuring of files whose size the storage does not limit, for as long as they can be
/// uploaded.
pub(super) async fn measure_later(app: &App, tx: &TenantTx, from: DateTime<Utc>) -> Result<(), Failure> {
    for (number, after) in (1..).zip(MEASURED_AFTER) {
        let measure = MeasureFiles { repeats: number == MEASURED_AFTER.len() };
        jobs::enqueue_at(app, tx.conn(), tx.workspace_id(), &measure, from + after).await?;
    }
    Ok(())
}

/// A transaction without an audit entry: it only reads, or is part of an action that writes its own.
pub(super) async fn looking(app: &App, workspace_id: Uuid) -> Result<TenantTx, Failure> {
    Ok(TenantTx::begin(app.db.app(), Scope::workspace(workspace_id)).await?)
}

/// A picture of the active workspace.
pub async fn read(app: &App, member: &Member, id: Uuid) -> Result<Vec<u8>, ObjectsError> {
    let tx = member.may(Action::Read, Object::Objects).await?;
    picture(app, tx, id).await
}

/// A picture that the transaction can see. The transaction ends before the storage is called.
pub async fn picture(app: &App, tx: TenantTx, id: Uuid) -> Result<Vec<u8>, ObjectsError> {
    let object = store::object(&tx, id).await?.ok_or(ObjectsError::NoPicture)?;
    drop(tx);
    app.objects.get(&object_key(object.workspace_id, object.id)).await?.ok_or(ObjectsError::NoPicture)
}

/// Whether an address is a company logo of this workspace. It stays one until the transaction ends.
pub async fn is_company_logo(tx: &TenantTx, path: &str) -> Result<bool, Failure> {
    let Some(id) = id_of(path) else { return Ok(false) };
    store::lock_objects(tx).await?;
    Ok(store::object(tx, id).await?.is_some_and(|object| object.kind == PictureKind::CompanyLogo.word()))
}

/// The id in a picture's address.
pub fn picture_id(path: &str) -> Option<Uuid> {
    id_of(path)
}

/// Creates a picture from a file (PNG, JPG, GIF or WebP by content), stores it, and returns its address. No
/// transaction may be open.
///
/// # Errors
/// What is wrong with the file, worded for the user; or that there is no storage.
pub async fn keep_picture(
    app: &App,
    workspace_id: Uuid,
    user_id: Uuid,
    kind: PictureKind,
    file: Vec<u8>,
) -> Result<StoredPicture, ObjectsError> {
    app.objects.is_there()?;
    let picture = making::logo(file).await?;
    let id = app.new_id();
    let side = |pixels: u32| i32::try_from(pixels).map_err(Failure::internal);
    let (width, height) = (side(picture.width)?, side(picture.height)?);
    // The row is written first: an incomplete picture is swept, while a file without a row would stay
    // forever.
    let tx = TenantTx::begin(app.db.app(), Scope::workspace(workspace_id)).await?;
    let object = store::Object {
        workspace_id,
        id,
        created_by: user_id,
        kind: kind.word().to_owned(),
        content_type: "image/png".to_owned(),
        byte_size: i64::try_from(picture.png.len()).map_err(Failure::internal)?,
        width,
        height,
        created_at: app.now(),
    };
    store::insert_object(&tx, object).await?;
    jobs::enqueue_at(app, tx.conn(), workspace_id, &SweepFiles {}, app.now() + KEPT).await?;
    tx.commit().await?;
    app.objects.put(&object_key(workspace_id, id), "image/png", picture.png).await?;
    Ok(StoredPicture { id, path: address(id), width, height })
}

/// Deletes a picture that nothing references any more: its row now, its file by a job of the same
/// transaction. An address that is not a picture of this workspace is ignored.
pub async fn remove_picture(app: &App, tx: &TenantTx, path: &str) -> Result<(), Failure> {
    if let Some(id) = id_of(path)
        && store::delete_object(tx, id).await?
    {
        let remove = RemoveObjects { keys: vec![object_key(tx.workspace_id(), id)] };
        jobs::enqueue(app, tx.conn(), tx.workspace_id(), &remove).await?;
    }
    Ok(())
}

/// The same for a picture that was not used, in its own transaction.
pub async fn discard(app: &App, workspace_id: Uuid, path: &str) -> Result<(), Failure> {
    let tx = looking(app, workspace_id).await?;
    remove_picture(app, &tx, path).await?;
    Ok(tx.commit().await?)
}

/// The ids of all pictures that the transaction can see, with their keys.
pub async fn pictures(tx: &TenantTx) -> Result<Vec<(Uuid, String)>, Failure> {
    let ids = store::object_ids(tx).await?;
    Ok(ids.into_iter().map(|id| (id, object_key(tx.workspace_id(), id))).collect())
}

/// The names of everything that the workspace has in the storage, for its deletion.
pub async fn everything(tx: &TenantTx) -> Result<Vec<String>, Failure> {
    let mut names: Vec<String> = pictures(tx).await?.into_iter().map(|(_, key)| key).collect();
    for upload in store::uploads(tx).await? {
        names.extend(upload.multipart_id.as_deref().map(|id| parts_name(&upload.object_key, id)));
        names.push(upload.object_key);
    }
    names.extend(store::import_keys(tx).await?);
    Ok(names)
}

/// Reads an upload of this user by its URL. No transaction may be open.
///
/// # Errors
/// [`ObjectsError::UploadGone`] if it does not exist, [`ObjectsError::UploadTooLarge`] if it has more than
/// `most` bytes, and an error of the storage.
pub async fn read_upload(
    app: &App,
    workspace_id: Uuid,
    user_id: Uuid,
    upload_url: &str,
    most: usize,
) -> Result<Uploaded, ObjectsError> {
    let key = app.objects.key_of(upload_url)?.ok_or(ObjectsError::UploadGone)?;
    let tx = looking(app, workspace_id).await?;
    let upload = store::upload(&tx, user_id, &key, app.now()).await?.ok_or(ObjectsError::UploadGone)?;
    drop(tx);
    match app.objects.get_at_most(&key, most).await? {
        Fetched::Whole(bytes) => Ok(Uploaded { id: upload.id, key, bytes }),
        Fetched::TooLarge => Err(ObjectsError::UploadTooLarge { most }),
        Fetched::Missing => Err(ObjectsError::UploadGone),
    }
}

/// Takes an upload over: it is not swept any more, and the holder of its key must delete the file. Returns
/// false if it has been taken over already.
pub async fn take_over(tx: &TenantTx, upload_id: Uuid) -> Result<bool, Failure> {
    Ok(store::delete_upload(tx, upload_id).await?)
}
