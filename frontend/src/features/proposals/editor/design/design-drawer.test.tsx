import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, http, HttpResponse, type HttpHandler } from 'msw';
import { expect, test, vi } from 'vitest';
import {
  getGetTemplatePreferencesMockHandler,
  getListProposalTemplatesMockHandler,
  getPreviewDesignMockHandler,
  getSaveTemplatePreferencesMockHandler,
} from '@/api/gen/companies/companies.msw';
import { getGetCurrentUserQueryKey } from '@/api/gen/identity/identity';
import type { DesignInput, Proposal, ProposalUpdate } from '@/api/gen/model';
import { getGetProposalQueryKey, useGetProposal } from '@/api/gen/proposals/proposals';
import { createQueryClient } from '@/api/query-client';
import { user as ada } from '@/test/data';
import { preferences, preview, templates } from '@/test/design-data';
import { failing } from '@/test/handlers';
import { draft } from '@/test/proposal-data';
import { server } from '@/test/server';
import { Toaster } from '@/shared/ui/toast/toaster';
import { EditorSessionContext } from '../session';
import { DesignDrawer } from './design-drawer';

const KEY = getGetProposalQueryKey(draft.id);

function open(permissions: string[], ...handlers: HttpHandler[]) {
  server.use(
    ...handlers,
    getListProposalTemplatesMockHandler(templates),
    getGetTemplatePreferencesMockHandler(preferences),
    getPreviewDesignMockHandler(preview),
  );
  const queryClient = createQueryClient(() => undefined);
  queryClient.setQueryData<Proposal>(KEY, { ...draft, designCss: '.doc{stored:1}' });
  queryClient.setQueryData(getGetCurrentUserQueryKey(), { ...ada, permissions });
  const take = vi.fn((next: Proposal) => {
    queryClient.setQueryData(KEY, next);
  });
  const session = { flush: vi.fn(() => Promise.resolve(true)), take, reload: vi.fn() };
  const onClose = vi.fn();
  const view = render(
    <QueryClientProvider client={queryClient}>
      <EditorSessionContext value={session}>
        <Drawer onClose={onClose} />
        <Toaster />
      </EditorSessionContext>
    </QueryClientProvider>,
  );
  const shown = () => queryClient.getQueryData<Proposal>(KEY)?.designCss;
  return { user: userEvent.setup(), session, onClose, shown, ...view };
}

/** As in the editor: the proposal is the one in the cache. */
function Drawer({ onClose }: { onClose: () => void }) {
  const { data } = useGetProposal(draft.id, { query: { enabled: false } });
  return data === undefined ? null : <DesignDrawer proposal={data} onClose={onClose} />;
}

test('a choice shows on the document, and its own design comes back when the drawer goes', async () => {
  const { user, shown, unmount } = open(['company:update']);
  expect(await screen.findByRole('radio', { name: 'Ledger' })).toBeChecked();
  expect(shown()).toBe('.doc{stored:1}');
  await user.click(screen.getByRole('radio', { name: 'Studio' }));
  await waitFor(() => {
    expect(shown()).toBe(preview.css);
  });
  unmount();
  expect(shown()).toBe('.doc{stored:1}');
});

