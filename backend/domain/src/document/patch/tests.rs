//! Tests of patches: a change can be undone, and later changes by others are kept.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops at the first surprise")]

use pretty_assertions::assert_eq;
use proptest::prelude::*;

use super::*;
use crate::money::Currency;

fn content(blocks: &[(u128, &str)]) -> Content {
    let sections = blocks
        .iter()
        .map(|(id, words)| Section {
            id: Uuid::from_u128(*id),
            kind: BlockKind::Free,
            title: format!("Block {id}"),
            html: format!("<p>{words}</p>"),
        })
        .collect();
    Content { title: "T".to_owned(), subtitle: None, sections, pricing: PricingTable::default() }
}

#[test]
fn a_patch_is_rewound_and_undone() {
    let before = content(&[(1, "a"), (2, "b"), (3, "c")]);
    for after in [
        content(&[(1, "a"), (2, "B"), (3, "c")]),
        content(&[(3, "c"), (1, "a"), (2, "b")]),
        content(&[(1, "a"), (3, "c")]),
        content(&[(4, "d"), (1, "a"), (2, "b"), (3, "c")]),
        content(&[(3, "C"), (4, "d"), (1, "a")]),
    ] {
        let patch = Patch::between(&before, &after);
        assert_eq!(patch.rewind(after.clone()), before);
        let undone = patch.undo(Part::Whole, after);
        assert_eq!((undone.content, undone.overtaken), (before.clone(), Vec::new()));
    }
    assert!(Patch::between(&before, &before).is_empty());
}

#[test]
fn a_later_change_elsewhere_is_kept() {
    let first = Patch::between(&content(&[(1, "a"), (2, "b")]), &content(&[(1, "A"), (2, "b")]));
    let undone = first.undo(Part::Whole, content(&[(1, "A"), (2, "later"), (3, "new")]));
    assert_eq!(
        (undone.content, undone.overtaken),
        (content(&[(1, "a"), (2, "later"), (3, "new")]), Vec::new())
    );
}

#[test]
fn a_later_change_to_the_same_block_stays_and_is_named() {
    let first = Patch::between(&content(&[(1, "a"), (2, "b")]), &content(&[(1, "A"), (2, "B")]));
    let undone = first.undo(Part::Whole, content(&[(1, "later"), (2, "B")]));
    assert_eq!(undone.content, content(&[(1, "later"), (2, "b")]));
    assert_eq!(
        undone.overtaken,
        [UndoConflict::Block { id: Uuid::from_u128(1), title: "Block 1".to_owned() }]
    );
}

#[test]
fn one_block_can_be_undone_alone() {
    let patch = Patch::between(&content(&[(1, "a"), (2, "b")]), &content(&[(1, "A"), (2, "B")]));
    let undone = patch.undo(Part::Block(Uuid::from_u128(2)), content(&[(1, "A"), (2, "B")]));
    assert_eq!(undone.content, content(&[(1, "A"), (2, "b")]));
}

#[test]
fn a_removed_block_goes_back_beside_blocks_that_moved() {
    let (before, after) = (content(&[(1, "a"), (2, "b"), (3, "c")]), content(&[(2, "b"), (1, "a")]));
    let undone = Patch::between(&before, &after).undo(Part::Whole, after);
    assert_eq!((undone.content, undone.overtaken), (before, Vec::new()));
}

#[test]
fn a_block_that_was_moved_again_stays_and_is_named() {
    let first = Patch::between(
        &content(&[(1, "a"), (2, "b"), (3, "c"), (4, "d")]),
        &content(&[(1, "a"), (3, "c"), (4, "d"), (2, "b")]),
    );
    assert_eq!(first.moved_blocks.iter().map(|block| block.title.as_str()).collect::<Vec<_>>(), ["Block 2"]);
    let undone = first.undo(Part::Whole, content(&[(2, "b"), (1, "a"), (3, "c"), (4, "d")]));
    assert_eq!(undone.content, content(&[(2, "b"), (1, "a"), (3, "c"), (4, "d")]));
    assert_eq!(
        undone.overtaken,
        [UndoConflict::Block { id: Uuid::from_u128(2), title: "Block 2".to_owned() }]
    );
    // Another person moved the block that it follows: that is no conflict.
    let row = |ids: [u128; 7]| content(&ids.map(|id| (id, "a")));
    let first = Patch::between(&row([1, 2, 3, 4, 5, 6, 7]), &row([1, 3, 4, 5, 2, 6, 7]));
    let undone = first.undo(Part::Whole, row([5, 1, 3, 4, 2, 6, 7]));
    assert_eq!((undone.content, undone.overtaken), (row([5, 1, 2, 3, 4, 6, 7]), Vec::new()));
}

