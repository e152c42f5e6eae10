// The pre-send check, with a model that invents claims: each unbacked claim is settled in one of
// the ways before the proposal can be sent.
import { block, goTo, saved, withProposal, write } from './proposals';
import { audit, expect, test } from './test';

const OTTO = { first: 'Otto', last: 'Brandt', email: 'otto@check.example', password: 'Lighthouse-7' };
const PLACEHOLDER = ' [Client Name] signs.';

test('a proposal with unaccepted claims is not sent', async ({ page, mailTo }) => {
  await withProposal(page, mailTo, OTTO, {
    prices: '$4,500 for the catalogue one-time, $300 monthly hosting and about $500 for photographs',
  });
  const panel = page.getByRole('tabpanel', { name: /^Check/ });
  const overview = block(page, 'Overview');
  const card = (words: string) => panel.getByRole('listitem').filter({ hasText: words });

  await test.step('sending leads to what is to be settled', async () => {
    await write(page, 'Your needs', PLACEHOLDER);
    await saved(page);
    await page.getByRole('button', { name: 'Send to Client' }).click();
    await expect(panel.getByRole('heading', { name: '11 issues to resolve' })).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Check (11)' })).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    await audit(page, 'check, open');
  });

  await test.step('a claim that is backed shows by what', async () => {
    const claim = panel
      .getByRole('region', { name: 'Our solution' })
      .getByRole('button', { name: /two weeks/ });
    await claim.click();
    await expect(claim).toHaveAttribute('aria-expanded', 'true');
    await expect(panel.locator('blockquote mark').filter({ hasText: 'two weeks' })).toBeVisible();
    await audit(page, 'check, a source');
  });

  await test.step('fixing leads to the words, ready to be typed over', async () => {
    await panel.getByRole('button', { name: 'Fix: 97% at once' }).click();
    expect(await page.evaluate(() => window.getSelection()?.toString())).toBe('97% at once');
    await page.keyboard.type('a lot');
    await expect(overview).toContainText('Our clients grow by a lot.');
    await expect(panel.getByRole('heading', { name: '10 issues to resolve' })).toBeVisible();
  });

  await test.step('removing takes the sentence out', async () => {
    await panel.getByRole('button', { name: 'Remove: 3 October 2031' }).click();
    await expect(panel.getByRole('heading', { name: '9 issues to resolve' })).toBeVisible();
    await expect(overview).not.toContainText('3 October 2031');
    await expect(overview).toContainText('The work takes nine days.');
  });

  await test.step('the other claims are accepted by name', async () => {
    for (const [words, left] of [
      ['nine days', 8],
      ['ISO 27001 certified', 7],
      ['accredited', 6],
      ['money-back guarantee', 5],
      ['tripled our sales', 4],
      ['1,234', 3],
      ['Walter Lindqvist', 2],
    ] as const) {
      await card(words)
        .getByRole('button', { name: /^Accept as Mine/ })
        .first()
        .click();
      await expect(panel.getByRole('heading', { name: `${String(left)} issues to resolve` })).toBeVisible();
    }
    await panel
      .getByRole('region', { name: 'Overview' })
      .getByRole('button', { name: /nine days/ })
      .click();
    await expect(panel.getByText('Accepted by Otto Brandt')).toBeVisible();
  });

  await test.step('an open amount is confirmed, a placeholder filled in', async () => {
    await panel.getByRole('button', { name: /^Confirm .*photographs/i }).click();
    await expect(panel.getByRole('heading', { name: '1 issue to resolve' })).toBeVisible();
    await card('[Client Name]').getByRole('button', { name: 'Go to Your needs' }).click();
    await expect(block(page, 'Your needs')).toBeInViewport();
    await goTo(page, 'Your needs');
    for (const _ of PLACEHOLDER) await page.keyboard.press('Backspace');
    await expect(panel.getByRole('heading', { name: 'Ready to send' })).toBeVisible();
    // At the top of the page the sticky header covers no button.
    await page.evaluate(() => {
      window.scrollTo(0, 0);
    });
    await audit(page, 'check, ready');
  });

  await test.step('and then it goes', async () => {
    await page.getByRole('button', { name: 'Send to Client' }).click();
    await page.getByRole('button', { name: 'Get the link without an email' }).click();
    const dialog = page.getByRole('dialog', { name: 'Proposal Ready to Send!' });
    await expect(dialog.getByRole('textbox', { name: 'Shareable link' })).toHaveValue(/\/shared\//);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('tab', { name: 'Check' }).click();
    await expect(page.getByText('This proposal was checked when it was sent.')).toBeVisible();
  });
});
