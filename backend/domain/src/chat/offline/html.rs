//! Clean HTML cut into tags and text.

/// A piece of clean HTML.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// A tag with its brackets.
    Tag(&'a str),
    /// Text as written, with its entities.
    Text(&'a str),
}

impl<'a> Piece<'a> {
    pub(super) fn as_written(self) -> &'a str {
        match self {
            Self::Tag(text) | Self::Text(text) => text,
        }
    }

    /// The tag's name, with a slash in front where it ends an element.
    pub(super) fn tag(self) -> Option<&'a str> {
        match self {
            Self::Tag(tag) => tag.trim_matches(['<', '>']).split_whitespace().next(),
            Self::Text(_) => None,
        }
    }
}

/// Splits HTML into pieces.
pub(super) fn pieces(html: &str) -> Vec<Piece<'_>> {
    let mut out = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let (text, tag) = rest.split_at(at);
        if !text.is_empty() {
            out.push(Piece::Text(text));
        }
        let mut quoted = false;
        let end = tag.bytes().position(|byte| {
            quoted ^= byte == b'"';
            byte == b'>' && !quoted
        });
        let (tag, after) = tag.split_at(end.map_or(tag.len(), |end| end + 1));
        out.push(Piece::Tag(tag));
        rest = after;
    }
    if !rest.is_empty() {
        out.push(Piece::Text(rest));
    }
    out
}