#[test]
fn blocks_that_came_without_an_id_take_the_place_of_those_that_are_gone() {
    let before = content(&[(1, "a"), (2, "b"), (3, "c"), (4, "d")]);
    let mut after = content(&[(11, "b"), (12, "B"), (3, "c"), (13, "new"), (14, "d")]);
    for (at, title) in [(0, "Block 2"), (1, "Block 1"), (3, "New"), (4, "Block 4")] {
        after.sections[at].title = title.to_owned();
    }
    let fresh = [11, 12, 13].map(Uuid::from_u128).into();
    let ids: Vec<u128> = after
        .clone()
        .with_ids_of(&before, &fresh)
        .sections
        .iter()
        .map(|section| section.id.as_u128())
        .collect();
    // 11 is identical to block 2 and 12 is block 1 with another text; nothing is like 13, and 14 came with
    // its id.
    assert_eq!(ids, [2, 1, 3, 13, 14]);
    assert_eq!(after.clone().with_ids_of(&before, &HashSet::new()), after);
}

#[test]
fn a_removed_pricing_block_is_restored_at_its_position() {
    let mut earlier = content(&[(1, "a"), (2, "b"), (3, "c")]);
    earlier.sections[1] = Section {
        id: Uuid::from_u128(2),
        kind: BlockKind::Pricing,
        title: "Investment".into(),
        html: String::new(),
    };
    earlier.pricing = crate::pricing::table_from_text("$100 once", Currency::USD, &mut || Uuid::from_u128(9));
    let without = Content { pricing: earlier.pricing.clone(), ..content(&[(1, "a"), (4, "d"), (3, "c")]) };
    let kept = without.with_pricing_block_of(&earlier);
    assert_eq!(kept.sections.iter().map(|section| section.id.as_u128()).collect::<Vec<_>>(), [1, 2, 4, 3]);
    assert!(
        kept.html().contains("<h2>Investment</h2>") && kept.html().contains("$100.00"),
        "{}",
        kept.html()
    );
    // Without prices there is nothing to show.
    let free = content(&[(1, "a")]).with_pricing_block_of(&earlier);
    assert_eq!(free, content(&[(1, "a")]));
}

#[test]
fn each_changed_part_is_named_once() {
    let mut before = content(&[(1, "a"), (2, "b"), (3, "c"), (4, "d")]);
    before.sections[0].title = String::new();
    let mut after = content(&[(1, "A"), (4, "d"), (2, "b")]);
    after.sections[0].title = String::new();
    after.title = "Other".to_owned();
    after.pricing = crate::pricing::table_from_text("$100 once", Currency::USD, &mut || Uuid::from_u128(9));
    assert_eq!(Patch::between(&before, &after).touched(), ["Text", "Block 3", "Block 4", "Prices", "Title"]);
    let many: Vec<(u128, &str)> = (1..=50).map(|id| (id, "a")).collect();
    assert_eq!(Patch::between(&content(&[]), &content(&many)).touched().len(), TOUCHED_MAX);
}

#[test]
fn ten_thousand_blocks_are_compared_and_undone_in_time() {
    let ids: Vec<u128> = (1..=10_000).collect();
    let blocks: Vec<(u128, &str)> = ids.iter().map(|id| (*id, "a")).collect();
    let turned: Vec<(u128, &str)> = ids.iter().rev().map(|id| (*id, "a")).collect();
    let others: Vec<(u128, &str)> = ids.iter().map(|id| (*id + 20_000, "a")).collect();
    for (before, after) in [(&blocks, &turned), (&blocks, &others), (&others, &Vec::new())] {
        let (before, after) = (content(before), content(after));
        let undone = Patch::between(&before, &after).undo(Part::Whole, after);
        assert!(undone.content == before && undone.overtaken.is_empty());
    }
}

