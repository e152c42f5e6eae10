import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse, type HttpHandler } from 'msw';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import type { Claim, ClaimsInput, Finding, PreSendCheck, Proposal } from '@/api/gen/model';
import {
  getConfirmPricingItemMockHandler,
  getGetPreSendCheckMockHandler,
} from '@/api/gen/proposals/proposals.msw';
import type { Problem } from '@/api/problem';
import { createQueryClient } from '@/api/query-client';
import { sessionQuery } from '@/shared/session/session';
import { user as member } from '@/test/data';
import { failing } from '@/test/handlers';
import { draft, migrationId, summaryId, unconfirmed } from '@/test/proposal-data';
import { server } from '@/test/server';
import { EditorSessionContext } from '../session';
import { CheckPanel } from './check-panel';
import { useFindingCount } from './use-check';

const proposal: Proposal = {
  ...draft,
  htmlContent: `<section data-block="${summaryId}" data-kind="summary"><h2>Summary</h2><p>We grow sales by 40% in six weeks.</p></section>`,
};
const growth: Claim = {
  key: 'k1',
  blockId: summaryId,
  kind: 'percentage',
  text: '40%',
  start: 25,
  end: 28,
  state: 'unbacked',
};
const weeks: Claim = {
  key: 'k2',
  blockId: summaryId,
  kind: 'date',
  text: 'six weeks',
  start: 32,
  end: 41,
  state: 'backed',
  source: {
    kind: 'typed',
    label: 'Typed by Ana on 3 May 2026',
    excerpt: 'Live in six weeks.',
    start: 8,
    end: 17,
    author: 'Ana',
  },
};
const finding: Finding = {
  code: 'unbacked_claim',
  severity: 'blocker',
  message: 'Nothing you wrote backs “40%” in “Summary”.',
  field: `blocks.${summaryId}`,
  claimKey: 'k1',
};
const open: PreSendCheck = { version: 3, ready: false, findings: [finding], claims: [growth, weeks] };
const settled: PreSendCheck = {
  version: 3,
  ready: true,
  findings: [],
  claims: [
    { ...growth, state: 'accepted', acceptedBy: 'Ana', acceptedAt: '2026-11-20T14:03:00.000Z' },
    weeks,
  ],
};

function Badge({ of }: { of: Proposal }) {
  return <output aria-label="badge">{useFindingCount(of)}</output>;
}

function show(of: Proposal, blockers: Problem['errors'], ...handlers: HttpHandler[]) {
  server.use(...handlers);
  const queryClient = createQueryClient(() => undefined);
  queryClient.setQueryData(sessionQuery.queryKey, member);
  const session = {
    flush: vi.fn(() => Promise.resolve(true)),
    take: vi.fn<(next: Proposal) => void>(),
    reload: vi.fn(() => Promise.resolve()),
  };
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <EditorSessionContext value={session}>
          <section data-block={summaryId}>
            <h2>Summary</h2>
            <p data-testid="words">We grow sales by 40% in six weeks.</p>
          </section>
          <Badge of={of} />
          <CheckPanel proposal={of} blockers={blockers} />
        </EditorSessionContext>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const scrolled = vi.fn<() => void>();
  Element.prototype.scrollIntoView = scrolled;
  return { session, scrolled, user: userEvent.setup() };
}

/** Responds to accepting or removing claims, and records the requests. */
function settling(verb: 'accept' | 'remove', answer: PreSendCheck) {
  const asked: string[][] = [];
  const handler = http.post<never, ClaimsInput>(`*/api/proposals/:id/check/${verb}`, async ({ request }) => {
    asked.push((await request.json()).claims);
    return HttpResponse.json(answer);
  });
  return { asked, handler };
}

test('a claim that nothing backs stands there with its place and its words, and can be accepted', async () => {
  const { asked, handler } = settling('accept', settled);
  const { session, user } = show(proposal, [], getGetPreSendCheckMockHandler(open), handler);
  expect(await screen.findByRole('heading', { name: '1 issue to resolve' })).toBeVisible();
  expect(screen.getByLabelText('badge')).toHaveTextContent('1');
  expect(screen.getByText('Percentage', { selector: 'li *' })).toBeVisible();
  expect(screen.getByText('40%', { selector: 'mark' }).parentElement).toHaveTextContent(
    'We grow sales by 40% in six weeks.',
  );
  await user.click(screen.getByRole('button', { name: 'Accept as Mine: 40%' }));
  expect(await screen.findByRole('heading', { name: 'Ready to send' })).toBeVisible();
  expect(asked).toEqual([['k1']]);
  expect(session.flush).toHaveBeenCalled();
  // It is now listed among the sources, with the person who accepted it.
  await user.click(screen.getByRole('button', { name: /40%/ }));
  expect(screen.getByText(/^Accepted by/)).toHaveTextContent('Accepted by Ana');
});

