//! Use cases of clients.

use proffer_domain::{
    client::{ClientInput, ClientProfile, ClientUpdate},
    identity::Email,
};
use proffer_store::TenantTx;
use sea_orm::DbErr;
use uuid::Uuid;

use super::{error::ClientError, store, types, website};
use crate::{
    app::App,
    failure::{
        Failure,
        stale::{self, StaleField, StaleRecord},
    },
    features::objects::service as objects,
    http::paging::Page,
};

pub async fn get(tx: &TenantTx, id: Uuid) -> Result<store::Client, ClientError> {
    store::find(tx, id).await?.ok_or(ClientError::NotFound)
}

/// The client's data for the assistant.
pub async fn profile(tx: &TenantTx, id: Uuid) -> Result<ClientProfile, ClientError> {
    let client = get(tx, id).await?;
    Ok(ClientProfile {
        company_name: client.company_name,
        first_name: client.first_name,
        last_name: client.last_name,
        email: Email::parse("email", &client.email).map_err(|error| Failure::internal(error.message))?,
        phone: client.phone,
        address: client.address,
        website_url: client.website_url,
        description: client.description,
    })
}

/// A page of the clients, newest first.
pub async fn list(tx: &TenantTx, page: Page) -> Result<Vec<types::Client>, DbErr> {
    Ok(store::list(tx, store::ClientFilter::default(), page).await?.0.into_iter().map(Into::into).collect())
}

pub async fn count(tx: &TenantTx) -> Result<i64, Failure> {
    i64::try_from(store::count(tx, store::ClientFilter::default()).await?).map_err(Failure::internal)
}

pub async fn create(
    app: &App,
    tx: TenantTx,
    user_id: Uuid,
    input: ClientInput,
) -> Result<store::Client, ClientError> {
    let profile = input.validate()?;
    let id = app.new_id();
    store::insert(&tx, id, user_id, &profile, app.now()).await?;
    website::changed(app, &tx, id, &store::Site::default(), profile.website_url.as_deref()).await?;
    let client = get(&tx, id).await?;
    tx.about(id, &client.company_name);
    tx.commit().await?;
    Ok(client)
}

/// Changes the given fields of a client; an empty string clears an optional field.
pub async fn update(
    app: &App,
    tx: TenantTx,
    id: Uuid,
    mut input: ClientUpdate,
) -> Result<store::Client, ClientError> {
    let started_from = input.etag.take();
    let before = store::site_for_update(&tx, id).await?.ok_or(ClientError::NotFound)?;
    let stored = get(&tx, id).await?.edited();
    let profile = stale::changed(started_from.as_deref(), &stored, &input, ClientInput::validate)?;
    store::update(&tx, id, &profile, app.now()).await?;
    website::changed(app, &tx, id, &before, profile.website_url.as_deref()).await?;
    let client = get(&tx, id).await?;
    tx.about(id, &client.company_name);
    tx.commit().await?;
    Ok(client)
}

/// The numbers of proposals that the user was shown before deleting the client.
pub struct Shown {
    /// All proposals.
    pub proposals: Option<i64>,
    /// Signed proposals.
    pub signed: Option<i64>,
    /// Open proposals.
    pub open: Option<i64>,
}

impl Shown {
    /// Refuses with the current numbers if a shown one is outdated.
    pub fn check(&self, client: &store::Client) -> Result<(), ClientError> {
        let figures = [
            ("proposals", self.proposals, client.proposal_count),
            ("signed", self.signed, client.signed_proposal_count),
            ("open", self.open, client.open_proposal_count),
        ];
        let wrong = |(field, shown, current): (&str, Option<i64>, i64)| {
            let yours = shown.filter(|shown| *shown != current)?;
            Some(StaleField {
                field: field.to_owned(),
                yours: Some(yours.into()),
                current: Some(current.into()),
            })
        };
        let fields: Vec<_> = figures.into_iter().filter_map(wrong).collect();
        if fields.is_empty() {
            return Ok(());
        }
        Err(ClientError::StaleCounts(StaleRecord { etag: stale::etag(&client.edited()), fields }))
    }
}

/// Locks the client until the transaction ends, so that no proposal is added in the meantime.
pub async fn lock(tx: &TenantTx, id: Uuid) -> Result<(), ClientError> {
    store::site_for_update(tx, id).await?.map(drop).ok_or(ClientError::NotFound)
}

/// Deletes a client with the logo and, by a foreign key, the proposals.
pub async fn remove(app: &App, tx: &TenantTx, client: &store::Client) -> Result<(), ClientError> {
    if let Some(logo) = &client.logo_url {
        objects::remove_picture(app, tx, logo).await?;
    }
    if store::delete(tx, client.id).await? { Ok(()) } else { Err(ClientError::NotFound) }
}
