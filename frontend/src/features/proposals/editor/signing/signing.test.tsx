import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse, type HttpHandler } from 'msw';
import { expect, test } from 'vitest';
import { getListChatMessagesMockHandler } from '@/api/gen/assistant/assistant.msw';
import { getGetActivityMockHandler } from '@/api/gen/evidence/evidence.msw';
import { getGetCurrentUserMockHandler } from '@/api/gen/identity/identity.msw';
import type { CountersignInput, Proposal, SignInput } from '@/api/gen/model';
import { getGetPreSendCheckMockHandler, getGetProposalMockHandler } from '@/api/gen/proposals/proposals.msw';
import { quietActivity } from '@/test/activity-data';
import { user as me } from '@/test/data';
import { failing } from '@/test/handlers';
import { draft, readyCheck } from '@/test/proposal-data';
import { renderRoute } from '@/test/render';
import '@/test/whole-editor';

const accepted: Proposal = {
  ...draft,
  status: 'accepted',
  signedByName: 'Mia Öz',
  signedAt: '2026-11-20T14:03:22.120Z',
};

const open = (proposal: Proposal, ...handlers: HttpHandler[]) =>
  renderRoute(
    `/proposals/${draft.id}/edit`,
    ...handlers,
    getGetProposalMockHandler(proposal),
    getListChatMessagesMockHandler([]),
    getGetPreSendCheckMockHandler(readyCheck),
    getGetActivityMockHandler(quietActivity),
  ).user;

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('what the client accepted waits for the countersignature', async () => {
  const asked: CountersignInput[] = [];
  const user = open(
    accepted,
    http.post<never, CountersignInput>('*/api/proposals/:id/countersign', async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ ...accepted, status: 'signed' });
    }),
  );
  expect(await screen.findByText('Accepted by Mia Öz')).toBeVisible();
  expect(screen.getByText(/waiting for your countersignature\.$/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Countersign' }));
  const form = await dialog('Countersign this proposal');
  const name = form.getByLabelText(/^Your full name/);
  await user.type(name, '   ');
  await user.click(form.getByRole('button', { name: 'Countersign' }));
  expect(name).toHaveAccessibleDescription(/^Please type your full name/);
  expect(asked).toEqual([]);
  await user.type(name, 'Ada Berg ');
  await user.click(form.getByRole('button', { name: 'Countersign' }));
  expect(await screen.findByText('Proposal signed successfully!')).toBeVisible();
  expect(asked).toEqual([{ signature: 'Ada Berg' }]);
  expect(screen.getByText('Signed by Mia Öz')).toBeVisible();
  // In the banner, and next to the document with the evidence.
  expect(screen.getAllByRole('button', { name: 'Download Signed PDF' })).toHaveLength(2);
});

test('a countersignature that is refused keeps the name and says why', async () => {
  const user = open(
    accepted,
    failing('post', '/api/proposals/*/countersign', {
      status: 422,
      code: 'validation_failed',
      message: 'Please correct the marked fields.',
      errors: [{ field: 'signature', code: 'invalid', message: 'Type your full name as you are known.' }],
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Countersign' }));
  const form = await dialog('Countersign this proposal');
  const name = form.getByLabelText(/^Your full name/);
  await user.type(name, 'A');
  await user.click(form.getByRole('button', { name: 'Countersign' }));
  await waitFor(() => {
    expect(name).toHaveAccessibleDescription(/^Type your full name as you are known/);
  });
  expect(name).toHaveValue('A');
});

test('who may not accept sees what is waited for, without the way to do it', async () => {
  const permissions = me.permissions.filter((permission) => permission !== 'proposals:accept');
  open(accepted, getGetCurrentUserMockHandler({ ...me, permissions }));
  expect(await screen.findByText('Accepted by Mia Öz')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Countersign' })).not.toBeInTheDocument();
});

test('an acceptance that was given elsewhere is recorded as that', async () => {
  const asked: SignInput[] = [];
  const user = open(
    draft,
    http.post<never, SignInput>('*/api/proposals/:id/sign', async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ ...draft, status: 'signed', signedByName: 'Mia Öz' });
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Approve & Start Project' }));
  const form = await dialog('Approve & Start Project');
  expect(form.getByText(/never shown as your client’s own signature/)).toBeInTheDocument();
  const name = form.getByLabelText(/^Full name/);
  const email = form.getByLabelText(/^Email/);
  expect(name).toHaveValue('Mia Öz');
  await user.click(form.getByRole('button', { name: 'Sign & Approve' }));
  expect(email).toHaveAccessibleDescription('Please fill in all signature fields.');
  await user.type(email, 'mia');
  await user.click(form.getByRole('button', { name: 'Sign & Approve' }));
  expect(email).toHaveAccessibleDescription('Invalid email address');
  await user.type(email, '@northwind.example');
  await user.click(form.getByRole('button', { name: 'Sign & Approve' }));
  expect(await screen.findByText('Proposal signed successfully!')).toBeVisible();
  expect(asked).toEqual([
    {
      name: 'Mia Öz',
      email: 'mia@northwind.example',
      signature: 'Mia Öz - mia@northwind.example',
    },
  ]);
});

test('an acceptance that cannot be recorded', async () => {
  const user = open(
    { ...draft, recipientEmail: 'mia@northwind.example' },
    failing('post', '/api/proposals/*/sign', { status: 500, code: 'internal', message: 'x' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Approve & Start Project' }));
  const form = await dialog('Approve & Start Project');
  await user.click(form.getByRole('button', { name: 'Sign & Approve' }));
  expect(await screen.findByText('Failed to sign proposal. Please try again.')).toBeVisible();
  expect(form.getByLabelText(/^Email/)).toHaveValue('mia@northwind.example');
});

test('a draft that is not fit to be accepted leads to what is missing', async () => {
  const user = open(
    { ...draft, recipientEmail: 'mia@northwind.example' },
    failing('post', '/api/proposals/*/sign', {
      status: 422,
      code: 'pre_send_blocked',
      message: 'Not yet.',
      errors: [{ field: 'htmlContent', code: 'no_content', message: 'There is no content.' }],
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Approve & Start Project' }));
  const form = await dialog('Approve & Start Project');
  await user.click(form.getByRole('button', { name: 'Sign & Approve' }));
  expect(await screen.findByText('There is no content.')).toBeVisible();
});

test('what is signed or declined cannot be approved again', async () => {
  open({ ...draft, status: 'rejected' });
  await screen.findByText(/^Your client declined/);
  expect(screen.queryByRole('button', { name: 'Approve & Start Project' })).not.toBeInTheDocument();
});
