//! New sections: with text that the user dictates, or with what the team wrote about the subject before.

use uuid::Uuid;

use super::EditState;
use super::find::{self, Lookup};
use super::request::{Request, name, split_at_phrase};
use super::sections::{Position, before_the_end, place};
use crate::chat::Edit;
use crate::chat::guard::words::{content_words, kind_words};
use crate::document::{self, BlockKind, Section};
use crate::draft::TITLE_MAX;
use crate::draft::frame::without_openings;
use crate::draft::phrase::{addressed, entries, formal, is_sentence, list, paragraph};
use crate::reading::amounts::amounts;
use crate::reading::lexicon::WordList;
use crate::recap::words::{capitalised, normal};
use crate::recap::{money, sentences};

const SENTENCES_MAX: usize = 8;

/// "Add a section about maintenance: ...", with the user's own text.
pub(super) fn dictated(desk: &mut EditState<'_>, request: &Request) -> bool {
    request.raw.contains([':', '\n'])
        && request.has(&[" section ", " paragraph ", " chapter ", " block "])
        && add(desk, request)
}

/// Adds a section with the text that follows, otherwise with what the team wrote about it before.
pub(super) fn add(desk: &mut EditState<'_>, request: &Request) -> bool {
    if !request.starts(&["add", "include", "insert", "create", "write", "put", "append"]) {
        return false;
    }
    let rest = request.rest();
    let splits = [
        rest.split_once(':'),
        rest.split_once('\n'),
        split_at_phrase(rest, " with the text "),
        split_at_phrase(rest, " saying that "),
        split_at_phrase(rest, " saying "),
        split_at_phrase(rest, " that says "),
    ];
    let (head, body) = splits.into_iter().flatten().min_by_key(|(head, _)| head.len()).unwrap_or((rest, ""));
    let spoken = normal(head);
    if ![" section ", " paragraph ", " chapter ", " block ", " part "]
        .iter()
        .any(|word| spoken.contains(word))
        && kind_of(&name(head)) == BlockKind::Free
    {
        return false;
    }
    let (head, place) = place(head).map_or((head, None), |(head, place)| (head, Some(place)));
    let title = title_of(head);
    if title.is_empty() {
        desk.say("What is the section about, and what shall it say? For example: \"add a section about maintenance: We keep the website up to date.\"");
        return true;
    }
    let body = body.trim().trim_matches(|c: char| matches!(c, '"' | '“' | '”'));
    let html = document::markdown(body);
    let dictated = !document::is_empty(&html);
    let html = if dictated { html } else { gathered(desk, &title) };
    if html.is_empty() {
        desk.say(format!(
            "What you typed says nothing about \"{title}\", and I make nothing up. Give me the words: \"add a section about {title}: ...\".",
        ));
        return true;
    }
    let after = match place {
        Some(Position::Before(other)) => find_place(desk, &other, true),
        Some(Position::After(other)) => find_place(desk, &other, false),
        Some(Position::First) => None,
        Some(Position::Last) => desk.content.sections.last().map(|section| section.id),
        _ => before_the_end(&desk.content),
    };
    let section = Section { id: (desk.ids)(), kind: kind_of(&title), title: title.clone(), html };
    desk.edit(Edit::Insert { after, section });
    desk.say(if dictated {
        format!("I added the section \"{title}\" with your words.")
    } else {
        format!("I added the section \"{title}\" with what you typed about it before. Please read it.")
    });
    true
}

fn find_place(desk: &EditState<'_>, other: &str, before: bool) -> Option<Uuid> {
    let Lookup::One(other) = find::section(&desk.content, other) else {
        return before_the_end(&desk.content);
    };
    if !before {
        return Some(other.id);
    }
    let sections = &desk.content.sections;
    sections.iter().take_while(|section| section.id != other.id).last().map(|section| section.id)
}

/// "A short section about maintenance" is about "Maintenance".
fn title_of(head: &str) -> String {
    let mut words: Vec<&str> = head.split_whitespace().collect();
    while words.first().is_some_and(|word| WordList::SectionLead.has(&word.to_ascii_lowercase())) {
        words.remove(0);
    }
    while words.last().is_some_and(|word| {
        matches!(word.to_ascii_lowercase().as_str(), "section" | "paragraph" | "block" | "chapter")
    }) {
        words.pop();
    }
    let title = name(&words.join(" "));
    capitalised(title.chars().take(TITLE_MAX).collect::<String>().trim())
}

fn kind_of(title: &str) -> BlockKind {
    let words = normal(title);
    let fits = |kind: &BlockKind| kind_words(*kind).iter().any(|word| words.contains(&format!(" {word} ")));
    BlockKind::ALL
        .into_iter()
        .filter(|kind| !matches!(kind, BlockKind::Pricing | BlockKind::Cover))
        .find(fits)
        .unwrap_or(BlockKind::Free)
}

/// What the team and its profile say about a subject, in their own sentences and without prices.
fn gathered(desk: &EditState<'_>, subject: &str) -> String {
    let input = desk.input;
    let wanted = content_words(subject);
    let company = &input.company;
    let profile = [
        &company.what_we_offer,
        &company.how_we_work,
        &company.why_work_with_us,
        &company.about_us,
        &company.guarantees_offered,
    ];
    let mut texts = vec![(input.proposed_solution.as_str(), false), (input.client_context.as_str(), true)];
    texts.extend(input.additional_notes.as_deref().map(|text| (text, false)));
    texts.extend(profile.into_iter().filter_map(|text| text.as_deref()).map(|text| (text, false)));
    let mut said: Vec<String> = Vec::new();
    for (text, about_client) in texts {
        for sentence in sentences::split(&without_openings(text)) {
            if !content_words(&sentence.text).iter().any(|word| wanted.contains(word)) {
                continue;
            }
            let bare = if amounts(&sentence.text).is_empty() {
                Some(sentence.text)
            } else {
                money::without_price(&sentence.text)
            };
            let bare =
                bare.map(|text| if about_client { addressed(&text, &input.client) } else { formal(&text) });
            said.extend(bare.filter(|text| !said.contains(text)));
        }
    }
    said.truncate(SENTENCES_MAX);
    match said.as_slice() {
        [] => String::new(),
        several if several.iter().all(|text| is_sentence(text)) => {
            several.iter().map(|text| paragraph(text)).collect()
        }
        several => list(&entries(several)),
    }
}
