//! Builds a timeline from the dates, durations and milestones that the team named. None is invented.

use std::collections::HashSet;

use super::EditState;
use super::find::heading;
use super::request::Request;
use super::sections::before_the_end;
use crate::chat::{ChatInput, Edit, Speaker};
use crate::document::{self, BlockKind, Section, escape};
use crate::draft::frame::{is_open, without_openings};
use crate::draft::phrase::{addressed, entries, formal, list, paragraph};
use crate::reading::amounts::amounts;
use crate::recap::{cues, money, sentences, time, words};

/// Longer sentences are reduced to the part about the time.
const LONG: usize = 24;
const ENTRIES_MAX: usize = 30;

/// Builds or completes the timeline if a request asks for it.
pub(super) fn answer(desk: &mut EditState<'_>, request: &Request) -> bool {
    let named = request.has(&[
        " timeline",
        " schedule ",
        " milestone",
        " time plan ",
        " project plan ",
        " deadlines ",
    ]);
    let wanted = request.starts(&[
        "add", "include", "insert", "build", "create", "make", "improve", "update", "complete", "put",
        "write", "timeline", "show", "draft", "extend",
    ]);
    if !named || !wanted {
        return false;
    }
    let own = request.raw.split_once(':').map(|(_, words)| words.trim()).filter(|words| !words.is_empty());
    let times = match own {
        Some(words) => lines(words),
        None => times(desk.input),
    };
    let there = desk.content.sections.iter().find(|section| section.kind == BlockKind::Timeline).cloned();
    match there {
        Some(section) => complete(desk, &section, &times),
        None if times.is_empty() => steps(desk),
        None => {
            let html =
                format!("{}{}", paragraph("This is the timing as we understand it:"), list(&entries(&times)));
            insert(desk, html);
            let from = if own.is_some() { "your words" } else { "the dates and durations that you named" };
            desk.say(format!("I added a timeline from {from}: {}.", count(times.len())));
        }
    }
    true
}

fn count(entries: usize) -> String {
    if entries == 1 { "one entry".to_owned() } else { format!("{entries} entries") }
}

/// Dictated entries, one per line or clause.
fn lines(words: &str) -> Vec<String> {
    let parts: Vec<&str> =
        if words.contains('\n') { words.lines().collect() } else { words.split([';', ',']).collect() };
    let tidy = |part: &&str| {
        part.trim().trim_start_matches(['-', '*', '•', '–', ' ']).trim_end_matches('.').to_owned()
    };
    parts
        .iter()
        .map(tidy)
        .filter(|part| !part.is_empty())
        .map(|part| words::capitalised(&part))
        .take(ENTRIES_MAX)
        .collect()
}

fn insert(desk: &mut EditState<'_>, html: String) {
    let place = desk.content.sections.iter().position(|section| section.kind == BlockKind::Pricing);
    let after = match place {
        Some(at) => desk.content.sections.iter().take(at).next_back().map(|section| section.id),
        None => before_the_end(&desk.content),
    };
    let section = Section { id: (desk.ids)(), kind: BlockKind::Timeline, title: "Timeline".to_owned(), html };
    desk.edit(Edit::Insert { after, section });
}

/// Adds the missing entries to an existing timeline.
fn complete(desk: &mut EditState<'_>, section: &Section, times: &[String]) {
    let known = format!(" {} ", words::voiceless(&document::text(&section.html)).replace('\n', " "));
    let new: Vec<&String> =
        times.iter().filter(|time| !known.contains(&format!(" {} ", words::voiceless(time)))).collect();
    let name = heading(section);
    if new.is_empty() {
        let said = if times.is_empty() {
            "your inputs name no dates or durations besides"
        } else {
            "it holds every date and duration that you named"
        };
        desk.say(format!("There is a timeline already (\"{name}\"), and {said}. Tell me what to add: \"Update the timeline: design in May, launch on 1 July\"."));
        return;
    }
    // If the section ends with a list, the entries are appended to it.
    let items = list_items(new.iter().map(|time| time.as_str()));
    let html = match section.html.strip_suffix("</ul>") {
        Some(open) => format!("{open}{items}</ul>"),
        None => format!("{}<ul>{items}</ul>", section.html),
    };
    desk.edit(Edit::Replace { block: section.id, title: None, html });
    desk.say(format!(
        "I added to \"{name}\" what it lacked of the dates and durations that you named: {}.",
        count(new.len())
    ));
}

