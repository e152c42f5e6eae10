// A team of three in one workspace: the owner, a member who registers through the invitation, and
// an admin who already had an account. Each sees what their role allows and is refused the rest; a
// removed member loses access at once.
import { fullName, invite, registerInvited, signIn, switchTo, type Person } from './people';
import { harborAndPine } from './proposals';
import { ask, openWorkspace } from './session';
import { audit, expect, test } from './test';

const ADA: Person = { first: 'Ada', last: 'Berg', email: 'ada@team.example', password: 'Lighthouse-7' };
const BEN: Person = { first: 'Ben', last: 'Castillo', email: 'ben@team.example', password: 'Breakwater-8' };
const CLEO: Person = {
  first: 'Cleo',
  last: 'Okafor',
  email: 'cleo@elsewhere.example',
  password: 'Headland-9',
};
const WORKSPACE = fullName(ADA);

test('a team of three in one workspace', async ({ page: ada, newPerson, mailTo }) => {
  const ben = await newPerson();
  const cleo = await newPerson();

  await test.step('the owner has a workspace with a company and a client', async () => {
    await openWorkspace(ada, mailTo, ADA);
    await harborAndPine(ada);
    await ada.goto('/settings/team');
    await expect(ada.getByText('1 seat in use')).toBeVisible();
  });

  await test.step('an admin and a member are invited', async () => {
    await openWorkspace(cleo, mailTo, CLEO, 'Okafor Consulting');
    await invite(ada, BEN.email, 'Member');
    await invite(ada, CLEO.email, 'Admin');
    await expect(ada.getByRole('listitem').filter({ hasText: BEN.email })).toContainText('Invited');
    await audit(ada, 'team, two invited');
  });

  await test.step('the member registers through the invitation and is in', async () => {
    const mail = await mailTo(BEN.email, /Ada Berg/);
    await registerInvited(ben, mail.link, { person: BEN, workspace: WORKSPACE }, audit);
    await ben.goto('/clients');
    await expect(ben.getByRole('heading', { name: 'Harbor & Pine' })).toBeVisible();
    // The link has been used.
    const again = await newPerson();
    await again.goto(mail.link);
    await expect(
      again.getByRole('heading', { name: 'This invitation has already been accepted' }),
    ).toBeVisible();
  });

  await test.step('the admin accepts with the account they have, and switches between two workspaces', async () => {
    await cleo.goto((await mailTo(CLEO.email, /Ada Berg/)).link);
    await audit(cleo, 'invitation, signed in');
    await cleo.getByRole('button', { name: 'Accept Invitation' }).click();
    await expect(cleo.getByText(`Welcome to ${WORKSPACE}!`)).toBeVisible();
    await cleo.goto('/clients');
    await expect(cleo.getByRole('heading', { name: 'Harbor & Pine' })).toBeVisible();
    await switchTo(cleo, fullName(CLEO));
    await cleo.goto('/clients');
    await expect(cleo.getByRole('button', { name: 'Add Client' }).first()).toBeVisible();
    await expect(cleo.getByRole('heading', { name: 'Harbor & Pine' })).toBeHidden();
    await switchTo(cleo, WORKSPACE);
    await cleo.goto('/clients');
    await expect(cleo.getByRole('heading', { name: 'Harbor & Pine' })).toBeVisible();
  });

  await test.step('what is not theirs is hidden from the member, and refused', async () => {
    await ben.goto('/settings/team');
    await expect(ben.getByRole('listitem').filter({ hasText: fullName(CLEO) })).toContainText('Admin');
    await expect(ben.getByRole('button', { name: 'Invite', exact: true })).toBeHidden();
    const settings = ben.getByRole('navigation', { name: 'Settings' });
    await expect(settings.getByRole('link', { name: 'Team' })).toBeVisible();
    for (const [label, path] of [
      ['API keys', '/settings/api-keys'],
      ['Audit log', '/settings/audit-log'],
      ['Single sign-on', '/settings/sso'],
    ] as const) {
      await expect(settings.getByRole('link', { name: label })).toBeHidden();
      await ben.goto(path);
      await expect(ben.getByRole('heading', { name: `You cannot open ${label}` })).toBeVisible();
    }
    await audit(ben, 'settings, refused');
    for (const [method, path, body] of [
      ['GET', '/api/api-keys', undefined],
      ['GET', '/api/audit-log', undefined],
      ['GET', '/api/sso', undefined],
      ['POST', '/api/team/invitations', { email: 'more@team.example', role: 'admin' }],
      ['PUT', '/api/workspace', { name: 'Mine now' }],
    ] as const) {
      const answer = await ask(ben, method, path, body);
      expect(answer.status, `${method} ${path}: ${answer.body}`).toBe(403);
    }
  });

  await test.step('the admin manages the team, but not the owner', async () => {
    await cleo.goto('/settings/team');
    const row = cleo.getByRole('listitem').filter({ hasText: fullName(ADA) });
    await expect(row.getByRole('button', { name: /^Remove/ })).toBeHidden();
    await expect(cleo.getByRole('button', { name: `Remove ${fullName(BEN)}` })).toBeVisible();
    expect(
      (await ask(cleo, 'POST', '/api/workspace/transfer', { memberId: crypto.randomUUID() })).status,
    ).toBe(403);
  });

  await test.step('a key does what its scopes allow, and nothing more', async () => {
    await cleo.goto('/settings/api-keys');
    await cleo
      .getByRole('button', { name: /Create/ })
      .first()
      .click();
    const dialog = cleo.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Nightly report');
    await audit(cleo, 'create a key');
    await dialog.getByRole('button', { name: 'Create Key' }).click();
    const key = (await cleo.getByRole('group', { name: 'API key' }).locator('code').innerText()).trim();
    await audit(cleo, 'the key, this once');
    await cleo.getByRole('button', { name: 'I have stored it' }).click();

    const script = async (method: string, path: string, body?: object) =>
      (
        await fetch(new URL(path, cleo.url()), {
          method,
          headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
      ).status;
    expect(await script('GET', '/api/clients')).toBe(200);
    expect(await script('GET', '/api/proposals')).toBe(200);
    expect(
      await script('POST', '/api/clients', {
        companyName: 'A',
        firstName: 'B',
        lastName: 'C',
        email: 'd@e.example',
      }),
    ).toBe(403);
    expect(await script('GET', '/api/team')).toBe(403);
    expect(await script('GET', '/api/api-keys')).toBe(403);
    expect(await script('GET', '/api/workspace/export')).toBe(403);

    await cleo.getByRole('button', { name: 'Revoke Nightly report' }).click();
    await cleo
      .getByRole('dialog')
      .getByRole('button', { name: /^Revoke/ })
      .click();
    // The dialog has a button of the same name until the key is revoked.
    await expect(cleo.getByRole('dialog')).toBeHidden();
    await expect(cleo.getByRole('button', { name: 'Revoke Nightly report' })).toBeHidden();
    expect(await script('GET', '/api/clients')).toBe(401);
  });

  await test.step('who is removed is out at once, and keeps what is their own', async () => {
    await ben.goto('/clients');
    await expect(ben.getByRole('heading', { name: 'Harbor & Pine' })).toBeVisible();
    await ada.goto('/settings/team');
    await ada.getByRole('button', { name: `Remove ${fullName(BEN)}` }).click();
    await audit(ada, 'remove a member');
    await ada
      .getByRole('dialog')
      .getByRole('button', { name: `Remove ${fullName(BEN)}` })
      .click();
    await expect(ada.getByText('Member removed')).toBeVisible();
    await expect(ada.getByRole('listitem').filter({ hasText: BEN.email })).toHaveCount(0);

    expect((await ask(ben, 'GET', '/api/clients')).body).not.toContain('Harbor');
    await ben.goto('/clients');
    await expect(ben.getByRole('button', { name: 'Add Client' }).first()).toBeVisible();
    await expect(ben.getByRole('heading', { name: 'Harbor & Pine' })).toBeHidden();
    await ben.goto('/settings/team');
    await expect(ben.getByRole('listitem').filter({ hasText: fullName(ADA) })).toHaveCount(0);
  });

  await test.step('the log tells it', async () => {
    await ada.goto('/settings/audit-log');
    await expect(ada.getByText(/removed member/).first()).toBeVisible();
    const csv = await ask(ada, 'GET', '/api/audit-log/export');
    expect(csv.body).toContain('Nightly report');
  });

  await test.step('a forgotten password is replaced, and every session ends', async () => {
    const elsewhere = await newPerson();
    await elsewhere.goto('/auth');
    await elsewhere.getByRole('textbox', { name: 'Email' }).fill(CLEO.email);
    await elsewhere.getByRole('button', { name: /^Forgot/ }).click();
    const dialog = elsewhere.getByRole('dialog');
    await expect(dialog.getByRole('textbox', { name: 'Email address' })).toBeFocused();
    await audit(elsewhere, 'forgot password');
    await dialog.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(
      dialog.getByText("If an account with that email exists, we've sent a password reset link."),
    ).toBeVisible();
    await elsewhere.goto((await mailTo(CLEO.email, /password/i)).link);
    await elsewhere.getByLabel('New password', { exact: false }).first().fill('Promontory-10');
    await audit(elsewhere, 'reset password');
    await elsewhere.getByRole('button', { name: 'Reset Password' }).click();
    await elsewhere.getByRole('link', { name: 'Go to Login' }).click();
    // The open session has ended, and the screen says so.
    await cleo.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Clients' }).click();
    await expect(cleo.getByText('You are logged out. Logging in again...')).toBeVisible();
    await expect(cleo).toHaveURL(/\/auth\?returnTo=%2Fclients$/);
    await signIn(cleo, { ...CLEO, password: 'Promontory-10' });
    await expect(cleo).toHaveURL(/\/clients$/);
  });
});
