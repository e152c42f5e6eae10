//! The elements and attributes that a document's HTML may have, in one place: for the sanitiser, for the
//! selectors of custom CSS, for the text of a document, and for the frontend, for which `make gen` writes
//! them to `frontend/src/shared/document/allow-list.json`.

/// The elements that are kept, each with the attributes that it may have besides `class`. The sanitiser
/// narrows some values, and keeps only the classes of the pricing renderer.
pub const ELEMENTS: [(&str, &[&str]); 41] = [
    ("section", &["data-block", "data-kind"]),
    ("div", &[]),
    ("span", &[]),
    ("h1", &[]),
    ("h2", &[]),
    ("h3", &[]),
    ("h4", &[]),
    ("h5", &[]),
    ("h6", &[]),
    ("p", &[]),
    ("br", &[]),
    ("hr", &[]),
    ("strong", &[]),
    ("b", &[]),
    ("em", &[]),
    ("i", &[]),
    ("u", &[]),
    ("s", &[]),
    ("del", &[]),
    ("ins", &[]),
    ("sub", &[]),
    ("sup", &[]),
    ("small", &[]),
    ("mark", &[]),
    ("code", &[]),
    ("blockquote", &[]),
    ("ul", &[]),
    ("ol", &["start"]),
    ("li", &[]),
    ("dl", &[]),
    ("dt", &[]),
    ("dd", &[]),
    ("a", &["href"]),
    ("table", &[]),
    ("caption", &[]),
    ("thead", &[]),
    ("tbody", &[]),
    ("tfoot", &[]),
    ("tr", &[]),
    ("th", &["scope", "colspan", "rowspan"]),
    ("td", &["colspan", "rowspan"]),
];

/// Elements whose text is not prose: they go with everything inside them. Of any other that is not kept the
/// words stay.
pub const DROPPED_WHOLE: [&str; 16] = [
    "script",
    "style",
    "title",
    "textarea",
    "template",
    "noscript",
    "iframe",
    "object",
    "embed",
    "svg",
    "math",
    "select",
    "xmp",
    "noembed",
    "noframes",
    "plaintext",
];

/// Where a link may lead.
pub const SCHEMES: [&str; 3] = ["http", "https", "mailto"];

/// Elements that end a line of text.
pub const LINES: [&str; 21] = [
    "section",
    "div",
    "p",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "li",
    "ul",
    "ol",
    "dl",
    "dt",
    "dd",
    "table",
    "caption",
    "tr",
    "blockquote",
    "br",
    "hr",
];

/// Whether a document keeps the element of that name.
pub fn is_element(name: &str) -> bool {
    ELEMENTS.iter().any(|(element, _)| *element == name)
}
