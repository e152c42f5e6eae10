import { expect, test } from 'vitest';
import { tabDrafts } from '@/shared/session/drafts';
import { user } from '@/test/data';
import { EMPTY_VALUES, clearDraft, loadDraft, saveDraft, type WizardDraft } from './draft-store';

const draft: WizardDraft = {
  origin: 'clientId=c1',
  step: 4,
  method: 'manual',
  values: { ...EMPTY_VALUES, clientId: 'c1', pricingDetails: '$1' },
  extractedBy: 'offline',
};

test('keeps what was typed', () => {
  saveDraft(draft, user);
  expect(loadDraft('clientId=c1', user)).toEqual(draft);
});

test('starts afresh when opened for something else, and after clearing', () => {
  saveDraft(draft, user);
  expect(loadDraft('clientId=c2', user)).toBeUndefined();
  clearDraft(user);
  expect(loadDraft('clientId=c1', user)).toBeUndefined();
});

test.each(['text', [], { origin: 'x' }, { origin: 'x', step: 9, values: { recap: 7 } }])(
  'makes the best of %j',
  (stored) => {
    tabDrafts.save('new-proposal', user, stored);
    const found = loadDraft('x', user);
    if (found !== undefined)
      expect(found).toEqual({ origin: 'x', step: 1, method: 'recap', values: EMPTY_VALUES });
  },
);
