//! Rate limits: the rules, and the calculation of the wait.
//!
//! A limit is a generic cell rate. One time is stored for each counted subject, its arrival: when all
//! requests so far would have come in at the steady pace. Each admission moves it on by one interval, and a
//! request is admitted while the arrival is within `burst` intervals of now. So never more than `burst` are
//! admitted at once, nor more than `burst` plus one per interval over any period, and a subject whose arrival
//! has passed counts as new.
//!
//! Requests without sign-in are counted by purpose and sender, so that one sender cannot use up another's
//! limit: see [`Purpose`].

pub mod device;
mod purpose;

pub use device::Device;
pub use purpose::{Purpose, Sender};

use std::{borrow::Cow, net::IpAddr};

use chrono::{DateTime, TimeDelta, Utc};

/// The subject that a rule counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountedBy {
    /// The address of a request; for IPv6 its first 64 bits, which is what one customer is given.
    Network,
    /// A mail address, whether or not it has an account.
    Mail,
    /// A mail address or an id as the target of one sender: a network, a known browser, a workspace or a
    /// person.
    SenderAndTarget,
    /// The id or token of a person, workspace, link or key.
    Id,
}

/// How many are allowed at once, and how soon another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// How many are allowed at once.
    pub burst: u32,
    /// The interval after which one more is allowed.
    pub interval: TimeDelta,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rule {
    /// Attempts to sign in to one account, existing or not, from one network or one known browser; a
    /// successful one is given back.
    SignInPerSender,
    /// Attempts to sign in to one account from all networks together, except known browsers; a successful one
    /// is given back.
    SignInPerAccount,
    /// Attempts to sign in from one network; a successful one is given back.
    SignInPerNetwork,
    /// Sign-ins started at a provider from one network.
    ProviderPerNetwork,
    /// Accounts created from one network.
    RegisterPerNetwork,
    /// Registrations of one address from one network.
    RegisterPerSender,
    /// Registrations of one address from all networks together.
    RegisterPerTarget,
    /// Verification mails to one address requested by one network, known browser or administrator.
    VerifyPerSender,
    /// Verification mails to one address requested by all networks together.
    VerifyPerTarget,
    /// Reset mails to one address requested by one network or known browser.
    ResetPerSender,
    /// Reset mails to one address requested by all networks together.
    ResetPerTarget,
    /// Mails requested from one network without sign-in.
    MailPerNetwork,
    /// Mails that one person sends to others.
    MailPerPerson,
    /// Invitations sent by one workspace.
    InvitePerWorkspace,
    /// Invitations of one address by one workspace.
    InvitePerTarget,
    /// Proposals and reminders mailed by one workspace.
    SendPerWorkspace,
    /// Proposals and reminders mailed to one address by one workspace.
    SendPerTarget,
    /// Provider and domain lookups for the single sign-on of one workspace.
    LookUpPerWorkspace,
    /// Attempts to use mailed links and invitations from one network.
    LinkPerNetwork,
    /// Answers through one share link.
    AnswerPerLink,
    /// Declines and requests for changes through one share link.
    WishPerLink,
    /// Answers to proposals from one network.
    AnswerPerNetwork,
    /// Messages to the site's support from one network.
    MessagePerNetwork,
    /// Pages read without sign-in from one network.
    PagePerNetwork,
    /// Assistant tasks of one person.
    AssistantPerPerson,
    /// Requests of one person to read files for a recap.
    RecapFilesPerPerson,
    /// Websites read for one workspace.
    SitePerWorkspace,
    /// Upload addresses requested by one person.
    UploadPerPerson,
    /// Password confirmations by a signed-in person.
    PasswordPerPerson,
    /// All requests with one API key.
    CallPerKey,
    /// Invalid keys from one network.
    WrongKeyPerNetwork,
}

