//! What waits until somebody pays, in the vocabulary of permissions: the one place that says which of them a workspace's plan
//! decides as well.

use std::{future::Future, sync::Arc};

use chrono::{DateTime, Utc};
use proffer_domain::subscription::{Guarded, Standing};
use sea_orm::ConnectionTrait;
use tokio::sync::OnceCell;
use uuid::Uuid;

use super::{
    authz::{Action, Object},
    problem::Problem,
};
use crate::features::billing::service as billing;

/// What waits, of what a permission is asked for; nothing where it goes on whether or not somebody pays.
fn guarded(action: Action, object: Object) -> Option<Guarded> {
    match (action, object) {
        (Action::Create | Action::Update, Object::Clients) => Some(Guarded::Clients),
        (Action::Create | Action::Update, Object::Proposals) => Some(Guarded::Proposals),
        (Action::Use, Object::Assistant) => Some(Guarded::Assistant),
        _ => None,
    }
}

fn allow(guarded: Guarded, standing: Standing) -> Result<(), Problem> {
    match standing {
        Standing::Ended { was_paid } => Err(Problem::payment_required(guarded, was_paid)),
        Standing::Trial { .. } | Standing::Active | Standing::Grace { .. } => Ok(()),
    }
}

/// When a request came in, and how its workspace stood then. It is judged by that moment to its end: an answer of the assistant that
/// somebody waits for, or a file that is being read, is not cut off because a trial ends meanwhile. So it is looked up once, too.
#[derive(Debug, Clone)]
pub struct Came {
    at: DateTime<Utc>,
    standing: Arc<OnceCell<Standing>>,
}

impl Came {
    /// One that comes in at that time.
    pub fn at(at: DateTime<Utc>) -> Self {
        Self { at, standing: Arc::default() }
    }

    /// How that workspace stood then.
    pub async fn standing(&self, conn: &impl ConnectionTrait, workspace_id: Uuid) -> Result<Standing, Problem> {
        billing::standing(conn, workspace_id, self.at).await
    }

    /// 402 where that waits until somebody pays in the workspace of the request. `standing` is polled where it matters and is not
    /// known yet, and else not at all.
    pub async fn afford(
        &self,
        action: Action,
        object: Object,
        standing: impl Future<Output = Result<Standing, Problem>>,
    ) -> Result<(), Problem> {
        let Some(guarded) = guarded(action, object) else { return Ok(()) };
        allow(guarded, *self.standing.get_or_try_init(|| standing).await?)
    }

    /// The same in another workspace.
    pub async fn afford_in(&self, conn: &impl ConnectionTrait, workspace_id: Uuid, action: Action, object: Object) -> Result<(), Problem> {
        let Some(guarded) = guarded(action, object) else { return Ok(()) };
        allow(guarded, self.standing(conn, workspace_id).await?)
    }
}
