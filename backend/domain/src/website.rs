//! Reads a company's website: which of its pages matter, and what they say about the company. Nothing is
//! invented: every text found is on a page, and its source is recorded.

mod bounded;
mod identity;
mod industry;
mod links;
pub mod model;
mod phone;
mod sections;
mod structured;
mod testimonials;
mod text;
mod view;

use sections::{Field, Repeated};
use view::View;

/// The longest text about the company, in characters.
const TEXT_MAX: usize = 1_500;
/// The maximum length of all testimonials together, in characters; none is cut.
const TESTIMONIALS_MAX: usize = 4_000;
/// The most pages that are read.
const PAGES_MAX: usize = 12;

/// A fetched page, decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Its final address, after redirects.
    pub url: String,
    pub html: String,
}

/// A text that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundText {
    /// The text, without markup; paragraphs are divided by empty lines.
    pub text: String,
    /// The page it was found on.
    pub url: String,
}

/// What a website says about a company. Missing information is absent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CompanyFacts {
    pub name: Option<FoundText>,
    /// A phone number, as written on the page.
    pub phone: Option<FoundText>,
    pub about_us: Option<FoundText>,
    /// Why to work with the company.
    pub why_work_with_us: Option<FoundText>,
    /// How the company works.
    pub how_we_work: Option<FoundText>,
    /// Its services.
    pub what_we_offer: Option<FoundText>,
    /// Testimonials, word for word with the names.
    pub testimonials: Option<FoundText>,
    /// The industry, in one to three words.
    pub industry: Option<FoundText>,
    /// What the company does, in one or two of its own sentences.
    pub description: Option<FoundText>,
    /// Addresses of probable logos, the most likely first.
    pub logos: Vec<String>,
}

/// The pages of the same site to read next, the most relevant first: about, services, contact, testimonials.
#[must_use]
pub fn next_pages(home: &Page, most: usize) -> Vec<String> {
    links::next(&View::new(home), most)
}

/// What the pages say, by rules alone. The first page is the home page.
#[must_use]
pub fn read(pages: &[Page]) -> CompanyFacts {
    let views: Vec<View> = pages.iter().take(PAGES_MAX).map(View::new).collect();
    let repeated = Repeated::new(&views);
    let under = |field| sections::find(field, &views, &repeated);
    CompanyFacts {
        name: identity::name(&views),
        phone: phone::find(&views),
        about_us: under(Field::About),
        why_work_with_us: under(Field::Why),
        how_we_work: under(Field::How),
        what_we_offer: under(Field::Offer),
        testimonials: testimonials::find(&views),
        industry: industry::find(&views),
        description: identity::description(&views),
        logos: identity::logos(&views),
    }
}

#[cfg(test)]
mod tests;
