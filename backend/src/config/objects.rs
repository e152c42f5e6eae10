//! The settings of the object storage.

use proffer_adapters::objects::{ObjectSettings, StsSettings};
use url::Url;

use super::reader::SettingsReader;

impl SettingsReader<'_> {
    /// All settings of the object storage, or none.
    pub(super) fn objects(&mut self) -> Option<ObjectSettings> {
        const NEEDED: [&str; 4] = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY", "S3_SECRET_KEY"];
        if NEEDED.iter().all(|name| self.given(name).is_none()) {
            return None;
        }
        let [_, bucket, access_key, secret_key] = NEEDED.map(|name| self.required(name));
        let endpoint: Option<Url> = self.optional("S3_ENDPOINT");
        let public_endpoint = self.public_endpoint(endpoint.as_ref());
        let sts = self.sts();
        Some(ObjectSettings {
            endpoint: endpoint?,
            bucket,
            region: self.text("S3_REGION", "us-east-1"),
            access_key,
            secret_key: secret_key.into(),
            public_endpoint: public_endpoint?,
            sts,
        })
    }

    /// It is part of the pages' content security policy, so browsers must be able to request it.
    fn public_endpoint(&mut self, endpoint: Option<&Url>) -> Option<Url> {
        let Some(public) = self.optional::<Url>("S3_PUBLIC_ENDPOINT") else {
            return if self.given("S3_PUBLIC_ENDPOINT").is_some() { None } else { endpoint.cloned() };
        };
        if !matches!(public.scheme(), "http" | "https")
            || !public.has_host()
            || public.query().is_some()
            || public.fragment().is_some()
        {
            self.fault("PROFFER_S3_PUBLIC_ENDPOINT must be http(s)://host without a path".to_owned());
        }
        Some(public)
    }

    /// Both settings of the token service, or none.
    fn sts(&mut self) -> Option<StsSettings> {
        if ["S3_STS_ENDPOINT", "S3_STS_ROLE"].iter().all(|name| self.given(name).is_none()) {
            return None;
        }
        let [_, role] = ["S3_STS_ENDPOINT", "S3_STS_ROLE"].map(|name| self.required(name));
        let seconds = self.parse("S3_STS_SECONDS", "3600")?;
        if !(900..=604_800).contains(&seconds) {
            self.fault("PROFFER_S3_STS_SECONDS must be between 900 and 604800".to_owned());
        }
        Some(StsSettings { endpoint: self.optional("S3_STS_ENDPOINT")?, role, seconds })
    }
}
