//! The tables of a recap: rows that are pasted from a spreadsheet or written in Markdown.

use std::ops::Range;

use rust_decimal::Decimal;

use super::amounts::{AmountRole, MentionReason};
use super::turns::Turns;
use crate::{
    money::Currency,
    reading::{
        lexicon::{Language, Tag, lexicon},
        units::{Is, units_at},
    },
};

/// A row with at least three cells, or two between bars.
#[derive(Debug)]
pub(super) struct Row {
    /// Its bytes in the body.
    pub span: Range<usize>,
    pub line: usize,
    /// Its amounts of money, by their bytes in the body.
    pub amounts: Vec<(Range<usize>, Decimal, Option<Currency>)>,
    /// The amount in the column of prices.
    pub price: Option<Decimal>,
    /// Whether a header of prices stands above it, in the same table.
    pub priced: bool,
    pub is_header: bool,
    pub role: AmountRole,
}

impl Row {
    /// Its cells in one line.
    pub fn words(&self, body: &str) -> String {
        let cells = body.get(self.span.clone()).unwrap_or_default().split(['\t', '|']).map(str::trim);
        cells.filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join(" \u{b7} ")
    }
}

/// The rows of all tables, in the order of the text.
pub(super) fn rows(turns: &Turns, language: Language, home: Currency) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut columns: Vec<Option<Tag>> = Vec::new();
    for (at, line) in turns.lines.iter().enumerate() {
        let text = turns.body.get(line.span.clone()).unwrap_or_default();
        let cells = cells(text);
        let least = if text.starts_with('|') { 2 } else { 3 };
        if cells.len() < least {
            continue;
        }
        let adjoins = rows.last().is_some_and(|last| last.line + 1 == at) && !line.after_blank;
        if !adjoins {
            columns.clear();
        }
        let named: Vec<Option<Tag>> =
            cells.iter().map(|cell| column(text.get(cell.clone()).unwrap_or_default(), language)).collect();
        let has_digits = text.chars().any(|c| c.is_ascii_digit());
        let is_header = !has_digits
            && columns.iter().all(Option::is_none)
            && named.iter().flatten().any(|tag| *tag != Tag::ColQuantity);
        if is_header {
            columns.clone_from(&named);
        }
        let priced = columns.iter().any(Option::is_some);
        let mut row = Row {
            span: line.span.clone(),
            line: at,
            amounts: Vec::new(),
            price: None,
            priced,
            is_header,
            role: AmountRole::Mentioned(MentionReason::Unclear),
        };
        for (index, cell) in cells.iter().enumerate() {
            let words = text.get(cell.clone()).unwrap_or_default();
            let of_column = columns.get(index).copied().flatten();
            for unit in units_at(words, language, home) {
                let (value, currency) = match unit.is {
                    Is::Money { value, currency, .. } => (value, currency),
                    Is::Number { number, .. } if matches!(of_column, Some(Tag::ColPrice | Tag::ColTotal)) => {
                        (number.value, None)
                    }
                    _ => continue,
                };
                let start = line.span.start + cell.start;
                row.amounts.push((start + unit.span.start..start + unit.span.end, value, currency));
                if of_column == Some(Tag::ColPrice) || row.price.is_none() {
                    row.price = Some(value);
                }
            }
        }
        rows.push(row);
    }
    rows
}

/// The bytes of a row's cells in its line.
fn cells(line: &str) -> Vec<Range<usize>> {
    let mark = if line.contains('\t') { '\t' } else { '|' };
    if mark == '|' && !line.starts_with('|') {
        return Vec::new();
    }
    let mut start = usize::from(mark == '|');
    let mut cells = Vec::new();
    let first = start;
    for (at, _) in line.match_indices(mark).filter(|(at, _)| *at >= first) {
        cells.push(start..at);
        start = at + 1;
    }
    if start < line.len() || mark == '\t' {
        cells.push(start..line.len());
    }
    cells
}

/// What the header of a column names.
fn column(header: &str, language: Language) -> Option<Tag> {
    let lower = header.trim().to_lowercase();
    let known = |text: &str| {
        [language, Language::English]
            .into_iter()
            .find_map(|language| lexicon(language).columns.get(text).copied())
    };
    let words = || lower.split(|c: char| !c.is_alphanumeric() && c != '.').filter(|word| !word.is_empty());
    known(lower.trim_end_matches('.')).or_else(|| words().find_map(|word| known(word.trim_end_matches('.'))))
}
