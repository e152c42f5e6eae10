// Owner and client in parallel: a request about one section, a revision with its changes, a choice
// of options, a signature, and the sealed document. The owner's bell updates while the client acts,
// and the file is verified without the server.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { open, saved, withProposal, write } from './proposals';
import { ask } from './session';
import { audit, expect, test } from './test';

const OWNER = { first: 'Ada', last: 'Berg', email: 'ada@signing.example', password: 'Lighthouse-7' };
const CLIENT = { name: 'Mia Castellano', email: 'mia@signing.example' };
const PRICES =
  '$4,500 for the catalogue one-time, $300 monthly hosting, and optional product photography for $800';

const run = promisify(execFile);

/** Mails the proposal with the API call of the screen, without its dialog. */
async function send(page: Page, editor: string) {
  const id = editor.split('/')[2] ?? '';
  const { status, body } = await ask(page, 'POST', `/api/proposals/${id}/send`, {
    recipientName: CLIENT.name,
    recipientEmail: CLIENT.email,
    subject: 'Your new catalogue',
    message: 'As we discussed.',
  });
  expect(status, body).toBe(200);
}

test('request, revision, choice of options, signature and proof', async ({
  page,
  stranger: client,
  mailTo,
  stack,
}, info) => {
  const editor = await withProposal(page, mailTo, OWNER, { prices: PRICES });
  const bell = page.getByRole('button', { name: /^Notifications/ });

  await test.step('the mail leads the client to the proposal', async () => {
    await send(page, editor);
    const { text, link } = await mailTo(CLIENT.email, 'Your new catalogue');
    expect(text).toContain('As we discussed.');
    await client.goto(link);
    await expect(client.getByRole('heading', { name: 'Take Action' })).toBeVisible();
  });

  await test.step('the client asks about one part, and the owner hears of it at once', async () => {
    await client.getByRole('button', { name: 'Ask about this part: Overview' }).click();
    await client
      .getByRole('textbox', { name: 'What should change? (optional)' })
      .fill('Please add the Spanish shop.');
    await client.getByRole('textbox', { name: 'Full name' }).fill(CLIENT.name);
    await client.getByRole('textbox', { name: 'Email' }).fill(CLIENT.email);
    await client.getByRole('button', { name: 'Request Changes', exact: true }).click();
    await expect(client.getByRole('heading', { name: 'Changes Requested' })).toBeVisible();
    await expect(bell).toHaveAccessibleName(/unread/);
    await bell.click();
    const news = page.getByRole('region', { name: 'Notifications' });
    await expect(news.getByRole('link', { name: /asked for changes to/ })).toContainText('the Spanish shop');
    // Targets that the panel covers are exempt then.
    await news.getByRole('link', { name: 'See all' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
    await audit(page, 'notifications');
  });

  await test.step('the owner revises and sends again', async () => {
    await page.goto(editor);
    await page.getByRole('button', { name: 'Edit Anyway' }).click();
    await page
      .getByRole('dialog', { name: 'Edit Proposal?' })
      .getByRole('button', { name: 'Edit Anyway' })
      .click();
    await expect(page.getByText('Proposal reverted to draft. You can now edit it.')).toBeVisible();
    await open(page, editor);
    await write(page, 'Overview', ' The Spanish shop is included.');
    await saved(page);
    await send(page, editor);
  });

  await test.step('the client sees what changed on the same link', async () => {
    await client.reload();
    const banner = client.getByText('This proposal was updated since you last read it');
    await expect(banner).toBeVisible();
    await expect(client.locator('ins').first()).toContainText('Spanish shop');
    await audit(client, 'shared page, updated');
  });

  await test.step('an option is chosen, and the total follows', async () => {
    const photography = client.getByRole('checkbox', { name: /photography/i });
    await expect(photography).not.toBeChecked();
    await photography.check();
    await expect(client.getByText('$8,900.00').first()).toBeVisible();
    await audit(client, 'shared page, chosen');
  });

  await test.step('the client signs what was chosen', async () => {
    await client.getByRole('radio', { name: 'Accept' }).check();
    await client.getByRole('checkbox', { name: /^I agree to sign this proposal electronically/ }).check();
    await client.getByRole('textbox', { name: 'Full name' }).fill(CLIENT.name);
    await client.getByRole('textbox', { name: 'Email' }).fill(CLIENT.email);
    await client.getByRole('textbox', { name: 'Signature' }).fill(CLIENT.name);
    await client.getByRole('button', { name: 'Accept & Sign' }).click();
    await expect(client.getByRole('heading', { name: 'Proposal Accepted!' })).toBeVisible();
    expect((await mailTo(CLIENT.email, /^You accepted/)).text).toContain('$8,900.00');
  });

  const file = info.outputPath('signed.pdf');
  await test.step('both sides download the same document', async () => {
    const [download] = await Promise.all([
      client.waitForEvent('download'),
      client.getByRole('button', { name: 'Download signed PDF' }).click(),
    ]);
    await download.saveAs(file);
    await page.goto(editor);
    const [own] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download Signed PDF' }).first().click(),
    ]);
    await own.saveAs(info.outputPath('own.pdf'));
    expect(await readFile(info.outputPath('own.pdf'))).toEqual(await readFile(file));
    await expect(page.getByText('Audit trail intact')).toBeVisible();
    await audit(page, 'editor, activity of a signed proposal');
  });

  await test.step('it verifies in the browser and without one, and what is changed is named', async () => {
    const changed = info.outputPath('changed.pdf');
    const bytes = await readFile(file);
    const at = Math.floor(bytes.length / 2);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    await writeFile(changed, bytes);

    await client.goto('/verify');
    await client.getByLabel('Signed document').setInputFiles(file);
    await expect(client.getByRole('heading', { name: 'Authentic, and nothing was changed' })).toBeVisible();
    await expect(client.getByText(`${CLIENT.name} (${CLIENT.email})`)).toBeVisible();
    await audit(client, 'verify');
    // Nothing is uploaded: the same page finds the change while no server can be reached.
    await client.context().setOffline(true);
    await client.getByLabel('Signed document').setInputFiles(changed);
    await expect(client.getByText('The file was changed after it was sealed.')).toBeVisible();
    await client.context().setOffline(false);

    const { text } = await mailTo(CLIENT.email, /^You accepted/);
    const fingerprint = /signed with the key\s+([0-9a-f]{64})/.exec(text)?.[1] ?? '';
    const { stdout } = await run(stack.program, ['verify', '--fingerprint', fingerprint, file]);
    expect(stdout).toMatch(/^AUTHENTIC AND INTACT/);
    expect(stdout).toContain(CLIENT.name);
    await expect(run(stack.program, ['verify', file])).rejects.toMatchObject({ code: 3 });
    await expect(run(stack.program, ['verify', changed])).rejects.toMatchObject({ code: 1 });
  });
});
