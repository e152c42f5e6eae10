//! The site's settings, which its administrators can change: prompts, model prices, an example template,
//! switches, and claims.
//!
//! Each has a default. The stored value applies if it is enabled, else the default. A claim that is disabled
//! is not shown at all.

use std::collections::HashMap;

pub mod claim;

use self::claim::CLAIMS;
use crate::company::CompanyProfile;
use crate::field_error::FieldError;
use crate::prompt::DefaultPrompt;
use crate::usage::PriceTable;
use crate::{chat, draft, recap, website};

/// The key of the model prices.
pub const MODEL_PRICES: &str = "model_prices";
/// The key of the example template (spec, section 3).
pub const TEMPLATE_EXAMPLE: &str = "default_proposal_template_example";
/// The key of the switch for companies' own style rules.
pub const CUSTOM_AI_RULES: &str = "custom_ai_rules_enabled";
/// The longest value, in characters.
pub const VALUE_MAX: usize = 100_000;

/// The default prompts.
const PROMPTS: [(DefaultPrompt, &str); 4] = [
    (recap::model::PROMPT, "How the assistant sorts a pasted meeting recap into needs, solution and prices."),
    (draft::model::PROMPT, "How the assistant writes the first version of a proposal."),
    (chat::PROMPT, "How the assistant changes a proposal on request in the chat."),
    (website::model::PROMPT, "How the assistant reads a company's website into the fields of its profile."),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum SettingKind {
    /// Instructions for a model.
    Prompt,
    /// The prices of models.
    Prices,
    /// A page of HTML.
    Template,
    /// `true` or `false`.
    Switch,
    /// A line of plain text on the public pages.
    Claim,
}

impl SettingKind {
    /// The word in the database and on the wire.
    #[must_use]
    pub const fn word(self) -> &'static str {
        self.into_str()
    }
}

/// A setting with its default.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DefaultSetting {
    pub key: &'static str,
    /// Its label.
    pub name: &'static str,
    /// Its purpose.
    pub description: &'static str,
    pub kind: SettingKind,
    /// Its default value.
    pub value: String,
}

/// All settings, in the order in which they are shown.
#[must_use]
pub fn defaults() -> Vec<DefaultSetting> {
    let prompt = |(prompt, description): (DefaultPrompt, &'static str)| DefaultSetting {
        key: prompt.key,
        name: prompt.name,
        description,
        kind: SettingKind::Prompt,
        value: prompt.text.to_owned(),
    };
    let mut all: Vec<DefaultSetting> = PROMPTS.into_iter().map(prompt).collect();
    all.push(DefaultSetting {
        key: MODEL_PRICES,
        name: "Model prices",
        description: "What each model costs, in dollars per million tokens sent and received. Monthly usage is calculated from it.",
        kind: SettingKind::Prices,
        value: PriceTable::default().to_json(),
    });
    all.push(DefaultSetting {
        key: TEMPLATE_EXAMPLE,
        name: "Proposal template example",
        description: "An example of a proposal in HTML, shown by Preview Template.",
        kind: SettingKind::Template,
        value: include_str!("settings/template.html").to_owned(),
    });
    all.push(DefaultSetting {
        key: CUSTOM_AI_RULES,
        name: "Custom AI rules",
        description: "Whether the assistant follows the style rules that companies keep in their profile: true or false.",
        kind: SettingKind::Switch,
        value: false.to_string(),
    });
    all.extend(CLAIMS.iter().map(|claim| DefaultSetting {
        key: claim.setting,
        name: claim.name,
        description: "A claim on the public pages. Keep it if it is true; otherwise change it, or switch it off to hide it.",
        kind: SettingKind::Claim,
        value: claim.text.to_owned(),
    }));
    all
}

/// Validates a value of a setting.
pub fn check(key: &str, value: &str) -> Result<(), FieldError> {
    let wrong = |code, message: String| {
        Err(FieldError { field: "settingValue".into(), code, message: message.into() })
    };
    if value.trim().is_empty() {
        return wrong("required", "Please enter a value".to_owned());
    }
    if value.chars().count() > VALUE_MAX {
        return wrong("too_long", "The value must be at most 100,000 characters".to_owned());
    }
    if value.contains('\0') {
        return wrong("invalid", "The value contains a character that cannot be stored".to_owned());
    }
    if claim::of_setting(key).is_some() {
        return claim::check(value);
    }
    match PriceTable::parse(value) {
        Err(message) if key == MODEL_PRICES => wrong("invalid_prices", message),
        _ if key == CUSTOM_AI_RULES && value.parse::<bool>().is_err() => {
            wrong("invalid", "Please enter true or false".to_owned())
        }
        _ => Ok(()),
    }
}

/// A stored setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    pub key: String,
    pub value: String,
    /// Whether it is enabled.
    pub is_active: bool,
}

/// The effective values.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SiteSettings {
    prompts: HashMap<String, String>,
    prices: PriceTable,
    custom_ai_rules: bool,
    /// The stored claims, by the key of the setting; `None` for a disabled one.
    claims: HashMap<String, Option<String>>,
}

