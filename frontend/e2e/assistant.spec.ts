// The assistant without a model: its changes are shown block by block, and kept, refused or
// reverted.
import type { Locator, Page } from '@playwright/test';
import { block, headings, withProposal, write } from './proposals';
import { audit, expect, test } from './test';

const ZOE = { first: 'Zoe', last: 'Lind', email: 'zoe@assistant.example', password: 'Lighthouse-7' };

const chat = (page: Page): Locator => page.getByRole('region', { name: 'AI Assistant' });

/** The answer with this text. */
const answer = (page: Page, words: string | RegExp): Locator =>
  chat(page).locator('.ant-bubble-start').filter({ hasText: words });

async function say(page: Page, words: string): Promise<void> {
  const input = chat(page).getByRole('textbox', { name: 'Message to the assistant' });
  await input.fill(words);
  await input.press('Enter');
}

const revert = (page: Page, words: string | RegExp): Promise<void> =>
  answer(page, words).getByRole('button', { name: 'Revert', exact: true }).click();

test('the assistant without a model', async ({ page, mailTo }) => {
  await withProposal(page, mailTo, ZOE);

  await test.step('a suggestion adds what is missing, shown as a comparison', async () => {
    await chat(page).getByRole('button', { name: 'Include timeline' }).click();
    const message = answer(page, 'I added a timeline');
    await expect(message.getByText('1 change', { exact: true })).toBeVisible();
    await expect(page.getByText('Your proposal has been updated.')).toBeVisible();
    await message.getByRole('button', { name: /^Timeline Added/ }).click();
    await expect(message.locator('ins')).toContainText('Design takes two weeks');
    await expect(block(page, 'Timeline')).toContainText('Design takes two weeks');
    await audit(page, 'assistant, a change');
    await message.getByRole('button', { name: 'Keep Timeline' }).click();
    await expect(message.getByText('Kept')).toBeVisible();
  });

  await test.step('of two changes one is kept and one rejected', async () => {
    await write(page, 'Overview', " We can't wait!");
    await write(page, 'Your needs', " They don't sell much!");
    await chat(page).getByRole('button', { name: 'Change tone to formal' }).click();
    const message = answer(page, 'I made the tone more formal');
    await expect(message.getByText('2 changes', { exact: true })).toBeVisible();
    await expect(block(page, 'Overview')).toContainText('We cannot wait.');
    await expect(block(page, 'Your needs')).toContainText('They do not sell much.');

    await message.getByRole('button', { name: 'Keep Overview' }).click();
    await expect(message.getByText('Kept')).toBeVisible();
    await message.getByRole('button', { name: 'Refuse Your needs' }).click();
    await expect(message.getByText('Rejected')).toBeVisible();
    await expect(block(page, 'Your needs')).toContainText("They don't sell much!");
    await expect(block(page, 'Overview')).toContainText('We cannot wait.');
  });

  await test.step('taking a message back leaves the work of a later one alone', async () => {
    await say(page, 'Add a section about maintenance: We keep it up to date.');
    await expect(block(page, 'Maintenance')).toContainText('We keep it up to date.');
    await say(page, 'Rename Scope of work to What you get');
    await expect(block(page, 'What you get')).toBeVisible();
    await revert(page, 'I added the section');
    await expect(page.getByText('Changes reverted')).toBeVisible();
    await expect(block(page, 'Maintenance')).toBeHidden();
    await expect(block(page, 'What you get')).toBeVisible();
  });

  await test.step('and says so where a later one changed the same', async () => {
    await say(page, 'Rename What you get to Our work');
    await expect(block(page, 'Our work')).toBeVisible();
    await revert(page, 'I renamed "Scope of work"');
    await expect(answer(page, 'I renamed "Scope of work"').getByRole('alert')).toContainText(
      'was changed again since and stays as it is.',
    );
    await expect(block(page, 'Our work')).toBeVisible();
    await audit(page, 'assistant, a conflict');
  });

  await test.step('what it cannot do it says, and changes nothing', async () => {
    const before = await headings(page).allTextContents();
    await say(page, 'Make it rhyme like a ballad');
    await expect(answer(page, 'I cannot do that without a language model')).toBeVisible();
    await expect(headings(page)).toHaveText(before);
  });

  await test.step('the conversation and its decisions are there after a reload', async () => {
    await page.reload();
    const message = answer(page, 'I made the tone more formal');
    await expect(message.getByText('Kept')).toBeVisible();
    await expect(message.getByText('Rejected')).toBeVisible();
    await expect(answer(page, 'I added the section').getByText('Reverted')).toBeVisible();
  });

  await test.step('what was used is told', async () => {
    await page.goto('/settings/usage');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await audit(page, 'usage');
  });
});
