// The rules for a new password, ticked off while it is typed.
import { Check, Circle } from 'lucide-react';
import { PasswordField } from '@/shared/forms/fields';
import type { FieldBinding } from '@/shared/forms/use-form';
import styles from './password-rules.module.css';

const rules = [
  { words: '8 characters', met: (password: string) => password.length >= 8 },
  { words: 'Uppercase letter', met: (password: string) => /\p{Lu}/u.test(password) },
  { words: 'Lowercase letter', met: (password: string) => /\p{Ll}/u.test(password) },
  { words: 'Number', met: (password: string) => /\d/.test(password) },
];

export function NewPasswordField({ label, ...field }: FieldBinding & { label: string }) {
  return (
    <PasswordField
      {...field}
      label={label}
      autoComplete="new-password"
      hint={<PasswordRules password={field.value} />}
      required
    />
  );
}

function PasswordRules({ password }: { password: string }) {
  return (
    <>
      At least 8 characters with uppercase, lowercase and a number.
      <ul className={styles.rules}>
        {rules.map(({ words, met }) => {
          const done = met(password);
          return (
            <li key={words} className={styles.rule} data-met={done || undefined}>
              {done ? <Check aria-hidden size={15} strokeWidth={3} /> : <Circle aria-hidden size={15} />}
              {words}
              <span className="visually-hidden">{done ? ': done' : ': missing'}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
