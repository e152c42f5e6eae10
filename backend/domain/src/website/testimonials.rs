//! Testimonials: word for word as the page quotes them, each with the name next to it.

use std::collections::HashSet;

use super::text::{fold, has_phrase, spaced, tidy};
use super::view::{Block, Element, Kind, Region, View};
use super::{FoundText, TESTIMONIALS_MAX};
use crate::reading::lexicon::WordList;

/// Fewer words are a term in quotation marks, not a statement.
const WORDS_MIN: usize = 4;
const WORDS_LENGTH_MAX: usize = 1_200;
const NAME_MAX: usize = 120;
/// The most paragraphs of a quotation, including its name.
const BLOCKS_MAX: usize = 20;
/// No more are searched for than fit.
const VOICES_MAX: usize = 60;

/// Class names of a single testimonial within such an element.
const CARD_MARKS: [&str; 4] = ["slide", "card", "item", "entry"];

#[derive(Debug, Clone, PartialEq, Eq)]
struct Testimonial {
    words: String,
    who: String,
}

/// The testimonials of the page with the most of them.
pub(super) fn find(views: &[View]) -> Option<FoundText> {
    let mut best: Option<(usize, FoundText)> = None;
    for view in views {
        let voices = of(view);
        let mut text = String::new();
        for voice in &voices {
            let paragraph = format!("“{}” – {}", voice.words, voice.who);
            if text.chars().count() + paragraph.chars().count() > TESTIMONIALS_MAX {
                break;
            }
            if !text.is_empty() {
                text.push_str("\n\n");
            }
            text.push_str(&paragraph);
        }
        if !text.is_empty() && best.as_ref().is_none_or(|(count, _)| voices.len() > *count) {
            best = Some((voices.len(), FoundText { text, url: view.url.clone() }));
        }
    }
    best.map(|(_, found)| found)
}

fn of(view: &View) -> Vec<Testimonial> {
    let mut found = reviews(view);
    let mut used = HashSet::new();
    found.extend(quotations(view, &mut used));
    found.extend(cards(view, &mut used));
    found.extend(in_quotes(view, &used));
    found.truncate(VOICES_MAX);
    let mut seen: Vec<String> = Vec::new();
    found.retain(|voice| {
        let words = fold(&voice.words);
        let known = seen.iter().any(|other| other.contains(&words) || words.contains(other.as_str()));
        if !known {
            seen.push(words);
        }
        !known
    });
    found
}

/// Reviews in structured data, if they are visible on the page too.
fn reviews(view: &View) -> Vec<Testimonial> {
    let shown = fold(&view.text().replace('\n', " "));
    let items = &view.items;
    let reviews = items.0.iter().filter(|item| item.is_a("Review") || item.is_a("UserReview"));
    reviews
        .take(VOICES_MAX)
        .filter_map(|item| {
            let words = items.text(item, "reviewBody").or_else(|| items.text(item, "description"))?;
            let who = items.text(item, "author")?;
            voice(words, who)
                .filter(|voice| shown.contains(&fold(&voice.words)) && shown.contains(&fold(&voice.who)))
        })
        .collect()
}

/// `blockquote`, with the name in `cite`, `figcaption` or `footer`, or directly after.
fn quotations(view: &View, used: &mut HashSet<usize>) -> Vec<Testimonial> {
    let mut found = Vec::new();
    for (at, element) in view.elements.iter().enumerate() {
        if element.name != "blockquote" || !is_seen(element.region) {
            continue;
        }
        let group =
            view.around(at).find(|(_, outer)| outer.name == "figure").map_or(element, |(_, figure)| figure);
        let is_name = |block: &Block| {
            view.around(block.element)
                .take(4)
                .any(|(_, inner)| matches!(inner.name.as_str(), "figcaption" | "footer" | "cite"))
        };
        let (mut words, mut who, mut named) = (Vec::new(), Vec::new(), false);
        if group.past.saturating_sub(group.first) > BLOCKS_MAX {
            continue;
        }
        for block in group.first..group.past {
            let Some(block) = view.blocks.get(block) else { break };
            // The text after the name belongs to another testimonial.
            if is_name(block) {
                who.push(block.text.as_str());
                named = !words.is_empty();
            } else if !named {
                words.push(block.text.as_str());
            }
        }
        used.extend(group.first..group.past);
        let after = view.blocks.get(group.past).filter(|block| who.is_empty() && is_name_line(view, block));
        if let Some(after) = after {
            used.insert(group.past);
            who.push(&after.text);
        }
        if who.is_empty() && words.len() > 1 && words.last().is_some_and(|last| starts_with_dash(last)) {
            who.extend(words.pop());
        }
        found.extend(voice(&words.join(" "), &who.join(", ")));
    }
    found
}

