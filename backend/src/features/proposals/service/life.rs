//! Changes of a proposal's state by the team: share, send, reopen.

use proffer_domain::{
    audit::{self, EventKind},
    company_name::TakenSnapshot,
    consent,
    field_error::FieldError,
    notification,
    pricing::{self, PricingTable},
    proposal::{Actor, Event, Rules, Status, transition},
    revision::Frozen,
    sending::Sending,
    share_token::ShareToken,
};
use proffer_store::{TenantTx, violated_constraint};
use sea_orm::ActiveValue::Set;
use uuid::Uuid;

use super::{ProposalError, links, snapshot, trail};
use crate::{
    access::Principal,
    app::App,
    failure::Failure,
    features::{
        clients, companies,
        notifications::{self, jobs::Notify},
        proposals::{
            drafting,
            drafting_types::DraftingStatus,
            store::{
                revisions,
                rows::{self, Change, Proposal},
            },
            tasks,
            types::ShareLink,
        },
        team,
    },
    tokens,
};

/// The facts for a transition by the client: those of [`rules`], and whether the workspace currently
/// countersigns.
pub async fn answer_rules(app: &App, tx: &TenantTx, row: &Proposal) -> Result<Rules, Failure> {
    Ok(Rules { countersign: team::countersigns(tx).await?, ..rules(app, row, Actor::Client) })
}

/// The facts for a transition by anyone but the client: only the effect of a client's acceptance also depends
/// on the workspace.
pub fn rules(app: &App, row: &Proposal, actor: Actor) -> Rules {
    Rules { actor, countersign: false, now: app.now(), valid_until: row.valid_until }
}

/// The share link of a proposal; created if there is none, or replaced if `renew` is set.
pub async fn share(
    app: &App,
    tx: TenantTx,
    principal: &Principal,
    id: Uuid,
    renew: bool,
) -> Result<ShareLink, ProposalError> {
    let row = rows::find_for_update(&tx, id).await?.ok_or(ProposalError::NotFound)?;
    tx.about(id, &row.title);
    let renewed = renew && row.share_token_hash.is_some();
    let row = if renewed { Proposal { share_token_hash: None, ..row } } else { row };
    let (row, fresh) = with_token(app, &tx, row).await?;
    if let Some(entry) = tx.audit_entry().filter(|_| renewed) {
        entry.action("renew_link");
    }
    if fresh {
        note_link(app, &tx, principal, id, renewed).await?;
    }
    let share_token = links::readable(app, &row)?;
    tx.commit().await?;
    Ok(ShareLink { url: app.config.link(&format!("/shared/{share_token}")), share_token })
}

/// Revokes the share link, which then stops working; the state of the proposal does not change. Without a
/// link, nothing happens.
pub async fn revoke(app: &App, tx: TenantTx, principal: &Principal, id: Uuid) -> Result<(), ProposalError> {
    let row = rows::find_for_update(&tx, id).await?.ok_or(ProposalError::NotFound)?;
    tx.about(id, &row.title);
    if let Some(entry) = tx.audit_entry() {
        entry.action("revoke_link");
    }
    if row.share_token_hash.is_some() {
        rows::update(&tx, id, links::columns(app, id, None)?).await?;
        trail::append(app, &tx, id, EventKind::LinkRevoked, trail::member(principal), serde_json::json!({}))
            .await?;
    }
    tx.commit().await?;
    Ok(())
}

async fn with_token(app: &App, tx: &TenantTx, row: Proposal) -> Result<(Proposal, bool), ProposalError> {
    if row.share_token_hash.is_some() {
        return Ok((row, false));
    }
    // Among 21 random characters, fewer than ten are different once in some billions; then another token is
    // drawn.
    let token =
        std::iter::repeat_with(|| ShareToken::from_random(app.rng.bytes())).take(16).find_map(Result::ok);
    let token = token.ok_or_else(|| Failure::internal("no share token could be generated"))?;
    Ok((store_token(app, tx, row.id, &token).await?, true))
}

