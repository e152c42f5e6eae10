//! Use cases of clients.

use proffer_domain::{
    audit,
    client::{ClientInput as Input, ClientProfile},
    identity::Email,
};
use uuid::Uuid;

use super::{
    api::{self, ClientInput},
    store, website,
};
use crate::{
    app::App,
    db::TenantTx,
    features::{objects::service as objects, proposals},
    http::{auth::Principal, paging::Page, problem::Problem},
    wire,
};

/// No such client, or not one of this workspace's; both look the same.
pub fn not_found() -> Problem {
    Problem::not_found("client_not_found", "This client does not exist or you don't have access to it.")
}

/// One client.
pub async fn get(tx: &TenantTx, id: Uuid) -> Result<store::Client, Problem> {
    store::find(tx, id).await?.ok_or_else(not_found)
}

/// One client as the assistant knows them.
pub async fn profile(tx: &TenantTx, id: Uuid) -> Result<ClientProfile, Problem> {
    let client = get(tx, id).await?;
    Ok(ClientProfile {
        company_name: client.company_name,
        first_name: client.first_name,
        last_name: client.last_name,
        email: Email::parse("email", &client.email).map_err(|error| Problem::internal(error.message))?,
        phone: client.phone,
        address: client.address,
        website_url: client.website_url,
        description: client.description,
    })
}

/// A page of clients, newest first.
pub async fn list(tx: &TenantTx, page: Page) -> Result<Vec<api::Client>, Problem> {
    Ok(store::list(tx, None, page).await?.0.into_iter().map(Into::into).collect())
}

/// How many clients there are.
pub async fn count(tx: &TenantTx) -> Result<i64, Problem> {
    Ok(store::count(tx).await?)
}

/// Adds a client.
pub async fn create(app: &App, tx: TenantTx, user_id: Uuid, input: ClientInput) -> Result<store::Client, Problem> {
    let profile = wire::to_domain::<_, Input>(&input)?.validate()?;
    let id = app.new_id();
    store::insert(&tx, id, user_id, &profile, app.now()).await?;
    website::changed(app, &tx, id, &store::Site::default(), profile.website_url.as_deref()).await?;
    let client = get(&tx, id).await?;
    tx.about(id, &client.company_name);
    tx.commit().await?;
    Ok(client)
}

/// Changes a client.
pub async fn update(app: &App, tx: TenantTx, id: Uuid, input: ClientInput) -> Result<store::Client, Problem> {
    let profile = wire::to_domain::<_, Input>(&input)?.validate()?;
    let before = store::site_for_update(&tx, id).await?.ok_or_else(not_found)?;
    store::update(&tx, id, &profile, app.now()).await?;
    website::changed(app, &tx, id, &before, profile.website_url.as_deref()).await?;
    let client = get(&tx, id).await?;
    tx.about(id, &client.company_name);
    tx.commit().await?;
    Ok(client)
}

/// Deletes a client with its proposals; each proposal's audit trail ends with who did it, and outlives it.
pub async fn delete(app: &App, tx: TenantTx, principal: &Principal, id: Uuid) -> Result<(), Problem> {
    let client = get(&tx, id).await?;
    tx.about(id, &client.company_name);
    for proposal_id in proposals::service::ids_of_client(&tx, id).await? {
        proposals::service::trail::append(
            app,
            &tx,
            proposal_id,
            audit::Kind::Deleted,
            proposals::service::trail::member(principal),
            serde_json::json!({ "withClient": id }),
        )
        .await?;
    }
    if let Some(logo) = &client.logo_url {
        objects::remove_picture(app, &tx, logo).await?;
    }
    if !store::delete(&tx, id).await? {
        return Err(not_found());
    }
    tx.commit().await?;
    Ok(())
}
