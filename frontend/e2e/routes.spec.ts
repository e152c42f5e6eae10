// Every screen for every role: the right screen or its replacement is shown; no errors are logged;
// nothing scrolls sideways on any device; and there is no serious accessibility problem, in either
// colour scheme.
import type { Page } from '@playwright/test';
import { everyRole } from './accounts';
import { addressOf, HOME, ROLES, SCREENS, SIGN_IN, type Role, type Screen } from './route-table';
import { audit, expect, fitsEverywhere, test } from './test';

/** A missing session and missing data are valid answers; the browser logs them as failures. */
const ANSWERS = /^Failed to load resource: the server responded with a status of 40[14] /;

/** Collects the errors that a page logs or throws. */
function listen(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error' || ANSWERS.test(message.text())) return;
    errors.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
  return errors;
}

/** Navigates within the app, like a link. */
const follow = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);

async function shows(page: Page, role: Role, screen: Screen, address: string): Promise<void> {
  const heading = screen.others?.[role] ?? screen.heading;
  await expect(page.locator('h1').first(), `${address}, ${role}`).toHaveText(heading);
  // Not the previous screen with the same heading: a redirect to the sign-in returns here.
  if (role === 'visitor' && heading === SIGN_IN && screen.heading !== SIGN_IN)
    await expect(page).toHaveURL((url) => (url.searchParams.get('returnTo') ?? url.pathname) === address);
}

test('every screen, for every kind of user', async ({ newPerson, mailTo, stack }) => {
  const { pages, made } = await everyRole(newPerson, mailTo, stack, 'routes.example');
  const errors = ROLES.map((role) => listen(pages[role]));

  const walk = async (role: Role) => {
    const page = pages[role];
    // Home may redirect a user without a company: wait for that before navigating on.
    const home = async () => {
      await page.goto('/');
      await shows(page, role, HOME, '/');
    };
    await home();
    for (const [at, screen] of SCREENS.entries()) {
      const address = addressOf(screen, made);
      const closely = screen.audited === role;
      // The message of a mailed link is loaded when its screen opens.
      const opened = screen.apart === true || SCREENS[at - 1]?.route === screen.route;
      if (closely || opened) await page.goto(address);
      else await follow(page, address);
      await shows(page, role, screen, address);
      if (closely) {
        await fitsEverywhere(page, address);
        await audit(page, `${address}, ${role}`);
      }
      if (screen.apart === true) await home();
    }
  };
  // In parallel: each mostly waits for its server.
  await Promise.all(ROLES.map(walk));

  expect(errors.flat()).toEqual([]);
});

test('signed-out screens do without antd', async ({ stranger }) => {
  const files: string[] = [];
  stranger.on('request', (request) => files.push(new URL(request.url()).pathname));
  for (const address of ['/auth', '/verify']) {
    await stranger.goto(address);
    await expect(stranger.locator('h1').first()).toBeVisible();
  }
  // A hash may have hyphens too.
  const shared = files.map((file) => /^\/assets\/(basics|antd|signed-in)-.*\.js$/.exec(file)?.[1]);
  expect(new Set(shared.filter((name) => name !== undefined))).toEqual(new Set(['basics']));
});
