// The contact form: typed text stays until it has been sent.
import { Send } from 'lucide-react';
import { useSendContactMessage } from '@/api/gen/contact/contact';
import { SelectField, TextArea, TextField } from '@/shared/forms/fields';
import { useForm } from '@/shared/forms/use-form';
import { zodErrors } from '@/shared/forms/zod-errors';
import { useSession } from '@/shared/session/session';
import { Button } from '@/shared/ui/button';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import styles from './contact-form.module.css';
import { Honeypot } from './honeypot';
import { contactRules, REQUEST_TYPES } from './rules';

export function ContactForm() {
  const user = useSession();
  const send = useSendContactMessage();
  const blank = {
    name: user === null ? '' : `${user.firstName} ${user.lastName}`.trim(),
    email: user?.email ?? '',
    type: 'support',
    subject: '',
    message: '',
    website: '',
  };
  const form = useForm({
    initial: blank,
    validate: zodErrors(contactRules),
    onSubmit: async (values) => {
      await send.mutateAsync({ data: contactRules.parse(values) });
      showToast({ title: 'Message sent!', description: "We'll get back to you as soon as possible." });
      form.replace(values, blank);
    },
    onFail: (error) => {
      toastFailure(error, { title: 'Error', description: 'Failed to send message. Please try again.' });
    },
  });

  return (
    <form {...form.formProps} className={styles.form}>
      <div className={styles.pair}>
        <TextField {...form.field('name')} label="Name" autoComplete="name" required />
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="email" required />
      </div>
      <SelectField {...form.field('type')} label="Request Type" options={REQUEST_TYPES} required />
      <TextField {...form.field('subject')} label="Subject" required />
      <TextArea {...form.field('message')} label="Message" rows={7} required />
      <Honeypot {...form.field('website')} />
      <Button
        type="submit"
        variant="primary"
        icon={<Send aria-hidden size={18} />}
        busy={form.submitting}
        className={styles.send}
      >
        {form.submitting ? 'Sending...' : 'Send Message'}
      </Button>
    </form>
  );
}
