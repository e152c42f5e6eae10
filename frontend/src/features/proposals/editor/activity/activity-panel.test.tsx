import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse, type HttpHandler } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getListChatMessagesMockHandler } from '@/api/gen/assistant/assistant.msw';
import { getCompareRevisionsMockHandler, getGetActivityMockHandler } from '@/api/gen/evidence/evidence.msw';
import type { Activity, Proposal, RemindInput } from '@/api/gen/model';
import { getGetPreSendCheckMockHandler, getGetProposalMockHandler } from '@/api/gen/proposals/proposals.msw';
import { activity, event, mail, quietActivity } from '@/test/activity-data';
import { summaryChange } from '@/test/chat-data';
import { failing } from '@/test/handlers';
import { draft, readyCheck } from '@/test/proposal-data';
import { renderRoute } from '@/test/render';
import '@/test/whole-editor';

const pending: Proposal = {
  ...draft,
  status: 'pending',
  recipientName: 'Mia Öz',
  recipientEmail: 'mia@northwind.example',
  sentRevision: { number: 2, sha256: 'b'.repeat(64), sentAt: '2026-11-20T10:06:00.000Z' },
};

async function open(proposal: Proposal, known: Activity, ...handlers: HttpHandler[]) {
  const { user } = renderRoute(
    `/proposals/${draft.id}/edit`,
    ...handlers,
    getGetProposalMockHandler(proposal),
    getListChatMessagesMockHandler([]),
    getGetPreSendCheckMockHandler(readyCheck),
    getGetActivityMockHandler(known),
  );
  await user.click(await screen.findByRole('tab', { name: 'Activity' }));
  return { user, panel: within(screen.getByRole('tabpanel', { name: 'Activity' })) };
}

test('tells how it was read, what was mailed and what happened', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  Element.prototype.animate = vi.fn<Element['animate']>();
  const { user, panel } = await open(pending, activity);

  expect(await panel.findByText('3 times')).toBeVisible();
  expect(panel.getByText('2 visitors')).toBeVisible();
  const bars = within(panel.getByRole('list', { name: 'Time per section' }));
  expect(bars.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Summary2 min 5 s',
    'Pricing12 s',
    'Next stepsnot seen',
  ]);
  expect(panel.getByText('It opened every link within a second.')).not.toBeVisible();
  await user.click(panel.getByText('1 hit not counted'));
  expect(panel.getByText('It opened every link within a second.')).toBeVisible();

  expect(panel.getByText('Failed: 550 No such user')).toBeVisible();
  expect(panel.getByText('Handed to the mail server')).toBeVisible();

  const request = panel.getByText('asked for changes in', { exact: false });
  expect(request).toHaveTextContent('Mia Öz asked for changes in Summary');
  expect(panel.getByText('Please add the Spanish site.').tagName).toBe('BLOCKQUOTE');
  await user.click(within(request).getByRole('button', { name: 'Summary' }));
  expect(scrolled.mock.contexts.at(-1)).toHaveTextContent('We build it.');
  expect(panel.getByText(/edited it, 2 times/)).toBeVisible();
  expect(panel.getByText('Audit trail intact')).toBeVisible();
});

test('says why a client declined', async () => {
  const declined = event(10, 'declined', {
    actor: 'client',
    actorName: 'Mia Öz',
    reason: 'chose_another',
    words: 'Sorry.',
  });
  const { panel } = await open(
    { ...pending, status: 'rejected' },
    { ...activity, events: [declined, ...activity.events] },
  );
  expect(await panel.findByText('Reason: They chose another offer')).toBeVisible();
  expect(panel.getByText('Sorry.')).toBeVisible();
});

test('a trail that does not add up is no quiet matter', async () => {
  const { panel } = await open(pending, { ...activity, intact: false });
  expect(await panel.findByText('The audit trail is not intact')).toBeVisible();
  expect(panel.queryByText('Audit trail intact')).not.toBeInTheDocument();
});

test('a draft says what will be seen here', async () => {
  const { panel } = await open(draft, quietActivity);
  expect(await panel.findByText(/^After sending/)).toBeVisible();
  expect(panel.getByText(/^No mail about this proposal yet/)).toBeVisible();
  expect(panel.queryByRole('button', { name: 'Send Reminder' })).not.toBeInTheDocument();
  expect(panel.queryByRole('switch')).not.toBeInTheDocument();
});

test('what cannot be loaded can be tried again', async () => {
  let away = true;
  const { user, panel } = await open(
    pending,
    activity,
    http.get('*/api/proposals/:id/activity', () =>
      away ? HttpResponse.json({ code: 'x', message: 'The database is away.' }, { status: 503 }) : undefined,
    ),
  );
  expect(await panel.findByText(/The database is away/)).toBeVisible();
  away = false;
  await user.click(panel.getByRole('button', { name: 'Try again' }));
  expect(await panel.findByText('3 times')).toBeVisible();
});

