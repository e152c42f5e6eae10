//! Use cases of the assistant: reading a recap, and accounting for the cost of every call.
//!
//! A call to a model is paid in advance: its maximum cost is reserved in a short transaction, the call is
//! made without an open transaction, and another short transaction books the actual cost. It counts against
//! three quotas: the user's in all workspaces, the workspace's, and the site's if that is limited. Parallel
//! calls cannot overspend together, because each sees the reservations of the others.
//!
//! Both transactions use the system role, which alone can sum over workspaces, and wait only for transactions
//! of the same kind.

use std::time::Duration;

use chrono::{DateTime, Datelike, Months, NaiveDate, NaiveTime, Utc};
use poem_openapi::Enum;
use proffer_adapters::ai::{AssistantMode, MaximumCost};
use proffer_domain::{
    recap::{self, Seller},
    usage::{self, ModelPrice, Quota, QuotaHolder, Tokens, UsageRefused},
};
use proffer_store::{Scope, SystemTx, TenantTx};
use rust_decimal::Decimal;
use sea_orm::{ActiveValue::Set, ConnectionTrait, DbErr};
use uuid::Uuid;

use super::{
    error::AssistantError,
    store::{self, Change, Month},
    types::{RecapExtraction, RecapInput},
    usage_types::{MonthlyUsage, Usage, WorkspaceUsage},
};
use crate::{
    access::Principal,
    app::App,
    failure::Failure,
    features::{assistant::blocks, workspaces::service::workspace},
    site_settings,
};

/// A reservation this old belongs to a process that died, unless calls may take longer than that.
const ABANDONED_AFTER: Duration = Duration::from_mins(10);

/// Extracts needs, solution, prices and dates from a recap. Nothing is stored.
pub async fn extract_recap(
    app: &App,
    tx: TenantTx,
    principal: &Principal,
    input: &RecapInput,
) -> Result<RecapExtraction, AssistantError> {
    let text = recap::validate(&input.meeting_recap).map_err(AssistantError::Recap)?;
    let speakers = recap::speakers(text);
    let our_speaker =
        input.our_speaker.as_deref().filter(|name| speakers.iter().any(|speaker| speaker == name));
    let scope = tx.scope();
    let settings = site_settings::current(app).await?;
    let max_cost =
        app.assistant.max_cost_for_extraction(&settings, &recap::model::with_speaker(text, our_speaker));
    let reserved = reserve(app, &tx, principal.user_id, max_cost.as_ref()).await?;
    let seller = Seller { speaker: our_speaker, currency: workspace::currency(&tx).await? };
    tx.commit().await?;

    let answer = app.assistant.extract_for(&settings, text, seller).await;
    settle(app, scope, reserved, answer.spent).await;
    let extraction = answer.value?;
    let notice = extraction.notice().map(Into::into);
    Ok(RecapExtraction {
        client_needs: extraction.client_needs,
        proposed_solution: extraction.proposed_solution,
        pricing_hint: extraction.pricing_hint,
        timeline: extraction.timeline,
        exclusions: extraction.exclusions,
        from_client: extraction.from_client,
        notice,
        speakers,
        assistant: app.assistant.kind().into(),
    })
}

/// How many months of a user's own usage are shown, including the current one.
const HISTORY: u32 = 13;
/// The minimum cost of a call, in US dollars.
const LEAST: Decimal = Decimal::from_parts(1, 0, 0, false, 4);

