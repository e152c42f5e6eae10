// Browser tests against the real product: each run starts `proffer dev` itself, with the offline assistant,
// with a model behind the OpenAI protocol, with one that invents content, and with the test payment page.
// PROFFER_BIN and MODEL_DOUBLE_BIN name the programs (`make test` sets them).
import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';
import type { StackOptions } from './e2e/test';

const ofTheSystem = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
// Unset and not installed by the system: Playwright's own.
const executablePath = process.env.CHROMIUM_BIN ?? ofTheSystem.find((path) => existsSync(path));
const root = process.getuid?.() === 0;

export default defineConfig<object, StackOptions>({
  testDir: 'e2e',
  outputDir: 'node_modules/.e2e',
  forbidOnly: true,
  retries: 0,
  // Each with a separate server, database and browser.
  workers: 2,
  // Ends a test that hangs; what waits for the product has the limits below.
  timeout: 900_000,
  expect: {
    timeout: 20_000,
    // The edges of letters differ between machines; a part of a screen that moved, appeared or disappeared
    // exceeds this.
    toHaveScreenshot: {
      animations: 'disabled',
      caret: 'hide',
      scale: 'css',
      threshold: 0.3,
      maxDiffPixelRatio: 0.02,
    },
  },
  // One picture for all systems.
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  reporter: 'list',
  use: {
    // A longer wait would not help.
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    // Recording takes as long as the tests: failed tests run once more with `--trace on`, for inspection.
    trace: 'off',
    launchOptions: {
      ...(executablePath !== undefined && executablePath !== '' && { executablePath }),
      // Chromium refuses its sandbox to root, the usual user of containers and CI.
      args: root ? ['--no-sandbox'] : [],
    },
  },
  projects: [
    {
      name: 'offline assistant',
      testIgnore: ['model.spec.ts', 'check.spec.ts', 'billing.spec.ts'],
      use: { assistant: 'offline' },
    },
    {
      name: 'model assistant',
      testMatch: 'model.spec.ts',
      use: { assistant: 'model' },
    },
    { name: 'boastful assistant', testMatch: 'check.spec.ts', use: { assistant: 'boastful' } },
    // With a separate server: these tests advance its clock, which would disturb others.
    { name: 'test payments', testMatch: 'billing.spec.ts', use: { payments: true } },
  ],
});
