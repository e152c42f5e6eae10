// The input of the wizard, kept for this browser tab: a reload, a failure or a detour to another screen loses
// nothing. Opening the wizard for another client or another copy starts with an empty form.
import type { CurrentUser } from '@/api/gen/model';
import { tabDrafts } from '@/shared/session/drafts';

export type Step = 1 | 2 | 3 | 4;
export type Method = 'recap' | 'manual';

export interface WizardValues {
  clientId: string;
  recap: string;
  clientContext: string;
  proposedSolution: string;
  pricingDetails: string;
  additionalNotes: string;
}

export interface WizardDraft {
  /** The query string that the wizard was opened with. */
  origin: string;
  step: Step;
  method: Method;
  values: WizardValues;
  /** The assistant that read the recap, if it was read. */
  extractedBy?: 'offline' | 'model';
  /** The speaker of the recap who is the user; empty if none of them is, absent if that was not asked. */
  ourSpeaker?: string;
}

const NAME = 'new-proposal';

export const EMPTY_VALUES: WizardValues = {
  clientId: '',
  recap: '',
  clientContext: '',
  proposedSolution: '',
  pricingDetails: '',
  additionalNotes: '',
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function readValues(stored: unknown): WizardValues {
  const from = isRecord(stored) ? stored : {};
  return {
    clientId: text(from.clientId),
    recap: text(from.recap),
    clientContext: text(from.clientContext),
    proposedSolution: text(from.proposedSolution),
    pricingDetails: text(from.pricingDetails),
    additionalNotes: text(from.additionalNotes),
  };
}

/** The draft of this origin, if there is one. */
export function loadDraft(origin: string, user: CurrentUser): WizardDraft | undefined {
  const stored = tabDrafts.load(NAME, user);
  if (!isRecord(stored) || stored.origin !== origin) return undefined;
  const { step, extractedBy, ourSpeaker } = stored;
  return {
    origin,
    step: step === 2 || step === 3 || step === 4 ? step : 1,
    method: stored.method === 'manual' ? 'manual' : 'recap',
    values: readValues(stored.values),
    ...((extractedBy === 'offline' || extractedBy === 'model') && { extractedBy }),
    ...(typeof ourSpeaker === 'string' && { ourSpeaker }),
  };
}

export function saveDraft(draft: WizardDraft, user: CurrentUser): void {
  tabDrafts.save(NAME, user, draft);
}

export function clearDraft(user: CurrentUser): void {
  tabDrafts.clear(NAME, user);
}
