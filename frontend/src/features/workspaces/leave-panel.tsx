// Leaving a workspace; its owner must transfer it first.
import { useQueryClient } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useLeaveWorkspace } from '@/api/gen/workspaces/workspaces';
import { paths } from '@/shared/paths';
import { replaceSession } from '@/shared/session/replace-session';
import { useMay, useMember } from '@/shared/session/session';
import { Button } from '@/shared/ui/button';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { SettingsPanel } from '@/shared/ui/settings-panel';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';

export function LeavePanel() {
  const may = useMay();
  const { workspace } = useMember();
  const [asking, setAsking] = useState(false);
  if (may('workspace:transfer')) {
    return (
      <SettingsPanel
        title="Leave workspace"
        lead={
          <>
            You own {workspace.name}. Before you can leave, transfer it to another member in the{' '}
            <Link to={paths.workspaceSettings}>workspace settings</Link>.
          </>
        }
      />
    );
  }
  return (
    <SettingsPanel
      danger
      title="Leave workspace"
      lead={`You lose access to ${workspace.name}. What you created stays there.`}
      action={
        <Button
          icon={<LogOut aria-hidden size={17} />}
          onClick={() => {
            setAsking(true);
          }}
        >
          Leave
        </Button>
      }
    >
      {asking && (
        <LeaveDialog
          onClose={() => {
            setAsking(false);
          }}
        />
      )}
    </SettingsPanel>
  );
}

function LeaveDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { workspace } = useMember();
  const leave = useLeaveWorkspace({
    mutation: {
      onSuccess: async (user) => {
        onClose();
        replaceSession(queryClient, user);
        await navigate(paths.home);
        showToast({
          title: `You have left ${workspace.name}`,
          description: `You are now in ${user.workspace.name}.`,
        });
      },
      onError: (error) => {
        toastFailure(error, { title: 'Could not leave' });
      },
    },
  });
  return (
    <ConfirmDialog
      title={`Leave ${workspace.name}?`}
      action={`Leave ${workspace.name}`}
      busy={leave.isPending}
      onClose={onClose}
      onConfirm={() => {
        leave.mutate();
      }}
    >
      <p>
        Your access ends at once. The clients and proposals you created stay and are transferred to the owner.
        To return you need a new invitation.
      </p>
    </ConfirmDialog>
  );
}