/// Any content of up to eight blocks out of twelve.
fn contents() -> impl Strategy<Value = Content> {
    let blocks = prop::sample::subsequence((1..=12_u128).collect::<Vec<_>>(), 0..=8).prop_shuffle();
    let words = prop::collection::vec("[abc]", 12);
    (blocks, words, "[ab]", prop::option::of("[ab]"), 0..3_u8).prop_map(
        |(ids, words, title, subtitle, price)| {
            let mut made = content(&[]);
            made.sections = ids
                .iter()
                .zip(&words)
                .map(|(id, words)| Section {
                    id: Uuid::from_u128(*id),
                    kind: if *id % 3 == 0 { BlockKind::Scope } else { BlockKind::Free },
                    title: if *id % 4 == 0 { String::new() } else { format!("Block {words}") },
                    html: format!("<p>{words}</p>"),
                })
                .collect();
            made.title = title;
            made.subtitle = subtitle;
            if price > 0 {
                made.pricing =
                    crate::pricing::table_from_text(&format!("${price}00 once"), Currency::USD, &mut || {
                        Uuid::from_u128(99)
                    });
            }
            made
        },
    )
}

/// A random edit of a document.
#[derive(Debug, Clone)]
enum Edit {
    /// Another text in a block.
    Write(u128, String),
    /// Another heading of it.
    Head(u128, String),
    /// The block is removed.
    Remove(u128),
    /// A new block after another.
    Add(u128, u128),
    /// A block moved after another.
    Move(u128, u128),
    /// Another title.
    Title(String),
    /// Other prices.
    Prices(u16),
}

fn apply(edits: &[Edit], mut content: Content) -> Content {
    for edit in edits {
        let id = |id: &u128| Uuid::from_u128(*id);
        let place = |content: &Content, anchor: &u128| {
            content.sections.iter().position(|section| section.id == id(anchor)).map(|at| at + 1)
        };
        match edit {
            Edit::Write(block, words) => {
                for section in content.sections.iter_mut().filter(|section| section.id == id(block)) {
                    section.html = format!("<p>{words}</p>");
                }
            }
            Edit::Head(block, title) => {
                for section in content.sections.iter_mut().filter(|section| section.id == id(block)) {
                    section.title.clone_from(title);
                }
            }
            Edit::Remove(block) => content.sections.retain(|section| section.id != id(block)),
            Edit::Add(block, anchor) => {
                if let Some(at) = place(&content, anchor) {
                    let new = Section {
                        id: id(block),
                        kind: BlockKind::Free,
                        title: "New".into(),
                        html: String::new(),
                    };
                    content.sections.insert(at, new);
                }
            }
            Edit::Move(block, anchor) => {
                if let Some(from) = content.sections.iter().position(|section| section.id == id(block)) {
                    let section = content.sections.remove(from);
                    let at = place(&content, anchor).unwrap_or(from);
                    content.sections.insert(at, section);
                }
            }
            Edit::Title(title) => content.title.clone_from(title),
            Edit::Prices(price) => {
                content.pricing =
                    crate::pricing::table_from_text(&format!("${price} once"), Currency::USD, &mut || {
                        Uuid::from_u128(99)
                    });
            }
        }
    }
    content
}

/// The zones of a document in which one of three people works: consecutive blocks, with one block between two
/// zones that no one edits. A position is between two blocks, so moving, adding or removing one also affects
/// its neighbours; the neighbours of different people must therefore be different.
const ZONES: u128 = 6;
const ZONE: u128 = 10;