/// A user's usage in all workspaces, and what is left of the quota in this one.
pub async fn usage(app: &App, tx: &TenantTx, user_id: Uuid) -> Result<Usage, Failure> {
    let now = app.now();
    let names: Vec<String> =
        (0..HISTORY).filter_map(|back| now.checked_sub_months(Months::new(back))).map(month_name).collect();
    let name = month_name(now);
    let mut months = store::months(app.db.system(), user_id, &names).await?;
    let current = months.iter().position(|month| month.month == name).map(|at| months.remove(at));
    let unused = store::Sum { month: name, ..Default::default() };
    let quotas = quotas(app, app.db.system(), tx.workspace_id(), user_id).await?;
    let of = |holder| quotas.iter().find(|quota| quota.holder == holder).copied();
    let (person, workspace) = of(QuotaHolder::Person)
        .zip(of(QuotaHolder::Workspace))
        .ok_or_else(|| Failure::internal("a quota is missing"))?;
    let settled: Vec<Quota> = quotas.iter().map(|quota| Quota { held: Decimal::ZERO, ..*quota }).collect();
    let used_up =
        usage::check(&settled, LEAST).err().filter(|_| app.assistant.kind() == AssistantMode::Model);
    Ok(Usage {
        current: current.unwrap_or(unused).into(),
        reserved_cost_usd: dollars(person.held),
        limit_usd: dollars(person.limit),
        workspace: WorkspaceUsage {
            total_cost_usd: dollars(workspace.spent),
            limit_usd: dollars(workspace.limit),
        },
        limit_reached: used_up.map(|refused| refused.message(next_month(now))),
        is_blocked: blocks::is_blocked(app, user_id).await?,
        resets_at: next_month(now).into(),
        assistant: app.assistant.kind().into(),
        history: months.into_iter().map(Into::into).collect(),
    })
}

/// The quotas that a call of this user in this workspace counts against, with their current usage.
async fn quotas(
    app: &App,
    conn: &impl ConnectionTrait,
    workspace_id: Uuid,
    user_id: Uuid,
) -> Result<Vec<Quota>, DbErr> {
    let now = app.now();
    let balance =
        store::usage_balance(conn, workspace_id, user_id, &month_name(now), abandoned_before(app)).await?;
    let limit = app.config.ai_monthly_limit_usd;
    let (person, workspace, site) = (QuotaHolder::Person, QuotaHolder::Workspace, QuotaHolder::Site);
    let team = usage::workspace_limit(limit, balance.seats.try_into().unwrap_or(u32::MAX));
    let mut quotas = vec![
        Quota { holder: person, limit, spent: balance.person_spent, held: balance.person_held },
        Quota {
            holder: workspace,
            limit: team,
            spent: balance.workspace_spent,
            held: balance.workspace_held,
        },
    ];
    if let Some(limit) = app.config.ai_site_monthly_limit_usd {
        quotas.push(Quota { holder: site, limit, spent: balance.site_spent, held: balance.site_held });
    }
    Ok(quotas)
}

/// Reservations made before this time belong to processes that died.
fn abandoned_before(app: &App) -> DateTime<Utc> {
    app.now() - ABANDONED_AFTER.max(app.config.ai_timeout * 2)
}

fn month_name(at: DateTime<Utc>) -> String {
    at.format("%Y-%m").to_string()
}

fn next_month(at: DateTime<Utc>) -> DateTime<Utc> {
    let (year, month) = if at.month() == 12 { (at.year() + 1, 1) } else { (at.year(), at.month() + 1) };
    NaiveDate::from_ymd_opt(year, month, 1).map_or(at, |first| first.and_time(NaiveTime::MIN).and_utc())
}

/// Formats an amount with the four decimals that are stored.
fn dollars(amount: Decimal) -> String {
    format!("{amount:.4}")
}

impl From<store::Sum> for MonthlyUsage {
    fn from(month: store::Sum) -> Self {
        Self {
            month: month.month,
            request_count: month.request_count,
            total_tokens_used: month.total_tokens_used,
            input_tokens_used: month.input_tokens_used,
            output_tokens_used: month.output_tokens_used,
            total_cost_usd: dollars(month.total_cost_usd),
        }
    }
}

/// The reservation for one call.
#[derive(Debug)]
pub(crate) struct Reserved {
    id: Uuid,
    usage_id: Uuid,
    cost: Decimal,
    price: ModelPrice,
}

