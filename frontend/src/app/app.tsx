// What surrounds every screen: the cache, the router, the one toast, and the line that says there is no connection.
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { DataRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { OfflineNotice } from '@/shared/ui/offline-notice';
import { Toaster } from '@/shared/ui/toast/toaster';

interface AppProps {
  queryClient: QueryClient;
  router: DataRouter;
}

export function App({ queryClient, router }: AppProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <OfflineNotice />
      <Toaster onGo={(to) => void router.navigate(to)} />
    </QueryClientProvider>
  );
}
