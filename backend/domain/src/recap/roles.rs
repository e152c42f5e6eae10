//! Whose money an amount is: the phrases around it are found and weighed, and what is said of it beyond that
//! follows rules.
//!
//! Each phrase of the lexicon counts once, and more the nearer it stands.

use std::ops::Range;

use rust_decimal::Decimal;

use super::amounts::{AmountRole, MentionReason, RecapAmount};
use super::counting;
use super::features::{Context, Cues, OURS, PLAIN, features, score};
use super::nearby;
use super::quantity;
use super::repeating;
use super::sections::{Section, sections};
use super::segment::segment;
use super::settle;
use super::sides::{Sides, name_us};
use super::tables::Row;
use super::totals;
use super::turns::Turns;
use crate::{
    pricing::Cadence,
    reading::{
        charge::Role,
        lexicon::{Language, MoneyCue, lexicon},
        token::tokens,
        units::{Is, Unit},
    },
};

/// Certain from this margin on.
const SURE: i32 = 100;
/// Certain from this margin on where the text names no money of others.
const LIKELY: i32 = 10;
/// Proposed from this margin on where the text names no money of others.
const ALONE: i32 = -100;
/// Bytes from the start of a row within which a word for a sum makes it one.
const SUM_WITHIN: usize = 12;
/// The weight of a phrase behind the sentence of an amount that leaves it to the client.
const LEFT_OPEN: i32 = 2;
/// Bytes within which a phrase is near.
const NEAR: usize = 60;
/// Bytes beyond which a phrase of the sentence says nothing.
pub(super) const FAR: usize = 160;

/// The cues for money that we do not charge, and why.
pub(super) const REASONS: [(MoneyCue, MentionReason); 11] = [
    (MoneyCue::Budget, MentionReason::TheirBudget),
    (MoneyCue::Competitor, MentionReason::Competitor),
    (MoneyCue::Past, MentionReason::PastPrice),
    (MoneyCue::Revenue, MentionReason::Revenue),
    (MoneyCue::Saving, MentionReason::Saving),
    (MoneyCue::Cost, MentionReason::Cost),
    (MoneyCue::Salary, MentionReason::Salary),
    (MoneyCue::Stock, MentionReason::Stock),
    (MoneyCue::Fine, MentionReason::Fine),
    (MoneyCue::Counter, MentionReason::Counter),
    (MoneyCue::Other, MentionReason::Unclear),
];

/// Whether a cue speaks of money that we do not charge.
pub(super) fn is_of_others(cue: MoneyCue) -> bool {
    REASONS.iter().any(|(other, _)| *other == cue)
}

/// The phrases of a recap that say what its amounts are for.
pub(super) struct Evidence {
    /// In the order of the text.
    pub cues: Vec<(MoneyCue, Range<usize>)>,
    /// The section of each line, by its heading.
    sections: Vec<Section>,
    /// Whether a section of our prices has a title of its own.
    has_our_section: bool,
}

/// What the words around an amount come to.
#[expect(clippy::struct_excessive_bools, reason = "independent observations of one amount, none a state")]
#[derive(Debug, Clone, Copy)]
pub(super) struct Verdict {
    pub role: AmountRole,
    /// The score of its features, for a price of ours.
    pub margin: i32,
    /// Said to be a former price.
    pub older: bool,
    /// Said to take the place of another.
    pub replaces: bool,
    /// Said to be one of several to choose from.
    pub choice: bool,
    /// Said to be a sum or a repetition.
    pub total: bool,
}

impl Verdict {
    /// For a figure of which only a sum says that it is a price.
    pub fn proved() -> Self {
        Self {
            role: AmountRole::Price,
            margin: 0,
            older: false,
            replaces: false,
            choice: false,
            total: false,
        }
    }
}

