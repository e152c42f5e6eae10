// Step 1: the user's name and the company.
import { Sparkles } from 'lucide-react';
import type { RefObject } from 'react';
import { TextField } from '@/shared/forms/fields';
import type { useForm } from '@/shared/forms/use-form';
import { Button } from '@/shared/ui/button';
import { StepFrame } from '@/shared/ui/step-frame';
import { BASIC_LABELS } from '../company-fields';
import type { SetupValues } from './draft';
import styles from './setup.module.css';

interface Props {
  headingRef: RefObject<HTMLHeadingElement | null>;
  form: ReturnType<typeof useForm<SetupValues>>;
  /** The address of the account. */
  email: string;
  onAutoFill: () => void;
  onSkip: () => void;
}

export function BasicInfoStep({ headingRef, form, email, onAutoFill, onSkip }: Props) {
  return (
    <form
      {...form.formProps}
      onSubmit={(event) => {
        event.preventDefault();
        onAutoFill();
      }}
    >
      <StepFrame
        headingRef={headingRef}
        title="Basic Info"
        lead="With your website, the next step fills in most of your profile."
        next={
          <div className={styles.ways}>
            <Button variant="ghost" disabled={form.submitting} onClick={onSkip}>
              Skip, I’ll fill it in myself
            </Button>
            <Button
              type="submit"
              variant="primary"
              icon={<Sparkles size={18} aria-hidden />}
              busy={form.submitting}
            >
              Auto-Fill
            </Button>
          </div>
        }
      >
        <div className={styles.fields}>
          <TextField {...form.field('name')} label={BASIC_LABELS.name} autoComplete="organization" required />
          <TextField
            {...form.field('websiteUrl')}
            label={BASIC_LABELS.websiteUrl}
            type="url"
            inputMode="url"
            autoComplete="url"
            placeholder="yourcompany.com"
            hint="No website yet? Leave it empty and skip Auto-Fill."
            required
          />
          <div className={styles.pair}>
            <TextField {...form.field('firstName')} label="First name" autoComplete="given-name" required />
            <TextField {...form.field('lastName')} label="Last name" autoComplete="family-name" required />
          </div>
          <TextField
            name="email"
            label="Email"
            type="email"
            value={email}
            error={undefined}
            onValue={() => undefined}
            hint="The address of your account."
            readOnly
            required
          />
        </div>
      </StepFrame>
    </form>
  );
}
