// The steps to the first sent proposal, until all are done or the list is dismissed. The steps are
// known before the data, so its size is stable.
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Dashboard } from '@/api/gen/model';
import { companyQuery } from '@/shared/session/company';
import { useMay, useMember } from '@/shared/session/session';
import { IconButton } from '@/shared/ui/button';
import { Panel } from '@/shared/ui/panel';
import { showToast } from '@/shared/ui/toast/toast-store';
import styles from './checklist.module.css';
import { dismiss, isDismissed, restore } from './dismissal';
import { stepsOf, type Step } from './steps';
import { useHasTeam } from './use-has-team';

export function Checklist({ dashboard }: { dashboard: Dashboard | undefined }) {
  const user = useMember();
  const [hidden, setHidden] = useState(() => isDismissed(user));
  if (hidden) return null;

  const close = () => {
    dismiss(user);
    setHidden(true);
  };
  const dismissWithUndo = () => {
    close();
    // The focused button has been removed.
    document.getElementById('content')?.focus({ preventScroll: true });
    showToast({
      title: 'Checklist hidden',
      action: {
        label: 'Undo',
        run: () => {
          restore(user);
          setHidden(false);
        },
      },
    });
  };
  return <Steps dashboard={dashboard} onDone={close} onDismiss={dismissWithUndo} />;
}

interface StepsProps {
  dashboard: Dashboard | undefined;
  /** All steps are taken. */
  onDone: () => void;
  onDismiss: () => void;
}

function Steps({ dashboard, onDone, onDismiss }: StepsProps) {
  const may = useMay();
  const isOwner = useMember().workspace.role === 'owner';
  const { data: company } = useQuery(companyQuery);
  const hasTeam = useHasTeam(isOwner);
  const steps = stepsOf({ may, isOwner, company, dashboard, hasTeam });
  const done = steps.filter((step) => step.done === true).length;
  const allDone = done === steps.length;

  // Finished permanently: undoing a step later does not show the checklist again.
  useEffect(() => {
    if (allDone) onDone();
  });

  if (allDone) return null;
  return (
    <Panel role="region" aria-labelledby="checklist" className={styles.panel}>
      <div className={styles.head}>
        <h2 id="checklist">Getting started</h2>
        <p>{dashboard && `${String(done)} of ${String(steps.length)} done`}</p>
        <IconButton label="Hide the checklist" onClick={onDismiss}>
          <X aria-hidden size={18} />
        </IconButton>
      </div>
      <ul className={styles.steps}>
        {steps.map((step) => (
          <StepItem key={step.label} {...step} />
        ))}
      </ul>
    </Panel>
  );
}

function StepItem({ label, to, done = false }: Step) {
  return (
    <li className={styles.step} data-done={done || undefined}>
      {done ? <CircleCheck aria-hidden size={20} /> : <CircleDashed aria-hidden size={20} />}
      {done ? (
        <span>
          {label}
          <span className="visually-hidden">, done</span>
        </span>
      ) : (
        <Link to={to}>{label}</Link>
      )}
    </li>
  );
}
