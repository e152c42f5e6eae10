import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import type { SharedActionInput, SharedActionResult, SharedProposal } from '@/api/gen/model';
import { failing, unreachable } from '@/test/handlers';
import { server } from '@/test/server';
import { sent } from '@/test/shared-proposal-data';
import { SharedPage } from './shared-page';

const PATH = '/api/shared/proposals/token';
const ACTION = `${PATH}/action`;

/** Shows the page; each load of the proposal gets the next of `proposals`, the last one for good. */
async function open(...proposals: SharedProposal[]) {
  let loads = 0;
  server.use(
    http.get(`*${PATH}`, () => HttpResponse.json(proposals[Math.min(loads++, proposals.length - 1)])),
  );
  render(<SharedPage token="token" />);
  await screen.findByRole('heading', { level: 1 });
  return userEvent.setup();
}

/** Answers the action and keeps what it was asked. */
function answering(result: SharedActionResult) {
  const asked: SharedActionInput[] = [];
  server.use(
    http.post<never, SharedActionInput>(`*${ACTION}`, async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json(result);
    }),
  );
  return asked;
}

const nameField = () => screen.getByRole('textbox', { name: 'Full name' });
const emailField = () => screen.getByRole('textbox', { name: 'Email' });
const signatureField = () => screen.getByRole('textbox', { name: 'Signature' });

async function introduce(user: ReturnType<typeof userEvent.setup>) {
  await user.type(nameField(), 'Mia Öz');
  await user.type(emailField(), 'mia@northwind.example');
}

async function sign(user: ReturnType<typeof userEvent.setup>) {
  await introduce(user);
  await user.type(signatureField(), 'Mia Öz');
  await user.click(screen.getByRole('checkbox'));
}

const accept = () => screen.getByRole('button', { name: 'Accept & Sign' });

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

test('asks for name and email, then for the signature, then for consent', async () => {
  const user = await open(sent);
  await user.click(accept());
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Missing Information Please fill in your name and email',
  );
  expect(nameField()).toHaveFocus();
  expect(nameField()).toBeInvalid();

  await introduce(user);
  await user.click(accept());
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Signature Required Please provide your signature to accept the proposal',
  );
  expect(signatureField()).toHaveFocus();

  await user.type(signatureField(), 'Mia Öz');
  await user.click(accept());
  expect(screen.getByRole('alert')).toHaveTextContent('Consent Required');
  expect(screen.getByRole('checkbox')).toHaveFocus();
});

test('accepting names the revision and the consent that were shown, and ends with the signer', async () => {
  const asked = answering({
    message: 'Proposal accepted. Thank you!',
    status: 'signed',
    signedAt: '2026-05-06T14:03:22.120Z',
    signedByName: 'Mia Öz',
  });
  const user = await open(sent);
  await sign(user);
  await user.click(screen.getByRole('button', { name: 'Add a message (optional)' }));
  expect(screen.getByRole('textbox', { name: 'Message (optional)' })).toHaveFocus();
  await user.keyboard('Gladly.');
  await user.click(accept());

  const heading = await screen.findByRole('heading', { name: 'Proposal Accepted!' });
  expect(heading).toHaveFocus();
  expect(screen.getByText('Mia Öz')).toBeVisible();
  expect(screen.getByText(/^May 6, 2026/)).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Take Action' })).not.toBeInTheDocument();
  expect(asked).toEqual([
    {
      action: 'accept',
      senderName: 'Mia Öz',
      senderEmail: 'mia@northwind.example',
      message: 'Gladly.',
      signature: 'Mia Öz',
      revisionSha256: 'a'.repeat(64),
      consentId: 'electronic-signature-1',
    },
  ]);
});

test('declining needs no signature and closes the proposal', async () => {
  const asked = answering({ message: 'Declined.', status: 'rejected' });
  const user = await open(sent);
  await introduce(user);
  await user.click(screen.getByRole('radio', { name: 'Decline' }));
  await user.type(screen.getByRole('textbox', { name: 'Reason (optional)' }), 'Too late for us.');
  await user.click(screen.getByRole('button', { name: 'Decline Proposal' }));

  expect(await screen.findByRole('heading', { name: 'Proposal Declined' })).toHaveFocus();
  expect(screen.queryByRole('heading', { name: 'Take Action' })).not.toBeInTheDocument();
  expect(asked[0]).toMatchObject({ action: 'decline', message: 'Too late for us.' });
  expect(asked[0]).not.toHaveProperty('signature');
});

test('after asking for changes the proposal can still be answered', async () => {
  answering({ message: 'Your request has been sent.', status: 'in_review' });
  const user = await open(sent);
  await introduce(user);
  await user.click(screen.getByRole('radio', { name: 'Request Changes' }));
  await user.click(screen.getByRole('button', { name: 'Request Changes' }));

  expect(await screen.findByRole('heading', { name: 'Changes Requested' })).toHaveFocus();
  expect(screen.getByText('Your request has been sent.')).toBeVisible();
  expect(screen.getByText('In Review')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Take Action' })).toBeVisible();
});

test('a proposal that changed meanwhile is shown anew, says what changed, and keeps what was typed', async () => {
  server.use(failing('post', ACTION, { status: 409, code: 'stale_revision', message: 'Changed.' }));
  const user = await open(sent, {
    ...sent,
    htmlContent: sent.htmlContent.replace('We build it.', 'We build it in March.'),
    totalAmount: '9300.00',
  });
  await sign(user);
  await user.click(accept());

  const heading = await screen.findByRole('heading', { name: 'This proposal changed while you had it open' });
  expect(heading).toHaveFocus();
  const notice = heading.closest('section');
  if (notice === null) throw new Error('The heading stands in a section.');
  expect(within(notice).getByText('Changed: Summary')).toBeVisible();
  expect(within(notice).getByText('Total: $8,100.00, now $9,300.00')).toBeVisible();
  expect(screen.getByText('We build it in March.')).toBeVisible();
  expect(screen.getByText('Updated since you opened this page')).toBeVisible();
  expect(nameField()).toHaveValue('Mia Öz');
  expect(signatureField()).toHaveValue('Mia Öz');
  // Consent was given to the other version.
  expect(screen.getByRole('checkbox')).not.toBeChecked();
});

test('when somebody else answered first, the page says so and shows how it ended', async () => {
  server.use(
    failing('post', ACTION, {
      status: 409,
      code: 'invalid_transition',
      message: 'Somebody else has just answered this proposal.',
    }),
  );
  const user = await open(sent, {
    ...sent,
    status: 'signed',
    canAct: false,
    signedByName: 'Ben Öz',
    signedAt: '2026-05-06T14:03:22.120Z',
  });
  await sign(user);
  await user.click(accept());
  expect(await screen.findByRole('heading', { name: 'Proposal Accepted!' })).toBeVisible();
  expect(screen.getByText('Ben Öz')).toBeVisible();
  expect(screen.getByText('Somebody else has just answered this proposal.')).toBeVisible();
});

test("a failure shows the server's message, or the product's own, and keeps what was typed", async () => {
  server.use(
    failing('post', ACTION, { status: 429, code: 'rate_limited', message: 'Please wait a minute.' }),
  );
  const user = await open(sent);
  await sign(user);
  await user.click(accept());
  expect(await screen.findByText('Please wait a minute.')).toBeVisible();
  expect(nameField()).toHaveValue('Mia Öz');

  server.use(unreachable('post', ACTION));
  await user.click(accept());
  expect(await screen.findByText('Failed to process action')).toBeVisible();
  expect(screen.getByRole('checkbox')).toBeChecked();
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