impl Evidence {
    pub fn of(turns: &Turns, prose: &str, language: Language) -> Self {
        let mut cues: Vec<(MoneyCue, Range<usize>)> = Vec::new();
        for line in &turns.lines {
            let text = turns.body.get(line.span.clone()).unwrap_or_default();
            let own = if text.len() > 30 { Language::of(text) } else { language };
            let tokens = tokens(text, language);
            let languages = [language, own];
            let both = || languages.iter().take(1 + usize::from(own != language));
            // What tells who speaks and what names a section stand beside what is said of money.
            let mut ends = [0; 3];
            for at in 0..tokens.len() {
                let rest = tokens.get(at..).unwrap_or_default();
                let Some(first) = rest.first() else { break };
                let found: Vec<(MoneyCue, usize)> =
                    both().flat_map(|language| lexicon(*language).cues_at(rest)).collect();
                for (group, end) in (0..).zip(&mut ends) {
                    let found = || found.iter().filter(|(cue, _)| group_of(*cue) == group);
                    // Of phrases that begin together the longest counts; one within a longer phrase is part
                    // of that.
                    let length = found().map(|(_, length)| *length).max().unwrap_or_default();
                    let Some(last) =
                        length.checked_sub(1).and_then(|last| rest.get(last)).map(|last| last.span.end)
                    else {
                        continue;
                    };
                    if last > *end {
                        let span = line.span.start + first.span.start..line.span.start + last;
                        cues.extend(
                            found().filter(|(_, own)| *own == length).map(|(cue, _)| (*cue, span.clone())),
                        );
                    }
                    *end = last.max(*end);
                }
            }
        }
        cues.sort_by_key(|(_, span)| span.start);
        name_us(turns, &mut cues);
        let (sections, has_our_section) = sections(turns, prose, &cues);
        Self { cues, sections, has_our_section }
    }

    /// The cues that lie within a range of bytes.
    pub(super) fn within(&self, range: Range<usize>) -> impl Iterator<Item = &(MoneyCue, Range<usize>)> {
        let from = self.cues.partition_point(|(_, span)| span.start < range.start);
        self.cues.get(from..).unwrap_or_default().iter().take_while(move |(_, span)| span.start < range.end)
    }

    fn section(&self, line: usize) -> Section {
        self.sections.get(line).copied().unwrap_or_default()
    }

    /// Whether a line stands below a heading of our prices.
    pub fn is_ours_below(&self, line: usize) -> bool {
        self.section(line) == Section::Ours
    }

    /// Whether some words say that a price is not settled.
    pub fn is_open(&self, words: Range<usize>) -> bool {
        self.within(words).any(|(cue, _)| *cue == MoneyCue::Open)
    }

    /// Whether one of some cues stands closely before a byte.
    pub fn near_before(&self, byte: usize, cues: &[MoneyCue]) -> bool {
        self.within(byte.saturating_sub(24)..byte).any(|(cue, span)| cues.contains(cue) && span.end <= byte)
    }

