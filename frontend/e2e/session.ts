// Accounts, sessions and API calls in the browser of a page: the preparation before the tested
// screens.
import type { Page } from '@playwright/test';
import type { Person } from './people';
import { expect, type Fixtures } from './test';

/** An API call in the browser of this page, with its cookie. */
export const ask = (page: Page, method: string, path: string, data?: object) =>
  page.evaluate(
    async ([verb, url, body]) => {
      const answer = await fetch(url, {
        method: verb,
        headers: { 'Content-Type': 'application/json' },
        // A server that does not answer is a failure, not a reason to wait.
        signal: AbortSignal.timeout(30_000),
        ...(body !== null && { body }),
      });
      return { status: answer.status, body: await answer.text() };
    },
    [method, path, data === undefined ? null : JSON.stringify(data)] as const,
  );

/** The same for calls that must succeed; returns the response. */
export async function must<T>(page: Page, method: string, path: string, data?: object): Promise<T> {
  const { status, body } = await ask(page, method, path, data);
  expect(status, `${method} ${path}: ${body}`).toBeLessThan(300);
  return JSON.parse(body) as T;
}

/** Signs in without the form. */
export async function enter(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/auth');
  await must(page, 'POST', '/api/login', { email, password });
}

/**
 * A new account, signed in through the link of the verification mail; without using the screens.
 */
export async function openAccount(page: Page, mailTo: Fixtures['mailTo'], who: Person): Promise<void> {
  const { first, last, email, password } = who;
  await page.goto('/auth');
  await must(page, 'POST', '/api/register', { firstName: first, lastName: last, email, password });
  await page.goto((await mailTo(email, 'Verify your email address')).link);
  await expect(page.getByRole('link', { name: 'Continue to Setup' })).toHaveAttribute('href', '/setup');
}

/** The same with a company: the owner of a configured workspace. */
export async function openWorkspace(
  page: Page,
  mailTo: Fixtures['mailTo'],
  who: Person,
  company = 'Northlight Studio',
): Promise<void> {
  await openAccount(page, mailTo, who);
  await must(page, 'POST', '/api/companies', { name: company });
}
