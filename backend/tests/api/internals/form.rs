//! What a client is told about a body that is not as the document says.

use poem_openapi::{Enum, Object};
use proffer::wire::form::{MOST, faults, mistyped};
use proffer_domain::field_error::FieldError;
use serde_json::json;
use uuid::Uuid;

#[derive(Debug, Enum)]
#[oai(rename = "FormTestColor", rename_all = "lowercase")]
enum Color {
    Red,
    Blue,
}

#[derive(Debug, Object)]
#[oai(rename = "FormTestPart", rename_all = "camelCase")]
struct Part {
    unit_price: String,
    color: Option<Color>,
}

#[derive(Debug, Object)]
#[oai(rename = "FormTestBody", rename_all = "camelCase")]
struct Body {
    client_id: String,
    parts: Option<Vec<Part>>,
    size: Option<u32>,
    sure: Option<bool>,
    session: Option<Uuid>,
}

fn told(faults: Vec<FieldError>) -> Vec<String> {
    faults.into_iter().map(|fault| format!("{} {}: {}", fault.field, fault.code, fault.message)).collect()
}

#[test]
fn only_the_json_type_is_held_at_once() {
    let body = json!({
        "clientId": 5, "parts": [{ "unitPrice": true }, { "color": "green" }], "size": "1", "sure": null
    });
    assert_eq!(
        told(mistyped::<Body>(&body)),
        [
            "clientId invalid_type: Client must be text",
            "parts.0.unitPrice invalid_type: Unit price must be text",
            "size invalid_type: Size must be a whole number",
        ]
    );
    assert_eq!(told(mistyped::<Body>(&json!([]))), [" invalid_type: The request body must be an object"]);
    assert_eq!(
        told(mistyped::<Vec<Part>>(&json!([1]))),
        ["[0] invalid_type: The request body must be an object"]
    );
}

#[test]
fn a_body_that_cannot_be_read_is_told_why() {
    let body = json!({ "parts": [{ "unitPrice": null, "color": "green" }], "size": -1, "session": "x" });
    assert_eq!(
        told(faults::<Body>(&body)),
        [
            "clientId required: Please select a client",
            "parts.0.unitPrice required: Unit price is required",
            "parts.0.color invalid: Color must be one of: red, blue",
            "size out_of_range: Size is out of range",
            "session invalid: Session is not valid",
        ]
    );
    assert!(faults::<Body>(&json!({ "clientId": "", "size": 1, "parts": [] })).is_empty());
}

#[test]
fn an_answer_does_not_grow_with_the_faults() {
    let parts = vec![json!(1); 100_000];
    assert_eq!(mistyped::<Body>(&json!({ "clientId": "", "parts": parts })).len(), MOST);
}
