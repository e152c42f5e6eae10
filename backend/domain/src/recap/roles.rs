//! Whose money an amount is: the words around it are weighed for and against a price of ours.
//!
//! Each phrase of the lexicon counts once, and more the nearer it stands. An amount is ours if what speaks for it
//! outweighs what speaks against it by a margin; below the margin it is in doubt.

use std::collections::HashMap;
use std::ops::Range;

use rust_decimal::Decimal;

use super::amounts::{AmountRole, MentionReason, RecapAmount};
use super::tables::Row;
use super::turns::Turns;
use crate::reading::{
    charge::Role,
    lexicon::{Cue, Language, lexicon},
    token::tokens,
    units::{Is, Unit},
};

/// Certain from this margin on.
const SURE: i32 = 4;
/// Likely from this margin on.
const LIKELY: i32 = 2;
/// Bytes within which a phrase is near.
const NEAR: usize = 60;
/// Bytes beyond which a phrase of the sentence says nothing.
const FAR: usize = 160;

/// The phrases of a recap that say what its amounts are for.
pub(super) struct Evidence {
    /// In the order of the text.
    cues: Vec<(Cue, Range<usize>)>,
    /// The section of each line, by its heading: ours, or another.
    sections: Vec<Option<bool>>,
}

/// On whose side the speakers are, by their index; empty in a text without speakers.
pub(super) struct Sides(Vec<Option<bool>>);

impl Evidence {
    pub fn of(turns: &Turns, prose: &str, language: Language) -> Self {
        let mut cues: Vec<(Cue, Range<usize>)> = Vec::new();
        for line in &turns.lines {
            let text = turns.body.get(line.span.clone()).unwrap_or_default();
            let own = if text.len() > 30 { Language::of(text) } else { language };
            let tokens = tokens(text, language);
            let languages = [language, own];
            let mut end = 0;
            for at in 0..tokens.len() {
                let rest = tokens.get(at..).unwrap_or_default();
                let Some(first) = rest.first() else { break };
                let mut longest = 0;
                for (cue, length) in
                    languages.iter().take(1 + usize::from(own != language)).flat_map(|language| lexicon(*language).cues_at(rest))
                {
                    let Some(last) = rest.get(length - 1).map(|last| last.span.end) else { continue };
                    // A phrase within a longer one is part of that.
                    if last > end || first.span.start >= end {
                        cues.push((cue, line.span.start + first.span.start..line.span.start + last));
                        longest = longest.max(last);
                    }
                }
                end = end.max(longest);
            }
        }
        let sections = sections(turns, prose, &cues);
        Self { cues, sections }
    }

    /// The cues that lie within a range of bytes.
    fn within(&self, range: Range<usize>) -> impl Iterator<Item = &(Cue, Range<usize>)> {
        let from = self.cues.partition_point(|(_, span)| span.start < range.start);
        self.cues.get(from..).unwrap_or_default().iter().take_while(move |(_, span)| span.start < range.end)
    }

    /// Whether one of some cues stands closely before a byte.
    pub fn near_before(&self, byte: usize, cues: &[Cue]) -> bool {
        self.within(byte.saturating_sub(24)..byte).any(|(cue, span)| cues.contains(cue) && span.end <= byte)
    }

    /// Decides what the amounts are for.
    pub fn decide(&self, turns: &Turns, units: &[Unit], sides: &Sides, amounts: &mut [RecapAmount]) {
        let places: Vec<Range<usize>> = amounts.iter().map(|amount| amount.place.span.clone()).collect();
        let has_our_section = self.sections.contains(&Some(true));
        let mut margins = Vec::with_capacity(amounts.len());
        for (at, amount) in amounts.iter_mut().enumerate() {
            let before = at.checked_sub(1).and_then(|before| places.get(before)).map_or(0, |before| before.end);
            let after = places.get(at + 1).map_or(usize::MAX, |after| after.start);
            let weights = self.weights(turns, units, amount, before..after);
            let (role, margin) = self.judge(turns, sides, amount, &weights, has_our_section);
            (amount.role, amount.sure) = (role, margin >= SURE);
            margins.push(margin);
        }
        lift_neighbours(amounts, &margins);
        settle(amounts);
    }

