// The complete workflow of two users: an owner who registers, writes and sends, and a client who
// asks for changes and signs, or declines. Nothing is mocked: mail is read from the outbox,
// and the client's browser has no session.
import type { Page } from '@playwright/test';
import { addClient, createCompany, register, signIn, signOut } from './people';
import { send, withProposal } from './proposals';
import { audit, expect, test } from './test';
import { createProposal } from './wizard';

const OWNER = { email: 'ada@northlight.example', password: 'Lighthouse-7', first: 'Ada', last: 'Berg' };
const DECLINED = { ...OWNER, email: 'ida@northlight.example' };
const CLIENT = { name: 'Marguerite Delacroix', email: 'marguerite@harborpine.example' };
async function fillProfile(page: Page) {
  await page.goto('/company/profile');
  await page.getByRole('textbox', { name: 'What You Offer' }).fill('Websites that load fast on a phone.');
  await page.getByRole('tab', { name: /^Trust/ }).click();
  await page.getByRole('textbox', { name: 'Years in business' }).fill('12');
  await page.getByRole('tab', { name: /^Terms/ }).click();
  await page
    .getByRole('textbox', { name: 'Terms and Conditions' })
    .fill('Payment is due within 14 days of each invoice.');
  await audit(page, 'company profile');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Company profile updated successfully!')).toBeVisible();
}

async function introduce(page: Page) {
  await page.getByRole('textbox', { name: 'Full name' }).fill(CLIENT.name);
  await page.getByRole('textbox', { name: 'Email' }).fill(CLIENT.email);
}

