//! Rows of pasted tables, with tabs or Markdown bars between their cells.

use super::labels::{self, Label};
use super::sentences::Topic;
use super::words::normal;

/// A row that names something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    cells: Vec<String>,
    /// The cells but the first, as the text behind a label.
    rest: String,
}

/// What a line is in a table.
pub(super) enum TableLine {
    Row(Row),
    /// The names of the columns, or a rule.
    Head,
    /// No row.
    Text,
}

/// The state of reading a table line by line.
#[derive(Default)]
pub(super) struct Table {
    started: bool,
    /// What the columns are about, if not the work.
    pub(super) topic: Option<Topic>,
}

impl Table {
    pub(super) fn row(&mut self, line: &str) -> TableLine {
        let bars = line.starts_with('|') && line.matches('|').count() > 2;
        if !bars && !line.contains('\t') {
            return TableLine::Text;
        }
        let cells: Vec<String> =
            line.split(if bars { '|' } else { '\t' }).map(|cell| cell.trim().to_owned()).collect();
        let filled: Vec<&String> = cells.iter().filter(|cell| !cell.is_empty()).collect();
        if filled.iter().all(|cell| cell.chars().all(|c| matches!(c, '-' | ':' | ' '))) {
            return TableLine::Head;
        }
        let names = filled.len() > 2
            && filled.iter().all(|cell| {
                !cell.contains(|c: char| c.is_ascii_digit()) && cell.split_whitespace().count() <= 3
            });
        if names && !self.started {
            self.started = true;
            let tasks =
                filled.iter().any(|cell| matches!(labels::topic(cell), Some(None | Some(Topic::Internal))));
            self.topic = tasks.then_some(Topic::Internal);
            return TableLine::Head;
        }
        let rest: Vec<&str> = filled.iter().skip(1).map(|cell| cell.as_str()).collect();
        let rest = rest.join(", ");
        TableLine::Row(Row { cells: filled.into_iter().cloned().collect(), rest })
    }
}

impl Row {
    /// The label in its first cell.
    pub(super) fn label(&self) -> Label<'_> {
        match self.cells.first().and_then(|cell| labels::topic(cell)) {
            _ if self.rest.is_empty() => Label::None,
            Some(Some(topic)) => Label::Topic(topic, &self.rest),
            Some(None) => Label::Meta,
            None => Label::None,
        }
    }

    /// Whether it states a quantity and a price, as a line of an offer does.
    pub(super) fn is_item(&self) -> bool {
        self.cells.iter().skip(1).filter(|cell| is_figure(cell)).count() > 1
    }

    /// What it names, with its remark.
    pub(super) fn named(&self) -> String {
        let name = self.cells.first().map(String::as_str).unwrap_or_default();
        let mut remarks = self.cells.iter().skip(1).filter(|cell| !is_figure(cell) && !money_in(cell));
        match remarks.next_back() {
            Some(remark) => format!("{name} ({remark})."),
            None => format!("{name}."),
        }
    }
}

fn money_in(cell: &str) -> bool {
    cell.contains(['€', '$', '£'])
}

fn is_figure(cell: &str) -> bool {
    let words = normal(cell);
    let figures =
        words.split_whitespace().filter(|word| word.starts_with(|c: char| c.is_ascii_digit())).count();
    figures > 0 && words.split_whitespace().count() <= 3 || cell == "-"
}
