// Whether the client is reminded of a proposal that waits for them.
import type { Proposal } from '@/api/gen/model';
import { useUpdateProposal } from '@/api/gen/proposals/proposals';
import { Switch } from '@/shared/ui/switch';
import { toastFailure } from '@/shared/ui/toast/toast-store';
import { useEditorSession } from '../session';

export function RemindersSwitch({ proposal: { id, reminders } }: { proposal: Proposal }) {
  const session = useEditorSession();
  const update = useUpdateProposal();
  const save = async (wanted: boolean) => {
    try {
      session.take(await update.mutateAsync({ id, data: { reminders: wanted } }));
    } catch (error) {
      toastFailure(error, { title: 'Error', description: 'Failed to update proposal. Please try again.' });
    }
  };
  return (
    <Switch
      label="Remind after 3 and 7 days"
      hint="By mail, and only until your client answers."
      // What is asked for shows at once.
      checked={update.isPending ? (update.variables.data.reminders ?? reminders) : reminders}
      busy={update.isPending}
      onChange={(wanted) => void save(wanted)}
    />
  );
}
