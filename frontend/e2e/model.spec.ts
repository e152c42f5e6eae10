// A model behind the wizard and the assistant: a recap becomes a draft; an answer is streamed, and
// neither a lost connection nor a reload loses it or sends the question twice.
import { block, harborAndPine, saved, send, text, withProposal, write } from './proposals';
import { openWorkspace } from './session';
import { audit, expect, test } from './test';
import { createProposal } from './wizard';

const NOOR = { first: 'Noor', last: 'Haddad', email: 'noor@model.example', password: 'Lighthouse-7' };
const MINA = { ...NOOR, first: 'Mina', email: 'mina@model.example' };
const STREAM = '**/api/proposals/*/chat/stream*';

test('a model reads a recap and drafts from it what can be sent', async ({
  page,
  stranger: client,
  mailTo,
}) => {
  await openWorkspace(page, mailTo, MINA);
  await harborAndPine(page);
  await createProposal(page);
  await expect(page.getByRole('table', { name: 'One-time' })).toContainText('$4,500.00');
  await expect(page.getByRole('table', { name: 'Monthly' })).toContainText('$300.00');
  await page.getByRole('tab', { name: 'Prices & client' }).click();
  await expect(page.getByRole('complementary').getByText('$8,100.00')).toBeVisible();
  await client.goto(await send(page));
  await expect(client.getByRole('table', { name: 'Monthly' })).toContainText('$300.00');
  await expect(client.getByRole('heading', { name: 'Take Action' })).toBeVisible();
});

test('the assistant with a model', async ({ page, mailTo }) => {
  await withProposal(page, mailTo, NOOR);
  const chat = page.getByRole('region', { name: 'AI Assistant' });
  const input = chat.getByRole('textbox', { name: 'Message to the assistant' });
  const questions = chat.locator('.ant-bubble-end');

  await test.step('an answer comes and its change is applied', async () => {
    await write(page, 'Your needs', ' Typed just before.');
    await input.fill('Change the overview: We begin with the catalogue.');
    await input.press('Enter');
    await expect(chat.getByText('Overview now says what you asked for.', { exact: true })).toBeVisible();
    await expect(page.getByText('Changes applied')).toBeVisible();
    await expect(page.getByText('Your proposal has been updated.')).toBeVisible();
    await expect(block(page, 'Overview')).toContainText('We begin with the catalogue.');
    await expect(block(page, 'Your needs')).toContainText('Typed just before.');
    await saved(page);
    await chat.getByRole('button', { name: /^Overview Changed/ }).click();
    await expect(chat.locator('ins').filter({ hasText: 'begin' })).toBeVisible();
    await audit(page, 'assistant, a model');
  });

  await test.step('a lost connection is taken up again, and nothing is asked twice', async () => {
    await page.route(
      STREAM,
      async (route) => {
        // The server answers; the browser does not receive it.
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await input.fill('Add a section about training.');
    await input.press('Enter');
    await expect(chat.getByText('I added a section about training.', { exact: true })).toBeVisible();
    await expect(block(page, 'Training')).toHaveCount(1);
    await expect(questions).toHaveCount(2);
  });

  await test.step('a reload in the middle does not lose the answer', async () => {
    let tell: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      tell = resolve;
    });
    await page.route(STREAM, async (route) => {
      await route.fetch();
      tell();
    });
    await input.fill('Add a section about hosting.');
    await input.press('Enter');
    await answered;
    await page.unroute(STREAM);
    await page.reload();
    await expect(text(page)).toBeVisible();
    await expect(chat.getByText('I added a section about hosting.', { exact: true })).toBeVisible();
    await expect(block(page, 'Hosting')).toHaveCount(1);
    await expect(questions).toHaveCount(3);
  });
});
