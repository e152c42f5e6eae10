// Unsaved work that is not a form of texts (those are kept by `forms/use-form`), kept for this browser tab
// under its name: the end of a session, a reload or a crash loses nothing.
import { useState } from 'react';
import { tabDrafts } from './drafts';
import { useSession } from './session';

/** `read` validates the shape of the kept data; it returns undefined for anything else. */
export function useKept<Work>(name: string, read: (kept: unknown) => Work | undefined) {
  const user = useSession();
  // A draft belongs to the user who started it, even if another one is signed in when it ends.
  const [owner] = useState(user);
  const [found] = useState(() => (owner === null ? undefined : read(tabDrafts.load(name, owner))));
  return {
    /** The kept work from before. */
    found,
    keep: (work: Work): void => {
      if (owner !== null) tabDrafts.save(name, owner, work);
    },
    forget: (): void => {
      if (owner !== null) tabDrafts.clear(name, owner);
    },
  };
}
