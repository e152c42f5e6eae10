//! What the team may ask of a proposal's state: share, send, take back.

use proffer_domain::{
    audit::{self, Kind},
    company::CompanyProfile,
    consent,
    field_error::FieldError,
    pricing::{self, PricingTable},
    proposal::{Actor, Event, InvalidTransition, Refusal, Rules, Status, transition},
    revision::{CompanySnapshot, Frozen},
    share_token::ShareToken,
};
use sea_orm::ActiveValue::Set;
use uuid::Uuid;

use super::{not_found, trail};
use crate::{
    app::App,
    db::{TenantTx, violated_constraint},
    features::{
        clients, companies,
        proposals::{
            drafting,
            drafting_api::DraftingStatus,
            store::{
                revisions,
                rows::{self, Change, Proposal},
            },
            types::ShareLink,
        },
    },
    http::{auth::Principal, problem::Problem},
};

/// The facts that a transition of this proposal depends on. Countersigning is not switched on anywhere yet.
pub fn rules(app: &App, row: &Proposal, actor: Actor) -> Rules {
    Rules { actor, countersign: false, now: app.now(), valid_until: row.valid_until }
}

/// 409 with the state that forbids it.
pub fn refused(refusal: &InvalidTransition) -> Problem {
    let message = match (refusal.reason, refusal.from) {
        (Refusal::ValidityPassed, _) => "The validity of this proposal has passed. Set a new date first.".to_owned(),
        (_, Status::Signed | Status::Accepted) => "This proposal is signed and can no longer be changed.".to_owned(),
        (_, Status::Expired) => "This proposal has expired.".to_owned(),
        (_, Status::Rejected) => "This proposal was declined.".to_owned(),
        (_, status) => format!("This is not possible while the proposal is {}.", status.as_str().replace('_', " ")),
    };
    Problem::conflict("invalid_transition", message).with_current_status(refusal.from)
}

/// The link to a proposal; made now if there is none.
pub async fn share(app: &App, tx: TenantTx, principal: &Principal, id: Uuid) -> Result<ShareLink, Problem> {
    let row = rows::find_for_update(&tx, id).await?.ok_or_else(not_found)?;
    let (row, fresh) = with_token(app, &tx, row).await?;
    tx.about(id, &row.title);
    if fresh {
        trail::append(app, &tx, id, Kind::Shared, trail::member(principal), serde_json::json!({})).await?;
    }
    tx.commit().await?;
    let share_token = row.share_token.unwrap_or_default();
    Ok(ShareLink { url: app.config.link(&format!("/shared/{share_token}")), share_token })
}

async fn with_token(app: &App, tx: &TenantTx, row: Proposal) -> Result<(Proposal, bool), Problem> {
    if row.share_token.is_some() {
        return Ok((row, false));
    }
    // Of 21 random characters fewer than ten differ once in some billions; draw again then.
    let token = std::iter::repeat_with(|| ShareToken::from_random(app.rng.bytes())).take(16).find_map(Result::ok);
    let token = token.ok_or_else(|| Problem::internal("no share token could be drawn"))?;
    Ok((store_token(tx, row, &token).await?, true))
}

/// Takes a share token that the caller made, as the specification's front end does.
pub async fn take_token(tx: &TenantTx, row: Proposal, text: &str) -> Result<Proposal, Problem> {
    if row.share_token.as_deref() == Some(text) {
        return Ok(row);
    }
    let token: ShareToken = text.parse().map_err(|_| {
        token_problem("invalid", "A share token has 21 characters of A-Z, a-z, 0-9, _ and -, at least ten of them different.")
    })?;
    store_token(tx, row, &token).await
}

async fn store_token(tx: &TenantTx, row: Proposal, token: &ShareToken) -> Result<Proposal, Problem> {
    let token = token.as_str().to_owned();
    let change = Change { share_token: Set(Some(token.clone())), ..Default::default() };
    rows::update(tx, row.id, change).await.map_err(|error| match violated_constraint(&error) {
        Some("share_tokens_pkey" | "proposals_share_token_key") => token_problem("taken", "This share token is in use. Make another."),
        _ => error.into(),
    })?;
    Ok(Proposal { share_token: Some(token), ..row })
}

fn token_problem(code: &'static str, message: &'static str) -> Problem {
    Problem::invalid(vec![FieldError { field: "shareToken".into(), code, message: message.into() }])
}

/// Writes down that the validity has passed, where it has: whatever the team does next starts from there.
pub async fn note_expiry(app: &App, tx: &TenantTx, row: Proposal) -> Result<Proposal, Problem> {
    let status: Status = row.status.parse().map_err(Problem::internal)?;
    let Ok(to) = transition(status, Event::Expire, rules(app, &row, Actor::Clock)) else { return Ok(row) };
    let change = Change { status: Set(to.as_str().to_owned()), updated_at: Set(app.now()), ..Default::default() };
    rows::update(tx, row.id, change).await?;
    trail::append(app, tx, row.id, Kind::Expired, audit::Actor::System, serde_json::json!({})).await?;
    Ok(Proposal { status: to.as_str().to_owned(), ..row })
}

