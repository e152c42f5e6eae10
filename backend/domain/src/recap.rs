//! Reads a meeting recap: what the client needs, what is proposed, what it costs and when.
//!
//! These rules work without a model, on any recap. They sort the recap's own sentences and remove labels and
//! fillers; they never add a fact. [`model`] contains the schema and prompt for the same task by a model.

use std::borrow::Cow;
use std::collections::HashSet;

use poem_openapi::Enum;
use serde::Serialize;

use crate::draft::frame::{Frame, Line};
use crate::field_error::{FieldError, TextField, nul, too_long};
use crate::prompt::without_orders;
use crate::reading::amounts::amounts as amounts_in;

mod amounts;
mod charge;
pub(crate) mod cues;
pub(crate) mod exclusions;
mod figures;
mod hint;
mod labels;
mod letter;
mod lexicon;
pub mod model;
pub(crate) mod money;
mod narration;
mod needs;
mod phrasing;
mod quantity;
mod roles;
mod sections;
pub(crate) mod sentences;
mod settle;
mod sides;
mod table;
mod tables;
mod tidy;
pub(crate) mod time;
mod turns;
pub(crate) mod words;

pub use amounts::{AmountRole, MentionReason, RecapAmount, amounts};
pub use charge::as_item;
pub use hint::{RecapMention, mentions};
pub use turns::speakers;

use cues::{Score, Side};
use exclusions::LeftOut;
use needs::Need;
use sentences::{QuestionReply, Sentence, Topic};

/// The shortest recap, in characters once trimmed.
pub const RECAP_MIN: usize = 50;
/// The longest recap, in characters.
pub const RECAP_MAX: usize = 100_000;
/// The longest text for one field of the wizard, in characters; the field itself accepts more.
const FIELD_MAX: usize = 8_000;
/// The shortest text that a field of the wizard accepts, in characters.
const FIELD_MIN: usize = 10;

const RECAP: TextField = TextField::long("meetingRecap", "Meeting recap", RECAP_MAX);

/// A recap, sorted into the fields of the wizard.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Extraction {
    /// What the client needs, one sentence per line.
    pub client_needs: String,
    /// What is proposed, one sentence per line.
    pub proposed_solution: String,
    /// The prices in the recap's words, one clause per line; empty if none was mentioned.
    pub pricing_hint: String,
    /// The desired dates, if the recap states any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeline: Option<String>,
    /// What is not part of the work, one sentence per line under a heading that drafting recognises.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exclusions: Option<String>,
}

/// What is to be told about an extraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Enum)]
#[oai(rename = "RecapNoticeCode", rename_all = "snake_case")]
pub enum Notice {
    /// The recap says nothing about needs, work or prices.
    NothingFound,
}

impl Notice {
    /// The sentence for the person who pasted the recap.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::NothingFound => {
                "This recap says nothing that a proposal could use: no needs, no work and no prices. Add more to it, or enter the details manually."
            }
        }
    }
}

impl Extraction {
    /// What is to be told about it, if anything.
    #[must_use]
    pub fn notice(&self) -> Option<Notice> {
        let nothing = self.client_needs.is_empty() && self.proposed_solution.is_empty() && self.pricing_hint.is_empty();
        nothing.then_some(Notice::NothingFound)
    }
}

/// Checks a recap's length: 50 to 100,000 characters, codes `recap_too_short` and `recap_too_long`. Returns
/// it trimmed.
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

/// Sorts the sentences of a recap by rules. Needs and solution have at least 10 characters if the recap says
/// anything about work; if nothing was proposed, the solution says so. Sentences that address the assistant are left out.
#[must_use]
pub fn extract(text: &str) -> Extraction {
    extract_for(text, None)
}

