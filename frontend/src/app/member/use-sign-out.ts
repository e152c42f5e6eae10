// Signing out: ends the session on the server, clears all loaded data, goes home.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useLogout } from '@/api/gen/identity/identity';
import { paths } from '@/shared/paths';
import { replaceSession } from '@/shared/session/replace-session';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';

export function useSignOut(): { run: () => void; busy: boolean } {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const logout = useLogout({
    mutation: {
      onSuccess: async () => {
        replaceSession(queryClient, null);
        await navigate(paths.home);
        showToast({ title: 'Logged out', description: 'You have been successfully logged out.' });
      },
      onError: (error) => {
        toastFailure(error, { title: 'Logout failed' });
      },
    },
  });
  return {
    run: () => {
      logout.mutate();
    },
    busy: logout.isPending,
  };
}
