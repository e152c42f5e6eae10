//! Whether the bytes of a response are HTML, and in which character encoding.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

/// How far into a page its encoding declaration is searched; browsers use the same limit.
const LOOKED_AT: usize = 1024;

/// Whether this is the content type of an HTML page.
pub(super) fn is_html(content_type: &str) -> bool {
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    ["text/html", "application/xhtml+xml"].iter().any(|html| essence.eq_ignore_ascii_case(html))
}

/// The text of a page. A byte order mark takes precedence over the header, and the header over the page's own
/// declaration. Without any of these it is UTF-8 if that is valid, otherwise what browsers assume for old
/// western pages.
pub(super) fn decoded(bytes: &[u8], content_type: &str) -> String {
    let named = || parameter(content_type).or_else(|| declared(bytes));
    let encoding = match Encoding::for_bom(bytes) {
        Some((encoding, _)) => encoding,
        None => named().unwrap_or(if std::str::from_utf8(bytes).is_ok() { UTF_8 } else { WINDOWS_1252 }),
    };
    encoding.decode(bytes).0.into_owned()
}

/// The charset parameter of a content type.
fn parameter(content_type: &str) -> Option<&'static Encoding> {
    content_type.split(';').skip(1).find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let label = value.trim().trim_matches(['"', '\'']);
        name.trim().eq_ignore_ascii_case("charset").then(|| Encoding::for_label(label.as_bytes()))?
    })
}

/// The encoding that a page declares in its first `meta` with one, or as XML.
fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = bytes.get(..LOOKED_AT).unwrap_or(bytes);
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    let label =
        without_comments(&head).split('<').filter_map(|tag| tag.split('>').next()).find_map(|tag| {
            tag.strip_prefix("meta").and_then(|tag| value_of(tag, "charset")).or_else(|| xml(tag))
        })?;
    let encoding = Encoding::for_label(label.as_bytes())?;
    // The declaration was readable as ASCII, so the page is not in UTF-16 even if it says so.
    Some(if encoding.is_ascii_compatible() { encoding } else { UTF_8 })
}

fn xml(tag: &str) -> Option<String> {
    value_of(tag.strip_prefix("?xml")?, "encoding")
}

/// The value after a name and `=`, with or without quotation marks: that of an attribute, or one inside its
/// `content`.
fn value_of(tag: &str, name: &str) -> Option<String> {
    tag.match_indices(name).find_map(|(at, _)| {
        let rest = tag
            .get(at + name.len()..)?
            .trim_start()
            .strip_prefix('=')?
            .trim_start()
            .trim_start_matches(['"', '\'']);
        let end = rest
            .find(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ';' | '/'))
            .unwrap_or(rest.len());
        rest.get(..end).filter(|value| !value.is_empty()).map(str::to_owned)
    })
}

fn without_comments(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("<!--") {
        out.push_str(before);
        rest = comment.split_once("-->").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    out
}
