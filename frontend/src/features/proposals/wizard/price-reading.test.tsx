import { screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { getGetClientMockHandler, getListClientsMockHandler } from '@/api/gen/clients/clients.msw';
import type { LineItem, PriceReading, PricingText } from '@/api/gen/model';
import { client } from '@/test/data';
import { renderRoute } from '@/test/render';

const line = {
  id: '0198f1a0-0000-7000-8000-000000000101',
  name: 'Half-day workshop',
  quantity: '1',
  unitPrice: '600',
  cadence: 'once',
  optional: false,
  selected: true,
  taxes: [],
  origin: 'user',
  source: 'Half-day workshop £600, six of them',
  confirmed: true,
} satisfies LineItem;

/** What the server reads from any text, with these differences. */
function readAs(difference: Partial<PriceReading> = {}): PriceReading {
  return {
    reading: {
      currency: 'GBP',
      taxMode: 'exclusive',
      milestones: [],
      groups: [{ id: 'g', name: '', choice: 'all', items: [line] }],
    },
    certain: true,
    questions: [],
    mentions: [],
    ...difference,
  };
}

const six = '"Half-day workshop": 6 × GBP 600.00';
const readSix = () =>
  readAs({
    reading: {
      ...readAs().reading,
      groups: [{ id: 'g', name: '', choice: 'all', items: [{ ...line, quantity: '6' }] }],
    },
  });
const priceField = () => screen.getByRole('textbox', { name: /^Pricing/ });

beforeEach(() => {
  sessionStorage.clear();
});

/** Opens the last step with that text in the price field. */
async function review(
  text: string,
  answer: (text: string, input: PricingText) => PriceReading | Response | Promise<PriceReading>,
) {
  const reading = http.post<never, PricingText>('*/api/proposals/pricing/read', async ({ request }) => {
    const input = await request.json();
    const said = await answer(input.text, input);
    return said instanceof Response ? said : HttpResponse.json(said);
  });
  const params = new URLSearchParams({ clientId: client.id, clientContext: 'They need workshops.' });
  const { user } = renderRoute(
    `/proposals/new?${params.toString()}`,
    reading,
    getListClientsMockHandler([client]),
    getGetClientMockHandler(client),
  );
  await user.click(await screen.findByRole('button', { name: /Enter Details Manually/ }));
  await user.type(screen.getByRole('textbox', { name: 'Proposed solution' }), 'Six workshops.');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.click(screen.getByRole('textbox', { name: /Pricing/ }));
  await user.paste(text);
  return user;
}

test('what the prices leave open is asked, and an answer is written into the field', async () => {
  const user = await review('Half-day workshop £600, six of them', (text) =>
    text === six
      ? readSix()
      : readAs({
          certain: false,
          questions: [
            {
              itemId: line.id,
              code: 'quantity',
              message: 'It is not clear how many you charge for. Which is right?',
              words: line.source,
              answers: [
                { label: '1 × £600.00 once', text: '"Half-day workshop": 1 × GBP 600.00' },
                { label: '6 × £600.00 once', text: six },
              ],
            },
          ],
        }),
  );
  expect(await screen.findByText('1 question to answer before sending')).toBeVisible();
  expect(screen.getByText(line.source, { selector: 'q' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: '6 × £600.00 once' }));
  expect(screen.getByRole('textbox', { name: /Pricing/ })).toHaveValue(six);
  expect(await screen.findByText('Everything was understood')).toBeVisible();
  expect(screen.getByText('6 × £600.00 once')).toBeVisible();
});

test('all that is open about a line is one question, with each answer once', async () => {
  const asked = { itemId: line.id, words: line.source };
  const asRead = { label: '1 × £600.00 once', text: '"Half-day workshop": 1 × GBP 600.00' };
  const without = { label: 'Leave it out', text: 'Hosting' };
  await review('Half-day workshop about £600', () =>
    readAs({
      certain: false,
      questions: [
        { ...asked, code: 'estimate', message: 'What do you charge?', answers: [asRead, without] },
        {
          ...asked,
          code: 'quantity',
          message: 'How many?',
          answers: [asRead, { label: 'Six', text: six }, without],
        },
      ],
    }),
  );
  const question = within(await screen.findByRole('group', { name: 'What do you charge? How many?' }));
  expect(question.getAllByRole('button').map((button) => button.textContent)).toEqual([
    '1 × £600.00 once',
    'Six',
    'Leave it out',
  ]);
  expect(screen.getByText('1 question to answer before sending')).toBeVisible();
});

test('prices that only wait are confirmed one by one, or all at once', async () => {
  const open = 'Half-day workshop £600 (to be confirmed)\nHosting £30 monthly (to be confirmed)';
  const confirmed = 'Half-day workshop £600\nHosting £30 monthly';
  const hosting = { ...line, id: '0198f1a0-0000-7000-8000-000000000102', name: 'Hosting', unitPrice: '30' };
  const table = {
    ...readAs().reading,
    groups: [{ id: 'g', name: '', choice: 'all' as const, items: [line, hosting] }],
  };
  const waits = ({ id }: LineItem) => ({
    itemId: id,
    code: 'unconfirmed' as const,
    message: 'This price is not confirmed yet. Is it right?',
    words: '',
    answers: [
      { label: '1 × £600.00 once', text: six },
      { label: 'Leave it out', text: '' },
    ],
  });
  const user = await review(open, (text) =>
    text === open
      ? readAs({
          reading: table,
          certain: false,
          questions: [waits(line), waits(hosting)],
          confirmAll: { label: 'All 2 are right', text: confirmed },
        })
      : readAs({ reading: table }),
  );
  expect(await screen.findByText('2 prices to confirm before sending')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'All 2 are right' }));
  expect(priceField()).toHaveValue(confirmed);
  expect(await screen.findByText('Everything was understood')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'All 2 are right' })).not.toBeInTheDocument();
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Edit Half-day workshop' })).toHaveFocus();
  });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await user.click(await screen.findByRole('button', { name: 'Confirm Hosting' }));
  expect(priceField()).toHaveValue(six);
});

