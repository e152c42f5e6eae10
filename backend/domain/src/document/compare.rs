//! Compares two versions of a proposal: which blocks were added, removed, changed or moved, and which words.

use poem_openapi::{Enum, Object};
use serde::Serialize;
use similar::{ChangeTag, TextDiff};
use uuid::Uuid;

use super::{
    BlockKind, Section,
    patch::{Content, Patch},
    text,
};
use crate::pricing::render;

/// The change of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Enum)]
#[oai(rename = "BlockChange", rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// The block was added.
    Added,
    /// The block was removed.
    Removed,
    /// The text of the block changed.
    Changed,
    /// The block was moved.
    Moved,
}

/// The change of a piece of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Enum)]
#[oai(rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum Wording {
    /// It is unchanged.
    Same,
    /// It was added.
    Added,
    /// It was removed.
    Removed,
}

/// A piece of text in a comparison.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Object)]
#[oai(rename = "TextRun")]
pub struct Run {
    /// The change.
    pub wording: Wording,
    /// The text, with its spaces and line breaks.
    pub text: String,
}

/// One block in the comparison.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BlockComparison {
    /// The block's id.
    pub block_id: Uuid,
    pub kind: BlockKind,
    /// Its heading, or its last one if it was removed.
    pub title: String,
    /// How it changed.
    pub change: Change,
    /// Its text, heading included.
    pub runs: Vec<Run>,
}

/// Everything that a patch changed in a proposal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Default)]
#[serde(rename_all = "camelCase")]
pub struct Comparison {
    /// The blocks: present ones in the order of the document, then removed ones.
    pub blocks: Vec<BlockComparison>,
    /// The prices as text, if they changed.
    pub pricing: Vec<Run>,
    /// Title and subtitle, if they changed.
    pub titles: Vec<Run>,
}

/// The differences between two contents.
#[must_use]
pub fn between(before: &Content, after: &Content) -> Comparison {
    of(&Patch::between(before, after))
}

/// The changes of a patch, from the patch alone.
#[must_use]
pub fn of(patch: &Patch) -> Comparison {
    let mut blocks: Vec<BlockComparison> = patch
        .blocks
        .iter()
        .filter_map(|change| {
            let shown = change.after.as_ref().or(change.before.as_ref())?;
            let kind = match (&change.before, &change.after) {
                (None, _) => Change::Added,
                (_, None) => Change::Removed,
                _ => Change::Changed,
            };
            let side = |section: Option<&Section>| section.map(words).unwrap_or_default();
            Some(compared(shown, kind, &side(change.before.as_ref()), &side(change.after.as_ref())))
        })
        .collect();
    blocks.extend(patch.moved_blocks.iter().map(|block| BlockComparison {
        block_id: block.id,
        kind: block.kind,
        title: block.title.clone(),
        change: Change::Moved,
        runs: Vec::new(),
    }));
    let pricing = patch.pricing.as_ref().map(|replaced| {
        let side = |table| text(&render::html(table));
        runs(&side(&replaced.before), &side(&replaced.after))
    });
    let title = patch.title.as_ref().map(|replaced| runs(&replaced.before, &replaced.after));
    let subtitle = patch.subtitle.as_ref().map(|replaced| {
        let side = |subtitle: &Option<String>| subtitle.clone().unwrap_or_default();
        runs(&side(&replaced.before), &side(&replaced.after))
    });
    Comparison {
        blocks,
        pricing: pricing.unwrap_or_default(),
        titles: title.into_iter().chain(subtitle).flatten().collect(),
    }
}

fn compared(section: &Section, change: Change, before: &str, after: &str) -> BlockComparison {
    BlockComparison {
        block_id: section.id,
        kind: section.kind,
        title: section.title.clone(),
        change,
        runs: runs(before, after),
    }
}

/// Heading and text, one line per paragraph.
fn words(section: &Section) -> String {
    let body = text(&section.html);
    if section.title.is_empty() { body } else { format!("{}\n{body}", section.title) }
}

/// The most words, and the most lines, of both sides together that are compared. The time grows with the
/// square of the difference, so longer texts are compared in coarser units.
const PIECES_MAX: usize = 4_000;

