import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse, type HttpHandler } from 'msw';
import { expect, test, vi } from 'vitest';
import { getListChatMessagesMockHandler } from '@/api/gen/assistant/assistant.msw';
import { getGetClientMockHandler } from '@/api/gen/clients/clients.msw';
import { getGetCompanyMockHandler } from '@/api/gen/companies/companies.msw';
import { getGetActivityMockHandler } from '@/api/gen/evidence/evidence.msw';
import type { Delivery, Proposal, ProposalUpdate, SendInput } from '@/api/gen/model';
import { getGetPreSendCheckMockHandler, getGetProposalMockHandler } from '@/api/gen/proposals/proposals.msw';
import { mail, quietActivity } from '@/test/activity-data';
import { client, company } from '@/test/data';
import { failing, unreachable } from '@/test/handlers';
import { draft, readyCheck } from '@/test/proposal-data';
import { renderRoute } from '@/test/render';
import '@/test/whole-editor';

const TOKEN = 'V1StGXR8_Z5jdHi6B-myT';
const URL_OF_LINK = `https://p.example/shared/${TOKEN}`;

function open(proposal: Proposal, ...handlers: HttpHandler[]) {
  return renderRoute(
    `/proposals/${draft.id}/edit`,
    ...handlers,
    getGetProposalMockHandler(proposal),
    getListChatMessagesMockHandler([]),
    getGetPreSendCheckMockHandler(readyCheck),
    getGetActivityMockHandler({ ...quietActivity, mails: [mail] }),
    getGetClientMockHandler(client),
    getGetCompanyMockHandler(company),
  );
}

/** Responds like the server after sending; the requests are recorded, in order. */
function taking(delivery: Delivery = mail) {
  const asked: (SendInput | ProposalUpdate)[] = [];
  const put = http.put<never, ProposalUpdate>('*/api/proposals/:id', async ({ request }) => {
    const update = await request.json();
    asked.push(update);
    const { validUntil, status } = update;
    return HttpResponse.json({
      ...draft,
      ...(validUntil && { validUntil }),
      ...(status && { status, shareToken: TOKEN }),
    });
  });
  const send = http.post<never, SendInput>('*/api/proposals/:id/send', async ({ request }) => {
    asked.push(await request.json());
    return HttpResponse.json({ shareToken: TOKEN, url: URL_OF_LINK, mail: delivery });
  });
  // The state that is read after sending.
  let reads = 0;
  const read = http.get(`*/api/proposals/${draft.id}`, () => {
    reads += 1;
    return HttpResponse.json(reads === 1 ? draft : { ...draft, status: 'pending', shareToken: TOKEN });
  });
  return { asked, handlers: [put, send, read] };
}

async function dialogOf(user: ReturnType<typeof open>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Send to Client' }));
  return within(await screen.findByRole('dialog', { name: 'Send to Client' }));
}

test('the proposal goes to its client by mail, with the link to pass on', async () => {
  const { asked, handlers } = taking();
  const { user } = open(draft, ...handlers);
  await user.click(await screen.findByRole('tab', { name: 'Check' }));
  const dialog = await dialogOf(user);
  expect(dialog.getByLabelText(/^Recipient/)).toHaveValue('Mia Öz');
  expect(dialog.getByLabelText(/^Email/)).toHaveValue('mia@northwind.example');
  expect(dialog.getByLabelText('Subject')).toHaveValue(
    'Booking website for Northwind Dental, from Harbor Studio',
  );
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Message').value).toMatch(/^Hi Mia,\n/);
  expect(dialog.getByRole('switch', { name: 'Remind after 3 and 7 days' })).toBeChecked();

  await user.clear(dialog.getByLabelText('Message'));
  // Without the sender's text, the mail has a default one.
  expect(dialog.getByText(/^Hello Mia Öz, Harbor Studio has prepared a proposal for/)).toBeInTheDocument();
  await user.type(dialog.getByLabelText('Message'), 'As promised.');
  expect(dialog.getByText('As promised. Questions? Just reply to this mail.')).toBeInTheDocument();
  await user.click(dialog.getByRole('switch'));
  await user.click(dialog.getByRole('button', { name: 'Send' }));

  const ready = within(await screen.findByRole('dialog', { name: 'Proposal Ready to Send!' }));
  const link = ready.getByRole('textbox', { name: 'Shareable link' });
  expect(link).toHaveValue(URL_OF_LINK);
  expect(link).toHaveAttribute('readonly');
  expect(ready.getByRole('status')).toHaveTextContent('Queued');
  expect(asked).toEqual([
    {
      recipientName: 'Mia Öz',
      recipientEmail: 'mia@northwind.example',
      subject: 'Booking website for Northwind Dental, from Harbor Studio',
      message: 'As promised.',
      reminders: false,
    },
  ]);
  await user.click(ready.getByRole('button', { name: 'Done' }));
  expect(
    await screen.findByText(
      'This proposal has been sent, Editing will change it to draft and require resending',
    ),
  ).toBeVisible();
  expect(screen.getByRole('tab', { name: 'Activity' })).toHaveAttribute('aria-selected', 'true');
});

