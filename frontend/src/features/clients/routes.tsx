// The clients page, and the import of clients from a file. The cached list is shown at once and
// reloaded on every visit, because others change it too.
import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';
import { ahead } from '@/api/query-client';
import { clientPagesQuery } from '@/shared/clients/client-pages-query';
import { paths } from '@/shared/paths';
import { sessionQuery } from '@/shared/session/session';
import { importQuery } from './import/import-query';
import { mayImport } from './import/permission';

export const clientsRoutes = (queryClient: QueryClient): RouteObject[] => [
  {
    path: paths.clients,
    loader: ({ request }) => {
      const search = new URL(request.url).searchParams.get('search') ?? '';
      ahead(queryClient.infiniteQuery({ ...clientPagesQuery({ search }), staleTime: 0 }));
      return null;
    },
    lazy: { Component: async () => (await import('./clients-page')).ClientsPage },
  },
  {
    path: paths.importClients,
    lazy: { Component: async () => (await import('./import/file-page')).FilePage },
  },
  {
    path: '/clients/import/:importId',
    loader: async ({ params: { importId = '' } }) => {
      const user = await queryClient.query(sessionQuery);
      if (user !== null && mayImport((permission) => user.permissions.includes(permission)))
        ahead(queryClient.query(importQuery(importId)));
      return null;
    },
    lazy: { Component: async () => (await import('./import/import-page')).ImportPage },
  },
];
