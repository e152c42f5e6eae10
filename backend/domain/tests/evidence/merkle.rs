//! Merkle trees: the roots that other implementations compute, and what a path proves.

use proffer_domain::merkle::{Hash, is_included, leaf, path, root};
use proptest::prelude::*;

/// The entries with which implementations of RFC 6962 are tested, and the roots of the first n of them.
const ENTRIES: [&str; 8] =
    ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"];
const ROOTS: [&str; 9] = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

#[test]
fn roots_are_those_of_other_implementations() {
    let leaves = ENTRIES.map(|entry| leaf(&hex::decode(entry).unwrap()));
    for (size, expected) in ROOTS.iter().enumerate() {
        assert_eq!(hex::encode(root(&leaves[..size])), *expected, "{size}");
    }
}

fn leaves(size: usize) -> Vec<Hash> {
    (0..size).map(|number| leaf(&number.to_be_bytes())).collect()
}

fn size(leaves: &[Hash]) -> u64 {
    u64::try_from(leaves.len()).unwrap()
}

#[test]
fn a_path_proves_its_leaf_and_index_and_no_other() {
    for count in 0..40 {
        let leaves = leaves(count);
        assert_eq!(path(&leaves, count), None);
        for (index, leaf) in leaves.iter().enumerate() {
            let path = path(&leaves, index).unwrap();
            for (claimed, other) in (0..).zip(&leaves) {
                for tree in [&leaves[..], &leaves[..count - 1]] {
                    let proven = is_included(other, claimed, size(&leaves), &path, &root(tree));
                    assert_eq!(
                        proven,
                        other == leaf && tree.len() == count,
                        "{index} as {claimed} of {count}"
                    );
                }
            }
            assert!(!is_included(leaf, size(&leaves), size(&leaves), &path, &root(&leaves)));
        }
    }
}

proptest! {
    #[test]
    fn any_change_of_a_proof_or_a_leaf_shows(count in 1_usize..300, index in any::<prop::sample::Index>(), bit in 0_usize..256, at in any::<prop::sample::Index>()) {
        let mut leaves = leaves(count);
        let index = index.index(count);
        let number = u64::try_from(index).unwrap();
        let (whole, proof) = (root(&leaves), path(&leaves, index).unwrap());
        prop_assert!(is_included(&leaves[index], number, size(&leaves), &proof, &whole));

        let flip = |hash: &mut Hash| hash[bit / 8] ^= 1 << (bit % 8);
        let mut other = leaves[index];
        flip(&mut other);
        prop_assert!(!is_included(&other, number, size(&leaves), &proof, &whole));
        if !proof.is_empty() {
            let mut other = proof.clone();
            flip(&mut other[at.index(proof.len())]);
            prop_assert!(!is_included(&leaves[index], number, size(&leaves), &other, &whole));
            prop_assert!(!is_included(&leaves[index], number, size(&leaves), &proof[1..], &whole));
        }
        let longer = [&proof[..], &[leaves[0]]].concat();
        prop_assert!(!is_included(&leaves[index], number, size(&leaves), &longer, &whole));
        flip(&mut leaves[at.index(count)]);
        prop_assert_ne!(root(&leaves), whole);
    }

    #[test]
    fn any_proof_gets_an_answer(index in any::<u64>(), size in any::<u64>(), path in prop::collection::vec(any::<Hash>(), 0..70)) {
        prop_assert!(!is_included(&[0; 32], index, size, &path, &[1; 32]));
    }
}