impl Rule {
    /// All rules.
    pub const ALL: &[Self] = &[
        Self::SignInPerSender,
        Self::SignInPerAccount,
        Self::SignInPerNetwork,
        Self::ProviderPerNetwork,
        Self::RegisterPerNetwork,
        Self::RegisterPerSender,
        Self::RegisterPerTarget,
        Self::VerifyPerSender,
        Self::VerifyPerTarget,
        Self::ResetPerSender,
        Self::ResetPerTarget,
        Self::MailPerNetwork,
        Self::MailPerPerson,
        Self::InvitePerWorkspace,
        Self::InvitePerTarget,
        Self::SendPerWorkspace,
        Self::SendPerTarget,
        Self::LookUpPerWorkspace,
        Self::LinkPerNetwork,
        Self::AnswerPerLink,
        Self::WishPerLink,
        Self::AnswerPerNetwork,
        Self::MessagePerNetwork,
        Self::PagePerNetwork,
        Self::AssistantPerPerson,
        Self::RecapFilesPerPerson,
        Self::SitePerWorkspace,
        Self::UploadPerPerson,
        Self::PasswordPerPerson,
        Self::CallPerKey,
        Self::WrongKeyPerNetwork,
    ];

    /// The limits. A person should never reach one; a whole office behind one address hardly should.
    #[must_use]
    pub const fn limit(self) -> Limit {
        const fn limit(burst: u32, interval: TimeDelta) -> Limit {
            Limit { burst, interval }
        }
        match self {
            // About 1,450 guesses a day at one account, against passwords of 8 characters of three kinds.
            Self::SignInPerSender | Self::PasswordPerPerson => limit(10, TimeDelta::minutes(1)),
            // The same pace for all networks together. The burst is ten times as large, so that a single
            // network never uses it up.
            Self::SignInPerAccount => limit(100, TimeDelta::minutes(1)),
            // A whole office signs in in the morning, and successes do not count; trying one password on many
            // accounts does. Each sign-in at a provider calls it and stores a row.
            Self::SignInPerNetwork | Self::ProviderPerNetwork => limit(50, TimeDelta::seconds(10)),
            // A workshop of thirty people registers at once, but not all day.
            Self::RegisterPerNetwork => limit(30, TimeDelta::minutes(2)),
            // People who wait for a mail request it a few times; the limit prevents flooding a mailbox.
            Self::RegisterPerSender
            | Self::VerifyPerSender
            | Self::ResetPerSender
            | Self::InvitePerTarget
            | Self::SendPerTarget => limit(6, TimeDelta::minutes(10)),
            // The total of all networks limits a flood from many of them. It does not apply to a known
            // browser.
            Self::RegisterPerTarget | Self::VerifyPerTarget | Self::ResetPerTarget => {
                limit(20, TimeDelta::minutes(10))
            }
            Self::MailPerNetwork | Self::MailPerPerson => limit(60, TimeDelta::minutes(1)),
            // A team of fifty is invited at once.
            Self::InvitePerWorkspace | Self::SendPerWorkspace => limit(50, TimeDelta::minutes(5)),
            // Setting up single sign-on, or correcting a mistyped website, takes several attempts; the limit
            // keeps the server from probing others all day.
            Self::LookUpPerWorkspace | Self::SitePerWorkspace => limit(30, TimeDelta::seconds(30)),
            // Tokens have 256 bits; the limit bounds the cost of guessing, and allows reloading.
            Self::LinkPerNetwork => limit(60, TimeDelta::seconds(5)),
            // Several people of a client may click at once, and mistype; one acceptance counts. People try
            // several logos; unused uploads are deleted soon.
            Self::AnswerPerLink | Self::UploadPerPerson => limit(60, TimeDelta::seconds(10)),
            Self::AnswerPerNetwork => limit(120, TimeDelta::seconds(10)),
            // Each one sends a mail to the sender and adds a line to the conversation.
            Self::WishPerLink => limit(30, TimeDelta::minutes(5)),
            // People write once, and again for what they forgot; each message is read by a person.
            Self::MessagePerNetwork => limit(30, TimeDelta::minutes(3)),
            // A page sends one or two requests; five per second is a program.
            Self::PagePerNetwork => limit(300, TimeDelta::milliseconds(200)),
            // The monthly quota limits the cost; this limits how much is queued at once.
            Self::AssistantPerPerson => limit(30, TimeDelta::seconds(20)),
            // Files are added one by one or together; reading one can take seconds of a processor.
            Self::RecapFilesPerPerson => limit(20, TimeDelta::seconds(15)),
            // 600 per minute after the first 300.
            Self::CallPerKey => limit(300, TimeDelta::milliseconds(100)),
            // A script with a revoked key may retry forever; this slows it down.
            Self::WrongKeyPerNetwork => limit(30, TimeDelta::seconds(10)),
        }
    }

