//! What the sentences of a recap are labelled as, by a few of their words.

use proffer_domain::recap::{Extraction, ObservedSentence, Purpose};
use serde::Deserialize;

use crate::score::Count;

/// Words of the sentences with each purpose, as the recap has them.
#[derive(Deserialize)]
pub struct Labels {
    /// What the client would buy.
    subject: Option<String>,
    needs: Vec<String>,
    work: Vec<String>,
    excluded: Vec<String>,
    from_client: Vec<String>,
    dates: Vec<String>,
    asides: Vec<String>,
}

impl Labels {
    fn of(&self, purpose: Purpose) -> &[String] {
        match purpose {
            Purpose::Need => &self.needs,
            Purpose::Work => &self.work,
            Purpose::Excluded => &self.excluded,
            Purpose::FromClient => &self.from_client,
            Purpose::Date => &self.dates,
            Purpose::Aside => &self.asides,
        }
    }

    /// The purposes of each sentence; none for one without a label.
    pub fn purposes(&self, sentences: &[ObservedSentence]) -> Vec<Vec<Purpose>> {
        let words: Vec<Vec<String>> = sentences.iter().map(|sentence| words(&sentence.text)).collect();
        let mut found = vec![Vec::new(); sentences.len()];
        for purpose in Purpose::ALL {
            for label in self.of(purpose) {
                let label = self::words(label);
                let run = |at: &usize| words.get(*at).map_or(0, |words| common_run(words, &label));
                let Some(at) = (0..words.len()).rev().max_by_key(run) else { continue };
                if let Some(purposes) = found.get_mut(at).filter(|_| run(&at) >= enough(&label)) {
                    purposes.push(purpose);
                }
            }
        }
        found
    }

    /// Whether a title names what the client would buy, if that is labelled.
    pub fn is_named_in(&self, title: &str) -> Option<bool> {
        self.subject.as_ref().map(|subject| tells(&words(title), subject))
    }

    /// How many of the sentences that a proposal tells stand in the field where they belong.
    pub fn placed(&self, extraction: &Extraction) -> Count {
        let mut count = Count::default();
        for (field, purpose) in fields(extraction).iter().zip(Purpose::ALL) {
            for label in self.of(purpose) {
                count.add(tells(field, label));
            }
        }
        count
    }

    /// How many of the asides stand in a field.
    pub fn asides_told(&self, extraction: &Extraction) -> Count {
        let fields = fields(extraction);
        let mut count = Count::default();
        for aside in &self.asides {
            count.add(fields.iter().any(|field| tells(field, aside)));
        }
        count
    }
}

/// The words of the fields of a recap apart from its prices, in the order of the purposes.
fn fields(extraction: &Extraction) -> [Vec<String>; 5] {
    [
        Some(extraction.client_needs.as_str()),
        Some(extraction.proposed_solution.as_str()),
        extraction.exclusions.as_deref(),
        extraction.from_client.as_deref(),
        extraction.timeline.as_deref(),
    ]
    .map(|field| words(field.unwrap_or_default()))
}

fn tells(field: &[String], label: &str) -> bool {
    let label = words(label);
    common_run(field, &label) >= enough(&label)
}

/// How many words of a label have to stand in a row, since a field may change the others.
fn enough(label: &[String]) -> usize {
    (label.len() * 3).div_ceil(5).max(1)
}

/// The most words that both have in a row.
fn common_run(text: &[String], label: &[String]) -> usize {
    let starts = (0..text.len()).flat_map(|at| (0..label.len()).map(move |of| (at, of)));
    let run = |(at, of): (usize, usize)| {
        let [text, label] = [text.get(at..), label.get(of..)].map(Option::unwrap_or_default);
        text.iter().zip(label).take_while(|(word, other)| word == other).count()
    };
    starts.map(run).max().unwrap_or_default()
}

fn words(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace('’', "'");
    let words = text.split(|character: char| !character.is_alphanumeric() && character != '\'');
    words.map(|word| word.trim_matches('\'').to_owned()).filter(|word| !word.is_empty()).collect()
}
