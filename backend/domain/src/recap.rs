//! Reads a meeting recap: what the client needs, what is proposed, what it costs and when.
//!
//! The rules here work without a model, on any recap. They sort the recap's own sentences and take labels and fillers
//! off; they never add a fact. [`model`] holds the schema and prompt for a model that does the same task.

use std::borrow::Cow;
use std::collections::HashSet;

use serde::Serialize;

use crate::field_error::{FieldError, TextField, nul, too_long};

pub(crate) mod cues;
mod labels;
mod lexicon;
pub mod model;
pub(crate) mod money;
mod narration;
mod price;
pub(crate) mod sentences;
mod tidy;
pub(crate) mod time;
pub(crate) mod words;

use cues::{Score, Side};
use sentences::{QuestionReply, Sentence, Topic};

/// The shortest recap, in characters once trimmed.
pub const RECAP_MIN: usize = 50;
/// The longest recap, in characters.
pub const RECAP_MAX: usize = 100_000;
/// The longest text handed to one field of the wizard, in characters; the field itself accepts more.
const FIELD_MAX: usize = 8_000;
/// A field of the wizard needs this many characters.
const FIELD_MIN: usize = 10;

const RECAP: TextField = TextField::long("meetingRecap", "Meeting recap", RECAP_MAX);

/// What the extraction puts before a solution where nothing was proposed. Drafting recognises it.
pub(crate) const APPROACH_OPEN: &str = "The approach is still to be agreed. It would address the following:";
/// What it puts before needs where nothing was asked outright.
const REQUEST: &str = "The request, as discussed:";
/// What it puts before a fragment that is too short for the wizard.
const ASKED_FOR: &str = "The client asked for:";
const WE_PROPOSE: &str = "We propose:";
/// All of these: words of ours, not the recap's.
pub(crate) const OPENINGS: [&str; 4] = [APPROACH_OPEN, REQUEST, ASKED_FOR, WE_PROPOSE];

/// What a recap says, in the fields of the wizard.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Extraction {
    /// What the client needs, one sentence a line.
    pub client_needs: String,
    /// What is proposed, one sentence a line.
    pub proposed_solution: String,
    /// The prices in the recap's words, one clause a line; empty where none was mentioned.
    pub pricing_hint: String,
    /// When things are wanted, where the recap says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeline: Option<String>,
}

/// Checks a recap's length: 50 to 100,000 characters, codes `recap_too_short` and `recap_too_long`. Answers it trimmed.
pub fn validate(text: &str) -> Result<&str, FieldError> {
    let trimmed = text.trim();
    let length = trimmed.chars().count();
    if length < RECAP_MIN {
        Err(FieldError::new(RECAP.name, "recap_too_short", "Please enter more details about your meeting."))
    } else if length > RECAP_MAX {
        Err(FieldError { code: "recap_too_long", ..too_long(RECAP) })
    } else if trimmed.contains('\0') {
        Err(nul(RECAP))
    } else {
        Ok(trimmed)
    }
}

/// Sorts the sentences of a recap by rules. Needs and solution have at least 10 characters wherever the recap says
/// anything about work at all; where nothing was proposed, the solution says so.
#[must_use]
pub fn extract(text: &str) -> Extraction {
    let scored: Vec<(Sentence, Score)> = sentences::split(text)
        .into_iter()
        .map(|sentence| {
            let score = cues::score(&sentence);
            (sentence, score)
        })
        .collect();
    let sides = cues::sides(&scored);
    let mut sorted = Sorted::default();
    let mut seen: HashSet<String> = HashSet::new();
    for (at, (sentence, score)) in scored.iter().enumerate() {
        if seen.insert(words::voiceless(&sentence.text)) {
            let side = sentence.speaker.as_deref().and_then(|speaker| sides.get(speaker).copied());
            // Somebody else answers, where it is said who speaks.
            let answers = scored.iter().skip(at + 1).take(4).map(|(next, _)| next);
            let answer = answers.clone().find(|next| next.speaker != sentence.speaker).or_else(|| answers.clone().next());
            let answer = answer.map_or(QuestionReply::Neither, |next| next.answer);
            sorted.put(sentence, *score, side.unwrap_or(Side::Unknown), answer);
        }
    }
    sorted.into_extraction()
}

