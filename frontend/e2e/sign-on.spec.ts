// Signing in through a real provider: one of the whole site, and one that a workspace has connected
// with a verified mail domain, whose users become members at their first sign-in.
import type { Page } from '@playwright/test';
import { fullName, invite, registerInvited, signIn, tryPassword, type Person } from './people';
import { CLIENT } from './provider';
import { must, openAccount, openWorkspace } from './session';
import { audit, expect, test } from './test';

// All specs may run against one product: no other spec uses these addresses.
const ADA: Person = {
  first: 'Ada',
  last: 'Berg',
  email: 'ada@lanternworks.example',
  password: 'Lighthouse-7',
};
const PIA: Person = {
  first: 'Pia',
  last: 'Holm',
  email: 'pia@lanternworks.example',
  password: 'Spindrift-11',
};
const FINN: Person = {
  first: 'Finn',
  last: 'Dahl',
  email: 'finn.dahl@lanternworks.example',
  password: 'Breakwater-13',
};
const OLE: Person = { first: 'Ole', last: 'Vik', email: 'ole@fjord.example', password: 'Skerry-rock-12' };

/** At the provider: enters the address and gives consent. */
async function atProvider(page: Page, email: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(email);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('a new user signs in with a provider of the site', async ({ page }) => {
  await page.goto('/auth?returnTo=%2Fsettings%2Fsecurity');
  await page.getByRole('link', { name: 'Continue with Example ID' }).click();
  await atProvider(page, 'nora.lind@somewhere.example');
  await expect(page).toHaveURL(/\/settings\/security$/);
  await expect(page.getByRole('button', { name: 'Unlink Example ID' })).toBeVisible();
  await audit(page, 'security, through a provider');
  // Without a password it is the only sign-in method.
  await page.getByRole('button', { name: 'Unlink Example ID' }).click();
  await expect(page.getByRole('alert')).toContainText('This is your only way to sign in.');
});

test('an account is linked to a provider, and opened by it', async ({ page, newPerson, mailTo }) => {
  await openAccount(page, mailTo, OLE);
  await page.goto('/settings/security');
  await page.getByRole('link', { name: 'Link Example ID' }).click();
  await atProvider(page, 'ole.vik@private.example');
  await expect(page).toHaveURL(/\/settings\/security$/);
  await expect(page.getByRole('button', { name: 'Unlink Example ID' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Link Example ID' })).toBeHidden();

  const elsewhere = await newPerson();
  await elsewhere.goto('/auth?returnTo=%2Fsettings%2Faccount');
  await elsewhere.getByRole('link', { name: 'Continue with Example ID' }).click();
  await atProvider(elsewhere, 'ole.vik@private.example');
  await expect(elsewhere.getByRole('textbox', { name: 'Last name' })).toHaveValue(OLE.last);

  await page.getByRole('button', { name: 'Unlink Example ID' }).click();
  await expect(page.getByText('Unlinked', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Link Example ID' })).toBeVisible();
});

test('a workspace proves its domain, and its provider brings a member', async ({
  page,
  newPerson,
  mailTo,
  stack,
}) => {
  await test.step('the owner connects the provider and proves the domain', async () => {
    await openWorkspace(page, mailTo, ADA, 'Lanternworks');
    await page.goto('/settings/sso');
    await page.getByRole('textbox', { name: 'Issuer' }).fill(stack.issuer);
    await page.getByRole('textbox', { name: 'Client ID' }).fill(CLIENT.id);
    await page.getByLabel(/^Client secret/).fill(CLIENT.secret);
    await page.getByRole('button', { name: 'Save Connection' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();

    await page.getByRole('textbox', { name: /domain/i }).fill('lanternworks.example');
    await page.getByRole('button', { name: 'Add Domain' }).click();
    const value = page
      .getByRole('group', { name: 'TXT record value for lanternworks.example' })
      .locator('code');
    const name = page
      .getByRole('group', { name: 'TXT record name for lanternworks.example' })
      .locator('code');
    await page.getByRole('button', { name: 'Check now: lanternworks.example' }).click();
    await expect(page.getByText('Not verified yet')).toBeVisible();
    stack.names.records.set((await name.innerText()).trim(), (await value.innerText()).trim());
    await page.getByRole('button', { name: 'Check now: lanternworks.example' }).click();
    await expect(page.getByText('Domain verified')).toBeVisible();

    await page.getByRole('button', { name: /^Test/ }).click();
    await expect(
      page
        .getByRole('listitem')
        .filter({ hasText: /client/i })
        .first(),
    ).toBeVisible();
    // At the end of the page the bar with "Save Changes" covers no switch.
    await page.evaluate(() => {
      window.scrollTo(0, document.documentElement.scrollHeight);
    });
    await audit(page, 'single sign-on, tested');
    await page.getByRole('checkbox', { name: 'Members can sign in with it' }).check();
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  });

  await test.step('a colleague signs in with their address and is a member', async () => {
    const colleague = await newPerson();
    await colleague.goto('/auth');
    await colleague.getByRole('button', { name: 'Sign in with single sign-on' }).click();
    await colleague.getByRole('textbox', { name: 'Work email' }).fill(FINN.email);
    await audit(colleague, 'single sign-on');
    await colleague.getByRole('button', { name: 'Continue' }).click();
    await atProvider(colleague, FINN.email);
    await colleague.goto('/settings/team');
    await expect(colleague.getByRole('listitem').filter({ hasText: FINN.email })).toContainText('Member');
    await expect(colleague.getByRole('listitem').filter({ hasText: fullName(ADA) })).toContainText('Owner');
  });

  await test.step('an address of a domain that is not theirs is refused', async () => {
    const outsider = await newPerson();
    await outsider.goto('/auth?returnTo=%2Fsettings%2Fteam');
    await outsider.getByRole('button', { name: 'Sign in with single sign-on' }).click();
    await outsider.getByRole('textbox', { name: 'Work email' }).fill(FINN.email);
    await outsider.getByRole('button', { name: 'Continue' }).click();
    await atProvider(outsider, 'mallory@elsewhere.example');
    await expect(outsider.getByText('This mail domain has not been verified yet')).toBeVisible();
    // Another attempt still leads to the original destination.
    await expect(outsider).toHaveURL(/[?&]returnTo=%2Fsettings%2Fteam/);
    await audit(outsider, 'sign in, refused');
    await outsider.goto('/clients');
    await expect(outsider).toHaveURL(/\/auth/);
  });

  await test.step('once the workspace requires it, a password opens it no more', async () => {
    const pia = await newPerson();
    await invite(page, PIA.email, 'Member');
    const { link } = await mailTo(PIA.email, /Ada Berg/);
    await registerInvited(pia, link, { person: PIA, workspace: fullName(ADA) });

    await page.goto('/settings/sso');
    await page.getByRole('checkbox', { name: 'Members must sign in with it' }).check();
    await audit(page, 'single sign-on, about to be required');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();

    // Her current session no longer reaches the workspace.
    await pia.goto('/clients');
    await pia.getByRole('button', { name: /^Workspace .*, switch$/ }).click();
    await pia.getByRole('menuitemradio', { name: fullName(ADA) }).click();
    await expect(pia.getByText('Could not switch workspace')).toBeVisible();

    // Her password still opens her own workspace.
    const elsewhere = await newPerson();
    await elsewhere.goto('/auth?returnTo=%2Fsettings%2Fteam');
    await signIn(elsewhere, PIA);
    await expect(elsewhere.getByText(`The members of ${fullName(PIA)}.`)).toBeVisible();
  });

  await test.step('who works there alone is sent to the provider instead, the owner excepted', async () => {
    const finn = await newPerson();
    await finn.goto('/auth');
    await must(finn, 'POST', '/api/forgot-password', { email: FINN.email });
    await finn.goto((await mailTo(FINN.email, /password/i)).link);
    await finn.getByLabel('New password', { exact: false }).first().fill(FINN.password);
    await finn.getByRole('button', { name: 'Reset Password' }).click();
    await expect(finn.getByRole('link', { name: 'Go to Login' })).toBeVisible();
    await finn.goto('/auth?returnTo=%2Fsettings%2Fteam');
    await tryPassword(finn, FINN);
    await expect(finn.getByText('Your team signs in with single sign-on.').first()).toBeVisible();
    await expect(finn.getByRole('textbox', { name: 'Work email' })).toHaveValue(FINN.email);
    await audit(finn, 'single sign-on, required');
    await finn.getByRole('button', { name: 'Continue' }).click();
    await atProvider(finn, FINN.email);
    await expect(finn).toHaveURL(/\/settings\/team$/);
    await expect(finn.getByRole('listitem').filter({ hasText: FINN.email })).toContainText('You');

    const owner = await newPerson();
    await owner.goto('/auth');
    await signIn(owner, ADA);
  });
});
