//! The pre-send check: the sources of every claim, the problems to resolve before sending, and resolving
//! them.

use std::collections::{HashMap, HashSet};

use proffer_domain::{
    audit::{Actor, EventKind},
    claims::{self, Claim, ClientEntry, Inputs},
    company_name::Names,
    document::{self, patch::Content},
    field_error::FieldError,
    pre_send::{self, Acceptance, Check, Facts},
    proposal::Event,
};
use proffer_store::TenantTx;
use sea_orm::ActiveValue::Set;
use uuid::Uuid;

use super::{
    ProposalError,
    content_change::{self, Author, Cause, NewContent},
    editing, snapshot, trail,
};
use crate::{
    access::Principal,
    app::App,
    failure::Failure,
    features::{
        clients, companies,
        proposals::store::{
            claims as store,
            rows::{self, Change, Proposal},
        },
    },
};

/// The most claims per request.
const CLAIMS_MAX: usize = 200;

/// Checks the current proposal.
pub async fn check(app: &App, tx: &TenantTx, id: Uuid) -> Result<(i64, Check), ProposalError> {
    let row = rows::find(tx, id).await?.ok_or(ProposalError::NotFound)?;
    Ok((row.version, of(app, tx, &row).await?))
}

/// Checks a row.
pub async fn of(app: &App, tx: &TenantTx, row: &Proposal) -> Result<Check, ProposalError> {
    let client = clients::service::get(tx, row.client_id).await?;
    let company = companies::service::profile(tx).await?;
    let pricing = super::pricing(&row.pricing)?;
    let sections = document::sections(&row.html_content);
    let said = store::said(tx, row.id).await?;
    let changes =
        store::changes(tx, row.id).await?.into_iter().map(change).collect::<Result<_, Failure>>()?;
    let accepted: Vec<Acceptance> = store::acceptances(tx, row.id)
        .await?
        .into_iter()
        .map(|acceptance| Acceptance {
            key: acceptance.claim,
            by: acceptance.name,
            at: acceptance.created_at,
        })
        .collect();
    let known: HashSet<Uuid> = sections.iter().map(|section| section.id).collect();
    let mut unreviewed = store::unreviewed(tx, row.id).await?;
    unreviewed.retain(|block| known.contains(block));
    unreviewed.dedup();
    let unreviewed: Vec<String> = unreviewed.into_iter().map(pre_send::block_field).collect();
    let inputs = Inputs {
        client_context: &row.client_context,
        proposed_solution: &row.proposed_solution,
        pricing_details: &row.pricing_details,
        additional_notes: row.additional_notes.as_deref(),
        company: company.as_ref(),
        client: ClientEntry {
            company_name: &client.company_name,
            first_name: &client.first_name,
            last_name: &client.last_name,
            email: &client.email,
            phone: client.phone.as_deref(),
            address: client.address.as_deref(),
            website_url: client.website_url.as_deref(),
            description: client.description.as_deref(),
        },
        pricing: &pricing,
        created_at: row.created_at,
        valid_until: row.valid_until,
        chat: said.iter().map(|said| (said.content.as_str(), said.created_at)).collect(),
        changes,
    };
    let taken = snapshot::taken(row)?;
    let names = match (&taken, &company) {
        (Some(taken), Some(company)) => taken.names(&company.name),
        _ => Names::default(),
    };
    Ok(pre_send::check(Facts {
        titles: &claims::titles(&row.title, row.subtitle.as_deref()),
        sections: &sections,
        pricing: &pricing,
        sources: inputs.sources(),
        accepted: &accepted,
        client_email: &client.email,
        valid_until: row.valid_until,
        now: app.now(),
        unreviewed: &unreviewed,
        company: names,
    }))
}

/// The claims that members entered in a proposal, which a copy of it keeps.
pub async fn typed(tx: &TenantTx, id: Uuid) -> Result<Vec<claims::ClaimKey>, Failure> {
    let changes = store::changes(tx, id).await?.into_iter().map(change).collect::<Result<_, Failure>>()?;
    Ok(claims::typed_first(changes).into_iter().map(|(_, _, claim)| claim).collect())
}

/// Copies the acceptances of claims to a copy of the proposal, whose blocks have the same ids.
pub async fn carry_acceptances(app: &App, tx: &TenantTx, from: Uuid, to: Uuid) -> Result<(), Failure> {
    let carried = store::acceptances(tx, from).await?.into_iter().map(|acceptance| store::NewAcceptance {
        id: Set(app.new_id()),
        proposal_id: Set(to),
        ..acceptance.into()
    });
    let carried: Vec<_> = carried.collect();
    if !carried.is_empty() {
        store::accept(tx, carried).await?;
    }
    Ok(())
}

/// Edits count as entered by the author, and only those are kept in a copy; reverting and restoring bring
/// back text of others.
fn change(row: store::Change) -> Result<claims::Change, Failure> {
    let actor: Actor = serde_json::from_value(row.author).map_err(Failure::internal)?;
    let author = Author { actor, name: row.author_name };
    Ok(claims::Change {
        typed: author.is_a_source() && [Cause::Edit.word(), Cause::Copy.word()].contains(&row.cause.as_str()),
        author: author.name,
        at: row.created_at,
        claims: serde_json::from_value(row.claims).map_err(Failure::internal)?,
    })
}

