//! The drawable form of a text: PDF/A rejects characters without a glyph, so those that no embedded font has
//! are shown as code points, and words wider than a line get break opportunities.

use std::{cell::Cell, fmt::Write as _};

use serde_json::Value;
use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

use super::world;

/// Words longer than this may break inside.
const UNBROKEN_MAX: usize = 24;
/// A break opportunity is inserted after this many characters.
const BREAK_AFTER: usize = 8;
const BREAK: char = '\u{200b}';

/// Makes a document's texts drawable, and records in it whether anything was replaced.
#[derive(Debug, Default)]
pub(super) struct Shown {
    plain: bool,
    replaced: Cell<bool>,
}

impl Shown {
    /// Draws hardly more than Latin, Greek and Cyrillic letters.
    pub(super) fn plain() -> Self {
        Self { plain: true, ..Self::default() }
    }

    /// The document's JSON with `replaced` set.
    pub(super) fn document(&self, document: &Value) -> String {
        let mut document = self.value(document);
        if let Value::Object(fields) = &mut document {
            fields.insert("replaced".to_owned(), Value::Bool(self.replaced.get()));
        }
        document.to_string()
    }

    fn value(&self, value: &Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.text(text)),
            Value::Array(values) => values.iter().map(|value| self.value(value)).collect(),
            Value::Object(fields) => {
                // Addresses and metadata are not drawn.
                let drawn = |key: &str, value: &Value| {
                    if matches!(key, "href" | "meta") { value.clone() } else { self.value(value) }
                };
                fields.iter().map(|(key, value)| (key.clone(), drawn(key, value))).collect()
            }
            other => other.clone(),
        }
    }

    fn text(&self, text: &str) -> String {
        let mut shown = String::with_capacity(text.len());
        let composed: Vec<char> = text.nfc().collect();
        for cluster in composed.chunk_by(|_, next| is_combining_mark(*next)) {
            let together = cluster.len() == 1 || has_glyphs(cluster);
            for (place, character) in cluster.iter().copied().enumerate() {
                if !self.is_drawn(character) || (place > 0 && !together) {
                    self.replaced.set(true);
                    if !is_invisible(character) {
                        // Writing to a string cannot fail.
                        let _ = write!(shown, "[U+{:04X}]", u32::from(character));
                    }
                } else {
                    shown.push(character);
                }
            }
        }
        breakable(&shown)
    }

    fn is_drawn(&self, character: char) -> bool {
        let usual = !self.plain
            || matches!(character, ' '..='~' | '\u{a0}'..='\u{17f}' | '\u{391}'..='\u{3c9}'
                | '\u{400}'..='\u{45f}' | '–' | '—' | '‘'..='”' | '•' | '…' | '€');
        match character {
            '\n' | ' ' => true,
            // Private-use characters have no defined meaning in an archived PDF.
            '\u{e000}'..='\u{f8ff}' => false,
            _ => usual && !character.is_control() && !is_invisible(character) && has_glyphs(&[character]),
        }
    }
}

/// Joiners, variation selectors and the like: they are invisible, so no code point is shown for them.
pub(super) fn is_invisible(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{34f}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
        | '\u{2060}'..='\u{2064}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether a single font has all of them.
fn has_glyphs(characters: &[char]) -> bool {
    world::fonts()
        .any(|font| characters.iter().all(|character| font.coverage.contains(u32::from(*character))))
}

/// Inserts break opportunities into long words. Hashes have none, because each is set on its own line.
fn breakable(text: &str) -> String {
    let ends = [' ', '\n', '\u{a0}', '-'];
    let is_hash = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hash || text.split(ends).all(|word| word.chars().nth(UNBROKEN_MAX).is_none()) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len() * 2);
    for piece in text.split_inclusive(ends) {
        let long = piece.trim_end_matches(ends).chars().nth(UNBROKEN_MAX).is_some();
        for (place, character) in piece.chars().enumerate() {
            if long && place > 0 && place % BREAK_AFTER == 0 && !is_combining_mark(character) {
                out.push(BREAK);
            }
            out.push(character);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn what_has_no_glyph_is_named_and_noted() {
        for (text, expected, replaced) in [
            ("Löwe & Söhne", "Löwe & Söhne", false),
            ("e\u{301}", "é", false),
            ("中", "[U+4E2D]", true),
            ("a\u{7}b\tc", "a[U+0007]b[U+0009]c", true),
            ("\u{202e}001", "[U+202E]001", true),
            ("\u{e000}", "[U+E000]", true),
            ("soft\u{ad}ly \u{2764}\u{fe0f}", "softly \u{2764}", true),
            ("שלום سلام Ελλάδα Київ ✓ 🚀", "שלום سلام Ελλάδα Київ ✓ 🚀", false),
        ] {
            let shown = Shown::default();
            assert_eq!((shown.text(text).as_str(), shown.replaced.get()), (expected, replaced), "{text:?}");
        }
    }

    #[test]
    fn long_words_may_break_and_hashes_may_not() {
        let broken = breakable(&"x".repeat(25));
        assert_eq!(broken, "xxxxxxxx\u{200b}xxxxxxxx\u{200b}xxxxxxxx\u{200b}x");
        let hash = "0123456789abcdef".repeat(4);
        assert_eq!(breakable(&hash), hash);
        assert_eq!(breakable("an ordinary sentence of short words"), "an ordinary sentence of short words");
    }

    #[test]
    fn addresses_and_metadata_stay_as_they_are() {
        let document =
            serde_json::json!({ "href": "https://例え.jp", "meta": { "title": "中" }, "runs": ["中"] });
        let shown: Value = serde_json::from_str(&Shown::default().document(&document)).unwrap();
        assert_eq!(
            shown,
            serde_json::json!({
                "href": "https://例え.jp", "meta": { "title": "中" }, "runs": ["[U+4E2D]"], "replaced": true
            })
        );
    }
}
