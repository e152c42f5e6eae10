//! The words that name what a clause charges.

use super::ClauseReader;
use crate::reading::{
    lexicon::{Tag, WordList},
    units::Is,
};

impl ClauseReader<'_> {
    /// The units that name what is charged: its label, else the first run of words before the amount, else
    /// the first behind it.
    pub(super) fn name(&self) -> Vec<usize> {
        if let Some(label) = self.label() {
            return label;
        }
        let mut runs = self.runs();
        let is_greeting = |run: &Vec<usize>| {
            let mut words = run.iter().filter_map(|at| self.units.get(*at));
            words.next().is_some_and(|first| WordList::Salutation.has(&first.lower))
        };
        // "Hi Karen, as discussed on the phone: the booking app comes to $900"
        if WordList::Salutation.has(self.word(0)) && runs.len() > 1 {
            runs.remove(0);
        }
        if runs.len() > 1 {
            runs.retain(|run| !is_greeting(run));
        }
        // "Add-on the client may tick: audiograms $260"
        let marks = |place: &usize| matches!(self.tag(*place), Some(Tag::Optional | Tag::Either));
        let lead = (0..self.place)
            .find(marks)
            .and_then(|mark| (mark..self.place).find(|place| self.is(*place) == Some(Is::Mark(':'))));
        let start = lead.and_then(|colon| self.clause.units.get(colon)).copied();
        // "Phase 1 - discovery $900"
        let has_word = |run: &&Vec<usize>| {
            run.iter().any(|at| self.units.get(*at).is_some_and(|unit| unit.is == Is::Word))
        };
        let ahead = || runs.iter().filter(|run| run.last().is_some_and(|last| *last < self.amount));
        let behind_lead = |run: &&Vec<usize>| run.first() > start.as_ref();
        let before = || {
            ahead()
                .filter(behind_lead)
                .find(has_word)
                .or_else(|| ahead().find(has_word))
                .or_else(|| ahead().next())
        };
        let after = || runs.iter().find(|run| run.first().is_some_and(|first| *first > self.amount));
        before().or_else(after).cloned().unwrap_or_else(|| self.numbered_option())
    }

    /// "Tone of voice guide: 2 x £1,250": the words up to a colon with nothing but the amount and its number
    /// behind it.
    fn label(&self) -> Option<Vec<usize>> {
        let figures = |place: &usize| {
            matches!(self.is(*place), Some(Is::Number { .. } | Is::Currency(_) | Is::Tag(Tag::Times)))
        };
        let colon = (0..self.place)
            .rev()
            .find(|place| !figures(place))
            .filter(|place| self.is(*place) == Some(Is::Mark(':')))?;
        let label = self.clause.units.get(..colon)?;
        let is_word =
            |at: &&usize| !matches!(self.units.get(**at).map(|unit| unit.is), Some(Is::Mark(_) | Is::Break));
        let (first, last) =
            (label.iter().position(|at| is_word(&at))?, label.iter().rposition(|at| is_word(&at))?);
        let label = label.get(first..=last)?;
        label.iter().any(|at| self.is_work(*at)).then(|| label.to_vec())
    }

    /// "Option A: $3k"
    fn numbered_option(&self) -> Vec<usize> {
        let numbered = |place: &usize| {
            self.tag(*place) == Some(Tag::Either)
                && WordList::OptionStem.prefix_of(self.word(*place)).is_some()
        };
        self.places()
            .find(numbered)
            .and_then(|place| self.clause.units.get(place).copied())
            .into_iter()
            .collect()
    }

    /// The runs of units that may name something, without what surrounds the names.
    fn runs(&self) -> Vec<Vec<usize>> {
        let mut runs: Vec<Vec<usize>> = vec![Vec::new()];
        for (place, &at) in self.clause.units.iter().enumerate() {
            if !self.may_name(place) {
                runs.push(Vec::new());
            } else if let Some(run) = runs.last_mut() {
                run.push(at);
            }
        }
        // "40 hours" names no work.
        let trimmed = runs.into_iter().map(|run| self.trimmed(&run));
        trimmed.filter(|run| run.iter().any(|at| self.is_work(*at))).collect()
    }

    fn may_name(&self, place: usize) -> bool {
        match self.is(place) {
            Some(Is::Word | Is::Stop | Is::Reference | Is::Mark('&' | '/' | '\'' | '.' | '>' | '"')) => true,
            Some(Is::Number { .. }) => place != self.place,
            Some(Is::Mark(':')) => place
                .checked_sub(1)
                .is_some_and(|before| matches!(self.is(before), Some(Is::Reference | Is::Number { .. }))),
            Some(Is::Mark(',')) => self.joins_list(place),
            // "Création du site", "diseño de la tienda"
            Some(Is::Tag(Tag::Article)) => place < self.place && self.is_word(place + 1),
            Some(Is::Tag(tag)) => tag.is_time() || tag.names(),
            _ => false,
        }
    }

    /// Whether a comma stands in a list that names one thing: "design, development and testing".
    fn joins_list(&self, place: usize) -> bool {
        let is_before = |at: usize| at < self.place;
        let mut ahead = (place + 1..self.clause.units.len()).take_while(|next| {
            matches!(self.is(*next), Some(Is::Word | Is::Stop | Is::Mark(',' | '&')))
                && is_before(*next) == is_before(place)
        });
        let is_and = |at: usize| self.word(at) == "&" || WordList::And.has(self.word(at));
        let is_behind_word = place.checked_sub(1).is_some_and(|before| self.is_word(before));
        is_behind_word && ahead.any(|at| is_and(at) && self.is_word(at + 1))
    }

    /// A run from its first to its last word.
    fn trimmed(&self, run: &[usize]) -> Vec<usize> {
        let is = |at: usize| self.units.get(at).map(|unit| unit.is);
        let is_word =
            |at: &usize| self.is_work(*at) || matches!(is(*at), Some(Is::Tag(tag)) if tag.is_time());
        // "We agreed that the website would be $12,000"
        let that = run
            .iter()
            .rposition(|at| self.units.get(*at).is_some_and(|unit| WordList::That.has(&unit.lower)));
        let behind = that.and_then(|that| {
            (that..run.len()).find(|place| run.get(*place).copied().and_then(is) == Some(Is::Word))
        });
        // "hours of development", "12-month support"
        let work = || run.iter().position(|at| self.is_work(*at));
        let first = behind.or_else(work).or_else(|| run.iter().position(is_word));
        // "setup fee"
        let is_at = |place: usize| run.get(place).copied().and_then(is);
        let is_fee =
            |last: usize| is_at(last + 1) == Some(Is::Tag(Tag::PriceWord)) && is_at(last) == Some(Is::Word);
        let last = run.iter().rposition(is_word).map(|last| last + usize::from(is_fee(last)));
        first.zip(last).and_then(|(first, last)| run.get(first..=last)).unwrap_or_default().to_vec()
    }

    /// Whether a unit may by itself name what is charged.
    fn is_work(&self, at: usize) -> bool {
        let is = self.units.get(at).map(|unit| unit.is);
        matches!(is, Some(Is::Word | Is::Tag(Tag::Reference | Tag::CountNoun)))
    }
}
