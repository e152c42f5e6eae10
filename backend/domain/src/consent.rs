//! The texts by which a client agrees to sign electronically. A published text is never changed: a new
//! wording is a new entry with a new id, and the old one stays for the signatures that name it.

use crate::canonical::sha256_hex;

/// One version of the consent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Consent {
    /// The id recorded in the revision and in the signature.
    pub id: &'static str,
    /// The text shown to the client.
    pub text: &'static str,
}

impl Consent {
    /// SHA-256 of the text, hexadecimal.
    #[must_use]
    pub fn sha256(&self) -> String {
        sha256_hex(self.text)
    }
}

/// The version that new revisions ask for.
pub const CURRENT: Consent = Consent {
    id: "electronic-signature-1",
    text: "I agree to sign this proposal electronically. Typing my full name is my signature and has the same \
           effect as signing by hand. I have read the proposal with its prices and terms, I accept them as \
           shown on this page, and I am allowed to do so for the client named in it.",
};

const ALL: &[Consent] = &[CURRENT];

/// The version of that id.
#[must_use]
pub fn find(id: &str) -> Option<Consent> {
    ALL.iter().copied().find(|consent| consent.id == id)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Pins every published text: a change of a single character fails here and requires a new id.
    const PUBLISHED: &[(&str, &str)] =
        &[("electronic-signature-1", "cda24559e45b186104660e2c576425e013fa11b3ce2619788585efd2ca4379d5")];

    #[test]
    fn published_texts_never_change() {
        let now: Vec<(&str, String)> = ALL.iter().map(|consent| (consent.id, consent.sha256())).collect();
        let published: Vec<(&str, String)> =
            PUBLISHED.iter().map(|(id, hash)| (*id, (*hash).to_owned())).collect();
        assert_eq!(now, published);
    }

    #[test]
    fn ids_are_unique_and_the_current_one_is_found() {
        assert_eq!(ALL.iter().map(|consent| consent.id).collect::<BTreeSet<_>>().len(), ALL.len());
        assert_eq!(find(CURRENT.id), Some(CURRENT));
        assert_eq!(find("electronic-signature-0"), None);
    }
}