/// The same, if the name of the speaker on our side is known: one of [`speakers`].
#[must_use]
pub fn extract_for(text: &str, our_speaker: Option<&str>) -> Extraction {
    let text = &*without_orders(text);
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
    let (left_out, answered) = left_out(&scored);
    let subjects: Vec<String> = left_out.iter().flatten().flat_map(|left| &left.subjects).map(|subject| format!(" {subject} ")).collect();
    for (at, (sentence, score)) in scored.iter().enumerate() {
        if seen.insert(words::voiceless(&sentence.text)) {
            let side = sentence.speaker.as_deref().and_then(|speaker| sides.get(speaker).copied());
            // A question is answered by another speaker, if speakers are named.
            let answers = scored.iter().skip(at + 1).take(4).map(|(next, _)| next);
            let answer = answers.clone().find(|next| next.speaker != sentence.speaker).or_else(|| answers.clone().next());
            let answer = answer.map_or(QuestionReply::Neither, |next| next.answer);
            let left = left_out.get(at).and_then(Option::as_ref);
            let words = words::normal(&sentence.text);
            let gone = answered.contains(&at) || (left.is_none() && subjects.iter().any(|subject| words.contains(subject)));
            sorted.put(sentence, *score, side.unwrap_or(Side::Unknown), answer, left, gone);
        }
    }
    let frame = Frame::of(text);
    sorted.into_extraction(frame, |aside| hint::hint(text, our_speaker, aside))
}

/// What each sentence leaves out, and the sentences about something that another one leaves out: "Drone shots?" before
/// "Sorry, no", "It wants a gilder" after "The frame isn't included".
fn left_out(scored: &[(Sentence, Score)]) -> (Vec<Option<LeftOut>>, HashSet<usize>) {
    let mut found: Vec<Option<LeftOut>> = scored.iter().map(|(sentence, _)| LeftOut::of(sentence)).collect();
    let mut about = HashSet::new();
    for (at, pair) in scored.windows(2).enumerate() {
        let ([(before, _), (sentence, _)], Some([earlier, here])) = (pair, found.get_mut(at..at + 2)) else { continue };
        let apart = before.speaker != sentence.speaker;
        let excluded = here.as_mut().filter(|left| left.listed);
        let refused = before.text.ends_with('?') && apart && (sentence.answer == QuestionReply::No || excluded.is_some());
        let points_back = excluded.as_ref().is_some_and(|left| left.refers_back);
        if earlier.is_none() && (refused || points_back) {
            about.insert(at);
            if let Some(left) = excluded.filter(|left| left.refers_back) {
                before.text.trim_end_matches('?').clone_into(&mut left.said);
            }
        }
        if !apart && here.is_none() && earlier.as_ref().is_some_and(|left| left.kept.is_none()) && refers_back(&sentence.text) {
            about.insert(at + 1);
        }
    }
    (found, about)
}

/// Sentences by topic; one can be in several lists.
#[derive(Default)]
struct Sorted<'a> {
    needs: Vec<Need<'a>>,
    solution: Vec<Cow<'a, str>>,
    exclusions: Vec<String>,
    price: Vec<(&'a str, Option<Topic>)>,
    time: Vec<String>,
    /// Terms of payment.
    payment: Vec<String>,
    /// Background, used if there are few needs.
    other: Vec<Need<'a>>,
    /// The subject of the meeting, used if no other sentence names it.
    narrated: Vec<Cow<'a, str>>,
    /// The previous sentence, if it was sorted: "The boiler is in the hall." explains "It leaks."
    before: Option<Cow<'a, str>>,
}

/// The topic of a sentence by its own words, ignoring time and price.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Needs,
    Solution,
    Other,
    Nowhere,
}

