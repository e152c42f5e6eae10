//! The texts of mails about accounts.

use proffer_adapters::mail::{Action, MailContent};
use proffer_domain::mail::MailPurpose;
use uuid::Uuid;

use crate::{app::App, mail::SendMail};

/// To a new address: the verification link.
pub fn verification(app: &App, to: &str, first_name: &str, link: Uuid) -> SendMail {
    with_link(
        link,
        account_mail(
            MailPurpose::Verification,
            to,
            first_name,
            MailContent {
                subject: "Verify your email address".to_owned(),
                heading: format!("Welcome to Proffer, {first_name}"),
                paragraphs: vec![
                    "Please confirm your email address. The link works for 24 hours.".to_owned(),
                    "It creates an account with the name and password of this sign-up, and cancels all other sign-ups with this address."
                        .to_owned(),
                    "If you did not sign up, you can ignore this mail; no account will be created.".to_owned(),
                ],
                action: Some(Action {
                    label: "Verify email address".to_owned(),
                    url: app.config.link("/verify-email?token="),
                }),
            },
        ),
    )
}

/// To a registered address, when the requester may not be the person who registered it: a link that verifies
/// the address and lets the user choose a new password.
pub fn completion(app: &App, to: &str, link: Uuid) -> SendMail {
    with_link(
        link,
        account_mail(
            MailPurpose::Verification,
            to,
            "",
            MailContent {
                subject: "Verify your email address".to_owned(),
                heading: "Finish signing up for Proffer".to_owned(),
                paragraphs: vec![
                    "Please confirm your email address by choosing a password for your account. The link works once, within one hour."
                        .to_owned(),
                    "If you did not sign up, you can ignore this mail; no account will be created.".to_owned(),
                ],
                action: Some(Action {
                    label: "Choose a password".to_owned(),
                    url: app.config.link("/reset-password?token="),
                }),
            },
        ),
    )
}

/// To an address that already has an account, after another attempt to register it.
pub fn already_registered(app: &App, to: &str, first_name: &str) -> SendMail {
    account_mail(
        MailPurpose::AlreadyRegistered,
        to,
        first_name,
        MailContent {
            subject: "You already have a Proffer account".to_owned(),
            heading: format!("Hello {first_name}, you already have an account"),
            paragraphs: vec![
                "There was an attempt to sign up with this address, probably by you. Your account is unchanged; you can sign in."
                    .to_owned(),
                "If it was not you, you can ignore this mail.".to_owned(),
            ],
            action: Some(Action { label: "Sign in".to_owned(), url: app.config.link("/auth") }),
        },
    )
}

/// To a user who forgot the password, or has none yet: a link to choose one.
pub fn reset(app: &App, to: &str, first_name: &str, link: Uuid) -> SendMail {
    with_link(
        link,
        account_mail(
            MailPurpose::PasswordReset,
            to,
            first_name,
            MailContent {
                subject: "Reset your password".to_owned(),
                heading: format!("Hello {first_name}, choose a new password"),
                paragraphs: vec![
                    "A new password was requested for your Proffer account, probably by you. The link works once, within one hour."
                        .to_owned(),
                    "If it was not you, you can ignore this mail; your password is unchanged.".to_owned(),
                ],
                action: Some(Action {
                    label: "Choose a new password".to_owned(),
                    url: app.config.link("/reset-password?token="),
                }),
            },
        ),
    )
}

/// To the owner of an account whose password was changed.
pub fn password_changed(app: &App, to: &str, first_name: &str) -> SendMail {
    account_mail(
        MailPurpose::PasswordChanged,
        to,
        first_name,
        MailContent {
            subject: "Your password was changed".to_owned(),
            heading: format!("Hello {first_name}, your password was changed"),
            paragraphs: vec![
                "The password of your Proffer account has just been changed. You have been signed out everywhere else.".to_owned(),
                "If it was not you, use \"Forgot password\" on the sign-in page at once to choose another one.".to_owned(),
            ],
            action: Some(Action { label: "Sign in".to_owned(), url: app.config.link("/auth") }),
        },
    )
}

/// To the owner of a workspace whose verified domain has lost its record.
pub fn domain_unproven(
    app: &App,
    (to, first_name): (&str, &str),
    domain: &str,
    (name, value): &(String, String),
    is_lost: bool,
) -> SendMail {
    let so_far = if is_lost {
        format!(
            "{domain} is no longer a verified domain of your workspace. People with its addresses can no longer sign in with single sign-on."
        )
    } else {
        format!(
            "Single sign-on still works for {domain}. Unless the record is restored within three days, the domain will no longer count as verified."
        )
    };
    account_mail(
        MailPurpose::Other,
        to,
        first_name,
        MailContent {
            subject: format!("The record of {domain} is missing"),
            heading: format!("Hello {first_name}, a DNS record is missing"),
            paragraphs: vec![format!("{name} no longer contains {value:?}."), so_far],
            action: Some(Action {
                label: "Open single sign-on".to_owned(),
                url: app.config.link("/settings/sso"),
            }),
        },
    )
}

/// To the address of a deleted account.
pub fn account_deleted(to: &str, first_name: &str) -> SendMail {
    account_mail(
        MailPurpose::Other,
        to,
        first_name,
        MailContent {
            subject: "Your account was deleted".to_owned(),
            heading: format!("Goodbye {first_name}"),
            paragraphs: vec![
                "Your Proffer account was deleted, together with the workspaces that you alone owned and everything in them.".to_owned(),
                "We will not write to this address again. You can register again at any time.".to_owned(),
            ],
            action: None,
        },
    )
}

/// Adds the link; its secret is appended to the button's address when the mail is sent.
fn with_link(link: Uuid, mail: SendMail) -> SendMail {
    SendMail { link: Some(link), ..mail }
}

fn account_mail(kind: MailPurpose, to: &str, to_name: &str, content: MailContent) -> SendMail {
    SendMail { kind, to: to.to_owned(), to_name: to_name.to_owned(), content, ..SendMail::default() }
}