/// Word by word; in very long texts only within the lines that differ, and beyond that the whole texts.
#[must_use]
pub fn runs(before: &str, after: &str) -> Vec<Run> {
    let mut runs = Vec::new();
    if words_of(before) + words_of(after) <= PIECES_MAX {
        word_by_word(before, after, &mut runs);
        return runs;
    }
    let lines = |text: &str| text.split_inclusive('\n').count();
    if lines(before) + lines(after) > PIECES_MAX {
        replaced(before, after, &mut runs);
        return runs;
    }
    let (mut gone, mut new) = (String::new(), String::new());
    let settle = |gone: &mut String, new: &mut String, runs: &mut Vec<Run>| {
        if words_of(gone) + words_of(new) <= PIECES_MAX {
            word_by_word(gone, new, runs);
        } else {
            replaced(gone, new, runs);
        }
        gone.clear();
        new.clear();
    };
    for change in TextDiff::from_lines(before, after).iter_all_changes() {
        match change.tag() {
            ChangeTag::Equal => {
                settle(&mut gone, &mut new, &mut runs);
                push(&mut runs, Wording::Same, change.value());
            }
            ChangeTag::Delete => gone.push_str(change.value()),
            ChangeTag::Insert => new.push_str(change.value()),
        }
    }
    settle(&mut gone, &mut new, &mut runs);
    runs
}

fn words_of(text: &str) -> usize {
    text.split_whitespace().count()
}

fn word_by_word(before: &str, after: &str, runs: &mut Vec<Run>) {
    for change in TextDiff::from_unicode_words(before, after).iter_all_changes() {
        let wording = match change.tag() {
            ChangeTag::Equal => Wording::Same,
            ChangeTag::Insert => Wording::Added,
            ChangeTag::Delete => Wording::Removed,
        };
        push(runs, wording, change.value());
    }
}

fn replaced(before: &str, after: &str, runs: &mut Vec<Run>) {
    push(runs, Wording::Removed, before);
    push(runs, Wording::Added, after);
}

fn push(runs: &mut Vec<Run>, wording: Wording, text: &str) {
    match runs.last_mut() {
        _ if text.is_empty() => {}
        Some(run) if run.wording == wording => run.text.push_str(text),
        _ => runs.push(Run { wording, text: text.to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    fn run(wording: Wording, text: &str) -> Run {
        Run { wording, text: text.to_owned() }
    }

    #[test]
    fn words_are_compared_not_letters() {
        assert_eq!(
            runs("We build it in six weeks.", "We build it in eight weeks."),
            [
                run(Wording::Same, "We build it in "),
                run(Wording::Removed, "six"),
                run(Wording::Added, "eight"),
                run(Wording::Same, " weeks."),
            ]
        );
    }

    #[test]
    fn a_moved_block_is_named() {
        let block = |id: u128| Section {
            id: Uuid::from_u128(id),
            kind: BlockKind::Scope,
            title: format!("Part {id}"),
            html: String::new(),
        };
        let content = |ids: [u128; 3]| Content {
            title: String::new(),
            subtitle: None,
            sections: ids.map(block).to_vec(),
            pricing: crate::pricing::PricingTable::default(),
        };
        let compared = between(&content([1, 2, 3]), &content([3, 1, 2]));
        let moved = BlockComparison {
            block_id: Uuid::from_u128(3),
            kind: BlockKind::Scope,
            title: "Part 3".to_owned(),
            change: Change::Moved,
            runs: Vec::new(),
        };
        assert_eq!(compared, Comparison { blocks: vec![moved], pricing: Vec::new(), titles: Vec::new() });
    }

    #[test]
    fn a_word_in_a_long_text_is_found_and_what_shares_nothing_is_not_searched() {
        let line = "We build it in six weeks.\n";
        let long = line.repeat(1500);
        let changed = format!("{}We build it in eight weeks.\n{}", line.repeat(700), line.repeat(799));
        let found = runs(&long, &changed);
        assert_eq!(
            found
                .iter()
                .filter(|run| run.wording == Wording::Added)
                .map(|run| run.text.as_str())
                .collect::<Vec<_>>(),
            ["eight"]
        );
        for unit in ["a ", "a\n", "a"] {
            let other = unit.replace('a', "b");
            let (before, after) = (unit.repeat(1_000_000 / unit.len()), other.repeat(1_000_000 / unit.len()));
            assert_eq!(runs(&before, &after), [run(Wording::Removed, &before), run(Wording::Added, &after)]);
        }
    }

    #[test]
    fn both_texts_can_be_read_from_the_runs() {
        let side = |runs: &[Run], not: Wording| {
            runs.iter().filter(|run| run.wording != not).map(|run| run.text.as_str()).collect::<String>()
        };
        let long = (0..3000_u32).flat_map(|number| {
            [(number % 7).to_string(), " ".into(), (number % 11).to_string(), "\n".into()]
        });
        let long: String = long.collect();
        for (before, after) in
            [("", "a b"), ("a b", ""), ("a\nb", "b\na"), (&long, &long.replace("3 ", "x y ")), (&long, "z")]
        {
            let found = runs(before, after);
            assert_eq!(
                (side(&found, Wording::Added), side(&found, Wording::Removed)),
                (before.to_owned(), after.to_owned())
            );
        }
    }
}
