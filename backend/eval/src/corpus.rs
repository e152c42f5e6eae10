//! Reading the labelled texts.

use std::{fs, path::PathBuf};

use anyhow::Context as _;
use proffer_domain::client::{ClientInput, ClientProfile};
use rust_decimal::Decimal;
use serde::{Deserialize, de::DeserializeOwned};

/// Which half of a corpus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Half {
    /// May be looked at while the rules are worked on.
    Open,
    /// Put aside: scored, and never tuned on.
    Held,
}

impl Half {
    /// Its folder in each corpus.
    pub fn folder(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Held => "held",
        }
    }
}

/// The client that proposals are drafted for, where the text of a case names none.
pub fn client() -> anyhow::Result<ClientProfile> {
    let client = ClientInput {
        company_name: "Harbor Dental".to_owned(),
        first_name: "Mia".to_owned(),
        last_name: "Oz".to_owned(),
        email: "mia@harbor.example".to_owned(),
        ..ClientInput::default()
    };
    client.validate().map_err(|errors| anyhow::anyhow!("{errors:?}"))
}

/// What the label asks of the reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expect {
    /// The words settle it.
    Table,
    /// The words leave it open: any reading must come with a question.
    Ask,
    /// No price of ours is named.
    None,
}

/// An item of a price text.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    pub name: Option<String>,
    pub price: Decimal,
    #[serde(default = "one")]
    pub quantity: Decimal,
    #[serde(default = "once")]
    pub cadence: String,
    pub cycles: Option<u32>,
    pub min_cycles: Option<u32>,
    #[serde(default)]
    pub optional: bool,
    pub one_of: Option<String>,
    pub discount: Option<String>,
    #[expect(dead_code, reason = "for people who read the corpus")]
    pub currency: Option<String>,
}

#[derive(Deserialize)]
struct File<C> {
    #[serde(rename = "case")]
    cases: Vec<C>,
}

fn one() -> Decimal {
    Decimal::ONE
}

fn once() -> String {
    "once".to_owned()
}

/// Every case of a half, in the order of file names.
pub fn load<C: DeserializeOwned>(corpus: &str, half: Half) -> anyhow::Result<Vec<C>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(corpus).join(half.folder());
    let entries = fs::read_dir(&folder).with_context(|| format!("reading {}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<anyhow::Result<_>>()?;
    files.sort();
    let mut cases = Vec::new();
    for path in files {
        let file: File<C> = toml::from_str(&fs::read_to_string(&path)?)
            .with_context(|| format!("reading {}", path.display()))?;
        cases.extend(file.cases);
    }
    Ok(cases)
}
