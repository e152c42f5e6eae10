//! The operations of the site's users, as its administrators see them: accounts, usage, and administrative
//! actions.

use poem::web::Data;
use poem_openapi::{
    Enum, Object, OpenApi,
    param::{Path, Query},
    payload::Json,
};
use proffer_domain::{people, rate_limit::Rule};
use uuid::Uuid;

use super::{
    users,
    users_types::{AdminSummary, AdminUser, AssistantBlockInput},
};
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
    wire::{self, Deleted, JsonBody},
};

/// Grants or revokes the site administrator role.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct SiteAdminInput {
    /// Whether the user has the site administrator role from now on.
    pub is_admin: bool,
}

/// The sort direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum SortDirection {
    /// Ascending.
    Asc,
    /// Descending.
    Desc,
}

/// The users of the site.
pub struct UsersApi;

#[OpenApi(tag = "Noun::Admin")]
impl UsersApi {
    /// Get the key figures of the site.
    #[oai(path = "/admin/summary", method = "get", operation_id = "getAdminSummary")]
    async fn summary(&self, app: Data<&App>, member: Member) -> Result<Json<AdminSummary>, Problem> {
        let tx = member.may_with_accounts(Action::Read, Thing::Site).await?;
        Ok(Json(users::summary(&app, &tx).await?))
    }

    /// List the users of the site, by default the most recently registered first.
    #[oai(path = "/admin/users", method = "get", operation_id = "listUsers")]
    #[expect(clippy::too_many_arguments, reason = "each is a parameter of the query")]
    async fn list(
        &self,
        app: Data<&App>,
        member: Member,
        /// Only users whose name or email address contains this text; case-insensitive.
        search: Query<Option<String>>,
        /// The sort key; registration time by default.
        sort: Query<Option<people::Sort>>,
        /// The sort direction; by default descending for the registration time, and ascending for all other
        /// sort keys.
        direction: Query<Option<SortDirection>>,
        /// The page size, 1 to 100; 100 by default.
        limit: Query<Option<u64>>,
        /// The cursor from the `Link` header of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<Listed<AdminUser>, Problem> {
        let page = Page::parse(limit.0, cursor.0.as_deref())?;
        let order = people::Order::new(sort.0, direction.0.map(|direction| direction == SortDirection::Desc));
        let tx = member.may_with_accounts(Action::Read, Thing::Site).await?;
        let (people, next) = users::list(&app, &tx, search.0.as_deref(), order, &page).await?;
        let words = [
            ("search", search.0.as_deref()),
            ("sort", Some(order.sort.word())),
            ("direction", Some(order.direction())),
        ];
        Ok(Listed::new(people, &wire::query("/api/admin/users", &words), page.limit, next))
    }

    /// Block the assistant for a user in all workspaces until it is unblocked, or unblock it.
    #[oai(path = "/admin/users/:userId/assistant", method = "put", operation_id = "blockAssistant")]
    async fn block_assistant(
        &self,
        app: Data<&App>,
        member: Member,
        /// The user's id.
        #[oai(name = "userId")]
        user_id: Path<Uuid>,
        input: JsonBody<AssistantBlockInput>,
    ) -> Result<Json<AdminUser>, Problem> {
        let tx = member.may_with_accounts(Action::Update, Thing::Site).await?;
        Ok(Json(users::block_assistant(&app, tx, &member, user_id.0, &input.0).await?))
    }

    /// Make a user a site administrator, or revoke that. It takes effect with the user's next request.
    #[oai(path = "/admin/users/:userId/site-admin", method = "put", operation_id = "setSiteAdmin")]
    async fn set_site_admin(
        &self,
        app: Data<&App>,
        member: Member,
        /// The user's id.
        #[oai(name = "userId")]
        user_id: Path<Uuid>,
        input: JsonBody<SiteAdminInput>,
    ) -> Result<Json<AdminUser>, Problem> {
        let tx = member.may_with_accounts(Action::Update, Thing::Site).await?;
        Ok(Json(users::set_site_admin(&app, tx, &member, user_id.0, input.0.is_admin).await?))
    }

    /// Mail a user another verification link.
    #[oai(
        path = "/admin/users/:userId/resend-verification",
        method = "post",
        operation_id = "resendUserVerification"
    )]
    async fn resend_verification(
        &self,
        app: Data<&App>,
        member: Member,
        /// The user's id.
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
