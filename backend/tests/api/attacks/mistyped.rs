//! Values of the wrong JSON type, and missing fields: every operation reports them, and has no effect. The
//! requests are generated from the document, so no operation or field can be left out.

use serde_json::{Map, Value, json};

use crate::{
    contract::nothing,
    support::{
        actor::Actor,
        app::TestApp,
        document::{Operation, document},
        operations::Call,
        stories::path_of,
    },
};

/// The body's fields, each with its path in errors and its schema. For a list, its first entry.
fn fields(schema: &Value, path: &str, found: &mut Vec<(String, Value)>) {
    let schema = document().resolve(schema);
    for part in schema["allOf"].as_array().into_iter().flatten() {
        fields(part, path, found);
    }
    let place = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        found.push((place(name), field.clone()));
        fields(field, &place(name), found);
    }
    if let Some(items) = schema.get("items") {
        let first = if path.is_empty() { "[0]".to_owned() } else { format!("{path}.0") };
        found.push((first.clone(), items.clone()));
        fields(items, &first, found);
    }
}

fn json_type(schema: &Value) -> Option<String> {
    let schema = document().resolve(schema);
    let of_part = || schema["allOf"].as_array().into_iter().flatten().find_map(json_type);
    schema["type"].as_str().map(str::to_owned).or_else(of_part)
}

/// A value of each JSON type except the right one and `null`, which means an absent field.
fn others(wanted: &str) -> Vec<Value> {
    let values = [
        ("string", json!("text")),
        ("integer", json!(7)),
        ("boolean", json!(true)),
        ("array", json!([])),
        ("object", json!({})),
    ];
    let mut others: Vec<Value> =
        values.into_iter().filter(|(kind, _)| *kind != wanted).map(|(_, value)| value).collect();
    if wanted != "number" {
        others.push(json!(1.5));
    }
    others
}

/// A body with only this value at this path.
fn only(path: &str, value: Value) -> Value {
    path.split('.').rev().fold(value, |inner, part| match part {
        "0" | "[0]" => json!([inner]),
        name => Value::Object(Map::from_iter([(name.to_owned(), inner)])),
    })
}

fn body_of(operation: &Operation) -> Option<&'static Value> {
    let definition = document().json.pointer(&format!(
        "/paths/{}/{}/requestBody/content/application~1json/schema",
        operation.path.replace('/', "~1"),
        operation.method.as_str().to_lowercase()
    ));
    // Reports of the payment provider are read as bytes: their signature covers the bytes.
    definition.filter(|_| operation.id != "reportPayment")
}

async fn refusal(actor: &Actor, operation: &Operation, body: Value) -> Value {
    let call = Call { body: Some(body.clone()), bytes: None, ..Call::new(operation, &nothing()) };
    let answer = call.send(actor).await;
    assert_eq!(answer.status, 422, "{} took {body}: {}", operation.id, answer.text());
    answer.problem(422, "invalid_body")
}

fn named(problem: &Value) -> Vec<(&str, &str)> {
    let errors = problem["errors"].as_array().into_iter().flatten();
    errors.map(|error| (error["field"].as_str().unwrap(), error["code"].as_str().unwrap())).collect()
}

#[tokio::test]
async fn a_value_of_another_json_type_is_refused_by_its_field() {
    let app = TestApp::start().await;
    let ada = app.owner_with_company("ada").await;
    let (mut operations, mut values) = (0, 0);
    for operation in &document().operations {
        let Some(schema) = body_of(operation) else { continue };
        operations += 1;
        let mut found = vec![];
        fields(schema, "", &mut found);
        for (path, field) in found {
            let Some(wanted) = json_type(&field) else { continue };
            for value in others(&wanted) {
                let problem = refusal(&ada, operation, only(&path, value.clone())).await;
                assert!(
                    named(&problem).contains(&(path.as_str(), "invalid_type")),
                    "{} {path} {value}: {problem}",
                    operation.id
                );
                values += 1;
            }
        }
        for body in others(&json_type(schema).unwrap()) {
            let problem = refusal(&ada, operation, body).await;
            assert_eq!(named(&problem), [("", "invalid_type")], "{}", operation.id);
        }
    }
    assert!(operations > 50 && values > 1000, "{operations} operations, {values} values");
    app.finish().await;
}

#[tokio::test]
async fn a_missing_field_is_told_by_its_name() {
    let app = TestApp::start().await;
    let ada = app.owner_with_company("ada").await;
    for operation in &document().operations {
        let Some(schema) = body_of(operation) else { continue };
        let required = document().resolve(schema)["required"].as_array().cloned().unwrap_or_default();
        let required: Vec<&str> = required.iter().filter_map(Value::as_str).collect();
        if required.is_empty() {
            continue;
        }
        let problem = refusal(&ada, operation, json!({})).await;
        for name in required {
            assert!(named(&problem).contains(&(name, "required")), "{} {name}: {problem}", operation.id);
        }
        assert!(
            !problem["message"].as_str().unwrap().contains("documented form"),
            "{}: {problem}",
            operation.id
        );
    }
    let problem = ada.post("/api/proposals", json!({ "title": "Site" })).await.problem(422, "invalid_body");
    assert_eq!(problem["message"], "Please select a client");
    app.finish().await;
}

#[tokio::test]
async fn what_was_mistyped_has_changed_nothing() {
    let app = TestApp::start().await;
    let ada = app.owner_with_company("ada").await;
    let path = path_of(&app.drafted_proposal(&ada).await);
    let before = ada.get(&path).await.expect(200);
    for body in
        [json!({ "htmlContent": 5 }), json!({ "title": true }), json!({ "htmlContent": ["<p>x</p>"] })]
    {
        let problem = ada.put(&path, body.clone()).await.problem(422, "invalid_body");
        assert_eq!(
            named(&problem),
            [(body.as_object().unwrap().keys().next().unwrap().as_str(), "invalid_type")]
        );
    }
    let signed = json!({ "name": "Mia Berg", "email": "mia@harbor.example", "signature": true });
    ada.post(format!("{path}/sign"), signed).await.problem(422, "invalid_body");
    assert_eq!(ada.get(&path).await.expect(200), before);
    app.finish().await;
}
