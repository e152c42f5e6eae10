//! Requests about existing sections and titles: rename, remove, move.

use uuid::Uuid;

use super::EditState;
use super::find::{self, Lookup, heading, headings};
use super::request::{Request, name, split_at_last, split_at_phrase};
use super::{additions, amounts, shorten};
use crate::chat::Edit;
use crate::chat::guard::words::names_everything;
use crate::document::BlockKind;
use crate::document::patch::Content;
use crate::draft::TITLE_MAX;
use crate::reading::lexicon::WordList;
use crate::recap::words::normal;

/// These words refer to the prices, even if a section has such a heading.
const TERMS: [&str; 8] =
    [" discount ", " deposit ", " tax ", " vat ", " gst ", " item ", " items ", " from the prices "];

/// Handles a request if it is about a section or a title.
pub(super) fn answer(desk: &mut EditState<'_>, request: &Request) -> bool {
    shorten::answer(desk, request)
        || rename(desk, request)
        || remove(desk, request)
        || relocate(desk, request)
        || additions::dictated(desk, request)
}

fn has_items(desk: &EditState<'_>) -> bool {
    !desk.content.pricing.groups.is_empty()
}

/// The last block before the next steps.
pub(super) fn before_the_end(content: &Content) -> Option<Uuid> {
    let end = content
        .sections
        .iter()
        .position(|section| section.kind == BlockKind::NextSteps)
        .unwrap_or(content.sections.len());
    content.sections.iter().take(end).next_back().map(|section| section.id)
}

fn rename(desk: &mut EditState<'_>, request: &Request) -> bool {
    let named = request.has(&[" title ", " heading ", " headline ", " name "]);
    let renames = request.starts(&["rename", "retitle"]);
    let changes = named && request.starts(&["change", "set", "make", "update", "give", "use"]);
    let calls = request.starts(&["call", "title", "name"]);
    if !(renames || changes || calls) || request.has(&[" quantity "]) {
        return false;
    }
    let rest = request.rest();
    let parts = [" to ", " into ", " as ", ": "].iter().find_map(|joint| split_at_phrase(rest, joint));
    // "Call the summary "In short"."
    let quoted =
        || rest.char_indices().find(|(_, c)| matches!(c, '"' | '“' | '„')).map(|(at, _)| rest.split_at(at));
    let called = || {
        let (what, new) = split_at_phrase(rest, " proposal ").or_else(|| split_at_phrase(rest, "it "))?;
        what.len().lt(&5).then_some(("", new))
    };
    let Some((what, new)) = parts.filter(|_| !calls || quoted().is_none()).or_else(quoted).or_else(called)
    else {
        desk.say("Which one, and what shall it be called? For example: \"rename Scope to What you get\" or \"change the title to Website for Acme\".");
        return true;
    };
    let new = name(new);
    if new.is_empty() || new.chars().count() > TITLE_MAX {
        desk.say(format!("A title has 1 to {TITLE_MAX} characters."));
        return true;
    }
    name_it(desk, what, new);
    true
}

/// Renames the thing called `what`: the proposal, a section or an item.
fn name_it(desk: &mut EditState<'_>, what: &str, new: String) {
    let words = normal(what);
    let rest: Vec<&str> = words.split_whitespace().filter(|word| !WordList::AroundTitle.has(word)).collect();
    if rest.is_empty() {
        if desk.content.title == new {
            desk.say(format!("The title is \"{new}\" already."));
            return;
        }
        desk.say(format!("I changed the title from \"{}\" to \"{new}\".", desk.content.title));
        desk.edit(Edit::SetTitle(new));
        return;
    }
    let what = rest.join(" ").replace("'s", "");
    match find::section(&desk.content, &what) {
        Lookup::One(section) => {
            desk.say(format!("I renamed \"{}\" to \"{new}\".", heading(&section)));
            desk.edit(Edit::Replace { block: section.id, title: Some(new), html: section.html });
        }
        Lookup::Several(names) => {
            desk.say(format!("Which one shall be called \"{new}\": {}?", names.join(", ")));
        }
        Lookup::None => match find::item(&desk.content.pricing, &what) {
            Lookup::One(item) => {
                let mut table = desk.content.pricing.clone();
                if let Some(item) = find::item_mut(&mut table, item.id) {
                    item.name.clone_from(&new);
                }
                desk.say(format!("I renamed the item \"{}\" to \"{new}\".", item.name));
                desk.edit(Edit::SetPricing(table));
            }
            _ => desk.say(format!("I did not find a section \"{what}\". {}", headings(&desk.content))),
        },
    }
}

/// "Change Scope to What you get", if no other rule matched.
pub(super) fn retitled(desk: &mut EditState<'_>, request: &Request) -> bool {
    if !request.starts(&["change", "turn", "make"]) || request.raw.chars().any(|c| c.is_ascii_digit()) {
        return false;
    }
    let Some((what, new)) =
        split_at_phrase(request.rest(), " to ").or_else(|| split_at_phrase(request.rest(), " into "))
    else {
        return false;
    };
    let Lookup::One(section) = find::section(&desk.content, what) else { return false };
    let new = name(new);
    if new.is_empty() || new.split_whitespace().count() > 8 {
        return false;
    }
    name_it(desk, &section.title, new);
    true
}

