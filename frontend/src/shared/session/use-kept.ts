// Something that is being worked on and is no form of texts (those keep themselves, see `forms/use-form`), kept for this browser tab
// under its name: a session that ends, a reload or a crash loses nothing.
import { useState } from 'react';
import { tabDrafts } from './drafts';
import { useSession } from './session';

/** `read` vouches for the shape of what was kept: undefined where it is something else, or nothing. */
export function useKept<Work>(name: string, read: (kept: unknown) => Work | undefined) {
  const user = useSession();
  // A draft belongs to the user who started it, even if another one is signed in when it ends.
  const [owner] = useState(user);
  const [found] = useState(() => (owner === null ? undefined : read(tabDrafts.load(name, owner))));
  return {
    /** What was kept when this began. */
    found,
    keep: (work: Work): void => {
      if (owner !== null) tabDrafts.save(name, owner, work);
    },
    forget: (): void => {
      if (owner !== null) tabDrafts.clear(name, owner);
    },
  };
}
