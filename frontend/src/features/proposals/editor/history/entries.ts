// The entries of the history: author and action, with a run of edits by one user as one entry.
import type { Version } from '@/api/gen/model';

const ENTRY_GAP_MS = 10 * 60 * 1000;

export interface Entry {
  newest: Version;
  oldest: Version;
  /** All of them, newest first. */
  versions: Version[];
}

/** Consecutive edits by one author, never more than ten minutes apart, form one entry. */
export function entriesOf(versions: readonly Version[]): Entry[] {
  const entries: Entry[] = [];
  for (const version of versions) {
    const last = entries.at(-1);
    if (last !== undefined && isSameEntry(last.oldest, version)) {
      last.oldest = version;
      last.versions.push(version);
    } else {
      entries.push({ newest: version, oldest: version, versions: [version] });
    }
  }
  return entries;
}

const isSameEntry = (later: Version, earlier: Version): boolean =>
  later.cause === 'edit' &&
  earlier.cause === 'edit' &&
  later.authorKind === earlier.authorKind &&
  later.authorName === earlier.authorName &&
  new Date(later.createdAt).getTime() - new Date(earlier.createdAt).getTime() <= ENTRY_GAP_MS;

export const wordsOfEntry = ({ newest, versions }: Entry): string =>
  wordsOf({ ...newest, touched: [...new Set(versions.flatMap(({ touched }) => touched))] });

export function wordsOf({ cause, touched, restored }: Version): string {
  switch (cause) {
    case 'edit':
      return `Edited ${parts(touched)}`;
    case 'pricing':
      return 'Changed the prices';
    case 'confirm':
      return 'Confirmed an amount';
    case 'draft':
      return 'Wrote the first draft';
    case 'chat':
      return `Assistant changed ${parts(touched)}`;
    case 'revert':
      return `Reverted a change to ${parts(touched)}`;
    case 'review':
      return `Rejected a change to ${parts(touched)}`;
    case 'refresh':
      return 'Refreshed with the latest company information';
    case 'restore':
      return restored === undefined ? 'Restored an earlier version' : `Restored version ${String(restored)}`;
    case 'copy':
      return 'Copied from another proposal';
    case 'remove_claim':
      return `Removed text without a source from ${parts(touched)}`;
  }
}

const NAMED = 3;

function parts(touched: readonly string[]): string {
  const named = touched.filter((title) => title !== '');
  if (named.length === 0) return 'the document';
  if (named.length > NAMED) {
    return `${named.slice(0, NAMED - 1).join(', ')} and ${String(named.length - NAMED + 1)} more`;
  }
  return new Intl.ListFormat('en-US').format(named);
}
