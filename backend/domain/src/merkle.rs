//! Merkle trees as in RFC 9162, section 2.1 (the same as in RFC 6962): one hash for a list, and a short proof
//! that an entry is in it.

use sha2::{Digest as _, Sha256};

/// The SHA-256 of a leaf or of a node.
pub type Hash = [u8; 32];

/// The hash of an entry. Leaves and nodes have different prefixes, so that neither is taken for the other.
#[must_use]
pub fn leaf(entry: &[u8]) -> Hash {
    Sha256::new().chain_update([0]).chain_update(entry).finalize().into()
}

fn node(left: &Hash, right: &Hash) -> Hash {
    Sha256::new().chain_update([1]).chain_update(left).chain_update(right).finalize().into()
}

/// The root of the tree with these leaves, in this order.
#[must_use]
pub fn root(leaves: &[Hash]) -> Hash {
    match (leaves, halves(leaves)) {
        (_, Some((left, right))) => node(&root(left), &root(right)),
        ([leaf], None) => *leaf,
        (_, None) => Sha256::digest([]).into(),
    }
}

/// The inclusion proof of the leaf at this index: the siblings from the leaf up to the root. `None` if there
/// is no such leaf.
#[must_use]
pub fn path(leaves: &[Hash], index: usize) -> Option<Vec<Hash>> {
    let (mut leaves, mut index) = (leaves, index);
    let mut path = Vec::new();
    while let Some((left, right)) = halves(leaves) {
        if index < left.len() {
            path.push(root(right));
            leaves = left;
        } else {
            path.push(root(left));
            index -= left.len();
            leaves = right;
        }
    }
    path.reverse();
    (index < leaves.len()).then_some(path)
}

/// Whether the path proves that the leaf has this index in a tree of `size` leaves with this root (RFC 9162,
/// section 2.1.3.2).
#[must_use]
pub fn is_included(leaf: &Hash, index: u64, size: u64, path: &[Hash], root: &Hash) -> bool {
    if index >= size {
        return false;
    }
    // The positions of the node and of the last node, level by level.
    let (mut position, mut last, mut hash) = (index, size - 1, *leaf);
    for sibling in path {
        if last == 0 {
            return false;
        }
        if position % 2 == 1 || position == last {
            hash = node(sibling, &hash);
            // A last node without a sibling is carried up unchanged.
            let carried = if position == 0 { 0 } else { position.trailing_zeros() };
            position >>= carried;
            last >>= carried;
        } else {
            hash = node(&hash, sibling);
        }
        position >>= 1;
        last >>= 1;
    }
    last == 0 && hash == *root
}

/// Two or more leaves, split at the largest power of two that leaves some on the right.
fn halves(leaves: &[Hash]) -> Option<(&[Hash], &[Hash])> {
    if leaves.len() < 2 { None } else { leaves.split_at_checked(leaves.len().next_power_of_two() / 2) }
}
