// The activity of a proposal: how it was read, its mails, its events, and the possible actions.
import { Bell, ShieldCheck } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Activity, Proposal } from '@/api/gen/model';
import { documentSections } from '@/shared/document/sections';
import { useMay } from '@/shared/session/session';
import { Button } from '@/shared/ui/button';
import { Callout } from '@/shared/ui/callout';
import { LoadFailure } from '@/shared/ui/notice';
import { Panel } from '@/shared/ui/panel';
import { useEditorSession } from '../session';
import { SignedFiles } from '../signing/signed-files';
import { ActivitySkeleton } from './activity-skeleton';
import styles from './activity.module.css';
import { Mails } from './mails';
import { Readership } from './readership';
import { RemindDialog } from './remind-dialog';
import { RemindersSwitch } from './reminders-switch';
import { RevisionDrawer } from './revision-drawer';
import { Timeline } from './timeline';
import { useActivity } from './use-activity';

interface Props {
  proposal: Proposal;
  /** The document is about to be scrolled to: a panel that covers it must close. */
  onShow: () => void;
}

export function ActivityPanel({ proposal, onShow }: Props) {
  const { data, isError, error, refetch } = useActivity(proposal.id);
  const [compared, setCompared] = useState<number>();
  const sections = useSections(proposal, data);
  useFollow(data);

  if (data === undefined) {
    return isError ? (
      <Panel className={styles.panel}>
        <h2>Activity</h2>
        <LoadFailure inPanel what="the activity" error={error} onRetry={() => void refetch()} />
      </Panel>
    ) : (
      <ActivitySkeleton />
    );
  }
  const { events, intact, readership, mails, revisions } = data;
  return (
    <div className={styles.stack}>
      {!intact && (
        <Callout tone="danger" title="The audit trail is not intact">
          An event was changed or removed outside Proffer. Do not rely on this list as evidence; ask the
          operator of this server.
        </Callout>
      )}
      {isError && (
        <Callout
          announced
          actions={
            <Button size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          The latest activity could not be loaded. This is an earlier state.
        </Callout>
      )}
      <Actions proposal={proposal} />
      <Readership readership={readership} sent={revisions.length > 0} />
      <Mails mails={mails} />
      <Panel className={styles.panel}>
        <div className={styles.headRow}>
          <h2>What happened</h2>
          {intact && events.length > 0 && (
            <p className={styles.intact}>
              <ShieldCheck size={16} aria-hidden />
              Audit trail intact
            </p>
          )}
        </div>
        {events.length === 0 ? (
          <p className={styles.quiet}>Nothing yet.</p>
        ) : (
          <Timeline
            events={events}
            revisions={revisions}
            sections={sections}
            onCompare={setCompared}
            onShow={onShow}
          />
        )}
      </Panel>
      {compared !== undefined && (
        <RevisionDrawer
          proposalId={proposal.id}
          revisions={revisions}
          number={compared}
          onClose={() => {
            setCompared(undefined);
          }}
        />
      )}
    </div>
  );
}

/** The available actions; nothing if there are none. */
function Actions({ proposal }: { proposal: Proposal }) {
  const may = useMay();
  const [reminding, setReminding] = useState(false);
  const { status } = proposal;
  if (status === 'signed') {
    return (
      <Panel className={styles.panel}>
        <SignedFiles proposalId={proposal.id} />
      </Panel>
    );
  }
  if (status !== 'pending' || !may('proposals:send')) return null;
  return (
    <Panel className={styles.panel}>
      {may('proposals:update') && <RemindersSwitch proposal={proposal} />}
      <Button
        icon={<Bell size={18} aria-hidden />}
        onClick={() => {
          setReminding(true);
        }}
      >
        Send Reminder
      </Button>
      {reminding && (
        <RemindDialog
          proposal={proposal}
          onClose={() => {
            setReminding(false);
          }}
        />
      )}
    </Panel>
  );
}

/**
 * The names of the sections by id: those of the document, and those that were read and have been removed
 * since.
 */
function useSections({ htmlContent }: Proposal, activity: Activity | undefined): ReadonlyMap<string, string> {
  const read = activity?.readership.sections;
  return useMemo(
    () =>
      new Map([
        ...(read ?? []).map(({ blockId, title }) => [blockId, title] as const),
        ...documentSections(htmlContent).map(({ id, title }) => [id, title] as const),
      ]),
    [htmlContent, read],
  );
}

/** Events that change what the rest of the editor shows. */
const CHANGES_STATE: ReadonlySet<string> = new Set([
  'sent',
  'reopened',
  'shared',
  'link_revoked',
  'changes_requested',
  'accepted',
  'countersigned',
  'signed',
  'acceptance_recorded',
  'declined',
  'expired',
]);

/** Events since the panel was opened may have changed the proposal's state: then it is reloaded as well. */
function useFollow(activity: Activity | undefined) {
  const { reload } = useEditorSession();
  const events = activity?.events;
  const seen = useRef<number>(undefined);
  useEffect(() => {
    const newest = events?.[0]?.sequence;
    if (events === undefined || newest === undefined) return;
    const before = seen.current;
    seen.current = newest;
    const changed = events.some(
      ({ sequence, kind }) => sequence > (before ?? newest) && CHANGES_STATE.has(kind),
    );
    // A failure is shown with the user's next action.
    if (changed) reload().catch(() => undefined);
  }, [events, reload]);
}
