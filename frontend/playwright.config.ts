// Browser tests against the real product: each run starts `proffer dev` by itself, with the offline assistant, with a
// model behind the OpenAI protocol, with one that boasts, and with the test payment page. PROFFER_BIN and MODEL_DOUBLE_BIN name the programs
// (`make test` sets them).
import { existsSync } from 'node:fs';
import { defineConfig, devices } from '@playwright/test';
import type { StackOptions } from './e2e/test';

const systemChromium = '/usr/bin/chromium';
// Unset and not installed by the system: Playwright's own.
const executablePath = process.env.CHROMIUM_BIN ?? (existsSync(systemChromium) ? systemChromium : undefined);
const root = process.getuid?.() === 0;

export default defineConfig<object, StackOptions>({
  testDir: 'e2e',
  outputDir: 'node_modules/.e2e',
  forbidOnly: true,
  retries: 0,
  // Each with a separate server, database and browser.
  workers: 2,
  timeout: 300_000,
  expect: {
    timeout: 20_000,
    // Letters have other edges on another machine; a part of a screen that moved, came or went is more than that.
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
    // What does not come in this time does not come.
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    // Recording costs as much as the tests do: what failed runs once more with `--trace on`, to be looked at.
    trace: 'off',
    launchOptions: {
      ...(executablePath !== undefined && executablePath !== '' && { executablePath }),
      // Chromium refuses its sandbox to root, which is who runs containers and CI.
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
