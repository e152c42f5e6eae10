// Unsaved text, kept for this browser tab: after a crash, an accident or the end of a session it is
// offered again.
import type { CurrentUser } from '@/api/gen/model';
import { tabDrafts } from '@/shared/session/drafts';
import type { Saved } from './autosave';

export interface KeptWork {
  html: string;
  /** The version it was based on. */
  base: Saved;
}

const nameOf = (proposalId: string): string => `document.${proposalId}`;

export function keepWork(proposalId: string, user: CurrentUser, work: KeptWork): void {
  tabDrafts.save(nameOf(proposalId), user, work);
}

export function forgetWork(proposalId: string, user: CurrentUser): void {
  tabDrafts.clear(nameOf(proposalId), user);
}

export function keptWork(proposalId: string, user: CurrentUser): KeptWork | undefined {
  const found = tabDrafts.load(nameOf(proposalId), user);
  return isKeptWork(found) ? found : undefined;
}

function isKeptWork(value: unknown): value is KeptWork {
  if (typeof value !== 'object' || value === null || !('html' in value) || !('base' in value)) return false;
  const { html, base } = value;
  return (
    typeof html === 'string' &&
    typeof base === 'object' &&
    base !== null &&
    'htmlContent' in base &&
    typeof base.htmlContent === 'string' &&
    'version' in base &&
    typeof base.version === 'number'
  );
}
