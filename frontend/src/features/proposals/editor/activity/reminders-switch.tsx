// Whether the client is reminded of a proposal that is waiting for them.
import type { Proposal } from '@/api/gen/model';
import { Switch } from '@/shared/ui/switch';
import { toastFailure } from '@/shared/ui/toast/toast-store';
import { useEditorSession } from '../session';
import { useVersionedUpdate } from '../use-versioned-update';

export function RemindersSwitch({ proposal }: { proposal: Proposal }) {
  const { reminders } = proposal;
  const session = useEditorSession();
  const update = useVersionedUpdate(proposal, session);
  const save = async (wanted: boolean) => {
    try {
      session.take(await update.save({ reminders: wanted }));
    } catch (error) {
      toastFailure(error, { title: 'Error', description: 'Failed to update proposal. Please try again.' });
    }
  };
  return (
    <Switch
      label="Remind after 3 and 7 days"
      hint="By mail, and only until your client answers."
      // The requested state is shown at once.
      checked={update.pending?.reminders ?? reminders}
      busy={update.isPending}
      onChange={(wanted) => void save(wanted)}
    />
  );
}
