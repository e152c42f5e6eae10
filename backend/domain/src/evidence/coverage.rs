//! What daily roots say about evidence: that its events existed, and were not rewritten since.

use chrono::{NaiveDate, TimeDelta};

use super::{Evidence, Finding, Part, Report, Signer, report::day, signing_end};
use crate::{
    daily_root::{self, DailyRoot, DueEvent, InclusionProof, PublishedRoots},
    seal::Fingerprint,
};

/// The events that a daily root covers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoveredEvents {
    /// The last of them.
    pub sequence: u32,
    pub daily_root: DailyRoot,
    /// Whose key signed the root.
    pub signer: Signer,
}

impl CoveredEvents {
    pub(super) fn of(proof: &InclusionProof, known: &[Fingerprint]) -> Self {
        let InclusionProof { sequence, daily_root, .. } = proof.clone();
        Self { sequence, signer: Signer::of(daily_root.signer(), known), daily_root }
    }

    pub(super) fn line(&self) -> String {
        let signed = self.signer.line(&format!(
            "The daily root of {}, SHA-256 {},",
            day(self.daily_root.day),
            self.daily_root.hash
        ));
        format!(
            "{signed} It covers the events up to {}: anyone who has this SHA-256 from that time knows that they existed then and were not \
             rewritten since.",
            self.sequence
        )
    }
}

impl Report {
    /// The report with the daily roots in the evidence.
    pub(super) fn covered(self, evidence: &Evidence, known: &[Fingerprint]) -> Self {
        let ends = [signing_end(&evidence.events).unwrap_or_default(), evidence.events.len()];
        let due = (1..)
            .zip(daily_root::due_events(&evidence.events))
            .filter(|(place, _)| ends.contains(place))
            .map(|(_, due)| due);
        let daily_roots = evidence.daily_roots.iter().map(|proof| CoveredEvents::of(proof, known)).collect();
        Self { daily_roots, due: due.collect(), ..self }
    }

    /// The report after a comparison with published daily roots, and with hashes of some that were `received`
    /// elsewhere, such as in mails.
    #[must_use]
    pub fn compared_with(mut self, published: &PublishedRoots, received: &[Fingerprint]) -> Self {
        if !self.is_intact() {
            return self;
        }
        let findings = self.contradictions(published, received);
        if !findings.is_empty() {
            return Self::altered(findings);
        }
        self.notes.push(if self.daily_roots.is_empty() {
            "The published daily roots say nothing about this file: it was put together before the first one with its events.".to_owned()
        } else {
            "The daily roots in this file are among the published ones.".to_owned()
        });
        let latest = received.iter().filter_map(|hash| published.day_of(hash)).max();
        let bound = latest.and_then(|latest| {
            Some((self.daily_roots.iter().rfind(|covered| covered.daily_root.day <= latest)?, latest))
        });
        if let Some((CoveredEvents { sequence, .. }, latest)) = bound {
            let latest = day(latest);
            let words = format!(
                "You received the daily root of {latest}: the events up to {sequence} were not rewritten since then."
            );
            self.notes.push(words);
        }
        self
    }

    fn contradictions(&self, published: &PublishedRoots, received: &[Fingerprint]) -> Vec<Finding> {
        let unpublished = self.daily_roots.iter().filter(|covered| !published.has(&covered.daily_root));
        let unpublished = unpublished.map(|covered| {
            format!("The daily root of {} is not a published one.", day(covered.daily_root.day))
        });
        let unknown = received.iter().filter(|hash| published.day_of(hash).is_none());
        let unknown =
            unknown.map(|hash| format!("None of the published daily roots given has the SHA-256 {hash}."));
        let uncovered = self.uncovered(published).map(|event| {
            format!(
                "Event {} is not covered by the daily root of {}: it was rewritten since.",
                event.sequence,
                day(event.day)
            )
        });
        unpublished
            .chain(unknown)
            .chain(uncovered)
            .map(|words| Finding::new(Part::DailyRoots, words))
            .collect()
    }

    /// The first event that the roots that existed when the evidence was put together should cover. The root
    /// of yesterday may not have existed yet.
    fn uncovered(&self, published: &PublishedRoots) -> Option<DueEvent> {
        let today = self.proven.as_ref()?.sealed_at.date_naive();
        let roots: Vec<NaiveDate> =
            published.days().filter(|day| today.signed_duration_since(*day) > TimeDelta::days(1)).collect();
        let covered: Vec<_> =
            self.daily_roots.iter().map(|covered| (covered.sequence, covered.daily_root.day)).collect();
        daily_root::first_uncovered(&self.due, &covered, &roots)
    }
}
