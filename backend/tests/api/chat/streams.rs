//! Answers as streams: while they grow, after a lost connection, from another server, and their end.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{AnswerStream, PATIENCE, TURN, TURN_2, World, block, kinds, with_model, words};
use crate::support::{actor::text, app::TestApp, model_double::Mode, stories::path_of, waiting::until};

fn question(turn: &str) -> Value {
    json!({ "message": "Our solution: We build a site that is quick on every phone.", "turnId": turn })
}

/// The kinds of the events. The end of the text is held back until it cannot be a repetition of the
/// instructions, so a part of it may come after the change.
fn steps(events: &[Value]) -> Vec<&str> {
    let mut steps = kinds(events);
    let ends_late = steps.ends_with(&["change", "text", "done"]);
    if ends_late {
        steps.remove(steps.len() - 2);
    }
    steps
}

fn in_order(events: &[Value]) {
    let numbers: Vec<u64> = events.iter().map(|event| event["sequence"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (1..=events.len() as u64).collect::<Vec<_>>());
}

#[tokio::test]
async fn an_answer_is_streamed_and_then_applied() {
    let world = World::new(Mode::Slow(std::time::Duration::from_millis(5))).await;
    let events = AnswerStream::ask(&world.ada, &world.path, &question(TURN)).await.rest().await;
    assert_eq!(steps(&events), ["started", "text", "change", "done"]);
    in_order(&events);
    assert!(events.iter().all(|event| event["turnId"] == TURN));
    let texts = events.iter().filter(|event| event["kind"] == "text").count();
    assert!(texts > 1, "the words came all at once: {events:#?}");
    let done = events.last().unwrap();
    assert_eq!(words(&events), text(&done["message"]["content"]));
    let change = events.iter().find(|event| event["kind"] == "change").unwrap();
    assert_eq!(
        change["change"], done["message"]["changes"][0]["block"],
        "what was shown on the way is what was done"
    );
    assert_eq!(change["change"]["blockId"], block(&world.proposal, "Our solution"));
    let now = world.now().await;
    assert_eq!((&done["version"], &done["updatedHtmlContent"]), (&now["version"], &now["htmlContent"]));
    let messages = world.messages().await;
    assert_eq!((&messages[0]["id"], &messages[0]["turnId"]), (&events[0]["questionId"], &json!(TURN)));
    assert_eq!(messages[1], done["message"]);
    world.app.finish().await;
}

#[tokio::test]
async fn the_first_words_come_while_the_rest_is_being_written() {
    let world = World::new(Mode::Slow(std::time::Duration::from_millis(20))).await;
    let mut watching = AnswerStream::ask(&world.ada, &world.path, &question(TURN)).await;
    let first = watching.until("text").await;
    assert_eq!(world.messages().await[0]["turnStatus"], "running", "the first words came with the last");
    assert!(text(&first["text"]).len() < 20, "{first}");
    watching.until("done").await;
    world.app.finish().await;
}

#[tokio::test]
async fn a_lost_connection_is_taken_up_again_and_paid_once() {
    let world = World::new(Mode::Slow(std::time::Duration::from_millis(10))).await;
    let mut watching = AnswerStream::ask(&world.ada, &world.path, &question(TURN)).await;
    let begun = [watching.next().await.unwrap(), watching.next().await.unwrap()];
    drop(watching);
    // The rate limit is used up; reconnecting does not count.
    world.app.database.run("UPDATE rate_limits SET arrival_at = arrival_at + interval '1 day'").await;
    let events = AnswerStream::ask(&world.ada, &world.path, &question(TURN)).await.rest().await;
    assert_eq!(events[..2], begun, "all events come again");
    assert_eq!(steps(&events), ["started", "text", "change", "done"]);
    in_order(&events);
    world.app.database.run("DELETE FROM rate_limits").await;
    let arrival = "SELECT count(*) FROM rate_limits";

    // Once it is over, it is served from its rows, any number of times.
    let again = AnswerStream::ask(&world.ada, &world.path, &question(TURN)).await.rest().await;
    assert_eq!(kinds(&again), ["started", "text", "done"]);
    in_order(&again);
    assert_eq!(again[2]["message"], events.last().unwrap()["message"]);
    assert_eq!(words(&again), text(&again[2]["message"]["content"]));
    let reply = world.ada.post(format!("{}/chat", world.path), question(TURN)).await.expect(200);
    assert_eq!((&reply["message"], &reply["updatesApplied"]), (&again[2]["message"], &json!(true)));
    assert_eq!((world.asked(), world.messages().await.len()), (1, 2));
    assert_eq!(world.account().await, ("2 0.0000".to_owned(), 0));
    let counted: i64 = world
        .app
        .database
        .value(format!("{arrival} WHERE arrival_at > '{}'", world.app.now().to_rfc3339()))
        .await;
    assert_eq!(counted, 0, "coming back was counted");
    world.app.finish().await;
}

#[tokio::test]
async fn an_answer_is_completed_without_a_listener() {
    let world = World::new(Mode::Gated).await;
    let mut watching = AnswerStream::ask(&world.ada, &world.path, &question(TURN)).await;
    watching.until("started").await;
    drop(watching);
    world.once_asked().await;
    world.double.open(1);
    until("the answer is there", PATIENCE, async || (world.messages().await.len() == 2).then_some(())).await;
    assert!(text(&world.now().await["htmlContent"]).contains("quick on every phone"));
    world.app.finish().await;
}

#[tokio::test]
async fn a_turn_is_its_persons_and_its_proposals() {
    let world = World::new(Mode::Normal).await;
    let bob = world.app.joined(&world.ada, "bob", "member").await;
    let chat = format!("{}/chat", world.path);
    world.ada.post(&chat, question(TURN)).await.expect(200);
    bob.post(&chat, question(TURN)).await.problem(409, "turn_taken");
    let other = world.app.drafted_proposal(&world.ada).await;
    let elsewhere = format!("{}/chat", path_of(&other));
    world.ada.post(&elsewhere, question(TURN)).await.problem(409, "turn_taken");
    // In another workspace the id is unused.
    let eve = world.app.owner_with_company("eve").await;
    let hers = world.app.drafted_proposal(&eve).await;
    let reply = eve.post(format!("{}/chat", path_of(&hers)), question(TURN)).await.expect(200);
    assert_ne!(reply["message"]["id"], world.messages().await[1]["id"]);
    world
        .ada
        .post(format!("{}/chat", path_of(&hers)), question(TURN_2))
        .await
        .problem(404, "proposal_not_found");
    world.app.finish().await;
}

#[tokio::test]
async fn another_server_tells_how_a_turn_ends() {
    let world = World::new(Mode::Gated).await;
    let mut second = with_model(&world.double).on(&world.app, 2).start().await;
    let mut here = AnswerStream::ask(&world.ada, &world.path, &question(TURN)).await;
    here.until("started").await;
    let mut there = AnswerStream::ask(&world.ada.at(&second.base), &world.path, &question(TURN)).await;
    there.until("started").await;
    world.once_asked().await;
    world.double.open(1);
    let (here, there) = (here.until("done").await, there.rest().await);
    assert_eq!(kinds(&there), ["text", "done"]);
    assert_eq!(there[1]["message"], here["message"]);
    assert_eq!(world.asked(), 1);
    second.shut_down().await;
    world.app.finish().await;
}

#[tokio::test]
async fn a_turn_whose_server_died_is_interrupted_and_asked_again() {
    let world = World::new(Mode::Normal).await;
    let mut dying = with_model(&world.double).on(&world.app, 2).start().await;
    world.double.behave(Mode::Hang);
    let mut watching = AnswerStream::ask(&world.ada.at(&dying.base), &world.path, &question(TURN)).await;
    watching.until("started").await;
    world.once_asked().await;
    dying.shut_down().await;
    assert!(watching.next().await.is_none(), "the stream outlives its server");

    let ask = async |turn: &str| world.ada.post(format!("{}/chat", world.path), question(turn)).await;
    ask(TURN_2).await.problem(409, "chat_busy");
    world.app.pass(TimeDelta::seconds(121));
    let question_row = &world.messages().await[0];
    assert_eq!(question_row["turnStatus"], "failed");
    assert!(text(&question_row["turnMessage"]).contains("Everything you typed is kept"), "{question_row:#}");
    let told = AnswerStream::ask(&world.ada, &world.path, &question(TURN)).await.rest().await;
    assert_eq!(kinds(&told), ["started", "failed"]);
    assert_eq!(told[1]["code"], "assistant_interrupted");
    ask(TURN).await.problem(503, "assistant_interrupted");
    world.double.behave(Mode::Normal);
    ask(TURN_2).await.expect(200);
    let held: i64 = world.app.database.value("SELECT count(*) FROM usage_reservations").await;
    assert_eq!(held, 1, "what the dead server set aside is held until it is old");
    world.app.pass(TimeDelta::minutes(10));
    ask("019cadc6-9a80-7650-b29d-0000000000a4").await.expect(200);
    assert_eq!(world.account().await.1, 0);
    world.app.finish().await;
}

#[tokio::test]
async fn a_stream_ends_with_the_right_to_see_it() {
    let world = World::new(Mode::Gated).await;
    let bob = world.app.joined(&world.ada, "bob", "member").await;
    let mut watching = AnswerStream::ask(&bob, &world.path, &question(TURN)).await;
    watching.until("started").await;
    world.once_asked().await;
    world.app.database.run("UPDATE team_members SET status = 'removed' WHERE role <> 'owner'").await;
    world.app.pass(TimeDelta::seconds(1));
    world.double.open(1);
    assert_eq!(watching.rest().await, Vec::<Value>::new(), "a former member still receives events");
    until("the answer is there", PATIENCE, async || (world.messages().await.len() == 2).then_some(())).await;
    world.app.finish().await;
}

#[tokio::test]
async fn open_streams_do_not_hold_up_a_stop() {
    let world = World::new(Mode::Gated).await;
    let mut second = with_model(&world.double).on(&world.app, 2).start().await;
    let mut watching = AnswerStream::ask(&world.ada.at(&second.base), &world.path, &question(TURN)).await;
    watching.until("started").await;
    world.once_asked().await;
    let (end, ()) = tokio::join!(watching.next(), second.shut_down());
    assert!(end.is_none());
    world.double.open(1);
    world.app.finish().await;
}

#[tokio::test]
async fn no_transaction_is_open_while_the_model_works() {
    let world = World::new(Mode::Gated).await;
    let look = async {
        world.once_asked().await;
        let open = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'";
        until("no transaction is open", PATIENCE, async || {
            (world.app.database.value::<i64>(open).await == 0).then_some(())
        })
        .await;
        world.double.open(1);
    };
    tokio::join!(world.ask("Include timeline"), look);
    world.app.finish().await;
}

#[tokio::test]
async fn the_rules_are_streamed_too() {
    let (app, ada) = TestApp::with_company().await;
    let proposal = app.drafted_proposal(&ada).await;
    let events = AnswerStream::ask(&ada, &path_of(&proposal), &json!({ "message": "What can you do?" }))
        .await
        .rest()
        .await;
    assert_eq!(kinds(&events), ["started", "text", "done"]);
    assert_eq!(events[0]["assistant"], "offline");
    assert_eq!(words(&events), text(&events.last().unwrap()["message"]["content"]));
    app.finish().await;
}
