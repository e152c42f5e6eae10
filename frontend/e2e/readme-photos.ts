// The README's pictures of the product, from the workspace of `proffer dev --demo`: the dashboard, a proposal
// in the editor, and the same proposal as its client reads it. These are not tests: run `npm run photos` when
// the appearance of one has changed.
import path from 'node:path';
import type { Page } from '@playwright/test';
import { block, open, saved, send } from './proposals';
import { enter, must } from './session';
import { expect, test } from './test';

const FOLDER = path.join(import.meta.dirname, '../docs/pictures');
const OWNER = { first: 'Mara', last: 'Lindqvist', email: 'demo@proffer.example', password: 'Look-Around-1' };
/** A font that the product includes, because system fonts differ between machines. */
const DESIGN = {
  templateId: '5d2f0b1e-0001-7000-8000-000000000001',
  primaryColor: '#1f5eff',
  fontFamily: 'Hanken Grotesk',
};

interface Listed {
  id: string;
  title: string;
  status: string;
  shareToken?: string;
}

async function take(page: Page, name: string): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready);
  const picture = await page.screenshot({ path: path.join(FOLDER, `${name}.png`), caret: 'hide' });
  expect(picture.length, `${name} is light enough for the README`).toBeLessThan(250_000);
}

/** Opens a proposal like its client, until the page has reported that it is being read. */
async function read(client: Page, address: string): Promise<void> {
  await client.goto(address);
  await expect(client.getByRole('heading', { name: 'Overview' })).toBeVisible();
  const told = client.waitForResponse((answer) => answer.url().endsWith('/views'));
  await client.keyboard.press('PageDown');
  await told;
  await client.evaluate(() => {
    window.scrollTo(0, 0);
  });
}

test.use({
  demo: true,
  viewport: { width: 1440, height: 1080 },
  colorScheme: 'light',
  locale: 'en-US',
  timezoneId: 'UTC',
});

test('the editor, the page of the client, and the dashboard', async ({ page, browser }) => {
  await enter(page, OWNER);
  await must(page, 'POST', '/api/user-template-preferences', DESIGN);
  const all = await must<Listed[]>(page, 'GET', '/api/proposals');
  const draft = all.find(({ status }) => status === 'draft');
  expect(draft).toBeDefined();

  await open(page, `/proposals/${draft?.id ?? ''}/edit`);
  const chat = page.getByRole('region', { name: 'AI Assistant' });
  const message = chat.getByRole('textbox', { name: 'Message to the assistant' });
  await message.fill(
    'Include a timeline: workshop in week one, booking page after four weeks, launch on 3 May',
  );
  await message.press('Enter');
  await expect(block(page, 'Timeline')).toBeVisible();
  await chat.getByRole('button', { name: /^Timeline Added/ }).click();
  await expect(chat.locator('ins').first()).toBeVisible();
  await expect(page.getByText('Your proposal has been updated.')).toBeHidden();
  await saved(page);
  await take(page, 'editor');

  const link = await send(page);
  // The clients open the proposals.
  const context = await browser.newContext({
    viewport: { width: 1440, height: 1080 },
    reducedMotion: 'reduce',
    colorScheme: 'light',
  });
  const client = await context.newPage();
  for (const { shareToken } of all.filter(({ status }) => status === 'pending' || status === 'in_review')) {
    await read(client, `/shared/proposals/${shareToken ?? ''}`);
  }
  await read(client, link);
  await take(client, 'client-page');

  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Welcome back, Mara!' })).toBeVisible();
  await page.getByRole('button', { name: 'Hide the checklist' }).click();
  await expect(page.getByText('Checklist hidden')).toBeVisible();
  await expect(page.getByText('Checklist hidden')).toBeHidden();
  await take(page, 'dashboard');
  await context.close();
});
