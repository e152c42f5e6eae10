//! The sections of a recap, by their headings: ours name our prices, others say whose money is below them.

use std::ops::Range;

use super::amounts::MentionReason;
use super::labels::{Label, heading};
use super::roles::REASONS;
use super::sentences::Topic;
use super::turns::Turns;
use crate::reading::lexicon::MoneyCue;

/// What a heading says of the lines below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Section {
    #[default]
    None,
    /// They name our prices.
    Ours,
    /// They are about something else; where the heading says about what money, with the reason.
    Other(Option<MentionReason>),
}

/// The sections of the lines: a short line with the name of one begins it, the next such line ends it.
/// Whether one of them is ours.
pub(super) fn sections(
    turns: &Turns,
    prose: &str,
    cues: &[(MoneyCue, Range<usize>)],
) -> (Vec<Section>, bool) {
    let mut has_ours = false;
    let mut sections = Vec::with_capacity(turns.lines.len());
    let mut current = Section::None;
    let mut in_list = false;
    let bullets = turns.lines.iter().skip(1).map(|line| line.bullet).chain([false]);
    for (line, is_list_below) in turns.lines.iter().zip(bullets) {
        // Text below a list is no part of it.
        if in_list && line.after_blank && !line.bullet {
            current = Section::None;
        }
        in_list = line.bullet;
        let text = prose.get(line.span.clone()).unwrap_or_default().trim();
        if text.is_empty() {
            // The row of a table.
            sections.push(current);
            continue;
        }
        let title = text.trim_end_matches([':', '*', ' ', '.']);
        let head = title.split([':', '.', '*']).next().unwrap_or_default();
        let from = cues.partition_point(|(_, span)| span.start < line.span.start);
        let inside: Vec<&(MoneyCue, Range<usize>)> = cues
            .get(from..)
            .unwrap_or_default()
            .iter()
            .take_while(|(_, span)| span.end <= line.span.start + head.len() + 2)
            .collect();
        let names = |(cue, span): &&&(MoneyCue, Range<usize>)| {
            matches!(cue, MoneyCue::OurSection | MoneyCue::OtherSection) && span.len() + 4 >= head.len()
        };
        let money = REASONS
            .into_iter()
            .find(|(cue, _)| inside.iter().any(|(other, _)| other == cue))
            .map(|(_, reason)| reason);
        let is_title = title.len() <= 40 && !title.chars().any(|c| c.is_ascii_digit()) && !line.bullet;
        let is_marked = line.heading
            || text.ends_with(':')
            || line.after_blank && (text.len() < 24 || is_list_below) && !text.ends_with('.');
        let own = match inside.iter().rfind(names) {
            Some((MoneyCue::OurSection, _)) => Section::Ours,
            Some(_) => Section::Other(money),
            None if money.is_some() => Section::Other(money),
            None if is_marked && is_ours(title) => Section::Ours,
            None => Section::None,
        };
        let is_named = own == Section::Ours || inside.iter().any(|cue| names(&cue));
        if is_title && (is_named || is_marked) {
            current = own;
            has_ours |= own == Section::Ours;
            sections.push(Section::None);
        } else if own == Section::Ours && title.len() > head.len() {
            // "Price: 3 payments of $2,400"
            sections.push(Section::Ours);
        } else {
            sections.push(current);
        }
    }
    (sections, has_ours)
}

/// Whether a heading names what we offer: "What I said I'd do".
fn is_ours(title: &str) -> bool {
    matches!(heading(title), Label::Topic(Topic::Solution | Topic::Price, _))
}
