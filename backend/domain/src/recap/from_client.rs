//! What the client is to give for the work: "Priti sends the fire plan", "You provide the photos".

use super::cues::{Score, Side};
use super::lexicon::{Cue, Hit, hits};
use super::sentences::{Sentence, Topic};
use super::words::normal;

/// A name has at most this many words.
const NAME_MAX: usize = 2;

/// Whether a sentence says what the client is to give. What a person named in it gives counts only among
/// errands: "Ada sends the newsletter by hand" is how they work today.
pub(super) fn is_given(sentence: &Sentence, score: Score, side: Side) -> bool {
    if sentence.topic == Some(Topic::FromClient) {
        return true;
    }
    let words = normal(&sentence.text);
    let list: Vec<&str> = words.split_whitespace().collect();
    // Papers of the sale are no material for the work.
    let is_paper = list.iter().any(|word| Cue::Paper.has(word) || Cue::NotGiven.has(word));
    if is_paper || score.price || sentence.text.ends_with('?') {
        return false;
    }
    let is_errand = score.idle || sentence.topic == Some(Topic::Internal);
    let gives = |hit: &Hit| {
        let names_thing = hit.at + hit.length < list.len();
        let before: Vec<&str> = list.iter().take(hit.at).map(|word| subject(word)).collect();
        match hit.cue {
            Cue::GivesUs => names_thing && side != Side::Client,
            Cue::Gives => names_thing && is_client(&before, &sentence.text, side, is_errand),
            _ => false,
        }
    };
    hits(&list).iter().any(gives)
}

/// Whether the words before a verb end in the client as its subject.
fn is_client(before: &[&str], text: &str, side: Side, is_errand: bool) -> bool {
    // "Je vous envoie"
    let giver = before.iter().rev().find(|word| !Cue::Addressee.has(word) || Cue::TheirSide.has(word));
    let is_own = giver.is_some_and(|word| Cue::OwnSide.has(word));
    if side == Side::Client || is_own {
        return side == Side::Client && is_own;
    }
    let is_short = (1..=NAME_MAX).contains(&before.len());
    let is_name = text.split_whitespace().take(before.len()).all(|word| word.starts_with(char::is_uppercase))
        && !before.iter().any(|word| Cue::Pronoun.has(word));
    let is_theirs = before.last().is_some_and(|word| Cue::TheirSide.has(word))
        && !before.iter().rev().nth(1).is_some_and(|word| Cue::Subordinate.has(word));
    (is_theirs && (is_errand || is_short)) || (is_name && is_errand && is_short)
}

/// "she" of "she'll"
fn subject(word: &str) -> &str {
    word.strip_suffix("'ll").or(word.strip_suffix("'m")).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use crate::recap::{extract, extract_for};

    #[test]
    fn what_the_client_gives_is_listed() {
        for (recap, listed) in [
            (
                "- want six hives on the roof\n- Priti sends the fire plan by Friday",
                "Priti sends the fire plan by Friday.",
            ),
            (
                "They need a website for the choir. You will provide the photos.",
                "You will provide the photos.",
            ),
            (
                "- need a website for the choir\n\nWhat we need from them:\n- 12 photos\n- the hymn list",
                "12 photos.\nThe hymn list.",
            ),
            (
                "- brauchen eine neue Website\n\nNächste Schritte\n- Frau Demir schickt Fotos des Teams",
                "Frau Demir schickt Fotos des Teams.",
            ),
            (
                "- veulent un nouveau site pour la chorale\n\nActions\n- Inès transmet la liste des choristes",
                "Inès transmet la liste des choristes.",
            ),
            (
                "- necesitan una web nueva para el coro\n- nos mandan las fotos el lunes",
                "Nos mandan las fotos el lunes.",
            ),
        ] {
            let found = extract(recap).from_client.unwrap_or_default();
            assert_eq!(found.split_once('\n').map(|(_, listed)| listed), Some(listed), "{recap}");
        }
    }

    #[test]
    fn what_we_give_and_how_they_work_is_not() {
        for recap in [
            "They need a website for the choir. I'll send them two designs on Monday.",
            "They need a website for the choir. She sends her feedback on Monday.",
            "They need a website for the choir, with a form that sends us the names.",
            "They need a website for the choir. Check the names before you send anything.",
        ] {
            assert_eq!(extract(recap).from_client, None, "{recap}");
        }
        let call = "Ines: What do you need?\nPaul: We need a website for the choir, the old one is from 2009.\nInes: I'll send you a design next week.\nPaul: Good. We need it before the concert.\nInes: That works.\nPaul: And I'll send you the logo.";
        let found = extract_for(call, Some("Ines")).from_client;
        assert_eq!(found.as_deref(), Some("From the client:\nI'll send you the logo."));
    }
}
