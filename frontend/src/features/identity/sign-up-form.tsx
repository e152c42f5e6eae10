// Sign up. The response is the same for new and existing addresses: the rest is in the mail.
import { useRegister } from '@/api/gen/identity/identity';
import { TextField } from '@/shared/forms/fields';
import { useForm } from '@/shared/forms/use-form';
import { zodErrors } from '@/shared/forms/zod-errors';
import { Button } from '@/shared/ui/button';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import styles from './auth-page.module.css';
import { NewPasswordField } from './password-rules';
import { signUpRules } from './rules';
import { OtherSignInMethods } from './sign-in-providers';
import { useReturnPath } from './use-return-path';
import { serverMessage } from './failure-words';

/** `onRegistered` receives the address of the verification mail. */
export function SignUpForm({ onRegistered }: { onRegistered: (email: string) => void }) {
  const register = useRegister();
  const returnTo = useReturnPath().query;
  const form = useForm({
    initial: { firstName: '', lastName: '', email: '', password: '' },
    validate: zodErrors(signUpRules),
    onSubmit: async (values) => {
      await register.mutateAsync({ data: signUpRules.parse(values) });
      showToast({
        title: 'Registration Successful!',
        description: 'Please check your email to verify your account.',
      });
      onRegistered(values.email);
    },
    onFail: (error) => {
      toastFailure(error, {
        title: 'Registration failed',
        description: serverMessage(error, 'Unable to create account'),
      });
    },
  });

  return (
    <>
      <form {...form.formProps} className={styles.form}>
        <div>
          <h1 className={styles.heading}>Create your account</h1>
          <p className={styles.lead}>Free for 14 days. No credit card required.</p>
        </div>
        <div className={styles.pair}>
          <TextField {...form.field('firstName')} label="First name" autoComplete="given-name" required />
          <TextField {...form.field('lastName')} label="Last name" autoComplete="family-name" required />
        </div>
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="username" required />
        <NewPasswordField {...form.field('password')} label="Password" />
        <Button type="submit" variant="primary" block busy={form.submitting}>
          Create Account
        </Button>
      </form>
      <OtherSignInMethods returnTo={returnTo} />
    </>
  );
}
