//! Cells of files that spreadsheets open: none of them may be run as a formula.

use std::borrow::Cow;

const BEGINNINGS: &[char] = &['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// Names and user agents are written by anybody; one that begins as a formula does would be run by the spreadsheet that
/// opens the file. An apostrophe makes it text (OWASP, "CSV injection"). [`unguarded`] takes it off again.
#[must_use]
pub fn guarded(cell: &str) -> Cow<'_, str> {
    if begins_a_formula(cell) { Cow::Owned(format!("'{cell}")) } else { Cow::Borrowed(cell) }
}

/// The cell without the apostrophe that guards it. One that guards nothing is a part of the text, and stays.
#[must_use]
pub fn unguarded(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|rest| begins_a_formula(rest)).unwrap_or(cell)
}

/// Apostrophes before it count for nothing, so that what had one of its own gets a second and keeps the first.
fn begins_a_formula(cell: &str) -> bool {
    cell.trim_start_matches('\'').starts_with(BEGINNINGS)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_cell_that_begins_a_formula_becomes_text() {
        for cell in ["=1+1", "+49 30", "-2", "@SUM(A1)", "\tx", "\rx", "\nx", "＝1", "＠x", "'=1"] {
            assert_eq!(guarded(cell), format!("'{cell}"), "{cell:?}");
        }
        for cell in ["", "Ada", "a=b", "'Ada'", " =1", "1-2"] {
            assert_eq!(guarded(cell), cell, "{cell:?}");
            assert_eq!(unguarded(cell), cell, "{cell:?}");
        }
    }

    proptest! {
        #[test]
        fn what_was_guarded_comes_back_as_it_was(cell in "['=+@a ＝-]{0,6}") {
            let guarded = guarded(&cell);
            prop_assert_eq!(unguarded(&guarded), &cell);
        }
    }
}
