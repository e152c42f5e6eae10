//! The site's users, as its administrators see and manage them. Each action is recorded in the audit log of
//! every workspace that the user belongs to.

use proffer_domain::people::{self, Order};
use proffer_store::SystemTx;
use rust_decimal::Decimal;
use uuid::Uuid;

use super::{
    error::AdminError,
    users_store::{self as store, Person, UserListPosition},
    users_types::{AdminSummary, AdminUsage, AdminUser, AssistantBlockInput},
};
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object},
    failure::Failure,
    features::identity::service::accounts,
    http::paging::{self, Page},
};

/// The key figures of the site.
pub async fn summary(app: &App, tx: &SystemTx) -> Result<AdminSummary, Failure> {
    let month = month(app);
    let sums = store::sums(tx, &month).await?;
    Ok(AdminSummary {
        month,
        total_users: sums.total_users,
        active_this_month: sums.active,
        total_cost_usd: dollars(sums.cost),
        total_tokens: sums.tokens,
    })
}

/// A page of users.
pub async fn list(
    app: &App,
    tx: &SystemTx,
    search: Option<&str>,
    order: Order,
    page: &Page<UserListPosition>,
) -> Result<(Vec<AdminUser>, Option<UserListPosition>), Failure> {
    if page.after.as_ref().is_some_and(|place| !place.is_in(order)) {
        return Err(paging::foreign_cursor().into());
    }
    let (people, next) = store::list(tx, search, order, page, &month(app)).await?;
    Ok((people.into_iter().map(shown).collect(), next))
}

/// Blocks the assistant for a user until it is unblocked, or unblocks it. Repeating the same action changes
/// nothing.
pub async fn block_assistant(
    app: &App,
    tx: SystemTx,
    member: &Member,
    user_id: Uuid,
    input: &AssistantBlockInput,
) -> Result<AdminUser, AdminError> {
    let reason = people::reason(&input.reason)?;
    let person = find(app, &tx, user_id).await?;
    let changed = if input.is_blocked {
        store::block(&tx, user_id, &member.principal.name, &reason, app.now()).await?
    } else {
        store::unblock(&tx, user_id).await?
    };
    if !changed {
        return Ok(shown(person));
    }
    let action = if input.is_blocked { "block_assistant" } else { "unblock_assistant" };
    let tx = concerning(tx, member, &person, action, &format!("{}: {reason}", person.called())).await?;
    finish(app, tx, user_id).await
}

/// Makes a user a site administrator, or revokes that. The role is looked up for each request, so the change
/// applies from the next one.
pub async fn set_site_admin(
    app: &App,
    tx: SystemTx,
    member: &Member,
    user_id: Uuid,
    is_admin: bool,
) -> Result<AdminUser, AdminError> {
    let admins = store::admins_for_update(&tx).await?;
    let own = member.principal.user_id;
    // If two administrators revoke each other's role at once, the second is no longer an administrator.
    if !admins.contains(&own) {
        return Err(AdminError::NotAdmin);
    }
    if user_id == own {
        return Err(if admins.len() == 1 && !is_admin { AdminError::LastAdmin } else { AdminError::OwnRole });
    }
    let person = find(app, &tx, user_id).await?;
    if person.is_admin == is_admin {
        return Ok(shown(person));
    }
    if is_admin && !person.email_verified {
        return Err(AdminError::NotVerified);
    }
    store::set_admin(&tx, user_id, is_admin, app.now()).await?;
    let action = if is_admin { "make_site_admin" } else { "end_site_admin" };
    let tx = concerning(tx, member, &person, action, &person.called()).await?;
    finish(app, tx, user_id).await
}

/// Mails a user another verification link.
pub async fn resend_verification(
    app: &App,
    tx: SystemTx,
    member: &Member,
    user_id: Uuid,
) -> Result<(), AdminError> {
    let person = find(app, &tx, user_id).await?;
    if !accounts::mail_verification_again(app, &tx, user_id).await? {
        return Err(AdminError::AlreadyVerified);
    }
    let tx = concerning(tx, member, &person, "resend_verification", &person.called()).await?;
    Ok(tx.commit().await?)
}

async fn find(app: &App, tx: &SystemTx, user_id: Uuid) -> Result<Person, AdminError> {
    store::find(tx, user_id, &month(app)).await?.ok_or(AdminError::NoUser)
}

/// Commits the action, and returns the updated user.
async fn finish(app: &App, tx: SystemTx, user_id: Uuid) -> Result<AdminUser, AdminError> {
    let person = find(app, &tx, user_id).await?;
    tx.commit().await?;
    Ok(shown(person))
}

/// Records the action in the audit log of each of the user's workspaces; the first one gets the transaction's
/// own entry.
async fn concerning(
    mut tx: SystemTx,
    member: &Member,
    person: &Person,
    action: &'static str,
    target: &str,
) -> Result<SystemTx, Failure> {
    let workspaces = store::workspaces_of(&tx, person.id).await?;
    let mut workspaces = workspaces.into_iter();
    if let Some(first) = workspaces.next() {
        tx.concerns(first).await?;
    }
    if let Some(entry) = tx.audit_entry() {
        entry.action(action);
        entry.about(person.id, target);
    }
    for workspace_id in workspaces {
        let Some(entry) = member.audit_entry(Action::Update, Object::Site) else { continue };
        entry.action(action);
        entry.about(person.id, target);
        tx.record(workspace_id, entry).await?;
    }
    Ok(tx)
}

fn month(app: &App) -> String {
    app.now().format("%Y-%m").to_string()
}

/// Formats an amount with the four decimals that are stored.
fn dollars(amount: Decimal) -> String {
    format!("{amount:.4}")
}

fn shown(person: Person) -> AdminUser {
    let is_unused = person.requests == 0 && person.tokens == 0 && person.cost.is_zero();
    let usage = AdminUsage {
        request_count: person.requests,
        total_tokens_used: person.tokens,
        total_cost_usd: dollars(person.cost),
        is_blocked: person.is_blocked,
    };
    let named = |name: String| Some(name).filter(|name| !name.is_empty());
    AdminUser {
        id: person.id,
        current_month_usage: (!is_unused || person.is_blocked).then_some(usage),
        first_name: named(person.first_name),
        last_name: named(person.last_name),
        email: person.email,
        is_admin: person.is_admin,
        email_verified: person.email_verified,
        created_at: person.created_at.into(),
    }
}
