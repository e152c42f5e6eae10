// The clients page.
import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';
import { ahead } from '@/api/query-client';
import { paths } from '@/shared/paths';
import { clientPagesQuery } from './client-pages-query';

export const clientsRoutes = (queryClient: QueryClient): RouteObject[] => [
  {
    path: paths.clients,
    loader: ({ request }) => {
      const search = new URL(request.url).searchParams.get('search') ?? '';
      ahead(queryClient.infiniteQuery(clientPagesQuery(search)));
      return null;
    },
    lazy: { Component: async () => (await import('./clients-page')).ClientsPage },
  },
];
