//! The check before a proposal is sent: mistakes that a client must not see and claims that no input backs,
//! each with its field. Blockers prevent sending; warnings ask for confirmation.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use poem_openapi::Enum;
use uuid::Uuid;

use crate::{
    claims::{self, Claim, Source},
    company_name::Names,
    document::{self, BlockKind, Section},
    field_error::FieldError,
    pricing::PricingTable,
};

/// The data that is checked.
#[derive(Debug, Clone)]
pub struct Facts<'a> {
    /// The title and the subtitle, as the block that [`claims::titles`] returns.
    pub titles: &'a Section,
    /// The blocks of the document.
    pub sections: &'a [Section],
    pub pricing: &'a PricingTable,
    /// The inputs that may back its claims.
    pub sources: Vec<Source<'a>>,
    /// The claims that a person has accepted.
    pub accepted: &'a [Acceptance],
    /// The client's address.
    pub client_email: &'a str,
    /// When the proposal expires, if set.
    pub valid_until: Option<DateTime<Utc>>,
    /// The present time.
    pub now: DateTime<Utc>,
    /// Changes by the assistant that are not yet kept or refused, by their field.
    pub unreviewed: &'a [String],
    /// The company's present name, and its name in the proposal's snapshot.
    pub company: Names<'a>,
}

/// A person's acceptance of a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acceptance {
    /// The claim's key.
    pub key: String,
    /// The name of the person.
    pub by: String,
    /// When it was accepted.
    pub at: DateTime<Utc>,
}

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum Severity {
    /// It prevents sending.
    Blocker,
    /// It does not prevent sending, but should be checked.
    Warning,
}

/// A problem to settle before sending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// A stable name of the problem.
    pub code: &'static str,
    pub severity: Severity,
    /// The message on the screen.
    pub message: String,
    /// Its field: `title`, `blocks.{id}`, `pricing.items.{id}`, `htmlContent`, `client.email`,
    /// `companySnapshot` or `validUntil`.
    pub field: String,
    /// The claim, if it is about one.
    pub claim: Option<String>,
}

/// The result of checking a proposal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// The findings: general ones first, then in the order of the document.
    pub findings: Vec<Finding>,
    /// Every claim in the order of the document, with its acceptance.
    pub claims: Vec<(Claim, Option<Acceptance>)>,
}

impl Check {
    /// The findings that prevent sending; if there are none, the proposal may be sent.
    #[must_use]
    pub fn blockers(&self) -> Vec<FieldError> {
        let blockers = self.findings.iter().filter(|finding| finding.severity == Severity::Blocker);
        blockers
            .map(|finding| FieldError {
                field: finding.field.clone().into(),
                code: finding.code,
                message: finding.message.clone().into(),
            })
            .collect()
    }

    /// Whether it may be sent.
    #[must_use]
    pub fn ready(&self) -> bool {
        self.findings.iter().all(|finding| finding.severity == Severity::Warning)
    }

    /// Whether a claim is unsettled.
    #[must_use]
    pub fn is_unsettled(&self, claim: &Claim, acceptance: Option<&Acceptance>) -> bool {
        acceptance.is_none() && (claim.backing.is_none() || claim.contradiction.is_some())
    }

    /// The unsettled claim with that key, if there is one.
    #[must_use]
    pub fn unsettled(&self, key: &str) -> Option<&Claim> {
        let found = self.claims.iter().find(|(claim, _)| claim.key == key)?;
        self.is_unsettled(&found.0, found.1.as_ref()).then_some(&found.0)
    }
}

