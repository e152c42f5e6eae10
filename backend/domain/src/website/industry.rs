//! The industry of a company: from its type in structured data, else from prominent words on its pages.

use super::view::{Kind, View};
use super::{
    FoundText,
    text::{cut, has_words, spaced},
};
use crate::reading::lexicon::PairList;

/// Industries and their typical words, the more specific ones first.
const WORDS: [(&str, &[&str]); 34] = [
    (
        "Web design",
        &[
            "web design",
            "webdesign",
            "web designer",
            "web agency",
            "webagentur",
            "agence web",
            "diseno web",
            "websites",
        ],
    ),
    ("Branding", &["branding", "brand agency", "brand studio", "markenagentur"]),
    (
        "Marketing",
        &[
            "marketing",
            "seo",
            "advertising",
            "werbeagentur",
            "digital agency",
            "social media",
            "publicidad",
            "publicite",
        ],
    ),
    ("Bookkeeping", &["bookkeeping", "bookkeeper", "keep the books", "buchhaltung", "payroll"]),
    (
        "Tax advice",
        &["tax advice", "tax adviser", "tax advisor", "steuerberatung", "steuerberater", "tax returns"],
    ),
    (
        "Accounting",
        &["accounting", "accountants", "accountant", "chartered accountants", "comptabilite", "contabilidad"],
    ),
    (
        "Consulting",
        &[
            "consulting",
            "consultancy",
            "consultants",
            "unternehmensberatung",
            "beratung",
            "management consulting",
            "conseil",
            "consultoria",
            "berat",
            "beraten",
        ],
    ),
    (
        "Legal services",
        &[
            "law firm",
            "lawyers",
            "solicitors",
            "attorneys",
            "rechtsanwalt",
            "rechtsanwalte",
            "kanzlei",
            "avocats",
            "abogados",
            "notar",
        ],
    ),
    (
        "Plumbing",
        &["plumbing", "plumber", "plumbers", "sanitar", "klempner", "plomberie", "plombier", "fontanero"],
    ),
    ("Heating and cooling", &["hvac", "heating and cooling", "heizung", "air conditioning", "chauffage"]),
    (
        "Electrical work",
        &[
            "electrician",
            "electricians",
            "electrical contractor",
            "elektriker",
            "elektrotechnik",
            "electricien",
        ],
    ),
    ("Roofing", &["roofing", "roofer", "dachdecker", "couvreur"]),
    ("Landscaping", &["landscaping", "garden design", "gardener", "gartenbau", "paysagiste", "jardineria"]),
    ("Construction", &["construction", "builders", "general contractor", "bauunternehmen", "construccion"]),
    (
        "Architecture",
        &["architecture", "architects", "architekten", "architektur", "architectes", "arquitectos"],
    ),
    ("Interior design", &["interior design", "interior designer", "innenarchitektur"]),
    ("Photography", &["photography", "photographer", "fotograf", "fotografie", "photographe", "fotografo"]),
    ("Video production", &["video production", "film production", "filmproduktion"]),
    (
        "Software",
        &[
            "software",
            "saas",
            "app",
            "platform",
            "invoice",
            "invoices",
            "softwareentwicklung",
            "logiciel",
            "api",
        ],
    ),
    (
        "IT services",
        &[
            "it services",
            "managed services",
            "it support",
            "cloud services",
            "it dienstleister",
            "it systemhaus",
            "cybersecurity",
        ],
    ),
    ("Recruitment", &["recruitment", "recruiting", "staffing", "personalvermittlung", "recrutement"]),
    ("Real estate", &["real estate", "estate agents", "immobilien", "immobilier", "inmobiliaria"]),
    ("Insurance", &["insurance", "versicherung", "versicherungsmakler", "assurance", "seguros"]),
    ("Financial services", &["financial planning", "wealth management", "finanzberatung", "investment"]),
    ("Dentistry", &["dentist", "dental", "zahnarzt", "zahnarztpraxis", "dentiste"]),
    ("Health care", &["clinic", "physiotherapy", "physiotherapie", "medical", "arztpraxis", "therapy"]),
    ("Fitness", &["fitness", "gym", "personal training", "yoga", "pilates"]),
    (
        "Education",
        &["training courses", "tutoring", "language school", "sprachschule", "academy", "akademie"],
    ),
    ("Coaching", &["coaching", "coach", "life coach"]),
    ("Hospitality", &["hotel", "restaurant", "catering", "cafe", "gasthof"]),
    ("Events", &["event planning", "wedding planner", "events", "eventagentur"]),
    ("Translation", &["translation", "translator", "ubersetzung", "ubersetzungen", "traduction"]),
    ("Logistics", &["logistics", "freight", "haulage", "spedition", "logistik"]),
    ("Design", &["design studio", "graphic design", "designer", "designers", "grafikdesign", "design"]),
];

/// A single word is not enough for an industry.
const ENOUGH: usize = 4;

/// The industry of a schema.org type.
pub(super) fn of_type(kind: &str) -> Option<&'static str> {
    PairList::BusinessType.of(kind)
}

/// The industry of a company.
pub(super) fn find(views: &[View]) -> Option<FoundText> {
    let typed = views.iter().find_map(|view| {
        let industry =
            view.items.companies().into_iter().flat_map(|item| &item.types).find_map(|kind| of_type(kind))?;
        Some(FoundText { text: industry.to_owned(), url: view.url.clone() })
    });
    typed.or_else(|| by_words(views))
}

fn by_words(views: &[View]) -> Option<FoundText> {
    let home = views.first()?;
    let mut texts: Vec<(String, usize)> = vec![(spaced(&home.title), 3)];
    texts.extend(
        home.meta("description").or_else(|| home.meta("og:description")).map(|text| (spaced(text), 3)),
    );
    for (view, weight) in views.iter().map(|view| (view, if view.url == home.url { 2 } else { 1 })) {
        let headings = view.blocks.iter().filter(|block| matches!(block.kind, Kind::Heading(1 | 2))).take(20);
        texts.extend(headings.map(|block| (spaced(cut(&block.text, 400)), weight)));
    }
    texts.extend(
        home.blocks
            .iter()
            .filter(|block| block.kind == Kind::Text)
            .take(12)
            .map(|block| (spaced(cut(&block.text, 400)), 1)),
    );
    let score = |words: &[&str]| -> usize {
        texts
            .iter()
            .map(|(text, weight)| weight * words.iter().filter(|word| has_words(text, word)).count().min(2))
            .sum()
    };
    // With equal scores the first, more specific one wins.
    let mut best: Option<(&str, usize)> = None;
    for (industry, words) in WORDS {
        let score = score(words);
        if score >= ENOUGH && best.is_none_or(|(_, top)| score > top) {
            best = Some((industry, score));
        }
    }
    best.map(|(industry, _)| FoundText { text: industry.to_owned(), url: home.url.clone() })
}
