//! The texts that notify both parties of a signature and send its evidence.

use chrono::{DateTime, Utc};
use proffer_adapters::mail::{MailBrand, MailContent};
use proffer_domain::{
    daily_root::DailyRoot,
    evidence::{Evidence, file_name},
    mail, notification,
    pricing::mail_lines,
    revision::Frozen,
    signature::EvidenceClass,
};

use crate::{
    app::App,
    features::notifications::jobs::Notify,
    mail::{SealedAttachment, SendMail, Shared, shared_page_button},
};

/// The file name of a proposal's sealed document.
pub fn document_name(frozen: &Frozen) -> String {
    file_name(&frozen.title, "signed.pdf")
}

/// The mail to the client. `keys` are the lines of [`key_lines`]; `has_link` says whether the client has a
/// link; `with_document` whether the document could be made.
pub fn to_client(
    app: &App,
    evidence: &Evidence,
    frozen: &Frozen,
    keys: &[String],
    has_link: bool,
    with_document: bool,
) -> SendMail {
    let signature = &evidence.signature;
    let company = frozen.company_snapshot.as_ref().map(|company| company.name.clone());
    let sender = company.as_deref().unwrap_or("the sender");
    let (title, at) = (&frozen.title, when(signature.signed_at));
    let signed = format!("You signed \u{201c}{title}\u{201d} from {sender} on {at}. What you chose:");
    let countersigned = evidence
        .countersignature
        .as_ref()
        .map(|by| format!("{} countersigned for {sender} on {}.", by.name, when(by.signed_at)));
    let document = if with_document {
        format!(
            "The signed document is attached, with the evidence of your signature inside. Keep the file. Whether it is still \
             as it was sealed can be checked at any time at {}, where nothing is uploaded, and without us by the command \
             \u{201c}proffer verify\u{201d}.",
            app.config.link("/verify")
        )
    } else {
        "The signed document could not be made in time for this mail. Your signature is safe, and the document can be downloaded \
         later where you signed."
            .to_owned()
    };
    let paragraphs = std::iter::once(signed)
        .chain(figures(evidence))
        .chain(countersigned)
        .chain([
            format!("What you signed is revision {}, SHA-256 {}.", frozen.number, signature.revision_sha256),
            document,
        ])
        .chain(keys.iter().cloned())
        .collect();
    SendMail {
        kind: mail::MailPurpose::Evidence,
        to: signature.email.clone(),
        to_name: signature.name.clone(),
        content: MailContent {
            subject: if evidence.countersignature.is_some() {
                format!("\u{201c}{title}\u{201d} is signed by both sides")
            } else {
                format!("You accepted \u{201c}{title}\u{201d}")
            },
            heading: if evidence.countersignature.is_some() {
                "Your proposal is countersigned".to_owned()
            } else {
                "Thank you, your acceptance is recorded".to_owned()
            },
            paragraphs,
            action: has_link.then(|| shared_page_button(app, "Open the signed proposal")),
        },
        shared: has_link.then_some(Shared { proposal_id: evidence.proposal_id, required: false }),
        brand: company
            .zip(frozen.brand.as_ref())
            .map(|(company, brand)| MailBrand { company, primary_color: brand.primary_color.clone() }),
        document: with_document.then(|| SealedAttachment {
            proposal_id: evidence.proposal_id,
            file_name: document_name(frozen),
        }),
        ..SendMail::default()
    }
}

/// The notification of the team.
pub fn to_team(evidence: &Evidence, frozen: &Frozen, keys: Vec<String>, with_document: bool) -> Notify {
    let signature = &evidence.signature;
    let at = when(signature.signed_at);
    // The notification itself states the signer and the time.
    let first = match (signature.evidence_class, &evidence.countersignature) {
        (EvidenceClass::RecordedByTeam, _) => Some(format!(
            "Your team recorded on {at} that {} ({}) accepted elsewhere. The client signed nothing here.",
            signature.name, signature.email
        )),
        (_, Some(by)) => Some(format!("{} countersigned on {}.", by.name, when(by.signed_at))),
        (_, None) => None,
    };
    let missing = (!with_document)
        .then(|| "The signed document could not be made yet. It can be downloaded later.".to_owned());
    let words: Vec<String> = first.into_iter().chain(figures(evidence)).chain(missing).chain(keys).collect();
    Notify {
        kind: notification::NotificationEvent::Signed,
        proposal_id: Some(evidence.proposal_id),
        subject: frozen.title.clone(),
        actor: Some(signature.name.clone()),
        words: Some(words.join("\n")),
        except: None,
        with_document,
    }
}

/// The key that the document is signed with, and the newest daily root. Mail cannot be changed afterwards, so
/// keys and roots are compared with it. The hash is complete: two roots that begin with the same digits could
/// be made.
pub fn key_lines(app: &App, root: Option<&DailyRoot>) -> Vec<String> {
    let key =
        format!("Documents of this site are signed with the key {} (SHA-256).", app.sealer.fingerprint());
    let root = root.map(|DailyRoot { day, hash, .. }| {
        format!(
            "Its daily root of {} is {hash} (SHA-256). With it you can check later that no earlier record was rewritten.",
            day.format("%B %-d, %Y")
        )
    });
    std::iter::once(key).chain(root).collect()
}

/// The charges and the totals.
fn figures(evidence: &Evidence) -> Vec<String> {
    let mut lines = mail_lines::items(&evidence.pricing, &evidence.totals);
    lines.extend(mail_lines::lines(&evidence.totals, evidence.pricing.currency));
    lines
}

fn when(at: DateTime<Utc>) -> String {
    at.format("%B %-d, %Y at %H:%M UTC").to_string()
}
