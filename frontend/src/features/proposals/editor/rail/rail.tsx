// The panels beside the document: the assistant, the check, prices and client, and the activity. On
// narrow screens they are a sheet at the bottom.
import { Drawer } from 'antd';
import { MessageSquareText, PanelBottomOpen } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import type { Proposal } from '@/api/gen/model';
import type { Problem } from '@/api/problem';
import { Button } from '@/shared/ui/button';
import { Tabs } from '@/shared/ui/tabs';
import { ActivityPanel } from '../activity/activity-panel';
import { ChatPanel } from '../chat/chat-panel';
import { CheckPanel } from '../check/check-panel';
import { useFindingCount } from '../check/use-check';
import { useNarrow } from '../use-narrow';
import { ClientPanel } from './client-panel';
import { FeedbackPanel } from './feedback-panel';
import styles from './rail.module.css';
import { TotalsPanel } from './totals-panel';
import { useFillBelow } from './use-fill-below';

export type RailTab = 'assistant' | 'check' | 'prices' | 'activity';

/** The default panel in this state. */
const firstTab = (status: Proposal['status']): RailTab => {
  if (status === 'draft') return 'assistant';
  // It contains the client's change request.
  return status === 'in_review' ? 'prices' : 'activity';
};

interface Props {
  proposal: Proposal;
  blockers: Problem['errors'];
  /** Chosen by the user or by an event; absent until then. */
  tab: RailTab | undefined;
  onTab: (tab: RailTab) => void;
  /** On narrow screens: whether the sheet is open. */
  sheetOpen: boolean;
  onSheet: (open: boolean) => void;
  /** Absent if prices cannot be changed. */
  onEditPrices: (() => void) | undefined;
}

export function Rail({ proposal, blockers, tab, onTab, sheetOpen, onSheet, onEditPrices }: Props) {
  const narrow = useNarrow();
  // On wide screens there is no sheet, and none opens when a tablet is rotated.
  useEffect(() => {
    if (!narrow && sheetOpen) onSheet(false);
  }, [narrow, sheetOpen, onSheet]);
  const findings = useFindingCount(proposal) ?? 0;
  // A sent proposal cannot be edited with the assistant.
  const withAssistant = proposal.status !== 'pending';
  /** The label of the button at the bottom of a narrow screen. */
  const onAssistant = withAssistant && firstTab(proposal.status) !== 'activity';
  const chosen = tab === 'assistant' && !withAssistant ? undefined : tab;
  const close = () => {
    onSheet(false);
  };

  const tabs: { key: RailTab; label: string; panel: ReactNode }[] = [
    ...(withAssistant
      ? [
          {
            key: 'assistant' as const,
            label: 'Assistant',
            panel: <ChatPanel proposal={proposal} onGoToBlock={close} />,
          },
        ]
      : []),
    {
      key: 'check',
      label: findings > 0 ? `Check (${String(findings)})` : 'Check',
      panel: (
        <div className={styles.scroll}>
          <CheckPanel proposal={proposal} blockers={blockers} onShow={close} />
        </div>
      ),
    },
    {
      key: 'prices',
      label: 'Prices & client',
      panel: (
        <div className={styles.scroll}>
          <FeedbackPanel proposal={proposal} onShow={close} />
          <TotalsPanel proposal={proposal} onEdit={onEditPrices} />
          <ClientPanel proposal={proposal} />
        </div>
      ),
    },
    {
      key: 'activity',
      label: 'Activity',
      panel: (
        <div className={styles.scroll}>
          <ActivityPanel proposal={proposal} onShow={close} />
        </div>
      ),
    },
  ];
  const panels = (
    <div className={styles.tabs}>
      <Tabs
        id="rail"
        label="About this proposal"
        tabs={tabs}
        open={chosen ?? firstTab(proposal.status)}
        onOpen={onTab}
      />
    </div>
  );

  if (!narrow) {
    return <Beside>{panels}</Beside>;
  }
  return (
    <>
      <div className={styles.dock}>
        <Button
          variant="primary"
          icon={
            onAssistant ? (
              <MessageSquareText size={18} aria-hidden />
            ) : (
              <PanelBottomOpen size={18} aria-hidden />
            )
          }
          onClick={() => {
            onSheet(true);
          }}
        >
          {onAssistant ? 'Assistant' : 'Activity and prices'}
        </Button>
      </div>
      <Drawer
        open={sheetOpen}
        onClose={close}
        placement="bottom"
        size="86dvh"
        title="About this proposal"
        rootClassName={styles.sheet}
        styles={{ body: { padding: 0 } }}
      >
        {panels}
      </Drawer>
    </>
  );
}

function Beside({ children }: { children: ReactNode }) {
  return (
    <aside ref={useFillBelow()} className={styles.rail} aria-label="About this proposal">
      {children}
    </aside>
  );
}
