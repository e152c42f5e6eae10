//! Everything that the team provided for a proposal, as sources with names for people.

use chrono::{DateTime, Utc};

use super::{Change, Source, SourceKind, typing};
use crate::{
    company::CompanyProfile,
    document,
    pricing::{PricingTable, render},
    prompt::{without_orders, without_overrides, without_reports},
};

/// The client's entry.
#[derive(Debug, Clone, Copy, Default)]
pub struct ClientEntry<'a> {
    /// The company's name.
    pub company_name: &'a str,
    /// First name of the contact.
    pub first_name: &'a str,
    /// Last name of the contact.
    pub last_name: &'a str,
    /// The contact's e-mail address.
    pub email: &'a str,
    /// Telephone.
    pub phone: Option<&'a str>,
    /// Postal address.
    pub address: Option<&'a str>,
    /// Web address.
    pub website_url: Option<&'a str>,
    /// What the client does.
    pub description: Option<&'a str>,
}

/// The inputs that may back the claims of a proposal.
#[derive(Debug, Clone)]
pub struct Inputs<'a> {
    /// What the client needs.
    pub client_context: &'a str,
    /// What is proposed.
    pub proposed_solution: &'a str,
    /// What it costs, in words.
    pub pricing_details: &'a str,
    /// Anything else.
    pub additional_notes: Option<&'a str>,
    /// The company that makes the offer.
    pub company: Option<&'a CompanyProfile>,
    /// The client the offer is for.
    pub client: ClientEntry<'a>,
    pub pricing: &'a PricingTable,
    /// When the proposal was created.
    pub created_at: DateTime<Utc>,
    /// When its validity ends.
    pub valid_until: Option<DateTime<Utc>>,
    /// What the team asked for in the chat, and when.
    pub chat: Vec<(&'a str, DateTime<Utc>)>,
    /// Every change of the document, from the first on.
    pub changes: Vec<Change>,
}

impl<'a> Inputs<'a> {
    /// The sources, in the order in which they are searched.
    #[must_use]
    pub fn sources(self) -> Vec<Source<'a>> {
        let mut sources = vec![
            Source::new(
                SourceKind::ProposedSolution,
                "Proposed solution",
                without_orders(self.proposed_solution),
            ),
            Source::new(SourceKind::ClientContext, "Client needs", without_orders(self.client_context)),
            Source::new(SourceKind::PricingDetails, "Pricing details", self.pricing_details),
        ];
        sources.extend(self.additional_notes.map(|notes| {
            Source::new(SourceKind::AdditionalNotes, "Additional notes", without_orders(notes))
        }));
        client(&self.client, &mut sources);
        if let Some(profile) = self.company {
            company(profile, &mut sources);
        }
        let prices = document::text(&render::html(self.pricing));
        if !prices.is_empty() {
            sources.push(Source::new(SourceKind::Pricing, "Pricing table", prices));
        }
        let dated = |label: &'static str, at: DateTime<Utc>| {
            Source::new(SourceKind::Proposal, label, at.format("%-d %B %Y").to_string())
        };
        sources.push(dated("Date of the proposal", self.created_at));
        sources.extend(self.valid_until.map(|until| dated("Validity of the proposal", until)));
        for (words, at) in self.chat {
            sources.push(Source::new(
                SourceKind::Chat,
                format!("Chat on {}", at.format("%-d %B %Y")),
                without_overrides(&without_reports(words)).into_owned(),
            ));
        }
        sources.extend(typing(self.changes));
        sources
    }
}

fn client<'a>(entry: &ClientEntry<'a>, sources: &mut Vec<Source<'a>>) {
    let mut add = |label: &'static str, words: &'a str| {
        if !words.is_empty() {
            sources.push(Source::new(SourceKind::Client, label, without_orders(words)));
        }
    };
    add("Client: Company name", entry.company_name);
    add("Client: Email", entry.email);
    for (label, words) in [
        ("Client: Phone", entry.phone),
        ("Client: Address", entry.address),
        ("Client: Website", entry.website_url),
        ("Client: Description", entry.description),
    ] {
        add(label, words.unwrap_or_default());
    }
    let contact = format!("{} {}", entry.first_name, entry.last_name);
    // "Mia Öz of Harbor Dental" is one person, not two names.
    sources.push(Source::new(SourceKind::Client, "Client: Contact", contact));
}

fn company<'a>(profile: &'a CompanyProfile, sources: &mut Vec<Source<'a>>) {
    sources.push(Source::new(SourceKind::Company, "Company profile: Company name", profile.name.as_str()));
    // In these form fields people type "12" for years and "5" for people, without the unit.
    let counted = |words: &'a Option<String>, unit: &'static str| {
        words.as_deref().map(|words| {
            if words.chars().any(char::is_alphabetic) { words.to_owned() } else { format!("{words} {unit}") }
        })
    };
    for (label, words) in [
        ("Company profile: Years in business", counted(&profile.years_in_business, "years")),
        ("Company profile: Team size", counted(&profile.team_size, "people")),
    ] {
        sources.extend(words.map(|words| Source::new(SourceKind::Company, label, words)));
    }
    for (label, words) in [
        ("Company profile: Guarantees", &profile.guarantees_offered),
        ("Company profile: Success metrics", &profile.success_metrics),
        ("Company profile: About us", &profile.about_us),
        ("Company profile: What you offer", &profile.what_we_offer),
        ("Company profile: How you work", &profile.how_we_work),
        ("Company profile: Why work with you", &profile.why_work_with_us),
        ("Company profile: Testimonials", &profile.testimonials),
        ("Company profile: Terms and conditions", &profile.terms_and_conditions),
        ("Company profile: Phone", &profile.phone),
        ("Company profile: Website", &profile.website_url),
        ("Company profile: Case studies link", &profile.case_studies_link),
    ] {
        sources.extend(
            words.as_deref().map(|words| Source::new(SourceKind::Company, label, without_orders(words))),
        );
    }
    let recognitions = profile.industry_recognitions.as_deref();
    sources.extend(recognitions.map(|words| {
        Source::entry(SourceKind::Company, "Company profile: Industry recognitions", words, "award")
    }));
    for (label, entries, stands_for) in [
        ("Company profile: Certifications", &profile.certifications, "certif"),
        ("Company profile: Awards", &profile.awards, "award"),
    ] {
        sources.extend(
            entries.iter().map(|entry| Source::entry(SourceKind::Company, label, entry.as_str(), stands_for)),
        );
    }
}
