/// <reference types="vitest/config" />
// How the front end is built and served: two documents (the app, and the light page a client opens from a share link),
// the development proxy to the API, and the unit tests.
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Connect, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const API = 'http://127.0.0.1:8080';

/** The server answers /shared/... with shared.html; the development and preview servers must do the same. */
function sharedDocument(): Plugin {
  const rewrite: Connect.NextHandleFunction = (request, _response, next) => {
    if (request.url?.startsWith('/shared/')) request.url = '/shared.html';
    next();
  };
  return {
    name: 'proffer-shared-document',
    configureServer(server) {
      server.middlewares.use(rewrite);
    },
    configurePreviewServer(server) {
      server.middlewares.use(rewrite);
    },
  };
}

/**
 * The client's page is built after the app, by itself (`--mode shared`): what the two have in common would come in pieces, and on a
 * phone each piece is another wait. So it is one script and one style sheet.
 */
const sharedBuild = {
  emptyOutDir: false,
  cssCodeSplit: false,
  rolldownOptions: { input: here('./shared.html') },
};

/** The dialogs that are made of antd. */
const ANTD_DIALOG = /[\\/]shared[\\/](ui[\\/](confirm-)?dialog|forms[\\/]conflict-dialog)\.tsx$/;
const ANTD = /[\\/]node_modules[\\/](antd|@ant-design|@rc-component)[\\/]/;
const BASICS = /[\\/](lucide-react|src[\\/](api|shared|features[\\/]identity))[\\/]/;

/**
 * What three or more screens share is in three files: what signed-out screens need, antd, and the rest of the signed-in screens. By
 * default there would be a file for each set of screens that share something, some sixty for one screen.
 */
const chunks = {
  groups: [
    { name: 'start', tags: ['$initial' as const], priority: 3 },
    {
      name: 'basics',
      minShareCount: 3,
      priority: 2,
      test: (id: string) => BASICS.test(id) && !ANTD_DIALOG.test(id),
    },
    {
      name: 'antd',
      minShareCount: 3,
      priority: 1,
      test: (id: string) => ANTD.test(id) || ANTD_DIALOG.test(id),
    },
    { name: 'signed-in', minShareCount: 3 },
  ],
};

/** The pages that are written at build time (`--mode prerender`) have one entry each. */
const appBuild = (mode: string) => ({
  rolldownOptions: {
    input: here('./index.html'),
    ...(mode === 'production' && { output: { codeSplitting: chunks } }),
  },
});

export default defineConfig(({ mode }) => ({
  plugins: [react(), sharedDocument()],
  resolve: { alias: { '@': here('./src') } },
  build: {
    target: 'baseline-widely-available',
    sourcemap: false,
    // Inlined fonts and images would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    ...(mode === 'shared' ? sharedBuild : appBuild(mode)),
  },
  publicDir: mode === 'shared' ? false : 'public',
  // The API reference is made of the document, which is outside of this folder.
  server: {
    proxy: { '/api': API, '/dev': API, '/.well-known': API },
    fs: { allow: [here('.'), here('../openapi')] },
  },
  preview: { proxy: { '/api': API, '/dev': API, '/.well-known': API } },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['./src/test/fresh-modules.ts', './src/test/setup.ts'],
    sequence: { setupFiles: 'list' },
    isolate: false,
    maxWorkers: '100%',
    restoreMocks: true,
    // Not setInterval, by which jsdom's own frames go; a test that needs it says so.
    fakeTimers: { toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] },
    testTimeout: 40_000,
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
}));
