//! The sentences of a recap, each with what the others say of it: whose it is, how it is answered, what it
//! leaves out and whose money it names.

use std::collections::HashSet;

use super::amounts::RecapReading;
use super::cues::{self, Score, Side};
use super::exclusions::LeftOut;
use super::sentences::{self, QuestionReply, Sentence};
use super::sorted::refers_back;
use super::stated::StatedMoney;
use super::{Seller, words};

/// The reply to a question is looked for in this many sentences behind it.
const REPLY_WITHIN: usize = 4;

/// A recap, read.
pub(super) struct ReadRecap {
    pub(super) reading: RecapReading,
    /// The things that are left out, as other sentences may name them.
    pub(super) subjects: Vec<String>,
    scored: Vec<(Sentence, Score)>,
    sides: Vec<Side>,
    money: Vec<StatedMoney>,
    left_out: Vec<Option<LeftOut>>,
    /// The sentences about something that another one leaves out.
    refused: HashSet<usize>,
}

/// A sentence, and what its own words say.
#[derive(Clone, Copy)]
pub(super) struct OneSentence<'a> {
    pub(super) sentence: &'a Sentence,
    pub(super) score: Score,
    /// What it leaves out.
    pub(super) left: Option<&'a LeftOut>,
    pub(super) money: &'a StatedMoney,
}

/// A sentence, and what the recap says of it.
pub(super) struct ReadSentence<'a> {
    pub(super) own: OneSentence<'a>,
    /// The side of its speaker.
    pub(super) side: Side,
    /// The reply to it.
    pub(super) answer: QuestionReply,
    /// Whether it is about something that another sentence leaves out.
    pub(super) gone: bool,
    pub(super) at: usize,
    pub(super) count: usize,
    pub(super) before: Option<OneSentence<'a>>,
    pub(super) behind: Option<OneSentence<'a>>,
}

impl ReadRecap {
    pub(super) fn of(text: &str, seller: Seller<'_>) -> Self {
        let scored: Vec<(Sentence, Score)> = sentences::split(text)
            .into_iter()
            .map(|sentence| {
                let score = cues::score(&sentence);
                (sentence, score)
            })
            .collect();
        let reading = RecapReading::of(text, seller);
        let by_name = cues::sides(&scored, &reading);
        let side_of = |(sentence, _): &(Sentence, Score)| {
            sentence
                .speaker
                .as_deref()
                .and_then(|speaker| by_name.get(speaker).copied())
                .unwrap_or(Side::Unknown)
        };
        let sides = scored.iter().map(side_of).collect();
        let money = StatedMoney::of(scored.iter().map(|(sentence, _)| &*sentence.text), &reading.amounts);
        let (left_out, refused) = left_out(&scored);
        let subjects = left_out
            .iter()
            .flatten()
            .flat_map(|left| &left.subjects)
            .map(|subject| format!(" {subject} "))
            .collect();
        Self { reading, subjects, scored, sides, money, left_out, refused }
    }

    /// The sentences in order, without repetition.
    pub(super) fn sentences(&self) -> impl Iterator<Item = ReadSentence<'_>> {
        let mut seen: HashSet<String> = HashSet::new();
        (0..self.scored.len()).filter_map(move |at| {
            let own = self.one(at)?;
            if !seen.insert(words::voiceless(&own.sentence.text)) {
                return None;
            }
            let words = words::normal(&own.sentence.text).replace("'s ", " ");
            let is_left_out = || self.subjects.iter().any(|subject| words.contains(subject));
            Some(ReadSentence {
                own,
                side: self.sides.get(at).copied().unwrap_or(Side::Unknown),
                answer: self.reply(at),
                gone: self.refused.contains(&at) || (own.left.is_none() && is_left_out()),
                at,
                count: self.scored.len(),
                before: at.checked_sub(1).and_then(|at| self.one(at)),
                behind: self.one(at + 1),
            })
        })
    }

    fn one(&self, at: usize) -> Option<OneSentence<'_>> {
        let (sentence, score) = self.scored.get(at)?;
        let left = self.left_out.get(at).and_then(Option::as_ref);
        Some(OneSentence { sentence, score: *score, left, money: self.money.get(at)? })
    }

    /// The reply to a sentence: by another speaker, if speakers are named.
    fn reply(&self, at: usize) -> QuestionReply {
        let speaker = self.scored.get(at).and_then(|(sentence, _)| sentence.speaker.as_ref());
        let mut answers = self.scored.iter().skip(at + 1).take(REPLY_WITHIN).map(|(next, _)| next);
        let first = answers.clone().next();
        let answer = answers.find(|next| next.speaker.as_ref() != speaker).or(first);
        answer.map_or(QuestionReply::Neither, |next| next.answer)
    }
}

/// Whether a sentence begins with a word for the thing that the one before it names: not "She".
fn refers_to_thing(text: &str) -> bool {
    refers_back(text) && !text.starts_with("He") && !text.starts_with("She")
}

/// What each sentence leaves out, and the sentences about something that another one leaves out: "Drone
/// shots?" before "Sorry, no", "It wants a gilder" after "The frame isn't included".
fn left_out(scored: &[(Sentence, Score)]) -> (Vec<Option<LeftOut>>, HashSet<usize>) {
    let mut found: Vec<Option<LeftOut>> = scored.iter().map(|(sentence, _)| LeftOut::of(sentence)).collect();
    let mut about = HashSet::new();
    for (at, pair) in scored.windows(2).enumerate() {
        let ([(before, _), (sentence, _)], Some([earlier, here])) = (pair, found.get_mut(at..at + 2)) else {
            continue;
        };
        let apart = before.speaker != sentence.speaker;
        let excluded = here.as_mut().filter(|left| left.listed);
        let refused = before.text.ends_with('?')
            && apart
            && (sentence.answer == QuestionReply::No || excluded.is_some());
        let points_back = excluded.as_ref().is_some_and(|left| left.refers_back);
        if earlier.is_none() && (refused || points_back) {
            about.insert(at);
            if let Some(left) = excluded.filter(|left| left.refers_back) {
                before.text.trim_end_matches('?').clone_into(&mut left.said);
            }
        }
        if !apart
            && here.is_none()
            && earlier.as_ref().is_some_and(|left| left.kept.is_none())
            && refers_to_thing(&sentence.text)
        {
            about.insert(at + 1);
        }
    }
    (found, about)
}
