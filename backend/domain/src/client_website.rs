//! The facts stored about a client's website, and which websites are read.

use poem_openapi::Object;
use serde::{Deserialize, Serialize};
use url::{Host, Url};

use crate::website::{CompanyFacts, FoundText};

/// The longest description, in characters.
const DESCRIPTION: usize = 300;
/// The longest name of an industry, in characters.
const INDUSTRY: usize = 100;
/// A shorter sentence or abbreviation is not a description.
const SHORTEST: usize = 20;

/// Facts from a client's website.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
#[serde(rename_all = "camelCase", default)]
pub struct ScrapedInfo {
    /// The URL of the logo.
    pub logo_url: Option<String>,
    /// The industry.
    pub industry: Option<String>,
    /// What the company does, in one or two sentences of its website.
    pub short_description: Option<String>,
    /// The page with this description.
    pub source_url: Option<String>,
}

impl ScrapedInfo {
    /// What is stored of the facts found on the pages of `website`.
    #[must_use]
    pub fn of(facts: &CompanyFacts, website: &str) -> Self {
        let text = |found: &Option<FoundText>, most| {
            found.as_ref().map(|found| short(&found.text, most)).filter(|text| !text.is_empty())
        };
        let source = facts
            .description
            .as_ref()
            .or(facts.industry.as_ref())
            .map_or(website, |found| found.url.as_str());
        Self {
            logo_url: None,
            industry: text(&facts.industry, INDUSTRY),
            short_description: text(&facts.description, DESCRIPTION),
            source_url: Some(source.to_owned()),
        }
    }
}

/// Whether the name is reserved for examples (RFC 2606), so that there can be no website.
#[must_use]
pub fn is_an_example(website: &str) -> bool {
    let host = Url::parse(website).ok().and_then(|url| url.host().map(|host| host.to_owned()));
    let Some(Host::Domain(name)) = host else { return false };
    let last = name.trim_end_matches('.').rsplit('.').next().unwrap_or_default().to_owned();
    last == "example" || last == "invalid"
}

/// A text of at most `most` characters on one line: cut after a sentence, else after a word.
fn short(text: &str, most: usize) -> String {
    let line = text.replace('\0', "").split_whitespace().collect::<Vec<_>>().join(" ");
    let Some((end, _)) = line.char_indices().nth(most) else { return line };
    let kept = line.get(..end).unwrap_or_default();
    let sentence =
        line.match_indices(['.', '!', '?']).map(|(at, sign)| at + sign.len()).take_while(|at| *at <= end);
    let sentence = sentence.filter(|at| line.get(*at..).is_some_and(|rest| rest.starts_with(' '))).last();
    if let Some(whole) = sentence.filter(|at| *at >= SHORTEST).and_then(|at| line.get(..at)) {
        return whole.to_owned();
    }
    // One character is reserved for the ellipsis.
    let room = line.char_indices().nth(most - 1).map_or(end, |(at, _)| at);
    let words = kept.get(..room).unwrap_or_default();
    format!(
        "{}…",
        words.rsplit_once(' ').map_or(words, |(whole, _)| whole).trim_end_matches([',', ';', ':', ' '])
    )
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;
    use proptest::prelude::*;

    use super::*;

    fn found(text: &str, url: &str) -> FoundText {
        FoundText { text: text.to_owned(), url: url.to_owned() }
    }

    #[test]
    fn a_text_is_cut_after_a_sentence_else_after_a_word() {
        for (text, most, cut) in [
            ("We fix teeth.", 30, "We fix teeth."),
            ("We  fix\n\nteeth.", 30, "We fix teeth."),
            ("We fix teeth in Hamburg. And we are open on Sundays.", 40, "We fix teeth in Hamburg."),
            (
                "Do your teeth hurt today? Come in! Really, do come in.",
                40,
                "Do your teeth hurt today? Come in!",
            ),
            ("We fix teeth in Hamburg, and elsewhere too.", 30, "We fix teeth in Hamburg, and…"),
            ("Dr. Meyer and his partners fix teeth in Hamburg.", 24, "Dr. Meyer and his…"),
            ("Zahnärztehausbesitzervereinigung", 10, "Zahnärzte…"),
            ("We sell version 2.5 of the tool today to everybody", 30, "We sell version 2.5 of the…"),
            ("", 10, ""),
        ] {
            assert_eq!(short(text, most), cut, "{text:?}");
        }
    }

    #[test]
    fn each_found_text_keeps_its_source_page() {
        let facts = CompanyFacts {
            industry: Some(found("Dentistry", "https://harbor.test/")),
            description: Some(found("We fix teeth.", "https://harbor.test/about")),
            ..CompanyFacts::default()
        };
        let info = ScrapedInfo::of(&facts, "https://harbor.test");
        assert_eq!(info.industry.as_deref(), Some("Dentistry"));
        assert_eq!(info.short_description.as_deref(), Some("We fix teeth."));
        assert_eq!(info.source_url.as_deref(), Some("https://harbor.test/about"));
        let nothing = ScrapedInfo::of(&CompanyFacts::default(), "https://harbor.test");
        assert_eq!(
            nothing,
            ScrapedInfo { source_url: Some("https://harbor.test".to_owned()), ..ScrapedInfo::default() }
        );
    }

    #[test]
    fn names_kept_for_examples_have_no_website() {
        for website in
            ["https://harbor.example", "https://www.harbor.example./about", "http://nowhere.INVALID"]
        {
            assert!(is_an_example(website), "{website}");
        }
        for website in [
            "https://example.com",
            "https://harbor.dental",
            "http://127.0.0.1:9000",
            "https://example.harbor.de",
            "nonsense",
        ] {
            assert!(!is_an_example(website), "{website}");
        }
    }

    proptest! {
        #[test]
        fn no_text_is_longer_than_it_may_be(text in ".{0,80}", most in 1_usize..60) {
            prop_assert!(short(&text, most).chars().count() <= most);
        }
    }
}
