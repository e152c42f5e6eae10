// Whether the workspace countersigns its clients' acceptances.
import { useQueryClient } from '@tanstack/react-query';
import { useUpdateWorkspace } from '@/api/gen/workspaces/workspaces';
import { sessionQuery, useMember } from '@/shared/session/session';
import { SettingsPanel } from '@/shared/ui/settings-panel';
import { Switch } from '@/shared/ui/switch';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';

export function CountersignPanel() {
  const queryClient = useQueryClient();
  const {
    workspace: { countersign, etag },
  } = useMember();
  const update = useUpdateWorkspace();
  const save = async (wanted: boolean) => {
    try {
      const user = await update.mutateAsync({ data: { countersign: wanted, etag } });
      queryClient.setQueryData(sessionQuery.queryKey, user);
      showToast({
        title: 'Saved',
        description: wanted
          ? 'Accepted proposals now wait for your countersignature.'
          : 'A client’s signature now completes a proposal.',
      });
    } catch (error) {
      toastFailure(error, { title: 'Not saved' });
    }
  };
  return (
    <SettingsPanel title="Signing" lead="What happens when a client accepts a proposal.">
      <Switch
        label="Countersign what clients accept"
        hint="An accepted proposal waits until a member of your team has signed it too; your client is told so before signing. If off, it is signed as soon as the client signs. Proposals accepted before the change still wait."
        // The requested state is shown at once.
        checked={update.isPending ? (update.variables.data.countersign ?? countersign) : countersign}
        busy={update.isPending}
        onChange={(wanted) => void save(wanted)}
      />
    </SettingsPanel>
  );
}
