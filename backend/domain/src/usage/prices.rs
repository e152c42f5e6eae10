//! The prices of models, as the settings of the site store them.

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::money::exact;

/// The price of a model, in dollars per million tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModelPrice {
    /// Per million tokens sent.
    pub input: Decimal,
    /// Per million tokens received.
    pub output: Decimal,
}

/// Known models by the beginning of their name (dated versions follow it), in cents per million tokens sent
/// and received.
const PRICES: [(&str, i64, i64); 13] = [
    ("gpt-3.5-turbo", 50, 150),
    ("gpt-4-turbo", 1000, 3000),
    ("gpt-4o", 250, 1000),
    ("gpt-4o-mini", 15, 60),
    ("gpt-4.1", 200, 800),
    ("gpt-4.1-mini", 40, 160),
    ("gpt-4.1-nano", 10, 40),
    ("gpt-5", 125, 1000),
    ("gpt-5-mini", 25, 200),
    ("gpt-5-nano", 5, 40),
    ("o3", 200, 800),
    ("o3-mini", 110, 440),
    ("o4-mini", 110, 440),
];
/// The highest accepted price, in dollars per million tokens: ten times that of any model, and far from an
/// overflow.
const PRICE_MAX: Decimal = Decimal::from_parts(10_000, 0, 0, false, 0);
const PRICE_DECIMALS: u32 = 4;
const MODELS_MAX: usize = 200;
const MODEL_NAME_MAX: usize = 100;

/// One line of a price table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct PriceLine {
    model: String,
    #[serde(with = "exact")]
    input_per_million: Decimal,
    #[serde(with = "exact")]
    output_per_million: Decimal,
}

/// The prices of models. It is never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceTable(Vec<PriceLine>);

impl Default for PriceTable {
    /// The default prices.
    fn default() -> Self {
        let line = |(model, input, output): &(&str, i64, i64)| PriceLine {
            model: (*model).to_owned(),
            input_per_million: Decimal::new(*input, 2),
            output_per_million: Decimal::new(*output, 2),
        };
        Self(PRICES.iter().map(line).collect())
    }
}

impl PriceTable {
    /// Parses a JSON list of `{"model", "inputPerMillion", "outputPerMillion"}`, with prices as decimal
    /// strings. Errors are messages for people.
    pub fn parse(json: &str) -> Result<Self, String> {
        let lines: Vec<PriceLine> = serde_json::from_str(json).map_err(|error| {
            format!(
                "The prices must be a JSON list such as [{{\"model\": \"gpt-4o\", \"inputPerMillion\": \"2.50\", \
                 \"outputPerMillion\": \"10.00\"}}]: {error}."
            )
        })?;
        if lines.is_empty() {
            return Err("The list must name at least one model.".to_owned());
        }
        if lines.len() > MODELS_MAX {
            return Err(format!("The list may name at most {MODELS_MAX} models."));
        }
        for (index, line) in lines.iter().enumerate() {
            let place = index + 1;
            let name = &line.model;
            if name.is_empty() || name.chars().count() > MODEL_NAME_MAX || name.trim() != name {
                return Err(format!(
                    "Entry {place}: \"model\" must have 1 to {MODEL_NAME_MAX} characters and no space around them."
                ));
            }
            if lines.iter().take(index).any(|other| other.model == *name) {
                return Err(format!("Entry {place}: the model \"{name}\" is listed twice."));
            }
            for (field, price) in
                [("inputPerMillion", line.input_per_million), ("outputPerMillion", line.output_per_million)]
            {
                if price.is_sign_negative() || price > PRICE_MAX || price.normalize().scale() > PRICE_DECIMALS
                {
                    return Err(format!(
                        "Entry {place}: \"{field}\" of \"{name}\" must be between 0 and {PRICE_MAX} dollars, with at most {PRICE_DECIMALS} decimals."
                    ));
                }
            }
        }
        Ok(Self(lines))
    }

    /// The same as JSON for people to edit.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(&self.0).unwrap_or_default()
    }

    /// The price of a model: that of the longest matching prefix of its name in the table. An unknown model
    /// costs as much as the most expensive one: a limit that is reached too early is noticed, one that never
    /// applies is not.
    #[must_use]
    pub fn price_of(&self, model: &str) -> ModelPrice {
        let starts = |name: &str, start: &str| {
            name.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        // Gateways put the vendor in front: "openai/gpt-4o".
        let name = model.rsplit('/').next().unwrap_or(model);
        let known = self
            .0
            .iter()
            .filter(|line| starts(name, &line.model) || line.model == model)
            .max_by_key(|line| line.model.len());
        let dearest = || {
            self.0.iter().fold(ModelPrice { input: Decimal::ZERO, output: Decimal::ZERO }, |dearest, line| {
                ModelPrice {
                    input: dearest.input.max(line.input_per_million),
                    output: dearest.output.max(line.output_per_million),
                }
            })
        };
        known.map_or_else(dearest, |line| ModelPrice {
            input: line.input_per_million,
            output: line.output_per_million,
        })
    }
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    fn dollars(text: &str) -> Decimal {
        text.parse().unwrap_or_default()
    }

    #[test]
    fn prices_follow_the_longest_known_beginning() {
        for (model, input, output) in [
            ("gpt-4o", "2.50", "10.00"),
            ("gpt-4o-2024-11-20", "2.50", "10.00"),
            ("gpt-4o-mini-2024-07-18", "0.15", "0.60"),
            ("openai/gpt-4.1-nano", "0.10", "0.40"),
            ("gpt-4omega", "10.00", "30.00"),
            ("llama-4-local", "10.00", "30.00"),
        ] {
            let price = PriceTable::default().price_of(model);
            assert_eq!((price.input, price.output), (dollars(input), dollars(output)), "{model}");
        }
    }

    #[test]
    fn a_price_table_is_read_back_and_says_what_is_wrong() {
        let table = PriceTable::default();
        assert_eq!(PriceTable::parse(&table.to_json()), Ok(table));
        let own = PriceTable::parse(r#"[{"model":"llama","inputPerMillion":"0","outputPerMillion":"0.5"}]"#);
        assert_eq!(own.map(|own| own.price_of("llama-4").output), Ok(dollars("0.5")));
        let line = |model: &str, price: &str| {
            format!(r#"{{"model":"{model}","inputPerMillion":"{price}","outputPerMillion":"1"}}"#)
        };
        for (json, said) in [
            (String::new(), "must be a JSON list"),
            ("{}".to_owned(), "must be a JSON list"),
            (
                r#"[{"model":"a","inputPerMillion":1.5,"outputPerMillion":"1"}]"#.to_owned(),
                "must be a JSON list",
            ),
            ("[]".to_owned(), "at least one model"),
            (format!("[{}]", line("", "1")), "Entry 1: \"model\""),
            (format!("[{},{}]", line("a", "1"), line("a", "2")), "Entry 2: the model \"a\" is listed twice"),
            (format!("[{}]", line("a", "-1")), "\"inputPerMillion\" of \"a\" must be between 0 and 10000"),
            (format!("[{}]", line("a", "10001")), "between 0 and 10000"),
            (format!("[{}]", line("a", "0.00001")), "at most 4 decimals"),
        ] {
            let refused = PriceTable::parse(&json).err().unwrap_or_default();
            assert!(refused.contains(said), "{json}: {refused}");
        }
    }
}
