//! On whose side the speakers of a recap are: those who sell are ours, those who buy are the client's.

use std::ops::Range;

use super::roles::{Evidence, FAR};
use super::turns::{Turns, is_same_name};
use crate::reading::lexicon::MoneyCue;

/// By how much more than the others our speaker sells.
const CLEAR: i32 = 2;

/// On whose side the speakers are, by their index; empty in a text without speakers.
#[derive(Debug)]
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
        let sides = scores.iter().enumerate().map(|(at, score)| {
            // Who sells beside our speaker may be a colleague.
            let sells = *score >= 3;
            if at == best { Some(true) } else { Some(sells).filter(|_| !sells || named.is_none()) }
        });
        Self(sides.collect())
    }
}

/// Marks the names of those who, by the notes, send what a seller sends: "Naomi: proposal by Thursday".
pub(super) fn name_us(turns: &Turns, cues: &mut Vec<(MoneyCue, Range<usize>)>) {
    let mut names: Vec<&str> = Vec::new();
    for (_, span) in cues.iter().filter(|(cue, _)| *cue == MoneyCue::Deliverable) {
        let line = turns.lines.get(turns.line_at(span.start)).map_or(0..0, |line| line.span.clone());
        let text = turns.body.get(line.start..span.start).unwrap_or_default();
        let first =
            text.split(|c: char| !c.is_alphabetic()).find(|word| !word.is_empty()).unwrap_or_default();
        let behind = text.split_once(first).map_or("", |(_, behind)| behind.trim_start());
        let from =
            cues.partition_point(|(_, other)| other.start < line.start.max(span.start.saturating_sub(FAR)));
        let mut before =
            cues.get(from..).unwrap_or_default().iter().take_while(|(_, other)| other.start < span.start);
        let acts = behind.starts_with([':', '\u{2013}', '\u{2014}', '\u{2192}', '-'])
            || before.any(|(cue, _)| *cue == MoneyCue::Sends);
        let is_name = first.starts_with(char::is_uppercase) && first.chars().skip(1).any(char::is_lowercase);
        if is_name && acts && !names.contains(&first) && names.len() < 5 {
            names.push(first);
        }
    }
    for name in names {
        cues.extend(turns.body.match_indices(name).map(|(at, _)| (MoneyCue::OurName, at..at + name.len())));
    }
    cues.sort_by_key(|(_, span)| span.start);
}
