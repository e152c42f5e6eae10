//! Use cases of multipart uploads, and of the credentials for upload widgets.

use std::collections::HashMap;

use proffer_domain::{
    field_error::FieldError,
    rate_limit::Rule,
    upload::{DeclaredFile, MAX_PARTS, check_parts},
};

use super::{
    error::ObjectsError,
    jobs::{KEPT, SweepFiles},
    parts_types::{
        CompletedUpload, MultipartInput, MultipartUpload, SignedPart, TemporaryCredentials,
        UploadCredentials, UploadParameters, UploadedPart,
    },
    service, store,
};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object},
    features::objects::jobs::RemoveObjects,
    http::limits,
    jobs,
};
use proffer_adapters::objects::{ObjectStore, Part, parts_name};
use proffer_store::TenantTx;
use secrecy::ExposeSecret;

/// Starts a multipart upload.
pub async fn begin(
    app: &App,
    member: &Member,
    input: &MultipartInput,
) -> Result<MultipartUpload, ObjectsError> {
    counted(app, member).await?;
    let announced = announced(input.content_type.as_deref())?;
    let key = service::new_key(app, member.principal.workspace_id);
    let upload_id = app.objects.begin_parts(&key, announced.content_type.as_deref()).await?;
    let begun = async {
        let tx = member.may(Action::Create, Object::Objects).await?;
        service::begin(app, tx, member, key.clone(), announced, Some(upload_id.clone())).await
    };
    if let Err(error) = begun.await {
        // No row references the upload, so it could never be used or removed later.
        if let Err(cause) = app.objects.abort(&key, &upload_id).await {
            tracing::warn!(error = %cause, %key, "a file in parts that nothing names is left behind");
        }
        return Err(error);
    }
    Ok(MultipartUpload { key, upload_id })
}

/// The uploaded parts.
pub async fn list(
    app: &App,
    member: &Member,
    upload_id: &str,
    key: &str,
) -> Result<Vec<UploadedPart>, ObjectsError> {
    own(app, member, upload_id, key).await?;
    let parts = app.objects.parts(key, upload_id).await?.ok_or(ObjectsError::NoUpload)?;
    Ok(parts.into_iter().map(shown).collect())
}

/// The presigned URL of one part.
pub async fn sign(
    app: &App,
    member: &Member,
    upload_id: &str,
    number: i32,
    key: &str,
) -> Result<SignedPart, ObjectsError> {
    own(app, member, upload_id, key).await?;
    if !(1..=MAX_PARTS).contains(&number) {
        return Err(ObjectsError::PartNumber);
    }
    Ok(SignedPart {
        url: app.objects.sign_part(key, upload_id, number).await?,
        expires: ObjectStore::ADDRESS_SECONDS,
    })
}

/// Completes the upload. The storage reports the parts, not the caller; a file that exceeds the limits is
/// aborted.
pub async fn complete(
    app: &App,
    member: &Member,
    upload_id: &str,
    key: &str,
    named: &[UploadedPart],
) -> Result<CompletedUpload, ObjectsError> {
    let upload = own(app, member, upload_id, key).await?;
    let stored: HashMap<i32, Part> = app
        .objects
        .parts(key, upload_id)
        .await?
        .ok_or(ObjectsError::NoUpload)?
        .into_iter()
        .map(|part| (part.number, part))
        .collect();
    let mut sizes = Vec::with_capacity(named.len());
    for (part, number) in named.iter().zip(1..) {
        let there =
            stored.get(&part.part_number).filter(|there| part.part_number == number && is_same(there, part));
        sizes.push(there.ok_or(ObjectsError::OtherParts)?.size);
    }
    if let Err((code, message)) = check_parts(&sizes) {
        forget(app, member, upload_id, key).await?;
        return Err(ObjectsError::RefusedParts { code, message });
    }
    let parts: Vec<(i32, String)> = named.iter().map(|part| (part.part_number, part.etag.clone())).collect();
    if !app.objects.complete(key, upload_id, &parts).await? {
        return Err(ObjectsError::OtherParts);
    }
    let tx = member.may(Action::Create, Object::Objects).await?;
    done(&tx, upload.id, "complete");
    tx.commit().await?;
    Ok(CompletedUpload { location: app.objects.address(key)? })
}

/// Aborts an upload.
pub async fn abort(app: &App, member: &Member, upload_id: &str, key: &str) -> Result<(), ObjectsError> {
    own(app, member, upload_id, key).await?;
    forget(app, member, upload_id, key).await
}

