//! The words of a draft that are not the user's: headings and the sentences that frame what the user said, in
//! the language of what the user said. `frame/*.txt` has them, a file a language.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::reading::lexicon::Language;

/// A heading or sentence of the frame. Those of `Recap...` are put into the texts that a recap is sorted
/// into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumString)]
#[cfg_attr(test, derive(strum::VariantArray))]
#[strum(serialize_all = "snake_case")]
pub(crate) enum Line {
    Overview,
    Needs,
    Solution,
    Scope,
    Assumptions,
    Exclusions,
    FromClient,
    Timeline,
    Pricing,
    WhatWeOffer,
    HowWeWork,
    WhyWorkWithUs,
    Testimonials,
    CaseStudy,
    Team,
    Notes,
    NextSteps,
    TeamSize,
    YearsInBusiness,
    EarlierWork,
    Title,
    /// The title if no work is named.
    TitleOpen,
    PreparedFor,
    PreparedForBy,
    Opening,
    OpeningBy,
    Contents,
    NeedsIntro,
    SolutionIntro,
    SolutionOpen,
    SolutionOpenIntro,
    ScopeIntro,
    TimelineIntro,
    WhatToDo,
    Questions,
    /// Before a solution if nothing was proposed. Drafting recognises it.
    RecapOpen,
    /// Before needs if nothing was asked for explicitly.
    RecapRequest,
    /// Before a fragment that is too short for the wizard.
    RecapAskedFor,
    RecapWePropose,
    /// Before exclusions. It is a label, so the lines under it are read as exclusions again.
    RecapNotIncluded,
    /// Before what the client is to give, likewise.
    RecapFromClient,
}

static LINES: LazyLock<HashMap<(Language, Line), &'static str>> = LazyLock::new(|| {
    let lines = |language| file(language).lines().filter_map(|line: &'static str| line.split_once(": "));
    Language::ALL
        .into_iter()
        .flat_map(|language| {
            lines(language).filter_map(move |(name, text)| Some(((language, name.parse().ok()?), text)))
        })
        .collect()
});

fn file(language: Language) -> &'static str {
    match language {
        Language::English => include_str!("frame/en.txt"),
        Language::German => include_str!("frame/de.txt"),
        Language::French => include_str!("frame/fr.txt"),
        Language::Spanish => include_str!("frame/es.txt"),
    }
}

/// The frame in one language.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame(Language);

impl Frame {
    /// The frame for what a user said, in the language of most of its words.
    pub(crate) fn of(text: &str) -> Self {
        Self(Language::of(text))
    }

    pub(crate) fn text(self, line: Line) -> &'static str {
        LINES.get(&(self.0, line)).copied().unwrap_or_default()
    }

    /// A line with its `{names}` filled in.
    pub(crate) fn filled(self, line: Line, values: &[(&str, &str)]) -> String {
        let mut rest = self.text(line);
        let mut out = String::new();
        // From left to right, so that a value is never searched for names.
        while let Some((before, name, after)) = rest.split_once('{').and_then(|(before, more)| {
            let (name, after) = more.split_once('}')?;
            Some((before, name, after))
        }) {
            out.push_str(before);
            out.push_str(values.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value));
            rest = after;
        }
        out.push_str(rest);
        out
    }
}

const OPENINGS: [Line; 4] = [Line::RecapOpen, Line::RecapRequest, Line::RecapAskedFor, Line::RecapWePropose];

/// A text without the phrases that sorting a recap puts into it.
pub(crate) fn without_openings(text: &str) -> String {
    let openings =
        Language::ALL.into_iter().flat_map(|language| OPENINGS.map(|line| Frame(language).text(line)));
    openings.fold(text.to_owned(), |text, opening| text.replace(opening, "\n\n"))
}

/// Whether a text says that the approach is still to be agreed.
pub(crate) fn is_open(text: &str) -> bool {
    Language::ALL.into_iter().any(|language| text.contains(Frame(language).text(Line::RecapOpen)))
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;
    use strum::VariantArray as _;

    use super::*;

    #[test]
    fn every_language_has_every_line_and_its_names() {
        let names = |text: &str| {
            text.split('{')
                .skip(1)
                .filter_map(|rest| rest.split_once('}'))
                .map(|(name, _)| name.to_owned())
                .collect()
        };
        for line in Line::VARIANTS {
            let mut wanted: Vec<String> = names(Frame(Language::English).text(*line));
            wanted.sort();
            for language in Language::ALL {
                let text = Frame(language).text(*line);
                let mut found: Vec<String> = names(text);
                found.sort();
                assert!(!text.is_empty(), "{language:?} lacks {line:?}");
                assert_eq!(found, wanted, "{language:?} {line:?}");
            }
        }
        for language in Language::ALL {
            let lines = file(language).lines().filter(|line| !line.starts_with('#')).count();
            assert_eq!(lines, Line::VARIANTS.len(), "{language:?}");
        }
    }

    #[test]
    fn values_are_not_searched_for_names() {
        let frame = Frame::of("They need a shop.");
        assert_eq!(
            frame.filled(Line::Title, &[("work", "{client} {x}"), ("client", "Ana")]),
            "{client} {x} for Ana"
        );
    }
}
