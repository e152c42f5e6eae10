//! Finds the pages of a site with the most information about the company.

use url::Url;

use super::text::{fold, has_phrase, spaced};
use super::view::{Region, View};
use crate::reading::lexicon::WordList;

/// The topic of a page, the most relevant first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Topic {
    About,
    Services,
    Contact,
    Voices,
    Approach,
}

/// Words in a page's address or in the links to it, in English, German, French and Spanish.
const WORDS: [(Topic, &[&str]); 5] = [
    (
        Topic::About,
        &[
            "about",
            "about us",
            "about me",
            "who we are",
            "our story",
            "our team",
            "company",
            "the company",
            "mission",
            "uber uns",
            "ueber uns",
            "uber mich",
            "ueber mich",
            "wer wir sind",
            "unternehmen",
            "das unternehmen",
            "team",
            "profil",
            "qui sommes nous",
            "a propos",
            "notre histoire",
            "equipe",
            "quienes somos",
            "sobre nosotros",
            "nosotros",
            "sobre mi",
            "empresa",
        ],
    ),
    (
        Topic::Services,
        &[
            "services",
            "service",
            "our services",
            "what we do",
            "what i do",
            "what we offer",
            "offer",
            "offering",
            "solutions",
            "products",
            "product",
            "features",
            "capabilities",
            "expertise",
            "leistungen",
            "leistung",
            "angebot",
            "angebote",
            "dienstleistungen",
            "was wir tun",
            "losungen",
            "loesungen",
            "produkte",
            "prestations",
            "nos services",
            "offre",
            "offres",
            "savoir faire",
            "servicios",
            "soluciones",
            "productos",
            "que hacemos",
        ],
    ),
    (
        Topic::Contact,
        &[
            "contact",
            "contact us",
            "contacts",
            "get in touch",
            "kontakt",
            "contacto",
            "contactez nous",
            "contactanos",
        ],
    ),
    (
        Topic::Voices,
        &[
            "testimonials",
            "testimonial",
            "reviews",
            "review",
            "kind words",
            "client stories",
            "customer stories",
            "customers",
            "our clients",
            "clients",
            "references",
            "referenzen",
            "kundenstimmen",
            "kundenmeinungen",
            "bewertungen",
            "temoignages",
            "avis",
            "avis clients",
            "testimonios",
            "opiniones",
            "referencias",
            "clientes",
            "success stories",
        ],
    ),
    (
        Topic::Approach,
        &[
            "how we work",
            "how it works",
            "our process",
            "process",
            "approach",
            "our approach",
            "method",
            "why us",
            "why choose us",
            "arbeitsweise",
            "so arbeiten wir",
            "ablauf",
            "vorgehen",
            "warum wir",
            "methode",
            "notre methode",
            "metodo",
            "como trabajamos",
        ],
    ),
];

/// The most links that are considered.
const LINKS_MAX: usize = 1_500;

/// The pages of the same site to read next; see [`super::next_pages`].
pub(super) fn next(view: &View, most: usize) -> Vec<String> {
    let Some(home) = Url::parse(&view.url).ok() else { return Vec::new() };
    let mut found: Vec<Candidate> = Vec::new();
    for (order, link) in view.links.iter().take(LINKS_MAX).enumerate() {
        let Some(mut url) = view.absolute(&link.href).filter(|url| is_same_site(url, &home)) else {
            continue;
        };
        url.set_fragment(None);
        let path = spaced(&decoded(url.path()));
        if url.query().is_some_and(|query| query.len() > 60)
            || is_file(url.path())
            || page_of(&url) == page_of(&home)
            || is_dated(url.path())
        {
            continue;
        }
        let text = spaced(&link.text);
        if WordList::UselessPage.stands_in(&path) || WordList::UselessPage.stands_in(&text) {
            continue;
        }
        let last = spaced(&decoded(last_segment(url.path())));
        let Some((topic, score)) = topic(&last, &path, &text) else { continue };
        let depth = url.path().trim_matches('/').matches('/').count();
        // A page linked from the site's own navigation counts most.
        let in_menu =
            view.elements.get(link.element).is_some_and(|element| element.region == Region::Navigation);
        let score = (score + usize::from(in_menu)).saturating_sub(depth);
        match found.iter_mut().find(|known| page_of(&known.url) == page_of(&url)) {
            Some(known) if known.score >= score => {}
            Some(known) => (known.topic, known.score) = (topic, score),
            None => found.push(Candidate { url, topic, score, order }),
        }
    }
    found.sort_by_key(|candidate| (candidate.topic, std::cmp::Reverse(candidate.score), candidate.order));
    let mut kinds = std::collections::HashMap::new();
    // The best of each topic, then the second ones about the company and its services.
    let mut ranked: Vec<(usize, Candidate)> = found
        .into_iter()
        .filter_map(|candidate| {
            let count = kinds.entry(candidate.topic).or_insert(0_usize);
            *count += 1;
            let most = if candidate.topic <= Topic::Services { 2 } else { 1 };
            (*count <= most).then_some((*count, candidate))
        })
        .collect();
    ranked.sort_by_key(|(place, _)| *place);
    ranked.into_iter().take(most).map(|(_, candidate)| candidate.url.to_string()).collect()
}

