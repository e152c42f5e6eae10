//! Testimonials, word for word from the company's profile.

use super::EditState;
use super::request::Request;
use super::sections::before_the_end;
use crate::chat::Edit;
use crate::document::{self, BlockKind, Section};
use crate::draft::phrase::prose;
use crate::recap::words::normal;

/// Adds them where a request asks for them.
pub(super) fn answer(desk: &mut EditState<'_>, request: &Request) -> bool {
    let named = request.has(&[
        " testimonial",
        " client quotes ",
        " client reviews ",
        " customer reviews ",
        " what our clients say ",
    ]);
    let wanted = request.starts(&[
        "add",
        "include",
        "insert",
        "show",
        "use",
        "put",
        "bring",
        "testimonials",
        "update",
        "refresh",
        "client",
        "customer",
    ]);
    if !named || !wanted {
        return false;
    }
    let Some(words) = desk.input.company.testimonials.clone().filter(|words| !words.trim().is_empty()) else {
        desk.say(
            "Your company profile has no testimonials, and I make none up. Add them under **Company Profile**, Company Info, Testimonials; then ask me again.",
        );
        return true;
    };
    let html = prose(&words);
    let there = desk.content.sections.iter().find(|section| section.kind == BlockKind::Testimonials).cloned();
    let Some(section) = there else {
        let section = Section {
            id: (desk.ids)(),
            kind: BlockKind::Testimonials,
            title: "What our clients say".to_owned(),
            html,
        };
        let after = before_the_end(&desk.content);
        desk.edit(Edit::Insert { after, section });
        desk.say("I added the testimonials of your company profile, word for word.");
        return true;
    };
    let known = normal(&document::text(&section.html));
    let missing: Vec<&str> = words
        .lines()
        .filter(|line| {
            !line.trim().is_empty()
                && !known.contains(&normal(line.trim_start_matches(['-', '*', '•', '–', ' '])))
        })
        .collect();
    if missing.is_empty() {
        desk.say(format!(
            "\"{}\" holds every testimonial of your company profile already.",
            super::find::heading(&section)
        ));
        return true;
    }
    let html = format!("{}{}", section.html, prose(&missing.join("\n")));
    desk.edit(Edit::Replace { block: section.id, title: None, html });
    desk.say(format!(
        "I added to \"{}\" what your company profile has besides, word for word.",
        super::find::heading(&section)
    ));
    true
}
