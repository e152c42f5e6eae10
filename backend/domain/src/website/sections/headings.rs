//! Classifies headings in English, German, French and Spanish.

use crate::website::text::{has_phrase, spaced};

/// A field of the profile, by its heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::website) enum Field {
    About,
    Why,
    How,
    Offer,
}

/// Longer texts are not headings, in bytes.
const HEADING_MAX: usize = 200;

const FIELDS: [Field; 4] = [Field::About, Field::Why, Field::How, Field::Offer];

const ABOUT: [&str; 31] = [
    "about",
    "about us",
    "about me",
    "about the company",
    "about the studio",
    "who we are",
    "who i am",
    "our story",
    "my story",
    "our company",
    "our history",
    "our mission",
    "the company",
    "meet the team",
    "uber uns",
    "uber mich",
    "wer wir sind",
    "unsere geschichte",
    "das unternehmen",
    "unser unternehmen",
    "wir uber uns",
    "qui sommes nous",
    "a propos",
    "a propos de nous",
    "notre histoire",
    "notre entreprise",
    "quienes somos",
    "sobre nosotros",
    "sobre mi",
    "nuestra historia",
    "nuestra empresa",
];
const WHY: [&str; 32] = [
    "why choose us",
    "why choose",
    "why us",
    "why me",
    "why work with us",
    "why work with me",
    "why clients choose us",
    "what makes us different",
    "what sets us apart",
    "what makes us",
    "our difference",
    "the difference",
    "your advantages",
    "your benefits",
    "advantages",
    "benefits",
    "our promise",
    "our strengths",
    "ihre vorteile",
    "vorteile",
    "warum wir",
    "warum mit uns",
    "was uns auszeichnet",
    "was uns unterscheidet",
    "unsere starken",
    "pourquoi nous",
    "pourquoi nous choisir",
    "vos avantages",
    "nos atouts",
    "por que elegirnos",
    "por que nosotros",
    "ventajas",
];
const HOW: [&str; 34] = [
    "how we work",
    "how i work",
    "how it works",
    "how this works",
    "how we do it",
    "our process",
    "the process",
    "process",
    "our approach",
    "my approach",
    "approach",
    "our method",
    "what happens when",
    "what happens next",
    "what to expect",
    "working with us",
    "working with me",
    "our way of working",
    "so arbeiten wir",
    "so arbeite ich",
    "wie wir arbeiten",
    "arbeitsweise",
    "unsere arbeitsweise",
    "unser vorgehen",
    "unser ansatz",
    "ablauf",
    "so lauft es ab",
    "comment nous travaillons",
    "notre methode",
    "notre approche",
    "comment ca marche",
    "como trabajamos",
    "nuestro proceso",
    "nuestro metodo",
];
const OFFER: [&str; 39] = [
    "services",
    "our services",
    "my services",
    "what we do",
    "what i do",
    "what we offer",
    "what i offer",
    "what you can do with",
    "what you get",
    "how we can help",
    "how we help",
    "our solutions",
    "solutions",
    "our products",
    "products",
    "features",
    "our expertise",
    "areas of expertise",
    "practice areas",
    "capabilities",
    "leistungen",
    "unsere leistungen",
    "meine leistungen",
    "unser angebot",
    "angebot",
    "unsere angebote",
    "dienstleistungen",
    "was wir tun",
    "was wir machen",
    "was wir bieten",
    "was wir anbieten",
    "unsere produkte",
    "prestations",
    "nos prestations",
    "nos services",
    "ce que nous faisons",
    "servicios",
    "nuestros servicios",
    "que hacemos",
];

/// Words that make a heading with "why" or "warum" one about the company.
const WE: [&str; 14] =
    ["us", "we", "me", "our", "choose", "chose", "clients", "customers", "trust", "wir", "uns", "mich", "nous", "nosotros"];

/// Headings of calls to action and of other topics.
const OTHER: [&str; 40] = [
    "get in touch",
    "contact",
    "contact us",
    "have a project",
    "ready to",
    "start a project",
    "let s talk",
    "talk to us",
    "book a",
    "free quote",
    "get a quote",
    "newsletter",
    "faq",
    "frequently asked",
    "questions",
    "testimonials",
    "reviews",
    "what our clients say",
    "what clients say",
    "what customers say",
    "blog",
    "news",
    "latest",
    "recent",
    "open roles",
    "careers",
    "jobs",
    "join us",
    "opening hours",
    "hours",
    "prices",
    "pricing",
    "kontakt",
    "interessiert",
    "aktuelles",
    "karriere",
    "kundenstimmen",
    "referenzen",
    "contactez",
    "contacto",
];

/// Labels of links to further pages.
const CALLS: [&str; 32] = [
    "read more",
    "learn more",
    "find out more",
    "more",
    "see more",
    "see all",
    "view all",
    "show more",
    "details",
    "get started",
    "start free",
    "book now",
    "book a call",
    "contact us",
    "get in touch",
    "get a quote",
    "sign up",
    "subscribe",
    "skip to content",
    "back to top",
    "mehr erfahren",
    "mehr lesen",
    "weiterlesen",
    "mehr",
    "jetzt anfragen",
    "kontakt aufnehmen",
    "en savoir plus",
    "lire la suite",
    "leer mas",
    "saber mas",
    "menu",
    "close",
];

/// How clearly a heading introduces a field.
pub(super) fn score(field: Field, heading: &str) -> Option<usize> {
    if heading.len() > HEADING_MAX {
        return None;
    }
    let spaced = spaced(heading);
    let text = spaced.trim();
    let phrases: &[&str] = match field {
        Field::About => &ABOUT,
        Field::Why => &WHY,
        Field::How => &HOW,
        Field::Offer => &OFFER,
    };
    let count = text.split(' ').count();
    if phrases.contains(&text) {
        return Some(6);
    }
    let begins = phrases.iter().any(|phrase| text.strip_prefix(phrase).is_some_and(|rest| rest.starts_with(' ')));
    // One word at the start of a long heading is not enough.
    let by_phrase =
        phrases.iter().any(|phrase| phrase.contains(' ') && text.strip_prefix(phrase).is_some_and(|rest| rest.starts_with(' ')));
    if (begins && count <= 5) || (by_phrase && count <= 8) {
        return Some(4);
    }
    let asks = ["why ", "warum ", "pourquoi ", "por que "].iter().any(|word| text.starts_with(word));
    if field == Field::Why && asks && count <= 8 && has_phrase(&spaced, &WE) {
        return Some(4);
    }
    let long: Vec<&str> = phrases.iter().copied().filter(|phrase| phrase.contains(' ')).collect();
    (count <= 7 && has_phrase(&spaced, &long)).then_some(2)
}

/// Whether a heading introduces something other than this field.
pub(super) fn is_other(field: Field, heading: &str) -> bool {
    let text = spaced(heading);
    let begins = OTHER.iter().any(|phrase| text.trim_start().strip_prefix(phrase).is_some_and(|rest| rest.starts_with(' ')));
    begins || FIELDS.into_iter().any(|other| other != field && score(other, heading).is_some_and(|score| score >= 4))
}

/// Whether a text is only a link to another page.
pub(in crate::website) fn is_call(text: &str) -> bool {
    CALLS.contains(&spaced(text).trim())
}