    /// Decides what the amounts are for.
    pub fn decide(
        &self,
        turns: &Turns,
        units: &[Unit],
        sides: &Sides,
        amounts: &mut Vec<RecapAmount>,
        bare: Vec<RecapAmount>,
    ) {
        let places: Vec<Range<usize>> = amounts.iter().map(|amount| amount.place.span.clone()).collect();
        let spans: Vec<Range<usize>> = amounts
            .iter()
            .map(|amount| amount.charge.as_ref().map_or(0..0, |charge| charge.span.clone()))
            .collect();
        let mut verdicts = Vec::with_capacity(amounts.len());
        let rows = turns.rows();
        let cues: Vec<(Cues, usize)> = amounts
            .iter()
            .enumerate()
            .map(|(at, amount)| {
                let before =
                    at.checked_sub(1).and_then(|before| places.get(before)).map_or(0, |before| before.end);
                let after = places.get(at + 1).map_or(usize::MAX, |after| after.start);
                let beside = [at.checked_sub(1), Some(at + 1)]
                    .map(|other| other.and_then(|other| spans.get(other)).cloned().unwrap_or_default());
                let next = amounts.get(at + 1).map_or(usize::MAX, |next| next.place.sentence.start);
                let mut cues = self.weights(turns, units, amount, before..after, &beside);
                if self.is_left_open(turns, amount, next) {
                    let weight = cues.entry(MoneyCue::Optional).or_default();
                    *weight = (*weight).max(LEFT_OPEN);
                }
                (cues, rows.get(amount.place.line).copied().unwrap_or_default())
            })
            .collect();
        let names_others = cues.iter().flat_map(|(cues, _)| cues.keys()).any(|cue| is_of_others(*cue));
        for (at, amount) in amounts.iter_mut().enumerate() {
            let line = turns.lines.get(amount.place.line);
            let context = Context {
                line,
                side: line.and_then(|line| line.speaker).and_then(|speaker| sides.of_speaker(speaker)),
                section: self.section(amount.place.line),
                has_our_section: self.has_our_section,
                is_transcript: turns.is_transcript,
                at,
                all: &cues,
                names_others,
            };
            let is_entry = line.is_some_and(|line| line.bullet);
            amount.features =
                [features(amount, &context), nearby::words(units, &amount.place, is_entry)].concat();
            let verdict = judge(amount, &context);
            (amount.role, amount.sure) =
                (verdict.role, verdict.margin >= if names_others { SURE } else { LIKELY });
            verdicts.push(verdict);
        }
        self.offer_choices(turns, amounts);
        settle::replaced(amounts, &verdicts);
        settle::staged(amounts);
        let counts = quantity::counts(units);
        quantity::complete(amounts, units, &counts);
        counting::choose(amounts, units, &counts);
        settle::multiplied(amounts, units);
        settle::times_named(amounts);
        totals::proved(amounts, &mut verdicts, bare, units, &counts);
        settle::restated(amounts, &verdicts, units);
        let unexplained = repeating::decide(amounts);
        if self.has_open_counter(turns, units, sides) {
            for amount in amounts.iter_mut() {
                amount.sure = false;
            }
        }
        for (amount, verdict) in amounts.iter_mut().zip(&verdicts) {
            amount.clear = match amount.role {
                AmountRole::Mentioned(
                    MentionReason::Superseded | MentionReason::Restated | MentionReason::NotOrdered,
                ) => true,
                AmountRole::Mentioned(_) => verdict.margin <= -SURE,
                _ => amount.sure,
            };
        }
        for at in unexplained {
            if let Some(amount) = amounts.get_mut(at) {
                amount.clear = false;
            }
        }
    }

    /// Whether the client names another price and the text leaves it at that.
    fn has_open_counter(&self, turns: &Turns, units: &[Unit], sides: &Sides) -> bool {
        let is_figure = |unit: &Unit| matches!(unit.is, Is::Number { .. } | Is::Money { .. });
        self.cues.iter().filter(|(cue, _)| *cue == MoneyCue::Counter).any(|(_, span)| {
            let Some(line) = turns.lines.get(turns.line_at(span.start)).filter(|line| line.quoted == 0)
            else {
                return false;
            };
            let from = units.partition_point(|unit| unit.span.start < span.end);
            let mut behind = units
                .get(from..)
                .unwrap_or_default()
                .iter()
                .take(4)
                .take_while(|unit| unit.span.end <= line.span.end);
            let is_open = self.within(line.span.clone()).any(|(cue, _)| *cue == MoneyCue::Open);
            let asks = is_open || turns.body.get(line.span.clone()).is_some_and(|text| text.contains('?'));
            let theirs = line.speaker.and_then(|speaker| sides.of_speaker(speaker)) == Some(false);
            (asks || theirs) && behind.any(is_figure)
        })
    }