impl SiteSettings {
    /// Builds the effective values from the stored settings. Disabled settings count as absent, as do prices
    /// and switches that cannot be parsed; those are never stored.
    #[must_use]
    pub fn stored(values: impl IntoIterator<Item = Stored>) -> Self {
        let mut settings = Self::default();
        for Stored { key, value, is_active } in values {
            if claim::of_setting(&key).is_some() {
                settings.claims.insert(key, is_active.then_some(value));
            } else if is_active {
                settings.keep(key, value);
            }
        }
        settings
    }

    fn keep(&mut self, key: String, value: String) {
        if key == MODEL_PRICES {
            self.prices = PriceTable::parse(&value).unwrap_or_default();
        } else if key == CUSTOM_AI_RULES {
            self.custom_ai_rules = value.parse().unwrap_or_default();
        } else {
            self.prompts.insert(key, value);
        }
    }

    /// The site's claims in their order: the key on the pages, and the text.
    pub fn claims(&self) -> impl Iterator<Item = (&'static str, &str)> {
        CLAIMS.iter().filter_map(|claim| {
            let text = self.claims.get(claim.setting).map_or(Some(claim.text), Option::as_deref);
            Some((claim.key(), text?))
        })
    }

    /// The instructions for a task.
    #[must_use]
    pub fn prompt<'a>(&'a self, default: &DefaultPrompt) -> &'a str {
        self.prompts.get(default.key).map_or(default.text, String::as_str)
    }

    /// Whether the assistant follows the style rules in company profiles.
    #[must_use]
    pub fn custom_ai_rules(&self) -> bool {
        self.custom_ai_rules
    }

    /// A company's style rules, if the assistant follows them.
    #[must_use]
    pub fn style_rules<'a>(&self, company: &'a CompanyProfile) -> Option<&'a str> {
        company.custom_ai_rules.as_deref().filter(|_| self.custom_ai_rules)
    }

    /// The prices of models.
    #[must_use]
    pub fn prices(&self) -> &PriceTable {
        &self.prices
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    fn stored(key: &str, value: &str) -> Stored {
        Stored { key: key.to_owned(), value: value.to_owned(), is_active: true }
    }

    #[test]
    fn every_default_is_a_value_that_may_be_stored() {
        let defaults = defaults();
        for default in &defaults {
            assert_eq!(check(default.key, &default.value), Ok(()), "{}", default.key);
        }
        let keys: std::collections::HashSet<_> = defaults.iter().map(|default| default.key).collect();
        assert_eq!(keys.len(), defaults.len());
    }

    #[test]
    fn a_stored_value_counts_and_else_the_default() {
        let own = SiteSettings::stored([
            stored(chat::PROMPT.key, "Be brief."),
            stored(MODEL_PRICES, r#"[{"model":"own","inputPerMillion":"1","outputPerMillion":"2"}]"#),
        ]);
        assert_eq!(own.prompt(&chat::PROMPT), "Be brief.");
        assert_eq!(own.prompt(&recap::model::PROMPT), recap::model::PROMPT.text);
        assert_eq!(own.prices().price_of("own-1").output, rust_decimal::Decimal::TWO);
        assert!(!own.custom_ai_rules());
        assert!(SiteSettings::stored([stored(CUSTOM_AI_RULES, "true")]).custom_ai_rules());
        for ignored in [
            stored(CUSTOM_AI_RULES, "yes"),
            stored(MODEL_PRICES, "nonsense"),
            Stored { is_active: false, ..stored(CUSTOM_AI_RULES, "true") },
            Stored { is_active: false, ..stored(chat::PROMPT.key, "Be brief.") },
        ] {
            assert_eq!(SiteSettings::stored([ignored.clone()]), SiteSettings::default(), "{ignored:?}");
        }
    }

    #[test]
    fn a_claim_is_made_unless_it_is_switched_off() {
        let all = SiteSettings::default();
        assert_eq!(all.claims().count(), 9);
        assert_eq!(all.claims().next(), Some(("professionals", "1,000+ professionals")));
        let own = SiteSettings::stored([
            stored("claim_professionals", "Some professionals"),
            Stored { is_active: false, ..stored("claim_rating", "5/5 rating") },
        ]);
        let shown: Vec<_> = own.claims().take(2).collect();
        assert_eq!(shown, [("professionals", "Some professionals"), ("faster", "90% faster creation")]);
        assert_eq!(own.claims().count(), 8);
    }

    #[test]
    fn a_bad_value_is_refused_with_what_is_wrong() {
        for (key, value, code) in [
            (chat::PROMPT.key, "  ".to_owned(), "required"),
            (chat::PROMPT.key, "x".repeat(VALUE_MAX + 1), "too_long"),
            (chat::PROMPT.key, "a\0b".to_owned(), "invalid"),
            (MODEL_PRICES, "free".to_owned(), "invalid_prices"),
            (CUSTOM_AI_RULES, "yes".to_owned(), "invalid"),
            (CUSTOM_AI_RULES, "True".to_owned(), "invalid"),
            ("claim_rating", "<b>5</b>".to_owned(), "invalid"),
            ("claim_rating", " ".to_owned(), "required"),
        ] {
            assert_eq!(check(key, &value).map_err(|error| error.code), Err(code));
        }
        assert_eq!(check(chat::PROMPT.key, &"ü".repeat(VALUE_MAX)), Ok(()));
    }
}
