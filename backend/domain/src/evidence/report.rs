//! The result of verifying evidence, in words for people who rely on it.

use std::fmt;

use chrono::{DateTime, NaiveDate, Utc};

use super::{CoveredEvents, Evidence, STATEMENT};
use crate::{
    daily_root::DueEvent,
    revision::Frozen,
    seal::{Fingerprint, PublicKey},
    signature::{EvidenceClass, Method},
};

macro_rules! parts {
    ($($(#[$doc:meta])* $part:ident = $name:literal),+ $(,)?) => {
        /// A part of the evidence, for locating a fault.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Part { $($(#[$doc])* $part),+ }

        impl Part {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$part),+];

            /// The stable name.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$part => $name),+ }
            }
        }
    };
}

parts! {
    /// The encoding of the file.
    Form = "form",
    /// The sealed PDF around the evidence, or the signature of the evidence.
    Seal = "seal",
    /// The evidence's own metadata.
    Document = "document",
    /// What was signed.
    Revision = "revision",
    /// The prices with the client's choices.
    Pricing = "pricing",
    Totals = "totals",
    Signature = "signature",
    /// The workspace's countersignature.
    Countersignature = "countersignature",
    /// The consent text.
    Consent = "consent",
    /// The audit entries.
    Events = "events",
    /// The daily roots that cover them.
    DailyRoots = "dailyRoots",
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A fault: something that is not as it was sealed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The part it is in.
    pub part: Part,
    /// A description, in one sentence.
    pub words: String,
}

impl Finding {
    pub(super) fn new(part: Part, words: impl Into<String>) -> Self {
        Self { part, words: words.into() }
    }
}

/// The verdict of a verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Everything agrees, and known keys signed it.
    Authentic,
    /// Everything agrees, but no known key signed it: anyone can have made it.
    Intact,
    /// It is evidence, but not as it was sealed.
    Altered,
    /// It is not evidence, or nothing in it can be recognised.
    NotEvidence,
}

/// Whose key signed a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Signer {
    /// A key that the person who verifies trusts.
    Known(Fingerprint),
    /// Another key.
    Unknown(Fingerprint),
    /// It is not signed, as all files were before installations had keys.
    Nobody,
}

impl Signer {
    pub(super) fn of(key: Option<PublicKey>, known: &[Fingerprint]) -> Self {
        match key.map(|key| key.fingerprint()) {
            Some(fingerprint) if known.contains(&fingerprint) => Self::Known(fingerprint),
            Some(fingerprint) => Self::Unknown(fingerprint),
            None => Self::Nobody,
        }
    }

    fn is_known(&self) -> bool {
        matches!(self, Self::Known(_))
    }

    pub(super) fn line(&self, what: &str) -> String {
        match self {
            Self::Known(key) => format!("{what} was signed with the known key {key}."),
            Self::Unknown(key) => format!("{what} was signed with the unknown key {key}."),
            Self::Nobody => format!("{what} is not signed, as before installations had keys."),
        }
    }
}

/// The facts that evidence states of itself; proven if it is authentic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvenFacts {
    /// The title of what was signed.
    pub title: String,
    pub client_name: String,
    /// Who signed, or whose acceptance was recorded.
    pub name: String,
    /// Their e-mail address.
    pub email: String,
    /// The signature as typed.
    pub typed_name: Option<String>,
    /// When.
    pub signed_at: DateTime<Utc>,
    pub revision_number: u32,
    /// Its hash.
    pub revision_sha256: String,
    /// The total, with its label.
    pub total: String,
    /// What the signature proves.
    pub class: EvidenceClass,
    /// Who countersigned, and when.
    pub countersigned: Option<(String, DateTime<Utc>)>,
    /// The number of audit entries.
    pub events: usize,
    /// The hash of the last audit entry.
    pub head_sha256: String,
    /// When the evidence was assembled.
    pub sealed_at: DateTime<Utc>,
}

impl ProvenFacts {
    pub(super) fn of(evidence: &Evidence, frozen: &Frozen) -> Self {
        let signature = &evidence.signature;
        let class = match evidence.countersignature {
            Some(_) => EvidenceClass::Countersigned,
            None => signature.evidence_class,
        };
        Self {
            title: frozen.title.clone(),
            client_name: frozen.client_name.clone(),
            name: signature.name.clone(),
            email: signature.email.clone(),
            typed_name: signature.typed_name.clone().filter(|_| signature.method == Method::TypedName),
            signed_at: signature.signed_at,
            revision_number: signature.revision_number,
            revision_sha256: signature.revision_sha256.clone(),
            total: format!(
                "{}: {}",
                evidence.totals.total_label,
                evidence.pricing.currency.display(evidence.totals.total_amount)
            ),
            class,
            countersigned: evidence.countersignature.as_ref().map(|by| (by.name.clone(), by.signed_at)),
            events: evidence.events.len(),
            head_sha256: evidence.head.hash.clone(),
            sealed_at: evidence.sealed_at,
        }
    }

