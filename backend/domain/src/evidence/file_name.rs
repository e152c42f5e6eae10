//! The names of downloaded files.

/// The most characters of a title that go into a file's name.
const MOST: usize = 80;

/// "Title - signed.pdf", without characters that a file system or header might reject.
#[must_use]
pub fn file_name(title: &str, what: &str) -> String {
    let harmless = |character: char| character.is_alphanumeric() || " -_.,()&'+".contains(character);
    let plain: String =
        title.chars().map(|character| if harmless(character) { character } else { ' ' }).collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    let short: String = words.join(" ").chars().take(MOST).collect();
    let stem = short.trim_matches([' ', '.', '-']);
    format!("{} - {what}", if stem.is_empty() { "Proposal" } else { stem })
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn titles_make_harmless_names() {
        for (title, expected) in [
            ("Website relaunch", "Website relaunch - signed.pdf"),
            (
                "Angebot f\u{fc}r L\u{f6}we & S\u{f6}hne",
                "Angebot f\u{fc}r L\u{f6}we & S\u{f6}hne - signed.pdf",
            ),
            ("../../etc/passwd", "etc passwd - signed.pdf"),
            ("a\\b:c*d?\"e\"<f>|g", "a b c d e f g - signed.pdf"),
            ("line\r\nX-Header: 1", "line X-Header 1 - signed.pdf"),
            ("\u{202e}fdp.exe", "fdp.exe - signed.pdf"),
            ("...", "Proposal - signed.pdf"),
            ("", "Proposal - signed.pdf"),
        ] {
            assert_eq!(file_name(title, "signed.pdf"), expected, "{title:?}");
        }
        assert_eq!(file_name(&"x".repeat(500), "signed.pdf").len(), MOST + " - signed.pdf".len());
    }
}
