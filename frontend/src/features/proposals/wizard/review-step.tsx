// Step 4: reviews the inputs of the draft, and the prices.
import { FileText } from 'lucide-react';
import type { RefObject } from 'react';
import { useGetClient } from '@/api/gen/clients/clients';
import { TextArea } from '@/shared/forms/fields';
import type { useForm } from '@/shared/forms/use-form';
import { Button } from '@/shared/ui/button';
import { Skeleton } from '@/shared/ui/skeleton';
import { StepFrame } from '@/shared/ui/step-frame';
import { clientName } from '../client-name';
import type { WizardDraft, WizardValues } from './draft-store';
import { PriceReading } from './price-reading';
import { usePriceReading } from './use-price-reading';
import styles from './wizard.module.css';

interface Props {
  headingRef: RefObject<HTMLHeadingElement | null>;
  form: ReturnType<typeof useForm<WizardValues>>;
  /** Absent if the details were entered without a recap. */
  extractedBy: WizardDraft['extractedBy'] | undefined;
  ourSpeaker: string | undefined;
  onBack: () => void;
  onChangeClient: () => void;
}

export function ReviewStep({ headingRef, form, extractedBy, ourSpeaker, onBack, onChangeClient }: Props) {
  const clientError = form.field('clientId').error;
  const { pricingDetails, recap } = form.values;
  const prices = usePriceReading(
    pricingDetails,
    extractedBy === undefined
      ? {}
      : { meetingRecap: recap, ourSpeaker: ourSpeaker === '' ? undefined : ourSpeaker },
  );
  return (
    <form {...form.formProps}>
      <StepFrame
        headingRef={headingRef}
        title="Review & Set Pricing"
        lead="Correct any mistakes. The proposal is drafted from exactly this text."
        onBack={onBack}
        next={
          <Button
            type="submit"
            variant="primary"
            icon={<FileText size={18} aria-hidden />}
            busy={form.submitting}
            // What is created is what this screen shows.
            disabled={prices.stale && pricingDetails.trim() !== ''}
          >
            Create Proposal
          </Button>
        }
      >
        <div className={styles.fields}>
          <ClientLine id={form.values.clientId} onChange={onChangeClient} />
          {clientError !== undefined && (
            <p role="alert" className={styles.error}>
              {clientError}
            </p>
          )}
          {extractedBy === 'offline' && (
            <p className={styles.note}>
              Read by the offline assistant: sentences are sorted by rules, without an AI model. Please check
              them.
            </p>
          )}
          <TextArea {...form.field('clientContext')} label="Client needs" rows={5} required />
          <TextArea {...form.field('proposedSolution')} label="Proposed solution" rows={5} required />
          <TextArea
            {...form.field('pricingDetails')}
            label="Pricing"
            rows={4}
            required
            placeholder="$4,500 one-time and $300 monthly hosting"
            hint="Enter one-time, monthly and yearly costs in any order: they are organized into tables by frequency."
          />
          <PriceReading
            text={pricingDetails}
            prices={prices}
            onText={(text) => {
              form.setValue('pricingDetails', text);
            }}
          />
          <TextArea
            {...form.field('additionalNotes')}
            label="Additional notes (optional)"
            rows={3}
            placeholder="Deadlines, tone, exclusions"
          />
        </div>
      </StepFrame>
    </form>
  );
}

function ClientLine({ id, onChange }: { id: string; onChange: () => void }) {
  const client = useGetClient(id, { query: { enabled: id !== '' } });
  return (
    <div className={styles.client}>
      <div>
        <span className={styles.clientLabel}>For</span>
        {client.isLoading ? (
          <Skeleton width="180px" />
        ) : (
          <strong>{client.data ? clientName(client.data) : 'No client selected'}</strong>
        )}
      </div>
      <Button size="sm" variant="ghost" onClick={onChange}>
        Change client
      </Button>
    </div>
  );
}
