//! How often things may be asked for: the rules, and the arithmetic of waiting.
//!
//! A limit is a generic cell rate. One time is kept for each counted thing, its arrival: when everything asked for so far
//! would have come in at the steady pace. Each admission moves it on by one interval, and one is admitted while the arrival
//! stays within `burst` intervals of now. So never more than `burst` come at once, nor more than `burst` and one per
//! interval over any length of time, and a thing whose arrival has passed is as good as never counted.
//!
//! What strangers cause is counted by purpose and sender, so that nobody uses up what another needs: see [`Purpose`].

pub mod device;
mod purpose;

pub use device::Device;
pub use purpose::{Purpose, Sender};

use std::{borrow::Cow, net::IpAddr};

use chrono::{DateTime, TimeDelta, Utc};

/// What a rule counts by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// The address a request comes from; of IPv6 the first 64 bits, which is what one customer is given.
    Network,
    /// A mail address, whether or not there is an account.
    Mail,
    /// A mail address or an id as the target of one sender: a network, a known browser, a workspace or a person.
    SenderAndTarget,
    /// The id or token of a person, workspace, link or key.
    Id,
}

/// How many at once, and how soon another after that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// So many at once.
    pub burst: u32,
    /// One more comes back each time this has passed.
    pub interval: TimeDelta,
}

/// One kind of thing that is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rule {
    /// Tries to sign in to one account, known or not, from one place or one known browser; one that succeeds is given back.
    SignInPerSender,
    /// Tries to sign in to one account from all places together, known browsers aside; one that succeeds is given back.
    SignInPerAccount,
    /// Tries to sign in from one place; one that succeeds is given back.
    SignInPerNetwork,
    /// Sign-ins begun at a provider from one place.
    ProviderPerNetwork,
    /// Accounts opened from one place.
    RegisterPerNetwork,
    /// Registrations of one address from one place.
    RegisterPerSender,
    /// Registrations of one address from all places together.
    RegisterPerTarget,
    /// Verification mails to one address that one place, known browser or administrator asks for.
    VerifyPerSender,
    /// Verification mails to one address that all places ask for together.
    VerifyPerTarget,
    /// Reset mails to one address that one place or known browser asks for.
    ResetPerSender,
    /// Reset mails to one address that all places ask for together.
    ResetPerTarget,
    /// Mails asked for from one place by people who are not signed in.
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
    /// Providers and domains looked up for the single sign-on of one workspace.
    LookUpPerWorkspace,
    /// Links of mails and invitations tried from one place.
    LinkPerNetwork,
    /// Answers given through one share link.
    AnswerPerLink,
    /// Declines and requests for changes through one share link.
    WishPerLink,
    /// Answers given to proposals from one place.
    AnswerPerNetwork,
    /// Messages to the site's support from one place.
    MessagePerNetwork,
    /// Pages read without signing in, from one place.
    PagePerNetwork,
    /// Work given to the assistant by one person.
    AssistantPerPerson,
    /// Websites read for one workspace.
    SitePerWorkspace,
    /// Addresses to put files to that one person has asked for.
    UploadPerPerson,
    /// Passwords that somebody signed in has typed again.
    PasswordPerPerson,
    /// Everything that one API key asks for.
    CallPerKey,
    /// Keys that are none, from one place.
    WrongKeyPerNetwork,
}

