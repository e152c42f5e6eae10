// Determines the start of the wizard: earlier input, a selected client, or the data of the copied proposal.
// Copies are read from the server; the query string may contain the texts as well.
import type { Proposal } from '@/api/gen/model';
import { useGetClient } from '@/api/gen/clients/clients';
import { useGetProposal } from '@/api/gen/proposals/proposals';
import { useMember } from '@/shared/session/session';
import { Page } from '@/shared/ui/page';
import { Skeleton } from '@/shared/ui/skeleton';
import { EMPTY_VALUES, loadDraft, type WizardDraft, type WizardValues } from './draft-store';
import { Wizard } from './wizard';
import styles from './wizard.module.css';

interface Props {
  origin: string;
  params: URLSearchParams;
  onCreated: (id: string) => void;
}

export function WizardStart({ origin, params, onCreated }: Props) {
  const stored = loadDraft(origin, useMember());
  const copyFrom = params.get('copyFrom') ?? '';
  const needsSource = copyFrom !== '' && !params.has('clientContext');
  const source = useGetProposal(copyFrom, { query: { enabled: stored === undefined && needsSource } });
  const clientId = params.get('clientId') ?? source.data?.clientId ?? '';
  const client = useGetClient(clientId, { query: { enabled: stored === undefined && clientId !== '' } });

  const title = copyFrom === '' ? 'Create New Proposal' : 'Copy Proposal';
  if (stored !== undefined)
    return <Wizard title={title} start={stored} resumed copyFrom={copyFrom} onCreated={onCreated} />;
  if (source.isLoading || client.isLoading) {
    return (
      <Page title={title} narrow>
        <div className={styles.waiting}>
          <Skeleton height="48px" />
          <Skeleton height="160px" />
        </div>
      </Page>
    );
  }
  const start: WizardDraft = {
    origin,
    // A known client is selected already: the next step is the input method.
    step: client.data === undefined ? 1 : 2,
    method: copyFrom === '' ? 'recap' : 'manual',
    values: { ...EMPTY_VALUES, ...textsFrom(params, source.data), clientId: client.data?.id ?? '' },
  };
  return <Wizard title={title} start={start} copyFrom={copyFrom} onCreated={onCreated} />;
}

function textsFrom(params: URLSearchParams, source: Proposal | undefined): Partial<WizardValues> {
  return {
    clientContext: params.get('clientContext') ?? source?.clientContext ?? '',
    proposedSolution: params.get('proposedSolution') ?? source?.proposedSolution ?? '',
    pricingDetails: params.get('pricingDetails') ?? source?.pricingDetails ?? '',
    additionalNotes: params.get('additionalNotes') ?? source?.additionalNotes ?? '',
  };
}
