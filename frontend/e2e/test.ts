// The tests' fixtures: a running product per worker, its outbox, a new user's browser, the accessibility
// audit, and a check that no page violates its content security policy.
import axe, { type RunOptions } from 'axe-core';
import { test as base, expect, type BrowserContext, type Page, type TestInfo } from '@playwright/test';
import { FailureReport } from './failure-report';
import { startStack, type Assistant, type Stack } from './stack';

export interface StackOptions {
  assistant: Assistant;
  /** Whether there is a test payment page; without it no payments are possible. */
  payments: boolean;
  /** Whether there is a demo workspace. */
  demo: boolean;
}

interface Mail {
  text: string;
  /** The first link in the mail. */
  link: string;
}

export interface Fixtures {
  /** The violations on any page of a watched context; the test fails unless it stays empty. */
  refusals: string[];
  /** Describes the pages of a failed test. */
  failureReport: FailureReport;
  /** A page in a browser that was never signed in. */
  stranger: Page;
  /** Another such page, any number of times. */
  newPerson: () => Promise<Page>;
  /** Waits for a mail with this subject to this address. */
  mailTo: (address: string, subject: string | RegExp) => Promise<Mail>;
}

const POLICY = /Content.Security.Policy/i;

/**
 * Collects the violations on every page of a context, from the page's events and from the browser's
 * log.
 */
async function watch(
  context: BrowserContext,
  { refusals, failureReport }: Pick<Fixtures, 'refusals' | 'failureReport'>,
): Promise<void> {
  failureReport.watch(context);
  context.on('console', (message) => {
    if (POLICY.test(message.text())) refusals.push(`${message.page()?.url() ?? '?'}: ${message.text()}`);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      console.error('Content Security Policy:', violatedDirective, blockedURI, sample);
    });
  });
}

const hasFailed = ({ status, expectedStatus }: TestInfo): boolean => status !== expectedStatus;

export const test = base.extend<Fixtures, StackOptions & { stack: Stack }>({
  assistant: ['offline', { option: true, scope: 'worker' }],
  payments: [false, { option: true, scope: 'worker' }],
  demo: [false, { option: true, scope: 'worker' }],
  stack: [
    async ({ assistant, payments, demo }, provide) => {
      const stack = await startStack(assistant, { payments, demo });
      await provide(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  baseURL: async ({ stack }, provide) => {
    await provide(stack.url);
  },
  refusals: async ({}, provide) => {
    const refusals: string[] = [];
    await provide(refusals);
    expect(refusals).toEqual([]);
  },
  failureReport: async ({}, provide, testInfo) => {
    const report = new FailureReport();
    await provide(report);
    if (hasFailed(testInfo)) await testInfo.attach('failure report', { body: await report.text() });
  },
  context: async ({ context, refusals, failureReport }, provide, testInfo) => {
    await watch(context, { refusals, failureReport });
    await provide(context);
    if (hasFailed(testInfo)) await failureReport.record(context);
  },
  stranger: async ({ newPerson }, provide) => {
    await provide(await newPerson());
  },
  newPerson: async ({ browser, refusals, failureReport }, provide, testInfo) => {
    const contexts: BrowserContext[] = [];
    await provide(async () => {
      const context = await browser.newContext();
      contexts.push(context);
      await watch(context, { refusals, failureReport });
      return context.newPage();
    });
    if (hasFailed(testInfo)) await Promise.all(contexts.map((context) => failureReport.record(context)));
    await Promise.all(contexts.map((context) => context.close()));
  },
  mailTo: async ({ browser, refusals, failureReport, stack }, provide) => {
    const context = await browser.newContext();
    await watch(context, { refusals, failureReport });
    const page = await context.newPage();
    await provide(async (address, subject) => {
      const row = page.getByRole('row').filter({ hasText: address }).getByRole('link', { name: subject });
      // Mail is sent by a job, after the response: poll the outbox until it is there.
      await expect(async () => {
        await page.goto(`${stack.url}/dev/mail`);
        await expect(row.first()).toBeVisible({ timeout: 1 });
      }).toPass({ timeout: 120_000 });
      await row.first().click();
      const mail = page.locator('.mail');
      await expect(mail).toBeVisible();
      const link = await mail.getByRole('link').first().getAttribute('href');
      return { text: await mail.innerText(), link: link ?? '' };
    });
    await context.close();
  },
});

const WIDTHS = [320, 390, 768, 1440];

/** It is no wider than the window. Anything cut off there is invisible to all users. */
export async function fits(page: Page, what: string): Promise<void> {
  const over = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(over, { message: `${what}: sideways`, timeout: 3000 }).toBeLessThanOrEqual(0);
}

/** The same on every device. */
export async function fitsEverywhere(page: Page, what: string): Promise<void> {
  const before = page.viewportSize();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await fits(page, `${what} at ${String(width)}`);
  }
  if (before !== null) await page.setViewportSize(before);
}

/**
 * Waits until no animation runs, since halfway between two colours, text has the contrast of neither. Endless
 * animations such as spinners, scroll-driven ones, and elements out of sight are ignored; waits some seconds at
 * most.
 */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const end = performance.now() + 3000;
    const atMost = (milliseconds: number) => new Promise((over) => setTimeout(over, milliseconds));
    const frame = () => Promise.race([new Promise((seen) => requestAnimationFrame(seen)), atMost(200)]);
    const moving = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect, timeline }) =>
            playState === 'running' &&
            timeline === document.timeline &&
            effect?.getComputedTiming().endTime !== Infinity,
        );
    // Style sheets apply at once, and listeners run in the next frame.
    do {
      await Promise.race([Promise.allSettled(moving().map(({ finished }) => finished)), atMost(1000)]);
      await frame();
      await frame();
    } while (moving().length > 0 && performance.now() < end);
  });
}

/** The properties in a transition: none, since the tests ask for reduced motion. */
const transitions = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .flatMap((animation) => (animation instanceof CSSTransition ? [animation.transitionProperty] : [])),
  );

/** The scope of axe: everything in one scheme; in the other only the colours differ. */
const RULES: Record<'light' | 'dark', RunOptions> = {
  light: { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] },
  dark: { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
};

/**
 * The screen must not have a serious accessibility problem, in either colour scheme, and must change its scheme at
 * once. axe is loaded once, and not, as by its own binding to Playwright, in each scheme and in a second page: no
 * screen has frames.
 */
export async function audit(page: Page, screen: string): Promise<void> {
  await page.evaluate(axe.source);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await transitions(page), `${screen}, ${colorScheme}: transitions`).toEqual([]);
    await settled(page);
    const { violations } = await page.evaluate(
      (options) => (window as unknown as { axe: typeof axe }).axe.run(options),
      { ...RULES[colorScheme], resultTypes: ['violations' as const] },
    );
    const serious = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
      );
    // In the message: the summary of a run shows the first line of an error.
    expect(serious, [`${screen}, ${colorScheme}`, ...serious].join('; ').replaceAll('\n', ' ')).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

export { expect };
