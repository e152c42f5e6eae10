// An open invitation, seen by a signed-in user: the invited user accepts, any other signs out
// first.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useLogout } from '@/api/gen/identity/identity';
import type { CurrentUser, Invitation } from '@/api/gen/model';
import { getGetInvitationQueryKey, useAcceptInvitation } from '@/api/gen/workspaces/workspaces';
import { paths } from '@/shared/paths';
import { replaceSession } from '@/shared/session/replace-session';
import { Button, ButtonLink } from '@/shared/ui/button';
import { Callout } from '@/shared/ui/callout';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import styles from './auth-page.module.css';

interface AcceptPanelProps {
  token: string;
  invitation: Invitation;
  /** Called before the screen is left. */
  onAccepted: () => void;
}

export function AcceptPanel({ token, invitation, onAccepted }: AcceptPanelProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const accept = useAcceptInvitation({
    mutation: {
      onSuccess: async (user) => {
        onAccepted();
        replaceSession(queryClient, user);
        await navigate(paths.home, { replace: true });
        showToast({
          title: `Welcome to ${invitation.workspaceName}!`,
          description: 'You are now working in this workspace.',
        });
      },
      onError: (error) => {
        toastFailure(error, { title: 'The invitation could not be accepted' });
        // It may have been revoked, or have expired, since the page was opened.
        void queryClient.invalidateQueries({ queryKey: getGetInvitationQueryKey(token) });
      },
    },
  });
  return (
    <>
      <p className={styles.lead}>
        You are signed in as <span className={styles.emphasis}>{invitation.email}</span>. You keep your other
        workspaces, and can switch between them in the header.
      </p>
      <div className={styles.actions}>
        <Button
          variant="primary"
          block
          busy={accept.isPending}
          onClick={() => {
            accept.mutate({ token });
          }}
        >
          Accept Invitation
        </Button>
        <ButtonLink to={paths.home} variant="ghost" block>
          Not now
        </ButtonLink>
      </div>
    </>
  );
}

export function OtherPersonPanel({ user, invitation }: { user: CurrentUser; invitation: Invitation }) {
  const queryClient = useQueryClient();
  const logout = useLogout({
    mutation: {
      onSuccess: () => {
        // The page stays, loads the invitation again, and continues for the next user.
        replaceSession(queryClient, null);
      },
      onError: (error) => {
        toastFailure(error, { title: 'Logout failed' });
      },
    },
  });
  return (
    <>
      <Callout title="You are signed in with another account">
        <p>
          The invitation is for <strong>{invitation.email}</strong>, and you are signed in as{' '}
          <strong>{user.email}</strong>. Sign out to continue; you stay on this page.
        </p>
      </Callout>
      <div className={styles.actions}>
        <Button
          variant="primary"
          block
          busy={logout.isPending}
          onClick={() => {
            logout.mutate();
          }}
        >
          Sign out and continue
        </Button>
        <ButtonLink to={paths.home} variant="ghost" block>
          Stay signed in
        </ButtonLink>
      </div>
    </>
  );
}
