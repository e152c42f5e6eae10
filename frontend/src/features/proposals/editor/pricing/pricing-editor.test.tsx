import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse, type HttpHandler } from 'msw';
import { expect, test, vi } from 'vitest';
import type { PricingInput, PricingPreview, PricingTable, PreviewInput, Proposal } from '@/api/gen/model';
import { getReadPricingMockHandler } from '@/api/gen/proposals/proposals.msw';
import { sessionQuery } from '@/shared/session/session';
import { Toaster } from '@/shared/ui/toast/toaster';
import { user as ada } from '@/test/data';
import { failing } from '@/test/handlers';
import { draft, migrationId, unconfirmed } from '@/test/proposal-data';
import { server } from '@/test/server';
import { EditorSessionContext } from '../session';
import { PricingEditor } from './pricing-editor';

const PREVIEW = '/api/proposals/pricing/preview';
const SAVE = `/api/proposals/${draft.id}/pricing`;

const answer = (table: PreviewInput['pricing'], totalAmount: string): PricingPreview => ({
  totals: {
    lines: table.groups.flatMap(({ items }) =>
      items.map(({ id, unitPrice }) => ({ itemId: id ?? '', amount: unitPrice, discount: '0.00' })),
    ),
    cadences: [
      {
        cadence: 'once',
        subtotal: totalAmount,
        discount: '0.00',
        taxes: [{ name: 'VAT', rate: '19', amount: '190.00' }],
        total: totalAmount,
      },
    ],
    totalAmount,
    totalLabel: 'One-time total',
  },
  html: '<p>The block</p>',
});

/** Previews return a total; the requests are recorded. */
function previewing(total: (asked: number) => string | Promise<string> = () => '1000.00') {
  const asked: PreviewInput['pricing'][] = [];
  const handler = http.post<never, PreviewInput>(`*${PREVIEW}`, async ({ request }) => {
    const { pricing } = await request.json();
    asked.push(pricing);
    return HttpResponse.json(answer(pricing, await total(asked.length)));
  });
  return { asked, handler };
}

function saving(respond: (input: PricingInput) => Response | Proposal = () => draft) {
  const asked: PricingInput[] = [];
  const handler = http.put<never, PricingInput>(`*${SAVE}`, async ({ request }) => {
    const input = await request.json();
    asked.push(input);
    const given = respond(input);
    return given instanceof Response ? given : HttpResponse.json(given);
  });
  return { asked, handler };
}

function open(proposal: Proposal, ...handlers: HttpHandler[]) {
  server.use(...handlers, previewing().handler);
  const session = {
    flush: vi.fn(() => Promise.resolve(true)),
    take: vi.fn(),
    reload: vi.fn(() => Promise.resolve()),
  };
  const onClose = vi.fn();
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  queryClient.setQueryData(sessionQuery.queryKey, ada);
  const { unmount } = render(
    <QueryClientProvider client={queryClient}>
      <EditorSessionContext value={session}>
        <PricingEditor proposal={proposal} onClose={onClose} />
      </EditorSessionContext>
      <Toaster />
    </QueryClientProvider>,
  );
  return { session, onClose, unmount, user: userEvent.setup() };
}

/** The total at the end of the editor. */
const totalled = (sum: string) => screen.findByText(sum, { selector: 'strong' });

const row = (name: string) => within(screen.getByRole('group', { name }));

const readAs = (reading: PricingTable) => ({ reading, certain: true, questions: [], mentions: [] });

