//! Use cases of the assistant: reading a recap, and the account of what every call costs.
//!
//! A call to a model is paid in advance: the most it can cost is set aside in a short transaction, the call is made with
//! no transaction open, and another short one books what it really cost. A person's calls in parallel cannot overspend
//! together, because each sees what the others have set aside.

use std::time::Duration;

use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, Utc};
use poem::http::StatusCode;
use proffer_domain::{
    recap,
    usage::{self, ModelPrice, MonthLimit, MonthUsage, Tokens, UsageRefused},
};
use rust_decimal::Decimal;
use sea_orm::ActiveValue::Set;
use uuid::Uuid;

use super::{
    api::RecapExtraction,
    store::{self, Change, Month},
    usage_api::{MonthlyUsage, Usage},
};
use crate::{
    adapters::ai::{Bid, Kind},
    app::App,
    db::{Scope, TenantTx},
    features::{admin::blocks, proposals::types::AssistantKind},
    http::{auth::Principal, problem::Problem},
};

/// A reservation this old belongs to a process that died, unless calls may take longer than that.
const ABANDONED_AFTER: Duration = Duration::from_mins(10);

/// Reads needs, solution, prices and dates from a recap. Nothing of it is stored.
pub async fn extract_recap(app: &App, tx: TenantTx, principal: &Principal, text: &str) -> Result<RecapExtraction, Problem> {
    let text = recap::validate(text).map_err(|error| Problem::unprocessable(error.code, error.message.clone()).with_errors(vec![error]))?;
    let scope = tx.scope();
    let settings = app.settings.current(app).await?;
    let bid = app.assistant.bid_for_extraction(&settings, text);
    let reserved = reserve(app, &tx, principal.user_id, bid.as_ref()).await?;
    tx.commit().await?;

    let answer = app.assistant.extract(&settings, text).await;
    settle(app, scope, reserved, answer.spent).await;
    let extraction = answer.value?;
    Ok(RecapExtraction {
        client_needs: extraction.client_needs,
        proposed_solution: extraction.proposed_solution,
        pricing_hint: extraction.pricing_hint,
        timeline: extraction.timeline,
        assistant: app.assistant.kind().into(),
    })
}

/// The longest look back at a person's own usage, in months, this one included.
const HISTORY: u64 = 13;

/// What a person has used in this workspace, and what is left.
pub async fn usage(app: &App, tx: &TenantTx, user_id: Uuid) -> Result<Usage, Problem> {
    let now = app.now();
    let name = month_name(now);
    let mut months = store::months(tx, user_id, HISTORY).await?;
    let current = months.iter().position(|month| month.month == name).map(|at| months.remove(at));
    let reserved = current.as_ref().map_or(Decimal::ZERO, |month| month.reserved_cost_usd);
    let unused = MonthlyUsage {
        month: name,
        request_count: 0,
        total_tokens_used: 0,
        input_tokens_used: 0,
        output_tokens_used: 0,
        total_cost_usd: dollars(Decimal::ZERO),
    };
    Ok(Usage {
        current: current.map_or(unused, Into::into),
        reserved_cost_usd: dollars(reserved),
        limit_usd: dollars(app.config.ai_monthly_limit_usd),
        is_blocked: blocks::is_blocked(app, user_id).await?,
        resets_at: next_month(now).into(),
        assistant: app.assistant.kind().into(),
        history: months.into_iter().take(12).map(Into::into).collect(),
    })
}

fn month_name(at: DateTime<Utc>) -> String {
    at.format("%Y-%m").to_string()
}

fn next_month(at: DateTime<Utc>) -> DateTime<Utc> {
    let (year, month) = if at.month() == 12 { (at.year() + 1, 1) } else { (at.year(), at.month() + 1) };
    NaiveDate::from_ymd_opt(year, month, 1).map_or(at, |first| first.and_time(NaiveTime::MIN).and_utc())
}

/// With the four decimals that are kept.
fn dollars(amount: Decimal) -> String {
    format!("{amount:.4}")
}

