// The generated files, as the server and a browser without scripts process them.
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { claims, site } from '@/test/site-data';
import { LandingPage } from '../landing/landing-page';
import type { ClaimName, Site } from '../site/site';
import { renderPages } from './pages';

const pages = renderPages(['/assets/pages.css']);
const landing = pages['landing.html'] ?? '';
const names = Object.keys(claims) as ClaimName[];

const parse = (html: string): Document => new DOMParser().parseFromString(html, 'text/html');

/** Fills a page in like the server. */
const fill = (html: string, { supportEmail, claims: shown }: Required<Site>): string =>
  html
    .replace(/<!--claim:(\w+)-->(.*?)<!--\/claim:\1-->/gs, (_block, name: ClaimName, inside: string) =>
      shown[name] === undefined ? '' : inside.replaceAll(`{{claim:${name}}}`, shown[name]),
    )
    .replaceAll('{{support_email}}', supportEmail)
    .replaceAll('{{base_url}}', 'https://proffer.example');

/** React's rendering of the same component. */
const bodyOf = (html: string): string | undefined => /<body>(.*)<\/body>/s.exec(html)?.[1];
const component = (given: Site): string => renderToStaticMarkup(<LandingPage site={given} />);

it('there is a file for each public page', () => {
  expect(Object.keys(pages)).toEqual(['landing.html', 'privacy-policy.html', 'terms-of-service.html']);
});

describe.each(Object.entries(pages))('%s', (file, html) => {
  const document = parse(html);

  it('loads one small script, one style sheet, and nothing inline', () => {
    expect(html.startsWith('<!doctype html>\n<html lang="en">')).toBe(true);
    expect([...document.scripts].map((script) => script.outerHTML)).toEqual([
      '<script src="/color-scheme.js"></script>',
    ]);
    const sheets = [...document.querySelectorAll('link[rel=stylesheet]')].map((sheet) =>
      sheet.getAttribute('href'),
    );
    expect(sheets).toEqual(['/assets/pages.css']);
    expect(document.querySelectorAll('style, [style]')).toHaveLength(0);
    expect(html).not.toMatch(/\son[a-z]+=|javascript:/);
  });

  it('says what it is to search engines and to who is sent its link', () => {
    const meta = (name: string) =>
      document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content');
    expect(document.title).toContain('Proffer');
    expect(meta('og:title')).toBe(document.title);
    expect(meta('description')?.length).toBeGreaterThan(50);
    expect(meta('description')?.length).toBeLessThanOrEqual(160);
    expect(meta('og:description')).toBe(meta('description'));
    expect(meta('og:image')).toBe('{{base_url}}/og.png');
    const path = file === 'landing.html' ? '/' : `/${file.replace('.html', '')}`;
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(`{{base_url}}${path}`);
    expect(meta('og:url')).toBe(`{{base_url}}${path}`);
  });

  it('has its fonts on the way before the style sheet asks for them', () => {
    const fonts = [...document.querySelectorAll('link[rel=preload]')];
    expect(fonts).toHaveLength(2);
    for (const font of fonts) {
      expect(font.getAttribute('as')).toBe('font');
      expect(font.getAttribute('crossorigin')).toBe('anonymous');
    }
  });

  it('has no placeholder that the server does not know, and leads to no place that is not there', () => {
    const known = ['{{base_url}}', '{{support_email}}', ...names.map((name) => `{{claim:${name}}}`)];
    expect(known).toEqual(expect.arrayContaining(html.match(/\{\{.*?\}\}/g) ?? []));
    for (const link of document.querySelectorAll('a[href^="#"]'))
      expect(document.querySelector(link.getAttribute('href') ?? '')).not.toBeNull();
  });
});

describe('the claims in landing.html', () => {
  it.each(names)('%s stands between its marks, and nowhere else', (name) => {
    const pieces = landing.split(new RegExp(`<!--claim:${name}-->|<!--/claim:${name}-->`));
    expect(pieces).toHaveLength(3);
    expect(pieces[1]).toContain(`{{claim:${name}}}`);
    expect(pieces[1]).not.toContain('<!--');
    expect(pieces.join('').split(`{{claim:${name}}}`)).toHaveLength(2);
  });

  it.each<[string, Site['claims']]>([
    ['all', claims],
    ['none', {}],
    ['one', { rating: claims.rating }],
  ])('filled in with %s, it is what the app would show', (_how, shown) => {
    const given = { supportEmail: site.supportEmail, claims: shown };
    expect(bodyOf(fill(landing, given))).toBe(component(given));
  });
});
