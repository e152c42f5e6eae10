// Makes a user a site administrator, or removes that role.
import { useSetSiteAdmin } from '@/api/gen/admin/admin';
import type { AdminUser } from '@/api/gen/model';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { showToast } from '@/shared/ui/toast/toast-store';
import { toastAdminFailure } from '../refusal';
import { useUsersChanged } from './use-users-changed';
import { callName } from './user-words';

interface SiteAdminDialogProps {
  user: AdminUser;
  onClose: () => void;
}

export function SiteAdminDialog({ user, onClose }: SiteAdminDialogProps) {
  const changed = useUsersChanged();
  const name = callName(user);
  const making = !user.isAdmin;
  const { mutate, isPending } = useSetSiteAdmin({
    mutation: {
      onSuccess: () => {
        showToast(
          making
            ? { title: 'Site admin made', description: `${name} is an administrator of this site now.` }
            : { title: 'Site admin removed', description: `${name} is no longer an administrator.` },
        );
      },
      onError: (error) => {
        toastAdminFailure(error, { title: 'Role not changed' });
      },
      // A refusal means that another administrator was faster: reload the list.
      onSettled: async () => {
        await changed();
        onClose();
      },
    },
  });
  return (
    <ConfirmDialog
      title={making ? `Make ${name} a site admin?` : `Remove ${name} as site admin?`}
      action={making ? 'Make Site Admin' : 'Remove Site Admin'}
      busy={isPending}
      onConfirm={() => {
        mutate({ userId: user.id, data: { isAdmin: making } });
      }}
      onClose={onClose}
    >
      <p>
        {making ? (
          <>
            <strong>{user.email}</strong> will be able to see all users of this site, change its settings and
            prompts, grant plans, and make others administrators, but not see anyone’s proposals or clients.
          </>
        ) : (
          <>
            <strong>{user.email}</strong> keeps the account and workspaces, and loses access to this
            dashboard.
          </>
        )}
      </p>
    </ConfirmDialog>
  );
}