test('two revisions are compared', async () => {
  const asked: string[] = [];
  const three = [
    { number: 3, sha256: 'c'.repeat(64), sentAt: '2026-11-21T10:00:00.000Z' },
    ...activity.revisions,
  ];
  const { user, panel } = await open(
    pending,
    { ...activity, events: [event(10, 'sent', { revisionNumber: 3 }), ...activity.events], revisions: three },
    getCompareRevisionsMockHandler(({ request, params }) => {
      const since = new URL(request.url).searchParams.get('since');
      asked.push(`${String(since)} to ${String(params.number)}`);
      return { from: Number(since), to: 3, blocks: [summaryChange], pricing: [], titles: [], terms: [] };
    }),
  );
  // The first one has no predecessor.
  expect(await panel.findAllByRole('button', { name: /^Compare revision/ })).toHaveLength(2);
  await user.click(panel.getByRole('button', { name: /^Compare revision 3/ }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Compare revisions' }));
  expect(await drawer.findByText('everything')).toBeVisible();
  await user.selectOptions(drawer.getByLabelText('From'), '1');
  await waitFor(() => {
    expect(asked).toEqual(['2 to 3', '1 to 3']);
  });
  // The later revision is chosen first; an earlier one that is no longer before it is replaced.
  await user.selectOptions(drawer.getByLabelText('To'), '2');
  await waitFor(() => {
    expect(asked.at(-1)).toBe('1 to 2');
  });
});

test('a reminder goes to another address, and is only called queued', async () => {
  const asked: RemindInput[] = [];
  const { user, panel } = await open(
    pending,
    activity,
    http.post<never, RemindInput>('*/api/proposals/:id/remind', async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ ...mail, kind: 'reminder' });
    }),
  );
  await user.click(await panel.findByRole('button', { name: 'Send Reminder' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send a reminder' }));
  const email = dialog.getByLabelText(/^Email/);
  expect(email).toHaveValue('mia@northwind.example');
  await user.clear(email);
  await user.type(email, 'office@northwind.example');
  await user.click(dialog.getByRole('button', { name: 'Send Reminder' }));
  expect(await screen.findByText('Reminder queued')).toBeVisible();
  expect(asked).toEqual([{ recipientEmail: 'office@northwind.example' }]);
});

test('reminders are switched off', async () => {
  const asked: unknown[] = [];
  const { user, panel } = await open(
    pending,
    activity,
    http.put('*/api/proposals/:id', async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({ ...pending, reminders: false });
    }),
  );
  const toggle = await panel.findByRole('switch', { name: 'Remind after 3 and 7 days' });
  expect(toggle).toBeChecked();
  await user.click(toggle);
  await waitFor(() => {
    expect(toggle).not.toBeChecked();
  });
  expect(asked).toEqual([{ reminders: false, version: pending.version }]);
});

test('reminders that could not be switched stay as they are', async () => {
  const { user, panel } = await open(
    pending,
    activity,
    failing('put', '/api/proposals/*', { status: 503, code: 'x', message: 'Away.' }),
  );
  const toggle = await panel.findByRole('switch');
  await user.click(toggle);
  expect(await screen.findByText('Failed to update proposal. Please try again.')).toBeVisible();
  expect(toggle).toBeChecked();
});

test('what the client did meanwhile shows in the whole editor', async () => {
  let signed = false;
  await open(
    pending,
    activity,
    http.get(`*/api/proposals/${draft.id}`, () =>
      HttpResponse.json(signed ? { ...pending, status: 'signed', signedByName: 'Mia Öz' } : pending),
    ),
    http.get('*/api/proposals/:id/activity', () =>
      HttpResponse.json({
        ...activity,
        events: [
          ...(signed ? [event(10, 'signed', { actor: 'client', actorName: 'Mia Öz' })] : []),
          ...activity.events,
        ],
      }),
    ),
  );
  await screen.findByText('3 times');
  signed = true;
  // Returning to the window reloads the activity.
  window.dispatchEvent(new Event('visibilitychange'));
  expect(await screen.findByText('Signed by Mia Öz')).toBeVisible();
});

const saved = vi.fn();
beforeEach(() => {
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved(this.download);
  });
});
afterEach(() => {
  saved.mockReset();
});

test('the proof of a signature is there to be kept', async () => {
  const file = (name: string) => () =>
    HttpResponse.arrayBuffer(new ArrayBuffer(4), {
      headers: { 'Content-Disposition': `attachment; filename="${name}"` },
    });
  const { user, panel } = await open(
    { ...pending, status: 'signed', signedByName: 'Mia Öz' },
    activity,
    http.get('*/api/proposals/:id/document', file('booking-website.pdf')),
    http.get('*/api/proposals/:id/evidence', file('booking-website.json')),
  );
  await user.click(await panel.findByRole('button', { name: 'Download Signed PDF' }));
  await waitFor(() => {
    expect(saved).toHaveBeenCalledExactlyOnceWith('booking-website.pdf');
  });
  await user.click(panel.getByRole('button', { name: 'Download Evidence' }));
  await waitFor(() => {
    expect(saved).toHaveBeenLastCalledWith('booking-website.json');
  });
});