/// Sets a share token chosen by the caller, as the specification's frontend does. The link of a signed
/// proposal is kept, because the client needs it to access the document.
pub async fn take_token(
    app: &App,
    tx: &TenantTx,
    principal: &Principal,
    row: Proposal,
    text: &str,
) -> Result<Proposal, ProposalError> {
    if row.share_token_hash == Some(tokens::hash(text)) {
        return Ok(row);
    }
    let status: Status = row.status.parse().map_err(Failure::internal)?;
    if status.is_immutable() {
        return Err(ProposalError::LinkStays(status));
    }
    let token: ShareToken = text.parse().map_err(|_| {
        token_fault(
            "invalid",
            "A share token has 21 characters of A-Z, a-z, 0-9, _ and -, at least ten of them different.",
        )
    })?;
    let renewed = row.share_token_hash.is_some();
    let row = store_token(app, tx, row.id, &token).await?;
    note_link(app, tx, principal, row.id, renewed).await?;
    Ok(row)
}

async fn note_link(
    app: &App,
    tx: &TenantTx,
    principal: &Principal,
    id: Uuid,
    renewed: bool,
) -> Result<(), Failure> {
    let payload = if renewed { serde_json::json!({ "renewed": true }) } else { serde_json::json!({}) };
    trail::append(app, tx, id, EventKind::Shared, trail::member(principal), payload).await
}

async fn store_token(
    app: &App,
    tx: &TenantTx,
    id: Uuid,
    token: &ShareToken,
) -> Result<Proposal, ProposalError> {
    rows::update(tx, id, links::columns(app, id, Some(token.as_str()))?).await.map_err(|error| {
        match violated_constraint(&error) {
            Some("share_tokens_pkey") => {
                token_fault("taken", "This share token is in use. Generate another.").into()
            }
            _ => error.into(),
        }
    })
}

fn token_fault(code: &'static str, message: &'static str) -> FieldError {
    FieldError { field: "shareToken".into(), code, message: message.into() }
}

/// Records that the validity has ended, if it has, and notifies the team; what follows is based on the new
/// state. The row is locked, so that the schedule and concurrent requests record it only once.
pub async fn note_expiry(app: &App, tx: &TenantTx, row: Proposal) -> Result<Proposal, Failure> {
    let status: Status = row.status.parse().map_err(Failure::internal)?;
    let Ok(to) = transition(status, Event::Expire, rules(app, &row, Actor::Clock)) else { return Ok(row) };
    let change =
        Change { status: Set(to.as_str().to_owned()), updated_at: Set(app.now()), ..Default::default() };
    rows::update(tx, row.id, change).await?;
    trail::append(app, tx, row.id, EventKind::Expired, audit::Actor::System, serde_json::json!({})).await?;
    let news = Notify {
        kind: notification::NotificationEvent::Expired,
        proposal_id: Some(row.id),
        subject: row.title.clone(),
        actor: None,
        words: None,
        except: None,
        with_document: false,
    };
    notifications::service::announce(app, tx, news).await?;
    Ok(Proposal { status: to.as_str().to_owned(), ..row })
}

/// "Edit anyway": reopens a sent proposal as a draft. A draft stays one.
pub async fn reopen(
    app: &App,
    tx: &TenantTx,
    principal: &Principal,
    row: Proposal,
) -> Result<Proposal, ProposalError> {
    let status: Status = row.status.parse().map_err(Failure::internal)?;
    if status == Status::Draft {
        return Ok(row);
    }
    let to = transition(status, Event::Edit, rules(app, &row, Actor::Team))?;
    let change = Change {
        status: Set(to.as_str().to_owned()),
        decided_at: Set(None),
        updated_at: Set(app.now()),
        ..Default::default()
    };
    rows::update(tx, row.id, change).await?;
    let payload = serde_json::json!({ "from": status.as_str() });
    trail::append(app, tx, row.id, EventKind::Reopened, trail::member(principal), payload).await?;
    rows::find(tx, row.id).await?.ok_or(ProposalError::NotFound)
}

/// A sent revision and its link.
pub struct Sent {
    /// The token of its link.
    pub share_token: String,
    /// The revision.
    pub kept: FrozenRevision,
}

