// The proposals screens by address. Each starts its data while its code is loading; what is cached shows at once and is
// asked for again on every visit, because clients change a proposal's status from outside.
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
  // Anew for each address: the router empties a `lazy` once it has loaded it, and would find none at the other.
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
