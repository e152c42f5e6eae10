import { describe, expect, it } from 'vitest';
import { paths, safeReturnPath } from './paths';

describe('paths', () => {
  it('leaves out what is not given', () => {
    expect(paths.newProposal()).toBe('/proposals/new');
    expect(paths.newProposal({ clientId: 'a b', additionalNotes: '' })).toBe('/proposals/new?clientId=a+b');
    expect(paths.auth({ tab: 'register' })).toBe('/auth?tab=register');
  });
});

describe('safeReturnPath', () => {
  it.each(['/clients', '/proposals/new?clientId=1#top'])('keeps %s', (path) => {
    expect(safeReturnPath(path)).toBe(path);
  });

  it.each([
    null,
    '',
    'clients',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/auth',
  ])('goes home instead of to %j', (path) => {
    expect(safeReturnPath(path)).toBe('/');
  });
});
