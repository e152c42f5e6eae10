// Takes the pictures of the product for the landing page and the README: `npm run photos`, with PROFFER_BIN
// as in the browser tests.
import { defineConfig } from '@playwright/test';
import e2e from './playwright.config';

export default defineConfig({ ...e2e, testMatch: '*photos.ts', projects: [{ name: 'photos' }] });
