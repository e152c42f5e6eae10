/**
 * The page a client opens from a share link: read the proposal, then accept, decline or ask for changes. One answer is
 * given to exactly one revision; when the proposal changed meanwhile the page says what changed and keeps what was typed.
 */
import { useEffect, useRef, useState } from 'react';
import type { SharedProposal } from '@/api/gen/model';
import { sharedProposalAction } from '@/api/gen/sharing/sharing';
import { NETWORK_ERROR, isProblem, userMessage } from '@/api/problem';
import { compareDocuments, type DocumentChanges } from '@/shared/document/sections';
import { LoadFailed, NotFound, Skeleton } from './load-states';
import { ProposalView } from './proposal-view';
import { EMPTY_FORM, actionInput } from './response-form';
import type { ResponseForm } from './response-form';
import { useSharedProposal } from './use-shared-proposal';

/** What the page has to tell about the last thing that happened. */
export type Happened =
  { kind: 'changed'; changes: DocumentChanges; totalBefore: string } | { kind: 'answered'; message: string };

const FAILED = 'Failed to process action';

export function SharedPage({ token }: { token: string }) {
  const { loaded, reload, retry, update } = useSharedProposal(token);
  const [form, setForm] = useState<ResponseForm>(EMPTY_FORM);
  const [failure, setFailure] = useState<string>();
  const [happened, setHappened] = useState<Happened>();
  const news = useRef<HTMLHeadingElement>(null);

  const title = loaded.state === 'ready' ? loaded.proposal.title : undefined;
  useEffect(() => {
    document.title = title ?? 'Proposal';
  }, [title]);

  // After an answer or a reload the reader is taken to what happened, wherever on the page they pressed the button.
  useEffect(() => {
    if (happened) news.current?.focus();
  }, [happened]);

  const showChanges = async (before: SharedProposal) => {
    const next = await reload();
    if (next.state !== 'ready') return;
    setForm((typed) => ({ ...typed, consent: false }));
    setHappened({
      kind: 'changed',
      changes: compareDocuments(before.htmlContent, next.proposal.htmlContent),
      totalBefore: before.totalAmount,
    });
  };

  const submit = async (shown: SharedProposal) => {
    setFailure(undefined);
    try {
      const result = await sharedProposalAction(token, actionInput(form, shown));
      const decided = form.action !== 'request_changes';
      update({
        ...shown,
        status: result.status,
        canAct: !decided && shown.canAct,
        ...(result.signedAt !== undefined && { signedAt: result.signedAt }),
        ...(result.signedByName !== undefined && { signedByName: result.signedByName }),
      });
      setForm((typed) => ({ ...typed, message: '', signature: '', consent: false }));
      setHappened({ kind: 'answered', message: result.message });
    } catch (error) {
      if (isProblem(error) && error.code === 'stale_revision') {
        await showChanges(shown);
      } else {
        const unanswered = isProblem(error) && error.code === NETWORK_ERROR;
        setFailure(unanswered ? FAILED : userMessage(error, FAILED));
        // Somebody else answered first, or the team is editing: show how things stand now.
        if (isProblem(error) && error.code === 'invalid_transition') await reload();
      }
    }
  };

  switch (loaded.state) {
    case 'loading':
      return <Skeleton />;
    case 'missing':
      return <NotFound />;
    case 'failed':
      return <LoadFailed onRetry={() => void retry()} />;
    case 'ready':
      return (
        <ProposalView
          proposal={loaded.proposal}
          happened={happened}
          newsRef={news}
          form={form}
          failure={failure}
          onChange={(next) => {
            setFailure(undefined);
            setForm(next);
          }}
          onSubmit={() => submit(loaded.proposal)}
        />
      );
  }
}
