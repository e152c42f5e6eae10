// A drafted proposal, created without the screens: the preparation for tests of the editor.
import type { Locator, Page } from '@playwright/test';
import type { Person } from './people';
import { must, openWorkspace } from './session';
import { expect, type Fixtures } from './test';

/** The text that it is drafted from. */
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

/** The client of the proposals; returns its id. */
export async function harborAndPine(page: Page): Promise<string> {
  const { id } = await must<{ id: string }>(page, 'POST', '/api/clients', {
    companyName: 'Harbor & Pine',
    firstName: 'Marguerite',
    lastName: 'Delacroix',
    email: 'marguerite@harborpine.example',
  });
  return id;
}

/** A client and a drafted proposal for them; returns its id. */
export async function draftProposal(
  page: Page,
  { needs, solution, prices }: Required<Words> = WORDS,
): Promise<string> {
  const { id } = await must<{ id: string }>(page, 'POST', '/api/proposals', {
    clientId: await harborAndPine(page),
    clientContext: needs,
    proposedSolution: solution,
    pricingDetails: prices,
  });
  await drafted(page, id);
  return id;
}

/** Its text has been drafted. */
export const drafted = (page: Page, id: string): Promise<void> =>
  expect
    .poll(async () => {
      const { drafting } = await must<{ drafting: { status: string } }>(page, 'GET', `/api/proposals/${id}`);
      return drafting.status;
    })
    .toBe('done');

/**
 * A new account, with a company, a client and a drafted proposal; returns the address of its
 * editor.
 */
export async function withProposal(
  page: Page,
  mailTo: Fixtures['mailTo'],
  person: Person,
  words: Words = {},
): Promise<string> {
  await openWorkspace(page, mailTo, person);
  const id = await draftProposal(page, { ...WORDS, ...words });
  const editor = `/proposals/${id}/edit`;
  await open(page, editor);
  return editor;
}

/** Opens an editor and waits until it is editable. */
export async function open(page: Page, editor: string): Promise<void> {
  await page.goto(editor);
  await expect(text(page)).toBeVisible();
}

/** The editable document. */
export const text = (page: Page): Locator => page.getByRole('textbox', { name: /^Text of/ });

/** The block with this heading. */
export const block = (page: Page, heading: string): Locator =>
  page.getByRole('article').locator('section[data-block]', {
    has: page.getByRole('heading', { level: 2, name: heading, exact: true }),
  });

/** Sets the caret at the end of the first paragraph below a heading, as a click there would. */
export async function goTo(page: Page, heading: string): Promise<void> {
  const paragraph = block(page, heading).locator('p, li').first();
  // In its last line: the End key only moves to the end of a line.
  const { height } = (await paragraph.boundingBox()) ?? { height: 0 };
  await paragraph.click({ position: { x: 5, y: height - 5 } });
  await page.keyboard.press('End');
}

/** Types at this place. */
export async function write(page: Page, heading: string, words: string): Promise<void> {
  await goTo(page, heading);
  await page.keyboard.type(words);
}

/** The content of the screen has been saved. */
export const saved = (page: Page): Promise<void> =>
  expect(page.getByText('Saved', { exact: true })).toBeVisible();

/** Uses the menu of the handle of the block under a heading. */
export async function byMenu(page: Page, heading: string, item: string): Promise<void> {
  await block(page, heading).hover();
  await page.getByRole('button', { name: `Block menu: ${heading}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** The headings of the document from top to bottom. */
export const headings = (page: Page): Locator =>
  page.getByRole('article').locator('section[data-block] > h2');

/** Sends the open proposal; returns the client's link. */
export async function send(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Send to Client' }).click();
  const letter = page.getByRole('dialog', { name: 'Send to Client' });
  await expect(letter.getByRole('textbox', { name: 'Email' })).toHaveValue(/@/);
  const [answer] = await Promise.all([
    page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/send')),
    letter.getByRole('button', { name: 'Send', exact: true }).click(),
  ]);
  // A refusal is only on the screen for some seconds.
  expect(answer.ok(), await answer.text()).toBe(true);
  const dialog = page.getByRole('dialog', { name: 'Proposal Ready to Send!' });
  await expect(dialog.getByText('Handed to the mail server')).toBeVisible();
  const link = await dialog.getByRole('textbox', { name: 'Shareable link' }).inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(
    page.getByText('This proposal has been sent, Editing will change it to draft and require resending'),
  ).toBeVisible();
  return link;
}
