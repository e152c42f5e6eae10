import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { failing, signedOut } from '@/test/handlers';
import { renderRoute } from '@/test/render';
import { claims, site } from '@/test/site-data';
import type { ClaimName } from '../site/site';
import { LandingPage } from './landing-page';

const names = Object.keys(claims) as ClaimName[];

const linksOf = (part: HTMLElement) =>
  within(part)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

/** The text of the page with those claims, in document order. */
function wordsWith(shown: Partial<Record<ClaimName, string>>): string {
  const { container, unmount } = render(<LandingPage site={{ ...site, claims: shown }} />);
  const words = container.textContent;
  unmount();
  return words;
}

describe('the front page', () => {
  it('has the bar with the product’s name and the ways in', () => {
    render(<LandingPage site={site} />);
    const bar = screen.getByRole('banner');
    expect(within(bar).getByText('Proffer')).toBeInTheDocument();
    expect(linksOf(bar).slice(1)).toEqual([
      ['How It Works', '#how-it-works'],
      ['Features', '#features'],
      ['Pricing', '#pricing'],
      ['Sign In', '/auth'],
      ['Get Started Free', '/auth?tab=register'],
    ]);
  });

  it('begins with a way past the bar', () => {
    const { container } = render(<LandingPage site={site} />);
    const first = within(container).getAllByRole('link')[0];
    expect(first).toHaveTextContent('Skip to content');
    expect(container.querySelector(first?.getAttribute('href') ?? 'none')).toBe(screen.getByRole('main'));
  });

  it.each([
    ['Start Building Proposals', '/auth?tab=register'],
    ['See How It Works', '#features'],
    ['Start Free Trial', '/auth?tab=register'],
  ])('leads by "%s" to %s', (name, href) => {
    render(<LandingPage site={site} />);
    expect(within(screen.getByRole('main')).getByRole('link', { name })).toHaveAttribute('href', href);
  });

  it('shows the four steps in order', () => {
    render(<LandingPage site={site} />);
    const steps = within(screen.getByRole('region', { name: 'How It Works' })).getAllByRole('heading', {
      level: 3,
    });
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      'Select Client',
      'Paste Meeting Recap',
      'Review & Price',
      'Get Proposal',
    ]);
  });

  it('shows the six features and pictures of the product', () => {
    const { container } = render(<LandingPage site={site} />);
    const features = container.querySelector<HTMLElement>('#features');
    if (features === null) throw new Error('There are no features.');
    expect(
      within(features)
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Meeting Recap Magic',
      'AI Proposal Generation',
      'Smart Website Auto-Fill',
      'Beautiful Proposal Links',
      'Digital Signatures',
      'Win Rate Analytics',
    ]);
    const pictures = within(features).getAllByRole('img');
    expect(pictures).toHaveLength(2);
    for (const picture of pictures) {
      expect(picture).toHaveAttribute('loading', 'lazy');
      expect(Number(picture.getAttribute('width'))).toBeGreaterThan(0);
      expect(Number(picture.getAttribute('height'))).toBeGreaterThan(0);
    }
  });

  it('compares the old way with the new one', () => {
    render(<LandingPage site={site} />);
    expect(screen.getByRole('heading', { name: 'The old way' })).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'The new way' })).toBeInTheDocument();
  });

  it('says what it costs', () => {
    const { container } = render(<LandingPage site={site} />);
    const pricing = container.querySelector('#pricing');
    for (const words of [
      '$9 per month per user',
      '14-day free trial',
      'No credit card required',
      'Cancel anytime',
    ])
      expect(pricing).toHaveTextContent(words);
  });

  it('ends with a call and the links of the foot', () => {
    render(<LandingPage site={site} />);
    expect(
      within(screen.getByRole('main')).getAllByRole('link', { name: 'Get Started Free' }).at(-1),
    ).toHaveAttribute('href', '/auth?tab=register');
    expect(linksOf(screen.getByRole('contentinfo'))).toEqual([
      ['help@proffer.example', 'mailto:help@proffer.example'],
      ['Features', '#features'],
      ['Pricing', '#pricing'],
      ['How It Works', '#how-it-works'],
      ['About', '/contact'],
      ['Contact', '/contact'],
      ['Support', '/contact'],
      ['Privacy Policy', '/privacy-policy'],
      ['Terms of Service', '/terms-of-service'],
    ]);
  });

  it('has one main heading, and no level of headings is left out', () => {
    render(<LandingPage site={site} />);
    const levels = screen.getAllByRole('heading').map(({ tagName }) => Number(tagName.slice(1)));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    levels.forEach((level, index) => expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1));
  });
});

describe('the claims', () => {
  it.each(names)('%s is shown once, and without it nothing else is missing', (name) => {
    const all = wordsWith(claims);
    expect(all.split(claims[name])).toHaveLength(2);
    expect(wordsWith({ ...claims, [name]: undefined })).toBe(all.replace(claims[name], ''));
  });

  it('leave a page that is whole when all are off', () => {
    const { container } = render(<LandingPage site={{ ...site, claims: {} }} />);
    // Figures that only a claim may contain.
    expect(container.textContent).not.toMatch(/1,000|4\.9|90%|2x|5 minutes|professionals|rating/);
    expect(container.textContent).not.toMatch(/\s[.,;:!?]|[,;:]\s*$|\.\./m);
    expect(container.querySelectorAll('li:empty, p:empty')).toHaveLength(0);
  });
});

describe('the front page in the app', () => {
  it('has the claims and the address that the server gives', async () => {
    renderRoute('/', signedOut);
    expect(await screen.findByText(claims.rating)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'help@proffer.example' })).toBeInTheDocument();
    expect(document.title).toBe('Proffer: from meeting notes to a signed proposal');
  });

  it('is there without them when the server does not answer', async () => {
    renderRoute(
      '/',
      signedOut,
      failing('get', '/api/site', { status: 503, code: 'unavailable', message: 'Back soon.' }),
    );
    expect(await screen.findByRole('link', { name: 'Start Building Proposals' })).toBeInTheDocument();
    expect(screen.queryByText(claims.rating)).not.toBeInTheDocument();
    expect(document.querySelector('a[href^="mailto:"]')).toBeNull();
  });
});
