// Step 3, recap: needs, solution and price hints are extracted from a pasted recap.
import { Sparkles } from 'lucide-react';
import type { RefObject } from 'react';
import { useExtractFromRecap, type extractFromRecap } from '@/api/gen/assistant/assistant';
import { userMessage } from '@/api/problem';
import { TextArea } from '@/shared/forms/fields';
import type { FieldBinding } from '@/shared/forms/use-form';
import { Button } from '@/shared/ui/button';
import { StepFrame } from '@/shared/ui/step-frame';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import { RECAP_MIN, recapIsLongEnough } from './rules';
import styles from './wizard.module.css';

/** The assistant's extraction from a recap. */
export type Extraction = Awaited<ReturnType<typeof extractFromRecap>>;

interface Props {
  headingRef: RefObject<HTMLHeadingElement | null>;
  field: FieldBinding;
  onBack: () => void;
  onExtracted: (extraction: Extraction) => void;
  onManual: () => void;
}

const FAILED = 'Failed to extract details. Please try manual entry.';

export function RecapStep({ headingRef, field, onBack, onExtracted, onManual }: Props) {
  const extract = useExtractFromRecap();
  const length = field.value.trim().length;
  const ready = recapIsLongEnough(field.value);

  const start = async () => {
    if (!ready) return;
    try {
      const extraction = await extract.mutateAsync({ data: { meetingRecap: field.value } });
      showToast({ title: 'Success', description: 'Extracted proposal details from your meeting recap!' });
      onExtracted(extraction);
    } catch (error) {
      toastFailure(error, { title: 'Error', description: FAILED });
    }
  };

  return (
    <StepFrame
      headingRef={headingRef}
      title="Paste Meeting Recap"
      lead="The more it says about goals, work and prices, the better the draft."
      onBack={onBack}
      next={
        <Button
          variant="primary"
          icon={<Sparkles size={18} aria-hidden />}
          disabled={!ready}
          busy={extract.isPending}
          onClick={() => void start()}
        >
          {extract.isPending ? 'Extracting…' : 'Extract Details'}
        </Button>
      }
    >
      <TextArea
        {...field}
        label="Meeting recap"
        rows={12}
        readOnly={extract.isPending}
        placeholder="Met with Dana from Harbor & Pine. Their site takes eleven seconds to show a price on a phone…"
        hint={
          ready
            ? `${length.toLocaleString('en-US')} characters`
            : `Please enter more details about your meeting. ${String(length)} of ${String(RECAP_MIN)} characters.`
        }
      />
      {extract.isError && (
        <div className={styles.failure} role="alert">
          <p>{userMessage(extract.error, FAILED)} Your recap is kept.</p>
          <Button size="sm" onClick={onManual}>
            Enter Details Manually
          </Button>
        </div>
      )}
    </StepFrame>
  );
}
