// The name of the account.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useUpdateAccount } from '@/api/gen/identity/identity';
import type { CurrentUser } from '@/api/gen/model';
import { isProblem } from '@/api/problem';
import { ConflictDialog } from '@/shared/forms/conflict-dialog';
import { TextField } from '@/shared/forms/fields';
import { KeptNotice } from '@/shared/forms/kept-notice';
import { useForm } from '@/shared/forms/use-form';
import { changedOf, useSaveChanges } from '@/shared/forms/use-save-changes';
import { zodErrors } from '@/shared/forms/zod-errors';
import { sessionQuery } from '@/shared/session/session';
import { Button } from '@/shared/ui/button';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import { accountRules } from '../rules';
import styles from './account.module.css';

const LABELS = { firstName: 'First name', lastName: 'Last name' };

const namesOf = ({ firstName, lastName }: CurrentUser) => ({ firstName, lastName });

export function NameForm({ user }: { user: CurrentUser }) {
  const queryClient = useQueryClient();
  const update = useUpdateAccount();
  // The values when the form was opened: the session may be reloaded meanwhile.
  const [opened, setOpened] = useState(user);
  const changing = useSaveChanges();
  const form = useForm({
    initial: namesOf(opened),
    keep: { name: 'name', etag: opened.etag },
    validate: zodErrors(accountRules),
    onSubmit: async (values) => {
      const wanted = changedOf(accountRules.parse(values), namesOf(opened));
      const saved = await changing.save(form.etag, wanted, (data) => update.mutateAsync({ data }));
      setOpened(saved);
      queryClient.setQueryData(sessionQuery.queryKey, saved);
      form.replace(values, namesOf(saved));
      showToast({ title: 'Success', description: 'Your name has been changed.' });
    },
    onFail: (error) => {
      if (isProblem(error) && error.errors.length > 0) return;
      toastFailure(error, { title: 'Your name could not be changed' });
    },
  });
  return (
    <form {...form.formProps} className={styles.form}>
      {form.restored && <KeptNotice onStartOver={form.startOver} />}
      <div className={styles.pair}>
        <TextField {...form.field('firstName')} label={LABELS.firstName} autoComplete="given-name" required />
        <TextField {...form.field('lastName')} label={LABELS.lastName} autoComplete="family-name" required />
      </div>
      <div>
        <Button type="submit" variant="primary" busy={form.submitting}>
          Save Name
        </Button>
      </div>
      <ConflictDialog question={changing.question} labels={LABELS} />
    </form>
  );
}
