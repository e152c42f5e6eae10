// The appearance of the main screens, compared with the pictures in `pictures/`: unintended changes
// are detected. Differences between machines (the edges of letters) are tolerated, differences
// between days (dates) are masked.
//
// Renew them after an intended change: `npm run pictures`.
import type { Page } from '@playwright/test';
import { type Made } from './accounts';
import { draftProposal } from './proposals';
import { must, openWorkspace } from './session';
import { expect, test } from './test';

const ADA = { first: 'Ada', last: 'Berg', email: 'ada@pictures.example', password: 'Lighthouse-7' };

const DATES =
  /\b(January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\.? \d{1,2}\b|\b\d{1,2}:\d{2}\b|\b(ago|just now|today|yesterday)\b/i;

/** Everything that depends on the date or time: dates, and fields with one. */
const dated = (page: Page) => [
  page.locator('time, input[type="date"]'),
  // It starts with a different month each month.
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'The last 12 months' }) }),
  page
    .locator('p, dd, small, span, td, li')
    .filter({ hasText: DATES, hasNot: page.locator('p, div, ul, h2, h3') }),
];

interface Picture {
  name: string;
  address: string;
  /** When this is visible, the screen has loaded. */
  heading: string | RegExp;
}

const signedIn = ({ proposal, share }: Pick<Made, 'proposal' | 'share'>): Picture[] => [
  { name: 'dashboard', address: '/', heading: 'Welcome back, Ada!' },
  { name: 'clients', address: '/clients', heading: 'Harbor & Pine' },
  { name: 'proposals', address: '/proposals', heading: /^New catalogue/ },
  { name: 'wizard', address: '/proposals/new', heading: 'Create New Proposal' },
  { name: 'editor', address: `/proposals/${proposal}/edit`, heading: 'Overview' },
  { name: 'shared-page', address: `/shared/${share}`, heading: 'Overview' },
  { name: 'company-profile', address: '/company/profile', heading: 'Company Profile' },
  { name: 'subscription', address: '/subscription', heading: 'Pro Plan' },
];
const VISITOR: readonly Picture[] = [
  { name: 'landing', address: '/', heading: /proposal/i },
  { name: 'auth', address: '/auth', heading: 'Welcome back' },
];

async function compare(page: Page, { name, address, heading }: Picture): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  await expect(page).toHaveScreenshot(`${name}.png`, { mask: dated(page), maskColor: '#84938a' });
}

test.use({ viewport: { width: 1280, height: 800 }, locale: 'en-US', timezoneId: 'UTC' });

test('the main screens look as they did', async ({ page, mailTo }) => {
  for (const picture of VISITOR) await test.step(picture.name, () => compare(page, picture));
  await openWorkspace(page, mailTo, ADA);
  const proposal = await draftProposal(page);
  const { shareToken } = await must<{ shareToken: string }>(page, 'POST', `/api/proposals/${proposal}/share`);
  for (const picture of signedIn({ proposal, share: shareToken })) {
    await test.step(picture.name, () => compare(page, picture));
  }
});