test('an amount that is mentioned is not charged until the person says so', async () => {
  const charged = '"Project fee": 1 × USD 15,000.00';
  const user = await review('They have $15,000', () =>
    readAs({
      mentions: [
        {
          amount: '$15,000',
          words: 'They have $15,000',
          charge: { label: '1 × $15,000.00 once', text: charged },
        },
      ],
    }),
  );
  const mentioned = await screen.findByRole('list', { name: 'Mentioned, not charged' });
  expect(mentioned).toHaveTextContent('$15,000');
  await user.click(screen.getByRole('button', { name: 'Charge 1 × $15,000.00 once' }));
  expect(screen.getByRole('textbox', { name: /Pricing/ })).toHaveValue(charged);
});

test('a line is edited in place, which writes it into the field and can be undone', async () => {
  const changes: PricingText['change'][] = [];
  const user = await review('Half-day workshop £600', (_, { change }) => {
    if (change === undefined) return readAs();
    changes.push(change);
    return { ...readSix(), text: six };
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Half-day workshop' }));
  const form = within(screen.getByRole('group', { name: 'Half-day workshop' }));
  expect(form.getByRole('textbox', { name: 'Item' })).toHaveFocus();
  expect(form.queryByRole('textbox', { name: 'Payments' })).not.toBeInTheDocument();
  await user.clear(form.getByRole('textbox', { name: 'Quantity' }));
  await user.type(form.getByRole('textbox', { name: 'Quantity' }), '6{Enter}');
  expect(await screen.findByText('6 × £600.00 once')).toBeVisible();
  expect(changes).toMatchObject([{ position: 0, item: { name: 'Half-day workshop', quantity: '6' } }]);
  expect(priceField()).toHaveValue(six);
  expect(screen.getByRole('button', { name: 'Edit Half-day workshop' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Undo' })).toBeDisabled();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(priceField()).toHaveValue('Half-day workshop £600');
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

test('what the server refuses in a line is said at its field, and nothing is written', async () => {
  const user = await review('Half-day workshop £600', (_, { change }) =>
    change === undefined
      ? readAs()
      : HttpResponse.json(
          {
            code: 'validation_failed',
            message: 'Invalid.',
            errors: [
              { field: 'change.item.unitPrice', code: 'not_a_number', message: 'Please enter a number' },
            ],
          },
          { status: 422 },
        ),
  );
  await user.click(await screen.findByRole('button', { name: 'Add Line' }));
  await user.type(screen.getByRole('textbox', { name: 'Item' }), 'Logo');
  await user.click(screen.getByRole('button', { name: 'Save Line' }));
  const price = screen.getByRole('textbox', { name: 'Unit price (GBP)' });
  await waitFor(() => {
    expect(price).toHaveAccessibleDescription('Please enter a number');
  });
  expect(priceField()).toHaveValue('Half-day workshop £600');
  await user.type(price, '{Escape}');
  expect(screen.getByRole('button', { name: 'Add Line' })).toHaveFocus();
});

test('a removed line can be brought back', async () => {
  const user = await review('Half-day workshop £600', (_, { change }) =>
    change === undefined
      ? readAs()
      : { ...readAs({ reading: { ...readAs().reading, groups: [] } }), text: '', certain: false },
  );
  await user.click(await screen.findByRole('button', { name: 'Remove Half-day workshop' }));
  expect(await screen.findByText('No price found in this text')).toBeVisible();
  expect(priceField()).toHaveValue('');
  expect(screen.getByRole('button', { name: 'Add Line' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(priceField()).toHaveValue('Half-day workshop £600');
});

test('nothing else can be changed while a line is removed, so that no entry is lost', async () => {
  const user = await review('Half-day workshop £600', async (_, { change }) => {
    if (change !== undefined) await delay('infinite');
    return readAs();
  });
  await user.click(await screen.findByRole('button', { name: 'Remove Half-day workshop' }));
  for (const name of ['Add Line', 'Edit Half-day workshop', 'Create Proposal'])
    expect(screen.getByRole('button', { name })).toBeDisabled();
});

test('an open line is closed before another one is changed', async () => {
  const user = await review('Half-day workshop £600', () => readAs());
  await user.click(await screen.findByRole('button', { name: 'Add Line' }));
  await user.type(screen.getByRole('textbox', { name: 'Item' }), 'Logo');
  for (const action of ['Edit', 'Remove'])
    expect(screen.getByRole('button', { name: `${action} Half-day workshop` })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('button', { name: 'Edit Half-day workshop' })).toBeEnabled();
});

test('a proposal is created only from prices that are on the screen', async () => {
  const user = await review('Half-day workshop £600', () => readAs());
  const button = screen.getByRole('button', { name: 'Create Proposal' });
  expect(button).toBeDisabled();
  expect(await screen.findByText('Everything was understood')).toBeVisible();
  expect(button).toBeEnabled();
  await user.type(priceField(), ' and more');
  expect(button).toBeDisabled();
});

test('prices that cannot be read say so and are read again', async () => {
  const user = await review('$99', () => {
    throw new Error('down');
  });
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Create Proposal' })).toBeEnabled();
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('alert')).toBeVisible();
});
