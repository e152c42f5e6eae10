//! The operations of saving, previewing and reading prices.

use poem::web::Data;
use poem_openapi::{Object, OpenApi, param::Path, payload::Json};
use uuid::Uuid;

use super::{
    pricing_input::PricingTableInput,
    pricing_types::{PriceReading, PricingInput, PricingPreview, PricingText},
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

/// The prices to preview.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct PreviewInput {
    /// The complete pricing table.
    pub pricing: PricingTableInput,
}

/// Prices of proposals.
pub struct PricingApi;

#[OpenApi(tag = "Noun::Proposals")]
impl PricingApi {
    /// Save the prices of a proposal. Added or changed amounts count as confirmed. An unconfirmed amount that
    /// is sent back unchanged stays unconfirmed unless it has `confirmed: true`.
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

    /// Compute the totals of a pricing table. Nothing is stored.
    #[oai(path = "/proposals/pricing/preview", method = "post", operation_id = "previewPricing")]
    async fn preview(
        &self,
        app: Data<&App>,
        member: Member,
        input: JsonBody<PreviewInput>,
    ) -> Result<Json<PricingPreview>, Problem> {
        drop(member.may(Action::Read, Thing::Proposals).await?);
        Ok(Json(prices::preview(&app, input.0.pricing)?))
    }

    /// Read line items, discounts, taxes, deposit and milestones from a text, with what it leaves open and
    /// the possible answers. With a `change` of one line item, that change is first written into the text.
    /// Nothing is stored.
    #[oai(path = "/proposals/pricing/read", method = "post", operation_id = "readPricing")]
    async fn read(
        &self,
        app: Data<&App>,
        member: Member,
        input: JsonBody<PricingText>,
    ) -> Result<Json<PriceReading>, Problem> {
        let tx = member.may(Action::Read, Thing::Proposals).await?;
        Ok(Json(prices::read(&app, tx, input.0).await?))
    }
}
