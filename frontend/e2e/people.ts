// Common steps before the subject of a test: sign up, verify the address, sign in, be invited, add
// a client.
import type { Page } from '@playwright/test';
import { expect, type Fixtures } from './test';

export interface Person {
  first: string;
  last: string;
  email: string;
  password: string;
}

type MailTo = Fixtures['mailTo'];

/** Inspects a screen during the steps; by default does nothing. */
export type Look = (page: Page, screen: string) => Promise<void>;
export const pass: Look = () => Promise.resolve();

export const fullName = ({ first, last }: Person): string => `${first} ${last}`;

/** Signs up and opens the mailed link, which signs in and leads to the setup. */
export async function register(page: Page, mailTo: MailTo, person: Person, look: Look = pass): Promise<void> {
  await page.goto('/auth?tab=register');
  await page.getByRole('textbox', { name: 'First name' }).fill(person.first);
  await page.getByRole('textbox', { name: 'Last name' }).fill(person.last);
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await page.getByLabel('Password', { exact: false }).first().fill(person.password);
  await page
    .locator('form')
    .getByRole('button', { name: /^(Sign Up|Create)/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
  await look(page, 'check your email');

  const mail = await mailTo(person.email, 'Verify your email address');
  await page.goto(mail.link);
  await expect(page.getByRole('heading', { name: 'Email Verified!' })).toBeVisible();
  await look(page, 'email verified');
  await page.getByRole('link', { name: 'Continue to Setup' }).click();
  await expect(page.getByRole('button', { name: 'Get started' })).toBeVisible();
}

/** Signs out with the account menu, and opens the sign-in form. */
export async function signOut(page: Page, person: Person): Promise<void> {
  await page.getByRole('button', { name: `${fullName(person)}, account menu` }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByText('You have been successfully logged out.')).toBeVisible();
  await page.goto('/auth');
}

/** Fills in and submits the visible sign-in form. */
export async function tryPassword(page: Page, person: Person): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await page.getByLabel('Password', { exact: false }).first().fill(person.password);
  await page.locator('form').getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** The same, and expects success. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await tryPassword(page, person);
  await expect(page.getByText('Welcome back!')).toBeVisible();
}

/** A company with a name, a template and its colors, created with the setup. */
export async function createCompany(page: Page, name: string): Promise<void> {
  await page.goto('/setup');
  const start = page.getByRole('button', { name: 'Get started' });
  await expect(start).toBeFocused();
  await start.click();
  await page.getByRole('textbox', { name: 'Company name' }).fill(name);
  await page.getByRole('button', { name: /^Skip/ }).click();
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Finish Setup' }).click();
  await expect(page.getByText('Company profile created successfully!')).toBeVisible();
}

/** Adds a client with the dialog of the clients screen. */
export async function addClient(page: Page, company: string, look: Look = pass): Promise<void> {
  await page.goto('/clients');
  await look(page, 'clients, none yet');
  await page.getByRole('button', { name: 'Add Client' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Client' });
  await dialog.getByRole('textbox', { name: 'Company name' }).fill(company);
  await dialog.getByRole('textbox', { name: 'First name' }).fill('Marguerite');
  await dialog.getByRole('textbox', { name: 'Last name' }).fill('Delacroix');
  await dialog.getByRole('textbox', { name: 'Email' }).fill('marguerite@harborpine.example');
  await look(page, 'add a client');
  await dialog.getByRole('button', { name: /^(Add|Create|Save)/ }).click();
  await expect(page.getByRole('heading', { name: company })).toBeVisible();
  await expect(dialog).toBeHidden();
}

/** Invites an address from the team screen. */
export async function invite(page: Page, email: string, role: 'Member' | 'Admin'): Promise<void> {
  await page.goto('/settings/team');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
  await dialog.getByRole('radio', { name: role }).check();
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(page.getByText('Invitation sent', { exact: true })).toBeVisible();
}

/** Creates an account with the link of an invitation, and ends in that workspace. */
export async function registerInvited(
  page: Page,
  link: string,
  { person, workspace }: { person: Person; workspace: string },
  look: Look = pass,
): Promise<void> {
  await page.goto(link);
  await expect(page.getByRole('heading', { name: `Join ${workspace}` })).toBeVisible();
  await look(page, 'invitation, no account');
  await page.getByRole('textbox', { name: 'First name' }).fill(person.first);
  await page.getByRole('textbox', { name: 'Last name' }).fill(person.last);
  await page.getByLabel('Password', { exact: false }).first().fill(person.password);
  await page.getByRole('button', { name: 'Create Account and Join' }).click();
  await expect(page.getByText(`Welcome to ${workspace}!`)).toBeVisible();
}

/** Switches to another workspace through the header. */
export async function switchTo(page: Page, workspace: string): Promise<void> {
  await page.getByRole('button', { name: /^Workspace .*, switch$/ }).click();
  await page.getByRole('menuitemradio', { name: workspace }).click();
  await expect(page.getByText(`You are now in ${workspace}`)).toBeVisible();
}
