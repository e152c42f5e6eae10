import { act, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PriceReading, ProposalInput } from '@/api/gen/model';
import { getGetSubscriptionStatusMockHandler } from '@/api/gen/billing/billing.msw';
import { getGetClientMockHandler, getListClientsMockHandler } from '@/api/gen/clients/clients.msw';
import { getGetProposalMockHandler, getReadPricingMockHandler } from '@/api/gen/proposals/proposals.msw';
import { expired } from '@/test/billing-data';
import { tabDrafts } from '@/shared/session/drafts';
import { client, user as ada } from '@/test/data';
import { failing } from '@/test/handlers';
import { renderRoute } from '@/test/render';
import { draft } from '@/test/proposal-data';

const RECAP =
  'Met with Mia. Patients cannot book online. Budget is $4,500 one-time and $300 monthly hosting.';
const extraction = {
  clientNeeds: 'Patients cannot book online.',
  proposedSolution: 'A booking website.',
  pricingHint: '$4,500 one-time and $300 monthly hosting',
  timeline: 'Launch in March.',
  exclusions: 'Not included:\nHosting.',
  fromClient: 'From the client:\nThey will send the logo.',
  speakers: [],
  assistant: 'offline',
};

const NOTES =
  'Timeline: Launch in March.\n\nNot included:\nHosting.\n\nFrom the client:\nThey will send the logo.';

/** No price in any text. */
const noPrices: PriceReading = {
  reading: { currency: 'USD', taxMode: 'exclusive', milestones: [], groups: [] },
  certain: true,
  questions: [],
  mentions: [],
};
const clients = [
  getListClientsMockHandler([client]),
  getGetClientMockHandler(client),
  getReadPricingMockHandler(noPrices),
];
const extracting = http.post('*/api/proposals/extract-from-recap', () => HttpResponse.json(extraction));

/** Creating returns an id; the requests are recorded. */
function creating() {
  const asked: ProposalInput[] = [];
  const handler = http.post<never, ProposalInput>('*/api/proposals', async ({ request }) => {
    asked.push(await request.json());
    return HttpResponse.json(
      { id: draft.id, drafting: { status: 'queued', stage: 'analyzing', progress: 0 } },
      { status: 201 },
    );
  });
  return { asked, handler };
}

/** Presses the button as soon as the prices are on the screen. */
async function create(user: UserEvent) {
  const button = screen.getByRole('button', { name: 'Create Proposal' });
  await waitFor(() => {
    expect(button).toBeEnabled();
  });
  await user.click(button);
}

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal(
    'EventSource',
    class {
      close = () => undefined;
    },
  );
});

test('from a client and a recap to a proposal that is being drafted', async () => {
  const { asked, handler } = creating();
  const { user, router } = renderRoute('/proposals/new', ...clients, extracting, handler);

  await user.click(await screen.findByRole('button', { name: /Northwind Dental/ }));
  expect(screen.getByRole('heading', { name: 'Input Method' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: /Paste Meeting Recap/ }));

  const extract = screen.getByRole('button', { name: 'Extract Details' });
  const recap = screen.getByRole('textbox', { name: 'Meeting recap' });
  await user.click(recap);
  await user.paste('a'.repeat(49));
  expect(extract).toBeDisabled();
  expect(screen.getByText(/^Please enter more details about your meeting\./)).toBeVisible();
  await user.clear(recap);
  await user.paste(RECAP);
  await user.click(extract);

  expect(await screen.findByRole('heading', { name: 'Review & Set Pricing' })).toHaveFocus();
  expect(screen.getByText('Extracted proposal details from your meeting recap!')).toBeVisible();
  expect(screen.getByRole('textbox', { name: /Client needs/ })).toHaveValue(extraction.clientNeeds);
  expect(screen.getByRole('textbox', { name: /Pricing/ })).toHaveValue(extraction.pricingHint);
  expect(screen.getByRole('textbox', { name: /Additional notes/ })).toHaveValue(NOTES);

  await create(user);
  await waitFor(() => {
    expect(router.state.location.search).toBe(`?drafting=${draft.id}`);
  });
  expect(asked).toEqual([
    {
      clientId: client.id,
      clientContext: extraction.clientNeeds,
      proposedSolution: extraction.proposedSolution,
      pricingDetails: extraction.pricingHint,
      additionalNotes: NOTES,
    },
  ]);
  // The next proposal starts with an empty form.
  expect(tabDrafts.load('new-proposal', ada)).toBeNull();
});

test('a given client is chosen already', async () => {
  renderRoute(`/proposals/new?clientId=${client.id}`, ...clients);
  expect(await screen.findByRole('heading', { name: 'Input Method' })).toBeVisible();
});

test('a client that does not exist leaves the choice open', async () => {
  renderRoute(
    '/create-proposal?clientId=nobody',
    failing('get', '/api/clients/nobody', {
      status: 404,
      code: 'client_not_found',
      message: 'No such client',
    }),
    ...clients,
  );
  expect(await screen.findByRole('heading', { name: 'Select Client' })).toBeVisible();
});