/// Sentences by what they are about; one can be in several lists.
#[derive(Default)]
struct Sorted<'a> {
    needs: Vec<Cow<'a, str>>,
    solution: Vec<Cow<'a, str>>,
    price: Vec<(&'a str, Option<Topic>)>,
    time: Vec<String>,
    /// When and how it is paid.
    payment: Vec<String>,
    other: Vec<Cow<'a, str>>,
    /// What the meeting was about, where nothing else says it.
    narrated: Vec<Cow<'a, str>>,
    /// The sentence before, if it was put with the others: "The boiler is in the hall." explains "It leaks."
    before: Option<Cow<'a, str>>,
}

/// Where a sentence's own words put it, time and price aside.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Needs,
    Solution,
    Other,
    Nowhere,
}

impl<'a> Sorted<'a> {
    fn put(&mut self, sentence: &'a Sentence, score: Score, side: Side, answer: QuestionReply) {
        let before = self.before.take();
        let whole = sentence.text.as_str();
        let prices = sentence.topic == Some(Topic::Price);
        let names_price = money::names_price(whole, prices);
        let terms = money::names_terms(whole);
        if names_price || prices || terms {
            self.price.push((whole, sentence.topic));
        }
        if prices
            || (terms && !names_price && !score.work)
            || sentence.topic == Some(Topic::Internal)
            || (score.idle && sentence.topic.is_none())
        {
            return;
        }
        // What a sentence says of the work is told without its prices, which live in the pricing alone.
        let said =
            if names_price || (terms && !score.work) { money::without_price(whole).map(Cow::Owned) } else { Some(Cow::Borrowed(whole)) };
        let Some(said) = said else { return };
        let Some((said, score)) = self.about_the_work(said, score, sentence.topic) else { return };
        let place = place(sentence, &said, score, side);
        if place == Place::Nowhere && score.price && score.time && !score.work {
            // When it is paid is no time of the work.
            self.payment.push(said.into_owned());
            return;
        }
        self.note_time(&said, score, place, answer);
        let said = match time::without_time(&said) {
            Some(rest) if place != Place::Nowhere && score.time => Cow::Owned(rest),
            _ => said,
        };
        match place {
            Place::Needs => {
                if refers_back(&said) {
                    self.needs.extend(before);
                }
                self.needs.push(said);
            }
            Place::Solution => self.solution.push(said),
            Place::Other => {
                self.before = Some(said.clone());
                self.other.push(said);
            }
            Place::Nowhere => {}
        }
    }

    /// The part of a sentence that is not about the meeting, scored anew where words were left out.
    fn about_the_work(&mut self, said: Cow<'a, str>, score: Score, topic: Option<Topic>) -> Option<(Cow<'a, str>, Score)> {
        let said = match narration::without_narration(&said) {
            Some(rest) if rest.len() == said.len() => said,
            Some(rest) => Cow::Owned(tidy::tidy(rest)),
            None => {
                self.narrated.push(said);
                return None;
            }
        };
        let score = if matches!(said, Cow::Owned(_)) { cues::score_text(&said, topic) } else { score };
        Some((said, score))
    }

    /// Notes when things are to happen: the whole sentence where that is all it says, else only its words about the time.
    fn note_time(&mut self, said: &str, score: Score, place: Place, answer: QuestionReply) {
        if !score.time {
            return;
        }
        let told = match place {
            _ if said.ends_with('?') => {
                let wish = match answer {
                    QuestionReply::No => None,
                    answer => time::asked(said, answer == QuestionReply::Yes),
                };
                // A request for work stands among the needs; its time alone is told here.
                if place == Place::Nowhere { wish } else { Some(time::time_part(said)).filter(|_| answer != QuestionReply::No) }
            }
            Place::Nowhere | Place::Other => Some(said.to_owned()),
            Place::Needs | Place::Solution => Some(time::time_part(said)).filter(|part| part.len() < said.len()),
        };
        self.time.extend(told);
    }

    fn into_extraction(mut self) -> Extraction {
        if self.solution.is_empty() {
            for need in &mut self.needs {
                if let Some((rest, offer)) = offered(need) {
                    *need = Cow::Owned(rest);
                    self.solution.push(Cow::Owned(offer));
                }
            }
        }
        // Background stands in where nothing asks outright, and the meeting's subject where there is no background either.
        let background = if self.other.is_empty() && self.solution.is_empty() { &self.narrated } else { &self.other };
        let needs = if self.needs.is_empty() { background } else { &self.needs };
        let mut hint: Vec<String> = price::hint(&self.price).lines().map(str::to_owned).collect();
        hint.extend(unpriced(&self.price));
        hint.append(&mut self.payment);
        let client_needs = if needs.is_empty() && !self.solution.is_empty() { restated(REQUEST, &self.solution) } else { joined(needs) };
        let proposed_solution =
            if self.solution.is_empty() && !needs.is_empty() { restated(APPROACH_OPEN, needs) } else { joined(&self.solution) };
        let mut told = HashSet::new();
        self.time.retain(|time| told.insert(words::voiceless(time)));
        Extraction {
            client_needs: long_enough(client_needs, ASKED_FOR),
            proposed_solution: long_enough(proposed_solution, WE_PROPOSE),
            pricing_hint: joined(&hint),
            timeline: (!self.time.is_empty()).then(|| joined(&self.time)),
        }
    }
}

