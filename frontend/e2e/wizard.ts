// The wizard: from a pasted recap to a drafted proposal.
import type { Page } from '@playwright/test';
import { pass, type Look } from './people';
import { expect } from './test';

const PRICES = '$4,500 one-time and $300 monthly hosting';
const PROGRESS = /\/api\/proposals\/[^/]+\/drafting(\/events)?$/;
const RECAP =
  'Met with Marguerite from Harbor & Pine on Tuesday. They need a faster website because buyers leave before the prices ' +
  'load on a phone. We will build a new catalogue with a configurator that works on phones, and train two people to ' +
  `change prices themselves. We charge ${PRICES}. They want to launch in March.`;

/**
 * From the list through the wizard to the drafted proposal for Harbor & Pine; returns its address.
 */
export async function createProposal(page: Page, look: Look = pass): Promise<string> {
  await page.goto('/proposals');
  await expect(page.getByRole('heading', { name: 'Proposals', exact: true })).toBeVisible();
  await look(page, 'proposals');
  await page.getByRole('main').getByRole('link', { name: 'Create New Proposal' }).click();
  await expect(page.getByRole('heading', { name: 'Select Client' })).toBeVisible();
  await page.getByRole('button', { name: /Harbor & Pine/ }).click();
  await look(page, 'wizard, method');
  await page.getByRole('button', { name: /Paste Meeting Recap/ }).click();
  await page.getByRole('textbox', { name: 'Meeting recap' }).fill(RECAP);
  await look(page, 'wizard, recap');
  await page.getByRole('button', { name: 'Extract Details' }).click();

  await expect(page.getByRole('heading', { name: 'Review & Set Pricing' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Client needs' })).toHaveValue(/prices/);
  await expect(page.getByRole('textbox', { name: 'Proposed solution' })).toHaveValue(/configurator/);
  await expect(page.getByRole('textbox', { name: 'Pricing' })).toHaveValue(/4,500/);
  await look(page, 'wizard, review');
  // Typed text survives a reload.
  await page.getByRole('textbox', { name: 'Pricing' }).fill(PRICES);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Pricing' })).toHaveValue(PRICES);
  // The page learns of no progress before its reload, however fast the draft is made.
  await page.route(PROGRESS, () => undefined);
  await page.getByRole('button', { name: 'Create Proposal' }).click();

  const stages = page.getByRole('dialog').getByRole('listitem');
  await expect(stages).toHaveText([
    'Analyzing client requirements',
    'Generating proposal structure',
    'Creating pricing strategy',
    'Building timeline and milestones',
    'Finalizing your proposal',
  ]);
  await expect(page).toHaveURL(/[?&]drafting=/);
  await look(page, 'drafting');
  await page.unroute(PROGRESS);
  // A reload does not lose the running work either.
  await page.reload();
  await expect(page).toHaveURL(/\/proposals\/[^/]+\/edit$/);
  await expect(page.getByText('Proposal created successfully!')).toBeVisible();
  return page.url();
}
