//! The settings of the site that its administrators keep: prompts, the prices of models, an example template, and switches.
//!
//! Each has a default that the product brings along. What is stored and in use counts, else the default.

use std::collections::HashMap;

use crate::company::CompanyProfile;
use crate::field_error::FieldError;
use crate::prompt::DefaultPrompt;
use crate::usage::PriceTable;
use crate::{chat, draft, recap, website};

/// The key of the models' prices.
pub const MODEL_PRICES: &str = "model_prices";
/// The key of the example template (spec, section 3).
pub const TEMPLATE_EXAMPLE: &str = "default_proposal_template_example";
/// The key of the switch for companies' own style rules.
pub const CUSTOM_AI_RULES: &str = "custom_ai_rules_enabled";
/// The longest value, in characters.
pub const VALUE_MAX: usize = 100_000;

/// The prompts that the product brings along.
const PROMPTS: [(DefaultPrompt, &str); 4] = [
    (recap::model::PROMPT, "How the assistant sorts a pasted meeting recap into needs, solution and prices."),
    (draft::model::PROMPT, "How the assistant writes the first version of a proposal."),
    (chat::PROMPT, "How the assistant changes a proposal when somebody asks for it in the chat."),
    (website::model::PROMPT, "How the assistant reads a company's website into the fields of its profile."),
];

/// What a setting is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Instructions for a model.
    Prompt,
    /// What models cost.
    Prices,
    /// A page of HTML.
    Template,
    /// `true` or `false`.
    Switch,
}

impl Kind {
    /// The word in the database and on the wire.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Prompt => "prompt",
            Self::Prices => "prices",
            Self::Template => "template",
            Self::Switch => "switch",
        }
    }
}

/// A setting as the product brings it along.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DefaultSetting {
    /// Its key.
    pub key: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// What it does.
    pub description: &'static str,
    /// What it is.
    pub kind: Kind,
    /// Its value.
    pub value: String,
}

/// Every setting there is, in the order in which they are shown.
#[must_use]
pub fn defaults() -> Vec<DefaultSetting> {
    let prompt = |(prompt, description): (DefaultPrompt, &'static str)| DefaultSetting {
        key: prompt.key,
        name: prompt.name,
        description,
        kind: Kind::Prompt,
        value: prompt.text.to_owned(),
    };
    let mut all: Vec<DefaultSetting> = PROMPTS.into_iter().map(prompt).collect();
    all.push(DefaultSetting {
        key: MODEL_PRICES,
        name: "Model prices",
        description: "What each model costs, in dollars per million tokens sent and received. People's monthly usage is reckoned by it.",
        kind: Kind::Prices,
        value: PriceTable::default().to_json(),
    });
    all.push(DefaultSetting {
        key: TEMPLATE_EXAMPLE,
        name: "Proposal template example",
        description: "An example of a proposal in HTML, shown by Preview Template.",
        kind: Kind::Template,
        value: include_str!("settings/template.html").to_owned(),
    });
    all.push(DefaultSetting {
        key: CUSTOM_AI_RULES,
        name: "Custom AI rules",
        description: "Whether the assistant follows the style rules that companies keep in their profile: true or false.",
        kind: Kind::Switch,
        value: false.to_string(),
    });
    all
}

/// Checks a value for a setting.
pub fn check(key: &str, value: &str) -> Result<(), FieldError> {
    let wrong = |code, message: String| Err(FieldError { field: "settingValue".into(), code, message: message.into() });
    if value.trim().is_empty() {
        return wrong("required", "Please enter a value".to_owned());
    }
    if value.chars().count() > VALUE_MAX {
        return wrong("too_long", "The value must be at most 100,000 characters".to_owned());
    }
    if value.contains('\0') {
        return wrong("invalid", "The value contains a character that cannot be stored".to_owned());
    }
    match PriceTable::parse(value) {
        Err(message) if key == MODEL_PRICES => wrong("invalid_prices", message),
        _ if key == CUSTOM_AI_RULES && value.parse::<bool>().is_err() => wrong("invalid", "Please enter true or false".to_owned()),
        _ => Ok(()),
    }
}

/// The values in use.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SiteSettings {
    prompts: HashMap<String, String>,
    prices: PriceTable,
    custom_ai_rules: bool,
}

impl SiteSettings {
    /// Takes stored values, as key and value. Prices and switches that cannot be read count as absent; nothing stores such.
    #[must_use]
    pub fn stored(values: impl IntoIterator<Item = (String, String)>) -> Self {
        let mut settings = Self::default();
        for (key, value) in values {
            if key == MODEL_PRICES {
                settings.prices = PriceTable::parse(&value).unwrap_or_default();
            } else if key == CUSTOM_AI_RULES {
                settings.custom_ai_rules = value.parse().unwrap_or_default();
            } else {
                settings.prompts.insert(key, value);
            }
        }
        settings
    }

    /// The instructions for a task.
    #[must_use]
    pub fn prompt<'a>(&'a self, default: &DefaultPrompt) -> &'a str {
        self.prompts.get(default.key).map_or(default.text, String::as_str)
    }

    /// Whether the assistant follows the style rules that companies keep in their profile.
    #[must_use]
    pub fn custom_ai_rules(&self) -> bool {
        self.custom_ai_rules
    }

    /// A company's style rules, where the assistant follows them.
    #[must_use]
    pub fn style_rules<'a>(&self, company: &'a CompanyProfile) -> Option<&'a str> {
        company.custom_ai_rules.as_deref().filter(|_| self.custom_ai_rules)
    }

    /// What models cost.
    #[must_use]
    pub fn prices(&self) -> &PriceTable {
        &self.prices
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

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
            (chat::PROMPT.key.to_owned(), "Be brief.".to_owned()),
            (MODEL_PRICES.to_owned(), r#"[{"model":"own","inputPerMillion":"1","outputPerMillion":"2"}]"#.to_owned()),
        ]);
        assert_eq!(own.prompt(&chat::PROMPT), "Be brief.");
        assert_eq!(own.prompt(&recap::model::PROMPT), recap::model::PROMPT.text);
        assert_eq!(own.prices().price_of("own-1").output, rust_decimal::Decimal::TWO);
        assert!(!own.custom_ai_rules());
        assert!(SiteSettings::stored([(CUSTOM_AI_RULES.to_owned(), "true".to_owned())]).custom_ai_rules());
        assert_eq!(SiteSettings::stored([(CUSTOM_AI_RULES.to_owned(), "yes".to_owned())]), SiteSettings::default());
        assert_eq!(SiteSettings::stored([(MODEL_PRICES.to_owned(), "nonsense".to_owned())]), SiteSettings::default());
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
        ] {
            assert_eq!(check(key, &value).map_err(|error| error.code), Err(code));
        }
        assert_eq!(check(chat::PROMPT.key, &"ü".repeat(VALUE_MAX)), Ok(()));
    }
}