test('a mail that the server refuses is never called sent', async () => {
  const { handlers } = taking();
  const failed = { ...mail, state: 'failed', reason: '550 No such user', attempts: 1 } as const;
  const { user } = open(draft, ...handlers, getGetActivityMockHandler({ ...quietActivity, mails: [failed] }));
  const dialog = await dialogOf(user);
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  const ready = within(await screen.findByRole('dialog', { name: 'Proposal Ready to Send!' }));
  await waitFor(() => {
    expect(ready.getByRole('status')).toHaveTextContent('Failed: 550 No such user');
  });
  expect(ready.getByText(/this mail was not delivered/)).toBeInTheDocument();
});

test('a mail is followed until the mail server has it', async () => {
  const { handlers } = taking();
  let asks = 0;
  const later = getGetActivityMockHandler(() => {
    asks += 1;
    return {
      ...quietActivity,
      mails: [{ ...mail, ...(asks > 2 && { state: 'delivered' as const, attempts: 1 }) }],
    };
  });
  const { user } = open(draft, ...handlers, later);
  const dialog = await dialogOf(user);
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  const ready = within(await screen.findByRole('dialog', { name: 'Proposal Ready to Send!' }));
  await waitFor(() => {
    expect(ready.getByRole('status')).toHaveTextContent('Handed to the mail server');
  });
});

test('a new date goes with the mail, and means the end of that day', async () => {
  const { asked, handlers } = taking();
  const { user } = open(draft, ...handlers);
  const dialog = await dialogOf(user);
  await user.type(dialog.getByLabelText('Valid until'), '2031-03-14');
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  await screen.findByRole('dialog', { name: 'Proposal Ready to Send!' });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({
    recipientName: 'Mia Öz',
    validUntil: new Date('2031-03-14T23:59:59.999').toISOString(),
  });
});

