// How the proposal was read: when, how often, by how many, and how long each section was visible.
// Only people count; other hits can be unfolded, with the reason for their class.
import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Readership as Reading, View, ViewClass } from '@/api/gen/model';
import { Panel } from '@/shared/ui/panel';
import { RelativeTime } from '@/shared/ui/relative-time';
import styles from './activity.module.css';
import { duration } from './sentences';

const CLASSES: Record<ViewClass, string> = {
  person: 'A person',
  preview_bot: 'A link preview',
  mail_scanner: 'A mail scanner',
  own_team: 'Your own team',
  unknown: 'Unknown',
};

export function Readership({ readership, sent }: { readership: Reading; sent: boolean }) {
  const { firstAt, lastAt, count, visitors, others, sections, views } = readership;
  const longest = Math.max(...sections.map(({ visibleMs }) => visibleMs), 1);
  const people = views.filter((view) => view.class === 'person');
  const rest = views.filter((view) => view.class !== 'person');
  return (
    <Panel className={styles.panel}>
      <h2>How it was read</h2>
      {count === 0 ? (
        <p className={styles.empty}>
          <Eye size={20} aria-hidden />
          {sent
            ? 'Not opened yet. When your client opens it, you see here when, how often, and how long they read each section.'
            : 'After sending, you see here when your client opens it, and how long they read each section.'}
        </p>
      ) : (
        <>
          <dl className={styles.facts}>
            <Fact label="Opened" value={count === 1 ? 'once' : `${count} times`} />
            <Fact label="By" value={visitors === 1 ? '1 visitor' : `${visitors} visitors`} />
            {firstAt !== undefined && <Fact label="First" value={<RelativeTime iso={firstAt} />} />}
            {lastAt !== undefined && <Fact label="Last" value={<RelativeTime iso={lastAt} />} />}
          </dl>
          {sections.length > 0 && (
            <div>
              <h3 id="reading-sections">Time per section</h3>
              <ol className={styles.bars} aria-labelledby="reading-sections">
                {sections.map(({ blockId, title, visibleMs }) => (
                  <li key={blockId} data-none={visibleMs === 0 || undefined}>
                    <span className={styles.barName}>
                      {title === '' ? 'Section without a heading' : title}
                    </span>
                    <span className={styles.barTime}>
                      {visibleMs === 0 ? 'not seen' : duration(visibleMs)}
                    </span>
                    <span className={styles.bar} aria-hidden>
                      <span style={{ width: `${(visibleMs / longest) * 100}%` }} />
                    </span>
                  </li>
                ))}
              </ol>
            </div>
          )}
          {people.length > 0 && (
            <Hits label={people.length === 1 ? '1 visit' : `${people.length} visits`} views={people} />
          )}
        </>
      )}
      {others > 0 && (
        <Hits label={others === 1 ? '1 hit not counted' : `${others} hits not counted`} views={rest} />
      )}
    </Panel>
  );
}

function Fact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Hits({ label, views }: { label: string; views: readonly View[] }) {
  return (
    <details className={styles.fold}>
      <summary>{label}</summary>
      <ol className={styles.hits}>
        {views.map((view) => (
          <li key={view.id}>
            <p>
              <strong>{CLASSES[view.class]}</strong>
              {view.revisionNumber !== undefined && `, revision ${view.revisionNumber}`}
              {view.visibleMs > 0 && `, ${duration(view.visibleMs)}`}
            </p>
            {view.class !== 'person' && <p>{view.reason}</p>}
            <p className={styles.quiet}>
              <RelativeTime iso={view.at} />
            </p>
          </li>
        ))}
      </ol>
    </details>
  );
}
