//! The wire of sign-up and sign-in.

use poem::{Request, web::Data};
use poem_openapi::{ApiResponse, Object, OpenApi, param::Query, payload::Json};
use proffer_domain::rate_limit::{Purpose, Rule};
use uuid::Uuid;

use super::service::{accounts, recovery, registrations, sessions};
use crate::{
    access::{self, Member},
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::{caller::Caller, cookies, known_device, limits, problem::Problem},
    tokens,
    wire::{JsonBody, Timestamp},
};

/// What signing in takes.
#[derive(Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct LoginInput {
    /// The address of the account.
    #[oai(validator(max_length = 320))]
    pub email: String,
    /// Its password.
    #[oai(validator(max_length = 1000))]
    pub password: String,
}

/// What registering takes.
#[derive(Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct RegisterInput {
    /// The address; a mail is sent there.
    pub email: String,
    /// At least 8 characters with uppercase, lowercase and a digit.
    pub password: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
}

/// The answer to registering, the same whether the address is new or taken.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct Registered {
    /// What to tell the person.
    pub message: String,
    /// Always false: the address must be proven first.
    pub email_verified: bool,
}

/// What asking for another verification mail takes.
#[derive(Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct ResendInput {
    /// The address of the account.
    pub email: String,
}

/// What asking for a reset link takes.
#[derive(Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct ForgotPasswordInput {
    /// The address of the account.
    pub email: String,
}

/// What setting a new password takes.
#[derive(Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct ResetPasswordInput {
    /// The token of the mailed link.
    pub token: String,
    /// At least 8 characters with uppercase, lowercase and a digit.
    pub password: String,
}

proffer_domain::redact!(LoginInput, RegisterInput, ResendInput, ForgotPasswordInput, ResetPasswordInput);

/// A sentence for the screen.
#[derive(Debug, Object)]
pub struct Message {
    /// The sentence.
    pub message: String,
}

/// What became of a verification link.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct Verification {
    /// The address is proven, now or by an earlier click.
    pub verified: bool,
    /// The link was right and is too old.
    pub expired: bool,
    /// What to tell the person.
    pub message: String,
    /// Whose address it is, where it is proven.
    pub user: Option<VerifiedUser>,
}

/// The person whose address has just been proven.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct VerifiedUser {
    /// Their address.
    pub email: String,
    /// Their first name.
    pub first_name: String,
}

/// A workspace that somebody belongs to.
#[derive(Debug, Clone, Object)]
#[oai(rename_all = "camelCase")]
pub struct WorkspaceRef {
    /// Its id.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// The person's role in it: owner, admin or member.
    pub role: String,
    /// Whether it countersigns what its clients accept.
    pub countersign: bool,
    /// Stands for name and countersigning as they are now; a change sends it along.
    pub etag: String,
}

/// The signed-in person and what they may do.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct CurrentUser {
    /// Their id.
    pub id: Uuid,
    /// Their address.
    pub email: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Where their picture is.
    pub profile_image_url: Option<String>,
    /// Whether they administer the site.
    pub is_admin: bool,
    /// Whether their address is proven.
    pub email_verified: bool,
    /// Whether they have a password; somebody who signs in through a provider alone has none.
    pub has_password: bool,
    /// Of the active workspace: `trial`, `trial_expired` or `active`.
    pub subscription_status: String,
    /// When the active workspace's trial ends.
    pub trial_ends_at: Option<Timestamp>,
    /// When the active workspace's subscription ends or ended, where it was cancelled.
    pub subscription_ends_at: Option<Timestamp>,
    /// Who the active workspace is at Stripe, once it has begun to pay.
    pub stripe_customer_id: Option<String>,
    /// The active workspace's subscription there.
    pub stripe_subscription_id: Option<String>,
    /// When they registered.
    pub created_at: Timestamp,
    /// The active workspace.
    pub workspace: WorkspaceRef,
    /// All their workspaces.
    pub workspaces: Vec<WorkspaceRef>,
    /// What they may do in the active one, as `object:action`; screens show what these allow.
    pub permissions: Vec<String>,
    /// Stands for their name as it is now; a change sends it along.
    pub etag: String,
}

/// Signed in: the person, and the cookie.
#[derive(ApiResponse)]
pub enum LoginResponse {
    /// The session cookie is set.
    #[oai(status = 200)]
    Ok(Json<CurrentUser>, #[oai(header = "Set-Cookie")] String),
}

/// Registered, or not: the cookie tells the browser that asked from every other.
#[derive(ApiResponse)]
pub enum RegisterResponse {
    /// What to tell the person.
    #[oai(status = 200)]
    Ok(Json<Registered>, #[oai(header = "Set-Cookie")] String),
}

/// What became of a verification link; the browser that registered is signed in.
#[derive(ApiResponse)]
pub enum VerifyEmailResponse {
    /// What became of it.
    #[oai(status = 200)]
    Ok(Json<Verification>, #[oai(header = "Set-Cookie")] Option<String>),
}

/// Signed out.
#[derive(ApiResponse)]
pub enum LogoutResponse {
    /// The session is over and its cookie removed.
    #[oai(status = 204)]
    Done(#[oai(header = "Set-Cookie")] String),
}

/// Sign-up and sign-in.
pub struct IdentityApi;

#[OpenApi(tag = "Noun::Identity")]
impl IdentityApi {
    /// Who is signed in.
    #[oai(path = "/auth/user", method = "get", operation_id = "getCurrentUser")]
    async fn current_user(&self, app: Data<&App>, member: Member) -> Result<Json<CurrentUser>, Problem> {
        member.require(Action::Read, Thing::Account).await?;
        Ok(Json(sessions::current_user(&app, &member.principal, member.permissions()).await?))
    }

