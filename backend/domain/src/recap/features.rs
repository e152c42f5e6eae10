//! What is observed of an amount in a recap, and what that says of whose money it is.
//!
//! Each observation has a weight, which was learned from labelled recaps (`make weights`): a logistic
//! regression, so that a score is the logarithm of the odds for a price of ours.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use rust_decimal::Decimal;

use super::amounts::RecapAmount;
use super::roles::is_of_others;
use super::sections::Section;
use super::turns::Line;
use super::weights::{Observations, WHOLE, Weights};
use crate::{
    pricing::Cadence,
    reading::{charge::Role, lexicon::MoneyCue},
};

/// How strongly each cue speaks of an amount.
pub(super) type Cues = HashMap<MoneyCue, i32>;

/// The cues that say that an amount is a price of ours.
pub(super) const OURS: [MoneyCue; 3] = [MoneyCue::Ours, MoneyCue::OurName, MoneyCue::Accepted];
/// A cue of this weight stands in the clause of the amount.
pub(super) const PLAIN: i32 = 3;

/// The strength of a phrase in tenths, for each step of its weight.
const STEP: i32 = 2;
/// The most amounts that are few.
const FEW: usize = 3;

static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| Weights::parse(include_str!("weights.txt")));

/// Where an amount stands in its recap.
pub(super) struct Context<'r> {
    pub line: Option<&'r Line>,
    /// Whether its speaker is ours, if that is known.
    pub side: Option<bool>,
    pub section: Section,
    /// Whether some section is of our prices.
    pub has_our_section: bool,
    pub is_transcript: bool,
    /// Its place among the amounts.
    pub at: usize,
    /// How strongly the cues speak of each amount of the recap, and its row.
    pub all: &'r [(Cues, usize)],
    /// Whether some of these speak of money that we do not charge.
    pub names_others: bool,
}

/// What is observed of an amount beside which some phrases stand.
pub(super) fn features(amount: &RecapAmount, context: &Context<'_>) -> Observations {
    let named = named_features(amount, context).into_iter();
    named.map(|(name, strength)| (Cow::Borrowed(name), strength)).collect()
}

fn named_features(amount: &RecapAmount, context: &Context<'_>) -> Vec<(&'static str, i32)> {
    let count = context.all.len();
    let mut all = vec![("any amount", WHOLE)];
    let cues = context.all.get(context.at).map(|(cues, _)| cues);
    let own_row = context.all.get(context.at).map_or(0, |(_, row)| *row);
    all.extend(cues.into_iter().flatten().map(|(cue, weight)| ((*cue).into(), weight * STEP)));
    all.sort_unstable();
    let position = if count > 1 { WHOLE * small(context.at) / small(count - 1) } else { WHOLE / 2 };
    let beside = [context.at.checked_sub(1), Some(context.at + 1)]
        .into_iter()
        .flatten()
        .filter_map(|at| context.all.get(at));
    let beside: Vec<&Cues> =
        beside.filter(|(_, row)| row.abs_diff(own_row) <= 1).map(|(cues, _)| cues).collect();
    let strongest = |wanted: &dyn Fn(MoneyCue) -> bool| {
        let named = beside.iter().copied().flatten().filter(|(cue, _)| wanted(**cue));
        named.map(|(_, weight)| weight * STEP).max().unwrap_or_default()
    };
    all.push(("position", position));
    all.push(("beside a price of ours", strongest(&|cue| OURS.contains(&cue))));
    all.push(("beside money of others", strongest(&is_of_others)));
    let is_told = |(cues, _): &(Cues, usize)| {
        OURS.iter().any(|cue| cues.get(cue).is_some_and(|weight| *weight >= PLAIN))
    };
    let told = context.all.iter().filter(|amount| is_told(amount)).count();
    let own = usize::from(context.all.get(context.at).is_some_and(is_told));
    let line = context.line;
    let begins = line.is_some_and(|line| amount.place.span.start < line.span.start + 3);
    let value = amount.value;
    let thousand = Decimal::ONE_THOUSAND;
    let observed = [
        ("told by us", context.is_transcript && context.side == Some(true)),
        ("told by them", context.is_transcript && context.side == Some(false)),
        ("mail of ours", !context.is_transcript && context.side == Some(true)),
        ("mail of theirs", !context.is_transcript && context.side == Some(false)),
        ("transcript", context.is_transcript),
        ("quoted", line.is_some_and(|line| line.quoted > 0)),
        ("section of our prices", context.section == Section::Ours),
        ("section of something else", matches!(context.section, Section::Other(_))),
        ("our prices have another section", context.has_our_section && context.section != Section::Ours),
        ("list", line.is_some_and(|line| line.bullet)),
        ("begins the line", begins),
        ("few amounts", count <= FEW),
        ("no money of others", !context.names_others),
        ("some price is told as ours", told > 0),
        ("another price is told as ours", told > own),
        ("currency", amount.currency.is_some()),
        ("below twenty", value < Decimal::from(20)),
        ("round thousands", value >= thousand && (value % thousand).is_zero()),
        ("fifty thousand", value >= Decimal::from(50_000)),
        ("million", value >= Decimal::from(1_000_000)),
    ];
    all.extend(observed.into_iter().filter(|(_, is_so)| *is_so).map(|(name, _)| (name, WHOLE)));
    let Some(charge) = &amount.charge else { return all };
    let observed = [
        ("rate", charge.per.is_some()),
        ("unit", charge.unit.is_some()),
        ("quantity", charge.quantity != Decimal::ONE),
        ("monthly", charge.cadence == Cadence::Monthly),
        ("quarterly", charge.cadence == Cadence::Quarterly),
        ("yearly", charge.cadence == Cadence::Yearly),
        ("if wanted", charge.optional),
        ("one of several", charge.either),
        ("in brackets", charge.bracketed),
        ("with or without tax", charge.tax_mode.is_some()),
        ("doubtful clause", !charge.doubts.is_empty()),
        ("total", charge.role == Role::Total),
        ("taken off", charge.role == Role::Discount),
        ("paid in advance", charge.role == Role::Deposit),
        ("tax", charge.role == Role::Tax),
        ("equal parts", charge.role == Role::Parts),
        ("rest", charge.role == Role::Rest),
        ("stage", charge.role == Role::Stage),
        ("said again", charge.role == Role::Restated),
        ("not charged", charge.role == Role::Mention),
    ];
    all.extend(observed.into_iter().filter(|(_, is_so)| *is_so).map(|(name, _)| (name, WHOLE)));
    all
}

/// The logarithm of the odds that an amount is a price of ours, in hundredths.
pub(super) fn score(features: &Observations) -> i32 {
    WEIGHTS.score(features)
}

fn small(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX / WHOLE)
}
