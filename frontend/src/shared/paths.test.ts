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
  it.each([
    '/',
    '/clients',
    '/proposals/new?clientId=1#top',
    '/invitation?token=a-b_c',
    '/settings/security?ssoError=failed',
    // Encoded slashes stay encoded: these are odd paths of this site.
    '/%2F%2Fevil.example',
    '/%5Cevil.example',
    '/authors',
    '/apiary',
    '/clients?next=//evil.example',
  ])('keeps %s', (path) => {
    expect(safeReturnPath(path)).toBe(path);
  });

  it('keeps what a path comes to', () => {
    expect(safeReturnPath('/clients/../proposals')).toBe('/proposals');
    expect(safeReturnPath('/cli\tents')).toBe('/clients');
  });

  it.each([
    null,
    '',
    ' ',
    'clients',
    '?tab=register',
    '#top',
    'https://evil.example',
    'https:/evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    'data:text/html,evil',
    ' //evil.example',
    '//evil.example',
    '///evil.example',
    '//evil.example@localhost',
    '//[',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\n/evil.example',
    '/\t\\evil.example',
    '/\t/[',
    '/..//evil.example',
    '/.//evil.example',
    '/%2e%2e//evil.example',
    '/clients/..//evil.example',
    '/clients/..\\\\evil.example',
    '/\\t/../..//evil.example/..//evil.example',
    '/auth',
    '/auth/',
    '/AUTH?returnTo=/auth',
    '/clients/../auth',
    '/auth?returnTo=%2Fclients',
    '/api/logout',
    '/clients/../api/login?returnTo=/auth',
  ])('goes home instead of to %j', (path) => {
    expect(safeReturnPath(path)).toBe('/');
  });

  it('gives nothing that another resolution would turn into another site', () => {
    for (const slash of ['/', '\\', '/\t/', '/.//', '/..\\\\', '/%2e/\\']) {
      for (const rest of ['evil.example', '/evil.example', '..//evil.example', '@evil.example', ':80']) {
        const path = safeReturnPath(slash + rest);
        expect(new URL(path, window.location.origin).origin, slash + rest).toBe(window.location.origin);
      }
    }
  });
});
