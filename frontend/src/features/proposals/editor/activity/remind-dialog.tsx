// Mails the link to the client again, with an optional message, and optionally to a corrected
// address.
import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { getGetActivityQueryKey } from '@/api/gen/evidence/evidence';
import type { Proposal } from '@/api/gen/model';
import { useRemindClient } from '@/api/gen/sharing/sharing';
import { TextArea, TextField } from '@/shared/forms/fields';
import { KeptNotice } from '@/shared/forms/kept-notice';
import { useForm } from '@/shared/forms/use-form';
import { requiredText, zodErrors } from '@/shared/forms/zod-errors';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { DialogActions } from '@/shared/ui/dialog-actions';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import styles from '../send/send.module.css';

const rules = z.object({
  recipientEmail: z.pipe(requiredText('Email is required'), z.email('Invalid email address')),
  message: z.string().check(z.maxLength(5000, 'Message must be at most 5,000 characters')),
});

export function RemindDialog({ proposal, onClose }: { proposal: Proposal; onClose: () => void }) {
  const queryClient = useQueryClient();
  const remind = useRemindClient();
  const { id, recipientEmail = '' } = proposal;
  const form = useForm({
    initial: { recipientEmail, message: '' },
    keep: { name: `remind.${id}` },
    validate: zodErrors(rules),
    onSubmit: async (values) => {
      const to = values.recipientEmail.trim();
      const message = values.message.trim();
      await remind.mutateAsync({
        id,
        data: { ...(to !== recipientEmail && { recipientEmail: to }), ...(message !== '' && { message }) },
      });
      await queryClient.invalidateQueries({ queryKey: getGetActivityQueryKey(id) });
      onClose();
      showToast({
        title: 'Reminder queued',
        description: `Its delivery state is shown under Mails.`,
      });
    },
    onFail: (error) => {
      toastFailure(error, { title: 'Error', fallback: 'The reminder could not be sent. Please try again.' });
    },
  });
  const cancel = () => {
    form.forget();
    onClose();
  };
  return (
    <Dialog title="Send a reminder" holdsInput onClose={cancel}>
      <form {...form.formProps} className={styles.form}>
        {form.restored && <KeptNotice onStartOver={form.startOver} />}
        <p>Sends the same link again. It opens the version that is waiting for an answer.</p>
        <TextField {...form.field('recipientEmail')} label="Email" type="email" autoComplete="off" required />
        <TextArea
          {...form.field('message')}
          label="Message"
          rows={4}
          hint="Shown above the link. Optional."
        />
        <DialogActions>
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.submitting}>
            Send Reminder
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
