//! Removes fillers and polite phrases from a sentence; significant words are kept.

use super::lexicon::Cue;
use super::words::capitalised;
use crate::reading::lexicon::Language;

/// Dropped from the middle.
const INNER_FILLERS: [&str; 7] =
    [", you know,", ", like,", ", um,", ", uh,", ", I mean,", ", basically,", " uh "];
/// The same, in languages where it is no word.
const UM: &str = " um ";

/// Removes fillers, capitalises, and ends with a full stop. The other words are unchanged.
pub(super) fn tidy(sentence: &str) -> String {
    let mut text = sentence.split_whitespace().collect::<Vec<_>>().join(" ");
    let language = Language::of(&text);
    let um = Some(UM).filter(|_| language != Language::German);
    for filler in INNER_FILLERS.into_iter().chain(um) {
        if text.contains(filler) {
            text = text.replace(filler, " ").replace("  ", " ");
        }
    }
    let mut rest = text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '“' | '”'));
    while let Some(shorter) = without_filler(rest, language) {
        rest = shorter;
    }
    let rest = without_manners(rest.trim_end_matches([',', ';', ':', '-', '–', ' ']));
    let mut out = capitalised(rest);
    if !out.is_empty() && !out.ends_with(['.', '!', '?', '…']) {
        out.push('.');
    }
    out
}

/// Removes polite phrases from the end: "next Tuesday morning please".
fn without_manners(text: &str) -> &str {
    let mut rest = text;
    loop {
        let bare = rest.trim_end_matches(['.', '!', ',', ' ']);
        let shorter = Cue::Manners.phrases().find_map(|word| {
            let at = bare.len().checked_sub(word.len())?;
            let end = bare.get(at..).filter(|end| end.eq_ignore_ascii_case(word))?;
            let before = bare.get(..at).filter(|before| !end.is_empty() && before.ends_with([' ', ',']))?;
            Some(before.trim_end_matches([',', ' ', '-', '–']))
        });
        match shorter {
            Some(shorter) if !shorter.is_empty() => rest = shorter,
            _ => return rest,
        }
    }
}

fn without_filler(text: &str, language: Language) -> Option<&str> {
    let starts = |filler: &str| {
        text.get(..filler.len())
            .filter(|start| start.eq_ignore_ascii_case(filler))
            .and_then(|_| text.get(filler.len()..))
    };
    let after = Cue::Filler
        .words_in(language)
        .find_map(|filler| starts(filler).filter(|after| after.starts_with([',', ' ']) && after.len() > 1))
        .or_else(|| {
            Cue::FillerComma
                .phrases()
                .find_map(|filler| starts(filler).filter(|after| after.starts_with(", ")))
        })?;
    // "So far" and "and so on" are no fillers.
    if [" far ", " so on", " so forth"].iter().any(|kept| after.starts_with(kept)) {
        return None;
    }
    Some(after.trim_start_matches([',', ' ', '.', '…', '-']))
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn chatter_is_taken_off_both_ends() {
        for (said, tidied) in [
            ("so, um, next Tuesday morning please", "Next Tuesday morning."),
            ("we need it by May, thanks!!", "We need it by May."),
            ("please call", "Please call."),
            ("So far so good", "So far so good."),
            ("Ünïcode, ÇA VA, please", "Ünïcode, ÇA VA."),
            ("We want a site um like theirs", "We want a site like theirs."),
            (
                "Um Kosten zu sparen, soll es um die Hälfte kleiner sein",
                "Um Kosten zu sparen, soll es um die Hälfte kleiner sein.",
            ),
        ] {
            assert_eq!(tidy(said), tidied);
        }
    }
}
