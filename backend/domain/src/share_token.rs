//! The secret part of a share link: 21 characters of a 64-character alphabet (126 bits).

use std::{collections::BTreeSet, fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Characters of a token.
pub const LENGTH: usize = 21;
/// The fewest different characters of a token: rejects "aaaaaaaaaaaaaaaaaaaaa".
pub const MIN_DIFFERENT: usize = 10;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";

/// A well-formed share token. `Debug` hides it: anyone who reads it in a log could open the proposal.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ShareToken(String);

/// Not 21 characters of `A-Za-z0-9_-`, at least ten of them different.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("A share token has 21 letters, digits, '-' or '_', at least ten of them different")]
pub struct InvalidShareToken;

impl ShareToken {
    /// Makes a token from random bytes, six bits of each. Fails (about once in seventy million draws) if
    /// fewer than ten characters differ; then draw again.
    pub fn from_random(bytes: [u8; LENGTH]) -> Result<Self, InvalidShareToken> {
        bytes
            .iter()
            .filter_map(|byte| ALPHABET.get(usize::from(byte & 63)).copied().map(char::from))
            .collect::<String>()
            .parse()
    }

    /// The characters.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for ShareToken {
    type Err = InvalidShareToken;

    fn from_str(text: &str) -> Result<Self, InvalidShareToken> {
        let different: BTreeSet<u8> = text.bytes().collect();
        let well_formed = text.len() == LENGTH
            && different.len() >= MIN_DIFFERENT
            && different.iter().all(|byte| ALPHABET.contains(byte));
        if well_formed { Ok(Self(text.to_owned())) } else { Err(InvalidShareToken) }
    }
}

impl TryFrom<String> for ShareToken {
    type Error = InvalidShareToken;

    fn try_from(text: String) -> Result<Self, InvalidShareToken> {
        text.parse()
    }
}

impl From<ShareToken> for String {
    fn from(token: ShareToken) -> Self {
        token.0
    }
}

impl fmt::Debug for ShareToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ShareToken(..)")
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn takes_what_the_product_hands_out() {
        for text in ["V1StGXR8_Z5jdHi6B-myT", "abcdefghijabcdefghija", "____-----0123456789ab"] {
            assert_eq!(text.parse::<ShareToken>().unwrap().as_str(), text);
        }
    }

    #[test]
    fn refuses_everything_else() {
        for text in [
            "",
            "V1StGXR8_Z5jdHi6B-my",
            "V1StGXR8_Z5jdHi6B-myTT",
            "V1StGXR8_Z5jdHi6B-my!",
            "V1StGXR8 Z5jdHi6B-myT",
            "V1StGXR8_Z5jdHi6B-m\u{e9}",
            "V1StGXR8_Z5jdHi6B-my\0",
            "aaaaaaaaaaaaaaaaaaaaa",
            "abcdefghiabcdefghiabc",
        ] {
            assert_eq!(text.parse::<ShareToken>(), Err(InvalidShareToken), "{text:?}");
        }
    }

    #[test]
    fn a_generator_that_repeats_itself_is_refused() {
        assert_eq!(ShareToken::from_random([7; LENGTH]), Err(InvalidShareToken));
    }

    #[test]
    fn debug_output_hides_the_token() {
        let token: ShareToken = "V1StGXR8_Z5jdHi6B-myT".parse().unwrap();
        assert_eq!(format!("{token:?}"), "ShareToken(..)");
    }

    proptest! {
        #[test]
        fn every_byte_string_makes_a_valid_token_or_none(bytes in any::<[u8; LENGTH]>()) {
            let different: BTreeSet<u8> = bytes.iter().map(|byte| byte & 63).collect();
            match ShareToken::from_random(bytes) {
                Ok(token) => {
                    prop_assert_eq!(token.as_str().parse::<ShareToken>().unwrap(), token);
                    prop_assert!(different.len() >= MIN_DIFFERENT);
                }
                Err(InvalidShareToken) => prop_assert!(different.len() < MIN_DIFFERENT),
            }
        }
    }
}
