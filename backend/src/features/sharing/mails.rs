//! The words of the mails that a client's answer causes.

use proffer_domain::{
    pricing::letter,
    revision::Frozen,
    signature::{Sender, Signature},
};

use crate::{
    adapters::mail::{Action, Letter, SendMail},
    app::App,
    features::proposals::store::rows::Proposal,
};

/// After an acceptance: one to each side.
pub fn signed(app: &App, row: &Proposal, frozen: &Frozen, signature: &Signature, team: Option<String>) -> Vec<SendMail> {
    let when = signature.signed_at.format("%B %-d, %Y at %H:%M UTC");
    let figures = letter::lines(&frozen.totals, frozen.currency);
    let sender = frozen.company_snapshot.as_ref().map_or("the sender", |company| company.name.as_str());
    let to_client = SendMail {
        to: signature.email.clone(),
        to_name: signature.name.clone(),
        letter: Letter {
            subject: format!("You accepted \u{201c}{}\u{201d}", frozen.title),
            heading: "Thank you, your acceptance is recorded".to_owned(),
            paragraphs: std::iter::once(format!("You signed \u{201c}{}\u{201d} from {sender} on {when}.", frozen.title))
                .chain(figures.iter().cloned())
                .chain([format!("What you signed is revision {}, SHA-256 {}.", frozen.number, signature.revision_sha256)])
                .collect(),
            action: Some(shared_link(app, row)),
        },
    };
    let to_team = team.map(|to| SendMail {
        to,
        to_name: String::new(),
        letter: Letter {
            subject: format!("{} accepted \u{201c}{}\u{201d}", signature.name, frozen.title),
            heading: "Your proposal was accepted".to_owned(),
            paragraphs: std::iter::once(format!(
                "{} ({}) signed \u{201c}{}\u{201d} on {when}.",
                signature.name, signature.email, frozen.title
            ))
            .chain(figures)
            .collect(),
            action: Some(editor_link(app, row)),
        },
    });
    std::iter::once(to_client).chain(to_team).collect()
}

/// To the team, after a decline.
pub fn declined(app: &App, row: &Proposal, sender: &Sender, to: String) -> SendMail {
    answer(app, row, sender, to, "declined", "Your proposal was declined")
}

/// To the team, after a request for changes.
pub fn changes_requested(app: &App, row: &Proposal, sender: &Sender, to: String) -> SendMail {
    answer(app, row, sender, to, "asked for changes to", "Your client asked for changes")
}

fn answer(app: &App, row: &Proposal, sender: &Sender, to: String, did: &str, heading: &str) -> SendMail {
    let mut paragraphs = vec![format!("{} ({}) {did} \u{201c}{}\u{201d}.", sender.name, sender.email, row.title)];
    paragraphs.extend(sender.message.clone());
    SendMail {
        to,
        to_name: String::new(),
        letter: Letter {
            subject: format!("{} {did} \u{201c}{}\u{201d}", sender.name, row.title),
            heading: heading.to_owned(),
            paragraphs,
            action: Some(editor_link(app, row)),
        },
    }
}

fn editor_link(app: &App, row: &Proposal) -> Action {
    Action { label: "Open the proposal".to_owned(), url: app.config.link(&format!("/proposals/{}/edit", row.id)) }
}

fn shared_link(app: &App, row: &Proposal) -> Action {
    let token = row.share_token.as_deref().unwrap_or_default();
    Action { label: "Open the signed proposal".to_owned(), url: app.config.link(&format!("/shared/{token}")) }
}
