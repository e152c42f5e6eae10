//! Mails as their recipient reads them.

use mail_parser::MessageParser;

use super::log;

/// A mail, parsed from the bytes that were sent.
#[derive(Debug, Clone)]
pub struct Mail {
    /// The recipient's address.
    pub to: String,
    /// The sender's address.
    pub from: String,
    pub subject: String,
    /// The plain text.
    pub text: String,
    pub html: String,
    /// The id of this mail, the same for every delivery.
    pub message_id: String,
    /// The bytes.
    pub raw: String,
}

impl Mail {
    /// Parses a message.
    pub fn read(raw: &[u8]) -> Self {
        let mail = MessageParser::default().parse(raw).expect("a message");
        let address = |addresses: Option<&mail_parser::Address<'_>>| {
            addresses
                .and_then(|list| list.first())
                .and_then(|one| one.address())
                .unwrap_or_default()
                .to_owned()
        };
        Self {
            to: address(mail.to()),
            from: address(mail.from()),
            subject: mail.subject().unwrap_or_default().to_owned(),
            text: mail.body_text(0).unwrap_or_default().into_owned(),
            html: mail.body_html(0).unwrap_or_default().into_owned(),
            message_id: mail.message_id().unwrap_or_default().to_owned(),
            raw: String::from_utf8_lossy(raw).into_owned(),
        }
    }

    /// The one link in its text, besides the unsubscribe link.
    pub fn link(&self) -> &str {
        let mut links = self
            .text
            .split_whitespace()
            .filter(|word| word.starts_with("http") && !word.contains("/unsubscribe?"));
        let link = links.next().unwrap_or_else(|| panic!("no link in {}", self.text));
        assert_eq!(links.next(), None, "more than one link in {}", self.text);
        link
    }

    /// The value of a query parameter of its link.
    pub fn link_parameter(&self, name: &str) -> String {
        let url = reqwest::Url::parse(self.link()).unwrap();
        let found = url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned());
        let found = found.unwrap_or_else(|| panic!("no {name} in {url}"));
        log::plant(&found);
        found
    }
}
