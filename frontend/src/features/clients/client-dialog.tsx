// Adds or changes a client.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCreateClient, useUpdateClient } from '@/api/gen/clients/clients';
import type { Client } from '@/api/gen/model';
import { invalidateLists } from '@/api/lists';
import { ConflictDialog } from '@/shared/forms/conflict-dialog';
import { TextArea, TextField } from '@/shared/forms/fields';
import { KeptNotice } from '@/shared/forms/kept-notice';
import { useForm } from '@/shared/forms/use-form';
import { changedOf, useSaveChanges } from '@/shared/forms/use-save-changes';
import { zodErrors } from '@/shared/forms/zod-errors';
import { Button } from '@/shared/ui/button';
import { Dialog } from '@/shared/ui/dialog';
import { DialogActions } from '@/shared/ui/dialog-actions';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import styles from './client-dialog.module.css';
import { clientRules, LABELS, valuesOf } from './client-rules';
import { draftOf } from './kept-client';

/** `client` is null to add one. */
export function ClientDialog({ client: given, onClose }: { client: Client | null; onClose: () => void }) {
  const queryClient = useQueryClient();
  const create = useCreateClient();
  const update = useUpdateClient();
  // The list may be reloaded while the form is open.
  const [client] = useState(given);
  const opened = valuesOf(client);
  const changing = useSaveChanges();

  const form = useForm({
    initial: opened,
    keep: { name: draftOf(client), ...(client !== null && { etag: client.etag }) },
    validate: zodErrors(clientRules),
    onSubmit: async (values) => {
      if (client === null) await create.mutateAsync({ data: values });
      else
        await changing.save(form.etag, changedOf(values, opened), (data) =>
          update.mutateAsync({ clientId: client.id, data }),
        );
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
        <TextField {...form.field('companyName')} label={LABELS.companyName} required autoFocus />
        <div className={styles.pair}>
          <TextField {...form.field('firstName')} label={LABELS.firstName} required />
          <TextField {...form.field('lastName')} label={LABELS.lastName} required />
        </div>
        <div className={styles.pair}>
          <TextField {...form.field('email')} label={LABELS.email} type="email" required />
          <TextField {...form.field('phone')} label={LABELS.phone} type="tel" />
        </div>
        <TextField
          {...form.field('websiteUrl')}
          label={LABELS.websiteUrl}
          type="url"
          placeholder="theircompany.com"
          hint="When you save, we read it for their logo and industry."
        />
        <TextField {...form.field('address')} label={LABELS.address} />
        <TextArea
          {...form.field('description')}
          label={LABELS.description}
          rows={3}
          hint="What they do and what matters to them. Used in proposals."
        />
        <DialogActions>
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.submitting}>
            {client === null ? 'Add Client' : 'Save Changes'}
          </Button>
        </DialogActions>
      </form>
      <ConflictDialog question={changing.question} labels={LABELS} />
    </Dialog>
  );
}
