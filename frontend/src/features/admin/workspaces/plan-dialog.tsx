// Grants a workspace a free plan, or withdraws it; either with a reason that the workspace can
// read.
import { useQueryClient } from '@tanstack/react-query';
import { getListWorkspacesQueryKey, useGivePlan } from '@/api/gen/admin/admin';
import { getGetSubscriptionStatusQueryKey } from '@/api/gen/billing/billing';
import type { WorkspaceStanding } from '@/api/gen/model';
import { TextArea, TextField } from '@/shared/forms/fields';
import { useForm } from '@/shared/forms/use-form';
import { sessionQuery } from '@/shared/session/session';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { DialogActions } from '@/shared/ui/dialog-actions';
import { showToast } from '@/shared/ui/toast/toast-store';
import { reasonFault } from '../reason';
import { toastAdminFailure } from '../refusal';
import styles from './workspaces.module.css';

export type Plan = 'pro' | 'none';

interface Values {
  until: string;
  reason: string;
}

interface PlanDialogProps {
  workspace: WorkspaceStanding;
  plan: Plan;
  onClose: () => void;
}

/** The last moment of a day, in the time zone of the user who chose it. */
const endOf = (day: string): string => new Date(`${day}T23:59:59`).toISOString();

/** The local date of a moment. */
function dayOf(iso: string): string {
  const date = new Date(iso);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(date.getFullYear())}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export function PlanDialog({ workspace, plan, onClose }: PlanDialogProps) {
  const queryClient = useQueryClient();
  const { id, name, given } = workspace;
  const giving = plan === 'pro';
  const give = useGivePlan();
  const form = useForm<Values>({
    initial: { until: given?.until === undefined ? '' : dayOf(given.until), reason: '' },
    validate: reasonFault,
    onSubmit: async ({ until, reason }) => {
      await give.mutateAsync({
        workspaceId: id,
        data: { plan, reason: reason.trim(), ...(giving && until !== '' && { until: endOf(until) }) },
      });
      // One of them may be the administrator's own.
      await Promise.all(
        [getListWorkspacesQueryKey(), getGetSubscriptionStatusQueryKey(), sessionQuery.queryKey].map(
          (queryKey) => queryClient.invalidateQueries({ queryKey }),
        ),
      );
      onClose();
      showToast(
        giving
          ? { title: 'Plan granted', description: `${name} has the Pro plan and pays nothing for it.` }
          : { title: 'Plan revoked', description: `${name} has to pay from now on.` },
      );
    },
    onFail: (error) => {
      toastAdminFailure(error, { title: giving ? 'Plan not granted' : 'Plan not revoked' });
    },
  });

  return (
    <Dialog title={giving ? 'Grant a plan' : 'Revoke the plan?'} holdsInput onClose={onClose}>
      <form {...form.formProps} className={styles.form}>
        <p>
          <strong>{name}</strong>{' '}
          {giving
            ? 'gets the Pro plan without paying, for any number of members.'
            : 'continues with its own subscription, or with the rest of its trial. Without either, it has to subscribe before creating new proposals; nothing is lost.'}
        </p>
        {giving && (
          <TextField
            {...form.field('until')}
            label="Until"
            type="date"
            hint="The last day. If empty, the plan does not end."
          />
        )}
        <TextArea
          {...form.field('reason')}
          label="Reason"
          required
          rows={3}
          autoFocus
          hint="The audit log of the workspace shows it to owner and admins."
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant={giving ? 'primary' : 'danger'} busy={form.submitting}>
            {giving ? 'Grant Plan' : 'Revoke'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
