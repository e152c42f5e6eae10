// The four steps. One form holds all input, whichever step shows it; each change is kept for the tab.
import { ArrowLeft } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCreateProposal } from '@/api/gen/proposals/proposals';
import { isProblem } from '@/api/problem';
import { useForm } from '@/shared/forms/use-form';
import { KeptNotice } from '@/shared/forms/kept-notice';
import { paths } from '@/shared/paths';
import { useMember } from '@/shared/session/session';
import { ButtonLink } from '@/shared/ui/button';
import { Page } from '@/shared/ui/page';
import { Stepper } from '@/shared/ui/stepper';
import { toastFailure } from '@/shared/ui/toast/toast-store';
import { DraftingOverlay } from '../drafting/drafting-overlay';
import { StageList } from '../drafting/drafting-progress';
import { DuplicateCallout } from './duplicate-callout';
import { EMPTY_VALUES, clearDraft, saveDraft, type Method, type Step, type WizardDraft } from './draft-store';
import { InputMethodStep } from './input-method-step';
import { ManualStep } from './manual-step';
import { RecapStep, type Extraction } from './recap-step';
import { ReviewStep } from './review-step';
import { wizardErrors } from './rules';
import { useRecapFiles } from './use-recap-files';
import { SelectClientStep } from './select-client-step';
import styles from './wizard.module.css';

const UPGRADE_DELAY_MS = 1000;

const stepsWith = (method: Method): readonly { number: Step; label: string }[] => [
  { number: 1, label: 'Select Client' },
  { number: 2, label: 'Input Method' },
  { number: 3, label: method === 'recap' ? 'Meeting Recap' : 'Project Details' },
  { number: 4, label: 'Review & Set Pricing' },
];

/** The timing, unless the needs or the solution state it, what is not included, and what the client is to give. */
function notesFrom(extraction: Extraction): string {
  const { timeline = '', exclusions = '', fromClient = '', clientNeeds, proposedSolution } = extraction;
  const timing = timeline
    .split('\n')
    .filter((sentence) => !clientNeeds.includes(sentence) && !proposedSolution.includes(sentence))
    .join('\n');
  return [timing && `Timeline: ${timing}`, exclusions, fromClient].filter((text) => text !== '').join('\n\n');
}

interface Props {
  title: string;
  start: WizardDraft;
  /** It starts with earlier input of this tab. */
  resumed?: boolean;
  /** The proposal to copy; empty if there is none. */
  copyFrom?: string;
  onCreated: (id: string) => void;
}

export function Wizard({ title, start, resumed = false, copyFrom = '', onCreated }: Props) {
  const user = useMember();
  const navigate = useNavigate();
  const create = useCreateProposal();
  const [step, setStep] = useState<Step>(start.step);
  const [method, setMethod] = useState<Method>(start.method);
  const [extractedBy, setExtractedBy] = useState(start.extractedBy);
  const [ourSpeaker, setOurSpeaker] = useState(start.ourSpeaker);
  const [showResumed, setShowResumed] = useState(
    resumed && Object.values(start.values).some((text) => text !== ''),
  );
  const heading = useRef<HTMLHeadingElement>(null);

  const form = useForm({
    initial: start.values,
    validate: wizardErrors,
    onSubmit: async ({ recap: _recap, additionalNotes, ...values }) => {
      const notes = additionalNotes.trim();
      const created = await create.mutateAsync({
        data: { ...values, ...(notes !== '' && { additionalNotes: notes }) },
      });
      onCreated(created.id);
    },
    onFail: (error) => {
      toastFailure(error, { title: 'Error', description: 'Failed to create proposal. Please try again.' });
      // The input is kept for the tab, and is shown again on return.
      if (isProblem(error) && error.trialExpired)
        window.setTimeout(() => void navigate(paths.subscription), UPGRADE_DELAY_MS);
    },
  });
  const { values } = form;
  // Here, because reading goes on while another step is shown.
  const recapFiles = useRecapFiles(values.recap, (recap) => {
    form.setValue('recap', recap);
  });

  useEffect(() => {
    saveDraft(
      {
        origin: start.origin,
        step,
        method,
        values,
        ...(extractedBy && { extractedBy }),
        ...(ourSpeaker !== undefined && { ourSpeaker }),
      },
      user,
    );
  }, [start.origin, step, method, values, extractedBy, ourSpeaker, user]);

  // The new step is announced by its heading; the first one needs no announcement.
  const shownStep = useRef(step);
  useLayoutEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    heading.current?.focus();
    window.scrollTo({ top: 0 });
  }, [step]);

  const takeOver = (extraction: Extraction) => {
    form.setValue('clientContext', extraction.clientNeeds);
    form.setValue('proposedSolution', extraction.proposedSolution);
    if (extraction.pricingHint !== '') form.setValue('pricingDetails', extraction.pricingHint);
    if (values.additionalNotes.trim() === '') form.setValue('additionalNotes', notesFrom(extraction));
    setExtractedBy(extraction.assistant);
    setStep(4);
  };

  const startOver = () => {
    for (const name of [
      'clientId',
      'recap',
      'clientContext',
      'proposedSolution',
      'pricingDetails',
      'additionalNotes',
    ] as const) {
      form.setValue(name, EMPTY_VALUES[name]);
    }
    recapFiles.clear();
    setOurSpeaker(undefined);
    clearDraft(user);
    setShowResumed(false);
    setStep(1);
  };

  return (
    <Page
      title={title}
      narrow
      actions={
        <ButtonLink to={paths.proposals} variant="ghost" icon={<ArrowLeft size={18} aria-hidden />}>
          Back to Dashboard
        </ButtonLink>
      }
    >
      <Stepper steps={stepsWith(method)} step={step} onOpen={setStep} />
      {copyFrom !== '' && <DuplicateCallout copyFrom={copyFrom} clientId={values.clientId} />}
      {showResumed && (
        <div className={styles.resumed}>
          <KeptNotice onStartOver={startOver} />
        </div>
      )}
      {step === 1 && (
        <SelectClientStep
          headingRef={heading}
          selected={values.clientId}
          onSelect={(id) => {
            form.setValue('clientId', id);
            setStep(2);
          }}
        />
      )}
      {step === 2 && (
        <InputMethodStep
          headingRef={heading}
          onBack={() => {
            setStep(1);
          }}
          onChoose={(chosen) => {
            setMethod(chosen);
            setStep(3);
          }}
        />
      )}
      {step === 3 && method === 'recap' && (
        <RecapStep
          headingRef={heading}
          field={form.field('recap')}
          recapFiles={recapFiles}
          ourSpeaker={ourSpeaker}
          onSpeaker={setOurSpeaker}
          onBack={() => {
            setStep(2);
          }}
          onExtracted={takeOver}
          onManual={() => {
            setMethod('manual');
          }}
        />
      )}
      {step === 3 && method === 'manual' && (
        <ManualStep
          headingRef={heading}
          context={form.field('clientContext')}
          solution={form.field('proposedSolution')}
          onBack={() => {
            setStep(2);
          }}
          onContinue={() => {
            setStep(4);
          }}
        />
      )}
      {step === 4 && (
        <ReviewStep
          headingRef={heading}
          form={form}
          extractedBy={method === 'recap' ? extractedBy : undefined}
          ourSpeaker={ourSpeaker}
          onBack={() => {
            setStep(3);
          }}
          onChangeClient={() => {
            setStep(1);
          }}
        />
      )}
      {form.submitting && (
        <DraftingOverlay>
          <StageList shown={0} waiting />
        </DraftingOverlay>
      )}
    </Page>
  );
}