test('a price is typed, added up by the server, and saved after what is typed in the document', async () => {
  const preview = previewing((asked) => (asked === 1 ? '1200.00' : '1999.99'));
  const save = saving();
  const { session, onClose, user } = open(draft, preview.handler, save.handler);
  expect(await screen.findByText('The block')).toBeVisible();
  expect(screen.getByText('of that VAT 19%')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save Prices' })).toBeDisabled();

  const price = row('Content migration').getByRole('textbox', { name: 'Unit price' });
  await user.clear(price);
  await user.type(price, '$1,999.99');
  expect(await totalled('$1,999.99')).toBeVisible();
  expect(preview.asked.at(-1)?.groups[0]?.items[0]).toMatchObject({ id: migrationId, unitPrice: '1999.99' });

  await user.click(screen.getByRole('button', { name: 'Save Prices' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(session.flush).toHaveBeenCalledOnce();
  expect(session.take).toHaveBeenCalledWith(draft);
  expect(save.asked).toMatchObject([{ version: draft.version, pricing: { currency: 'USD' } }]);
  expect(await screen.findByText('Proposal updated successfully!')).toBeVisible();
});

test('the latest request determines the result, whatever order responses arrive in', async () => {
  let answerLate: (total: string) => void = () => undefined;
  const late = new Promise<string>((resolve) => {
    answerLate = resolve;
  });
  const preview = previewing((asked) => (asked === 1 ? late : '2.00'));
  const { user } = open(draft, preview.handler);
  await waitFor(() => expect(preview.asked).toHaveLength(1));
  await user.type(row('Content migration').getByRole('textbox', { name: 'Quantity' }), '0');
  expect(await totalled('$2.00')).toBeVisible();
  answerLate('1.00');
  await waitFor(() => expect(screen.queryByText('$1.00')).not.toBeInTheDocument());
});

test('lines are added, duplicated, moved and removed, with the keyboard too', async () => {
  const { user } = open(draft);
  const names = () =>
    screen.getAllByRole('textbox', { name: 'Item' }).map((input) => (input as HTMLInputElement).value);
  await user.click(screen.getByRole('button', { name: 'Add Line' }));
  expect(screen.getAllByRole('textbox', { name: 'Item' })[1]).toHaveFocus();
  await user.keyboard('Hosting{Enter}Care');
  expect(names()).toEqual(['Content migration', 'Hosting', 'Care']);
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(names()).toEqual(['Content migration', 'Care', 'Hosting']);
  await user.click(screen.getByRole('button', { name: 'Move Care up' }));
  await user.click(screen.getByRole('button', { name: 'Duplicate Hosting' }));
  expect(names()).toEqual(['Care', 'Content migration', 'Hosting', 'Hosting']);
  await user.click(screen.getByRole('button', { name: 'Remove Care' }));
  expect(names()).toEqual(['Content migration', 'Hosting', 'Hosting']);
  expect(screen.getAllByRole('textbox', { name: 'Item' })[0]).toHaveFocus();
});

test('what the server refuses stands at its field', async () => {
  const { user } = open(
    draft,
    failing('post', PREVIEW, {
      status: 422,
      code: 'validation_failed',
      message: 'Check the figures',
      errors: [
        {
          field: 'pricing.groups[0].items[0].unitPrice',
          code: 'negative',
          message: 'The amount must not be negative',
        },
        {
          field: 'pricing.groups[0].items[0].taxes[0].rate',
          code: 'invalid_percent',
          message: 'Too much tax',
        },
      ],
    }),
  );
  await user.click(row('Content migration').getByRole('button', { name: 'Details of Content migration' }));
  await user.click(screen.getByRole('button', { name: 'Add Tax' }));
  const price = row('Content migration').getByRole('textbox', { name: 'Unit price' });
  await waitFor(() => expect(price).toHaveAccessibleDescription('The amount must not be negative'));
  expect(screen.getByRole('textbox', { name: 'Rate in %' })).toHaveAccessibleDescription('Too much tax');
  await user.click(screen.getByRole('button', { name: '2 fields need correction' }));
  expect(price).toHaveFocus();
});

test('an unconfirmed amount says where it came from and is confirmed by name', async () => {
  const [group] = unconfirmed.pricing.groups;
  const [item] = group?.items ?? [];
  if (!group || !item) throw new Error('the sample has an item');
  const read = { ...item, id: 'read', name: 'Photos', source: 'about $200 for photos' };
  const proposal = {
    ...unconfirmed,
    pricing: { ...unconfirmed.pricing, groups: [{ ...group, items: [item, read] }] },
  };
  const save = saving();
  const { user } = open(proposal, save.handler);
  expect(screen.getByText('2 amounts are not confirmed')).toBeVisible();
  expect(row('Content migration').getByText(/This amount has no source/)).toBeVisible();
  expect(row('Photos').getByText('about $200 for photos')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Confirm the amount of Photos' }));
  expect(screen.getByText('One amount is not confirmed')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save Prices' }));
  await waitFor(() =>
    expect(save.asked[0]?.pricing.groups[0]?.items.map(({ confirmed }) => confirmed)).toEqual([false, true]),
  );
});

test('prices in words are added, and an amount in another currency waits for confirmation', async () => {
  const table: PricingTable = {
    ...draft.pricing,
    currency: 'EUR',
    groups: draft.pricing.groups.map((group) => ({
      ...group,
      id: 'words',
      items: group.items.map((item) => ({ ...item, id: 'word', name: 'Logo', source: '€300 for a logo' })),
    })),
  };
  const { user } = open(draft, getReadPricingMockHandler(readAs(table)));
  await user.click(screen.getByRole('button', { name: 'Read Prices from Text' }));
  await user.type(screen.getByRole('textbox', { name: 'Prices in words' }), '€300 for a logo');
  await user.click(screen.getByRole('button', { name: 'Add These Prices' }));
  expect(await screen.findByDisplayValue('Logo')).toBeVisible();
  expect(row('Logo').getByText('€300 for a logo')).toBeVisible();
  expect(screen.getByDisplayValue('Content migration')).toBeVisible();
});

test('text without an amount adds nothing and says so', async () => {
  const { user } = open(draft, getReadPricingMockHandler(readAs({ ...draft.pricing, groups: [] })));
  await user.click(screen.getByRole('button', { name: 'Read Prices from Text' }));
  await user.type(screen.getByRole('textbox', { name: 'Prices in words' }), 'to be discussed');
  await user.click(screen.getByRole('button', { name: 'Add These Prices' }));
  expect(await screen.findByText('No amount was found in this text.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Prices in words' })).toHaveValue('to be discussed');
});

test('milestones take the place of a deposit', async () => {
  const save = saving();
  const { user } = open(
    { ...draft, pricing: { ...draft.pricing, deposit: { kind: 'percent', value: '50' } } },
    save.handler,
  );
  await user.selectOptions(
    screen.getByRole('combobox', { name: 'Payment of one-time amounts' }),
    'In milestones',
  );
  await user.type(
    within(screen.getByRole('group', { name: 'Milestone 2' })).getByRole('textbox', { name: 'Due' }),
    'May',
  );
  await user.click(screen.getByRole('button', { name: 'Save Prices' }));
  await waitFor(() => expect(save.asked).toHaveLength(1));
  expect(save.asked[0]?.pricing.deposit).toBeUndefined();
  expect(save.asked[0]?.pricing.milestones?.map(({ name, due, share }) => [name, due, share.value])).toEqual([
    ['On start', undefined, '50'],
    ['On delivery', 'May', '50'],
  ]);
});

const conflict = HttpResponse.json(
  {
    type: 'about:blank',
    title: 'Conflict',
    status: 409,
    code: 'stale_version',
    message: 'Changed meanwhile',
    requestId: 'test',
    conflict: { yourVersion: 3, currentVersion: 7, currentHtmlContent: '' },
  },
  { status: 409, headers: { 'Content-Type': 'application/problem+json' } },
);

test('a conflict keeps what was typed, and can be saved on top', async () => {
  const save = saving(({ version }) => (version === 7 ? draft : conflict.clone()));
  const { onClose, user } = open(draft, save.handler);
  await user.type(row('Content migration').getByRole('textbox', { name: 'Unit price' }), '1');
  await user.click(screen.getByRole('button', { name: 'Save Prices' }));
  await screen.findByText('This proposal was changed');
  expect(screen.getByDisplayValue('1200.001')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Overwrite with Mine' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(save.asked.map(({ version }) => version)).toEqual([3, 7]);
});

test('a conflict can be left to the other side', async () => {
  const { session, onClose, user } = open(draft, saving(() => conflict.clone()).handler);
  await user.type(row('Content migration').getByRole('textbox', { name: 'Unit price' }), '1');
  await user.click(screen.getByRole('button', { name: 'Save Prices' }));
  await user.click(await screen.findByRole('button', { name: 'Use Theirs' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(session.reload).toHaveBeenCalledOnce();
});

test('leaving with changes asks, without changes it does not', async () => {
  const { onClose, user } = open(draft);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledOnce();
  await user.type(row('Content migration').getByRole('textbox', { name: 'Item' }), '!');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Keep Editing' }));
  expect(screen.getByDisplayValue('Content migration!')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Leave Without Saving' }));
  expect(onClose).toHaveBeenCalledTimes(2);
});

test('when the server is away the totals say so and what is typed stays', async () => {
  const { user } = open(
    draft,
    failing('post', PREVIEW, { status: 503, code: 'unavailable', message: 'Please try again in a moment.' }),
  );
  expect(await screen.findByText(/Please try again in a moment/)).toBeVisible();
  expect(screen.getByDisplayValue('Content migration')).toBeVisible();
  server.use(previewing(() => '5.00').handler);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('The block')).toBeVisible();
});

/** Types a price and loses the screen, as at the end of a session. */
async function typedAndLost() {
  const { user, unmount } = open(draft);
  const price = row('Content migration').getByRole('textbox', { name: 'Unit price' });
  await user.clear(price);
  await user.type(price, '1999.99');
  unmount();
}

test('what is typed outlives the end of a session, until it is saved', async () => {
  await typedAndLost();
  const save = saving();
  const { user, onClose, unmount } = open(draft, save.handler);
  expect(screen.getByText('What you typed earlier is still here.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save Prices' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(save.asked[0]?.pricing.groups[0]?.items[0]).toMatchObject({ unitPrice: '1999.99' });
  unmount();
  open(draft);
  expect(screen.queryByText('What you typed earlier is still here.')).not.toBeInTheDocument();
});

test('it is saved against its starting version, without overwriting a later save', async () => {
  await typedAndLost();
  const theirs = { ...draft, version: draft.version + 1, pricing: { ...draft.pricing, currency: 'EUR' } };
  const save = saving();
  const { user } = open(theirs, save.handler);
  await user.click(screen.getByRole('button', { name: 'Save Prices' }));
  await waitFor(() => expect(save.asked).toMatchObject([{ version: draft.version }]));
});

test('one can start over, and nothing is kept then', async () => {
  await typedAndLost();
  const { user, unmount } = open(draft);
  await user.click(screen.getByRole('button', { name: 'Start over' }));
  expect(row('Content migration').getByRole('textbox', { name: 'Unit price' })).toHaveValue('1200.00');
  unmount();
  expect(sessionStorage).toHaveLength(0);
});

test('what is kept in another shape is left alone', () => {
  const key = `proffer.draft.prices.${draft.id}.${ada.workspace.id}.${ada.id}`;
  sessionStorage.setItem(key, JSON.stringify({ version: 1, table: '', draft: { groups: [{}] } }));
  open(draft);
  expect(screen.queryByText('What you typed earlier is still here.')).not.toBeInTheDocument();
});
