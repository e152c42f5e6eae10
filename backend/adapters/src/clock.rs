//! The server's time. All code uses this clock, so that tests and the demo can set it.

use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};

/// The time, real or set by a test.
#[derive(Clone, Debug)]
pub enum Clock {
    /// The machine's clock.
    System,
    /// The machine's clock plus an offset that only grows. For embedded mode, where the user can move time
    /// forward.
    Shifted(Arc<Mutex<TimeDelta>>),
    /// A clock that stands still until it is moved.
    Fixed(Arc<Mutex<DateTime<Utc>>>),
}

impl Clock {
    /// A clock standing at `at`.
    pub fn fixed(at: DateTime<Utc>) -> Self {
        Self::Fixed(Arc::new(Mutex::new(at)))
    }

    /// The machine's clock, ahead by `ahead`.
    pub fn shifted(ahead: TimeDelta) -> Self {
        Self::Shifted(Arc::new(Mutex::new(ahead)))
    }

    /// How far it has been moved ahead of the machine's clock.
    pub fn shift(&self) -> Option<TimeDelta> {
        match self {
            Self::Shifted(ahead) => Some(*ahead.lock().unwrap_or_else(PoisonError::into_inner)),
            Self::System | Self::Fixed(_) => None,
        }
    }

    /// The time, truncated to the millisecond.
    pub fn now(&self) -> DateTime<Utc> {
        let now = match self {
            Self::System => machine_time(),
            Self::Shifted(ahead) => machine_time() + *ahead.lock().unwrap_or_else(PoisonError::into_inner),
            Self::Fixed(at) => *at.lock().unwrap_or_else(PoisonError::into_inner),
        };
        DateTime::from_timestamp_millis(now.timestamp_millis()).unwrap_or(now)
    }

    /// Moves the clock forward; the system clock does not move.
    pub fn advance(&self, by: TimeDelta) {
        match self {
            Self::System => {}
            Self::Shifted(ahead) => {
                *ahead.lock().unwrap_or_else(PoisonError::into_inner) += by.max(TimeDelta::zero());
            }
            Self::Fixed(at) => *at.lock().unwrap_or_else(PoisonError::into_inner) += by,
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "the one place that reads the machine's clock")]
fn machine_time() -> DateTime<Utc> {
    Utc::now()
}
