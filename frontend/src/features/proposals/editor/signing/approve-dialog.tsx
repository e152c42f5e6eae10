// Records an acceptance given outside the product: on paper, by telephone, in a mail. It is never
// shown as the client's own signature.
import * as z from 'zod/mini';
import { useQueryClient } from '@tanstack/react-query';
import { getGetActivityQueryKey } from '@/api/gen/evidence/evidence';
import type { Proposal } from '@/api/gen/model';
import { useSignProposal } from '@/api/gen/proposals/proposals';
import { isProblem, type Problem } from '@/api/problem';
import { TextField } from '@/shared/forms/fields';
import { useForm } from '@/shared/forms/use-form';
import { Button } from '@/shared/ui/button';
import { Callout } from '@/shared/ui/callout';
import { Dialog } from '@/shared/ui/dialog';
import { DialogActions } from '@/shared/ui/dialog-actions';
import { zodErrors } from '@/shared/forms/zod-errors';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import { useEditorSession } from '../session';
import styles from './signing.module.css';

const rules = zodErrors<Values>(
  z.object({ email: z.union([z.literal(''), z.email('Invalid email address')]) }),
);

interface Values {
  name: string;
  email: string;
}

/** One message for anything that is missing. */
const errorsOf = (values: Values) => {
  const missing = 'Please fill in all signature fields.';
  if (values.name.trim() === '') return { name: missing };
  if (values.email.trim() === '') return { email: missing };
  return rules({ ...values, email: values.email.trim() });
};

interface Props {
  proposal: Proposal;
  onClose: () => void;
  /** A draft must pass the same checks as for sending. */
  onBlocked: (blockers: Problem['errors']) => void;
}

export function ApproveDialog({ proposal, onClose, onBlocked }: Props) {
  const queryClient = useQueryClient();
  const session = useEditorSession();
  const sign = useSignProposal();
  const { id, client, recipientName, recipientEmail, status } = proposal;
  const form = useForm<Values>({
    initial: {
      name: recipientName ?? `${client.firstName} ${client.lastName}`.trim(),
      email: recipientEmail ?? '',
    },
    validate: errorsOf,
    onSubmit: async (values) => {
      const name = values.name.trim();
      const email = values.email.trim();
      session.take(await sign.mutateAsync({ id, data: { name, email, signature: `${name} - ${email}` } }));
      await queryClient.invalidateQueries({ queryKey: getGetActivityQueryKey(id) });
      onClose();
      showToast({ title: 'Success', description: 'Proposal signed successfully!' });
    },
    onFail: (error) => {
      if (isProblem(error) && error.code === 'pre_send_blocked') {
        onClose();
        onBlocked(error.errors);
        return;
      }
      toastFailure(error, { title: 'Error', description: 'Failed to sign proposal. Please try again.' });
      if (isProblem(error) && error.status === 409) session.reload().catch(() => undefined);
    },
  });

  return (
    <Dialog title="Approve & Start Project" holdsInput onClose={onClose}>
      <form {...form.formProps} className={styles.form}>
        <p>
          For a client who has accepted elsewhere: on paper, by telephone or by mail.{' '}
          {status === 'draft'
            ? 'They accepted the current version of the proposal.'
            : 'They accepted the version you sent.'}
        </p>
        <Callout>
          It is recorded in your name as an acceptance given elsewhere, and never shown as your client’s own
          signature. Afterwards the proposal cannot be changed.
        </Callout>
        <TextField
          {...form.field('name')}
          label="Full name"
          autoComplete="off"
          hint="The person who accepted."
          required
        />
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="off" required />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.submitting}>
            Sign & Approve
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