    /// The subject that the rule counts.
    #[must_use]
    pub const fn by(self) -> CountedBy {
        match self {
            Self::SignInPerAccount
            | Self::RegisterPerTarget
            | Self::VerifyPerTarget
            | Self::ResetPerTarget => CountedBy::Mail,
            Self::SignInPerSender
            | Self::RegisterPerSender
            | Self::VerifyPerSender
            | Self::ResetPerSender
            | Self::InvitePerTarget
            | Self::SendPerTarget => CountedBy::SenderAndTarget,
            Self::SignInPerNetwork
            | Self::ProviderPerNetwork
            | Self::RegisterPerNetwork
            | Self::MailPerNetwork
            | Self::LinkPerNetwork
            | Self::AnswerPerNetwork
            | Self::MessagePerNetwork
            | Self::PagePerNetwork
            | Self::WrongKeyPerNetwork => CountedBy::Network,
            Self::MailPerPerson
            | Self::InvitePerWorkspace
            | Self::SendPerWorkspace
            | Self::LookUpPerWorkspace
            | Self::AnswerPerLink
            | Self::WishPerLink
            | Self::AssistantPerPerson
            | Self::RecapFilesPerPerson
            | Self::SitePerWorkspace
            | Self::UploadPerPerson
            | Self::PasswordPerPerson
            | Self::CallPerKey => CountedBy::Id,
        }
    }

    /// The name for counting, stable across releases.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SignInPerSender => "sign_in_per_sender",
            Self::SignInPerAccount => "sign_in_per_account",
            Self::SignInPerNetwork => "sign_in_per_network",
            Self::ProviderPerNetwork => "provider_per_network",
            Self::RegisterPerNetwork => "register_per_network",
            Self::RegisterPerSender => "register_per_sender",
            Self::RegisterPerTarget => "register_per_target",
            Self::VerifyPerSender => "verify_per_sender",
            Self::VerifyPerTarget => "verify_per_target",
            Self::ResetPerSender => "reset_per_sender",
            Self::ResetPerTarget => "reset_per_target",
            Self::MailPerNetwork => "mail_per_network",
            Self::MailPerPerson => "mail_per_person",
            Self::InvitePerWorkspace => "invite_per_workspace",
            Self::InvitePerTarget => "invite_per_target",
            Self::SendPerWorkspace => "send_per_workspace",
            Self::SendPerTarget => "send_per_target",
            Self::LookUpPerWorkspace => "look_up_per_workspace",
            Self::LinkPerNetwork => "link_per_network",
            Self::AnswerPerLink => "answer_per_link",
            Self::WishPerLink => "wish_per_link",
            Self::AnswerPerNetwork => "answer_per_network",
            Self::MessagePerNetwork => "message_per_network",
            Self::PagePerNetwork => "page_per_network",
            Self::AssistantPerPerson => "assistant_per_person",
            Self::RecapFilesPerPerson => "recap_files_per_person",
            Self::SitePerWorkspace => "site_per_workspace",
            Self::UploadPerPerson => "upload_per_person",
            Self::PasswordPerPerson => "password_per_person",
            Self::CallPerKey => "call_per_key",
            Self::WrongKeyPerNetwork => "wrong_key_per_network",
        }
    }

    /// The message for a sender who has to wait.
    #[must_use]
    pub fn message(self, wait: TimeDelta) -> String {
        let what = match self {
            Self::SignInPerSender
            | Self::SignInPerAccount
            | Self::SignInPerNetwork
            | Self::ProviderPerNetwork
            | Self::PasswordPerPerson => "There have been too many attempts to sign in",
            Self::RegisterPerNetwork => "Too many accounts have been opened from here",
            Self::RegisterPerSender
            | Self::RegisterPerTarget
            | Self::VerifyPerSender
            | Self::VerifyPerTarget
            | Self::ResetPerSender
            | Self::ResetPerTarget
            | Self::MailPerNetwork
            | Self::MailPerPerson
            | Self::InvitePerWorkspace
            | Self::InvitePerTarget
            | Self::SendPerWorkspace
            | Self::SendPerTarget => "Too many emails have been asked for",
            Self::LinkPerNetwork => "Too many links have been tried from here",
            Self::AnswerPerLink | Self::WishPerLink | Self::AnswerPerNetwork => {
                "Too many answers have been sent"
            }
            Self::MessagePerNetwork => "Too many messages have been sent from here",
            Self::PagePerNetwork | Self::LookUpPerWorkspace | Self::CallPerKey => {
                "There have been too many requests"
            }
            Self::AssistantPerPerson => "The assistant has been asked too often",
            Self::RecapFilesPerPerson => "Too many files have been read",
            Self::SitePerWorkspace => "Too many websites have been read",
            Self::UploadPerPerson => "Too many files have been uploaded",
            Self::WrongKeyPerNetwork => "Too many wrong API keys have been tried from here",
        };
        format!("{what}. Please try again in {}.", spoken(seconds(wait)))
    }

    /// The subject in a normal form, so that different spellings are counted as one.
    #[must_use]
    pub fn subject(self, text: &str) -> Cow<'_, str> {
        match self.by() {
            CountedBy::Mail => Cow::Owned(mail(text)),
            CountedBy::Network => network(text),
            CountedBy::SenderAndTarget => {
                let (sender, target) = text.split_once(' ').unwrap_or_default();
                Cow::Owned(format!("{} {}", network(sender), mail(target)))
            }
            CountedBy::Id => Cow::Borrowed(text),
        }
    }
}

