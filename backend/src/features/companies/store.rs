//! Queries of the company profile.

use chrono::{DateTime, Utc};
use proffer_domain::{company::CompanyProfile, settings::SiteSettings};
use proffer_store::{TenantTx, entity::companies};
use sea_orm::{ActiveModelTrait, ActiveValue::Set, DbErr, EntityTrait, QuerySelect};
use uuid::Uuid;

use super::types;
use crate::failure::stale;

pub use companies::Model as Company;

/// The workspace's company; row-level security shows at most one.
pub async fn find(tx: &TenantTx) -> Result<Option<Company>, DbErr> {
    companies::Entity::find().one(tx.conn()).await
}

pub async fn find_for_update(tx: &TenantTx) -> Result<Option<Company>, DbErr> {
    companies::Entity::find().lock_exclusive().one(tx.conn()).await
}

pub async fn insert(
    tx: &TenantTx,
    id: Uuid,
    user_id: Uuid,
    profile: &CompanyProfile,
    now: DateTime<Utc>,
) -> Result<Company, DbErr> {
    let row = companies::ActiveModel {
        workspace_id: Set(tx.workspace_id()),
        id: Set(id),
        created_by: Set(user_id),
        created_at: Set(now),
        ..columns(profile, now)
    };
    row.insert(tx.conn()).await
}

pub async fn update(
    tx: &TenantTx,
    id: Uuid,
    profile: &CompanyProfile,
    now: DateTime<Utc>,
) -> Result<Company, DbErr> {
    companies::ActiveModel { workspace_id: Set(tx.workspace_id()), id: Set(id), ..columns(profile, now) }
        .update(tx.conn())
        .await
}

pub async fn set_logo(
    tx: &TenantTx,
    id: Uuid,
    logo_url: Option<String>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let key =
        companies::ActiveModel { workspace_id: Set(tx.workspace_id()), id: Set(id), ..Default::default() };
    companies::ActiveModel { logo_url: Set(logo_url), updated_at: Set(now), ..key }.update(tx.conn()).await?;
    Ok(())
}

fn columns(profile: &CompanyProfile, now: DateTime<Utc>) -> companies::ActiveModel {
    let profile = profile.clone();
    companies::ActiveModel {
        name: Set(profile.name),
        logo_url: Set(profile.logo_url),
        website_url: Set(profile.website_url),
        phone: Set(profile.phone),
        currency: Set(profile.currency.code().to_owned()),
        about_us: Set(profile.about_us),
        why_work_with_us: Set(profile.why_work_with_us),
        how_we_work: Set(profile.how_we_work),
        what_we_offer: Set(profile.what_we_offer),
        testimonials: Set(profile.testimonials),
        case_studies_link: Set(profile.case_studies_link),
        certifications: Set(serde_json::json!(profile.certifications)),
        awards: Set(serde_json::json!(profile.awards)),
        years_in_business: Set(profile.years_in_business),
        team_size: Set(profile.team_size),
        industry_recognitions: Set(profile.industry_recognitions),
        guarantees_offered: Set(profile.guarantees_offered),
        client_logos_url: Set(profile.client_logos_url),
        success_metrics: Set(profile.success_metrics),
        custom_ai_rules: Set(profile.custom_ai_rules),
        terms_and_conditions: Set(profile.terms_and_conditions),
        updated_at: Set(now),
        ..Default::default()
    }
}

/// Converts a row to the domain type.
pub fn profile(company: &Company) -> CompanyProfile {
    let company = company.clone();
    CompanyProfile {
        name: company.name,
        logo_url: company.logo_url,
        website_url: company.website_url,
        phone: company.phone,
        currency: company.currency.parse().unwrap_or_default(),
        about_us: company.about_us,
        why_work_with_us: company.why_work_with_us,
        how_we_work: company.how_we_work,
        what_we_offer: company.what_we_offer,
        testimonials: company.testimonials,
        case_studies_link: company.case_studies_link,
        years_in_business: company.years_in_business,
        team_size: company.team_size,
        industry_recognitions: company.industry_recognitions,
        guarantees_offered: company.guarantees_offered,
        client_logos_url: company.client_logos_url,
        success_metrics: company.success_metrics,
        custom_ai_rules: company.custom_ai_rules,
        terms_and_conditions: company.terms_and_conditions,
        certifications: texts(company.certifications),
        awards: texts(company.awards),
    }
}

fn texts(json: sea_orm::JsonValue) -> Vec<String> {
    serde_json::from_value(json).unwrap_or_default()
}

impl types::Company {
    /// Converts a row to the wire type. The site's settings decide whether the assistant follows the custom
    /// instructions.
    pub fn shown(company: &Company, settings: &SiteSettings) -> Self {
        let profile = profile(company);
        Self {
            etag: stale::etag(&profile),
            currency: profile.currency.code().to_owned(),
            profile,
            id: company.id,
            custom_ai_rules_enabled: settings.custom_ai_rules(),
            created_at: company.created_at.into(),
            updated_at: company.updated_at.into(),
        }
    }
}
