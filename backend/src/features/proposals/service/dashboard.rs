//! The dashboard.

use chrono::{DateTime, Utc};
use proffer_domain::{
    dashboard::{self, CurrencySum, Month, MonthTally, PipelineFigures, Stage, Suggestion, Tally},
    views,
};
use proffer_store::TenantTx;

use super::{Filter, ProposalError, list, present};
use crate::{
    app::App,
    failure::Failure,
    features::{
        clients, page_views,
        proposals::{
            dashboard_types::{
                CurrencyValue, Dashboard, MonthValue, PipelineStage, TimeToAcceptance, UnansweredProposal,
            },
            store::figures,
        },
    },
    http::paging::Page,
};

/// How many of the newest proposals and clients are shown.
const NEWEST: u64 = 3;
/// How many unanswered proposals are shown.
const MOST_UNANSWERED: u64 = 5;
/// How many of the newest acceptances the median includes.
const MOST_ACCEPTANCES: u64 = 1000;

/// The current dashboard of the workspace.
pub async fn dashboard(app: &App, tx: &TenantTx) -> Result<Dashboard, ProposalError> {
    let now = app.now();
    let figures = PipelineFigures::new(
        tallies(figures::tallies(tx).await?)?,
        tallies(figures::lapsed(tx, now).await?)?,
    );
    Ok(Dashboard {
        active_proposals: figures.active(),
        total_proposals: figures.total(),
        won_proposals: figures.won(),
        decided_proposals: figures.decided(),
        won_of_decided: figures.won(),
        total_value: values(figures.value())?,
        total_clients: clients::service::count(tx).await?,
        pipeline: figures.pipeline().into_iter().map(stage).collect::<Result<_, _>>()?,
        value_over_time: over_time(tx, now).await?,
        time_to_acceptance: time_to_acceptance(tx, now).await?,
        unanswered: unanswered(tx, now).await?,
        recent_proposals: list(app, tx, &Filter::default(), &Page { limit: NEWEST, after: None }).await?.0,
        recent_clients: clients::service::list(tx, Page { limit: NEWEST, after: None }).await?,
    })
}

fn tallies(rows: Vec<figures::Tally>) -> Result<Vec<Tally>, Failure> {
    let tally = |row: figures::Tally| {
        let status = row.status.parse().map_err(Failure::internal)?;
        Ok(Tally { status, currency: row.currency, count: row.count, amount: row.amount })
    };
    rows.into_iter().map(tally).collect()
}

fn values(worth: Vec<CurrencySum>) -> Result<Vec<CurrencyValue>, Failure> {
    let value = |worth: CurrencySum| {
        let amount = present::total(worth.amount, present::currency(&worth.currency)?);
        Ok(CurrencyValue { currency: worth.currency, amount })
    };
    worth.into_iter().map(value).collect()
}

fn stage(stage: Stage) -> Result<PipelineStage, Failure> {
    Ok(PipelineStage { status: stage.status, count: stage.count, value: values(stage.value)? })
}

async fn over_time(tx: &TenantTx, now: DateTime<Utc>) -> Result<Vec<MonthValue>, Failure> {
    let first = dashboard::months(now).into_iter().next().unwrap_or_default();
    let tally = |row: figures::KeptMonth| MonthTally {
        month: row.month,
        currency: row.currency,
        created: row.created,
        won: row.won,
        won_amount: row.won_amount,
    };
    let kept: Vec<MonthTally> = figures::months(tx, &first).await?.into_iter().map(tally).collect();
    let shown = |month: Month| {
        Ok(MonthValue {
            month: month.month,
            created: month.created,
            won: month.won,
            won_value: values(month.won_value)?,
        })
    };
    dashboard::over_time(&kept, now).into_iter().map(shown).collect()
}

async fn time_to_acceptance(tx: &TenantTx, now: DateTime<Utc>) -> Result<Option<TimeToAcceptance>, Failure> {
    let took = figures::acceptances(tx, dashboard::a_year_before(now), MOST_ACCEPTANCES).await?;
    let count = i64::try_from(took.len()).map_err(Failure::internal)?;
    Ok(dashboard::median_hours(took).map(|median_hours| TimeToAcceptance { median_hours, count }))
}

async fn unanswered(tx: &TenantTx, now: DateTime<Utc>) -> Result<Vec<UnansweredProposal>, Failure> {
    let mut unanswered = Vec::new();
    for row in figures::unanswered(tx, now, MOST_UNANSWERED).await? {
        let hits: Vec<views::View> =
            page_views::of_proposal(tx, row.id).await?.into_iter().map(|kept| kept.view).collect();
        let said = views::readership(&hits);
        let status = row.status.parse().map_err(Failure::internal)?;
        unanswered.push(UnansweredProposal {
            id: row.id,
            title: row.title,
            client_name: row.company_name,
            sent_at: row.sent_at.into(),
            last_viewed_at: said.last_at.unwrap_or(row.viewed_at).into(),
            views: i64::try_from(said.count).map_err(Failure::internal)?,
            total_amount: present::total(row.total_amount, present::currency(&row.currency)?),
            currency: row.currency,
            suggestion: Suggestion::of(status, row.has_link, row.valid_until, now),
        });
    }
    Ok(unanswered)
}
