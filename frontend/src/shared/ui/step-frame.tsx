// The frame of one step: its heading (which takes the focus when the step opens), content, and the
// navigation.
import { ArrowLeft } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { Button } from '@/shared/ui/button';
import { Panel } from '@/shared/ui/panel';
import styles from './step-frame.module.css';

interface Props {
  headingRef: RefObject<HTMLHeadingElement | null>;
  title: string;
  lead: string;
  aside?: ReactNode;
  onBack?: () => void;
  /** The button to the next step. */
  next?: ReactNode;
  children: ReactNode;
}

export function StepFrame({ headingRef, title, lead, aside, onBack, next, children }: Props) {
  return (
    <Panel>
      <header className={styles.header}>
        <div>
          <h2 ref={headingRef} tabIndex={-1}>
            {title}
          </h2>
          <p>{lead}</p>
        </div>
        {aside}
      </header>
      {children}
      {(onBack !== undefined || next !== undefined) && (
        <footer className={styles.footer}>
          {onBack !== undefined && (
            <Button variant="ghost" icon={<ArrowLeft size={18} aria-hidden />} onClick={onBack}>
              Back
            </Button>
          )}
          {next}
        </footer>
      )}
    </Panel>
  );
}
