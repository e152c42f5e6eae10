// The providers around every screen: the cache, the router, the toast, and the offline notice.
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
