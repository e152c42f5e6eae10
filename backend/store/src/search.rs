//! Searching a text for a part of it.

/// The pattern for `ILIKE` of what contains these words; none inside where nothing is asked for, none at all
/// where nothing can contain them: PostgreSQL keeps no NUL.
pub fn containing(words: Option<&str>) -> Option<Option<String>> {
    let words = words.map(str::trim).filter(|words| !words.is_empty());
    if words.is_some_and(|words| words.contains('\0')) {
        return None;
    }
    Some(words.map(|words| format!("%{}%", words.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_"))))
}