struct Candidate {
    url: Url,
    topic: Topic,
    score: usize,
    order: usize,
}

/// The topic of a page, by its own address and title.
pub(super) fn topic_of(view: &View) -> Option<Topic> {
    let url = Url::parse(&view.url).ok()?;
    let path = decoded(url.path());
    let title = view.title.split(['|', '–', '—', '-', '·']).next().unwrap_or_default();
    topic(&spaced(&decoded(last_segment(url.path()))), &spaced(&path), &spaced(title)).map(|(topic, _)| topic)
}

/// The topic that an address and a link's text suggest, and how clearly.
fn topic(last: &str, path: &str, text: &str) -> Option<(Topic, usize)> {
    let mut best: Option<(Topic, usize)> = None;
    for (topic, words) in WORDS {
        let exact = |spaced: &str| words.contains(&spaced.trim());
        let mut score = 0;
        if exact(text) {
            score += 5;
        } else if text.len() < 40 && has_phrase(text, words) {
            score += 3;
        }
        if exact(last) {
            score += 4;
        } else if has_phrase(last, words) {
            score += 3;
        } else if has_phrase(path, words) {
            score += 1;
        }
        if score > 0 && best.is_none_or(|(_, top)| score > top) {
            best = Some((topic, score));
        }
    }
    best
}

fn is_same_site(url: &Url, home: &Url) -> bool {
    let host = |url: &Url| url.host_str().unwrap_or_default().trim_start_matches("www.").to_owned();
    host(url) == host(home)
        && url
            .port_or_known_default()
            .is_none_or(|port| matches!(port, 80 | 443) || Some(port) == home.port_or_known_default())
}

/// The page behind an address, in a normal form.
fn page_of(url: &Url) -> String {
    let path = url.path().trim_end_matches('/');
    let path = ["/index.html", "/index.htm", "/index.php"]
        .into_iter()
        .find_map(|end| path.strip_suffix(end))
        .unwrap_or(path);
    format!("{path}?{}", url.query().unwrap_or_default())
}

fn last_segment(path: &str) -> &str {
    let last = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    last.split_once('.').map_or(last, |(name, _)| name)
}

/// A path with its escapes decoded; escapes that are not text are kept.
fn decoded(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let escaped =
            (*first == b'%').then(|| after.get(..2)).flatten().and_then(|hex| std::str::from_utf8(hex).ok());
        let byte = escaped.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { after.get(2..).unwrap_or_default() } else { after };
    }
    String::from_utf8(bytes).map_or_else(|_| path.to_owned(), |text| fold(&text))
}

/// A document or picture rather than a page.
fn is_file(path: &str) -> bool {
    let last = path.rsplit('/').next().unwrap_or_default();
    let end = last.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase());
    end.is_some_and(|end| !matches!(end.as_str(), "html" | "htm" | "php" | "asp" | "aspx" | "jsp" | "shtml"))
}

/// Blog posts have a year in their path.
fn is_dated(path: &str) -> bool {
    path.split('/')
        .any(|part| part.len() == 4 && part.parse::<u16>().is_ok_and(|year| (1990..2100).contains(&year)))
}