/// Accepts claims that no source supports. The accepting member is recorded, also in the audit trail.
pub async fn accept(
    app: &App,
    tx: TenantTx,
    principal: &Principal,
    id: Uuid,
    keys: &[String],
) -> Result<(i64, Check), ProposalError> {
    let (row, before) = claims_of(app, &tx, id, keys).await?;
    if let Some(entry) = tx.audit_entry() {
        entry.action("accept_claims");
    }
    let new: Vec<&Claim> = keys.iter().filter_map(|key| before.unsettled(key)).collect();
    if !new.is_empty() {
        let rows = new.iter().map(|claim| store::NewAcceptance {
            workspace_id: Set(tx.workspace_id()),
            id: Set(app.new_id()),
            proposal_id: Set(id),
            block_id: Set(claim.block_id),
            claim: Set(claim.key.clone()),
            accepted_by: Set(principal.user_id),
            name: Set(principal.name.clone()),
            created_at: Set(app.now()),
        });
        store::accept(&tx, rows.collect()).await?;
        let said: Vec<_> = new
            .iter()
            .map(|claim| {
                serde_json::json!({
                    "claim": claim.key, "kind": claim.kind.name(), "text": claim.text,
                    "blockId": claim.block_id
                })
            })
            .collect();
        let payload = serde_json::json!({ "claims": said });
        trail::append(app, &tx, id, EventKind::ClaimsAccepted, Author::of(principal).actor, payload).await?;
    }
    let after = (row.version, of(app, &tx, &row).await?);
    tx.commit().await?;
    Ok(after)
}

/// Removes the sentences that contain these claims.
pub async fn remove(
    app: &App,
    tx: TenantTx,
    principal: &Principal,
    id: Uuid,
    keys: &[String],
) -> Result<(i64, Check), ProposalError> {
    let (row, check) = claims_of(app, &tx, id, keys).await?;
    if let Some(entry) = tx.audit_entry() {
        entry.action("remove_claims");
    }
    let new_content: HashSet<&str> = keys.iter().map(String::as_str).collect();
    let mut sentences: HashMap<Uuid, Vec<std::ops::Range<usize>>> = HashMap::new();
    for (claim, _) in check.claims.iter().filter(|(claim, _)| new_content.contains(claim.key.as_str())) {
        if claim.block_id == claims::TITLE {
            return Err(FieldError::new(
                "claims",
                "in_title",
                "A title cannot be removed. Change it instead.",
            )
            .into());
        }
        sentences.entry(claim.block_id).or_default().push(claim.sentence.clone());
    }
    let mut content: Content = content_change::content(&row)?;
    for section in &mut content.sections {
        for sentence in last_first(sentences.remove(&section.id).unwrap_or_default()) {
            *section = claims::without(section, &sentence);
        }
    }
    let author = Author::of(principal);
    let applied = content_change::apply(
        app,
        &tx,
        row,
        NewContent::content(content),
        &author,
        Cause::RemoveClaim,
        Change::default(),
    )
    .await?;
    content_change::note(
        app,
        &tx,
        &author,
        &applied,
        EventKind::Edited,
        serde_json::json!({ "changed": ["htmlContent"], "removedClaims": keys }),
    )
    .await?;
    let after = (applied.row.version, of(app, &tx, &applied.row).await?);
    tx.commit().await?;
    Ok(after)
}

/// In reverse order, so that removing a sentence does not move the remaining ones.
fn last_first(mut sentences: Vec<std::ops::Range<usize>>) -> Vec<std::ops::Range<usize>> {
    sentences.sort_by_key(|sentence| std::cmp::Reverse(sentence.start));
    sentences.dedup();
    sentences
}

/// The locked proposal and its check; refused if a key is not that of an open claim, or the claim was
/// accepted already.
async fn claims_of(
    app: &App,
    tx: &TenantTx,
    id: Uuid,
    keys: &[String],
) -> Result<(Proposal, Check), ProposalError> {
    let row = rows::find_for_update(tx, id).await?.ok_or(ProposalError::NotFound)?;
    tx.about(id, &row.title);
    editing::refuse_unless_editable(app, &row)?;
    if keys.is_empty() || keys.len() > CLAIMS_MAX {
        let message = format!("List 1 to {CLAIMS_MAX} claims.");
        return Err(FieldError { field: "claims".into(), code: "invalid", message: message.into() }.into());
    }
    let check = of(app, tx, &row).await?;
    let fits: HashSet<&str> = check
        .claims
        .iter()
        .filter(|(claim, accepted)| accepted.is_some() || check.is_unsettled(claim, accepted.as_ref()))
        .map(|(claim, _)| claim.key.as_str())
        .collect();
    let unknown: Vec<FieldError> = keys
        .iter()
        .enumerate()
        .filter(|(_, key)| !fits.contains(key.as_str()))
        .map(|(at, _)| FieldError {
            field: format!("claims.{at}").into(),
            code: "unknown_claim",
            message: "This is not an open claim of this proposal.".into(),
        })
        .collect();
    if unknown.is_empty() { Ok((row, check)) } else { Err(unknown.into()) }
}

/// Refuses a proposal with blocking problems.
pub async fn refuse_unless_ready(
    app: &App,
    tx: &TenantTx,
    row: &Proposal,
    event: Event,
) -> Result<(), ProposalError> {
    let blockers = of(app, tx, row).await?.blockers();
    if blockers.is_empty() { Ok(()) } else { Err(ProposalError::NotReady(event, blockers)) }
}
