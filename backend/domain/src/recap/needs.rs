//! Which of the sentences about the client become its needs: at most six, those that say most, in the recap's
//! order.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::HashSet;

use super::words::voiceless;

/// More needs are no longer a summary.
pub(super) const NEEDS_MAX: usize = 6;

/// With fewer needs, background is told, too.
const NEEDS_FEW: usize = 3;
/// The logarithm of the odds, in hundredths, from which on background is told beside needs.
const BACKGROUND_LIKELY: i32 = -100;

/// A sentence about the client.
pub(super) struct Need<'a> {
    /// Its place in the recap.
    pub(super) at: usize,
    /// The logarithm of the odds for a need, in hundredths.
    pub(super) value: i32,
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

/// Adds the likeliest of the background where few needs are told; any, where there are none.
pub(super) fn top_up<'a>(needs: &mut Vec<Need<'a>>, mut background: Vec<Need<'a>>) {
    background.sort_by_key(|need| Reverse(need.value));
    let alone = needs.is_empty();
    let missing = if alone { NEEDS_MAX } else { NEEDS_FEW.saturating_sub(needs.len()) };
    needs.extend(background.into_iter().filter(|need| alone || need.value > BACKGROUND_LIKELY).take(missing));
}

/// The sentences that are kept, in the recap's order.
pub(super) fn chosen(mut ranked: Vec<Need<'_>>) -> Vec<Cow<'_, str>> {
    ranked.sort_by_key(|need| Reverse(need.value));
    let mut lines = 0;
    ranked.retain(|need| {
        let size = 1 + usize::from(need.before.is_some());
        let fits = lines + size <= NEEDS_MAX;
        lines += if fits { size } else { 0 };
        fits
    });
    ranked.sort_by_key(|need| need.at);
    let mut seen = HashSet::new();
    let said = ranked.into_iter().flat_map(|need| need.before.into_iter().chain([need.said]));
    said.filter(|text| seen.insert(voiceless(text))).collect()
}