/// The parameters for uploading a whole file at once.
pub async fn parameters(
    app: &App,
    member: &Member,
    content_type: Option<&str>,
) -> Result<UploadParameters, ObjectsError> {
    counted(app, member).await?;
    let announced = announced(content_type)?;
    let headers =
        announced.content_type.iter().map(|kind| ("content-type".to_owned(), kind.clone())).collect();
    let (key, url) = service::sign(app, member, &announced).await?;
    // A GET request writes no audit entry; the use of the file will.
    let tx = service::looking(app, member.principal.workspace_id).await?;
    service::begin(app, tx, member, key, announced, None).await?;
    Ok(UploadParameters { method: "PUT".to_owned(), url, fields: HashMap::new(), headers })
}

/// Temporary credentials that can only add files to this workspace's uploads.
pub async fn credentials(app: &App, member: &Member) -> Result<UploadCredentials, ObjectsError> {
    counted(app, member).await?;
    let issued =
        app.objects.issue_credentials(&service::uploads_prefix(member.principal.workspace_id)).await?;
    // Issuing credentials is recorded in the audit log.
    let tx = member.may(Action::Create, Object::Objects).await?;
    // Files uploaded without an upload row belong to nothing.
    jobs::enqueue_at(
        app,
        tx.conn(),
        tx.workspace_id(),
        &SweepFiles {},
        issued.expires_at.max(app.now()) + KEPT,
    )
    .await?;
    service::measure_later(app, &tx, app.now()).await?;
    service::measure_later(app, &tx, issued.expires_at.max(app.now())).await?;
    done(&tx, &issued.access_key, "lend_keys");
    tx.commit().await?;
    Ok(UploadCredentials {
        credentials: TemporaryCredentials {
            access_key_id: issued.access_key,
            secret_access_key: issued.secret_key.expose_secret().to_owned(),
            session_token: issued.session_token.expose_secret().to_owned(),
            expiration: issued.expires_at.into(),
        },
        bucket: issued.bucket,
        region: issued.region,
    })
}

async fn counted(app: &App, member: &Member) -> Result<(), ObjectsError> {
    member.require(Action::Create, Object::Objects).await?;
    limits::take(app, Rule::UploadPerPerson, member.principal.user_id.to_string()).await?;
    Ok(app.objects.is_there()?)
}

/// The declared content type, if the widget names one.
fn announced(content_type: Option<&str>) -> Result<DeclaredFile, Vec<FieldError>> {
    DeclaredFile::parse(content_type, None).map_err(|errors| {
        errors.into_iter().map(|error| FieldError { field: "type".into(), ..error }).collect()
    })
}

/// A storage that keeps no entity tags accepts any.
fn is_same(there: &Part, named: &UploadedPart) -> bool {
    let bare = |etag: &str| etag.trim_matches('"').to_owned();
    there.etag.as_deref().is_none_or(|etag| bare(etag) == bare(&named.etag))
}

fn shown(part: Part) -> UploadedPart {
    UploadedPart {
        part_number: part.number,
        size: i64::try_from(part.size).ok(),
        etag: part.etag.unwrap_or_else(|| "\"\"".to_owned()),
    }
}

/// Checks that a multipart upload belongs to this user in this workspace.
async fn own(app: &App, member: &Member, upload_id: &str, key: &str) -> Result<store::Upload, ObjectsError> {
    member.require(Action::Create, Object::Objects).await?;
    let tx = service::looking(app, member.principal.workspace_id).await?;
    let upload = store::upload(&tx, member.principal.user_id, key, app.now()).await?;
    upload.filter(|upload| upload.multipart_id.as_deref() == Some(upload_id)).ok_or(ObjectsError::NoUpload)
}

/// Records the action in the audit entry, for a file without a display name.
fn done(tx: &TenantTx, id: impl ToString, action: &'static str) {
    tx.about(id, "a file");
    if let Some(entry) = tx.audit_entry() {
        entry.action(action);
    }
}

async fn forget(app: &App, member: &Member, upload_id: &str, key: &str) -> Result<(), ObjectsError> {
    let tx = member.may(Action::Create, Object::Objects).await?;
    let upload =
        store::upload(&tx, member.principal.user_id, key, app.now()).await?.ok_or(ObjectsError::NoUpload)?;
    if store::delete_upload(&tx, upload.id).await? {
        let remove = RemoveObjects { keys: vec![parts_name(key, upload_id), key.to_owned()] };
        jobs::enqueue(app, tx.conn(), tx.workspace_id(), &remove).await?;
    }
    done(&tx, upload.id, "give_up");
    Ok(tx.commit().await?)
}