/// Checks a proposal.
#[must_use]
pub fn check(facts: Facts<'_>) -> Check {
    let accepted: HashMap<&str, &Acceptance> =
        facts.accepted.iter().map(|acceptance| (acceptance.key.as_str(), acceptance)).collect();
    let blocks = std::iter::once(facts.titles).chain(facts.sections);
    let claims: Vec<(Claim, Option<Acceptance>)> = claims::read(blocks.clone(), facts.sources, facts.pricing)
        .into_iter()
        .map(|claim| {
            let acceptance = accepted.get(claim.key.as_str()).map(|acceptance| (*acceptance).clone());
            (claim, acceptance)
        })
        .collect();
    let mut findings = Vec::new();
    // The pricing block is rendered by the engine and has no claims of its own.
    if facts
        .sections
        .iter()
        .all(|section| section.kind == BlockKind::Pricing || document::is_empty(&section.html))
    {
        findings.push(blocker(
            "htmlContent".to_owned(),
            "no_content",
            "The proposal has no content yet.".to_owned(),
        ));
    }
    if facts.client_email.trim().is_empty() {
        findings.push(blocker(
            "client.email".to_owned(),
            "no_client_email",
            "The client has no email address.".to_owned(),
        ));
    }
    if facts.valid_until.is_some_and(|until| until <= facts.now) {
        let message = "The validity of this proposal has passed. Set a new date.".to_owned();
        findings.push(blocker("validUntil".to_owned(), "validity_passed", message));
    }
    if facts.company.renamed {
        let message = format!(
            "Your company is called \u{201c}{}\u{201d} now. Refresh the proposal to use this name.",
            facts.company.current
        );
        findings.push(blocker("companySnapshot".to_owned(), "company_renamed", message));
    }
    for item in facts.pricing.groups.iter().flat_map(|group| &group.items).filter(|item| !item.confirmed) {
        let amount = facts.pricing.currency.display_price(item.unit_price);
        let message = format!(
            "{amount} for \u{201c}{}\u{201d} was not found in your input. Confirm it or change it.",
            item.name
        );
        findings.push(blocker(format!("pricing.items.{}", item.id), "unconfirmed_amount", message));
    }
    let mut of_block = claims.iter().peekable();
    for section in blocks {
        let mut own = Vec::new();
        while let Some((claim, acceptance)) = of_block.next_if(|(claim, _)| claim.block_id == section.id) {
            own.extend(acceptance.is_none().then_some(claim));
        }
        in_block(section, &own, &facts.company, &mut findings);
    }
    for field in facts.unreviewed {
        let message = "The assistant made a change that has not been kept or rejected yet.".to_owned();
        findings.push(Finding {
            severity: Severity::Warning,
            ..blocker(field.clone(), "unreviewed_change", message)
        });
    }
    Check { findings, claims }
}

fn in_block(section: &Section, claims: &[&Claim], company: &Names<'_>, findings: &mut Vec<Finding>) {
    let field =
        if section.id == claims::TITLE { "title".to_owned() } else { format!("blocks.{}", section.id) };
    let place = match (section.id == claims::TITLE, section.title.as_str()) {
        (true, _) => "the title".to_owned(),
        (false, "") => "a section without a heading".to_owned(),
        (false, title) => format!("\u{201c}{title}\u{201d}"),
    };
    // The rendered content of the pricing block contains no placeholders; its heading may.
    let text =
        if section.kind == BlockKind::Pricing { section.title.clone() } else { claims::text_of(section) };
    for placeholder in document::placeholders(&text) {
        let message = format!("\u{201c}{placeholder}\u{201d} in {place} is a placeholder.");
        findings.push(blocker(field.clone(), "placeholder", message));
    }
    // Testimonials are quotations and not checked.
    if section.kind != BlockKind::Testimonials
        && let Some(former) = company.former_in(&text)
    {
        let message = format!(
            "\u{201c}{former}\u{201d} in {place} is a former name of your company, which is now called \u{201c}{}\u{201d}.",
            company.current
        );
        findings.push(blocker(field.clone(), "former_company_name", message));
    }
    if document::is_empty(&section.html) && section.id != claims::TITLE {
        let message = format!("{place} is empty.");
        findings.push(Finding {
            severity: Severity::Warning,
            ..blocker(field.clone(), "empty_section", message)
        });
    }
    for claim in claims {
        let finding = if let Some(contradiction) = &claim.contradiction {
            blocker(field.clone(), "contradiction", contradiction.clone())
        } else if claim.backing.is_none() {
            let said: String = if claim.text.chars().count() > 80 {
                claim.text.chars().take(79).chain(['…']).collect()
            } else {
                claim.text.clone()
            };
            // The quoted text brings its own quotation marks.
            let said = said.trim_matches(['\u{201c}', '\u{201d}', '"']);
            let message = format!("Nothing you wrote backs \u{201c}{said}\u{201d} in {place}.");
            blocker(field.clone(), "unbacked_claim", message)
        } else {
            continue;
        };
        findings.push(Finding { claim: Some(claim.key.clone()), ..finding });
    }
}

fn blocker(field: String, code: &'static str, message: String) -> Finding {
    Finding { code, severity: Severity::Blocker, message, field, claim: None }
}

