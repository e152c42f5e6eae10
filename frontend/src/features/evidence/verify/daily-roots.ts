// The daily roots that cover the events of evidence, by the rules of the server's `domain/src/daily_root.rs` and
// `domain/src/merkle.rs`.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { canonicalJson, sha256Hex } from './canonical';
import { isMembers, listOf, membersOf, textOf, type Members } from './members';
import type { CoveredEvents } from './parts';
import { sealedBy } from './sealing-key';

const FORMAT = 'proffer-daily-root-1';
const HASH = /^[0-9a-f]{64}$/;

/**
 * The covered events of each proof in evidence; undefined if a daily root was altered or does not cover the event
 * that its proof names.
 */
export function coveredBy(proofs: unknown, events: readonly Members[]): CoveredEvents[] | undefined {
  const covered = listOf(proofs)
    .map(membersOf)
    .map((proof) => coveredByOne(proof, events));
  return covered.every((one) => one !== undefined) ? covered : undefined;
}

function coveredByOne(proof: Members, events: readonly Members[]): CoveredEvents | undefined {
  const event = events.find(({ sequence }) => sequence === proof.sequence);
  const { hash, seal, ...statement } = membersOf(proof.dailyRoot);
  if (event === undefined || statement.format !== FORMAT) return undefined;
  try {
    if (sha256Hex(canonicalJson(statement)) !== hash) return undefined;
  } catch {
    return undefined;
  }
  const fingerprint = isMembers(seal) ? sealedBy(seal, statement) : undefined;
  const leaf = hashOf(0, new TextEncoder().encode(textOf(event.hash)));
  const isCovered = isIncluded(leaf, proof.leafIndex, statement.treeSize, listOf(proof.path), statement.root);
  if (fingerprint === undefined || !isCovered) return undefined;
  return { sequence: Number(event.sequence), day: textOf(statement.day), hash: textOf(hash), fingerprint };
}

const hashOf = (prefix: number, ...parts: Uint8Array[]): Uint8Array =>
  sha256(concatBytes(Uint8Array.of(prefix), ...parts));

/** Whether the path proves that the leaf is in the tree (RFC 9162, section 2.1.3.2). */
function isIncluded(
  leaf: Uint8Array,
  index: unknown,
  size: unknown,
  path: unknown[],
  root: unknown,
): boolean {
  if (typeof index !== 'number' || typeof size !== 'number' || index < 0 || index >= size) return false;
  let position = index;
  let last = size - 1;
  let hash = leaf;
  for (const sibling of path) {
    if (last === 0 || typeof sibling !== 'string' || !HASH.test(sibling)) return false;
    const other = hexToBytes(sibling);
    if (position % 2 === 1 || position === last) {
      hash = hashOf(1, other, hash);
      // A last node without a sibling is carried up unchanged.
      while (position % 2 === 0 && position > 0) {
        position /= 2;
        last = Math.floor(last / 2);
      }
    } else {
      hash = hashOf(1, hash, other);
    }
    position = Math.floor(position / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && bytesToHex(hash) === root;
}