test('says what was repaired and what was left out', async () => {
  const { user } = open(['company:update']);
  expect(await screen.findByText(/Your #ffd60a is too light here \(contrast 1.41 to 1\)/)).toBeVisible();
  expect(screen.getByText('Headings')).toBeVisible();
  await user.click(screen.getByText('Custom CSS'));
  expect(screen.getByText('Some of your CSS is removed')).toBeVisible();
  expect(screen.getByText('display: none;')).toBeVisible();
});

test('applies to this proposal what is typed being saved first', async () => {
  const asked: ProposalUpdate[] = [];
  const next = { ...draft, designCss: preview.css };
  const { user, session, onClose, shown, unmount } = open(
    [],
    http.put<never, ProposalUpdate>('*/api/proposals/:id', async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json(next);
    }),
  );
  await user.click(await screen.findByRole('radio', { name: 'Studio' }));
  await waitFor(() => {
    expect(shown()).toBe(preview.css);
  });
  expect(screen.queryByRole('button', { name: 'Use for all new proposals' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Apply to This Proposal' }));
  expect(await screen.findByText('Template updated successfully!')).toBeVisible();
  expect(session.flush).toHaveBeenCalled();
  expect(session.take).toHaveBeenCalledWith(next);
  expect(onClose).toHaveBeenCalledOnce();
  unmount();
  expect(shown()).toBe(preview.css);
  // Its own colours and font are applied, because no others had been chosen.
  expect(asked).toEqual([
    {
      design: {
        templateId: templates[1]?.id,
        primaryColor: '#5a35e0',
        secondaryColor: '#1b1330',
        accentColor: '#ffdf5d',
        layoutStyle: 'default',
        fontFamily: 'Hanken Grotesk',
      },
      version: draft.version,
    },
  ]);
});

test('a preview of an earlier choice does not cover the applied design', async () => {
  const applied = { ...draft, designCss: '.doc{applied:1}' };
  const { user, onClose, shown, unmount } = open(
    [],
    http.post<never, DesignInput>('*/api/proposal-templates/preview', async ({ request }) => {
      if ((await request.json()).templateId === templates[1]?.id) await delay('infinite');
      return HttpResponse.json(preview);
    }),
    http.put('*/api/proposals/:id', () => HttpResponse.json(applied)),
  );
  expect(await screen.findByText('Headings')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Studio' }));
  await user.click(screen.getByRole('button', { name: 'Apply to This Proposal' }));
  await waitFor(() => {
    expect(onClose).toHaveBeenCalledOnce();
  });
  expect(shown()).toBe(applied.designCss);
  unmount();
  expect(shown()).toBe(applied.designCss);
});

test('nothing is applied while what is typed cannot be saved', async () => {
  const { user, session, onClose } = open([]);
  session.flush.mockResolvedValue(false);
  await user.click(await screen.findByRole('button', { name: 'Apply to This Proposal' }));
  expect(onClose).not.toHaveBeenCalled();
});

test('becomes the design of all new proposals', async () => {
  const asked: DesignInput[] = [];
  const { user } = open(
    ['company:update'],
    getSaveTemplatePreferencesMockHandler(async ({ request }) => {
      asked.push((await request.json()) as DesignInput);
      return preferences;
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Use for all new proposals' }));
  expect(await screen.findByText('Template updated successfully!')).toBeVisible();
  expect(asked[0]).toMatchObject({ templateId: templates[0]?.id, isActive: true });
});

test('a failure says so and keeps the choice', async () => {
  const { user, onClose } = open(
    [],
    failing('put', `/api/proposals/${draft.id}`, { status: 500, code: 'internal', message: 'Oops' }),
  );
  await user.click(await screen.findByRole('radio', { name: 'Studio' }));
  await user.click(screen.getByRole('button', { name: 'Apply to This Proposal' }));
  expect(await screen.findByText('Failed to save template. Please try again.')).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Studio' })).toBeChecked();
  expect(onClose).not.toHaveBeenCalled();
});

test('a colour is one of forty or any other in hex', async () => {
  const { user } = open([]);
  await user.click(await screen.findByRole('button', { name: /^Primary/ }));
  const presets = within(screen.getByRole('radiogroup', { name: 'Primary: preset colors' }));
  expect(presets.getAllByRole('radio')).toHaveLength(40);
  const hex = screen.getByRole('textbox', { name: 'Primary: custom color in hex' });
  await user.clear(hex);
  await user.type(hex, 'blue{Enter}');
  expect(screen.getByText('Please enter a valid hex color (e.g., #3498db)')).toBeVisible();
  await user.clear(hex);
  await user.type(hex, '#0AF{Enter}');
  expect(await screen.findByText('#00aaff')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Navy, #14284b' }));
  expect(screen.getByText('Navy #14284b')).toBeVisible();
});
