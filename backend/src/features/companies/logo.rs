//! Use cases of the company's logo.

use proffer_domain::{field_error::FieldError, upload::MAX_PICTURE};
use proffer_store::TenantTx;
use uuid::Uuid;

use super::{error::CompanyError, store};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object},
    failure::Failure,
    features::{
        objects::service::{self as objects, PictureKind, StoredPicture},
        objects::{ObjectsError, jobs::RemoveObjects},
    },
    jobs,
};

/// Makes an uploaded file the logo; the previous one is deleted after the commit.
pub async fn set(app: &App, member: &Member, logo_url: &str) -> Result<StoredPicture, CompanyError> {
    member.require(Action::Update, Object::Company).await?;
    let (workspace_id, user_id) = (member.principal.workspace_id, member.principal.user_id);
    let most = usize::try_from(MAX_PICTURE).map_err(Failure::internal)?;
    let upload = objects::read_upload(app, workspace_id, user_id, logo_url, most)
        .await
        .map_err(CompanyError::LogoFile)?;
    let kept = objects::keep_picture(app, workspace_id, user_id, PictureKind::CompanyLogo, upload.bytes)
        .await
        .map_err(CompanyError::LogoFile)?;
    let tx = member.may(Action::Update, Object::Company).await?;
    if !objects::take_over(&tx, upload.id).await? {
        drop(tx);
        objects::discard(app, workspace_id, &kept.path).await?;
        return Err(CompanyError::LogoFile(ObjectsError::UploadGone));
    }
    jobs::enqueue(app, tx.conn(), workspace_id, &RemoveObjects { keys: vec![upload.key] }).await?;
    match store::find_for_update(&tx).await? {
        Some(company) => replace(app, &tx, &company, Some(kept.path.clone())).await?,
        None => tx.about(kept.id, "the new company"),
    }
    named(&tx, "change_logo");
    tx.commit().await?;
    Ok(kept)
}

/// Removes the logo.
pub async fn remove(app: &App, member: &Member) -> Result<(), CompanyError> {
    let tx = member.may(Action::Update, Object::Company).await?;
    let company = store::find_for_update(&tx).await?.ok_or(CompanyError::NotFound)?;
    replace(app, &tx, &company, None).await?;
    named(&tx, "remove_logo");
    Ok(tx.commit().await?)
}

async fn replace(
    app: &App,
    tx: &TenantTx,
    company: &store::Company,
    logo_url: Option<String>,
) -> Result<(), Failure> {
    store::set_logo(tx, company.id, logo_url, app.now()).await?;
    if let Some(before) = &company.logo_url {
        objects::remove_picture(app, tx, before).await?;
    }
    tx.about(company.id, &company.name);
    Ok(())
}

fn named(tx: &TenantTx, action: &'static str) {
    if let Some(entry) = tx.audit_entry() {
        entry.action(action);
    }
}

/// The logos that a profile may have: the current one, or another picture of this workspace. An external
/// address would reveal to its host who reads a proposal, and when.
pub async fn check(tx: &TenantTx, before: Option<&str>, after: Option<&str>) -> Result<(), Failure> {
    match after {
        Some(address) if before != after && !objects::is_company_logo(tx, address).await? => {
            Err(FieldError::new("logoUrl", "invalid", "Logo must be an uploaded picture").into())
        }
        _ => Ok(()),
    }
}

/// The id of the company's logo, if it is a stored picture.
pub async fn id(tx: &TenantTx) -> Result<Option<Uuid>, Failure> {
    Ok(store::find(tx).await?.and_then(|company| company.logo_url).as_deref().and_then(objects::picture_id))
}
