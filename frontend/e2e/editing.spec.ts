// Editing the document: text, blocks, versions and prices; and the same document in two browsers at
// once.
import { block, byMenu, headings, open, saved, text, withProposal, write } from './proposals';
import { enter } from './session';
import { audit, expect, test } from './test';

test('words are saved as they are typed, and every version can be had back', async ({ page, mailTo }) => {
  const person = { first: 'Iris', last: 'Vance', email: 'iris@editing.example', password: 'Lighthouse-7' };
  const editor = await withProposal(page, mailTo, person);

  await test.step('what is typed is there after a reload', async () => {
    await write(page, 'Overview', ' A word of ours.');
    await saved(page);
    await page.reload();
    await expect(block(page, 'Overview')).toContainText('A word of ours.');
    await expect(text(page)).toBeVisible();
  });

  await test.step('undo by keyboard takes back what was typed last', async () => {
    await write(page, 'Your needs', ' A slip.');
    await expect(block(page, 'Your needs')).toContainText('A slip.');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(block(page, 'Your needs')).not.toContainText('A slip.');
    await page.keyboard.press('ControlOrMeta+Shift+z');
    await expect(block(page, 'Your needs')).toContainText('A slip.');
    await page.keyboard.press('ControlOrMeta+z');
    await saved(page);
  });

  await test.step('a block is added, moved, and removed with a way back', async () => {
    await block(page, 'Your needs').hover();
    await page.getByRole('button', { name: 'Add a block below Your needs' }).click();
    await audit(page, 'editor, add a block');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Assumptions/ })
      .click();
    await page.keyboard.type('You send us the photographs.');
    await expect(block(page, 'Assumptions')).toContainText('You send us the photographs.');
    await expect(headings(page)).toContainText(['Overview', 'Your needs', 'Assumptions']);

    await byMenu(page, 'Assumptions', 'Move Up');
    await expect(headings(page)).toContainText(['Overview', 'Assumptions', 'Your needs']);
    await byMenu(page, 'Assumptions', 'Remove');
    await expect(block(page, 'Assumptions')).toBeHidden();
    await page
      .getByRole('region', { name: /^Notifications/ })
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect(block(page, 'Assumptions')).toContainText('You send us the photographs.');
    await saved(page);
    await page.reload();
    await expect(headings(page)).toContainText(['Overview', 'Assumptions', 'Your needs']);
  });

  await test.step('the history tells what changed, and restoring brings words back', async () => {
    await open(page, editor);
    await byMenu(page, 'Overview', 'Remove');
    await saved(page);
    await page.getByRole('button', { name: 'History' }).click();
    const drawer = page.getByRole('dialog', { name: 'Version history' });
    await expect(drawer.getByRole('button', { name: 'Wrote the first draft' })).toBeVisible();
    await audit(page, 'history');
    await drawer.getByRole('button', { name: /\d+ edits/ }).click();
    await drawer.getByRole('button', { name: 'Edited Overview', exact: true }).last().click();
    await expect(drawer.locator('ins')).toContainText('A word of ours.');
    await audit(page, 'history, one version');
    await drawer.getByRole('button', { name: 'Restore This Version' }).click();
    await page
      .getByRole('dialog', { name: /^Restore version/ })
      .getByRole('button', { name: 'Restore This Version' })
      .click();
    await expect(drawer).toBeHidden();
    await expect(block(page, 'Overview')).toContainText('A word of ours.');
    await expect(block(page, 'Assumptions')).toBeHidden();
    await page.reload();
    await expect(block(page, 'Overview')).toContainText('A word of ours.');
  });

  await test.step('prices are changed with what they come to beside them', async () => {
    await open(page, editor);
    await page.getByRole('tab', { name: 'Prices & client' }).click();
    await page.getByRole('complementary').getByRole('button', { name: 'Edit Prices' }).click();
    const drawer = page.getByRole('dialog', { name: 'Prices' });
    await expect(drawer.getByRole('status').filter({ hasText: '$8,100.00' })).toBeVisible();
    await drawer.getByRole('textbox', { name: 'Unit price' }).first().fill('5000');
    await expect(drawer.getByRole('status').filter({ hasText: '$8,600.00' })).toBeVisible();
    await audit(page, 'prices');
    await drawer.getByRole('button', { name: 'Save Prices' }).click();
    await expect(drawer).toBeHidden();
    await expect(page.getByRole('table', { name: 'One-time' })).toContainText('$5,000.00');
    await expect(page.getByRole('complementary').getByText('$8,600.00')).toBeVisible();
  });
});

test('two browsers with the same document', async ({ page: here, stranger: there, mailTo }) => {
  const person = { first: 'Juno', last: 'Abara', email: 'juno@editing.example', password: 'Lighthouse-7' };
  const editor = await withProposal(here, mailTo, person);
  await enter(there, person);
  await open(there, editor);

  await test.step('different blocks are merged without a question', async () => {
    await write(here, 'Overview', ' Said here.');
    await saved(here);
    await write(there, 'Your needs', ' Said there.');
    await expect(there.getByText(/changes were merged/)).toBeVisible();
    await saved(there);
    await expect(block(there, 'Overview')).toContainText('Said here.');
    await expect(block(there, 'Your needs')).toContainText('Said there.');
    await open(here, editor);
    await expect(block(here, 'Overview')).toContainText('Said here.');
    await expect(block(here, 'Your needs')).toContainText('Said there.');
  });

  await test.step('the same block is a question, and mine is kept', async () => {
    await write(here, 'Overview', ' First.');
    await saved(here);
    await write(there, 'Overview', ' Second.');
    const dialog = there.getByRole('dialog', { name: /changed the same part/ });
    await expect(dialog).toContainText('Said here. First.');
    await expect(dialog).toContainText('Said here. Second.');
    await audit(there, 'conflict');
    await dialog.getByRole('radio', { name: /Keep Mine/ }).check();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await saved(there);
    await expect(block(there, 'Overview')).toContainText('Said here. Second.');
    await open(here, editor);
    await expect(block(here, 'Overview')).toContainText('Said here. Second.');
  });

  await test.step('and theirs is kept, with the other version in the history', async () => {
    await write(there, 'Overview', ' Third.');
    await saved(there);
    await write(here, 'Overview', ' Fourth.');
    const dialog = here.getByRole('dialog', { name: /changed the same part/ });
    await dialog.getByRole('radio', { name: /Keep Theirs/ }).check();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await saved(here);
    await expect(block(here, 'Overview')).toContainText('Said here. Second. Third.');
    await expect(block(here, 'Overview')).not.toContainText('Fourth');
    // The replaced version is not lost.
    await here.getByRole('button', { name: 'History' }).click();
    const drawer = here.getByRole('dialog', { name: 'Version history' });
    await drawer.getByRole('button', { name: /\d+ edits/ }).click();
    await drawer.getByRole('button', { name: 'Edited Overview', exact: true }).nth(1).click();
    await expect(drawer.locator('ins')).toContainText('Second');
    await expect(drawer.locator('del')).toContainText('First');
  });
});
