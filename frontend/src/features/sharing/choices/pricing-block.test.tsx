import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import type { ChoicesInput } from '@/api/gen/model';
import { server } from '@/test/server';
import { PATH, open, part } from '@/test/shared-page';
import { options, priced, sent, sentWithOptions } from '@/test/shared-proposal-data';

/** Computes totals when the test says so; the requests are recorded. */
function counting(total: (input: ChoicesInput) => string | Promise<string>) {
  const asked: ChoicesInput[] = [];
  server.use(
    http.post<never, ChoicesInput>(`*${PATH}/totals`, async ({ request }) => {
      const input = await request.json();
      asked.push(input);
      return HttpResponse.json(priced(options, await total(input)));
    }),
  );
  return asked;
}

const language = () => screen.getByRole('checkbox', { name: 'Extra language' });
const taken = (input: ChoicesInput, id: string) =>
  input.choices.find(({ itemId }) => itemId === id)?.selected === true;

test('what can be chosen stands in the place of the frozen prices, by frequency and group', async () => {
  await open(sentWithOptions);
  expect(screen.queryByText('Frozen')).not.toBeInTheDocument();
  const website = within(screen.getByRole('group', { name: 'One-time, Website' }));
  expect(website.getByText('Design and build')).toBeVisible();
  expect(website.getAllByRole('checkbox')).toHaveLength(1);
  const plans = within(screen.getByRole('group', { name: 'Monthly, Care plan: Choose one' }));
  expect(plans.getByRole('radio', { name: 'Standard' })).toBeChecked();
  expect(screen.getByRole('group', { name: 'One-time, Extras: Choose any' })).toBeVisible();
});

test('a document without a place for prices gets one at its end', async () => {
  await open({ ...sentWithOptions, htmlContent: sent.htmlContent });
  expect(screen.getByRole('heading', { name: 'Prices' })).toBeVisible();
  expect(language()).toBeVisible();
});

test('without anything to choose the prices stay as they were frozen', async () => {
  const items = options.groups[0]?.items.slice(0, 1) ?? [];
  const groups = [{ id: 'g1', name: '', choice: 'all' as const, items }];
  await open({ ...sentWithOptions, pricing: { ...options, groups } });
  expect(screen.getByText('Frozen')).toBeVisible();
});

test('every change asks the server, and its figures are shown and announced', async () => {
  const asked = counting((input) => (taken(input, 'language') ? '9350.00' : '8700.00'));
  const user = await open(sentWithOptions);
  await user.click(language());
  expect(language()).toBeChecked();
  await waitFor(() => {
    expect(part('Investment')).toHaveTextContent('$9,350.00');
  });
  expect(screen.getByText(/: \$9,350\.00$/)).toHaveAttribute('role', 'status');
  expect(asked).toEqual([
    {
      revisionSha256: 'a'.repeat(64),
      choices: [
        { itemId: 'language', selected: true },
        { itemId: 'workshop', selected: true, quantity: '5' },
        { itemId: 'essential', selected: false },
        { itemId: 'standard', selected: true },
        { itemId: 'photos', selected: false },
      ],
    },
  ]);
  // Back to the sender's default: that total is known.
  await user.click(language());
  expect(part('Investment')).toHaveTextContent('$8,700.00');
  expect(asked).toHaveLength(1);
});

test('the newest choice wins over late responses', async () => {
  const answers: ((total: string) => void)[] = [];
  const asked = counting(() => new Promise<string>((resolve) => answers.push(resolve)));
  const user = await open(sentWithOptions);
  await user.click(language());
  await waitFor(() => {
    expect(asked).toHaveLength(1);
  });
  await user.click(screen.getByRole('radio', { name: 'Essential' }));
  await waitFor(() => {
    expect(asked).toHaveLength(2);
  });
  expect(taken(asked[1] ?? { revisionSha256: '', choices: [] }, 'standard')).toBe(false);
  answers[1]?.('2222.00');
  await waitFor(() => {
    expect(part('Investment')).toHaveTextContent('$2,222.00');
  });
  answers[0]?.('1111.00');
  await Promise.resolve();
  expect(part('Investment')).not.toHaveTextContent('$1,111.00');
});

test('when the total cannot be had the choice stays, and it can be tried again', async () => {
  let away = true;
  server.use(
    http.post(`*${PATH}/totals`, () =>
      away ? HttpResponse.error() : HttpResponse.json(priced(options, '9350.00')),
    ),
  );
  const user = await open(sentWithOptions);
  await user.click(language());
  expect(await screen.findByText('The new total could not be calculated')).toBeVisible();
  expect(language()).toBeChecked();
  expect(part('Investment')).toHaveTextContent('$8,700.00');
  away = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => {
    expect(part('Investment')).toHaveTextContent('$9,350.00');
  });
});

test('a quantity is stepped, typed, and kept within its range', async () => {
  const asked = counting(() => '8820.00');
  const user = await open(sentWithOptions);
  const quantity = () => screen.getByRole('textbox', { name: 'Quantity: Workshops' });
  const last = () => asked.at(-1)?.choices.find(({ itemId }) => itemId === 'workshop')?.quantity;
  expect(quantity()).toHaveAccessibleDescription('2 to 10 hours');
  await user.click(screen.getByRole('button', { name: 'More: Workshops' }));
  expect(quantity()).toHaveValue('6');
  await waitFor(() => {
    expect(last()).toBe('6');
  });
  await user.clear(quantity());
  await user.type(quantity(), '40');
  expect(screen.getByText('Please choose 2 to 10 hours')).toBeVisible();
  expect(quantity()).toBeInvalid();
  await user.tab();
  expect(quantity()).toHaveValue('10');
  await waitFor(() => {
    expect(last()).toBe('10');
  });
  expect(screen.getByRole('button', { name: 'More: Workshops' })).toBeDisabled();
});

test('choices outlive a reload', async () => {
  const asked = counting(() => '9350.00');
  const user = await open(sentWithOptions);
  await user.click(language());
  await waitFor(() => {
    expect(asked).toHaveLength(1);
  });
  cleanup();
  await open(sentWithOptions);
  expect(language()).toBeChecked();
  await waitFor(() => {
    expect(part('Investment')).toHaveTextContent('$9,350.00');
  });
});