fn place(sentence: &Sentence, said: &str, score: Score, side: Side) -> Place {
    // A question on our side asks for facts; on the client's it asks for work, which the cues have seen.
    let only_asks_when = score.time && time::asked(said, true).is_some() && !score.work;
    let asks = said.ends_with('?') && (score.needs < 3 || only_asks_when);
    // What the client will do is not ours to propose.
    let theirs = side == Side::Client && score.commits && score.needs == 0;
    // A sentence about money or dates alone says nothing about the work.
    let offers = score.solution >= 3 && score.work;
    let only_price = score.price && score.needs < 3 && !offers;
    let tells_more = offers || (score.starts_with_work && score.words > 4);
    let only_time = score.time && ((score.needs <= 1 && !tells_more) || time::only_tells_when(said));
    let elsewhere = sentence.topic == Some(Topic::Timeline);
    if asks || theirs || only_price || only_time || elsewhere {
        return Place::Nowhere;
    }
    let solution = match side {
        Side::Client if sentence.topic != Some(Topic::Solution) => 0,
        Side::Vendor if score.work => score.solution + 2,
        _ => score.solution,
    };
    // "Scanner support" in a list of notes is wished for, unless something says that it is offered.
    let wish = sentence.bullet && sentence.topic.is_none() && side == Side::Unknown && !score.commits && !score.starts_with_work;
    if solution > score.needs && (solution >= 2 || score.words > 1) && !wish {
        Place::Solution
    } else if score.needs > 0 || (wish && score.words > 1) {
        Place::Needs
    } else if score.words >= 4 {
        Place::Other
    } else {
        Place::Nowhere
    }
}

fn refers_back(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    matches!(first, "It" | "It's" | "It’s" | "Its" | "He" | "She" | "They" | "This" | "That" | "These")
}

/// Parts a mixed sentence into what is needed and what is offered: "The boiler leaks, we will replace it."
fn offered(sentence: &str) -> Option<(String, String)> {
    [", ", "; ", " and we ", " so we "].iter().find_map(|mark| {
        let at = sentence.rfind(mark)?;
        let (need, clause) = sentence.split_at(at);
        let clause = clause.trim_start_matches([',', ';', ' ']);
        let score = cues::score_text(clause, None);
        let offers = score.commits && score.solution > score.needs && score.words >= 3;
        offers.then(|| (tidy::tidy(need), tidy::tidy(clause)))
    })
}

/// A price heading without figures still says something: "A fixed price is important."
fn unpriced(sentences: &[(&str, Option<Topic>)]) -> Vec<String> {
    sentences
        .iter()
        .filter(|(text, topic)| *topic == Some(Topic::Price) && !money::names_price(text, true) && !money::names_terms(text))
        .map(|(text, _)| (*text).to_owned())
        .collect()
}

/// One sentence a line, up to the field's length.
fn joined<S: AsRef<str>>(sentences: &[S]) -> String {
    let mut out = String::new();
    let mut length = 0;
    for sentence in sentences {
        let sentence = sentence.as_ref();
        length += sentence.chars().count() + 1;
        if length > FIELD_MAX {
            // One sentence longer than the field is cut rather than lost.
            if out.is_empty() {
                out = sentence.chars().take(FIELD_MAX).collect();
            }
            break;
        }
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(sentence);
    }
    out
}

fn restated<S: AsRef<str>>(opening: &str, sentences: &[S]) -> String {
    format!("{opening}\n{}", joined(sentences))
}

/// The wizard refuses less than ten characters, so a very short fragment is said as a sentence.
fn long_enough(text: String, opening: &str) -> String {
    if text.is_empty() || text.chars().count() >= FIELD_MIN { text } else { format!("{opening} {text}") }
}

#[cfg(test)]
pub(crate) mod tests;
