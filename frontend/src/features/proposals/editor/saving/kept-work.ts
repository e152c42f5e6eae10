// What is typed and not saved, kept in the tab's own storage: after a crash or an accident it is offered again.
import type { Saved } from './autosave';

export interface KeptWork {
  html: string;
  /** What it was typed upon. */
  base: Saved;
}

const keyOf = (proposalId: string): string => `proffer.unsaved.${proposalId}`;

export function keepWork(proposalId: string, work: KeptWork): void {
  try {
    sessionStorage.setItem(keyOf(proposalId), JSON.stringify(work));
  } catch {
    // No room or no permission: there is still the page itself.
  }
}

export function forgetWork(proposalId: string): void {
  sessionStorage.removeItem(keyOf(proposalId));
}

export function keptWork(proposalId: string): KeptWork | undefined {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(keyOf(proposalId)) ?? 'null');
    return isKeptWork(found) ? found : undefined;
  } catch {
    return undefined;
  }
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
