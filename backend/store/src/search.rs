//! Substring search.

/// The `ILIKE` pattern for texts that contain `words`. `Some(None)` when nothing is searched for; `None` when
/// nothing can match, because PostgreSQL stores no NUL.
pub fn containing(words: Option<&str>) -> Option<Option<String>> {
    let words = words.map(str::trim).filter(|words| !words.is_empty());
    if words.is_some_and(|words| words.contains('\0')) {
        return None;
    }
    Some(
        words.map(|words| {
            format!("%{}%", words.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_"))
        }),
    )
}
