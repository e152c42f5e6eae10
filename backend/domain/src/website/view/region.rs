//! The region of a block: the page's content, or its surroundings.

use super::{Element, View};
use crate::website::text::has_phrase;

/// A region of a page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::website) enum Region {
    /// The main content.
    #[default]
    Content,
    Navigation,
    Footer,
    /// Cookie banners and the like.
    Notice,
    /// Asides: newsletters, share buttons, comments.
    Aside,
}

const NAVIGATION: [&str; 12] = [
    "nav",
    "navi",
    "navbar",
    "navigation",
    "menu",
    "submenu",
    "topnav",
    "breadcrumb",
    "breadcrumbs",
    "pagination",
    "skip link",
    "sitemap",
];
const FOOTER: [&str; 5] = ["footer", "foot", "colophon", "site info", "fuss"];
const NOTICE: [&str; 9] =
    ["cookie", "cookies", "consent", "gdpr", "dsgvo", "cky", "cmp", "onetrust", "cookiebot"];
const ASIDE: [&str; 8] =
    ["newsletter", "subscribe", "sidebar", "comments", "share", "related", "popup", "modal"];

/// Sets the region of every element and block.
pub(super) fn settle(view: &mut View) {
    let total = view.blocks.len();
    for at in 0..view.elements.len() {
        let own = view.elements.get(at).map_or(Region::Content, |element| own(view, element, total));
        let outer = view
            .elements
            .get(at)
            .and_then(|element| element.parent)
            .and_then(|parent| view.elements.get(parent));
        let region =
            outer.map(|outer| outer.region).filter(|region| *region != Region::Content).unwrap_or(own);
        if let Some(element) = view.elements.get_mut(at) {
            element.region = region;
        }
    }
    for block in &mut view.blocks {
        block.region = view.elements.get(block.element).map_or(Region::Content, |element| element.region);
    }
}

fn own(view: &View, element: &Element, total: usize) -> Region {
    match (element.name.as_str(), element.role.as_str()) {
        ("nav", _) | (_, "navigation" | "menubar") => return Region::Navigation,
        ("footer", _) if !is_quoting(view, element) => return Region::Footer,
        ("aside", _) => return Region::Aside,
        (_, "dialog" | "alertdialog") => return Region::Notice,
        _ => {}
    }
    // A wrapper around the whole page may be named after anything in it.
    let share = element.past.saturating_sub(element.first) * 10;
    if matches!(element.name.as_str(), "main" | "article") || (total > 8 && share > total * 6) {
        return Region::Content;
    }
    let marks = element.marks.as_str();
    if has_phrase(marks, &NOTICE) {
        Region::Notice
    } else if has_phrase(marks, &NAVIGATION) {
        Region::Navigation
    } else if has_phrase(marks, &FOOTER) && !is_quoting(view, element) {
        Region::Footer
    } else if has_phrase(marks, &ASIDE) {
        Region::Aside
    } else {
        Region::Content
    }
}

/// The footer of a quotation contains the name.
fn is_quoting(view: &View, element: &Element) -> bool {
    let Some(parent) = element.parent else { return false };
    view.around(parent).any(|(_, outer)| {
        matches!(outer.name.as_str(), "blockquote" | "figure" | "article")
            || has_phrase(&outer.marks, &["testimonial", "review", "quote", "card"])
    })
}
