// The document session shared with the panels: unsaved text must be saved before anything else
// changes the proposal, and the result must be shown.
import { createContext, useContext } from 'react';
import type { Proposal } from '@/api/gen/model';

export interface EditorSession {
  /** Saves unsaved text. Returns false on failure: then nothing else should be tried. */
  flush: () => Promise<boolean>;
  /** Shows a newer state of the proposal from a response. */
  take: (next: Proposal) => void;
  /** Reloads the proposal after a change whose response does not contain all of it. */
  reload: () => Promise<void>;
}

export const EditorSessionContext = createContext<EditorSession | null>(null);

/** The session of the surrounding editor; only for its descendants. */
export function useEditorSession(): EditorSession {
  const session = useContext(EditorSessionContext);
  if (session === null) throw new Error('useEditorSession is for the inside of the editor');
  return session;
}
