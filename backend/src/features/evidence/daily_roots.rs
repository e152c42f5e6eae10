//! The daily root: made once for each day that ended, and the proof of which events it covers.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use proffer_domain::{
    audit::Entry,
    daily_root::{self, DailyRoot, DueEvent, InclusionProof},
    evidence::{Finding, Part, signing_end},
    merkle,
};
use proffer_store::{Scope, SystemTx, TenantTx};
use tokio::task::spawn_blocking;
use uuid::Uuid;

use super::{daily_roots_store as store, error::SealingError};
use crate::{app::App, failure::Failure, features::team};

/// How many days one answer of the published list has.
const LISTED: u64 = 400;

/// Makes the root of the day that ended last, unless it exists or another worker is making it.
///
/// It covers every chain whose head no earlier root covers. So a day that was missed needs no root of its
/// own, and an event that was committed too late for the root of its day is in the next one.
pub async fn make(app: &App) -> Result<Option<DailyRoot>, Failure> {
    let today = app.now().date_naive();
    let Some(day) = today.pred_opt() else { return Ok(None) };
    let tx = SystemTx::begin(app.db.system()).await?;
    if !store::lock(&tx).await? {
        return Ok(None);
    }
    let previous = store::newest(tx.conn()).await?;
    if previous.as_ref().is_some_and(|previous| previous.day >= day) {
        return Ok(None);
    }
    let leaves: Vec<merkle::Hash> = new_leaves(app, &tx, midnight(today)).await?.into_iter().collect();
    let sealer = app.sealer.clone();
    let signing = spawn_blocking(move || {
        DailyRoot::sign(day, &leaves, previous.as_ref(), sealer.key()).map(|root| (root, leaves))
    });
    let (root, leaves) = signing.await.map_err(Failure::internal)?.map_err(Failure::internal)?;
    store::insert(&tx, &root, &leaves).await?;
    tx.commit().await?;
    Ok(Some(root))
}

/// The leaves of the chains with events before `end` that no root covers yet, in the order of the tree.
async fn new_leaves(app: &App, tx: &SystemTx, end: DateTime<Utc>) -> Result<BTreeSet<merkle::Hash>, Failure> {
    let (mut new, mut read) = (BTreeSet::new(), Vec::new());
    let mut last_workspace = Uuid::nil();
    loop {
        let workspaces = team::workspace_ids(tx.conn(), last_workspace).await?;
        let Some(&last) = workspaces.last() else { break };
        for workspace_id in workspaces {
            let tenant = TenantTx::begin(app.db.app(), Scope::workspace(workspace_id)).await?;
            let mut last_proposal = Uuid::nil();
            loop {
                let heads = store::heads(&tenant, last_proposal, end).await?;
                let Some((last, _)) = heads.last() else { break };
                last_proposal = *last;
                read.extend(heads.iter().map(|(_, hash)| daily_root::leaf(hash)));
                if read.len() >= store::BATCH {
                    add_uncovered(tx, &mut new, std::mem::take(&mut read)).await?;
                }
            }
        }
        last_workspace = last;
    }
    add_uncovered(tx, &mut new, read).await?;
    Ok(new)
}

async fn add_uncovered(
    tx: &SystemTx,
    new: &mut BTreeSet<merkle::Hash>,
    leaves: Vec<merkle::Hash>,
) -> Result<(), Failure> {
    let covered: BTreeMap<_, _> = store::covered(tx.conn(), &leaves).await?.into_iter().collect();
    new.extend(leaves.into_iter().filter(|leaf| !covered.contains_key(leaf)));
    Ok(())
}

fn midnight(day: NaiveDate) -> DateTime<Utc> {
    day.and_time(NaiveTime::MIN).and_utc()
}

/// The published roots, the newest first, before a day if one is given.
pub async fn published(app: &App, before: Option<NaiveDate>) -> Result<Vec<DailyRoot>, Failure> {
    Ok(store::list(app.db.system(), before, LISTED).await?)
}

/// The newest root, for mails.
pub(super) async fn newest(app: &App) -> Result<Option<DailyRoot>, Failure> {
    Ok(store::newest(app.db.system()).await?)
}

/// The proofs for a chain: of the first root that covers the whole signing, and of the newest one. A chain
/// that the roots should cover and do not was rewritten.
pub(super) async fn proofs(app: &App, events: &[Entry]) -> Result<Vec<InclusionProof>, SealingError> {
    let conn = app.db.system();
    let due: Vec<DueEvent> = daily_root::due_events(events).collect();
    let Some(first) = due.first() else { return Ok(Vec::new()) };
    let roots = store::days(conn, first.day).await?;
    let leaves: Vec<merkle::Hash> = events.iter().map(|event| daily_root::leaf(&event.hash)).collect();
    let days: BTreeMap<merkle::Hash, NaiveDate> = store::covered(conn, &leaves).await?.into_iter().collect();
    let covered: Vec<(u32, NaiveDate)> = events
        .iter()
        .zip(&leaves)
        .filter_map(|(event, leaf)| Some((event.sequence, *days.get(leaf)?)))
        .collect();
    if let Some(DueEvent { sequence, .. }) = daily_root::first_uncovered(&due, &covered, &roots) {
        let words = format!(
            "Event {sequence} was rewritten: it is not the one that the daily root of its day covers."
        );
        return Err(SealingError::Broken(Finding { part: Part::DailyRoots, words }));
    }
    let signing = signing_end(events).and_then(|end| u32::try_from(end).ok());
    let first = covered.iter().find(|(sequence, _)| signing.is_some_and(|signing| *sequence >= signing));
    let mut chosen: Vec<_> = first.into_iter().chain(covered.last()).copied().collect();
    chosen.dedup();
    let mut proofs = Vec::new();
    for (sequence, day) in chosen {
        let Some(event) = events.iter().find(|event| event.sequence == sequence) else { continue };
        let (leaf, (root, leaves)) = (daily_root::leaf(&event.hash), store::tree(conn, day).await?);
        let proof = spawn_blocking(move || InclusionProof::new(sequence, &leaf, &leaves, root)).await;
        proofs.extend(proof.map_err(|error| SealingError::Later(format!("it broke down: {error}")))?);
    }
    Ok(proofs)
}