test('nothing is settled while typed words are not saved', async () => {
  const { asked, handler } = settling('accept', settled);
  const { session, user } = show(proposal, [], getGetPreSendCheckMockHandler(open), handler);
  session.flush.mockResolvedValue(false);
  await user.click(await screen.findByRole('button', { name: 'Accept as Mine: 40%' }));
  expect(asked).toEqual([]);
});

test('removing takes the sentence out and reads the proposal again', async () => {
  const { asked, handler } = settling('remove', settled);
  const { session, user } = show(proposal, [], getGetPreSendCheckMockHandler(open), handler);
  await user.click(await screen.findByRole('button', { name: 'Remove: 40%' }));
  await waitFor(() => {
    expect(session.reload).toHaveBeenCalled();
  });
  expect(asked).toEqual([['k1']]);
});

test('fixing selects the words in the document', async () => {
  const { user } = show(proposal, [], getGetPreSendCheckMockHandler(open));
  await user.click(await screen.findByRole('button', { name: 'Fix: 40%' }));
  expect(window.getSelection()?.toString()).toBe('40%');
});

test('a claim that rests on something shows on what', async () => {
  const { user } = show(proposal, [], getGetPreSendCheckMockHandler(open));
  const claim = await screen.findByRole('button', { name: /six weeks/ });
  await user.click(claim);
  expect(claim).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByText('Typed by Ana on 3 May 2026')).toBeVisible();
  expect(screen.getByText('six weeks', { selector: 'mark' })).toBeVisible();
});

test('a price without a source is confirmed here', async () => {
  const price: Finding = {
    code: 'unconfirmed_amount',
    severity: 'blocker',
    message: '$1,200.00 for “Content migration” was not found in your words. Confirm it or change it.',
    field: `pricing.items.${migrationId}`,
  };
  const { session, user } = show(
    unconfirmed,
    [],
    getGetPreSendCheckMockHandler({ ...open, findings: [price], claims: [] }),
    getConfirmPricingItemMockHandler(draft),
  );
  await user.click(await screen.findByRole('button', { name: 'Confirm Content migration' }));
  await waitFor(() => {
    expect(session.take).toHaveBeenCalledWith(draft);
  });
});

test('warnings stand apart, and what sending found is not lost', async () => {
  const empty: Finding = {
    code: 'empty_section',
    severity: 'warning',
    message: 'There is nothing in “Summary”.',
    field: `blocks.${summaryId}`,
  };
  const { scrolled, user } = show(
    proposal,
    [{ field: 'client.email', code: 'no_client_email', message: 'The client has no email address.' }],
    getGetPreSendCheckMockHandler({ ...open, ready: true, findings: [empty] }),
  );
  expect(await screen.findByRole('heading', { name: 'Warnings' })).toBeVisible();
  expect(screen.getByRole('heading', { name: '1 issue to resolve' })).toBeVisible();
  expect(screen.getByText('The client has no email address.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to your clients' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Go to Summary' }));
  expect(scrolled).toHaveBeenCalled();
});

test('a check that cannot be read can be asked for again', async () => {
  const { user } = show(
    proposal,
    [],
    failing('get', '/api/proposals/*/check', { status: 500, code: 'internal', message: 'x' }),
  );
  expect(await screen.findByText('The check could not be loaded.')).toBeVisible();
  server.use(getGetPreSendCheckMockHandler(settled));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Ready to send' })).toBeVisible();
});

test('a refusal says why, and nothing changes', async () => {
  const { user } = show(
    proposal,
    [],
    getGetPreSendCheckMockHandler(open),
    failing('post', '/api/proposals/*/check/accept', {
      status: 409,
      code: 'invalid_transition',
      message: 'This proposal has been sent.',
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Accept as Mine: 40%' }));
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Accept as Mine: 40%' })).toBeEnabled();
  });
  expect(screen.getByRole('heading', { name: '1 issue to resolve' })).toBeVisible();
});

test('what was sent is not checked again', () => {
  show({ ...proposal, status: 'pending' }, []);
  expect(screen.getByText('This proposal was checked when it was sent.')).toBeVisible();
});
