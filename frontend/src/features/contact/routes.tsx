// The public contact form. It avoids antd to stay small.
import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';
import { getGetSiteQueryOptions } from '@/api/gen/site/site';
import { ahead } from '@/api/query-client';
import { paths } from '@/shared/paths';

export const contactRoutes = (queryClient: QueryClient): RouteObject[] => [
  {
    path: paths.contact,
    loader: () => {
      ahead(queryClient.query(getGetSiteQueryOptions()));
      return null;
    },
    lazy: { Component: async () => (await import('./contact-page')).ContactPage },
  },
];