/// Without any date, the steps of the work are listed in the solution's own words.
fn steps(desk: &mut EditState<'_>) {
    let steps = solution_steps(&desk.input.proposed_solution);
    if steps.len() < 2 {
        desk.say(
            "What you typed names no dates, durations or milestones, so I added no timeline: I make none up. Tell me, for example: \"Include a timeline: design in two weeks, launch on 1 July\".",
        );
        return;
    }
    let items = list_items(entries(&steps).into_iter());
    insert(desk, format!("{}<ol>{items}</ol>", paragraph("These are the steps of the work:")));
    desk.say(format!(
        "What you typed names no dates or durations, and I make none up. I added a timeline with the {} steps of your solution, without dates; tell me the dates and I add them.",
        steps.len()
    ));
}

fn solution_steps(solution: &str) -> Vec<String> {
    if is_open(solution) {
        return Vec::new();
    }
    let mut seen = HashSet::new();
    sentences::split(&without_openings(solution))
        .into_iter()
        .filter(|sentence| {
            let score = cues::score(sentence);
            (score.work || score.commits) && !score.idle
        })
        .filter_map(|sentence| without_amounts(&sentence.text))
        .map(|text| formal(&text))
        .filter(|text| seen.insert(words::voiceless(text)))
        .take(ENTRIES_MAX)
        .collect()
}

fn without_amounts(sentence: &str) -> Option<String> {
    if amounts(sentence).is_empty() { Some(sentence.to_owned()) } else { money::without_price(sentence) }
}

/// What the team wrote about dates, without repetition, phrased for a proposal.
fn times(input: &ChatInput) -> Vec<String> {
    let mut texts = vec![
        (input.client_context.as_str(), true),
        (&input.proposed_solution, false),
        (&input.pricing_details, false),
    ];
    texts.extend(input.additional_notes.as_deref().map(|text| (text, true)));
    texts.extend(
        input.history.iter().filter(|said| said.who == Speaker::Team).map(|said| (said.text.as_str(), false)),
    );
    let mut found: Vec<String> = Vec::new();
    for (text, about_client) in texts {
        for sentence in sentences::split(&without_openings(text)) {
            if !cues::score(&sentence).time {
                continue;
            }
            let Some(said) = without_amounts(&sentence.text) else { continue };
            let said = if about_client { addressed(&said, &input.client) } else { formal(&said) };
            let said = if said.split_whitespace().count() > LONG { time::time_part(&said) } else { said };
            if time::names_time(&words::normal(&said)) {
                found.push(said);
            }
        }
    }
    let keys: Vec<String> = found.iter().map(|time| format!(" {} ", words::voiceless(time))).collect();
    let repeats = |at: usize, key: &String| {
        keys.iter().enumerate().any(|(other, longer)| {
            (other < at && longer == key) || (longer.len() > key.len() && longer.contains(key.as_str()))
        })
    };
    let new: Vec<bool> = keys.iter().enumerate().map(|(at, key)| !repeats(at, key)).collect();
    found.into_iter().zip(new).filter(|(_, new)| *new).map(|(time, _)| time).take(ENTRIES_MAX).collect()
}

fn list_items<'a>(entries: impl Iterator<Item = &'a str>) -> String {
    entries.fold(String::new(), |html, entry| html + "<li>" + &escape(entry) + "</li>")
}
