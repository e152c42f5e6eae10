//! Which of the sentences about the client become its needs: at most six, those that say most, in the recap's
//! order.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::HashSet;

use super::cues::{Score, Side};
use super::sentences::{Sentence, Topic};
use super::words::{normal, voiceless};

/// More needs are no longer a summary.
pub(super) const NEEDS_MAX: usize = 6;
/// Background is worth telling from this value on.
const BACKGROUND_MIN: u32 = 2;

/// A sentence about the client.
pub(super) struct Need<'a> {
    /// Its place in the recap.
    pub(super) at: usize,
    pub(super) value: u32,
    /// The sentence that it refers to: "The boiler is in the hall." before "It leaks."
    pub(super) before: Option<Cow<'a, str>>,
    pub(super) said: Cow<'a, str>,
}

impl<'a> Need<'a> {
    /// Words that are used if there are no others.
    pub(super) fn background(at: usize, said: Cow<'a, str>) -> Self {
        Self { at, value: 0, before: None, said }
    }
}

/// How much a sentence says about what the client needs.
pub(super) fn value(sentence: &Sentence, said: &str, score: Score, side: Side) -> u32 {
    let headed = u32::from(sentence.topic == Some(Topic::Needs)) * 2;
    let entry = u32::from(sentence.bullet);
    let client = u32::from(side == Side::Client);
    let whole = u32::from((4..=40).contains(&score.words));
    score.needs.min(6) + headed + entry + client + whole + 2 * u32::from(counts_something(said))
}

/// Whether a text says how many of something there are: "34 seats", "14 clinics".
fn counts_something(text: &str) -> bool {
    let words = normal(text);
    let list: Vec<&str> = words.split_whitespace().collect();
    list.windows(2).any(|pair| {
        let [number, thing] = pair else { return false };
        let figure = number.len() <= 4 && number.chars().all(|c| c.is_ascii_digit());
        figure && thing.chars().count() > 3 && thing.chars().all(char::is_alphabetic)
    })
}

/// The sentences that are kept, in the recap's order; background only where it says enough or nothing is
/// needed.
pub(super) fn chosen<'a>(needs: Vec<Need<'a>>, background: Vec<Need<'a>>) -> Vec<Cow<'a, str>> {
    let alone = needs.is_empty();
    let mut ranked: Vec<(bool, Need<'a>)> = needs.into_iter().map(|need| (true, need)).collect();
    let worth = background.into_iter().filter(|need| alone || need.value >= BACKGROUND_MIN);
    ranked.extend(worth.map(|need| (false, need)));
    ranked.sort_by_key(|(needed, need)| Reverse((*needed, need.value)));
    let mut lines = 0;
    ranked.retain(|(_, need)| {
        let size = 1 + usize::from(need.before.is_some());
        let fits = lines + size <= NEEDS_MAX;
        lines += if fits { size } else { 0 };
        fits
    });
    ranked.sort_by_key(|(_, need)| need.at);
    let mut seen = HashSet::new();
    let said = ranked.into_iter().flat_map(|(_, need)| need.before.into_iter().chain([need.said]));
    said.filter(|text| seen.insert(voiceless(text))).collect()
}
