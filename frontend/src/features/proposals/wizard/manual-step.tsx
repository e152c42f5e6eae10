// Step 3, manual: needs and solution as free text.
import type { RefObject } from 'react';
import { TextArea } from '@/shared/forms/fields';
import type { FieldBinding } from '@/shared/forms/use-form';
import { Button } from '@/shared/ui/button';
import { StepFrame } from '@/shared/ui/step-frame';
import { detailIsLongEnough } from './rules';
import styles from './wizard.module.css';

interface Props {
  headingRef: RefObject<HTMLHeadingElement | null>;
  context: FieldBinding;
  solution: FieldBinding;
  onBack: () => void;
  onContinue: () => void;
}

export function ManualStep({ headingRef, context, solution, onBack, onContinue }: Props) {
  const ready = detailIsLongEnough(context.value) && detailIsLongEnough(solution.value);
  return (
    <StepFrame
      headingRef={headingRef}
      title="Enter Details Manually"
      lead="A few sentences each are enough. The draft is built from them."
      onBack={onBack}
      next={
        <Button variant="primary" disabled={!ready} onClick={onContinue}>
          Continue
        </Button>
      }
    >
      <div className={styles.fields}>
        <TextArea
          {...context}
          label="Client context"
          rows={6}
          placeholder="What does the client need, and why now?"
          hint={
            detailIsLongEnough(context.value)
              ? undefined
              : 'Please provide more context about the client needs'
          }
        />
        <TextArea
          {...solution}
          label="Proposed solution"
          rows={6}
          placeholder="What will you do, and what does the client get?"
          hint={detailIsLongEnough(solution.value) ? undefined : 'Please describe your proposed solution'}
        />
      </div>
    </StepFrame>
  );
}
