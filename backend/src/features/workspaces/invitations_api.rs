//! The operations of invitations, for the team and for the invited person.

use poem::{Request, web::Data};
use poem_openapi::{ApiResponse, OpenApi, param::Path, payload::Json};
use proffer_domain::rate_limit::Rule;
use uuid::Uuid;

use super::{
    invitations_types::{Invitation, InvitationInput, InvitedRegistrationInput},
    service::invitations,
    types::TeamMember,
};
use crate::{
    access::{self, Member, new_addresses},
    app::App,
    authz::{Action, Object as Thing},
    features::{
        Noun,
        identity::{api::LoginResponse, types::CurrentUser},
    },
    http::{caller::Caller, cookies, known_device, limits, problem::Problem},
    wire::{self, JsonBody},
};

/// The invitation was created.
#[derive(ApiResponse)]
pub enum Invited {
    /// The invitation, whose mail is being sent.
    #[oai(status = 201)]
    Created(Json<TeamMember>),
}

/// Invitations.
pub struct InvitationsApi;

#[OpenApi(tag = "Noun::Workspaces")]
impl InvitationsApi {
    /// Invite a person to the team by mail.
    #[oai(path = "/team/invitations", method = "post", operation_id = "inviteMember")]
    async fn invite(
        &self,
        app: Data<&App>,
        member: Member,
        input: JsonBody<InvitationInput>,
    ) -> Result<Invited, Problem> {
        member.require(Action::Invite, Thing::Team).await?;
        refuse_flood(&app, &member, &input.email).await?;
        new_addresses::admit(&app, &member.principal, "email", &input.email).await?;
        let tx = member.may_with_accounts(Action::Invite, Thing::Team).await?;
        Ok(Invited::Created(Json(invitations::invite(&app, tx, &member.principal, &input.0).await?)))
    }

    /// Send an invitation again with a new link; the old link stops working.
    #[oai(path = "/team/invitations/:memberId/resend", method = "post", operation_id = "resendInvitation")]
    async fn resend(
        &self,
        app: Data<&App>,
        member: Member,
        /// The membership's id.
        #[oai(name = "memberId")]
        member_id: Path<Uuid>,
    ) -> Result<Json<TeamMember>, Problem> {
        member.require(Action::Invite, Thing::Team).await?;
        refuse_flood(&app, &member, &member_id.to_string()).await?;
        let tx = member.may_with_accounts(Action::Invite, Thing::Team).await?;
        Ok(Json(invitations::resend(&app, tx, &member.principal, member_id.0).await?))
    }

    /// Revoke an invitation.
    #[oai(path = "/team/invitations/:memberId", method = "delete", operation_id = "cancelInvitation")]
    async fn cancel(
        &self,
        member: Member,
        /// The membership's id.
        #[oai(name = "memberId")]
        member_id: Path<Uuid>,
    ) -> Result<wire::Deleted, Problem> {
        let tx = member.may_with_accounts(Action::Invite, Thing::Team).await?;
        invitations::cancel(tx, &member.principal, member_id.0).await?;
        Ok(wire::Deleted::Done)
    }

    /// Get an invitation by its link.
    #[oai(path = "/invitations/:token", method = "get", operation_id = "getInvitation")]
    async fn get(
        &self,
        app: Data<&App>,
        caller: Caller,
        /// The token of the link.
        token: Path<String>,
    ) -> Result<Json<Invitation>, Problem> {
        limits::take(&app, Rule::LinkPerNetwork, &caller.ip).await?;
        let tx = access::anonymous(&app, Action::Register).await?;
        Ok(Json(invitations::get(&app, tx, &token.0).await?))
    }

    /// Accept the invitation as the signed-in user, whose email address must be the invited one. The session
    /// switches to the workspace.
    #[oai(path = "/invitations/:token/accept", method = "post", operation_id = "acceptInvitation")]
    async fn accept(
        &self,
        app: Data<&App>,
        member: Member,
        /// The token of the link.
        token: Path<String>,
    ) -> Result<Json<CurrentUser>, Problem> {
        let tx = member.may_with_accounts(Action::Update, Thing::Account).await?;
        Ok(Json(invitations::accept(&app, tx, &member, &token.0).await?))
    }

    /// Register an account and accept the invitation. The link verifies the email address, so the user is
    /// signed in at once.
    #[oai(path = "/invitations/:token/register", method = "post", operation_id = "registerByInvitation")]
    async fn register(
        &self,
        app: Data<&App>,
        request: &Request,
        caller: Caller,
        /// The token of the link.
        token: Path<String>,
        input: JsonBody<InvitedRegistrationInput>,
    ) -> Result<LoginResponse, Problem> {
        limits::take(&app, Rule::LinkPerNetwork, &caller.ip).await?;
        let tx = access::anonymous(&app, Action::Register).await?;
        let opened =
            invitations::register(&app, tx, &token.0, &input.0, &caller, cookies::session_token(request))
                .await?;
        known_device::remember(&app, request, &opened.user.email);
        Ok(LoginResponse::Ok(Json(opened.user), opened.cookie))
    }
}

async fn refuse_flood(app: &App, member: &Member, target: &str) -> Result<(), Problem> {
    limits::take_from_team(
        app,
        member.principal.sender(),
        Rule::InvitePerWorkspace,
        Rule::InvitePerTarget,
        target,
    )
    .await
}
