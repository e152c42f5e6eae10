import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { user as ada } from '@/test/data';
import { clearDraft, loadDraft, saveDraft } from './drafts';
import { replaceSession } from './replace-session';

const elsewhere = { ...ada, workspace: { ...ada.workspace, id: '0197a000-0000-7000-8000-00000000000f' } };
const bea = { ...ada, id: '0197a000-0000-7000-8000-00000000000e' };

test('a draft is one person’s in one workspace', () => {
  saveDraft('setup', ada, { step: 3 });
  expect(loadDraft('setup', ada)).toEqual({ step: 3 });
  expect(loadDraft('setup', elsewhere)).toBeNull();
  expect(loadDraft('setup', bea)).toBeNull();
  clearDraft('setup', ada);
  expect(loadDraft('setup', ada)).toBeNull();
});

test('signing out takes the drafts along, and nothing else', () => {
  saveDraft('setup', ada, { step: 3 });
  saveDraft('setup', elsewhere, { step: 4 });
  localStorage.setItem('proffer.color-scheme', 'dark');
  replaceSession(new QueryClient(), bea);
  expect(loadDraft('setup', ada)).toEqual({ step: 3 });
  replaceSession(new QueryClient(), null);
  expect(Object.keys(localStorage)).toEqual(['proffer.color-scheme']);
});