impl From<Month> for MonthlyUsage {
    fn from(month: Month) -> Self {
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

/// What is set aside for one call.
#[derive(Debug)]
pub(crate) struct Reserved {
    id: Uuid,
    usage_id: Uuid,
    cost: Decimal,
    price: ModelPrice,
}

/// Sets aside what a call can cost, or refuses with 429 `usage_exceeded` where the person is blocked or has too little
/// left. A call that costs nothing is only counted. Commit the transaction before the call.
pub(crate) async fn reserve(app: &App, tx: &TenantTx, user_id: Uuid, bid: Option<&Bid>) -> Result<Option<Reserved>, Problem> {
    let now = app.now();
    let name = month_name(now);
    let (is_blocked, month) = tokio::try_join!(blocks::is_blocked(app, user_id), store::month(tx, user_id, &name, app.new_id(), now))?;
    let abandoned = if month.reserved_cost_usd.is_zero() {
        Decimal::ZERO
    } else {
        store::release_older(tx, month.id, now - ABANDONED_AFTER.max(app.config.ai_timeout * 2)).await?
    };
    let held = (month.reserved_cost_usd - abandoned).max(Decimal::ZERO);
    let used = MonthUsage { cost: month.total_cost_usd, reserved_cost: held, blocked: is_blocked, ..MonthUsage::default() };
    affordable(&used, bid, app.config.ai_monthly_limit_usd)
        .map_err(|refused| Problem::new(StatusCode::TOO_MANY_REQUESTS, UsageRefused::CODE, refused.message()))?;
    let cost = bid.map_or(Decimal::ZERO, |bid| bid.most.cost);
    let change = Change {
        reserved_cost_usd: Set(held + cost),
        request_count: Set(month.request_count.saturating_add(1)),
        last_usage_at: Set(Some(now)),
        updated_at: Set(now),
        ..Default::default()
    };
    let Some(bid) = bid else {
        store::update(tx, month.id, change).await?;
        return Ok(None);
    };
    let reserved = Reserved { id: app.new_id(), usage_id: month.id, cost, price: bid.price };
    store::set_aside(tx, month.id, change, reserved.id, cost, now).await?;
    Ok(Some(reserved))
}

/// Money is limited, tokens are not: they are worth as much as the model's price says.
fn affordable(used: &MonthUsage, bid: Option<&Bid>, limit_usd: Decimal) -> Result<(), UsageRefused> {
    match bid {
        Some(bid) => usage::check(used, &bid.most, &MonthLimit { tokens: u64::MAX, cost: limit_usd }),
        None if used.blocked => Err(UsageRefused::Blocked),
        None => Ok(()),
    }
}

/// Books what a call really cost and releases the rest, in a transaction of its own. Where that fails, the answer that
/// was paid for is still given; the reservation is released when it is old.
pub(crate) async fn settle(app: &App, scope: Scope, reserved: Option<Reserved>, spent: Tokens) {
    let Some(reserved) = reserved else { return };
    if let Some(model) = &app.config.ai_model {
        app.metrics.model(model, spent.input, spent.output, spent.cost(reserved.price));
    }
    if let Err(error) = book(app, scope, &reserved, spent).await {
        tracing::error!(%error, reservation = %reserved.id, "what a call cost could not be booked");
    }
}

async fn book(app: &App, scope: Scope, reserved: &Reserved, spent: Tokens) -> Result<(), sea_orm::DbErr> {
    let tx = TenantTx::begin(app.db.app(), scope).await?;
    let Some(month) = store::month_by_id(&tx, reserved.usage_id).await? else { return Ok(()) };
    let held = if store::delete_reservation(&tx, reserved.id).await? { reserved.cost } else { Decimal::ZERO };
    store::update(&tx, month.id, booked(&month, held, reserved.price, spent, app.now())).await?;
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

impl From<Kind> for AssistantKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Offline => Self::Offline,
            Kind::Model => Self::Model,
        }
    }
}
