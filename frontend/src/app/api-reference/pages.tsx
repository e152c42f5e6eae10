// The API reference as a file, written when the front end is built: `scripts/prerender.ts` runs it. Its style sheet is its own.
import '@/shared/theme/base.css';
import { renderToStaticMarkup } from 'react-dom/server';
import { Document } from '../prerender/document';
import { ReferencePage } from './reference-page';

const head = {
  title: 'API reference · Proffer',
  description: 'Every operation of Proffer’s API: who may call it, what it takes and what it answers.',
};

/** The page by the name of its file. `styles` are the addresses of the style sheets. */
export function renderPages(styles: string[]): Record<string, string> {
  const html = renderToStaticMarkup(
    <Document head={head} styles={styles}>
      <ReferencePage />
    </Document>,
  );
  return { 'api-docs.html': `<!doctype html>\n${html}\n` };
}
