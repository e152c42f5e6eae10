// Sending, from the button to the link: unsaved text is saved, the check is run, and the dialog
// opens with the client's data.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getGetClientQueryOptions } from '@/api/gen/clients/clients';
import { getGetActivityQueryKey } from '@/api/gen/evidence/evidence';
import type { Delivery, Finding, Proposal } from '@/api/gen/model';
import { getGetPreSendCheckQueryOptions, getGetProposalQueryKey } from '@/api/gen/proposals/proposals';
import { useSendProposal } from '@/api/gen/sharing/sharing';
import { isProblem, type Problem } from '@/api/problem';
import { paths } from '@/shared/paths';
import { companyQuery } from '@/shared/session/company';
import { useMember } from '@/shared/session/session';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import type { EditorSession } from '../session';
import { useVersionedUpdate } from '../use-versioned-update';
import { newValidity, sendInput, type SendValues, type Sides } from './send-values';

/** The dialog is open: its recipient, and the finding to check first. */
export interface Asking {
  sides: Sides;
  warnings: readonly Finding[];
}

/** It has been sent. */
interface Sent {
  link: string;
  mail: Delivery | undefined;
}

const FAILED = { title: 'Error', description: 'Failed to send proposal. Please try again.' };

export function useSend(
  proposal: Proposal,
  session: EditorSession,
  saved: () => Promise<boolean>,
  onBlocked: (blockers: Problem['errors']) => void,
) {
  const queryClient = useQueryClient();
  const { firstName, lastName, workspace } = useMember();
  const update = useVersionedUpdate(proposal, session);
  const mailing = useSendProposal();
  const { id, clientId } = proposal;
  const [asking, setAsking] = useState<Asking>();
  const [sent, setSent] = useState<Sent>();

  const blocked = (found: Problem['errors']) => {
    setAsking(undefined);
    onBlocked(found);
    showToast({
      title: 'Not ready to send',
      description: 'The issues to resolve first are listed beside the document.',
      variant: 'destructive',
    });
  };

  /** The data needed before the dialog opens; undefined if the typed text could not be saved. */
  const opening = useMutation({
    mutationFn: async () => {
      if (!(await saved())) return undefined;
      const [check, client, company] = await Promise.all([
        queryClient.query({ ...getGetPreSendCheckQueryOptions(id), staleTime: 0 }),
        // Without them the fields are empty, which does not prevent sending.
        queryClient.query({ ...getGetClientQueryOptions(clientId), staleTime: 0 }).catch(() => undefined),
        queryClient.query(companyQuery).catch(() => null),
      ]);
      return { check, client, company };
    },
  });

  const ask = async () => {
    let known;
    try {
      known = await opening.mutateAsync();
    } catch (error) {
      toastFailure(error, FAILED);
    }
    if (known === undefined) return;
    const { check, client, company } = known;
    // The dialog asks for another date.
    const stops = check.findings.filter(
      ({ severity, code }) => severity === 'blocker' && code !== 'validity_passed',
    );
    if (stops.length > 0) {
      blocked(stops);
      return;
    }
    setAsking({
      sides: {
        clientEmail: client?.email ?? '',
        company: company?.name ?? workspace.name,
        sender: `${firstName} ${lastName}`.trim(),
      },
      warnings: check.findings.filter(({ severity }) => severity === 'warning'),
    });
  };

  /**
   * It has been sent, even if a later step fails: the screen shows it at once, and the rest is
   * reloaded.
   */
  const done = (shareToken: string, result: Sent) => {
    queryClient.setQueryData<Proposal>(
      getGetProposalQueryKey(id),
      (shown) => shown && { ...shown, status: 'pending', shareToken },
    );
    setAsking(undefined);
    setSent(result);
    void queryClient.invalidateQueries({ queryKey: getGetActivityQueryKey(id) });
  };

  return {
    opening: opening.isPending,
    asking,
    sent,
    ask,
    close: () => {
      setAsking(undefined);
    },
    closeSent: () => {
      setSent(undefined);
    },

    /** By mail. Throws errors that the form shows. */
    mail: async (values: SendValues) => {
      const { shareToken, url, mail } = await mailing.mutateAsync({ id, data: sendInput(values, proposal) });
      done(shareToken, { link: url, mail });
      await session.reload().catch(() => undefined);
    },
    /** Without a mail: the user passes the link on. */
    link: async (values: SendValues) => {
      const validUntil = newValidity(values, proposal);
      const next = await update.save({
        status: 'pending',
        ...(validUntil !== undefined && { validUntil }),
      });
      const shareToken = next.shareToken ?? '';
      session.take(next);
      done(shareToken, { link: linkOf(shareToken), mail: undefined });
    },
    fail: (error: unknown) => {
      if (isProblem(error) && error.code === 'pre_send_blocked') {
        blocked(error.errors);
      } else if (isProblem(error) && error.status === 409) {
        // Another user was faster: the screen shows the current state.
        toastFailure(error, { title: 'Error', fallback: FAILED.description });
        void session.reload().catch(() => undefined);
      }
      // Field errors are shown at the fields.
      else if (!isProblem(error) || error.errors.length === 0) toastFailure(error, FAILED);
    },
  };
}

export type Sending = ReturnType<typeof useSend>;

const linkOf = (shareToken: string): string => new URL(paths.shared(shareToken), window.location.origin).href;
