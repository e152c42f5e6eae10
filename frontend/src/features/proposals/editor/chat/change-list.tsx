// The blocks that an answer changed, each with its comparison and the user's decision.
import { Check, ChevronRight, Undo2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { BlockChange, BlockComparison, Review, TextRun } from '@/api/gen/model';
import { Badge } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { RunsDiff } from '../comparison/block-diff';
import { CHANGES, nameOf, withoutTitle } from '../comparison/changes';
import styles from './change-list.module.css';
import { goToBlock } from './go-to-block';

interface Decision {
  review: Review;
  /** Absent if nothing can be decided: while it is only proposed, after a revert, for readers. */
  onDecide?: ((keep: boolean) => void) | undefined;
  /** A decision about this one is being saved. */
  busy: boolean;
  /** A decision about another one is being saved. */
  locked: boolean;
}

interface ChangeProps {
  block: BlockComparison;
  /** Absent while the answer is being written. */
  decision?: Decision;
  /** The whole message was reverted. */
  reverted?: boolean;
  onGoTo?: (() => void) | undefined;
}

export function BlockChangeRow({ block, decision, reverted = false, onGoTo }: ChangeProps) {
  const name = nameOf(block);
  // It is in the document, unless this change or a later one removed it.
  const refused = reverted || decision?.review === 'refused';
  const there = block.change === 'added' ? !refused : block.change === 'removed' ? refused : true;
  return (
    <ChangeRow
      name={name}
      change={block.change}
      runs={withoutTitle(block)}
      decision={decision}
      onGoTo={
        there && decision !== undefined
          ? () => {
              onGoTo?.();
              goToBlock(block.blockId);
            }
          : undefined
      }
    />
  );
}

interface RowProps {
  name: string;
  change: BlockChange;
  runs: readonly TextRun[];
  decision?: Decision | undefined;
  onGoTo?: (() => void) | undefined;
  /** What is visible without opening the comparison. */
  children?: ReactNode;
}

export function ChangeRow({ name, change, runs, decision, onGoTo, children }: RowProps) {
  const [open, setOpen] = useState(false);
  const { words, tone } = CHANGES[change];
  return (
    <li className={styles.change} data-review={decision?.review}>
      <button
        type="button"
        className={styles.head}
        aria-expanded={open}
        onClick={() => {
          setOpen(!open);
        }}
      >
        <ChevronRight aria-hidden size={16} className={styles.chevron} />
        <span className={styles.name}>{name}</span>
        <Badge tone={tone}>{words}</Badge>
      </button>
      {children}
      {open && (
        <div className={styles.diff}>
          {runs.length === 0 ? (
            <p className={styles.quiet}>The text is unchanged.</p>
          ) : (
            <RunsDiff runs={runs} />
          )}
        </div>
      )}
      {(decision !== undefined || onGoTo !== undefined) && (
        <div className={styles.foot}>
          {decision !== undefined && <DecisionPart name={name} decision={decision} />}
          {onGoTo !== undefined && (
            <button type="button" className={styles.goTo} aria-label={`Go to block ${name}`} onClick={onGoTo}>
              Go to block
            </button>
          )}
        </div>
      )}
    </li>
  );
}

function DecisionPart({ name, decision }: { name: string; decision: Decision }) {
  const { review, onDecide, busy, locked } = decision;
  if (review === 'kept') {
    return (
      <span className={styles.kept}>
        <Check aria-hidden size={16} /> Kept
      </span>
    );
  }
  if (review === 'refused') {
    return (
      <span className={styles.refused}>
        <Undo2 aria-hidden size={16} /> Rejected
      </span>
    );
  }
  if (onDecide === undefined) return null;
  return (
    <>
      <Button
        size="sm"
        busy={busy}
        disabled={locked}
        aria-label={`Keep ${name}`}
        onClick={() => {
          onDecide(true);
        }}
      >
        Keep
      </Button>
      <Button
        size="sm"
        variant="ghost"
        disabled={busy || locked}
        aria-label={`Refuse ${name}`}
        onClick={() => {
          onDecide(false);
        }}
      >
        Refuse
      </Button>
    </>
  );
}

/** A list of changes under its heading. */
export function ChangeList({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles.box}>
      <div className={styles.title}>
        <strong>{title}</strong>
        {action}
      </div>
      <ul className={styles.changes}>{children}</ul>
    </div>
  );
}
