//! Summarises how a proposal was read, from all hits on its link.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::{Class, Hit, Source, classify};

/// A page reports for the first time within this time after its request, even on a slow connection.
pub const OPENING: TimeDelta = TimeDelta::minutes(1);

/// A hit on a link, reduced to what the summary needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// Its facts.
    pub hit: Hit,
    /// The browser's id, if the page ran.
    pub visitor: Option<String>,
    /// A daily hash of its network address.
    pub network: String,
    /// Milliseconds in view by block.
    pub sections: BTreeMap<Uuid, i64>,
    /// When it began.
    pub at: DateTime<Utc>,
    /// When it last reported.
    pub updated_at: DateTime<Utc>,
}

/// The summary of all hits. Only persons are counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Readership {
    /// When a person first opened it.
    pub first_at: Option<DateTime<Utc>>,
    /// When a person last had it open.
    pub last_at: Option<DateTime<Utc>>,
    /// How often people opened it.
    pub count: usize,
    /// In how many browsers.
    pub visitors: usize,
    /// How many hits were not by a person. The request of a page and its reports are one hit.
    pub others: usize,
    /// Milliseconds in view by block, of all people together.
    pub sections: BTreeMap<Uuid, i64>,
}

/// Computes the summary. The order of the hits does not matter.
#[must_use]
pub fn readership(views: &[View]) -> Readership {
    let (persons, rest): (Vec<&View>, Vec<&View>) =
        views.iter().partition(|view| classify(&view.hit).0 == Class::Person);
    let mut sections: BTreeMap<Uuid, i64> = BTreeMap::new();
    for (&block, &visible_ms) in persons.iter().flat_map(|view| &view.sections) {
        let sum = sections.entry(block).or_default();
        *sum = sum.saturating_add(visible_ms);
    }
    Readership {
        first_at: persons.iter().map(|view| view.at).min(),
        last_at: persons.iter().map(|view| view.updated_at).max(),
        count: persons.len(),
        visitors: persons.iter().filter_map(|view| view.visitor.as_deref()).collect::<BTreeSet<_>>().len(),
        others: rest.len() - fetched_by_readers(views),
        sections,
    }
}

/// How many requests belong to a page that then reported: the last one before each report from the same
/// browser and network.
fn fetched_by_readers(views: &[View]) -> usize {
    let mut fetched: BTreeMap<(&str, &str), BTreeMap<DateTime<Utc>, usize>> = BTreeMap::new();
    for view in views.iter().filter(|view| view.hit.source == Source::Document) {
        *fetched
            .entry((view.network.as_str(), view.hit.user_agent.as_str()))
            .or_default()
            .entry(view.at)
            .or_default() += 1;
    }
    let mut readings: Vec<&View> = views.iter().filter(|view| view.hit.source == Source::Reading).collect();
    readings.sort_by_key(|view| view.at);
    let mut pairs = 0;
    for reading in readings {
        let Some(times) = fetched.get_mut(&(reading.network.as_str(), reading.hit.user_agent.as_str()))
        else {
            continue;
        };
        let earliest = reading.at.checked_sub_signed(OPENING).unwrap_or(DateTime::<Utc>::MIN_UTC);
        let Some((&at, _)) = times.range(earliest..=reading.at).next_back() else { continue };
        if let Some(left) = times.get_mut(&at) {
            *left -= 1;
            if *left == 0 {
                times.remove(&at);
            }
            pairs += 1;
        }
    }
    pairs
}
