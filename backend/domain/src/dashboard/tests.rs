#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use pretty_assertions::assert_eq;
use proptest::prelude::*;

use super::*;

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn tally(status: Status, currency: &str, count: i64, amount: i64) -> Tally {
    Tally { status, currency: currency.to_owned(), count, amount: amount.into() }
}

fn said(worth: &[CurrencySum]) -> String {
    worth.iter().map(|worth| format!("{} {}", worth.amount, worth.currency)).collect::<Vec<_>>().join(", ")
}

#[test]
fn each_state_counts_as_what_it_is() {
    for (status, active, won, decided) in [
        (Status::Draft, 0, 0, 0),
        (Status::Pending, 1, 0, 0),
        (Status::InReview, 1, 0, 0),
        (Status::Accepted, 0, 1, 1),
        (Status::Signed, 0, 1, 1),
        (Status::Rejected, 0, 0, 1),
        (Status::Expired, 0, 0, 0),
    ] {
        let figures = PipelineFigures::new(vec![tally(status, "USD", 1, 7)], Vec::new());
        assert_eq!(
            (figures.total(), figures.active(), figures.won(), figures.decided()),
            (1, active, won, decided),
            "{status}"
        );
        let present: Vec<_> = figures
            .pipeline()
            .into_iter()
            .filter(|stage| stage.count == 1)
            .map(|stage| stage.status)
            .collect();
        assert_eq!(present, [status]);
    }
    assert_eq!(PipelineFigures::new(Vec::new(), Vec::new()).pipeline().len(), Status::ALL.len());
}

#[test]
fn a_proposal_past_its_validity_counts_as_expired_before_it_is_stored() {
    let written = vec![tally(Status::Pending, "USD", 3, 300), tally(Status::Expired, "EUR", 1, 50)];
    let figures = PipelineFigures::new(written, vec![tally(Status::Pending, "USD", 1, 120)]);
    assert_eq!((figures.total(), figures.active()), (4, 2));
    assert_eq!(said(&figures.value()), "300 USD, 50 EUR");
    let shown: Vec<_> = figures
        .pipeline()
        .iter()
        .map(|stage| format!("{} {} {}", stage.status, stage.count, said(&stage.value)))
        .collect();
    assert_eq!(
        shown,
        [
            "draft 0 ",
            "pending 2 180 USD",
            "in_review 0 ",
            "accepted 0 ",
            "signed 0 ",
            "rejected 0 ",
            "expired 2 50 EUR, 120 USD"
        ]
    );
}

#[test]
fn the_currency_of_most_comes_first_and_one_that_nothing_is_in_not_at_all() {
    let tallies = vec![
        tally(Status::Draft, "USD", 1, 900),
        tally(Status::Draft, "EUR", 1, 10),
        tally(Status::Signed, "EUR", 1, 20),
        tally(Status::Draft, "CHF", 0, 0),
        tally(Status::Signed, "GBP", 1, 0),
    ];
    assert_eq!(said(&PipelineFigures::new(tallies, Vec::new()).value()), "30 EUR, 0 GBP, 900 USD");
}

#[test]
fn there_are_always_twelve_months() {
    for (now, first, last) in [
        ("2026-03-31T23:59:59Z", "2025-04", "2026-03"),
        ("2026-12-31T00:00:00Z", "2026-01", "2026-12"),
        ("2028-02-29T12:00:00Z", "2027-03", "2028-02"),
    ] {
        let months = months(at(now));
        assert_eq!(
            (months.len(), months.first().unwrap().as_str(), months.last().unwrap().as_str()),
            (12, first, last)
        );
        assert!(months.is_sorted());
    }
    let tally = |month: &str, currency: &str, created, won, won_amount: i64| MonthTally {
        month: month.to_owned(),
        currency: currency.to_owned(),
        created,
        won,
        won_amount: won_amount.into(),
    };
    let tallies = [
        tally("2026-03", "USD", 2, 1, 40),
        tally("2026-03", "EUR", 1, 0, 0),
        tally("2025-03", "USD", 9, 9, 9),
    ];
    let shown = over_time(&tallies, at("2026-03-02T09:00:00Z"));
    let last = shown.last().unwrap();
    assert_eq!((last.created, last.won, said(&last.won_value).as_str()), (3, 1, "40 USD"));
    assert_eq!(shown.iter().map(|month| month.created).sum::<i64>(), 3);
}

#[test]
fn the_median_is_the_middle() {
    let hours = |hours: &[i64]| median_hours(hours.iter().map(|&hours| TimeDelta::hours(hours)).collect());
    assert_eq!(hours(&[]), None);
    assert_eq!(hours(&[5]), Some(5.0));
    assert_eq!(hours(&[9, 1]), Some(5.0));
    assert_eq!(hours(&[100, 1, 3]), Some(3.0));
    assert_eq!(hours(&[-4]), Some(0.0));
    assert_eq!(median_hours(vec![TimeDelta::minutes(20)]), Some(0.33));
}

#[test]
fn the_most_urgent_action_is_suggested() {
    let now = at("2026-03-02T09:00:00Z");
    let (soon, late) =
        (Some(now + TimeDelta::days(3)), Some(now + TimeDelta::days(3) + TimeDelta::seconds(1)));
    for (status, has_link, valid_until, expected) in [
        (Status::InReview, false, soon, Suggestion::AnswerQuestion),
        (Status::InReview, true, None, Suggestion::AnswerQuestion),
        (Status::Pending, false, soon, Suggestion::RenewLink),
        (Status::Pending, true, soon, Suggestion::Expiring),
        (Status::Pending, true, late, Suggestion::FollowUp),
        (Status::Pending, true, None, Suggestion::FollowUp),
    ] {
        assert_eq!(
            Suggestion::of(status, has_link, valid_until, now),
            expected,
            "{status} {has_link} {valid_until:?}"
        );
    }
}

proptest! {
    #[test]
    fn the_pipeline_holds_every_proposal_once(
        parts in prop::collection::vec((prop::sample::select(Status::ALL.to_vec()), prop::sample::select(vec!["USD", "EUR"]), 0..50_i64, 0..10_000_i64), 0..30),
        lapsed in 0..5_i64,
    ) {
        let mut written: Vec<_> = parts.iter().map(|&(status, currency, count, amount)| tally(status, currency, count, amount)).collect();
        written.push(tally(Status::Pending, "USD", lapsed, lapsed * 10));
        let figures = PipelineFigures::new(written.clone(), vec![tally(Status::Pending, "USD", lapsed, lapsed * 10)]);
        prop_assert_eq!(figures.pipeline().iter().map(|stage| stage.count).sum::<i64>(), figures.total());
        prop_assert_eq!(figures.total(), written.iter().map(|tally| tally.count).sum::<i64>());
        prop_assert!(figures.won() <= figures.decided() && figures.decided() + figures.active() <= figures.total());
    }

    #[test]
    fn half_took_no_longer_than_the_median(took in prop::collection::vec(0..1_000_000_i64, 1..60)) {
        let median = median_hours(took.iter().map(|&seconds| TimeDelta::seconds(seconds)).collect()).unwrap() * 3600.0;
        // Rounded down to hundredths of an hour.
        let below = took.iter().filter(|&&seconds| f64::from(i32::try_from(seconds).unwrap()) <= median + 37.0).count();
        prop_assert!(below * 2 >= took.len());
    }
}