impl Rule {
    /// All of them.
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
        Self::SitePerWorkspace,
        Self::UploadPerPerson,
        Self::PasswordPerPerson,
        Self::CallPerKey,
        Self::WrongKeyPerNetwork,
    ];

    /// The figures. A person never meets one; a whole office behind one address hardly does.
    #[must_use]
    pub const fn limit(self) -> Limit {
        const fn limit(burst: u32, interval: TimeDelta) -> Limit {
            Limit { burst, interval }
        }
        match self {
            // Some 1,450 guesses a day at one account, against passwords of 8 characters of three kinds.
            Self::SignInPerSender | Self::PasswordPerPerson => limit(10, TimeDelta::minutes(1)),
            // The same pace for all places together. The burst is that of ten places, so that a single one never uses it up.
            Self::SignInPerAccount => limit(100, TimeDelta::minutes(1)),
            // An office signs in in the morning, and successes do not count; one password against many accounts does. At a
            // provider each asks something of it and leaves a row behind.
            Self::SignInPerNetwork | Self::ProviderPerNetwork => limit(50, TimeDelta::seconds(10)),
            // A workshop of thirty registers together; nobody does so all day.
            Self::RegisterPerNetwork => limit(30, TimeDelta::minutes(2)),
            // Whoever waits for a mail asks again a few times; nobody is to be flooded through us.
            Self::RegisterPerSender | Self::VerifyPerSender | Self::ResetPerSender | Self::InvitePerTarget | Self::SendPerTarget => {
                limit(6, TimeDelta::minutes(10))
            }
            // All places together: what bounds a mailbox that many of them flood. A known browser is not held up by it.
            Self::RegisterPerTarget | Self::VerifyPerTarget | Self::ResetPerTarget => limit(20, TimeDelta::minutes(10)),
            Self::MailPerNetwork | Self::MailPerPerson => limit(60, TimeDelta::minutes(1)),
            // A team of fifty is invited in one go.
            Self::InvitePerWorkspace | Self::SendPerWorkspace => limit(50, TimeDelta::minutes(5)),
            // Whoever sets it up, or has mistyped a website, tries again; nobody is to have us knock at doors all day.
            Self::LookUpPerWorkspace | Self::SitePerWorkspace => limit(30, TimeDelta::seconds(30)),
            // Tokens have 256 bits; this keeps guessers from costing anything, and reloading is not guessing.
            Self::LinkPerNetwork => limit(60, TimeDelta::seconds(5)),
            // Everybody at a client's may click at once, and mistype; one acceptance counts. Somebody tries one logo after another;
            // nothing that nobody uses is kept for long.
            Self::AnswerPerLink | Self::UploadPerPerson => limit(60, TimeDelta::seconds(10)),
            Self::AnswerPerNetwork => limit(120, TimeDelta::seconds(10)),
            // Each that counts is a mail to the sender and a line in the conversation.
            Self::WishPerLink => limit(30, TimeDelta::minutes(5)),
            // Somebody writes, and once more for what they forgot; each is a mail that a person reads.
            Self::MessagePerNetwork => limit(30, TimeDelta::minutes(3)),
            // A page asks once or twice; five each second is a program.
            Self::PagePerNetwork => limit(300, TimeDelta::milliseconds(200)),
            // The monthly allowance bounds the cost; this bounds how much waits at once.
            Self::AssistantPerPerson => limit(30, TimeDelta::seconds(20)),
            // 600 a minute once the first 300 are used up.
            Self::CallPerKey => limit(300, TimeDelta::milliseconds(100)),
            // A script with an old key tries for ever; so it does so slowly.
            Self::WrongKeyPerNetwork => limit(30, TimeDelta::seconds(10)),
        }
    }

    /// What the rule counts by.
    #[must_use]
    pub const fn by(self) -> By {
        match self {
            Self::SignInPerAccount | Self::RegisterPerTarget | Self::VerifyPerTarget | Self::ResetPerTarget => By::Mail,
            Self::SignInPerSender
            | Self::RegisterPerSender
            | Self::VerifyPerSender
            | Self::ResetPerSender
            | Self::InvitePerTarget
            | Self::SendPerTarget => By::SenderAndTarget,
            Self::SignInPerNetwork
            | Self::ProviderPerNetwork
            | Self::RegisterPerNetwork
            | Self::MailPerNetwork
            | Self::LinkPerNetwork
            | Self::AnswerPerNetwork
            | Self::MessagePerNetwork
            | Self::PagePerNetwork
            | Self::WrongKeyPerNetwork => By::Network,
            Self::MailPerPerson
            | Self::InvitePerWorkspace
            | Self::SendPerWorkspace
            | Self::LookUpPerWorkspace
            | Self::AnswerPerLink
            | Self::WishPerLink
            | Self::AssistantPerPerson
            | Self::SitePerWorkspace
            | Self::UploadPerPerson
            | Self::PasswordPerPerson
            | Self::CallPerKey => By::Id,
        }
    }

    /// The name under which it is counted, stable across releases.
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
            Self::SitePerWorkspace => "site_per_workspace",
            Self::UploadPerPerson => "upload_per_person",
            Self::PasswordPerPerson => "password_per_person",
            Self::CallPerKey => "call_per_key",
            Self::WrongKeyPerNetwork => "wrong_key_per_network",
        }
    }

    /// What to tell whoever has to wait.
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
            Self::AnswerPerLink | Self::WishPerLink | Self::AnswerPerNetwork => "Too many answers have been sent",
            Self::MessagePerNetwork => "Too many messages have been sent from here",
            Self::PagePerNetwork | Self::LookUpPerWorkspace | Self::CallPerKey => "There have been too many requests",
            Self::AssistantPerPerson => "The assistant has been asked too often",
            Self::SitePerWorkspace => "Too many websites have been read",
            Self::UploadPerPerson => "Too many files have been uploaded",
            Self::WrongKeyPerNetwork => "Too many wrong API keys have been tried from here",
        };
        format!("{what}. Please try again in {}.", spoken(seconds(wait)))
    }

    /// The subject as it is counted: spellings of one thing are one thing.
    #[must_use]
    pub fn subject(self, text: &str) -> Cow<'_, str> {
        match self.by() {
            By::Mail => Cow::Owned(mail(text)),
            By::Network => network(text),
            By::SenderAndTarget => {
                let (sender, target) = text.split_once(' ').unwrap_or_default();
                Cow::Owned(format!("{} {}", network(sender), mail(target)))
            }
            By::Id => Cow::Borrowed(text),
        }
    }
}

impl Limit {
    /// The latest arrival that is admitted at `now`.
    #[must_use]
    pub fn latest(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        moved(now, self.interval * i32::try_from(self.burst).unwrap_or(i32::MAX))
    }

    /// The arrival after one more, given the one that is kept.
    #[must_use]
    pub fn next(&self, kept: Option<DateTime<Utc>>, now: DateTime<Utc>) -> DateTime<Utc> {
        moved(kept.map_or(now, |kept| kept.max(now)), self.interval)
    }

    /// Admits one more, with the arrival to keep, or says how long to wait.
    ///
    /// # Errors
    /// The wait, when there are too many already.
    pub fn take(&self, kept: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Result<DateTime<Utc>, TimeDelta> {
        let next = self.next(kept, now);
        let early = next.signed_duration_since(self.latest(now));
        if early > TimeDelta::zero() { Err(early) } else { Ok(next) }
    }
}

/// Whole seconds after which it is admitted, at least one: what `Retry-After` says.
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

/// Spellings of one mail address are one.
fn mail(text: &str) -> String {
    text.trim().to_lowercase()
}

/// An IPv4 address as it is, also where IPv6 carries it; of IPv6 the first 64 bits. Whatever is no address stands for itself.
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
