// Unfinished input, kept until it is submitted or the user signs out: an expired session, a reload
// or a detour loses nothing. Each draft belongs to one user in one workspace: other users of the
// same browser do not see it.
import type { CurrentUser } from '@/api/gen/model';

type Owner = Pick<CurrentUser, 'id' | 'workspace'>;

const PREFIX = 'proffer.draft.';

const endOf = ({ id, workspace }: Owner): string => `.${workspace.id}.${id}`;
const keyOf = (name: string, owner: Owner): string => PREFIX + name + endOf(owner);

/**
 * Storage may be blocked, full, or contain other data: then nothing is kept, and everything works without it.
 */
function attempt<T>(access: () => T, otherwise: T): T {
  try {
    return access();
  } catch {
    return otherwise;
  }
}

function draftsIn(storage: () => Storage) {
  const forget = (matches: (key: string) => boolean) => {
    attempt(() => {
      for (const key of Object.keys(storage()))
        if (key.startsWith(PREFIX) && matches(key)) storage().removeItem(key);
    }, undefined);
  };
  return {
    /** Stored data of unknown shape. */
    load: (name: string, owner: Owner): unknown =>
      attempt<unknown>(() => JSON.parse(storage().getItem(keyOf(name, owner)) ?? 'null'), null),
    save: (name: string, owner: Owner, draft: unknown): void => {
      attempt(() => {
        storage().setItem(keyOf(name, owner), JSON.stringify(draft));
      }, undefined);
    },
    clear: (name: string, owner: Owner): void => {
      attempt(() => {
        storage().removeItem(keyOf(name, owner));
      }, undefined);
    },
    /** The rest of the first name with this prefix, e.g. which client's form was open. */
    find: (start: string, owner: Owner): string | undefined =>
      attempt(() => {
        const from = PREFIX + start;
        const key = Object.keys(storage()).find(
          (one) => one.startsWith(from) && one.endsWith(endOf(owner)) && storage().getItem(one) !== null,
        );
        return key?.slice(from.length, -endOf(owner).length);
      }, undefined),
    clearAll: (): void => {
      forget(() => true);
    },
    clearOthers: ({ id }: Pick<CurrentUser, 'id'>): void => {
      forget((key) => !key.endsWith(`.${id}`));
    },
  };
}

/** Kept by the browser: for multi-day work, such as the setup. */
export const browserDrafts = draftsIn(() => localStorage);

/** Kept for the tab only: for text being typed. */
export const tabDrafts = draftsIn(() => sessionStorage);

/** The next user of this browser must find nothing. */
export function clearAllDrafts(): void {
  browserDrafts.clearAll();
  tabDrafts.clearAll();
}
