// A line-by-line comparison of two texts: removed and added lines are marked by sign and name as
// well as by colour.
import { useState } from 'react';
import { folded, lineDiff, type DiffLine, type Fold } from './line-diff';
import styles from './versions.module.css';

export function DiffView({ before, after }: { before: string; after: string }) {
  const lines = lineDiff(before, after);
  if (lines.every(({ kind }) => kind === 'same')) {
    return <p className={styles.note}>Both are the same, word for word.</p>;
  }
  return (
    <div className={styles.diff} tabIndex={0} role="group" aria-label="Lines that changed">
      {folded(lines).map((item, at) =>
        item.kind === 'fold' ? <Folded key={at} fold={item} /> : <Line key={at} line={item} />,
      )}
    </div>
  );
}

function Line({ line: { kind, text } }: { line: DiffLine }) {
  const Tag = { same: 'span', removed: 'del', added: 'ins' }[kind] as 'span' | 'del' | 'ins';
  return (
    <Tag className={styles.line}>
      {kind !== 'same' && <span className="visually-hidden">{kind}: </span>}
      {text}
    </Tag>
  );
}

function Folded({ fold: { lines } }: { fold: Fold }) {
  const [open, setOpen] = useState(false);
  if (open) return lines.map((line, at) => <Line key={at} line={line} />);
  return (
    <button
      type="button"
      className={styles.fold}
      onClick={() => {
        setOpen(true);
      }}
    >
      {lines.length} unchanged lines
    </button>
  );
}
