//! How long a session lasts.

use chrono::{DateTime, TimeDelta, Utc};

/// A session expires after this long without a request.
pub const SESSION_IDLE: TimeDelta = TimeDelta::days(30);
/// A session expires this long after sign-in, even if it is used.
pub const SESSION_ABSOLUTE: TimeDelta = TimeDelta::days(90);
/// Use is recorded at most this often, so that reads do not cause a write each time.
const SESSION_TOUCH_EVERY: TimeDelta = TimeDelta::minutes(10);

/// The stored state of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionFacts {
    /// When it was created, at sign-in.
    pub created_at: DateTime<Utc>,
    /// The last recorded use.
    pub last_seen_at: DateTime<Utc>,
    /// When it was revoked by sign-out, a password reset or its owner.
    pub revoked_at: Option<DateTime<Utc>>,
}

impl SessionFacts {
    /// When the session expires if it is not used again: 30 days after its last use, and 90 days after
    /// sign-in at the latest.
    #[must_use]
    pub fn expires_at(&self) -> DateTime<Utc> {
        let idle = self.last_seen_at.checked_add_signed(SESSION_IDLE);
        let absolute = self.created_at.checked_add_signed(SESSION_ABSOLUTE);
        idle.into_iter().chain(absolute).min().unwrap_or(DateTime::<Utc>::MAX_UTC)
    }

    /// Whether the session is valid.
    #[must_use]
    pub fn is_live(&self, now: DateTime<Utc>) -> bool {
        self.revoked_at.is_none() && now < self.expires_at()
    }

    /// Whether to record this use, which extends the session.
    #[must_use]
    pub fn needs_touch(&self, now: DateTime<Utc>) -> bool {
        self.is_live(now) && now.signed_duration_since(self.last_seen_at) >= SESSION_TOUCH_EVERY
    }
}
