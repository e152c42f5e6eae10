//! Idempotency keys, and failing calls.

use std::time::Duration;

use chrono::TimeDelta;
use proffer_adapters::payments::{NewCustomer, PaymentError, Payments};
use proffer_embedded::stripe::Fault;
use reqwest::Method;

use super::{Bench, harbour, page_for, raw};

#[tokio::test]
async fn the_same_key_is_answered_the_same() {
    let bench = Bench::start();
    let first = bench.customer("key").await;
    assert_eq!(bench.customer("key").await, first);
    assert_ne!(bench.customer("other").await, first);
    assert_eq!(bench.stripe.customers().len(), 2);
    assert_eq!(
        bench.stripe.calls().iter().map(|call| call.is_replay).collect::<Vec<_>>(),
        [false, true, false]
    );

    let renamed = NewCustomer { name: "Harbour".to_owned(), ..harbour() };
    let refused = bench.payments.create_customer("key", &renamed).await.unwrap_err();
    assert!(
        matches!(&refused, PaymentError::Refused { status: 400, code } if code == "idempotency_error"),
        "{refused}"
    );

    // A day later the key is unused again.
    bench.pass(TimeDelta::hours(24));
    assert_ne!(bench.customer("key").await, first);
    assert_eq!(bench.stripe.customers().len(), 3);
}

#[tokio::test]
async fn a_failure_is_kept_under_its_key() {
    for (fault, done) in [(Fault::FailBefore, 0), (Fault::FailAfter, 1)] {
        let bench = Bench::start();
        bench.stripe.fault("/customers", fault);
        for is_replay in [false, true] {
            let failed = bench.payments.create_customer("key", &harbour()).await.unwrap_err();
            assert!(matches!(failed, PaymentError::Failed(500)), "{failed}");
            assert_eq!(bench.stripe.calls().last().unwrap().is_replay, is_replay, "{fault:?}");
        }
        assert_eq!(bench.stripe.customers().len(), done, "{fault:?}");
        bench.customer("another").await;
    }
}

#[tokio::test]
async fn a_call_without_an_answer_is_made_again_under_its_key() {
    for (fault, done) in [(Fault::Drop, 0), (Fault::DropAfter, 1)] {
        let bench = Bench::start();
        bench.stripe.fault("/customers", fault);
        let silent = bench.payments.create_customer("key", &harbour()).await.unwrap_err();
        assert!(matches!(silent, PaymentError::Silent), "{fault:?}: {silent}");
        assert_eq!(bench.stripe.calls().last().unwrap().status, 0);
        assert_eq!(bench.stripe.customers().len(), done, "{fault:?}");
        let customer = bench.customer("key").await;
        assert_eq!(bench.stripe.calls().last().unwrap().is_replay, done == 1, "{fault:?}");
        assert_eq!(bench.stripe.customers().len(), 1, "{fault:?}");
        assert_eq!(bench.stripe.customers()[0]["id"], customer);
    }
}

#[tokio::test]
async fn a_key_is_in_use_until_its_call_is_answered() {
    let bench = Bench::start();
    // The first request is slow, and the other arrives meanwhile.
    bench.stripe.fault("/customers", Fault::Slow(Duration::from_secs(1)));
    let ask = async || bench.payments.create_customer("key", &harbour()).await;
    let (one, other) = tokio::join!(ask(), ask());
    let outcomes = [one, other];
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1, "{outcomes:?}");
    assert!(
        outcomes.iter().any(|outcome| matches!(outcome, Err(PaymentError::Silent))),
        "it may be tried again: {outcomes:?}"
    );
    assert!(bench.stripe.calls().iter().any(|call| call.status == 409));
    assert_eq!(bench.stripe.customers().len(), 1);
    ask().await.unwrap();
    assert_eq!(bench.stripe.customers().len(), 1);
}

#[tokio::test]
async fn a_refused_parameter_leaves_its_key_free() {
    let bench = Bench::start();
    let (status, _, error) =
        raw(&bench.stripe, Method::POST, "/v1/customers", "nickname=x", Some("key")).await;
    assert_eq!((status, &error["error"]["code"]), (400, &"parameter_unknown".into()));
    let (status, is_replay, _) =
        raw(&bench.stripe, Method::POST, "/v1/customers", "name=x", Some("key")).await;
    assert_eq!((status, is_replay), (200, false));
    // A refusal caused by existing data is stored.
    let missing = bench.payments.create_checkout("page", &page_for("cus_none", 1)).await.unwrap_err();
    assert!(
        matches!(&missing, PaymentError::Refused { status: 400, code } if code == "resource_missing"),
        "{missing}"
    );
    bench.payments.create_checkout("page", &page_for("cus_none", 1)).await.unwrap_err();
    assert!(bench.stripe.calls().last().unwrap().is_replay);
}

#[tokio::test]
async fn an_unreachable_server_is_a_connection_error() {
    let bench = Bench::start();
    let payments = Payments::new(Some(&bench.stripe.settings()));
    bench.stripe.stop().await;
    assert!(matches!(payments.create_customer("key", &harbour()).await, Err(PaymentError::Silent)));
    assert!(matches!(payments.seat_price().await, Err(PaymentError::Silent)));
    // An invalid id is not sent.
    let refused = payments.cancel("key", "../customers").await.unwrap_err();
    assert!(
        matches!(&refused, PaymentError::Refused { status: 404, code } if code == "resource_missing"),
        "{refused}"
    );
}
