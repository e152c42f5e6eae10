//! The words of the mails that accounts cause.

use crate::{
    adapters::mail::{Action, Letter, SendMail},
    app::App,
};

/// To a new address: prove that it is yours.
pub fn verification(app: &App, to: &str, first_name: &str, token: &str) -> SendMail {
    letter(
        to,
        first_name,
        Letter {
            subject: "Verify your email address".to_owned(),
            heading: format!("Welcome to Proffer, {first_name}"),
            paragraphs: vec![
                "Please confirm that this is your email address. The link works for 24 hours.".to_owned(),
                "If you did not sign up, you can ignore this mail; no account will be opened.".to_owned(),
            ],
            action: Some(Action {
                label: "Verify email address".to_owned(),
                url: app.config.link(&format!("/verify-email?token={token}")),
            }),
        },
    )
}

/// To an address that has an account already, after somebody tried to register it again.
pub fn already_registered(app: &App, to: &str, first_name: &str) -> SendMail {
    letter(
        to,
        first_name,
        Letter {
            subject: "You already have a Proffer account".to_owned(),
            heading: format!("Hello {first_name}, you already have an account"),
            paragraphs: vec![
                "Somebody, probably you, tried to sign up with this address. Your account is unchanged; you can sign in.".to_owned(),
                "If it was not you, there is nothing you need to do.".to_owned(),
            ],
            action: Some(Action { label: "Sign in".to_owned(), url: app.config.link("/auth") }),
        },
    )
}

fn letter(to: &str, to_name: &str, letter: Letter) -> SendMail {
    SendMail { to: to.to_owned(), to_name: to_name.to_owned(), letter }
}
