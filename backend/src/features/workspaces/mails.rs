//! The texts of mails about a team.

use proffer_adapters::mail::{Action, MailContent};
use proffer_domain::{mail::MailPurpose, team::Role};
use uuid::Uuid;

use crate::{app::App, mail::SendMail};

/// The invitation: inviter, workspace and link.
pub fn invitation(app: &App, to: &str, inviter: &str, workspace: &str, role: Role, link: Uuid) -> SendMail {
    let as_what = match role {
        Role::Owner | Role::Admin => "an admin",
        Role::Member => "a member",
    };
    SendMail {
        kind: MailPurpose::Invitation,
        to: to.to_owned(),
        to_name: String::new(),
        content: MailContent {
            subject: format!("{inviter} invites you to {workspace}"),
            heading: format!("Join {workspace} on Proffer"),
            paragraphs: vec![
                format!(
                    "{inviter} invites you to work in {workspace} as {as_what}. The link works once, within 7 days, and only for {to}."
                ),
                "If you do not know who this is, you can ignore this mail.".to_owned(),
            ],
            action: Some(Action {
                label: "Accept the invitation".to_owned(),
                url: app.config.link("/invitation?token="),
            }),
        },
        link: Some(link),
        ..SendMail::default()
    }
}
