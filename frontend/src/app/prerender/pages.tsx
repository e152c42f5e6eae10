// The public pages as files: rendered by `scripts/prerender.ts` when the front end is built, and
// filled in by the server with the site's settings.
import '@/shared/theme/base.css';
import './fallback-fonts.css';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { paths } from '@/shared/paths';
import { LandingPage } from '../landing/landing-page';
import { PrivacyPolicy } from '../policies/privacy-policy';
import { TermsOfService } from '../policies/terms-of-service';
import { ClaimBounds } from '../site/claim-bounds';
import { CLAIMS, type ClaimName, type Site } from '../site/site';
import { descriptions, titles } from '../site/titles';
import { Document, type Head } from './document';

/** Placeholders for values known at run time. */
const template: Site = {
  supportEmail: '{{support_email}}',
  claims: Object.fromEntries(CLAIMS.map((name) => [name, `{{claim:${name}}}`])),
};

interface Page {
  file: string;
  head: Head;
  content: ReactNode;
}

const pages: Page[] = [
  {
    file: 'landing.html',
    head: { title: titles.landing, description: descriptions.landing, path: paths.home },
    content: <LandingPage site={template} />,
  },
  {
    file: 'privacy-policy.html',
    head: { title: titles.privacy, description: descriptions.privacy, path: paths.privacyPolicy },
    content: <PrivacyPolicy site={template} />,
  },
  {
    file: 'terms-of-service.html',
    head: { title: titles.terms, description: descriptions.terms, path: paths.termsOfService },
    content: <TermsOfService site={template} />,
  },
];

/** React cannot write custom comments: an element represents the marks until the text is generated. */
const marked = (name: ClaimName, part: ReactNode) => createElement(`claim-${name}`, null, part);

const withMarks = (html: string): string =>
  html.replace(/<claim-(\w+)>/g, '<!--claim:$1-->').replace(/<\/claim-(\w+)>/g, '<!--/claim:$1-->');

/** The pages by file name. `styles` are the addresses of the style sheets. */
export function renderPages(styles: string[]): Record<string, string> {
  return Object.fromEntries(
    pages.map(({ file, head, content }) => {
      const html = renderToStaticMarkup(
        <Document head={head} styles={styles}>
          <ClaimBounds value={marked}>{content}</ClaimBounds>
        </Document>,
      );
      return [file, `<!doctype html>\n${withMarks(html)}\n`];
    }),
  );
}
