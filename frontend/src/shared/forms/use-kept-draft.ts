// Unsaved form input, kept for this browser tab under the form's name: the end of a session, a
// reload or a crash loses nothing. Removed on success, on Cancel, and on signing out deliberately.
import { useState } from 'react';
import { tabDrafts } from '@/shared/session/drafts';
import { useSession } from '@/shared/session/session';

type Texts<Values> = Record<keyof Values, string>;

/** How a form keeps its draft. */
export interface Keeping<Values> {
  /** Identifies the form, e.g. "client.new". */
  name: string;
  /** Fields that must not be kept: passwords and secrets. */
  never?: readonly (keyof Values & string)[];
  /** The `etag` of the record that the form was opened with. */
  etag?: string;
}

interface Found<Values> {
  texts: Partial<Values>;
  /** The `etag` of the record that the draft is based on. */
  etag?: string;
}

/**
 * Only fields that differ from `stored` are kept: other users may change the rest in the meantime.
 * Without `keeping`, or without a session, nothing is kept.
 */
export function useKeptDraft<Values extends Texts<Values>>(stored: Values, keeping?: Keeping<Values>) {
  const user = useSession();
  // A draft belongs to the user who started it, even if another one is signed in when it ends.
  const [owner] = useState(user);
  const name = keeping === undefined ? undefined : `form.${keeping.name}`;
  const [found] = useState<Found<Values>>(() =>
    name === undefined || owner === null
      ? { texts: {} }
      : draftIn(tabDrafts.load(name, owner), stored, keeping?.never ?? []),
  );
  const [restored, setRestored] = useState(Object.keys(found.texts).length > 0);
  const etag = (restored ? found.etag : undefined) ?? keeping?.etag;

  return {
    /** The initial values of the form. */
    initial: { ...stored, ...found.texts },
    /** The form started with earlier input that is not saved yet. */
    restored,
    /** The `etag` of the record that the input is based on: a draft's own, as long as there is one. */
    etag,
    keep: (values: Values): void => {
      if (name === undefined || owner === null) return;
      const changed = Object.entries<string>(values).filter(
        ([field, text]) =>
          text !== stored[field as keyof Values] && keeping?.never?.includes(field as never) !== true,
      );
      if (changed.length === 0) tabDrafts.clear(name, owner);
      else
        tabDrafts.save(name, owner, { ...Object.fromEntries(changed), ...(etag !== undefined && { etag }) });
    },
    forget: (): void => {
      if (name !== undefined && owner !== null) tabDrafts.clear(name, owner);
      setRestored(false);
    },
  };
}

/** The form with a draft whose name begins with `start`: "7" of "client.7" for "client.". */
export function useKeptName(start: string): string | undefined {
  const user = useSession();
  const [found] = useState(() => (user === null ? undefined : tabDrafts.find(`form.${start}`, user)));
  return found;
}

function draftIn<Values extends Texts<Values>>(
  kept: unknown,
  stored: Values,
  never: readonly string[],
): Found<Values> {
  if (typeof kept !== 'object' || kept === null) return { texts: {} };
  const texts = Object.entries(kept).filter(
    ([field, text]) =>
      Object.hasOwn(stored, field) &&
      typeof text === 'string' &&
      text !== stored[field as keyof Values] &&
      !never.includes(field),
  );
  const etag = 'etag' in kept && typeof kept.etag === 'string' ? { etag: kept.etag } : {};
  return { texts: Object.fromEntries(texts) as Partial<Values>, ...etag };
}
