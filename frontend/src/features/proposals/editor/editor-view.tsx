// The loaded editor: the document, the panels next to it, and the dialogs and drawers over both.
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Proposal } from '@/api/gen/model';
import type { Problem } from '@/api/problem';
import { paths } from '@/shared/paths';
import { useMay } from '@/shared/session/session';
import { useNextStep } from '@/shared/lib/next-step';
import { DeleteProposalDialog } from '../delete-proposal-dialog';
import { RemindDialog } from './activity/remind-dialog';
import { ConfirmEditDialog } from './confirm-edit-dialog';
import { DesignDrawer } from './design/design-drawer';
import { EditorHeader } from './editor-header';
import styles from './editor.module.css';
import { HistoryDrawer } from './history/history-drawer';
import { LeaveDialog } from './leave-dialog';
import { useKeptPrices } from './pricing/kept-prices';
import { PricingEditor } from './pricing/pricing-editor';
import { ProposalDocument } from './proposal-document';
import { Rail, type RailTab } from './rail/rail';
import { ConflictDialog } from './saving/conflict-dialog';
import { KeptWorkOffer } from './saving/kept-work-offer';
import { useDocumentSession } from './saving/use-document-session';
import { useLeaveGuard } from './saving/use-leave-guard';
import { EditorSessionContext, type EditorSession } from './session';
import { ReadyDialog } from './send/ready-dialog';
import { SendDialog } from './send/send-dialog';
import { ShareDialog } from './send/share-dialog';
import { useSend } from './send/use-send';
import { useShare } from './send/use-share';
import { ApproveDialog } from './signing/approve-dialog';
import { CountersignDialog } from './signing/countersign-dialog';
import { StatusBanner } from './status-banner';
import { useProposalActions } from './use-proposal-actions';

type Open =
  | 'edit'
  | 'refresh'
  | 'remind'
  | 'delete'
  | 'history'
  | 'design'
  | 'prices'
  | 'approve'
  | 'countersign'
  | null;

export function EditorView({ proposal }: { proposal: Proposal }) {
  const navigate = useNavigate();
  const may = useMay();
  const saving = useDocumentSession(proposal);
  const guard = useLeaveGuard(saving.autosave);
  const nextStep = useNextStep();
  const { status } = proposal;
  const [chosen, setChosen] = useState<{ tab: RailTab; status: Proposal['status'] } | undefined>(
    nextStep === 'read answer' ? { tab: 'prices', status } : undefined,
  );
  // Each state has its own default panel.
  const tab = chosen?.status === status ? chosen.tab : undefined;
  const setTab = (next: RailTab) => {
    setChosen({ tab: next, status });
  };
  const [sheetOpen, setSheetOpen] = useState(nextStep === 'read answer');
  const [blockers, setBlockers] = useState<Problem['errors']>([]);
  const session = useMemo<EditorSession>(
    () => ({
      ...saving.session,
      take: (next) => {
        saving.session.take(next);
        // They were about the previous state.
        setBlockers([]);
      },
    }),
    [saving.session],
  );
  const goTo = (next: RailTab) => {
    setTab(next);
    setSheetOpen(true);
  };
  const block = (found: Problem['errors']) => {
    setBlockers(found);
    goTo('check');
  };
  const actions = useProposalActions(proposal, session);
  const sending = useSend(proposal, session, actions.saved, block);
  const opensLink = nextStep === 'share' && proposal.shareToken === undefined && may('proposals:share');
  const sharing = useShare(proposal, session, opensLink);
  const keptPrices = useKeptPrices(proposal.id).found !== undefined;
  const editable = proposal.status === 'draft' && may('proposals:update');
  const [open, setOpen] = useState<Open>(() => {
    if (editable && keptPrices) return 'prices';
    const waiting = proposal.status === 'pending' && may('proposals:send');
    return nextStep === 'remind' && waiting ? 'remind' : null;
  });
  const close = () => {
    setOpen(null);
  };
  const show = (what: Open) => () => {
    setOpen(what);
  };

  return (
    <EditorSessionContext value={session}>
      <div className={styles.page} data-wide>
        <title>{`${proposal.title} · Proffer`}</title>
        <EditorHeader
          proposal={proposal}
          actions={actions}
          sending={sending}
          sharing={sharing}
          editable={editable}
          onApprove={show('approve')}
          onRefresh={editable ? () => void actions.refresh() : show('refresh')}
          onDelete={show('delete')}
          onHistory={show('history')}
          onDesign={show('design')}
        />
        <StatusBanner proposal={proposal} onEdit={show('edit')} onCountersign={show('countersign')} />
        {editable && saving.kept !== undefined && (
          <div className={styles.offer}>
            <KeptWorkOffer onRestore={saving.restoreKept} onDiscard={saving.discardKept} />
          </div>
        )}
        <div className={styles.layout}>
          <ProposalDocument
            proposal={proposal}
            editable={editable}
            document={saving}
            onEditPrices={show('prices')}
          />
          <Rail
            proposal={proposal}
            blockers={blockers}
            tab={tab}
            onTab={setTab}
            sheetOpen={sheetOpen}
            onSheet={setSheetOpen}
            onEditPrices={editable ? show('prices') : undefined}
          />
        </div>

        {open === 'edit' && (
          <ConfirmEditDialog
            title="Edit Proposal?"
            action="Edit Anyway"
            busy={actions.saving}
            onConfirm={actions.editAnyway}
            onClose={close}
          />
        )}
        {open === 'refresh' && (
          <ConfirmEditDialog
            title="Refresh Proposal?"
            action="Refresh"
            busy={actions.refreshing}
            onConfirm={actions.refresh}
            onClose={close}
          />
        )}
        {open === 'remind' && <RemindDialog proposal={proposal} onClose={close} />}
        {open === 'delete' && (
          <DeleteProposalDialog
            proposal={proposal}
            onClose={close}
            onDeleted={() => void navigate(paths.proposals)}
          />
        )}
        {open === 'history' && <HistoryDrawer proposal={proposal} editable={editable} onClose={close} />}
        {open === 'design' && <DesignDrawer proposal={proposal} onClose={close} />}
        {open === 'prices' && <PricingEditor proposal={proposal} onClose={close} />}
        {saving.state.name === 'conflict' && (
          <ConflictDialog
            conflicts={saving.state.conflicts}
            by={saving.state.by}
            onDecide={(taken) => {
              saving.autosave.decide(taken);
            }}
          />
        )}
        {guard.asking && saving.state.name !== 'conflict' && (
          <LeaveDialog onStay={guard.stay} onLeave={guard.leave} />
        )}
        {open === 'approve' && <ApproveDialog proposal={proposal} onClose={close} onBlocked={block} />}
        {open === 'countersign' && <CountersignDialog proposal={proposal} onClose={close} />}
        {sending.asking !== undefined && (
          <SendDialog
            proposal={proposal}
            asking={sending.asking}
            sending={sending}
            onCheck={() => {
              goTo('check');
            }}
          />
        )}
        {sending.sent !== undefined && (
          <ReadyDialog proposal={proposal} {...sending.sent} onClose={sending.closeSent} />
        )}
        {sharing.open && <ShareDialog proposal={proposal} sharing={sharing} />}
      </div>
    </EditorSessionContext>
  );
}
