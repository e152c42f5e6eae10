//! The wire of the people of the site as its administrators see them: who there is, what they use, and what
//! is done about them.

use poem::web::Data;
use poem_openapi::{
    Enum, Object, OpenApi,
    param::{Path, Query},
    payload::Json,
};
use proffer_domain::{people, rate_limit::Rule};
use uuid::Uuid;

use super::users;
use crate::{
    access::Member,
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::{
        limits,
        paging::{Listed, Page},
        problem::Problem,
    },
    wire::{self, Deleted, JsonBody, Timestamp},
};

/// A person, and nothing of what is in their workspaces.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct AdminUser {
    /// Their id.
    pub id: Uuid,
    /// First name.
    pub first_name: Option<String>,
    /// Last name.
    pub last_name: Option<String>,
    /// Their address.
    pub email: String,
    /// Whether they administer the site.
    pub is_admin: bool,
    /// Whether their address is proven.
    pub email_verified: bool,
    /// When they registered.
    pub created_at: Timestamp,
    /// What they have used of the assistant this month; absent where that is nothing and nobody has blocked
    /// it.
    pub current_month_usage: Option<AdminUsage>,
}

/// What somebody has used of the assistant this month, in all their workspaces.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct AdminUsage {
    /// How often it was asked.
    pub request_count: i64,
    /// Tokens sent and received.
    pub total_tokens_used: i64,
    /// Dollars, with four decimals.
    pub total_cost_usd: String,
    /// Whether it is blocked for them.
    pub is_blocked: bool,
}

/// The site in four numbers.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct AdminSummary {
    /// The month, as `2026-11`.
    pub month: String,
    /// How many accounts there are.
    pub total_users: i64,
    /// How many people have asked the assistant this month.
    pub active_this_month: i64,
    /// What that cost, in dollars with four decimals.
    pub total_cost_usd: String,
    /// The tokens they sent and received.
    pub total_tokens: i64,
}

/// Whether somebody may use the assistant.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct AssistantBlockInput {
    /// True to block it until that is lifted, false to lift it.
    pub is_blocked: bool,
    /// Why, 3 to 500 characters; it stands in the audit log of every workspace they belong to.
    pub reason: String,
}

/// Whether somebody administers the site.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct SiteAdminInput {
    /// Whether they do.
    pub is_admin: bool,
}

/// Which end of a list comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum SortDirection {
    /// The smallest first.
    Asc,
    /// The greatest first.
    Desc,
}

/// The people of the site.
pub struct UsersApi;

#[OpenApi(tag = "Noun::Admin")]
impl UsersApi {
    /// The site in four numbers.
    #[oai(path = "/admin/summary", method = "get", operation_id = "getAdminSummary")]
    async fn summary(&self, app: Data<&App>, member: Member) -> Result<Json<AdminSummary>, Problem> {
        let tx = member.may_with_accounts(Action::Read, Thing::Site).await?;
        Ok(Json(users::summary(&app, &tx).await?))
    }

    /// The people of the site, who registered last first unless asked otherwise.
    #[oai(path = "/admin/users", method = "get", operation_id = "listUsers")]
    #[expect(clippy::too_many_arguments, reason = "each is a parameter of the query")]
    async fn list(
        &self,
        app: Data<&App>,
        member: Member,
        /// Part of a name or an address, in any case.
        search: Query<Option<String>>,
        /// What they are sorted by; when they registered where it is absent.
        sort: Query<Option<people::Sort>>,
        /// Which end comes first: by when they registered the last, by anything else the smallest, where it
        /// is absent.
        direction: Query<Option<SortDirection>>,
        /// How many, 1 to 100; 100 where it is absent.
        limit: Query<Option<u64>>,
        /// From the `Link` header of the page before.
        cursor: Query<Option<String>>,
    ) -> Result<Listed<AdminUser>, Problem> {
        let page = Page::parse(limit.0, cursor.0.as_deref())?;
        let order = people::Order::new(sort.0, direction.0.map(|direction| direction == SortDirection::Desc));
        let tx = member.may_with_accounts(Action::Read, Thing::Site).await?;
        let (people, next) = users::list(&app, &tx, search.0.as_deref(), order, &page).await?;
        let words = [("search", search.0.as_deref()), ("sort", Some(order.sort.word())), ("direction", Some(order.direction()))];
        Ok(Listed::new(people, &wire::query("/api/admin/users", &words), page.limit, next))
    }

    /// Block the assistant for somebody, in every workspace and until it is lifted, or lift that.
    #[oai(path = "/admin/users/:userId/assistant", method = "put", operation_id = "blockAssistant")]
    async fn block_assistant(
        &self,
        app: Data<&App>,
        member: Member,
        /// The person.
        #[oai(name = "userId")]
        user_id: Path<Uuid>,
        input: JsonBody<AssistantBlockInput>,
    ) -> Result<Json<AdminUser>, Problem> {
        let tx = member.may_with_accounts(Action::Update, Thing::Site).await?;
        Ok(Json(users::block_assistant(&app, tx, &member, user_id.0, &input.0).await?))
    }

    /// Make somebody a site administrator, or end that. It takes effect with their next request.
    #[oai(path = "/admin/users/:userId/site-admin", method = "put", operation_id = "setSiteAdmin")]
    async fn set_site_admin(
        &self,
        app: Data<&App>,
        member: Member,
        /// The person.
        #[oai(name = "userId")]
        user_id: Path<Uuid>,
        input: JsonBody<SiteAdminInput>,
    ) -> Result<Json<AdminUser>, Problem> {
        let tx = member.may_with_accounts(Action::Update, Thing::Site).await?;
        Ok(Json(users::set_site_admin(&app, tx, &member, user_id.0, input.0.is_admin).await?))
    }

    /// Mail somebody another link that proves their address.
    #[oai(path = "/admin/users/:userId/resend-verification", method = "post", operation_id = "resendUserVerification")]
    async fn resend_verification(
        &self,
        app: Data<&App>,
        member: Member,
        /// The person.
        #[oai(name = "userId")]
        user_id: Path<Uuid>,
    ) -> Result<Deleted, Problem> {
        member.require(Action::Update, Thing::Site).await?;
        let admin = member.principal.user_id;
        limits::take(&app, Rule::MailPerPerson, admin.to_string()).await?;
        limits::take(&app, Rule::VerifyPerSender, format!("{admin} {}", user_id.0)).await?;
        let tx = member.may_with_accounts(Action::Update, Thing::Site).await?;
        users::resend_verification(&app, tx, &member, user_id.0).await?;
        Ok(Deleted::Done)
    }
}
