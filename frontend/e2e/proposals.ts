// A drafted proposal, without the screens that lead to it: what comes before the part that a test of the editor is about.
import type { Locator, Page } from '@playwright/test';
import type { Person } from './people';
import { must, openAccount } from './session';
import { expect, type Fixtures } from './test';

/** The words that it is drafted from. */
interface Words {
  needs?: string;
  solution?: string;
  prices?: string;
}

const WORDS: Required<Words> = {
  needs: 'They lose buyers because prices load slowly on a phone.',
  solution:
    'We will build a new catalogue with a configurator that works on phones. Design takes two weeks. The build takes four weeks.',
  prices: '$4,500 for the catalogue one-time and $300 monthly hosting',
};

/** A client and a proposal for them, drafted; answers with its id. */
export async function draftProposal(
  page: Page,
  { needs, solution, prices }: Required<Words> = WORDS,
): Promise<string> {
  const client = await must<{ id: string }>(page, 'POST', '/api/clients', {
    companyName: 'Harbor & Pine',
    firstName: 'Marguerite',
    lastName: 'Delacroix',
    email: 'marguerite@harborpine.example',
  });
  const { id } = await must<{ id: string }>(page, 'POST', '/api/proposals', {
    clientId: client.id,
    clientContext: needs,
    proposedSolution: solution,
    pricingDetails: prices,
  });
  await drafted(page, id);
  return id;
}

/** Its words are written. */
export const drafted = (page: Page, id: string): Promise<void> =>
  expect
    .poll(async () => {
      const { drafting } = await must<{ drafting: { status: string } }>(page, 'GET', `/api/proposals/${id}`);
      return drafting.status;
    })
    .toBe('done');

/** A new account, with a company, a client and a drafted proposal; answers with the address of its editor. */
export async function withProposal(
  page: Page,
  mailTo: Fixtures['mailTo'],
  person: Person,
  words: Words = {},
): Promise<string> {
  await openAccount(page, mailTo, person);
  await must(page, 'POST', '/api/companies', { name: 'Northlight Studio' });
  const id = await draftProposal(page, { ...WORDS, ...words });
  const editor = `/proposals/${id}/edit`;
  await open(page, editor);
  return editor;
}

/** Opens an editor and waits until it can be written in. */
export async function open(page: Page, editor: string): Promise<void> {
  await page.goto(editor);
  await expect(text(page)).toBeVisible();
}

/** The document, open for writing. */
export const text = (page: Page): Locator => page.getByRole('textbox', { name: /^Text of/ });

/** The block under that heading. */
export const block = (page: Page, heading: string): Locator =>
  page.getByRole('article').locator('section[data-block]', {
    has: page.getByRole('heading', { level: 2, name: heading, exact: true }),
  });

/** Sets the caret at the end of the first paragraph under a heading, as somebody does who clicks there. */
export async function goTo(page: Page, heading: string): Promise<void> {
  const paragraph = block(page, heading).locator('p, li').first();
  // In its last line: the End key leads to the end of a line only.
  const { height } = (await paragraph.boundingBox()) ?? { height: 0 };
  await paragraph.click({ position: { x: 5, y: height - 5 } });
  await page.keyboard.press('End');
}

/** Writes there. */
export async function write(page: Page, heading: string, words: string): Promise<void> {
  await goTo(page, heading);
  await page.keyboard.type(words);
}

/** What is on the screen is on the server. */
export const saved = (page: Page): Promise<void> =>
  expect(page.getByText('Saved', { exact: true })).toBeVisible();

/** Does something with the block under a heading by the menu of its handle. */
export async function byMenu(page: Page, heading: string, item: string): Promise<void> {
  await block(page, heading).hover();
  await page.getByRole('button', { name: `Block menu: ${heading}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** The headings of the document from top to bottom. */
export const headings = (page: Page): Locator =>
  page.getByRole('article').locator('section[data-block] > h2');
