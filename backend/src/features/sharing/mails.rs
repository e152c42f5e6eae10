//! The text of the mail to a client whose acceptance still needs a countersignature.

use proffer_adapters::mail::{MailBrand, MailContent};
use proffer_domain::{
    mail,
    pricing::{PricingTable, PricingTotals, mail_lines},
    revision::Frozen,
    signature::Signature,
};

use crate::{
    app::App,
    mail::{SendMail, Shared, shared_page_button},
};

/// The acceptance is recorded, and the workspace still has to countersign.
pub fn waits_for_countersignature(
    app: &App,
    frozen: &Frozen,
    signature: &Signature,
    chosen: &PricingTable,
    totals: &PricingTotals,
) -> SendMail {
    let when = signature.signed_at.format("%B %-d, %Y at %H:%M UTC");
    let company = frozen.company_snapshot.as_ref().map(|company| company.name.clone());
    let sender = company.as_deref().unwrap_or("the sender");
    let paragraphs = std::iter::once(format!(
        "You signed \u{201c}{}\u{201d} from {sender} on {when}. What you chose:",
        frozen.title
    ))
    .chain(mail_lines::items(chosen, totals))
    .chain(mail_lines::lines(totals, chosen.currency))
    .chain([
        format!(
            "It now awaits the countersignature of {sender}. Then you receive the signed document by mail."
        ),
        format!("What you signed is revision {}, SHA-256 {}.", frozen.number, signature.revision_sha256),
    ])
    .collect();
    SendMail {
        kind: mail::MailPurpose::Answer,
        to: signature.email.clone(),
        to_name: signature.name.clone(),
        content: MailContent {
            subject: format!("You accepted \u{201c}{}\u{201d}", frozen.title),
            heading: "Thank you, your acceptance is recorded".to_owned(),
            paragraphs,
            action: Some(shared_page_button(app, "Open the proposal")),
        },
        shared: Some(Shared { proposal_id: frozen.proposal_id, required: false }),
        brand: company
            .zip(frozen.brand.as_ref())
            .map(|(company, brand)| MailBrand { company, primary_color: brand.primary_color.clone() }),
        ..SendMail::default()
    }
}
