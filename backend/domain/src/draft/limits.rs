//! The assumptions and exclusions of an offer, as far as the user's own sentences state them.

use crate::document::BlockKind;
use crate::reading::amounts::amounts;
use crate::recap::sentences::Topic;
use crate::recap::{cues, exclusions, sentences};

/// The block that a sentence belongs to; `None` if it first says what is done. "We build the site, excluding
/// photography." belongs to the solution, which then states the exclusion itself.
pub(super) fn of(text: &str) -> Option<BlockKind> {
    let (before, kind) = exclusions::limit(text)?;
    let before = cues::score_text(&before, None);
    (!before.commits && !before.starts_with_work).then_some(kind)
}

/// The sentences among the prices that mention neither an amount nor a term of payment.
pub(super) fn beside_prices(pricing_details: &str) -> Vec<String> {
    sentences::split(pricing_details)
        .into_iter()
        .map(|sentence| sentence.text)
        .filter(|text| of(text).is_some() && amounts(text).is_empty())
        .collect()
}

/// Whether any of the texts states an exclusion or an assumption.
pub(super) fn is_said_in(texts: &[&str], kind: BlockKind) -> bool {
    texts.iter().flat_map(|text| sentences::split(text)).any(|sentence| {
        match exclusions::limit(&sentence.text) {
            Some((_, found)) => found == kind,
            None => kind == BlockKind::Exclusions && sentence.topic == Some(Topic::Excluded),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_and_taken_as_given_is_told_from_what_is_done() {
        for (text, kind) in [
            ("Hosting is not included.", Some(BlockKind::Exclusions)),
            ("This does not include photography.", Some(BlockKind::Exclusions)),
            ("We will not include stock photos.", Some(BlockKind::Exclusions)),
            ("Travel is out of scope", Some(BlockKind::Exclusions)),
            ("Prices exclude VAT.", Some(BlockKind::Exclusions)),
            ("Excluding legal texts.", Some(BlockKind::Exclusions)),
            ("Assuming you send us the texts in time.", Some(BlockKind::Assumptions)),
            ("We assume that the tiles hold.", Some(BlockKind::Assumptions)),
            ("We assume that disposal is not included.", Some(BlockKind::Assumptions)),
            ("We'll build the site, excluding photography.", None),
            ("Build the site, assuming the API is ready.", None),
            ("The exclusive design includes photography.", None),
            ("We build the site.", None),
        ] {
            assert_eq!(of(text), kind, "{text}");
        }
    }
}
