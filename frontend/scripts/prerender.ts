// A step of `npm run build`: writes the public pages (landing page and policies) and the API reference to
// dist as plain HTML. They share fonts with the app; no page loads React.
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const root = path.join(import.meta.dirname, '..');
const dist = path.join(root, 'dist');
const work = path.join(root, 'node_modules/.prerender');

interface Renderer {
  renderPages: (styles: string[]) => Record<string, string>;
}

await mkdir(dist, { recursive: true });
await prerender('src/app/prerender/pages.tsx');
await prerender('src/app/api-reference/pages.tsx');

/** Writes the pages of a module, all with one style sheet. */
async function prerender(entry: string): Promise<void> {
  await build({
    root,
    mode: 'prerender',
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: entry,
      ssrEmitAssets: true,
      cssCodeSplit: false,
      cssMinify: true,
      outDir: work,
      emptyOutDir: true,
    },
  });

  const assets = path.join(work, 'assets');
  const styles = (await readdir(assets))
    .filter((name) => name.endsWith('.css'))
    .map((name) => `/assets/${name}`);
  // Both modules have the same name, and a module is loaded only once.
  const module = `${pathToFileURL(path.join(work, 'pages.js')).href}?${entry}`;
  const { renderPages } = (await import(module)) as Renderer;

  await cp(assets, path.join(dist, 'assets'), { recursive: true });
  for (const [file, html] of Object.entries(renderPages(styles)))
    await writeFile(path.join(dist, file), html);
  await rm(work, { recursive: true });
}
