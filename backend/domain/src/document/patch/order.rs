//! The order of blocks: which of them a change moved, and which block precedes which.

use std::collections::{HashMap, HashSet};

use uuid::Uuid;

/// The ids of both lists that need not be moved to get from one order to the other: the longest common
/// subsequence.
pub(super) fn stayed(before: &[Uuid], after: &[Uuid]) -> HashSet<Uuid> {
    let place: HashMap<Uuid, usize> = before.iter().enumerate().map(|(at, id)| (*id, at)).collect();
    let common: Vec<(Uuid, usize)> =
        after.iter().filter_map(|id| place.get(id).map(|at| (*id, *at))).collect();
    // For each length, the index in `common` at which the best increasing run of that length ends, and for
    // each index its predecessor in that run.
    let mut ends: Vec<usize> = Vec::new();
    let mut links: Vec<Option<usize>> = Vec::with_capacity(common.len());
    let place_of = |index: usize| common.get(index).map_or(usize::MAX, |(_, at)| *at);
    for (index, (_, at)) in common.iter().enumerate() {
        let length = ends.partition_point(|end| place_of(*end) < *at);
        links.push(length.checked_sub(1).and_then(|shorter| ends.get(shorter).copied()));
        match ends.get_mut(length) {
            Some(end) => *end = index,
            None => ends.push(index),
        }
    }
    let mut next = ends.last().copied();
    let mut stayed = HashSet::new();
    while let Some(index) = next {
        stayed.extend(common.get(index).map(|(id, _)| *id));
        next = links.get(index).copied().flatten();
    }
    stayed
}

/// The ids of both lists that must be moved, in their later order.
pub(super) fn moved(before: &[Uuid], after: &[Uuid]) -> Vec<Uuid> {
    let known: HashSet<&Uuid> = before.iter().collect();
    let stayed = stayed(before, after);
    after.iter().filter(|id| known.contains(id) && !stayed.contains(id)).copied().collect()
}

/// For each of `wanted` the nearest of `among` that precedes it in `order`.
pub(super) fn predecessors(
    order: &[Uuid],
    wanted: &HashSet<Uuid>,
    among: &HashSet<Uuid>,
) -> HashMap<Uuid, Option<Uuid>> {
    let mut last = None;
    let mut found = HashMap::with_capacity(wanted.len());
    for id in order {
        if wanted.contains(id) {
            found.insert(*id, last);
        }
        if among.contains(id) {
            last = Some(*id);
        }
    }
    found
}