/// Reserves the maximum cost of a call, or returns 429 `usage_exceeded` if the user is blocked or a quota
/// does not cover it. A free call is only counted. `within` identifies the workspace; call this last in that
/// transaction and commit it before the call. If the call is never made, its reservation is released once it
/// is old.
pub(crate) async fn reserve(
    app: &App,
    within: &TenantTx,
    user_id: Uuid,
    max_cost: Option<&MaximumCost>,
) -> Result<Option<Reserved>, AssistantError> {
    if blocks::is_blocked(app, user_id).await? {
        return Err(refused(app, UsageRefused::Blocked));
    }
    let (now, workspace_id) = (app.now(), within.workspace_id());
    let tx = SystemTx::begin(app.db.system()).await?;
    tx.enter_workspace(workspace_id).await?;
    if let Some(max_cost) = max_cost {
        store::lock_quotas(&tx, workspace_id, user_id, app.config.ai_site_monthly_limit_usd.is_some())
            .await?;
        let quotas = quotas(app, tx.conn(), workspace_id, user_id).await?;
        usage::check(&quotas, max_cost.most.cost).map_err(|cause| refused(app, cause))?;
    }
    let month = store::month(&tx, workspace_id, user_id, &month_name(now), app.new_id(), now).await?;
    let abandoned = store::release_older(&tx, &month, abandoned_before(app)).await?;
    let held = (month.reserved_cost_usd - abandoned).max(Decimal::ZERO);
    let change = Change {
        reserved_cost_usd: Set(held + max_cost.map_or(Decimal::ZERO, |max_cost| max_cost.most.cost)),
        request_count: Set(month.request_count.saturating_add(1)),
        last_usage_at: Set(Some(now)),
        updated_at: Set(now),
        ..Default::default()
    };
    store::update(&tx, &month, change).await?;
    let reserved = max_cost.map(|max_cost| Reserved {
        id: app.new_id(),
        usage_id: month.id,
        cost: max_cost.most.cost,
        price: max_cost.price,
    });
    if let Some(reserved) = &reserved {
        store::set_aside(&tx, &month, reserved.id, reserved.cost, now).await?;
    }
    tx.commit().await?;
    Ok(reserved)
}

fn refused(app: &App, cause: UsageRefused) -> AssistantError {
    let (now, resets_at) = (app.now(), next_month(app.now()));
    AssistantError::Usage { cause, resets_at, resets_in: resets_at - now }
}

/// Books the actual cost of a call and releases the rest, in its own transaction. If that fails, the paid
/// answer is still returned, and the reservation is released once it is old.
pub(crate) async fn settle(app: &App, scope: Scope, reserved: Option<Reserved>, spent: Tokens) {
    let Some(reserved) = reserved else { return };
    if let Some(model) = &app.config.ai_model {
        app.metrics.model(model, spent.input, spent.output, spent.cost(reserved.price));
    }
    if let Err(error) = book(app, scope, &reserved, spent).await {
        tracing::error!(%error, reservation = %reserved.id, "what a call cost could not be booked");
    }
}

async fn book(app: &App, scope: Scope, reserved: &Reserved, spent: Tokens) -> Result<(), DbErr> {
    let tx = SystemTx::begin(app.db.system()).await?;
    tx.enter_workspace(scope.workspace_id).await?;
    let Some(month) = store::month_by_id(&tx, scope.workspace_id, reserved.usage_id).await? else {
        return Ok(());
    };
    let held = if store::delete_reservation(&tx, &month, reserved.id).await? {
        reserved.cost
    } else {
        Decimal::ZERO
    };
    store::update(&tx, &month, booked(&month, held, reserved.price, spent, app.now())).await?;
    tx.commit().await
}

fn booked(month: &Month, held: Decimal, price: ModelPrice, spent: Tokens, now: DateTime<Utc>) -> Change {
    let count = |tokens: u64| i64::try_from(tokens).unwrap_or(i64::MAX);
    let (input, output) = (count(spent.input), count(spent.output));
    Change {
        reserved_cost_usd: Set((month.reserved_cost_usd - held).max(Decimal::ZERO)),
        total_cost_usd: Set(month.total_cost_usd + spent.cost(price)),
        input_tokens_used: Set(month.input_tokens_used.saturating_add(input)),
        output_tokens_used: Set(month.output_tokens_used.saturating_add(output)),
        total_tokens_used: Set(month.total_tokens_used.saturating_add(input).saturating_add(output)),
        updated_at: Set(now),
        ..Default::default()
    }
}

/// The assistant that produced a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum AssistantKind {
    /// Rules without a model.
    Offline,
    /// The configured model.
    Model,
}

impl From<AssistantMode> for AssistantKind {
    fn from(kind: AssistantMode) -> Self {
        match kind {
            AssistantMode::Offline => Self::Offline,
            AssistantMode::Model => Self::Model,
        }
    }
}
