//! The rate limits for requests about a mail address without sign-in.
//!
//! Each purpose has separate buckets, so one purpose never uses up another. Within a purpose, each sender has
//! its own bucket: a stranger's network, or a browser that the account has signed in on before. The sum of
//! all strangers is limited as well, and a known browser is exempt from that, so strangers cannot lock the
//! owner out.

use super::{CountedBy, Device, Rule};

/// The purpose of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Signing in with a password.
    SignIn,
    /// Creating an account.
    Register,
    /// Another verification mail.
    Verify,
    /// A password reset link.
    Reset,
}

/// The sender of a request.
#[derive(Debug, Clone, Copy)]
pub struct Sender<'a> {
    /// The client address of the request.
    pub network: &'a str,
    /// The browser, if a cookie proves an earlier sign-in to any account.
    pub device: Option<&'a Device>,
}

impl Purpose {
    /// The rules and the counted subjects, in the order in which they are checked. A stranger's own limit
    /// comes before the one shared with all others, so that a refused request does not count against the
    /// shared one.
    #[must_use]
    pub fn counted(self, sender: Sender<'_>, mail: &str) -> Vec<(Rule, String)> {
        if let Some(device) = sender.device.filter(|device| device.knows(mail)) {
            return vec![(self.per_sender(), format!("{} {mail}", device.id()))];
        }
        let subject = |rule: Rule| match rule.by() {
            CountedBy::SenderAndTarget => format!("{} {mail}", sender.network),
            CountedBy::Network => sender.network.to_owned(),
            CountedBy::Mail | CountedBy::Id => mail.to_owned(),
        };
        self.of_strangers().iter().map(|&rule| (rule, subject(rule))).collect()
    }

    const fn per_sender(self) -> Rule {
        match self {
            Self::SignIn => Rule::SignInPerSender,
            Self::Register => Rule::RegisterPerSender,
            Self::Verify => Rule::VerifyPerSender,
            Self::Reset => Rule::ResetPerSender,
        }
    }

    const fn of_strangers(self) -> &'static [Rule] {
        match self {
            Self::SignIn => &[Rule::SignInPerNetwork, Rule::SignInPerSender, Rule::SignInPerAccount],
            Self::Register => &[
                Rule::RegisterPerNetwork,
                Rule::MailPerNetwork,
                Rule::RegisterPerSender,
                Rule::RegisterPerTarget,
            ],
            Self::Verify => &[Rule::MailPerNetwork, Rule::VerifyPerSender, Rule::VerifyPerTarget],
            Self::Reset => &[Rule::MailPerNetwork, Rule::ResetPerSender, Rule::ResetPerTarget],
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use uuid::Uuid;

    use super::*;

    const ADA: &str = "ada@ada.example";

    fn browser() -> Device {
        Device::new(Uuid::from_u128(7), DateTime::UNIX_EPOCH).remember(ADA, DateTime::UNIX_EPOCH)
    }

    #[test]
    fn a_known_browser_has_its_own_bucket() {
        let browser = browser();
        for (purpose, rule) in [
            (Purpose::SignIn, Rule::SignInPerSender),
            (Purpose::Register, Rule::RegisterPerSender),
            (Purpose::Verify, Rule::VerifyPerSender),
            (Purpose::Reset, Rule::ResetPerSender),
        ] {
            let counted =
                purpose.counted(Sender { network: "192.0.2.7", device: Some(&browser) }, " ADA@ada.example");
            assert_eq!(counted, [(rule, format!("{} {}", browser.id(), " ADA@ada.example"))]);
        }
    }

    #[test]
    fn a_stranger_and_a_browser_that_another_signed_in_on_are_counted_by_place_and_by_target() {
        let browser = browser();
        for device in [None, Some(&browser)] {
            let counted = Purpose::SignIn.counted(Sender { network: "192.0.2.7", device }, "bob@bob.example");
            let expected = [
                (Rule::SignInPerNetwork, "192.0.2.7"),
                (Rule::SignInPerSender, "192.0.2.7 bob@bob.example"),
                (Rule::SignInPerAccount, "bob@bob.example"),
            ];
            assert_eq!(counted, expected.map(|(rule, subject)| (rule, subject.to_owned())));
        }
    }

    #[test]
    fn no_purpose_shares_what_is_counted_by_target_with_another() {
        let purposes = [Purpose::SignIn, Purpose::Register, Purpose::Verify, Purpose::Reset];
        let of_target =
            |purpose: Purpose| purpose.of_strangers().iter().filter(|rule| rule.by() != CountedBy::Network);
        for (at, purpose) in purposes.into_iter().enumerate() {
            assert!(purpose.of_strangers().contains(&purpose.per_sender()));
            for other in purposes.into_iter().skip(at + 1) {
                assert!(
                    of_target(purpose).all(|rule| !of_target(other).any(|same| same == rule)),
                    "{purpose:?} and {other:?}"
                );
            }
        }
    }
}
