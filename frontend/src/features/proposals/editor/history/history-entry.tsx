// One entry of the history: a change, or the changes of one sitting, which can be unfolded.
import { Bot, ChevronDown, Plug, UserRound } from 'lucide-react';
import { useId, useState } from 'react';
import type { AuthorKind } from '@/api/gen/model';
import { Badge } from '@/shared/ui/badge';
import { RelativeTime } from '@/shared/ui/relative-time';
import { wordsOf, wordsOfEntry, type Entry } from './entries';
import styles from './history.module.css';
import type { Span } from './version-detail';

const ICONS: Record<AuthorKind, typeof Bot> = { person: UserRound, assistant: Bot, api: Plug };
const KINDS: Record<AuthorKind, string | undefined> = {
  person: undefined,
  assistant: undefined,
  api: 'Integration',
};

interface Props {
  entry: Entry;
  /** It is the current version. */
  current: boolean;
  onShow: (span: Span) => void;
}

export function HistoryEntry({ entry, current, onShow }: Props) {
  const [open, setOpen] = useState(false);
  const stepsId = useId();
  const { newest, oldest, versions } = entry;
  const Icon = ICONS[newest.authorKind];
  const kind = KINDS[newest.authorKind];

  return (
    <li className={styles.entry}>
      <span className={styles.icon} data-author={newest.authorKind}>
        <Icon size={18} aria-hidden />
      </span>
      <div className={styles.body}>
        <button
          type="button"
          className={styles.show}
          onClick={() => {
            onShow({ from: oldest, to: newest });
          }}
        >
          {wordsOfEntry(entry)}
        </button>
        <p className={styles.by}>
          <span>{newest.authorName}</span>
          {kind !== undefined && <Badge>{kind}</Badge>}
          <RelativeTime iso={newest.createdAt} />
          <span>Version {newest.number}</span>
          {current && <Badge tone="good">Current</Badge>}
        </p>
        {versions.length > 1 && (
          <>
            <button
              type="button"
              className={styles.unfold}
              aria-expanded={open}
              aria-controls={stepsId}
              onClick={() => {
                setOpen(!open);
              }}
            >
              <ChevronDown size={15} aria-hidden />
              {versions.length} edits
            </button>
            <ol id={stepsId} className={styles.steps} hidden={!open}>
              {versions.map((version) => (
                <li key={version.number}>
                  <button
                    type="button"
                    className={styles.step}
                    onClick={() => {
                      onShow({ from: version, to: version });
                    }}
                  >
                    {wordsOf(version)}
                  </button>
                  <span>
                    <RelativeTime iso={version.createdAt} /> · Version {version.number}
                  </span>
                </li>
              ))}
            </ol>
          </>
        )}
      </div>
    </li>
  );
}
