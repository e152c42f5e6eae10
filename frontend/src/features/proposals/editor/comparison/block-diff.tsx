// The changes of a block, word by word: for the history, and for the assistant's proposals. Added and removed
// words are marked by line and by name as well as by colour.
import { useState } from 'react';
import type { BlockComparison, TextRun } from '@/api/gen/model';
import { Badge } from '@/shared/ui/badge';
import styles from './block-diff.module.css';
import { CHANGES, nameOf, withoutTitle } from './changes';
import { fold, wordCount } from './fold';

export function BlockDiff({ block }: { block: BlockComparison }) {
  const { words, tone } = CHANGES[block.change];
  return (
    <section className={styles.block}>
      <header className={styles.head}>
        <h4>{nameOf(block)}</h4>
        <Badge tone={tone}>{words}</Badge>
      </header>
      <RunsDiff runs={withoutTitle(block)} />
    </section>
  );
}

export function RunsDiff({ runs }: { runs: readonly TextRun[] }) {
  if (runs.length === 0) return null;
  return (
    <p className={styles.runs}>
      {runs.map((run, at) => {
        if (run.wording === 'same') {
          return <Unchanged key={at} text={run.text} first={at === 0} last={at === runs.length - 1} />;
        }
        const added = run.wording === 'added';
        const Tag = added ? 'ins' : 'del';
        return (
          <Tag key={at}>
            <span className="visually-hidden">{added ? ' added: ' : ' removed: '}</span>
            {run.text}
          </Tag>
        );
      })}
    </p>
  );
}

function Unchanged({ text, first, last }: { text: string; first: boolean; last: boolean }) {
  const [open, setOpen] = useState(false);
  const folded = open ? undefined : fold(text, { first, last });
  if (folded === undefined) return <span>{text}</span>;
  const count = wordCount(folded.hidden);
  return (
    <span>
      {folded.before}
      <button
        type="button"
        className={styles.fold}
        onClick={() => {
          setOpen(true);
        }}
      >
        … {count} unchanged words …
      </button>
      {folded.after}
    </span>
  );
}