/// Cards labelled as testimonials, each with words and a name.
fn cards(view: &View, used: &mut HashSet<usize>) -> Vec<Testimonial> {
    let called = |element: &Element| WordList::TestimonialMark.stands_in(&element.marks);
    let marked = |at: usize| {
        view.elements.get(at).is_some_and(|element| {
            called(element)
                || (has_phrase(&element.marks, &CARD_MARKS)
                    && view.around(at).skip(1).any(|(_, outer)| called(outer)))
        })
    };
    let mut inner: HashSet<usize> = HashSet::new();
    let mut groups = Vec::new();
    // From the inside out, so that a card is taken and not the row that contains it.
    for at in (0..view.elements.len()).rev() {
        let Some(element) = view.elements.get(at) else { continue };
        let count = element.past.saturating_sub(element.first);
        if !marked(at) || !is_seen(element.region) || !(2..=8).contains(&count) || inner.contains(&at) {
            continue;
        }
        inner.extend(view.around(at).map(|(outer, _)| outer));
        groups.push(at);
    }
    groups.reverse();
    let mut found = Vec::new();
    for at in groups {
        let Some(element) = view.elements.get(at) else { continue };
        if (element.first..element.past).any(|block| used.contains(&block)) {
            continue;
        }
        let blocks: Vec<&Block> = view
            .blocks
            .get(element.first..element.past)
            .unwrap_or_default()
            .iter()
            .filter(|block| !block.linked)
            .collect();
        // An element with its own heading, or several texts, contains several cards, so words and names
        // cannot be matched.
        let is_prose = |block: &&&Block| {
            !is_name_text(&block.text) && block.text.split_whitespace().count() >= WORDS_MIN
        };
        if blocks.iter().any(|block| matches!(block.kind, Kind::Heading(1 | 2)))
            || blocks.iter().filter(is_prose).count() > 1
        {
            continue;
        }
        let Some(longest) = blocks.iter().max_by_key(|block| block.text.chars().count()) else { continue };
        let who: Vec<&str> = blocks
            .iter()
            .filter(|block| !std::ptr::eq(**block, *longest) && is_name_text(&block.text))
            .map(|block| block.text.as_str())
            .take(2)
            .collect();
        if who.is_empty() {
            continue;
        }
        let mut who = who.join(", ");
        let mut words = longest.text.clone();
        if let Some((quoted, rest)) = quoted(&longest.text) {
            words = quoted;
            if is_name_text(&rest) {
                who = rest;
            }
        }
        if let Some(voice) = voice(&words, &who) {
            used.extend(element.first..element.past);
            found.push(voice);
        }
    }
    found
}

/// Paragraphs in quotation marks, with a name after or below them.
fn in_quotes(view: &View, used: &HashSet<usize>) -> Vec<Testimonial> {
    let mut found = Vec::new();
    let mut under = false;
    for (at, block) in view.blocks.iter().enumerate() {
        if matches!(block.kind, Kind::Heading(_)) {
            under = WordList::TestimonialHeading.stands_in(&spaced(&block.text));
        }
        if used.contains(&at) || !is_seen(block.region) {
            continue;
        }
        let Some((words, rest)) = quoted(&block.text) else { continue };
        let named = if rest.is_empty() {
            let next = view.blocks.get(at + 1).filter(|next| is_seen(next.region));
            next.filter(|next| starts_with_dash(&next.text) || (under && is_name_line(view, next)))
                .map(|next| next.text.clone())
        } else {
            (starts_with_dash(&rest) || under).then_some(rest).filter(|rest| is_name_text(rest))
        };
        found.extend(named.and_then(|who| voice(&words, &who)));
    }
    found
}

/// The quoted words at the start of a text, and the rest.
fn quoted(text: &str) -> Option<(String, String)> {
    let text = text.trim();
    let open = text.chars().next()?;
    let closes: &[char] = match open {
        '“' => &['”'],
        '„' => &['“', '”'],
        '«' => &['»'],
        '»' => &['«'],
        '"' => &['"'],
        _ => return None,
    };
    let body = text.get(open.len_utf8()..)?;
    // The last one: the text may contain quotation marks.
    let end = body.rfind(closes)?;
    let words = body.get(..end)?;
    let rest = body.get(end..)?.trim_start_matches(closes).trim();
    let inside = words.chars().any(|c| c == open || closes.contains(&c));
    // Two quotations in one paragraph are not a single one.
    (!inside || open == '“').then(|| (words.to_owned(), rest.to_owned()))
}

fn voice(words: &str, who: &str) -> Option<Testimonial> {
    let words = strip_quotes(&tidy(words));
    let who = tidy(who)
        .trim_start_matches(|c: char| !c.is_alphanumeric())
        .trim_end_matches(|c: char| c == ',' || c.is_whitespace())
        .to_owned();
    let count = words.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric)).count();
    let sized = count >= WORDS_MIN
        && words.chars().count() <= WORDS_LENGTH_MAX
        && !who.is_empty()
        && who.chars().count() <= NAME_MAX;
    let sample = has_phrase(&spaced(&words), &["lorem ipsum", "dolor sit amet"]);
    (sized && !sample).then_some(Testimonial { words, who })
}

fn strip_quotes(text: &str) -> String {
    let mut text = text.trim();
    for (open, close) in [('“', '”'), ('„', '“'), ('„', '”'), ('«', '»'), ('»', '«'), ('"', '"')]
    {
        if let Some(inner) = text.strip_prefix(open).and_then(|inner| inner.strip_suffix(close)) {
            text = inner.trim();
        }
    }
    text.to_owned()
}

fn is_seen(region: Region) -> bool {
    matches!(region, Region::Content | Region::Aside)
}

fn starts_with_dash(text: &str) -> bool {
    text.starts_with(['-', '–', '—', '―', '~'])
}

/// A block that names a person: short, not a sentence, and marked up or written like a name.
fn is_name_line(view: &View, block: &Block) -> bool {
    let marked =
        view.around(block.element).take(2).any(|(_, element)| WordList::NameMark.stands_in(&element.marks));
    let heading = matches!(block.kind, Kind::Heading(1..=3));
    !heading
        && !block.linked
        && is_name_text(&block.text)
        && (marked || starts_with_dash(&block.text) || block.text.split_whitespace().count() <= 8)
}

/// Short, begins with a capital letter, and is not a sentence.
fn is_name_text(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let count = text.split_whitespace().count();
    text.chars().next().is_some_and(char::is_uppercase)
        && (1..=14).contains(&count)
        && text.chars().count() <= NAME_MAX
        && !text.ends_with(['!', '?', ':'])
        && (!text.ends_with('.') || count <= 4)
        && !super::sections::is_legal(text)
        && !super::sections::is_call(text)
}
