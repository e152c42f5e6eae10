// Another design changes the appearance of a proposal, for its author and its client, and none of
// its text.
import type { Page } from '@playwright/test';
import { withProposal } from './proposals';
import { audit, expect, test } from './test';

const FINN = { first: 'Finn', last: 'Moreau', email: 'finn@design.example', password: 'Lighthouse-7' };

/** The style of the document's headings. */
const look = (page: Page) =>
  page
    .getByRole('article')
    .locator('section[data-block] > h2')
    .first()
    .evaluate((heading) => {
      const { color, fontFamily, fontSize } = window.getComputedStyle(heading);
      return { color, fontFamily, fontSize };
    });

const words = (page: Page) =>
  page.getByRole('article').locator('section[data-block] > :not(button, :has(> button))').allTextContents();

test('a design for one proposal', async ({ page, stranger: clientPage, mailTo }) => {
  await withProposal(page, mailTo, FINN);
  const before = await look(page);
  const said = await words(page);
  const drawer = page.getByRole('dialog', { name: 'Design' });

  await test.step('another template shows on the document at once, and goes with the drawer', async () => {
    await page.getByRole('button', { name: 'Design' }).click();
    await drawer.getByRole('radio', { checked: false }).first().check();
    await expect.poll(() => look(page)).not.toEqual(before);
    await drawer.getByRole('button', { name: 'Cancel' }).click();
    await expect(drawer).toBeHidden();
    await expect.poll(() => look(page)).toEqual(before);
  });

  await test.step('template and colour are applied, and no word changes', async () => {
    await page.getByRole('button', { name: 'Design' }).click();
    await drawer.getByRole('radio', { checked: false }).first().check();
    await drawer.getByRole('button', { name: /^Primary/ }).click();
    const hex = drawer.getByRole('textbox', { name: 'Primary: custom color in hex' });
    await hex.fill('#12');
    await hex.press('Enter');
    await expect(hex).toHaveAttribute('aria-invalid', 'true');
    await hex.fill('#8a1c4a');
    await expect(drawer.getByRole('button', { name: /^Primary/ })).toContainText('#8a1c4a');
    await audit(page, 'design, a color');
    await drawer.getByRole('button', { name: 'Apply to This Proposal' }).click();
    await expect(page.getByText('Template updated successfully!')).toBeVisible();
    await expect(drawer).toBeHidden();
    expect(await words(page)).toEqual(said);
  });

  const after = await look(page);
  await test.step('it is there after a reload', async () => {
    expect(after).not.toEqual(before);
    await page.reload();
    await expect.poll(() => look(page)).toEqual(after);
  });

  await test.step('the client sees the same', async () => {
    await page.getByRole('button', { name: 'Send to Client' }).click();
    await page.getByRole('button', { name: 'Get the link without an email' }).click();
    const link = await page.getByRole('textbox', { name: 'Shareable link' }).inputValue();
    await clientPage.goto(link);
    await expect.poll(() => look(clientPage)).toEqual(after);
    expect(await words(clientPage)).toEqual(said);
    await audit(clientPage, 'shared page, designed');
  });

  await test.step("the workspace's own design has a screen", async () => {
    await page.goto('/company/profile?tab=template');
    await expect(page.getByRole('tabpanel').getByRole('radio').first()).toBeVisible();
  });
});
