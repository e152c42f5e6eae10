//! A frozen revision keeps its text and hash through storage.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use pretty_assertions::assert_eq;

use super::*;
use crate::{consent, pricing};

/// A revision with every field set; also used by the signature tests.
pub(crate) fn example() -> Frozen {
    let mut last = 0_u128;
    let pricing = pricing::table_from_text(
        "$4,500 one-time and $300 monthly hosting, 50% deposit",
        Currency::USD,
        &mut || {
            last += 1;
            Uuid::from_u128(last)
        },
    );
    Frozen {
        proposal_id: Uuid::from_u128(77),
        number: 2,
        title: "Website relaunch".to_owned(),
        subtitle: Some("For Löwe & Söhne".to_owned()),
        html_content: "<section data-kind=\"summary\"><p>Hello</p></section>".to_owned(),
        totals: pricing::totals(&pricing).unwrap(),
        currency: pricing.currency,
        pricing,
        terms_and_conditions: Some("Payment within 14 days.".to_owned()),
        brand: Some(Brand {
            primary_color: "#3498db".to_owned(),
            secondary_color: None,
            accent_color: None,
            font_family: Some("Segoe UI".to_owned()),
            layout_style: None,
            template_id: None,
            custom_css: None,
            css: None,
        }),
        company_snapshot: Some(CompanySnapshot {
            name: "Studio Nord".to_owned(),
            years_in_business: Some("12".to_owned()),
            ..CompanySnapshot::default()
        }),
        client_name: "Löwe & Söhne".to_owned(),
        details: serde_json::from_str(r#"{"validUntil":"2027-01-15T08:00:00Z"}"#).unwrap(),
        consent_id: consent::CURRENT.id.to_owned(),
    }
}

#[test]
fn sealing_is_stable_through_storage() {
    let frozen = example();
    let sealed = frozen.seal().unwrap();
    assert_eq!(sealed.sha256, sha256_hex(&sealed.canonical));
    let read: Frozen = serde_json::from_str(&sealed.canonical).unwrap();
    assert_eq!(read, frozen);
    assert_eq!(read.seal().unwrap(), sealed);
    assert!(sealed.canonical.contains(r#""validUntil":"2027-01-15T08:00:00.000Z""#));
    assert!(sealed.canonical.contains(r#""totalAmount":"8100.00""#));
    assert!(
        sealed
            .canonical
            .starts_with(r##"{"brand":{"fontFamily":"Segoe UI","primaryColor":"#3498db"},"clientName":"##)
    );
}

#[test]
fn any_change_changes_the_hash() {
    let original = example().seal().unwrap().sha256;
    let changes: &[fn(&mut Frozen)] = &[
        |f| f.number = 3,
        |f| f.title.push('.'),
        |f| f.subtitle = None,
        |f| f.html_content.push(' '),
        |f| f.pricing.deposit = None,
        |f| f.totals.total_amount += rust_decimal::Decimal::ONE,
        |f| f.terms_and_conditions = None,
        |f| f.brand = None,
        |f| f.brand.iter_mut().for_each(|brand| brand.css = Some(".doc{}".to_owned())),
        |f| f.company_snapshot = None,
        |f| f.client_name.push('!'),
        |f| f.details = Details::default(),
        |f| f.consent_id.push('x'),
        |f| f.proposal_id = Uuid::nil(),
        |f| f.currency = "EUR".parse().unwrap(),
    ];
    for (index, change) in changes.iter().enumerate() {
        let mut other = example();
        change(&mut other);
        assert_ne!(other.seal().unwrap().sha256, original, "change {index}");
    }
}

#[test]
fn surplus_fields_are_no_revision() {
    let sealed = example().seal().unwrap().canonical;
    let extended = sealed.replacen('{', "{\"aNewField\":1,", 1);
    assert!(serde_json::from_str::<Frozen>(&extended).is_err());
}

#[test]
fn unknown_fields_are_refused() {
    let mut value = serde_json::to_value(example()).unwrap();
    assert_eq!(serde_json::from_value::<Frozen>(value.clone()).unwrap(), example());
    value.as_object_mut().unwrap().insert("more".to_owned(), true.into());
    assert!(serde_json::from_value::<Frozen>(value).is_err());
}
