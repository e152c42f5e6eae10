/**
 * The three-way merge of a document that two people changed, block by block. A block that only one
 * of them changed is taken from that one; if both changed it, the local version is kept until the
 * user decides, and both are returned.
 */
import { PRICING } from '../kinds';
import { sameBlock, type Block } from './blocks';

export interface BlockConflict {
  id: string;
  /** Undefined if I removed it. */
  mine: Block | undefined;
  /** Undefined if they removed it. */
  theirs: Block | undefined;
}

export interface Merged {
  blocks: Block[];
  conflicts: BlockConflict[];
}

export function merge(base: readonly Block[], mine: readonly Block[], theirs: readonly Block[]): Merged {
  const [b, m, t] = [byId(base), byId(mine), byId(theirs)];
  const conflicts: BlockConflict[] = [];
  const kept = new Map<string, Block>();

  for (const id of new Set([...m.keys(), ...t.keys()])) {
    const own = m.get(id);
    const other = t.get(id);
    const before = b.get(id);
    // The pricing block's content comes from the engine, regardless of who moved it.
    const pricing = [own, other].every((block) => block === undefined || block.kind === PRICING);
    if (pricing || sameBlock(own, before) || sameBlock(own, other)) {
      if (other !== undefined) kept.set(id, other);
      else if (pricing && own !== undefined && before === undefined) kept.set(id, own);
    } else {
      if (!sameBlock(other, before)) conflicts.push({ id, mine: own, theirs: other });
      if (own !== undefined) kept.set(id, own);
    }
  }
  return { blocks: ordered(base, mine, theirs, kept), conflicts };
}

/** The merge with the conflicts resolved: the named blocks are taken from the other side. */
export function settle(
  merged: Merged,
  theirs: readonly Block[],
  takenFromThem: ReadonlySet<string>,
): Block[] {
  const decided = new Map(merged.blocks.map((block) => [block.id, block]));
  for (const { id, theirs: other } of merged.conflicts) {
    if (!takenFromThem.has(id)) continue;
    if (other === undefined) decided.delete(id);
    else decided.set(id, other);
  }
  return ordered([], merged.blocks, theirs, decided);
}

const byId = (blocks: readonly Block[]): Map<string, Block> =>
  new Map(blocks.map((block) => [block.id, block]));

/**
 * My order if I moved blocks, otherwise theirs; blocks that only the other side has are placed after their
 * predecessor there.
 */
function ordered(
  base: readonly Block[],
  mine: readonly Block[],
  theirs: readonly Block[],
  kept: ReadonlyMap<string, Block>,
): Block[] {
  const [lead, other] = movedIn(base, mine) || base.length === 0 ? [mine, theirs] : [theirs, mine];
  const ids = lead.map(({ id }) => id).filter((id) => kept.has(id));
  const standing = new Set(ids);
  other.forEach(({ id }, at) => {
    if (!kept.has(id) || standing.has(id)) return;
    const before = other.slice(0, at).findLast((earlier) => standing.has(earlier.id));
    ids.splice(before === undefined ? 0 : ids.indexOf(before.id) + 1, 0, id);
    standing.add(id);
  });
  return ids.flatMap((id) => kept.get(id) ?? []);
}

/** Whether the common blocks are in a different order. */
function movedIn(base: readonly Block[], side: readonly Block[]): boolean {
  const there = new Set(side.map(({ id }) => id));
  const before = new Set(base.map(({ id }) => id));
  const expected = base.filter(({ id }) => there.has(id));
  const found = side.filter(({ id }) => before.has(id));
  return expected.some(({ id }, at) => found[at]?.id !== id);
}
