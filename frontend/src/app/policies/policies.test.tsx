import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderRoute } from '@/test/render';

describe.each([
  ['/privacy-policy', 'Privacy Policy'],
  ['/terms-of-service', 'Terms of Service'],
])('%s', (path, title) => {
  it('is dated, and its list leads to every part', async () => {
    renderRoute(path);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeInTheDocument();
    expect(document.title).toBe(`${title} · Proffer`);
    expect(screen.getByText('January 1, 2025')).toHaveAttribute('datetime', '2025-01-01');
    const list = within(screen.getByRole('navigation', { name: 'On this page' })).getAllByRole('link');
    const parts = within(screen.getByRole('main')).getAllByRole('region');
    expect(list.map((link) => link.getAttribute('href'))).toEqual(parts.map(({ id }) => `#${id}`));
    for (const [index, part] of parts.entries())
      expect(part).toHaveAccessibleName(`${index + 1}. ${list[index]?.textContent ?? ''}`);
  });

  it('names the address for questions, and leads back to the front page', async () => {
    renderRoute(path);
    const main = within(await screen.findByRole('main'));
    expect(main.getAllByRole('link', { name: 'help@proffer.example' })[0]).toHaveAttribute(
      'href',
      'mailto:help@proffer.example',
    );
    const bar = within(screen.getByRole('banner'));
    expect(bar.getByRole('link', { name: 'Features' })).toHaveAttribute('href', '/#features');
    expect(bar.getByRole('link', { name: 'Proffer, home' })).toHaveAttribute('href', '/');
  });
});

it('the terms refund the last month’s payment on termination for abuse, and nothing else', async () => {
  renderRoute('/terms-of-service');
  const part = await screen.findByRole('region', { name: /Suspension and termination/ });
  expect(part).toHaveTextContent(
    'Payments are not refunded, with one exception: if we terminate your account for abuse, we refund the last month’s payment, and only that.',
  );
});
