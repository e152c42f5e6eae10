//! A plan that a site administrator grants or withdraws: its validation, and its entry in the workspace's
//! audit log.

use std::fmt;

use chrono::{DateTime, Utc};

use super::GrantedPlan;
use crate::{
    field_error::{Check, FieldError, TextField},
    timestamp,
};

const REASON: TextField = TextField::new("reason", "Reason", 500);
/// The shortest reason, in characters.
const REASON_MIN: usize = 3;

/// A plan to grant or withdraw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanGrant {
    /// The plan; `None` to withdraw it.
    pub plan: Option<GrantedPlan>,
    pub reason: String,
}

impl PlanGrant {
    /// Validates the request: the plan `pro` or `none`, its end in RFC 3339 if it has one, and a reason.
    ///
    /// # Errors Every field that is wrong.
    pub fn check(
        plan: &str,
        until: Option<&str>,
        reason: &str,
        now: DateTime<Utc>,
    ) -> Result<Self, Vec<FieldError>> {
        let mut check = Check::new();
        let gives = check.part(match plan {
            "pro" => Ok(true),
            "none" => Ok(false),
            _ => Err(FieldError::new(
                "plan",
                "invalid",
                "Plan must be pro, or none to revoke the granted plan",
            )),
        });
        let until = until.and_then(|text| check.part(end(text, now)));
        if gives == Some(false) && until.is_some() {
            check.push(FieldError::new("until", "invalid", "A revoked plan ends now; omit until"));
        }
        let message = format!("Reason must be at least {REASON_MIN} characters");
        let reason = check.at_least(REASON, reason, REASON_MIN, "too_short", message.into());
        check.finish(gives.map(|gives| Self { plan: gives.then_some(GrantedPlan { until }), reason }))
    }
}

fn end(text: &str, now: DateTime<Utc>) -> Result<DateTime<Utc>, FieldError> {
    let invalid =
        || FieldError::new("until", "invalid", "Until must be a date and time such as 2027-01-31T18:00:00Z");
    let until = DateTime::parse_from_rfc3339(text.trim()).map_err(|_| invalid())?;
    let until = timestamp::to_milliseconds(until.with_timezone(&Utc));
    if until > now {
        Ok(until)
    } else {
        Err(FieldError::new("until", "in_the_past", "Until must be in the future"))
    }
}

/// As the audit log shows it.
impl fmt::Display for PlanGrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plan {
            Some(GrantedPlan { until: Some(until) }) => {
                write!(f, "Pro until {}", until.format("%B %-d, %Y at %H:%M UTC"))?;
            }
            Some(GrantedPlan { until: None }) => f.write_str("Pro for good")?,
            None => f.write_str("Pro ended")?,
        }
        write!(f, ": {}", self.reason)
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a failed test should stop at once")]
    use super::*;

    fn now() -> DateTime<Utc> {
        "2026-03-02T09:00:00Z".parse().unwrap()
    }

    #[test]
    fn a_plan_is_granted_with_or_without_an_end_or_withdrawn() {
        for (plan, until, named) in [
            ("pro", None, "Pro for good: A friend"),
            ("pro", Some("2026-03-02T09:00:00.001Z"), "Pro until March 2, 2026 at 09:00 UTC: A friend"),
            (
                "pro",
                Some(" 2028-02-29T23:30:00+01:00 "),
                "Pro until February 29, 2028 at 22:30 UTC: A friend",
            ),
            ("none", None, "Pro ended: A friend"),
        ] {
            let given = PlanGrant::check(plan, until, "  A friend\t", now()).unwrap();
            assert_eq!(given.to_string(), named);
            assert_eq!((given.plan.is_some(), given.reason.as_str()), (plan == "pro", "A friend"));
        }
    }

    #[test]
    fn each_field_is_told_what_is_wrong_with_it() {
        let long = "x".repeat(501);
        let ends = "none with an end";
        for (plan, until, reason, expected) in [
            ("Pro", None, "A friend", &["plan invalid"][..]),
            ("", Some("tomorrow"), "ab", &["plan invalid", "until invalid", "reason too_short"]),
            ("pro", Some("2026-04-02"), "A friend", &["until invalid"]),
            ("pro", Some(""), "A friend", &["until invalid"]),
            ("pro", Some("2026-03-02T09:00:00Z"), "A friend", &["until in_the_past"]),
            ("pro", Some("2026-03-02T10:00:00+02:00"), "A friend", &["until in_the_past"]),
            ("none", Some("2026-04-02T09:00:00Z"), ends, &["until invalid"]),
            ("pro", None, "  a  ", &["reason too_short"]),
            ("pro", None, "", &["reason too_short"]),
            ("pro", None, &long, &["reason too_long"]),
            ("pro", None, "two\nlines", &["reason invalid_characters"]),
        ] {
            let errors = PlanGrant::check(plan, until, reason, now()).unwrap_err();
            let seen: Vec<_> = errors.iter().map(|error| format!("{} {}", error.field, error.code)).collect();
            assert_eq!(seen, expected, "{plan} until {until:?}: {reason}");
        }
        assert!(PlanGrant::check("pro", None, &"ä".repeat(500), now()).is_ok());
    }
}
