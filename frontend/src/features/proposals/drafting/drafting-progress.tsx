// The progress of drafting a proposal: the five stages, or why it failed and what to do.
import { useQueryClient } from '@tanstack/react-query';
import { Check, CircleAlert } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import type { DraftingState } from '@/api/gen/model';
import { getGetDraftingQueryKey, useRetryDrafting } from '@/api/gen/proposals/proposals';
import { userMessage } from '@/api/problem';
import { Button } from '@/shared/ui/button';
import { Spinner } from '@/shared/ui/spinner';
import styles from './drafting-progress.module.css';
import { STAGES, stageReached } from './stages';
import { useDrafting } from './use-drafting';
import { usePacedStage } from './use-paced-stage';

interface Props {
  proposalId: string;
  /** The draft is complete, and all its stages have been shown. */
  onDone: () => void;
  /** The proposal was deleted or belongs to another workspace. */
  onMissing: () => void;
  /** Other destinations after a failure. */
  failureActions?: ReactNode;
}

export function DraftingProgress({ proposalId, onDone, onMissing, failureActions }: Props) {
  const queryClient = useQueryClient();
  const [attempt, setAttempt] = useState(0);
  const { state, error } = useDrafting(proposalId, attempt);
  const retry = useRetryDrafting();
  const missing = useEffectEvent(onMissing);
  const shown = usePacedStage(stageReached(state), state.status === 'done', onDone);

  useEffect(() => {
    if (error !== null) missing();
  }, [error]);

  const startAgain = async () => {
    try {
      queryClient.setQueryData(
        getGetDraftingQueryKey(proposalId),
        await retry.mutateAsync({ id: proposalId }),
      );
      setAttempt(attempt + 1);
    } catch {
      // The mutation keeps its error, which is shown below the reason.
    }
  };

  if (state.status === 'failed') {
    return (
      <Failure state={state}>
        {retry.error !== null && (
          <p className={styles.reason}>
            {userMessage(retry.error, 'It could not be restarted. Please try again later.')}
          </p>
        )}
        <div className={styles.actions}>
          <Button variant="primary" busy={retry.isPending} onClick={() => void startAgain()}>
            Retry
          </Button>
          {failureActions}
        </div>
      </Failure>
    );
  }
  return <StageList shown={shown} waiting={state.status === 'queued'} />;
}

interface StageListProps {
  shown: number;
  /** Accepted by the server, but no work has begun yet. */
  waiting?: boolean;
}

export function StageList({ shown, waiting = false }: StageListProps) {
  const current = STAGES[shown];
  const progress = waiting ? 0 : (current?.progress ?? 0);
  return (
    <div className={styles.progress}>
      <h1>Creating your proposal</h1>
      <p className={styles.lead}>
        You can close this page: the work continues, and you find the draft in your proposals.
      </p>
      <div
        className={styles.track}
        role="progressbar"
        aria-label="Drafting progress"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={progress}
      >
        <span className={styles.bar} style={{ width: `${String(progress)}%` }} />
      </div>
      <p role="status" className="visually-hidden">
        {waiting ? 'Waiting to start' : current?.label}
      </p>
      <ol className={styles.stages}>
        {STAGES.map(({ stage, label }, index) => {
          const step = index < shown ? 'past' : index === shown && !waiting ? 'current' : 'ahead';
          return (
            <li key={stage} data-step={step} aria-current={step === 'current' ? 'step' : undefined}>
              <span className={styles.mark} aria-hidden>
                {step === 'past' && <Check size={16} />}
                {step === 'current' && <Spinner size="sm" decorative />}
              </span>
              {label}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function Failure({ state, children }: { state: DraftingState; children: ReactNode }) {
  return (
    <div className={styles.progress} role="alert">
      <CircleAlert className={styles.failed} size={40} aria-hidden />
      <h1>This proposal could not be drafted</h1>
      <p className={styles.reason}>{state.message ?? 'The assistant did not finish its work.'}</p>
      <p className={styles.lead}>
        The client, needs, solution and pricing you entered are saved. You do not have to enter them again.
      </p>
      {children}
    </div>
  );
}