    fn lines(&self) -> Vec<String> {
        let Self { title, client_name, name, email, .. } = self;
        let at = utc(self.signed_at);
        let mut lines = match &self.typed_name {
            Some(typed) => {
                vec![
                    format!("{name} ({email}) signed \u{201c}{title}\u{201d} for {client_name} on {at}."),
                    format!("They typed their full name: {typed}"),
                ]
            }
            None => vec![
                format!(
                    "The sender recorded on {at} that {name} ({email}) accepted \u{201c}{title}\u{201d} for {client_name} elsewhere."
                ),
                "The client signed nothing here; this is the sender's own record.".to_owned(),
            ],
        };
        lines.extend(
            self.countersigned
                .as_ref()
                .map(|(by, at)| format!("{by} countersigned for the sender on {}.", utc(*at))),
        );
        lines.push(format!(
            "What was agreed to: revision {}, SHA-256 {}",
            self.revision_number, self.revision_sha256
        ));
        lines.push(self.total.clone());
        lines.push(format!("Class: {}", class_words(self.class)));
        lines.push(format!(
            "Events on record: {}, each bound to the one before; the last is SHA-256 {}",
            self.events, self.head_sha256
        ));
        lines.push(format!("Put together on {}.", utc(self.sealed_at)));
        lines
    }
}

fn class_words(class: EvidenceClass) -> &'static str {
    match class {
        EvidenceClass::SignedByLink => "signed by a person who held the link that was sent to the client",
        EvidenceClass::Countersigned => {
            "signed by a person who held the link that was sent to the client, and countersigned by the sender"
        }
        EvidenceClass::RecordedByTeam => "recorded by the sender; no signature of the client",
    }
}

pub(super) fn day(day: NaiveDate) -> String {
    day.format("%B %-d, %Y").to_string()
}

pub(super) fn utc(at: DateTime<Utc>) -> String {
    at.format("%B %-d, %Y at %H:%M:%S UTC").to_string()
}

/// The result of a verification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    pub verdict: Verdict,
    /// The faults, the most obvious first; empty if the evidence is intact.
    pub findings: Vec<Finding>,
    /// Warnings that do not invalidate the evidence.
    pub notes: Vec<String>,
    /// The stated facts, if it is intact.
    pub proven: Option<ProvenFacts>,
    /// Whose key signed the evidence, if it is intact.
    pub evidence_signer: Option<Signer>,
    /// Whose key signed the PDF, if the file is an intact PDF.
    pub document_signer: Option<Signer>,
    /// The time that a timestamp authority states for the PDF.
    pub timestamp: Option<DateTime<Utc>>,
    /// The daily roots in the evidence, if it is intact.
    pub daily_roots: Vec<CoveredEvents>,
    /// When daily roots should cover the signing and the last event.
    pub(super) due: Vec<DueEvent>,
}

impl Report {
    pub(super) fn altered(findings: Vec<Finding>) -> Self {
        Self {
            verdict: Verdict::Altered,
            findings,
            notes: Vec::new(),
            proven: None,
            evidence_signer: None,
            document_signer: None,
            timestamp: None,
            daily_roots: Vec::new(),
            due: Vec::new(),
        }
    }

    pub(super) fn not_evidence(finding: Finding) -> Self {
        Self { verdict: Verdict::NotEvidence, ..Self::altered(vec![finding]) }
    }

    pub(super) fn intact(facts: ProvenFacts, notes: Vec<String>, signer: Signer) -> Self {
        let verdict = if signer.is_known() { Verdict::Authentic } else { Verdict::Intact };
        Self {
            verdict,
            notes,
            proven: Some(facts),
            evidence_signer: Some(signer),
            ..Self::altered(Vec::new())
        }
    }

    /// The report on the PDF that this evidence is attached to. Both must be authentic: a forger can attach
    /// authentic evidence to a PDF of their own.
    pub(super) fn in_document(mut self, signer: Signer, timestamp: Option<DateTime<Utc>>) -> Self {
        if self.is_intact() {
            if !signer.is_known() {
                self.verdict = Verdict::Intact;
            }
            self.document_signer = Some(signer);
            self.timestamp = timestamp;
        }
        self
    }

    /// Whether nothing was altered, regardless of the signer.
    #[must_use]
    pub fn is_intact(&self) -> bool {
        matches!(self.verdict, Verdict::Authentic | Verdict::Intact)
    }

    /// The report as text lines.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![
            match self.verdict {
                Verdict::Authentic => "AUTHENTIC AND INTACT. A known key signed this, and nothing was altered since.",
                Verdict::Intact => "INTACT, BUT OF AN UNKNOWN KEY. Nothing was altered since, but anyone can have made this file.",
                Verdict::Altered => "ALTERED. This is not what was sealed:",
                Verdict::NotEvidence => "NOT EVIDENCE. This file cannot be checked:",
            }
            .to_owned(),
        ];
        lines.extend(self.findings.iter().map(|finding| format!("- {} [{}]", finding.words, finding.part)));
        lines.extend(self.document_signer.iter().map(|signer| signer.line("The PDF")));
        lines.extend(self.evidence_signer.iter().map(|signer| signer.line("The evidence")));
        lines.extend(self.timestamp.map(|at| {
            format!(
                "A timestamp states that the PDF was signed before {}. Its authority was not checked here.",
                utc(at)
            )
        }));
        lines.extend(self.daily_roots.iter().map(CoveredEvents::line));
        if self.is_intact() && self.daily_roots.is_empty() {
            lines.push(
                "No daily root covers this file: it was put together before the first one with these events."
                    .to_owned(),
            );
        }
        if self.verdict == Verdict::Intact {
            lines.push(
                "Compare the key with the fingerprint in the mail of the signature, and check again with --fingerprint. Without a known \
                 key, this is only what the file says of itself:"
                    .to_owned(),
            );
        }
        if let Some(proven) = &self.proven {
            lines.extend(proven.lines());
            lines.push(STATEMENT.to_owned());
        }
        lines.extend(self.notes.iter().map(|note| format!("Note: {note}")));
        lines
    }
}
