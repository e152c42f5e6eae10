// The events of the proposal by day, newest first.
import {
  BadgeCheck,
  Bell,
  Check,
  CircleDot,
  Copy,
  Download,
  Eye,
  FilePlus2,
  Hourglass,
  Link2,
  Link2Off,
  MessageSquareText,
  PencilLine,
  Send,
  Signature,
  Sparkles,
  ThumbsDown,
  Undo2,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { ActivityEvent, RevisionRef } from '@/api/gen/model';
import { RelativeTime } from '@/shared/ui/relative-time';
import { Button } from '@/shared/ui/button';
import { dayLabel } from '../chat/messages';
import { SectionLink } from '../section-link';
import styles from './activity.module.css';
import { daysOf, reasonInWords, sentenceOf, type Entry } from './sentences';

const ICONS: ReadonlyMap<string, ReactNode> = new Map([
  ['created', <FilePlus2 size={16} aria-hidden />],
  ['copied', <Copy size={16} aria-hidden />],
  ['drafted', <Sparkles size={16} aria-hidden />],
  ['draft_failed', <Sparkles size={16} aria-hidden />],
  ['edited', <PencilLine size={16} aria-hidden />],
  ['amount_confirmed', <Check size={16} aria-hidden />],
  ['claims_accepted', <Check size={16} aria-hidden />],
  ['shared', <Link2 size={16} aria-hidden />],
  ['link_revoked', <Link2Off size={16} aria-hidden />],
  ['sent', <Send size={16} aria-hidden />],
  ['reminded', <Bell size={16} aria-hidden />],
  ['reopened', <Undo2 size={16} aria-hidden />],
  ['viewed', <Eye size={16} aria-hidden />],
  ['changes_requested', <MessageSquareText size={16} aria-hidden />],
  ['accepted', <Signature size={16} aria-hidden />],
  ['signed', <Signature size={16} aria-hidden />],
  ['countersigned', <BadgeCheck size={16} aria-hidden />],
  ['acceptance_recorded', <BadgeCheck size={16} aria-hidden />],
  ['declined', <ThumbsDown size={16} aria-hidden />],
  ['expired', <Hourglass size={16} aria-hidden />],
  ['downloaded', <Download size={16} aria-hidden />],
]);

/** Events that stand out from the work of the team. */
const TONES: ReadonlyMap<string, 'good' | 'bad' | 'flag'> = new Map([
  ['accepted', 'good'],
  ['signed', 'good'],
  ['countersigned', 'good'],
  ['acceptance_recorded', 'good'],
  ['declined', 'bad'],
  ['changes_requested', 'flag'],
  ['expired', 'flag'],
]);

interface Props {
  events: readonly ActivityEvent[];
  revisions: readonly RevisionRef[];
  /** The names of the sections, by id. */
  sections: ReadonlyMap<string, string>;
  onCompare: (revision: number) => void;
  /** The document is about to be scrolled to. */
  onShow: () => void;
}

export function Timeline({ events, ...rest }: Props) {
  return (
    <>
      {daysOf(events).map(({ at, entries }) => (
        <section key={at} className={styles.day} aria-label={dayLabel(at)}>
          <h3>{dayLabel(at)}</h3>
          <ol className={styles.events}>
            {entries.map((entry) => (
              <Item key={entry.event.sequence} entry={entry} {...rest} />
            ))}
          </ol>
        </section>
      ))}
    </>
  );
}

function Item({
  entry: { event, count },
  revisions,
  sections,
  onCompare,
  onShow,
}: Omit<Props, 'events'> & { entry: Entry }) {
  const { kind, blockId, words, reason, revisionNumber, at } = event;
  const { who, what } = sentenceOf(event, count);
  const comparable =
    kind === 'sent' &&
    revisionNumber !== undefined &&
    revisions.some(({ number }) => number < revisionNumber);
  return (
    <li className={styles.event}>
      <span className={styles.icon} data-tone={TONES.get(kind)}>
        {ICONS.get(kind) ?? <CircleDot size={16} aria-hidden />}
      </span>
      <div className={styles.told}>
        <p>
          {who !== undefined && <strong>{who}</strong>} {what}
          {blockId !== undefined && (
            <>
              {' in '}
              <SectionLink blockId={blockId} name={sections.get(blockId)} onShow={onShow} />
            </>
          )}
        </p>
        {reason !== undefined && <p className={styles.reason}>Reason: {reasonInWords(reason)}</p>}
        {words !== undefined && words !== '' && <blockquote className={styles.quote}>{words}</blockquote>}
        <p className={styles.quiet}>
          <RelativeTime iso={at} />
        </p>
        {comparable && (
          <Button
            size="sm"
            aria-label={`Compare revision ${revisionNumber} with the one before`}
            onClick={() => {
              onCompare(revisionNumber);
            }}
          >
            Compare
          </Button>
        )}
      </div>
    </li>
  );
}