impl<'a> Sorted<'a> {
    fn put(&mut self, sentence: &'a Sentence, score: Score, side: Side, answer: QuestionReply, left: Option<&'a LeftOut>, gone: bool) {
        let before = self.before.take();
        let whole = sentence.text.as_str();
        let prices = sentence.topic == Some(Topic::Price);
        let names_price = money::names_price(whole);
        let terms = money::names_terms(whole);
        if names_price || prices || terms {
            self.price.push((whole, sentence.topic));
        }
        if sentence.topic == Some(Topic::Title) {
            self.narrated.push(Cow::Borrowed(whole));
        }
        if let Some(left) = left.filter(|left| left.listed && !gone) {
            let said = if names_price { money::without_price(&left.said) } else { Some(left.said.clone()) };
            self.exclusions.extend(said);
        }
        if gone
            || prices
            || matches!(sentence.topic, Some(Topic::Internal | Topic::Quoted | Topic::Title))
            || left.is_some_and(|left| left.kept.is_none())
            || (terms && !names_price && !score.work)
            || (score.idle && sentence.topic.is_none())
        {
            return;
        }
        let row = sentence.row.as_ref().filter(|_| sentence.topic.is_none());
        if row.is_some_and(|row| !row.is_item()) {
            return;
        }
        if let Some(row) = row {
            self.solution.push(Cow::Owned(row.named()));
            return;
        }
        let whole = left.and_then(|left| left.kept.as_deref()).unwrap_or(whole);
        let score = if left.is_some() { cues::score_text(whole, sentence.topic) } else { score };
        // The description of the work is kept without its prices, which belong to the pricing.
        let said =
            if names_price || (terms && !score.work) { money::without_price(whole).map(Cow::Owned) } else { Some(Cow::Borrowed(whole)) };
        // Words of a need that look like a price, without any currency, are not a price alone.
        let said = said.or_else(|| (score.needs >= 3 && !whole.contains(['$', '€', '£'])).then_some(Cow::Borrowed(whole)));
        let Some(said) = said else { return };
        let Some((said, score)) = self.about_the_work(said, score, sentence.topic) else { return };
        let place = place(sentence, &said, score, side);
        if place == Target::Nowhere && score.price && score.time && !score.work {
            // The date of a payment is not a date of the work.
            self.payment.push(said.into_owned());
            return;
        }
        self.note_time(&said, score, place, answer);
        let said = match time::without_time(&said) {
            Some(rest) if place != Target::Nowhere && score.time => Cow::Owned(rest),
            _ => said,
        };
        let at = self.needs.len() + self.other.len();
        match place {
            Target::Needs => {
                let value = needs::value(sentence, &said, score, side);
                let before = before.filter(|_| refers_back(&said));
                self.needs.push(Need { at, value, before, said });
            }
            Target::Solution => self.solution.push(said),
            Target::Other => {
                self.before = Some(said.clone());
                // Whose money it is belongs to the prices.
                if said.contains(['$', '€', '£']) {
                    return;
                }
                self.other.push(Need { at, value: needs::value(sentence, &said, score, side), before: None, said });
            }
            Target::Nowhere => {}
        }
    }

    /// The part of a sentence that is not about the meeting, scored again if words were left out.
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

    /// Records dates: the whole sentence if it says nothing else, otherwise only its words about the time.
    fn note_time(&mut self, said: &str, score: Score, place: Target, answer: QuestionReply) {
        if !score.time {
            return;
        }
        let told = match place {
            _ if said.ends_with('?') => {
                let wish = match answer {
                    QuestionReply::No => None,
                    answer => time::asked(said, answer == QuestionReply::Yes),
                };
                // A request for work belongs to the needs; only its time is recorded here.
                if place == Target::Nowhere { wish } else { Some(time::time_part(said)).filter(|_| answer != QuestionReply::No) }
            }
            Target::Nowhere | Target::Other => Some(said.to_owned()),
            Target::Needs | Target::Solution => Some(time::time_part(said)).filter(|part| part.len() < said.len()),
        };
        self.time.extend(told);
    }