/// Freezes a revision, sends it to the client, and schedules reminders and expiry. The caller mails it to the
/// recipient in `to`.
pub async fn send(
    app: &App,
    tx: &TenantTx,
    principal: &Principal,
    row: Proposal,
    to: Option<&Sending>,
) -> Result<Sent, ProposalError> {
    let status: Status = row.status.parse().map_err(Failure::internal)?;
    let next = transition(status, Event::Send, rules(app, &row, Actor::Team))?;
    let ready = Ready::check(app, tx, &row, Event::Send).await?;
    let (row, _) = with_token(app, tx, row).await?;
    let (id, share_token, first_sent_at) = (row.id, links::readable(app, &row)?, row.first_sent_at);
    let kept = freeze(app, tx, principal, row, ready).await?;
    let now = app.now();
    let mut change = Change {
        status: Set(next.as_str().to_owned()),
        first_sent_at: Set(Some(first_sent_at.unwrap_or(now))),
        sent_at: Set(Some(now)),
        viewed_at: Set(None),
        updated_at: Set(now),
        ..kept.change()?
    };
    let (number, sha256) = (kept.frozen.number, &kept.sha256);
    let payload = if let Some(Sending { to, reminders, .. }) = to {
        change.recipient_name = Set(Some(to.name.clone()));
        change.recipient_email = Set(Some(to.email.clone()));
        change.reminders = Set(*reminders);
        serde_json::json!({
            "revision": number, "sha256": sha256, "recipientName": to.name, "recipientEmail": to.email
        })
    } else {
        serde_json::json!({ "revision": number, "sha256": sha256 })
    };
    let row = rows::update(tx, id, change).await?;
    trail::append(app, tx, id, EventKind::Sent, trail::member(principal), payload).await?;
    tasks::plan(app, tx, &row, kept.id).await?;
    Ok(Sent { share_token, kept })
}

/// A draft that has everything a revision needs.
pub struct Ready {
    client_name: String,
    table: PricingTable,
}

impl Ready {
    /// Refuses with everything that blocks the event, and while it is being drafted.
    pub async fn check(
        app: &App,
        tx: &TenantTx,
        row: &Proposal,
        event: Event,
    ) -> Result<Self, ProposalError> {
        refuse_while_drafting(tx, row.id).await?;
        let client = clients::service::get(tx, row.client_id).await?;
        let table = super::pricing(&row.pricing)?;
        super::check::refuse_unless_ready(app, tx, row, event).await?;
        Ok(Self { client_name: client.company_name, table })
    }
}

/// A revision and the id of its row.
pub struct FrozenRevision {
    pub id: Uuid,
    /// The frozen content.
    pub frozen: Frozen,
    /// The hash of the content.
    pub sha256: String,
    /// The former names of its company.
    pub former_names: Vec<String>,
}

impl FrozenRevision {
    /// The columns of the proposal that reference the revision.
    pub fn change(&self) -> Result<Change, Failure> {
        let shown = self.frozen.company_snapshot.clone();
        let taken = shown.map(|shown| TakenSnapshot { shown, former_names: self.former_names.clone() });
        let snapshot = taken.map(serde_json::to_value).transpose().map_err(Failure::internal)?;
        Ok(Change {
            sent_revision_id: Set(Some(self.id)),
            company_snapshot: Set(snapshot),
            ..Default::default()
        })
    }
}

/// Freezes the current draft.
pub async fn freeze(
    app: &App,
    tx: &TenantTx,
    principal: &Principal,
    row: Proposal,
    ready: Ready,
) -> Result<FrozenRevision, Failure> {
    let company = companies::service::profile(tx).await?;
    let brand = companies::design::of_proposal(tx, row.design.as_ref()).await?;
    let totals = pricing::totals(&ready.table).map_err(Failure::internal)?;
    let company_snapshot = snapshot::shown(&row, company.as_ref())?;
    let former_names = snapshot::taken(&row)?.map(|taken| taken.former_names).unwrap_or_default();
    let frozen = Frozen {
        proposal_id: row.id,
        number: revisions::next_number(tx, row.id).await?,
        details: row.details(),
        title: row.title,
        subtitle: row.subtitle,
        html_content: row.html_content,
        currency: ready.table.currency,
        pricing: ready.table,
        totals,
        company_snapshot,
        terms_and_conditions: company.and_then(|company| company.terms_and_conditions),
        brand: Some(companies::design::frozen(brand)),
        client_name: ready.client_name,
        consent_id: consent::CURRENT.id.to_owned(),
    };
    let sealed = frozen.seal().map_err(Failure::internal)?;
    let id = app.new_id();
    revisions::insert(tx, id, &frozen, &sealed, principal.user_id, app.now()).await?;
    Ok(FrozenRevision { id, frozen, sha256: sealed.sha256, former_names })
}

async fn refuse_while_drafting(tx: &TenantTx, id: Uuid) -> Result<(), ProposalError> {
    let state = drafting::state(tx, id).await?;
    if matches!(state.status, DraftingStatus::Queued | DraftingStatus::Running) {
        return Err(ProposalError::Drafting);
    }
    Ok(())
}
