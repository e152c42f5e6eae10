//! Shortens text by a rule: of the sentences of adjacent paragraphs it keeps the more informative half, word
//! for word. Sentences with figures are always kept, and list entries are never dropped.

use super::EditState;
use super::find::{self, Lookup, heading, headings};
use super::html::{Piece, pieces};
use super::request::Request;
use crate::chat::Edit;
use crate::document::{BlockKind, Section};
use crate::reading::lexicon::{Language, WordList};
use crate::recap::words::normal;
use crate::sentences;

/// Shortens the sections that a request names, or all of them.
pub(super) fn answer(desk: &mut EditState<'_>, request: &Request) -> bool {
    let make = request.starts(&["make", "keep"])
        && request.has(&[" shorter ", " concise ", " briefer ", " brief ", " short ", " tighter "]);
    let cut = request.starts(&["cut", "trim", "boil"]) && request.has(&[" down "]);
    if !(request.starts(&["shorten", "condense", "tighten", "trim", "abridge", "summarise", "summarize"])
        || make
        || cut)
    {
        return false;
    }
    let what = what(request);
    if what.is_empty() {
        let sections = desk.content.sections.clone();
        let done: Vec<String> = sections
            .iter()
            .filter(|section| may(section))
            .filter_map(|section| shortened(desk, section))
            .collect();
        desk.say(match done.as_slice() {
            [] => "I found no sentence to leave out: what is there is short, or holds figures, which I never drop.".to_owned(),
            some => format!("I shortened {}. Figures and entries of lists all stay; read what is left once.", some.join(", ")),
        });
        return true;
    }
    match find::section(&desk.content, &what) {
        Lookup::One(section) if !may(&section) => {
            let why = if section.kind == BlockKind::Pricing {
                "is drawn from the price table"
            } else {
                "stays word for word"
            };
            desk.say(format!("\"{}\" {why}, so I do not shorten it.", heading(&section)));
        }
        Lookup::One(section) => {
            let said = match shortened(desk, &section) {
                Some(name) => format!(
                    "I shortened {name}: the more telling sentences stay, word for word, and every figure with them."
                ),
                None => format!(
                    "\"{}\" has no sentence that I could leave out without losing a figure or an entry of a list.",
                    heading(&section)
                ),
            };
            desk.say(said);
        }
        Lookup::Several(names) => desk.say(format!("Which one shall I shorten: {}?", names.join(", "))),
        Lookup::None => desk.say(format!("I did not find a section \"{what}\". {}", headings(&desk.content))),
    }
    true
}

/// The name in the request; empty if it means all sections.
fn what(request: &Request) -> String {
    let all = [
        "it",
        "all",
        "everything",
        "this",
        "document",
        "proposal",
        "text",
        "whole",
        "entire",
        "offer",
        "sections",
    ];
    let manner = [
        "shorter",
        "concise",
        "brief",
        "briefer",
        "short",
        "tighter",
        "more",
        "a",
        "bit",
        "little",
        "down",
        "much",
        "please",
        "make",
        "keep",
        "up",
        "by",
        "half",
        "to",
        "sentence",
        "sentences",
        "paragraph",
    ];
    let words: Vec<&str> = request
        .rest()
        .split_whitespace()
        .filter(|word| !manner.contains(&word.to_ascii_lowercase().trim_end_matches(['.', ','])))
        .collect();
    let named: Vec<&str> = words
        .iter()
        .copied()
        .filter(|word| !["the", "of", "every"].contains(&word.to_ascii_lowercase().as_str()))
        .collect();
    let everything =
        named.iter().all(|word| all.contains(&word.to_ascii_lowercase().trim_end_matches(['.', ','])));
    if everything { String::new() } else { super::request::name(&words.join(" ")) }
}

/// The pricing engine renders prices; testimonials and legal terms must not be cut.
fn may(section: &Section) -> bool {
    !matches!(
        section.kind,
        BlockKind::Pricing | BlockKind::Testimonials | BlockKind::Terms | BlockKind::Cover
    )
}

fn shortened(desk: &mut EditState<'_>, section: &Section) -> Option<String> {
    let html = shorter(&section.html);
    if html == section.html {
        return None;
    }
    desk.edit(Edit::Replace { block: section.id, title: None, html });
    Some(format!("\"{}\"", heading(section)))
}

/// A paragraph as its sentences.
struct Paragraph<'a> {
    opening: &'a str,
    sentences: Vec<String>,
}

fn shorter(html: &str) -> String {
    let all = pieces(html);
    let mut out = String::with_capacity(html.len());
    let mut run: Vec<Paragraph<'_>> = Vec::new();
    let mut at = 0;
    let mut quotations = 0_usize;
    while let Some(piece) = all.get(at) {
        match piece.tag() {
            Some("blockquote") => quotations += 1,
            Some("/blockquote") => quotations = quotations.saturating_sub(1),
            _ => {}
        }
        if quotations == 0
            && piece.tag() == Some("p")
            && let Some(end) = all.iter().skip(at).position(|piece| piece.tag() == Some("/p"))
        {
            let inner = all.get(at + 1..at + end).unwrap_or_default();
            run.push(Paragraph { opening: piece.as_written(), sentences: sentences(inner) });
            at += end + 1;
            continue;
        }
        let blank = matches!(piece, Piece::Text(text) if text.trim().is_empty());
        if !blank {
            write(std::mem::take(&mut run), &mut out);
        }
        out.push_str(piece.as_written());
        at += 1;
    }
    write(run, &mut out);
    out
}

