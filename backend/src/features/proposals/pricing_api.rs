//! The wire of pricing: saving a table, and what one comes to while it is being typed.

use poem::web::Data;
use poem_openapi::{Object, OpenApi, param::Path, payload::Json};
use uuid::Uuid;

use super::{
    pricing::{ShownPricing, ShownTotals},
    pricing_input::PricingTableInput,
    service::prices,
    types::Proposal,
};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::problem::Problem,
    wire::JsonBody,
};

/// Prices to save.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct PricingInput {
    /// The version that they were changed from; 409 with both where it is no longer the newest.
    pub version: i64,
    /// The whole table.
    pub pricing: PricingTableInput,
}

/// Prices to add up.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct PreviewInput {
    /// The whole table.
    pub pricing: PricingTableInput,
}

/// What a table comes to.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct PricingPreview {
    /// The sums.
    pub totals: ShownTotals,
    /// The pricing block as the client will see it.
    pub html: String,
}

/// Prices in words.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct PricingText {
    /// The words, at most 10,000 characters.
    pub text: String,
}

/// Pricing.
pub struct PricingApi;

#[OpenApi(tag = "Noun::Proposals")]
impl PricingApi {
    /// Save the prices of a proposal. An amount that the caller added or changed is confirmed by that; one
    /// that came unconfirmed and is sent back as it was stays so unless it says `confirmed: true`.
    #[oai(path = "/proposals/:id/pricing", method = "put", operation_id = "savePricing")]
    async fn save(
        &self,
        app: Data<&App>,
        member: Member,
        /// The proposal's id.
        id: Path<Uuid>,
        input: JsonBody<PricingInput>,
    ) -> Result<Json<Proposal>, Problem> {
        let tx = member.may(Action::Update, Thing::Proposals).await?;
        Ok(Json(prices::save(&app, tx, &member.principal, id.0, input.0).await?.shown_to(&member)))
    }

    /// Add up a table that is being typed. Nothing is stored.
    #[oai(path = "/proposals/pricing/preview", method = "post", operation_id = "previewPricing")]
    async fn preview(&self, app: Data<&App>, member: Member, input: JsonBody<PreviewInput>) -> Result<Json<PricingPreview>, Problem> {
        drop(member.may(Action::Read, Thing::Proposals).await?);
        Ok(Json(prices::preview(&app, input.0.pricing)?))
    }

    /// Read items, discounts, taxes, deposit and milestones from prices in words. Nothing is stored.
    #[oai(path = "/proposals/pricing/read", method = "post", operation_id = "readPricing")]
    async fn read(&self, app: Data<&App>, member: Member, input: JsonBody<PricingText>) -> Result<Json<ShownPricing>, Problem> {
        drop(member.may(Action::Read, Thing::Proposals).await?);
        Ok(Json(prices::read(&app, &input.0.text)?.into()))
    }
}
