//! Five websites, compared with what a person finds on them.

use std::collections::BTreeSet;
use std::path::PathBuf;

use pretty_assertions::assert_eq;
use serde_json::Value;

use super::super::text::tidy;
use super::super::{CompanyFacts, FoundText, Page, next_pages, read};

/// The share of existing fields and testimonials that must be found.
const FLOOR: usize = 53;

const SITES: [&str; 5] = ["harbourline", "mira-okafor", "whitlock-plumbing", "ledgerly", "brandt-kessler"];

struct Site {
    name: &'static str,
    pages: Vec<Page>,
    expected: Value,
}

fn site(name: &'static str) -> Site {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/websites").join(name);
    let expected: Value =
        serde_json::from_str(&std::fs::read_to_string(folder.join("expected.json")).unwrap()).unwrap();
    let pages = expected["pages"].as_object().unwrap().iter();
    let pages = pages
        .map(|(file, url)| Page {
            url: url.as_str().unwrap().to_owned(),
            html: std::fs::read_to_string(folder.join(file)).unwrap(),
        })
        .collect();
    Site { name, pages, expected }
}

#[derive(Default)]
struct Score {
    there: usize,
    found: usize,
    /// The errors, in words.
    wrong: Vec<String>,
    missed: Vec<String>,
}

impl Score {
    fn note(&mut self, name: &str, there: bool, found: Option<&str>, is_right: bool) {
        self.there += usize::from(there);
        match found {
            Some(_) if there && is_right => self.found += 1,
            Some(text) => self.wrong.push(format!("{name}: {text}")),
            None if there => self.missed.push(name.to_owned()),
            None => {}
        }
    }

    /// A field with several accepted spellings.
    fn one_of(&mut self, name: &str, expected: &Value, found: Option<&str>) {
        let right = |text: &str| {
            expected.as_array().map_or(expected == text, |all| all.iter().any(|one| one == text))
        };
        self.note(name, !expected.is_null(), found, found.is_some_and(right));
    }

    /// A longer field: required and forbidden parts.
    fn prose(&mut self, name: &str, expected: &Value, found: Option<&FoundText>) {
        let text = found.map(|found| tidy(&found.text));
        let list = |key: &str| {
            expected[key]
                .as_array()
                .into_iter()
                .flatten()
                .map(|words| tidy(words.as_str().unwrap()))
                .collect::<Vec<_>>()
        };
        let right = |text: &str| {
            list("has").iter().all(|words| text.contains(words))
                && !list("hasNot").iter().any(|words| text.contains(words))
        };
        self.note(name, !expected.is_null(), text.as_deref(), text.as_deref().is_some_and(right));
    }

    fn testimonials(&mut self, name: &str, expected: &Value, found: Option<&FoundText>) {
        let expected = expected.as_array().unwrap();
        let mut left: Vec<&str> = found.map_or_else(Vec::new, |found| found.text.split("\n\n").collect());
        for one in expected {
            let start = format!("“{}” – {}", one["words"].as_str().unwrap(), one["who"].as_str().unwrap());
            let at = left.iter().position(|text| text.starts_with(&start));
            self.note(&format!("{name} of {}", one["who"]), true, at.map(|at| left.remove(at)), true);
        }
        self.wrong.extend(left.into_iter().map(|text| format!("{name}: {text}")));
    }
}

fn compare(site: &Site, facts: &CompanyFacts) -> Score {
    let mut figures = Score::default();
    let expected = &site.expected;
    let text = |found: &Option<FoundText>| found.as_ref().map(|found| found.text.clone());
    let name = |field: &str| format!("{} {field}", site.name);
    figures.one_of(&name("name"), &expected["name"], text(&facts.name).as_deref());
    figures.one_of(&name("phone"), &expected["phone"], text(&facts.phone).as_deref());
    figures.one_of(&name("industry"), &expected["industry"], text(&facts.industry).as_deref());
    figures.one_of(&name("logo"), &expected["logo"], facts.logos.first().map(String::as_str));
    for (field, found) in [
        ("aboutUs", &facts.about_us),
        ("whyWorkWithUs", &facts.why_work_with_us),
        ("howWeWork", &facts.how_we_work),
        ("whatWeOffer", &facts.what_we_offer),
        ("description", &facts.description),
    ] {
        figures.prose(&name(field), &expected[field], found.as_ref());
    }
    figures.testimonials(&name("testimonial"), &expected["testimonials"], facts.testimonials.as_ref());
    figures
}

#[test]
fn the_corpus_is_read_as_a_person_reads_it() {
    let mut all = Score::default();
    for name in SITES {
        let site = site(name);
        let figures = compare(&site, &read(&site.pages));
        println!("{name}: {} of {} found, {} wrong", figures.found, figures.there, figures.wrong.len());
        all.there += figures.there;
        all.found += figures.found;
        all.wrong.extend(figures.wrong);
        all.missed.extend(figures.missed);
    }
    println!(
        "all: {} of {} found, {} wrong\nwrong: {:#?}\nmissed: {:#?}",
        all.found,
        all.there,
        all.wrong.len(),
        all.wrong,
        all.missed
    );
    let grave: Vec<&String> = all
        .wrong
        .iter()
        .filter(|wrong| wrong.contains(" phone:") || wrong.contains(" testimonial"))
        .collect();
    assert!(grave.is_empty(), "{grave:#?}");
    assert!(all.found >= FLOOR, "{} of {} found", all.found, all.there);
    assert_eq!(all.wrong, Vec::<String>::new());
}

#[test]
fn a_site_leads_to_its_relevant_pages() {
    for name in SITES {
        let site = site(name);
        let next = next_pages(&site.pages[0], 4);
        let expected: BTreeSet<&str> =
            site.expected["nextPages"].as_array().unwrap().iter().map(|url| url.as_str().unwrap()).collect();
        assert_eq!(next.iter().map(String::as_str).collect::<BTreeSet<_>>(), expected, "{name}");
        assert_eq!(next_pages(&site.pages[0], 1), next[..1], "{name}");
        assert!(next_pages(&site.pages[0], 0).is_empty());
    }
}

#[test]
fn a_site_reads_the_same_each_time() {
    for name in SITES {
        let site = site(name);
        assert_eq!(read(&site.pages), read(&site.pages), "{name}");
    }
}
