//! What is observed of a sentence of a recap: its words, its place, what the rules see in it, and its
//! neighbours.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::super::context::{OneSentence, ReadSentence};
use super::super::cues::Side;
use super::super::sentences::{QuestionReply, Topic};
use super::super::weights::{Observations, WHOLE};
use super::super::words::normal;

/// The upper ends of the lengths, in words.
const LENGTHS: [usize; 6] = [2, 4, 7, 12, 20, usize::MAX];
/// The parts of a recap.
const PARTS: usize = 5;
/// A sentence is counted up to this distance from the begin and the end.
const NEAR_END: usize = 5;
/// Stands for every figure.
const FIGURE: &str = "#";
/// The letters of a longer word that stand for all of its forms.
const STEM: usize = 5;

/// What is observed of a sentence.
pub(in super::super) fn observe(read: &ReadSentence<'_>) -> Observations {
    let ReadSentence { own, side, answer, gone, at, count, before, behind } = read;
    let OneSentence { sentence, score, left, money } = own;
    let text = sentence.text.as_str();
    let words = words(text);
    let mut all: BTreeSet<Cow<'static, str>> = BTreeSet::new();
    let mut add = |name: String| {
        all.insert(Cow::Owned(name));
    };
    for word in &words {
        add(format!("word {word}"));
        if let Some((end, _)) = word.char_indices().nth(STEM) {
            add(format!("stem {}", word.get(..end).unwrap_or_default()));
        }
    }
    let first = words.first().map_or("", String::as_str);
    add(format!("first {first}"));
    add(format!("last {}", words.last().map_or("", String::as_str)));
    let length = LENGTHS.iter().position(|end| words.len() <= *end).unwrap_or_default();
    add(format!("length {length}"));
    add(format!("part {}", at * PARTS / (*count).max(1)));
    add(format!("from the begin {}", (*at).min(NEAR_END)));
    add(format!("from the end {}", (count - at - 1).min(NEAR_END)));
    add(format!("topic {}", topic(sentence.topic)));
    let side = match side {
        Side::Client => "client",
        Side::Vendor => "vendor",
        Side::Unknown => "unknown",
    };
    add(format!("side {side}"));
    add(format!("side {side} first {first}"));
    for (place, neighbour) in [("before", before), ("behind", behind)] {
        if let Some(neighbour) = neighbour {
            for fact in facts(neighbour) {
                add(format!("{place} {fact}"));
            }
            let text = normal(&neighbour.sentence.text);
            add(format!("{place} first {}", text.split_whitespace().next().map_or("", shown)));
            add(format!("{place} topic {}", topic(neighbour.sentence.topic)));
        }
    }
    let other_speaker = |neighbour: &Option<OneSentence<'_>>| {
        neighbour.is_some_and(|neighbour| neighbour.sentence.speaker != sentence.speaker)
    };
    let observed = [
        ("any sentence", true),
        ("row", sentence.row.is_some()),
        ("speaker", sentence.speaker.is_some()),
        ("exclamation", text.ends_with('!')),
        ("brackets", text.starts_with('(')),
        ("quotation", text.contains(['"', '“', '„', '«'])),
        ("answers yes", sentence.answer == QuestionReply::Yes),
        ("answers no", sentence.answer == QuestionReply::No),
        ("is answered yes", *answer == QuestionReply::Yes),
        ("is answered no", *answer == QuestionReply::No),
        ("need", score.needs > 0),
        ("offer", score.solution > 0),
        ("commits", score.commits),
        ("work", score.work),
        ("starts with work", score.starts_with_work),
        ("declined", left.is_some_and(|left| !left.listed)),
        ("part left out", left.is_some_and(|left| left.kept.is_some())),
        ("left out elsewhere", *gone),
        ("secret money", money.is_secret),
        ("before another speaker", other_speaker(behind)),
        ("behind another speaker", other_speaker(before)),
    ];
    let observed = observed.into_iter().filter(|(_, is_so)| *is_so).map(|(name, _)| name).chain(facts(own));
    all.extend(observed.map(Cow::Borrowed));
    all.into_iter().map(|name| (name, WHOLE)).collect()
}

/// What a sentence says on its own.
fn facts<'a>(one: &OneSentence<'a>) -> impl Iterator<Item = &'static str> + use<'a> {
    let OneSentence { sentence, score, left, money } = *one;
    let facts = [
        ("list", sentence.bullet),
        ("question", sentence.text.ends_with('?')),
        ("price", score.price),
        ("time", score.time),
        ("strong need", score.needs >= 3),
        ("strong offer", score.solution >= 3),
        ("idle", score.idle),
        ("left out", left.is_some_and(|left| left.listed)),
        ("our money", !money.ours.is_empty()),
        ("their money", !money.theirs.is_empty()),
        ("name", has_name(&sentence.text)),
    ];
    facts.into_iter().filter(|(_, is_so)| *is_so).map(|(name, _)| name)
}

/// The words of a text, each figure as the same one.
fn words(text: &str) -> Vec<String> {
    normal(text).split_whitespace().map(|word| shown(word).to_owned()).collect()
}

fn shown(word: &str) -> &str {
    if word.starts_with(|character: char| character.is_ascii_digit()) { FIGURE } else { word }
}

fn topic(topic: Option<Topic>) -> &'static str {
    match topic {
        None => "none",
        Some(Topic::Needs) => "needs",
        Some(Topic::Solution) => "solution",
        Some(Topic::Price) => "price",
        Some(Topic::Timeline) => "timeline",
        Some(Topic::Excluded) => "excluded",
        Some(Topic::FromClient) => "from the client",
        Some(Topic::Internal) => "internal",
        Some(Topic::Title) => "title",
        Some(Topic::Quoted) => "quoted",
    }
}

/// Whether a word behind the first begins with a capital letter.
fn has_name(text: &str) -> bool {
    text.split_whitespace().skip(1).any(|word| word.starts_with(char::is_uppercase) && word.len() > 1)
}
