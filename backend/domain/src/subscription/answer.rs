//! Evaluates Stripe's answers: which of a customer's subscriptions applies, since when a payment is due, and
//! which changes the team is notified of.

use chrono::{DateTime, Utc};

use super::{PaidSubscription, Plan, StripeStatus};
use crate::notification::NotificationEvent;

/// A subscription at Stripe, reduced to what the choice among several needs.
pub trait Candidate {
    fn id(&self) -> &str;
    /// Its state.
    fn status(&self) -> StripeStatus;
    /// When it was created.
    fn created_at(&self) -> DateTime<Utc>;
}

/// The subscription of a customer that applies.
#[derive(Debug, PartialEq, Eq)]
pub struct Choice<T> {
    /// The subscription that applies; `None` if there never was any.
    pub counts: Option<T>,
    /// The other live ones, which are superfluous and charge a second time.
    pub superfluous: Vec<T>,
}

/// Chooses: live before ended, of several live ones the oldest, else the newest. The choice does not depend
/// on their order; otherwise, of two concurrent processes, each would keep what the other cancels.
#[must_use]
pub fn choose<T: Candidate>(all: Vec<T>) -> Choice<T> {
    let (mut live, mut over): (Vec<T>, Vec<T>) = all.into_iter().partition(|one| one.status().is_live());
    for group in [&mut live, &mut over] {
        group.sort_by(|a, b| (a.created_at(), a.id()).cmp(&(b.created_at(), b.id())));
    }
    let mut live = live.into_iter();
    Choice { counts: live.next().or_else(|| over.pop()), superfluous: live.collect() }
}

/// Since when a payment is due: from when Stripe first reported it, as long as Stripe reports it.
#[must_use]
pub fn past_due_since(
    before: Option<PaidSubscription>,
    status: StripeStatus,
    now: DateTime<Utc>,
) -> Option<DateTime<Utc>> {
    let is_due = |status| status == StripeStatus::PastDue;
    let known = before.filter(|paid| is_due(paid.status)).and_then(|paid| paid.past_due_since);
    is_due(status).then(|| known.unwrap_or(now))
}

/// The notification for a change of status, if any.
#[must_use]
pub fn news(before: &Plan, after: &Plan, now: DateTime<Utc>) -> Vec<NotificationEvent> {
    let is_due = |plan: &Plan| plan.paid.is_some_and(|paid| paid.status == StripeStatus::PastDue);
    let is_open = |plan: &Plan| plan.status_at(now).is_open();
    let failed = (!is_due(before) && is_due(after)).then_some(NotificationEvent::PaymentFailed);
    let ended = (is_open(before) && !is_open(after)).then_some(NotificationEvent::PlanEnded);
    failed.into_iter().chain(ended).collect()
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;
    use crate::subscription::{GRACE, GrantedPlan};

    const NOW: DateTime<Utc> = DateTime::<Utc>::UNIX_EPOCH;

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    struct One(&'static str, StripeStatus, i64);

    impl Candidate for One {
        fn id(&self) -> &str {
            self.0
        }

        fn status(&self) -> StripeStatus {
            self.1
        }

        fn created_at(&self) -> DateTime<Utc> {
            NOW + TimeDelta::days(self.2)
        }
    }

    #[test]
    fn the_order_of_subscriptions_does_not_affect_the_choice() {
        use StripeStatus::{Active, Canceled, Incomplete, IncompleteExpired, PastDue, Unpaid};
        for (all, counts, superfluous) in [
            (vec![], None, vec![]),
            (vec![One("a", Canceled, 1)], Some("a"), vec![]),
            // Ended: the newest.
            (
                vec![One("a", Canceled, 1), One("b", IncompleteExpired, 2), One("c", Canceled, 0)],
                Some("b"),
                vec![],
            ),
            // A live one comes before an ended one, however old it is.
            (vec![One("a", Active, 1), One("b", Canceled, 2), One("c", Incomplete, 3)], Some("a"), vec![]),
            (vec![One("a", Unpaid, 1), One("b", Canceled, 2)], Some("a"), vec![]),
            // Of several live ones the oldest; all others are superfluous.
            (vec![One("a", Active, 3), One("b", PastDue, 2), One("c", Active, 4)], Some("b"), vec!["a", "c"]),
            // Created at the same instant.
            (vec![One("b", Active, 1), One("a", Active, 1)], Some("a"), vec!["b"]),
        ] {
            let mut reversed = all.clone();
            reversed.reverse();
            for all in [all, reversed] {
                let choice = choose(all.clone());
                assert_eq!(choice.counts.map(|one| one.0), counts, "{all:?}");
                assert_eq!(
                    choice.superfluous.iter().map(|one| one.0).collect::<Vec<_>>(),
                    superfluous,
                    "{all:?}"
                );
            }
        }
    }

    fn paid(status: StripeStatus, days: i64) -> PaidSubscription {
        let past_due_since = (status == StripeStatus::PastDue).then(|| NOW - TimeDelta::days(days));
        PaidSubscription { status, past_due_since }
    }

    #[test]
    fn grace_counts_from_the_first_word_of_a_failure() {
        use StripeStatus::{Active, PastDue, Unpaid};
        for (before, status, since) in [
            (None, Active, None),
            (None, PastDue, Some(NOW)),
            (Some(paid(Active, 0)), PastDue, Some(NOW)),
            (Some(paid(PastDue, 3)), PastDue, Some(NOW - TimeDelta::days(3))),
            (Some(paid(PastDue, 3)), Active, None),
            (Some(paid(PastDue, 3)), Unpaid, None),
        ] {
            assert_eq!(past_due_since(before, status, NOW), since, "{before:?} {status}");
        }
    }

    #[test]
    fn the_team_is_notified_once_of_a_failure_and_of_the_end() {
        use StripeStatus::{Active, Canceled, PastDue, Unpaid};
        let long_ago = NOW - TimeDelta::days(90);
        let plan = |paid| Plan { trial_ends_at: long_ago, paid, given: None };
        let late = GRACE.num_days();
        for (before, after, told) in [
            (None, Some(paid(Active, 0)), vec![]),
            (Some(paid(Active, 0)), Some(paid(PastDue, 0)), vec![NotificationEvent::PaymentFailed]),
            (Some(paid(PastDue, 1)), Some(paid(PastDue, 1)), vec![]),
            (Some(paid(PastDue, 1)), Some(paid(Active, 0)), vec![]),
            (Some(paid(PastDue, 1)), Some(paid(Unpaid, 0)), vec![NotificationEvent::PlanEnded]),
            (Some(paid(Active, 0)), Some(paid(Canceled, 0)), vec![NotificationEvent::PlanEnded]),
            (Some(paid(Canceled, 0)), Some(paid(Canceled, 0)), vec![]),
            // It had already ended with the grace period.
            (Some(paid(PastDue, late)), Some(paid(Canceled, 0)), vec![]),
        ] {
            assert_eq!(news(&plan(before), &plan(after), NOW), told, "{before:?} {after:?}");
        }
        let given = Plan { given: Some(GrantedPlan { until: None }), ..plan(Some(paid(Canceled, 0))) };
        let paying = Plan { given: given.given, ..plan(Some(paid(Active, 0))) };
        assert_eq!(news(&paying, &given, NOW), vec![], "it goes on, given");
    }
}
