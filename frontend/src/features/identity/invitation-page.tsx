// The target of an invitation link: who invites to what, and the next step for the user who opened
// it.
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { getGetInvitationQueryOptions } from '@/api/gen/workspaces/workspaces';
import type { CurrentUser, Invitation } from '@/api/gen/model';
import { isProblem } from '@/api/problem';
import { paths } from '@/shared/paths';
import { useSession } from '@/shared/session/session';
import { ButtonLink } from '@/shared/ui/button';
import { LoadFailure } from '@/shared/ui/notice';
import { Skeleton } from '@/shared/ui/skeleton';
import { AuthFrame } from './auth-frame';
import styles from './auth-page.module.css';
import { AcceptPanel, OtherPersonPanel } from './invitation-panels';
import { InvitedSignUpForm } from './invited-sign-up-form';

export function InvitationPage() {
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const user = useSession();
  // Accepting replaces the session and clears the cache a moment before the address changes: the screen stays
  // the same until then.
  const [leaving, setLeaving] = useState<{ invitation: Invitation; user: CurrentUser | null } | null>(null);
  const { data, error, refetch } = useQuery({
    ...getGetInvitationQueryOptions(token),
    enabled: token !== '' && leaving === null,
  });
  const shown = leaving ?? (data === undefined ? null : { invitation: data, user });

  if (token === '' || (leaving === null && isProblem(error) && error.status === 404)) return <NotFound />;
  return (
    <AuthFrame title={shown === null ? 'Invitation' : `Join ${shown.invitation.workspaceName}`}>
      {shown !== null && (
        <Opened
          {...shown}
          token={token}
          onLeave={() => {
            setLeaving(shown);
          }}
        />
      )}
      {shown === null && error === null && <InvitationSkeleton />}
      {shown === null && error !== null && (
        <LoadFailure level="h1" what="your invitation" error={error} onRetry={() => void refetch()} />
      )}
    </AuthFrame>
  );
}

const sameAddress = (user: CurrentUser, invitation: Invitation): boolean =>
  user.email.toLowerCase() === invitation.email.toLowerCase();

interface OpenedProps {
  token: string;
  invitation: Invitation;
  user: CurrentUser | null;
  onLeave: () => void;
}

function Opened({ token, invitation, user, onLeave }: OpenedProps) {
  const { state, workspaceName, invitedBy } = invitation;

  if (state === 'expired') {
    return (
      <Closed
        title="This invitation has expired"
        homeLabel={user === null ? 'Back to Login' : 'To my dashboard'}
      >
        An invitation works for seven days. Ask <strong>{invitedBy}</strong> to send it again from the team
        settings of <strong>{workspaceName}</strong> for a new one.
      </Closed>
    );
  }
  if (state === 'accepted') {
    return (
      <Closed
        title="This invitation has already been accepted"
        homeLabel={user === null ? 'Sign in' : 'To my dashboard'}
      >
        {user === null ? (
          <>
            You belong to <strong>{workspaceName}</strong>. Sign in as <strong>{invitation.email}</strong> to
            open it.
          </>
        ) : (
          <>
            The account with the address <strong>{invitation.email}</strong> belongs to{' '}
            <strong>{workspaceName}</strong>. If that is you, choose it as your workspace in the header.
          </>
        )}
      </Closed>
    );
  }
  return (
    <div className={styles.stack}>
      <Summary invitation={invitation} />
      {user !== null && sameAddress(user, invitation) && (
        <AcceptPanel token={token} invitation={invitation} onAccepted={onLeave} />
      )}
      {user !== null && !sameAddress(user, invitation) && (
        <OtherPersonPanel user={user} invitation={invitation} />
      )}
      {user === null && invitation.hasAccount && <SignInFirst token={token} invitation={invitation} />}
      {user === null && !invitation.hasAccount && (
        <InvitedSignUpForm token={token} invitation={invitation} onRegistered={onLeave} />
      )}
    </div>
  );
}

const roles: Readonly<Record<Invitation['role'], { name: string; what: string }>> = {
  admin: {
    name: 'an admin',
    what: 'You work with its clients and proposals, and manage its team, company profile and integrations.',
  },
  member: { name: 'a member', what: 'You work with its clients and proposals.' },
};

function Summary({ invitation }: { invitation: Invitation }) {
  const { workspaceName, invitedBy, role } = invitation;
  return (
    <div>
      <h1 className={styles.heading}>Join {workspaceName}</h1>
      <p className={styles.lead}>
        <span className={styles.emphasis}>{invitedBy}</span> invites you as{' '}
        <span className={styles.emphasis}>{roles[role].name}</span>. {roles[role].what}
      </p>
    </div>
  );
}

function SignInFirst({ token, invitation }: { token: string; invitation: Invitation }) {
  return (
    <>
      <p className={styles.lead}>
        The invitation is for <span className={styles.emphasis}>{invitation.email}</span>, which already has
        an account. Sign in with it to accept.
      </p>
      <ButtonLink to={paths.auth({ returnTo: paths.invitation(token) })} variant="primary" block>
        Sign in to accept
      </ButtonLink>
    </>
  );
}

function Closed({ title, homeLabel, children }: { title: string; homeLabel: string; children: ReactNode }) {
  const signedIn = useSession() !== null;
  return (
    <div className={styles.stack}>
      <div>
        <h1 className={styles.heading}>{title}</h1>
        <p className={styles.lead}>{children}</p>
      </div>
      <ButtonLink to={signedIn ? paths.home : paths.auth()} variant="primary" block>
        {homeLabel}
      </ButtonLink>
    </div>
  );
}

function NotFound() {
  const signedIn = useSession() !== null;
  return (
    <AuthFrame title="Invitation not found">
      <Closed title="Invitation not found" homeLabel={signedIn ? 'To my dashboard' : 'Back to Login'}>
        The link may be incomplete: copy all of it from the mail. Or the invitation was cancelled, or sent
        again with a newer link. If you have no newer mail, ask for another invitation.
      </Closed>
    </AuthFrame>
  );
}

function InvitationSkeleton() {
  return (
    <div className={styles.stack} aria-busy>
      <h1 className="visually-hidden">Your invitation</h1>
      <Skeleton width="70%" height="36px" />
      <Skeleton height="44px" />
      <Skeleton height="44px" />
    </div>
  );
}
