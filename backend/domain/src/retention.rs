//! How long rows are kept, and what deletes them. `backend/docs/operating.md` tells operators the same.

use chrono::{DateTime, TimeDelta, Utc};

/// Something that has its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// Sessions that have run out; one that is ended goes at once.
    Session,
    /// Links of mails: to prove an address, to choose a password, to join a team.
    Link,
    /// Sign-ins that went to a provider and never came back.
    SignIn,
    /// Messages to the site's support.
    Message,
    /// What a job that was given up was told, letters among it. One that is done loses it at once.
    JobContents,
    /// Jobs that have ended. Those that are mails about a proposal stay as long as it, without what is in them.
    Job,
    /// Hits on share links.
    View,
    /// What people were told.
    Notification,
    /// Files of clients that were brought in: what was in their first lines, and the lines that were left out.
    Import,
    /// The days on which this was looked at.
    Sweep,
}

impl Rule {
    /// What belongs to no workspace.
    pub const OF_SITE: &[Self] = &[Self::Session, Self::Link, Self::SignIn, Self::Message, Self::Sweep];
    /// What belongs to one.
    pub const OF_WORKSPACE: &[Self] = &[Self::JobContents, Self::Job, Self::View, Self::Notification, Self::Import];

    /// For how long it is kept after its end, or after it came about where it has none.
    #[must_use]
    pub const fn kept(self) -> TimeDelta {
        match self {
            Self::Session | Self::SignIn => TimeDelta::days(1),
            // Whoever follows a late link is told that it was right once.
            Self::Link | Self::Sweep => TimeDelta::days(30),
            // What was given up can be begun again meanwhile.
            Self::JobContents | Self::Import => TimeDelta::days(90),
            Self::Job => TimeDelta::days(180),
            Self::Notification | Self::Message => TimeDelta::days(365),
            Self::View => TimeDelta::days(730),
        }
    }

    /// What ended before that, or came about, has had its time.
    #[must_use]
    pub fn before(self, now: DateTime<Utc>) -> DateTime<Utc> {
        now - self.kept()
    }

    /// The table it is in.
    #[must_use]
    pub const fn table(self) -> &'static str {
        match self {
            Self::Session => "sessions",
            Self::Link => "account_tokens",
            Self::SignIn => "sso_attempts",
            Self::Message => "contact_messages",
            Self::JobContents | Self::Job => "jobs",
            Self::View => "page_views",
            Self::Notification => "notifications",
            Self::Import => "client_imports",
            Self::Sweep => "sweeps",
        }
    }
}

/// What takes away the rows of a table that no [`Rule`] is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The end of the workspace, and nothing else.
    Workspace,
    /// The end of what it belongs to, or whoever takes it away.
    Owner,
    /// Whatever fills the table takes old rows away as well.
    Use,
    /// The work it stands for being done.
    Work,
    /// Nothing: it is the site's own.
    Never,
}

/// How the rows of every other table end. A test holds this against the tables that there are.
pub const OTHERS: &[(&str, End)] = &[
    ("admin_setting_versions", End::Never),
    ("admin_settings", End::Never),
    ("api_keys", End::Owner),
    ("assistant_blocks", End::Owner),
    ("audit_events", End::Workspace),
    ("audit_log", End::Workspace),
    ("chat_messages", End::Owner),
    ("chat_turns", End::Owner),
    ("claim_acceptances", End::Owner),
    ("client_import_rows", End::Owner),
    ("clients", End::Owner),
    ("companies", End::Owner),
    ("countersignatures", End::Workspace),
    ("draftings", End::Owner),
    ("farewells", End::Work),
    ("idempotency_keys", End::Use),
    ("identities", End::Owner),
    ("mailed_addresses", End::Owner),
    ("mails", End::Owner),
    ("notification_preferences", End::Owner),
    ("objects", End::Owner),
    ("patches", End::Owner),
    ("proposal_months", End::Owner),
    ("proposal_tallies", End::Owner),
    ("proposal_words", End::Owner),
    ("proposals", End::Owner),
    ("proven_domains", End::Owner),
    ("rate_limits", End::Use),
    ("revisions", End::Workspace),
    ("sealed_documents", End::Workspace),
    ("share_tokens", End::Owner),
    ("signatures", End::Workspace),
    ("sso_connections", End::Owner),
    ("sso_domains", End::Owner),
    ("stripe_customers", End::Workspace),
    ("stripe_events", End::Use),
    ("subscriptions", End::Workspace),
    ("team_members", End::Owner),
    ("template_preferences", End::Owner),
    ("uploads", End::Use),
    ("usage_reservations", End::Work),
    ("usage_totals", End::Never),
    ("user_usage", End::Owner),
    ("users", End::Owner),
    ("workspaces", End::Owner),
];

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failed test should stop at once")]
    use super::*;

    #[test]
    fn what_has_had_its_time_came_about_before() {
        let now: DateTime<Utc> = "2026-03-31T12:00:00Z".parse().unwrap();
        for (rule, before) in [
            (Rule::Session, "2026-03-30T12:00:00Z"),
            (Rule::SignIn, "2026-03-30T12:00:00Z"),
            (Rule::Link, "2026-03-01T12:00:00Z"),
            (Rule::Sweep, "2026-03-01T12:00:00Z"),
            (Rule::JobContents, "2025-12-31T12:00:00Z"),
            (Rule::Import, "2025-12-31T12:00:00Z"),
            (Rule::Job, "2025-10-02T12:00:00Z"),
            (Rule::Message, "2025-03-31T12:00:00Z"),
            (Rule::Notification, "2025-03-31T12:00:00Z"),
            (Rule::View, "2024-03-31T12:00:00Z"),
        ] {
            assert_eq!(rule.before(now), before.parse::<DateTime<Utc>>().unwrap(), "{rule:?}");
        }
        assert_eq!(Rule::OF_SITE.len() + Rule::OF_WORKSPACE.len(), 10);
    }

    #[test]
    fn no_rule_is_about_what_proves_something() {
        let evidence = ["revisions", "signatures", "countersignatures", "sealed_documents", "audit_events", "audit_log"];
        for rule in Rule::OF_SITE.iter().chain(Rule::OF_WORKSPACE) {
            assert!(!evidence.contains(&rule.table()), "{rule:?}");
            assert!(OTHERS.iter().all(|(table, _)| *table != rule.table()), "{rule:?} is told twice");
        }
        for table in evidence {
            assert!(OTHERS.contains(&(table, End::Workspace)), "{table}");
        }
    }
}
