//! Entries of the site's mail log: the purpose of a mail, and enough of its recipient to tell two domains
//! apart.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum MailPurpose {
    /// Verification of an address.
    Verification,
    /// A registration of an address that already has an account.
    AlreadyRegistered,
    /// A link for choosing a new password.
    PasswordReset,
    /// The password was changed.
    PasswordChanged,
    /// An invitation to a team.
    Invitation,
    /// The link to a proposal, for its client.
    Proposal,
    /// A reminder with the same link.
    Reminder,
    /// A confirmation of the client's answer.
    Answer,
    /// The evidence of a signature.
    Evidence,
    /// A notification for a team member.
    Notification,
    /// Any other mail.
    #[default]
    Other,
}

impl MailPurpose {
    /// All purposes.
    pub const ALL: [Self; 11] = [
        Self::Verification,
        Self::AlreadyRegistered,
        Self::PasswordReset,
        Self::PasswordChanged,
        Self::Invitation,
        Self::Proposal,
        Self::Reminder,
        Self::Answer,
        Self::Evidence,
        Self::Notification,
        Self::Other,
    ];

    /// The value in the database.
    #[must_use]
    pub const fn word(self) -> &'static str {
        self.into_str()
    }

    /// The label for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Verification => "Verify your email",
            Self::AlreadyRegistered => "You already have an account",
            Self::PasswordReset => "Reset your password",
            Self::PasswordChanged => "Your password was changed",
            Self::Invitation => "Invitation to a team",
            Self::Proposal => "Proposal to a client",
            Self::Reminder => "Reminder to a client",
            Self::Answer => "Confirmation to a client",
            Self::Evidence => "Evidence of a signature",
            Self::Notification => "Notification to the team",
            Self::Other => "Other mail",
        }
    }

    /// The purpose with that value.
    #[must_use]
    pub fn of_word(word: &str) -> Self {
        Self::ALL.into_iter().find(|kind| kind.word() == word).unwrap_or_default()
    }
}

/// An address as the log shows it: one letter and the domain, such as `m…@harbor.example`.
#[must_use]
pub fn masked(address: &str) -> String {
    let Some((person, domain)) = address.rsplit_once('@') else { return "…".to_owned() };
    let first: String = person.chars().take(1).collect();
    format!("{first}…@{domain}")
}

#[cfg(test)]
mod tests {
    use pretty_assertions::assert_eq;

    use super::*;

    #[test]
    fn an_address_keeps_one_letter_and_its_domain() {
        for (address, shown) in [
            ("mia@harbor.example", "m…@harbor.example"),
            ("m@harbor.example", "m…@harbor.example"),
            ("änne.berg@harbor.example", "ä…@harbor.example"),
            ("\"a@b\"@harbor.example", "\"…@harbor.example"),
            ("@harbor.example", "…@harbor.example"),
            ("mia", "…"),
            ("", "…"),
        ] {
            assert_eq!(masked(address), shown, "{address}");
        }
    }

    #[test]
    fn a_kind_is_found_again_by_its_word() {
        for kind in MailPurpose::ALL {
            assert_eq!(MailPurpose::of_word(kind.word()), kind);
        }
        assert_eq!(MailPurpose::of_word("poem"), MailPurpose::Other);
    }
}
