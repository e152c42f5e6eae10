//! Who reads the recaps: the rules, or the model that the settings name, checked by the rules.

use std::{cell::Cell, time::Duration};

use anyhow::Context as _;
use futures_util::{StreamExt as _, stream};
use proffer_adapters::ai::{Assistant, AssistantMode, CallOutcome};
use proffer_domain::{
    company::CompanyProfile,
    draft::{Draft, DraftInput},
    pricing::PricingTable,
    recap::{Extraction, Seller},
    settings::SiteSettings,
    usage::Tokens,
};
use tokio::runtime::Runtime;
use url::Url;
use uuid::Uuid;

use crate::corpus;

/// How many recaps are read at a time.
const AT_ONCE: usize = 4;
/// The longest time that one call may take, as in the server.
const LIMIT: Duration = Duration::from_secs(90);

/// Reads recaps and drafts proposals from them, as the wizard does for a user who changes nothing.
pub struct Reader {
    assistant: Assistant,
    runtime: Runtime,
    spent: Cell<Tokens>,
}

/// A recap that was read, and what its draft has.
pub struct ReadRecap {
    pub extraction: Extraction,
    pub title: String,
    pub table: PricingTable,
}

impl Reader {
    /// The model of `PROFFER_AI_BASE_URL`, `PROFFER_AI_API_KEY` and `PROFFER_AI_MODEL`; the rules if none is
    /// set.
    pub fn from_environment() -> anyhow::Result<Self> {
        let given = |name: &str| std::env::var(name).ok().filter(|text| !text.is_empty());
        let url: Option<Url> = given("PROFFER_AI_BASE_URL")
            .map(|url| url.parse().context("PROFFER_AI_BASE_URL is no address"))
            .transpose()?;
        let key = given("PROFFER_AI_API_KEY").map(Into::into);
        let model = given("PROFFER_AI_MODEL");
        Self::of(Assistant::from_settings(url.as_ref(), key.as_ref(), model.as_deref(), LIMIT)?)
    }

    fn of(assistant: Assistant) -> anyhow::Result<Self> {
        let runtime = Runtime::new().context("starting the async runtime")?;
        Ok(Self { assistant, runtime, spent: Cell::default() })
    }

    /// The rules.
    #[cfg(test)]
    pub fn rules() -> anyhow::Result<Self> {
        Self::of(Assistant::Offline)
    }

    /// Whether it is a model.
    pub fn is_model(&self) -> bool {
        self.assistant.kind() == AssistantMode::Model
    }

    /// Reads recaps, each with who sells; in their order. An error says why one was not read.
    pub fn read(&self, recaps: &[(&str, Seller<'_>)]) -> Vec<anyhow::Result<ReadRecap>> {
        let calls = recaps.iter().map(|(text, seller)| self.read_one(text, *seller));
        self.runtime.block_on(stream::iter(calls).buffered(AT_ONCE).collect())
    }

    /// The tokens that all calls so far have used.
    pub fn spent(&self) -> Tokens {
        self.spent.get()
    }

    /// The answer of a call, which is accounted for.
    fn account<T>(&self, answer: CallOutcome<T>) -> anyhow::Result<T> {
        let Tokens { input, output } = self.spent.get();
        self.spent.set(Tokens { input: input + answer.spent.input, output: output + answer.spent.output });
        Ok(answer.value?)
    }

    async fn read_one(&self, text: &str, seller: Seller<'_>) -> anyhow::Result<ReadRecap> {
        let settings = SiteSettings::default();
        let extraction = self.account(self.assistant.extract_for(&settings, text, seller).await)?;
        let input = DraftInput {
            client: corpus::client()?,
            company: CompanyProfile { currency: seller.currency, ..CompanyProfile::default() },
            client_context: extraction.client_needs.clone(),
            proposed_solution: extraction.proposed_solution.clone(),
            pricing_details: extraction.pricing_hint.clone(),
            additional_notes: None,
        };
        let mut last = 0u128;
        let mut ids = || {
            last += 1;
            Uuid::from_u128(last)
        };
        let answer = self.assistant.draft(&settings, &input, &mut ids, &mut |_| ()).await;
        let Draft { title, pricing, .. } = self.account(answer)?;
        Ok(ReadRecap { extraction, title, table: pricing })
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use super::*;
    use crate::model_double::{Mode, ModelDouble};

    const RECAP: &str = "They need a new web shop because the old one keeps crashing. We will build it in six weeks. The build is $4,500 and hosting is $300 per month.";

    #[test]
    fn a_model_is_asked_for_each_recap_and_its_failure_is_told() {
        let runtime = Runtime::new().unwrap();
        let double = runtime.block_on(ModelDouble::start(Mode::Normal)).unwrap();
        let url: Url = double.base_url().parse().unwrap();
        let key = "secret".to_owned().into();
        let assistant = Assistant::from_settings(Some(&url), Some(&key), Some("gpt-4o-mini"), LIMIT).unwrap();
        let reader = Reader::of(assistant).unwrap();
        assert!(reader.is_model());

        let seller = Seller { currency: "AUD".parse().unwrap(), ..Seller::default() };
        let read: Vec<_> =
            reader.read(&[(RECAP, seller), (RECAP, seller)]).into_iter().map(Result::unwrap).collect();
        assert_eq!(double.asked().len(), 4, "a recap is read, then drafted");
        assert!(reader.spent().input > 0 && reader.spent().output > 0);
        for ReadRecap { extraction, table, .. } in &read {
            assert!(extraction.client_needs.contains("web shop"));
            assert_eq!(table.currency, seller.currency);
            assert_eq!(table.groups.iter().flat_map(|group| &group.items).count(), 2);
        }

        double.behave(Mode::Broken);
        assert!(reader.read(&[(RECAP, seller)]).iter().all(Result::is_err));
        assert!(!Reader::rules().unwrap().is_model());
    }
}
