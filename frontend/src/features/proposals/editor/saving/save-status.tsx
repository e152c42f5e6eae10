// The save status, in a few words that are announced when they change.
import { Check, CloudOff, GitCompareArrows, RefreshCw, TriangleAlert } from 'lucide-react';
import { paths } from '@/shared/paths';
import { Button, ButtonLink } from '@/shared/ui/button';
import type { SaveState } from './autosave';
import styles from './save-status.module.css';

interface Props {
  state: SaveState;
  onRetry: () => void;
}

const WORDS: Record<SaveState['name'], { words: string; icon: typeof Check }> = {
  saved: { words: 'Saved', icon: Check },
  waiting: { words: 'Saving…', icon: RefreshCw },
  saving: { words: 'Saving…', icon: RefreshCw },
  failed: { words: 'Not saved - will try again', icon: CloudOff },
  refused: { words: 'Not saved', icon: TriangleAlert },
  conflict: { words: 'Conflict', icon: GitCompareArrows },
};

export function SaveStatus({ state, onRetry }: Props) {
  const { words, icon: Icon } = WORDS[state.name];
  return (
    <span className={styles.status} data-state={state.name}>
      <span role="status" aria-live="polite" className={styles.words}>
        <Icon size={15} aria-hidden />
        <span className={styles.label}>{words}</span>
        {state.name === 'refused' && <span className={styles.why}>{state.message}</span>}
      </span>
      {state.name === 'refused' && state.unpaid && (
        <ButtonLink to={paths.subscription} size="sm" variant="ghost">
          Upgrade
        </ButtonLink>
      )}
      {(state.name === 'failed' || state.name === 'refused') && (
        <Button size="sm" variant="ghost" onClick={onRetry}>
          Retry
        </Button>
      )}
    </span>
  );
}
