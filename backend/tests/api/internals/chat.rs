//! Events of a running turn, and edits that meet changes made in the meantime.

use futures_util::FutureExt as _;
use pretty_assertions::assert_eq;
use proffer::features::chat::{
    hub::{Listener, Turns},
    still_meant,
    types::{ChatEvent, ChatEventKind},
};
use proffer_domain::{
    chat::Edit,
    document::{BlockKind, Section, patch::Content},
    pricing::PricingTable,
};
use uuid::Uuid;

fn word(text: &str) -> ChatEvent {
    ChatEvent { text: Some(text.to_owned()), ..ChatEvent::new(ChatEventKind::Text, Uuid::nil()) }
}

fn received(listener: &mut Listener) -> Vec<(u32, Option<String>)> {
    let mut received = Vec::new();
    while let Some(Some(event)) = listener.next().now_or_never() {
        received.push((event.sequence, event.text));
    }
    received
}

#[tokio::test]
async fn a_late_subscriber_receives_all_events_and_then_the_end() {
    let turns = Turns::default();
    let (workspace, turn) = (Uuid::from_u128(1), Uuid::from_u128(2));
    let publisher = turns.begin(workspace, turn);
    let mut early = turns.listen(workspace, turn);
    publisher.publish(word("a"));
    publisher.publish(word("b"));
    let expected = vec![(1, Some("a".to_owned())), (2, Some("b".to_owned()))];
    assert_eq!(received(&mut publisher.listener()), expected);
    let early = early.as_mut();
    assert!(early.is_some(), "a running turn is not found");
    if let Some(early) = early {
        assert_eq!(received(early), expected);
        assert!(early.next().now_or_never().is_none(), "the end is published before it has come");
        drop(publisher);
        assert_eq!(early.next().now_or_never().map(|event| event.is_none()), Some(true));
    }
    assert!(turns.listen(workspace, turn).is_none(), "a turn that is over is still held");
}

#[tokio::test]
async fn a_turn_is_its_workspaces() {
    let turns = Turns::default();
    let _speaker = turns.begin(Uuid::from_u128(1), Uuid::from_u128(2));
    assert!(turns.listen(Uuid::from_u128(3), Uuid::from_u128(2)).is_none());
}

fn content(blocks: &[(u128, &str)]) -> Content {
    let section = |(id, words): &(u128, &str)| Section {
        id: Uuid::from_u128(*id),
        kind: BlockKind::Free,
        title: format!("Block {id}"),
        html: format!("<p>{words}</p>"),
    };
    Content {
        title: "T".to_owned(),
        subtitle: None,
        sections: blocks.iter().map(section).collect(),
        pricing: PricingTable::default(),
    }
}

fn replace(id: u128) -> Edit {
    Edit::Replace { block: Uuid::from_u128(id), title: None, html: "<p>new</p>".to_owned() }
}

#[test]
fn what_was_changed_meanwhile_is_left_alone_and_named_once() {
    let asked = content(&[(1, "a"), (2, "b"), (3, "c")]);
    let mut now = content(&[(1, "a"), (2, "B")]);
    now.title = "Other".to_owned();
    let edits = vec![
        replace(1),
        replace(2),
        Edit::Remove { block: Uuid::from_u128(2) },
        replace(3),
        Edit::Move { block: Uuid::from_u128(2), after: None },
        Edit::SetTitle("Mine".to_owned()),
        Edit::SetPricing(PricingTable::default()),
    ];
    let (kept, left_out) = still_meant(edits, &asked, &now);
    assert_eq!(
        kept,
        [
            replace(1),
            Edit::Move { block: Uuid::from_u128(2), after: None },
            Edit::SetPricing(PricingTable::default())
        ],
        "moving a block writes nothing over"
    );
    let words: Vec<&str> =
        left_out.iter().filter_map(|note| note.split_once(" was ")).map(|(what, _)| what).collect();
    assert_eq!(words, ["\u{201c}Block 2\u{201d}", "\u{201c}Block 3\u{201d}", "The title"]);
}