test('from a pasted recap to a signed proposal', async ({ context, page, stranger: clientPage, mailTo }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);

  await test.step('register and verify', () => register(page, mailTo, OWNER, audit));
  await test.step('set up a company', () => createCompany(page, 'Northlight Studio'));
  await test.step('sign out and in', async () => {
    await signOut(page, OWNER);
    await signIn(page, OWNER);
  });
  await test.step('fill in its profile', () => fillProfile(page));
  await test.step('add a client', () => addClient(page, 'Harbor & Pine', audit));
  const editor = await test.step('draft a proposal', () => createProposal(page, audit));

  await test.step('the draft has a table of prices by frequency and a computed total', async () => {
    await expect(page.getByRole('table', { name: 'One-time' })).toContainText('$4,500.00');
    await expect(page.getByRole('table', { name: 'Monthly' })).toContainText('$300.00');
    await page.getByRole('tab', { name: 'Prices & client' }).click();
    await expect(page.getByRole('complementary').getByText('$8,100.00')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Terms and Conditions' })).toBeVisible();
    await audit(page, 'editor, draft');
  });

  await test.step('sharing copies the link, which previews the draft', async () => {
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(page.getByText('Shareable link copied to clipboard!')).toBeVisible();
    await page
      .getByRole('dialog', { name: 'Share this proposal' })
      .getByRole('button', { name: 'Done' })
      .click();
    await clientPage.goto(await page.evaluate(() => navigator.clipboard.readText()));
    await expect(clientPage.getByRole('heading', { name: 'Preview' })).toBeVisible();
    await expect(clientPage.getByRole('heading', { name: 'Take Action' })).toBeHidden();
  });

  const link = await test.step('sending shows the link', () => send(page));
  await test.step('the client asks for changes', async () => {
    await audit(page, 'editor, pending');
    await clientPage.goto(link);
    await expect(clientPage.getByRole('table', { name: 'Monthly' })).toContainText('$300.00');
    await audit(clientPage, 'shared page, pending');
    await clientPage.getByRole('radio', { name: 'Request Changes' }).check();
    await clientPage.getByRole('button', { name: 'Request Changes' }).click();
    await expect(clientPage.getByText('Please fill in your name and email')).toBeVisible();
    await introduce(clientPage);
    await clientPage
      .getByRole('textbox', { name: 'What should change? (optional)' })
      .fill('Please add the Spanish shop.');
    await clientPage.getByRole('button', { name: 'Request Changes' }).click();
    await expect(clientPage.getByRole('heading', { name: 'Changes Requested' })).toBeFocused();
    await audit(clientPage, 'shared page, changes requested');
    await mailTo(OWNER.email, /Marguerite Delacroix asked for changes/);
  });

  await test.step('the owner reads the request, edits, and sends again', async () => {
    await page.goto(editor);
    await expect(page.getByText('Please add the Spanish shop.')).toBeVisible();
    await audit(page, 'editor, in review');
    await page.getByRole('button', { name: 'Edit Anyway' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Proposal?' });
    await audit(page, 'editor, edit anyway');
    await dialog.getByRole('button', { name: 'Edit Anyway' }).click();
    await expect(page.getByText('Proposal reverted to draft. You can now edit it.')).toBeVisible();

    await clientPage.reload();
    await expect(clientPage.getByRole('heading', { name: 'Being edited' })).toBeVisible();

    const text = page.getByRole('textbox', { name: /^Text of/ });
    await text.locator('p').first().click();
    await page.keyboard.press('End');
    await page.keyboard.type(' The Spanish shop is included.');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('article').getByText('The Spanish shop is included.')).toBeVisible();
    expect(await send(page)).toBe(link);
  });

  await test.step('the client accepts with a typed signature', async () => {
    await clientPage.reload();
    await expect(clientPage.getByRole('article').getByText('The Spanish shop is included.')).toBeVisible();
    // With the keyboard only, from the top of the page.
    const { keyboard } = clientPage;
    await keyboard.press('Tab');
    await expect(clientPage.getByRole('link', { name: 'Skip to Take Action' })).toBeFocused();
    await keyboard.press('Enter');
    await keyboard.press('Tab');
    await expect(clientPage.getByRole('radio', { name: 'Accept' })).toBeFocused();
    await keyboard.press('Tab');
    await expect(clientPage.getByRole('region', { name: 'The terms' })).toBeFocused();
    await keyboard.press('Tab');
    await keyboard.press('Space');
    await expect(clientPage.getByRole('checkbox', { name: 'I have read the terms' })).toBeChecked();
    await keyboard.press('Tab');
    await keyboard.press('Space');
    await keyboard.press('Tab');
    await keyboard.type(CLIENT.name);
    await keyboard.press('Tab');
    await keyboard.type(CLIENT.email);
    await keyboard.press('Enter');
    await expect(clientPage.getByText('Please provide your signature to accept the proposal')).toBeVisible();
    await expect(clientPage.getByRole('textbox', { name: 'Signature' })).toBeFocused();
    await keyboard.type(CLIENT.name);
    await audit(clientPage, 'shared page, about to sign');
    await keyboard.press('Tab');
    await keyboard.press('Tab');
    await expect(clientPage.getByRole('button', { name: 'Accept & Sign' })).toBeFocused();
    await keyboard.press('Enter');
    await expect(clientPage.getByRole('heading', { name: 'Proposal Accepted!' })).toBeFocused();
    await expect(clientPage.getByText(`Signed by ${CLIENT.name}`)).toBeVisible();
    await expect(clientPage.getByRole('heading', { name: 'Take Action' })).toBeHidden();
    await audit(clientPage, 'shared page, accepted');
  });

  await test.step('both sides get a mail, and the list says signed', async () => {
    expect((await mailTo(CLIENT.email, /^You accepted/)).text).toContain('$8,100.00');
    await mailTo(OWNER.email, /^Marguerite Delacroix accepted/);
    await page.goto('/proposals');
    await expect(page.getByRole('listitem').filter({ hasText: 'Signed' })).toHaveCount(1);
    await audit(page, 'proposals, one signed');
    await page.goto(editor);
    await expect(page.getByText(`Signed by ${CLIENT.name}`)).toBeVisible();
  });
});

test('a proposal that is declined, and links that lead nowhere', async ({
  page,
  stranger: clientPage,
  mailTo,
}) => {
  await withProposal(page, mailTo, DECLINED);

  await test.step('the client declines', async () => {
    await clientPage.goto(await send(page));
    await introduce(clientPage);
    await clientPage.getByRole('radio', { name: 'Decline' }).check();
    await clientPage
      .getByRole('textbox', { name: 'Anything to add? (optional)' })
      .fill('One website is enough for now.');
    await clientPage.getByRole('button', { name: 'Decline Proposal' }).click();
    await expect(clientPage.getByRole('heading', { name: 'Proposal Declined' })).toBeFocused();
    await audit(clientPage, 'shared page, declined');
    expect((await mailTo(DECLINED.email, /^Marguerite Delacroix declined/)).text).toContain(
      'One website is enough',
    );
    await page.goto('/proposals');
    await expect(page.getByRole('listitem').filter({ hasText: 'Rejected' })).toHaveCount(1);
  });

  await test.step('links that lead nowhere say so', async () => {
    await clientPage.goto('/shared/V1StGXR8_Z5jdHi6B-myT');
    await expect(clientPage.getByRole('heading', { name: 'Proposal Not Found' })).toBeVisible();
    await page.goto('/proposals/0197a000-0000-7000-8000-000000000000/edit');
    await expect(page.getByRole('heading', { name: 'Proposal Not Found' })).toBeVisible();
    await audit(page, 'editor, not found');
  });
});
