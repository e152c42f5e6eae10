//! Whose money a sentence of a recap names, as the reading of its amounts has decided.

use super::amounts::{AmountRole, MentionReason, RecapAmount};

/// A sentence is looked for among this many of the amounts that follow those of the sentence before: labels
/// and lines about the meeting have amounts, too, and are no sentences.
const AHEAD: usize = 12;

/// The amounts of one sentence, as written.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct StatedMoney {
    /// What we charge, take off or say again.
    pub ours: Vec<String>,
    /// What has no place in a proposal: a budget, the offer of another, an earlier price, revenue.
    pub theirs: Vec<String>,
    /// Whether one of these is a budget, another's offer or a salary, which no proposal repeats.
    pub is_secret: bool,
}

impl StatedMoney {
    /// The amounts of each sentence; both lists are in the order of the text.
    pub fn of<'a>(sentences: impl Iterator<Item = &'a str>, amounts: &[RecapAmount]) -> Vec<Self> {
        let mut next = 0;
        let money = sentences.map(|sentence| {
            let mut money = Self::default();
            let (mut from, mut at) = (0, next);
            while let Some(amount) = amounts.get(at).filter(|_| at < next + AHEAD) {
                at += 1;
                let Some(end) = sentence
                    .get(from..)
                    .and_then(|rest| Some(from + find(rest, &amount.text)? + amount.text.len()))
                else {
                    continue;
                };
                (from, next) = (end, at);
                match amount.role {
                    AmountRole::Mentioned(reason) if has_no_place(reason) => {
                        money.is_secret |= matches!(
                            reason,
                            MentionReason::TheirBudget | MentionReason::Competitor | MentionReason::Salary
                        );
                        money.theirs.push(amount.text.clone());
                    }
                    AmountRole::Mentioned(reason) if reason != MentionReason::Restated => {}
                    _ => money.ours.push(amount.text.clone()),
                }
            }
            money
        });
        money.collect()
    }
}

/// What a loss or a fine costs is a reason to buy; what another asks is not.
fn has_no_place(reason: MentionReason) -> bool {
    match reason {
        MentionReason::TheirBudget
        | MentionReason::Competitor
        | MentionReason::PastPrice
        | MentionReason::Revenue
        | MentionReason::Salary
        | MentionReason::Counter
        | MentionReason::Superseded
        | MentionReason::NotOrdered => true,
        MentionReason::Saving
        | MentionReason::Cost
        | MentionReason::Stock
        | MentionReason::Fine
        | MentionReason::Restated
        | MentionReason::Unclear => false,
    }
}

/// Where an amount stands in a text as a whole: not "50" in "1,350".
pub(super) fn find(text: &str, amount: &str) -> Option<usize> {
    text.match_indices(amount).map(|(at, _)| at).find(|at| {
        let before = text.get(..*at).and_then(|before| before.chars().next_back());
        let after = text.get(at + amount.len()..).unwrap_or_default();
        let digits = after.trim_start_matches(['.', ',', '\'', '’']);
        let goes_on = after.starts_with(char::is_alphanumeric)
            || (digits.len() < after.len() && digits.starts_with(|c: char| c.is_ascii_digit()));
        !goes_on && !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '.' | ','))
    })
}

#[cfg(test)]
mod tests {
    use crate::recap::Seller;
    use pretty_assertions::assert_eq;

    use super::*;
    use crate::recap::amounts::amounts;

    #[test]
    fn each_sentence_has_its_own_amounts() {
        let recap = "They paid the old agency $1,350 last year. We charge $350 for the shop. Our price for the audit is $900.";
        let sentences = [
            "They paid the old agency $1,350 last year.",
            "Nothing.",
            "We charge $350 for the shop.",
            "Our price for the audit is $900.",
        ];
        let money = StatedMoney::of(sentences.into_iter(), &amounts(recap, Seller::default()));
        let told: Vec<(&[String], &[String])> =
            money.iter().map(|money| (&*money.ours, &*money.theirs)).collect();
        let (past, first, second) = (["$1,350".to_owned()], ["$350".to_owned()], ["$900".to_owned()]);
        assert_eq!(told, [(&[][..], &past[..]), (&[], &[]), (&first, &[]), (&second, &[])]);
    }

    #[test]
    fn a_figure_is_no_part_of_another() {
        assert_eq!(find("1,350 and 50", "50"), Some(10));
        assert_eq!(find("50k or 50.5", "50"), None);
        assert_eq!(find("it is 50.", "50"), Some(6));
    }
}
