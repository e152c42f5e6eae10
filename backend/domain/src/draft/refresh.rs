//! Updates a document with the company's present profile.

use uuid::Uuid;

use super::frame::{Frame, Line};
use super::phrase::{list, prose};
use crate::{
    company::CompanyProfile,
    document::{self, BlockKind, Section, addresses::Addresses, patch::Content},
};

/// The blocks whose content comes from the company profile, with their headings.
pub(super) fn company_blocks(
    company: &CompanyProfile,
    frame: Frame,
) -> [(BlockKind, &'static str, String); 6] {
    let told = |text: &Option<String>| prose(text.as_deref().unwrap_or_default());
    [
        (BlockKind::WhatWeOffer, frame.text(Line::WhatWeOffer), told(&company.what_we_offer)),
        (BlockKind::HowWeWork, frame.text(Line::HowWeWork), told(&company.how_we_work)),
        (BlockKind::WhyWorkWithUs, frame.text(Line::WhyWorkWithUs), told(&company.why_work_with_us)),
        (BlockKind::Testimonials, frame.text(Line::Testimonials), told(&company.testimonials)),
        (BlockKind::CaseStudy, frame.text(Line::CaseStudy), case_studies(company, frame)),
        (BlockKind::Team, frame.text(Line::Team), team(company, frame)),
    ]
}

/// The company in its own words, and the figures and lists of its profile.
fn team(company: &CompanyProfile, frame: Frame) -> String {
    let facts = [(Line::TeamSize, &company.team_size), (Line::YearsInBusiness, &company.years_in_business)];
    let facts: Vec<String> = facts
        .into_iter()
        .filter_map(|(line, value)| Some(frame.filled(line, &[("value", value.as_ref()?)])))
        .collect();
    let counted = if facts.is_empty() { String::new() } else { list(&facts) };
    format!("{}{counted}", prose(company.about_us.as_deref().unwrap_or_default()))
}

/// Links to the company's earlier work.
fn case_studies(company: &CompanyProfile, frame: Frame) -> String {
    let Some(link) = &company.case_studies_link else { return String::new() };
    let shown = document::escape(link);
    let address = shown.replace('"', "&quot;");
    let link = format!("<a href=\"{address}\">{shown}</a>");
    document::clean(&format!("<p>{}</p>", frame.filled(Line::EarlierWork, &[("value", &link)])))
}

/// The content with the company's blocks updated from its profile. Headings are kept; a missing block is
/// added before the next steps; a block whose profile field is now empty is kept, because a person may have
/// edited it.
#[must_use]
pub fn refreshed(mut content: Content, company: &CompanyProfile, ids: &mut dyn FnMut() -> Uuid) -> Content {
    let addresses = Addresses::of(company, None);
    let text: String = content.sections.iter().map(|section| document::text(&section.html)).collect();
    for (kind, title, html) in company_blocks(company, Frame::of(&text)) {
        let html = addresses.in_html(&html);
        if html.is_empty() {
            continue;
        }
        if let Some(section) = content.sections.iter_mut().find(|section| section.kind == kind) {
            section.html = html;
        } else {
            let section = Section { id: ids(), kind, title: title.to_owned(), html };
            let last = [BlockKind::Notes, BlockKind::Terms, BlockKind::NextSteps];
            let place = content
                .sections
                .iter()
                .position(|other| last.contains(&other.kind))
                .unwrap_or(content.sections.len());
            content.sections.insert(place, section);
        }
    }
    content
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;
    use crate::pricing::PricingTable;

    fn section(id: u128, kind: BlockKind, title: &str, html: &str) -> Section {
        Section { id: Uuid::from_u128(id), kind, title: title.to_owned(), html: html.to_owned() }
    }

    fn content(sections: Vec<Section>) -> Content {
        Content { title: "T".to_owned(), subtitle: None, sections, pricing: PricingTable::default() }
    }

    #[test]
    fn the_companys_blocks_say_what_its_profile_says() {
        let company = CompanyProfile {
            how_we_work: Some("We plan, then build.".to_owned()),
            testimonials: Some("They were great. Mia".to_owned()),
            ..CompanyProfile::default()
        };
        let before = content(vec![
            section(1, BlockKind::Summary, "Overview", "<p>Hello.</p>"),
            section(2, BlockKind::HowWeWork, "Our way", "<p>Old.</p>"),
            section(3, BlockKind::WhyWorkWithUs, "Why us", "<p>Kept.</p>"),
            section(4, BlockKind::NextSteps, "Next steps", "<p>Sign.</p>"),
        ]);
        let after = refreshed(before, &company, &mut || Uuid::from_u128(9));
        let seen: Vec<_> =
            after.sections.iter().map(|s| (s.id.as_u128(), s.title.as_str(), s.html.as_str())).collect();
        assert_eq!(
            seen,
            [
                (1, "Overview", "<p>Hello.</p>"),
                (2, "Our way", "<p>We plan, then build.</p>"),
                (3, "Why us", "<p>Kept.</p>"),
                (9, "What our clients say", "<p>They were great. Mia</p>"),
                (4, "Next steps", "<p>Sign.</p>"),
            ]
        );
        let again = refreshed(after.clone(), &company, &mut || Uuid::from_u128(10));
        assert_eq!(again, after);
    }
}
