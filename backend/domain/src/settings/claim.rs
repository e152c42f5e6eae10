//! Claims on the public pages: short lines that administrators can change or disable.

use crate::field_error::{FieldError, TextField};

/// The prefix of a claim's key among the settings.
const PREFIX: &str = "claim_";
/// The longest claim, in characters.
const MAX: usize = 120;

/// A claim with its default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// Its key among the settings.
    pub setting: &'static str,
    /// The label of the setting.
    pub name: &'static str,
    /// Its default text.
    pub text: &'static str,
}

impl Claim {
    /// Its key on the public pages: the setting's key without `claim_`.
    #[must_use]
    pub fn key(&self) -> &'static str {
        self.setting.strip_prefix(PREFIX).unwrap_or(self.setting)
    }
}

const fn claim(setting: &'static str, name: &'static str, text: &'static str) -> Claim {
    Claim { setting, name, text }
}

/// All claims, in the order in which they are shown.
pub const CLAIMS: [Claim; 9] = [
    claim("claim_professionals", "Claim: professionals", "1,000+ professionals"),
    claim("claim_rating", "Claim: rating", "4.9/5 rating"),
    claim("claim_faster", "Claim: faster creation", "90% faster creation"),
    claim("claim_under_five", "Claim: under five minutes", "Under 5 minutes from meeting to proposal"),
    claim("claim_response", "Claim: response rates", "2x response rates"),
    claim("claim_unlimited", "Claim: unlimited", "Unlimited clients and proposals"),
    claim("claim_links", "Claim: branded links", "Shareable branded links instead of PDFs"),
    claim("claim_signatures", "Claim: signatures", "Client-side digital signatures"),
    claim(
        "claim_notifications",
        "Claim: notifications",
        "Notifications when a proposal is viewed, discussed or signed",
    ),
];

/// The claim of a setting, if it is one.
pub(super) fn of_setting(key: &str) -> Option<&'static Claim> {
    CLAIMS.iter().find(|claim| claim.setting == key)
}

/// Validates the text of a claim. It is shown as plain text, so markup would be visible.
pub(super) fn check(value: &str) -> Result<(), FieldError> {
    let wrong = |code, message: &'static str| Err(FieldError::new("settingValue", code, message));
    if value.chars().count() > MAX {
        return wrong("too_long", "A claim must be at most 120 characters");
    }
    if !TextField::is_one_line(value) {
        return wrong("invalid_characters", "A claim must be a single line of text");
    }
    if value.contains(['<', '>']) {
        return wrong("invalid", "A claim is plain text: remove < and >");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn a_claim_is_known_by_its_setting_and_shown_by_the_rest_of_the_key() {
        let keys: Vec<&str> = CLAIMS.iter().map(Claim::key).collect();
        assert_eq!(
            keys,
            [
                "professionals",
                "rating",
                "faster",
                "under_five",
                "response",
                "unlimited",
                "links",
                "signatures",
                "notifications"
            ]
        );
        for claim in &CLAIMS {
            assert_eq!(of_setting(claim.setting), Some(claim));
            assert_eq!(check(claim.text), Ok(()), "{}", claim.setting);
        }
        assert_eq!(of_setting("rating"), None);
    }

    #[test]
    fn a_claim_is_one_short_line_of_plain_text() {
        assert_eq!(check(&"ü".repeat(120)), Ok(()));
        assert_eq!(check("Fair & square: 5 of 5"), Ok(()));
        for (value, code) in [
            (&*"x".repeat(121), "too_long"),
            ("two\nlines", "invalid_characters"),
            ("a\ttab", "invalid_characters"),
            ("two\u{2028}lines", "invalid_characters"),
            ("<b>Best</b>", "invalid"),
            ("5 > 4", "invalid"),
        ] {
            assert_eq!(check(value).map_err(|error| error.code), Err(code), "{value:?}");
        }
    }
}