    /// How strongly each cue speaks of an amount. `free` lies between the amounts before and behind it.
    fn weights(&self, turns: &Turns, units: &[Unit], amount: &RecapAmount, free: Range<usize>) -> HashMap<Cue, i32> {
        let mut weights: HashMap<Cue, i32> = HashMap::new();
        let place = &amount.place;
        let segment = segment(units, amount);
        let line = turns.lines.get(place.line).map_or(0..0, |line| line.span.clone());
        let from = line.start.max(place.sentence.start.saturating_sub(FAR));
        for (cue, span) in self.within(from..line.end.min(place.sentence.end)) {
            let is_before = span.end <= place.span.start;
            if !is_before && span.start < place.span.end {
                continue;
            }
            let distance = if is_before { place.span.start - span.end } else { span.start - place.span.end };
            let in_sentence = place.sentence.contains(&span.start);
            let in_segment = segment.contains(&span.start);
            let crosses = span.start < free.start || span.end > free.end;
            let weight = match (in_segment, in_sentence) {
                _ if distance > FAR => 0,
                (true, _) => 4 + i32::from(distance <= 12) - i32::from(distance > NEAR),
                (false, true) => 2 - i32::from(distance > NEAR),
                (false, false) => i32::from(distance <= NEAR),
            };
            let weight = weight - 2 * i32::from(crosses) - i32::from(!is_before && !is_told_behind(*cue));
            if weight > 0 {
                let known = weights.entry(*cue).or_default();
                *known = (*known).max(weight);
            }
        }
        weights
    }

    /// What an amount is for, and by what margin.
    fn judge(
        &self,
        turns: &Turns,
        sides: &Sides,
        amount: &RecapAmount,
        weights: &HashMap<Cue, i32>,
        has_our_section: bool,
    ) -> (AmountRole, i32) {
        let of = |cue: Cue| weights.get(&cue).copied().unwrap_or_default();
        let line = turns.lines.get(amount.place.line);
        let speaker = line.and_then(|line| line.speaker);
        let side = speaker.and_then(|speaker| sides.0.get(speaker).copied().flatten());
        let spoken = match (speaker, side) {
            (_, Some(true)) => 5,
            (_, Some(false)) => -5,
            _ => 0,
        };
        // A quoted mail is older than what stands above it.
        let quoted = if line.is_some_and(|line| line.quoted > 0) { -3 } else { 0 };
        let section = match self.sections.get(amount.place.line).copied().flatten() {
            Some(true) => 4,
            _ if has_our_section => -2,
            _ => 0,
        };
        let charge = amount.charge.as_ref();
        let is_rated = charge.is_some_and(|charge| charge.unit.is_some() || charge.per.is_some() || charge.quantity != Decimal::ONE);
        let form = i32::from(is_rated) + i32::from(amount.currency.is_some());
        let huge = if amount.value >= Decimal::from(1_000_000) { 6 } else { 0 };
        let reasons = [
            (MentionReason::TheirBudget, of(Cue::Budget)),
            (MentionReason::Competitor, of(Cue::Competitor)),
            (MentionReason::PastPrice, of(Cue::Past)),
            (MentionReason::Revenue, of(Cue::Revenue)),
            (MentionReason::Saving, of(Cue::Saving)),
            (MentionReason::Cost, of(Cue::Cost)),
            (MentionReason::Salary, of(Cue::Salary)),
            (MentionReason::Stock, of(Cue::Stock)),
            (MentionReason::Fine, of(Cue::Fine)),
            (MentionReason::Counter, of(Cue::Counter)),
            (MentionReason::Unclear, of(Cue::Other).max(of(Cue::Them).min(3))),
        ];
        let (reason, theirs) = reasons
            .into_iter()
            .max_by_key(|(reason, weight)| (*weight, *reason != MentionReason::Unclear))
            .unwrap_or((MentionReason::Unclear, 0));
        let others = reasons.iter().filter(|(_, weight)| *weight > 0).count();
        let theirs = theirs + i32::from(others > 1) + huge;
        let ours = spoken + quoted + section + form + of(Cue::Ours) + of(Cue::Accepted);
        let margin = ours - theirs;
        if margin < LIKELY {
            let reason = if theirs == 0 && side == Some(false) { MentionReason::Counter } else { reason };
            return (AmountRole::Mentioned(reason), margin);
        }
        let role = match charge.map(|charge| charge.role) {
            Some(Role::Discount) => AmountRole::Discount,
            Some(Role::Deposit) => AmountRole::Deposit,
            Some(Role::Total | Role::Parts | Role::Rest | Role::Tax) => AmountRole::Mentioned(MentionReason::Restated),
            _ if of(Cue::NotOrdered) >= 3 => AmountRole::Mentioned(MentionReason::NotOrdered),
            _ if of(Cue::Optional) >= 2 || charge.is_some_and(|charge| charge.optional) => AmountRole::Option,
            _ if charge.is_some_and(|charge| charge.either) => AmountRole::Alternative,
            _ => AmountRole::Price,
        };
        let open = if of(Cue::Open) >= 2 { SURE } else { 0 };
        (role, (margin - open).max(LIKELY))
    }

