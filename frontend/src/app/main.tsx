// Entry of the app's document (index.html).
import '@/shared/theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { createQueryClient } from '@/api/query-client';
import { leaveSignedOut } from '@/shared/session/signed-out';
import { toastTrialExpired } from '@/shared/ui/toast/toast-store';
import { App } from './app';
import { createRoutes } from './routes';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id "root".');

const queryClient = createQueryClient(leaveSignedOut, toastTrialExpired);
const router = createBrowserRouter(createRoutes(queryClient));

createRoot(root).render(
  <StrictMode>
    <App queryClient={queryClient} router={router} />
  </StrictMode>,
);
