//! The company name on a proposal: the snapshot of the company taken when the proposal was created or
//! refreshed, and the other names that must not appear beside it.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::revision::CompanySnapshot;

/// The company data that a proposal keeps until it is sent.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TakenSnapshot {
    /// The company as the client will see it.
    #[serde(flatten)]
    pub shown: CompanySnapshot,
    /// The names that the company had in earlier snapshots of this proposal. The text may still contain one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub former_names: Vec<String>,
}

impl TakenSnapshot {
    /// A new snapshot that replaces an earlier one.
    #[must_use]
    pub fn take(shown: CompanySnapshot, before: Option<Self>) -> Self {
        let mut former_names = Vec::new();
        if let Some(before) = before {
            former_names = before.former_names;
            former_names.push(before.shown.name);
            former_names.sort();
            former_names.dedup();
            former_names.retain(|name| *name != shown.name);
        }
        Self { shown, former_names }
    }

    /// What must be settled before sending, if the company is called `current` today.
    #[must_use]
    pub fn names<'a>(&'a self, current: &'a str) -> Names<'a> {
        let earlier = self.former_names.iter().chain([&self.shown.name]).map(|name| name.trim());
        // "Harbor" is short for "Harbor Studio", not another company.
        let former = earlier.filter(|name| !name.is_empty() && !holds(current, name)).collect();
        Names { current, former, renamed: self.shown.name.trim() != current.trim() }
    }
}

/// The names of a company that a proposal knows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Names<'a> {
    /// Its present name.
    pub current: &'a str,
    /// Its former names.
    pub former: Vec<&'a str>,
    /// Whether the snapshot has a name other than the present one.
    pub renamed: bool,
}

impl<'a> Names<'a> {
    /// The first former name in a text, except as part of the present name.
    #[must_use]
    pub fn former_in(&self, text: &str) -> Option<&'a str> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let today: Vec<Range<usize>> = places(&text, self.current).collect();
        let former = |name: &&&str| {
            places(&text, name)
                .any(|place| !today.iter().any(|t| t.start <= place.start && place.end <= t.end))
        };
        self.former.iter().find(former).copied()
    }
}

/// Whether a text contains a name as whole words.
fn holds(text: &str, name: &str) -> bool {
    places(text, name).next().is_some()
}

/// The positions of a name as whole words in a text.
fn places<'a>(text: &'a str, name: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
    text.match_indices(name).map(|(at, found)| at..at + found.len()).filter(|place| {
        let (before, after) =
            (text.get(..place.start).unwrap_or_default(), text.get(place.end..).unwrap_or_default());
        !place.is_empty()
            && !before.chars().next_back().is_some_and(char::is_alphanumeric)
            && !after.chars().next().is_some_and(char::is_alphanumeric)
    })
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    fn named(name: &str) -> CompanySnapshot {
        CompanySnapshot { name: name.to_owned(), ..CompanySnapshot::default() }
    }

    #[test]
    fn every_earlier_name_is_kept_once_and_todays_is_none() {
        let first = TakenSnapshot::take(named("Ada Studio"), None);
        assert_eq!(first.former_names, Vec::<String>::new());
        let second = TakenSnapshot::take(named("Lovelace"), Some(first.clone()));
        assert_eq!(second.former_names, ["Ada Studio"]);
        assert_eq!(TakenSnapshot::take(named("Lovelace"), Some(second.clone())), second);
        let back = TakenSnapshot::take(named("Ada Studio"), Some(second));
        assert_eq!(back.former_names, ["Lovelace"]);
        let json = serde_json::to_value(&first).unwrap_or_default();
        assert_eq!(json, serde_json::json!({ "name": "Ada Studio" }), "as the specification has it");
        assert_eq!(serde_json::from_value::<TakenSnapshot>(json).ok(), Some(first));
    }

    #[test]
    fn a_former_name_is_found_as_whole_words() {
        for (earlier, current, text, found) in [
            ("Ada Studio", "Lovelace", "We at Ada  Studio\nbuild it.", true),
            ("Ada Studio", "Lovelace", "Ada Studio's work", true),
            ("Ada Studio", "Lovelace", "Lovelace builds it.", false),
            ("Ada", "Lovelace", "Adaptive, Canada", false),
            // A part of the present name is short for it.
            ("Harbor", "Harbor Studio", "Harbor builds it.", false),
            ("Harbor Studio", "Harbor", "Harbor Studio builds it.", true),
            ("Harbor Studio", "Harbor Studio Ltd", "Harbor Studio Ltd builds it.", false),
            ("Ada Studio", "Ada Studio", "Ada Studio builds it.", false),
            ("", "Lovelace", "Anything.", false),
        ] {
            let taken = TakenSnapshot::take(named(earlier), None);
            let names = taken.names(current);
            assert_eq!(names.former_in(text).is_some(), found, "{earlier} -> {current}: {text}");
            assert_eq!(names.renamed, earlier != current);
        }
    }
}
