//! How long rows are kept, and what deletes them. `backend/docs/operating.md` says the same for operators.

use chrono::{DateTime, TimeDelta, Utc};

/// A kind of data with a retention period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// Expired sessions; a revoked one is deleted at once.
    Session,
    /// Mailed links: for verifying an address, resetting a password, joining a team.
    Link,
    /// Sign-ins at a provider that were not completed.
    SignIn,
    /// Messages to the site's support.
    Message,
    /// The payload of failed jobs, including mails. A completed job loses its payload at once.
    JobContents,
    /// Finished jobs. Mails about a proposal are kept as long as the proposal, without their content.
    Job,
    /// Hits on share links.
    View,
    Notification,
    /// Client imports: the first lines of the file, and the skipped lines.
    Import,
    /// The days on which the clean-up ran.
    Sweep,
}

impl Rule {
    /// The rules for data outside of workspaces.
    pub const OF_SITE: &[Self] = &[Self::Session, Self::Link, Self::SignIn, Self::Message, Self::Sweep];
    /// The rules for data in workspaces.
    pub const OF_WORKSPACE: &[Self] =
        &[Self::JobContents, Self::Job, Self::View, Self::Notification, Self::Import];

    /// How long it is kept after its end, or after its creation if it has no end.
    #[must_use]
    pub const fn kept(self) -> TimeDelta {
        match self {
            Self::Session | Self::SignIn => TimeDelta::days(1),
            // A late click on an expired link still gets an explanation.
            Self::Link | Self::Sweep => TimeDelta::days(30),
            // A failed job can be restarted in the meantime.
            Self::JobContents | Self::Import => TimeDelta::days(90),
            Self::Job => TimeDelta::days(180),
            Self::Notification | Self::Message => TimeDelta::days(365),
            Self::View => TimeDelta::days(730),
        }
    }

    /// Rows that ended, or were created, before this time are deleted.
    #[must_use]
    pub fn before(self, now: DateTime<Utc>) -> DateTime<Utc> {
        now - self.kept()
    }

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

/// What deletes the rows of a table without a [`Rule`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeletedBy {
    /// The deletion of the workspace only.
    Workspace,
    /// The deletion of the parent row, or an explicit deletion.
    Owner,
    /// The code that writes the table also deletes old rows.
    Use,
    /// The completion of the task it stands for.
    Work,
    /// Nothing: it is site-wide data.
    Never,
}

/// How the rows of every other table are deleted. A test compares this with the existing tables.
pub const OTHERS: &[(&str, DeletedBy)] = &[
    ("admin_setting_versions", DeletedBy::Never),
    ("admin_settings", DeletedBy::Never),
    ("api_keys", DeletedBy::Owner),
    ("assistant_blocks", DeletedBy::Owner),
    ("audit_events", DeletedBy::Workspace),
    ("audit_log", DeletedBy::Workspace),
    ("chat_messages", DeletedBy::Owner),
    ("chat_turns", DeletedBy::Owner),
    ("claim_acceptances", DeletedBy::Owner),
    ("client_import_rows", DeletedBy::Owner),
    ("clients", DeletedBy::Owner),
    ("companies", DeletedBy::Owner),
    ("countersignatures", DeletedBy::Workspace),
    ("daily_root_leaves", DeletedBy::Never),
    ("daily_roots", DeletedBy::Never),
    ("draftings", DeletedBy::Owner),
    ("farewells", DeletedBy::Work),
    ("idempotency_keys", DeletedBy::Use),
    ("identities", DeletedBy::Owner),
    ("mailed_addresses", DeletedBy::Owner),
    ("mails", DeletedBy::Owner),
    ("notification_preferences", DeletedBy::Owner),
    ("objects", DeletedBy::Owner),
    ("patches", DeletedBy::Owner),
    ("proposal_months", DeletedBy::Owner),
    ("proposal_tallies", DeletedBy::Owner),
    ("proposal_words", DeletedBy::Owner),
    ("proposals", DeletedBy::Owner),
    ("proven_domains", DeletedBy::Owner),
    ("rate_limits", DeletedBy::Use),
    ("revisions", DeletedBy::Workspace),
    ("sealed_documents", DeletedBy::Workspace),
    ("share_tokens", DeletedBy::Owner),
    ("signatures", DeletedBy::Workspace),
    ("sso_connections", DeletedBy::Owner),
    ("sso_domains", DeletedBy::Owner),
    ("stripe_customers", DeletedBy::Workspace),
    ("stripe_events", DeletedBy::Use),
    ("subscriptions", DeletedBy::Workspace),
    ("team_members", DeletedBy::Owner),
    ("template_preferences", DeletedBy::Owner),
    ("uploads", DeletedBy::Use),
    ("usage_reservations", DeletedBy::Work),
    ("usage_totals", DeletedBy::Never),
    ("user_usage", DeletedBy::Owner),
    ("users", DeletedBy::Owner),
    ("workspaces", DeletedBy::Owner),
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
        let evidence =
            ["revisions", "signatures", "countersignatures", "sealed_documents", "audit_events", "audit_log"];
        for rule in Rule::OF_SITE.iter().chain(Rule::OF_WORKSPACE) {
            assert!(!evidence.contains(&rule.table()), "{rule:?}");
            assert!(OTHERS.iter().all(|(table, _)| *table != rule.table()), "{rule:?} is told twice");
        }
        for table in evidence {
            assert!(OTHERS.contains(&(table, DeletedBy::Workspace)), "{table}");
        }
    }
}