    /// How strongly each cue speaks of an amount. `free` lies between the amounts before and behind it,
    /// `beside` are the clauses of these.
    fn weights(
        &self,
        turns: &Turns,
        units: &[Unit],
        amount: &RecapAmount,
        free: Range<usize>,
        beside: &[Range<usize>],
    ) -> Cues {
        let mut weights = Cues::new();
        let place = &amount.place;
        let segment = segment(units, amount);
        let line = turns.lines.get(place.line).map_or(0..0, |line| line.span.clone());
        let from = line.start.max(place.span.start.saturating_sub(2 * FAR));
        for (cue, span) in self.within(from..line.end.min(place.sentence.end).min(place.span.end + FAR)) {
            let is_before = span.end <= place.span.start;
            if !is_before && span.start < place.span.end {
                continue;
            }
            if !is_before && *cue == MoneyCue::Them {
                continue;
            }
            // "Frame 300, album 40 if they want it": what stands behind the next amount is said of that.
            if span.start > free.end
                && matches!(cue, MoneyCue::Optional | MoneyCue::NotOrdered | MoneyCue::Deposit)
            {
                continue;
            }
            let distance = if is_before { place.span.start - span.end } else { span.start - place.span.end };
            let in_sentence = place.sentence.contains(&span.start);
            // What stands right behind another amount or in its clause is said of that one.
            let is_own = amount.charge.as_ref().is_some_and(|charge| charge.span.contains(&span.start));
            // "Garden care: 390 a month, agreed"
            let in_segment = segment.contains(&span.start) || (*cue == MoneyCue::Accepted && is_own);
            let is_of_other = !is_own && beside.iter().any(|clause| clause.contains(&span.start));
            let crosses = span.start <= free.start.saturating_add(1) || span.end > free.end || is_of_other;
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

    /// "That would be another $620. You can decide after the wedding.": whether what is said before the
    /// sentence of the next amount leaves it to the client; in a transcript the client may say so.
    fn is_left_open(&self, turns: &Turns, amount: &RecapAmount, next: usize) -> bool {
        let place = &amount.place;
        let last = if turns.is_transcript { place.line + 1 } else { place.line };
        let end = turns.lines.get(last).or(turns.lines.get(place.line)).map_or(0, |line| line.span.end);
        let behind = place.sentence.end..end.min(next).min(place.sentence.end + FAR);
        behind.start < behind.end && self.within(behind).any(|(cue, _)| *cue == MoneyCue::Optional)
    }

    /// Whether the row of a table begins with a word for a sum.
    pub fn is_sum(&self, row: &Row) -> bool {
        let first = row.amounts.first().map_or(row.span.end, |(span, _, _)| span.start);
        self.within(row.span.start..first.min(row.span.start + SUM_WITHIN))
            .any(|(cue, _)| *cue == MoneyCue::Restated)
    }

    /// "What they pay now | per month": whose money the rows below a header are.
    pub fn reason_of_header(&self, row: &Row) -> Option<MentionReason> {
        let says = |wanted: MoneyCue| self.within(row.span.clone()).any(|(cue, _)| *cue == wanted);
        REASONS
            .into_iter()
            .filter(|(_, reason)| *reason != MentionReason::Unclear)
            .find(|(cue, _)| says(*cue))
            .map(|(_, reason)| reason)
    }

    /// What the row of a table is for.
    pub fn role_of_row(&self, row: &Row) -> AmountRole {
        let has = |wanted: &[MoneyCue]| self.within(row.span.clone()).any(|(cue, _)| wanted.contains(cue));
        if row.amounts.is_empty() || row.is_header {
            return AmountRole::Mentioned(MentionReason::Unclear);
        }
        let mut reasons = REASONS
            .into_iter()
            .filter(|(cue, _)| *cue != MoneyCue::Counter)
            .chain([(MoneyCue::NotOrdered, MentionReason::NotOrdered)]);
        if let Some((_, reason)) =
            reasons.find(|(cue, _)| has(&[*cue])).filter(|_| !row.priced || !has(&[MoneyCue::Accepted]))
        {
            return AmountRole::Mentioned(reason);
        }
        if let Section::Other(Some(reason)) = self.section(row.line) {
            return AmountRole::Mentioned(reason);
        }
        if has(&[MoneyCue::Optional]) {
            return AmountRole::Option;
        }
        if row.priced { AmountRole::Price } else { AmountRole::Mentioned(MentionReason::Unclear) }
    }
}

/// What an amount is for, and by what margin.
fn judge(amount: &RecapAmount, context: &Context<'_>) -> Verdict {
    let of = |cue: MoneyCue| {
        context.all.get(context.at).and_then(|(cues, _)| cues.get(&cue)).copied().unwrap_or_default()
    };
    let charge = amount.charge.as_ref();
    let mut reasons = REASONS.map(|(cue, reason)| (reason, of(cue)));
    for (reason, weight) in &mut reasons {
        if context.section == Section::Other(Some(*reason)) {
            *weight = (*weight).max(3);
        }
    }
    let (reason, theirs) = reasons
        .into_iter()
        .max_by_key(|(reason, weight)| (*weight, *reason != MentionReason::Unclear))
        .unwrap_or((MentionReason::Unclear, 0));
    let reason = match reason {
        // "My price was $4,900 at first"
        _ if theirs == 0 && of(MoneyCue::Superseded) >= PLAIN => MentionReason::Superseded,
        _ if theirs == 0 && context.side == Some(false) => MentionReason::Counter,
        _ if theirs == 0 => MentionReason::Unclear,
        // "Last winter a repair cost us 2,700."
        MentionReason::Cost if of(MoneyCue::Past) >= 3 => MentionReason::PastPrice,
        reason => reason,
    };
    let is_optional = of(MoneyCue::Optional) >= 2 || charge.is_some_and(|charge| charge.optional);
    let of_ours = match charge.map(|charge| charge.role) {
        Some(Role::Discount) => AmountRole::Discount,
        Some(Role::Deposit) => AmountRole::Deposit,
        _ if of(MoneyCue::Deposit) >= 3 => AmountRole::Deposit,
        Some(Role::Tax) => AmountRole::Mentioned(MentionReason::Restated),
        Some(Role::Rest)
            if of(MoneyCue::Ours) < 3 && charge.is_some_and(|charge| charge.cadence == Cadence::Once) =>
        {
            AmountRole::Mentioned(MentionReason::Restated)
        }
        // "After that 60 a month" begins when the work is done.
        _ if of(MoneyCue::NotOrdered) >= 3 && charge.is_none_or(|charge| charge.cadence == Cadence::Once) => {
            AmountRole::Mentioned(MentionReason::NotOrdered)
        }
        // "$175 an hour if needed": no hours are ordered.
        _ if is_optional
            && charge.is_some_and(|charge| {
                charge.per.is_some() && charge.quantity == Decimal::ONE && charge.cadence == Cadence::Once
            }) =>
        {
            AmountRole::Mentioned(MentionReason::NotOrdered)
        }
        _ if is_optional => AmountRole::Option,
        _ if charge.is_some_and(|charge| charge.either) => AmountRole::Alternative,
        _ => AmountRole::Price,
    };
    let margin = score(&amount.features);
    // "They asked if we could do it for $1,800 instead."
    let is_counter =
        of(MoneyCue::Counter) >= PLAIN && of(MoneyCue::Accepted) == 0 && reason == MentionReason::Counter;
    // A heading says whose money is below it, unless the line itself says otherwise.
    let is_below_theirs =
        matches!(context.section, Section::Other(Some(_))) && OURS.iter().all(|cue| of(*cue) < PLAIN);
    let least = if context.names_others || context.side == Some(false) { 0 } else { ALONE };
    let open = of(MoneyCue::Open) >= 2;
    Verdict {
        role: if margin > least && !is_counter && !is_below_theirs {
            of_ours
        } else {
            match of_ours {
                AmountRole::Mentioned(MentionReason::NotOrdered) if reason == MentionReason::Unclear => {
                    of_ours
                }
                _ => AmountRole::Mentioned(reason),
            }
        },
        margin: if open { margin.min(0) } else { margin },
        older: of(MoneyCue::Superseded) >= 3,
        replaces: of(MoneyCue::Replaces) >= 3,
        choice: of(MoneyCue::Choice) >= 3,
        total: of(MoneyCue::Restated) >= 3,
    }
}

/// The cues of one group hide each other where one is part of another.
fn group_of(cue: MoneyCue) -> u8 {
    match cue {
        MoneyCue::Seller | MoneyCue::Buyer => 1,
        MoneyCue::OurSection | MoneyCue::OtherSection => 2,
        _ => 0,
    }
}

/// What often stands behind its amount.
fn is_told_behind(cue: MoneyCue) -> bool {
    matches!(
        cue,
        MoneyCue::Accepted | MoneyCue::Optional | MoneyCue::Open | MoneyCue::Revenue | MoneyCue::Past
    )
}
