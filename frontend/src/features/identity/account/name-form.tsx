// The name of the account.
import { useQueryClient } from '@tanstack/react-query';
import { useUpdateAccount } from '@/api/gen/identity/identity';
import type { CurrentUser } from '@/api/gen/model';
import { isProblem } from '@/api/problem';
import { TextField } from '@/shared/forms/fields';
import { KeptNotice } from '@/shared/forms/kept-notice';
import { useForm } from '@/shared/forms/use-form';
import { zodErrors } from '@/shared/forms/zod-errors';
import { sessionQuery } from '@/shared/session/session';
import { Button } from '@/shared/ui/button';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import { accountRules } from '../rules';
import styles from './account.module.css';

export function NameForm({ user }: { user: CurrentUser }) {
  const queryClient = useQueryClient();
  const update = useUpdateAccount();
  const form = useForm({
    initial: { firstName: user.firstName, lastName: user.lastName },
    keep: { name: 'name' },
    validate: zodErrors(accountRules),
    onSubmit: async (values) => {
      const changed = await update.mutateAsync({ data: accountRules.parse(values) });
      queryClient.setQueryData(sessionQuery.queryKey, changed);
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
        <TextField {...form.field('firstName')} label="First name" autoComplete="given-name" required />
        <TextField {...form.field('lastName')} label="Last name" autoComplete="family-name" required />
      </div>
      <div>
        <Button type="submit" variant="primary" busy={form.submitting}>
          Save Name
        </Button>
      </div>
    </form>
  );
}
