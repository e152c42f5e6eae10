// The workspace's countersignature of an accepted proposal.
import * as z from 'zod/mini';
import { useQueryClient } from '@tanstack/react-query';
import { getGetActivityQueryKey, useCountersignProposal } from '@/api/gen/evidence/evidence';
import type { Proposal } from '@/api/gen/model';
import { isProblem } from '@/api/problem';
import { TextField } from '@/shared/forms/fields';
import { useForm } from '@/shared/forms/use-form';
import { requiredText, zodErrors } from '@/shared/forms/zod-errors';
import { formatDateTime, formatMoney } from '@/shared/lib/format';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { DialogActions } from '@/shared/ui/dialog-actions';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import { clientName } from '../../client-name';
import { useEditorSession } from '../session';
import styles from './signing.module.css';

const rules = z.object({
  signature: requiredText('Please type your full name').check(
    z.maxLength(200, 'Your name must be at most 200 characters'),
  ),
});

export function CountersignDialog({ proposal, onClose }: { proposal: Proposal; onClose: () => void }) {
  const queryClient = useQueryClient();
  const session = useEditorSession();
  const countersign = useCountersignProposal();
  const { id, client, signedByName, signedAt, totalAmount, currency } = proposal;
  const form = useForm({
    initial: { signature: '' },
    validate: zodErrors(rules),
    onSubmit: async ({ signature }) => {
      session.take(await countersign.mutateAsync({ id, data: { signature: signature.trim() } }));
      await queryClient.invalidateQueries({ queryKey: getGetActivityQueryKey(id) });
      onClose();
      showToast({ title: 'Success', description: 'Proposal signed successfully!' });
    },
    onFail: (error) => {
      if (isProblem(error) && error.errors.some(({ field }) => field === 'signature')) return;
      toastFailure(error, { title: 'Error', fallback: 'Failed to sign proposal. Please try again.' });
      // Another team member may have been faster.
      if (isProblem(error) && error.status === 409) session.reload().catch(() => undefined);
    },
  });

  return (
    <Dialog title="Countersign this proposal" holdsInput onClose={onClose}>
      <form {...form.formProps} className={styles.form}>
        <dl className={styles.facts}>
          <div>
            <dt>Client</dt>
            <dd>{clientName(client)}</dd>
          </div>
          {signedByName !== undefined && (
            <div>
              <dt>Signed by</dt>
              <dd>{signedByName}</dd>
            </div>
          )}
          {signedAt !== undefined && (
            <div>
              <dt>On</dt>
              <dd>{formatDateTime(signedAt)}</dd>
            </div>
          )}
          <div>
            <dt>Total</dt>
            <dd>{formatMoney(totalAmount, currency)}</dd>
          </div>
        </dl>
        <p>
          With your name you accept, for your company, exactly what your client has signed. This cannot be
          undone. Both sides then get the sealed document by mail.
        </p>
        <div className={styles.signed}>
          <TextField
            {...form.field('signature')}
            label="Your full name"
            autoComplete="name"
            hint="Typing it is your electronic signature. Time and address are recorded with it."
            required
          />
        </div>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.submitting}>
            Countersign
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
