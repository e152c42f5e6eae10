//! A company's website, read: which of its pages matter, and what they say of the company. Nothing is made up: every text found
//! stands on a page, and says on which.

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

/// No text about the company is longer, in characters.
const TEXT_MAX: usize = 1_500;
/// So many characters of testimonials, in whole ones.
const TESTIMONIALS_MAX: usize = 4_000;
/// No more pages are read at once.
const PAGES_MAX: usize = 12;

/// A page as it was fetched, decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Where it came from in the end, after redirects.
    pub url: String,
    /// Its HTML.
    pub html: String,
}

/// A text that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundText {
    /// The text, without markup; paragraphs are divided by empty lines.
    pub text: String,
    /// The page it stands on.
    pub url: String,
}

/// What a website says of a company. What it does not say is absent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CompanyFacts {
    /// The name.
    pub name: Option<FoundText>,
    /// A phone number, as it stands there.
    pub phone: Option<FoundText>,
    /// About us.
    pub about_us: Option<FoundText>,
    /// Why work with us.
    pub why_work_with_us: Option<FoundText>,
    /// How we work.
    pub how_we_work: Option<FoundText>,
    /// What we offer.
    pub what_we_offer: Option<FoundText>,
    /// What clients have said, word for word and with their names.
    pub testimonials: Option<FoundText>,
    /// The industry, in a word or three.
    pub industry: Option<FoundText>,
    /// What the company does, in a sentence or two of its own.
    pub description: Option<FoundText>,
    /// Addresses of what is probably its logo, the likeliest first.
    pub logos: Vec<String>,
}

/// The pages of the same site worth reading next, the most telling first: about, services, contact, testimonials.
#[must_use]
pub fn next_pages(home: &Page, most: usize) -> Vec<String> {
    links::next(&View::new(home), most)
}

/// What the pages say, by rules alone. The first of them is the home page.
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