test('manual details need ten characters each', async () => {
  const { user } = renderRoute(`/proposals/new?clientId=${client.id}`, ...clients);
  await user.click(await screen.findByRole('button', { name: /Enter Details Manually/ }));
  const next = screen.getByRole('button', { name: 'Continue' });
  const context = screen.getByRole('textbox', { name: 'Client context' });
  const solution = screen.getByRole('textbox', { name: 'Proposed solution' });
  expect(context).toHaveAccessibleDescription('Please provide more context about the client needs');
  await user.type(context, 'Ten chars!');
  expect(context).not.toHaveAccessibleDescription();
  await user.type(solution, 'Nine char');
  expect(solution).toHaveAccessibleDescription('Please describe your proposed solution');
  expect(next).toBeDisabled();
  await user.type(solution, '!');
  await user.click(next);
  expect(screen.getByRole('heading', { name: 'Review & Set Pricing' })).toBeVisible();
});

test('everything typed survives a failure and a reload', async () => {
  const failed = failing('post', '/api/proposals', {
    status: 500,
    code: 'internal',
    message: 'Something broke.',
  });
  const first = renderRoute('/proposals/new', ...clients, extracting, failed);
  await first.user.click(await screen.findByRole('button', { name: /Northwind Dental/ }));
  await first.user.click(screen.getByRole('button', { name: /Paste Meeting Recap/ }));
  await first.user.click(screen.getByRole('textbox', { name: 'Meeting recap' }));
  await first.user.paste(RECAP);
  await first.user.click(screen.getByRole('button', { name: 'Extract Details' }));
  const pricing = await screen.findByRole('textbox', { name: /Pricing/ });
  await first.user.clear(pricing);
  await create(first.user);
  expect(screen.getByText('Please enter the pricing for this proposal')).toBeVisible();
  expect(pricing).toHaveFocus();

  await first.user.type(pricing, '$99 a month');
  await create(first.user);
  expect(await screen.findByText('Failed to create proposal. Please try again.')).toBeVisible();
  expect(pricing).toHaveValue('$99 a month');

  document.body.replaceChildren();
  renderRoute('/proposals/new', ...clients);
  expect(await screen.findByRole('heading', { name: 'Review & Set Pricing' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: /Pricing/ })).toHaveValue('$99 a month');
  expect(screen.getByText('What you typed earlier is still here.')).toBeVisible();
});

test('a failed extraction keeps the recap and offers to type instead', async () => {
  const down = failing('post', '/api/proposals/extract-from-recap', {
    status: 503,
    code: 'assistant_unavailable',
    message: 'The assistant is not available.',
  });
  const { user } = renderRoute(`/proposals/new?clientId=${client.id}`, ...clients, down);
  await user.click(await screen.findByRole('button', { name: /Paste Meeting Recap/ }));
  await user.click(screen.getByRole('textbox', { name: 'Meeting recap' }));
  await user.paste(RECAP);
  await user.click(screen.getByRole('button', { name: 'Extract Details' }));
  expect(await screen.findByText('Failed to extract details. Please try manual entry.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Meeting recap' })).toHaveValue(RECAP);
  await user.click(screen.getByRole('button', { name: 'Enter Details Manually' }));
  expect(screen.getByRole('textbox', { name: 'Client context' })).toBeVisible();
});

test('a recap of which nothing could be used says so and is kept', async () => {
  const message = 'This recap says nothing that a proposal could use.';
  const empty = { ...extraction, clientNeeds: '', proposedSolution: '', pricingHint: '' };
  const nothing = http.post('*/api/proposals/extract-from-recap', () =>
    HttpResponse.json({ ...empty, notice: { code: 'nothing_found', message } }),
  );
  const { user } = renderRoute(`/proposals/new?clientId=${client.id}`, ...clients, nothing);
  await user.click(await screen.findByRole('button', { name: /Paste Meeting Recap/ }));
  await user.click(screen.getByRole('textbox', { name: 'Meeting recap' }));
  await user.paste(RECAP);
  await user.click(screen.getByRole('button', { name: 'Extract Details' }));
  expect(await screen.findByText(`${message} Your recap is kept.`)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Meeting recap' })).toHaveValue(RECAP);
  expect(screen.queryByRole('heading', { name: 'Review & Set Pricing' })).not.toBeInTheDocument();
});

test('an expired trial leads to the subscription', async () => {
  const refused = failing('post', '/api/proposals', {
    status: 402,
    code: 'trial_expired',
    message: 'Your trial has expired. Please upgrade to continue creating proposals',
    trialExpired: true,
  });
  const { user, router } = renderRoute(
    `/proposals/new?copyFrom=${draft.id}&clientId=${client.id}`,
    ...clients,
    getGetProposalMockHandler(draft),
    refused,
    getGetSubscriptionStatusMockHandler(expired),
  );
  const manually = await screen.findByRole('button', { name: /Enter Details Manually/ });
  expect(screen.getByRole('heading', { name: 'Copy Proposal' })).toBeVisible();
  await user.click(manually);
  expect(screen.getByRole('textbox', { name: 'Client context' })).toHaveValue(draft.clientContext);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await create(user);
  expect(await screen.findByText('Trial Expired')).toBeVisible();
  expect(
    screen.getByText('Your trial has expired. Please upgrade to continue creating proposals'),
  ).toBeVisible();
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/subscription');
  });
  expect(await screen.findByText('Your 14-day trial has expired')).toBeVisible();
});

test('both addresses of it open in one visit', async () => {
  const { router } = renderRoute('/proposals/new', getListClientsMockHandler([client]));
  expect(await screen.findByRole('heading', { name: 'Create New Proposal' })).toBeVisible();
  await act(() => router.navigate('/create-proposal'));
  expect(await screen.findByRole('heading', { name: 'Create New Proposal' })).toBeVisible();
});
