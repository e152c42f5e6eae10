// A workspace from its trial to a subscription and back: the server's clock is advanced, the
// payment is made on the test payment page, and its result arrives by signed events.
import type { Page } from '@playwright/test';
import type { SubscriptionStatus } from '@/api/gen/model';
import { addClient, fullName, invite, registerInvited, type Person } from './people';
import { harborAndPine } from './proposals';
import { ask, must, openWorkspace } from './session';
import { audit, expect, test } from './test';

const ADA: Person = { first: 'Ada', last: 'Berg', email: 'ada@billing.example', password: 'Lighthouse-7' };
const BEN: Person = {
  first: 'Ben',
  last: 'Castillo',
  email: 'ben@billing.example',
  password: 'Breakwater-8',
};

/** A complete client, so that a refusal is not caused by the form. */
const MIA = { companyName: 'Quay', firstName: 'Mia', lastName: 'Sand', email: 'mia@quay.example' };

/**
 * Advances the server's clock. Not through a page, so that the signed-in session is not involved.
 */
async function pass(url: string, days: number): Promise<void> {
  const answer = await fetch(`${url}/dev/clock`, {
    method: 'POST',
    body: new URLSearchParams({ days: String(days) }),
    redirect: 'manual',
  });
  expect(answer.status).toBeLessThan(400);
}

/** The value of a term in the plan's facts. */
const fact = (page: Page, term: string) =>
  page.getByRole('region', { name: 'Pro Plan' }).locator('dl > div').filter({ hasText: term });

const pill = (page: Page, words: string) =>
  page.getByRole('region', { name: 'Pro Plan' }).locator('h2 + span').filter({ hasText: words });

/** The subscription according to the API. */
const status = (page: Page) => must<SubscriptionStatus>(page, 'GET', '/api/subscription/status');

