// The last step of `npm run build`: writes the public pages (front page and policies) to dist as plain HTML. They share one style sheet,
// and fonts with the app; no page loads React.
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

await build({
  root,
  mode: 'prerender',
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: 'src/app/prerender/pages.tsx',
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
const { renderPages } = (await import(pathToFileURL(path.join(work, 'pages.js')).href)) as Renderer;

await mkdir(dist, { recursive: true });
await cp(assets, path.join(dist, 'assets'), { recursive: true });
for (const [file, html] of Object.entries(renderPages(styles))) await writeFile(path.join(dist, file), html);
await rm(work, { recursive: true });
