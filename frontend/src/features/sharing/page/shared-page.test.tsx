import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { failing, unreachable } from '@/test/handlers';
import { server } from '@/test/server';
import { PATH, open } from '@/test/shared-page';
import { NEXT_STEPS, SUMMARY, sent, sentWithOptions } from '@/test/shared-proposal-data';
import { SharedPage } from './shared-page';

test('shows the proposal with its terms, status, creation date and sender', async () => {
  await open(sent);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Booking website');
  expect(screen.getByText('Created May 4, 2026')).toBeVisible();
  expect(screen.getByText('Pending')).toBeVisible();
  expect(screen.getByText('We build it.')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Terms and Conditions' })).toBeVisible();
  expect(screen.getByRole('region', { name: 'About Harbor Studio' })).toHaveTextContent('12');
  // A long guarantee is cut at 50 characters.
  expect(screen.getByText(/^Thirty days of free corrections after the launch,…$/)).toBeVisible();
  await waitFor(() => {
    expect(document.title).toBe('Booking website');
  });
});

test('lists the parts of the proposal with links to them', async () => {
  await open(sent);
  const links = [...screen.getByRole('navigation', { name: 'Sections' }).querySelectorAll('a')];
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Summary', `#section-${SUMMARY}`],
    ['Next steps', `#section-${NEXT_STEPS}`],
    ['Terms and Conditions', '#terms-and-conditions'],
    ['Take Action', '#respond'],
  ]);
  for (const link of links) {
    expect(document.querySelector(link.getAttribute('href') ?? '')).toBeInTheDocument();
  }
});

test('shows the logo of the sender, for any frozen address', async () => {
  const company = { name: 'Harbor Studio', logoUrl: 'https://tracker.example/logo.png' };
  const logoUrl = `${PATH}/logo?v=1`;
  await open({ ...sent, companySnapshot: company, logoUrl });
  expect(screen.getByRole('img', { name: 'Harbor Studio' })).toHaveAttribute('src', logoUrl);
});

test('links to the logos of the clients, and takes none from elsewhere', async () => {
  const company = { name: 'Harbor Studio', clientLogosUrl: 'https://harbor.example/clients?all' };
  await open({ ...sent, companySnapshot: company });
  const about = within(screen.getByRole('region', { name: 'About Harbor Studio' }));
  const link = about.getByRole('link', { name: 'See their logos at harbor.example (opens in a new tab)' });
  expect(link).toHaveAttribute('href', company.clientLogosUrl);
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  expect(document.querySelector('img')).not.toBeInTheDocument();
});

test.each([undefined, '', 'no address'])('shows nothing for the address %j of the logos', async (address) => {
  await open({
    ...sent,
    companySnapshot: { name: 'Harbor Studio', ...(address !== undefined && { clientLogosUrl: address }) },
  });
  expect(screen.queryByRole('region', { name: 'About Harbor Studio' })).not.toBeInTheDocument();
});

test('without a logo, none is fetched from anywhere', async () => {
  const company = { name: 'Harbor Studio', logoUrl: 'https://tracker.example/logo.png' };
  await open({ ...sent, companySnapshot: company });
  expect(document.querySelector('img')).not.toBeInTheDocument();
});

const SIGNED = {
  ...sentWithOptions,
  status: 'signed',
  canAct: false,
  signedByName: 'Mia Öz',
  signedAt: '2026-05-06T14:03:22.120Z',
} as const;

test('a signed proposal shows who signed what, and hands out the PDF', async () => {
  const user = await open({ ...SIGNED, hasDocument: true });
  expect(screen.getByRole('heading', { name: 'Proposal Accepted!' })).toBeVisible();
  expect(screen.getByText('Mia Öz')).toBeVisible();
  expect(screen.getByText(/^May 6, 2026/)).toBeVisible();
  expect(screen.getByText('Not included: Extra language, Essential, Photography')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Take Action' })).not.toBeInTheDocument();
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();

  server.use(
    failing('get', `${PATH}/document`, { status: 500, code: 'internal', message: 'It is not ready.' }),
  );
  await user.click(screen.getByRole('button', { name: 'Download signed PDF' }));
  expect(await screen.findByText('It is not ready.')).toBeVisible();

  const saved: string[] = [];
  URL.createObjectURL = (blob: Blob) => {
    saved.push(blob.type);
    return 'blob:pdf';
  };
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  };
  server.use(
    http.get(`*${PATH}/document`, () =>
      HttpResponse.arrayBuffer(new ArrayBuffer(4), { headers: { 'Content-Type': 'application/pdf' } }),
    ),
  );
  await user.click(screen.getByRole('button', { name: 'Download signed PDF' }));
  await waitFor(() => {
    expect(saved).toEqual(['application/pdf', 'signed-proposal.pdf']);
  });
  expect(screen.queryByText('It is not ready.')).not.toBeInTheDocument();
});

test('an acceptance that is to be countersigned says what comes next', async () => {
  await open({ ...SIGNED, status: 'accepted', countersigns: true });
  expect(screen.getByRole('heading', { name: 'Proposal Accepted!' })).toBeVisible();
  expect(screen.getByText(/Harbor Studio countersigns next/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Download signed PDF' })).not.toBeInTheDocument();
});

test('a declined proposal says so', async () => {
  await open({ ...sent, status: 'rejected', canAct: false, decidedAt: '2026-05-06T14:03:22.120Z' });
  expect(screen.getByRole('heading', { name: 'Proposal Declined' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Take Action' })).not.toBeInTheDocument();
});

test.each([
  ['preview', { status: 'draft', notice: 'preview', canAct: false } as const, 'Preview'],
  ['being edited', { status: 'draft', notice: 'being_edited', canAct: false } as const, 'Being edited'],
  ['expired', { status: 'expired', canAct: false } as const, 'Proposal expired'],
])('%s: can be read, not answered', async (_name, change, heading) => {
  await open({ ...sent, ...change });
  expect(screen.getByRole('heading', { name: heading })).toBeVisible();
  expect(screen.getByText('We build it.')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Take Action' })).not.toBeInTheDocument();
});

test('who asked for changes and comes back is told that they were heard', async () => {
  await open({ ...sent, status: 'in_review' });
  expect(screen.getByRole('heading', { name: 'Changes requested' })).toBeVisible();
  expect(screen.getByText(/^Harbor Studio has your request\./)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Take Action' })).toBeVisible();
});

test('a list of another script has its bullets where its words begin', async () => {
  await open({ ...sent, htmlContent: '<ul><li>אתר מהיר</li></ul>' });
  expect(screen.getByText('אתר מהיר').parentElement).toHaveAttribute('dir', 'auto');
});

test('without content it says so', async () => {
  await open({ ...sent, htmlContent: '' });
  expect(screen.getByText('No Content Available')).toBeVisible();
});

test('an unknown link says that there is no proposal', async () => {
  server.use(
    failing('get', PATH, { status: 404, code: 'shared_proposal_not_found', message: 'Proposal not found' }),
  );
  render(<SharedPage token="token" />);
  expect(await screen.findByRole('heading', { name: 'Proposal Not Found' })).toBeVisible();
  expect(
    screen.getByText("The proposal you're looking for doesn't exist or the link has expired"),
  ).toBeVisible();
});

test('a load that fails can be tried again', async () => {
  server.use(unreachable('get', PATH));
  render(<SharedPage token="token" />);
  expect(await screen.findByRole('heading', { name: 'Failed to load proposal' })).toHaveFocus();
  server.use(http.get(`*${PATH}`, () => HttpResponse.json(sent)));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('We build it.')).toBeVisible();
});