test('from the trial to a subscription, and out of it again', async ({
  page: ada,
  newPerson,
  mailTo,
  stack,
}) => {
  await test.step('a trial has nothing to warn of at first', async () => {
    await openWorkspace(ada, mailTo, ADA);
    await harborAndPine(ada);
    await ada.goto('/subscription');
    await expect(pill(ada, 'Free Trial')).toBeVisible();
    await expect(fact(ada, 'Status')).toContainText('Trial Active');
    await ada.goto('/');
    await expect(ada.getByText(/^Trial ending/)).toBeHidden();
  });

  await test.step('three days before its end it warns', async () => {
    await pass(stack.url, 11);
    await ada.goto('/');
    await expect(ada.getByText('Trial ending in 3 days')).toBeVisible();
    await audit(ada, 'dashboard, trial ending');
    await ada.getByRole('link', { name: 'View Plans' }).click();
    await expect(ada.getByText('Trial ending soon - 3 days remaining')).toBeVisible();
    expect((await mailTo(ADA.email, /trial/i)).text).toContain('$9');
  });

  await test.step('after it, work waits and says why', async () => {
    await pass(stack.url, 3);
    await ada.goto('/proposals');
    await expect(ada.getByText('Your trial has expired')).toBeVisible();
    await expect(ada.getByText('Upgrade to continue using all features')).toBeVisible();
    await audit(ada, 'proposals, trial expired');
    const refused = await ask(ada, 'POST', '/api/clients', MIA);
    expect(refused.status).toBe(402);
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'trial_expired', trialExpired: true });

    await ada.goto('/create-proposal');
    await ada.getByRole('button', { name: /Harbor & Pine/ }).click();
    await ada.getByRole('button', { name: /Enter Details Manually/ }).click();
    await ada
      .getByRole('textbox', { name: 'Client context' })
      .fill('They lose buyers because prices load slowly.');
    await ada
      .getByRole('textbox', { name: 'Proposed solution' })
      .fill('A new catalogue that works on phones.');
    await ada.getByRole('button', { name: 'Continue' }).click();
    await ada.getByRole('textbox', { name: 'Pricing' }).fill('$4,500 one-time');
    await ada.getByRole('button', { name: 'Create Proposal' }).click();
    await expect(ada.getByText('Trial Expired', { exact: true }).first()).toBeVisible();
    await expect(
      ada.getByText('Your trial has expired. Please upgrade to continue creating proposals'),
    ).toBeVisible();
    await expect(ada).toHaveURL(/\/subscription$/);
    await expect(ada.getByText('Your 14-day trial has expired')).toBeVisible();
    await audit(ada, 'subscription, expired');
  });

  await test.step('an address typed by hand grants nothing', async () => {
    await ada.goto('/subscription?success=true');
    await expect(ada).toHaveURL(/\/subscription$/);
    await expect(pill(ada, 'Trial Expired')).toBeVisible();
    await expect(ada.getByText('Payment Successful!')).toBeHidden();
    expect((await status(ada)).status).toBe('trial_expired');
  });

  await test.step('leaving the payment page changes nothing', async () => {
    await ada.getByRole('button', { name: 'Subscribe Now - $9/month' }).click();
    await expect(ada.getByRole('heading', { name: 'Subscribe to Proffer' })).toBeVisible();
    await expect(ada.getByText(/test payment page/i).first()).toBeVisible();
    await audit(ada, 'test payment page');
    await ada.getByRole('link', { name: 'Go back' }).click();
    await expect(ada.getByText('Payment Canceled')).toBeVisible();
    await expect(ada.getByText('You can upgrade to Pro anytime from this page.')).toBeVisible();
    await expect(ada).toHaveURL(/\/subscription$/);
  });

  await test.step('a payment that is declined can be made again, and opens everything', async () => {
    await ada.getByRole('button', { name: 'Subscribe Now - $9/month' }).click();
    await ada.getByRole('button', { name: /declined/ }).click();
    await expect(ada.getByText('The card was declined.')).toBeVisible();
    await ada.getByRole('button', { name: 'Pay $9.00' }).click();
    await expect(ada.getByText('Payment Successful!')).toBeVisible();
    await expect(ada).toHaveURL(/\/subscription$/);
    await expect(pill(ada, 'Active')).toBeVisible();
    await expect(fact(ada, 'Plan')).toContainText('$9/month');
    await expect(ada.getByRole('region', { name: 'Invoices' }).getByText('$9.00').first()).toBeVisible();
    await audit(ada, 'subscription, active');
    await ada.goto('/');
    await expect(ada.getByText('Your trial has expired')).toBeHidden();
    await addClient(ada, 'Quay & Sand');
  });

  await test.step('a new member is a seat more', async () => {
    await ada.goto('/settings/team');
    await ada.getByRole('button', { name: 'Invite', exact: true }).click();
    await expect(ada.getByRole('dialog').getByText(/\$9/)).toBeVisible();
    await audit(ada, 'invite, with the price of a seat');
    await ada.keyboard.press('Escape');
    await invite(ada, BEN.email, 'Member');
    const ben = await newPerson();
    const mail = await mailTo(BEN.email, /Ada Berg/);
    await registerInvited(ben, mail.link, { person: BEN, workspace: fullName(ADA) });
    await ben.goto('/subscription');
    await expect(pill(ben, 'Active')).toBeVisible();
    await expect(ben.getByRole('button', { name: 'Manage Subscription' })).toBeHidden();

    await ada.goto('/subscription');
    await expect(fact(ada, 'Team members')).toContainText('2');
    await ada.getByRole('button', { name: 'Manage Subscription' }).click();
    await expect(ada.getByRole('heading', { name: 'Your subscription' })).toBeVisible();
    // A job updates the quantity: reload until it has.
    await expect(async () => {
      await ada.reload();
      await expect(ada.getByRole('region', { name: 'Proffer, 2' })).toBeVisible({ timeout: 1 });
    }).toPass({ timeout: 120_000 });
    await audit(ada, 'test portal');
  });

  await test.step('cancelled, it runs to its end and is over then', async () => {
    await ada.getByRole('button', { name: 'Cancel at the end of the period' }).click();
    await ada.getByRole('link', { name: 'Return to Proffer' }).click();
    // The event is processed by a job.
    await expect.poll(async () => (await status(ada)).endsAt).toBeDefined();
    await ada.reload();
    await expect(fact(ada, 'Ends')).toBeVisible();
    await expect(pill(ada, 'Active')).toBeVisible();
    await audit(ada, 'subscription, cancelled');

    await ada.getByRole('button', { name: 'Manage Subscription' }).click();
    await ada.getByRole('button', { name: 'Cancel now' }).click();
    await ada.getByRole('link', { name: 'Return to Proffer' }).click();
    await expect.poll(async () => (await status(ada)).status).toBe('trial_expired');
    await ada.reload();
    await expect(pill(ada, 'Ended')).toBeVisible();
    await expect(ada.getByText('Your subscription has ended')).toBeVisible();
    await audit(ada, 'subscription, ended');
    expect((await ask(ada, 'POST', '/api/clients', MIA)).status).toBe(402);
    // Existing data can still be read.
    await ada.goto('/clients');
    await expect(ada.getByRole('heading', { name: 'Quay & Sand' })).toBeVisible();
  });
});
