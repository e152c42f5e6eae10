//! Reads settings one by one and collects their errors.

use proffer_domain::identity::Email;
use url::Url;

/// Reads through `get`; [`SettingsReader::finish`] reports all errors.
pub(super) struct SettingsReader<'a> {
    get: &'a dyn Fn(&str) -> Option<String>,
    faults: Vec<String>,
}

impl<'a> SettingsReader<'a> {
    pub(super) fn new(get: &'a dyn Fn(&str) -> Option<String>) -> Self {
        Self { get, faults: Vec::new() }
    }

    /// The raw value, if it is set.
    pub(super) fn given(&self, name: &str) -> Option<String> {
        (self.get)(name)
    }

    /// Records an error.
    pub(super) fn fault(&mut self, what: impl Into<String>) {
        self.faults.push(what.into());
    }

    pub(super) fn text(&self, name: &str, default: &str) -> String {
        (self.get)(name).unwrap_or_else(|| default.to_owned())
    }

    pub(super) fn parse<T: std::str::FromStr<Err: std::fmt::Display>>(
        &mut self,
        name: &str,
        default: &str,
    ) -> Option<T> {
        let text = self.text(name, default);
        text.parse().map_err(|error| self.faults.push(format!("PROFFER_{name} is {text:?}: {error}"))).ok()
    }

    pub(super) fn optional<T: std::str::FromStr<Err: std::fmt::Display>>(&mut self, name: &str) -> Option<T> {
        let text = (self.get)(name)?;
        text.parse().map_err(|error| self.faults.push(format!("PROFFER_{name} is not valid: {error}"))).ok()
    }

    /// The default is `support` at the host of the public URL.
    pub(super) fn support_email(&mut self, public_url: Option<&Url>) -> Option<String> {
        let Some(text) = (self.get)("SUPPORT_EMAIL") else {
            return Some(format!("support@{}", public_url?.host_str()?));
        };
        let email = Email::parse("email", &text);
        email
            .map_err(|error| {
                self.faults.push(format!("PROFFER_SUPPORT_EMAIL is {text:?}: {}", error.message));
            })
            .ok()
            .map(|email| email.as_str().to_owned())
    }

    /// A comma-separated list.
    pub(super) fn list<T: std::str::FromStr<Err: std::fmt::Display>>(&mut self, name: &str) -> Vec<T> {
        let text = (self.get)(name).unwrap_or_default();
        let mut entries = Vec::new();
        for entry in text.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
            match entry.parse() {
                Ok(entry) => entries.push(entry),
                Err(error) => self.faults.push(format!("PROFFER_{name}: {error}")),
            }
        }
        entries
    }

    /// `1` means true.
    pub(super) fn flag(&mut self, name: &str) -> bool {
        match (self.get)(name).as_deref() {
            None | Some("0") => false,
            Some("1") => true,
            Some(other) => {
                self.faults.push(format!("PROFFER_{name} is {other:?}: it must be 1 or 0"));
                false
            }
        }
    }

    pub(super) fn required(&mut self, name: &str) -> String {
        (self.get)(name).unwrap_or_else(|| {
            self.faults.push(format!("PROFFER_{name} is missing"));
            String::new()
        })
    }

    pub(super) fn finish(&self) -> anyhow::Result<()> {
        anyhow::ensure!(
            self.faults.is_empty(),
            "the settings are not valid:\n  {}",
            self.faults.join("\n  ")
        );
        Ok(())
    }
}
