//! Guards cells of files for spreadsheets, so that none is executed as a formula.

use std::borrow::Cow;

const BEGINNINGS: &[char] = &['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// In locales with a decimal comma, spreadsheets split at semicolons, and the quotation marks around an
/// unrecognised cell become text.
const OTHER_SEPARATOR: char = ';';

/// Names and user agents come from strangers; a cell that begins like a formula would be executed by the
/// spreadsheet that opens the file, and so would text after a semicolon. An apostrophe makes it text (OWASP,
/// "CSV injection"). [`unguarded`] removes it again.
#[must_use]
pub fn guarded(cell: &str) -> Cow<'_, str> {
    parts(
        cell,
        |part| if begins_a_formula(part) { Cow::Owned(format!("'{part}")) } else { Cow::Borrowed(part) },
    )
}

/// The cell without the apostrophes that guard it. An apostrophe that guards nothing is part of the text and
/// is kept.
#[must_use]
pub fn unguarded(cell: &str) -> Cow<'_, str> {
    parts(cell, |part| {
        Cow::Borrowed(part.strip_prefix('\'').filter(|rest| begins_a_formula(rest)).unwrap_or(part))
    })
}

fn parts<'a>(cell: &'a str, change: impl Fn(&'a str) -> Cow<'a, str>) -> Cow<'a, str> {
    if !cell.split(OTHER_SEPARATOR).any(begins_a_formula) {
        return Cow::Borrowed(cell);
    }
    let parts: Vec<Cow<'a, str>> = cell.split(OTHER_SEPARATOR).map(change).collect();
    Cow::Owned(parts.join(";"))
}

/// Leading apostrophes are ignored here, so that a cell that already has one gets a second and keeps the
/// first.
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
        assert_eq!(guarded("Ada;=1+1;x;@SUM(A1)"), "Ada;'=1+1;x;'@SUM(A1)");
        for cell in ["", "Ada", "a=b", "Ada; Bob", "'Ada'", " =1", "1-2"] {
            assert_eq!(guarded(cell), cell, "{cell:?}");
            assert_eq!(unguarded(cell), cell, "{cell:?}");
        }
    }

    proptest! {
        #[test]
        fn what_was_guarded_comes_back_as_it_was(cell in "['=+@a ＝;-]{0,8}") {
            let guarded = guarded(&cell);
            prop_assert_eq!(unguarded(&guarded), cell.as_str());
        }
    }
}
