// The sources of settled claims, section by section: the input and its words, or the person who
// accepted them.
import { useState } from 'react';
import type { Claim } from '@/api/gen/model';
import { formatDateTime } from '@/shared/lib/format';
import { Panel } from '@/shared/ui/panel';
import styles from './check.module.css';
import { type Block, KIND_NAMES } from './places';

interface Props {
  claims: readonly Claim[];
  blocks: ReadonlyMap<string, Block>;
  onShow: (claim: Claim) => void;
}

export function Sources({ claims, blocks, onShow }: Props) {
  const [shown, setShown] = useState<string>();
  const settled = claims.filter(({ state }) => state !== 'unbacked');
  if (settled.length === 0) return null;
  const groups = [...new Set(settled.map(({ blockId }) => blockId))].map(
    (blockId) => [blockId, settled.filter((claim) => claim.blockId === blockId)] as const,
  );

  return (
    <Panel className={styles.panel}>
      <div>
        <h2>Sources</h2>
        <p className={styles.quiet}>Choose a claim to see its source.</p>
      </div>
      {groups.map(([blockId, own]) => (
        <section key={blockId} className={styles.group} aria-label={blocks.get(blockId)?.name}>
          <h3>{blocks.get(blockId)?.name ?? 'Section'}</h3>
          <ul className={styles.rests}>
            {own.map((claim) => {
              const open = shown === claim.key;
              return (
                <li key={claim.key}>
                  <button
                    type="button"
                    className={styles.claim}
                    aria-expanded={open}
                    onClick={() => {
                      setShown(open ? undefined : claim.key);
                      if (!open) onShow(claim);
                    }}
                  >
                    <span>{claim.text}</span>
                    <small>{KIND_NAMES[claim.kind]}</small>
                  </button>
                  {open && <Origin claim={claim} />}
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </Panel>
  );
}

function Origin({ claim: { source, state, acceptedBy, acceptedAt } }: { claim: Claim }) {
  return (
    <div className={styles.origin}>
      {state === 'accepted' && (
        <p>
          Accepted by <strong>{acceptedBy}</strong>
          {acceptedAt !== undefined && <> on {formatDateTime(acceptedAt)}</>}.
        </p>
      )}
      {source && (
        <>
          <p>
            <strong>{source.label}</strong>
          </p>
          <blockquote className={styles.words}>
            {source.excerpt.slice(0, source.start)}
            <mark>{source.excerpt.slice(source.start, source.end)}</mark>
            {source.excerpt.slice(source.end)}
          </blockquote>
        </>
      )}
    </div>
  );
}
