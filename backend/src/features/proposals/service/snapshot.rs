//! The company snapshot of a proposal, taken when it is created and when it is refreshed, and what the client
//! sees of it.

use proffer_domain::{company::CompanyProfile, company_name::TakenSnapshot, revision::CompanySnapshot};
use sea_orm::JsonValue;
use serde::Deserialize as _;

use crate::{failure::Failure, features::proposals::store::rows::Proposal};

/// The snapshot of a row; `None` if there was no company profile at its creation.
pub fn taken(row: &Proposal) -> Result<Option<TakenSnapshot>, Failure> {
    row.company_snapshot.as_ref().map(read).transpose()
}

fn read(json: &JsonValue) -> Result<TakenSnapshot, Failure> {
    TakenSnapshot::deserialize(json).map_err(Failure::internal)
}

/// Takes a snapshot of the current company, replacing the previous one.
pub fn take(
    before: Option<&JsonValue>,
    company: Option<&CompanyProfile>,
) -> Result<Option<JsonValue>, Failure> {
    let Some(company) = company else { return Ok(before.cloned()) };
    let taken = TakenSnapshot::take(of(company), before.map(read).transpose()?);
    serde_json::to_value(taken).map(Some).map_err(Failure::internal)
}

/// What the client sees of the company with this proposal. Until the proposal is sent, the terms are the
/// current ones, as in the editor.
pub fn shown(row: &Proposal, company: Option<&CompanyProfile>) -> Result<Option<CompanySnapshot>, Failure> {
    let Some(taken) = taken(row)? else { return Ok(company.map(of)) };
    let terms_and_conditions = company.and_then(|company| company.terms_and_conditions.clone());
    Ok(Some(CompanySnapshot { terms_and_conditions, ..taken.shown }))
}

fn of(company: &CompanyProfile) -> CompanySnapshot {
    let company = company.clone();
    CompanySnapshot {
        name: company.name,
        years_in_business: company.years_in_business,
        team_size: company.team_size,
        success_metrics: company.success_metrics,
        guarantees_offered: company.guarantees_offered,
        industry_recognitions: company.industry_recognitions,
        client_logos_url: company.client_logos_url,
        terms_and_conditions: company.terms_and_conditions,
    }
}
