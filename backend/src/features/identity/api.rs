//! The operations of registration and sign-in.

use poem::{Request, web::Data};
use poem_openapi::{ApiResponse, Object, OpenApi, param::Query, payload::Json};
use proffer_domain::rate_limit::{Purpose, Rule};

use super::{
    service::{accounts, recovery, registrations, sessions},
    types::{CurrentUser, LoginInput, RegisterInput, Verification},
};
use crate::{
    access::{self, Member},
    app::App,
    authz::{Action, Object as Thing},
    features::Noun,
    http::{caller::Caller, cookies, known_device, limits, problem::Problem},
    tokens,
    wire::JsonBody,
};

/// The response to a registration, identical for new and existing addresses.
#[derive(Debug, Object)]
#[oai(rename_all = "camelCase")]
pub struct Registered {
    /// The message for the user.
    pub message: String,
    /// Always false: the email address must be verified first.
    pub email_verified: bool,
}

/// A request for another verification mail.
#[derive(Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct ResendInput {
    /// The email address of the account.
    pub email: String,
}

/// A request for a password reset link.
#[derive(Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct ForgotPasswordInput {
    /// The email address of the account.
    pub email: String,
}

/// A new password, set with a reset link.
#[derive(Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub struct ResetPasswordInput {
    /// The token of the mailed link.
    pub token: String,
    /// The new password: at least 8 characters with uppercase, lowercase and a digit.
    pub password: String,
}

proffer_domain::redact!(ResendInput, ForgotPasswordInput, ResetPasswordInput);

/// A message for the user.
#[derive(Debug, Object)]
pub struct Message {
    /// The message.
    pub message: String,
}

/// The user is signed in.
#[derive(ApiResponse)]
pub enum LoginResponse {
    /// The user; the session cookie is set.
    #[oai(status = 200)]
    Ok(Json<CurrentUser>, #[oai(header = "Set-Cookie")] String),
}

/// The response to a registration. Its cookie identifies the browser that registered.
#[derive(ApiResponse)]
pub enum RegisterResponse {
    /// The message for the user.
    #[oai(status = 200)]
    Ok(Json<Registered>, #[oai(header = "Set-Cookie")] String),
}

/// The result of a verification link. The browser that registered is signed in.
#[derive(ApiResponse)]
pub enum VerifyEmailResponse {
    /// The result; the session cookie is set if the user is signed in.
    #[oai(status = 200)]
    Ok(Json<Verification>, #[oai(header = "Set-Cookie")] Option<String>),
}

/// The user is signed out.
#[derive(ApiResponse)]
pub enum LogoutResponse {
    /// The session has ended; its cookie is removed.
    #[oai(status = 204)]
    Done(#[oai(header = "Set-Cookie")] String),
}

/// Registration and sign-in.
pub struct IdentityApi;

#[OpenApi(tag = "Noun::Identity")]
impl IdentityApi {
    /// Get the signed-in user.
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
    async fn logout(
        &self,
        app: Data<&App>,
        request: &Request,
        caller: Caller,
    ) -> Result<LogoutResponse, Problem> {
        limits::take(&app, Rule::PagePerNetwork, &caller.ip).await?;
        let tx = access::anonymous(&app, Action::SignIn).await?;
        let cookie = sessions::sign_out(&app, tx, cookies::session_token(request)).await?;
        Ok(LogoutResponse::Done(cookie))
    }

    /// Register an account and a workspace.
    #[oai(path = "/register", method = "post", operation_id = "register")]
    async fn register(
        &self,
        app: Data<&App>,
        caller: Caller,
        input: JsonBody<RegisterInput>,
    ) -> Result<RegisterResponse, Problem> {
        limits::take_for(&app, Purpose::Register, &caller, None, &input.email).await?;
        let tx = access::anonymous(&app, Action::Register).await?;
        let browser = tokens::issue(&app);
        let message = accounts::register(&app, tx, &input.0, browser.hash, &caller).await?;
        let cookie = registrations::browser_cookie(&app, &browser.text);
        Ok(RegisterResponse::Ok(Json(Registered { message, email_verified: false }), cookie))
    }

    /// Verify an email address with the mailed link.
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
        let context = accounts::VerificationContext { caller: &caller, browser, session };
        let (verification, cookie) = accounts::verify_email(&app, tx, token.0.as_deref(), context).await?;
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
        limits::take_for(
            &app,
            Purpose::Verify,
            &caller,
            known_device::of(&app, request).as_ref(),
            &input.email,
        )
        .await?;
        let tx = access::anonymous(&app, Action::SignIn).await?;
        let message =
            accounts::resend_verification(&app, tx, &input.0.email, registrations::browser(&app, request))
                .await?;
        Ok(Json(Message { message }))
    }

    /// Mail a password reset link. The response does not reveal whether the account exists.
    #[oai(path = "/forgot-password", method = "post", operation_id = "forgotPassword")]
    async fn forgot_password(
        &self,
        app: Data<&App>,
        request: &Request,
        caller: Caller,
        input: JsonBody<ForgotPasswordInput>,
    ) -> Result<Json<Message>, Problem> {
        limits::take_for(
            &app,
            Purpose::Reset,
            &caller,
            known_device::of(&app, request).as_ref(),
            &input.email,
        )
        .await?;
        let tx = access::anonymous(&app, Action::SignIn).await?;
        let message =
            recovery::forgot(&app, tx, &input.0.email, registrations::browser(&app, request)).await?;
        Ok(Json(Message { message }))
    }

    /// Set a new password with the mailed link. All sessions of the account end.
    #[oai(path = "/reset-password", method = "post", operation_id = "resetPassword")]
    async fn reset_password(
        &self,
        app: Data<&App>,
        caller: Caller,
        input: JsonBody<ResetPasswordInput>,
    ) -> Result<Json<Message>, Problem> {
        limits::take(&app, Rule::LinkPerNetwork, &caller.ip).await?;
        let tx = access::anonymous(&app, Action::SignIn).await?;
        let message = recovery::reset(&app, tx, &input.0.token, &input.0.password).await?;
        Ok(Json(Message { message }))
    }
}
