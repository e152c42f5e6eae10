//! Use cases of the company profile.

use proffer_domain::{
    company::{CompanyInput, CompanyProfile},
    field_error::FieldError,
};
use proffer_store::{TenantTx, violated_constraint};
use uuid::Uuid;

use super::{error::CompanyError, logo, store};
use crate::{
    app::App,
    failure::{Failure, stale},
    features::objects,
};

/// Creates the workspace's only profile.
pub async fn create(
    app: &App,
    tx: TenantTx,
    user_id: Uuid,
    input: CompanyInput,
) -> Result<store::Company, CompanyError> {
    if input.etag.is_some() {
        return Err(
            FieldError::new("etag", "unexpected", "A profile that is being created has no etag yet").into()
        );
    }
    let profile = input.validate()?;
    logo::check(&tx, None, profile.logo_url.as_deref()).await?;
    let saved = store::insert(&tx, app.new_id(), user_id, &profile, app.now()).await;
    let company = saved.map_err(|error| match violated_constraint(&error) {
        Some("companies_workspace_key") => CompanyError::Exists,
        _ => error.into(),
    })?;
    tx.about(company.id, &company.name);
    tx.commit().await?;
    Ok(company)
}

/// Changes the given fields; an empty string clears a field.
pub async fn update(
    app: &App,
    tx: TenantTx,
    mut input: CompanyInput,
) -> Result<store::Company, CompanyError> {
    let started_from = input.etag.take();
    let company = store::find_for_update(&tx).await?.ok_or(CompanyError::NotFound)?;
    let stored = store::profile(&company);
    let profile = stale::changed(started_from.as_deref(), &stored, &input, CompanyInput::validate)?;
    logo::check(&tx, company.logo_url.as_deref(), profile.logo_url.as_deref()).await?;
    let before = company.logo_url.filter(|before| profile.logo_url.as_ref() != Some(before));
    let company = store::update(&tx, company.id, &profile, app.now()).await?;
    if let Some(before) = before {
        objects::service::remove_picture(app, &tx, &before).await?;
    }
    tx.about(company.id, &company.name);
    tx.commit().await?;
    Ok(company)
}

/// The id of the logo, if it is a stored picture.
pub async fn logo_id(tx: &TenantTx) -> Result<Option<Uuid>, Failure> {
    logo::id(tx).await
}

/// The profile for the assistant and for revisions, if there is one.
pub async fn profile(tx: &TenantTx) -> Result<Option<CompanyProfile>, Failure> {
    Ok(store::find(tx).await?.as_ref().map(store::profile))
}
