import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { getGetClientMockHandler, getListClientsMockHandler } from '@/api/gen/clients/clients.msw';
import type { PriceReading, PricingText, RecapExtraction, RecapInput } from '@/api/gen/model';
import { client } from '@/test/data';
import { renderRoute } from '@/test/render';

const RECAP = 'Mia: We can spend $9,000 on a booking website.\nAda: We can build it for $4,500.\nMia: Good.';
const extraction = {
  clientNeeds: 'A booking website.',
  proposedSolution: 'We can build it.',
  pricingHint: '$4,500',
  speakers: ['Mia', 'Ada'],
  assistant: 'offline',
} satisfies RecapExtraction;
const prices: PriceReading = {
  reading: { currency: 'USD', taxMode: 'exclusive', milestones: [], groups: [] },
  certain: true,
  questions: [],
  mentions: [],
};

beforeEach(() => {
  sessionStorage.clear();
});

it('reads a transcript again once it is known which speaker the user is', async () => {
  const asked: RecapInput[] = [];
  const read: PricingText[] = [];
  const { user } = renderRoute(
    `/proposals/new?clientId=${client.id}`,
    http.post<never, RecapInput>('*/api/proposals/extract-from-recap', async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json(extraction);
    }),
    http.post<never, PricingText>('*/api/proposals/pricing/read', async ({ request }) => {
      read.push(await request.json());
      const mention = { amount: '$9,000', words: 'We can spend $9,000.', speaker: 'Mia' };
      const charge = { label: '1 × $9,000.00 once', text: 'all of it' };
      return HttpResponse.json({
        ...prices,
        mentions: [{ ...mention, reason: 'their_budget', message: 'Their budget', charge }],
      } satisfies PriceReading);
    }),
    getListClientsMockHandler([client]),
    getGetClientMockHandler(client),
  );
  await user.click(await screen.findByRole('button', { name: /Paste Meeting Recap/ }));
  await user.click(screen.getByRole('textbox', { name: 'Meeting recap' }));
  await user.paste(RECAP);
  await user.click(screen.getByRole('button', { name: 'Extract Details' }));
  const question = await screen.findByRole('group', { name: 'Which of these is you?' });
  expect(within(question).getAllByRole('radio')).toHaveLength(3);
  const next = screen.getByRole('button', { name: 'Continue' });
  expect(next).toBeDisabled();
  await user.click(within(question).getByRole('radio', { name: 'Ada' }));
  await user.click(next);
  expect(await screen.findByRole('heading', { name: 'Review & Set Pricing' })).toBeVisible();
  expect(asked).toEqual([{ meetingRecap: RECAP }, { meetingRecap: RECAP, ourSpeaker: 'Ada' }]);
  const mentioned = await screen.findByRole('list', { name: 'Mentioned, not charged' });
  expect(mentioned).toHaveTextContent(/\$9,000\s*Their budget\s*Mia: We can spend \$9,000\./);
  expect(read.at(-1)).toMatchObject({ meetingRecap: RECAP, ourSpeaker: 'Ada' });

  // It is not asked twice, but the answer can be changed.
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await user.click(screen.getByRole('button', { name: 'Extract Details' }));
  expect(await screen.findByRole('heading', { name: 'Review & Set Pricing' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await user.click(screen.getByRole('button', { name: 'Change who you are in this recap' }));
  await user.click(screen.getByRole('button', { name: 'Extract Details' }));
  await user.click(await screen.findByRole('radio', { name: 'None of these' }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('heading', { name: 'Review & Set Pricing' })).toBeVisible();
  expect(asked).toHaveLength(4);
});