/// "Edit anyway": takes a sent proposal back to draft. A draft stays one.
pub async fn reopen(app: &App, tx: &TenantTx, principal: &Principal, row: Proposal) -> Result<Proposal, Problem> {
    let status: Status = row.status.parse().map_err(Problem::internal)?;
    if status == Status::Draft {
        return Ok(row);
    }
    let to = transition(status, Event::Edit, rules(app, &row, Actor::Team)).map_err(|refusal| refused(&refusal))?;
    let change = Change { status: Set(to.as_str().to_owned()), decided_at: Set(None), updated_at: Set(app.now()), ..Default::default() };
    rows::update(tx, row.id, change).await?;
    let payload = serde_json::json!({ "from": status.as_str() });
    trail::append(app, tx, row.id, Kind::Reopened, trail::member(principal), payload).await?;
    rows::find(tx, row.id).await?.ok_or_else(not_found)
}

/// Freezes a revision and puts it before the client.
pub async fn send(app: &App, tx: &TenantTx, principal: &Principal, row: Proposal) -> Result<(), Problem> {
    let status: Status = row.status.parse().map_err(Problem::internal)?;
    let to = transition(status, Event::Send, rules(app, &row, Actor::Team)).map_err(|refusal| refused(&refusal))?;
    let ready = Ready::check(app, tx, &row, "This proposal cannot be sent yet. Nothing was lost; see what is missing.").await?;
    let (row, _) = with_token(app, tx, row).await?;
    let id = row.id;
    let kept = freeze(app, tx, principal, row, ready).await?;
    let change = Change { status: Set(to.as_str().to_owned()), updated_at: Set(app.now()), ..kept.change()? };
    rows::update(tx, id, change).await?;
    let payload = serde_json::json!({ "revision": kept.frozen.number, "sha256": kept.sha256 });
    trail::append(app, tx, id, Kind::Sent, trail::member(principal), payload).await
}

/// A draft that has everything a revision needs.
pub struct Ready {
    client_name: String,
    table: PricingTable,
}

impl Ready {
    /// 422 with `message` and every blocker, or 409 while it is still being written.
    pub async fn check(app: &App, tx: &TenantTx, row: &Proposal, message: &'static str) -> Result<Self, Problem> {
        refuse_while_drafting(tx, row.id).await?;
        let client = clients::service::get(tx, row.client_id).await?;
        let table = super::pricing(&row.pricing)?;
        super::check::refuse_unless_ready(app, tx, row, message).await?;
        Ok(Self { client_name: client.company_name, table })
    }
}

/// A revision and where it is kept.
pub struct Kept {
    /// Its id.
    pub id: Uuid,
    /// What it holds.
    pub frozen: Frozen,
    /// Its hash.
    pub sha256: String,
}

impl Kept {
    /// The columns by which its proposal points at it.
    pub fn change(&self) -> Result<Change, Problem> {
        let snapshot = self.frozen.company_snapshot.as_ref().map(serde_json::to_value).transpose().map_err(Problem::internal)?;
        Ok(Change { sent_revision_id: Set(Some(self.id)), company_snapshot: Set(snapshot), ..Default::default() })
    }
}

/// Freezes what the draft says now.
pub async fn freeze(app: &App, tx: &TenantTx, principal: &Principal, row: Proposal, ready: Ready) -> Result<Kept, Problem> {
    let company = companies::service::profile(tx).await?;
    let brand = companies::design::of_proposal(tx, row.design.as_ref()).await?;
    let totals = pricing::totals(&ready.table).map_err(Problem::internal)?;
    let frozen = Frozen {
        proposal_id: row.id,
        number: revisions::next_number(tx, row.id).await?,
        title: row.title,
        subtitle: row.subtitle,
        html_content: row.html_content,
        currency: ready.table.currency,
        pricing: ready.table,
        totals,
        company_snapshot: company.as_ref().map(snapshot),
        terms_and_conditions: company.and_then(|company| company.terms_and_conditions),
        brand: Some(companies::design::frozen(brand)),
        client_name: ready.client_name,
        valid_until: row.valid_until,
        consent_id: consent::CURRENT.id.to_owned(),
    };
    let sealed = frozen.seal().map_err(Problem::internal)?;
    let id = app.new_id();
    revisions::insert(tx, id, &frozen, &sealed, principal.user_id, app.now()).await?;
    Ok(Kept { id, frozen, sha256: sealed.sha256 })
}

async fn refuse_while_drafting(tx: &TenantTx, id: Uuid) -> Result<(), Problem> {
    let state = drafting::state(tx, id).await?;
    if matches!(state.status, DraftingStatus::Queued | DraftingStatus::Running) {
        return Err(Problem::conflict("drafting_in_progress", "The draft is still being written."));
    }
    Ok(())
}

/// What clients see of the sender.
pub fn snapshot(company: &CompanyProfile) -> CompanySnapshot {
    let company = company.clone();
    CompanySnapshot {
        name: company.name,
        logo_url: company.logo_url,
        years_in_business: company.years_in_business,
        team_size: company.team_size,
        success_metrics: company.success_metrics,
        guarantees_offered: company.guarantees_offered,
        industry_recognitions: company.industry_recognitions,
        terms_and_conditions: company.terms_and_conditions,
    }
}