fn zone_edit(person: u128) -> impl Strategy<Value = Edit> {
    // The zones are assigned to the three in turn; 10 z + 0 is the separator before zone z, 10 z + 1 to + 4
    // are its blocks.
    let zone = prop::sample::select((0..ZONES).filter(|zone| zone % 3 == person).collect::<Vec<_>>());
    let block = (zone.clone(), 1..=4_u128).prop_map(|(zone, at)| zone * ZONE + at);
    // The first and the last block of a zone are not moved, so that no position is next to a separator.
    let inner = (zone.clone(), 2..=3_u128).prop_map(|(zone, at)| zone * ZONE + at);
    let anchor = (zone.clone(), 1..=3_u128).prop_map(|(zone, at)| zone * ZONE + at);
    let fresh = (zone, 5..=9_u128).prop_map(|(zone, at)| zone * ZONE + at);
    prop_oneof![
        3 => (block.clone(), "[xyz]{1,3}").prop_map(|(block, words)| Edit::Write(block, words)),
        1 => (block, "[XYZ]{1,3}").prop_map(|(block, title)| Edit::Head(block, title)),
        2 => inner.clone().prop_map(Edit::Remove),
        2 => (fresh, anchor.clone()).prop_map(|(block, anchor)| Edit::Add(block, anchor)),
        3 => (inner, anchor).prop_map(|(block, anchor)| Edit::Move(block, anchor)),
    ]
}

/// The edits of one person; the first also changes the title, the second the prices.
fn edits_of(person: u128) -> impl Strategy<Value = Vec<Edit>> {
    let titles = match person {
        0 => "[TUV]{1,2}".prop_map(Edit::Title).boxed(),
        1 => (1..999_u16).prop_map(Edit::Prices).boxed(),
        _ => zone_edit(person).boxed(),
    };
    // A block is added once: its id is new.
    prop::collection::vec(prop_oneof![6 => zone_edit(person), 1 => titles], 0..6).prop_map(|edits| {
        let mut added = HashSet::new();
        edits
            .into_iter()
            .filter(|edit| !matches!(edit, Edit::Add(block, _) if !added.insert(*block)))
            .collect()
    })
}

fn zoned() -> Content {
    let blocks: Vec<u128> = (0..ZONES)
        .flat_map(|zone| (0..=4).map(move |at| zone * ZONE + at))
        .map(|id| if id == 0 { 9999 } else { id })
        .collect();
    content(&blocks.iter().map(|id| (*id, "a")).collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn rewinding_gives_back_what_was(before in contents(), after in contents()) {
        let patch = Patch::between(&before, &after);
        prop_assert_eq!(patch.rewind(after.clone()), before.clone());
        let undone = patch.undo(Part::Whole, after.clone());
        prop_assert_eq!(undone, UndoResult { content: before.clone(), overtaken: Vec::new() }, "undoing the newest is rewinding");
        prop_assert_eq!(patch.is_empty(), before == after);
        let json = serde_json::to_string(&patch).unwrap();
        prop_assert_eq!(serde_json::from_str::<Patch>(&json).unwrap(), patch);
    }

    #[test]
    fn undoing_twice_is_undoing_once(before in contents(), after in contents(), now in contents()) {
        let patch = Patch::between(&before, &after);
        let once = patch.undo(Part::Whole, now);
        let twice = patch.undo(Part::Whole, once.content.clone());
        prop_assert_eq!(&twice.content, &once.content);
        prop_assert_eq!(twice.overtaken, once.overtaken);
        let mut ids: Vec<_> = once.content.order();
        ids.sort_unstable();
        ids.dedup();
        prop_assert_eq!(ids.len(), once.content.sections.len());
    }

    #[test]
    fn changes_by_others_are_kept(one in edits_of(0), two in edits_of(1), three in edits_of(2)) {
        let first = apply(&one, zoned());
        let second = apply(&two, first.clone());
        let third = apply(&three, second.clone());
        let undone = Patch::between(&first, &second).undo(Part::Whole, third);
        prop_assert_eq!(undone, UndoResult { content: apply(&three, first), overtaken: Vec::new() });
    }

    #[test]
    fn parts_together_undo_the_whole(before in contents(), after in contents()) {
        let patch = Patch::between(&before, &after);
        let mut content = after;
        for change in &patch.blocks {
            content = patch.undo(Part::Block(change.id), content).content;
        }
        content = patch.undo(Part::Titles, patch.undo(Part::Pricing, content).content).content;
        let words = |content: &Content| {
            let mut sections = content.sections.clone();
            sections.sort_by_key(|section| section.id);
            (sections, content.title.clone(), content.subtitle.clone(), content.pricing.clone())
        };
        prop_assert_eq!(words(&content), words(&before));
    }
}
