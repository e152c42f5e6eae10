//! On whose side the speakers of a recap are: those who sell are ours, those who buy are the client's.

use super::roles::Evidence;
use super::turns::Turns;
use crate::reading::lexicon::MoneyCue;

/// By how much more than the others our speaker sells.
const CLEAR: i32 = 2;

/// On whose side the speakers are, by their index; empty in a text without speakers.
pub(super) struct Sides(Vec<Option<bool>>);

impl Sides {
    /// Whether a speaker is ours, if that is known.
    pub fn of_speaker(&self, speaker: usize) -> Option<bool> {
        self.0.get(speaker).copied().flatten()
    }

    /// By the name of our speaker, else by who sells and who buys.
    pub fn of(turns: &Turns, evidence: &Evidence, our_speaker: Option<&str>) -> Self {
        let mut scores = vec![0_i32; turns.names.len()];
        for (cue, span) in &evidence.cues {
            let step = match cue {
                MoneyCue::Seller => 2,
                MoneyCue::Buyer => -1,
                _ => continue,
            };
            let speaker = turns.lines.get(turns.line_at(span.start)).and_then(|line| line.speaker);
            if let Some(score) = speaker.and_then(|speaker| scores.get_mut(speaker)) {
                *score += step;
            }
        }
        let named = our_speaker.and_then(|ours| turns.names.iter().position(|name| is_same_name(name, ours)));
        let best = named.or_else(|| {
            let best = (0..scores.len()).max_by_key(|at| scores.get(*at).copied())?;
            let score = *scores.get(best)?;
            let next = scores.iter().enumerate().filter(|(at, _)| *at != best).map(|(_, score)| *score).max();
            // Who asks like a buyer makes a seller of the other.
            (score > 0 || next.is_some_and(|next| score - next >= CLEAR)).then_some(best)
        });
        let Some(best) = best else { return Self(vec![None; scores.len()]) };
        let sides = scores.iter().enumerate().map(|(at, score)| Some(at == best || *score >= 3));
        Self(sides.collect())
    }
}

/// "Dana" is "Dana Reyes".
fn is_same_name(name: &str, other: &str) -> bool {
    let (name, other) = (name.to_lowercase(), other.trim().to_lowercase());
    name == other || name.split_whitespace().next() == other.split_whitespace().next()
}
