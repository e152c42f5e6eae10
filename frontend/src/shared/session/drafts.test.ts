import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { user as ada } from '@/test/data';
import { browserDrafts, tabDrafts } from './drafts';
import { replaceSession } from './replace-session';

const elsewhere = { ...ada, workspace: { ...ada.workspace, id: '0197a000-0000-7000-8000-00000000000f' } };
const bea = { ...ada, id: '0197a000-0000-7000-8000-00000000000e' };

test.each([
  ['browser', browserDrafts],
  ['tab', tabDrafts],
])('a draft of the %s is one person’s in one workspace', (_where, drafts) => {
  drafts.save('setup', ada, { step: 3 });
  expect(drafts.load('setup', ada)).toEqual({ step: 3 });
  expect(drafts.load('setup', elsewhere)).toBeNull();
  expect(drafts.load('setup', bea)).toBeNull();
  drafts.clear('setup', ada);
  expect(drafts.load('setup', ada)).toBeNull();
});

test('it is found by how its name begins, by its owner alone', () => {
  tabDrafts.save('client.7', ada, {});
  expect(tabDrafts.find('client.', ada)).toBe('7');
  expect(tabDrafts.find('client.', bea)).toBeUndefined();
  expect(tabDrafts.find('client.', elsewhere)).toBeUndefined();
  expect(tabDrafts.find('invite.', ada)).toBeUndefined();
});

test('signing out takes the drafts along, and nothing else', () => {
  browserDrafts.save('setup', ada, { step: 3 });
  browserDrafts.save('setup', elsewhere, { step: 4 });
  tabDrafts.save('client.new', ada, { companyName: 'Harbor' });
  localStorage.setItem('proffer.color-scheme', 'dark');
  sessionStorage.setItem('elsewhere', 'kept');
  replaceSession(new QueryClient(), null);
  expect(Object.keys(localStorage)).toEqual(['proffer.color-scheme']);
  expect(Object.keys(sessionStorage)).toEqual(['elsewhere']);
});

test('the next user of the same tab finds only their own drafts', () => {
  browserDrafts.save('setup', ada, { step: 3 });
  tabDrafts.save('client.new', ada, { companyName: 'Harbor' });
  tabDrafts.save('client.new', bea, { companyName: 'Pine' });
  replaceSession(new QueryClient(), bea);
  expect(browserDrafts.load('setup', ada)).toEqual({ step: 3 });
  expect(tabDrafts.load('client.new', ada)).toBeNull();
  expect(tabDrafts.load('client.new', bea)).toEqual({ companyName: 'Pine' });
});

test('without storage nothing is kept, and nothing breaks', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  tabDrafts.save('client.new', ada, {});
  expect(tabDrafts.load('client.new', ada)).toBeNull();
});
