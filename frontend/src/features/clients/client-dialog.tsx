// Adds a client, or changes one.
import { useQueryClient } from '@tanstack/react-query';
import { useCreateClient, useUpdateClient } from '@/api/gen/clients/clients';
import type { Client } from '@/api/gen/model';
import { invalidateLists } from '@/api/lists';
import { TextArea, TextField } from '@/shared/forms/fields';
import { KeptNotice } from '@/shared/forms/kept-notice';
import { useForm } from '@/shared/forms/use-form';
import { zodErrors } from '@/shared/forms/zod-errors';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { DialogActions } from '@/shared/ui/dialog-actions';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import styles from './client-dialog.module.css';
import { clientRules, valuesOf } from './client-rules';
import { draftOf } from './kept-client';

/** `client` is null to add one. */
export function ClientDialog({ client, onClose }: { client: Client | null; onClose: () => void }) {
  const queryClient = useQueryClient();
  const create = useCreateClient();
  const update = useUpdateClient();

  const form = useForm({
    initial: valuesOf(client),
    keep: { name: draftOf(client) },
    validate: zodErrors(clientRules),
    onSubmit: async (data) => {
      if (client === null) await create.mutateAsync({ data });
      else await update.mutateAsync({ clientId: client.id, data });
      await invalidateLists(queryClient);
      onClose();
      showToast({
        title: 'Success',
        description: client === null ? 'Client created successfully!' : 'Client updated successfully!',
      });
    },
    onFail: (error) => {
      toastFailure(error, {
        title: 'Error',
        description: `Failed to ${client === null ? 'create' : 'update'} client. Please try again.`,
      });
    },
  });

  const cancel = () => {
    form.forget();
    onClose();
  };

  return (
    <Dialog title={client === null ? 'Add Client' : 'Edit Client'} width={640} holdsInput onClose={cancel}>
      <form {...form.formProps} className={styles.form}>
        {form.restored && <KeptNotice onStartOver={form.startOver} />}
        <TextField {...form.field('companyName')} label="Company name" required autoFocus />
        <div className={styles.pair}>
          <TextField {...form.field('firstName')} label="First name" required />
          <TextField {...form.field('lastName')} label="Last name" required />
        </div>
        <div className={styles.pair}>
          <TextField {...form.field('email')} label="Email" type="email" required />
          <TextField {...form.field('phone')} label="Phone" type="tel" />
        </div>
        <TextField
          {...form.field('websiteUrl')}
          label="Website"
          type="url"
          placeholder="theircompany.com"
          hint="We read it for their logo and industry once you save."
        />
        <TextField {...form.field('address')} label="Address" />
        <TextArea
          {...form.field('description')}
          label="Description"
          rows={3}
          hint="What they do and what matters to them. Proposals draw on it."
        />
        <DialogActions>
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.submitting}>
            {client === null ? 'Add Client' : 'Save Changes'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
