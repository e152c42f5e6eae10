// The administrator's actions for one user.
import { Ban, Bot, MailCheck, MoreHorizontal, ShieldCheck, ShieldOff } from 'lucide-react';
import { useResendUserVerification } from '@/api/gen/admin/admin';
import type { AdminUser } from '@/api/gen/model';
import { useMember } from '@/shared/session/session';
import { Menu } from '@/shared/ui/menu';
import { showToast } from '@/shared/ui/toast/toast-store';
import { toastAdminFailure } from '../refusal';
import { useUsersChanged } from './use-users-changed';
import type { UserAction } from './user-row';
import { callName, isBlocked } from './user-words';

interface UserMenuProps {
  user: AdminUser;
  onAction: (action: UserAction) => void;
}

export function UserMenu({ user, onAction }: UserMenuProps) {
  const me = useMember();
  const blocked = isBlocked(user);
  const label = `Actions for ${callName(user)}`;
  return (
    <Menu
      label={label}
      align="end"
      trigger={
        <>
          <MoreHorizontal aria-hidden size={20} />
          <span className="visually-hidden">{label}</span>
        </>
      }
    >
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        onClick={() => {
          onAction('assistant');
        }}
      >
        {blocked ? <Bot aria-hidden size={18} /> : <Ban aria-hidden size={18} />}
        {blocked ? 'Unblock Assistant' : 'Block Assistant'}
      </button>
      {/* Administrators cannot change their own role. */}
      {user.id !== me.id && (
        <button
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            onAction('site-admin');
          }}
        >
          {user.isAdmin ? <ShieldOff aria-hidden size={18} /> : <ShieldCheck aria-hidden size={18} />}
          {user.isAdmin ? 'Remove Site Admin' : 'Make Site Admin'}
        </button>
      )}
      {!user.emailVerified && <ResendItem user={user} />}
    </Menu>
  );
}

function ResendItem({ user }: { user: AdminUser }) {
  const changed = useUsersChanged();
  // The menu closes at once and removes this item: the promise reports the result.
  const { mutateAsync } = useResendUserVerification();
  const resend = async () => {
    try {
      await mutateAsync({ userId: user.id });
      showToast({ title: 'Verification sent', description: `A new link is on its way to ${user.email}.` });
    } catch (error) {
      toastAdminFailure(error, { title: 'Verification not sent' });
      await changed();
    }
  };
  return (
    <button type="button" role="menuitem" tabIndex={-1} onClick={() => void resend()}>
      <MailCheck aria-hidden size={18} />
      Resend Verification
    </button>
  );
}
