// The proposals screens by address. Each requests its data while its code is loading; cached data is shown at
// once and reloaded on every visit, because clients change a proposal's status.
import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';
import { getListChatMessagesQueryOptions } from '@/api/gen/assistant/assistant';
import { getGetProposalQueryOptions } from '@/api/gen/proposals/proposals';
import { ahead } from '@/api/query-client';
import { startBanner } from '@/shared/billing/start-banner';
import { clientPagesQuery } from '@/shared/clients/client-pages-query';
import { paths } from '@/shared/paths';
import { filterOf, proposalPagesQuery } from './list/proposal-pages-query';

const FRESH = { staleTime: 0 } as const;

export const proposalsRoutes = (queryClient: QueryClient): RouteObject[] => {
  // A new object for each address: the router clears a `lazy` after loading it, and would find none at the
  // other address.
  const wizard = (path: string): RouteObject => ({
    path,
    loader: () => {
      ahead(queryClient.infiniteQuery({ ...clientPagesQuery(), ...FRESH }));
      return null;
    },
    lazy: { Component: async () => (await import('./wizard/new-proposal-page')).NewProposalPage },
  });
  return [
    {
      path: paths.proposals,
      loader: ({ request }) => {
        const filter = filterOf(new URL(request.url).searchParams);
        ahead(queryClient.infiniteQuery({ ...proposalPagesQuery(filter), ...FRESH }));
        startBanner(queryClient);
        return null;
      },
      lazy: { Component: async () => (await import('./list/proposals-page')).ProposalsPage },
    },
    wizard(paths.newProposal()),
    wizard(paths.createProposal),
    {
      path: '/proposals/:id/edit',
      loader: ({ params }) => {
        const { id } = params;
        if (id === undefined) return null;
        ahead(queryClient.query({ ...getGetProposalQueryOptions(id), ...FRESH }));
        ahead(queryClient.query({ ...getListChatMessagesQueryOptions(id), ...FRESH }));
        return null;
      },
      lazy: { Component: async () => (await import('./editor/editor-page')).EditorPage },
    },
  ];
};
