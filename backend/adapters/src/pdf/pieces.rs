//! Splits long tables, lists and quotes into several short ones: typst processes the whole element for each
//! page that it spans, so the time grows with the square of its length.

use serde_json::{Value, json};

/// The most rows, items or blocks in one piece.
pub(super) const PIECE: usize = 200;
/// The most header rows that are repeated above each piece of a table, and the most characters in them.
const HEADS_MAX: usize = 3;
const HEAD_CHARS_MAX: usize = 1_000;
/// The relative widths of the narrowest and the widest column of a split table.
const NARROWEST: usize = 4;
const WIDEST: usize = 40;

/// Splits `all` into pieces.
pub(super) fn of<T>(mut all: Vec<T>) -> Vec<Vec<T>> {
    let mut pieces = Vec::with_capacity(all.len().div_ceil(PIECE));
    while all.len() > PIECE {
        let rest = all.split_off(PIECE);
        pieces.push(std::mem::replace(&mut all, rest));
    }
    if !all.is_empty() {
        pieces.push(all);
    }
    pieces
}

/// A table as one or more blocks; the first `heads` rows are header rows.
pub(super) fn of_table(mut rows: Vec<Value>, columns: usize, heads: usize) -> Vec<Value> {
    if rows.len() <= PIECE {
        return vec![json!({ "kind": "table", "columns": columns, "heads": heads, "rows": rows })];
    }
    // All pieces use the same column widths.
    let widths = widths(&rows, columns);
    let repeated = heads <= HEADS_MAX && rows.iter().take(heads).map(chars).sum::<usize>() <= HEAD_CHARS_MAX;
    let heads = if repeated { heads } else { 0 };
    let body = rows.split_off(heads);
    let piece = |body: Vec<Value>| {
        let rows: Vec<Value> = rows.iter().cloned().chain(body).collect();
        json!({ "kind": "table", "columns": columns, "widths": widths, "heads": heads, "rows": rows })
    };
    of(body).into_iter().map(piece).collect()
}

/// The relative column widths, from the longest text of each column.
fn widths(rows: &[Value], columns: usize) -> Vec<usize> {
    let mut widths = vec![NARROWEST; columns];
    for row in rows.iter().filter_map(Value::as_array).filter(|row| row.len() == columns) {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = chars(cell).clamp(*width, WIDEST);
        }
    }
    widths
}

/// The number of characters of text.
fn chars(value: &Value) -> usize {
    match value {
        Value::Array(all) => all.iter().map(chars).sum(),
        Value::Object(fields) => {
            let of = |(name, value): (&String, &Value)| match value {
                Value::String(text) if name == "text" => text.chars().count(),
                value => chars(value),
            };
            fields.iter().map(of).sum()
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::indexing_slicing, reason = "a test stops at the first surprise")]

    use pretty_assertions::assert_eq;

    use super::*;

    fn row(texts: [&str; 2]) -> Value {
        let cell = |text| {
            json!({
                "blocks": [{ "kind": "paragraph", "runs": [{ "text": text }] }], "head": false, "columns": 1
            })
        };
        json!(texts.map(cell))
    }

    fn table(heads: usize, rows: usize) -> Vec<Value> {
        let heads = (0..heads).map(|_| row(["No.", "What"]));
        heads.chain((0..rows).map(|at| row([&at.to_string(), "a somewhat longer text"]))).collect()
    }

    #[test]
    fn a_table_of_ordinary_length_stays_whole() {
        let all = table(1, PIECE - 1);
        let whole = json!({ "kind": "table", "columns": 2, "heads": 1, "rows": all });
        assert_eq!(of_table(all, 2, 1), [whole]);
    }

    #[test]
    fn no_piece_of_a_long_table_grows_with_it() {
        for length in [PIECE, PIECE + 1, 10 * PIECE, 70 * PIECE + 3] {
            let all = table(1, length);
            let pieces = of_table(all.clone(), 2, 1);
            assert_eq!(pieces.len(), length.div_ceil(PIECE), "{length} rows");
            let mut read = vec![all[0].clone()];
            for piece in &pieces {
                let rows = piece["rows"].as_array().cloned().unwrap_or_default();
                assert!(rows.len() <= PIECE + 1, "{} rows in a piece", rows.len());
                // The row numbers have as many digits as the last one.
                let widths = json!([NARROWEST.max((length - 1).to_string().len()), 22]);
                assert_eq!((&piece["heads"], &piece["widths"], &rows[0]), (&json!(1), &widths, &all[0]));
                read.extend(rows.into_iter().skip(1));
            }
            assert!(read == all, "each row once, in its order");
        }
    }

    #[test]
    fn headings_without_end_stand_above_the_first_piece_alone() {
        let all = table(10 * PIECE, 0);
        let pieces = of_table(all.clone(), 2, 10 * PIECE);
        assert!(pieces.iter().all(|piece| piece["heads"] == 0));
        let read: Vec<Value> =
            pieces.iter().filter_map(|piece| piece["rows"].as_array()).flatten().cloned().collect();
        assert!(read == all);
    }
}
