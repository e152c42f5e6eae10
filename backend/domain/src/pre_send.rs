//! What keeps a proposal from being sent: things a client must never see, each with its place.

use crate::{
    document::{self, BlockKind},
    field_error::FieldError,
    pricing::PricingTable,
};

/// What is looked at.
#[derive(Debug, Clone, Copy)]
pub struct Facts<'a> {
    /// The document.
    pub html: &'a str,
    /// Its prices.
    pub pricing: &'a PricingTable,
    /// The client's address.
    pub client_email: &'a str,
}

/// Every blocker; none means that it may be sent. Fields are `blocks.{id}`, `pricing.items.{id}`, `htmlContent` or
/// `client.email`.
#[must_use]
pub fn blockers(facts: Facts<'_>) -> Vec<FieldError> {
    let mut found = Vec::new();
    let sections = document::sections(facts.html);
    // The pricing block is written by the engine and says nothing by itself.
    if sections.iter().all(|section| section.kind == BlockKind::Pricing || document::is_empty(&section.html)) {
        found.push(blocker("htmlContent".to_owned(), "no_content", "The proposal has no content yet.".to_owned()));
    }
    if facts.client_email.trim().is_empty() {
        found.push(blocker("client.email".to_owned(), "no_client_email", "The client has no email address.".to_owned()));
    }
    for item in facts.pricing.groups.iter().flat_map(|group| &group.items).filter(|item| !item.confirmed) {
        let amount = facts.pricing.currency.display_price(item.unit_price);
        found.push(blocker(
            format!("pricing.items.{}", item.id),
            "unconfirmed_amount",
            format!("{amount} for \u{201c}{}\u{201d} was not found in your words. Confirm it or change it.", item.name),
        ));
    }
    for section in &sections {
        for placeholder in document::placeholders(&document::text(&section.html)) {
            found.push(blocker(
                format!("blocks.{}", section.id),
                "placeholder",
                format!("\u{201c}{placeholder}\u{201d} in \u{201c}{}\u{201d} is a placeholder.", section.title),
            ));
        }
    }
    found
}

fn blocker(field: String, code: &'static str, message: String) -> FieldError {
    FieldError { field: field.into(), code, message: message.into() }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a failed test should stop at once")]
    use uuid::Uuid;

    use super::*;

    fn codes(html: &str, pricing: &PricingTable, client_email: &str) -> Vec<&'static str> {
        blockers(Facts { html, pricing, client_email }).iter().map(|error| error.code).collect()
    }

    fn section(html: &str) -> String {
        format!("<section data-block=\"{}\" data-kind=\"free\"><h2>Scope</h2>{html}</section>", Uuid::from_u128(7))
    }

    #[test]
    fn a_finished_proposal_may_go() {
        assert_eq!(codes(&section("<p>We build it.</p>"), &PricingTable::default(), "a@b.co"), Vec::<&str>::new());
    }

    #[test]
    fn prices_alone_are_no_proposal() {
        let html = section("<p>$4,500</p>").replace("\"free\"", "\"pricing\"");
        assert_eq!(codes(&html, &PricingTable::default(), "a@b.co"), ["no_content"]);
        assert_eq!(codes(&format!("{html}{}", section("<p>We build it.</p>")), &PricingTable::default(), "a@b.co"), Vec::<&str>::new());
    }

    #[test]
    fn each_fault_is_named_with_its_place() {
        let found = blockers(Facts { html: "", pricing: &PricingTable::default(), client_email: " " });
        assert_eq!(found.iter().map(|error| error.code).collect::<Vec<_>>(), ["no_content", "no_client_email"]);

        let html = section("<p>Dear {{name}},</p>");
        let found = blockers(Facts { html: &html, pricing: &PricingTable::default(), client_email: "a@b.co" });
        assert_eq!(found[0].code, "placeholder");
        assert_eq!(found[0].field, format!("blocks.{}", Uuid::from_u128(7)));
    }

    #[test]
    fn an_amount_that_nobody_stands_behind_blocks() {
        let mut ids = || Uuid::from_u128(9);
        let mut pricing = crate::pricing::table_from_text("$4,500 one-time", &mut ids);
        let html = section("<p>We build it.</p>");
        assert_eq!(codes(&html, &pricing, "a@b.co"), Vec::<&str>::new());
        pricing.groups.first_mut().unwrap().items[0].confirmed = false;
        assert_eq!(codes(&html, &pricing, "a@b.co"), ["unconfirmed_amount"]);
    }
}