test('an expired proposal is sent again with a new date in one go', async () => {
  const { asked, handlers } = taking();
  const [put, send] = handlers;
  const passed = {
    code: 'validity_passed',
    severity: 'blocker',
    message: 'The validity of this proposal has passed. Set a new date.',
    field: 'validUntil',
  } as const;
  const { user } = open(
    { ...draft, status: 'expired', validUntil: '2026-11-20T22:59:59.999Z', shareToken: TOKEN },
    ...[put, send].filter((handler) => handler !== undefined),
    getGetPreSendCheckMockHandler({ ...readyCheck, ready: false, findings: [passed] }),
  );
  await user.click(await screen.findByRole('button', { name: 'Send again' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send to Client' }));
  const date = dialog.getByLabelText('Valid until');
  expect(date).toHaveValue('');
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  expect(date).toHaveAccessibleDescription(/Choose a date/);
  expect(asked).toEqual([]);
  await user.type(date, '2031-03-14');
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  await screen.findByRole('dialog', { name: 'Proposal Ready to Send!' });
  expect(asked).toMatchObject([{ validUntil: new Date('2031-03-14T23:59:59.999').toISOString() }]);
});

test('the link without an email leaves the mail out', async () => {
  const { asked, handlers } = taking();
  const { user } = open(draft, ...handlers);
  const dialog = await dialogOf(user);
  // No mail is sent, so no recipient is needed.
  await user.clear(dialog.getByLabelText(/^Email/));
  await user.click(dialog.getByRole('button', { name: 'Get the link without an email' }));
  const ready = within(await screen.findByRole('dialog', { name: 'Proposal Ready to Send!' }));
  expect(ready.getByRole('textbox', { name: 'Shareable link' })).toHaveValue(
    `http://localhost:3000/shared/${TOKEN}`,
  );
  expect(ready.queryByRole('status')).not.toBeInTheDocument();
  expect(asked).toEqual([{ status: 'pending', version: draft.version }]);
});

test('what is wrong stands at its field, and what was typed stays', async () => {
  const refused = failing('post', '/api/proposals/*/send', {
    status: 422,
    code: 'validation_failed',
    message: 'Please correct the marked fields.',
    errors: [{ field: 'recipientEmail', code: 'refused', message: 'This address cannot be written to.' }],
  });
  const { user } = open(draft, refused);
  const dialog = await dialogOf(user);
  const email = dialog.getByLabelText(/^Email/);
  await user.clear(email);
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  expect(email).toHaveAccessibleDescription('Email is required');
  expect(email).toHaveFocus();
  await user.type(email, 'mia@nowhere.example');
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  await waitFor(() => {
    expect(email).toHaveAccessibleDescription('This address cannot be written to.');
  });
  expect(email).toHaveValue('mia@nowhere.example');
});

test('a server that is away costs no words, not even after the dialog was closed', async () => {
  const { user } = open(draft, unreachable('post', '/api/proposals/*/send'));
  const dialog = await dialogOf(user);
  await user.clear(dialog.getByLabelText('Subject'));
  await user.type(dialog.getByLabelText('Subject'), 'Our offer');
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Failed to send proposal. Please try again.')).toBeVisible();
  expect(dialog.getByLabelText('Subject')).toHaveValue('Our offer');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  const again = await dialogOf(user);
  expect(again.getByLabelText('Subject')).toHaveValue('Our offer');
});

test('two clicks send once', async () => {
  const { asked, handlers } = taking();
  const { user } = open(draft, ...handlers);
  const dialog = await dialogOf(user);
  await user.dblClick(dialog.getByRole('button', { name: 'Send' }));
  await screen.findByRole('dialog', { name: 'Proposal Ready to Send!' });
  expect(asked).toHaveLength(1);
});

test('what blocks leads to the check, and no dialog opens', async () => {
  const finding = {
    code: 'placeholder',
    severity: 'blocker',
    message: 'A placeholder is left.',
    field: 'title',
  } as const;
  const { user } = open(
    draft,
    getGetPreSendCheckMockHandler({ ...readyCheck, ready: false, findings: [finding] }),
  );
  await user.click(await screen.findByRole('button', { name: 'Send to Client' }));
  expect(await screen.findByText('A placeholder is left.')).toBeVisible();
  expect(screen.getByRole('tab', { name: 'Check (1)' })).toHaveAttribute('aria-selected', 'true');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByText(/issues to resolve first are listed/)).toBeVisible();
});

test('what the server finds at the last moment leads there too, with the words kept', async () => {
  const blocked = failing('post', '/api/proposals/*/send', {
    status: 422,
    code: 'pre_send_blocked',
    message: 'Not yet.',
    errors: [{ field: 'client.email', code: 'no_client_email', message: 'The client has no email.' }],
  });
  const { user } = open(draft, blocked);
  const dialog = await dialogOf(user);
  await user.clear(dialog.getByLabelText('Subject'));
  await user.type(dialog.getByLabelText('Subject'), 'Our offer');
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('The client has no email.')).toBeVisible();
  await waitFor(() => {
    expect(screen.queryByRole('dialog', { name: 'Send to Client' })).not.toBeInTheDocument();
  });
  expect((await dialogOf(user)).getByLabelText('Subject')).toHaveValue('Our offer');
});

test('what stops sending is shown beside the document, and in no sheet when the window becomes narrow', async () => {
  const query = Object.assign(window.matchMedia(''), { matches: false });
  vi.spyOn(window, 'matchMedia').mockReturnValue(query);
  const blocked = failing('post', '/api/proposals/*/send', {
    status: 422,
    code: 'pre_send_blocked',
    message: 'Not yet.',
    errors: [{ field: 'client.email', code: 'no_client_email', message: 'The client has no email.' }],
  });
  const { user } = open(draft, blocked);
  await user.click((await dialogOf(user)).getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('The client has no email.')).toBeVisible();
  act(() => {
    Object.assign(query, { matches: true });
    query.dispatchEvent(new Event('change'));
  });
  expect(await screen.findByRole('button', { name: 'Assistant' })).toBeVisible();
  expect(screen.queryByText('The client has no email.')).not.toBeInTheDocument();
});

test('what is only worth a look asks, and does not stop', async () => {
  const finding = {
    code: 'contradiction',
    severity: 'warning',
    message: 'Two prices.',
    field: 'title',
  } as const;
  const { user } = open(draft, getGetPreSendCheckMockHandler({ ...readyCheck, findings: [finding] }));
  const dialog = await dialogOf(user);
  expect(dialog.getByText('Two prices.')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Review First' }));
  expect(await screen.findByRole('heading', { name: 'Warnings' })).toBeVisible();
});

test('a second sending goes to the same recipient, and says that it is an update', async () => {
  const { user } = open({
    ...draft,
    recipientName: 'Noor Haddad',
    recipientEmail: 'noor@northwind.example',
    reminders: false,
    sentRevision: { number: 1, sha256: 'a'.repeat(64), sentAt: '2026-11-20T10:00:00.000Z' },
  });
  const dialog = await dialogOf(user);
  const name = dialog.getByLabelText(/^Recipient/);
  expect(name).toHaveValue('Noor Haddad');
  expect(dialog.getByLabelText(/^Email/)).toHaveValue('noor@northwind.example');
  expect(dialog.getByLabelText('Subject')).toHaveValue('Updated: Booking website for Northwind Dental');
  expect(dialog.getByRole('switch')).not.toBeChecked();
  const message = dialog.getByLabelText<HTMLTextAreaElement>('Message');
  expect(message.value).toMatch(/^Hi Noor,/);
  // The greeting follows the name until the message is edited.
  await user.clear(name);
  await user.type(name, 'Lee Park');
  expect(message.value).toMatch(/^Hi Lee,/);
  await user.type(message, ' PS');
  await user.clear(name);
  expect(message.value).toMatch(/^Hi Lee,[\s\S]* PS$/);
});