    /// What the row of a table is for.
    pub fn role_of_row(&self, row: &Row) -> AmountRole {
        let has = |wanted: &[Cue]| self.within(row.span.clone()).any(|(cue, _)| wanted.contains(cue));
        if row.amounts.is_empty() || row.is_header {
            return AmountRole::Mentioned(MentionReason::Unclear);
        }
        let reasons = [
            (Cue::Budget, MentionReason::TheirBudget),
            (Cue::Competitor, MentionReason::Competitor),
            (Cue::Past, MentionReason::PastPrice),
            (Cue::Revenue, MentionReason::Revenue),
            (Cue::Saving, MentionReason::Saving),
            (Cue::Cost, MentionReason::Cost),
            (Cue::Salary, MentionReason::Salary),
            (Cue::Stock, MentionReason::Stock),
            (Cue::Fine, MentionReason::Fine),
            (Cue::Other, MentionReason::Unclear),
            (Cue::NotOrdered, MentionReason::NotOrdered),
        ];
        if let Some((_, reason)) = reasons.into_iter().find(|(cue, _)| has(&[*cue])).filter(|_| !row.priced || !has(&[Cue::Accepted])) {
            return AmountRole::Mentioned(reason);
        }
        if has(&[Cue::Optional]) {
            return AmountRole::Option;
        }
        if row.priced { AmountRole::Price } else { AmountRole::Mentioned(MentionReason::Unclear) }
    }
}

/// What often stands behind its amount.
fn is_told_behind(cue: Cue) -> bool {
    matches!(cue, Cue::Accepted | Cue::Optional | Cue::Open | Cue::Revenue | Cue::Past)
}

/// The part of a sentence around an amount: up to a comma, a dash, a bracket, a word that begins another clause.
fn segment(units: &[Unit], amount: &RecapAmount) -> Range<usize> {
    let place = &amount.place;
    let at = units.partition_point(|unit| unit.span.start < place.span.start);
    let cuts = |at: &usize| {
        units
            .get(*at)
            .is_some_and(|unit| matches!(unit.is, Is::Mark(',' | '(' | ')' | '\u{2192}' | ':' | '=')) || is_spaced_dash(units, *at, unit))
    };
    let start = (0..at)
        .rev()
        .take(60)
        .find(cuts)
        .and_then(|cut| units.get(cut))
        .map_or(place.sentence.start, |unit| unit.span.end.max(place.sentence.start));
    let end = (at + 1..units.len())
        .take(60)
        .find(cuts)
        .and_then(|cut| units.get(cut))
        .map_or(place.sentence.end, |unit| unit.span.start.min(place.sentence.end));
    start..end
}

fn is_spaced_dash(units: &[Unit], at: usize, unit: &Unit) -> bool {
    matches!(unit.is, Is::Mark('-' | '\u{2013}' | '\u{2014}')) && unit.spaced && units.get(at + 1).is_some_and(|next| next.spaced)
}

