//! Page views of share links: every hit is stored unchanged.
//!
//! The page is served even if its hit cannot be stored: a separate task stores it, and the page waits briefly
//! for it, so that the row exists before anything that follows, but is served without it if the database is
//! slow or the limit is reached.

mod store;

use std::time::Duration;

use poem::{Request, http::Method};
use proffer_domain::{
    rate_limit::Rule,
    share_token::ShareToken,
    views::{Hit, Source, View},
};
use proffer_store::TenantTx;
use sea_orm::ActiveValue::Set;
use uuid::Uuid;

use crate::{
    access::{self, Subject, shared_links},
    app::App,
    authz::{Action, Object},
    failure::Failure,
    http::{caller::Caller, cookies::session_token, limits},
};

pub use self::store::{View as ViewRow, ViewChange, add_view, update_view, view_for_update};

/// How long the page waits for its row.
const WAIT: Duration = Duration::from_secs(3);

/// The token in the path of a page, if it is well-formed.
pub fn token_of(path: &str) -> Option<ShareToken> {
    path.strip_prefix("/shared/proposals/").or_else(|| path.strip_prefix("/shared/"))?.parse().ok()
}

/// Stores a hit on a shared page. Malformed links and hits above the limit are ignored.
pub async fn record(request: &Request) {
    let Some(app) = request.data::<App>().cloned() else { return };
    let Some(token) = token_of(request.uri().path()) else { return };
    let (method, caller, session) = (request.method().clone(), Caller::of(request), session_token(request));
    let work = tokio::spawn(async move {
        if let Err(problem) =
            keep(&app, &token, &method, &caller, session.as_deref()).await.map_err(Failure::logged)
        {
            tracing::info!(%problem, "a hit on a share link was not kept");
        }
    });
    if tokio::time::timeout(WAIT, work).await.is_err() {
        tracing::warn!("a page was served before its hit was kept");
    }
}

async fn keep(
    app: &App,
    token: &ShareToken,
    method: &Method,
    caller: &Caller,
    session: Option<&str>,
) -> Result<(), Failure> {
    limits::take(app, Rule::PagePerNetwork, &caller.ip).await?;
    let guest = Subject::guest(app, token.as_str(), caller).await?;
    let tx = guest.may(Action::Read, Object::SharedProposal).await?;
    let is_team = access::sessions::is_of_team(app, session, tx.workspace_id()).await?;
    let proposal_id = tx.scope().guest_proposal_id.ok_or_else(shared_links::not_found)?;
    let row = ViewChange {
        method: Set(method.as_str().to_owned()),
        is_team: Set(is_team),
        ..begun(app, app.new_id(), caller)
    };
    store::add_view(&tx, proposal_id, Source::Document, row).await?;
    Ok(tx.commit().await?)
}

/// The common columns of a row.
pub fn begun(app: &App, id: Uuid, caller: &Caller) -> ViewChange {
    let now = app.now();
    ViewChange {
        id: Set(id),
        user_agent: Set(caller.user_agent.clone()),
        ip_hash: Set(network(app, caller)),
        at: Set(now),
        updated_at: Set(now),
        ..Default::default()
    }
}

/// A stored hit.
#[derive(Debug)]
pub struct RecordedHit {
    pub id: Uuid,
    /// The revision on the screen, if the page reported it.
    pub revision_number: Option<i32>,
    /// The data of the hit.
    pub view: View,
}

/// All hits of a proposal, newest first.
pub async fn of_proposal(tx: &TenantTx, proposal_id: Uuid) -> Result<Vec<RecordedHit>, Failure> {
    store::all_views(tx, proposal_id).await?.into_iter().map(kept).collect()
}

fn kept(row: store::View) -> Result<RecordedHit, Failure> {
    let sections = serde_json::from_value(row.sections.clone()).map_err(Failure::internal)?;
    let view = View {
        hit: hit(&row),
        visitor: row.visitor,
        network: row.ip_hash,
        sections,
        at: row.at,
        updated_at: row.updated_at,
    };
    Ok(RecordedHit { id: row.id, revision_number: row.revision_number, view })
}

/// Converts a row for the rules of the domain.
pub fn hit(row: &store::View) -> Hit {
    Hit {
        source: if row.source == Source::Reading.as_str() { Source::Reading } else { Source::Document },
        method: row.method.clone(),
        user_agent: row.user_agent.clone(),
        is_team: row.is_team,
        visible_ms: row.visible_ms,
        interactions: row.interactions,
    }
}

/// A hash of the caller's network, comparable only until midnight UTC, and not reversible without the key.
fn network(app: &App, caller: &Caller) -> String {
    let day = app.now().date_naive();
    let mut hash = app.secrets.keyed_hash("page_views.network", format!("{day} {}", caller.ip).as_bytes());
    hash.truncate(32);
    hash
}
