// Step 5: the company's texts, to be reviewed and corrected, and its logo.
import { Check } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import type { ScrapedCompany } from '@/api/gen/model';
import type { useForm } from '@/shared/forms/use-form';
import { Button } from '@/shared/ui/button';
import { StepFrame } from '@/shared/ui/step-frame';
import { BasicFields } from '../basic-fields';
import { LogoField } from '../logo/logo-field';
import { setupLogo } from '../logo/logo-rules';
import { Industry } from '../website/industry';
import type { FoundField } from '../website/use-found';
import type { SetupValues } from './draft';
import styles from './setup.module.css';

interface Props {
  headingRef: RefObject<HTMLHeadingElement | null>;
  form: ReturnType<typeof useForm<SetupValues>>;
  found: ScrapedCompany | undefined;
  note: (field: FoundField) => ReactNode;
  onBack: () => void;
}

export function ReviewStep({ headingRef, form, found, note, onBack }: Props) {
  return (
    <form {...form.formProps}>
      <StepFrame
        headingRef={headingRef}
        title="Review & Logo"
        lead={
          found === undefined
            ? 'Fill in what you like now, and the rest later in your company profile.'
            : 'Review your profile. Each text from your website shows the page it is from.'
        }
        onBack={onBack}
        next={
          <Button
            type="submit"
            variant="primary"
            icon={<Check size={18} aria-hidden />}
            busy={form.submitting}
          >
            Finish Setup
          </Button>
        }
      >
        <div className={styles.fields}>
          <LogoField
            rules={setupLogo}
            logoUrl={form.values.logoUrl}
            problem={form.field('logoUrl').error}
            onUploaded={(objectPath) => {
              form.setValue('logoUrl', objectPath);
            }}
            onRemove={() => {
              form.setValue('logoUrl', '');
            }}
          />
          <Industry found={found} />
          <BasicFields bind={form.field} note={note} />
        </div>
      </StepFrame>
    </form>
  );
}