/// Writes adjacent paragraphs with the sentences that are kept.
fn write(run: Vec<Paragraph<'_>>, out: &mut String) {
    let total: usize = run.iter().map(|paragraph| paragraph.sentences.len()).sum();
    let mut ranked: Vec<(i32, usize)> = Vec::new();
    let mut index = 0;
    for (place, paragraph) in run.iter().enumerate() {
        for (position, sentence) in paragraph.sentences.iter().enumerate() {
            ranked.push((worth(sentence, place == 0 && position == 0, position == 0), index));
            index += 1;
        }
    }
    ranked.sort_by_key(|(worth, index)| (-worth, *index));
    // Figures without context say nothing: at least one other sentence is kept.
    let figures = ranked.iter().filter(|(worth, _)| *worth >= KEPT).count();
    let wanted = total.div_ceil(2).max(figures + 1);
    let stays: std::collections::HashSet<usize> = ranked
        .iter()
        .enumerate()
        .filter(|(rank, (worth, _))| *rank < wanted || *worth >= KEPT)
        .map(|(_, (_, index))| *index)
        .collect();
    let mut index = 0;
    for paragraph in run {
        let kept: Vec<String> = paragraph
            .sentences
            .into_iter()
            .filter(|_| {
                index += 1;
                stays.contains(&(index - 1))
            })
            .collect();
        let text = kept.join(" ");
        if !text.trim().is_empty() || total < 2 {
            out.push_str(paragraph.opening);
            out.push_str(&text);
            out.push_str("</p>");
        }
    }
}

/// A sentence with this score is never dropped.
const KEPT: i32 = 100;

fn worth(sentence: &str, opens: bool, leads: bool) -> i32 {
    let words = normal(sentence);
    let figure = sentence.chars().any(|c| c.is_ascii_digit()) || sentence.contains("<a ");
    let filler = WordList::Filler.stands_in(&words);
    let says = [" we will ", " you ", " your ", " includes ", " must ", " deliver"]
        .iter()
        .filter(|cue| words.contains(*cue))
        .count()
        .min(2);
    let long = words.split_whitespace().count() > 30;
    let plain = i32::from(opens) * 2 + i32::from(leads) + i32::try_from(says).unwrap_or(0)
        - i32::from(filler) * 4
        - i32::from(long);
    if figure { KEPT } else { plain }
}

/// The sentences of a paragraph as HTML; a sentence ends only outside of open elements.
fn sentences(inner: &[Piece<'_>]) -> Vec<String> {
    let texts =
        inner.iter().filter_map(|piece| if let Piece::Text(text) = piece { Some(*text) } else { None });
    let language = Language::of(&texts.collect::<Vec<_>>().join(" "));
    let mut out = Vec::new();
    let mut current = String::new();
    let mut depth = 0_usize;
    for piece in inner {
        match piece {
            Piece::Tag(tag) => {
                match piece.tag() {
                    Some("br" | "hr") => {}
                    Some(name) if name.starts_with('/') => depth = depth.saturating_sub(1),
                    _ => depth += 1,
                }
                current.push_str(tag);
            }
            Piece::Text(text) if depth > 0 => current.push_str(text),
            Piece::Text(text) => {
                // A sentence that goes on behind a tag begins here and is not complete.
                let starts =
                    sentences::sentences(text, language).into_iter().map(|range| range.start).skip(1);
                let mut from = 0;
                for start in starts {
                    current.push_str(text.get(from..start).unwrap_or_default());
                    out.push(std::mem::take(&mut current).trim().to_owned());
                    from = start;
                }
                current.push_str(text.get(from..).unwrap_or_default());
            }
        }
    }
    if !current.trim().is_empty() {
        out.push(current.trim().to_owned());
    }
    out
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn the_more_informative_half_is_kept() {
        for (html, short) in [
            ("<p>One only.</p>", "<p>One only.</p>"),
            (
                "<p>We are excited to present this. We will build your shop. It includes training.</p>",
                "<p>We will build your shop. It includes training.</p>",
            ),
            (
                "<p>You get a shop. We truly love this kind of work. It costs $4,500. It opens on 1 May.</p>",
                "<p>You get a shop. It costs $4,500. It opens on 1 May.</p>",
            ),
            (
                "<p>You get a shop. It is <strong>fast. Very fast.</strong> People like it.</p><ul><li>A</li><li>B</li></ul>",
                "<p>You get a shop.</p><ul><li>A</li><li>B</li></ul>",
            ),
            (
                "<p>First of all this. Then e.g. that.</p><p>And more. And end.</p>",
                "<p>First of all this.</p><p>And more.</p>",
            ),
            (
                "<blockquote><p>A b. C d. E f. G h.</p></blockquote>",
                "<blockquote><p>A b. C d. E f. G h.</p></blockquote>",
            ),
        ] {
            assert_eq!(shorter(html), short);
        }
    }
}
