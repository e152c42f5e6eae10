import { afterEach, expect, test } from 'vitest';
import { EMPTY_VALUES, clearDraft, loadDraft, saveDraft, type WizardDraft } from './draft-store';

const draft: WizardDraft = {
  origin: 'clientId=c1',
  step: 4,
  method: 'manual',
  values: { ...EMPTY_VALUES, clientId: 'c1', pricingDetails: '$1' },
  extractedBy: 'offline',
};

afterEach(clearDraft);

test('keeps what was typed', () => {
  saveDraft(draft);
  expect(loadDraft('clientId=c1')).toEqual(draft);
});

test('starts afresh when opened for something else, and after clearing', () => {
  saveDraft(draft);
  expect(loadDraft('clientId=c2')).toBeUndefined();
  clearDraft();
  expect(loadDraft('clientId=c1')).toBeUndefined();
});

test.each(['not json', '[]', '{"origin":"x"}', '{"origin":"x","step":9,"values":{"recap":7}}'])(
  'makes the best of %s',
  (stored) => {
    sessionStorage.setItem('proffer.new-proposal', stored);
    const found = loadDraft('x');
    if (found !== undefined)
      expect(found).toEqual({ origin: 'x', step: 1, method: 'recap', values: EMPTY_VALUES });
  },
);