    /// Sign in with a password.
    #[oai(path = "/login", method = "post", operation_id = "login")]
    async fn login(
        &self,
        app: Data<&App>,
        request: &Request,
        caller: Caller,
        input: JsonBody<LoginInput>,
    ) -> Result<LoginResponse, Problem> {
        let device = known_device::of(&app, request);
        let counted = limits::take_for(&app, Purpose::SignIn, &caller, device.as_ref(), &input.email).await?;
        let tx = access::anonymous(&app, Action::SignIn).await?;
        let opened = sessions::sign_in(&app, tx, &input.0, &caller, request).await?;
        counted.give_back(&app).await;
        known_device::remember(&app, request, &input.email);
        Ok(LoginResponse::Ok(Json(opened.user), opened.cookie))
    }

    /// End the session.
    #[oai(path = "/logout", method = "post", operation_id = "logout")]
    async fn logout(&self, app: Data<&App>, request: &Request, caller: Caller) -> Result<LogoutResponse, Problem> {
        limits::take(&app, Rule::PagePerNetwork, &caller.ip).await?;
        let tx = access::anonymous(&app, Action::SignIn).await?;
        let cookie = sessions::sign_out(&app, tx, cookies::session_token(request)).await?;
        Ok(LogoutResponse::Done(cookie))
    }

    /// Open an account and a workspace.
    #[oai(path = "/register", method = "post", operation_id = "register")]
    async fn register(&self, app: Data<&App>, caller: Caller, input: JsonBody<RegisterInput>) -> Result<RegisterResponse, Problem> {
        limits::take_for(&app, Purpose::Register, &caller, None, &input.email).await?;
        let tx = access::anonymous(&app, Action::Register).await?;
        let browser = tokens::issue(&app);
        let message = accounts::register(&app, tx, &input.0, browser.hash, &caller).await?;
        let cookie = registrations::browser_cookie(&app, &browser.text);
        Ok(RegisterResponse::Ok(Json(Registered { message, email_verified: false }), cookie))
    }

    /// Prove an address by the link that was mailed to it.
    #[oai(path = "/verify-email", method = "get", operation_id = "verifyEmail")]
    async fn verify_email(
        &self,
        app: Data<&App>,
        request: &Request,
        caller: Caller,
        /// The token of the link.
        token: Query<Option<String>>,
    ) -> Result<VerifyEmailResponse, Problem> {
        limits::take(&app, Rule::LinkPerNetwork, &caller.ip).await?;
        let tx = access::anonymous(&app, Action::SignIn).await?;
        let (browser, session) = (registrations::browser(&app, request), cookies::session_token(request));
        let clicked = accounts::Clicked { caller: &caller, browser, session };
        let (verification, cookie) = accounts::verify_email(&app, tx, token.0.as_deref(), clicked).await?;
        Ok(VerifyEmailResponse::Ok(Json(verification), cookie))
    }

    /// Send the verification mail again.
    #[oai(path = "/resend-verification", method = "post", operation_id = "resendVerification")]
    async fn resend_verification(
        &self,
        app: Data<&App>,
        request: &Request,
        caller: Caller,
        input: JsonBody<ResendInput>,
    ) -> Result<Json<Message>, Problem> {
        limits::take_for(&app, Purpose::Verify, &caller, known_device::of(&app, request).as_ref(), &input.email).await?;
        let tx = access::anonymous(&app, Action::SignIn).await?;
        let message = accounts::resend_verification(&app, tx, &input.0.email, registrations::browser(&app, request)).await?;
        Ok(Json(Message { message }))
    }

    /// Mail a link that lets one choose a new password. The answer is the same whether there is such an
    /// account.
    #[oai(path = "/forgot-password", method = "post", operation_id = "forgotPassword")]
    async fn forgot_password(
        &self,
        app: Data<&App>,
        request: &Request,
        caller: Caller,
        input: JsonBody<ForgotPasswordInput>,
    ) -> Result<Json<Message>, Problem> {
        limits::take_for(&app, Purpose::Reset, &caller, known_device::of(&app, request).as_ref(), &input.email).await?;
        let tx = access::anonymous(&app, Action::SignIn).await?;
        let message = recovery::forgot(&app, tx, &input.0.email, registrations::browser(&app, request)).await?;
        Ok(Json(Message { message }))
    }

    /// Choose a new password by the mailed link. Every session of the account ends.
    #[oai(path = "/reset-password", method = "post", operation_id = "resetPassword")]
    async fn reset_password(&self, app: Data<&App>, caller: Caller, input: JsonBody<ResetPasswordInput>) -> Result<Json<Message>, Problem> {
        limits::take(&app, Rule::LinkPerNetwork, &caller.ip).await?;
        let tx = access::anonymous(&app, Action::SignIn).await?;
        let message = recovery::reset(&app, tx, &input.0.token, &input.0.password).await?;
        Ok(Json(Message { message }))
    }
}