fn remove(desk: &mut EditState<'_>, request: &Request) -> bool {
    let takes_out = request.starts(&["take", "get", "leave"]) && request.has(&[" out ", " rid "]);
    if !(request.starts(&["remove", "delete", "drop", "erase", "omit", "cut"]) || takes_out) {
        return false;
    }
    if request.has(&TERMS) {
        return amounts::answer(desk, request);
    }
    let what = request.rest();
    let what = split_at_phrase(what, "rid of ").map_or(what, |(_, after)| after);
    let what = what.strip_prefix("out ").unwrap_or(what);
    if names_everything(&request.words) || request.has(&[" sections "]) {
        desk.say(format!(
            "I remove one section at a time, so that nothing goes by mistake. Name it. {}",
            headings(&desk.content)
        ));
        return true;
    }
    let whole = find::section(&desk.content, what);
    let parts: Vec<&str> = if matches!(whole, Lookup::One(_)) {
        vec![what]
    } else {
        what.split(", ").flat_map(|part| part.split(" and ")).collect()
    };
    for part in parts {
        match find::section(&desk.content, part) {
            Lookup::One(section) if section.kind == BlockKind::Pricing && has_items(desk) => desk.say(
                "The pricing section is drawn from the price table and stays while there are items. Tell me which item to remove, or use the pricing editor.",
            ),
            Lookup::One(section) => {
                desk.say(format!("I removed \"{}\".", heading(&section)));
                desk.edit(Edit::Remove { block: section.id });
            }
            Lookup::Several(names) => desk.say(format!("Which one shall I remove: {}?", names.join(", "))),
            Lookup::None if matches!(find::item(&desk.content.pricing, part), Lookup::One(_)) => {
                amounts::remove_item(desk, part);
            }
            Lookup::None => {
                let sections = headings(&desk.content);
                desk.say(format!("I did not find a section \"{}\". {sections}", name(part)));
            }
        }
    }
    true
}

type Make = fn() -> Position;

/// The target of a move.
pub(super) enum Position {
    Before(String),
    After(String),
    First,
    Last,
    Up,
    Down,
}

pub(super) fn place(text: &str) -> Option<(&str, Position)> {
    for (phrase, before) in [
        (" before ", true),
        (" above ", true),
        (" ahead of ", true),
        (" in front of ", true),
        (" after ", false),
        (" below ", false),
        (" behind ", false),
        (" under ", false),
        (" beneath ", false),
    ] {
        if let Some((what, other)) = split_at_last(text, phrase) {
            let other = name(other);
            return Some((what, if before { Position::Before(other) } else { Position::After(other) }));
        }
    }
    let bare = text.trim_end_matches(['.', '!', ' ']);
    let ends: [(&str, Make); 16] = [
        (" to the top", || Position::First),
        (" to the beginning", || Position::First),
        (" to the start", || Position::First),
        (" to the front", || Position::First),
        (" at the top", || Position::First),
        (" at the beginning", || Position::First),
        (" first", || Position::First),
        (" to the end", || Position::Last),
        (" to the bottom", || Position::Last),
        (" at the end", || Position::Last),
        (" at the bottom", || Position::Last),
        (" last", || Position::Last),
        (" one up", || Position::Up),
        (" one down", || Position::Down),
        (" up", || Position::Up),
        (" down", || Position::Down),
    ];
    ends.into_iter().find_map(|(phrase, place)| {
        let lower = bare.to_ascii_lowercase();
        lower.ends_with(phrase).then(|| (bare.get(..bare.len() - phrase.len()).unwrap_or_default(), place()))
    })
}

fn relocate(desk: &mut EditState<'_>, request: &Request) -> bool {
    if !request.starts(&["move", "put", "place", "bring", "shift", "relocate"]) {
        return false;
    }
    let Some((what, place)) = place(request.rest()) else {
        if !request.starts(&["move", "shift", "relocate"]) {
            return false;
        }
        desk.say(
            "Where to? For example: \"move the timeline before pricing\" or \"move the team to the end\".",
        );
        return true;
    };
    let section = match find::section(&desk.content, what) {
        Lookup::One(section) => section,
        Lookup::Several(names) => {
            desk.say(format!("Which one shall I move: {}?", names.join(", ")));
            return true;
        }
        Lookup::None if request.starts(&["put", "place"]) => return false,
        Lookup::None => {
            desk.say(format!("I did not find a section \"{}\". {}", name(what), headings(&desk.content)));
            return true;
        }
    };
    let order: Vec<Uuid> = desk.content.sections.iter().map(|section| section.id).collect();
    let others: Vec<Uuid> = order.iter().copied().filter(|id| *id != section.id).collect();
    let at = order.iter().position(|id| *id == section.id).unwrap_or_default();
    let target = match &place {
        Position::First => Some(0),
        Position::Last => Some(others.len()),
        Position::Up => Some(at.saturating_sub(1)),
        Position::Down => Some((at + 1).min(others.len())),
        Position::Before(other) | Position::After(other) => match find::section(&desk.content, other) {
            Lookup::One(other) => others
                .iter()
                .position(|id| *id == other.id)
                .map(|at| at + usize::from(matches!(place, Position::After(_)))),
            Lookup::Several(names) => {
                desk.say(format!("Which one do you mean by \"{other}\": {}?", names.join(", ")));
                return true;
            }
            Lookup::None => {
                desk.say(format!("I did not find a section \"{other}\". {}", headings(&desk.content)));
                return true;
            }
        },
    };
    match target {
        Some(target) if target != at => {
            let after = target.checked_sub(1).and_then(|before| others.get(before)).copied();
            desk.edit(Edit::Move { block: section.id, after });
            let now = after
                .and_then(|id| desk.content.section(id))
                .map_or("to the beginning".to_owned(), |other| format!("behind \"{}\"", heading(other)));
            desk.say(format!("I moved \"{}\" {now}.", heading(&section)));
        }
        _ => desk.say(format!("\"{}\" stands there already.", heading(&section))),
    }
    true
}