/// The sections of the lines: a short line with the name of one begins it, the next such line ends it.
fn sections(turns: &Turns, prose: &str, cues: &[(Cue, Range<usize>)]) -> Vec<Option<bool>> {
    let mut sections = Vec::with_capacity(turns.lines.len());
    let mut current = None;
    for line in &turns.lines {
        let text = prose.get(line.span.clone()).unwrap_or_default().trim();
        let title = text.trim_end_matches([':', '*', ' ', '.']);
        let head = title.split([':', '.', '*']).next().unwrap_or_default();
        let from = cues.partition_point(|(_, span)| span.start < line.span.start);
        let named = cues.get(from..).unwrap_or_default().iter().take_while(|(_, span)| span.end <= line.span.start + head.len() + 2);
        let named = named.filter(|(cue, span)| matches!(cue, Cue::OurSection | Cue::OtherSection) && span.len() + 4 >= head.len()).last();
        let named = named.map(|(cue, _)| *cue == Cue::OurSection);
        let is_title = title.len() <= 40 && !title.chars().any(|c| c.is_ascii_digit()) && !line.bullet;
        if is_title
            && (named.is_some() || line.heading || text.ends_with(':') || line.after_blank && text.len() < 24 && !text.ends_with('.'))
        {
            current = named;
            sections.push(None);
        } else if named == Some(true) && title.len() > head.len() {
            // "Price: 3 payments of $2,400"
            sections.push(Some(true));
        } else {
            sections.push(current);
        }
    }
    sections
}

/// A line beside a sure price of ours is likelier to be one too.
fn lift_neighbours(amounts: &mut [RecapAmount], margins: &[i32]) {
    let sure: Vec<usize> =
        amounts.iter().filter(|amount| amount.sure && amount.role == AmountRole::Price).map(|amount| amount.place.line).collect();
    for (amount, margin) in amounts.iter_mut().zip(margins) {
        let line = amount.place.line;
        let beside = sure.iter().any(|other| *other != line && other.abs_diff(line) <= 1);
        if !amount.sure && beside && *margin >= 1 {
            amount.sure |= margin + 2 >= SURE;
            if matches!(amount.role, AmountRole::Mentioned(MentionReason::Unclear)) {
                amount.role = AmountRole::Price;
            }
        }
    }
}

/// Finds amounts that repeat or replace others of ours.
fn settle(amounts: &mut [RecapAmount]) {
    for at in 0..amounts.len() {
        let Some(amount) = amounts.get(at) else { break };
        if amount.role != AmountRole::Price {
            continue;
        }
        let value = amount.value;
        let ours = || {
            amounts.iter().enumerate().filter(|(other, amount)| *other != at && amount.role == AmountRole::Price).map(|(_, amount)| amount)
        };
        let total = |amount: &RecapAmount| amount.value * amount.charge.as_ref().map_or(Decimal::ONE, |charge| charge.quantity);
        let repeated = amounts.iter().take(at).any(|other| other.role == AmountRole::Price && other.value == value);
        let product = ours().any(|other| other.value != value && total(other) == value);
        let sum = ours().count() >= 2 && ours().map(total).sum::<Decimal>() == value;
        if repeated || product || sum {
            if let Some(amount) = amounts.get_mut(at) {
                amount.role = AmountRole::Mentioned(MentionReason::Restated);
            }
        }
    }
}

impl Sides {
    /// By the name of our speaker, else by who sells and who buys.
    pub fn of(turns: &Turns, evidence: &Evidence, our_speaker: Option<&str>) -> Self {
        let mut scores = vec![0_i32; turns.names.len()];
        for (cue, span) in &evidence.cues {
            let step = match cue {
                Cue::Seller => 2,
                Cue::Buyer => -1,
                _ => continue,
            };
            let speaker = turns.lines.get(turns.line_at(span.start)).and_then(|line| line.speaker);
            if let Some(score) = speaker.and_then(|speaker| scores.get_mut(speaker)) {
                *score += step;
            }
        }
        let named = our_speaker.and_then(|ours| turns.names.iter().position(|name| is_same_name(name, ours)));
        let best = named.or_else(|| {
            (0..scores.len()).max_by_key(|at| scores.get(*at).copied()).filter(|at| scores.get(*at).is_some_and(|score| *score > 0))
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
