// Step 2: the input method.
import { ChevronRight, ClipboardPaste, PencilLine } from 'lucide-react';
import type { RefObject } from 'react';
import { StepFrame } from '@/shared/ui/step-frame';
import type { Method } from './draft-store';
import styles from './input-method-step.module.css';

interface Props {
  headingRef: RefObject<HTMLHeadingElement | null>;
  onBack: () => void;
  onChoose: (method: Method) => void;
}

const METHODS: readonly { method: Method; icon: typeof PencilLine; title: string; text: string }[] = [
  {
    method: 'recap',
    icon: ClipboardPaste,
    title: 'Paste Meeting Recap',
    text: 'Notes, a transcript or a follow-up mail. Needs, solution and prices are extracted for you.',
  },
  {
    method: 'manual',
    icon: PencilLine,
    title: 'Enter Details Manually',
    text: 'Describe the client’s needs and your solution in your own words.',
  },
];

export function InputMethodStep({ headingRef, onBack, onChoose }: Props) {
  return (
    <StepFrame
      headingRef={headingRef}
      title="Input Method"
      lead="How do you want to describe the work?"
      onBack={onBack}
    >
      <div className={styles.methods}>
        {METHODS.map(({ method, icon: Icon, title, text }) => (
          <button
            key={method}
            type="button"
            className={styles.method}
            onClick={() => {
              onChoose(method);
            }}
          >
            <Icon size={26} strokeWidth={1.75} aria-hidden />
            <span>
              <strong>{title}</strong>
              <span>{text}</span>
            </span>
            <ChevronRight size={20} aria-hidden />
          </button>
        ))}
      </div>
    </StepFrame>
  );
}