/// The fields of blocks, for changes that have not been reviewed.
#[must_use]
pub fn block_field(id: Uuid) -> String {
    format!("blocks.{id}")
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a failed test should stop at once")]
    use pretty_assertions::assert_eq;

    use super::*;
    use crate::claims::SourceKind;

    fn section(id: u128, kind: BlockKind, html: &str) -> Section {
        Section { id: Uuid::from_u128(id), kind, title: "Scope".to_owned(), html: html.to_owned() }
    }

    fn checked(sections: &[Section], pricing: &PricingTable, accepted: &[Acceptance]) -> Check {
        let titles = claims::titles("Proposal", None);
        check(Facts {
            titles: &titles,
            sections,
            pricing,
            sources: vec![Source::new(SourceKind::ClientContext, "Recap", "They want it in six weeks.")],
            accepted,
            client_email: "a@b.co",
            valid_until: None,
            now: DateTime::UNIX_EPOCH,
            unreviewed: &[],
            company: Names::default(),
        })
    }

    fn codes(sections: &[Section], pricing: &PricingTable) -> Vec<&'static str> {
        checked(sections, pricing, &[]).findings.iter().map(|finding| finding.code).collect()
    }

    #[test]
    fn a_complete_proposal_may_be_sent() {
        let sections = [section(7, BlockKind::Free, "<p>We build it within six weeks.</p>")];
        assert_eq!(codes(&sections, &PricingTable::default()), Vec::<&str>::new());
    }

    #[test]
    fn prices_alone_are_no_proposal() {
        let prices = section(1, BlockKind::Pricing, "<p>$4,500</p>");
        assert_eq!(codes(std::slice::from_ref(&prices), &PricingTable::default()), ["no_content"]);
        let words = section(2, BlockKind::Free, "<p>We build it.</p>");
        assert_eq!(codes(&[prices, words], &PricingTable::default()), Vec::<&str>::new());
    }

    #[test]
    fn each_fault_is_named_with_its_place() {
        let titles = claims::titles("[Title]", None);
        let sections = [
            section(7, BlockKind::Free, "<p>Dear {{name}}, 99% of it.</p>"),
            section(8, BlockKind::Notes, "<p> </p>"),
        ];
        let found = check(Facts {
            titles: &titles,
            sections: &sections,
            pricing: &PricingTable::default(),
            sources: Vec::new(),
            accepted: &[],
            client_email: " ",
            valid_until: Some(DateTime::UNIX_EPOCH),
            now: DateTime::UNIX_EPOCH,
            unreviewed: &[block_field(Uuid::from_u128(7))],
            company: Names::default(),
        });
        let listed: Vec<_> = found
            .findings
            .iter()
            .map(|finding| (finding.code, finding.field.as_str(), finding.severity))
            .collect();
        let (seven, eight) = (block_field(Uuid::from_u128(7)), block_field(Uuid::from_u128(8)));
        assert_eq!(
            listed,
            [
                ("no_client_email", "client.email", Severity::Blocker),
                ("validity_passed", "validUntil", Severity::Blocker),
                ("placeholder", "title", Severity::Blocker),
                ("placeholder", seven.as_str(), Severity::Blocker),
                ("unbacked_claim", seven.as_str(), Severity::Blocker),
                ("empty_section", eight.as_str(), Severity::Warning),
                ("unreviewed_change", seven.as_str(), Severity::Warning),
            ]
        );
        assert!(!found.ready());
        assert_eq!(found.blockers().len(), 5);
    }

    #[test]
    fn an_accepted_claim_is_no_finding() {
        let sections = [section(7, BlockKind::Free, "<p>We save you 40% of the work.</p>")];
        let found = checked(&sections, &PricingTable::default(), &[]);
        let key = found.findings[0].claim.clone().unwrap();
        assert!(found.unsettled(&key).is_some() && !found.ready());
        let accepted = [Acceptance { key: key.clone(), by: "Ana".to_owned(), at: DateTime::UNIX_EPOCH }];
        let found = checked(&sections, &PricingTable::default(), &accepted);
        assert!(found.ready() && found.findings.is_empty() && found.unsettled(&key).is_none());
        assert_eq!(found.claims[0].1, Some(accepted[0].clone()));
    }

    #[test]
    fn an_unconfirmed_amount_blocks_sending() {
        let mut ids = || Uuid::from_u128(9);
        let mut pricing =
            crate::pricing::table_from_text("$4,500 one-time", crate::money::Currency::USD, &mut ids);
        let sections = [section(7, BlockKind::Free, "<p>We build it.</p>")];
        assert_eq!(codes(&sections, &pricing), Vec::<&str>::new());
        pricing.groups.first_mut().unwrap().items[0].confirmed = false;
        assert_eq!(codes(&sections, &pricing), ["unconfirmed_amount"]);
    }
}