impl Limit {
    /// The latest arrival that is admitted at `now`.
    #[must_use]
    pub fn latest(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        moved(now, self.interval * i32::try_from(self.burst).unwrap_or(i32::MAX))
    }

    /// The arrival after one more request, given the stored one.
    #[must_use]
    pub fn next(&self, kept: Option<DateTime<Utc>>, now: DateTime<Utc>) -> DateTime<Utc> {
        moved(kept.map_or(now, |kept| kept.max(now)), self.interval)
    }

    /// Admits one more request and returns the arrival to store, or the time to wait.
    ///
    /// # Errors The wait, if there were too many already.
    pub fn take(&self, kept: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Result<DateTime<Utc>, TimeDelta> {
        let next = self.next(kept, now);
        let early = next.signed_duration_since(self.latest(now));
        if early > TimeDelta::zero() { Err(early) } else { Ok(next) }
    }
}

/// The wait in whole seconds, at least one, for `Retry-After`.
#[must_use]
pub fn seconds(wait: TimeDelta) -> u32 {
    let millis = wait.num_milliseconds().max(1);
    u32::try_from(millis.saturating_add(999) / 1000).unwrap_or(u32::MAX)
}

fn moved(at: DateTime<Utc>, by: TimeDelta) -> DateTime<Utc> {
    at.checked_add_signed(by).unwrap_or(DateTime::<Utc>::MAX_UTC)
}

fn spoken(seconds: u32) -> String {
    let (count, unit) = match seconds {
        0..=90 => (seconds, "second"),
        91..=5400 => (seconds.div_ceil(60), "minute"),
        _ => (seconds.div_ceil(3600), "hour"),
    };
    if count == 1 { format!("1 {unit}") } else { format!("{count} {unit}s") }
}

/// Normalises the spelling of a mail address.
fn mail(text: &str) -> String {
    text.trim().to_lowercase()
}

/// An IPv4 address in full, including one mapped to IPv6; of IPv6 the first 64 bits. Anything else is used as
/// it is.
fn network(text: &str) -> Cow<'_, str> {
    match text.parse::<IpAddr>().map(|address| address.to_canonical()) {
        Ok(IpAddr::V4(address)) => Cow::Owned(address.to_string()),
        Ok(IpAddr::V6(address)) => {
            let [a, b, c, d, ..] = address.segments();
            Cow::Owned(format!("{a:x}:{b:x}:{c:x}:{d:x}::/64"))
        }
        Err(_) => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests;
