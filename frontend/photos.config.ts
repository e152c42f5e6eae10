// Takes the pictures of the product that the front page and the README show: `npm run photos`, with PROFFER_BIN as the browser tests have it.
import { defineConfig } from '@playwright/test';
import e2e from './playwright.config';

export default defineConfig({ ...e2e, testMatch: '*photos.ts', projects: [{ name: 'photos' }] });
