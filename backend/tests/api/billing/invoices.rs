//! Past payments and the next charge.

use serde_json::json;

use super::{INVOICES, start};
use crate::support::actor::text;

const PREVIEW: &str = "/api/subscription/preview?seats=";

#[tokio::test]
async fn invoices_are_listed_with_where_they_are() {
    let (app, ada) = start().await;
    assert_eq!(ada.get(INVOICES).await.expect(200), json!([]));
    assert_eq!(app.stripe().calls(), [], "a workspace that never paid has none");
    app.subscribe(&ada).await;
    let invoices = ada.get(INVOICES).await.expect(200);
    let invoice = &invoices[0];
    assert_eq!(invoices.as_array().unwrap().len(), 1);
    assert_eq!(
        (&invoice["status"], &invoice["total"], &invoice["currency"]),
        (&json!("paid"), &json!("9.00"), &json!("USD"))
    );
    assert_eq!(invoice["createdAt"], "2026-03-02T09:00:00.000Z");
    assert!(text(&invoice["url"]).starts_with(app.stripe().address().as_str()), "{invoice}");
    app.finish().await;
}

#[tokio::test]
async fn a_change_of_seats_shows_what_it_costs_first() {
    let (app, ada) = start().await;
    let trial = ada.get(format!("{PREVIEW}3")).await.expect(200);
    assert_eq!(
        trial,
        json!({ "seats": 3, "seatsInUse": 1, "seatPrice": "9.00", "monthly": "27.00", "currency": "USD" })
    );
    app.subscribe(&ada).await;
    let more = ada.get(format!("{PREVIEW}3")).await.expect(200);
    assert_eq!(
        (&more["monthly"], &more["nextChargeAt"]),
        (&json!("27.00"), &json!("2026-04-02T09:00:00.000Z"))
    );
    // Two more seats for the month that has just started, and three for the next.
    assert_eq!((&more["prorated"], &more["nextCharge"]), (&json!("18.00"), &json!("45.00")));
    let same = ada.get(format!("{PREVIEW}1")).await.expect(200);
    assert_eq!((&same["prorated"], &same["nextCharge"]), (&json!("0.00"), &json!("9.00")));
    for seats in ["0", "-1", "1001"] {
        let refused = ada.get(format!("{PREVIEW}{seats}")).await;
        refused.problem(422, "validation_failed");
        assert_eq!(refused.field_messages(), ["seats: Seats must be between 1 and 1000"]);
    }
    app.finish().await;
}