    fn into_extraction(mut self, frame: Frame, prices: impl Fn(&[String]) -> String) -> Extraction {
        if self.solution.is_empty() {
            for need in &mut self.needs {
                if let Some((rest, offer)) = offered(&need.said) {
                    need.said = Cow::Owned(rest);
                    self.solution.push(Cow::Owned(offer));
                }
            }
        }
        // If nothing is asked for explicitly, the background is used, and otherwise the meeting's subject.
        if self.needs.is_empty() && self.other.is_empty() && self.solution.is_empty() {
            self.other = self.narrated.into_iter().enumerate().map(|(at, said)| Need::background(at, said)).collect();
        }
        let needs = needs::chosen(self.needs, self.other);
        let mut aside = unpriced(&self.price);
        aside.append(&mut self.payment);
        let prices = prices(&aside);
        let pricing_hint = if prices.is_empty() { joined(&aside) } else { prices };
        let client_needs = if needs.is_empty() && !self.solution.is_empty() {
            restated(frame.text(Line::RecapRequest), &self.solution)
        } else {
            joined(&needs)
        };
        let proposed_solution = if self.solution.is_empty() && !needs.is_empty() {
            restated(frame.text(Line::RecapOpen), &needs)
        } else {
            joined(&self.solution)
        };
        let mut told = HashSet::new();
        self.time.retain(|time| told.insert(words::voiceless(time)));
        Extraction {
            client_needs: long_enough(client_needs, frame.text(Line::RecapAskedFor)),
            proposed_solution: long_enough(proposed_solution, frame.text(Line::RecapWePropose)),
            pricing_hint,
            timeline: (!self.time.is_empty()).then(|| joined(&self.time)),
            exclusions: (!self.exclusions.is_empty()).then(|| restated(frame.text(Line::RecapNotIncluded), &self.exclusions)),
        }
    }
}

fn place(sentence: &Sentence, said: &str, score: Score, side: Side) -> Target {
    // A question by the writer asks for facts; a question by the client asks for work, which the cues have
    // found.
    let only_asks_when = score.time && time::asked(said, true).is_some() && !score.work;
    let asks = said.ends_with('?') && (score.needs < 3 || only_asks_when || side == Side::Vendor);
    // What the client will do is not part of the offer.
    let theirs = side == Side::Client && score.commits && score.needs == 0;
    // A sentence about money or dates alone does not describe work.
    let offers = score.solution >= 3 && score.work;
    let only_price = score.price && score.needs < 3 && !offers;
    let tells_more = offers || (score.starts_with_work && score.words > 4);
    let only_time = score.time && ((score.needs <= 1 && !tells_more) || time::states_only_a_time(said));
    let elsewhere = sentence.topic == Some(Topic::Timeline);
    if asks || theirs || only_price || only_time || elsewhere {
        return Target::Nowhere;
    }
    let solution = match side {
        Side::Client if sentence.topic != Some(Topic::Solution) => 0,
        Side::Vendor if score.work => score.solution + 2,
        _ => score.solution,
    };
    // "Scanner support" in a list of notes counts as requested, unless something says that it is offered.
    let wish = sentence.bullet && sentence.topic.is_none() && side == Side::Unknown && !score.commits && !score.starts_with_work;
    if solution > score.needs && (solution >= 2 || score.words > 1) && !wish {
        Target::Solution
    } else if score.needs > 0 || (wish && score.words > 1) {
        Target::Needs
    } else if score.words >= 4 {
        Target::Other
    } else {
        Target::Nowhere
    }
}

fn refers_back(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    matches!(first, "It" | "It's" | "It’s" | "Its" | "He" | "She" | "They" | "This" | "That" | "These")
}

/// Splits a mixed sentence into what is needed and what is offered: "The boiler leaks, we will replace it."
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

/// The text under a price heading is relevant even without figures: "A fixed price is important."
fn unpriced(sentences: &[(&str, Option<Topic>)]) -> Vec<String> {
    sentences
        .iter()
        .filter(|(text, topic)| *topic == Some(Topic::Price) && amounts_in(text).is_empty() && !money::names_terms(text))
        .map(|(text, _)| (*text).to_owned())
        .collect()
}

/// One sentence per line, up to the field's length.
fn joined<S: AsRef<str>>(sentences: &[S]) -> String {
    let mut out = String::new();
    let mut length = 0;
    for sentence in sentences {
        let sentence = sentence.as_ref();
        length += sentence.chars().count() + 1;
        if length > FIELD_MAX {
            // A single sentence longer than the field is truncated rather than lost.
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

/// The wizard refuses fewer than ten characters, so a very short fragment is extended to a sentence.
fn long_enough(text: String, opening: &str) -> String {
    if text.is_empty() || text.chars().count() >= FIELD_MIN { text } else { format!("{opening} {text}") }
}

#[cfg(test)]
mod amount_tests;
#[cfg(test)]
pub(crate) mod tests;
