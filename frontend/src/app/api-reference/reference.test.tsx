// The generated file: complete without a script, and without broken internal links.
import { expect, it } from 'vitest';
import { nouns, schemas } from './document';
import { renderPages } from './pages';

const html = renderPages(['/assets/reference.css'])['api-docs.html'] ?? '';
const page = new DOMParser().parseFromString(html, 'text/html');

/** The details element of an operation or a schema. */
const entry = (id: string): string => page.getElementById(id)?.closest('details')?.textContent ?? '';

it('has every operation and every schema once, and no link into nothing', () => {
  const ids = [...page.querySelectorAll('[id]')].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const operations = nouns.flatMap((noun) => noun.operations);
  expect(operations.length).toBeGreaterThan(100);
  for (const { operationId } of operations) expect(ids).toContain(operationId);
  for (const { name } of schemas) expect(ids).toContain(`schema-${name}`);
  for (const link of page.querySelectorAll('a[href^="#"]'))
    expect(ids, link.outerHTML).toContain(link.getAttribute('href')?.slice(1));
});

it('says who may ask', () => {
  expect(entry('createClient')).toContain('Session or API key clients:write');
  expect(entry('createApiKey')).toMatch(/WhoSession(?! or)/);
  expect(entry('getSharedProposal')).toContain('Anyone with the link');
  expect(entry('login')).toContain('No authentication');
});

it('says what is sent', () => {
  expect(entry('listClients')).toMatch(/limit.*in the query/);
  expect(entry('schema-ClientInput')).toMatch(/companyNamestringrequired/);
  expect(entry('schema-ProposalStatus')).toContain('signed');
});

it('runs no script of its own, and holds nothing for the server to fill in', () => {
  expect([...page.scripts].map((script) => script.getAttribute('src'))).toEqual(['/color-scheme.js']);
  expect(page.querySelectorAll('[style], [onclick]')).toHaveLength(0);
  expect(html).not.toContain('{{');
});
